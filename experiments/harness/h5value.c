/*
 * h5value.c: strings of fixed and of variable length, and numbers of any width, become char * and
 * double here and nowhere else, whether they sit in a dataset or in an attribute.
 */
#include "h5value.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LabH5Kind lab_h5_kind_of(hid_t type) {
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
        return LAB_H5_NUMBER;
    case H5T_STRING:
        return LAB_H5_TEXT;
    default:
        return LAB_H5_OTHER;
    }
}

/* A memory type for reading strings of a file's type: same character set, NUL-terminated; for fixed
 * lengths one byte more than stored. Returns its size through size, 0 for variable length. */
static hid_t text_memory_type(hid_t file_type, size_t *size) {
    htri_t variable = H5Tis_variable_str(file_type);
    if (variable < 0) {
        return H5I_INVALID_HID;
    }
    *size = variable > 0 ? 0 : H5Tget_size(file_type) + 1;
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0) {
        return H5I_INVALID_HID;
    }
    if (H5Tset_size(type, variable > 0 ? H5T_VARIABLE : *size) < 0 ||
        H5Tset_cset(type, H5Tget_cset(file_type)) < 0) {
        (void)H5Tclose(type);
        return H5I_INVALID_HID;
    }
    return type;
}

static herr_t read_raw(LabH5Origin origin, hid_t type, void *bytes) {
    return origin.attribute ? H5Aread(origin.id, type, bytes)
                            : H5Dread(origin.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
}

static hid_t type_of(LabH5Origin origin) {
    return origin.attribute ? H5Aget_type(origin.id) : H5Dget_type(origin.id);
}

static hid_t space_of(LabH5Origin origin) {
    return origin.attribute ? H5Aget_space(origin.id) : H5Dget_space(origin.id);
}

/* Elements of a dataset or attribute; -1 when that is unreadable or beyond reason. */
int64_t lab_h5_count_of(LabH5Origin origin) {
    hid_t space = space_of(origin);
    if (space < 0) {
        return -1;
    }
    H5S_class_t class = H5Sget_simple_extent_type(space);
    hssize_t count = class == H5S_NULL ? 0 : H5Sget_simple_extent_npoints(space);
    (void)H5Sclose(space);
    return count < 0 || count > LAB_H5_COUNT_MAX ? -1 : (int64_t)count;
}

static bool read_fixed(LabH5Origin origin, hid_t type, size_t size, char **texts, int64_t count) {
    char *bytes = lab_alloc((size_t)count, size);
    bool done = read_raw(origin, type, bytes) >= 0;
    for (int64_t k = 0; k < count && done; ++k) {
        texts[k] = lab_copy_text(bytes + (size_t)k * size);
    }
    free(bytes);
    return done;
}

static bool read_variable_length(LabH5Origin origin, hid_t type, char **texts, int64_t count) {
    char **owned = lab_alloc((size_t)count, sizeof *owned);
    bool done = read_raw(origin, type, owned) >= 0;
    for (int64_t k = 0; k < count && done; ++k) {
        texts[k] = lab_copy_text(owned[k] == NULL ? "" : owned[k]);
        (void)H5free_memory(owned[k]);
    }
    free(owned);
    return done;
}

char **lab_h5_read_texts(LabH5Origin origin, int64_t count) {
    char **texts = lab_alloc((size_t)count, sizeof *texts);
    hid_t file_type = type_of(origin);
    size_t size = 0;
    hid_t type = file_type < 0 ? H5I_INVALID_HID : text_memory_type(file_type, &size);
    bool done = type >= 0;
    if (done && count > 0) {
        done = size == 0 ? read_variable_length(origin, type, texts, count)
                         : read_fixed(origin, type, size, texts, count);
    }
    if (type >= 0) {
        (void)H5Tclose(type);
    }
    if (file_type >= 0) {
        (void)H5Tclose(file_type);
    }
    if (!done) {
        lab_h5_free_texts(texts, count);
        texts = NULL;
    }
    return texts;
}

double *lab_h5_read_numbers(LabH5Origin origin, int64_t count) {
    double *values = lab_alloc((size_t)count, sizeof *values);
    if (count > 0 && read_raw(origin, H5T_NATIVE_DOUBLE, values) < 0) {
        free(values);
        values = NULL;
    }
    return values;
}

static char *join_numbers(const double *values, int64_t count) {
    LabText text = {0};
    for (int64_t k = 0; k < count; ++k) {
        lab_text_add(&text, k > 0 ? " %.17g" : "%.17g", values[k]);
    }
    return text.text == NULL ? lab_copy_text("") : text.text;
}

/* An attribute of any HDF5 object, as text. NULL if it is not there or unreadable. */
char *lab_h5_attribute_text(hid_t object, const char *name) {
    if (H5Aexists(object, name) <= 0) {
        return NULL;
    }
    LabH5Origin origin = {.id = H5Aopen(object, name, H5P_DEFAULT), .attribute = true};
    if (origin.id < 0) {
        return NULL;
    }
    char *text = NULL;
    int64_t count = lab_h5_count_of(origin);
    hid_t type = type_of(origin);
    if (count >= 0 && type >= 0 && lab_h5_kind_of(type) == LAB_H5_TEXT) {
        char **texts = lab_h5_read_texts(origin, count);
        if (texts != NULL) {
            text = lab_copy_text(count > 0 ? texts[0] : "");
            lab_h5_free_texts(texts, count);
        }
    } else if (count >= 0 && type >= 0 && lab_h5_kind_of(type) == LAB_H5_NUMBER) {
        double *values = lab_h5_read_numbers(origin, count);
        text = values == NULL ? NULL : join_numbers(values, count);
        free(values);
    }
    if (type >= 0) {
        (void)H5Tclose(type);
    }
    (void)H5Aclose(origin.id);
    return text;
}

void lab_h5_free_texts(char **texts, int64_t count) {
    for (int64_t k = 0; texts != NULL && k < count; ++k) {
        free(texts[k]);
    }
    free(texts);
}
