/*
 * e43_contact_band: how stiff may the penalty of a contact be, and is a multiplier needed beside it?
 *
 * Contacts come and go, so that a ramp of their penalties (beta, in a band that is not one value) and
 * its decay (gamma) have something to act on. A sheet is put down on a plane, a sphere and the edge of
 * a box at 1 to 8 m/s, another drapes a sphere for 20 s, and a rope hangs over a peg so that its most
 * loaded particle carries 5 to 50 times its own weight; the band of contacts and what else there is
 * to choose about them is varied at every budget from one sweep a step to twelve.
 */
#include <stdio.h>

#include "scenes/extreme.h"
#include "scenes/put_down.h"
#include "solver_knobs.h"
#include "step/instruments.h"

/* What is put down: word, on what, speed [m/s], load, mass over the knob's, seconds over the knob's. */
typedef struct Case {
    const char *word;
    PutDownOn on;
    double speed_m_s;
    double load;
    double mass;
    double seconds;
} Case;

static const Case cases[] = {
    {"plane_1", PUT_DOWN_PLANE, 1.0, 0.0, 1.0, 1.0},
    {"plane_8", PUT_DOWN_PLANE, 8.0, 0.0, 1.0, 1.0},
    {"sphere_4", PUT_DOWN_SPHERE, 4.0, 0.0, 1.0, 1.0},
    {"edge_1", PUT_DOWN_EDGE, 1.0, 0.0, 1.0, 1.0},
    {"edge_2", PUT_DOWN_EDGE, 2.0, 0.0, 1.0, 1.0},
    {"edge_4", PUT_DOWN_EDGE, 4.0, 0.0, 1.0, 1.0},
    {"edge_8", PUT_DOWN_EDGE, 8.0, 0.0, 1.0, 1.0},
    {"light_4", PUT_DOWN_EDGE, 4.0, 0.0, 0.03, 1.0},
    {"heavy_4", PUT_DOWN_EDGE, 4.0, 0.0, 30.0, 1.0},
    {"draped", PUT_DOWN_SPHERE, 0.1, 0.0, 1.0, 20.0 / 3.0},
    {"load_5", PUT_DOWN_PEG, 0.0, 5.0, 1.0, 1.0},
    {"load_15", PUT_DOWN_PEG, 0.0, 15.0, 1.0, 1.0},
    {"load_50", PUT_DOWN_PEG, 0.0, 50.0, 1.0, 1.0},
};

enum { CASES = sizeof cases / sizeof cases[0] };

#define CASE_WORDS                                                                                 \
    "plane_1,plane_8,sphere_4,edge_1,edge_2,edge_4,edge_8,light_4,heavy_4,draped,load_5,load_15,"  \
    "load_50"
#define ARM_WORDS "hard_1x1,hard_2x2,hard_2x4,hard_3x4,soft,cold,ramp,decay,carry_0,carry_half"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("scene",
                       "sheet put down at so many m/s, on the edge with 0.03 and 30 times the mass "
                       "as well; sheet that drapes a sphere; rope whose most loaded particle "
                       "carries so many weights",
                       CASE_WORDS, "edge_1,edge_4,edge_8,light_4,load_15", CASE_WORDS),
    SOLVER_KNOB_CHOICE(
        "arm",
        "hard_...: with a multiplier, at so many substeps x iterations; the others at 2x4: soft: "
        "without; cold: forgotten at every step; ramp: penalties from a sixteenth of the band up; "
        "decay: the same with gamma 0.5; carry_0, carry_half: contacts keep 0, 0.5 of their "
        "multipliers",
        ARM_WORDS, NULL, ARM_WORDS),
    SOLVER_KNOB_REAL("band", "1", "penalty of a contact over m/h^2", "2,4,8,16,32", "4,8,32", 0,
                     1e12, true),
    SOLVER_KNOB_WHOLE("columns", "particles along a side of the sheet", "8", "5", 2, 512),
    SOLVER_KNOB_REAL("spacing_m", "m", "distance of neighbours in the sheet", "0.05", NULL, 0, 1e3,
                     true),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("thickness_m", "m", "of the cloth", "0.004", NULL, 0, 1, true),
    SOLVER_KNOB_REAL("friction", "1", "of the pair", "0.4", NULL, 0, 10, false),
    SOLVER_KNOB_REAL("seconds", "s", "how long a scene runs; draped 20/3 times that", "3", "1", 0,
                     1e4, true),
    SOLVER_KNOB_REAL("late_s", "s", "how long at its end is late", "0.5", "0.25", 0, 1e4, true),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_ALPHA("0.25", NULL),
    KNOB_BETA("1e5", NULL),
};

static const LabVariable variables[] = {
    {.name = "depth", .unit = "m", .long_name = "deepest below where cloth is kept"},
    {.name = "depth_late", .unit = "m", .long_name = "the same over the late steps"},
    {.name = "below", .unit = "m", .long_name = "deepest below the surface itself"},
    {.name = "below_steps", .unit = "1", .long_name = "steps that end with a particle below it"},
    {.name = "normal_peak", .unit = "N", .long_name = "largest normal force of one contact"},
    {.name = "force_peak", .unit = "N", .long_name = "largest sum of all normal forces"},
    {.name = "momentum_error",
     .unit = "1",
     .long_name = "force that rows leave over, over the largest of the contacts together"},
    {.name = "rebound", .unit = "1", .long_name = "fastest rise of the centre over the speed"},
    {.name = "kinetic_late", .unit = "J", .long_name = "largest kinetic energy, late"},
    {.name = "creep", .unit = "m", .long_name = "furthest way of a particle, late"},
    {.name = "slept", .unit = "s", .long_name = "when a world would put it to sleep"},
    {.name = "stretch_rms", .unit = "1", .long_name = "rms strain of the links at the end"},
};

static const Case *case_of(const LabPoint *point) {
    int k = 0;
    while (k < CASES - 1 && !lab_chose(point, "scene", cases[k].word)) {
        k++;
    }
    return &cases[k];
}

static bool is_arm(const LabPoint *point, const char *arm) {
    return lab_chose(point, "arm", arm);
}

static void set_constants(const LabPoint *point, ClothConstants *constants) {
    const bool ramp = is_arm(point, "ramp") || is_arm(point, "decay");
    const double band = lab_real(point, "band");
    constants->alpha = lab_real(point, "alpha");
    constants->beta = lab_real(point, "beta");
    constants->contact_min = ramp ? band / 16.0 : band;
    constants->contact_max = band;
    if (is_arm(point, "decay")) {
        constants->gamma = 0.5;
        constants->alpha = fmin(2.0 * constants->alpha, 1.0);
    }
}

static PutDownPlan plan_of(const LabPoint *point) {
    const Case *scene = case_of(point);
    PutDownPlan plan = put_down_plan(scene->on);
    const double step_s = lab_real(point, "step_s");
    const double seconds = scene->seconds * lab_real(point, "seconds");
    plan.columns = (int32_t)lab_integer(point, "columns");
    plan.spacing_m = lab_real(point, "spacing_m");
    plan.mass_kg = scene->mass * lab_real(point, "mass_kg");
    plan.thickness_m = lab_real(point, "thickness_m");
    plan.friction = lab_real(point, "friction");
    plan.speed_m_s = scene->speed_m_s;
    plan.load = scene->load;
    plan.steps = (int64_t)fmax(ceil(seconds / step_s), 1.0);
    plan.late = (int64_t)fmin(ceil(lab_real(point, "late_s") / step_s), (double)plan.steps);
    plan.step.step_s = step_s;
    (void)sscanf(lab_choice(point, "arm"), "hard_%dx%d", &plan.step.substeps,
                 &plan.step.iterations);
    set_constants(point, &plan.step.constants);
    return plan;
}

static void run_point(const LabPoint *point, LabResult *result) {
    ClothInstruments instruments = {.ablate = is_arm(point, "soft")   ? CLOTH_WITH_SOFT_CONTACT
                                              : is_arm(point, "cold") ? CLOTH_WITH_COLD_CONTACTS
                                                                      : 0,
                                    .contact_carry = is_arm(point, "carry_0")      ? 1e-300
                                                     : is_arm(point, "carry_half") ? 0.5
                                                                                   : 0.0};
    PutDownPlan plan = plan_of(point);
    plan.step.instruments = &instruments;
    PutDownSeen seen;
    ClothError error = {0};
    const ClothStatus status = put_down_run(&plan, &seen, &error);
    if (status == CLOTH_OK) {
        lab_put(result, "depth", seen.depth_m);
        lab_put(result, "depth_late", seen.depth_late_m);
        lab_put(result, "below", seen.below_m);
        lab_put(result, "below_steps", (double)seen.below_steps);
        lab_put(result, "normal_peak", seen.normal_peak_n);
        lab_put(result, "force_peak", seen.force_peak_n);
        lab_put(result, "momentum_error", seen.momentum_error);
        lab_put(result, "kinetic_late", seen.kinetic_late_j);
        lab_put(result, "creep", seen.creep_m);
        lab_put(result, "slept", seen.slept_s);
        lab_put(result, "stretch_rms", seen.stretch_rms);
        if (plan.speed_m_s >= 1.0) {
            lab_put(result, "rebound", seen.rebound);
        }
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

/* A variable at a scene, arm and band; NaN where it was not swept. */
static double get(const LabData *data, const char *scene, const char *arm, double band,
                  const char *variable) {
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_chose(point, "scene", scene) && is_arm(point, arm) &&
            fabs(lab_real(point, "band") - band) < 1e-9) {
            return lab_get(data, k, variable);
        }
    }
    return NAN;
}

static const double shipped = 8.0;

/* What is less is as good as nothing. */
static const double least_m = 1e-6;
static const double least_j = 1e-9;

static double at(const LabData *data, const char *scene, const char *arm, const char *variable) {
    return get(data, scene, arm, shipped, variable);
}

/* Soft against hard: k d at one thickness d, against what arriving at a speed takes. */
static void judge_soft(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "soft saturates at 4.6 N, one thickness; hard gives 11 N at 1 m/s "
                                 "and 376 N at 8 m/s";
    static const char *const fast = "edge_8";
    const LabPoint *any = lab_point(data, 0);
    const double h = lab_real(any, "step_s") / 2.0;
    const double stiffness = shipped * lab_real(any, "mass_kg") / (h * h);
    const double limit_n = stiffness * lab_real(any, "thickness_m");
    const double slow = at(data, "edge_1", "hard_2x4", "normal_peak");
    const double hard = at(data, fast, "hard_2x4", "normal_peak");
    const double soft = at(data, fast, "soft", "normal_peak");
    const double depth = at(data, fast, "soft", "depth");
    const double below = at(data, fast, "hard_2x4", "below");
    const double middle = at(data, "edge_4", "hard_2x4", "below");
    if (isnan(slow + hard + soft + depth + below + middle)) {
        lab_verdict(judgement, "C35", LAB_NOT_JUDGED, source,
                    "needs edge_1, edge_4, edge_8, hard and soft, band 8, 2x4");
        return;
    }
    const double k_d = stiffness * depth;
    const bool same = hard > limit_n && fabs(soft / k_d - 1.0) < 0.05 && middle <= 0.0 &&
                      depth > lab_real(any, "thickness_m");
    lab_verdict(judgement, "C35", same ? LAB_DIFFERS : LAB_CONTRADICTED, source,
                "soft is %.3g N at one thickness and goes on as k times depth: at 8 m/s on an edge "
                "%.3g N, %.3g mm deep, %.2g mm below the surface (at 4 m/s %.2g). Hard %.3g N at 1 "
                "m/s, %.3g N at 8 m/s, %.2g mm below (at 4 m/s %.2g). What decides the figures: "
                "m v / h and how much cloth a contact stops; the source's plane did not go on "
                "beneath one thickness",
                limit_n, soft, 1e3 * depth, 1e3 * at(data, fast, "soft", "below"),
                1e3 * at(data, "edge_4", "soft", "below"), slow, hard, 1e3 * below, 1e3 * middle);
}

/* Worst over the scenes that were swept, ropes or sheets, of a variable. */
static double worst(const LabData *data, bool ropes, const char *arm, double band,
                    const char *variable) {
    double most = NAN;
    for (int k = 0; k < CASES; k++) {
        const double value = get(data, cases[k].word, arm, band, variable);
        if ((cases[k].on == PUT_DOWN_PEG) == ropes && !isnan(value)) {
            most = isnan(most) ? value : more_of(most, value);
        }
    }
    return most;
}

/* What an arm has of something over what the shipped one has, as a geometric mean over every scene
 * that both have; what is below the floor counts as the floor. */
static double ratio(const LabData *data, const char *arm, const char *variable, double floor) {
    double sum = 0.0;
    int count = 0;
    for (int k = 0; k < CASES; k++) {
        const double a = at(data, cases[k].word, arm, variable);
        const double b = at(data, cases[k].word, "hard_2x4", variable);
        if (!isnan(a) && !isnan(b)) {
            sum += log(fmax(a, floor) / fmax(b, floor));
            count++;
        }
    }
    return count == 0 ? (double)NAN : exp(sum / count);
}

/* The scenes of a band that a world would put to sleep, of those that it does at any band. */
static int sleepers(const LabData *data, const char *arm, double band, int *of) {
    int asleep = 0;
    *of = 0;
    for (int k = 0; k < CASES; k++) {
        const double deep = get(data, cases[k].word, arm, band, "depth");
        if (!isnan(deep) && cases[k].on != PUT_DOWN_PEG) {
            ++*of;
            asleep += !isnan(get(data, cases[k].word, arm, band, "slept"));
        }
    }
    return asleep;
}

static void judge_band(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "the ramp matters only for transient rows; a value with its margin";
    int of = 0;
    const int half = sleepers(data, "hard_2x4", 0.5 * shipped, &of);
    const int now = sleepers(data, "hard_2x4", shipped, &of);
    const int twice = sleepers(data, "hard_2x4", 2.0 * shipped, &of);
    const int four = sleepers(data, "hard_2x4", 4.0 * shipped, &of);
    const double deep[3] = {worst(data, true, "hard_2x4", 0.5 * shipped, "depth_late"),
                            worst(data, true, "hard_2x4", shipped, "depth_late"),
                            worst(data, true, "hard_2x4", 2.0 * shipped, "depth_late")};
    const double light = at(data, "light_4", "ramp", "depth");
    const double heavy = at(data, "heavy_4", "ramp", "depth");
    const double alike =
        at(data, "light_4", "hard_2x4", "depth") / at(data, "heavy_4", "hard_2x4", "depth");
    if (isnan(deep[0] + deep[1] + deep[2] + light + heavy + alike) || of == 0) {
        lab_verdict(judgement, "C43", LAB_NOT_JUDGED, source,
                    "needs every scene, hard and ramp, bands 4 to 32, 2x4");
        return;
    }
    const bool holds = now == of && four < now && deep[0] > 1.5 * deep[1] && light < heavy;
    lab_verdict(
        judgement, "C43", holds ? LAB_REPRODUCED : LAB_DIFFERS, source,
        "8 m/h^2 of one value, valid 4 to 16: %d, %d, %d and %d of %d sheets sleep at 4, 8, "
        "16 and 32, 2x4; what 50 weights press stays %.2g, %.2g and %.2g mm deep at 4, 8 "
        "and 16. A ramp from a sixteenth (beta 1e5) goes in %.3g mm where a particle is "
        "0.3 g and %.3g mm where it is 0.3 kg, without one the same to %.1g: beta is in "
        "newtons; penalties that decay as well (gamma 0.5) are left with %.2g times the "
        "depth. So beta and gamma stay without effect",
        half, now, twice, four, of, 1e3 * deep[0], 1e3 * deep[1], 1e3 * deep[2], 1e3 * light,
        1e3 * heavy, fabs(alike - 1.0), ratio(data, "decay", "depth_late", least_m));
}

static void judge_carried(const LabData *data, LabJudgement *judgement) {
    const double none = ratio(data, "carry_0", "depth_late", least_m);
    const double half = ratio(data, "carry_half", "depth_late", least_m);
    if (!isnan(none + half)) {
        lab_verdict(
            judgement, "contact_carry", LAB_MEASURED, "",
            "late depth over that at a quarter: %.2f when contacts keep none of their "
            "multipliers, %.2f when they keep half; late kinetic energy %.2g and %.2g times",
            none, half, ratio(data, "carry_0", "kinetic_late", least_j),
            ratio(data, "carry_half", "kinetic_late", least_j));
    }
    const double cold = ratio(data, "cold", "creep", least_m);
    if (!isnan(cold)) {
        lab_verdict(judgement, "cold_contacts", LAB_MEASURED, "",
                    "forgotten at every step, contacts creep %.2g times as far and are left with "
                    "%.2g times the kinetic energy; depth %.2f times",
                    cold, ratio(data, "cold", "kinetic_late", least_j),
                    ratio(data, "cold", "depth_late", least_m));
    }
}

static void judge_budget(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"hard_1x1", "hard_2x2", "hard_2x4", "hard_3x4"};
    for (int b = 0; b < 4; b++) {
        char id[32];
        int of = 0;
        const int asleep = sleepers(data, arms[b], shipped, &of);
        const double put = worst(data, false, arms[b], shipped, "below");
        const double load = worst(data, true, arms[b], shipped, "depth_late");
        if (isnan(put + load)) {
            continue;
        }
        (void)snprintf(id, sizeof id, "contact_%s", &arms[b][5]);
        lab_verdict(judgement, id, LAB_MEASURED, "",
                    "%s at 8: sheets put down at 1 to 8 m/s come %.2g mm below the surface at "
                    "most, loads press %.2g mm deep for good, %d of %d sheets sleep",
                    &arms[b][5], 1e3 * put, 1e3 * load, asleep, of);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C35,C43")) {
        return;
    }
    judge_soft(data, judgement);
    judge_band(data, judgement);
    judge_carried(data, judgement);
    judge_budget(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e43_contact_band",
        .question = "How stiff may the penalty of a contact be, and is a multiplier needed beside "
                    "it?",
        .scene = "Level sheets of 8 x 8 particles of 10 g, 0.05 m apart, 4 mm thick, put down on a "
                 "plane, a sphere of 0.2 m and the edge of a box; one that drapes the sphere for "
                 "20 s; ropes of 20 mm links over a peg of 30 mm. Silk's damping and bending, 60 "
                 "Hz.",
        .answers = "A band that is deep enough into its range that halving and doubling it change "
                   "neither what rests nor what is kept out is the one to ship. A multiplier is "
                   "needed where without one cloth goes below the surface and with it it does not.",
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
