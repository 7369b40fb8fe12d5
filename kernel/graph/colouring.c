/*
 * colouring.c: greedy colouring of the graph in which two particles conflict when a row joins them.
 *
 * The conflict graph is never written out: particle -> rows -> particles walks it with repeats, and
 * a repeat only stamps a colour twice. One pass costs the sum over rows of their squared length.
 */
#include "graph/colouring.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "math/error.h"

/* Rows of each particle, and the scratch of the greedy pass. */
typedef struct Incidence {
    int32_t *offset;  /* (particle_count + 1) */
    int32_t *row;     /* (row_offset[row_count]) */
    int32_t *stamped; /* (colours) the last particle that met this colour */
    int32_t colours;  /* more than any particle can need */
} Incidence;

/* malloc(0) may be NULL, which is no failure: never ask for it. */
static int32_t *zeroed(int64_t count) {
    return calloc(count > 0 ? (size_t)count : 1, sizeof(int32_t));
}

/* Rows of a graph. */

static int64_t count_incidences(const ClothGraph *graph) {
    int64_t count = 2 * ((int64_t)graph->edge_count + graph->skip_count);
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        count += cloth_stencil_size(&graph->stencil[s]);
    }
    return count;
}

static void add_row(ClothRowList *rows, const int32_t *particle, int32_t size) {
    const int32_t first = rows->offset[rows->row_count];
    memcpy(&rows->particle[first], particle, (size_t)size * sizeof *particle);
    rows->row_count++;
    rows->offset[rows->row_count] = first + size;
}

ClothStatus cloth_row_list_build(const ClothGraph *graph, ClothRowList *rows, ClothError *error) {
    *rows = (ClothRowList){0};
    const int64_t row_count = (int64_t)graph->edge_count + graph->skip_count + graph->stencil_count;
    const int64_t incidences = count_incidences(graph);
    if (incidences > INT32_MAX) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "the graph's rows name %lld particles; allowed: %d in all",
                          (long long)incidences, INT32_MAX);
    }
    rows->offset = zeroed(row_count + 1);
    rows->particle = zeroed(incidences);
    if (rows->offset == NULL || rows->particle == NULL) {
        cloth_row_list_free(rows);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %lld rows",
                          (long long)row_count);
    }
    for (int32_t e = 0; e < graph->edge_count; e++) {
        add_row(rows, &graph->edge[2 * (size_t)e], 2);
    }
    for (int32_t s = 0; s < graph->skip_count; s++) {
        add_row(rows, &graph->skip[2 * (size_t)s], 2);
    }
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        add_row(rows, graph->stencil[s].particle, cloth_stencil_size(&graph->stencil[s]));
    }
    return CLOTH_OK;
}

void cloth_row_list_free(ClothRowList *rows) {
    if (rows != NULL) {
        free(rows->offset);
        free(rows->particle);
        *rows = (ClothRowList){0};
    }
}

/* Colouring. */

static bool names_twice(const int32_t *particle, int32_t size) {
    for (int32_t a = 1; a < size; a++) {
        for (int32_t b = 0; b < a; b++) {
            if (particle[a] == particle[b]) {
                return true;
            }
        }
    }
    return false;
}

static ClothStatus check_rows(int32_t particle_count, int32_t row_count, const int32_t *row_offset,
                              const int32_t *row_particle, ClothError *error) {
    for (int32_t r = 0; r < row_count; r++) {
        const int32_t *particle = &row_particle[row_offset[r]];
        const int32_t size = row_offset[r + 1] - row_offset[r];
        if (row_offset[0] != 0 || size < 0) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "row %d starts at %d and ends at %d; allowed: offsets rising from 0",
                              r, row_offset[r], row_offset[r + 1]);
        }
        for (int32_t k = 0; k < size; k++) {
            if (particle[k] < 0 || particle[k] >= particle_count) {
                return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                                  "row %d names particle %d; allowed: 0 .. %d", r, particle[k],
                                  particle_count - 1);
            }
        }
        if (names_twice(particle, size)) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "row %d names a particle twice; allowed: different particles", r);
        }
    }
    return CLOTH_OK;
}

static void incidence_free(Incidence *incidence) {
    free(incidence->offset);
    free(incidence->row);
    free(incidence->stamped);
}

/* Counts each particle's rows into offset, and returns the largest number of colours one can need:
 * its neighbours, repeats counted, plus 1, and never more than there are particles. */
static int32_t count_rows(int32_t particle_count, int32_t row_count, const int32_t *row_offset,
                          const int32_t *row_particle, int32_t *offset, int32_t *neighbours) {
    int32_t most = 0;
    for (int32_t r = 0; r < row_count; r++) {
        const int32_t others = row_offset[r + 1] - row_offset[r] - 1;
        for (int32_t k = row_offset[r]; k < row_offset[r + 1]; k++) {
            const int32_t i = row_particle[k];
            offset[i]++;
            const int32_t room = particle_count - 1 - neighbours[i];
            neighbours[i] += others < room ? others : room;
            most = neighbours[i] > most ? neighbours[i] : most;
        }
    }
    return most + 1;
}

/* Turns row -> particles into particle -> rows. False when out of memory. */
static bool incidence_build(int32_t particle_count, int32_t row_count, const int32_t *row_offset,
                            const int32_t *row_particle, Incidence *incidence) {
    *incidence = (Incidence){.offset = zeroed((int64_t)particle_count + 1),
                             .row = zeroed(row_count > 0 ? row_offset[row_count] : 0)};
    int32_t *neighbours = zeroed(particle_count);
    bool whole = incidence->offset != NULL && incidence->row != NULL && neighbours != NULL;
    if (whole) {
        incidence->colours = count_rows(particle_count, row_count, row_offset, row_particle,
                                        incidence->offset, neighbours);
        incidence->stamped = zeroed(incidence->colours);
        whole = incidence->stamped != NULL;
    }
    free(neighbours);
    if (!whole) {
        return false;
    }
    /* Ends first, then filled from the back, so that each end becomes its particle's start. */
    for (int32_t i = 0; i < particle_count; i++) {
        incidence->offset[i + 1] += incidence->offset[i];
    }
    for (int32_t r = row_count - 1; r >= 0; r--) {
        for (int32_t k = row_offset[r]; k < row_offset[r + 1]; k++) {
            incidence->row[--incidence->offset[row_particle[k]]] = r;
        }
    }
    return true;
}

/* The smallest colour that no earlier particle sharing a row with this one has. Stamps are particle
 * numbers plus 1, so that nothing is cleared between particles. */
static int32_t free_colour(int32_t particle, const Incidence *incidence, const int32_t *row_offset,
                           const int32_t *row_particle, const int32_t *colour) {
    for (int32_t k = incidence->offset[particle]; k < incidence->offset[particle + 1]; k++) {
        const int32_t row = incidence->row[k];
        for (int32_t p = row_offset[row]; p < row_offset[row + 1]; p++) {
            if (row_particle[p] < particle) {
                incidence->stamped[colour[row_particle[p]]] = particle + 1;
            }
        }
    }
    int32_t smallest = 0;
    while (incidence->stamped[smallest] == particle + 1) {
        smallest++;
    }
    return smallest;
}

ClothStatus cloth_colouring_build(int32_t particle_count, int32_t row_count,
                                  const int32_t *row_offset, const int32_t *row_particle,
                                  ClothColouring *colouring, ClothError *error) {
    *colouring = (ClothColouring){0};
    ClothStatus status =
        cloth_check_count("particle_count", particle_count, 1, CLOTH_PARTICLES_MAX, error);
    if (status == CLOTH_OK) {
        status = check_rows(particle_count, row_count, row_offset, row_particle, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }

    Incidence incidence;
    const bool whole =
        incidence_build(particle_count, row_count, row_offset, row_particle, &incidence);
    int32_t *colour = whole ? zeroed(particle_count) : NULL;
    if (colour != NULL) {
        *colouring = (ClothColouring){.particle_count = particle_count, .colour = colour};
        for (int32_t i = 0; i < particle_count; i++) {
            colour[i] = free_colour(i, &incidence, row_offset, row_particle, colour);
            if (colour[i] >= colouring->colour_count) {
                colouring->colour_count = colour[i] + 1;
            }
        }
    }
    incidence_free(&incidence);
    return colour != NULL
               ? CLOTH_OK
               : cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for the colours of %d particles",
                            particle_count);
}

void cloth_colouring_free(ClothColouring *colouring) {
    if (colouring != NULL) {
        free(colouring->colour);
        *colouring = (ClothColouring){0};
    }
}

int32_t cloth_colouring_check(const ClothColouring *colouring, int32_t row_count,
                              const int32_t *row_offset, const int32_t *row_particle) {
    for (int32_t r = 0; r < row_count; r++) {
        for (int32_t a = row_offset[r]; a < row_offset[r + 1]; a++) {
            const int32_t colour = colouring->colour[row_particle[a]];
            if (colour < 0 || colour >= colouring->colour_count) {
                return r;
            }
            for (int32_t b = row_offset[r]; b < a; b++) {
                if (colouring->colour[row_particle[b]] == colour) {
                    return r;
                }
            }
        }
    }
    return -1;
}
