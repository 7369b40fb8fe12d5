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
    {"plane_8", PUT_DOWN_PLANE, 8.0, 0.0, 1.0, 1.0},
    {"sphere_4", PUT_DOWN_SPHERE, 4.0, 0.0, 1.0, 1.0},
    {"edge_1", PUT_DOWN_EDGE, 1.0, 0.0, 1.0, 1.0},
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
    "plane_8,sphere_4,edge_1,edge_4,edge_8,light_4,heavy_4,draped,load_5,load_15,load_50"
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
    SOLVER_KNOB_REAL("band", "1", "penalty of a contact over m/h^2", "2,4,8,16,32,128", "8,16,32",
                     0, 1e12, true),
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

/* What is less is as good as nothing. */
static const double least_m = 1e-6;
static const double least_j = 1e-9;

static double shipped(void) {
    return cloth_constants_default().contact_max;
}

static double at(const LabData *data, const char *scene, const char *arm, const char *variable) {
    return get(data, scene, arm, shipped(), variable);
}

/* The source's band. */
static const double source_band = 8.0;

/* Soft against hard: k d at one thickness d, against what arriving at a speed takes. */
static void judge_soft(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "soft saturates at 4.6 N, one thickness; hard gives 11 N at 1 m/s "
                                 "and 376 N at 8 m/s";
    static const char *const scenes[3] = {"edge_1", "edge_4", "edge_8"};
    const LabPoint *any = lab_point(data, 0);
    const double h = lab_real(any, "step_s") / 2.0;
    const double stiffness = source_band * lab_real(any, "mass_kg") / (h * h);
    const double limit_n = stiffness * lab_real(any, "thickness_m");
    double hard_n[3];
    double hard[3];
    double soft[3];
    double known = 0.0;
    for (int k = 0; k < 3; k++) {
        hard_n[k] = get(data, scenes[k], "hard_2x4", source_band, "normal_peak");
        hard[k] = 1e3 * get(data, scenes[k], "hard_2x4", source_band, "depth");
        soft[k] = 1e3 * get(data, scenes[k], "soft", source_band, "depth");
        known += hard_n[k] + hard[k] + soft[k];
    }
    const double thick = 1e3 * lab_real(any, "thickness_m");
    const double soft_n = get(data, scenes[2], "soft", source_band, "normal_peak");
    if (isnan(known + soft_n)) {
        lab_verdict(judgement, "C35", LAB_NOT_JUDGED, source,
                    "needs edge_1, edge_4, edge_8, hard_2x4 and soft, band 8");
        return;
    }
    const bool same = hard_n[2] > limit_n && soft[0] > thick && hard[2] < thick &&
                      fabs(1e3 * soft_n / (stiffness * soft[2]) - 1.0) < 0.05;
    lab_verdict(
        judgement, "C35", same ? LAB_DIFFERS : LAB_CONTRADICTED, source,
        "band 8, on an edge: soft is %.3g N at one thickness, %.3g mm, and k times its depth "
        "beyond: %.3g, %.3g and %.3g mm deep at 1, 4 and 8 m/s, in the surface; hard %.2g, "
        "%.2g and %.2g mm, out of it. Hard gives %.3g, %.3g and %.3g N. What decides these: "
        "m v / h a particle, and how much of the sheet hangs on the one that is stopped",
        limit_n, thick, soft[0], soft[1], soft[2], hard[0], hard[1], hard[2], hard_n[0], hard_n[1],
        hard_n[2]);
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

/* Half, once, twice and sixteen times the shipped band. */
enum { HALF, ONCE, TWICE, MOST, BANDS };

static double band_of(int k) {
    static const double times[BANDS] = {0.5, 1.0, 2.0, 16.0};
    return times[k] * shipped();
}

static void judge_band(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "the ramp matters only for transient rows; a value with its margin";
    double deep[BANDS];
    double load[BANDS];
    double lively[BANDS];
    int asleep[BANDS];
    int of = 0;
    double known = 0.0;
    for (int k = 0; k < BANDS; k++) {
        deep[k] = 1e3 * get(data, "edge_8", "hard_2x2", band_of(k), "depth");
        load[k] = 1e3 * get(data, "load_50", "hard_2x4", band_of(k), "depth_late");
        lively[k] = get(data, "load_15", "hard_2x2", band_of(k), "kinetic_late");
        asleep[k] = sleepers(data, "hard_2x4", band_of(k), &of);
        known += deep[k] + load[k] + lively[k];
    }
    if (isnan(known) || of == 0) {
        lab_verdict(judgement, "C43", LAB_NOT_JUDGED, source,
                    "needs every scene, hard, bands of a half to sixteen times %g", shipped());
        return;
    }
    const bool holds = deep[HALF] > 1.4 * deep[ONCE] && load[HALF] > 1.4 * load[ONCE] &&
                       lively[MOST] > 2.0 * lively[ONCE];
    lab_verdict(
        judgement, "C43", holds ? LAB_REPRODUCED : LAB_DIFFERS, source,
        "%g m/h^2 of one value. At half, once, twice and sixteen times that: put down at 8 "
        "m/s on an edge a sheet is %.2g, %.2g, %.2g and %.2g mm deep (2x2), what 50 weights "
        "press stays %.2g, %.2g, %.2g and %.2g mm deep (2x4), %d, %d, %d and %d of %d "
        "sheets sleep in time, and a rope under 15 weights is left with %.1e, %.1e, %.1e "
        "and %.1e J (2x2), which is what limits it",
        shipped(), deep[HALF], deep[ONCE], deep[TWICE], deep[MOST], load[HALF], load[ONCE],
        load[TWICE], load[MOST], asleep[HALF], asleep[ONCE], asleep[TWICE], asleep[MOST], of,
        lively[HALF], lively[ONCE], lively[TWICE], lively[MOST]);
}

static void judge_ramp(const LabData *data, LabJudgement *judgement) {
    const double light = at(data, "light_4", "ramp", "depth");
    const double heavy = at(data, "heavy_4", "ramp", "depth");
    const double one = at(data, "heavy_4", "hard_2x4", "depth");
    const double alike = at(data, "light_4", "hard_2x4", "depth") / one;
    const double energy = ratio(data, "ramp", "kinetic_late", least_j);
    const double decay = ratio(data, "decay", "depth_late", least_m);
    if (!isnan(light + heavy + alike + energy + decay)) {
        lab_verdict(
            judgement, "contact_ramp", LAB_MEASURED, "",
            "a ramp from a sixteenth (beta 1e5) lets a particle of 0.3 g in %.2g mm and "
            "one of 0.3 kg %.2g mm, because beta is in newtons; without it both %.2g mm, to "
            "%.0e. It leaves %.2g times the kinetic energy; penalties that decay as well "
            "(gamma 0.5) leave %.2g times the depth. So beta and gamma have nothing to do",
            1e3 * light, 1e3 * heavy, 1e3 * one, fabs(alike - 1.0), energy, decay);
    }
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
        const int asleep = sleepers(data, arms[b], shipped(), &of);
        const double put = worst(data, false, arms[b], shipped(), "below");
        const double load = worst(data, true, arms[b], shipped(), "depth_late");
        if (isnan(put + load)) {
            continue;
        }
        (void)snprintf(id, sizeof id, "contact_%s", &arms[b][5]);
        lab_verdict(judgement, id, LAB_MEASURED, "",
                    "%s at %g: sheets put down at 1 to 8 m/s come %.2g mm below the surface at "
                    "most, loads press %.2g mm deep for good, %d of %d sheets sleep",
                    &arms[b][5], shipped(), 1e3 * put, 1e3 * load, asleep, of);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C35,C43")) {
        return;
    }
    judge_soft(data, judgement);
    judge_band(data, judgement);
    judge_ramp(data, judgement);
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
