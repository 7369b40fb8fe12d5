/*
 * e12_graphs.h: the row sets that e12_colouring colours, and the least number of colours they need.
 */
#ifndef E12_GRAPHS_H
#define E12_GRAPHS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "graph/colouring.h"

/* Word of the axis, and the least colours of it on 7 x 7 particles, or 0 where nobody has said. */
#define COLOUR_ROWS_LIST(X)                                                                        \
    X(edges, 2)                                                                                    \
    X(one_diagonal, 3)                                                                             \
    X(both_diagonals, 4)                                                                           \
    X(two_apart, 3)                                                                                \
    X(three_node_bends, 3)                                                                         \
    X(both_diagonals_bends, 5)                                                                     \
    X(one_diagonal_hinges, 4)                                                                      \
    X(chain_bends, 3)                                                                              \
    X(alternating_hinges, 0)                                                                       \
    X(random_hinges, 0)                                                                            \
    X(tube_hinges, 0)

/*
 * Builds the row set of that word for side x side particles (a chain: side^2).
 *   seed   of random_hinges, whose every cell is cut along a random diagonal
 *   graph  out, zeroed on failure
 */
ClothStatus colour_graph(const char *rows, int32_t side, uint64_t seed, ClothGraph *graph,
                         ClothError *error);

/* Least colours of that word on 7 x 7 particles; 0 where nobody has said. */
int32_t colour_least_known(const char *rows);

/* Which particles share a row with which. */
typedef struct ColourNeighbours {
    int32_t count;
    int32_t *offset; /* (count + 1) */
    int32_t *of;     /* neighbours of i: of[offset[i]] .. of[offset[i + 1] - 1], each once */
    int32_t most;    /* the largest number of them */
} ColourNeighbours;

/* neighbours: out, zeroed on failure (then false: out of memory). Allocates. */
bool colour_neighbours(int32_t particles, const ClothRowList *rows, ColourNeighbours *neighbours);
void colour_neighbours_free(ColourNeighbours *neighbours);

/*
 * Searches for the least number of colours: saturation order (the particle with most colours around
 * it first), backtracking below the best count found.
 *   nodes_most  how many placements may be tried
 *   found       out, the best count found
 * Returns whether the search ended, so that `found` is the least; false also when out of memory,
 * and then found is 0.
 */
bool colour_search(const ColourNeighbours *neighbours, int64_t nodes_most, int32_t *found);

#endif
