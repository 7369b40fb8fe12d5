/*
 * landing.h: a sheet let fall on a solid that stands above a floor, or on the floor alone.
 *
 * Nothing holds the sheet: contacts and friction are all that brings it to rest. In a world, where it
 * may fall asleep, or as a bare state, which takes any solver.
 */
#ifndef SCENES_LANDING_H
#define SCENES_LANDING_H

#include "scenes/hung.h"
#include "scenes/scene.h"

typedef struct LandingShape {
    /* The sheet, level, its middle over the solid's centre; these do not count for a mesh, which gets
     * the area density mass_kg / spacing_m^2. */
    int32_t columns; /* >= 2 */
    int32_t rows;    /* >= 2 */
    double spacing_m;
    double mass_kg; /* of a particle */
    ClothGridCut cut;

    double offset_m[2]; /* of its middle from there, along x and z */
    double turn_rad;    /* about the vertical, so that it need not lie along the solid's sides */
    double drop_m;      /* from its lowest point to where it would touch */

    ClothShape solid; /* a half-space: the floor alone */
    ClothPose pose;   /* of the solid; the floor is y = 0 */
    double friction;  /* of solid and floor, each with the fabric's */
    double inflation_m;
} LandingShape;

enum { LANDING_COLLIDERS = 2 };

/* What a solid's kind is on the lab's stage: 0.3 to 0.7 m wide, its centre 0.4 m above the floor,
 * axes of capsules level, that of the cylinder upright, so that it is a table. Over it hangs a sheet
 * of 13 x 13 particles 0.08 m apart, 0.2 kg/m^2, 0.1 m above, friction 0.5. */
LandingShape landing_default(ClothShapeKind kind);

typedef struct Landing {
    Hung hung; /* its frame's origin is where the sheet's middle began */
    ClothId collider[LANDING_COLLIDERS];
    int32_t collider_count;
} Landing;

/*
 * Hangs sheet or garment over the solid, in a world.
 *   mesh     in, may be NULL; held only by what the user said it is held by, in its frame
 *   landing  out, emptied on failure; free with landing_free()
 * Refusals are those of hung_start(), of the mesh, and cloth_world_add_collider()'s.
 */
ClothStatus landing_start(const LandingShape *shape, const LabMesh *mesh, const ClothFabric *fabric,
                          Landing *landing, ClothError *error);

void landing_free(Landing *landing); /* NULL and zeroed ones are legal */

/* The same as a bare state with its colliders, in the world's coordinates. scene: out, emptied on
 * failure; free with scene_free(). */
ClothStatus landing_scene(const LandingShape *shape, const ClothFabric *fabric, Scene *scene,
                          ClothError *error);

#endif
