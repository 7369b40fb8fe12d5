/*
 * chain.h: a chain that hangs, falls or sticks out.
 */
#ifndef SCENES_CHAIN_H
#define SCENES_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "scenes/scene.h"

/* Particle 0 at the origin, particle `links` at the free end. */
typedef struct ChainShape {
    int32_t links;    /* >= 1 */
    double spacing_m; /* > 0 */
    double mass_kg;   /* > 0, of every particle */
    bool horizontal;  /* along +x; otherwise hanging along -y, exactly: x and z are 0 to the bit */
    int32_t held_count; /* the first so many particles: 0 falls free, 1 hangs, 2 is clamped */
    ClothChainBend bend;
} ChainShape;

/* 20 links of 0.05 m and 0.5 g, hanging from its first particle, without bending. */
ChainShape scene_chain_default(void);

/* scene: out, emptied on failure; free with scene_free(). */
ClothStatus scene_chain(const ChainShape *shape, const ClothMaterial *material, Scene *scene,
                        ClothError *error);

#endif
