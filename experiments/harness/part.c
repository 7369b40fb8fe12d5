#include "part.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "h5read.h"

char *lab_part_path(const char *folder, int64_t index) {
    return lab_print("%s/p%09" PRId64 ".h5", folder, index);
}

int64_t lab_part_index(const char *name) {
    char *end;
    if (name[0] != 'p' || strspn(name + 1, "0123456789") != 9) {
        return -1;
    }
    const int64_t index = strtoll(name + 1, &end, 10);
    return strcmp(end, ".h5") == 0 ? index : -1;
}

bool lab_part_exists(const char *folder, int64_t index) {
    char *path = lab_part_path(folder, index);
    const bool exists = access(path, F_OK) == 0;
    free(path);
    return exists;
}

/* A bit that rots on disk must not become a measurement. */
static void values_digest(const LabResult *result, char hex[LAB_DIGEST_SIZE]) {
    LabDigest digest;
    lab_digest_start(&digest);
    for (int32_t v = 0; v < result->sweep->experiment->variable_count; v++) {
        if (lab_variable_recorded(result->sweep, v)) {
            lab_digest_text(&digest, result->sweep->experiment->variables[v].name);
            lab_digest_reals(&digest, result->column[v].value, (size_t)result->column[v].count);
        }
    }
    lab_digest_end(&digest, hex);
}

/* Writing. */

static void write_identity(LabH5Writer *writer, const LabPoint *point, const LabResult *result) {
    char hex[LAB_DIGEST_SIZE];
    lab_h5w_text(writer, NULL, "source", "clothlab part");
    lab_h5w_integer(writer, NULL, "schema_version", LAB_SCHEMA_VERSION);
    lab_h5w_text(writer, NULL, "experiment", point->sweep->experiment->name);
    lab_h5w_integer(writer, NULL, "point", point->index);
    lab_point_digest(point, hex);
    lab_h5w_text(writer, NULL, "point_sha256", hex);
    lab_h5w_text(writer, NULL, "params_sha256", point->sweep->params_sha256);
    lab_h5w_text(writer, NULL, "build_sha256", point->sweep->build_sha256);
    values_digest(result, hex);
    lab_h5w_text(writer, NULL, "values_sha256", hex);
    lab_h5w_integer(writer, NULL, "status", result->status);
    lab_h5w_text(writer, NULL, "message", result->message == NULL ? "" : result->message);
    lab_h5w_real(writer, NULL, "wall_s", result->wall_s);
}

LabStatus lab_part_write(const char *folder, const LabPoint *point, const LabResult *result,
                         LabH5Writer *blank, LabError *error) {
    const LabExperiment *experiment = point->sweep->experiment;
    LabH5Writer own;
    LabH5Writer *writer = blank;
    if (blank == NULL) {
        lab_h5w_start(&own);
        writer = &own;
    }
    write_identity(writer, point, result);
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        if (lab_variable_recorded(point->sweep, v)) {
            const LabH5Shape shape = {.name = experiment->variables[v].name,
                                      .rank = 1,
                                      .length = {result->column[v].count}};
            lab_h5w_reals(writer, &shape, result->column[v].value);
        }
    }
    char *path = lab_part_path(folder, point->index);
    const LabStatus status = lab_h5w_finish(writer, path, error);
    free(path);
    return status;
}

/* Reading. */

/* The reason a part does not belong here, NULL when it does. */
static const char *why_foreign(const LabH5 *file, const LabPoint *point) {
    const LabSweep *sweep = point->sweep;
    char hex[LAB_DIGEST_SIZE];
    if (!lab_h5_attribute_is(file, "source", "clothlab part") ||
        lab_h5_attribute_number(file, NULL, "schema_version") != LAB_SCHEMA_VERSION) {
        return "is no part of this version of the harness";
    }
    if (!lab_h5_attribute_is(file, "experiment", sweep->experiment->name)) {
        return "is a part of another experiment";
    }
    lab_point_digest(point, hex);
    if (!lab_h5_attribute_is(file, "params_sha256", sweep->params_sha256) ||
        !lab_h5_attribute_is(file, "point_sha256", hex) ||
        lab_h5_attribute_number(file, NULL, "point") != (double)point->index) {
        return "was made with other parameters";
    }
    if (!lab_h5_attribute_is(file, "build_sha256", sweep->build_sha256)) {
        return "was made by another build of kernel or experiment";
    }
    return NULL;
}

static LabH5 *open_part(const char *path, const LabPoint *point, LabPointStatus *status,
                        LabError *error) {
    LabError inner;
    LabH5 *file = lab_h5_open(path, &inner);
    if (file == NULL) {
        (void)lab_fail(error, LAB_BROKEN, "%s; remove that file to have its point run again",
                       inner.message);
        return NULL;
    }
    const char *why = why_foreign(file, point);
    const double number = lab_h5_attribute_number(file, NULL, "status");
    if (why == NULL && !(number >= LAB_POINT_OK && number <= LAB_POINT_CRASHED)) {
        why = "has no status";
    }
    if (why != NULL) {
        (void)lab_fail(error, LAB_BROKEN,
                       "%s %s: --fresh throws the finished points away, --out puts the result "
                       "elsewhere",
                       path, why);
        lab_h5_close(file);
        return NULL;
    }
    *status = (LabPointStatus)number;
    return file;
}

LabStatus lab_part_status(const char *folder, const LabPoint *point, LabPointStatus *status,
                          LabError *error) {
    char *path = lab_part_path(folder, point->index);
    LabH5 *file = open_part(path, point, status, error);
    free(path);
    if (file == NULL) {
        return LAB_BROKEN;
    }
    lab_h5_close(file);
    return LAB_DONE;
}

static LabStatus read_columns(const LabH5 *file, LabResult *result, LabError *error) {
    const LabExperiment *experiment = result->sweep->experiment;
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        if (!lab_variable_recorded(result->sweep, v)) {
            continue;
        }
        const LabVariable *about = &experiment->variables[v];
        const LabH5Variable *variable = lab_h5_need(file, about->name, error);
        if (variable == NULL) {
            return LAB_BROKEN;
        }
        if (!about->series && variable->count != result->column[v].count) {
            return lab_fail(error, LAB_BROKEN, "%s: %s holds %" PRId64 " values, not %" PRId64,
                            file->path, about->name, variable->count, result->column[v].count);
        }
        double *values = lab_h5_numbers(file, variable, error);
        if (values == NULL) {
            return LAB_BROKEN;
        }
        free(result->column[v].value);
        result->column[v] =
            (LabColumn){.value = values, .count = variable->count, .capacity = variable->count};
    }
    char hex[LAB_DIGEST_SIZE];
    values_digest(result, hex);
    if (!lab_h5_attribute_is(file, "values_sha256", hex)) {
        return lab_fail(
            error, LAB_BROKEN,
            "%s is damaged: its values do not have their hash; remove that file to have its "
            "point run again",
            file->path);
    }
    return LAB_DONE;
}

LabStatus lab_part_read(const char *folder, const LabPoint *point, LabResult *result,
                        LabError *error) {
    char *path = lab_part_path(folder, point->index);
    LabPointStatus point_status;
    LabH5 *file = open_part(path, point, &point_status, error);
    free(path);
    if (file == NULL) {
        return LAB_BROKEN;
    }
    LabResult read;
    lab_result_start(&read, point->sweep);
    read.status = point_status;
    read.wall_s = lab_h5_attribute_number(file, NULL, "wall_s");
    read.message = lab_h5_attribute(file, NULL, "message");
    if (read.message != NULL && read.message[0] == '\0') {
        free(read.message);
        read.message = NULL;
    }
    const LabStatus status = read_columns(file, &read, error);
    lab_h5_close(file);
    if (status != LAB_DONE) {
        lab_result_free(&read);
        return status;
    }
    *result = read;
    return LAB_DONE;
}
