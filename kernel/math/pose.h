/*
 * pose.h: rigid poses, x -> rotation * x + position, and how they combine.
 *
 * Nothing here normalises a rotation: a pose composed with the identity keeps its bits, and what
 * does not turn stays. Rounding adds up instead, and slowly: a million products with the same turn
 * leave the square of a quaternion's length off by 1.3e-10 (gates/world/gate_pose).
 */
#ifndef CLOTH_MATH_POSE_H
#define CLOTH_MATH_POSE_H

#include <stdbool.h>

#include "cloth.h"

/*
 * How far |rotation|^2 of a pose may be from 1. What arrives from outside was often computed in
 * float, whose normalised quaternions are off by up to 9e-8 and products of 64 of them by 1.3e-6;
 * what is wrong is off by more: 0.7071 typed for a quarter turn by 1.9e-5 (gates/world/gate_pose).
 * At the limit a turned offset's length is wrong by up to twice that share. Valid: 3e-6
 * to 1.5e-5. Halved: products of a few hundred floats are refused; doubled: four digits pass.
 */
#define CLOTH_POSE_UNIT_ERROR_MAX 1e-5

/* inner first, then outer: x -> outer(inner(x)). */
ClothPose cloth_pose_compose(const ClothPose *outer, const ClothPose *inner);

ClothPose cloth_pose_inverse(const ClothPose *pose);

/* inverse(from) after to: what `to` is in the frame of `from`. */
ClothPose cloth_pose_relative(const ClothPose *from, const ClothPose *to);

/* point: (3) in [m]; out: (3) out [m], may be point. */
void cloth_pose_apply(const ClothPose *pose, const double point[3], double out[3]);

/* Exactly the same place and turn, which is said by a quaternion and by its negative. */
bool cloth_pose_same(const ClothPose *a, const ClothPose *b);

/* Position and rotation are finite, and the rotation is a unit quaternion to
 * CLOTH_POSE_UNIT_ERROR_MAX. */
bool cloth_pose_is_rigid(const ClothPose *pose);

/*
 * What carries one pose into another, in the frame both are in.
 *   translation  (3) out, position of `to` minus that of `from` [m]
 *   rotation     (3) out, axis times angle, at most pi [rad]: first `from`, then this turn, is `to`
 * Poses of equal bits differ by exactly 0. Either output may be NULL.
 */
void cloth_pose_difference(const ClothPose *from, const ClothPose *to, double translation[3],
                           double rotation[3]);

/*
 * The pose a share of the way from one to another: the position on the straight line, the rotation
 * the short way round (quat_between()).
 *   share  0 to 1, which give the ends bit for bit; poses of equal bits give those bits
 *
 * What moves so stays rigid. Interpolated as a matrix, entry by entry, a body shrinks across the
 * axis it turns about, to cos(angle / 2) of itself half-way: 7.8 mm of a radius of 25 cm in a turn
 * of 0.5 rad, a surface that gives way and comes back at every step (e38). The chord of the
 * rotations in place of the arc moves a point of that radius by 0.13 mm at most (e38).
 */
ClothPose cloth_pose_between(const ClothPose *from, const ClothPose *to, double share);

#endif
