#include "solver_knobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ChainShape solver_chain(const LabPoint *point) {
    ChainShape shape = scene_chain_default();
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    return shape;
}

SheetShape solver_sheet(const LabPoint *point) {
    SheetShape shape = scene_sheet_default();
    shape.columns = (int32_t)lab_integer(point, "columns");
    shape.rows = shape.columns;
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    return shape;
}

ClothFabricName solver_fabric_name(const LabPoint *point, const char *knob) {
    for (int k = 0; k < CLOTH_FABRICS; k++) {
        if (lab_chose(point, knob, cloth_fabric_text((ClothFabricName)k))) {
            return (ClothFabricName)k;
        }
    }
    return CLOTH_SILK;
}

ClothFabric solver_fabric(const LabPoint *point, const char *knob) {
    return cloth_fabric(solver_fabric_name(point, knob));
}

ClothStep solver_budget(const LabPoint *point) {
    ClothStep step = cloth_step_default();
    step.step_s = lab_real(point, "step_s");
    step.gravity[1] = -lab_real(point, "gravity_m_s2");
    step.substeps = (int32_t)lab_integer(point, "substeps");
    step.iterations = (int32_t)lab_integer(point, "iterations");
    return step;
}

ClothStep solver_step(const LabPoint *point) {
    ClothStep step = solver_budget(point);
    step.constants.alpha = lab_real(point, "alpha");
    step.constants.gamma = lab_real(point, "gamma");
    step.constants.beta = lab_real(point, "beta");
    step.constants.band_min = lab_real(point, "band");
    step.constants.band_max = lab_real(point, "band") * lab_real(point, "band_span");
    return step;
}

ClothSolver solver_method(const LabPoint *point) {
    return lab_chose(point, "solver", "avbd")  ? CLOTH_AVBD
           : lab_chose(point, "solver", "vbd") ? CLOTH_VBD
                                               : CLOTH_XPBD;
}

SceneWatchPlan solver_plan(const LabPoint *point) {
    const int64_t steps = lab_integer(point, "steps");
    const int64_t late = lab_integer(point, "late");
    return (SceneWatchPlan){.steps = steps, .late = late < steps ? late : steps};
}

ClothStatus solver_hang(const ChainShape *shape, const ClothStep *step, const SceneWatchPlan *plan,
                        Scene *scene, SceneWatch *watch, ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    const ClothStatus status = scene_chain(shape, &material, scene, error);
    return status == CLOTH_OK ? scene_watch(scene->state, step, plan, watch, error) : status;
}

void solver_put_settled(LabResult *result, const SceneWatch *watch) {
    if (watch->settled_step >= 0) {
        lab_put(result, "settled_step", (double)watch->settled_step);
    }
}

void solver_put_hash(LabResult *result, const ClothState *state) {
    const uint64_t hash = cloth_hash(state);
    lab_put(result, "hash_high", (double)(hash >> 32));
    lab_put(result, "hash_low", (double)(hash & UINT32_MAX));
}

double solver_chain_energy(const LabPoint *point) {
    const double links = (double)lab_integer(point, "links");
    return links * lab_real(point, "mass_kg") * lab_real(point, "gravity_m_s2") * links *
           lab_real(point, "spacing_m");
}

void solver_refusal(LabResult *result, ClothStatus status, const ClothError *error) {
    if (status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE) {
        lab_diverged(result, "%s", error->message);
    } else if (status != CLOTH_OK) {
        lab_failed(result, "%s", error->message);
    }
}

static bool has_one_value(const char *values) {
    return strpbrk(values, ",:") == NULL;
}

/* Whether the point has the knob at `value`, as the experiment writes it. */
static bool stands_at(const LabPoint *point, const LabKnob *knob, const char *value) {
    if (knob->kind == LAB_CHOICE) {
        return lab_chose(point, knob->name, value);
    }
    const double wanted = strtod(value, NULL);
    const double found = knob->kind == LAB_REAL ? lab_real(point, knob->name)
                                                : (double)lab_integer(point, knob->name);
    return found == wanted || fabs(found - wanted) <= 1e-12 * fabs(wanted);
}

static bool is_kept(const LabData *data, const LabKnob *knob) {
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const bool small = lab_smoke(point) && knob->smoke != NULL && has_one_value(knob->smoke);
        if (!stands_at(point, knob, small ? knob->smoke : knob->full)) {
            return false;
        }
    }
    return true;
}

bool solver_scene_kept(const LabData *data, LabJudgement *judgement, const LabKnob *knobs,
                       int32_t knob_count, const char *claims) {
    for (int32_t k = 0; k < knob_count; k++) {
        if (!has_one_value(knobs[k].full) || is_kept(data, &knobs[k])) {
            continue;
        }
        for (const char *at = claims; *at != '\0';) {
            const size_t length = strcspn(at, ",");
            char id[32];
            (void)snprintf(id, sizeof id, "%.*s", (int)length, at);
            lab_verdict(judgement, id, LAB_NOT_JUDGED, "",
                        "the claim is about the default scene; %s was changed", knobs[k].name);
            at += at[length] == ',' ? length + 1 : length;
        }
        return false;
    }
    return true;
}
