/*
 * patches.h: sheets, tubes, hats and crumpled cloth at rest, along which distances are known.
 */
#ifndef SCENES_PATCHES_H
#define SCENES_PATCHES_H

#include <stdint.h>

#include "cloth.h"
#include "graph/geodesic.h"

/* Word, what it is. All have about side x side particles, SCENE_PATCH_SPACING_M apart. */
#define SCENE_PATCH_LIST(X)                                                                        \
    X(one_diagonal, "a flat sheet, its squares cut along one diagonal")                            \
    X(alternating, "a flat sheet, its squares cut along alternating diagonals")                    \
    X(irregular, "a flat sheet, its particles moved by a fifth of a square, cut at random")        \
    X(corner, "the same without a quarter: an L")                                                  \
    X(tube, "a closed tube")                                                                       \
    X(hat, "a cone whose faces sum to 216 degrees round the tip")                                  \
    X(cap, "a third of a sphere, irregular")                                                       \
    X(drape, "irregular cloth in smooth folds")                                                    \
    X(crumple, "irregular cloth, its particles up to two fifths of a square off its plane")

#define SCENE_PATCH_SPACING_M 0.05

/* What is measured from: one particle off the middle, the two ends of the first row, that row. */
#define SCENE_SOURCE_WORDS "one,corners,row"

/*
 * Builds the patch of that word. Particle row * side + column; a hat's tip comes last, and an L
 * leaves out what no triangle uses.
 *   side   >= 6
 *   seed   of whatever is irregular
 *   graph  out, zeroed on failure; free with cloth_graph_free()
 */
ClothStatus scene_patch(const char *word, int32_t side, uint64_t seed, ClothGraph *graph,
                        ClothError *error);

/* The graph as distances are measured along it; keeps pointers to it. */
ClothPatch scene_patch_view(const ClothGraph *graph);

/* Writes the sources of a word. source: (side) out. Returns how many there are. */
int32_t scene_patch_sources(const char *word, int32_t side, int32_t *source);

/* The distance between two particles of a patch by its closed form [m]; NaN when it has none. */
double scene_patch_distance(const char *word, int32_t side, const double a[3], const double b[3]);

#endif
