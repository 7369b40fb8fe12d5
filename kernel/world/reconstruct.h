/*
 * reconstruct.h: joint poses from the positions of a cloth's particles, and back from local poses
 * to poses in the frame.
 */
#ifndef CLOTH_WORLD_RECONSTRUCT_H
#define CLOTH_WORLD_RECONSTRUCT_H

#include <stdint.h>

#include "cloth.h"
#include "world/skeleton.h"

/*
 * Poses every joint: its position is its particle's, its rotation what the cloth's shape turns the
 * animated rotation by. reconstruct.c says how.
 *   animated           (n x 3) [m] in, the cloth's frame: where the animation has the particles
 *   animated_rotation  (n x 4) in, unit quaternions, the cloth's frame
 *   simulated          (n x 3) [m] in, the cloth's frame: where they are
 *   pose               (n) out, in the cloth's frame
 *   local              (n) out, relative to the parent joint, or to the frame; may be NULL
 * n is the skeleton's joint count; pose and local are different arrays. Allocates nothing. Where
 * every particle a joint's rotation depends on is where the animation has it, the rotation has the
 * animation's bits; the position always has the particle's. Finite input gives finite poses as long
 * as differences of positions are finite; a particle that is not gives itself a pose that is not.
 */
void cloth_reconstruct(const ClothSkeleton *skeleton, const double *animated,
                       const double *animated_rotation, const double *simulated, ClothPose *pose,
                       ClothPose *local);

/*
 * What a hierarchy makes of local poses: each joint's is composed with its parent's, down from the
 * frame.
 *   frame  in, the frame's own pose; NULL leaves the result in the frame
 *   local  (n) in
 *   pose   (n) out; may be `local`
 * Composing what cloth_reconstruct() wrote gives what it wrote, to rounding: 2e-15 to 6e-15 m after
 * 16 links of 0.1 m (gates/world/gate_reconstruct).
 */
void cloth_recompose(const ClothSkeleton *skeleton, const ClothPose *frame, const ClothPose *local,
                     ClothPose *pose);

/*
 * Positions between animation and simulation, to be reconstructed from: animated + blend *
 * (simulated - animated), with the bits of `animated` at 0 and those of `simulated` at 1.
 *   animated, simulated  (count x 3) [m] in
 *   blend                0 .. 1; NaN gives NaN
 *   out                  (count x 3) [m] out; may be either input
 */
void cloth_blend_positions(int32_t count, const double *animated, const double *simulated,
                           double blend, double *out);

/* The same with mechanisms left out, for the off arms of gates. */
#ifdef CLOTH_ABLATE
#define CLOTH_POSE_ABLATION_LIST(X)                                                                \
    X(CLOTH_WITHOUT_NORMAL_SWING, 0, "a surface joint turns with its twist neighbour alone")       \
    X(CLOTH_WITHOUT_TWIST, 1, "a surface joint keeps whatever twist its normal's swing has")       \
    X(CLOTH_WITHOUT_HALFWAY, 2, "a joint with a parent turns with its incoming link alone")        \
    X(CLOTH_WITHOUT_LOCAL, 3, "locals stay what the animation makes them")

typedef enum ClothPoseAblation {
#define CLOTH_POSE_ABLATION_ENUM(name, bit, text) name = 1 << (bit),
    CLOTH_POSE_ABLATION_LIST(CLOTH_POSE_ABLATION_ENUM)
#undef CLOTH_POSE_ABLATION_ENUM
} ClothPoseAblation;

void cloth_reconstruct_without(const ClothSkeleton *skeleton, const double *animated,
                               const double *animated_rotation, const double *simulated,
                               uint32_t without, ClothPose *pose, ClothPose *local);
#endif

#endif
