/*
 * scene.h: a cloth ready to step, and what it was made from. Experiments and gates share these
 * scenes.
 */
#ifndef SCENES_SCENE_H
#define SCENES_SCENE_H

#include <stdint.h>

#include "cloth.h"

typedef struct Scene {
    ClothGraph graph;
    ClothState *state;
    int32_t *held; /* (held_count) particles of infinite mass, in the graph's numbering */
    int32_t held_count;
} Scene;

/*
 * Builds scene->state from scene->graph and scene->held, which stay the scene's. For scenes that a
 * builder of this folder makes and an experiment then changes: edit the graph, and build again.
 *   scene  in/out; an earlier state is destroyed. Emptied on failure: a caller need not free it
 * Returns what cloth_build() returns.
 */
ClothStatus scene_build(Scene *scene, const ClothMaterial *material, ClothError *error);

void scene_free(Scene *scene); /* NULL and zeroed ones are legal */

#endif
