/* merged.c: the layout of the merged file, readable by netCDF-4 tools. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "h5write.h"
#include "merge.h"
#include "text.h"

typedef struct Merged {
    LabH5Writer writer;
    const LabTable *table;
    const LabSweep *sweep;
    LabH5Shape axes; /* the axes alone: what every variable begins with */
} Merged;

static void describe(Merged *merged, const char *name, const char *unit, const char *long_name) {
    lab_h5w_text(&merged->writer, name, "units", unit);
    lab_h5w_text(&merged->writer, name, "long_name", long_name);
}

/* Axes and parameters. */

/* A knob's values in the type of its kind; shape says whether they are an axis or one parameter. */
static void write_values(Merged *merged, const LabValues *values, int32_t k,
                         const LabH5Shape *shape) {
    const size_t count = (size_t)values->count;
    if (values->knob->kind == LAB_REAL) {
        lab_h5w_reals(&merged->writer, shape, values->value);
    } else if (values->knob->kind == LAB_INTEGER) {
        int64_t *whole = lab_alloc(count, sizeof *whole);
        for (size_t i = 0; i < count; i++) {
            whole[i] = (int64_t)values->value[i];
        }
        lab_h5w_integers(&merged->writer, shape, whole);
        free(whole);
    } else {
        const char **word = lab_alloc(count, sizeof *word);
        for (size_t i = 0; i < count; i++) {
            word[i] = merged->sweep->word[k][(int32_t)values->value[i]];
        }
        lab_h5w_texts(&merged->writer, shape, word);
        free(word);
    }
}

static void write_knobs(Merged *merged) {
    const LabExperiment *experiment = merged->sweep->experiment;
    merged->axes = (LabH5Shape){0};
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        const LabValues *values = &merged->sweep->knob[k];
        const LabKnob *knob = values->knob;
        LabH5Shape shape = {.name = knob->name};
        if (values->axis) {
            shape.rank = 1;
            shape.length[0] = values->count;
            shape.dimension[0] = knob->name;
            merged->axes.dimension[merged->axes.rank] = knob->name;
            merged->axes.length[merged->axes.rank++] = values->count;
        }
        write_values(merged, values, k, &shape);
        if (values->axis) {
            lab_h5w_make_scale(&merged->writer, knob->name);
        } else {
            lab_h5w_integer(&merged->writer, knob->name, "parameter", 1);
        }
        describe(merged, knob->name, knob->unit, knob->long_name);
    }
}

/* A scale that numbers its places from 0. */
static void write_counter(Merged *merged, const char *name, const char *unit, const char *long_name,
                          int64_t length) {
    const LabH5Shape shape = {.name = name, .rank = 1, .length = {length}, .dimension = {name}};
    int64_t *place = lab_alloc((size_t)length, sizeof *place);
    for (int64_t i = 0; i < length; i++) {
        place[i] = i;
    }
    lab_h5w_integers(&merged->writer, &shape, place);
    lab_h5w_make_scale(&merged->writer, name);
    describe(merged, name, unit, long_name);
    free(place);
}

static void write_dimensions(Merged *merged) {
    const LabExperiment *experiment = merged->sweep->experiment;
    for (int32_t d = 0; d < experiment->dimension_count; d++) {
        const LabDimension *about = &experiment->dimensions[d];
        write_counter(merged, about->name, about->unit, about->long_name,
                      merged->sweep->dimension_length[d]);
    }
    bool series = false;
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        series = series || (experiment->variables[v].series && merged->table->value[v] != NULL);
    }
    if (series) {
        write_counter(merged, "step", "1", "steps, counted from 0", merged->table->steps);
    }
}

/* Variables. */

static LabH5Shape on_axes(const Merged *merged, const char *name) {
    LabH5Shape shape = merged->axes;
    shape.name = name;
    shape.packed = true;
    return shape;
}

static void write_variables(Merged *merged) {
    const LabExperiment *experiment = merged->sweep->experiment;
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        const LabVariable *about = &experiment->variables[v];
        if (merged->table->value[v] == NULL) {
            continue;
        }
        LabH5Shape shape = on_axes(merged, about->name);
        if (about->series || about->dimension != NULL) {
            shape.dimension[shape.rank] = about->series ? "step" : about->dimension;
            shape.length[shape.rank++] = merged->table->length[v];
        }
        lab_h5w_reals(&merged->writer, &shape, merged->table->value[v]);
        describe(merged, about->name, about->unit, about->long_name);
        if (about->timing) {
            lab_h5w_integer(&merged->writer, about->name, "timing", 1);
        }
    }
}

/* How each point ended, how long it took, and what it had to say. */
static void write_status(Merged *merged) {
    static const int8_t numbers[] = {
#define STATUS_NUMBER(name, number, word) number,
        LAB_POINT_STATUS_LIST(STATUS_NUMBER)
#undef STATUS_NUMBER
    };
#define STATUS_WORD(name, number, word) word " "
    static const char words[] = LAB_POINT_STATUS_LIST(STATUS_WORD);
#undef STATUS_WORD
    char *meanings = lab_copy_range(words, sizeof words - 2);
    LabH5Shape shape = on_axes(merged, "status");
    lab_h5w_bytes(&merged->writer, &shape, merged->table->status);
    describe(merged, "status", "1", "how the point ended");
    lab_h5w_byte_list(&merged->writer, "status", "flag_values", numbers,
                      (int64_t)(sizeof numbers / sizeof numbers[0]));
    lab_h5w_text(&merged->writer, "status", "flag_meanings", meanings);
    free(meanings);
    shape = on_axes(merged, "wall_s");
    lab_h5w_reals(&merged->writer, &shape, merged->table->wall_s);
    describe(merged, "wall_s", "s", "time the point took");
    lab_h5w_integer(&merged->writer, "wall_s", "timing", 1);
    bool any = false;
    for (int64_t p = 0; p < merged->sweep->point_count; p++) {
        any = any || merged->table->message[p] != NULL;
    }
    if (any) {
        shape = on_axes(merged, "message");
        lab_h5w_texts(&merged->writer, &shape, (const char *const *)merged->table->message);
        describe(merged, "message", "1", "why the point is not ok");
    }
}

static void write_verdicts(Merged *merged, const LabJudgement *judgement) {
    if (judgement == NULL || judgement->count == 0) {
        return;
    }
    /* `verdict` is the dimension of the others, so it comes first. */
    static const char *const names[] = {"verdict", "verdict_id", "verdict_source", "verdict_text"};
    static const char *const long_names[] = {"verdict", "claim the verdict is on",
                                             "reference figure", "our figure"};
    const char **column = lab_alloc((size_t)judgement->count, sizeof *column);
    for (int n = 0; n < 4; n++) {
        for (int64_t i = 0; i < judgement->count; i++) {
            const LabVerdictLine *line = &judgement->line[i];
            const char *const texts[] = {lab_verdict_word(line->verdict), line->id, line->source,
                                         line->text};
            column[i] = texts[n];
        }
        const LabH5Shape shape = {
            .name = names[n], .rank = 1, .length = {judgement->count}, .dimension = {names[0]}};
        lab_h5w_texts(&merged->writer, &shape, column);
        if (n == 0) {
            lab_h5w_make_scale(&merged->writer, names[0]);
        }
        describe(merged, names[n], "1", long_names[n]);
    }
    free(column);
}

/* Provenance. */

/* "alpha=0.5 gamma=0.999 solver=avbd": the fixed knobs. */
static void write_parameters_text(Merged *merged) {
    LabText text = {0};
    lab_text_add(&text, "%s", "");
    for (int32_t k = 0; k < merged->sweep->experiment->knob_count; k++) {
        const LabValues *values = &merged->sweep->knob[k];
        if (!values->axis) {
            lab_text_add(&text, "%s%s=", text.length > 0 ? " " : "", values->knob->name);
            lab_value_text(values->knob, values->value[0], &text);
        }
    }
    lab_h5w_text(&merged->writer, NULL, "parameters", text.text);
    lab_text_free(&text);
}

static void write_origin(Merged *merged, const char *command_line) {
    LabH5Writer *writer = &merged->writer;
    const LabBuild *build = &merged->sweep->build;
    char *cpu = lab_host_cpu();
    char *now = lab_utc_now();
    char *history = lab_print("%s: %s", now, command_line);
    lab_h5w_text(writer, NULL, "history", history);
    lab_h5w_text(writer, NULL, "argv", command_line);
    lab_h5w_text(writer, NULL, "created_utc", now);
    lab_h5w_text(writer, NULL, "host_cpu", cpu);
    lab_h5w_text(writer, NULL, "git_commit", build->git_commit);
    lab_h5w_text(writer, NULL, "git_dirty", build->git_dirty);
    lab_h5w_text(writer, NULL, "compiler", build->compiler);
    lab_h5w_text(writer, NULL, "cflags", build->cflags);
    lab_h5w_text(writer, NULL, "precision", build->precision);
    lab_h5w_text(writer, NULL, "build_sha256", merged->sweep->build_sha256);
    free(history);
    free(now);
    free(cpu);
}

static void write_settings(Merged *merged) {
    LabH5Writer *writer = &merged->writer;
    const LabSweep *sweep = merged->sweep;
    lab_h5w_integer(writer, NULL, "seed", (int64_t)sweep->seed);
    lab_h5w_integer(writer, NULL, "smoke", sweep->smoke);
    lab_h5w_integer(writer, NULL, "series", sweep->series);
    if (sweep->has_mesh) {
        lab_h5w_text(writer, NULL, "mesh", sweep->mesh.path);
        lab_h5w_text(writer, NULL, "mesh_sha256", sweep->mesh_sha256);
        lab_h5w_real(writer, NULL, "mesh_scale", sweep->mesh.scale);
    }
    if (sweep->mesh.hold != NULL) {
        lab_h5w_text(writer, NULL, "hold", sweep->mesh.hold);
    }
    write_parameters_text(merged);
}

static void write_root(Merged *merged, const char *command_line) {
    LabH5Writer *writer = &merged->writer;
    const LabExperiment *experiment = merged->sweep->experiment;
    const LabTable *table = merged->table;
    char content[LAB_DIGEST_SIZE];
    lab_table_digest(table, content);
    lab_h5w_text(writer, NULL, "Conventions", "CF-1.11");
    lab_h5w_text(writer, NULL, "title", experiment->name);
    lab_h5w_text(writer, NULL, "source", "clothlab");
    lab_h5w_integer(writer, NULL, "schema_version", LAB_SCHEMA_VERSION);
    lab_h5w_text(writer, NULL, "experiment", experiment->name);
    lab_h5w_text(writer, NULL, "question", experiment->question);
    lab_h5w_text(writer, NULL, "scene", experiment->scene);
    lab_h5w_text(writer, NULL, "answers", experiment->answers);
    lab_h5w_text(writer, NULL, "params_sha256", merged->sweep->params_sha256);
    lab_h5w_text(writer, NULL, "content_sha256", content);
    lab_h5w_text(writer, NULL, "status",
                 lab_table_is_fine(table) ? "complete" : "complete, with failed points");
    write_settings(merged);
    write_origin(merged, command_line);
}

LabStatus lab_merged_write(const char *path, const LabTable *table, const LabJudgement *judgement,
                           const char *command_line, LabError *error) {
    Merged merged = {.table = table, .sweep = table->sweep};
    lab_h5w_start(&merged.writer);
    write_root(&merged, command_line);
    write_knobs(&merged);
    write_dimensions(&merged);
    write_variables(&merged);
    write_status(&merged);
    write_verdicts(&merged, judgement);
    return lab_h5w_finish(&merged.writer, path, error);
}
