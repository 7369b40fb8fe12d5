/*
 * e24_teleport: what a cloth does that is moved a kilometre in one step.
 *
 * A swinging strand jumps: with its frame, with its holder, with both, or in one of the ways in
 * which a jump can hide (a turn about a far origin, one of two holders, asleep, in a hitch, on the
 * run). A reset puts it on its animated pose at rest; keep carries its shape across. The same jump
 * without the mechanism is beside it, and so are other windows of stabilisation. A holder's jump
 * leaves the strand far from its frame's origin, where what a float can store is coarse: does it
 * come to rest?
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "precision/jump.h"
#include "solver_knobs.h"

/* As kernel/world/world.h has them; that header cannot be had beside two builds of the kernel. */
enum { WITHOUT_TELEPORT = 1, WITHOUT_FELT_LIMITS = 1 << 4 };

#define JUMPS                                                                                      \
    "frame,holder,together,world,under,turned,turn,far_turn,far_holder,one_of_two,pulled,asleep,"  \
    "hitch,running,none"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("stored", "what the block stores", "double,float", NULL, "double,float"),
    SOLVER_KNOB_CHOICE("jump", "what jumps (scenes/jump.h says how)", JUMPS,
                       "frame,holder,far_turn,pulled,running", JUMPS),
    SOLVER_KNOB_CHOICE("mode", "what becomes of the shape", "reset,keep", NULL, "reset,keep"),
    SOLVER_KNOB_CHOICE("rest", "how the rest shape lies", "down,level", NULL, "down,level"),
    KNOB_FABRIC(SOLVER_FABRICS, "silk,rope"),
    SOLVER_KNOB_REAL("distance_m", "m", "how far the jump goes", "1000", NULL, 0, 1e9, true),
    KNOB_LINKS("12", NULL),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("swing_m_s", "m s-1", "speed of the free end at the start", "3", NULL, 0, 1e3,
                     false),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_WHOLE("before", "steps until the jump", "60", NULL, 1, 100),
    SOLVER_KNOB_WHOLE("after", "steps watched after it", "240", NULL, 1, 298),
    SOLVER_KNOB_WHOLE("wait", "further steps that it has to fall asleep", "2160", "600", 0,
                      1000000),
};

/* Distances at which the holder's jump is tried, for the steps to sleep [m]. */
static const double far_m[] = {1, 10, 100, 316, 1000, 3162, 10000, 31623, 100000};
enum { FARS = sizeof far_m / sizeof far_m[0] };

static const LabDimension dimensions[] = {
    {.name = "far", .unit = "1", .long_name = "a distance from the frame's origin", .length = FARS},
    {.name = "tick", .unit = "1", .long_name = "a step", .length = JUMP_STEPS},
};

static const LabVariable variables[] = {
    {.name = "speed_before", .unit = "m s-1", .long_name = "fastest particle before the jump"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "fastest free particle from the jump on"},
    {.name = "share_peak", .unit = "1", .long_name = "largest speed over the step's limit"},
    {.name = "clamp", .unit = "m s-1", .long_name = "limit on speeds, whole"},
    {.name = "clamp_share", .unit = "1", .long_name = "peak speed over the whole limit"},
    {.name = "off", .unit = "m", .long_name = "furthest from the animated pose after the jump"},
    {.name = "shift", .unit = "m", .long_name = "furthest a particle went in it, from its hold"},
    {.name = "span_peak", .unit = "1", .long_name = "largest distance from the hold over the way"},
    {.name = "span_end", .unit = "1", .long_name = "the same at the end of what is watched"},
    {.name = "teleports", .unit = "1", .long_name = "jumps that were seen"},
    {.name = "slept_step", .unit = "1", .long_name = "steps from the jump to sleep"},
    {.name = "crawl", .unit = "m s-1", .long_name = "fastest free particle at the very end"},
    {.name = "peak_off", .unit = "m s-1", .long_name = "peak speed without teleports"},
    {.name = "span_off", .unit = "1", .long_name = "largest span without teleports"},
    {.name = "peak_dragged", .unit = "m s-1", .long_name = "and without felt limits"},
    {.name = "peak_converged", .unit = "m s-1", .long_name = "peak speed at 512 iterations"},
    {.name = "peak_window_none", .unit = "m s-1", .long_name = "peak speed without stabilisation"},
    {.name = "peak_window_half", .unit = "m s-1", .long_name = "peak speed at half the window"},
    {.name = "peak_window_double", .unit = "m s-1", .long_name = "peak speed at twice the window"},
    {.name = "far_distance", .unit = "m", .long_name = "distance jumped", .dimension = "far"},
    {.name = "far_slept", .unit = "1", .long_name = "steps to sleep there", .dimension = "far"},
    {.name = "far_crawl", .unit = "m s-1", .long_name = "speed at the end", .dimension = "far"},
    {.name = "tick_speed", .unit = "m s-1", .long_name = "fastest particle", .dimension = "tick"},
    {.name = "tick_dragged",
     .unit = "m s-1",
     .long_name = "without teleports and felt limits",
     .dimension = "tick"},
};

/* The stabilisation window as kernel/world/world.h has it [s]. */
static const double window_s = 0.25;

static JumpShape shape_of(const LabPoint *point) {
    JumpShape shape = jump_default();
    shape.kind = (int32_t)jump_kind(lab_choice(point, "jump"));
    shape.fabric = (int32_t)solver_fabric_name(point, "fabric");
    shape.keep = lab_chose(point, "mode", "keep");
    shape.level = lab_chose(point, "rest", "level");
    shape.distance_m = lab_real(point, "distance_m");
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.swing_m_s = lab_real(point, "swing_m_s");
    shape.step_s = lab_real(point, "step_s");
    shape.before = (int32_t)lab_integer(point, "before");
    shape.after = (int32_t)lab_integer(point, "after");
    return shape;
}

static void put_run(LabResult *result, const JumpRun *run) {
    lab_put(result, "speed_before", run->speed_before_m_s);
    lab_put(result, "speed_peak", run->speed_peak_m_s);
    lab_put(result, "share_peak", run->share_peak);
    lab_put(result, "clamp", run->limit_m_s);
    lab_put(result, "clamp_share", run->speed_peak_m_s / run->limit_m_s);
    lab_put(result, "off", run->off_m);
    lab_put(result, "shift", run->shift_m);
    lab_put(result, "span_peak", run->span_peak);
    lab_put(result, "span_end", run->span_end);
    lab_put(result, "teleports", (double)run->teleports);
    lab_put(result, "crawl", run->crawl_m_s);
    lab_put_array(result, "tick_speed", run->speed_m_s, run->speeds);
    if (run->slept_step > 0) {
        lab_put(result, "slept_step", (double)run->slept_step);
    }
}

/* The same jump, otherwise than shipped. */
static void put_arms(LabResult *result, const JumpShape *shipped) {
    static const struct {
        const char *name;
        double share; /* of the shipped window */
    } windows[] = {{"peak_window_none", 0.0}, {"peak_window_half", 0.5}, {"peak_window_double", 2}};
    JumpRun run;
    JumpShape shape = *shipped;
    shape.ablate = WITHOUT_TELEPORT;
    if (e24_jump_double(&shape, &run)) {
        lab_put(result, "peak_off", run.speed_peak_m_s);
        lab_put(result, "span_off", run.span_peak);
    }
    shape.ablate = WITHOUT_TELEPORT | WITHOUT_FELT_LIMITS;
    if (e24_jump_double(&shape, &run)) {
        lab_put(result, "peak_dragged", run.speed_peak_m_s);
        lab_put_array(result, "tick_dragged", run.speed_m_s, run.speeds);
    }
    shape = *shipped;
    for (size_t k = 0; k < sizeof windows / sizeof windows[0]; k++) {
        shape.stabilise_s = windows[k].share * window_s;
        if (e24_jump_double(&shape, &run)) {
            lab_put(result, windows[k].name, run.speed_peak_m_s);
        }
    }
    shape = *shipped;
    shape.iterations = 512;
    if (!shape.keep && shape.kind == JUMP_FRAME && e24_jump_double(&shape, &run)) {
        lab_put(result, "peak_converged", run.speed_peak_m_s);
    }
}

/* Where the jump leaves it, from a metre to a hundred kilometres off its frame's origin. */
static void put_fars(LabResult *result, const JumpShape *shipped, JumpScene *scene, int32_t steps) {
    double slept[FARS];
    double crawl[FARS];
    for (int k = 0; k < FARS; k++) {
        JumpRun run;
        JumpShape shape = *shipped;
        shape.distance_m = far_m[k];
        shape.until_sleep = steps;
        const bool ran = scene(&shape, &run);
        slept[k] = ran && run.slept_step > 0 ? (double)run.slept_step : NAN;
        crawl[k] = ran ? run.crawl_m_s : NAN;
    }
    lab_put_array(result, "far_distance", far_m, FARS);
    lab_put_array(result, "far_slept", slept, FARS);
    lab_put_array(result, "far_crawl", crawl, FARS);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const bool narrow = lab_chose(point, "stored", "float");
    JumpScene *scene = narrow ? e24_jump_float : e24_jump_double;
    JumpShape shape = shape_of(point);
    const int32_t wait = (int32_t)lab_integer(point, "wait");
    JumpRun run;
    shape.until_sleep = wait;
    const bool ran = scene(&shape, &run);
    put_run(result, &run);
    if (!ran) {
        (run.diverged ? lab_diverged : lab_failed)(result, "%s", run.message);
        return;
    }
    shape.until_sleep = 0;
    if (!narrow) {
        put_arms(result, &shape);
    }
    if (shape.kind == JUMP_HOLDER && (!shape.keep) == shape.level) {
        put_fars(result, &shape, scene, wait);
    }
}

/* The verdict. */

/* Which points: NULL is any. */
typedef struct Pick {
    const char *stored;
    const char *jump;
    const char *mode;
    const char *rest;
    const char *fabric;
} Pick;

static bool picked(const LabPoint *point, const Pick *pick) {
    return (pick->stored == NULL || lab_chose(point, "stored", pick->stored)) &&
           (pick->jump == NULL || lab_chose(point, "jump", pick->jump)) &&
           (pick->mode == NULL || lab_chose(point, "mode", pick->mode)) &&
           (pick->rest == NULL || lab_chose(point, "rest", pick->rest)) &&
           (pick->fabric == NULL || lab_chose(point, "fabric", pick->fabric));
}

typedef struct Range {
    double least, most; /* NaN when there is no point, or one is missing */
    int64_t count;
} Range;

/* Of a variable over another one (NULL: over 1). */
static Range range_of(const LabData *data, const Pick *pick, const char *variable,
                      const char *over) {
    Range range = {.least = INFINITY, .most = -INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (picked(lab_point(data, k), pick)) {
            const double below = over == NULL ? 1.0 : lab_get(data, k, over);
            const double value = lab_ok(data, k) ? lab_get(data, k, variable) / below : NAN;
            range.least = isnan(value) || isnan(range.least) ? NAN : fmin(range.least, value);
            range.most = isnan(value) || isnan(range.most) ? NAN : fmax(range.most, value);
            range.count++;
        }
    }
    return range.count > 0 ? range : (Range){NAN, NAN, 0};
}

static void judge_claim_26(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "Reset peaks at 0.000 m/s over 240 steps and lands on the animated pose; Keep peaks at the "
        "swing it carried, 5.58 m/s; shift 1.489 and 0.078 m; a 9 m/s sprint never jumps";
    const Pick reset = {"double", "frame", "reset", "down", NULL};
    const Pick keep = {"double", "frame", "keep", "down", NULL};
    const Pick run = {"double", "running", NULL, NULL, NULL};
    const Range peak = range_of(data, &reset, "speed_peak", NULL);
    const Range converged = range_of(data, &reset, "peak_converged", NULL);
    const Range off = range_of(data, &reset, "off", NULL);
    const Range carried = range_of(data, &keep, "speed_peak", "speed_before");
    const Range seen = range_of(data, &reset, "teleports", NULL);
    const Range sprint = range_of(data, &run, "teleports", NULL);
    const Range gone = range_of(data, &reset, "shift", NULL);
    const Range kept = range_of(data, &keep, "shift", NULL);
    if (seen.count == 0 || range_of(data, &keep, "off", NULL).count == 0 || sprint.count == 0) {
        lab_verdict(judgement, "C26", LAB_NOT_JUDGED, source,
                    "needs double, frame and running, reset and keep, the rest shape down");
        return;
    }
    const bool lands = seen.least == 1.0 && seen.most == 1.0 && off.most <= 0.005;
    const bool carries = carried.most <= 1.05 && carried.least >= 0.5 && kept.most < gone.most;
    const bool same = lands && carries && sprint.least == 1.0 && sprint.most == 1.0;
    const LabVerdict verdict = !same                ? LAB_CONTRADICTED
                               : peak.most <= 0.005 ? LAB_REPRODUCED
                                                    : LAB_DIFFERS;
    lab_verdict(
        judgement, "C26", verdict, source,
        "every fabric: reset once, %.1e m or less off the animated pose, then at most %.2f "
        "m/s: a pose without strain settles by its sag, at 512 iterations %.3f; keep peaks at "
        "%.2f to %.2f of the swing; shift %.2f and %.3f m; a sprint never jumps",
        off.most, peak.most, converged.most, carried.least, carried.most, gone.most, kept.most);
}

static void judge_claim_72(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "a holder that jumps a kilometre resets once, peak under 5 % of "
                                 "the clamp";
    const Pick pick = {"double", "holder", "reset", NULL, NULL};
    const Pick down = {"double", "holder", "reset", "down", NULL};
    const Range seen = range_of(data, &pick, "teleports", NULL);
    const Range share = range_of(data, &down, "clamp_share", NULL);
    const Range fall = range_of(data, &pick, "clamp_share", NULL);
    if (share.count == 0) {
        lab_verdict(judgement, "C72", LAB_NOT_JUDGED, source,
                    "needs double, holder, reset, the rest shape down");
        return;
    }
    const bool same = seen.least == 1.0 && seen.most == 1.0 && share.most <= 0.05;
    lab_verdict(
        judgement, "C72", same ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
        "every fabric resets once and peaks at %.2g %% of the clamp where its animated pose "
        "hangs; where that lies level it falls, at up to %.2g %%, as it would without a jump",
        100.0 * share.most, 100.0 * fall.most);
}

/* Jumps that each kind has. */
static double jumps_of(const LabPoint *point) {
    const bool none = lab_chose(point, "jump", "none") || lab_chose(point, "jump", "turn");
    return none ? 0.0 : lab_chose(point, "jump", "one_of_two") ? 2.0 : 1.0;
}

static void judge_kinds(const LabData *data, LabJudgement *judgement) {
    int64_t wrong = 0;
    int64_t over = 0;
    int64_t lost = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        wrong += !(lab_get(data, k, "teleports") == jumps_of(lab_point(data, k)));
        over += !(lab_get(data, k, "share_peak") <= 1.0 + 1e-6);
        lost += !(lab_get(data, k, "span_end") <= 1.05) &&
                !lab_chose(lab_point(data, k), "jump", "pulled");
    }
    const Pick two = {"double", "one_of_two", NULL, NULL, NULL};
    lab_verdict(
        judgement, "jump_kinds", wrong + over + lost > 0 ? LAB_FAILED : LAB_MEASURED, "",
        "of %lld jumps: %lld counted wrongly, %lld over the limit on speeds, %lld not back at "
        "the length of the strand; of two holders a kilometre apart for a second it is "
        "%.0f times as long, and back 4 s later",
        (long long)lab_count(data), (long long)wrong, (long long)over, (long long)lost,
        range_of(data, &two, "span_peak", NULL).most);
}

static void judge_dragged(const LabData *data, LabJudgement *judgement) {
    const Pick frame = {"double", "frame", "reset", "down", NULL};
    const Pick holder = {"double", "holder", "reset", "down", NULL};
    const Range felt = range_of(data, &frame, "peak_off", "clamp");
    const Range span = range_of(data, &holder, "span_off", NULL);
    if (felt.count > 0 && span.count > 0) {
        lab_verdict(
            judgement, "jump_dragged", LAB_MEASURED, "",
            "without teleports a frame's jump, which felt limits cut to half a reach, still "
            "sends particles off at up to %.2g of the clamp; a holder's draws the strand out "
            "%.0f times and more, at the clamp",
            felt.most, span.least);
    }
}

static void judge_window(const LabData *data, LabJudgement *judgement) {
    const Pick pulled = {"double", "pulled", "reset", "level", NULL};
    const Pick frame = {"double", "frame", "reset", NULL, NULL};
    const Range whip = range_of(data, &pulled, "peak_window_none", "clamp");
    const Range none = range_of(data, &pulled, "peak_window_none", "speed_peak");
    const Range half = range_of(data, &pulled, "peak_window_half", "speed_peak");
    const Range twice = range_of(data, &pulled, "peak_window_double", "speed_peak");
    const Range plain = range_of(data, &frame, "peak_window_none", "speed_peak");
    if (whip.count > 0 && plain.count > 0) {
        lab_verdict(
            judgement, "stabilise_window", LAB_MEASURED, "",
            "peak after a reset onto a pose that is drawn too long: %.2f to %.2f of the "
            "shipped window's without one (%.2g of the clamp), %.2f to %.2f at half, %.2f to "
            "%.2f at double; after one onto a pose that can be held: %.3f to %.3f, nothing",
            none.least, none.most, whip.most, half.least, half.most, twice.least, twice.most,
            plain.least, plain.most);
    }
}

/* How sleep fares with the distance, over the fabrics of one way of storing. */
typedef struct Sleepers {
    double slower_near; /* most steps to sleep at 10 m over those at 1 m */
    double slower_km;   /* the same at 1 km; of those that sleep */
    int64_t awake_km;   /* how many do not */
    double awake_from;  /* shortest distance at which one does not [m] */
    int64_t count;
} Sleepers;

static Sleepers sleepers_of(const LabData *data, const char *stored) {
    Sleepers sleepers = {.awake_from = INFINITY};
    const Pick pick = {stored, "holder", NULL, NULL, NULL};
    for (int64_t k = 0; k < lab_count(data); k++) {
        int64_t count = 0;
        const double *slept = lab_get_array(data, k, "far_slept", &count);
        if (!picked(lab_point(data, k), &pick) || count != FARS ||
            isnan(lab_get_array(data, k, "far_distance", &count)[0])) {
            continue;
        }
        sleepers.count++;
        for (int d = 0; d < FARS; d++) {
            if (isnan(slept[d])) {
                sleepers.awake_from = fmin(sleepers.awake_from, far_m[d]);
            }
        }
        sleepers.slower_near = fmax(sleepers.slower_near, slept[1] / slept[0]);
        sleepers.slower_km = fmax(sleepers.slower_km, slept[4] / slept[0]);
        sleepers.awake_km += isnan(slept[4]);
    }
    return sleepers;
}

static void judge_sleep(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "after a kilometre's jump rope, silk, hair and chain are awake "
                                 "2,400 steps later; the cause was not measured";
    const Sleepers wide = sleepers_of(data, "double");
    const Sleepers narrow = sleepers_of(data, "float");
    const Pick frame = {"float", "frame", NULL, NULL, NULL};
    const Range local = range_of(data, &frame, "slept_step", NULL);
    if (wide.count == 0 || narrow.count == 0) {
        return;
    }
    const bool cause = wide.awake_km == 0 && wide.slower_km < 1.5 && narrow.awake_km > 0;
    lab_verdict(
        judgement, "teleport_sleep", cause ? LAB_MEASURED : LAB_DIFFERS, source,
        "it is rounding: a holder's jump leaves the cloth a kilometre off its frame's "
        "origin, where floats are 6e-5 m apart. Stored in float %lld of %lld are awake "
        "there, the others sleep up to %.1f times later, and the first is awake %.0f m off; "
        "in double all sleep, at most %.2f times later. With the frame jumping along float "
        "sleeps after %.0f steps at most",
        (long long)narrow.awake_km, (long long)narrow.count, narrow.slower_km, narrow.awake_from,
        wide.slower_km, local.most);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C26,C72")) {
        return;
    }
    judge_claim_26(data, judgement);
    judge_claim_72(data, judgement);
    judge_kinds(data, judgement);
    judge_dragged(data, judgement);
    judge_window(data, judgement);
    judge_sleep(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e24_teleport",
        .question = "What does a cloth do that is moved a kilometre in one step?",
        .scene =
            "A strand of 12 links of 0.1 m, 10 g a particle, every library fabric, hanging from "
            "a holder of its first particle, swung at 3 m/s, 60 Hz; after a second it jumps.",
        .answers =
            "Yes, it is a jump, when the cloth counts it once, stands on its animated pose (reset) "
            "or keeps its shape (keep), and no particle is faster than its fall or its swing makes "
            "it; no when the jump is dragged through the cloth.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
