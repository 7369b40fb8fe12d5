/*
 * gate_rotation: quaternions obey their algebra, and the shortest arc carries one direction onto
 * another to the last digits, however close they are to equal or opposite.
 *
 * Pathology: a joint that flips or turns to NaN where two directions are opposite or one has no
 * length; a frame that is reported to turn while it stands. Mechanism: the sum of two nearly
 * opposite directions is exact, so quat_shortest_arc() computes from it there what the usual
 * 1 + cosine has no digits for; quat_multiply() pairs its terms. Off: that usual way, and the usual
 * order of the terms, both written out here. Measured over 20,000 random draws each: identities to
 * 2e-15, the arc to 3.5e-15 (off: 0.14), what has not turned by exactly 0 (off: 7,255 draws turn).
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "gate.h"
#include "joints.h"
#include "math/quat.h"
#include "scenes/extreme.h"

enum { DRAWS = 20000 };

START_TEST(rotations_multiply) {
    Rng rng = {1};
    double length = 0.0;
    double association = 0.0;
    double sandwich = 0.0;
    double in_turn = 0.0;
    double back = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double q[3][4];
        double v[3];
        double left[4];
        double right[4];
        for (int k = 0; k < 3; k++) {
            random_rotation(&rng, q[k]);
        }
        rng_vector(&rng, 1.0, v);
        /* (a b) c = a (b c), and unit times unit is unit */
        quat_multiply(q[0], q[1], left);
        raise_to(&length, fabs(sqrt(quat_dot(left, left)) - 1.0));
        quat_multiply(left, q[2], left);
        quat_multiply(q[1], q[2], right);
        quat_multiply(q[0], right, right);
        raise_to(&association, distance_between(left, right, 4));
        /* rotate(v) = q v q* */
        const double pure[4] = {v[0], v[1], v[2], 0.0};
        double turned[3];
        quat_rotate(q[0], v, turned);
        quat_conjugate(q[0], right);
        quat_multiply(q[0], pure, left);
        quat_multiply(left, right, left);
        raise_to(&sandwich, distance_between(turned, left, 3) + fabs(left[3]));
        /* a b turns by b, then by a */
        quat_multiply(q[0], q[1], left);
        quat_rotate(left, v, left);
        quat_rotate(q[1], v, turned);
        quat_rotate(q[0], turned, turned);
        raise_to(&in_turn, distance_between(turned, left, 3));
        quat_rotate_back(q[0], turned, turned);
        quat_rotate_back(q[1], turned, turned);
        raise_to(&back, distance_between(turned, v, 3));
    }
    gate_at_most("product.length", length, 1e-15, "1");
    gate_at_most("product.association", association, 3e-15, "1");
    gate_at_most("rotate.sandwich", sandwich, 5e-15, "m");
    gate_at_most("rotate.in_turn", in_turn, 5e-15, "m");
    gate_at_most("rotate.back", back, 1e-14, "m");
}
END_TEST

/* The handbook's order of the terms of x: a.w b.x + a.x b.w + a.y b.z - a.z b.y, summed one by one;
 * for the conjugate the last two do not meet. */
static double handbook_x(const double a[4], const double b[4]) {
    return a[3] * b[0] + a[1] * b[2] + a[0] * b[3] - a[2] * b[1];
}

START_TEST(what_has_not_turned_has_turned_by_nothing) {
    Rng rng = {2};
    int64_t turned = 0;
    int64_t off = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double q[4];
        double inverse[4];
        double product[4];
        random_rotation(&rng, q);
        quat_conjugate(q, inverse);
        quat_multiply(q, inverse, product);
        turned += product[0] != 0.0 || product[1] != 0.0 || product[2] != 0.0;
        off += handbook_x(q, inverse) != 0.0;
    }
    gate_equal("still.turned", turned, 0, "draws");
    gate_at_least("still.off.turned", (double)off, DRAWS / 10.0, "draws");
}
END_TEST

START_TEST(rotation_vectors_return) {
    Rng rng = {3};
    double there = 0.0;
    double other_sign = 0.0;
    double back = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double axis[3];
        double v[3];
        double w[3];
        double q[4];
        do {
            rng_vector(&rng, 1.0, axis);
        } while (!quat_direction(axis, axis));
        const double angle = rng_log_range(&rng, 1e-300, PI);
        for (int k = 0; k < 3; k++) {
            v[k] = angle * axis[k];
        }
        quat_from_rotation_vector(v, q);
        quat_to_rotation_vector(q, w);
        raise_to(&there, distance_between(v, w, 3) / angle);
        for (int k = 0; k < 4; k++) {
            q[k] = -q[k];
        }
        quat_to_rotation_vector(q, w);
        raise_to(&other_sign, distance_between(v, w, 3) / angle);
        /* Past a half turn it is the other way round. */
        const double long_way = rng_range(&rng, PI + 1e-6, 2.0 * PI);
        for (int k = 0; k < 3; k++) {
            v[k] = (long_way - 2.0 * PI) * axis[k];
        }
        quat_axis_angle(axis, long_way, q);
        quat_to_rotation_vector(q, w);
        raise_to(&back, distance_between(v, w, 3));
    }
    /* measured 4.4e-16, 4.4e-16 and 1.5e-15 */
    gate_at_most("vector.there", there, 2e-15, "1");
    gate_at_most("vector.other_sign", other_sign, 2e-15, "1");
    gate_at_most("vector.long_way", back, 5e-15, "rad");
    double v[3] = {1.0, 1.0, 1.0};
    quat_to_rotation_vector((const double[]){0.0, 0.0, 0.0, 1.0}, v);
    gate_equal("vector.identity", v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0, 1, "1");
    quat_to_rotation_vector((const double[]){0.0, -1.0, 0.0, 0.0}, v);
    gate_at_most("vector.half_turn", distance_between(v, (const double[]){0.0, -PI, 0.0}, 3), 1e-15,
                 "rad");
    double q[4];
    quat_from_rotation_vector((const double[]){0.0, 0.0, 0.0}, q);
    gate_equal("vector.none", q[0] == 0.0 && q[3] == 1.0, 1, "1");
    quat_axis_angle((const double[]){0.0, 0.0, 0.0}, 1.0, q);
    gate_equal("axis.none", q[0] == 0.0 && q[3] == 1.0, 1, "1");
}
END_TEST

/* Shortest arc. */

typedef void Arc(const double from[3], const double to[3], double arc[4]);

static void shipped_arc(const double from[3], const double to[3], double arc[4]) {
    quat_shortest_arc(from, to, arc);
}

/* The usual way: (from x to, |from||to| + from . to), normalised. */
static void usual_arc(const double from[3], const double to[3], double arc[4]) {
    vec3_cross(from, to, arc);
    arc[3] = vec3_length(from) * vec3_length(to) + vec3_dot(from, to);
    quat_divide(arc, arc);
}

typedef struct ArcError {
    double carried; /* distance of the carried unit vector from where it belongs */
    double twist;   /* the axis's component along the direction, times the sine of half the angle */
    double length;
    int64_t long_way; /* arcs of more than a half turn */
} ArcError;

/* Directions `angle` apart, of any lengths within 1e-reach .. 1e+reach. */
static void draw_directions(Rng *rng, double angle, double reach, double unit[2][3],
                            double scaled[2][3]) {
    double across[3];
    do {
        rng_vector(rng, 1.0, across);
        rng_vector(rng, 1.0, unit[0]);
        vec3_cross(unit[0], across, across);
    } while (!quat_direction(unit[0], unit[0]) || !quat_direction(across, across));
    for (int k = 0; k < 3; k++) {
        unit[1][k] = cos(angle) * unit[0][k] + sin(angle) * across[k];
    }
    (void)quat_direction(unit[1], unit[1]);
    for (int v = 0; v < 2; v++) {
        const double size = pow(10.0, rng_range(rng, -reach, reach));
        for (int k = 0; k < 3; k++) {
            scaled[v][k] = size * unit[v][k];
        }
        (void)quat_direction(scaled[v], unit[v]);
    }
}

static ArcError measure_arc(Arc *arc, double angle_min, double angle_max, int from_opposite,
                            double reach) {
    Rng rng = {4};
    ArcError worst = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        double unit[2][3];
        double scaled[2][3];
        double q[4];
        double carried[3];
        const double angle = rng_log_range(&rng, angle_min, angle_max);
        draw_directions(&rng, from_opposite ? PI - angle : angle, reach, unit, scaled);
        arc(scaled[0], scaled[1], q);
        quat_rotate(q, unit[0], carried);
        raise_to(&worst.carried, distance_between(carried, unit[1], 3));
        raise_to(&worst.twist, fabs(vec3_dot(q, unit[0])));
        raise_to(&worst.length, fabs(quat_dot(q, q) - 1.0));
        worst.long_way += !(q[3] >= 0.0);
    }
    return worst;
}

static void judge_arc(const char *name, double angle_min, double angle_max, int from_opposite,
                      double reach) {
    const ArcError worst = measure_arc(shipped_arc, angle_min, angle_max, from_opposite, reach);
    gate_at_most(name, worst.carried, 5e-15, "1");
    gate_at_most(name, worst.twist, 2e-15, "1");
    gate_at_most(name, worst.length, 1e-15, "1");
    gate_equal(name, worst.long_way, 0, "draws");
}

START_TEST(arcs_carry) {
    judge_arc("arc.any", 1e-3, PI, 0, 2.0);
    judge_arc("arc.near_equal", 1e-18, 1e-3, 0, 2.0);
    judge_arc("arc.near_opposite", 1e-14, 0.3, 1, 2.0);
    judge_arc("arc.sizes", 1e-3, PI, 0, 290.0);
    const ArcError off = measure_arc(usual_arc, 1e-14, 0.3, 1, 2.0);
    /* measured 0.14 */
    gate_at_least("arc.off.near_opposite", off.carried, 1e-3, "1");
    const ArcError far = measure_arc(usual_arc, 1e-3, PI, 0, 290.0);
    gate_equal("arc.off.sizes", far.carried <= 5e-15, 0, "1");
}
END_TEST

START_TEST(arcs_that_have_no_plane) {
    Rng rng = {5};
    int64_t not_identity = 0;
    double carried = 0.0;
    double twist = 0.0;
    double other_axis = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double v[3];
        double back[3];
        double q[4];
        rng_vector(&rng, 1.0, v);
        v[rng_below(&rng, 3)] *= draw % 5 == 0 ? 0.0 : 1.0;
        v[rng_below(&rng, 3)] *= draw % 5 == 0 ? 0.0 : 1.0;
        quat_shortest_arc(v, v, q);
        not_identity += q[0] != 0.0 || q[1] != 0.0 || q[2] != 0.0 || q[3] != 1.0;
        if (!quat_direction(v, v)) {
            continue;
        }
        const double size = rng_log_range(&rng, 1e-3, 1e3);
        for (int k = 0; k < 3; k++) {
            back[k] = -size * v[k];
        }
        quat_shortest_arc(v, back, q);
        raise_to(&twist, fabs(vec3_dot(q, v)) + fabs(q[3]));
        double turned[3];
        quat_rotate(q, v, turned);
        (void)quat_direction(back, back);
        raise_to(&carried, distance_between(turned, back, 3));
        double half[4];
        quat_half_turn(v, half);
        raise_to(&other_axis, distance_between(q, half, 4));
    }
    gate_equal("arc.equal.not_identity", not_identity, 0, "draws");
    gate_at_most("arc.opposite.carried", carried, 2e-15, "1");
    gate_at_most("arc.opposite.twist", twist, 1e-15, "1");
    gate_at_most("arc.opposite.other_axis", other_axis, 1e-14, "1");
    /* The documented axis: towards the coordinate axis it is farthest from. */
    double q[4];
    quat_shortest_arc((const double[]){0.0, 0.0, 2.0}, (const double[]){0.0, 0.0, -1.0}, q);
    gate_at_most("arc.opposite.axis", distance_between(q, (const double[]){1.0, 0.0, 0.0, 0.0}, 4),
                 0.0, "1");
    const double none[3] = {0.0, 0.0, 0.0};
    const double some[3] = {1.0, 2.0, 3.0};
    const double bad[3] = {0.0, NAN, 0.0};
    const double endless[3] = {0.0, INFINITY, 0.0};
    quat_shortest_arc(none, some, q);
    gate_at_most("arc.from_none", distance_between(q, (const double[]){0.0, 0.0, 0.0, 1.0}, 4), 0.0,
                 "1");
    quat_shortest_arc(some, none, q);
    gate_at_most("arc.to_none", distance_between(q, (const double[]){0.0, 0.0, 0.0, 1.0}, 4), 0.0,
                 "1");
    quat_shortest_arc(some, bad, q);
    gate_equal("arc.nan", isnan(quat_dot(q, q)), 1, "1");
    quat_shortest_arc(endless, some, q);
    gate_equal("arc.infinite", isnan(quat_dot(q, q)), 1, "1");
}
END_TEST

START_TEST(half_way_is_half_way) {
    Rng rng = {6};
    double uneven = 0.0;
    double sign = 0.0;
    double too_far = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double a[4];
        double b[4];
        double half[4];
        double other[4];
        random_rotation(&rng, a);
        random_rotation(&rng, b);
        quat_halfway(a, b, half);
        const double whole = angle_between(a, b);
        raise_to(&uneven, fabs(angle_between(a, half) - 0.5 * whole));
        raise_to(&uneven, fabs(angle_between(half, b) - 0.5 * whole));
        raise_to(&too_far, whole - PI);
        for (int k = 0; k < 4; k++) {
            b[k] = -b[k];
        }
        quat_halfway(a, b, other);
        raise_to(&sign, distance_between(half, other, 4));
    }
    /* measured 8.9e-16 */
    gate_at_most("half.uneven", uneven, 1e-14, "rad");
    gate_at_most("half.other_sign", sign, 0.0, "1");
    gate_at_most("half.over_a_half_turn", too_far, 1e-15, "rad");
    double q[4];
    const double quarter = sqrt(0.5);
    quat_halfway((const double[]){0.0, 0.0, 0.0, 1.0}, (const double[]){0.0, 1.0, 0.0, 0.0}, q);
    gate_at_most("half.tie", distance_between(q, (const double[]){0.0, quarter, 0.0, quarter}, 4),
                 1e-15, "1");
}
END_TEST

START_TEST(normalising_takes_any_size) {
    Rng rng = {7};
    double off = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double q[4];
        double unit[4];
        const double size = pow(10.0, rng_range(&rng, -307.0, 307.0));
        for (int k = 0; k < 4; k++) {
            q[k] = size * rng_range(&rng, -1.0, 1.0);
        }
        quat_normalise(q, unit);
        raise_to(&off, fabs(quat_dot(unit, unit) - 1.0));
    }
    /* measured 4.4e-16 */
    gate_at_most("normalise.length", off, 1e-15, "1");
    double q[4];
    quat_normalise((const double[]){0.0, 0.0, 0.0, 0.0}, q);
    gate_at_most("normalise.none", distance_between(q, (const double[]){0.0, 0.0, 0.0, 1.0}, 4),
                 0.0, "1");
    quat_normalise((const double[]){0.0, 0.0, 0.0, DBL_TRUE_MIN}, q);
    gate_at_most("normalise.least", distance_between(q, (const double[]){0.0, 0.0, 0.0, 1.0}, 4),
                 0.0, "1");
    quat_normalise((const double[]){0.0, NAN, 0.0, 1.0}, q);
    gate_equal("normalise.nan", isnan(quat_dot(q, q)), 1, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rotation");
    gate_add(suite, "rotations_multiply", rotations_multiply, 20.0);
    gate_add(suite, "what_has_not_turned_has_turned_by_nothing",
             what_has_not_turned_has_turned_by_nothing, 20.0);
    gate_add(suite, "rotation_vectors_return", rotation_vectors_return, 20.0);
    gate_add(suite, "arcs_carry", arcs_carry, 20.0);
    gate_add(suite, "arcs_that_have_no_plane", arcs_that_have_no_plane, 20.0);
    gate_add(suite, "half_way_is_half_way", half_way_is_half_way, 20.0);
    gate_add(suite, "normalising_takes_any_size", normalising_takes_any_size, 20.0);
    return gate_run(suite);
}
