#include "scenes/chain.h"

#include <stdlib.h>

#include "math/error.h"

ChainShape scene_chain_default(void) {
    return (ChainShape){
        .links = 20,
        .spacing_m = 0.05,
        .mass_kg = 0.5e-3,
        .held_count = 1,
        .bend = CLOTH_CHAIN_FREE,
    };
}

static ClothStatus hold_first(int32_t count, Scene *scene, ClothError *error) {
    if (count < 0 || count > scene->graph.particle_count) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "held_count is %d; allowed: 0 .. %d", count,
                          scene->graph.particle_count);
    }
    if (count == 0) {
        return CLOTH_OK;
    }
    scene->held = malloc((size_t)count * sizeof *scene->held);
    if (scene->held == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d held particles", count);
    }
    for (int32_t i = 0; i < count; i++) {
        scene->held[i] = i;
    }
    scene->held_count = count;
    return CLOTH_OK;
}

ClothStatus scene_chain(const ChainShape *shape, const ClothMaterial *material, Scene *scene,
                        ClothError *error) {
    *scene = (Scene){0};
    const ClothChainShape chain = {
        .links = shape->links,
        .strands = 1,
        .spacing_m = shape->spacing_m,
        .mass_kg = shape->mass_kg,
        .direction = {shape->horizontal ? 1.0 : 0.0, shape->horizontal ? 0.0 : -1.0, 0.0},
        .bend = shape->bend,
    };
    ClothStatus status = cloth_graph_chain(&chain, &scene->graph, error);
    if (status == CLOTH_OK) {
        status = hold_first(shape->held_count, scene, error);
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, material, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}
