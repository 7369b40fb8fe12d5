/*
 * colouring.h: particles into colours, so that no row has two particles of one colour and the
 * particles of a colour can be visited in any order, or at once, with the same result.
 */
#ifndef CLOTH_GRAPH_COLOURING_H
#define CLOTH_GRAPH_COLOURING_H

#include <stdint.h>

#include "cloth.h"

/* Every row that will be evaluated, as the particles it joins. */
typedef struct ClothRowList {
    int32_t row_count;
    int32_t *offset;   /* (row_count + 1), rising from 0 */
    int32_t *particle; /* (offset[row_count]) */
} ClothRowList;

typedef struct ClothColouring {
    int32_t particle_count;
    int32_t colour_count;
    int32_t *colour; /* (particle_count), 0 .. colour_count - 1 */
} ClothColouring;

/* The rows of a graph: its edges, skips and stencils, in that order. rows: out, zeroed on failure.
 * Allocates; the graph must have passed cloth_graph_check(). CLOTH_BAD_ARGUMENT when there are more
 * incidences than int32_t counts, CLOTH_NO_MEMORY. */
ClothStatus cloth_row_list_build(const ClothGraph *graph, ClothRowList *rows, ClothError *error);
void cloth_row_list_free(ClothRowList *rows); /* NULL and zeroed ones are legal */

/*
 * Greedy: particles in natural order, each the smallest colour free of those that share a row with
 * it. At most the largest number of row neighbours plus 1 colours; the same rows give the same
 * colours.
 *   row_offset    (row_count + 1) in, rising from 0
 *   row_particle  (row_offset[row_count]) in
 *   colouring     out, zeroed on failure. Allocates; free with cloth_colouring_free()
 * CLOTH_BAD_TOPOLOGY names a row with an index out of range or a particle twice; CLOTH_NO_MEMORY.
 */
ClothStatus cloth_colouring_build(int32_t particle_count, int32_t row_count,
                                  const int32_t *row_offset, const int32_t *row_particle,
                                  ClothColouring *colouring, ClothError *error);
void cloth_colouring_free(ClothColouring *colouring); /* NULL and zeroed ones are legal */

/* The first row that has two particles of one colour, or a particle whose colour is not in
 * 0 .. colour_count - 1; -1 when the colouring is valid. */
int32_t cloth_colouring_check(const ClothColouring *colouring, int32_t row_count,
                              const int32_t *row_offset, const int32_t *row_particle);

#endif
