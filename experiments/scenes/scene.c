#include "scenes/scene.h"

#include <stdlib.h>

ClothStatus scene_build(Scene *scene, const ClothMaterial *material, ClothError *error) {
    cloth_destroy(scene->state);
    scene->state = NULL;
    const ClothStatus status =
        cloth_build(&scene->graph, material, scene->held, scene->held_count, &scene->state, error);
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

void scene_free(Scene *scene) {
    if (scene != NULL) {
        cloth_graph_free(&scene->graph);
        cloth_destroy(scene->state);
        free(scene->held);
        *scene = (Scene){0};
    }
}
