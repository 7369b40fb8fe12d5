/*
 * e04_ramp: does a penalty that grows buy anything over one that is there from the start?
 *
 * A hard row's penalty starts a substep at gamma times what it was, not below the band's lowest
 * value, grows by beta |C| at every dual update, and stops at the band's highest. With lowest =
 * highest it is one value and beta has nothing to do.
 */
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    KNOB_BETA("0,1,1e1,1e2,1e3,1e4,1e5,1e6,1e7,1e8,1e9", "0,1e3,1e5,1e7"),
    KNOB_BAND_SPAN("1,8,64", "1,64"),
    KNOB_GAMMA("0.5,1", NULL),
    SOLVER_KNOB_REAL("carried", "1", "alpha * gamma; at most gamma", "0.25", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("band_top", "1", "highest penalty over m_eff/h^2 (k_max)", "8", NULL, 0, 1e12,
                     true),
    KNOB_LINKS("20", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOBS_SHIPPED_BUDGET,
    KNOB_STEPS("1200", NULL),
    KNOB_LATE("300", NULL),
};

static const LabVariable variables[] = {
    {.name = "strain_rms", .unit = "1", .long_name = "rms strain of the links at the end"},
    {.name = "kinetic_late_max", .unit = "J", .long_name = "largest late kinetic energy"},
    {.name = "settled_step", .unit = "1", .long_name = "steps until below 1e-12 J for good"},
    {.name = "hash_high", .unit = "1", .long_name = "upper 32 bits of the state's hash"},
    {.name = "hash_low", .unit = "1", .long_name = "lower 32 bits of the state's hash"},
};

static void run_point(const LabPoint *point, LabResult *result) {
    const ChainShape shape = solver_chain(point);
    const double gamma = lab_real(point, "gamma");
    const double top = lab_real(point, "band_top");
    ClothStep step = solver_budget(point);
    step.constants.alpha = gamma > 0.0 ? lab_real(point, "carried") / gamma : 0.0;
    step.constants.gamma = gamma;
    step.constants.beta = lab_real(point, "beta");
    step.constants.band_min = top / lab_real(point, "band_span");
    step.constants.band_max = top;
    SceneWatchPlan plan = solver_plan(point);
    plan.quiet_j = 1e-12;

    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    const ClothStatus status = solver_hang(&shape, &step, &plan, &scene, &watch, &error);
    if (status == CLOTH_OK) {
        lab_put(result, "strain_rms", watch.last.strain_rms[CLOTH_ROW_STRETCH]);
        lab_put(result, "kinetic_late_max", watch.kinetic_late_max_j);
        solver_put_hash(result, scene.state);
        solver_put_settled(result, &watch);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

static bool same_state(const LabData *data, int64_t a, int64_t b) {
    return lab_get(data, a, "hash_high") == lab_get(data, b, "hash_high") &&
           lab_get(data, a, "hash_low") == lab_get(data, b, "hash_low");
}

/* Points that differ in beta alone. */
static bool siblings(const LabData *data, int64_t a, int64_t b) {
    static const char *const fixed[] = {"band_span", "gamma", "carried", "band_top"};
    for (int i = 0; i < 4; i++) {
        if (lab_real(lab_point(data, a), fixed[i]) != lab_real(lab_point(data, b), fixed[i])) {
            return false;
        }
    }
    return true;
}

/* Over all pairs that differ in beta alone. */
typedef struct Siblings {
    int64_t pairs;
    int64_t unequal; /* in any bit */
    double spread;   /* of the rms strain, relative */
} Siblings;

/* The pairs of one gamma, of ramps or of single values, both with beta of `lowest` or more. */
static Siblings compare(const LabData *data, bool ramp, double gamma, double lowest) {
    Siblings found = {0};
    for (int64_t a = 0; a < lab_count(data); a++) {
        const LabPoint *point = lab_point(data, a);
        if ((lab_real(point, "band_span") > 1.0) != ramp || lab_real(point, "gamma") != gamma ||
            lab_real(point, "beta") < lowest) {
            continue;
        }
        for (int64_t b = 0; b < lab_count(data); b++) {
            if (b == a || !siblings(data, a, b) || lab_real(lab_point(data, b), "beta") < lowest) {
                continue;
            }
            const double spread =
                fabs(lab_get(data, a, "strain_rms") / lab_get(data, b, "strain_rms") - 1.0);
            found.pairs++;
            found.unequal += !same_state(data, a, b);
            found.spread = spread <= found.spread || isnan(found.spread) ? found.spread : spread;
        }
    }
    return found;
}

/* The smallest beta of the sweep from which on ramps of that gamma end within 1 % of each other. */
static double saturation(const LabData *data, double gamma) {
    double found = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double beta = lab_real(lab_point(data, k), "beta");
        const Siblings above = compare(data, true, gamma, beta);
        if (above.pairs > 0 && above.spread <= 0.01) {
            found = fmin(found, beta);
        }
    }
    return found;
}

static void judge_gain(const LabData *data, LabJudgement *judgement) {
    const int64_t plain = lab_find(data, "beta", "1e5", "band_span", "1", "gamma", "1", NULL);
    const int64_t ramped = lab_find(data, "beta", "1e5", "band_span", "64", "gamma", "1", NULL);
    if (plain < 0 || ramped < 0) {
        return;
    }
    lab_verdict(judgement, "ramp_gain", LAB_MEASURED, "",
                "at beta 1e5 and gamma 1 a ramp from an eighth of m_eff/h^2 to 8 ends with "
                "%.6f %% rms strain after %.0f steps to rest, one value with %.6f %% after %.0f",
                100.0 * lab_get(data, ramped, "strain_rms"), lab_get(data, ramped, "settled_step"),
                100.0 * lab_get(data, plain, "strain_rms"), lab_get(data, plain, "settled_step"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "no effect, to the last bit, when k_min = k_max; above about 1e4 identical answers";
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C04")) {
        return;
    }
    const Siblings single = compare(data, false, 1.0, 0.0);
    const Siblings ramp = compare(data, true, 1.0, 0.0);
    const Siblings above = compare(data, true, 1.0, 1e4);
    const double kept = saturation(data, 1.0);
    const double refilled = saturation(data, 0.5);
    if (single.pairs == 0 || above.pairs == 0 || isnan(kept) || isnan(refilled)) {
        lab_verdict(judgement, "C04", LAB_NOT_JUDGED, source,
                    "needs, at gamma 1 and 0.5, two values of beta with band_span 1, and two of "
                    "1e4 or more with another");
        return;
    }
    const bool holds = single.unequal == 0 && above.spread <= 1e-5;
    lab_verdict(judgement, "C04", holds ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "k_min = k_max: %d of %d pairs of states differ in a bit; ramps from beta 1e4 on "
                "differ by %.1e in rms strain, over all beta by %.2g; within 1 %% from %.0e on at "
                "gamma 1, where a penalty keeps what it has grown, from %.0e on at gamma 0.5, "
                "where every substep must fill the band again",
                (int)single.unequal, (int)single.pairs, above.spread, ramp.spread, kept, refilled);
    judge_gain(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e04_ramp",
        .question = "Does letting penalties grow by beta buy anything over a band of one value?",
        .scene = "A chain of 20 hard links of 0.05 m, 0.5 g a particle, held by its first "
                 "particle, hanging exactly vertically, 60 Hz, 2 substeps of 4 iterations; the "
                 "highest penalty is 8 m_eff/h^2, the lowest that over band_span.",
        .answers = "Yes when with some beta the chain comes to rest with less strain than with the "
                   "band of one value; no when with none. With one value beta must not change a "
                   "bit.",
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
