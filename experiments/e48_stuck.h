/*
 * e48_stuck.h: the cases of e48_stuck, and what is left out or set otherwise in each arm.
 */
#ifndef EXPERIMENTS_E48_STUCK_H
#define EXPERIMENTS_E48_STUCK_H

#include "scenes/stuck.h"
#include "scenes/worn.h"

/* What is wrong from the start, or comes to be: word, scene, solid, depth, slack (0: the fabric's). */
#define STUCK_WRONG_LIST(X)                                                                        \
    X(sphere_deep, STUCK_SPAWNED, CLOTH_SPHERE, 0.75, 0)                                           \
    X(sphere_centre, STUCK_SPAWNED, CLOTH_SPHERE, 1.0, 0)                                          \
    X(capsule_centre, STUCK_SPAWNED, CLOTH_CAPSULE, 1.0, 0)                                        \
    X(tapered_deep, STUCK_SPAWNED, CLOTH_TAPERED_CAPSULE, 0.75, 0)                                 \
    X(box_deep, STUCK_SPAWNED, CLOTH_BOX, 0.75, 0)                                                 \
    X(box_centre, STUCK_SPAWNED, CLOTH_BOX, 1.0, 0)                                                \
    X(cylinder_centre, STUCK_SPAWNED, CLOTH_CYLINDER, 1.0, 0)                                      \
    X(floor, STUCK_SPAWNED, CLOTH_HALF_SPACE, 0.75, 0)                                             \
    X(sphere_arrives, STUCK_ARRIVES, CLOTH_SPHERE, 0.75, 0)                                        \
    X(box_arrives, STUCK_ARRIVES, CLOTH_BOX, 1.0, 0)                                               \
    X(skirt_sphere, STUCK_SKIRT, CLOTH_SPHERE, 1.0, 0)                                             \
    X(skirt_box, STUCK_SKIRT, CLOTH_BOX, 0.5, 0)                                                   \
    X(inverted, STUCK_INVERTED, CLOTH_CAPSULE, 1.0, 0)                                             \
    X(vise, STUCK_VISE, CLOTH_BOX, 0.5, 0)                                                         \
    X(vise_moved, STUCK_CARRIED, CLOTH_BOX, 0.5, 0)                                                \
    X(crease, STUCK_CREASE, CLOTH_CAPSULE, 1.0, 0)                                                 \
    X(pose_inside, STUCK_POSE, CLOTH_CAPSULE, 0.4, 0.05)                                           \
    X(pose_deep, STUCK_POSE, CLOTH_CAPSULE, 1.0, 0.05)

/* Garments that nothing is wrong with: word, scene, speed [m/s]. */
#define STUCK_RIGHT_LIST(X)                                                                        \
    X(cape_walk, STUCK_CAPE, 1.4)                                                                  \
    X(cape_sprint, STUCK_CAPE, 9.0)                                                                \
    X(legs_walk, STUCK_LEGS, 1.4)                                                                  \
    X(legs_sprint, STUCK_LEGS, 9.0)                                                                \
    X(pushed_slow, STUCK_BUMPED, 1.4)                                                              \
    X(pushed_fast, STUCK_BUMPED, 9.0)                                                              \
    X(drawn, STUCK_DRAWN, 0.0)

/* The same on a whole body: word, gait. */
#define STUCK_WORN_LIST(X)                                                                         \
    X(body_walk, BODY_WALK)                                                                        \
    X(body_sprint, BODY_SPRINT)                                                                    \
    X(body_slide, BODY_SLIDE)                                                                      \
    X(body_turn, BODY_TURN)

/* word, bits left out, share, wait, length of a rescue; 0: as shipped. */
#define STUCK_ARM_LIST(X)                                                                          \
    X(shipped, 0, 0, 0, 0)                                                                         \
    X(no_rescue, CLOTH_WITHOUT_RESCUE, 0, 0, 0)                                                    \
    X(latched, CLOTH_WITH_LATCHED_NORMAL, 0, 0, 0)                                                 \
    X(latched_no_rescue, CLOTH_WITH_LATCHED_NORMAL | CLOTH_WITHOUT_RESCUE, 0, 0, 0)                \
    X(share_half, 0, 0.5 * CLOTH_STUCK_SHARE, 0, 0)                                                \
    X(share_double, 0, 2.0 * CLOTH_STUCK_SHARE, 0, 0)                                              \
    X(wait_half, 0, 0, 0.5 * CLOTH_STUCK_S, 0)                                                     \
    X(wait_double, 0, 0, 2.0 * CLOTH_STUCK_S, 0)                                                   \
    X(rescue_half, 0, 0, 0, 0.5 * CLOTH_RESCUE_S)                                                  \
    X(rescue_double, 0, 0, 0, 2.0 * CLOTH_RESCUE_S)

#endif
