/* tool_view.c: axes, choices along them, and the walk that every table of the lab is written by. */
#include "tool_view.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two numbers are the same value of an axis when they agree to this, relative. */
#define SAME_VALUE 1e-9

/* Significant figures for people: enough on an axis to tell its values apart. 0 stands for as many
 * as read back the same. A whole number below WHOLE_MAX, such as a count, keeps all its digits. */
#define FIGURES_EXACT 0
#define FIGURES_VALUE 4
#define FIGURES_AXIS  6
#define WHOLE_MAX     1e7

/* Opening. */

static LabStatus load_values(const LabH5 *file, const LabH5Variable *variable, double **number,
                             char ***text, LabError *error) {
    switch (variable->kind) {
    case LAB_H5_NUMBER:
        *number = lab_h5_numbers(file, variable, error);
        return *number == NULL ? LAB_BROKEN : LAB_DONE;
    case LAB_H5_TEXT:
        *text = lab_h5_texts(file, variable, error);
        return *text == NULL ? LAB_BROKEN : LAB_DONE;
    default:
        return lab_fail(error, LAB_USAGE, "%s: \"%s\" holds neither numbers nor text", file->path,
                        variable->name);
    }
}

/* An axis takes its values from the scale of its name; one without a scale counts from 0. */
static LabStatus load_axis(const LabH5 *file, const char *name, int64_t length, ToolAxis *axis,
                           LabError *error) {
    const LabH5Variable *scale = lab_h5_find(file, name);
    LabStatus status = LAB_DONE;
    *axis = (ToolAxis){.name = name, .unit = "", .file_length = length, .length = length};
    axis->chosen = lab_alloc((size_t)length, sizeof *axis->chosen);
    for (int64_t k = 0; k < length; ++k) {
        axis->chosen[k] = k;
    }
    if (scale != NULL && scale->count == length && scale->kind != LAB_H5_OTHER) {
        axis->unit = scale->unit;
        status = load_values(file, scale, &axis->number, &axis->text, error);
    } else {
        axis->number = lab_alloc((size_t)length, sizeof *axis->number);
        for (int64_t k = 0; k < length; ++k) {
            axis->number[k] = (double)k;
        }
    }
    return status;
}

static int32_t find_axis(const ToolView *view, const char *name) {
    for (int32_t a = 0; a < view->axis_count; ++a) {
        if (strcmp(view->axis[a].name, name) == 0) {
            return a;
        }
    }
    return -1;
}

static LabStatus place_column(const ToolView *view, ToolColumn *column, LabError *error) {
    const LabH5Variable *variable = column->variable;
    int64_t stride = 1;
    for (int32_t d = variable->rank - 1; d >= 0; --d) {
        int32_t axis = find_axis(view, variable->dimension[d]);
        if (axis < 0 || variable->shape[d] != view->axis[axis].file_length) {
            return lab_fail(error, LAB_USAGE,
                            "%s: \"%s\" depends on \"%s\", which the variable with most axes here "
                            "does not: ask for it on its own",
                            view->file->path, variable->name, variable->dimension[d]);
        }
        column->stride[axis] = stride;
        stride *= variable->shape[d];
    }
    return load_values(view->file, variable, &column->number, &column->text, error);
}

LabStatus tool_view_open(ToolView *view, const char *path, const char *const *names, int32_t count,
                         LabError *error) {
    *view = (ToolView){.file = lab_h5_open(path, error)};
    if (view->file == NULL) {
        return LAB_BROKEN;
    }
    view->column = lab_alloc((size_t)count, sizeof *view->column);
    const LabH5Variable *widest = NULL;
    for (int32_t c = 0; c < count; ++c) {
        const LabH5Variable *variable = lab_h5_need(view->file, names[c], error);
        if (variable == NULL) {
            return LAB_USAGE;
        }
        view->column[view->column_count++].variable = variable;
        widest = widest == NULL || variable->rank > widest->rank ? variable : widest;
    }
    LabStatus status = LAB_DONE;
    for (int32_t d = 0; widest != NULL && d < widest->rank && status == LAB_DONE; ++d) {
        status = load_axis(view->file, widest->dimension[d], widest->shape[d],
                           &view->axis[view->axis_count++], error);
    }
    for (int32_t c = 0; c < count && status == LAB_DONE; ++c) {
        status = place_column(view, &view->column[c], error);
    }
    return status;
}

void tool_view_close(ToolView *view) {
    for (int32_t a = 0; a < view->axis_count; ++a) {
        ToolAxis *axis = &view->axis[a];
        free(axis->number);
        lab_h5_free_texts(axis->text, axis->file_length);
        free(axis->chosen);
    }
    for (int32_t c = 0; c < view->column_count; ++c) {
        free(view->column[c].number);
        lab_h5_free_texts(view->column[c].text, view->column[c].variable->count);
    }
    free(view->column);
    lab_h5_close(view->file);
    *view = (ToolView){0};
}

/* Choosing. */

static LabStatus refuse_axis(const ToolView *view, const char *name, LabError *error) {
    LabText known = {0};
    for (int32_t a = 0; a < view->axis_count; ++a) {
        lab_text_add(&known, "%s%s", a > 0 ? ", " : "", view->axis[a].name);
    }
    LabStatus status = lab_fail(error, LAB_USAGE, "%s: no axis \"%s\" here; the axes are: %s",
                                view->file->path, name, known.text == NULL ? "none" : known.text);
    lab_text_free(&known);
    return status;
}

/* Whether a word as a user types it names a value, given as a number or as text. */
static bool same_value(const char *word, double number, const char *text) {
    if (text != NULL) {
        return strcmp(word, text) == 0;
    }
    char *end = NULL;
    double wanted = strtod(word, &end);
    if (end == word || *end != '\0') {
        return false;
    }
    return wanted == number || fabs(wanted - number) < SAME_VALUE * fabs(number);
}

static LabStatus refuse_value(const ToolView *view, int32_t a, const char *word, LabError *error) {
    LabText known = {0};
    for (int64_t k = 0; k < view->axis[a].length; ++k) {
        char *value = tool_view_axis_text(view, a, k, TOOL_EXACT, false);
        lab_text_add(&known, "%s%s", k > 0 ? ", " : "", value);
        free(value);
    }
    LabStatus status = lab_fail(error, LAB_USAGE, "%s: %s has no value %s; it has %s",
                                view->file->path, view->axis[a].name, word, known.text);
    lab_text_free(&known);
    return status;
}

/* A knob that was given one value is no axis but a parameter: a single value of that name. */
static LabStatus check_parameter(const ToolView *view, const char *name, const char *value,
                                 LabError *error) {
    const LabH5Variable *variable = lab_h5_find(view->file, name);
    if (variable == NULL || variable->count != 1 || variable->kind == LAB_H5_OTHER) {
        return refuse_axis(view, name, error);
    }
    double *number = NULL;
    char **text = NULL;
    LabStatus status = load_values(view->file, variable, &number, &text, error);
    if (status == LAB_DONE &&
        !same_value(value, number == NULL ? 0.0 : number[0], text == NULL ? NULL : text[0])) {
        status = lab_fail(error, LAB_USAGE, "%s: %s is a parameter here, and it is not %s",
                          view->file->path, name, value);
    }
    free(number);
    lab_h5_free_texts(text, variable->count);
    return status;
}

/* Marks the values a comma-separated list names. list: in, cut into words. */
static LabStatus mark_values(const ToolView *view, int32_t a, char *list, bool *wanted,
                             LabError *error) {
    const ToolAxis *axis = &view->axis[a];
    char *rest = list;
    for (char *word = strsep(&rest, ","); word != NULL; word = strsep(&rest, ",")) {
        bool found = false;
        for (int64_t k = 0; k < axis->length; ++k) {
            int64_t at = axis->chosen[k];
            if (same_value(word, axis->number == NULL ? 0.0 : axis->number[at],
                           axis->text == NULL ? NULL : axis->text[at])) {
                wanted[k] = true;
                found = true;
            }
        }
        if (!found) {
            return refuse_value(view, a, word, error);
        }
    }
    return LAB_DONE;
}

LabStatus tool_view_where(ToolView *view, const char *where, LabError *error) {
    const char *equals = strchr(where, '=');
    if (equals == NULL || equals == where || equals[1] == '\0') {
        return lab_fail(error, LAB_USAGE, "where \"%s\": NAME=VALUE or NAME=VALUE,VALUE wanted",
                        where);
    }
    char *name = lab_copy_range(where, (size_t)(equals - where));
    char *list = lab_copy_text(equals + 1);
    int32_t a = find_axis(view, name);
    LabStatus status = LAB_DONE;
    if (a < 0) {
        status = check_parameter(view, name, list, error);
    } else {
        ToolAxis *axis = &view->axis[a];
        bool *wanted = lab_alloc((size_t)axis->length, sizeof *wanted);
        status = mark_values(view, a, list, wanted, error);
        int64_t kept = 0;
        for (int64_t k = 0; k < axis->length && status == LAB_DONE; ++k) {
            axis->chosen[kept] = axis->chosen[k];
            kept += wanted[k] ? 1 : 0;
        }
        axis->length = status == LAB_DONE ? kept : axis->length;
        axis->fixed = axis->length == 1;
        free(wanted);
    }
    free(list);
    free(name);
    return status;
}

/* Order and walk. */

/* Moves an axis from one place to another; the rest keep their order. */
static void move_axis(ToolView *view, int32_t from, int32_t to) {
    int32_t step = from < to ? 1 : -1;
    for (int32_t a = from; a != to; a += step) {
        ToolAxis axis = view->axis[a];
        view->axis[a] = view->axis[a + step];
        view->axis[a + step] = axis;
        for (int32_t c = 0; c < view->column_count; ++c) {
            int64_t *stride = view->column[c].stride;
            int64_t kept = stride[a];
            stride[a] = stride[a + step];
            stride[a + step] = kept;
        }
    }
}

LabStatus tool_view_slowest(ToolView *view, const char *name, LabError *error) {
    int32_t a = find_axis(view, name);
    if (a < 0) {
        return refuse_axis(view, name, error);
    }
    move_axis(view, a, 0);
    return LAB_DONE;
}

LabStatus tool_view_fastest(ToolView *view, const char *name, LabError *error) {
    int32_t a = find_axis(view, name);
    if (a < 0) {
        return refuse_axis(view, name, error);
    }
    move_axis(view, a, view->axis_count - 1);
    return LAB_DONE;
}

int32_t tool_view_next(const ToolView *view, int64_t *cursor, int32_t axes) {
    for (int32_t a = axes - 1; a >= 0; --a) {
        if (++cursor[a] < view->axis[a].length) {
            return a;
        }
        cursor[a] = 0;
    }
    return -1;
}

static char *number_text(double value, int figures) {
    if (isnan(value)) {
        return lab_copy_text("NaN");
    }
    if (figures != FIGURES_EXACT) {
        bool whole = value == floor(value) && fabs(value) < WHOLE_MAX;
        return whole ? lab_print("%.0f", value) : lab_print("%.*g", figures, value);
    }
    char *text = lab_print("%.15g", value);
    for (int more = 16; more <= 17 && strtod(text, NULL) != value; ++more) {
        free(text);
        text = lab_print("%.*g", more, value);
    }
    return text;
}

static char *value_text(const double *number, char *const *text, int64_t at, int figures,
                        bool quoted) {
    if (text == NULL) {
        return number_text(number[at], figures);
    }
    return lab_print(quoted ? "\"%s\"" : "%s", text[at]);
}

char *tool_view_axis_text(const ToolView *view, int32_t axis, int64_t index, ToolDigits digits,
                          bool quoted) {
    const ToolAxis *along = &view->axis[axis];
    int figures = digits == TOOL_BRIEF ? FIGURES_AXIS : FIGURES_EXACT;
    return value_text(along->number, along->text, along->chosen[index], figures, quoted);
}

char *tool_view_cell_text(const ToolView *view, int32_t column, const int64_t *cursor,
                          ToolDigits digits, bool quoted) {
    const ToolColumn *values = &view->column[column];
    int64_t at = 0;
    for (int32_t a = 0; a < view->axis_count; ++a) {
        at += values->stride[a] * view->axis[a].chosen[cursor[a]];
    }
    int figures = digits == TOOL_BRIEF ? FIGURES_VALUE : FIGURES_EXACT;
    return value_text(values->number, values->text, at, figures, quoted);
}
