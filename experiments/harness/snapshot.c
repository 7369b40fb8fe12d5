/* snapshot.c: the block's fields into datasets, and datasets into a block. */
#include "snapshot.h"
#include "h5read.h"
#include "h5write.h"
#include "text.h"

#include "state/state.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KIND      "cloth state"
#define PRECISION (sizeof(ClothReal) == sizeof(double) ? "double" : "float")

/* The attribute that keeps a count; the counts have no dataset of their own to be read off when 0.
 */
#define COUNT_PREFIX "count_"

/* And how much of it is in use. */
#define TALLY_PREFIX "tally_"

/* Writing. */

/* What runs along the second dimension of a field: one name for each number of columns there is. */
static const char *column_dimension(int32_t components) {
    switch (components) {
    case 2:
        return "end";
    case 3:
        return "xyz";
    case 4:
        return "stencil_place";
    case 7:
        return "pose";
    case 9:
        return "matrix";
    case 12:
        return "stencil_pair";
    default:
        return NULL;
    }
}

/* A dimension scale that counts from 0. netCDF has no empty fixed dimension, so length 0 has none.
 */
static void write_scale(LabH5Writer *writer, const char *name, int32_t length, const char *what) {
    if (length < 1) {
        return;
    }
    const LabH5Shape shape = {
        .name = name, .rank = 1, .length = {length}, .dimension = {name}, .packed = true};
    int64_t *index = lab_alloc((size_t)length, sizeof *index);
    for (int32_t k = 0; k < length; ++k) {
        index[k] = k;
    }
    lab_h5w_integers(writer, &shape, index);
    lab_h5w_make_scale(writer, name);
    lab_h5w_text(writer, name, "units", "1");
    lab_h5w_text(writer, name, "long_name", what);
    free(index);
}

static void write_scales(LabH5Writer *writer, const ClothCounts *counts) {
#define WRITE_COUNT(name, what) write_scale(writer, #name, counts->name, what);
    CLOTH_COUNT_LIST(WRITE_COUNT)
#undef WRITE_COUNT
    static const int32_t columns[] = {2, 3, 4, 7, 9, 12};
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; ++k) {
        write_scale(writer, column_dimension(columns[k]), columns[k], "columns of a field");
    }
}

static void write_field(LabH5Writer *writer, const ClothState *state, const ClothField *field) {
    if (field->length < 1) {
        return;
    }
    const LabH5Shape shape = {.name = field->name,
                              .rank = field->components > 1 ? 2 : 1,
                              .length = {field->length, field->components},
                              .dimension = {field->count, column_dimension(field->components)},
                              .packed = true};
    const char *bytes = (const char *)state + field->offset;
    const size_t count = (size_t)field->length * (size_t)field->components;
    if (field->is_real) {
        const ClothReal *values = (const void *)bytes;
        double *copy = lab_alloc(count, sizeof *copy);
        for (size_t k = 0; k < count; ++k) {
            copy[k] = (double)values[k];
        }
        lab_h5w_reals(writer, &shape, copy);
        free(copy);
    } else {
        const int32_t *values = (const void *)bytes;
        int64_t *copy = lab_alloc(count, sizeof *copy);
        for (size_t k = 0; k < count; ++k) {
            copy[k] = values[k];
        }
        lab_h5w_integers(writer, &shape, copy);
        free(copy);
    }
    lab_h5w_text(writer, field->name, "units", field->unit);
    lab_h5w_text(writer, field->name, "long_name", field->what);
}

static void write_attributes(LabH5Writer *writer, const ClothState *state) {
    lab_h5w_text(writer, NULL, "Conventions", "CF-1.11");
    lab_h5w_text(writer, NULL, "title", "state of a cloth");
    lab_h5w_text(writer, NULL, "source", LAB_SOURCE_PREFIX " " CLOTH_VERSION);
    lab_h5w_integer(writer, NULL, "schema_version", 1);
    lab_h5w_text(writer, NULL, "kind", KIND);
    lab_h5w_text(writer, NULL, "precision", PRECISION);
    lab_h5w_integer(writer, NULL, "state_version", CLOTH_STATE_VERSION);
    lab_h5w_integer(writer, NULL, "steps_taken", state->steps_taken);
#define WRITE_COUNT(name, what)                                                                    \
    lab_h5w_integer(writer, NULL, COUNT_PREFIX #name, state->counts.name);
    CLOTH_COUNT_LIST(WRITE_COUNT)
#undef WRITE_COUNT
#define WRITE_TALLY(name, what)                                                                    \
    lab_h5w_integer(writer, NULL, TALLY_PREFIX #name, state->tally.name);
    CLOTH_TALLY_LIST(WRITE_TALLY)
#undef WRITE_TALLY
    lab_h5w_real(writer, NULL, "slack", state->slack);
    lab_h5w_real(writer, NULL, "leash_age_s", state->leash_age_s);
    lab_h5w_real(writer, NULL, "thickness_m", state->thickness_m);
    lab_h5w_real(writer, NULL, "substep_s", state->substep_s);
    lab_h5w_integer(writer, NULL, "rescues", state->rescues);
    char *hash = lab_print("%016" PRIx64, cloth_hash(state));
    lab_h5w_text(writer, NULL, "state_hash", hash);
    free(hash);
}

LabStatus lab_snapshot_write(const char *path, const ClothState *state, LabError *error) {
    LabH5Writer writer;
    ClothField field;
    lab_h5w_start(&writer);
    write_scales(&writer, &state->counts);
    for (int32_t k = 0; cloth_field(state, k, &field); ++k) {
        write_field(&writer, state, &field);
    }
    write_attributes(&writer, state);
    return lab_h5w_finish(&writer, path, error);
}

/* Reading. */

/* A whole number kept as an attribute, within a range. */
static LabStatus read_integer(const LabH5 *file, const char *name, double max, int64_t *value,
                              LabError *error) {
    double number = lab_h5_attribute_number(file, NULL, name);
    if (!(number >= 0.0 && number <= max)) {
        return lab_fail(error, LAB_BROKEN, "%s: attribute %s is %g; must be 0 to %.0f", file->path,
                        name, number, max);
    }
    *value = (int64_t)number;
    return LAB_DONE;
}

static LabStatus read_count(const LabH5 *file, const char *name, int32_t *count, LabError *error) {
    int64_t value = 0;
    LabStatus status = read_integer(file, name, (double)INT32_MAX, &value, error);
    *count = (int32_t)value;
    return status;
}

static LabStatus read_counts(const LabH5 *file, ClothCounts *counts, LabError *error) {
    LabStatus status = LAB_DONE;
#define READ_COUNT(name, what)                                                                     \
    if (status == LAB_DONE) {                                                                      \
        status = read_count(file, COUNT_PREFIX #name, &counts->name, error);                       \
    }
    CLOTH_COUNT_LIST(READ_COUNT)
#undef READ_COUNT
    return status;
}

/* What the header holds besides: the block's own check says whether it fits. */
static LabStatus read_header(const LabH5 *file, ClothState *state, LabError *error) {
    LabStatus status = read_integer(file, "steps_taken", 9.0e15, &state->steps_taken, error);
    if (status == LAB_DONE) {
        status = read_integer(file, "rescues", 9.0e15, &state->rescues, error);
    }
#define READ_TALLY(name, what)                                                                     \
    if (status == LAB_DONE) {                                                                      \
        status = read_count(file, TALLY_PREFIX #name, &state->tally.name, error);                  \
    }
    CLOTH_TALLY_LIST(READ_TALLY)
#undef READ_TALLY
    state->slack = lab_h5_attribute_number(file, NULL, "slack");
    state->leash_age_s = lab_h5_attribute_number(file, NULL, "leash_age_s");
    state->thickness_m = lab_h5_attribute_number(file, NULL, "thickness_m");
    state->substep_s = lab_h5_attribute_number(file, NULL, "substep_s");
    return status;
}

/* The attribute must say exactly this. */
static LabStatus need_text(const LabH5 *file, const char *name, const char *wanted,
                           LabError *error) {
    char *is = lab_h5_attribute(file, NULL, name);
    LabStatus status = LAB_DONE;
    if (is == NULL || strcmp(is, wanted) != 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: its %s is %s; this build reads %s", file->path,
                          name, is == NULL ? "missing" : is, wanted);
    }
    free(is);
    return status;
}

static LabStatus need_kind(const LabH5 *file, LabError *error) {
    LabStatus status = need_text(file, "kind", KIND, error);
    if (status == LAB_DONE) {
        status = need_text(file, "precision", PRECISION, error);
    }
    if (status == LAB_DONE) {
        char *version = lab_print("%u", CLOTH_STATE_VERSION);
        status = need_text(file, "state_version", version, error);
        free(version);
    }
    return status;
}

static LabStatus store(const LabH5 *file, const ClothField *field, const double *values,
                       ClothState *state, LabError *error) {
    char *bytes = (char *)state + field->offset;
    const int64_t count = (int64_t)field->length * field->components;
    for (int64_t k = 0; k < count; ++k) {
        if (field->is_real) {
            ((ClothReal *)(void *)bytes)[k] = (ClothReal)values[k];
        } else if (values[k] >= (double)INT32_MIN && values[k] <= (double)INT32_MAX) {
            ((int32_t *)(void *)bytes)[k] = (int32_t)values[k];
        } else {
            return lab_fail(error, LAB_BROKEN, "%s: %s holds %g, no 32-bit integer", file->path,
                            field->name, values[k]);
        }
    }
    return LAB_DONE;
}

static LabStatus read_field(const LabH5 *file, const ClothField *field, ClothState *state,
                            LabError *error) {
    if (field->length < 1) {
        return LAB_DONE;
    }
    const LabH5Variable *variable = lab_h5_need(file, field->name, error);
    if (variable == NULL) {
        return LAB_BROKEN;
    }
    if (variable->count != (int64_t)field->length * field->components) {
        return lab_fail(error, LAB_BROKEN, "%s: %s has %lld values; the counts say %d x %d",
                        file->path, field->name, (long long)variable->count, (int)field->length,
                        (int)field->components);
    }
    double *values = lab_h5_numbers(file, variable, error);
    LabStatus status = values == NULL ? LAB_BROKEN : store(file, field, values, state, error);
    free(values);
    return status;
}

/* A bit that the checksums and the block's own checks let through still shows in the hash. */
static LabStatus check_whole(const LabH5 *file, const ClothState *state, LabError *error) {
    ClothError cause = {0};
    if (cloth_check_block(state, cloth_bytes(state), &cause) != CLOTH_OK) {
        return lab_fail(error, LAB_BROKEN, "%s: %s", file->path, cause.message);
    }
    char *hash = lab_print("%016" PRIx64, cloth_hash(state));
    char *written = lab_h5_attribute(file, NULL, "state_hash");
    LabStatus status = LAB_DONE;
    if (written == NULL || strcmp(hash, written) != 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: its state hashes to %s, but was written as %s",
                          file->path, hash, written == NULL ? "nothing" : written);
    }
    free(written);
    free(hash);
    return status;
}

/* The block is as large as the counts say; every field is then held against them. */
static LabStatus read_block(const LabH5 *file, ClothState **state, LabError *error) {
    ClothCounts counts = {0};
    LabStatus status = read_counts(file, &counts, error);
    if (status != LAB_DONE) {
        return status;
    }
    if (counts.particle > CLOTH_PARTICLES_MAX) {
        return lab_fail(error, LAB_BROKEN, "%s: %d particles; at most %d are allowed", file->path,
                        (int)counts.particle, CLOTH_PARTICLES_MAX);
    }
    *state = cloth_allocate(&counts);
    if (*state == NULL) {
        return lab_fail(error, LAB_BROKEN, "%s: no memory for its %" PRIu64 " bytes", file->path,
                        cloth_block_bytes(&counts));
    }
    status = read_header(file, *state, error);
    ClothField field;
    for (int32_t k = 0; status == LAB_DONE && cloth_field(*state, k, &field); ++k) {
        status = read_field(file, &field, *state, error);
    }
    return status == LAB_DONE ? check_whole(file, *state, error) : status;
}

LabStatus lab_snapshot_read(const char *path, ClothState **state, LabError *error) {
    *state = NULL;
    LabH5 *file = lab_h5_open(path, error);
    if (file == NULL) {
        return LAB_BROKEN;
    }
    LabStatus status = need_kind(file, error);
    if (status == LAB_DONE) {
        status = read_block(file, state, error);
    }
    if (status != LAB_DONE) {
        cloth_destroy(*state);
        *state = NULL;
    }
    lab_h5_close(file);
    return status;
}
