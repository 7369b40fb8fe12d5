#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names. */

int32_t lab_knob_number(const LabExperiment *experiment, const char *name) {
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        if (strcmp(experiment->knobs[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

int32_t lab_variable_number(const LabExperiment *experiment, const char *name) {
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        if (strcmp(experiment->variables[v].name, name) == 0) {
            return v;
        }
    }
    return -1;
}

static int32_t dimension_number(const LabExperiment *experiment, const char *name) {
    for (int32_t d = 0; d < experiment->dimension_count; d++) {
        if (strcmp(experiment->dimensions[d].name, name) == 0) {
            return d;
        }
    }
    return -1;
}

int32_t lab_variable_dimension(const LabExperiment *experiment, const LabVariable *variable) {
    if (variable->series || variable->dimension == NULL) {
        return -1;
    }
    return dimension_number(experiment, variable->dimension);
}

int64_t lab_variable_length(const LabSweep *sweep, int32_t variable) {
    const LabVariable *about = &sweep->experiment->variables[variable];
    if (about->series) {
        return 0;
    }
    const int32_t d = lab_variable_dimension(sweep->experiment, about);
    return d < 0 ? 1 : sweep->dimension_length[d];
}

/* The experiment's own word. */

static void check_knob(const LabExperiment *experiment, const LabKnob *knob) {
    lab_require(knob->name != NULL && knob->unit != NULL && knob->long_name != NULL &&
                    knob->full != NULL,
                "%s: a knob lacks name, unit, long_name or full", experiment->name);
    lab_require((knob->kind == LAB_CHOICE) == (knob->choices != NULL),
                "%s: knob %s: choices go with LAB_CHOICE", experiment->name, knob->name);
    lab_require(knob->kind == LAB_CHOICE || knob->min <= knob->max, "%s: knob %s: min is above max",
                experiment->name, knob->name);
}

static void check_variable(const LabExperiment *experiment, const LabVariable *variable) {
    lab_require(variable->name != NULL && variable->unit != NULL && variable->long_name != NULL,
                "%s: a variable lacks name, unit or long_name", experiment->name);
    lab_require(lab_knob_number(experiment, variable->name) < 0 &&
                    dimension_number(experiment, variable->name) < 0,
                "%s: variable %s has the name of a knob or dimension", experiment->name,
                variable->name);
    lab_require(!variable->series || variable->dimension == NULL ||
                    strcmp(variable->dimension, "step") == 0,
                "%s: series %s runs along step", experiment->name, variable->name);
    lab_require(variable->series || variable->dimension == NULL ||
                    lab_variable_dimension(experiment, variable) >= 0,
                "%s: variable %s: dimension %s is not declared", experiment->name, variable->name,
                variable->dimension);
}

/* Names of the file itself. */
static void check_free_name(const LabExperiment *experiment, const char *name) {
    static const char *const taken[] = {"status",  "wall_s",     "message",      "step",
                                        "verdict", "verdict_id", "verdict_text", "verdict_source"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        lab_require(strcmp(taken[i], name) != 0, "%s: the name %s is the harness's own",
                    experiment->name, name);
    }
}

void lab_experiment_check(const LabExperiment *experiment) {
    lab_require(experiment->name != NULL && experiment->question != NULL &&
                    experiment->scene != NULL && experiment->answers != NULL &&
                    experiment->run_point != NULL,
                "name, question, scene, answers and run_point must be there");
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        const LabKnob *knob = &experiment->knobs[k];
        check_knob(experiment, knob);
        check_free_name(experiment, knob->name);
        lab_require(lab_knob_number(experiment, knob->name) == k, "%s: two knobs are called %s",
                    experiment->name, knob->name);
        lab_require(dimension_number(experiment, knob->name) < 0,
                    "%s: dimension %s has the name of a knob", experiment->name, knob->name);
    }
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        const LabVariable *variable = &experiment->variables[v];
        check_variable(experiment, variable);
        check_free_name(experiment, variable->name);
        lab_require(lab_variable_number(experiment, variable->name) == v,
                    "%s: two variables are called %s", experiment->name, variable->name);
    }
    for (int32_t d = 0; d < experiment->dimension_count; d++) {
        const LabDimension *dimension = &experiment->dimensions[d];
        check_free_name(experiment, dimension->name);
        const int32_t k =
            dimension->length > 0 ? -1 : lab_knob_number(experiment, dimension->length_knob);
        lab_require(dimension->length > 0 || (k >= 0 && experiment->knobs[k].kind == LAB_INTEGER),
                    "%s: dimension %s needs a length or an integer knob", experiment->name,
                    dimension->name);
    }
}

/* Completing a sweep. */

static LabStatus count_points(LabSweep *sweep, LabError *error) {
    int64_t count = 1;
    int32_t axes = 0;
    for (int32_t k = sweep->experiment->knob_count - 1; k >= 0; k--) {
        sweep->knob[k].stride = count;
        axes += sweep->knob[k].axis;
        if (sweep->knob[k].count > LAB_POINTS_MAX / count) {
            return lab_fail(error, LAB_USAGE, "the axes span more than %d points in all",
                            LAB_POINTS_MAX);
        }
        count *= sweep->knob[k].count;
    }
    if (axes > LAB_AXES_MAX) {
        return lab_fail(error, LAB_USAGE, "%d axes; a file holds at most %d", axes, LAB_AXES_MAX);
    }
    sweep->point_count = count;
    return LAB_DONE;
}

static LabStatus measure_dimensions(LabSweep *sweep, LabError *error) {
    const LabExperiment *experiment = sweep->experiment;
    sweep->dimension_length = lab_alloc((size_t)experiment->dimension_count, sizeof(int64_t));
    for (int32_t d = 0; d < experiment->dimension_count; d++) {
        const LabDimension *dimension = &experiment->dimensions[d];
        double length = (double)dimension->length;
        if (dimension->length <= 0) {
            const LabValues *values =
                &sweep->knob[lab_knob_number(experiment, dimension->length_knob)];
            for (int64_t i = 0; i < values->count; i++) {
                length = fmax(length, values->value[i]);
            }
        }
        if (!(length >= 1.0 && length <= LAB_POINTS_MAX)) {
            return lab_fail(error, LAB_USAGE,
                            "%s: %.0f gives the dimension %s no usable length; allowed: 1 to %d",
                            dimension->length_knob, length, dimension->name, LAB_POINTS_MAX);
        }
        sweep->dimension_length[d] = (int64_t)length;
    }
    return LAB_DONE;
}

/* What every point shares and that decides its result, one fact a line. */
static void add_common_text(const LabSweep *sweep, LabText *text) {
    lab_text_add(text, "clothlab %d\nexperiment %s\nseed %llu\nsmoke %d\nseries %d\n",
                 LAB_SCHEMA_VERSION, sweep->experiment->name, (unsigned long long)sweep->seed,
                 sweep->smoke, sweep->series);
    if (sweep->has_mesh) {
        lab_text_add(text, "mesh %s\nscale %.17g\n", sweep->mesh_sha256, sweep->mesh.scale);
    }
    if (sweep->mesh.hold != NULL) {
        lab_text_add(text, "hold %s\n", sweep->mesh.hold);
    }
}

static void add_knob_text(const LabValues *values, int64_t first, int64_t count, LabText *text) {
    lab_text_add(text, "knob %s", values->knob->name);
    for (int64_t i = first; i < first + count; i++) {
        lab_text_add(text, " ");
        lab_value_text(values->knob, values->value[i], text);
    }
    lab_text_add(text, "\n");
}

static void hash_sweep(LabSweep *sweep) {
    LabText text = {0};
    add_common_text(sweep, &text);
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        lab_text_add(&text, sweep->knob[k].axis ? "axis " : "parameter ");
        add_knob_text(&sweep->knob[k], 0, sweep->knob[k].count, &text);
    }
    lab_digest_of_text(text.text, sweep->params_sha256);
    lab_text_free(&text);
}

/* Choices as words of their own, so that lab_choice() has something to point at. */
static void split_words(LabSweep *sweep) {
    const LabExperiment *experiment = sweep->experiment;
    sweep->word = lab_alloc((size_t)experiment->knob_count, sizeof *sweep->word);
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        const LabKnob *knob = &experiment->knobs[k];
        if (knob->kind != LAB_CHOICE) {
            continue;
        }
        const int32_t count = lab_choice_count(knob);
        sweep->word[k] = lab_alloc((size_t)count + 1, sizeof *sweep->word[k]);
        for (int32_t i = 0; i < count; i++) {
            sweep->word[k][i] = lab_choice_word(knob, i);
        }
    }
}

LabStatus lab_sweep_complete(LabSweep *sweep, LabError *error) {
    LabStatus status = count_points(sweep, error);
    if (status == LAB_DONE) {
        status = measure_dimensions(sweep, error);
    }
    if (status != LAB_DONE) {
        return status;
    }
    hash_sweep(sweep);
    lab_build_digest(&sweep->build, sweep->build_sha256);
    split_words(sweep);
    sweep->point = lab_alloc((size_t)sweep->point_count, sizeof *sweep->point);
    for (int64_t i = 0; i < sweep->point_count; i++) {
        sweep->point[i] = (LabPoint){.sweep = sweep, .index = i};
    }
    return LAB_DONE;
}

void lab_sweep_free(LabSweep *sweep) {
    for (int32_t k = 0; sweep->knob != NULL && k < sweep->experiment->knob_count; k++) {
        free(sweep->knob[k].value);
    }
    for (int32_t k = 0; sweep->word != NULL && k < sweep->experiment->knob_count; k++) {
        for (char **word = sweep->word[k]; word != NULL && *word != NULL; word++) {
            free(*word);
        }
        free(sweep->word[k]);
    }
    free(sweep->word);
    free(sweep->knob);
    free(sweep->dimension_length);
    free(sweep->point);
    *sweep = (LabSweep){0};
}

/* Points. */

int64_t lab_point_place(const LabPoint *point, int32_t k) {
    const LabValues *values = &point->sweep->knob[k];
    return (point->index / values->stride) % values->count;
}

void lab_point_text(const LabPoint *point, LabText *text) {
    const LabSweep *sweep = point->sweep;
    const char *blank = "";
    lab_text_add(text, "%s", blank);
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        if (sweep->knob[k].axis) {
            lab_text_add(text, "%s%s=", blank, sweep->knob[k].knob->name);
            lab_value_text(sweep->knob[k].knob, sweep->knob[k].value[lab_point_place(point, k)],
                           text);
            blank = " ";
        }
    }
}

void lab_point_digest(const LabPoint *point, char hex[LAB_DIGEST_SIZE]) {
    const LabSweep *sweep = point->sweep;
    LabText text = {0};
    add_common_text(sweep, &text);
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        add_knob_text(&sweep->knob[k], lab_point_place(point, k), 1, &text);
    }
    lab_digest_of_text(text.text, hex);
    lab_text_free(&text);
}
