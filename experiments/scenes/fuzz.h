/*
 * fuzz.h: random cloth that no author would make, for what must hold of any graph and any
 * parameters.
 */
#ifndef SCENES_FUZZ_H
#define SCENES_FUZZ_H

#include <stdint.h>

#include "cloth.h"
#include "scenes/scene.h"

/* What a fuzzed graph is: name, sentence. Taken in turn by the seed, so that any run of seeds as
 * long as the list meets all of them. */
#define FUZZ_FAMILY_LIST(X)                                                                        \
    X(FUZZ_RANDOM_GRAPH, "random edges, skips and stencils with random weights")                   \
    X(FUZZ_SHEET, "a sheet of any cut")                                                            \
    X(FUZZ_LINE, "a sheet of one column, or one particle")                                         \
    X(FUZZ_STRANDS, "strands with any bending")                                                    \
    X(FUZZ_TUBE, "a tube, loaded at rest")                                                         \
    X(FUZZ_STAR, "one particle joined to all others")

typedef enum FuzzFamily {
#define FUZZ_FAMILY_ENUM(name, text) name,
    FUZZ_FAMILY_LIST(FUZZ_FAMILY_ENUM)
#undef FUZZ_FAMILY_ENUM
        FUZZ_FAMILIES
} FuzzFamily;

typedef struct Fuzz {
    Scene scene;
    ClothStep step; /* avbd with default constants; the rest is random. Valid for cloth_step() */
    ClothMaterial material;
    FuzzFamily family;
    char text[360]; /* seed, family and parameters, to name a failure by */
} Fuzz;

/*
 * Draws a scene and a step from a seed. Ranges, log-uniform where they span decades:
 *   2 to 60 particles of 1e-9 to 1e6 kg (one mass or one each), spacings 1e-4 to 100 m;
 *   stiffness 0, hard, 1e-3 to 1e12 N/m, or 1e-6 to 1e6 m_eff/h^2; bend rows rigidities as well;
 *   steps of 1e-6 to 10 s, 1 to 4 substeps of 1 to 8 iterations, gravity 1e-2 to 1e4 m/s^2 any way;
 *   none, a tenth, half or all of the particles held;
 *   at rest, displaced by up to ten spacings, or all in one point; speeds 0, or 1e-3 to 1e3 m/s;
 *   half of them each tethered, on leashes of slack 0 to 1, with strain limits of 1e-4 to 10, under a
 *   drag of 1e-3 to 1e6 1/s, with holds that move by up to ten spacings in the first step; a quarter
 *   with speeds limited to 1e-3 to 1e3 m/s.
 * The same seed gives the same scene.
 *   fuzz  out, emptied on failure. Free its scene with scene_free()
 * Returns what building the scene returns.
 */
ClothStatus scene_fuzz(uint64_t seed, Fuzz *fuzz, ClothError *error);

#endif
