/*
 * h5write.h: building an HDF5 file in memory.
 *
 * On a full disk every H5Dwrite succeeds and only the closes fail; so the library never sees the
 * disk: the finished image is published by lab_durable_write(), where each failure is one checked
 * return.
 *
 * Failures stick: the first one is remembered with the name of what was being written, later calls
 * do nothing, and lab_h5w_finish() reports it. Names of dimensions must be scales written before.
 */
#ifndef LAB_H5WRITE_H
#define LAB_H5WRITE_H

#include <stdint.h>

#include "error.h"

#define LAB_H5W_RANK_MAX 32

typedef struct LabH5Writer {
    int64_t file;             /* HDF5's */
    struct LabH5Image *image; /* what it is written to */
    bool failed;
    char what[200];
} LabH5Writer;

/* A dataset's place in the file: its name and the scales along it. rank 0: one value. */
typedef struct LabH5Shape {
    const char *name;
    int32_t rank;
    int64_t length[LAB_H5W_RANK_MAX];
    const char *dimension[LAB_H5W_RANK_MAX]; /* NULL: no scale attached */
    bool packed; /* chunked, shuffled, deflated and checksummed, where rank > 0 */
} LabH5Shape;

void lab_h5w_start(LabH5Writer *writer);

/* Ends a writer of which nothing is to be published. */
void lab_h5w_drop(LabH5Writer *writer);

/* Datasets, row-major. Reals carry _FillValue = NaN unless they are scales; a NULL text is "". */
void lab_h5w_reals(LabH5Writer *writer, const LabH5Shape *shape, const double *values);
void lab_h5w_integers(LabH5Writer *writer, const LabH5Shape *shape, const int64_t *values);
void lab_h5w_bytes(LabH5Writer *writer, const LabH5Shape *shape, const int8_t *values);
void lab_h5w_texts(LabH5Writer *writer, const LabH5Shape *shape, const char *const *values);

/* Makes a dataset of rank 1 the scale of the dimension of its own name. */
void lab_h5w_make_scale(LabH5Writer *writer, const char *name);

/* Attributes of a dataset, or of the root when object is NULL. A root text above 60,000 bytes
 * becomes a text dataset of that name, since an attribute holds 64 KiB at most. */
void lab_h5w_text(LabH5Writer *writer, const char *object, const char *name, const char *text);
void lab_h5w_integer(LabH5Writer *writer, const char *object, const char *name, int64_t value);
void lab_h5w_real(LabH5Writer *writer, const char *object, const char *name, double value);
void lab_h5w_byte_list(LabH5Writer *writer, const char *object, const char *name,
                       const int8_t *values, int64_t count);

/* Publishes the file at path; the writer is closed either way. LAB_BROKEN names path and reason. */
LabStatus lab_h5w_finish(LabH5Writer *writer, const char *path, LabError *error);

#endif
