#include "h5write.h"

#include <hdf5.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "durable.h"
#include "h5image.h"
#include "text.h"

/* Elements of a chunk at most: 256 KiB of doubles, within the library's chunk cache of 1 MiB. */
#define CHUNK_ELEMENTS 32768
#define TEXT_MAX       60000

/* A writer's first failure, with what it was at. */
static void check(LabH5Writer *writer, int64_t returned, const char *doing, const char *name) {
    if (returned < 0 && !writer->failed) {
        writer->failed = true;
        (void)snprintf(writer->what, sizeof writer->what, "%s %s", doing, name);
    }
}

static void close_with(LabH5Writer *writer, herr_t (*closer)(hid_t), hid_t id, const char *name) {
    if (id >= 0) {
        check(writer, closer(id), "close", name);
    }
}

void lab_h5w_drop(LabH5Writer *writer) {
    close_with(writer, H5Fclose, writer->file, "the file in memory");
    free(writer->image->bytes);
    free(writer->image);
    *writer = (LabH5Writer){.file = -1};
}

void lab_h5w_start(LabH5Writer *writer) {
    *writer = (LabH5Writer){.file = -1, .image = lab_alloc(1, sizeof *writer->image)};
    check(writer, H5Eset_auto2(H5E_DEFAULT, NULL, NULL), "silence", "the library");
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    const hid_t create = H5Pcreate(H5P_FILE_CREATE);
    check(writer, access, "make", "access properties");
    check(writer, create, "make", "creation properties");
    check(writer, lab_h5image_use(access, writer->image), "set", "the memory driver");
    check(writer, H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110), "set",
          "the format's version");
    check(writer, H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
          "set", "the order of attributes");
    check(writer, H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
          "set", "the order of links");
    if (!writer->failed) {
        /* The library takes files of one name for one file, and several may be open. */
        char name[64];
        (void)snprintf(name, sizeof name, "in memory at %p", (void *)writer->image);
        writer->file = H5Fcreate(name, H5F_ACC_TRUNC, create, access);
        check(writer, writer->file, "create", "the file in memory");
    }
    close_with(writer, H5Pclose, access, "access properties");
    close_with(writer, H5Pclose, create, "creation properties");
}

/* Types and spaces. */

/* UTF-8 text; size 0: of variable length. */
static hid_t text_type(LabH5Writer *writer, size_t size) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    check(writer, type, "make", "a text type");
    check(writer, H5Tset_size(type, size == 0 ? H5T_VARIABLE : size), "size", "a text type");
    check(writer, H5Tset_cset(type, H5T_CSET_UTF8), "mark as UTF-8", "a text type");
    return type;
}

static hid_t shape_space(LabH5Writer *writer, const LabH5Shape *shape) {
    hsize_t length[LAB_H5W_RANK_MAX];
    for (int32_t i = 0; i < shape->rank; i++) {
        length[i] = (hsize_t)shape->length[i];
    }
    const hid_t space =
        shape->rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(shape->rank, length, NULL);
    check(writer, space, "shape", shape->name);
    return space;
}

/* Chunks hold whole runs of the fastest dimensions, so that one point's values lie together. */
static void pack(LabH5Writer *writer, const LabH5Shape *shape, hid_t create) {
    hsize_t chunk[LAB_H5W_RANK_MAX];
    hsize_t room = CHUNK_ELEMENTS;
    for (int32_t i = shape->rank - 1; i >= 0; i--) {
        const hsize_t length = (hsize_t)shape->length[i];
        chunk[i] = length < room ? length : room;
        room /= chunk[i];
        room = room < 1 ? 1 : room;
    }
    check(writer, H5Pset_chunk(create, shape->rank, chunk), "chunk", shape->name);
    check(writer, H5Pset_shuffle(create), "shuffle", shape->name);
    check(writer, H5Pset_deflate(create, 4), "deflate", shape->name);
    check(writer, H5Pset_fletcher32(create), "checksum", shape->name);
}

/* Datasets. */

static void attach_scales(LabH5Writer *writer, const LabH5Shape *shape, hid_t dataset) {
    for (int32_t i = 0; i < shape->rank && !writer->failed; i++) {
        if (shape->dimension[i] == NULL || strcmp(shape->dimension[i], shape->name) == 0) {
            continue;
        }
        const hid_t scale = H5Dopen2(writer->file, shape->dimension[i], H5P_DEFAULT);
        check(writer, scale, "open the scale", shape->dimension[i]);
        if (scale >= 0) {
            check(writer, H5DSattach_scale(dataset, scale, (unsigned)i), "attach a scale to",
                  shape->name);
        }
        close_with(writer, H5Dclose, scale, shape->dimension[i]);
    }
}

/* How values lie in memory and in the file. */
typedef struct Types {
    hid_t memory;
    hid_t file;
    const void *fill; /* of the memory type, or NULL */
} Types;

static void write_dataset(LabH5Writer *writer, const LabH5Shape *shape, const Types *types,
                          const void *values) {
    if (writer->failed) {
        return;
    }
    const hid_t space = shape_space(writer, shape);
    const hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    check(writer, create, "make properties of", shape->name);
    if (types->fill != NULL) {
        check(writer, H5Pset_fill_value(create, types->memory, types->fill), "fill", shape->name);
    }
    if (shape->packed && shape->rank > 0) {
        pack(writer, shape, create);
    }
    if (!writer->failed) {
        const hid_t dataset = H5Dcreate2(writer->file, shape->name, types->file, space, H5P_DEFAULT,
                                         create, H5P_DEFAULT);
        check(writer, dataset, "create", shape->name);
        if (dataset >= 0) {
            check(writer, H5Dwrite(dataset, types->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
                  "write", shape->name);
            attach_scales(writer, shape, dataset);
        }
        close_with(writer, H5Dclose, dataset, shape->name);
    }
    close_with(writer, H5Pclose, create, shape->name);
    close_with(writer, H5Sclose, space, shape->name);
}

/* A scale of reals is complete: a fill value would make readers mask it. */
static bool is_own_scale(const LabH5Shape *shape) {
    return shape->rank == 1 && shape->dimension[0] != NULL &&
           strcmp(shape->dimension[0], shape->name) == 0;
}

void lab_h5w_reals(LabH5Writer *writer, const LabH5Shape *shape, const double *values) {
    const double fill = NAN;
    const bool scale = is_own_scale(shape);
    const Types types = {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, scale ? NULL : &fill};
    write_dataset(writer, shape, &types, values);
    if (!scale) {
        lab_h5w_real(writer, shape->name, "_FillValue", fill);
    }
}

void lab_h5w_integers(LabH5Writer *writer, const LabH5Shape *shape, const int64_t *values) {
    const Types types = {H5T_NATIVE_INT64, H5T_STD_I64LE, NULL};
    write_dataset(writer, shape, &types, values);
}

void lab_h5w_bytes(LabH5Writer *writer, const LabH5Shape *shape, const int8_t *values) {
    const Types types = {H5T_NATIVE_INT8, H5T_STD_I8LE, NULL};
    write_dataset(writer, shape, &types, values);
}

void lab_h5w_texts(LabH5Writer *writer, const LabH5Shape *shape, const char *const *values) {
    int64_t count = 1;
    for (int32_t i = 0; i < shape->rank; i++) {
        count *= shape->length[i];
    }
    const char **full = lab_alloc((size_t)count, sizeof *full);
    for (int64_t i = 0; i < count; i++) {
        full[i] = values[i] == NULL ? "" : values[i];
    }
    const hid_t type = text_type(writer, 0);
    const Types types = {type, type, NULL};
    LabH5Shape plain = *shape;
    plain.packed = false; /* filters see only the heap's references, not the text */
    write_dataset(writer, &plain, &types, full);
    close_with(writer, H5Tclose, type, shape->name);
    free(full);
}

void lab_h5w_make_scale(LabH5Writer *writer, const char *name) {
    if (writer->failed) {
        return;
    }
    const hid_t dataset = H5Dopen2(writer->file, name, H5P_DEFAULT);
    check(writer, dataset, "open", name);
    if (dataset >= 0) {
        check(writer, H5DSset_scale(dataset, name), "make a scale of", name);
    }
    close_with(writer, H5Dclose, dataset, name);
}

/* Attributes. */

static void write_attribute(LabH5Writer *writer, const char *object, const char *name, hid_t memory,
                            hid_t file, hid_t space, const void *value) {
    if (!writer->failed) {
        const hid_t owner = H5Oopen(writer->file, object == NULL ? "/" : object, H5P_DEFAULT);
        check(writer, owner, "open", object == NULL ? "/" : object);
        const hid_t attribute =
            writer->failed ? -1 : H5Acreate2(owner, name, file, space, H5P_DEFAULT, H5P_DEFAULT);
        check(writer, attribute, "create the attribute", name);
        if (attribute >= 0) {
            check(writer, H5Awrite(attribute, memory, value), "write the attribute", name);
        }
        close_with(writer, H5Aclose, attribute, name);
        close_with(writer, H5Oclose, owner, name);
    }
}

/* Numeric attributes are lists, as netCDF has them. */
static void write_list(LabH5Writer *writer, const char *object, const char *name, hid_t memory,
                       hid_t file, const void *values, int64_t count) {
    const hsize_t length = (hsize_t)count;
    const hid_t space = H5Screate_simple(1, &length, NULL);
    check(writer, space, "shape", name);
    write_attribute(writer, object, name, memory, file, space, values);
    close_with(writer, H5Sclose, space, name);
}

void lab_h5w_text(LabH5Writer *writer, const char *object, const char *name, const char *text) {
    const size_t length = strlen(text);
    if (object == NULL && length > TEXT_MAX) {
        const LabH5Shape shape = {.name = name};
        lab_h5w_texts(writer, &shape, &text);
        return;
    }
    const hid_t type = text_type(writer, length + 1); /* an empty type is not allowed */
    const hid_t space = H5Screate(H5S_SCALAR);
    check(writer, space, "shape", name);
    write_attribute(writer, object, name, type, type, space, text);
    close_with(writer, H5Sclose, space, name);
    close_with(writer, H5Tclose, type, name);
}

void lab_h5w_integer(LabH5Writer *writer, const char *object, const char *name, int64_t value) {
    write_list(writer, object, name, H5T_NATIVE_INT64, H5T_STD_I64LE, &value, 1);
}

void lab_h5w_real(LabH5Writer *writer, const char *object, const char *name, double value) {
    write_list(writer, object, name, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &value, 1);
}

void lab_h5w_byte_list(LabH5Writer *writer, const char *object, const char *name,
                       const int8_t *values, int64_t count) {
    write_list(writer, object, name, H5T_NATIVE_INT8, H5T_STD_I8LE, values, count);
}

/* The image. */

LabStatus lab_h5w_finish(LabH5Writer *writer, const char *path, LabError *error) {
    close_with(writer, H5Fclose, writer->file, "the file in memory");
    const size_t length = lab_h5image_length(writer->image);
    LabStatus status;
    if (writer->failed || length == 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: HDF5 failed to %s", path,
                          writer->failed ? writer->what : "make a sound file in memory");
    } else {
        status = lab_durable_write(path, writer->image->bytes, length, error);
    }
    free(writer->image->bytes);
    free(writer->image);
    *writer = (LabH5Writer){.file = -1};
    return status;
}
