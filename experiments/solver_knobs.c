#include "solver_knobs.h"

ChainShape solver_chain(const LabPoint *point) {
    ChainShape shape = scene_chain_default();
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    return shape;
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
    step.constants = (ClothConstants){
        .alpha = lab_real(point, "alpha"),
        .gamma = lab_real(point, "gamma"),
        .beta = lab_real(point, "beta"),
        .band_min = lab_real(point, "band"),
        .band_max = lab_real(point, "band") * lab_real(point, "band_span"),
    };
    return step;
}

SceneWatchPlan solver_plan(const LabPoint *point) {
    const int64_t steps = lab_integer(point, "steps");
    const int64_t late = lab_integer(point, "late");
    return (SceneWatchPlan){.steps = steps, .late = late < steps ? late : steps};
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
