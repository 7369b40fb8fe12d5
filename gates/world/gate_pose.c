/*
 * gate_pose: poses compose, invert and differ as rigid motions do, an identity keeps every bit, the
 * way between two is rigid and the short one, and what is no rigid pose is not taken for one.
 *
 * Pathology: a frame that seems to move because its pose was composed with nothing; a pose of NaN
 * or of a quaternion that is not unit, which stretches what it carries. Measured over 20,000 random
 * draws: identities to 6e-15, equal poses exactly 0 apart. The limit of what counts as unit lies
 * between what float computations leave (1.3e-6) and four digits typed by hand (1.9e-5).
 */
#include <math.h>
#include <string.h>

#include "gate.h"
#include "joints.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "math/pose.h"

enum { DRAWS = 20000 };

static ClothPose random_pose(Rng *rng) {
    ClothPose pose;
    rng_vector(rng, 1.0, pose.position);
    random_rotation(rng, pose.rotation);
    return pose;
}

static double poses_apart(const ClothPose *a, const ClothPose *b) {
    return poses_apart_m(a, b, 1) + poses_apart_rad(a, b, 1);
}

START_TEST(poses_compose) {
    Rng rng = {8};
    double association = 0.0;
    double in_turn = 0.0;
    double inverse = 0.0;
    double relative = 0.0;
    double difference = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        const ClothPose a = random_pose(&rng);
        const ClothPose b = random_pose(&rng);
        const ClothPose c = random_pose(&rng);
        const ClothPose ab = cloth_pose_compose(&a, &b);
        const ClothPose bc = cloth_pose_compose(&b, &c);
        const ClothPose left = cloth_pose_compose(&ab, &c);
        const ClothPose right = cloth_pose_compose(&a, &bc);
        raise_to(&association, poses_apart(&left, &right));
        double x[3];
        double y[3];
        rng_vector(&rng, 1.0, x);
        cloth_pose_apply(&ab, x, y);
        cloth_pose_apply(&b, x, x);
        cloth_pose_apply(&a, x, x);
        raise_to(&in_turn, distance_between(x, y, 3));
        const ClothPose identity = cloth_pose_identity();
        const ClothPose back = cloth_pose_inverse(&a);
        const ClothPose around = cloth_pose_compose(&back, &a);
        raise_to(&inverse, poses_apart(&around, &identity));
        const ClothPose seen = cloth_pose_relative(&a, &b);
        const ClothPose again = cloth_pose_compose(&a, &seen);
        raise_to(&relative, poses_apart(&again, &b));
        /* Turned and moved by the difference, a is b. */
        double move[3];
        double turn[3];
        ClothPose carried = a;
        double by[4];
        cloth_pose_difference(&a, &b, move, turn);
        vec3_add_scaled(carried.position, move, 1.0);
        quat_from_rotation_vector(turn, by);
        quat_multiply(by, a.rotation, carried.rotation);
        raise_to(&difference, poses_apart(&carried, &b));
    }
    /* measured 2.5e-15, 1.9e-15, 8.9e-16, 5.2e-15, 1.3e-15 */
    gate_at_most("pose.association", association, 2e-14, "m+rad");
    gate_at_most("pose.in_turn", in_turn, 5e-15, "m");
    gate_at_most("pose.inverse", inverse, 1e-14, "m+rad");
    gate_at_most("pose.relative", relative, 1e-14, "m+rad");
    gate_at_most("pose.difference", difference, 1e-14, "m+rad");
}
END_TEST

START_TEST(the_identity_changes_nothing) {
    Rng rng = {9};
    int64_t changed = 0;
    int64_t moved = 0;
    const ClothPose identity = cloth_pose_identity();
    for (int draw = 0; draw < DRAWS; draw++) {
        const ClothPose pose = random_pose(&rng);
        const ClothPose left = cloth_pose_compose(&identity, &pose);
        const ClothPose right = cloth_pose_compose(&pose, &identity);
        changed += memcmp(&left, &pose, sizeof pose) != 0;
        changed += memcmp(&right, &pose, sizeof pose) != 0;
        double move[3];
        double turn[3];
        cloth_pose_difference(&pose, &pose, move, turn);
        for (int k = 0; k < 3; k++) {
            moved += move[k] != 0.0 || turn[k] != 0.0;
        }
    }
    gate_equal("identity.changed", changed, 0, "poses");
    gate_equal("still.moved", moved, 0, "1");
    cloth_pose_difference(&identity, &identity, NULL, NULL);
}
END_TEST

/* Which poses between a pair are off: from the ends at 0 and 1, from a pose and itself, and from
 * where going backwards, seen from elsewhere or with the opposite quaternion comes to. */
typedef struct BetweenSeen {
    int64_t ends, still;           /* that changed a bit */
    double back, elsewhere, other; /* [m+rad] */
    double unit, axis, middle;     /* |q|^2 - 1; off the arc's axis; off half the turn [rad] */
} BetweenSeen;

/* From positions of any size: those of one size add up exactly. */
static void see_ends(const ClothPose *a, const ClothPose *b, Rng *rng, BetweenSeen *seen) {
    ClothPose from = *a;
    ClothPose to = *b;
    for (int k = 0; k < 3; k++) {
        from.position[k] *= rng_log_range(rng, 1e-6, 1e6);
        to.position[k] *= rng_log_range(rng, 1e-6, 1e6);
    }
    const ClothPose start = cloth_pose_between(&from, &to, 0.0);
    const ClothPose end = cloth_pose_between(&from, &to, 1.0);
    double first[4];
    double last[4];
    quat_between(from.rotation, to.rotation, 0.0, first);
    quat_between(from.rotation, to.rotation, 1.0, last);
    seen->ends += memcmp(&start, &from, sizeof from) != 0 || memcmp(&end, &to, sizeof to) != 0;
    seen->ends += memcmp(first, from.rotation, sizeof first) != 0;
    seen->ends += memcmp(last, to.rotation, sizeof last) != 0;
}

static void see_still(const ClothPose *a, double share, BetweenSeen *seen) {
    ClothPose zero = *a;
    zero.position[0] = -0.0;
    zero.rotation[1] = -0.0;
    ClothPose other = zero;
    for (int k = 0; k < 4; k++) {
        other.rotation[k] = -zero.rotation[k];
    }
    const ClothPose same = cloth_pose_between(&zero, &zero, share);
    const ClothPose turned = cloth_pose_between(&zero, &other, share);
    seen->still += memcmp(&same, &zero, sizeof zero) != 0;
    seen->still += memcmp(&turned, &zero, sizeof zero) != 0;
}

static void see_way(const ClothPose *a, const ClothPose *b, double share, BetweenSeen *seen) {
    const ClothPose there = cloth_pose_between(a, b, share);
    const ClothPose back = cloth_pose_between(b, a, 1.0 - share);
    raise_to(&seen->back, poses_apart(&there, &back));
    raise_to(&seen->unit, fabs(quat_dot(there.rotation, there.rotation) - 1.0));
    ClothPose opposite = *b;
    for (int k = 0; k < 4; k++) {
        opposite.rotation[k] = -b->rotation[k];
    }
    const ClothPose other = cloth_pose_between(a, &opposite, share);
    raise_to(&seen->other, poses_apart(&there, &other));
    /* The turn so far is about the axis of the whole turn, on its way and not past it. */
    double whole[3];
    double part[3];
    double across[3];
    cloth_pose_difference(a, b, NULL, whole);
    cloth_pose_difference(a, &there, NULL, part);
    vec3_cross(whole, part, across);
    raise_to(&seen->axis, vec3_length(across));
    raise_to(&seen->axis, -vec3_dot(whole, part));
    const ClothPose half = cloth_pose_between(a, b, 0.5);
    cloth_pose_difference(a, &half, NULL, part);
    raise_to(&seen->middle, fabs(vec3_length(part) - 0.5 * vec3_length(whole)));
}

START_TEST(between) {
    Rng rng = {13};
    BetweenSeen seen = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        const ClothPose a = random_pose(&rng);
        const ClothPose b = random_pose(&rng);
        const ClothPose frame = random_pose(&rng);
        const double share = (draw % 9 + 1) / 10.0;
        see_ends(&a, &b, &rng, &seen);
        see_still(&a, share, &seen);
        see_way(&a, &b, share, &seen);
        const ClothPose there = cloth_pose_between(&a, &b, share);
        const ClothPose moved_a = cloth_pose_compose(&frame, &a);
        const ClothPose moved_b = cloth_pose_compose(&frame, &b);
        const ClothPose moved = cloth_pose_between(&moved_a, &moved_b, share);
        const ClothPose expected = cloth_pose_compose(&frame, &there);
        raise_to(&seen.elsewhere, poses_apart(&moved, &expected));
    }
    gate_equal("between.ends_changed", seen.ends, 0, "poses");
    gate_equal("between.still_changed", seen.still, 0, "poses");
    gate_at_most("between.back", seen.back, 1e-14, "m+rad");
    gate_at_most("between.other_sign", seen.other, 1e-14, "m+rad");
    gate_at_most("between.elsewhere", seen.elsewhere, 2e-14, "m+rad");
    gate_at_most("between.unit", seen.unit, 1e-15, "1");
    gate_at_most("between.axis", seen.axis, 1e-13, "rad^2");
    gate_at_most("between.middle", seen.middle, 1e-13, "rad");
}
END_TEST

/* A half turn has two ways and takes the written one; what is not finite shows. */
START_TEST(between_at_the_edge) {
    const ClothPose none = cloth_pose_identity();
    ClothPose half = none;
    half.rotation[1] = -1.0;
    half.rotation[3] = 0.0;
    const ClothPose middle = cloth_pose_between(&none, &half, 0.5);
    gate_at_most("between.half_turn", fabs(middle.rotation[1] + sqrt(0.5)), 1e-15, "1");
    const ClothPose nowhere = cloth_pose_between(&none, &half, NAN);
    gate_equal("between.nan_share", cloth_pose_is_rigid(&nowhere), 0, "1");
    ClothPose bad = half;
    bad.rotation[2] = NAN;
    const ClothPose turned = cloth_pose_between(&none, &bad, 0.5);
    gate_equal("between.nan_rotation", cloth_pose_is_rigid(&turned), 0, "1");
    bad = half;
    bad.position[2] = NAN;
    const ClothPose moved = cloth_pose_between(&none, &bad, 0.5);
    gate_equal("between.nan_position", cloth_pose_is_rigid(&moved), 0, "1");
}
END_TEST

/* |q|^2 - 1 of rotations computed in float: normalised once, and as a product of `factors`. */
static double float_error(int factors) {
    Rng rng = {10};
    double most = 0.0;
    for (int draw = 0; draw < 2000; draw++) {
        double product[4] = {0.0, 0.0, 0.0, 1.0};
        for (int factor = 0; factor < factors; factor++) {
            double q[4];
            random_rotation(&rng, q);
            for (int k = 0; k < 4; k++) {
                q[k] = (double)(float)q[k];
            }
            quat_multiply(product, q, product);
            for (int k = 0; k < 4; k++) {
                product[k] = (double)(float)product[k];
            }
        }
        raise_to(&most, fabs(quat_dot(product, product) - 1.0));
    }
    return most;
}

START_TEST(what_is_rigid) {
    /* measured 8.6e-8, 1.3e-6 and 1.9e-5 */
    gate_at_most("unit.float", float_error(1), CLOTH_POSE_UNIT_ERROR_MAX / 10.0, "1");
    gate_at_most("unit.float_product", float_error(64), CLOTH_POSE_UNIT_ERROR_MAX / 2.0, "1");
    const double typed = fabs(2.0 * 0.7071 * 0.7071 - 1.0);
    gate_at_least("unit.typed", typed, 1.5 * CLOTH_POSE_UNIT_ERROR_MAX, "1");
    Rng rng = {12};
    ClothPose pose = random_pose(&rng);
    const ClothPose turn = random_pose(&rng);
    for (int k = 0; k < 1000000; k++) {
        quat_multiply(turn.rotation, pose.rotation, pose.rotation);
    }
    /* measured 1.3e-10 */
    gate_at_most("unit.million_products", fabs(quat_dot(pose.rotation, pose.rotation) - 1.0), 1e-9,
                 "1");
    gate_equal("rigid.sound", cloth_pose_is_rigid(&pose), 1, "1");
    int64_t accepted = 0;
    for (int k = 0; k < 7; k++) {
        ClothPose bad[3] = {pose, pose, pose};
        for (int b = 0; b < 3; b++) {
            const double value[3] = {NAN, INFINITY, -INFINITY};
            (k < 3 ? &bad[b].position[k] : &bad[b].rotation[k - 3])[0] = value[b];
            accepted += cloth_pose_is_rigid(&bad[b]);
        }
    }
    ClothPose none = pose;
    memset(none.rotation, 0, sizeof none.rotation);
    accepted += cloth_pose_is_rigid(&none);
    ClothPose typed_pose = {.rotation = {0.7071, 0.0, 0.0, 0.7071}};
    accepted += cloth_pose_is_rigid(&typed_pose);
    gate_equal("rigid.accepted", accepted, 0, "poses");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pose");
    gate_add(suite, "poses_compose", poses_compose, 20.0);
    gate_add(suite, "the_identity_changes_nothing", the_identity_changes_nothing, 20.0);
    gate_add(suite, "between", between, 20.0);
    gate_add(suite, "between_at_the_edge", between_at_the_edge, 20.0);
    gate_add(suite, "what_is_rigid", what_is_rigid, 20.0);
    return gate_run(suite);
}
