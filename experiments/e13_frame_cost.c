/*
 * e13_frame_cost.c: what a frame costs, what in it costs what, and what a machine could do at best.
 *
 * Every arm differs from its baseline in one factor. A point times both, a few frames of one and
 * then a few of the other, so that whatever else the machine is doing disturbs both alike; what it
 * reports first is the ratio. Seconds are processor time of one thread.
 *
 * The arithmetic limit is that of a straightforward sweep, in which each particle visits each of
 * its rows (a stretch row has two ends, a hinge four) for 60 operations a visit, at the rate of
 * independent AVX2 multiply-add chains. The kernel's sweep has fewer visits, since its bend rows
 * are gathered, but divides and takes roots; what those alone would cost is measured beside it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "e13_arithmetic.h"
#include "e13_arms.h"
#include "e13_phases.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "timing.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "what differs from the baseline", ARM_NAMES, NULL, ARM_NAMES),
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the baseline's sheet", "32", NULL, 4,
                      512),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    SOLVER_KNOB_WHOLE("warm_up", "frames before the first timed one", "60", "5", 1, 100000),
    SOLVER_KNOB_WHOLE("rounds", "rounds, each of the arm's frames and then the baseline's", "120",
                      "5", 3, 100000),
    SOLVER_KNOB_WHOLE("frames", "frames of an arm in a round", "2", "1", 1, 1000),
};

static const LabVariable variables[] = {
    {.name = "ratio", .unit = "1", .long_name = "time over the baseline's, median", .timing = true},
    {.name = "ratio_mad",
     .unit = "1",
     .long_name = "median deviation of the ratio",
     .timing = true},
    {.name = "frame_s", .unit = "s", .long_name = "time of a frame, median", .timing = true},
    {.name = "frame_mad_s", .unit = "s", .long_name = "median deviation of it", .timing = true},
    {.name = "frame_min_s", .unit = "s", .long_name = "shortest frame", .timing = true},
    {.name = "baseline_s", .unit = "s", .long_name = "frame of the baseline", .timing = true},
    {.name = "limit_s", .unit = "s", .long_name = "arithmetic limit of the frame", .timing = true},
    {.name = "over_limit", .unit = "1", .long_name = "frame time over the limit", .timing = true},
    {.name = "least_over_limit", .unit = "1", .long_name = "shortest over limit", .timing = true},
    {.name = "flop_rate", .unit = "s-1", .long_name = "multiply-adds times two", .timing = true},
    {.name = "roots_s", .unit = "s", .long_name = "roots and divisions alone", .timing = true},
    {.name = "predict_s", .unit = "s", .long_name = "targets and start of a frame", .timing = true},
    {.name = "assemble_s", .unit = "s", .long_name = "forces and Hessians", .timing = true},
    {.name = "solve_s", .unit = "s", .long_name = "3x3 solves and caps", .timing = true},
    {.name = "dual_s", .unit = "s", .long_name = "multipliers and penalties", .timing = true},
    {.name = "remainder_s", .unit = "s", .long_name = "what the phases leave", .timing = true},
    {.name = "particles", .unit = "1", .long_name = "particles"},
    {.name = "incidences", .unit = "1", .long_name = "rows a particle, each at all its particles"},
    {.name = "colours", .unit = "1", .long_name = "colours of a sweep"},
    {.name = "hash_high", .unit = "1", .long_name = "upper half of the last state's hash"},
    {.name = "hash_low", .unit = "1", .long_name = "lower half of the last state's hash"},
};

/* One of the two cloths that are timed in turns. */
typedef struct Timed {
    Scene scene;
    ClothStep step;
    double *sample; /* (rounds) seconds a frame */
} Timed;

static void timed_free(Timed *timed) {
    scene_free(&timed->scene);
    free(timed->sample);
    *timed = (Timed){0};
}

static ClothStatus timed_make(const LabPoint *point, ArmIndex arm, Timed *timed,
                              ClothError *error) {
    SheetShape shape = solver_sheet(point);
    shape.hold = lab_hold(point) != NULL ? lab_hold(point) : shape.hold;
    *timed = (Timed){0};
    const ClothStatus status = arm_build(arm, &shape, lab_mesh(point), lab_seed(point),
                                         &timed->scene, &timed->step, error);
    timed->sample = calloc((size_t)lab_integer(point, "rounds"), sizeof *timed->sample);
    return status == CLOTH_OK && timed->sample == NULL ? CLOTH_NO_MEMORY : status;
}

/* Seconds a frame over `frames` frames. */
static ClothStatus run_frames(Timed *timed, int64_t frames, double *seconds, ClothError *error) {
    const double start = timing_now_s();
    for (int64_t k = 0; k < frames; k++) {
        const ClothStatus status = cloth_step(timed->scene.state, &timed->step, NULL, error);
        if (status != CLOTH_OK) {
            return status;
        }
    }
    *seconds = (timing_now_s() - start) / (double)frames;
    return CLOTH_OK;
}

/* Frames of the two in turns. */
static ClothStatus take_turns(const LabPoint *point, Timed *arm, Timed *baseline,
                              ClothError *error) {
    const int64_t frames = lab_integer(point, "frames");
    double warm_s;
    ClothStatus status = run_frames(arm, lab_integer(point, "warm_up"), &warm_s, error);
    if (status == CLOTH_OK) {
        status = run_frames(baseline, lab_integer(point, "warm_up"), &warm_s, error);
    }
    for (int64_t k = 0; status == CLOTH_OK && k < lab_integer(point, "rounds"); k++) {
        status = run_frames(arm, frames, &arm->sample[k], error);
        if (status == CLOTH_OK) {
            status = run_frames(baseline, frames, &baseline->sample[k], error);
        }
    }
    return status;
}

static void put_scene(const Timed *timed, LabResult *result) {
    const ClothGraph *graph = &timed->scene.graph;
    const double visits =
        2.0 * graph->edge_count + 2.0 * graph->skip_count + 4.0 * graph->stencil_count;
    lab_put(result, "particles", graph->particle_count);
    lab_put(result, "incidences", visits / graph->particle_count);
    lab_put(result, "colours", cloth_view(timed->scene.state).counts.colour_end - 1);
    solver_put_hash(result, timed->scene.state);
}

static void put_ratio(Timed *arm, Timed *baseline, int64_t rounds, LabResult *result) {
    double *ratio = malloc((size_t)rounds * sizeof *ratio);
    for (int64_t k = 0; ratio != NULL && k < rounds; k++) {
        ratio[k] = arm->sample[k] / baseline->sample[k];
    }
    const Spread share = timing_spread(ratio, ratio != NULL ? rounds : 0);
    lab_put(result, "ratio", share.median);
    lab_put(result, "ratio_mad", share.mad);
    lab_put(result, "baseline_s", timing_spread(baseline->sample, rounds).median);
    free(ratio);
}

/* The limits, beside a frame of the median time given. A frame takes a root and a division for each
 * end of a distance row in an assembly, a root for each in a dual update, and a root and four
 * divisions for a particle's block; they are counted as pairs of one each. */
static void put_limits(const LabPoint *point, const Timed *timed, const Spread *frame,
                       LabResult *result) {
    const ClothGraph *graph = &timed->scene.graph;
    const double sweeps = (double)timed->step.substeps * timed->step.iterations;
    const double ends = 2.0 * graph->edge_count + 2.0 * graph->skip_count;
    const double visits = sweeps * (ends + 4.0 * graph->stencil_count);
    const int bursts = lab_smoke(point) ? 20 : 400;
    const double rate = arithmetic_multiply_adds(bursts);
    const double limit_s = 60.0 * visits / rate;
    const double pairs = sweeps * (1.5 * ends + 2.5 * graph->particle_count);
    lab_put(result, "flop_rate", rate);
    if (limit_s > 0.0) {
        lab_put(result, "limit_s", limit_s);
        lab_put(result, "over_limit", frame->median / limit_s);
        lab_put(result, "least_over_limit", frame->min / limit_s);
    }
    lab_put(result, "roots_s", pairs / arithmetic_roots(bursts));
}

static void put_phases(const LabPoint *point, const Timed *timed, double frame_s,
                       LabResult *result) {
    Phases phases;
    if (timed->step.solver != CLOTH_AVBD ||
        !phases_time(timed->scene.state, &timed->step, (int32_t)lab_integer(point, "rounds"),
                     &phases)) {
        return;
    }
    lab_put(result, "predict_s", phases.predict_s);
    lab_put(result, "assemble_s", phases.assemble_s);
    lab_put(result, "solve_s", phases.solve_s);
    lab_put(result, "dual_s", phases.dual_s);
    lab_put(result, "remainder_s",
            frame_s - phases.predict_s - phases.assemble_s - phases.solve_s - phases.dual_s);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ArmIndex index = arm_of(lab_choice(point, "arm"));
    if (lab_mesh(point) != NULL && arm_resizes(index)) {
        return;
    }
    ClothError error = {.message = "out of memory"};
    Timed arm;
    Timed baseline;
    ClothStatus status = timed_make(point, index, &arm, &error);
    const ClothStatus other = timed_make(point, arm_baseline(index), &baseline, &error);
    status = status == CLOTH_OK ? other : status;
    if (status == CLOTH_OK) {
        status = take_turns(point, &arm, &baseline, &error);
    }
    if (status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE) {
        lab_diverged(result, "%s", error.message);
    } else if (status != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
    } else {
        const int64_t rounds = lab_integer(point, "rounds");
        put_scene(&arm, result);
        put_ratio(&arm, &baseline, rounds, result);
        const Spread frame = timing_spread(arm.sample, rounds);
        lab_put(result, "frame_s", frame.median);
        lab_put(result, "frame_mad_s", frame.mad);
        lab_put(result, "frame_min_s", frame.min);
        put_limits(point, &arm, &frame, result);
        put_phases(point, &arm, frame.median, result);
    }
    timed_free(&arm);
    timed_free(&baseline);
}

/* Verdicts. */

/* The claims are about 1,024 particles, and a few rounds say nothing. */
enum { CLAIMED_PARTICLES = 1024, ROUNDS_LEAST = 30 };

static double of_arm(const LabData *data, const char *arm, const char *variable) {
    const int64_t k = lab_find(data, "arm", arm, NULL);
    return k >= 0 && lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
}

/* The claims' own scene, timed long enough: their verdicts need it. */
static bool is_claimed(const LabData *data) {
    return of_arm(data, "whole", "particles") == CLAIMED_PARTICLES &&
           lab_integer(lab_point(data, 0), "rounds") >= ROUNDS_LEAST;
}

static bool within(double ours, double source, double factor) {
    return ours >= source / factor && ours <= source * factor;
}

/* A frame's row removed: what its absence saves. */
static void judge_shares(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "about 69 % stretch, 18 % bend, 7 % the rest; 3.50 ms in JavaScript";
    const double stretch = 1.0 - of_arm(data, "no_stretch", "ratio");
    const double bend = 1.0 - of_arm(data, "no_bend", "ratio");
    const double rest = of_arm(data, "no_rows", "ratio");
    const double dual = 1.0 - of_arm(data, "no_dual", "ratio");
    const double frame_s = of_arm(data, "whole", "frame_s");
    if (!is_claimed(data) || !isfinite(stretch + bend + rest + dual + frame_s)) {
        lab_verdict(judgement, "C14", LAB_NOT_JUDGED, source,
                    "needs 1,024 particles, 30 rounds, and the arms whole, no_stretch, no_bend, "
                    "no_rows and no_dual");
        return;
    }
    const bool most = stretch > bend && stretch > 0.5;
    const bool same =
        most && within(stretch, 0.69, 1.5) && within(bend, 0.18, 1.5) && within(rest, 0.07, 1.5);
    lab_verdict(
        judgement, "C14",
        same   ? LAB_REPRODUCED
        : most ? LAB_DIFFERS
               : LAB_CONTRADICTED,
        source,
        "removing a kind saves: stretch %.0f %%, bend %.0f %%, dual update %.0f %%; without "
        "rows %.0f %% are left; %.3f ms a frame. What decides it: bend rows are gathered "
        "into couplings, most of which ride on a stretch row's end; without the stretch "
        "rows they are walked apart, so that the savings overlap",
        100.0 * stretch, 100.0 * bend, 100.0 * dual, 100.0 * rest, 1e3 * frame_s);
}

static void judge_locality(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "0 % at 1,024 particles, 11 % at 4,096";
    const double small = of_arm(data, "shuffled", "ratio") - 1.0;
    const double large = of_arm(data, "large_shuffled", "ratio") - 1.0;
    const double spread = of_arm(data, "large_shuffled", "ratio_mad");
    if (!is_claimed(data) || !isfinite(small + large + spread)) {
        lab_verdict(
            judgement, "C15", LAB_NOT_JUDGED, source,
            "needs 1,024 particles, 30 rounds, and the arms whole, shuffled and large_shuffled");
        return;
    }
    const bool little = small < 0.15 && large < 0.3;
    const bool same = little && within(large, 0.11, 1.5);
    lab_verdict(
        judgement, "C15",
        same     ? LAB_REPRODUCED
        : little ? LAB_DIFFERS
                 : LAB_CONTRADICTED,
        source,
        "shuffled labels cost %+.1f %% at %.0f particles and %+.1f %% (+- %.1f) at %.0f. What "
        "decides it: the colours that the labels lead to (%.0f become %.0f at the smaller "
        "size) and how much of the state the second-level cache holds",
        100.0 * small, of_arm(data, "shuffled", "particles"), 100.0 * large, 100.0 * spread,
        of_arm(data, "large_shuffled", "particles"), of_arm(data, "whole", "colours"),
        of_arm(data, "shuffled", "colours"));
}

static void judge_levers(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "half the sweeps, about half the cost; close to linear in each";
    const double iterations = of_arm(data, "half_iterations", "ratio");
    const double substeps = of_arm(data, "half_substeps", "ratio");
    const double particles = of_arm(data, "large", "ratio");
    if (!is_claimed(data) || !isfinite(iterations + substeps + particles)) {
        lab_verdict(judgement, "C16", LAB_NOT_JUDGED, source,
                    "needs 1,024 particles, 30 rounds, and the arms whole, half_iterations, "
                    "half_substeps and large");
        return;
    }
    const bool same = within(iterations, 0.5, 1.25) && within(substeps, 0.5, 1.25) &&
                      within(particles, 4.0, 1.25);
    lab_verdict(judgement, "C16", same ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "half the iterations cost %.2f, half the substeps %.2f, twice of either %.2f and "
                "%.2f, four times the particles %.2f of a frame%s",
                iterations, substeps, of_arm(data, "twice_iterations", "ratio"),
                of_arm(data, "twice_substeps", "ratio"), particles,
                same ? ""
                     : "; what decides it: the part of a frame that no sweep repeats, and caches");
}

static void judge_limit(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "within 4 times the machine's own arithmetic limit";
    const double over = of_arm(data, "whole", "over_limit");
    if (!isfinite(over)) {
        lab_verdict(judgement, "LIMIT", LAB_NOT_JUDGED, source,
                    "needs the arm whole, and a machine with AVX2");
        return;
    }
    const double frame_s = of_arm(data, "whole", "frame_s");
    lab_verdict(judgement, "LIMIT",
                !is_claimed(data) ? LAB_MEASURED
                : over <= 4.0     ? LAB_REPRODUCED
                                  : LAB_DIFFERS,
                source,
                "%.2f times (the shortest frame %.2f): %.3f ms +- %.3f against %.3f ms at %.1f "
                "Gflop/s. Where it goes: forces and Hessians %.0f %%, solves %.0f %%, dual update "
                "%.0f %%, the rest %.0f %%; roots and divisions alone, at the vector units' own "
                "rate, %.0f %%",
                over, of_arm(data, "whole", "least_over_limit"), 1e3 * frame_s,
                1e3 * of_arm(data, "whole", "frame_mad_s"), 1e3 * of_arm(data, "whole", "limit_s"),
                1e-9 * of_arm(data, "whole", "flop_rate"),
                100.0 * of_arm(data, "whole", "assemble_s") / frame_s,
                100.0 * of_arm(data, "whole", "solve_s") / frame_s,
                100.0 * of_arm(data, "whole", "dual_s") / frame_s,
                100.0 *
                    (of_arm(data, "whole", "predict_s") + of_arm(data, "whole", "remainder_s")) /
                    frame_s,
                100.0 * of_arm(data, "whole", "roots_s") / frame_s);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_shares(data, judgement);
    judge_locality(data, judgement);
    judge_levers(data, judgement);
    judge_limit(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e13_frame_cost",
        .question =
            "What does a frame of 1,024 particles cost beside what the machine's arithmetic "
            "allows, and where does the rest go?",
        .scene = "32 x 32 particles 0.05 m apart of 0.5 g, triangulated along one diagonal, hinges "
                 "on every inner edge (16.8 row ends a particle), falling from level, held by two "
                 "corners; 60 Hz, 2 substeps of 4 iterations. With --mesh the arms of other sizes "
                 "stay empty.",
        .answers = "Yes to a lever when taking half of it takes half the time; a frame of n times "
                   "the arithmetic limit has a factor n left to win at most. Shares are what "
                   "removing a kind of row, or the dual update, saves.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .serial = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
