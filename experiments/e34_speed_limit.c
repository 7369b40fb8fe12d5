/*
 * e34_speed_limit: how far does a kicked strand get from its hold, and what does a limit on speeds
 * do about it?
 *
 * A visit moves a particle no further than its shortest row, so a step can undo no more than that
 * times its sweeps: the correction authority, as a speed. What is faster gets past its tether.
 */
#include <math.h>
#include <stdio.h>

#include "scenes/rig.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE(
        "start",
        "hanging and kicked sideways, level and kicked outwards, or dropped from the "
        "level without a kick",
        "hanging,level,drop", "hanging,drop", "hanging,level,drop"),
    KNOB_SUBSTEPS("1,2", NULL),
    KNOB_ITERATIONS("1,4", NULL),
    SOLVER_KNOB_REAL("limit", "1", "limit on speeds over the correction authority; inf: none",
                     "0.5,1,2,4,8,inf", "4,inf", 0, INFINITY, true),
    SOLVER_KNOB_REAL("kick_m_s", "m s-1", "speed of every free particle", "16,160", NULL, 0, 1e6,
                     true),
    SOLVER_KNOB_CHOICE("kicked", "every particle at that speed, or each at its share of the reach",
                       "all,swing", "all", "all,swing"),
    SOLVER_KNOB_CHOICE("tethers", "rows to the held particle", "with", NULL, "with,without"),
    KNOB_LINKS("30", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    SOLVER_KNOB_REAL("damping_1_s", "s-1", "drag", "0", NULL, 0, 1e6, false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOBS_SHIPPED_CONSTANTS,
    KNOB_STEPS("600", "200"),
};

static const LabVariable variables[] = {
    {.name = "authority_m_s", .unit = "m s-1", .long_name = "correction authority"},
    {.name = "reach",
     .unit = "1",
     .long_name = "largest distance from the hold over that along it"},
    {.name = "reach_whole", .unit = "1", .long_name = "the furthest over the whole length"},
    {.name = "reach_end", .unit = "1", .long_name = "the reach after the last step"},
    {.name = "out_step", .unit = "1", .long_name = "last step with a reach beyond 1.03; 0: none"},
    {.name = "speed_m_s", .unit = "m s-1", .long_name = "largest speed after a step"},
    {.name = "reach_each", .unit = "1", .long_name = "the reach, step by step", .series = true},
};

static void run_point(const LabPoint *point, LabResult *result) {
    RigShape shape = rig_shape_default();
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.hanging = lab_chose(point, "start", "hanging");
    ClothMaterial material = cloth_material_default();
    material.tethered = lab_chose(point, "tethers", "with");
    ClothStep step = solver_step(point);
    step.damping_1_s = lab_real(point, "damping_1_s");

    Scene scene;
    RigWatch watch = {0};
    ClothError error = {0};
    ClothStatus status = scene_rig(&shape, &material, &scene, &error);
    if (status == CLOTH_OK) {
        step.speed_max_m_s = lab_real(point, "limit") * cloth_authority(scene.state, &step);
        lab_put(result, "authority_m_s", cloth_authority(scene.state, &step));
    }
    if (status == CLOTH_OK && !lab_chose(point, "start", "drop")) {
        const double sideways[3] = {lab_real(point, "kick_m_s"), 0.0, 0.0};
        status = rig_kick(scene.state, sideways, lab_chose(point, "kicked", "swing"), &error);
    }
    const int64_t steps = lab_integer(point, "steps");
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = rig_watch(scene.state, &step, 1, &watch, &error);
        lab_series(result, "reach_each", watch.last.ratio);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "reach", watch.peak.ratio);
        lab_put(result, "reach_whole", watch.peak.whole);
        lab_put(result, "reach_end", watch.last.ratio);
        lab_put(result, "out_step", (double)watch.out_step);
        lab_put(result, "speed_m_s", watch.speed_peak_m_s);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

static double at(const LabData *data, const char *start, const char *budget[2], const char *limit,
                 const char *kick_m_s, const char *kicked, const char *variable) {
    const int64_t k =
        lab_find(data, "start", start, "substeps", budget[0], "iterations", budget[1], "limit",
                 limit, "kick_m_s", kick_m_s, "kicked", kicked, "tethers", "with", NULL);
    return k < 0 ? NAN : lab_get(data, k, variable);
}

static const char *past[2] = {"1", "1"};   /* an authority of 3 m/s */
static const char *within[2] = {"2", "4"}; /* 24 m/s */

static void judge_claim(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "6.9 of its reach against an authority of 3.0 m/s, 1.06 against 24 m/s; both recover";
    const double far = at(data, "level", past, "4", "16", "all", "reach");
    const double near = at(data, "level", within, "4", "16", "all", "reach");
    const double end = fmax(at(data, "level", past, "4", "16", "all", "reach_end"),
                            at(data, "level", within, "4", "16", "all", "reach_end"));
    if (isnan(far + near + end)) {
        lab_verdict(judgement, "C22", LAB_NOT_JUDGED, source,
                    "needs level, 16 m/s of all, limit 4, 1x1 and 2x4, with tethers");
        return;
    }
    const bool same = far >= 2.0 && near <= 1.1 && end <= RIG_HELD;
    const bool exact = same && fabs(far / 6.9 - 1.0) <= 0.02 && fabs(near / 1.06 - 1.0) <= 0.02;
    lab_verdict(judgement, "C22",
                exact  ? LAB_REPRODUCED
                : same ? LAB_DIFFERS
                       : LAB_CONTRADICTED,
                source,
                "level and kicked outwards at 16 m/s, limit 4: %.2f at %.1f m/s, %.3f at %.0f m/s, "
                "at the end %.3f. It is the first particle, one link from the hold, that gets so "
                "far: over the whole length %.2f. Without a limit %.1f; hanging, kicked sideways, "
                "%.2f and %.3f; kicked as a rod turns %.2f and %.3f",
                far, at(data, "level", past, "4", "16", "all", "authority_m_s"), near,
                at(data, "level", within, "4", "16", "all", "authority_m_s"), end,
                at(data, "level", past, "4", "16", "all", "reach_whole"),
                at(data, "level", past, "inf", "16", "all", "reach"),
                at(data, "hanging", past, "4", "16", "all", "reach"),
                at(data, "hanging", within, "4", "16", "all", "reach"),
                at(data, "level", past, "4", "16", "swing", "reach"),
                at(data, "level", within, "4", "16", "swing", "reach"));
}

/* What the limit does, value by value, and where it begins to act on what nobody kicked. */
static void judge_limit(const LabData *data, LabJudgement *judgement) {
    static const char *const limits[] = {"0.5", "1", "2", "4", "8", "inf"};
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        const char *limit = limits[k];
        const double reach = at(data, "hanging", past, limit, "16", "all", "reach");
        if (isnan(reach)) {
            continue;
        }
        char id[32];
        (void)snprintf(id, sizeof id, "limit_%s", limit);
        lab_verdict(judgement, id, LAB_MEASURED, "",
                    "1x1, hanging: kicked at 16 m/s reach %.2f, held again after %.0f steps; at "
                    "160 m/s %.1f, %.0f steps; dropped %.4f, as fast as %.2f m/s. 2x4: 16 m/s "
                    "%.3f; 160 m/s %.1f, %.0f steps; dropped as fast as %.2f m/s",
                    reach, at(data, "hanging", past, limit, "16", "all", "out_step"),
                    at(data, "hanging", past, limit, "160", "all", "reach"),
                    at(data, "hanging", past, limit, "160", "all", "out_step"),
                    at(data, "drop", past, limit, "16", "all", "reach"),
                    at(data, "drop", past, limit, "16", "all", "speed_m_s"),
                    at(data, "hanging", within, limit, "16", "all", "reach"),
                    at(data, "hanging", within, limit, "160", "all", "reach"),
                    at(data, "hanging", within, limit, "160", "all", "out_step"),
                    at(data, "drop", within, limit, "16", "all", "speed_m_s"));
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C22")) {
        return;
    }
    judge_claim(data, judgement);
    judge_limit(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e34_speed_limit",
        .question = "How far does a kicked strand get from its hold, and what does a limit on "
                    "speeds do about it?",
        .scene = "A tethered strand of 30 links of 0.05 m and 0.5 g, hanging or level, every "
                 "particle sent off at the kick's speed; 600 steps of 1/60 s, no damping.",
        .answers = "The limit is right when what a step can undo stays held, what it cannot comes "
                   "back soon, and nothing that nobody kicked runs into it.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
