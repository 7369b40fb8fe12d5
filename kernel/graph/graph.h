/*
 * graph.h: allocation and validation of a ClothGraph, and the argument checks its builders share.
 */
#ifndef CLOTH_GRAPH_GRAPH_H
#define CLOTH_GRAPH_GRAPH_H

#include <stdint.h>

#include "cloth.h"

struct ClothTopology; /* graph/topology.h */

/* How many of each thing a graph is to hold; int64_t: a builder may count before it checks. */
typedef struct ClothGraphSize {
    int64_t particles;
    int64_t edges;
    int64_t skips;
    int64_t stencils;
    int64_t triangles;
} ClothGraphSize;

/* The most edges, skips, stencils or triangles of one graph: three of each a particle, the densest
 * a flat sheet reaches, and as many again for what folds on itself. Offsets stay in int32_t. */
#define CLOTH_GRAPH_ITEMS_MAX (6 * (int64_t)CLOTH_PARTICLES_MAX)

/*
 * Allocates the arrays of a graph, zero-filled, and sets its counts.
 *   graph  out; zeroed on failure. An array of no entries is NULL.
 * CLOTH_BAD_ARGUMENT when a count is out of range, CLOTH_NO_MEMORY.
 */
ClothStatus cloth_graph_alloc(const ClothGraphSize *size, ClothGraph *graph, ClothError *error);

/*
 * Checks everything cloth_build() relies on: counts and arrays agree, every position is finite,
 * every mass finite and > 0, every index in range, no row names a particle twice, no edge or skip
 * has a rest length of 0, a stencil's unused places come last, its weights are finite and not all
 * 0, its rigidity scale is finite and >= 0. Names the first offender: CLOTH_BAD_ARGUMENT (counts,
 * arrays, numbers) or CLOTH_BAD_TOPOLOGY.
 */
ClothStatus cloth_graph_check(const ClothGraph *graph, ClothError *error);

/* Number of particles a stencil uses: the leading places whose particle is not -1. */
int32_t cloth_stencil_size(const ClothStencil *stencil);

/*
 * Allocates a graph with the topology's vertices and triangles, an edge row for every edge and,
 * when `bend` is not 0, a stencil for every edge that can carry a hinge. Masses are left at 0.
 *   graph  out; zeroed on failure. Allocates
 * CLOTH_BAD_ARGUMENT when a count is out of range, CLOTH_NO_MEMORY.
 */
ClothStatus cloth_graph_from_topology(const struct ClothTopology *topology, int32_t bend,
                                      ClothGraph *graph, ClothError *error);

/* Argument checks of the builders. Each writes "<name> is <value>; allowed: ..." and returns
 * CLOTH_BAD_ARGUMENT, or returns CLOTH_OK. NaN fails them all. */
ClothStatus cloth_check_positive(const char *name, double value, ClothError *error);
ClothStatus cloth_check_count(const char *name, int64_t value, int64_t min, int64_t max,
                              ClothError *error);
ClothStatus cloth_check_vector(const char *name, const double vector[3], ClothError *error);
ClothStatus cloth_check_direction(const char *name, const double vector[3], ClothError *error);

#endif
