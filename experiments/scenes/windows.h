/*
 * windows.h: exact distances along a surface, what cloth_geodesic() is measured by.
 */
#ifndef SCENES_WINDOWS_H
#define SCENES_WINDOWS_H

#include "cloth.h"
#include "graph/geodesic.h"

/*
 * The shortest paths across the triangles and along the edges of a patch, as cloth_geodesic() takes
 * and returns them, but for `nearest`. Exact up to rounding, and to shadows of saddles narrower
 * than 1e-9 rad.
 */
ClothStatus scene_windows_distance(const ClothPatch *patch, const int32_t *source,
                                   int32_t source_count, double *distance, ClothError *error);

#endif
