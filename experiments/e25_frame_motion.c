/*
 * e25_frame_motion: what a cloth feels of a frame that moves.
 *
 * A strand hangs from a holder that rides its frame, as a cape rides its wearer, and the frame runs
 * to and fro, sprints off, or turns head over heels. Inertia says how much of that is felt, and
 * limits made of the strand's own reach say how much at most. Beside it stand the exact statements:
 * at inertia 0 nothing is felt, at 1 the frame is bookkeeping, and how far the world's origin is
 * changes no bit.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/ride.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("path", "to and fro, straight off, head over heels, round the vertical",
                       "square,sprint,flip", NULL, "square,sprint,flip,spin"),
    SOLVER_KNOB_REAL("pace", "s-1", "speed along the path in m/s, or round it in rad/s; flip: none",
                     "2,9,100", "9", 0, 1e6, false),
    KNOB_FABRIC(SOLVER_FABRICS, "silk,rope"),
    SOLVER_KNOB_CHOICE("inertia", "share of the motion that is felt; own: the fabric's",
                       "own,0,0.25,0.5,0.75,1", "own,0,1", "own,0,0.25,0.5,0.75,1"),
    SOLVER_KNOB_REAL("felt", "1", "limits on what is felt over the shipped ones; inf: none",
                     "0.5,1,2,inf", "1,inf", 0, INFINITY, true),
    KNOB_LINKS("12", NULL),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("arm_m", "m", "from the frame's origin to the holder", "0.3", NULL, 0, 1e3,
                     false),
    SOLVER_KNOB_REAL("phase_s", "s", "from one turning point to the next", "1", NULL, 0, 1e3, true),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_WHOLE("steps", "steps taken", "240", NULL, 1, 100000),
};

/* The cape is shown every so many steps, for so many times; its rows and one gap make a picture. */
enum { SHOWN_EVERY = 6, SHOWN = 20, CAPE_ROWS = 13, CAPE_COLUMNS = 9, TICKS = 240 };
enum { CAPE = SHOWN * (CAPE_ROWS + 1) };

static const LabDimension dimensions[] = {
    {.name = "tick", .unit = "1", .long_name = "a step", .length = TICKS},
    {.name = "outline",
     .unit = "1",
     .long_name = "row of the cape, picture by picture",
     .length = CAPE},
};

static const LabVariable variables[] = {
    {.name = "speed_peak",
     .unit = "m s-1",
     .long_name = "fastest free particle, as the solver has it"},
    {.name = "local_peak", .unit = "m s-1", .long_name = "fastest particle seen from the frame"},
    {.name = "clamp", .unit = "m s-1", .long_name = "limit on speeds"},
    {.name = "headroom", .unit = "1", .long_name = "that limit over the peak"},
    {.name = "span_peak", .unit = "1", .long_name = "furthest from the holder over the length"},
    {.name = "stretch_peak",
     .unit = "1",
     .long_name = "largest distance from the holder over the way along the strand"},
    {.name = "lag_peak", .unit = "m", .long_name = "furthest the tip was behind or ahead"},
    {.name = "teleports", .unit = "1", .long_name = "jumps that were seen"},
    {.name = "bytes_zero",
     .unit = "1",
     .long_name = "differing bytes, inertia 0 on this path and in a still frame"},
    {.name = "bytes_far",
     .unit = "1",
     .long_name = "most differing bytes at 1 and 100 km, exact paths, whoever follows them"},
    {.name = "apart_far_1", .unit = "m", .long_name = "100 km off, this path: apart after 1 step"},
    {.name = "apart_far_60", .unit = "m", .long_name = "the same after 60"},
    {.name = "apart_held_1",
     .unit = "m",
     .long_name = "inertia 1 from holders that move so in a still frame: after 1 step"},
    {.name = "apart_held_60", .unit = "m", .long_name = "the same after 60"},
    {.name = "apart_nudge_60",
     .unit = "m",
     .long_name = "from itself, its start nudged by 1e-15 m/s, after 60"},
    {.name = "tick_lag", .unit = "m", .long_name = "how far the tip is ahead", .dimension = "tick"},
    {.name = "cape_x",
     .unit = "m",
     .long_name = "of the cape in the world",
     .dimension = "outline"},
    {.name = "cape_y", .unit = "m", .long_name = "height of the same", .dimension = "outline"},
};

static ClothFabric fabric_of(const LabPoint *point) {
    ClothFabric fabric = solver_fabric(point, "fabric");
    if (!lab_chose(point, "inertia", "own")) {
        fabric.inertia = strtod(lab_choice(point, "inertia"), NULL);
    }
    return fabric;
}

static RideShape shape_of(const LabPoint *point) {
    RideShape shape = ride_default();
    shape.fabric = fabric_of(point);
    shape.path = lab_chose(point, "path", "flip")     ? RIDE_FLIP
                 : lab_chose(point, "path", "spin")   ? RIDE_SPIN
                 : lab_chose(point, "path", "sprint") ? RIDE_SPRINT
                                                      : RIDE_SQUARE;
    shape.speed_m_s = lab_real(point, "pace");
    shape.turn_rad_s = lab_real(point, "pace");
    shape.links = (int32_t)lab_integer(point, "links");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.arm_m = lab_real(point, "arm_m");
    shape.phase_s = lab_real(point, "phase_s");
    shape.step_s = lab_real(point, "step_s");
    shape.felt_shares = lab_real(point, "felt");
    return shape;
}

static void put_ride(LabResult *result, const Ride *ride) {
    lab_put(result, "speed_peak", ride->speed_peak_m_s);
    lab_put(result, "local_peak", ride->way_peak_m_s);
    lab_put(result, "clamp", ride->watch.condition.speed_max_m_s);
    lab_put(result, "headroom", 1.0 / ride->share_peak);
    lab_put(result, "span_peak", ride->span_peak);
    lab_put(result, "stretch_peak", ride->watch.reach_ratio_peak);
    lab_put(result, "lag_peak", ride->lag_peak_m);
    lab_put(result, "teleports", (double)ride->watch.condition.teleports);
}

static ClothStatus run_main(const RideShape *shape, int64_t steps, LabResult *result,
                            ClothError *error) {
    Ride ride;
    double lag[TICKS];
    int64_t ticks = 0;
    ClothStatus status = ride_start(shape, &ride, error);
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = ride_step(&ride, error);
        if (k < TICKS) {
            lag[ticks++] = ride.lag_m;
        }
    }
    if (status == CLOTH_OK) {
        put_ride(result, &ride);
        lab_put_array(result, "tick_lag", lag, ticks);
    }
    ride_free(&ride);
    return status;
}

/* Takes both as far, and says how far apart they are after the first step and at the end: in the
 * world, or each in its frame. Returns differing bytes at the end, -1 on failure. */
static int64_t compare(const RideShape *first, const RideShape *second, int64_t steps,
                       bool in_world, double apart[2]) {
    Ride a;
    Ride b = {0};
    int64_t bytes = -1;
    apart[0] = apart[1] = NAN;
    ClothStatus status = ride_start(first, &a, NULL);
    status = status == CLOTH_OK ? ride_start(second, &b, NULL) : status;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = ride_step(&a, NULL);
        status = status == CLOTH_OK ? ride_step(&b, NULL) : status;
        if (status == CLOTH_OK && (k == 0 || k == steps - 1)) {
            apart[k > 0] = in_world ? ride_apart_in_world(&a, &b) : ride_apart_in_frame(&a, &b);
        }
    }
    if (status == CLOTH_OK) {
        bytes = (int64_t)cloth_differing_bytes(cloth_world_state(a.hung.world, a.hung.cloth),
                                               cloth_world_state(b.hung.world, b.hung.cloth), NULL);
    }
    ride_free(&a);
    ride_free(&b);
    return bytes;
}

static RideShape moved(const RideShape *shape, double far_m) {
    RideShape far = *shape;
    far.far_m[0] = far_m;
    far.far_m[1] = -far_m;
    far.far_m[2] = far_m;
    return far;
}

/* Whoever follows an exact path, at 1 and 100 km: most bytes that differ from the same at home. */
static double bytes_far(const RideShape *shape) {
    static const RideWho who[] = {RIDE_FRAME, RIDE_HOLDER, RIDE_WORLD, RIDE_UNDER};
    int64_t most = 0;
    double apart[2];
    for (size_t k = 0; k < sizeof who / sizeof who[0]; k++) {
        for (int path = 0; path < 2; path++) {
            RideShape home = *shape;
            home.who = who[k];
            home.path = path == 0 ? RIDE_STILL : RIDE_DYADIC;
            home.swing_m_s = 1.0;
            const RideShape near = moved(&home, 1e3);
            const RideShape far = moved(&home, 1e5);
            const int64_t at_1_km = compare(&home, &near, 60, false, apart);
            const int64_t at_100_km = compare(&home, &far, 60, false, apart);
            if (at_1_km < 0 || at_100_km < 0) {
                return NAN;
            }
            most = at_1_km > most ? at_1_km : most;
            most = at_100_km > most ? at_100_km : most;
        }
    }
    return (double)most;
}

/* What must be exact, or nearly so. Felt limits are left out: they are another question. */
static void put_exact(const RideShape *shipped, LabResult *result) {
    double apart[2];
    RideShape shape = *shipped;
    shape.felt_shares = INFINITY;
    shape.swing_m_s = 1.0;
    lab_put(result, "bytes_far", bytes_far(&shape));
    const RideShape far = moved(&shape, 1e5);
    (void)compare(&shape, &far, 60, false, apart);
    lab_put(result, "apart_far_1", apart[0]);
    lab_put(result, "apart_far_60", apart[1]);
    RideShape other = shape;
    other.swing_m_s += 1e-15;
    (void)compare(&shape, &other, 60, false, apart);
    lab_put(result, "apart_nudge_60", apart[1]);
    other = shape;
    if (shape.fabric.inertia == 1.0) {
        other.who = RIDE_HOLDER;
        (void)compare(&shape, &other, 60, true, apart);
        lab_put(result, "apart_held_1", apart[0]);
        lab_put(result, "apart_held_60", apart[1]);
    }
    if (shape.fabric.inertia == 0.0) {
        other.path = RIDE_STILL;
        const int64_t bytes = compare(&shape, &other, 60, false, apart);
        lab_put(result, "bytes_zero", bytes < 0 ? NAN : (double)bytes);
    }
}

/* A cape on the same path, its middle column every SHOWN_EVERY steps, seen from the side. */
static void put_cape(const RideShape *shipped, LabResult *result) {
    double x[CAPE];
    double y[CAPE];
    double in_world[3 * CAPE_ROWS * CAPE_COLUMNS];
    Ride ride;
    RideShape shape = *shipped;
    shape.columns = CAPE_COLUMNS;
    shape.links = CAPE_ROWS - 1;
    ClothStatus status = ride_start(&shape, &ride, NULL);
    int at = 0;
    for (int shown = 0; status == CLOTH_OK && shown < SHOWN; shown++) {
        for (int row = 0; row < CAPE_ROWS; row++) {
            const int32_t i = row * CAPE_COLUMNS + CAPE_COLUMNS / 2;
            (void)cloth_world_positions(ride.hung.world, ride.hung.cloth, in_world, NULL);
            x[at] = in_world[3 * i];
            y[at++] = in_world[3 * i + 1];
        }
        x[at] = NAN;
        y[at++] = NAN;
        status = ride_steps(&ride, SHOWN_EVERY, NULL);
    }
    lab_put_array(result, "cape_x", x, at);
    lab_put_array(result, "cape_y", y, at);
    ride_free(&ride);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const RideShape shape = shape_of(point);
    ClothError error = {0};
    const ClothStatus status = run_main(&shape, lab_integer(point, "steps"), result, &error);
    solver_refusal(result, status, &error);
    if (status != CLOTH_OK || shape.felt_shares != 1.0) {
        return;
    }
    if (shape.speed_m_s == 9.0) {
        put_exact(&shape, result);
    }
    if (shape.path == RIDE_SQUARE) {
        put_cape(&shape, result);
    }
}

/* The verdict. */

/* Which points: NULL is any word, NaN any number. */
typedef struct Pick {
    const char *path;
    const char *inertia;
    const char *fabric;
    double pace;
    double felt;
} Pick;

static bool picked(const LabPoint *point, const Pick *pick) {
    return (pick->path == NULL || lab_chose(point, "path", pick->path)) &&
           (pick->inertia == NULL || lab_chose(point, "inertia", pick->inertia)) &&
           (pick->fabric == NULL || lab_chose(point, "fabric", pick->fabric)) &&
           (isnan(pick->pace) || lab_real(point, "pace") == pick->pace) &&
           (isnan(pick->felt) || lab_real(point, "felt") == pick->felt);
}

typedef struct Range {
    double least, most; /* NaN when there is no point, or one is missing */
    int64_t count;
} Range;

static Range range_of(const LabData *data, const Pick *pick, const char *variable) {
    Range range = {.least = INFINITY, .most = -INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (picked(lab_point(data, k), pick)) {
            const double value = lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
            range.least = isnan(value) || isnan(range.least) ? NAN : fmin(range.least, value);
            range.most = isnan(value) || isnan(range.most) ? NAN : fmax(range.most, value);
            range.count++;
        }
    }
    return range.count > 0 ? range : (Range){NAN, NAN, 0};
}

static void judge_claim_27(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "11.3 to 29.3 m/s in the frame against limits of 96 to 288, at "
                                 "least 5.7 below; no jump; reach kept within 0.35 %";
    const Pick pick = {"square", "own", NULL, 9.0, 1.0};
    const Range local = range_of(data, &pick, "local_peak");
    const Range clamp = range_of(data, &pick, "clamp");
    const Range headroom = range_of(data, &pick, "headroom");
    const Range jumps = range_of(data, &pick, "teleports");
    const Range span = range_of(data, &pick, "span_peak");
    if (local.count == 0) {
        lab_verdict(judgement, "C27", LAB_NOT_JUDGED, source,
                    "needs the square path at 9 m/s, the fabrics' own inertia, shipped limits");
        return;
    }
    const bool bounded = headroom.least >= 2.0 && jumps.most == 0.0 && span.most <= 1.1;
    const bool same = bounded && headroom.least >= 5.7 / 1.5 && span.most <= 1.002 + 1.5 * 0.0035;
    lab_verdict(
        judgement, "C27",
        same      ? LAB_REPRODUCED
        : bounded ? LAB_DIFFERS
                  : LAB_CONTRADICTED,
        source,
        "%.1f to %.1f m/s in the frame against limits of %.0f to %.0f, at least %.1f below; "
        "no jump; reach kept within %.2f %%, of which 0.2 are the tether's allowance and the "
        "rest is the budget of the turn, 18 m/s within one step",
        local.least, local.most, clamp.least, clamp.most, headroom.least,
        100.0 * (span.most - 1.0));
}

/* The lags of one fabric at rising inertia, setting off at one pace. */
static bool lags_rise(const LabData *data, double pace, const char *fabric, double lag[5]) {
    static const char *const words[5] = {"0", "0.25", "0.5", "0.75", "1"};
    bool rise = true;
    for (int k = 0; k < 5; k++) {
        const Pick pick = {"sprint", words[k], fabric, pace, 1.0};
        lag[k] = range_of(data, &pick, "lag_peak").most;
        rise = rise && (k == 0 ? lag[0] == 0.0 : lag[k] > lag[k - 1]);
    }
    return rise;
}

static void judge_claim_28(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "0, 0.20, 0.37, 0.52, 0.65 m at inertia 0, 0.25, 0.5, 0.75, 1";
    double lag[5];
    double fast[5];
    const bool rise = lags_rise(data, 2.0, "silk", lag);
    const bool fast_rise = lags_rise(data, 9.0, "silk", fast);
    if (isnan(lag[4])) {
        lab_verdict(judgement, "C28", LAB_NOT_JUDGED, source,
                    "needs the sprint at 2 m/s, silk, every inertia, shipped limits");
        return;
    }
    int rising = 0;
    int asked = 0;
    for (int name = 0; name < CLOTH_FABRICS; name++) {
        double other[5];
        rising += lags_rise(data, 2.0, cloth_fabric_text((ClothFabricName)name), other);
        asked += !isnan(other[4]);
    }
    const bool all = rise && rising == asked;
    const double least = fmin(lag[1] / 0.20, lag[4] / 0.65);
    const double most = fmax(lag[1] / 0.20, lag[4] / 0.65);
    lab_verdict(judgement, "C28",
                all    ? LAB_REPRODUCED
                : rise ? LAB_DIFFERS
                       : LAB_CONTRADICTED,
                source,
                "silk, setting off at 2 m/s: %.3g, %.3f, %.3f, %.3f, %.3f m, %.2f to %.2f of the "
                "reference; rising for %d of %d fabrics. The pace decides: at 9 m/s it is %.2f, "
                "%.2f, %.2f, %.2f m of a strand 1.2 m long, %s",
                lag[0], lag[1], lag[2], lag[3], lag[4], least, most, rising, asked, fast[1],
                fast[2], fast[3], fast[4], fast_rise ? "and rises" : "and inertia decides little");
}

static void judge_exact(const LabData *data, LabJudgement *judgement) {
    const Pick whole = {NULL, "1", NULL, 9.0, 1.0};
    const Pick all = {NULL, NULL, NULL, 9.0, 1.0};
    const Pick straight = {"square", "0", NULL, 9.0, 1.0};
    const Range far = range_of(data, &all, "bytes_far");
    if (far.count > 0) {
        lab_verdict(judgement, "far_bytes", far.most == 0.0 ? LAB_MEASURED : LAB_FAILED,
                    "0 bytes differ 1 and 100 km off",
                    "%.0f bytes differ after 60 steps 1 and 100 km off, still or in steps of an "
                    "eighth of a metre, the frame, the holder or both following",
                    far.most);
        lab_verdict(
            judgement, "far_digits", LAB_MEASURED, "",
            "on a path of any numbers 100 km off, whose doubles are 1.5e-11 m apart: %.1e m "
            "off after a step, %.1e to %.1e after a second; nudged by 1e-15 m/s %.1e to %.1e",
            range_of(data, &all, "apart_far_1").most, range_of(data, &all, "apart_far_60").least,
            range_of(data, &all, "apart_far_60").most, range_of(data, &all, "apart_nudge_60").least,
            range_of(data, &all, "apart_nudge_60").most);
    }
    const Range nothing = range_of(data, &straight, "bytes_zero");
    if (nothing.count > 0) {
        lab_verdict(judgement, "inertia_0", nothing.most == 0.0 ? LAB_MEASURED : LAB_FAILED,
                    "nothing is felt", "%.0f bytes differ from the same cloth in a still frame",
                    nothing.most);
    }
    const Range held = range_of(data, &whole, "apart_held_1");
    if (held.count > 0) {
        lab_verdict(judgement, "inertia_1", held.most <= 1e-14 ? LAB_MEASURED : LAB_FAILED,
                    "the frame is bookkeeping",
                    "%.1e m from the same cloth in a still frame, its holder moving, after a step; "
                    "%.1e to %.1e after a second, as two runs grow apart",
                    held.most, range_of(data, &whole, "apart_held_60").least,
                    range_of(data, &whole, "apart_held_60").most);
    }
}

/* What the felt limits do at one pace of one path, at each of their settings. */
static void judge_limits(const LabData *data, LabJudgement *judgement, const char *id,
                         const char *path, double pace) {
    static const double settings[4] = {0.5, 1.0, 2.0, INFINITY};
    Range headroom[4];
    Range span[4];
    for (int k = 0; k < 4; k++) {
        const Pick pick = {path, "1", NULL, pace, settings[k]};
        headroom[k] = range_of(data, &pick, "headroom");
        span[k] = range_of(data, &pick, "stretch_peak");
        if (headroom[k].count == 0) {
            return;
        }
    }
    lab_verdict(judgement, id, LAB_MEASURED, "",
                "%s at %g, inertia 1, limits halved, shipped, doubled, none: limit on speeds over "
                "peak at least %.2g, %.2g, %.2g, %.2g; drawn out to at most %.3f, %.3f, %.3f, %.3f",
                path, pace, headroom[0].least, headroom[1].least, headroom[2].least,
                headroom[3].least, span[0].most, span[1].most, span[2].most, span[3].most);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C27,C28")) {
        return;
    }
    judge_claim_27(data, judgement);
    judge_claim_28(data, judgement);
    judge_exact(data, judgement);
    judge_limits(data, judgement, "felt_run", "square", 9.0);
    judge_limits(data, judgement, "felt_jolt", "sprint", 100.0);
    judge_limits(data, judgement, "felt_shuttle", "square", 100.0);
    judge_limits(data, judgement, "felt_flip", "flip", 9.0);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e25_frame_motion",
        .question = "What does a cloth feel of a frame that moves?",
        .scene =
            "A strand of 12 links of 0.1 m, 10 g a particle, every library fabric, hanging from "
            "a holder 0.3 m from its frame's origin, which rides the frame; 60 Hz, 4 s.",
        .answers = "Its inertia's share when lag rises with inertia from exactly nothing, speeds "
                   "stay well under their limit and the strand keeps its length; not so when any "
                   "motion of the frame whips or stretches it.",
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
