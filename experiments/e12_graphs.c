#include "e12_graphs.h"

#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "graph/stencil.h"
#include "math/error.h"
#include "math/rng.h"

/* Row sets. */

static ClothStatus grid(int32_t side, ClothGridCut cut, int32_t bend, ClothGraph *graph,
                        ClothError *error) {
    const ClothGridShape shape = {.columns = side,
                                  .rows = side,
                                  .spacing_m = 0.05,
                                  .mass_kg = 5e-4,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = cut,
                                  .bend = bend};
    return cloth_graph_grid(&shape, graph, error);
}

/* Adds what joins the particles of every straight run of three: a skip row between its ends, or a
 * stencil over all of it. */
static ClothStatus add_threes(int32_t side, bool stencils, ClothGraph *graph, ClothError *error) {
    const size_t most = 2 * (size_t)side * (size_t)side;
    graph->skip = stencils ? NULL : calloc(most, 2 * sizeof *graph->skip);
    graph->stencil = stencils ? calloc(most, sizeof *graph->stencil) : NULL;
    if (graph->skip == NULL && graph->stencil == NULL) {
        cloth_graph_free(graph);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d x %d particles", (int)side,
                          (int)side);
    }
    for (int32_t i = 0; i < side * side; i++) {
        for (int down = 0; down < 2; down++) {
            const int32_t pace = down ? side : 1;
            if ((down ? i / side : i % side) + 2 >= side) {
                continue;
            }
            const int32_t three[3] = {i, i + pace, i + 2 * pace};
            if (stencils) {
                (void)cloth_stencil_chain(graph->position, three,
                                          &graph->stencil[graph->stencil_count++]);
            } else {
                graph->skip[2 * graph->skip_count] = three[0];
                graph->skip[2 * graph->skip_count + 1] = three[2];
                graph->skip_count++;
            }
        }
    }
    return CLOTH_OK;
}

static ClothStatus with_threes(int32_t side, ClothGridCut cut, bool stencils, ClothGraph *graph,
                               ClothError *error) {
    const ClothStatus status = grid(side, cut, 0, graph, error);
    return status == CLOTH_OK ? add_threes(side, stencils, graph, error) : status;
}

/* A sheet whose every cell is cut along a random diagonal: 4 to 8 edges a particle, as garments
 * have. */
static ClothStatus random_sheet(int32_t side, uint64_t seed, ClothGraph *graph, ClothError *error) {
    ClothGraph flat;
    ClothStatus status = grid(side, CLOTH_GRID_ONE_DIAGONAL, 0, &flat, error);
    if (status != CLOTH_OK) {
        *graph = flat;
        return status;
    }
    Rng rng = {seed};
    for (int32_t cell = 0; 6 * cell < 3 * flat.triangle_count; cell++) {
        const int32_t a = cell / (side - 1) * side + cell % (side - 1);
        const int32_t b = a + 1;
        const int32_t c = a + side;
        const int32_t d = c + 1;
        const int32_t along[6] = {a, c, d, a, d, b};
        const int32_t across[6] = {a, c, b, b, c, d};
        memcpy(&flat.triangle[6 * cell], rng_range(&rng, 0.0, 1.0) < 0.5 ? along : across,
               sizeof along);
    }
    const ClothMeshShape shape = {.position = flat.position,
                                  .vertex_count = flat.particle_count,
                                  .triangle = flat.triangle,
                                  .triangle_count = flat.triangle_count,
                                  .mass_kg = 5e-4,
                                  .bend = 1};
    status = cloth_graph_mesh(&shape, graph, error);
    cloth_graph_free(&flat);
    return status;
}

static ClothStatus chain(int32_t particles, ClothGraph *graph, ClothError *error) {
    const ClothChainShape shape = {.links = particles - 1,
                                   .strands = 1,
                                   .spacing_m = 0.05,
                                   .mass_kg = 5e-4,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_STENCIL};
    return cloth_graph_chain(&shape, graph, error);
}

static ClothStatus tube(int32_t side, ClothGraph *graph, ClothError *error) {
    const ClothCylinderShape shape = {.around = side,
                                      .along = side,
                                      .radius_m = 0.1,
                                      .spacing_m = 0.05,
                                      .mass_kg = 5e-4,
                                      .bend = 1};
    return cloth_graph_cylinder(&shape, graph, error);
}

ClothStatus colour_graph(const char *rows, int32_t side, uint64_t seed, ClothGraph *graph,
                         ClothError *error) {
    if (strcmp(rows, "edges") == 0) {
        return grid(side, CLOTH_GRID_EDGES, 0, graph, error);
    }
    if (strcmp(rows, "one_diagonal") == 0) {
        return grid(side, CLOTH_GRID_ONE_DIAGONAL, 0, graph, error);
    }
    if (strcmp(rows, "both_diagonals") == 0) {
        return grid(side, CLOTH_GRID_BOTH, 0, graph, error);
    }
    if (strcmp(rows, "two_apart") == 0) {
        return with_threes(side, CLOTH_GRID_EDGES, false, graph, error);
    }
    if (strcmp(rows, "three_node_bends") == 0) {
        return with_threes(side, CLOTH_GRID_EDGES, true, graph, error);
    }
    if (strcmp(rows, "both_diagonals_bends") == 0) {
        return with_threes(side, CLOTH_GRID_BOTH, true, graph, error);
    }
    if (strcmp(rows, "one_diagonal_hinges") == 0) {
        return grid(side, CLOTH_GRID_ONE_DIAGONAL, 1, graph, error);
    }
    if (strcmp(rows, "alternating_hinges") == 0) {
        return grid(side, CLOTH_GRID_ALTERNATING, 1, graph, error);
    }
    if (strcmp(rows, "random_hinges") == 0) {
        return random_sheet(side, seed, graph, error);
    }
    return strcmp(rows, "chain_bends") == 0 ? chain(side * side, graph, error)
                                            : tube(side, graph, error);
}

int32_t colour_least_known(const char *rows) {
#define LEAST(word, least)                                                                         \
    if (strcmp(rows, #word) == 0) {                                                                \
        return least;                                                                              \
    }
    COLOUR_ROWS_LIST(LEAST)
#undef LEAST
    return 0;
}

/* Who shares a row with whom. */

static int rising(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a;
    const int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

bool colour_neighbours(int32_t particles, const ClothRowList *rows, ColourNeighbours *neighbours) {
    *neighbours = (ColourNeighbours){.count = particles};
    /* Ordered pairs as one number each: sorted, repeats lie side by side. */
    size_t pairs = 0;
    for (int32_t r = 0; r < rows->row_count; r++) {
        const size_t size = (size_t)(rows->offset[r + 1] - rows->offset[r]);
        pairs += size * (size - 1);
    }
    int64_t *pair = malloc((pairs + 1) * sizeof *pair);
    neighbours->offset = calloc((size_t)particles + 1, sizeof *neighbours->offset);
    neighbours->of = malloc((pairs + 1) * sizeof *neighbours->of);
    if (pair == NULL || neighbours->offset == NULL || neighbours->of == NULL) {
        free(pair);
        colour_neighbours_free(neighbours);
        return false;
    }
    size_t count = 0;
    for (int32_t r = 0; r < rows->row_count; r++) {
        for (int32_t a = rows->offset[r]; a < rows->offset[r + 1]; a++) {
            for (int32_t b = rows->offset[r]; b < rows->offset[r + 1]; b++) {
                if (a != b) {
                    pair[count++] = (int64_t)rows->particle[a] * particles + rows->particle[b];
                }
            }
        }
    }
    qsort(pair, count, sizeof *pair, rising);
    int32_t kept = 0;
    for (size_t p = 0; p < count; p++) {
        if (p == 0 || pair[p] != pair[p - 1]) {
            neighbours->of[kept++] = (int32_t)(pair[p] % particles);
            neighbours->offset[pair[p] / particles + 1] = kept;
        }
    }
    free(pair);
    for (int32_t i = 0; i < particles; i++) {
        if (neighbours->offset[i + 1] < neighbours->offset[i]) {
            neighbours->offset[i + 1] = neighbours->offset[i];
        }
        const int32_t degree = neighbours->offset[i + 1] - neighbours->offset[i];
        neighbours->most = degree > neighbours->most ? degree : neighbours->most;
    }
    return true;
}

void colour_neighbours_free(ColourNeighbours *neighbours) {
    free(neighbours->offset);
    free(neighbours->of);
    *neighbours = (ColourNeighbours){0};
}

/* The least number of colours. */

enum { COLOURS_MAX = 32 };

typedef struct Search {
    const ColourNeighbours *neighbours;
    int32_t *colour;   /* (particles), -1 while open */
    uint32_t *around;  /* (particles) bit c: a neighbour has colour c */
    int32_t *order;    /* (particles) the particle placed at each depth */
    uint32_t *untried; /* (particles) at each depth, the colours still to be tried */
} Search;

static int32_t bits(uint32_t word) {
    int32_t count = 0;
    for (; word != 0; word &= word - 1) {
        count++;
    }
    return count;
}

/* The open particle with most colours around it, of those the one with most neighbours. */
static int32_t most_saturated(const Search *search) {
    const int32_t *offset = search->neighbours->offset;
    int32_t best = -1;
    int64_t best_rank = -1;
    for (int32_t i = 0; i < search->neighbours->count; i++) {
        const int64_t rank =
            (int64_t)bits(search->around[i]) * (1 << 20) + offset[i + 1] - offset[i];
        if (search->colour[i] < 0 && rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}

/* Recomputes what is around the neighbours of a particle whose colour has changed. */
static void refresh(Search *search, int32_t i) {
    const ColourNeighbours *n = search->neighbours;
    for (int32_t k = n->offset[i]; k < n->offset[i + 1]; k++) {
        uint32_t around = 0;
        for (int32_t m = n->offset[n->of[k]]; m < n->offset[n->of[k] + 1]; m++) {
            const int32_t colour = search->colour[n->of[m]];
            around |= colour < 0 ? 0u : 1u << colour;
        }
        search->around[n->of[k]] = around;
    }
}

/* Colours below `limit` that a particle may take; of those nobody has yet, the first alone. */
static uint32_t allowed(const Search *search, int32_t i, int32_t used, int32_t limit) {
    const int32_t most = used + 1 < limit ? used + 1 : limit;
    return ((1u << most) - 1u) & ~search->around[i];
}

/* How many colours the first `depth` placements use. */
static int32_t used_by(const Search *search, int32_t depth) {
    int32_t used = 0;
    for (int32_t d = 0; d < depth; d++) {
        const int32_t colour = search->colour[search->order[d]] + 1;
        used = colour > used ? colour : used;
    }
    return used;
}

typedef enum Outcome { FOUND, IMPOSSIBLE, GAVE_UP } Outcome;

/* Whether `limit` colours are enough. */
static Outcome try_colours(Search *search, int32_t limit, int64_t *nodes) {
    const int32_t count = search->neighbours->count;
    for (int32_t i = 0; i < count; i++) {
        search->colour[i] = -1;
        search->around[i] = 0;
    }
    int32_t depth = 0;
    search->order[0] = most_saturated(search);
    search->untried[0] = allowed(search, search->order[0], 0, limit);
    while (depth >= 0 && depth < count) {
        const int32_t i = search->order[depth];
        if (search->colour[i] >= 0) { /* back from below: that colour led nowhere */
            search->colour[i] = -1;
            refresh(search, i);
        }
        if (search->untried[depth] == 0) {
            depth--;
            continue;
        }
        if (--*nodes < 0) {
            return GAVE_UP;
        }
        int32_t colour = 0;
        while ((search->untried[depth] >> colour & 1u) == 0) {
            colour++;
        }
        search->untried[depth] &= search->untried[depth] - 1;
        search->colour[i] = colour;
        refresh(search, i);
        depth++;
        if (depth < count) {
            search->order[depth] = most_saturated(search);
            search->untried[depth] =
                allowed(search, search->order[depth], used_by(search, depth), limit);
        }
    }
    return depth == count ? FOUND : IMPOSSIBLE;
}

bool colour_search(const ColourNeighbours *neighbours, int64_t nodes_most, int32_t *found) {
    const size_t count = (size_t)neighbours->count;
    Search search = {.neighbours = neighbours,
                     .colour = malloc(count * sizeof(int32_t)),
                     .around = malloc(count * sizeof(uint32_t)),
                     .order = malloc(count * sizeof(int32_t)),
                     .untried = malloc(count * sizeof(uint32_t))};
    *found = 0;
    bool least = false;
    if (search.colour != NULL && search.around != NULL && search.order != NULL &&
        search.untried != NULL) {
        int32_t limit =
            neighbours->most + 1 < COLOURS_MAX - 1 ? neighbours->most + 1 : COLOURS_MAX - 1;
        Outcome outcome = FOUND;
        while (outcome == FOUND && limit > 0) {
            int64_t nodes = nodes_most;
            outcome = try_colours(&search, limit, &nodes);
            if (outcome == FOUND) {
                *found = used_by(&search, neighbours->count);
                limit = *found - 1;
            }
        }
        least = outcome == IMPOSSIBLE;
    }
    free(search.colour);
    free(search.around);
    free(search.order);
    free(search.untried);
    return least;
}
