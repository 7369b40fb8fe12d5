/*
 * e27_hold_turn: does a flag on a pole in still air come to hang still, and what does the block of the
 * descent that sees to it cost or spoil?
 *
 * A sheet hangs from a pole, upright, tilted or level, from two hands, or from a corner, or flies. The
 * bare one has hard stretch rows and nothing else, so that what turns it turns it for ever; the others
 * are the library's fabrics, and either sleep or do not. Arms leave the turn of the whole cloth out
 * (step/hold_turn.h), or take it elsewhere or otherwise.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e27_flags.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"

#define CLOTHS "bare," SOLVER_FABRICS
#define SCENES "pole,dropped,far,tilted,level,hands,hands_unlimited,hands_16,corner,flight"
#define ARMS   "shipped,without,early,every,whole_spin,where_free"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE(
        "scene",
        "what it hangs from; dropped: the bare flag not settled first; far: 100 m "
        "from the frame's origin; hands_unlimited, hands_16: rope without its strain "
        "limit, and with 16 iterations; flight: from nothing, thrown with a spin",
        SCENES, "pole,corner,flight", SCENES),
    SOLVER_KNOB_CHOICE("cloth", "bare, or a library fabric", CLOTHS, "bare,rope", CLOTHS),
    SOLVER_KNOB_CHOICE(
        "arm",
        "the turn of the whole cloth: as shipped, left out, before the last sweep, after every "
        "sweep, keeping all spin, left out where gravity restores it",
        ARMS, "shipped,without", ARMS),
    SOLVER_KNOB_WHOLE("starts", "starts, each with a ripple of its own", "3", "2", 1, 1000),
    SOLVER_KNOB_WHOLE("columns", "particles along the pole", "12", "6", 2, 200),
    SOLVER_KNOB_WHOLE("rows", "particles away from it", "9", "5", 2, 200),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.001", NULL),
    SOLVER_KNOB_REAL("ripple_m", "m", "the ripple that it starts with, either way", "0.01", NULL, 0,
                     1, false),
    SOLVER_KNOB_REAL("tilt_rad", "rad", "of the tilted pole", "0.5235987755982988", NULL, -1.6, 1.6,
                     false),
    SOLVER_KNOB_REAL("far_m", "m", "from the frame's origin in the scene far", "100", NULL, 0, 1e9,
                     false),
    SOLVER_KNOB_WHOLE("settle", "steps with damping before a bare flag is left alone", "600", "200",
                      0, 100000),
    SOLVER_KNOB_WHOLE("early", "step of the early look", "500", "100", 1, 1000000),
    SOLVER_KNOB_WHOLE("steps", "steps", "3000", "1200", 1, 1000000),
    SOLVER_KNOB_WHOLE("seesaw", "steps that the hands see-saw before", "900", "60", 0, 1000000),
    SOLVER_KNOB_REAL("seesaw_m", "m", "amplitude of that, either hand", "0.1", NULL, 0, 10, false),
    SOLVER_KNOB_REAL("seesaw_hz", "s-1", "how often", "0.5", NULL, 0, 100, false),
};

enum { BUDGETS = 5, TICKS = 300 };

static const int32_t budgets[BUDGETS] = {1, 2, 4, 8, 16};

static const LabDimension dimensions[] = {
    {.name = "budget",
     .unit = "1",
     .long_name = "1, 2, 4, 8 and 16 iterations of 2 substeps",
     .length = BUDGETS},
    {.name = "start", .unit = "1", .long_name = "start", .length_knob = "starts"},
    {.name = "tick",
     .unit = "1",
     .long_name = "three hundredth part of the steps",
     .length = TICKS},
};

static const LabVariable variables[] = {
    {.name = "rate_early",
     .unit = "rad s-1",
     .long_name = "turn rate of the bare flag at the early look",
     .dimension = "budget"},
    {.name = "rate_late",
     .unit = "rad s-1",
     .long_name = "the same at the end",
     .dimension = "budget"},
    {.name = "identity_error",
     .unit = "1",
     .long_name = "change of angular momentum in a step less h times the gradient's moment, over "
                  "the largest change"},
    {.name = "drift", .unit = "1", .long_name = "of momentum in flight", .dimension = "budget"},
    {.name = "spin_kept", .unit = "1", .long_name = "of the spin in flight", .dimension = "budget"},
    {.name = "slept", .unit = "1", .long_name = "steps until asleep", .dimension = "start"},
    {.name = "slept_mean", .unit = "1", .long_name = "their geometric mean, steps for one awake"},
    {.name = "awake", .unit = "1", .long_name = "starts still awake at the end"},
    {.name = "creep", .unit = "m", .long_name = "furthest way in the last 30 steps of one awake"},
    {.name = "rest_off",
     .unit = "rad",
     .long_name = "furthest the centre of mass rests from gravity's plane through the pole"},
    {.name = "turn_most", .unit = "rad", .long_name = "largest turn of the whole cloth"},
    {.name = "rise_most",
     .unit = "1",
     .long_name = "largest rise of the energy that a turn feels, over it; negative: none"},
    {.name = "azimuth", .unit = "rad", .long_name = "about the pole", .dimension = "tick"},
};

static uint32_t ablation_of(const LabPoint *point) {
    static const struct {
        const char *arm;
        uint32_t bits;
    } arms[] = {
        {"shipped", 0},
        {"without", CLOTH_WITHOUT_HOLD_TURN},
        {"early", CLOTH_WITH_EARLY_TURN},
        {"every", CLOTH_WITH_TURN_EVERY_SWEEP},
        {"whole_spin", CLOTH_WITH_WHOLE_SPIN},
        {"where_free", CLOTH_WITH_TURN_WHERE_FREE},
    };
    for (size_t k = 0; k < sizeof arms / sizeof arms[0]; k++) {
        if (lab_chose(point, "arm", arms[k].arm)) {
            return arms[k].bits;
        }
    }
    return 0;
}

static bool is_in_hands(const LabPoint *point) {
    return strncmp(lab_choice(point, "scene"), "hands", 5) == 0;
}

static FlagShape shape_of(const LabPoint *point) {
    FlagShape shape = flag_default();
    shape.from = lab_chose(point, "scene", "level")    ? FLAG_LEVEL
                 : is_in_hands(point)                  ? FLAG_HANDS
                 : lab_chose(point, "scene", "corner") ? FLAG_CORNER
                 : lab_chose(point, "scene", "flight") ? FLAG_NOTHING
                                                       : FLAG_POLE;
    shape.columns = (int32_t)lab_integer(point, "columns");
    shape.rows = (int32_t)lab_integer(point, "rows");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.ripple_m = lab_real(point, "ripple_m");
    shape.tilt_rad = lab_chose(point, "scene", "tilted") ? lab_real(point, "tilt_rad") : 0.0;
    shape.far_m = lab_chose(point, "scene", "far") ? lab_real(point, "far_m") : 0.0;
    shape.seed = lab_seed(point);
    return shape;
}

static void put_watch(LabResult *result, const TurnWatch *watch) {
    if (watch->rise_most > -INFINITY) {
        lab_put(result, "turn_most", watch->turn_most_rad);
        lab_put(result, "rise_most", watch->rise_most);
    }
}

static void run_bare(const LabPoint *point, LabResult *result) {
    const bool flies = lab_chose(point, "scene", "flight");
    const bool without = lab_chose(point, "arm", "without");
    Bare bare = {.shape = shape_of(point), .early = lab_integer(point, "early")};
    bare.settle_steps = lab_chose(point, "scene", "dropped") ? 0 : lab_integer(point, "settle");
    bare.steps = lab_integer(point, "steps");
    TurnWatch watch;
    const ClothInstruments instruments = turn_watch(ablation_of(point), &watch);
    ClothError error = {0};
    ClothStatus status = CLOTH_OK;
    double first[BUDGETS];
    double second[BUDGETS];
    double identity = NAN;
    for (int b = 0; b < BUDGETS && status == CLOTH_OK; b++) {
        bare.iterations = budgets[b];
        if (flies) {
            status = bare_flight(&bare, &instruments, &first[b], &second[b], &error);
        } else {
            double rate[2];
            status = bare_turn(&bare, &instruments, rate, &error);
            first[b] = rate[0];
            second[b] = rate[1];
        }
    }
    /* The identity is about a flag that begins to turn. */
    if (status == CLOTH_OK && without && lab_chose(point, "scene", "pole")) {
        bare.iterations = 8;
        status = bare_identity(&bare, &instruments, &identity, &error);
    }
    solver_refusal(result, status, &error);
    if (status == CLOTH_OK) {
        lab_put_array(result, flies ? "drift" : "rate_early", first, BUDGETS);
        lab_put_array(result, flies ? "spin_kept" : "rate_late", second, BUDGETS);
        lab_put(result, "identity_error", identity);
        put_watch(result, &watch);
    }
}

/* What the starts have in common. */
typedef struct Starts {
    double *slept;
    double logarithms;
    double awake;
    double creep_m;
    double rest_off_rad;
} Starts;

static void run_fabric(const LabPoint *point, LabResult *result) {
    Sleeper sleeper = {.shape = shape_of(point),
                       .fabric = solver_fabric(point, "cloth"),
                       .steps = lab_integer(point, "steps"),
                       .seesaw_m = lab_real(point, "seesaw_m"),
                       .seesaw_hz = lab_real(point, "seesaw_hz")};
    if (is_in_hands(point)) {
        sleeper.seesaw_steps = lab_integer(point, "seesaw");
    }
    if (lab_chose(point, "scene", "hands_unlimited")) {
        sleeper.fabric.flags = 0;
    }
    if (lab_chose(point, "scene", "hands_16")) {
        sleeper.fabric.iterations = 16;
    }
    const bool about_pole =
        lab_chose(point, "scene", "pole") || lab_chose(point, "scene", "tilted");
    const int64_t count = lab_integer(point, "starts");
    TurnWatch watch;
    const ClothInstruments instruments = turn_watch(ablation_of(point), &watch);
    ClothError error = {0};
    ClothStatus status = CLOTH_OK;
    double azimuth[TICKS] = {0};
    Starts all = {.slept = calloc((size_t)count, sizeof *all.slept)};
    for (int64_t s = 0; s < count && status == CLOTH_OK && all.slept != NULL; s++) {
        Slept slept;
        sleeper.shape.seed = lab_seed(point) + (uint64_t)s;
        status =
            sleeper_run(&sleeper, &instruments, &slept, s == 0 ? azimuth : NULL, TICKS, &error);
        all.slept[s] = slept.step;
        all.logarithms += log(isnan(slept.step) ? (double)sleeper.steps : slept.step);
        all.awake += isnan(slept.step);
        all.creep_m = fmax(all.creep_m, slept.creep_m);
        all.rest_off_rad = fmax(all.rest_off_rad, slept.rest_off_rad);
    }
    solver_refusal(result, all.slept == NULL ? CLOTH_NO_MEMORY : status, &error);
    if (all.slept != NULL && status == CLOTH_OK) {
        lab_put_array(result, "slept", all.slept, count);
        lab_put(result, "slept_mean", exp(all.logarithms / (double)count));
        lab_put(result, "awake", all.awake);
        lab_put(result, "creep", all.creep_m);
        put_watch(result, &watch);
        if (about_pole) {
            lab_put(result, "rest_off", all.rest_off_rad);
            lab_put_array(result, "azimuth", azimuth, TICKS);
        }
    }
    free(all.slept);
}

/* Not every flag is worth a look in every arm: what is left out stays missing. */
static void run_point(const LabPoint *point, LabResult *result) {
    const bool bare = lab_chose(point, "cloth", "bare");
    const bool for_bare = lab_chose(point, "scene", "dropped") ||
                          lab_chose(point, "scene", "far") || lab_chose(point, "scene", "flight");
    const bool both = lab_chose(point, "scene", "pole");
    const bool plain = lab_chose(point, "arm", "shipped") || lab_chose(point, "arm", "without");
    const bool many = both || lab_chose(point, "scene", "tilted") ||
                      lab_chose(point, "scene", "corner") || lab_chose(point, "scene", "flight");
    const bool odd = is_in_hands(point) && !lab_chose(point, "scene", "hands");
    const bool left_out = odd && !lab_chose(point, "cloth", "rope");
    if (bare ? both || for_bare : !for_bare && !left_out && (plain || many)) {
        if (bare) {
            run_bare(point, result);
        } else {
            run_fabric(point, result);
        }
    }
}

/* The verdict. */

/* The largest of a variable over the budgets, NaN when any is missing. */
static double most_of(const LabData *data, const char *scene, const char *arm,
                      const char *variable) {
    const int64_t k = lab_find(data, "scene", scene, "cloth", "bare", "arm", arm, NULL);
    int64_t n = 0;
    const double *values = k < 0 ? NULL : lab_get_array(data, k, variable, &n);
    double most = n == BUDGETS ? 0.0 : NAN;
    for (int64_t b = 0; b < n; b++) {
        most = more_of(most, fabs(values[b]));
    }
    return most;
}

/* Over the fabrics in a scene and an arm. */
typedef struct Sleep {
    int64_t fabrics;
    int64_t starts;
    double awake;
    double mean; /* geometric */
    double rest_off_rad;
    double rope_off_rad; /* of the fabrics without a leash */
} Sleep;

static Sleep sleep_of(const LabData *data, const char *scene, const char *arm) {
    Sleep sleep = {0};
    double logarithms = 0.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const double mean = lab_get(data, k, "slept_mean");
        if (!lab_chose(point, "scene", scene) || !lab_chose(point, "arm", arm) || isnan(mean)) {
            continue;
        }
        const double off = lab_get(data, k, "rest_off");
        sleep.fabrics++;
        sleep.starts += lab_integer(point, "starts");
        sleep.awake += lab_get(data, k, "awake");
        logarithms += log(mean);
        if (lab_chose(point, "cloth", "rope") || lab_chose(point, "cloth", "chain")) {
            sleep.rope_off_rad = more_of(sleep.rope_off_rad, off);
        }
    }
    sleep.mean = exp(logarithms / (double)sleep.fabrics);
    return sleep;
}

static const double nil_rad_s = 5e-5; /* zero to four figures */

static void judge_pole(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "without the block -0.46 rad/s at 8 iterations, for ever; with it "
                                 "zero to four figures at 1 to 16 and all seven fabrics asleep";
    const double with = most_of(data, "pole", "shipped", "rate_late");
    const double without = most_of(data, "pole", "without", "rate_late");
    const Sleep on = sleep_of(data, "pole", "shipped");
    const Sleep off = sleep_of(data, "pole", "without");
    if (isnan(with) || isnan(without) || on.fabrics < CLOTH_FABRICS ||
        off.fabrics < CLOTH_FABRICS) {
        lab_verdict(judgement, "C74", LAB_NOT_JUDGED, source,
                    "needs the pole, bare and all fabrics, shipped and without");
        return;
    }
    const bool still = with <= nil_rad_s && without > 1e-3;
    const bool sleeps = on.awake <= 0.02 * (double)on.starts && off.awake > on.awake;
    lab_verdict(judgement, "C74",
                still && sleeps ? LAB_REPRODUCED
                : still         ? LAB_DIFFERS
                                : LAB_CONTRADICTED,
                source,
                "settled bare flag, 1 to 16 iterations: at most %.1e rad/s with, %.2f without; "
                "of %d fabric flags %g stay awake with, %g without, mean steps to sleep %.0f and "
                "%.0f",
                with, without, (int)on.starts, on.awake, off.awake, on.mean, off.mean);
    const double dropped = most_of(data, "dropped", "shipped", "rate_late");
    const double dropped_off = most_of(data, "dropped", "without", "rate_late");
    const double whole = most_of(data, "dropped", "whole_spin", "rate_late");
    if (!isnan(dropped)) {
        lab_verdict(judgement, "turn_after_a_drop", LAB_MEASURED, "",
                    "the same flag dropped and never damped keeps the spin that implicit Euler "
                    "gave its fall: up to %.2f rad/s with, %.2f without, %.0e with all spin kept",
                    dropped, dropped_off, whole);
    }
}

static void judge_identity(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "angular momentum about the line grows by h sum x cross gradient a step, to four figures";
    const int64_t k = lab_find(data, "scene", "pole", "cloth", "bare", "arm", "without", NULL);
    const double error = k < 0 ? NAN : lab_get(data, k, "identity_error");
    if (isnan(error)) {
        lab_verdict(judgement, "C75", LAB_NOT_JUDGED, source,
                    "needs the bare flag on the pole, without");
        return;
    }
    lab_verdict(judgement, "C75", error <= 1e-3 ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "closes to %.1e of the largest change over 40 steps", error);
}

static void judge_harm(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "tilted 30 degrees slower asleep, 474 to 574 and 264 to 312 steps; cotton never after the "
        "see-saw; at 100 m 0.136 rad/s";
    const Sleep tilted = sleep_of(data, "tilted", "shipped");
    const Sleep tilted_off = sleep_of(data, "tilted", "without");
    const Sleep hands = sleep_of(data, "hands", "shipped");
    const Sleep hands_off = sleep_of(data, "hands", "without");
    const double far = most_of(data, "far", "shipped", "rate_late");
    if (tilted.fabrics == 0 || tilted_off.fabrics == 0 || hands.fabrics == 0 ||
        hands_off.fabrics == 0 || isnan(far)) {
        lab_verdict(judgement, "C77", LAB_NOT_JUDGED, source,
                    "needs tilted, hands and far, shipped and without");
        return;
    }
    const bool harm = tilted.mean > 1.1 * tilted_off.mean && hands.awake > hands_off.awake;
    lab_verdict(judgement, "C77", harm ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "over %d starts a scene, tilted: mean steps to sleep %.0f with, %.0f without, %g "
                "and %g awake; after the see-saw %.0f and %.0f, %g and %g awake. One start differs "
                "from the next by more than with from without, so a single pair decides nothing. "
                "100 m off %.0e rad/s: positions are stored in double",
                (int)tilted.starts, tilted.mean, tilted_off.mean, tilted.awake, tilted_off.awake,
                hands.mean, hands_off.mean, hands.awake, hands_off.awake, far);
    lab_verdict(judgement, "turn_rest_angle", LAB_MEASURED, "",
                "rope and chain on the tilted pole rest up to %.3f rad off the plane of gravity "
                "with, %.3f without",
                tilted.rope_off_rad, tilted_off.rope_off_rad);
}

static void judge_free(const LabData *data, LabJudgement *judgement) {
    const Sleep on = sleep_of(data, "corner", "shipped");
    const Sleep off = sleep_of(data, "corner", "without");
    if (on.fabrics > 0 && off.fabrics > 0) {
        lab_verdict(judgement, "turn_corner",
                    on.awake <= off.awake && on.mean <= off.mean ? LAB_MEASURED : LAB_FAILED, "",
                    "hung from a corner, %d starts: %g awake with, %g without; mean steps to sleep "
                    "%.0f and %.0f",
                    (int)on.starts, on.awake, off.awake, on.mean, off.mean);
    }
    const Sleep limited = sleep_of(data, "hands", "shipped");
    const Sleep unlimited = sleep_of(data, "hands_unlimited", "shipped");
    const Sleep more = sleep_of(data, "hands_16", "shipped");
    const Sleep more_off = sleep_of(data, "hands_16", "without");
    if (limited.fabrics > 0 && unlimited.fabrics == 1 && more.fabrics == 1) {
        lab_verdict(judgement, "turn_see_saw", LAB_MEASURED, "",
                    "after the see-saw %g starts stay awake, of all fabrics; of rope without its "
                    "strain limit %g, with 16 iterations %g, and %g when the turn is left out",
                    limited.awake, unlimited.awake, more.awake, more_off.awake);
    }
    const double drift = most_of(data, "flight", "shipped", "drift");
    const double drift_off = most_of(data, "flight", "without", "drift");
    if (!isnan(drift) && !isnan(drift_off)) {
        lab_verdict(judgement, "turn_flight", drift < 1e-9 ? LAB_MEASURED : LAB_FAILED, "",
                    "in free flight the momentum drifts by %.0e with, up to %.2f without", drift,
                    drift_off);
    }
}

static void judge_descent(const LabData *data, LabJudgement *judgement) {
    double rise = -INFINITY;
    double turn = 0.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double here = lab_get(data, k, "rise_most");
        if (lab_chose(lab_point(data, k), "arm", "shipped") && !isnan(here)) {
            rise = fmax(rise, here);
            turn = fmax(turn, lab_get(data, k, "turn_most"));
        }
    }
    if (rise > -INFINITY) {
        lab_verdict(judgement, "turn_descends", rise <= 1e-9 ? LAB_MEASURED : LAB_FAILED, "",
                    "no turn raises the energy it feels by more than %.0e of it; the largest is "
                    "%.2f rad",
                    fmax(rise, 0.0), turn);
    }
}

static void judge_variants(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"shipped", "without",    "early",
                                       "every",   "whole_spin", "where_free"};
    static const char *const scenes[] = {"pole", "tilted", "corner"};
    char text[200] = "";
    for (size_t a = 0; a < sizeof arms / sizeof arms[0]; a++) {
        double awake = 0.0;
        double logarithms = 0.0;
        for (int s = 0; s < 3; s++) {
            const Sleep sleep = sleep_of(data, scenes[s], arms[a]);
            awake += sleep.fabrics == CLOTH_FABRICS ? sleep.awake : NAN;
            logarithms += log(sleep.mean);
        }
        if (isnan(awake)) {
            return;
        }
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s %.0f steps %g awake", a == 0 ? "" : ", ",
                 arms[a], exp(logarithms / 3.0), awake);
    }
    lab_verdict(judgement, "turn_variants", LAB_MEASURED, "",
                "mean steps to sleep and awake over pole, tilted and corner: %s", text);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C74,C75,C77")) {
        return;
    }
    judge_pole(data, judgement);
    judge_identity(data, judgement);
    judge_harm(data, judgement);
    judge_free(data, judgement);
    judge_descent(data, judgement);
    judge_variants(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e27_hold_turn",
        .question = "Does a flag on a pole in still air come to hang still, and does the turn of "
                    "the whole cloth that sees to it slow, wake or spoil anything?",
        .scene = "A sheet of 12 x 9 particles, 5 cm apart, 1 g each, rippled by 1 cm, held along "
                 "its first row, at two corners, at one, or not at all. Bare: hard stretch rows "
                 "alone, 2 substeps of 1 to 16 iterations; else a library fabric in a world.",
        .answers = "Yes when the bare flag's turn rate is nil at every budget and every fabric "
                   "sleeps, while without the block it turns; it does harm when, over many starts, "
                   "cloth sleeps later or stays awake more often with it than without.",
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
