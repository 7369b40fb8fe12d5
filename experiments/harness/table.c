#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *nan_array(int64_t count) {
    double *values = lab_alloc((size_t)count, sizeof *values);
    for (int64_t i = 0; i < count; i++) {
        values[i] = NAN;
    }
    return values;
}

void lab_table_start(LabTable *table, const LabSweep *sweep) {
    const size_t variables = (size_t)sweep->experiment->variable_count;
    const size_t points = (size_t)sweep->point_count;
    *table = (LabTable){.sweep = sweep, .steps = 1};
    table->value = lab_alloc(variables, sizeof *table->value);
    table->length = lab_alloc(variables, sizeof *table->length);
    for (int32_t v = 0; v < sweep->experiment->variable_count; v++) {
        if (lab_variable_recorded(sweep, v)) {
            const int64_t length = lab_variable_length(sweep, v);
            table->length[v] = length < 1 ? 1 : length;
            table->value[v] = nan_array(sweep->point_count * table->length[v]);
        }
    }
    table->status = lab_alloc(points, sizeof *table->status);
    memset(table->status, LAB_POINT_MISSING, points);
    table->wall_s = nan_array(sweep->point_count);
    table->message = lab_alloc(points, sizeof *table->message);
}

/* Series end at different steps; the columns widen to the longest, all of them alike. */
static void widen(LabTable *table, int64_t steps) {
    const LabSweep *sweep = table->sweep;
    if (steps <= table->steps) {
        return;
    }
    for (int32_t v = 0; v < sweep->experiment->variable_count; v++) {
        if (!sweep->experiment->variables[v].series || table->value[v] == NULL) {
            continue;
        }
        double *wide = nan_array(sweep->point_count * steps);
        for (int64_t p = 0; p < sweep->point_count; p++) {
            memcpy(wide + p * steps, table->value[v] + p * table->length[v],
                   (size_t)table->length[v] * sizeof *wide);
        }
        free(table->value[v]);
        table->value[v] = wide;
        table->length[v] = steps;
    }
    table->steps = steps;
}

static void take_result(LabTable *table, int64_t index, LabResult *result) {
    for (int32_t v = 0; v < table->sweep->experiment->variable_count; v++) {
        if (table->value[v] != NULL) {
            const LabColumn *column = &result->column[v];
            widen(table, table->sweep->experiment->variables[v].series ? column->count : 0);
            memcpy(table->value[v] + index * table->length[v], column->value,
                   (size_t)column->count * sizeof *column->value);
        }
    }
    table->status[index] = (int8_t)result->status;
    table->wall_s[index] = result->wall_s;
    table->message[index] = result->message;
    result->message = NULL;
}

static LabStatus load_point(LabTable *table, int64_t index, const char *const *folders,
                            int32_t folder_count, LabError *error) {
    for (int32_t f = 0; f < folder_count; f++) {
        if (!lab_part_exists(folders[f], index)) {
            continue;
        }
        LabResult result;
        const LabStatus status =
            lab_part_read(folders[f], &table->sweep->point[index], &result, error);
        if (status == LAB_DONE) {
            take_result(table, index, &result);
            lab_result_free(&result);
        }
        return status;
    }
    return LAB_DONE;
}

LabStatus lab_table_load(LabTable *table, const LabSweep *sweep, const char *const *folders,
                         int32_t folder_count, LabError *error) {
    lab_table_start(table, sweep);
    LabStatus status = LAB_DONE;
    for (int64_t p = 0; p < sweep->point_count && status == LAB_DONE; p++) {
        status = load_point(table, p, folders, folder_count, error);
        table->count[table->status[p]]++;
    }
    table->missing = table->count[LAB_POINT_MISSING];
    return status;
}

bool lab_table_is_fine(const LabTable *table) {
    for (int s = LAB_POINT_OK; s <= LAB_POINT_MISSING; s++) {
        if (table->count[s] > 0 &&
            !lab_point_is_fine(table->sweep->experiment, (LabPointStatus)s)) {
            return false;
        }
    }
    return true;
}

void lab_table_free(LabTable *table) {
    if (table->sweep == NULL) {
        return;
    }
    for (int32_t v = 0; v < table->sweep->experiment->variable_count; v++) {
        free(table->value[v]);
    }
    for (int64_t p = 0; p < table->sweep->point_count; p++) {
        free(table->message[p]);
    }
    free(table->value);
    free(table->length);
    free(table->status);
    free(table->wall_s);
    free(table->message);
    *table = (LabTable){0};
}

/* The content's hash. */

static void digest_knobs(LabDigest *digest, const LabSweep *sweep) {
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        const LabValues *values = &sweep->knob[k];
        LabText text = {0};
        lab_text_add(&text, "%s %s", values->axis ? "axis" : "parameter", values->knob->name);
        for (int64_t i = 0; i < values->count; i++) {
            lab_text_add(&text, " ");
            lab_value_text(values->knob, values->value[i], &text);
        }
        lab_digest_text(digest, text.text);
        lab_text_free(&text);
    }
}

static void digest_settings(LabDigest *digest, const LabSweep *sweep) {
    char *text = lab_print("seed %llu mesh %s scale %.17g hold %s", (unsigned long long)sweep->seed,
                           sweep->mesh_sha256, sweep->mesh.scale,
                           sweep->mesh.hold == NULL ? "" : sweep->mesh.hold);
    lab_digest_text(digest, sweep->experiment->name);
    lab_digest_text(digest, text);
    free(text);
}

void lab_table_digest(const LabTable *table, char hex[LAB_DIGEST_SIZE]) {
    const LabSweep *sweep = table->sweep;
    LabDigest digest;
    lab_digest_start(&digest);
    digest_settings(&digest, sweep);
    digest_knobs(&digest, sweep);
    lab_digest_text(&digest, "status");
    lab_digest_bytes(&digest, table->status, (size_t)sweep->point_count);
    for (int32_t v = 0; v < sweep->experiment->variable_count; v++) {
        if (table->value[v] != NULL && !sweep->experiment->variables[v].timing) {
            lab_digest_text(&digest, sweep->experiment->variables[v].name);
            lab_digest_reals(&digest, table->value[v],
                             (size_t)(sweep->point_count * table->length[v]));
        }
    }
    lab_digest_end(&digest, hex);
}
