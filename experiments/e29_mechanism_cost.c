/*
 * e29_mechanism_cost.c: what each mechanism adds to a frame, and what the calls around it take.
 *
 * An arm is a pair: a cloth with a mechanism and the same cloth without it, or a call on a cloth
 * beside a frame of that cloth. Both live in one process and are timed in turns, a few frames of one
 * and a few of the other, the first going second in every other round, so that whatever else the
 * machine does disturbs both alike. What is reported first is the ratio, pair by pair; the arm
 * `same`, a frame beside itself, shows what a ratio is worth on this machine. Seconds are processor
 * time of one thread. The kernel is the ablation build, in which a turn can be left out.
 */
#include <math.h>
#include <stdlib.h>

#include "e29_arms.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "timing.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "what is paired", ARM_NAMES, NULL, ARM_NAMES),
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the sheet", "32", "16", 4, 256),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    SOLVER_KNOB_REAL("slack", "1", "slack of the leash", "0.5", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("strain_limit", "1", "strain of the limit", "0.02", NULL, 0, 1e6, true),
    SOLVER_KNOB_REAL("damping_1_s", "s-1", "damping of the damped arm", "1", NULL, 0, 1e6, false),
    SOLVER_KNOB_WHOLE("warm_up", "frames before the first timed one", "60", "5", 1, 100000),
    SOLVER_KNOB_WHOLE("rounds", "rounds, each of both sides' frames", "120", "5", 3, 100000),
    SOLVER_KNOB_WHOLE("frames", "frames of a side in a round", "2", "1", 1, 1000),
};

static const LabVariable variables[] = {
    {.name = "ratio", .unit = "1", .long_name = "time over the other's, median", .timing = true},
    {.name = "ratio_mad", .unit = "1", .long_name = "median deviation of it", .timing = true},
    {.name = "added",
     .unit = "1",
     .long_name = "what it adds to a frame, or is of one",
     .timing = true},
    {.name = "frame_s", .unit = "s", .long_name = "time with it, median", .timing = true},
    {.name = "frame_mad_s", .unit = "s", .long_name = "median deviation of it", .timing = true},
    {.name = "frame_min_s", .unit = "s", .long_name = "shortest with it", .timing = true},
    {.name = "other_s", .unit = "s", .long_name = "time without it, median", .timing = true},
    {.name = "cost_s",
     .unit = "s",
     .long_name = "what it costs, median of the rounds",
     .timing = true},
    {.name = "cost_mad_s", .unit = "s", .long_name = "median deviation of it", .timing = true},
    {.name = "particle_s", .unit = "s", .long_name = "the same a particle", .timing = true},
    {.name = "particle_mad_s", .unit = "s", .long_name = "its deviation", .timing = true},
    {.name = "particles", .unit = "1", .long_name = "particles"},
    {.name = "rows", .unit = "1", .long_name = "tethers, leashes and limits that there are"},
    {.name = "acting", .unit = "1", .long_name = "of which pull after the last frame"},
    {.name = "same_result", .unit = "1", .long_name = "whether both sides came to the same bits"},
    {.name = "hash_high", .unit = "1", .long_name = "upper half of the hash of positions"},
    {.name = "hash_low", .unit = "1", .long_name = "lower half"},
};

/* One of the two sides, timed: seconds a frame over `frames`. */
static ClothStatus run_frames(Side *side, int64_t frames, double *seconds, ClothError *error) {
    const double start = timing_now_s();
    for (int64_t k = 0; k < frames; k++) {
        const ClothStatus status = side_frame(side, error);
        if (status != CLOTH_OK) {
            return status;
        }
    }
    *seconds = (timing_now_s() - start) / (double)frames;
    return CLOTH_OK;
}

static ClothStatus take_turns(Side *with, Side *other, int64_t rounds, int64_t frames,
                              ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < rounds; k++) {
        Side *first = k % 2 == 0 ? with : other;
        Side *second = k % 2 == 0 ? other : with;
        status = run_frames(first, frames, &first->sample[k], error);
        if (status == CLOTH_OK) {
            status = run_frames(second, frames, &second->sample[k], error);
        }
    }
    return status;
}

static bool put_pairs(ArmIndex arm, Side *with, Side *other, int64_t rounds, LabResult *result) {
    double *ratio = malloc((size_t)rounds * sizeof *ratio);
    double *cost = malloc((size_t)rounds * sizeof *cost);
    const bool there = ratio != NULL && cost != NULL;
    for (int64_t k = 0; there && k < rounds; k++) {
        ratio[k] = with->sample[k] / other->sample[k];
        cost[k] = with->sample[k] - (arm_stands_alone(arm) ? 0.0 : other->sample[k]);
    }
    if (there) {
        const Spread share = timing_spread(ratio, rounds);
        const Spread seconds = timing_spread(cost, rounds);
        lab_put(result, "ratio", share.median);
        lab_put(result, "ratio_mad", share.mad);
        lab_put(result, "added", share.median - (arm_stands_alone(arm) ? 0.0 : 1.0));
        lab_put(result, "cost_s", seconds.median);
        lab_put(result, "cost_mad_s", seconds.mad);
        lab_put(result, "particle_s", seconds.median / side_particles(with));
        lab_put(result, "particle_mad_s", seconds.mad / side_particles(with));
    }
    free(ratio);
    free(cost);
    return there;
}

static void put_times(Side *with, Side *other, int64_t rounds, LabResult *result) {
    const Spread frame = timing_spread(with->sample, rounds);
    lab_put(result, "frame_s", frame.median);
    lab_put(result, "frame_mad_s", frame.mad);
    lab_put(result, "frame_min_s", frame.min);
    lab_put(result, "other_s", timing_spread(other->sample, rounds).median);
}

/* How many one-sided rows pull: each limit lies in two slots. */
static int64_t count_acting(const ClothView *view) {
    int64_t acting = 0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        acting += view->inverse_mass[i] > 0 && view->tether_multiplier[i] > 0;
        acting += view->inverse_mass[i] > 0 && view->leash_multiplier[i] > 0;
    }
    int64_t ends = 0;
    for (int32_t s = 0; s < view->counts.slot; s++) {
        ends += view->limit_multiplier[s] > 0;
    }
    return acting + ends / 2;
}

static void put_state(const Side *with, const Side *other, LabResult *result) {
    const uint64_t hash = side_hash(with);
    lab_put(result, "particles", side_particles(with));
    lab_put(result, "same_result", hash == side_hash(other));
    lab_put(result, "hash_high", (double)(hash >> 32));
    lab_put(result, "hash_low", (double)(hash & UINT32_MAX));
    if (side_state(with) != NULL) {
        const ClothView view = cloth_view(side_state(with));
        lab_put(result, "rows", view.tally.tether + view.tally.leash + view.tally.limit);
        lab_put(result, "acting", (double)count_acting(&view));
    }
}

static ArmNumbers numbers_of(const LabPoint *point) {
    ArmNumbers numbers = {.slack = lab_real(point, "slack"),
                          .strain_limit = lab_real(point, "strain_limit"),
                          .damping_1_s = lab_real(point, "damping_1_s"),
                          .fabric = cloth_fabric(CLOTH_COTTON)};
    /* The same budget as the steps that are timed without a world. */
    numbers.fabric.substeps = cloth_step_default().substeps;
    numbers.fabric.iterations = cloth_step_default().iterations;
    return numbers;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ArmIndex arm = arm_of(lab_choice(point, "arm"));
    const SheetShape shape = solver_sheet(point);
    const ArmNumbers numbers = numbers_of(point);
    const int64_t asked = lab_integer(point, "rounds");
    const int64_t rounds = arm_is_slow(arm) && asked >= 30 ? asked / 10 : asked;
    const int64_t warm_up = lab_integer(point, "warm_up");
    ClothError error = {.message = "out of memory"};
    Side with;
    Side other;
    ClothStatus status = side_make(arm, false, &shape, &numbers, rounds, &with, &error);
    const ClothStatus second = side_make(arm, true, &shape, &numbers, rounds, &other, &error);
    status = status == CLOTH_OK ? second : status;
    if (status == CLOTH_OK) {
        status = side_warm(&with, warm_up, &error);
    }
    if (status == CLOTH_OK) {
        status = side_warm(&other, warm_up, &error);
    }
    if (status == CLOTH_OK) {
        status = take_turns(&with, &other, rounds, lab_integer(point, "frames"), &error);
    }
    if (status == CLOTH_OK) {
        status = put_pairs(arm, &with, &other, rounds, result) ? CLOTH_OK : CLOTH_NO_MEMORY;
    }
    if (status == CLOTH_OK) {
        put_state(&with, &other, result);
        put_times(&with, &other, rounds, result);
    }
    solver_refusal(result, status, &error);
    side_free(&with);
    side_free(&other);
}

/* Verdicts. */

/* The claims are about 1,024 particles, and a few rounds say nothing. */
enum { CLAIMED_PARTICLES = 1024, ROUNDS_LEAST = 30 };

static double of_arm(const LabData *data, const char *arm, const char *variable) {
    const int64_t k = lab_find(data, "arm", arm, NULL);
    return k >= 0 && lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
}

static bool is_claimed(const LabData *data) {
    const LabPoint *point = lab_point(data, 0);
    return lab_integer(point, "columns") * lab_integer(point, "columns") == CLAIMED_PARTICLES &&
           lab_integer(point, "rounds") >= ROUNDS_LEAST;
}

static bool within(double ours, double source, double factor) {
    return ours >= source / factor && ours <= source * factor;
}

static double percent(const LabData *data, const char *arm) {
    return 100.0 * of_arm(data, arm, "added");
}

static void judge_rows(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "0.73, 0.36 and 0.10 of 4.61 ms: of the frame without them 21 % for "
        "the strain limit, 11 % for the tether, 3 % for the slack row";
    const double limit = percent(data, "limit");
    const double tether = percent(data, "tether");
    const double leash = percent(data, "leash");
    if (!is_claimed(data) || !isfinite(limit + tether + leash)) {
        lab_verdict(judgement, "C32", LAB_NOT_JUDGED, source,
                    "needs 1,024 particles, 30 rounds, and the arms limit, tether and leash");
        return;
    }
    const bool dearest = limit > tether && limit > leash;
    const bool same =
        dearest && within(limit, 21.0, 1.5) && within(tether, 11.0, 1.5) && within(leash, 3.0, 1.5);
    lab_verdict(
        judgement, "C32",
        same      ? LAB_REPRODUCED
        : dearest ? LAB_DIFFERS
                  : LAB_CONTRADICTED,
        source,
        "strain limit %+.1f %% of a frame, tether %+.1f %%, leash %+.1f %% (of which %.0f of "
        "%.0f, %.0f of %.0f and %.0f of %.0f pull), all three %+.1f %%; a frame beside "
        "itself %+.1f %%. What decides it: every row that only pulls is looked at again where "
        "its particle's move ends, in each sweep, and the source's is not; tether and leash are "
        "one "
        "row here, a leash with an offset more to read",
        limit, tether, leash, of_arm(data, "limit", "acting"), of_arm(data, "limit", "rows"),
        of_arm(data, "tether", "acting"), of_arm(data, "tether", "rows"),
        of_arm(data, "leash", "acting"), of_arm(data, "leash", "rows"), percent(data, "all_rows"),
        percent(data, "same"));
}

static void judge_turn(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "3 to 9 % of a sheet's step held on a line; none at one hold point";
    const double corners = percent(data, "turn_corners");
    const double edge = percent(data, "turn_edge");
    const double point = percent(data, "turn_point");
    const double triangle = percent(data, "turn_triangle");
    if (!is_claimed(data) || !isfinite(corners + edge + point + triangle)) {
        lab_verdict(judgement, "C76", LAB_NOT_JUDGED, source,
                    "needs 1,024 particles, 30 rounds, and the arms turn_corners, turn_edge, "
                    "turn_point and turn_triangle");
        return;
    }
    const double noise =
        100.0 * fmax(of_arm(data, "turn_triangle", "ratio_mad"), of_arm(data, "same", "ratio_mad"));
    const bool idle = fabs(triangle) <= fmax(noise, 2.0);
    const bool alike = within(corners, 3.0, 1.5) || within(corners, 9.0, 1.5) ||
                       (corners >= 3.0 && corners <= 9.0);
    lab_verdict(
        judgement, "C76",
        idle && alike ? LAB_REPRODUCED
        : idle        ? LAB_DIFFERS
                      : LAB_CONTRADICTED,
        source,
        "%+.1f %% held by two corners, %+.1f %% by an edge, %+.1f %% by corners and leashed, "
        "%+.1f %% by three particles on no line; %+.1f %% by one, %+.1f %% by none, where the "
        "source has no turn and this kernel has three; +- %.1f. What decides it: the turn is "
        "two passes over the particles a substep, in columns",
        corners, edge, percent(data, "turn_leashed"), triangle, point, percent(data, "turn_free"),
        noise);
}

static void judge_readout(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "620 ns a surface joint; colouring a 64 x 64 sheet 3.5 ms by CSR, 134 ms without: 38 times";
    const double sheet = of_arm(data, "poses_sheet", "particle_s");
    const double chain = of_arm(data, "poses_chain", "particle_s");
    const double listed = of_arm(data, "colouring", "frame_s");
    const double scanned = of_arm(data, "colouring", "other_s");
    if (!is_claimed(data) || !isfinite(sheet + chain + listed + scanned)) {
        lab_verdict(judgement, "C79", LAB_NOT_JUDGED, source,
                    "needs 32 columns, 30 rounds, and the arms poses_sheet, poses_chain and "
                    "colouring");
        return;
    }
    const bool same = within(sheet, 620e-9, 1.5) && within(scanned / listed, 134.0 / 3.5, 1.5);
    lab_verdict(
        judgement, "C79", same ? LAB_REPRODUCED : LAB_DIFFERS, source,
        "%.0f +- %.0f ns a joint of a surface (all together %.2f of a frame), %.0f +- %.0f "
        "of a chain; colouring takes %.2f ms, %.0f ms when all rows are looked through for "
        "every particle: %.0f times, %s. What decides it: compiled C against JavaScript, and "
        "how naive the naive way is",
        1e9 * sheet, 1e9 * of_arm(data, "poses_sheet", "particle_mad_s"),
        of_arm(data, "poses_sheet", "ratio"), 1e9 * chain,
        1e9 * of_arm(data, "poses_chain", "particle_mad_s"), 1e3 * listed, 1e3 * scanned,
        scanned / listed,
        of_arm(data, "colouring", "same_result") == 1.0 ? "the same colours" : "other colours");
}

static void judge_world(const LabData *data, LabJudgement *judgement) {
    const double world = percent(data, "world");
    const double asleep = of_arm(data, "asleep", "ratio");
    if (!isfinite(world + asleep)) {
        lab_verdict(judgement, "world", LAB_NOT_JUDGED, "", "needs the arms world and asleep");
        return;
    }
    lab_verdict(judgement, "world", LAB_MEASURED, "",
                "a world adds %+.1f %% to a step, a frame that moves %+.1f %% to that; damping "
                "%+.1f %%, the limit on speeds %+.1f %%; asleep a cloth costs %.4f of a frame "
                "(%.0f ns); taking hold of a particle and letting go %.2f of a frame (%.0f us)",
                world, percent(data, "carried"), percent(data, "damping"),
                percent(data, "speed_limit"), asleep, 1e9 * of_arm(data, "asleep", "frame_s"),
                of_arm(data, "regrasp", "ratio"), 1e6 * of_arm(data, "regrasp", "frame_s"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_rows(data, judgement);
    judge_turn(data, judgement);
    judge_readout(data, judgement);
    judge_world(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e29_mechanism_cost",
        .question = "What does each mechanism add to a frame of 1,024 particles?",
        .scene =
            "32 x 32 particles 0.05 m apart of 0.5 g, triangulated along one diagonal, hinges "
            "on every inner edge, falling from level, held by two corners or as the arm says; "
            "60 Hz, 2 substeps of 4 iterations. The world's cloth is the same in cotton; chains "
            "are 32 strands of 31 links; a colouring is of 64 x 64 particles.",
        .answers = "A ratio of pairs over 1 by more than the arm `same` strays from it is a cost; "
                   "cost_s is the same in seconds.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .serial = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
