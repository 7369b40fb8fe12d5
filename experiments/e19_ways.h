/*
 * e19_ways.h: the ways of measuring along fabric that e19_geodesic compares.
 */
#ifndef E19_WAYS_H
#define E19_WAYS_H

#include "cloth.h"
#include "graph/geodesic.h"

/* Word, what it is. */
#define WAY_LIST(X)                                                                                \
    X(edges, "Dijkstra over the edges")                                                            \
    X(diagonals, "the same, with the unfolded diagonal across every edge")                         \
    X(marching, "fast marching on triangles, obtuse ones split (Kimmel and Sethian 1998)")         \
    X(shipped, "cloth_geodesic(): edge paths pulled straight across triangles")                    \
    X(windows, "exact windows (Chen and Han 1990, Xin and Wang 2009)")

/* Measures as cloth_geodesic() does, the way of that word. */
ClothStatus way_distance(const char *way, const ClothPatch *patch, const int32_t *source,
                         int32_t source_count, double *distance, ClothError *error);

#endif
