/*
 * reconstruct.c: rotations of joints from positions of particles.
 *
 * A particle has no rotation of its own, so a joint's is the animation's, turned by what the
 * particles round it say: q = turn * q_animated.
 *
 * Chain joint. A link turns by its swing, the shortest arc from its animated direction to its
 * simulated one. The arc has no twist: nothing in a row of particles says how it is twisted, so the
 * animation's twist is kept and none is invented. A joint with a parent and children takes the
 * rotation half way between the swing of its incoming link and that of its outgoing ones, so that a
 * bend is shared between the two links that make it; a leaf takes its incoming link's swing, a root
 * that of its outgoing ones. Several outgoing links count as the mean of their swings, the
 * normalised sum of the quaternions. The swing of their mean direction was tried first: where links
 * leave to opposite sides, as from a root in the middle of a rope, that mean is short and points
 * wherever the rope sags, and a sag of a hundredth to the other side turns the joint upside down
 * (by 3.14 rad; the mean of the swings by 0; gates/world/gate_reconstruct). A link of no length,
 * animated or simulated, says nothing, and the others speak for it; a joint that hears nothing
 * keeps the animated rotation.
 *
 * Surface joint. First the swing that carries the area-weighted normal of its triangles in the
 * animated pose onto that in the simulated one; then the twist about the latter that carries the
 * direction of one fixed neighbour, seen along the normal, onto where it is now. Together they are
 * the one rotation between two frames, so a sheet turned as a rigid body turns every joint by just
 * that. Where a normal vanishes, because the sheet is folded or drawn to a line there, the joint
 * takes the swing of that neighbour's direction; where the neighbour is on the normal, or on the
 * joint, it takes no twist; a joint whose neighbourhood has shrunk to a point keeps the animated
 * rotation.
 *
 * Each link's swing is computed once: by the parent, which leaves it in its child's pose until the
 * child's turn comes. Surface joints carry both poses in the two lanes of a pair.
 *
 * Source: the design's sections 11.1 and 19.5; what it leaves open (several children, everything
 * degenerate) is settled above.
 */
#include "world/reconstruct.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "math/pair.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "math/pose.h"

/* A normal (twice the area) has vanished when it is below this share of the twist neighbour's
 * squared distance: in sheets drawn to a line what rounding leaves of it reaches 1.8e-5 where
 * positions were stored as float within a metre of the origin, 1.4e-4 within ten, 4e-14 stored as
 * double; in sheets crumpled by a whole spacing the least of 500,000 fans has 0.008. Valid: 2e-5 to
 * 8e-3. Halved or doubled: folds within a twenty-thousandth or a five-thousandth of a radian of
 * flat count as vanished (gates/world/gate_reconstruct_odd). */
#define NORMAL_SHARE_MIN 1e-4

/* The twist neighbour says nothing when the sines of its angles to the normal, animated and
 * simulated, have a product below this: as for the normal, it is rounding that speaks. UNMEASURED
 * but for that. */
#define TWIST_SHARE_MIN 1e-4

/* What a call is given, as the functions below pass it on. */
typedef struct Frames {
    const ClothSkeleton *skeleton;
    const double *animated;
    const double *rotation;
    const double *simulated;
} Frames;

#ifdef CLOTH_ABLATE
#define LEFT_OUT(without, bit) (((without) & (uint32_t)(bit)) != 0)
#else
#define LEFT_OUT(without, bit)     ((void)(without), false)
#define CLOTH_WITHOUT_NORMAL_SWING 0
#define CLOTH_WITHOUT_TWIST        0
#define CLOTH_WITHOUT_HALFWAY      0
#define CLOTH_WITHOUT_LOCAL        0
#endif

/* The animated rotation turned; its own bits when the turn is none. */
static inline void turn_animated(const Frames *frames, int32_t joint, const double turn[4],
                                 double rotation[4]) {
    const double *animated = &frames->rotation[4 * (size_t)joint];
    if (turn[0] == 0.0 && turn[1] == 0.0 && turn[2] == 0.0 && turn[3] == 1.0) {
        quat_copy(animated, rotation);
    } else {
        quat_multiply(turn, animated, rotation);
    }
}

static inline ClothPose animated_pose(const Frames *frames, int32_t joint) {
    ClothPose pose;
    memcpy(pose.position, &frames->animated[3 * (size_t)joint], sizeof pose.position);
    memcpy(pose.rotation, &frames->rotation[4 * (size_t)joint], sizeof pose.rotation);
    return pose;
}

/* Chains. */

static inline bool has_direction(const double v[3]) {
    return v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0;
}

/* The swing of a link; (0, 0, 0, 0) when it has no direction. */
static inline void link_swing(const Frames *frames, int32_t from, int32_t to, double swing[4]) {
    double animated[3];
    double simulated[3];
    vec3_subtract(&frames->animated[3 * (size_t)to], &frames->animated[3 * (size_t)from], animated);
    vec3_subtract(&frames->simulated[3 * (size_t)to], &frames->simulated[3 * (size_t)from],
                  simulated);
    if (has_direction(animated) && has_direction(simulated)) {
        quat_shortest_arc(animated, simulated, swing);
    } else {
        memset(swing, 0, 4 * sizeof swing[0]);
    }
}

/* Adds a rotation, on the side the sum is on already: what is added up never cancels. */
static inline void add_rotation(double sum[4], const double rotation[4]) {
    const double sign = quat_dot(sum, rotation) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; k++) {
        sum[k] += sign * rotation[k];
    }
}

/* The rotation a sum stands for; (0, 0, 0, 0) stays. */
static inline void settle_sum(double sum[4]) {
    if (quat_dot(sum, sum) != 0.0) {
        quat_divide(sum, sum);
    }
}

/* The mean swing of the outgoing links. Leaves each child's in the child's pose. */
static inline void swing_out(const Frames *frames, int32_t joint, ClothPose *pose, double mean[4]) {
    const int32_t *offset = &frames->skeleton->child_offset[joint];
    memset(mean, 0, 4 * sizeof mean[0]);
    for (int32_t c = offset[0]; c < offset[1]; c++) {
        const int32_t child = frames->skeleton->child[c];
        double *swing = pose[child].rotation;
        link_swing(frames, joint, child, swing);
        add_rotation(mean, swing);
    }
    if (offset[1] - offset[0] > 1) {
        settle_sum(mean);
    }
}

/* A chain joint's rotation. in: the swing of its incoming link, (0, 0, 0, 0) without one. */
static inline void pose_chain_joint(const Frames *frames, int32_t joint, const double in[4],
                                    uint32_t without, ClothPose *pose) {
    double turn[4];
    swing_out(frames, joint, pose, turn);
    if (LEFT_OUT(without, CLOTH_WITHOUT_HALFWAY) && quat_dot(in, in) > 0.0) {
        quat_copy(in, turn);
    } else {
        add_rotation(turn, in);
    }
    settle_sum(turn);
    if (quat_dot(turn, turn) == 0.0) {
        quat_identity(turn);
    }
    turn_animated(frames, joint, turn, pose[joint].rotation);
}

/* Surfaces. */

/* Twice the area-weighted normals [m^2] round a joint and the offsets of its twist neighbour [m]:
 * animated, simulated. */
typedef struct Fan {
    double normal[2][3];
    double along[2][3];
} Fan;

/* Offset of a corner from a joint, times scale: animated in lane 0, simulated in lane 1. */
static inline void corner_offset(const Frames *frames, const ClothPair joint[3], int32_t corner,
                                 ClothPair scale, ClothPair offset[3]) {
    const double *animated = &frames->animated[3 * (size_t)corner];
    const double *simulated = &frames->simulated[3 * (size_t)corner];
    for (int k = 0; k < 3; k++) {
        offset[k] = ((ClothPair){animated[k], simulated[k]} - joint[k]) * scale;
    }
}

static inline void joint_position(const Frames *frames, int32_t joint, ClothPair position[3]) {
    for (int k = 0; k < 3; k++) {
        position[k] = (ClothPair){frames->animated[3 * (size_t)joint + (size_t)k],
                                  frames->simulated[3 * (size_t)joint + (size_t)k]};
    }
}

static inline void gather_fan(const Frames *frames, int32_t place, ClothPair scale, Fan *fan) {
    const ClothSkeleton *skeleton = frames->skeleton;
    ClothPair joint[3];
    ClothPair normal[3] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    joint_position(frames, skeleton->order[place], joint);
    for (int32_t f = skeleton->fan_offset[place]; f < skeleton->fan_offset[place + 1]; f++) {
        ClothPair a[3];
        ClothPair b[3];
        corner_offset(frames, joint, skeleton->fan[2 * (size_t)f], scale, a);
        corner_offset(frames, joint, skeleton->fan[2 * (size_t)f + 1], scale, b);
        normal[0] += a[1] * b[2] - a[2] * b[1];
        normal[1] += a[2] * b[0] - a[0] * b[2];
        normal[2] += a[0] * b[1] - a[1] * b[0];
    }
    ClothPair along[3];
    corner_offset(frames, joint, skeleton->twist[place], scale, along);
    for (int k = 0; k < 3; k++) {
        for (int lane = 0; lane < 2; lane++) {
            fan->normal[lane][k] = normal[k][lane];
            fan->along[lane][k] = along[k][lane];
        }
    }
}

/* The twist about `normal` that carries `from` to `to`, both seen along it. Half of its angle has
 * the tangent sine / (1 + cosine) = (1 - cosine) / sine: the one that does not cancel. */
static inline void twist_about(const double normal[3], const double from[3], const double to[3],
                               double twist[4]) {
    const double shortening = 1.0 / vec3_length(normal);
    const double axis[3] = {normal[0] * shortening, normal[1] * shortening, normal[2] * shortening};
    double across[3];
    vec3_cross(from, to, across);
    const double sine = vec3_dot(axis, across);
    const double cosine = vec3_dot(from, to) - vec3_dot(axis, from) * vec3_dot(axis, to);
    const double seen2 = sine * sine + cosine * cosine;
    const double whole2 = vec3_dot(from, from) * vec3_dot(to, to);
    if (seen2 <= TWIST_SHARE_MIN * TWIST_SHARE_MIN * whole2) {
        quat_identity(twist);
        return;
    }
    const double seen = sqrt(seen2);
    const double about = cosine < 0.0 ? copysign(seen - cosine, sine) : sine;
    twist[3] = cosine < 0.0 ? fabs(sine) : seen + cosine;
    for (int k = 0; k < 3; k++) {
        twist[k] = about * axis[k];
    }
    quat_divide(twist, twist);
}

/* Whether a square may be multiplied by others without leaving the range of doubles. */
static inline bool is_moderate(double square) {
    return square > QUAT_SQUARE_MIN && square < QUAT_SQUARE_MAX;
}

/* Whether both normals and the neighbour's offsets are there, and of a size to compute with. */
static inline bool is_plain(const Fan *fan) {
    bool plain = true;
    for (int lane = 0; lane < 2; lane++) {
        const double normal2 = vec3_dot(fan->normal[lane], fan->normal[lane]);
        const double along2 = vec3_dot(fan->along[lane], fan->along[lane]);
        const double least = NORMAL_SHARE_MIN * along2;
        plain = plain && is_moderate(normal2) && is_moderate(along2) && normal2 > least * least;
    }
    return plain;
}

static inline void turn_of_fan(const Fan *fan, uint32_t without, double turn[4]) {
    quat_shortest_arc(fan->normal[0], fan->normal[1], turn);
    if (!LEFT_OUT(without, CLOTH_WITHOUT_TWIST)) {
        double carried[3];
        double twist[4];
        quat_rotate(turn, fan->along[0], carried);
        twist_about(fan->normal[1], carried, fan->along[1], twist);
        quat_multiply(twist, turn, turn);
    }
}

/* The largest offset of a fan's corners in one pose, in any coordinate; NaN when one is not a
 * number. */
static double largest_offset(const ClothSkeleton *skeleton, int32_t place, const double *position) {
    const double *joint = &position[3 * (size_t)skeleton->order[place]];
    const size_t end = 2 * (size_t)skeleton->fan_offset[place + 1];
    double largest[2] = {0.0, 0.0};
    for (size_t c = 2 * (size_t)skeleton->fan_offset[place]; c < end; c++) {
        double offset[3];
        vec3_subtract(&position[3 * (size_t)skeleton->fan[c]], joint, offset);
        largest[1] = quat_largest(offset, 3);
        largest[0] = quat_largest(largest, 2);
    }
    return largest[0];
}

/* A power of two that brings a size near 1; 1 for 0 and for what is not finite. */
static double scale_to_one(double size) {
    if (!(size > 0.0 && size <= DBL_MAX)) {
        return 1.0;
    }
    int exponent;
    (void)frexp(size, &exponent);
    /* 2^1023 is as far as one factor goes. */
    return ldexp(1.0, exponent < -1022 ? 1023 : -exponent);
}

/* The turn where a vector has vanished, or is so short or long that its square has. */
static __attribute__((cold, noinline)) void turn_of_odd_fan(const Frames *frames, int32_t place,
                                                            uint32_t without, double turn[4]) {
    const ClothPair scale = {
        scale_to_one(largest_offset(frames->skeleton, place, frames->animated)),
        scale_to_one(largest_offset(frames->skeleton, place, frames->simulated))};
    Fan fan;
    gather_fan(frames, place, scale, &fan);
    bool faces = !LEFT_OUT(without, CLOTH_WITHOUT_NORMAL_SWING);
    for (int lane = 0; lane < 2; lane++) {
        const double least = NORMAL_SHARE_MIN * vec3_dot(fan.along[lane], fan.along[lane]);
        const double normal = vec3_length(fan.normal[lane]);
        faces = faces && !(normal == 0.0 || normal <= least);
    }
    if (faces) {
        turn_of_fan(&fan, without, turn);
    } else {
        quat_shortest_arc(fan.along[0], fan.along[1], turn);
    }
}

static inline void pose_surface_joint(const Frames *frames, int32_t place, uint32_t without,
                                      ClothPose *pose) {
    const int32_t joint = frames->skeleton->order[place];
    double turn[4];
    Fan fan;
    gather_fan(frames, place, (ClothPair){1.0, 1.0}, &fan);
    if (is_plain(&fan) && !LEFT_OUT(without, CLOTH_WITHOUT_NORMAL_SWING)) {
        turn_of_fan(&fan, without, turn);
    } else {
        turn_of_odd_fan(frames, place, without, turn);
    }
    turn_animated(frames, joint, turn, pose[joint].rotation);
}

/* All joints. */

static void set_position(const double *position, int32_t joint, ClothPose *pose) {
    memcpy(pose[joint].position, &position[3 * (size_t)joint], sizeof pose[joint].position);
}

/* Chain joints in their order, each after its parent has left it the swing of its link. */
static inline void pose_chains(const Frames *frames, uint32_t without, ClothPose *pose) {
    const ClothSkeleton *skeleton = frames->skeleton;
    const int32_t joints = skeleton->joint_count;
    double unused[4];
    for (int32_t place = 0; skeleton->surface_count < joints && place < skeleton->surface_count;
         place++) {
        swing_out(frames, skeleton->order[place], pose, unused);
    }
    for (int32_t place = skeleton->surface_count; place < joints; place++) {
        const int32_t joint = skeleton->order[place];
        double in[4] = {0.0, 0.0, 0.0, 0.0};
        if (skeleton->parent[joint] >= 0) {
            quat_copy(pose[joint].rotation, in);
        }
        set_position(frames->simulated, joint, pose);
        pose_chain_joint(frames, joint, in, without, pose);
    }
}

static inline void pose_locals(const Frames *frames, uint32_t without, const ClothPose *pose,
                               ClothPose *local) {
    const ClothSkeleton *skeleton = frames->skeleton;
    for (int32_t place = 0; place < skeleton->joint_count; place++) {
        const int32_t joint = skeleton->order[place];
        const int32_t parent = skeleton->parent[joint];
        if (parent < 0) {
            local[joint] = pose[joint];
        } else if (LEFT_OUT(without, CLOTH_WITHOUT_LOCAL)) {
            const ClothPose from = animated_pose(frames, parent);
            const ClothPose to = animated_pose(frames, joint);
            local[joint] = cloth_pose_relative(&from, &to);
        } else {
            local[joint] = cloth_pose_relative(&pose[parent], &pose[joint]);
        }
    }
}

static inline void pose_all(const Frames *frames, uint32_t without, ClothPose *pose,
                            ClothPose *local) {
    const ClothSkeleton *skeleton = frames->skeleton;
    for (int32_t place = 0; place < skeleton->surface_count; place++) {
        set_position(frames->simulated, skeleton->order[place], pose);
        pose_surface_joint(frames, place, without, pose);
    }
    pose_chains(frames, without, pose);
    if (local != NULL) {
        pose_locals(frames, without, pose, local);
    }
}

void cloth_reconstruct(const ClothSkeleton *skeleton, const double *animated,
                       const double *animated_rotation, const double *simulated, ClothPose *pose,
                       ClothPose *local) {
    const Frames frames = {skeleton, animated, animated_rotation, simulated};
    pose_all(&frames, 0, pose, local);
}

#ifdef CLOTH_ABLATE
void cloth_reconstruct_without(const ClothSkeleton *skeleton, const double *animated,
                               const double *animated_rotation, const double *simulated,
                               uint32_t without, ClothPose *pose, ClothPose *local) {
    const Frames frames = {skeleton, animated, animated_rotation, simulated};
    pose_all(&frames, without, pose, local);
}
#endif

void cloth_recompose(const ClothSkeleton *skeleton, const ClothPose *frame, const ClothPose *local,
                     ClothPose *pose) {
    for (int32_t place = 0; place < skeleton->joint_count; place++) {
        const int32_t joint = skeleton->order[place];
        const int32_t parent = skeleton->parent[joint];
        const ClothPose *above = parent >= 0 ? &pose[parent] : frame;
        pose[joint] = above != NULL ? cloth_pose_compose(above, &local[joint]) : local[joint];
    }
}

void cloth_blend_positions(int32_t count, const double *animated, const double *simulated,
                           double blend, double *out) {
    const double *whole = blend == 0.0 ? animated : blend == 1.0 ? simulated : NULL;
    const size_t size = 3 * (size_t)count;
    if (whole != NULL) {
        memmove(out, whole, size * sizeof *out);
        return;
    }
    for (size_t k = 0; k < size; k++) {
        out[k] = animated[k] + blend * (simulated[k] - animated[k]);
    }
}
