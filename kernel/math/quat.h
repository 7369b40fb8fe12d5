/*
 * quat.h: rotations as unit quaternions x, y, z, w, passed as arrays. Everything inlines, and every
 * out may be one of the inputs.
 *
 * q and -q are the same rotation. Where a choice between them shows, the docstring makes it. NaN
 * goes through everything: a direction or rotation that is not finite gives one that is not.
 */
#ifndef CLOTH_MATH_QUAT_H
#define CLOTH_MATH_QUAT_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/vec3.h"

/* Two directions closer than this to opposite [rad] have no plane of their own: what their sum says
 * is the rounding of its terms (3 units in the last place, at most, after a normalisation). */
#define QUAT_OPPOSITE 0x1p-48

/* Squared lengths between these, and their products, lose nothing to underflow or overflow. */
#define QUAT_SQUARE_MIN 1e-140
#define QUAT_SQUARE_MAX 1e140

static inline void quat_identity(double out[4]) {
    out[0] = out[1] = out[2] = 0.0;
    out[3] = 1.0;
}

static inline void quat_copy(const double q[4], double out[4]) {
    memmove(out, q, 4 * sizeof q[0]);
}

static inline double quat_dot(const double a[4], const double b[4]) {
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/* b first, then a. Its terms are paired so that q times its conjugate has a vector part of exactly
 * 0: what has not turned has turned by nothing. */
static inline void quat_multiply(const double a[4], const double b[4], double out[4]) {
    const double x = (a[3] * b[0] + a[0] * b[3]) + (a[1] * b[2] - a[2] * b[1]);
    const double y = (a[3] * b[1] + a[1] * b[3]) + (a[2] * b[0] - a[0] * b[2]);
    const double z = (a[3] * b[2] + a[2] * b[3]) + (a[0] * b[1] - a[1] * b[0]);
    const double w = (a[3] * b[3] - a[0] * b[0]) - (a[1] * b[1] + a[2] * b[2]);
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}

/* The inverse of a unit quaternion. */
static inline void quat_conjugate(const double q[4], double out[4]) {
    for (int k = 0; k < 3; k++) {
        out[k] = -q[k];
    }
    out[3] = q[3];
}

/* Turns a vector: v + 2 w (u x v) + 2 u x (u x v), u the vector part. */
static inline void quat_rotate(const double q[4], const double v[3], double out[3]) {
    double across[3];
    double twice[3];
    vec3_cross(q, v, across);
    vec3_cross(q, across, twice);
    for (int k = 0; k < 3; k++) {
        out[k] = v[k] + 2.0 * (q[3] * across[k] + twice[k]);
    }
}

/* The turn as a matrix, row by row: for who turns many vectors by it. */
static inline void quat_matrix(const double q[4], double out[9]) {
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3;
        const int c = (a + 2) % 3;
        out[3 * a + a] = 1.0 - 2.0 * (q[b] * q[b] + q[c] * q[c]);
        out[3 * a + b] = 2.0 * (q[a] * q[b] - q[3] * q[c]);
        out[3 * b + a] = 2.0 * (q[a] * q[b] + q[3] * q[c]);
    }
}

/* The inverse of quat_rotate(). */
static inline void quat_rotate_back(const double q[4], const double v[3], double out[3]) {
    double inverse[4];
    quat_conjugate(q, inverse);
    quat_rotate(inverse, v, out);
}

/* The largest component, without its sign; NaN when one of them is. */
static inline double quat_largest(const double *v, int count) {
    double largest = 0.0;
    for (int k = 0; k < count; k++) {
        /* Whatever is not at most the largest so far takes its place: NaN does, and stays. */
        largest = fabs(v[k]) <= largest || largest != largest ? largest : fabs(v[k]);
    }
    return largest;
}

/* Divides by the length: for what is known to be far from underflow and overflow. A quaternion
 * without vector part becomes exactly the identity, or minus it. */
static inline void quat_divide(const double q[4], double out[4]) {
    const double length = sqrt(quat_dot(q, q));
    for (int k = 0; k < 4; k++) {
        out[k] = q[k] / length;
    }
}

/* The unit quaternion of any finite one; of (0, 0, 0, 0) the identity. */
static inline void quat_normalise(const double q[4], double out[4]) {
    const double largest = quat_largest(q, 4);
    if (largest == 0.0) {
        quat_identity(out);
        return;
    }
    double scaled[4];
    for (int k = 0; k < 4; k++) {
        scaled[k] = q[k] / largest;
    }
    quat_divide(scaled, out);
}

/* The unit vector along v. False, with out unchanged, when v is (0, 0, 0). */
static inline bool quat_direction(const double v[3], double out[3]) {
    const double largest = quat_largest(v, 3);
    if (largest == 0.0) {
        return false;
    }
    const double scaled[3] = {v[0] / largest, v[1] / largest, v[2] / largest};
    const double length = vec3_length(scaled);
    for (int k = 0; k < 3; k++) {
        out[k] = scaled[k] / length;
    }
    return true;
}

/* The turn by `angle` [rad] about an axis of any length; the identity when the axis has none. */
static inline void quat_axis_angle(const double axis[3], double angle, double out[4]) {
    double unit[3] = {0.0, 0.0, 0.0};
    if (!quat_direction(axis, unit)) {
        quat_identity(out);
        return;
    }
    const double sine = sin(0.5 * angle);
    for (int k = 0; k < 3; k++) {
        out[k] = sine * unit[k];
    }
    out[3] = cos(0.5 * angle);
}

/* The half turn about the axis across v that lies in the plane of v and the coordinate axis v is
 * farthest from (of equals the first): it carries v to -v. v has a length. */
static inline void quat_half_turn(const double v[3], double out[4]) {
    int least = 0;
    for (int k = 1; k < 3; k++) {
        least = fabs(v[k]) < fabs(v[least]) ? k : least;
    }
    double axis[3] = {0.0, 0.0, 0.0};
    axis[least] = 1.0;
    vec3_add_scaled(axis, v, -v[least] / vec3_dot(v, v));
    (void)quat_direction(axis, out);
    out[3] = 0.0;
}

/* quat_shortest_arc() of what its short way cannot do: vectors of no length or of one whose square
 * leaves the range of doubles, and directions near opposite, where 1 + cos has few digits left. */
static inline __attribute__((cold)) void quat_arc_careful(const double from[3], const double to[3],
                                                          double out[4]) {
    double a[3] = {0.0, 0.0, 0.0};
    double b[3] = {0.0, 0.0, 0.0};
    if (!quat_direction(from, a) || !quat_direction(to, b)) {
        quat_identity(out);
        return;
    }
    const double cosine = vec3_dot(a, b);
    if (!(cosine < 0.0)) {
        vec3_cross(a, b, out);
        out[3] = 1.0 + cosine;
        quat_divide(out, out);
        return;
    }
    /* The sum of two directions near opposite is exact: a x (a + b) is across both to the last
     * digit, as a x b is not, and |a - b| : |a + b| is the tangent of half the angle. */
    double sum[3];
    double difference[3];
    for (int k = 0; k < 3; k++) {
        sum[k] = a[k] + b[k];
        difference[k] = a[k] - b[k];
    }
    double axis[3];
    double across[3] = {0.0, 0.0, 0.0};
    vec3_cross(a, sum, axis);
    if (vec3_length(sum) <= QUAT_OPPOSITE || !quat_direction(axis, across)) {
        quat_half_turn(a, out);
        return;
    }
    for (int k = 0; k < 3; k++) {
        out[k] = vec3_length(difference) * across[k];
    }
    out[3] = vec3_length(sum);
    quat_divide(out, out);
}

/*
 * The turn by the least angle that carries the direction of `from` onto that of `to`: about the
 * axis across both, so without twist. w >= 0. Lengths do not matter.
 *   Equal bits give exactly the identity. A vector of no length has no direction: the identity.
 *   Opposite directions (to QUAT_OPPOSITE) have no least turn: a half turn by quat_half_turn(from).
 */
static inline void quat_shortest_arc(const double from[3], const double to[3], double out[4]) {
    const double from2 = vec3_dot(from, from);
    const double to2 = vec3_dot(to, to);
    if (from2 > QUAT_SQUARE_MIN && from2 < QUAT_SQUARE_MAX && to2 > QUAT_SQUARE_MIN &&
        to2 < QUAT_SQUARE_MAX) {
        const double lengths = sqrt(from2 * to2);
        double arc[4];
        vec3_cross(from, to, arc);
        arc[3] = lengths + vec3_dot(from, to);
        /* 1 + cos loses a digit for every digit it is below 1. */
        if (arc[3] > 0.1 * lengths) {
            quat_divide(arc, out);
            return;
        }
    }
    quat_arc_careful(from, to, out);
}

/* The rotation half way from a to b, the short way round; on a's side of the sphere of unit
 * quaternions. Where both ways are as long, a half turn each, b is taken as it is written. */
static inline void quat_halfway(const double a[4], const double b[4], double out[4]) {
    const double sign = quat_dot(a, b) < 0.0 ? -1.0 : 1.0;
    double sum[4];
    for (int k = 0; k < 4; k++) {
        sum[k] = a[k] + sign * b[k];
    }
    quat_divide(sum, out);
}

/*
 * The rotation a share of the way from a to b, the short way round: the chord's point, normalised.
 * share: 0 to 1, which give a and b bit for bit; so does any share of a rotation and itself, or its
 * opposite. In between it is unit. Where both ways are as long, a half turn each, b is taken as it
 * is written.
 *
 * Along the chord the axis is the arc's, and the angle is not even in the share: behind the arc's in
 * the first half and ahead in the second, by (angle^3 / 24) s (1 - s) (1 - 2 s) to leading order, so
 * that a turn of 0.5 rad is off by 0.5 mrad at most and half-way not at all (e38). It takes a square
 * root where the arc takes trigonometric functions.
 */
static inline void quat_between(const double a[4], const double b[4], double share, double out[4]) {
    const double sign = quat_dot(a, b) < 0.0 ? -1.0 : 1.0;
    double chord[4];
    bool same = true;
    for (int k = 0; k < 4; k++) {
        chord[k] = a[k] + share * (sign * b[k] - a[k]);
        same = same && sign * b[k] == a[k];
    }
    if (share == 1.0) {
        quat_copy(b, out);
    } else if (share == 0.0 || same) {
        quat_copy(a, out);
    } else {
        quat_divide(chord, out);
    }
}

/* The turn about v by |v| [rad]; v any finite vector. */
static inline void quat_from_rotation_vector(const double v[3], double out[4]) {
    quat_axis_angle(v, hypot(hypot(v[0], v[1]), v[2]), out);
}

/* The turn as axis times angle, at most pi [rad]: q and -q give the same, but for a half turn
 * (w = 0), which has two and gives the one whose axis is written. Exactly 0 for an identity. */
static inline void quat_to_rotation_vector(const double q[4], double out[3]) {
    const double sign = q[3] < 0.0 ? -1.0 : 1.0;
    const double sine = vec3_length(q);
    /* Below, 2 atan(s / w) / s is 2 / w to the last digit, and s may have underflowed. */
    const double scale = sine < 1e-9 ? 2.0 / fabs(q[3]) : 2.0 * atan2(sine, fabs(q[3])) / sine;
    for (int k = 0; k < 3; k++) {
        out[k] = sign * scale * q[k];
    }
}

#endif
