/*
 * readout.c: what a world gives back: positions and joint poses, blended between the animated and
 * the simulated shape. Only reading blends: the solver knows nothing of it.
 */
#include "math/error.h"
#include "state/state.h"
#include "math/pose.h"
#include "world/reconstruct.h"
#include "world/world.h"

/* Blended positions in the frame: cloth->shown; animated ones: cloth->animated. */
static void show(WorldCloth *cloth) {
    cloth_world_animate(cloth);
    cloth_positions(cloth->state, cloth->shown);
    cloth_blend_positions(cloth_particle_count(cloth->state), cloth->animated, cloth->shown,
                          cloth->blend, cloth->shown);
}

void cloth_world_pose_joints(WorldCloth *cloth) {
    show(cloth);
    cloth_reconstruct(&cloth->skeleton, cloth->animated, cloth->turn, cloth->shown, cloth->pose,
                      NULL);
}

ClothStatus cloth_world_positions(const ClothWorld *world, ClothId id, double *position,
                                  ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    show(cloth);
    for (int32_t i = 0; i < cloth_particle_count(cloth->state); i++) {
        cloth_pose_apply(&cloth->frame_last, &cloth->shown[3 * i], &position[3 * i]);
    }
    return CLOTH_OK;
}

ClothStatus cloth_world_poses(ClothWorld *world, ClothId id, ClothPose *pose, ClothPose *local,
                              ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    show(cloth);
    cloth_reconstruct(&cloth->skeleton, cloth->animated, cloth->turn, cloth->shown, pose, local);
    for (int32_t i = 0; i < cloth_particle_count(cloth->state); i++) {
        pose[i] = cloth_pose_compose(&cloth->frame_last, &pose[i]);
    }
    return CLOTH_OK;
}
