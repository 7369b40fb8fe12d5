/*
 * e47_chebyshev: does Chebyshev acceleration of the sweeps buy anything?
 *
 * After every sweep each particle that has not pressed on anything is moved on along what the last
 * two sweeps moved it (step/chebyshev.h), as if errors shrank by rho a sweep. A sheet is put down on
 * a sphere at 3 m/s, a cape is thrown outwards and hangs; rho and the budget are varied. It stays
 * an experiment: only the ablation build has it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "scenes/extreme.h"
#include "scenes/put_down.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"
#include "step/instruments.h"
#include "timing.h"

#define BUDGETS "2x2,2x4,2x8"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("scene", "sheet put down on a sphere, or cape hung by its collar",
                       "landing,cape", NULL, "landing,cape"),
    SOLVER_KNOB_REAL("rho", "1", "what errors are taken to shrink by in a sweep; 0: none of it",
                     "0,0.2,0.4,0.6,0.7,0.8,0.9,0.95,0.99", "0,0.6,0.99", 0, 1, false),
    SOLVER_KNOB_CHOICE("budget", "substeps x iterations", BUDGETS, "2x4",
                       "1x1,1x4,2x2,2x4,2x8,3x4"),
    SOLVER_KNOB_CHOICE("solver", "descent", "avbd", NULL, "avbd,vbd"),
    SOLVER_KNOB_WHOLE("columns", "particles along a side of the sheet; along the cape's collar",
                      "10", "6", 3, 256),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "downwards, of the sheet", "3", NULL, 0, 100, false),
    SOLVER_KNOB_REAL("throw_m_s", "m s-1", "outwards, of the cape's hem", "2", NULL, 0, 100, false),
    SOLVER_KNOB_REAL("damping_1_s", "s-1", "drag of the cape", "1.5", NULL, 0, 1e3, false),
    SOLVER_KNOB_WHOLE("steps", "steps taken", "360", "120", 1, 1000000),
    SOLVER_KNOB_WHOLE("late", "how many of the last of them count as late", "60", "30", 1, 1000000),
    SOLVER_KNOB_WHOLE("rounds", "timed rounds, each of a step with and one without", "120", "10", 3,
                      100000),
    KNOB_STEP("0.016666666666666666", NULL),
};

static const LabVariable variables[] = {
    {.name = "depth", .unit = "m", .long_name = "deepest below where the sheet is kept"},
    {.name = "depth_late", .unit = "m", .long_name = "the same over the late steps"},
    {.name = "stretch_peak",
     .unit = "1",
     .long_name = "largest rms strain of the rows of any step"},
    {.name = "stretch_late", .unit = "1", .long_name = "the same over the late steps"},
    {.name = "kinetic_late", .unit = "J", .long_name = "largest kinetic energy of the late steps"},
    {.name = "pivot_ratio", .unit = "1", .long_name = "smallest pivot over m/h^2"},
    {.name = "failed_s", .unit = "s", .long_name = "when a step was refused"},
    {.name = "cost",
     .unit = "1",
     .long_name = "time of a step with it over one without, median of pairs",
     .timing = true},
    {.name = "cost_mad", .unit = "1", .long_name = "median deviation of it", .timing = true},
};

/* One cloth under way: either of the scenes. */
typedef struct Side {
    PutDown put;
    Scene cape;
    ClothState *state; /* of the one that is there */
    ClothStep step;
    ClothInstruments instruments;
} Side;

static bool is_landing(const LabPoint *point) {
    return lab_chose(point, "scene", "landing");
}

static void side_free(Side *side) {
    put_down_free(&side->put);
    scene_free(&side->cape);
    free(side->instruments.chebyshev_was);
    *side = (Side){0};
}

static ClothStatus start_landing(const LabPoint *point, Side *side, ClothError *error) {
    PutDownPlan plan = put_down_plan(PUT_DOWN_SPHERE);
    plan.columns = (int32_t)lab_integer(point, "columns");
    plan.speed_m_s = lab_real(point, "speed_m_s");
    plan.steps = lab_integer(point, "steps");
    plan.late = lab_integer(point, "late");
    plan.step.step_s = side->step.step_s;
    plan.step.substeps = side->step.substeps;
    plan.step.iterations = side->step.iterations;
    plan.step.solver = side->step.solver;
    side->step = plan.step;
    const ClothStatus status = put_down_start(&plan, &side->put, error);
    side->state = side->put.state;
    return status;
}

static ClothStatus start_cape(const LabPoint *point, Side *side, ClothError *error) {
    const ClothFabric cotton = cloth_fabric(CLOTH_COTTON);
    ClothMaterial material = cloth_fabric_material(&cotton);
    material.slack = 1.0;
    SheetShape shape = scene_sheet_default();
    shape.columns = (int32_t)lab_integer(point, "columns");
    shape.rows = shape.columns * 3 / 2;
    side->step.damping_1_s = lab_real(point, "damping_1_s");
    const ClothStatus status =
        scene_cape(&shape, lab_real(point, "throw_m_s"), &material, &side->cape, error);
    side->state = side->cape.state;
    return status;
}

/* side: out, emptied on failure; must stay where it is, its step points into it. */
static ClothStatus side_start(const LabPoint *point, double rho, Side *side, ClothError *error) {
    *side = (Side){.step = cloth_step_default()};
    side->step.step_s = lab_real(point, "step_s");
    side->step.solver = solver_method(point);
    (void)sscanf(lab_choice(point, "budget"), "%dx%d", &side->step.substeps,
                 &side->step.iterations);
    ClothStatus status =
        is_landing(point) ? start_landing(point, side, error) : start_cape(point, side, error);
    if (status == CLOTH_OK) {
        const size_t count = (size_t)cloth_particle_count(side->state);
        side->instruments.chebyshev_rho = rho;
        side->instruments.chebyshev_was = calloc(6 * count, sizeof(double));
        side->step.instruments = &side->instruments;
        side->put.plan.step = side->step;
        status = side->instruments.chebyshev_was == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
    }
    if (status != CLOTH_OK) {
        side_free(side);
    }
    return status;
}

typedef struct Seen {
    double stretch_peak;
    double stretch_late;
    double kinetic_late_j;
    double pivot_ratio;
} Seen;

static ClothStatus step_seen(Side *side, bool late, Seen *seen, ClothError *error) {
    ClothMeasure measure;
    ClothReport report = {.pivot_ratio = INFINITY};
    const ClothStatus status = side->put.state != NULL
                                   ? put_down_step(&side->put, error)
                                   : cloth_step(side->state, &side->step, &report, error);
    if (status != CLOTH_OK) {
        return status;
    }
    cloth_measure(side->state, side->step.gravity, &measure);
    raise_to(&seen->stretch_peak, measure.strain_rms[CLOTH_ROW_STRETCH]);
    seen->pivot_ratio =
        less_of(seen->pivot_ratio,
                side->put.state != NULL ? side->put.seen.pivot_ratio : report.pivot_ratio);
    if (late) {
        raise_to(&seen->stretch_late, measure.strain_rms[CLOTH_ROW_STRETCH]);
        raise_to(&seen->kinetic_late_j, measure.kinetic_j);
    }
    return CLOTH_OK;
}

static ClothStatus watch(const LabPoint *point, LabResult *result, ClothError *error) {
    Side side;
    Seen seen = {.pivot_ratio = INFINITY};
    const int64_t steps = lab_integer(point, "steps");
    const int64_t late_from = steps - lab_integer(point, "late");
    ClothStatus status = side_start(point, lab_real(point, "rho"), &side, error);
    if (status != CLOTH_OK) {
        return status;
    }
    int64_t k = 0;
    for (; k < steps && status == CLOTH_OK; k++) {
        status = step_seen(&side, k >= late_from, &seen, error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "stretch_peak", seen.stretch_peak);
        lab_put(result, "stretch_late", seen.stretch_late);
        lab_put(result, "kinetic_late", seen.kinetic_late_j);
        lab_put(result, "pivot_ratio", seen.pivot_ratio);
        if (is_landing(point)) {
            lab_put(result, "depth", side.put.seen.depth_m);
            lab_put(result, "depth_late", side.put.seen.depth_late_m);
        }
    } else {
        lab_put(result, "failed_s", (double)k * side.step.step_s);
    }
    side_free(&side);
    return status;
}

static double time_of(Side *side, ClothStatus *status) {
    const double from = timing_now_s();
    const ClothStatus now = cloth_step(side->state, &side->step, NULL, NULL);
    *status = *status == CLOTH_OK ? now : *status;
    return timing_now_s() - from;
}

/* Step by step in turns with the same cloth without, in this process. */
static void time_pairs(const LabPoint *point, LabResult *result) {
    const int64_t rounds = lab_integer(point, "rounds");
    Side with = {0};
    Side without = {0};
    double *ratio = malloc((size_t)rounds * sizeof *ratio);
    ClothStatus status = ratio == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
    if (status == CLOTH_OK) {
        status = side_start(point, lab_real(point, "rho"), &with, NULL);
    }
    if (status == CLOTH_OK) {
        status = side_start(point, 0.0, &without, NULL);
    }
    for (int64_t k = 0; k < rounds && status == CLOTH_OK; k++) {
        const bool first = k % 2 == 0;
        const double a = time_of(first ? &with : &without, &status);
        const double b = time_of(first ? &without : &with, &status);
        ratio[k] = first ? a / b : b / a;
    }
    if (status == CLOTH_OK) {
        const Spread spread = timing_spread(ratio, rounds);
        lab_put(result, "cost", spread.median);
        lab_put(result, "cost_mad", spread.mad);
    }
    side_free(&with);
    side_free(&without);
    free(ratio);
}

static void run_point(const LabPoint *point, LabResult *result) {
    ClothError error = {0};
    const ClothStatus status = watch(point, result, &error);
    if (status == CLOTH_OK) {
        time_pairs(point, result);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

static double get(const LabData *data, const char *scene, const char *budget, double rho,
                  const char *variable) {
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_chose(point, "scene", scene) && lab_chose(point, "budget", budget) &&
            fabs(lab_real(point, "rho") - rho) < 1e-9) {
            return lab_get(data, k, variable);
        }
    }
    return NAN;
}

/* A variable over what it is without acceleration. */
static double over(const LabData *data, const char *scene, const char *budget, double rho,
                   const char *variable) {
    return get(data, scene, budget, rho, variable) / get(data, scene, budget, 0.0, variable);
}

/* The smallest rho at which a scene is refused, or left with a thousand times its energy; 2: none. */
static double breaks_from(const LabData *data, const char *scene, const char *budget) {
    double least = 2.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const double rho = lab_real(point, "rho");
        if (lab_chose(point, "scene", scene) && lab_chose(point, "budget", budget) && rho > 0.0) {
            const bool lost = !(over(data, scene, budget, rho, "kinetic_late") < 1e3);
            least = lost && rho < least ? rho : least;
        }
    }
    return least;
}

/* The rho below `from` that leaves the least of a variable; NaN: there is none. */
static double best_rho(const LabData *data, const char *scene, const char *budget, double from,
                       const char *variable) {
    double best = NAN;
    double least = INFINITY;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double rho = lab_real(lab_point(data, k), "rho");
        const double value = get(data, scene, budget, rho, variable);
        if (rho > 0.0 && rho < from && value < least) {
            least = value;
            best = rho;
        }
    }
    return best;
}

static void judge_budget(const LabData *data, const char *budget, const char *id,
                         LabJudgement *judgement) {
    static const char source[] = "no gain on contact, livelier drape (1.5 times the settled "
                                 "energy), costs 2 to 5 %; rho = 0.99 loses positive definiteness "
                                 "within 1 s";
    const double low = 0.6;
    const double high = 0.99;
    const double depth = over(data, "landing", budget, low, "depth");
    const double lands = over(data, "landing", budget, low, "kinetic_late");
    const double hangs = over(data, "cape", budget, low, "kinetic_late");
    const double strain = over(data, "cape", budget, low, "stretch_late");
    if (isnan(depth + lands + hangs + strain)) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, source,
                    "needs both scenes, rho 0, 0.6, 0.99, %s", budget);
        return;
    }
    const double from =
        fmin(breaks_from(data, "landing", budget), breaks_from(data, "cape", budget));
    const double land_s = get(data, "landing", budget, high, "failed_s");
    const double cape_s = get(data, "cape", budget, high, "failed_s");
    const double best = best_rho(data, "landing", budget, from, "depth");
    const bool refused = !isnan(land_s) || !isnan(cape_s);
    const bool none = depth > 0.9 && strain > 0.9 && !isnan(best) && from <= high;
    lab_verdict(
        judgement, id, none ? LAB_REPRODUCED : LAB_DIFFERS, source,
        "%s, rho 0.6: a landing sheet's depth %.2f times, its late energy %.2g times; a "
        "cape's strain %.2f times, its late energy %.2g times; a step costs %.1f and %.1f %% "
        "more. The least depth, %.2f times, is at rho %.2g, with %.2g times the energy; from %.2g "
        "on "
        "motion grows without end; at 0.99 %s",
        budget, depth, lands, strain, hangs,
        100.0 * (get(data, "landing", budget, low, "cost") - 1.0),
        100.0 * (get(data, "cape", budget, low, "cost") - 1.0),
        over(data, "landing", budget, best, "depth"), best,
        over(data, "landing", budget, best, "kinetic_late"), from,
        refused ? "a step is refused"
                : "no step is refused all the same: blocks are positive by construction");
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C38")) {
        return;
    }
    judge_budget(data, "2x4", "C38", judgement);
    if (!isnan(get(data, "cape", "2x8", 0.0, "kinetic_late"))) {
        judge_budget(data, "2x8", "chebyshev_2x8", judgement);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e47_chebyshev",
        .question = "Does Chebyshev acceleration of the sweeps buy anything?",
        .scene =
            "A level sheet of 10 x 10 particles of 10 g, 0.05 m apart, put down on a sphere of "
            "0.2 m at 3 m/s; a cape of 10 x 15 particles of 0.5 g, hung by its collar and "
            "thrown outwards at 2 m/s. 60 Hz, 6 s.",
        .answers = "Yes when some rho leaves less depth, strain or motion at a budget than none "
                   "does, and none of them more, and is well below where it diverges; no when what "
                   "it betters it pays for elsewhere.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .serial = true,
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
