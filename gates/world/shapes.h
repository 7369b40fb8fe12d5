/*
 * shapes.h: shapes whose joints have closed forms, what reconstruction misses them by, and the
 * limits that gate_reconstruct holds and gate_reconstruct_off shows broken.
 */
#ifndef GATES_WORLD_SHAPES_H
#define GATES_WORLD_SHAPES_H

#include "joints.h"

/* Largest angle between a joint and its closed form [rad]: measured 5e-15 on sheets, and on ropes
 * 3e-13 where links are turned nearly right round (within 0.01 rad), which is where the axis of a
 * swing is least sure of itself. */
#define SHAPES_ERROR_RAD 1e-12

/* Positions after recomposing locals down 16 links of 0.1 m, each particle moved by up to 0.1 m and
 * each animated rotation any: measured 5.6e-15. */
#define SHAPES_RECOMPOSED_M 1e-14

/* without: mechanisms left out; 0 but in the ablation build. Each is the worst over random places,
 * directions and animated rotations. */

/* A sheet turned and moved as a rigid body: every joint turns by just that. */
double shapes_rigid_rad(uint32_t without);

/* A sheet rolled on a cylinder without stretching it; one rolled already, on another and the other
 * way; one twisted into a helicoid. Interior joints, and those of the axis. */
double shapes_rolled_rad(uint32_t without);
double shapes_rolled_again_rad(uint32_t without);
double shapes_helicoid_rad(uint32_t without);

/* A rope bent in a plane, each link 0.18 rad from the one before: a joint turns about the plane's
 * normal by the mean of its links' angles. */
double shapes_bent_rad(uint32_t without);

/* Ropes shaken at random, recomposed from their locals. */
double shapes_recomposed_m(uint32_t without);

#endif
