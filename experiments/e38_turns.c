/*
 * e38_turns.c: interpolated poses, as matrices and as quaternions.
 */
#include "e38_turns.h"

#include <math.h>
#include <stdlib.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/rng.h"
#include "scenes/extreme.h"
#include "timing.h"

enum { AXES = 16, AROUND = 32 };

/* A pose as what carries a point: a matrix and a translation. */
typedef struct Carrier {
    double matrix[3][3]; /* columns */
    double position[3];
} Carrier;

static Carrier carrier_of(const ClothPose *pose) {
    Carrier carrier;
    for (int k = 0; k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        quat_rotate(pose->rotation, axis, carrier.matrix[k]);
        carrier.position[k] = pose->position[k];
    }
    return carrier;
}

static void carry(const Carrier *carrier, const double p[3], double out[3]) {
    vec3_copy(carrier->position, out);
    for (int k = 0; k < 3; k++) {
        vec3_add_scaled(out, carrier->matrix[k], p[k]);
    }
}

static Carrier between_matrices(const Carrier *from, const Carrier *to, double share) {
    Carrier carrier;
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            carrier.matrix[k][c] =
                from->matrix[k][c] + share * (to->matrix[k][c] - from->matrix[k][c]);
        }
        carrier.position[k] = from->position[k] + share * (to->position[k] - from->position[k]);
    }
    return carrier;
}

/* The even turn: about the axis that carries one into the other, by the share of its angle. */
static ClothPose between_evenly(const ClothPose *from, const ClothPose *to, double share) {
    ClothPose pose;
    double move[3];
    double turn[3];
    double by[4];
    cloth_pose_difference(from, to, move, turn);
    for (int k = 0; k < 3; k++) {
        pose.position[k] = from->position[k] + share * move[k];
        turn[k] *= share;
    }
    quat_from_rotation_vector(turn, by);
    quat_multiply(by, from->rotation, pose.rotation);
    return pose;
}

static Carrier between(TurnWay way, const ClothPose *from, const ClothPose *to, double share) {
    if (way == TURN_MATRIX) {
        const Carrier start = carrier_of(from);
        const Carrier end = carrier_of(to);
        return between_matrices(&start, &end, share);
    }
    const ClothPose pose =
        way == TURN_NLERP ? cloth_pose_between(from, to, share) : between_evenly(from, to, share);
    return carrier_of(&pose);
}

/* Two unit vectors across a unit one. */
static void across(const double axis[3], double u[3], double v[3]) {
    double half[4] = {0.0};
    quat_half_turn(axis, half); /* about what is across it */
    vec3_copy(half, u);
    vec3_cross(axis, u, v);
}

static void random_unit(Rng *rng, double q[4]) {
    double square;
    do {
        for (int k = 0; k < 4; k++) {
            q[k] = rng_range(rng, -1.0, 1.0);
        }
        square = quat_dot(q, q);
    } while (!(square > 0.01 && square <= 1.0));
    quat_divide(q, q);
}

/* A pose, and the one after the turn about an axis of the body's; axis: (3) out, in the body. */
static void random_turn(Rng *rng, double angle_rad, ClothPose *from, ClothPose *to,
                        double axis[3]) {
    double q[4];
    double by[4];
    random_unit(rng, q);
    const double x[3] = {1.0, 0.0, 0.0};
    quat_rotate(q, x, axis);
    random_unit(rng, from->rotation);
    rng_vector(rng, 1.0, from->position);
    rng_vector(rng, 1.0, to->position);
    quat_axis_angle(axis, angle_rad, by);
    quat_multiply(from->rotation, by, to->rotation);
}

/* One axis; raises what was seen so far. */
static void see_axis(const Turn *turn, double share, Rng *rng, TurnSeen *seen) {
    ClothPose from;
    ClothPose to;
    double axis[3];
    double u[3];
    double v[3];
    random_turn(rng, turn->angle_rad, &from, &to, axis);
    across(axis, u, v);
    const Carrier there = between(turn->way, &from, &to, share);
    const ClothPose even = between_evenly(&from, &to, share);
    double lost = 0.0;
    for (int k = 0; k < AROUND; k++) {
        const double about = 2.0 * acos(-1.0) * k / AROUND;
        double p[3];
        double shown[3];
        double expected[3];
        for (int c = 0; c < 3; c++) {
            p[c] = turn->radius_m * (cos(about) * u[c] + sin(about) * v[c]);
        }
        carry(&there, p, shown);
        cloth_pose_apply(&even, p, expected);
        double off[3];
        vec3_subtract(shown, expected, off);
        raise_to(&seen->off_m, vec3_length(off));
        /* The axis itself goes through the position, whichever the way. */
        vec3_subtract(shown, there.position, off);
        raise_to(&lost, turn->radius_m - vec3_length(off));
    }
    raise_to(&seen->lost_m, lost);
    seen->lost_least_m = less_of(seen->lost_least_m, lost);
}

TurnSeen turn_seen(const Turn *turn, double share) {
    Rng rng = {turn->seed};
    TurnSeen seen = {.lost_least_m = INFINITY};
    for (int k = 0; k < AXES; k++) {
        see_axis(turn, share, &rng, &seen);
    }
    return seen;
}

TurnSeen turn_over(const Turn *turn, int32_t substeps) {
    TurnSeen most = {.lost_least_m = INFINITY};
    for (int32_t k = 1; k <= substeps; k++) {
        const TurnSeen seen = turn_seen(turn, (double)k / substeps);
        raise_to(&most.lost_m, seen.lost_m);
        raise_to(&most.off_m, seen.off_m);
        most.lost_least_m = less_of(most.lost_least_m, seen.lost_least_m);
    }
    return most;
}

double turn_path_off(const Turn *turn, double pivot_m) {
    Rng rng = {turn->seed};
    double most = 0.0;
    for (int k = 0; k < AXES; k++) {
        ClothPose from;
        ClothPose to;
        double axis[3];
        double arm[3];
        double unused[3];
        double swung[3];
        random_turn(&rng, turn->angle_rad, &from, &to, axis);
        /* The pivot, fixed: from it the origin is out along an arm that turns with the body. */
        across(axis, arm, unused);
        quat_rotate(to.rotation, arm, swung);
        quat_rotate(from.rotation, arm, arm);
        for (int c = 0; c < 3; c++) {
            to.position[c] = from.position[c] + pivot_m * (swung[c] - arm[c]);
        }
        const Carrier there = between(turn->way, &from, &to, 0.5);
        double out[3];
        for (int c = 0; c < 3; c++) {
            out[c] = there.position[c] - (from.position[c] - pivot_m * arm[c]);
        }
        raise_to(&most, fabs(pivot_m - vec3_length(out)));
    }
    return most;
}

double turn_cost_s(TurnWay way, int32_t rounds, double *sum) {
    enum { POSES = 512 };
    *sum = 0.0;
    Rng rng = {7};
    ClothPose *pose = calloc(POSES, sizeof *pose);
    double *took = calloc((size_t)rounds, sizeof *took);
    if (pose == NULL || took == NULL) {
        free(pose);
        free(took);
        return NAN;
    }
    for (int k = 0; k < POSES; k++) {
        rng_vector(&rng, 1.0, pose[k].position);
        random_unit(&rng, pose[k].rotation);
    }
    for (int32_t r = 0; r < rounds; r++) {
        const double start = timing_now_s();
        for (int k = 0; k + 1 < POSES; k++) {
            const Carrier there = between(way, &pose[k], &pose[k + 1], 0.5);
            *sum += there.matrix[r % 3][0];
        }
        took[r] = (timing_now_s() - start) / (POSES - 1);
    }
    const double median = timing_spread(took, rounds).median;
    free(pose);
    free(took);
    return median;
}
