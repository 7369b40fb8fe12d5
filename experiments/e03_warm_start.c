/*
 * e03_warm_start: how much of its multipliers may a substep start from?
 *
 * A chain of hard links that hangs straight down starts unloaded, drops onto its links and should
 * come to rest. Every substep starts from alpha * gamma of the multipliers that the last one ended
 * with. At 0 each substep carries the weight anew, so the links give; the closer to 1, the less
 * they give, and past a cliff the chain never rests.
 */
#include <stdio.h>

#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("inertia", "what the penalty band is a ratio of, over h^2", "m_eff,plain",
                       "m_eff", "m_eff,plain"),
    KNOB_LINKS("5,10,20", "20"),
    KNOB_ALPHA("0:1:21", "0,0.25,0.4,0.6"),
    KNOB_GAMMA("0:1:11", "0.5,1"),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOBS_SHIPPED_BUDGET,
    KNOB_BETA("1e5", NULL),
    KNOB_BAND("8", NULL),
    KNOB_BAND_SPAN("1", NULL),
    KNOB_STEPS("1200", NULL),
    KNOB_LATE("300", NULL),
};

static const LabVariable variables[] = {
    {.name = "kinetic_late_max", .unit = "J", .long_name = "largest late kinetic energy"},
    {.name = "strain_rms", .unit = "1", .long_name = "rms strain of the links at the end"},
    {.name = "strain_max", .unit = "1", .long_name = "largest strain of a link at the end"},
    {.name = "kinetic", .unit = "J", .long_name = "kinetic energy", .series = true},
};

/* The figures of the claim. What lies between the two is still settling after 1,200 steps: given
 * 20,000, 20 links rest up to 0.37 and move from 0.38. */
static const double at_rest_j = 1e-12;
static const double moving_j = 1e-6;

static void each_step(void *user, int64_t step, const ClothMeasure *measure) {
    (void)step;
    lab_series(user, "kinetic", measure->kinetic_j);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ChainShape shape = solver_chain(point);
    ClothStep step = solver_step(point);
    const ClothInstruments plain = {.ablate = CLOTH_WITHOUT_ROW_INERTIA};
    step.instruments = lab_chose(point, "inertia", "plain") ? &plain : NULL;
    SceneWatchPlan plan = solver_plan(point);
    plan.each = each_step;
    plan.user = result;

    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    const ClothStatus status = solver_hang(&shape, &step, &plan, &scene, &watch, &error);
    if (status == CLOTH_OK) {
        lab_put(result, "kinetic_late_max", watch.kinetic_late_max_j);
        lab_put(result, "strain_rms", watch.last.strain_rms[CLOTH_ROW_STRETCH]);
        lab_put(result, "strain_max", watch.last.strain_max[CLOTH_ROW_STRETCH]);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

static double product(const LabData *data, int64_t k) {
    const LabPoint *point = lab_point(data, k);
    return lab_real(point, "alpha") * lab_real(point, "gamma");
}

static bool is_chain(const LabData *data, int64_t k, const char *inertia, int64_t links) {
    const LabPoint *point = lab_point(data, k);
    return lab_chose(point, "inertia", inertia) && lab_integer(point, "links") == links;
}

/* What the points of one chain say: where its cliff is, and whether alpha and gamma matter but for
 * their product. */
typedef struct Cliff {
    int64_t points;
    double rests;         /* the largest product up to which every point rests */
    double restless;      /* the smallest at which one does not */
    double moves;         /* the smallest at which one moves */
    double strain_spread; /* of the rms strain among resting points of equal product, relative */
    bool falls;           /* among resting points a larger product leaves less strain */
} Cliff;

static void compare(const LabData *data, int64_t a, int64_t b, Cliff *cliff) {
    const double apart = product(data, b) - product(data, a);
    const double strain_a = lab_get(data, a, "strain_rms");
    const double strain_b = lab_get(data, b, "strain_rms");
    if (fabs(apart) < 1e-12) {
        const double spread = fabs(strain_b / strain_a - 1.0);
        cliff->strain_spread = more_of(cliff->strain_spread, spread);
    } else if (apart > 0.0 && !(strain_b < strain_a)) {
        cliff->falls = false;
    }
}

static Cliff find_cliff(const LabData *data, const char *inertia, int64_t links) {
    Cliff cliff = {.rests = NAN, .restless = INFINITY, .moves = NAN, .falls = true};
    const int64_t count = lab_count(data);
    for (int64_t k = 0; k < count; k++) {
        if (is_chain(data, k, inertia, links)) {
            cliff.points++;
            const double kinetic = lab_get(data, k, "kinetic_late_max");
            if (!(kinetic <= at_rest_j)) {
                cliff.restless = fmin(cliff.restless, product(data, k));
            }
            if (!(kinetic < moving_j)) {
                cliff.moves = fmin(cliff.moves, product(data, k));
            }
        }
    }
    for (int64_t a = 0; a < count; a++) {
        if (!is_chain(data, a, inertia, links) || !(product(data, a) < cliff.restless)) {
            continue;
        }
        cliff.rests = fmax(cliff.rests, product(data, a));
        for (int64_t b = 0; b < count; b++) {
            if (b != a && is_chain(data, b, inertia, links) && product(data, b) < cliff.restless) {
                compare(data, a, b, &cliff);
            }
        }
    }
    return cliff;
}

/* The claim itself, on the chain that it names, at gamma 1. */
static void judge_claim(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "rests at alpha gamma <= 0.3, jitters at 0.5, wild at 0.6; only the product acts; residual "
        "falls towards the cliff; 0.25 chosen";
    const char *const alpha[] = {"0", "0.25", "0.4", "0.6"};
    int64_t at[4];
    bool whole = true;
    for (int i = 0; i < 4; i++) {
        at[i] = lab_find(data, "alpha", alpha[i], "gamma", "1", "links", "20", "inertia", "m_eff",
                         NULL);
        whole = whole && at[i] >= 0;
    }
    if (!whole) {
        lab_verdict(judgement, "C03", LAB_NOT_JUDGED, source,
                    "needs 20 links, gamma 1 and alpha 0, 0.25, 0.4, 0.6");
        return;
    }
    double kinetic[4];
    for (int i = 0; i < 4; i++) {
        kinetic[i] = lab_get(data, at[i], "kinetic_late_max");
    }
    const Cliff cliff = find_cliff(data, "m_eff", 20);
    const bool energies = kinetic[0] <= at_rest_j && kinetic[1] <= at_rest_j &&
                          kinetic[2] >= moving_j && kinetic[3] >= 1e3 * kinetic[2];
    const bool shape = cliff.falls && cliff.strain_spread <= 1e-6;
    lab_verdict(judgement, "C03", energies && shape ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "late kinetic energy %.1e J at 0, %.1e at 0.25, %.1e at 0.4, %.1e at 0.6; rests up "
                "to %.3g, moves from %.3g; points of equal product differ by %.1e in rms strain, "
                "which %s with the product up to the cliff",
                kinetic[0], kinetic[1], kinetic[2], kinetic[3], cliff.rests, cliff.moves,
                cliff.strain_spread, cliff.falls ? "falls" : "does not fall");

    const double rms = 100.0 * lab_get(data, at[1], "strain_rms");
    const double most = 100.0 * lab_get(data, at[1], "strain_max");
    const bool close = fabs(rms / 0.9354 - 1.0) <= 0.005 && most >= 1.51 && most <= 1.55;
    lab_verdict(judgement, "C03", close ? LAB_REPRODUCED : LAB_DIFFERS,
                "strain at 0.25: 0.9354 % rms, 1.51 to 1.55 % at most",
                "%.4f %% rms, %.4f %% at most; the particle's mass leaves it alone, links, "
                "substeps, iterations, band and step decide it",
                rms, most);
}

/* Where the cliff lies for other chains and for a band in plain particle mass. */
static void judge_cliffs(const LabData *data, LabJudgement *judgement) {
    static const char *const inertia[] = {"m_eff", "plain"};
    for (int i = 0; i < 2; i++) {
        for (int64_t k = 0; k < lab_count(data); k++) {
            const LabPoint *point = lab_point(data, k);
            const int64_t links = lab_integer(point, "links");
            bool first = lab_chose(point, "inertia", inertia[i]);
            for (int64_t before = 0; before < k && first; before++) {
                first = !is_chain(data, before, inertia[i], links);
            }
            if (!first) {
                continue;
            }
            const Cliff cliff = find_cliff(data, inertia[i], links);
            char id[64];
            (void)snprintf(id, sizeof id, "cliff_%s_%d", inertia[i], (int)links);
            char moves[40] = "none moves";
            if (!isnan(cliff.moves)) {
                (void)snprintf(moves, sizeof moves, "moves from %.3g", cliff.moves);
            }
            if (isnan(cliff.rests)) {
                lab_verdict(judgement, id, LAB_MEASURED, "", "%d links, band in %s: no point rests",
                            (int)links, inertia[i]);
            } else {
                lab_verdict(judgement, id, LAB_MEASURED, "",
                            "%d links, band in %s: rests up to alpha gamma %.3g, %s", (int)links,
                            inertia[i], cliff.rests, moves);
            }
        }
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C03")) {
        return;
    }
    judge_claim(data, judgement);
    judge_cliffs(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e03_warm_start",
        .question = "How much of its multipliers may a substep start from before a hanging chain "
                    "stops coming to rest, and do alpha and gamma matter but for their product?",
        .scene = "A chain of hard links of 0.05 m, 0.5 g a particle, held by its first particle, "
                 "hanging exactly vertically, 60 Hz, 2 substeps of 4 iterations.",
        .answers = "A value is safe when the kinetic energy of the last 300 of 1,200 steps stays "
                   "below 1e-12 J. Only the product matters when points of equal product end with "
                   "the same strain. It would be no when two such points differ.",
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
