/*
 * h5read.h: reading a file that the harness wrote, a merged result or one part.
 *
 * A file is ours when its root carries the text attribute `source` beginning with LAB_SOURCE_PREFIX
 * and the attribute `schema_version`. Variables are the datasets of the root group. A dimension
 * scale is an axis (or "step", "verdict", a declared LabDimension); its name is the dimension's
 * name. A variable that depends on the clock carries a numeric attribute `timing` other than 0.
 *
 * HDF5's own error printing is switched off by the first open and stays off: every failure becomes
 * one sentence in a LabError, naming the file, what in it, and what is wrong. No HDF5 type leaks
 * from here.
 */
#ifndef LAB_H5READ_H
#define LAB_H5READ_H

#include "error.h"

#include <stdbool.h>
#include <stdint.h>

#define LAB_SOURCE_PREFIX "clothlab"
#define LAB_H5_RANK_MAX   32

typedef enum LabH5Kind {
    LAB_H5_NUMBER, /* integers and floats of any width, read as doubles */
    LAB_H5_TEXT,   /* strings, of fixed or variable length */
    LAB_H5_OTHER   /* anything else: listed, not read */
} LabH5Kind;

typedef struct LabH5Variable {
    char *name;
    char *unit;      /* "" where the file has none */
    char *long_name; /* likewise */
    LabH5Kind kind;
    bool is_axis; /* a dimension scale */
    bool timing;
    int32_t rank;                     /* 0: one value */
    int64_t shape[LAB_H5_RANK_MAX];   /* (rank) */
    char *dimension[LAB_H5_RANK_MAX]; /* (rank) the scale attached to each; "" where none is. An
                                         axis is its own dimension */
    int64_t count;                    /* product of shape */
} LabH5Variable;

typedef struct LabH5 {
    char *path;
    LabH5Variable
        *variable; /* (variable_count), in the order they were created where the file says */
    int32_t variable_count;
    int64_t handle; /* HDF5's */
} LabH5;

/* Opens a file of ours for reading, without locking it, and lists its variables. Returns NULL and
 * says why in error (may be NULL): not there, not readable, not HDF5, not ours, damaged. Free with
 * lab_h5_close(). */
LabH5 *lab_h5_open(const char *path, LabError *error);

void lab_h5_close(LabH5 *file); /* NULL is legal */

/* The variable of that name, axes included; NULL if there is none. Owned by file. */
const LabH5Variable *lab_h5_find(const LabH5 *file, const char *name);

/* As lab_h5_find(), but refuses in one sentence that lists the names the file has. */
const LabH5Variable *lab_h5_need(const LabH5 *file, const char *name, LabError *error);

/* Reads a whole numeric variable, row-major. Returns (variable->count) doubles, to be freed, or
 * NULL. The array has room for one value at least. */
double *lab_h5_numbers(const LabH5 *file, const LabH5Variable *variable, LabError *error);

/* Reads a whole text variable. Returns (variable->count) strings, to be freed with
 * lab_h5_free_texts(), or NULL. A missing string is "". */
char **lab_h5_texts(const LabH5 *file, const LabH5Variable *variable, LabError *error);
void lab_h5_free_texts(char **texts, int64_t count); /* NULL is legal */

/* An attribute of a variable, or of the file when variable is NULL, as text: a string as it is,
 * numbers as %.17g separated by single spaces. Where the file has no such root attribute, a text
 * dataset of that name with one value serves (an attribute holds 64 KiB at most). Returns NULL if
 * there is neither or it cannot be read; to be freed. */
char *lab_h5_attribute(const LabH5 *file, const LabH5Variable *variable, const char *name);

/* Likewise as one number; NaN where it is missing or no number. */
double lab_h5_attribute_number(const LabH5 *file, const LabH5Variable *variable, const char *name);

/* Does an attribute of the file say exactly this? A missing one does not. */
bool lab_h5_attribute_is(const LabH5 *file, const char *name, const char *wanted);

#endif
