/*
 * e35_strain_limit: how much of the over-stretch does a strain limit take away, and does it reach
 * what it asks for?
 *
 * It is a second hard row on the link it limits, along the same direction, one-sided: it can pull
 * where the link's own row pulls already, and nothing more. Each point runs the same drop twice.
 */
#include <math.h>
#include <stdio.h>

#include "scenes/rig.h"
#include "solver_knobs.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_REAL("stretch", "1", "the fabric's: how little it is to stretch",
                     "0,0.1,0.2,0.3,0.35,0.4,0.5,0.75,1", "0,1", 0, 1, false),
    KNOB_SUBSTEPS("1,2", NULL),
    KNOB_ITERATIONS("1,2,4", "1,4"),
    SOLVER_KNOB_CHOICE("tethers", "rows to the nearest held particle", "with,without", NULL,
                       "with,without"),
    SOLVER_KNOB_CHOICE("bend", "no skip rows, soft ones of the fabric's bend, or hard ones",
                       "none,hard", "none", "none,soft,hard"),
    SOLVER_KNOB_CHOICE("turn", "the block that turns a cloth about its holds", "with,without",
                       "with", "with,without"),
    SOLVER_KNOB_REAL("damping", "1", "the fabric's", "0.12", NULL, 0, 1, false),
    SOLVER_KNOB_WHOLE("strands", "strands, side by side", "1", NULL, 1, 100),
    KNOB_LINKS("30", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOBS_SHIPPED_CONSTANTS,
    KNOB_STEPS("600", "200"),
};

static const LabVariable variables[] = {
    {.name = "strain_asked", .unit = "1", .long_name = "strain that the limit allows"},
    {.name = "strain_with", .unit = "1", .long_name = "largest strain of a link, limited"},
    {.name = "strain_without", .unit = "1", .long_name = "largest strain of a link, not limited"},
    {.name = "removed", .unit = "1", .long_name = "share of the over-stretch that it takes away"},
    {.name = "inert", .unit = "1", .long_name = "1 when limited is not limited, to the bit"},
};

/* The largest strain of the drop, and the hash of how it ends. */
static ClothStatus drop(const LabPoint *point, bool limited, double *asked, double *strain,
                        uint64_t *hash, ClothError *error) {
    ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
    fabric.stretch = lab_real(point, "stretch");
    fabric.damping = lab_real(point, "damping");
    fabric.flags = CLOTH_FABRIC_STRAIN_LIMIT;
    ClothMaterial material = cloth_fabric_material(&fabric);
    *asked = material.strain_limit;
    material.strain_limit = limited ? material.strain_limit : INFINITY;
    material.tethered = lab_chose(point, "tethers", "with");
    RigShape shape = rig_shape_default();
    shape.links = (int32_t)lab_integer(point, "links");
    shape.strands = (int32_t)lab_integer(point, "strands");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.bend = lab_chose(point, "bend", "none") ? CLOTH_CHAIN_FREE : CLOTH_CHAIN_SKIPS;
    if (lab_chose(point, "bend", "hard")) {
        material.row[CLOTH_ROW_SKIP] = (ClothStiffness){INFINITY, CLOTH_NEWTON_PER_METRE};
    }
    ClothStep step = solver_step(point);
    const ClothInstruments instruments = {
        .ablate = lab_chose(point, "turn", "with") ? 0 : CLOTH_WITHOUT_HOLD_TURN};
    step.instruments = &instruments;
    step.damping_1_s = cloth_fabric_step(&fabric).damping_1_s;

    Scene scene;
    RigWatch watch = {0};
    ClothStatus status = scene_rig(&shape, &material, &scene, error);
    if (status == CLOTH_OK) {
        status = rig_watch(scene.state, &step, lab_integer(point, "steps"), &watch, error);
    }
    if (status == CLOTH_OK) {
        *strain = watch.strain_peak;
        /* Of the positions alone: a limit that never pulled has left other numbers in the block. */
        ClothMeasure measure;
        cloth_measure(scene.state, step.gravity, &measure);
        const double seen[2] = {measure.gravitational_j, measure.kinetic_j};
        *hash = 14695981039346656037U;
        for (size_t k = 0; k < sizeof seen; k++) {
            *hash = (*hash ^ ((const unsigned char *)seen)[k]) * 1099511628211U;
        }
    }
    scene_free(&scene);
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    double asked = NAN;
    double strain[2] = {NAN, NAN};
    uint64_t hash[2] = {0, 0};
    ClothError error = {0};
    ClothStatus status = drop(point, true, &asked, &strain[0], &hash[0], &error);
    if (status == CLOTH_OK) {
        status = drop(point, false, &asked, &strain[1], &hash[1], &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "strain_asked", asked);
        lab_put(result, "strain_with", strain[0]);
        lab_put(result, "strain_without", strain[1]);
        lab_put(result, "removed", 1.0 - strain[0] / strain[1]);
        lab_put(result, "inert", hash[0] == hash[1] && strain[0] == strain[1] ? 1.0 : 0.0);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

static const char *const budgets[][2] = {{"1", "1"}, {"2", "2"}, {"2", "4"}};
enum { BUDGETS = sizeof budgets / sizeof budgets[0] };

static double at(const LabData *data, const char *stretch, size_t budget, const char *tethers,
                 const char *bend, const char *turn, const char *variable) {
    const int64_t k =
        lab_find(data, "stretch", stretch, "substeps", budgets[budget][0], "iterations",
                 budgets[budget][1], "tethers", tethers, "bend", bend, "turn", turn, NULL);
    return k < 0 ? NAN : lab_get(data, k, variable);
}

/* The least stretch swept at which the limit acts, NaN when it acts at none. */
static double acts_from(const LabData *data, size_t budget) {
    double least = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_integer(point, "substeps") == budgets[budget][0][0] - '0' &&
            lab_integer(point, "iterations") == budgets[budget][1][0] - '0' &&
            lab_chose(point, "tethers", "with") && lab_chose(point, "bend", "none") &&
            lab_chose(point, "turn", "without") && lab_get(data, k, "inert") == 0.0) {
            least = fmin(least, lab_real(point, "stretch"));
        }
    }
    return least;
}

/* One figure a budget, in per cent. */
typedef struct Row {
    double percent[BUDGETS];
} Row;

static Row row(const LabData *data, const char *tethers, const char *bend, const char *turn,
               const char *variable) {
    Row figures;
    for (size_t b = 0; b < BUDGETS; b++) {
        figures.percent[b] = 100.0 * at(data, "1", b, tethers, bend, turn, variable);
    }
    return figures;
}

/* The source had no turn block when it measured. */
static void judge_claim(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "takes 34 to 38 % of the over-stretch; asks 0.1 %, delivers 5.9 / 2.2 / 0.9 % at 1x1, 2x2, "
        "2x4; inert below about stretch 0.35";
    const Row with = row(data, "with", "none", "without", "strain_with");
    const Row removed = row(data, "with", "none", "without", "removed");
    if (isnan(with.percent[0] + with.percent[1] + with.percent[2])) {
        lab_verdict(
            judgement, "C23", LAB_NOT_JUDGED, source,
            "needs stretch 1 with tethers, no skip rows, no turn block at 1x1, 2x2 and 2x4");
        return;
    }
    const double figures[BUDGETS] = {5.9, 2.2, 0.9};
    const double asked = 100.0 * at(data, "1", 0, "with", "none", "without", "strain_asked");
    bool same = with.percent[0] > with.percent[1] && with.percent[1] > with.percent[2] &&
                with.percent[2] > 2.0 * asked;
    bool exact = true;
    for (size_t b = 0; b < BUDGETS; b++) {
        same = same && removed.percent[b] >= 20.0 && removed.percent[b] <= 50.0;
        exact = exact && fabs(with.percent[b] / figures[b] - 1.0) <= 0.02;
    }
    const Row hard = row(data, "with", "hard", "without", "strain_with");
    lab_verdict(judgement, "C23",
                exact && same ? LAB_REPRODUCED
                : same        ? LAB_DIFFERS
                              : LAB_CONTRADICTED,
                source,
                "takes %.0f, %.0f and %.0f %%; asks %.1f %%, delivers %.1f / %.1f / %.1f %%; acts "
                "from stretch %.2g, %.2g and %.2g on, which is where it asks for less than the "
                "links give unaided. Skip rows decide the figure: with hard ones %.1f / %.1f / "
                "%.1f %%",
                removed.percent[0], removed.percent[1], removed.percent[2], asked, with.percent[0],
                with.percent[1], with.percent[2], acts_from(data, 0), acts_from(data, 1),
                acts_from(data, 2), hard.percent[0], hard.percent[1], hard.percent[2]);
}

/* What it takes in other rigs: it is worth a third only where nothing else does its work. */
static void judge_arm(const LabData *data, const char *id, const char *tethers, const char *bend,
                      const char *turn, LabJudgement *judgement) {
    const Row removed = row(data, tethers, bend, turn, "removed");
    const Row without = row(data, tethers, bend, turn, "strain_without");
    if (!isnan(removed.percent[0] + removed.percent[1] + removed.percent[2])) {
        lab_verdict(judgement, id, LAB_MEASURED, "",
                    "%s tethers, skip rows %s, %s the turn block, 1x1, 2x2, 2x4: takes %.1f, %.1f "
                    "and %.1f %% of %.1f, %.1f and %.1f %%",
                    tethers, bend, turn, removed.percent[0], removed.percent[1], removed.percent[2],
                    without.percent[0], without.percent[1], without.percent[2]);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C23")) {
        return;
    }
    judge_claim(data, judgement);
    judge_arm(data, "limit_turning", "with", "none", "with", judgement);
    judge_arm(data, "limit_untethered", "without", "none", "with", judgement);
    judge_arm(data, "limit_skips", "with", "hard", "with", judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e35_strain_limit",
        .question = "How much of a strand's over-stretch does a strain limit take away, and does "
                    "it reach what it asks for?",
        .scene = "A strand of 30 links of 0.05 m and 0.5 g, of a rope's damping, level, held by "
                 "its first particle and let go; 600 steps of 1/60 s.",
        .answers = "The limit is what its fabric says when the largest strain comes down to it; it "
                   "is a share of the over-stretch when it stays a fixed part of what is there "
                   "without it, whatever is asked.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
