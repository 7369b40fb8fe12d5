/*
 * h5read.c: one clean path from a file's bytes to doubles and strings. Every HDF5 handle that is
 * opened here is closed in the function that opened it, except the file's own.
 */
#include "h5read.h"

#include <errno.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file that claims more than this in one variable is damaged, or not for this reader. */
#define COUNT_MAX ((int64_t)1 << 32)

/* netCDF's mark on a dimension that has a length but no values of its own. */
#define BARE_DIMENSION "This is a netCDF dimension but not a netCDF variable"

static bool say(LabH5Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool say(LabH5Error *error, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return false;
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* ---- types and attributes */

static LabH5Kind kind_of(hid_t type) {
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

/* What the two readers of strings, dataset and attribute, share: where the bytes come from. */
typedef struct Origin {
    hid_t id;
    bool attribute;
} Origin;

static herr_t read_raw(Origin origin, hid_t type, void *bytes) {
    return origin.attribute ? H5Aread(origin.id, type, bytes)
                            : H5Dread(origin.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
}

static hid_t type_of(Origin origin) {
    return origin.attribute ? H5Aget_type(origin.id) : H5Dget_type(origin.id);
}

static hid_t space_of(Origin origin) {
    return origin.attribute ? H5Aget_space(origin.id) : H5Dget_space(origin.id);
}

/* Elements of a dataset or attribute; -1 when that is unreadable or beyond reason. */
static int64_t count_of(Origin origin) {
    hid_t space = space_of(origin);
    if (space < 0) {
        return -1;
    }
    H5S_class_t class = H5Sget_simple_extent_type(space);
    hssize_t count = class == H5S_NULL ? 0 : H5Sget_simple_extent_npoints(space);
    (void)H5Sclose(space);
    return count < 0 || count > COUNT_MAX ? -1 : (int64_t)count;
}

static bool read_fixed(Origin origin, hid_t type, size_t size, char **texts, int64_t count) {
    char *bytes = calloc((size_t)count, size);
    if (bytes == NULL || read_raw(origin, type, bytes) < 0) {
        free(bytes);
        return false;
    }
    bool done = true;
    for (int64_t k = 0; k < count && done; ++k) {
        texts[k] = copy_text(bytes + (size_t)k * size);
        done = texts[k] != NULL;
    }
    free(bytes);
    return done;
}

static bool read_variable_length(Origin origin, hid_t type, char **texts, int64_t count) {
    char **owned = calloc((size_t)count, sizeof *owned);
    if (owned == NULL || read_raw(origin, type, owned) < 0) {
        free(owned);
        return false;
    }
    bool done = true;
    for (int64_t k = 0; k < count; ++k) {
        texts[k] = copy_text(owned[k] == NULL ? "" : owned[k]);
        done = done && texts[k] != NULL;
        (void)H5free_memory(owned[k]);
    }
    free(owned);
    return done;
}

static char **read_texts(Origin origin, int64_t count) {
    char **texts = calloc(count > 0 ? (size_t)count : 1, sizeof *texts);
    hid_t file_type = type_of(origin);
    size_t size = 0;
    hid_t type = file_type < 0 ? H5I_INVALID_HID : text_memory_type(file_type, &size);
    bool done = texts != NULL && type >= 0;
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

static double *read_numbers(Origin origin, int64_t count) {
    double *values = calloc(count > 0 ? (size_t)count : 1, sizeof *values);
    if (values != NULL && count > 0 && read_raw(origin, H5T_NATIVE_DOUBLE, values) < 0) {
        free(values);
        values = NULL;
    }
    return values;
}

static char *join_numbers(const double *values, int64_t count) {
    const size_t each = 32;
    size_t size = (size_t)count * each + 1;
    char *text = calloc(size, 1);
    size_t used = 0;
    for (int64_t k = 0; text != NULL && k < count; ++k) {
        used += (size_t)snprintf(text + used, size - used, k > 0 ? " %.17g" : "%.17g", values[k]);
    }
    return text;
}

/* An attribute of any HDF5 object, as text. NULL if it is not there or unreadable. */
static char *attribute_text(hid_t object, const char *name) {
    if (H5Aexists(object, name) <= 0) {
        return NULL;
    }
    Origin origin = {.id = H5Aopen(object, name, H5P_DEFAULT), .attribute = true};
    if (origin.id < 0) {
        return NULL;
    }
    char *text = NULL;
    int64_t count = count_of(origin);
    hid_t type = type_of(origin);
    if (count >= 0 && type >= 0 && kind_of(type) == LAB_H5_TEXT) {
        char **texts = read_texts(origin, count);
        if (texts != NULL) {
            text = copy_text(count > 0 ? texts[0] : "");
            lab_h5_free_texts(texts, count);
        }
    } else if (count >= 0 && type >= 0 && kind_of(type) == LAB_H5_NUMBER) {
        double *values = read_numbers(origin, count);
        text = values == NULL ? NULL : join_numbers(values, count);
        free(values);
    }
    if (type >= 0) {
        (void)H5Tclose(type);
    }
    (void)H5Aclose(origin.id);
    return text;
}

/* ---- the list of variables */

static char *attribute_or_empty(hid_t object, const char *name) {
    char *text = attribute_text(object, name);
    return text == NULL ? copy_text("") : text;
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
    *(char **)out = copy_text(slash == NULL ? path : slash + 1);
    return 1; /* the first scale is the one we write */
}

static bool list_dimensions(hid_t dataset, LabH5Variable *variable) {
    for (int32_t d = 0; d < variable->rank; ++d) {
        char *name = NULL;
        if (variable->is_axis) {
            name = copy_text(variable->name);
        } else if (H5DSget_num_scales(dataset, (unsigned)d) > 0) {
            (void)H5DSiterate_scales(dataset, (unsigned)d, NULL, take_scale_name, &name);
        } else {
            name = copy_text("");
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
        variable->shape[d] = shape[d] > (hsize_t)COUNT_MAX ? COUNT_MAX : (int64_t)shape[d];
    }
    variable->count = count_of((Origin){.id = dataset, .attribute = false});
    return done && variable->count >= 0;
}

/* A dimension with a length but no values is no variable a reader can use. */
static bool is_bare(hid_t dataset) {
    char label[128] = "";
    return H5DSget_scale_name(dataset, label, sizeof label) > 0 &&
           strncmp(label, BARE_DIMENSION, strlen(BARE_DIMENSION)) == 0;
}

static bool list_variable(hid_t dataset, const char *name, LabH5Variable *variable) {
    char *timing = attribute_text(dataset, "timing");
    variable->timing = timing != NULL && strcmp(timing, "0") != 0;
    free(timing);
    variable->name = copy_text(name);
    variable->unit = attribute_or_empty(dataset, "units");
    variable->long_name = attribute_or_empty(dataset, "long_name");
    variable->is_axis = H5DSis_scale(dataset) > 0;
    hid_t type = H5Dget_type(dataset);
    variable->kind = type < 0 ? LAB_H5_OTHER : kind_of(type);
    if (type >= 0) {
        (void)H5Tclose(type);
    }
    return variable->name != NULL && variable->unit != NULL && variable->long_name != NULL &&
           type >= 0 && list_shape(dataset, variable) && list_dimensions(dataset, variable);
}

typedef struct Listing {
    LabH5 *file;
    LabH5Error *error;
    int32_t room;
} Listing;

static bool grow(Listing *listing) {
    LabH5 *file = listing->file;
    if (file->variable_count < listing->room) {
        return true;
    }
    int32_t room = listing->room > 0 ? 2 * listing->room : 32;
    LabH5Variable *more = realloc(file->variable, (size_t)room * sizeof *more);
    if (more == NULL) {
        return false;
    }
    file->variable = more;
    listing->room = room;
    return true;
}

static herr_t list_link(hid_t group, const char *name, const H5L_info_t *info, void *context) {
    Listing *listing = context;
    LabH5 *file = listing->file;
    if (info->type != H5L_TYPE_HARD) {
        return 0;
    }
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) {
        (void)say(listing->error, "%s: cannot open \"%s\": the file is damaged", file->path, name);
        return -1;
    }
    herr_t result = 0;
    if (H5Iget_type(object) == H5I_DATASET && !is_bare(object)) {
        result = -1;
        if (!grow(listing)) {
            (void)say(listing->error, "%s: out of memory", file->path);
        } else {
            LabH5Variable *variable = &file->variable[file->variable_count++];
            *variable = (LabH5Variable){0};
            result = list_variable(object, name, variable) ? 0 : -1;
            if (result < 0) {
                (void)say(listing->error, "%s: the description of \"%s\" is unreadable", file->path,
                          name);
            }
        }
    }
    (void)H5Oclose(object);
    return result;
}

static bool list_variables(LabH5 *file, LabH5Error *error) {
    Listing listing = {.file = file, .error = error};
    H5_index_t order = H5_INDEX_NAME;
    unsigned tracked = 0;
    hid_t properties = H5Fget_create_plist((hid_t)file->handle);
    if (properties >= 0) {
        if (H5Pget_link_creation_order(properties, &tracked) >= 0 &&
            (tracked & H5P_CRT_ORDER_INDEXED) != 0) {
            order = H5_INDEX_CRT_ORDER;
        }
        (void)H5Pclose(properties);
    }
    if (error != NULL) {
        error->message[0] = '\0';
    }
    hsize_t position = 0;
    if (H5Literate((hid_t)file->handle, order, H5_ITER_INC, &position, list_link, &listing) < 0) {
        if (error != NULL && error->message[0] == '\0') {
            (void)say(error, "%s: cannot list its variables: the file is damaged", file->path);
        }
        return false;
    }
    return true;
}

/* ---- opening and closing */

/* Says in plain words why HDF5 could not open a file. */
static bool say_why_not(const char *path, LabH5Error *error) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return say(error, "%s: %s", path, strerror(errno));
    }
    unsigned char magic[8] = {0};
    size_t got = fread(magic, 1, sizeof magic, stream);
    bool broken = ferror(stream) != 0;
    int number = errno;
    (void)fclose(stream);
    if (broken) {
        return say(error, "%s: %s", path, strerror(number));
    }
    if (got == 0) {
        return say(error, "%s: empty file, not HDF5", path);
    }
    if (got < sizeof magic || memcmp(magic, "\211HDF\r\n\032\n", sizeof magic) != 0) {
        return say(error, "%s: not an HDF5 file", path);
    }
    return say(error, "%s: HDF5 cannot open it: cut short or damaged", path);
}

static bool is_ours(const LabH5 *file, LabH5Error *error) {
    hid_t root = (hid_t)file->handle;
    char *source = attribute_text(root, "source");
    char *schema = attribute_text(root, "schema_version");
    bool ours = source != NULL && schema != NULL &&
                strncmp(source, LAB_SOURCE_PREFIX, strlen(LAB_SOURCE_PREFIX)) == 0;
    if (!ours) {
        (void)say(error,
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

LabH5 *lab_h5_open(const char *path, LabH5Error *error) {
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    LabH5 *file = calloc(1, sizeof *file);
    if (file == NULL || (file->path = copy_text(path)) == NULL) {
        free(file);
        (void)say(error, "%s: out of memory", path);
        return NULL;
    }
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

/* ---- finding and reading */

const LabH5Variable *lab_h5_find(const LabH5 *file, const char *name) {
    for (int32_t v = 0; v < file->variable_count; ++v) {
        if (strcmp(file->variable[v].name, name) == 0) {
            return &file->variable[v];
        }
    }
    return NULL;
}

const LabH5Variable *lab_h5_need(const LabH5 *file, const char *name, LabH5Error *error) {
    const LabH5Variable *variable = lab_h5_find(file, name);
    if (variable != NULL || error == NULL) {
        return variable;
    }
    (void)say(error, "%s: no variable \"%s\"; it has", file->path, name);
    size_t used = strlen(error->message);
    for (int32_t v = 0; v < file->variable_count && used + 1 < sizeof error->message; ++v) {
        (void)snprintf(error->message + used, sizeof error->message - used, "%s %s",
                       v > 0 ? "," : "", file->variable[v].name);
        used = strlen(error->message);
    }
    return NULL;
}

static Origin open_dataset(const LabH5 *file, const LabH5Variable *variable) {
    return (Origin){.id = H5Dopen2((hid_t)file->handle, variable->name, H5P_DEFAULT),
                    .attribute = false};
}

double *lab_h5_numbers(const LabH5 *file, const LabH5Variable *variable, LabH5Error *error) {
    if (variable->kind != LAB_H5_NUMBER) {
        (void)say(error, "%s: \"%s\" does not hold numbers", file->path, variable->name);
        return NULL;
    }
    Origin origin = open_dataset(file, variable);
    double *values = origin.id < 0 ? NULL : read_numbers(origin, variable->count);
    if (values == NULL) {
        (void)say(error, "%s: cannot read \"%s\": the file is damaged", file->path, variable->name);
    }
    if (origin.id >= 0) {
        (void)H5Dclose(origin.id);
    }
    return values;
}

char **lab_h5_texts(const LabH5 *file, const LabH5Variable *variable, LabH5Error *error) {
    if (variable->kind != LAB_H5_TEXT) {
        (void)say(error, "%s: \"%s\" does not hold text", file->path, variable->name);
        return NULL;
    }
    Origin origin = open_dataset(file, variable);
    char **texts = origin.id < 0 ? NULL : read_texts(origin, variable->count);
    if (texts == NULL) {
        (void)say(error, "%s: cannot read \"%s\": the file is damaged", file->path, variable->name);
    }
    if (origin.id >= 0) {
        (void)H5Dclose(origin.id);
    }
    return texts;
}

void lab_h5_free_texts(char **texts, int64_t count) {
    for (int64_t k = 0; texts != NULL && k < count; ++k) {
        free(texts[k]);
    }
    free(texts);
}

/* Runs one question on the object behind a variable, or on the root group. */
static hid_t open_object(const LabH5 *file, const LabH5Variable *variable) {
    return H5Oopen((hid_t)file->handle, variable == NULL ? "/" : variable->name, H5P_DEFAULT);
}

char *lab_h5_attribute(const LabH5 *file, const LabH5Variable *variable, const char *name) {
    hid_t object = open_object(file, variable);
    char *text = object < 0 ? NULL : attribute_text(object, name);
    if (object >= 0) {
        (void)H5Oclose(object);
    }
    const LabH5Variable *instead =
        text == NULL && variable == NULL ? lab_h5_find(file, name) : NULL;
    if (instead != NULL && instead->kind == LAB_H5_TEXT && instead->count == 1) {
        char **texts = lab_h5_texts(file, instead, NULL);
        text = texts == NULL ? NULL : copy_text(texts[0]);
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

char **lab_h5_attribute_names(const LabH5 *file, const LabH5Variable *variable, int64_t *count) {
    *count = 0;
    hid_t object = open_object(file, variable);
    H5O_info_t info = {0};
    char **names = NULL;
    if (object >= 0 && H5Oget_info2(object, &info, H5O_INFO_NUM_ATTRS) >= 0 && info.num_attrs > 0) {
        names = calloc((size_t)info.num_attrs, sizeof *names);
    }
    for (hsize_t k = 0; names != NULL && k < info.num_attrs; ++k) {
        char name[256] = "";
        if (H5Aget_name_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, k, name, sizeof name,
                               H5P_DEFAULT) < 0 ||
            (names[*count] = copy_text(name)) == NULL) {
            break;
        }
        ++*count;
    }
    if (object >= 0) {
        (void)H5Oclose(object);
    }
    return names;
}
