/*
 * e37_tether_band: what makes a tether hold in one sweep, and is its penalty right?
 *
 * A tether's m_eff is its particle's mass, since its other end is nobody's to move. Its penalty is
 * swept here apart from those of the links, which stay at the shipped 8 m_eff/h^2: between limits
 * that hold both, with no decay and no growth, each keeps what it starts with.
 */
#include <math.h>
#include <stdio.h>

#include "scenes/extreme.h"
#include "scenes/rig.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_REAL("tether_band", "1", "penalty of the tethers over m/h^2",
                     "0.5,1,2,4,8,16,32,64", "2,8", 0, 1e6, true),
    SOLVER_KNOB_CHOICE("multipliers", "of every hard row, tethers too", "with,without", "with",
                       "with,without"),
    SOLVER_KNOB_CHOICE("allowance", "0.2 % of a tether's length, as shipped", "with", NULL,
                       "with,without"),
    SOLVER_KNOB_CHOICE("catch", "a slack row that a move would make pull is caught in that move",
                       "with,without", "with", "with,without"),
    KNOB_SUBSTEPS("1,2", "1"),
    KNOB_ITERATIONS("1,2,4,8", "1,4"),
    SOLVER_KNOB_REAL("damping_1_s", "s-1", "drag: a chain fabric's 0.8", "0.8", NULL, 0, 1e6,
                     false),
    KNOB_LINKS("30", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    SOLVER_KNOB_REAL("link_band", "1", "penalty of the links over m_eff/h^2", "8", NULL, 0, 1e6,
                     true),
    KNOB_STEPS("1800", "300"),
};

static const LabVariable variables[] = {
    {.name = "reach",
     .unit = "1",
     .long_name = "largest distance from the hold over that along it"},
    {.name = "reach_end", .unit = "1", .long_name = "the reach after the last step"},
    {.name = "excess_m", .unit = "m", .long_name = "largest distance beyond the length"},
    {.name = "excess_end_m", .unit = "m", .long_name = "the same after the last step"},
    {.name = "multiplier_n", .unit = "N", .long_name = "largest multiplier of a tether at the end"},
    {.name = "kinetic_late_max",
     .unit = "J",
     .long_name = "largest kinetic energy of the last sixth"},
};

/* Gives every row its penalty, between limits that leave them alone. */
static void set_penalties(const LabPoint *point, ClothState *state, ClothStep *step) {
    const ClothView view = cloth_view(state);
    const double link = lab_real(point, "link_band");
    const double tether = lab_real(point, "tether_band");
    const double h = step->step_s / step->substeps;
    step->constants.gamma = 1.0;
    step->constants.beta = 0.0;
    step->constants.band_min = fmin(link, tether);
    step->constants.band_max = fmax(link, tether);
    for (int32_t s = 0; s < view.counts.slot; s++) {
        view.slot_penalty[s] = (ClothReal)(link * (double)view.slot_inertia[s] / (h * h));
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        view.tether_penalty[i] = (ClothReal)(tether * (double)view.mass[i] / (h * h));
    }
}

static void run_point(const LabPoint *point, LabResult *result) {
    RigShape shape = rig_shape_default();
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    ClothMaterial material = cloth_material_default();
    material.tethered = true;
    const ClothInstruments instruments = {
        .ablate = (lab_chose(point, "multipliers", "with") ? 0U : CLOTH_WITHOUT_DUAL_UPDATE) |
                  (lab_chose(point, "catch", "with") ? 0U : CLOTH_WITHOUT_CATCH) |
                  (lab_chose(point, "allowance", "with") ? 0U : CLOTH_WITHOUT_TETHER_ALLOWANCE)};
    ClothStep step = solver_budget(point);
    step.damping_1_s = lab_real(point, "damping_1_s");
    step.instruments = &instruments;

    Scene scene;
    RigWatch watch = {0};
    ClothError error = {0};
    ClothStatus status = scene_rig(&shape, &material, &scene, &error);
    if (status == CLOTH_OK) {
        set_penalties(point, scene.state, &step);
    }
    const int64_t steps = lab_integer(point, "steps");
    double late = 0.0;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = rig_watch(scene.state, &step, 1, &watch, &error);
        if (k >= steps - steps / 6) {
            late = more_of(late, watch.kinetic_j);
        }
    }
    if (status == CLOTH_OK) {
        lab_put(result, "reach", watch.peak.ratio);
        lab_put(result, "reach_end", watch.last.ratio);
        lab_put(result, "excess_m", watch.peak.excess_m);
        lab_put(result, "excess_end_m", watch.last.excess_m);
        lab_put(result, "multiplier_n", watch.last.multiplier_n);
        lab_put(result, "kinetic_late_max", late);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

static double at(const LabData *data, const char *band, const char *catch, const char *multipliers,
                 const char *substeps, const char *iterations, const char *variable) {
    const int64_t k = lab_find(data, "tether_band", band, "multipliers", multipliers, "catch",
                               catch, "substeps", substeps, "iterations", iterations, NULL);
    return k < 0 ? NAN : lab_get(data, k, variable);
}

static void judge_budget(const LabData *data, const char *id, const char *catch,
                         const char *substeps, const char *iterations, LabJudgement *judgement) {
    static const char *const bands[] = {"1", "4", "8", "16", "32"};
    char text[400] = "";
    size_t used = 0;
    for (size_t k = 0; k < sizeof bands / sizeof bands[0] && used < sizeof text; k++) {
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s %s: %.2f %%, %.2f %%, %.0e J", k == 0 ? "" : ";",
            bands[k],
            100.0 * (at(data, bands[k], catch, "with", substeps, iterations, "reach") - 1.0),
            100.0 * (at(data, bands[k], catch, "with", substeps, iterations, "reach_end") - 1.0),
            at(data, bands[k], catch, "with", substeps, iterations, "kinetic_late_max"));
    }
    lab_verdict(judgement, id, LAB_MEASURED, "",
                "%s the catch, %sx%s, penalty over m/h^2: reach beyond 1 at most and at the end, "
                "late kinetic "
                "energy:%s",
                catch, substeps, iterations, text);
}

static void judge_iterations(const LabData *data, LabJudgement *judgement) {
    lab_verdict(judgement, "tether_iterations", LAB_MEASURED, "",
                "penalty 8, one substep, 1, 2, 4, 8 iterations: %.1f, %.1f, %.1f, %.1f mm beyond "
                "the length at most; without any multiplier %.1f, %.1f, %.1f, %.1f mm: the penalty "
                "holds it, one particle's weight at a time",
                1e3 * at(data, "8", "with", "with", "1", "1", "excess_m"),
                1e3 * at(data, "8", "with", "with", "1", "2", "excess_m"),
                1e3 * at(data, "8", "with", "with", "1", "4", "excess_m"),
                1e3 * at(data, "8", "with", "with", "1", "8", "excess_m"),
                1e3 * at(data, "8", "with", "without", "1", "1", "excess_m"),
                1e3 * at(data, "8", "with", "without", "1", "2", "excess_m"),
                1e3 * at(data, "8", "with", "without", "1", "4", "excess_m"),
                1e3 * at(data, "8", "with", "without", "1", "8", "excess_m"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "tether_band")) {
        return;
    }
    judge_budget(data, "tether_band_1x1", "with", "1", "1", judgement);
    judge_budget(data, "tether_band_1x4", "with", "1", "4", judgement);
    judge_budget(data, "tether_band_2x4", "with", "2", "4", judgement);
    judge_budget(data, "tether_band_1x4_off", "without", "1", "4", judgement);
    judge_iterations(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e37_tether_band",
        .question = "What makes a tether hold in one sweep, and is its penalty right?",
        .scene = "A tethered strand of 30 links of 0.05 m and 0.5 g, level, held by its first "
                 "particle and let go, with a chain's damping; 1,800 steps of 1/60 s.",
        .answers = "The penalty is right where the strand is held as well as by any other and "
                   "comes to rest all the same.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
