/*
 * h5value.h: values out of HDF5 objects, for h5read.c and its neighbours alone. The only header of
 * the reading side that names an HDF5 type.
 */
#ifndef LAB_H5VALUE_H
#define LAB_H5VALUE_H

#include "h5read.h"

#include <hdf5.h>

/* A file that claims more than this in one variable is damaged, or not for this reader. */
#define LAB_H5_COUNT_MAX ((int64_t)1 << 32)

/* Where bytes come from: an open dataset or an open attribute. */
typedef struct LabH5Origin {
    hid_t id;
    bool attribute;
} LabH5Origin;

LabH5Kind lab_h5_kind_of(hid_t type);

/* Elements of a dataset or attribute; -1 when that is unreadable or beyond LAB_H5_COUNT_MAX. */
int64_t lab_h5_count_of(LabH5Origin origin);

/* All `count` elements, to be freed (texts with lab_h5_free_texts()); NULL when they cannot be
 * read. */
char **lab_h5_read_texts(LabH5Origin origin, int64_t count);
double *lab_h5_read_numbers(LabH5Origin origin, int64_t count);

/* An attribute of any HDF5 object as lab_h5_attribute() puts it; NULL if it is not there. */
char *lab_h5_attribute_text(hid_t object, const char *name);

#endif
