/*
 * touching.h: particles that nothing joins, and shapes for them to touch, at random.
 */
#ifndef GATES_KERNEL_TOUCHING_H
#define GATES_KERNEL_TOUCHING_H

#include "cloth.h"
#include "math/rng.h"

/* Every kind that a cloth can lie on. */
enum { TOUCHING_KINDS = CLOTH_HALF_SPACE + 1 };

/* position: (count x 3) [m]. Fails the test case when it is refused; free with cloth_destroy(). */
ClothState *touching_particles(int32_t count, const double *position, double mass_kg,
                               double thickness_m);

/* A shape of that kind, of sizes from 0.3 to 1 m times `scale`. */
ClothShape touching_shape(Rng *rng, ClothShapeKind kind, double scale);

/* Any turn, and a place within `spread_m` of the origin along each axis. */
ClothPose touching_pose(Rng *rng, double spread_m);

/* A collider that stands. */
ClothMetCollider touching_met(uint64_t handle, const ClothShape *shape, const ClothPose *pose,
                              double friction);

void touching_set(ClothState *state, const ClothMetCollider *list, int32_t count);

/* Distance of x, in the cloth's frame, to the posed shape [m]. */
double touching_distance(const ClothShape *shape, const ClothPose *pose, const double x[3],
                         double outward[3]);

#endif
