#include "manifest.h"

#include <cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "durable.h"

static const char *const kind_word[] = {
    [LAB_REAL] = "real", [LAB_INTEGER] = "integer", [LAB_CHOICE] = "choice"};

static void values_text(const LabValues *values, LabText *text) {
    for (int64_t i = 0; i < values->count; i++) {
        lab_text_add(text, "%s", i > 0 ? "," : "");
        lab_value_text(values->knob, values->value[i], text);
    }
}

/* Writing. */

static void add_text(cJSON *object, const char *name, const char *text) {
    if (text != NULL && cJSON_AddStringToObject(object, name, text) == NULL) {
        (void)lab_alloc(SIZE_MAX, 1); /* out of memory, said in the one place */
    }
}

static cJSON *add_array(cJSON *root, const char *name) {
    return cJSON_AddArrayToObject(root, name);
}

static cJSON *add_described(cJSON *array, const char *name, const char *unit,
                            const char *long_name) {
    cJSON *object = cJSON_CreateObject();
    (void)cJSON_AddItemToArray(array, object);
    add_text(object, "name", name);
    add_text(object, "unit", unit);
    add_text(object, "long_name", long_name);
    return object;
}

static void add_knobs(cJSON *root, const LabSweep *sweep) {
    cJSON *array = add_array(root, "knobs");
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        const LabKnob *knob = &sweep->experiment->knobs[k];
        LabText values = {0};
        values_text(&sweep->knob[k], &values);
        cJSON *object = add_described(array, knob->name, knob->unit, knob->long_name);
        add_text(object, "kind", kind_word[knob->kind]);
        add_text(object, "choices", knob->choices);
        add_text(object, "values", values.text);
        (void)cJSON_AddBoolToObject(object, "axis", sweep->knob[k].axis);
        lab_text_free(&values);
    }
}

static void add_variables(cJSON *root, const LabSweep *sweep) {
    const LabExperiment *experiment = sweep->experiment;
    cJSON *dimensions = add_array(root, "dimensions");
    for (int32_t d = 0; d < experiment->dimension_count; d++) {
        const LabDimension *about = &experiment->dimensions[d];
        cJSON *object = add_described(dimensions, about->name, about->unit, about->long_name);
        (void)cJSON_AddNumberToObject(object, "length", (double)sweep->dimension_length[d]);
    }
    cJSON *variables = add_array(root, "variables");
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        const LabVariable *about = &experiment->variables[v];
        cJSON *object = add_described(variables, about->name, about->unit, about->long_name);
        add_text(object, "dimension", about->dimension);
        (void)cJSON_AddBoolToObject(object, "timing", about->timing);
        (void)cJSON_AddBoolToObject(object, "series", about->series);
    }
}

static void add_settings(cJSON *root, const LabSweep *sweep) {
    char *seed = lab_print("%" PRIu64, sweep->seed); /* a JSON number holds only 53 bits */
    char *scale = lab_print("%.17g", sweep->mesh.scale);
    add_text(root, "seed", seed);
    (void)cJSON_AddBoolToObject(root, "smoke", sweep->smoke);
    (void)cJSON_AddBoolToObject(root, "series", sweep->series);
    add_text(root, "hold", sweep->mesh.hold);
    if (sweep->has_mesh) {
        add_text(root, "mesh", sweep->mesh.path);
        add_text(root, "mesh_scale", scale);
        add_text(root, "mesh_sha256", sweep->mesh_sha256);
    }
    free(seed);
    free(scale);
}

static void add_build(cJSON *root, const LabBuild *build) {
    add_text(root, "tree_sha256", build->tree_sha256);
    add_text(root, "source_sha256", build->source_sha256);
    add_text(root, "git_commit", build->git_commit);
    add_text(root, "git_dirty", build->git_dirty);
    add_text(root, "compiler", build->compiler);
    add_text(root, "cflags", build->cflags);
    add_text(root, "precision", build->precision);
}

LabStatus lab_manifest_write(const char *folder, const LabSweep *sweep, LabError *error) {
    const LabExperiment *experiment = sweep->experiment;
    cJSON *root = cJSON_CreateObject();
    add_text(root, "source", "clothlab parts");
    (void)cJSON_AddNumberToObject(root, "schema_version", LAB_SCHEMA_VERSION);
    add_text(root, "experiment", experiment->name);
    add_text(root, "question", experiment->question);
    add_text(root, "scene", experiment->scene);
    add_text(root, "answers", experiment->answers);
    (void)cJSON_AddBoolToObject(root, "expects_divergence", experiment->expects_divergence);
    add_text(root, "params_sha256", sweep->params_sha256);
    add_settings(root, sweep);
    add_build(root, &sweep->build);
    add_knobs(root, sweep);
    add_variables(root, sweep);
    char *text = cJSON_Print(root);
    char *path = lab_print("%s/%s", folder, LAB_MANIFEST_NAME);
    const LabStatus status = text == NULL ? lab_fail(error, LAB_BROKEN, "%s: out of memory", path)
                                          : lab_durable_write(path, text, strlen(text), error);
    free(path);
    cJSON_free(text);
    cJSON_Delete(root);
    return status;
}

/* Reading. */

/* A text of an object, NULL when it has none of that name. */
static const char *text_of(const cJSON *object, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool flag_of(const cJSON *object, const char *name) {
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static int32_t items_of(const cJSON *root, const char *name, const cJSON **array) {
    *array = cJSON_GetObjectItemCaseSensitive(root, name);
    return cJSON_GetArraySize(*array);
}

static bool described(const cJSON *object) {
    return text_of(object, "name") != NULL && text_of(object, "unit") != NULL &&
           text_of(object, "long_name") != NULL;
}

static bool read_knob(const cJSON *object, LabKnob *knob) {
    const char *kind = text_of(object, "kind");
    *knob = (LabKnob){.name = text_of(object, "name"),
                      .unit = text_of(object, "unit"),
                      .long_name = text_of(object, "long_name"),
                      .full = text_of(object, "values"),
                      .choices = text_of(object, "choices"),
                      .min = -INFINITY,
                      .max = INFINITY};
    for (size_t i = 0; kind != NULL && i < sizeof kind_word / sizeof kind_word[0]; i++) {
        if (strcmp(kind, kind_word[i]) == 0) {
            knob->kind = (LabKind)i;
            return described(object) && knob->full != NULL &&
                   (knob->kind == LAB_CHOICE) == (knob->choices != NULL);
        }
    }
    return false;
}

static bool read_knobs(LabManifest *manifest) {
    const cJSON *array;
    const int32_t count = items_of(manifest->json, "knobs", &array);
    manifest->knob = lab_alloc((size_t)count, sizeof *manifest->knob);
    manifest->experiment.knobs = manifest->knob;
    manifest->experiment.knob_count = count;
    manifest->sweep.knob = lab_alloc((size_t)count, sizeof *manifest->sweep.knob);
    for (int32_t k = 0; k < count; k++) {
        const cJSON *object = cJSON_GetArrayItem(array, k);
        LabKnob *knob = &manifest->knob[k];
        LabError ignored;
        if (!read_knob(object, knob) ||
            lab_values_parse(knob, knob->full, &manifest->sweep.knob[k], &ignored) != LAB_DONE) {
            return false;
        }
        manifest->sweep.knob[k].axis = flag_of(object, "axis");
    }
    return true;
}

static bool read_variables(LabManifest *manifest) {
    const cJSON *array;
    const int32_t dimensions = items_of(manifest->json, "dimensions", &array);
    manifest->dimension = lab_alloc((size_t)dimensions, sizeof *manifest->dimension);
    manifest->experiment.dimensions = manifest->dimension;
    manifest->experiment.dimension_count = dimensions;
    for (int32_t d = 0; d < dimensions; d++) {
        const cJSON *object = cJSON_GetArrayItem(array, d);
        const double length =
            cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, "length"));
        if (!described(object) || !(length >= 1.0 && length <= LAB_POINTS_MAX)) {
            return false;
        }
        manifest->dimension[d] = (LabDimension){.name = text_of(object, "name"),
                                                .unit = text_of(object, "unit"),
                                                .long_name = text_of(object, "long_name"),
                                                .length = (int64_t)length};
    }
    const int32_t variables = items_of(manifest->json, "variables", &array);
    manifest->variable = lab_alloc((size_t)variables, sizeof *manifest->variable);
    manifest->experiment.variables = manifest->variable;
    manifest->experiment.variable_count = variables;
    for (int32_t v = 0; v < variables; v++) {
        const cJSON *object = cJSON_GetArrayItem(array, v);
        LabVariable *variable = &manifest->variable[v];
        *variable = (LabVariable){.name = text_of(object, "name"),
                                  .unit = text_of(object, "unit"),
                                  .long_name = text_of(object, "long_name"),
                                  .dimension = text_of(object, "dimension"),
                                  .timing = flag_of(object, "timing"),
                                  .series = flag_of(object, "series")};
        if (!described(object) || (variable->dimension != NULL && !variable->series &&
                                   lab_variable_dimension(&manifest->experiment, variable) < 0)) {
            return false;
        }
    }
    return true;
}

static bool read_settings(LabManifest *manifest) {
    const cJSON *json = manifest->json;
    LabSweep *sweep = &manifest->sweep;
    const char *seed = text_of(json, "seed");
    const char *scale = text_of(json, "mesh_scale");
    const char *mesh_sha256 = text_of(json, "mesh_sha256");
    sweep->seed = seed == NULL ? 0 : strtoull(seed, NULL, 10);
    sweep->smoke = flag_of(json, "smoke");
    sweep->series = flag_of(json, "series");
    sweep->mesh = (LabMesh){.path = text_of(json, "mesh"),
                            .scale = scale == NULL ? 1.0 : strtod(scale, NULL),
                            .hold = text_of(json, "hold")};
    sweep->has_mesh = sweep->mesh.path != NULL;
    if (sweep->has_mesh) {
        (void)snprintf(sweep->mesh_sha256, sizeof sweep->mesh_sha256, "%s",
                       mesh_sha256 == NULL ? "" : mesh_sha256);
    }
    sweep->build = (LabBuild){.tree_sha256 = text_of(json, "tree_sha256"),
                              .source_sha256 = text_of(json, "source_sha256"),
                              .git_commit = text_of(json, "git_commit"),
                              .git_dirty = text_of(json, "git_dirty"),
                              .compiler = text_of(json, "compiler"),
                              .cflags = text_of(json, "cflags"),
                              .precision = text_of(json, "precision")};
    const LabBuild *build = &sweep->build;
    return seed != NULL && build->tree_sha256 != NULL && build->source_sha256 != NULL &&
           build->git_commit != NULL && build->git_dirty != NULL && build->compiler != NULL &&
           build->cflags != NULL && build->precision != NULL;
}

static bool read_head(LabManifest *manifest) {
    const cJSON *json = manifest->json;
    LabExperiment *experiment = &manifest->experiment;
    const char *source = text_of(json, "source");
    const double version =
        cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, "schema_version"));
    experiment->name = text_of(json, "experiment");
    experiment->question = text_of(json, "question");
    experiment->scene = text_of(json, "scene");
    experiment->answers = text_of(json, "answers");
    experiment->expects_divergence = flag_of(json, "expects_divergence");
    return source != NULL && strcmp(source, "clothlab parts") == 0 &&
           version == LAB_SCHEMA_VERSION && experiment->name != NULL &&
           experiment->question != NULL && experiment->scene != NULL && experiment->answers != NULL;
}

LabStatus lab_manifest_read(const char *folder, LabManifest *manifest, LabError *error) {
    *manifest = (LabManifest){0};
    manifest->sweep.experiment = &manifest->experiment;
    char *path = lab_print("%s/%s", folder, LAB_MANIFEST_NAME);
    void *bytes = NULL;
    size_t count;
    LabStatus status = lab_read_file(path, &bytes, &count, error);
    if (status == LAB_DONE) {
        manifest->json = cJSON_ParseWithLength(bytes, count);
        const bool ours = manifest->json != NULL && read_head(manifest) &&
                          read_settings(manifest) && read_knobs(manifest) &&
                          read_variables(manifest);
        status = ours ? lab_sweep_complete(&manifest->sweep, error)
                      : lab_fail(error, LAB_BROKEN, "%s: not written by this harness", path);
    }
    const char *hash = manifest->json == NULL ? NULL : text_of(manifest->json, "params_sha256");
    if (status == LAB_DONE && (hash == NULL || strcmp(hash, manifest->sweep.params_sha256) != 0)) {
        status = lab_fail(error, LAB_BROKEN, "%s: its params_sha256 is not the hash of its values",
                          path);
    }
    free(bytes);
    free(path);
    if (status != LAB_DONE) {
        lab_manifest_free(manifest);
    }
    return status;
}

void lab_manifest_free(LabManifest *manifest) {
    if (manifest->sweep.experiment != NULL) {
        lab_sweep_free(&manifest->sweep);
    }
    free(manifest->knob);
    free(manifest->dimension);
    free(manifest->variable);
    cJSON_Delete(manifest->json);
    *manifest = (LabManifest){0};
}

/* Comparing. */

static bool add_knob_difference(const LabValues *was, const LabValues *now, LabText *text) {
    LabText before = {0};
    LabText after = {0};
    values_text(was, &before);
    values_text(now, &after);
    const bool differ = was->axis != now->axis || strcmp(before.text, after.text) != 0;
    if (differ) {
        lab_text_add(text, "%s was %.60s, now %.60s", now->knob->name, before.text, after.text);
    }
    lab_text_free(&before);
    lab_text_free(&after);
    return differ;
}

void lab_sweep_difference(const LabSweep *was, const LabSweep *now, LabText *text) {
    if (strcmp(was->params_sha256, now->params_sha256) == 0) {
        if (strcmp(was->build_sha256, now->build_sha256) != 0) {
            lab_text_add(text, "kernel, experiment or compiler flags are not those of then");
        }
        return;
    }
    for (int32_t k = 0; k < now->experiment->knob_count; k++) {
        const int32_t then = lab_knob_number(was->experiment, now->experiment->knobs[k].name);
        if (then >= 0 && add_knob_difference(&was->knob[then], &now->knob[k], text)) {
            return;
        }
    }
    if (was->seed != now->seed) {
        lab_text_add(text, "seed was %" PRIu64 ", now %" PRIu64, was->seed, now->seed);
    } else if (was->smoke != now->smoke || was->series != now->series) {
        lab_text_add(text, "--%s was %s, now %s", was->smoke != now->smoke ? "smoke" : "series",
                     (was->smoke != now->smoke ? was->smoke : was->series) ? "on" : "off",
                     (was->smoke != now->smoke ? was->smoke : was->series) ? "off" : "on");
    } else {
        lab_text_add(text, "mesh, scale, hold or the experiment's knobs are not those of then");
    }
}
