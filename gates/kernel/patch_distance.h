/*
 * patch_distance.h: distances over the patches of scenes/patches.h, and how they compare with the
 * truth, for the gates of geodesic distances.
 */
#ifndef GATES_KERNEL_PATCH_DISTANCE_H
#define GATES_KERNEL_PATCH_DISTANCE_H

#include <stdint.h>

#include "graph/geodesic.h"
#include "scenes/patches.h"

/* Particles along a patch's side, and the most that any patch has. */
enum { PATCH_SIDE = 24, PATCH_MOST = PATCH_SIDE * PATCH_SIDE + 1 };

/* What rounding may do to a sum of as many lengths: measured 2e-14. */
#define PATCH_ROUNDING 1e-12

/* The patch of that name. Ends the test case when it cannot be had, as the next does. */
ClothGraph patch_make(const char *word);

/* cloth_geodesic(). */
void patch_measure(const ClothPatch *patch, const int32_t *source, int32_t count, double *distance,
                   int32_t *nearest);

/* The largest of distance / truth - 1 over the particles whose truth is above 0, of distance - truth
 * over the others, and the smallest; NaN in both as soon as one of them is. */
typedef struct PatchShare {
    double high;
    double low;
} PatchShare;

PatchShare patch_compare(const double *distance, const double *truth, int32_t count);

/* Holds NAME_too_long to high_max, and NAME_too_short to what rounding may do. */
void patch_judge(const char *name, PatchShare share, double high_max);

#endif
