/*
 * e38_shapes: is the way out of a shape its distance's gradient, and what keeps a body its size that
 * turns within a step?
 *
 * Of every shape, the direction that the kernel gives is compared with central differences of its
 * distance, over their step: the error falls with its square until rounding takes over, unless
 * something is wrong, and then it stays. Where there is no gradient, on centres, axes, middle planes
 * and edges, a direction is right when the distance grows by as much as one goes along it. The
 * other way to a gradient, four samples at the corners of a tetrahedron, is beside it.
 *
 * A body that turns is interpolated as a matrix, as position and normalised quaternion, as the
 * kernel does, and as position and even turn.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collide/shape.h"
#include "e38_turns.h"
#include "scenes/extreme.h"
#include "scenes/solids.h"
#include "solver_knobs.h"
#include "timing.h"

#define SHAPES "sphere,capsule,tapered,box,cylinder,half-space"
#define ARMS   SHAPES ",matrix,nlerp,slerp"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "a shape, or a way to interpolate a pose", ARMS, NULL, ARMS),
    SOLVER_KNOB_REAL("scale", "1", "the shapes' sizes, over those of scenes/solids.c", "1", NULL,
                     1e-3, 1e3, false),
    SOLVER_KNOB_REAL("radius_m", "m", "how far a turning body's surface is from its axis", "0.25",
                     NULL, 0, 1e6, true),
    SOLVER_KNOB_REAL("pivot_m", "m", "how far its origin is from what it swings about", "0.5", NULL,
                     0, 1e6, false),
    SOLVER_KNOB_REAL("angle_rad", "rad", "turn whose error is told by substeps", "0.5", NULL, 0,
                     3.1, true),
    SOLVER_KNOB_WHOLE("points", "points of each kind about a shape", "60000", "2000", 1, 10000000),
    SOLVER_KNOB_WHOLE("rounds", "rounds of the timings", "200", "5", 1, 1000000),
};

enum { DIFFERENCES = 17, ANGLES = 60, COUNTS = 16 };

static const LabDimension dimensions[] = {
    {.name = "difference",
     .unit = "1",
     .long_name = "a step of differences",
     .length = DIFFERENCES},
    {.name = "angle", .unit = "1", .long_name = "an angle, 0.05 rad apart", .length = ANGLES},
    {.name = "count", .unit = "1", .long_name = "substeps, from 1", .length = COUNTS},
};

static const LabVariable variables[] = {
    {.name = "unit", .unit = "1", .long_name = "direction's length off 1, anywhere"},
    {.name = "stepped",
     .unit = "1",
     .long_name = "step of differences over the radius",
     .dimension = "difference"},
    {.name = "central",
     .unit = "1",
     .long_name = "direction off central differences, worst",
     .dimension = "difference"},
    {.name = "four",
     .unit = "1",
     .long_name = "normalised four samples off the direction, worst",
     .dimension = "difference"},
    {.name = "smooth_points",
     .unit = "1",
     .long_name = "points of those, a tenth of the radius off kinks"},
    {.name = "ahead", .unit = "1", .long_name = "slope along the direction off 1 on kinks, worst"},
    {.name = "kink_points", .unit = "1", .long_name = "points of those, exactly on kinks"},
    {.name = "four_lost",
     .unit = "1",
     .long_name = "share of those at which four samples lead nowhere"},
    {.name = "sum", .unit = "1", .long_name = "of what was timed"},
    {.name = "cost_s",
     .unit = "s",
     .long_name = "distance and direction, or a pose, median",
     .timing = true},
    {.name = "cost_mad_s", .unit = "s", .long_name = "its spread", .timing = true},
    {.name = "cost_distance_s", .unit = "s", .long_name = "distance alone", .timing = true},
    {.name = "cost_four_s", .unit = "s", .long_name = "direction by four samples", .timing = true},
    {.name = "four_ratio",
     .unit = "1",
     .long_name = "four samples and a distance over distance and direction",
     .timing = true},
    {.name = "turned_rad", .unit = "rad", .long_name = "angle of the turn", .dimension = "angle"},
    {.name = "lost", .unit = "m", .long_name = "radius lost half-way", .dimension = "angle"},
    {.name = "lost_least",
     .unit = "m",
     .long_name = "the same about the axis that loses least",
     .dimension = "angle"},
    {.name = "off",
     .unit = "m",
     .long_name = "surface off an even turn, anywhere on the way",
     .dimension = "angle"},
    {.name = "path",
     .unit = "m",
     .long_name = "origin off its arc half-way, swung about a pivot",
     .dimension = "angle"},
    {.name = "lost_count",
     .unit = "m",
     .long_name = "radius lost at so many substeps",
     .dimension = "count"},
    {.name = "off_count",
     .unit = "m",
     .long_name = "surface off an even turn at so many substeps",
     .dimension = "count"},
};

/* Shapes. */

static double field(const Solid *solid, const double p[3], double n[3]) {
    return cloth_shape_field((int32_t)solid->shape.kind, solid->shape.size_m, p, n);
}

static double distance(const Solid *solid, const double p[3]) {
    double unused[3];
    return field(solid, p, unused);
}

/* The gradient by central differences. */
static void central(const Solid *solid, const double p[3], double step_m, double g[3]) {
    for (int k = 0; k < 3; k++) {
        double at[3] = {p[0], p[1], p[2]};
        at[k] = p[k] + step_m;
        const double ahead = distance(solid, at);
        at[k] = p[k] - step_m;
        g[k] = (ahead - distance(solid, at)) / (2.0 * step_m);
    }
}

/* The direction by four samples at the corners of a tetrahedron. NaN where they cancel. */
static void four_samples(const Solid *solid, const double p[3], double step_m, double g[3]) {
    static const double corner[4][3] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
    g[0] = g[1] = g[2] = 0.0;
    for (int k = 0; k < 4; k++) {
        double at[3] = {p[0], p[1], p[2]};
        vec3_add_scaled(at, corner[k], step_m);
        vec3_add_scaled(g, corner[k], distance(solid, at));
    }
    const double length = vec3_length(g);
    for (int k = 0; k < 3; k++) {
        g[k] /= length;
    }
}

static double apart(const double a[3], const double b[3]) {
    double off[3];
    vec3_subtract(a, b, off);
    return vec3_length(off);
}

typedef struct ShapeSeen {
    double unit, ahead;
    double central[DIFFERENCES], four[DIFFERENCES];
    int64_t smooth, kinks, lost;
} ShapeSeen;

/* From 1e-10 to 1e-2 of the radius, two a decade. */
static double step_of(int k) {
    return pow(10.0, -10.0 + 0.5 * k);
}

static void see_smooth(const Solid *solid, const double p[3], ShapeSeen *seen) {
    double n[3];
    const double room = 0.1 * solid->scale_m;
    const double f = field(solid, p, n);
    raise_to(&seen->unit, fabs(vec3_length(n) - 1.0));
    if (solid_smooth_m(&solid->shape, p) < room || (f > 0.0 && f < room)) {
        return;
    }
    seen->smooth++;
    for (int k = 0; k < DIFFERENCES; k++) {
        double g[3];
        central(solid, p, step_of(k) * solid->scale_m, g);
        raise_to(&seen->central[k], apart(g, n));
        four_samples(solid, p, step_of(k) * solid->scale_m, g);
        raise_to(&seen->four[k], apart(g, n));
    }
}

/* How much the distance grows by, over how far one goes along a direction. */
static double slope_along(const Solid *solid, const double p[3], double f, const double n[3]) {
    const double way = 1e-3 * solid->scale_m;
    double at[3] = {p[0], p[1], p[2]};
    vec3_add_scaled(at, n, way);
    return (distance(solid, at) - f) / way;
}

static void see_kink(const Solid *solid, const double p[3], ShapeSeen *seen) {
    double n[3];
    double g[3];
    const double f = field(solid, p, n);
    raise_to(&seen->unit, fabs(vec3_length(n) - 1.0));
    if (!(solid_smooth_m(&solid->shape, p) <= 1e-15 * solid->scale_m)) {
        return;
    }
    seen->kinks++;
    raise_to(&seen->ahead, fabs(slope_along(solid, p, f, n) - 1.0));
    four_samples(solid, p, 1e-4 * solid->scale_m, g);
    seen->lost += !(slope_along(solid, p, f, g) >= 0.5);
}

/* What was timed, so that no compiler leaves it out. */
typedef enum Timed { TIMED_BOTH, TIMED_DISTANCE, TIMED_FOUR, TIMED } Timed;

static double time_points(const Solid *solid, Timed what, const double *p, int32_t count,
                          double *sum) {
    const double start = timing_now_s();
    double total = 0.0;
    for (int32_t k = 0; k < count; k++) {
        const double *at = &p[3 * k];
        double n[3] = {0.0, 0.0, 0.0};
        if (what == TIMED_BOTH) {
            total += field(solid, at, n);
        } else if (what == TIMED_DISTANCE) {
            total += distance(solid, at);
        } else {
            four_samples(solid, at, 1e-4 * solid->scale_m, n);
        }
        total += n[0] + n[1] + n[2];
    }
    *sum += total;
    return (timing_now_s() - start) / count;
}

static void put_cost(const Solid *solid, Rng *rng, int32_t rounds, LabResult *result) {
    enum { POINTS = 2048 };
    double *p = calloc((size_t)3 * POINTS, sizeof *p);
    double *took = calloc((size_t)TIMED * (size_t)rounds, sizeof *took);
    if (p != NULL && took != NULL) {
        double sum = 0.0;
        for (int k = 0; k < POINTS; k++) {
            solid_point(solid, SOLID_ANYWHERE, rng, &p[3 * k]);
        }
        for (int32_t r = -1; r < rounds; r++) { /* the first warms up */
            for (int w = 0; w < TIMED; w++) {
                took[w * rounds + (r < 0 ? 0 : r)] = time_points(solid, (Timed)w, p, POINTS, &sum);
            }
        }
        const Spread both = timing_spread(took, rounds);
        const double alone = timing_spread(took + rounds, rounds).median;
        const double four = timing_spread(took + 2 * (ptrdiff_t)rounds, rounds).median;
        lab_put(result, "cost_s", both.median);
        lab_put(result, "cost_mad_s", both.mad);
        lab_put(result, "cost_distance_s", alone);
        lab_put(result, "cost_four_s", four);
        lab_put(result, "four_ratio", (four + alone) / both.median);
        lab_put(result, "sum", sum);
    }
    free(p);
    free(took);
}

static void run_shape(const LabPoint *point, const Solid *solid, LabResult *result) {
    Rng rng = {lab_seed(point)};
    ShapeSeen seen = {0};
    double steps[DIFFERENCES];
    for (int64_t k = 0; k < lab_integer(point, "points"); k++) {
        double p[3];
        solid_point(solid, SOLID_ANYWHERE, &rng, p);
        see_smooth(solid, p, &seen);
        solid_point(solid, k % 2 == 0 ? SOLID_SNAPPED : SOLID_TIED, &rng, p);
        see_kink(solid, p, &seen);
    }
    for (int k = 0; k < DIFFERENCES; k++) {
        steps[k] = step_of(k);
    }
    lab_put(result, "unit", seen.unit);
    lab_put_array(result, "stepped", steps, DIFFERENCES);
    lab_put_array(result, "central", seen.central, DIFFERENCES);
    lab_put_array(result, "four", seen.four, DIFFERENCES);
    lab_put(result, "smooth_points", (double)seen.smooth);
    lab_put(result, "kink_points", (double)seen.kinks);
    if (seen.kinks > 0) {
        lab_put(result, "ahead", seen.ahead);
        lab_put(result, "four_lost", (double)seen.lost / (double)seen.kinks);
    }
    put_cost(solid, &rng, (int32_t)lab_integer(point, "rounds"), result);
}

/* Turns. */

static void run_turn(const LabPoint *point, TurnWay way, LabResult *result) {
    double turned[ANGLES], lost[ANGLES], least[ANGLES], off[ANGLES], path[ANGLES];
    double lost_count[COUNTS], off_count[COUNTS];
    Turn turn = {.way = way, .radius_m = lab_real(point, "radius_m"), .seed = lab_seed(point)};
    for (int k = 0; k < ANGLES; k++) {
        turn.angle_rad = turned[k] = 0.05 * (k + 1);
        const TurnSeen half = turn_seen(&turn, 0.5);
        lost[k] = half.lost_m;
        least[k] = half.lost_least_m;
        off[k] = turn_over(&turn, 100).off_m;
        path[k] = turn_path_off(&turn, lab_real(point, "pivot_m"));
    }
    turn.angle_rad = lab_real(point, "angle_rad");
    for (int k = 0; k < COUNTS; k++) {
        const TurnSeen seen = turn_over(&turn, k + 1);
        lost_count[k] = seen.lost_m;
        off_count[k] = seen.off_m;
    }
    lab_put_array(result, "turned_rad", turned, ANGLES);
    lab_put_array(result, "lost", lost, ANGLES);
    lab_put_array(result, "lost_least", least, ANGLES);
    lab_put_array(result, "off", off, ANGLES);
    lab_put_array(result, "path", path, ANGLES);
    lab_put_array(result, "lost_count", lost_count, COUNTS);
    lab_put_array(result, "off_count", off_count, COUNTS);
    double sum;
    lab_put(result, "cost_s", turn_cost_s(way, (int32_t)lab_integer(point, "rounds"), &sum));
    lab_put(result, "sum", sum);
}

static void run_point(const LabPoint *point, LabResult *result) {
    static const char *const ways[] = {
#define WAY_TEXT(name, text) text,
        TURN_WAY_LIST(WAY_TEXT)
#undef WAY_TEXT
    };
    const char *arm = lab_choice(point, "arm");
    for (int way = 0; way < TURN_WAYS; way++) {
        if (strcmp(arm, ways[way]) == 0) {
            run_turn(point, (TurnWay)way, result);
            return;
        }
    }
    int count;
    const Solid *solid = solids(&count);
    while (strcmp(solid->name, arm) != 0) {
        solid++;
    }
    Solid scaled = *solid;
    scaled.scale_m *= lab_real(point, "scale");
    for (int k = 0; k < 3; k++) {
        scaled.shape.size_m[k] *= lab_real(point, "scale");
    }
    run_shape(point, &scaled, result);
}

/* The verdict. */

/* One value of an array of an arm; NaN when it was not run. */
static double of_arm(const LabData *data, const char *arm, const char *variable, int at) {
    int64_t count = 0;
    const int64_t k = lab_find(data, "arm", arm, NULL);
    const double *values = k < 0 ? NULL : lab_get_array(data, k, variable, &count);
    return values != NULL && at < count ? values[at] : (double)NAN;
}

static double figure(const LabData *data, const char *arm, const char *variable) {
    const int64_t k = lab_find(data, "arm", arm, NULL);
    return k < 0 ? (double)NAN : lab_get(data, k, variable);
}

/* The step at which central differences are most exact: 1e-6 of the radius. */
enum { BEST = 8 };

static const char *const shapes[] = {"sphere", "capsule",  "tapered",
                                     "box",    "cylinder", "half-space"};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

static void judge_claim_42(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "unit length, equal to central differences to 1e-6, a documented "
                                 "direction at degenerate points";
    double unit = 0.0;
    double central_off = 0.0;
    double ahead = 0.0;
    double kinks = 0.0;
    double least_lost = INFINITY;
    double most_lost = 0.0;
    double most_four = 0.0;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        raise_to(&unit, figure(data, shapes[s], "unit"));
        raise_to(&central_off, of_arm(data, shapes[s], "central", BEST));
        raise_to(&most_four, of_arm(data, shapes[s], "four", 12));
        if (s + 1 < SHAPE_COUNT) { /* a half-space has no kinks */
            raise_to(&ahead, figure(data, shapes[s], "ahead"));
            kinks += figure(data, shapes[s], "kink_points");
            least_lost = less_of(least_lost, figure(data, shapes[s], "four_lost"));
            raise_to(&most_lost, figure(data, shapes[s], "four_lost"));
        }
    }
    if (isnan(unit) || isnan(kinks)) {
        lab_verdict(judgement, "C42", LAB_NOT_JUDGED, source, "needs all six shapes");
        return;
    }
    const bool sound = unit <= 1e-12 && central_off <= 1e-6 && ahead <= 1e-9;
    lab_verdict(judgement, "C42", sound ? LAB_REPRODUCED : LAB_FAILED, source,
                "of six shapes: unit to %.1g; off central differences by at most %.1g (step 1e-6 "
                "of the radius, a tenth of it from kinks); at %.0f points exactly on kinks the "
                "distance grows along the direction by as much as one goes, to %.1g",
                unit, central_off, kinks, ahead);
    lab_verdict(judgement, "four_samples", LAB_MEASURED, "",
                "normalised, at 1e-4 of the radius, they are off by up to %.2g where the gradient "
                "is smooth; exactly on kinks they lead nowhere at %.0f to %.0f %% of the points, "
                "by shape",
                most_four, 100.0 * least_lost, 100.0 * most_lost);
}

static void judge_cost(const LabData *data, LabJudgement *judgement) {
    double least = INFINITY;
    double most = 0.0;
    double ratio_least = INFINITY;
    double ratio_most = 0.0;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        const double cost = figure(data, shapes[s], "cost_s");
        const double ratio = figure(data, shapes[s], "four_ratio");
        least = less_of(least, cost);
        ratio_least = less_of(ratio_least, ratio);
        raise_to(&most, cost);
        raise_to(&ratio_most, ratio);
    }
    if (!isnan(least)) {
        lab_verdict(judgement, "shape_cost", LAB_MEASURED, "",
                    "distance and direction take %.1f to %.1f ns at random points, by shape; with "
                    "the direction from four samples %.1f to %.1f times that",
                    1e9 * least, 1e9 * most, ratio_least, ratio_most);
    }
}

static void judge_claim_33(const LabData *data, LabJudgement *judgement, double radius_m) {
    static const char source[] = "matrix lerp shrinks the shape by cos(theta/2); 0.5 rad, 25 cm: "
                                 "7.8 mm lost";
    enum { HALF_RADIAN = 9 };
    double form = 0.0; /* off the closed form */
    double rigid = 0.0;
    for (int k = 0; k < ANGLES; k++) {
        const double angle = of_arm(data, "matrix", "turned_rad", k);
        const double expected = radius_m * (1.0 - cos(0.5 * angle));
        raise_to(&form, fabs(of_arm(data, "matrix", "lost", k) - expected));
        raise_to(&form, fabs(of_arm(data, "matrix", "lost_least", k) - expected));
        raise_to(&rigid, of_arm(data, "nlerp", "lost", k));
    }
    if (isnan(form) || isnan(rigid)) {
        lab_verdict(judgement, "C33", LAB_NOT_JUDGED, source, "needs the arms matrix and nlerp");
        return;
    }
    const bool sound = form <= 1e-12 * radius_m && rigid <= 1e-12 * radius_m;
    lab_verdict(judgement, "C33", sound ? LAB_REPRODUCED : LAB_FAILED, source,
                "%.2f mm at 0.5 rad, %.0f mm at 3 rad; from 0.05 to 3 rad cos(theta/2) of the "
                "radius is left, about any axis, to %.1g m; translation and quaternion lose %.1g m",
                1e3 * of_arm(data, "matrix", "lost", HALF_RADIAN),
                1e3 * of_arm(data, "matrix", "lost", ANGLES - 1), form, rigid);
    lab_verdict(judgement, "pose_chord", LAB_MEASURED, "",
                "a normalised quaternion is off an even turn by at most %.3f mm in 0.5 rad, %.1f "
                "in 1 rad, %.0f in 2 rad, %.0f in 3 rad, along the surface; in two substeps of "
                "0.5 rad, so half-way, by %.3f, in three by %.3f, in four by %.3f mm",
                1e3 * of_arm(data, "nlerp", "off", HALF_RADIAN),
                1e3 * of_arm(data, "nlerp", "off", 19), 1e3 * of_arm(data, "nlerp", "off", 39),
                1e3 * of_arm(data, "nlerp", "off", 59), 1e3 * of_arm(data, "nlerp", "off_count", 1),
                1e3 * of_arm(data, "nlerp", "off_count", 2),
                1e3 * of_arm(data, "nlerp", "off_count", 3));
    lab_verdict(judgement, "pose_path", LAB_MEASURED, "",
                "a body that swings about a pivot %g m from its origin goes straight between, "
                "whatever its rotation does: %.1f mm inside its arc in 0.5 rad",
                lab_real(lab_point(data, 0), "pivot_m"),
                1e3 * of_arm(data, "nlerp", "path", HALF_RADIAN));
    const double even = figure(data, "slerp", "cost_s");
    if (!isnan(even)) {
        lab_verdict(judgement, "pose_cost", LAB_MEASURED, "",
                    "a pose between two and its matrix: %.0f ns by the normalised quaternion, %.0f "
                    "ns by the even turn",
                    1e9 * figure(data, "nlerp", "cost_s"), 1e9 * even);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_claim_42(data, judgement);
    judge_cost(data, judgement);
    if (solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                          "C33")) {
        judge_claim_33(data, judgement, lab_real(lab_point(data, 0), "radius_m"));
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e38_shapes",
        .question = "Is the way out of every shape its distance's gradient, and what keeps a body "
                    "its size that turns within a step?",
        .scene = "A sphere of 0.5 m, a capsule of radius 0.5 m and half axis 1 m, a tapered one "
                 "of 1 and 0.4 m and half axis 0.8 m, a box of 2 x 4 x 6 m, a cylinder of radius "
                 "1 m and height 4 m, a plane; points within 2.5 radii, and exactly on centres, "
                 "axes, middle planes, edges. A surface 25 cm from the axis, any axis, about which "
                 "it turns by 0.05 to 3 rad in a step.",
        .answers = "Yes when directions are unit, equal central differences to 1e-6 where these "
                   "mean anything, and the distance grows along them with slope 1 where not; a way "
                   "of interpolating is good when the surface stays as far from its axis as it is.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .serial = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
