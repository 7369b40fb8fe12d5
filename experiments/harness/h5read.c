/*
 * h5read.c: one clean path from a file's bytes to doubles and strings. Every HDF5 handle that is
 * opened here is closed in the function that opened it, except the file's own.
 */
#include "h5read.h"
#include "h5value.h"
#include "text.h"

#include <errno.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* netCDF's mark on a dimension that has a length but no values of its own. */
#define BARE_DIMENSION "This is a netCDF dimension but not a netCDF variable"

/* The list of variables. */

static char *attribute_or_empty(hid_t object, const char *name) {
    char *text = lab_h5_attribute_text(object, name);
    return text == NULL ? lab_copy_text("") : text;
}

/* The name of a scale without its path. */
static herr_t take_scale_name(hid_t dataset, unsigned dimension, hid_t scale, void *out) {
    (void)dataset;
    (void)dimension;
    char path[1024];
    if (H5Iget_name(scale, path, sizeof path) <= 0) {
        return -1;
    }
    const char *slash = strrchr(path, '/');
    *(char **)out = lab_copy_text(slash == NULL ? path : slash + 1);
    return 1; /* the first scale is the one we write */
}

static bool list_dimensions(hid_t dataset, LabH5Variable *variable) {
    for (int32_t d = 0; d < variable->rank; ++d) {
        char *name = NULL;
        if (variable->is_axis) {
            name = lab_copy_text(variable->name);
        } else if (H5DSget_num_scales(dataset, (unsigned)d) > 0) {
            (void)H5DSiterate_scales(dataset, (unsigned)d, NULL, take_scale_name, &name);
        } else {
            name = lab_copy_text("");
        }
        if (name == NULL) {
            return false;
        }
        variable->dimension[d] = name;
    }
    return true;
}

static bool list_shape(hid_t dataset, LabH5Variable *variable) {
    hid_t space = H5Dget_space(dataset);
    hsize_t shape[LAB_H5_RANK_MAX];
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    bool done = rank >= 0 && rank <= LAB_H5_RANK_MAX;
    done = done && H5Sget_simple_extent_dims(space, shape, NULL) == rank;
    if (space >= 0) {
        (void)H5Sclose(space);
    }
    variable->rank = done ? rank : 0;
    for (int32_t d = 0; d < variable->rank; ++d) {
        variable->shape[d] =
            shape[d] > (hsize_t)LAB_H5_COUNT_MAX ? LAB_H5_COUNT_MAX : (int64_t)shape[d];
    }
    variable->count = lab_h5_count_of((LabH5Origin){.id = dataset, .attribute = false});
    return done && variable->count >= 0;
}

/* A dimension with a length but no values is no variable a reader can use. */
static bool is_bare(hid_t dataset) {
    char label[128] = "";
    return H5DSget_scale_name(dataset, label, sizeof label) > 0 &&
           strncmp(label, BARE_DIMENSION, strlen(BARE_DIMENSION)) == 0;
}

static bool list_variable(hid_t dataset, const char *name, LabH5Variable *variable) {
    char *timing = lab_h5_attribute_text(dataset, "timing");
    variable->timing = timing != NULL && strcmp(timing, "0") != 0;
    free(timing);
    variable->name = lab_copy_text(name);
    variable->unit = attribute_or_empty(dataset, "units");
    variable->long_name = attribute_or_empty(dataset, "long_name");
    variable->is_axis = H5DSis_scale(dataset) > 0;
    hid_t type = H5Dget_type(dataset);
    variable->kind = type < 0 ? LAB_H5_OTHER : lab_h5_kind_of(type);
    if (type >= 0) {
        (void)H5Tclose(type);
    }
    return type >= 0 && list_shape(dataset, variable) && list_dimensions(dataset, variable);
}

typedef struct Listing {
    LabH5 *file;
    LabError *error;
    int32_t room;
} Listing;

static LabH5Variable *next_variable(Listing *listing) {
    LabH5 *file = listing->file;
    if (file->variable_count == listing->room) {
        listing->room = listing->room > 0 ? 2 * listing->room : 32;
        file->variable = lab_resize(file->variable, (size_t)listing->room, sizeof *file->variable);
    }
    LabH5Variable *variable = &file->variable[file->variable_count++];
    *variable = (LabH5Variable){0};
    return variable;
}

static herr_t list_link(hid_t group, const char *name, const H5L_info_t *info, void *context) {
    Listing *listing = context;
    LabH5 *file = listing->file;
    if (info->type != H5L_TYPE_HARD) {
        return 0;
    }
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) {
        (void)lab_fail(listing->error, LAB_BROKEN, "%s: cannot open \"%s\": the file is damaged",
                       file->path, name);
        return -1;
    }
    herr_t result = 0;
    if (H5Iget_type(object) == H5I_DATASET && !is_bare(object)) {
        result = list_variable(object, name, next_variable(listing)) ? 0 : -1;
        if (result < 0) {
            (void)lab_fail(listing->error, LAB_BROKEN,
                           "%s: the description of \"%s\" is unreadable", file->path, name);
        }
    }
    (void)H5Oclose(object);
    return result;
}

/* The order in which the variables were created, where the root group kept it; else by name. The
 * file's own properties do not know: they come without what was said of its root group. */
static H5_index_t listing_order(hid_t handle) {
    unsigned tracked = 0;
    hid_t root = H5Gopen2(handle, "/", H5P_DEFAULT);
    hid_t properties = root < 0 ? H5I_INVALID_HID : H5Gget_create_plist(root);
    if (properties >= 0) {
        if (H5Pget_link_creation_order(properties, &tracked) < 0) {
            tracked = 0;
        }
        (void)H5Pclose(properties);
    }
    if (root >= 0) {
        (void)H5Gclose(root);
    }
    return (tracked & H5P_CRT_ORDER_INDEXED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

static bool list_variables(LabH5 *file, LabError *error) {
    Listing listing = {.file = file, .error = error};
    const H5_index_t order = listing_order((hid_t)file->handle);
    if (error != NULL) {
        error->message[0] = '\0';
    }
    hsize_t position = 0;
    if (H5Literate((hid_t)file->handle, order, H5_ITER_INC, &position, list_link, &listing) < 0) {
        if (error != NULL && error->message[0] == '\0') {
            (void)lab_fail(error, LAB_BROKEN, "%s: cannot list its variables: the file is damaged",
                           file->path);
        }
        return false;
    }
    return true;
}

/* Opening and closing. */

/* Says in plain words why HDF5 could not open a file. */
static LabStatus say_why_not(const char *path, LabError *error) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return lab_fail(error, LAB_BROKEN, "%s: %s", path, strerror(errno));
    }
    unsigned char magic[8] = {0};
    size_t got = fread(magic, 1, sizeof magic, stream);
    bool broken = ferror(stream) != 0;
    int number = errno;
    (void)fclose(stream);
    if (broken) {
        return lab_fail(error, LAB_BROKEN, "%s: %s", path, strerror(number));
    }
    if (got == 0) {
        return lab_fail(error, LAB_BROKEN, "%s: empty file, not HDF5", path);
    }
    if (got < sizeof magic || memcmp(magic, "\211HDF\r\n\032\n", sizeof magic) != 0) {
        return lab_fail(error, LAB_BROKEN, "%s: not an HDF5 file", path);
    }
    return lab_fail(error, LAB_BROKEN, "%s: HDF5 cannot open it: cut short or damaged", path);
}

static bool is_ours(const LabH5 *file, LabError *error) {
    hid_t root = (hid_t)file->handle;
    char *source = lab_h5_attribute_text(root, "source");
    char *schema = lab_h5_attribute_text(root, "schema_version");
    bool ours = source != NULL && schema != NULL &&
                strncmp(source, LAB_SOURCE_PREFIX, strlen(LAB_SOURCE_PREFIX)) == 0;
    if (!ours) {
        (void)lab_fail(error, LAB_BROKEN,
                       "%s: an HDF5 file, but not one of ours (its attribute source is %s%.80s%s, "
                       "\"" LAB_SOURCE_PREFIX " ...\" wanted, with schema_version)",
                       file->path, source == NULL ? "missing" : "\"", source == NULL ? "" : source,
                       source == NULL ? "" : "\"");
    }
    free(schema);
    free(source);
    return ours;
}

/* Reading takes no lock, so that a file can be looked at on a read-only or network disk. */
static hid_t open_unlocked(const char *path) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access < 0) {
        return H5I_INVALID_HID;
    }
    hid_t handle = H5I_INVALID_HID;
    if (H5Pset_file_locking(access, false, true) >= 0) {
        handle = H5Fopen(path, H5F_ACC_RDONLY, access);
    }
    (void)H5Pclose(access);
    return handle;
}

LabH5 *lab_h5_open(const char *path, LabError *error) {
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    LabH5 *file = lab_alloc(1, sizeof *file);
    file->path = lab_copy_text(path);
    file->handle = (int64_t)open_unlocked(path);
    if (file->handle < 0) {
        (void)say_why_not(path, error);
    } else if (is_ours(file, error) && list_variables(file, error)) {
        return file;
    }
    lab_h5_close(file);
    return NULL;
}

void lab_h5_close(LabH5 *file) {
    if (file == NULL) {
        return;
    }
    for (int32_t v = 0; v < file->variable_count; ++v) {
        LabH5Variable *variable = &file->variable[v];
        for (int32_t d = 0; d < variable->rank; ++d) {
            free(variable->dimension[d]);
        }
        free(variable->name);
        free(variable->unit);
        free(variable->long_name);
    }
    if (file->handle >= 0) {
        /* Nothing was written: a failing close loses nothing. */
        (void)H5Fclose((hid_t)file->handle);
    }
    free(file->variable);
    free(file->path);
    free(file);
}

/* Finding and reading. */

const LabH5Variable *lab_h5_find(const LabH5 *file, const char *name) {
    for (int32_t v = 0; v < file->variable_count; ++v) {
        if (strcmp(file->variable[v].name, name) == 0) {
            return &file->variable[v];
        }
    }
    return NULL;
}

const LabH5Variable *lab_h5_need(const LabH5 *file, const char *name, LabError *error) {
    const LabH5Variable *variable = lab_h5_find(file, name);
    if (variable != NULL || error == NULL) {
        return variable;
    }
    (void)lab_fail(error, LAB_BROKEN, "%s: no variable \"%s\"; it has", file->path, name);
    size_t used = strlen(error->message);
    for (int32_t v = 0; v < file->variable_count && used + 1 < sizeof error->message; ++v) {
        (void)snprintf(error->message + used, sizeof error->message - used, "%s %s",
                       v > 0 ? "," : "", file->variable[v].name);
        used = strlen(error->message);
    }
    return NULL;
}

static LabH5Origin open_dataset(const LabH5 *file, const LabH5Variable *variable) {
    return (LabH5Origin){.id = H5Dopen2((hid_t)file->handle, variable->name, H5P_DEFAULT),
                         .attribute = false};
}

double *lab_h5_numbers(const LabH5 *file, const LabH5Variable *variable, LabError *error) {
    if (variable->kind != LAB_H5_NUMBER) {
        (void)lab_fail(error, LAB_BROKEN, "%s: \"%s\" does not hold numbers", file->path,
                       variable->name);
        return NULL;
    }
    LabH5Origin origin = open_dataset(file, variable);
    double *values = origin.id < 0 ? NULL : lab_h5_read_numbers(origin, variable->count);
    if (values == NULL) {
        (void)lab_fail(error, LAB_BROKEN, "%s: cannot read \"%s\": the file is damaged", file->path,
                       variable->name);
    }
    if (origin.id >= 0) {
        (void)H5Dclose(origin.id);
    }
    return values;
}

char **lab_h5_texts(const LabH5 *file, const LabH5Variable *variable, LabError *error) {
    if (variable->kind != LAB_H5_TEXT) {
        (void)lab_fail(error, LAB_BROKEN, "%s: \"%s\" does not hold text", file->path,
                       variable->name);
        return NULL;
    }
    LabH5Origin origin = open_dataset(file, variable);
    char **texts = origin.id < 0 ? NULL : lab_h5_read_texts(origin, variable->count);
    if (texts == NULL) {
        (void)lab_fail(error, LAB_BROKEN, "%s: cannot read \"%s\": the file is damaged", file->path,
                       variable->name);
    }
    if (origin.id >= 0) {
        (void)H5Dclose(origin.id);
    }
    return texts;
}

/* Runs one question on the object behind a variable, or on the root group. */
static hid_t open_object(const LabH5 *file, const LabH5Variable *variable) {
    return H5Oopen((hid_t)file->handle, variable == NULL ? "/" : variable->name, H5P_DEFAULT);
}

char *lab_h5_attribute(const LabH5 *file, const LabH5Variable *variable, const char *name) {
    hid_t object = open_object(file, variable);
    char *text = object < 0 ? NULL : lab_h5_attribute_text(object, name);
    if (object >= 0) {
        (void)H5Oclose(object);
    }
    const LabH5Variable *instead =
        text == NULL && variable == NULL ? lab_h5_find(file, name) : NULL;
    if (instead != NULL && instead->kind == LAB_H5_TEXT && instead->count == 1) {
        char **texts = lab_h5_texts(file, instead, NULL);
        text = texts == NULL ? NULL : lab_copy_text(texts[0]);
        lab_h5_free_texts(texts, instead->count);
    }
    return text;
}

double lab_h5_attribute_number(const LabH5 *file, const LabH5Variable *variable, const char *name) {
    char *text = lab_h5_attribute(file, variable, name);
    char *end = text;
    double value = text == NULL ? (double)NAN : strtod(text, &end);
    value = end == text ? (double)NAN : value;
    free(text);
    return value;
}

bool lab_h5_attribute_is(const LabH5 *file, const char *name, const char *wanted) {
    char *text = lab_h5_attribute(file, NULL, name);
    const bool equal = text != NULL && strcmp(text, wanted) == 0;
    free(text);
    return equal;
}
