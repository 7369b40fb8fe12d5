/*
 * gate_right_shapes: the distance to every shape is exact, inside and outside, and its gradient is
 * the way out (V28).
 *
 * Pathology: a distance that is short inside or beyond an edge, so that a row is not as violated as
 * it says; a direction that is no gradient, or NaN on an axis, which throws a particle. Mechanism:
 * the closed forms of kernel/collide/shape.h. Scene: the 23 solids of experiments/scenes/solids.c,
 * 1e5 points each, from anywhere to exactly on edges, axes and centres. The reference is the
 * supporting plane: the distance is the largest u . p - h(u), and a gradient is a u that attains it.
 * Lengths are in units of the solid's radius plus the point's distance from it. Measured: beside the
 * limits; accuracy and cost against sampled gradients in e38.
 */
#include <math.h>
#include <stdio.h>

#include "collide/shape.h"
#include "gate.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/solids.h"

enum { POINTS = 100000 };

/* A closed form's value at a point. */
typedef struct Value {
    ClothShape shape;
    double p[3];
    double distance_m;
} Value;

static const Value values[] = {
    {{CLOTH_BOX, {1, 2, 3}}, {2, 0, 0}, 1.0},
    {{CLOTH_BOX, {1, 2, 3}}, {2, 3, 4}, 1.7320508075688772},
    {{CLOTH_BOX, {1, 2, 3}}, {0, 0, 0}, -1.0},
    {{CLOTH_BOX, {1, 2, 3}}, {0.5, 1.9, 0}, -0.1},
    {{CLOTH_CAPSULE, {0.5, 1}}, {1, 0, 0}, 0.5},
    {{CLOTH_CAPSULE, {0.5, 1}}, {0, 2, 0}, 0.5},
    {{CLOTH_CAPSULE, {0.5, 1}}, {1, 2, 0}, 0.9142135623730951},
    {{CLOTH_CYLINDER, {1, 2}}, {2, 3, 0}, 1.4142135623730951},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 3, 0}, 1.0},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 1.5, 0}, -0.5},
    {{CLOTH_HALF_SPACE, {0}}, {3, -0.25, 1e5}, -0.25},
    {{CLOTH_SPHERE, {0.5}}, {0, 0, 0}, -0.5},
    {{CLOTH_SPHERE, {0.5}}, {2, 3, 6}, 6.5},
    /* k = 1/4, c = sqrt(15)/4: side and axis; a cap; the ball that holds the other. */
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {3, 0, 0}, 2.1547375096555625},
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {0, 0, 0}, -0.75},
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {0, -3, 0}, 1.5},
    {{CLOTH_TAPERED_CAPSULE, {0.3, 1, 0.2}}, {0, -3, 0}, 2.2},
};

/* measured 4.4e-16 */
START_TEST(v28_values) {
    double off = 0.0;
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        double n[3];
        const double distance = cloth_shape_distance(&values[k].shape, values[k].p, n);
        raise_to(&off, fabs(distance - values[k].distance_m));
    }
    gate_at_most("v28_values", off, 1e-15, "m");
}
END_TEST

/* The largest of everything, over the points of a solid, in units of scale + |p|. */
typedef struct Seen {
    double unit;      /* | |n| - 1 | */
    double attained;  /* |n . p - h(n) - f|: n is a gradient, and f no more than the distance */
    double beyond;    /* u . p - h(u) - f at random u: f no less */
    double foot;      /* |f(p - f n)| */
    double lipschitz; /* |f(p) - f(q)| - |p - q| */
    double convex;    /* f((p + q) / 2) - (f(p) + f(q)) / 2 */
    double slope;     /* |n - central differences|, where there is no kink near */
    int64_t slopes;   /* of so many points */
    double searched;  /* |f - the search's|, of every 40th or so point */
    double balls;     /* |f - the least over the balls|, of every 50th */
} Seen;

static double field(const Solid *solid, const double p[3], double n[3]) {
    return cloth_shape_field((int32_t)solid->shape.kind, solid->shape.size_m, p, n);
}

/* p: a point whose distance is f, its direction n. */
static void see_support(const Solid *solid, const double p[3], double f, const double n[3],
                        double unit_m, Rng *rng, Seen *seen) {
    const ClothShape *shape = &solid->shape;
    raise_to(&seen->attained, fabs(vec3_dot(n, p) - solid_support(shape, n) - f) / unit_m);
    for (int k = 0; k < 8; k++) {
        double u[3];
        solid_direction(rng, u);
        raise_to(&seen->beyond, (vec3_dot(u, p) - solid_support(shape, u) - f) / unit_m);
    }
}

static void see_pair(const Solid *solid, const double p[3], double f, double unit_m, Rng *rng,
                     Seen *seen) {
    double q[3];
    double n[3];
    solid_point(solid, (SolidPlace)rng_below(rng, SOLID_PLACES), rng, q);
    if (rng_unit(rng) < 0.3) { /* a near one */
        solid_direction(rng, q);
        const double far = rng_log_range(rng, 1e-9, 0.1) * unit_m;
        for (int k = 0; k < 3; k++) {
            q[k] = p[k] + far * q[k];
        }
    }
    const double unit = unit_m + vec3_length(q);
    const double f_q = field(solid, q, n);
    double along[3];
    vec3_subtract(p, q, along);
    raise_to(&seen->lipschitz, (fabs(f - f_q) - vec3_length(along)) / unit);
    const double middle[3] = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])};
    raise_to(&seen->convex, (field(solid, middle, n) - 0.5 * (f + f_q)) / unit);
}

/* Where the distance is smooth for a tenth of a radius around. */
static void see_slope(const Solid *solid, const double p[3], double f, const double n[3],
                      double unit_m, Seen *seen) {
    const double room = 0.1 * unit_m;
    const double step = 1e-7 * unit_m;
    if (solid_smooth_m(&solid->shape, p) < room || (f > 0.0 && f < room)) {
        return;
    }
    seen->slopes++;
    for (int k = 0; k < 3; k++) {
        double at[3] = {p[0], p[1], p[2]};
        double ignored[3];
        at[k] = p[k] + step;
        const double ahead = field(solid, at, ignored);
        at[k] = p[k] - step;
        const double behind = field(solid, at, ignored);
        raise_to(&seen->slope, fabs((ahead - behind) / (2.0 * step) - n[k]));
    }
}

static void see_point(const Solid *solid, int draw, const double p[3], Rng *rng, Seen *seen) {
    double n[3];
    double ignored[3];
    const double unit_m = solid->scale_m + vec3_length(p);
    const double f = field(solid, p, n);
    raise_to(&seen->unit, fabs(vec3_length(n) - 1.0));
    see_support(solid, p, f, n, unit_m, rng, seen);
    double foot[3] = {p[0], p[1], p[2]};
    vec3_add_scaled(foot, n, -f);
    raise_to(&seen->foot, fabs(field(solid, foot, ignored)) / unit_m);
    see_pair(solid, p, f, unit_m, rng, seen);
    see_slope(solid, p, f, n, unit_m, seen);
    if (draw % 250 < SOLID_PLACES) {
        raise_to(&seen->searched, fabs(f - solid_distance(&solid->shape, p)) / unit_m);
    }
    const double ball = solid_ball_distance(&solid->shape, p);
    if (draw % 50 < SOLID_PLACES && solid->shape.kind != CLOTH_HALF_SPACE &&
        solid->shape.kind != CLOTH_BOX && solid->shape.kind != CLOTH_CYLINDER) {
        raise_to(&seen->balls, fabs(f - ball) / unit_m);
    }
}

static void hold(const char *solid, const char *what, double measured, double limit,
                 const char *unit) {
    char name[96];
    (void)snprintf(name, sizeof name, "v28_%s: %s", what, solid);
    gate_at_most(name, measured, limit, unit);
}

START_TEST(v28_exact) {
    int count;
    const Solid *solid = &solids(&count)[_i];
    Rng rng = {(uint64_t)(100 + _i)};
    Seen seen = {0};
    for (int draw = 0; draw < POINTS; draw++) {
        double p[3];
        solid_point(solid, (SolidPlace)(draw % SOLID_PLACES), &rng, p);
        see_point(solid, draw, p, &rng, &seen);
    }
    /* measured at most 4.5e-16 */
    hold(solid->name, "unit", seen.unit, 2e-15, "1");
    /* 8.9e-16; with the search's 6.5e-9 what bounds the distance from both sides */
    hold(solid->name, "attained", seen.attained, 4e-15, "1");
    hold(solid->name, "beyond", seen.beyond, 4e-15, "1");
    hold(solid->name, "searched", seen.searched, 1e-7, "1");
    /* 4.3e-16 */
    hold(solid->name, "balls", seen.balls, 4e-15, "1");
    hold(solid->name, "foot", seen.foot, 4e-15, "1");
    hold(solid->name, "lipschitz", seen.lipschitz, 4e-15, "1");
    hold(solid->name, "convex", seen.convex, 4e-15, "1");
    /* 2.5e-7 on seams, where the curvature jumps by 10 over a difference of 2e-7; else 1e-8 */
    hold(solid->name, "slope", seen.slope, 1e-6, "1");
    gate_at_least("v28_slopes", (double)seen.slopes, POINTS / 4.0, "points");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_shapes");
    gate_add(suite, "v28_values", v28_values, 20.0);
    int count;
    (void)solids(&count);
    TCase *exact = tcase_create("v28_exact");
    tcase_set_timeout(exact, 60.0);
    tcase_add_loop_test(exact, v28_exact, 0, count);
    suite_add_tcase(suite, exact);
    return gate_run(suite);
}
