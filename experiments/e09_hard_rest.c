/*
 * e09_hard_rest: does a multiplier buy rest, where a stiff penalty does not?
 *
 * The same chain on hard rows, whose penalty stays at 8 m_eff/h^2 while a multiplier carries the
 * load, and on soft rows of ever higher stiffness, with nothing but the penalty.
 */
#include "scenes/extreme.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    KNOB_LINKS("20,80", "20"),
    SOLVER_KNOB_REAL("stiffness_ratio", "1",
                     "stiffness of the links over m/h^2 (m a particle's mass); inf: hard rows",
                     "4,8,12,16,32,64,128,350,1000,10000,inf", "4,350,inf", 0, INFINITY, true),
    KNOB_ITERATIONS("4,8", "4"),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    SOLVER_KNOB_REAL("lean", "1", "sideways start of each particle over its depth", "0", NULL, 0, 1,
                     false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOB_SUBSTEPS("2", NULL),
    KNOBS_SHIPPED_CONSTANTS,
    KNOB_STEPS("20000", "4000"),
    KNOB_LATE("2000", "500"),
};

static const LabVariable variables[] = {
    {.name = "kinetic_late_max", .unit = "J", .long_name = "largest late kinetic energy"},
    {.name = "kinetic_share", .unit = "1", .long_name = "the same over the chain's m g L"},
    {.name = "strain_rms", .unit = "1", .long_name = "rms strain of the links at the end"},
    {.name = "settled_step", .unit = "1", .long_name = "steps until below 1e-12 J for good"},
    {.name = "energy_climb", .unit = "J", .long_name = "largest rise of the total energy"},
};

/* Turns the chain about its held end, without stretching a link. */
static ClothStatus lean(Scene *scene, double slope, ClothError *error) {
    double *position = scene->graph.position;
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        const double depth = -position[3 * i + 1];
        const double scale = depth / hypot(1.0, slope);
        position[3 * i] = slope * scale;
        position[3 * i + 1] = -scale;
    }
    return cloth_set_positions(scene->state, position, error);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ChainShape shape = solver_chain(point);
    const ClothStep step = solver_step(point);
    const double h = step.step_s / step.substeps;
    const double ratio = lab_real(point, "stiffness_ratio");
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_STRETCH] =
        (ClothStiffness){ratio * shape.mass_kg / (h * h), CLOTH_NEWTON_PER_METRE};
    SceneWatchPlan plan = solver_plan(point);
    plan.quiet_j = 1e-12;

    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    ClothStatus status = scene_chain(&shape, &material, &scene, &error);
    if (status == CLOTH_OK && lab_real(point, "lean") > 0.0) {
        status = lean(&scene, lab_real(point, "lean"), &error);
    }
    if (status == CLOTH_OK) {
        status = scene_watch(scene.state, &step, &plan, &watch, &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "kinetic_late_max", watch.kinetic_late_max_j);
        lab_put(result, "kinetic_share", watch.kinetic_late_max_j / solver_chain_energy(point));
        lab_put(result, "strain_rms", watch.last.strain_rms[CLOTH_ROW_STRETCH]);
        lab_put(result, "energy_climb", watch.energy_climb_j);
        solver_put_settled(result, &watch);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

/* What the chains of one length and budget are left with, well above the dissipative band. */
typedef struct Rest {
    double hard_j;       /* the hard rows' late kinetic energy */
    double soft_least_j; /* of the soft stiffnesses above the band, the least */
    double soft_most_j;
    double soft_rests; /* the stiffest soft ratio that is at rest at the end, NaN if none */
    int64_t soft;
} Rest;

/* The band's boundary at 4 iterations lies near 10 m/h^2 (e10). */
static const double above_the_band = 16.0;
static const double at_rest_j = 1e-12;

static Rest find_rest(const LabData *data, int64_t links, int64_t iterations) {
    Rest rest = {.hard_j = NAN, .soft_least_j = INFINITY, .soft_rests = NAN};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const double ratio = lab_real(point, "stiffness_ratio");
        const double kinetic = lab_get(data, k, "kinetic_late_max");
        if (lab_integer(point, "links") != links ||
            lab_integer(point, "iterations") != iterations) {
            continue;
        }
        if (isinf(ratio)) {
            rest.hard_j = kinetic;
            continue;
        }
        if (kinetic <= at_rest_j) {
            rest.soft_rests = fmax(rest.soft_rests, ratio);
        }
        if (ratio >= above_the_band) {
            rest.soft++;
            rest.soft_least_j = less_of(rest.soft_least_j, kinetic);
            rest.soft_most_j = more_of(rest.soft_most_j, kinetic);
        }
    }
    return rest;
}

static void judge_chain(const LabData *data, int64_t links, LabJudgement *judgement) {
    static const char source[] =
        "hard rows come to rest at 1e-14 J, any stiffer penalty stays in a limit cycle at 1e-4 J";
    const Rest rest = find_rest(data, links, 4);
    if (isnan(rest.hard_j) || rest.soft == 0) {
        lab_verdict(judgement, "C10", LAB_NOT_JUDGED, source,
                    "needs %d links, 4 iterations, hard rows and a ratio of 16 or more",
                    (int)links);
        return;
    }
    const bool shape = rest.hard_j <= at_rest_j && rest.soft_least_j >= 1e6 * rest.hard_j &&
                       rest.soft_least_j >= 1e-6;
    lab_verdict(judgement, "C10", shape ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "%d links, 4 iterations: hard %.1e J, soft above the band %.1e to %.1e J; stiffest "
                "penalty that rests %.3g m/h^2",
                (int)links, rest.hard_j, rest.soft_least_j, rest.soft_most_j, rest.soft_rests);
    const Rest more = find_rest(data, links, 8);
    if (more.soft > 0) {
        lab_verdict(judgement, links == 20 ? "rest_20_iterations_8" : "rest_80_iterations_8",
                    LAB_MEASURED, "",
                    "%d links, 8 iterations: hard %.1e J; stiffest penalty that rests %.3g m/h^2: "
                    "iterations widen the band",
                    (int)links, more.hard_j, more.soft_rests);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C10")) {
        return;
    }
    judge_chain(data, 20, judgement);
    judge_chain(data, 80, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e09_hard_rest",
        .question = "Does a chain of hard rows come to rest where a stiff penalty does not?",
        .scene =
            "Chains of 20 and 80 links of 0.05 m, 0.5 g a particle, held by the first "
            "particle, hanging exactly vertically unless lean says otherwise, 60 Hz, 2 substeps.",
        .answers = "Yes when the hard rows end at 1e-12 J or less and every soft stiffness above "
                   "the dissipative band (e10) stays orders of magnitude above; no when some stiff "
                   "penalty rests as well, or the hard rows do not.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
