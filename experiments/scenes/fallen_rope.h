/*
 * fallen_rope.h: a rope that nobody holds, stood on a floor or laid over a cylinder.
 */
#ifndef SCENES_FALLEN_ROPE_H
#define SCENES_FALLEN_ROPE_H

#include "scenes/scene.h"

typedef struct FallenRopeShape {
    int32_t links;
    double spacing_m;
    double mass_kg;  /* of a particle */
    double lean;     /* how far each particle of a standing rope is to the side, over its height */
    double lift_m;   /* from the lowest particle to where it would touch */
    ClothPose scene; /* turns all of it, floor, rope and gravity; identity: upright */
    double
        cylinder_m; /* radius of a lying cylinder that it is laid over, along x; 0: it stands on a
                          floor. The cylinder's axis is z, through the origin */
    double overhang_m; /* how much longer one side hangs than the other */
    double friction;   /* of floor or cylinder, with the fabric's */
} FallenRopeShape;

/* 8 links of 0.1 m, 10 g a particle, standing exactly upright on a floor, friction 0.5. */
FallenRopeShape fallen_rope_default(void);

/*
 * Builds the rope as a bare state with its collider. `step` is given the scene's gravity.
 *   scene  out, emptied on failure; free with scene_free()
 */
ClothStatus fallen_rope(const FallenRopeShape *shape, const ClothFabric *fabric, ClothStep *step,
                        Scene *scene, ClothError *error);

/* How high its highest particle is above the floor, as it lies in its scene, less thickness [m]. */
double fallen_rope_height(const FallenRopeShape *shape, const ClothFabric *fabric,
                          const ClothState *state);

/* How far its particles are apart across the vertical, the most of any two [m]. */
double fallen_rope_spread(const FallenRopeShape *shape, const ClothState *state);

#endif
