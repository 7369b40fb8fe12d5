/*
 * pose.c: rigid poses on top of quat.h.
 */
#include "math/pose.h"

#include <math.h>
#include <stddef.h>

#include "math/quat.h"
#include "math/vec3.h"

ClothPose cloth_pose_identity(void) {
    return (ClothPose){.rotation = {0.0, 0.0, 0.0, 1.0}};
}

ClothPose cloth_pose_compose(const ClothPose *outer, const ClothPose *inner) {
    ClothPose pose;
    cloth_pose_apply(outer, inner->position, pose.position);
    quat_multiply(outer->rotation, inner->rotation, pose.rotation);
    return pose;
}

ClothPose cloth_pose_inverse(const ClothPose *pose) {
    ClothPose inverse;
    const double back[3] = {-pose->position[0], -pose->position[1], -pose->position[2]};
    quat_rotate_back(pose->rotation, back, inverse.position);
    quat_conjugate(pose->rotation, inverse.rotation);
    return inverse;
}

ClothPose cloth_pose_relative(const ClothPose *from, const ClothPose *to) {
    ClothPose pose;
    double inverse[4];
    double along[3];
    vec3_subtract(to->position, from->position, along);
    quat_conjugate(from->rotation, inverse);
    quat_rotate(inverse, along, pose.position);
    quat_multiply(inverse, to->rotation, pose.rotation);
    return pose;
}

void cloth_pose_apply(const ClothPose *pose, const double point[3], double out[3]) {
    double turned[3];
    quat_rotate(pose->rotation, point, turned);
    for (int k = 0; k < 3; k++) {
        out[k] = pose->position[k] + turned[k];
    }
}

bool cloth_pose_same(const ClothPose *a, const ClothPose *b) {
    bool placed = true;
    bool turned = true;
    bool negated = true;
    for (int k = 0; k < 3; k++) {
        placed = placed && a->position[k] == b->position[k];
    }
    for (int k = 0; k < 4; k++) {
        turned = turned && a->rotation[k] == b->rotation[k];
        negated = negated && a->rotation[k] == -b->rotation[k];
    }
    return placed && (turned || negated);
}

bool cloth_pose_is_rigid(const ClothPose *pose) {
    const double off = fabs(quat_dot(pose->rotation, pose->rotation) - 1.0);
    return vec3_is_finite(pose->position) && off <= CLOTH_POSE_UNIT_ERROR_MAX;
}

void cloth_pose_difference(const ClothPose *from, const ClothPose *to, double translation[3],
                           double rotation[3]) {
    if (translation != NULL) {
        vec3_subtract(to->position, from->position, translation);
    }
    if (rotation != NULL) {
        double turn[4];
        quat_conjugate(from->rotation, turn);
        quat_multiply(to->rotation, turn, turn);
        quat_to_rotation_vector(turn, rotation);
    }
}

ClothPose cloth_pose_between(const ClothPose *from, const ClothPose *to, double share) {
    if (share == 1.0) {
        return *to;
    }
    ClothPose pose = *from;
    for (int k = 0; k < 3; k++) {
        /* Not by adding 0, which -0 does not survive. */
        if (to->position[k] != from->position[k] && share != 0.0) {
            pose.position[k] += share * (to->position[k] - from->position[k]);
        }
    }
    quat_between(from->rotation, to->rotation, share, pose.rotation);
    return pose;
}
