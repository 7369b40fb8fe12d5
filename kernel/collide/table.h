/*
 * table.h: the colliders of a step, as they lie in a cloth's block.
 *
 * They lie by rising handle, at most CLOTH_COLLIDERS_MAX of them, with their poses in the cloth's
 * frame. A contact slot names a place in the table; when the table is exchanged the slots follow the
 * handles, and what a contact has built up with them. A place that named its collider by chance, as
 * the order of a broad phase does, would hand the multiplier of one to another.
 */
#ifndef CLOTH_COLLIDE_TABLE_H
#define CLOTH_COLLIDE_TABLE_H

#include "cloth.h"
#include "state/state.h"

/* A pose of the table. */
static inline ClothPose cloth_table_pose(const ClothReal seven[7]) {
    ClothPose pose;
    for (int k = 0; k < 3; k++) {
        pose.position[k] = (double)seven[k];
    }
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = (double)seven[3 + k];
    }
    return pose;
}

static inline void cloth_table_store(const ClothPose *pose, ClothReal seven[7]) {
    for (int k = 0; k < 3; k++) {
        seven[k] = (ClothReal)pose->position[k];
    }
    for (int k = 0; k < 4; k++) {
        seven[3 + k] = (ClothReal)pose->rotation[k];
    }
}

/* Puts the collider of place c at a pose of this substep. */
void cloth_table_place(const ClothView *view, int32_t c, const ClothPose *pose);

/* Whose place c of the table is. */
uint64_t cloth_table_handle(const ClothView *view, int32_t c);

/* CLOTH_BAD_ARGUMENT names the size, friction or inflation. */
ClothStatus cloth_collider_check(const ClothShape *shape, double friction, double inflation_m,
                                 ClothError *error);

/* The step is done: every collider is where it was to go. */
void cloth_colliders_arrive(const ClothView *view);

#endif
