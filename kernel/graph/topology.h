/*
 * topology.h: which edges a set of triangles has, which triangles meet at each of them, and whether
 * a hinge can stand there. Every refusal has a name.
 */
#ifndef CLOTH_GRAPH_TOPOLOGY_H
#define CLOTH_GRAPH_TOPOLOGY_H

#include <stdint.h>

#include "cloth.h"

/* Why a vertex, a triangle or an edge cannot be what was asked of it: name, sentence. The first
 * group is what cloth_edge_hinge() answers of an edge; a mesh may have boundary edges but none of
 * the rest. */
#define CLOTH_FAULT_LIST(X)                                                                        \
    X(CLOTH_FAULT_NONE, "no fault")                                                                \
    X(CLOTH_FAULT_WIRE, "the edge has no triangle")                                                \
    X(CLOTH_FAULT_BOUNDARY, "the edge has one triangle")                                           \
    X(CLOTH_FAULT_DOUBLED, "two triangles have the same three vertices")                           \
    X(CLOTH_FAULT_NON_MANIFOLD, "the edge has three or more triangles")                            \
    X(CLOTH_FAULT_WINDING, "both triangles run their shared edge the same way")                    \
    X(CLOTH_FAULT_NO_AREA, "the triangle has no area")                                             \
    X(CLOTH_FAULT_REPEATED_VERTEX, "the triangle names a vertex twice")                            \
    X(CLOTH_FAULT_INDEX, "the index is out of range")                                              \
    X(CLOTH_FAULT_NOT_FINITE, "the vertex is not finite")                                          \
    X(CLOTH_FAULT_UNUSED_VERTEX, "no triangle uses the vertex")

typedef enum ClothFault {
#define CLOTH_FAULT_ENUM(name, text) name,
    CLOTH_FAULT_LIST(CLOTH_FAULT_ENUM)
#undef CLOTH_FAULT_ENUM
} ClothFault;

/* The sentence of a fault; never NULL. */
const char *cloth_fault_text(ClothFault fault);

/* Edges in rising order of (lower vertex, higher vertex), so that the same triangles in any order
 * give the same rows. Keeps pointers to the caller's position and triangle arrays. */
typedef struct ClothTopology {
    int32_t vertex_count;
    int32_t triangle_count;
    int32_t edge_count;
    const double *position;  /* (vertex_count x 3) [m], the caller's */
    const int32_t *triangle; /* (triangle_count x 3), the caller's */
    int32_t *edge;           /* (edge_count x 2), lower vertex first */
    int32_t *side_offset;    /* (edge_count + 1), into side */
    int32_t *side; /* 3 * triangle + corner, once for each triangle at the edge, in rising order of
                      the opposite vertex: the side that starts at that corner */
} ClothTopology;

/*
 * Lists the edges of the triangles and of `wire`, which may name edges that triangles have as well.
 *   position  (vertex_count x 3) [m] in, kept
 *   triangle  (triangle_count x 3) in, kept; NULL when triangle_count is 0
 *   wire      (wire_count x 2) in, not kept; NULL when wire_count is 0
 *   topology  out, zeroed on failure. Allocates; free with cloth_topology_free().
 * CLOTH_BAD_TOPOLOGY names the first vertex that is not finite, index out of range, or triangle or
 * wire with a repeated vertex; CLOTH_NO_MEMORY.
 */
ClothStatus cloth_topology_build(const double *position, int32_t vertex_count,
                                 const int32_t *triangle, int32_t triangle_count,
                                 const int32_t *wire, int32_t wire_count, ClothTopology *topology,
                                 ClothError *error);

void cloth_topology_free(ClothTopology *topology); /* NULL and zeroed ones are legal */

/*
 * Asks for the hinge of one edge.
 *   stencil  out, filled on CLOTH_FAULT_NONE and otherwise unchanged; may be NULL.
 * Returns CLOTH_FAULT_NONE, WIRE, BOUNDARY, DOUBLED, NON_MANIFOLD, WINDING or NO_AREA.
 */
ClothFault cloth_edge_hinge(const ClothTopology *topology, int32_t edge, ClothStencil *stencil);

/*
 * Lists the edges of which cloth_edge_hinge() answers `fault`.
 *   edge   (capacity) out, edge numbers in rising order; may be NULL when capacity is 0
 * Returns how many there are in all, which may be more than capacity.
 */
int32_t cloth_topology_faults(const ClothTopology *topology, ClothFault fault, int32_t capacity,
                              int32_t *edge);

/* Refuses a mesh that has triangles without area, edges that are doubled, non-manifold or
 * inconsistently wound, or vertices that no triangle uses: CLOTH_BAD_TOPOLOGY, naming as many
 * offenders as fit and how many there are in all. */
ClothStatus cloth_topology_check(const ClothTopology *topology, ClothError *error);

/* Connected pieces of the vertices under the edges. Returns -1 when out of memory. Allocates and
 * frees. */
int32_t cloth_topology_components(const ClothTopology *topology);

#endif
