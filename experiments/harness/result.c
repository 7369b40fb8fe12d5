#include "result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lab_variable_recorded(const LabSweep *sweep, int32_t variable) {
    return sweep->series || !sweep->experiment->variables[variable].series;
}

bool lab_point_is_fine(const LabExperiment *experiment, LabPointStatus status) {
    return status == LAB_POINT_OK ||
           (status == LAB_POINT_DIVERGED && experiment->expects_divergence);
}

void lab_result_start(LabResult *result, const LabSweep *sweep) {
    const int32_t count = sweep->experiment->variable_count;
    *result = (LabResult){.sweep = sweep, .status = LAB_POINT_OK, .wall_s = NAN};
    result->column = lab_alloc((size_t)count, sizeof *result->column);
    for (int32_t v = 0; v < count; v++) {
        LabColumn *column = &result->column[v];
        column->count = column->capacity = lab_variable_length(sweep, v);
        column->value = lab_alloc((size_t)column->count, sizeof *column->value);
        for (int64_t i = 0; i < column->count; i++) {
            column->value[i] = NAN;
        }
    }
}

void lab_result_free(LabResult *result) {
    for (int32_t v = 0; result->column != NULL && v < result->sweep->experiment->variable_count;
         v++) {
        free(result->column[v].value);
    }
    free(result->column);
    free(result->message);
    *result = (LabResult){0};
}

static LabColumn *column_of(LabResult *result, const char *name, bool series) {
    const LabExperiment *experiment = result->sweep->experiment;
    const int32_t v = lab_variable_number(experiment, name);
    lab_require(v >= 0, "%s: there is no variable %s", experiment->name, name);
    lab_require(experiment->variables[v].series == series, "%s: %s is %s series", experiment->name,
                name, series ? "no" : "a");
    return &result->column[v];
}

void lab_put(LabResult *result, const char *variable, double value) {
    LabColumn *column = column_of(result, variable, false);
    const LabExperiment *experiment = result->sweep->experiment;
    const LabVariable *about = &experiment->variables[lab_variable_number(experiment, variable)];
    lab_require(lab_variable_dimension(experiment, about) < 0,
                "%s: %s has a dimension and takes lab_put_array()", experiment->name, variable);
    column->value[0] = value;
}

void lab_put_array(LabResult *result, const char *variable, const double *values, int64_t n) {
    LabColumn *column = column_of(result, variable, false);
    lab_require(n >= 0 && n <= column->count, "%s: %s takes at most %lld values, not %lld",
                result->sweep->experiment->name, variable, (long long)column->count, (long long)n);
    memcpy(column->value, values, (size_t)n * sizeof *values);
}

void lab_series(LabResult *result, const char *variable, double value) {
    LabColumn *column = column_of(result, variable, true);
    if (!result->sweep->series) {
        return;
    }
    if (column->count == column->capacity) {
        column->capacity = column->capacity < 256 ? 256 : column->capacity * 2;
        column->value = lab_resize(column->value, (size_t)column->capacity, sizeof *column->value);
    }
    column->value[column->count++] = value;
}

/* The first word stays: what follows a failure is its consequence. */
static void say(LabResult *result, LabPointStatus status, const char *format, va_list arguments) {
    if (result->status != LAB_POINT_OK) {
        return;
    }
    char message[1024];
    (void)vsnprintf(message, sizeof message, format, arguments);
    result->status = status;
    result->message = lab_copy_text(message);
}

void lab_diverged(LabResult *result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(result, LAB_POINT_DIVERGED, format, arguments);
    va_end(arguments);
}

void lab_failed(LabResult *result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(result, LAB_POINT_FAILED, format, arguments);
    va_end(arguments);
}
