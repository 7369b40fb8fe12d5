/*
 * graph.c: a graph's memory, what makes one valid, and the argument checks of its builders.
 */
#include "graph/graph.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "graph/topology.h"
#include "math/error.h"
#include "math/vec3.h"

/* Arguments. */

ClothStatus cloth_check_positive(const char *name, double value, ClothError *error) {
    if (!(value > 0.0 && isfinite(value))) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s is %g; allowed: above 0 and finite", name,
                          value);
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_count(const char *name, int64_t value, int64_t min, int64_t max,
                              ClothError *error) {
    if (value < min || value > max) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s is %lld; allowed: %lld .. %lld", name,
                          (long long)value, (long long)min, (long long)max);
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_vector(const char *name, const double vector[3], ClothError *error) {
    if (!vec3_is_finite(vector)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s is (%g, %g, %g); allowed: finite numbers",
                          name, vector[0], vector[1], vector[2]);
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_direction(const char *name, const double vector[3], ClothError *error) {
    const double length = vec3_length(vector);
    if (!(length > 0.0 && isfinite(length))) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "%s is (%g, %g, %g); allowed: a finite length above 0", name, vector[0],
                          vector[1], vector[2]);
    }
    return CLOTH_OK;
}

/* Memory. */

static ClothStatus check_size(const ClothGraphSize *size, ClothError *error) {
    ClothStatus status =
        cloth_check_count("particle_count", size->particles, 1, CLOTH_PARTICLES_MAX, error);
    const struct {
        const char *name;
        int64_t count;
    } items[] = {{"edge_count", size->edges},
                 {"skip_count", size->skips},
                 {"stencil_count", size->stencils},
                 {"triangle_count", size->triangles}};
    for (size_t k = 0; status == CLOTH_OK && k < sizeof items / sizeof items[0]; k++) {
        status = cloth_check_count(items[k].name, items[k].count, 0, CLOTH_GRAPH_ITEMS_MAX, error);
    }
    return status;
}

/* NULL for no entries; clears *whole when there are some and no memory. */
static void *allocate(int64_t count, size_t size, bool *whole) {
    if (count == 0) {
        return NULL;
    }
    void *memory = calloc((size_t)count, size);
    *whole = *whole && memory != NULL;
    return memory;
}

ClothStatus cloth_graph_alloc(const ClothGraphSize *size, ClothGraph *graph, ClothError *error) {
    *graph = (ClothGraph){0};
    ClothStatus status = check_size(size, error);
    if (status != CLOTH_OK) {
        return status;
    }
    bool whole = true;
    *graph = (ClothGraph){
        .particle_count = (int32_t)size->particles,
        .edge_count = (int32_t)size->edges,
        .skip_count = (int32_t)size->skips,
        .stencil_count = (int32_t)size->stencils,
        .triangle_count = (int32_t)size->triangles,
        .position = allocate(size->particles, 3 * sizeof(double), &whole),
        .mass = allocate(size->particles, sizeof(double), &whole),
        .edge = allocate(size->edges, 2 * sizeof(int32_t), &whole),
        .skip = allocate(size->skips, 2 * sizeof(int32_t), &whole),
        .stencil = allocate(size->stencils, sizeof(ClothStencil), &whole),
        .triangle = allocate(size->triangles, 3 * sizeof(int32_t), &whole),
    };
    if (!whole) {
        cloth_graph_free(graph);
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a graph of %lld particles",
                            (long long)size->particles);
    }
    return status;
}

void cloth_graph_free(ClothGraph *graph) {
    if (graph != NULL) {
        free(graph->position);
        free(graph->mass);
        free(graph->edge);
        free(graph->skip);
        free(graph->stencil);
        free(graph->triangle);
        *graph = (ClothGraph){0};
    }
}

ClothStatus cloth_graph_from_topology(const ClothTopology *topology, int32_t bend,
                                      ClothGraph *graph, ClothError *error) {
    const int32_t hinges =
        bend != 0 ? cloth_topology_faults(topology, CLOTH_FAULT_NONE, 0, NULL) : 0;
    const ClothGraphSize size = {.particles = topology->vertex_count,
                                 .edges = topology->edge_count,
                                 .stencils = hinges,
                                 .triangles = topology->triangle_count};
    ClothStatus status = cloth_graph_alloc(&size, graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    memcpy(graph->position, topology->position, 3 * (size_t)size.particles * sizeof(double));
    if (size.edges > 0) {
        memcpy(graph->edge, topology->edge, 2 * (size_t)size.edges * sizeof(int32_t));
    }
    if (size.triangles > 0) {
        memcpy(graph->triangle, topology->triangle, 3 * (size_t)size.triangles * sizeof(int32_t));
    }
    int32_t filled = 0;
    for (int32_t e = 0; filled < hinges; e++) {
        filled += cloth_edge_hinge(topology, e, &graph->stencil[filled]) == CLOTH_FAULT_NONE;
    }
    return CLOTH_OK;
}

/* Validity. */

int32_t cloth_stencil_size(const ClothStencil *stencil) {
    int32_t size = 0;
    while (size < 4 && stencil->particle[size] != -1) {
        size++;
    }
    return size;
}

static ClothStatus check_arrays(const ClothGraph *graph, ClothError *error) {
    const struct {
        const char *name;
        int64_t count;
        const void *array;
    } items[] = {{"position", graph->particle_count, graph->position},
                 {"mass", graph->particle_count, graph->mass},
                 {"edge", graph->edge_count, graph->edge},
                 {"skip", graph->skip_count, graph->skip},
                 {"stencil", graph->stencil_count, graph->stencil},
                 {"triangle", graph->triangle_count, graph->triangle}};
    for (size_t k = 0; k < sizeof items / sizeof items[0]; k++) {
        if (items[k].count > 0 && items[k].array == NULL) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "%s is NULL for %lld entries; allowed: an array", items[k].name,
                              (long long)items[k].count);
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_particles(const ClothGraph *graph, ClothError *error) {
    for (int32_t i = 0; i < graph->particle_count; i++) {
        const double *x = &graph->position[3 * (size_t)i];
        if (!vec3_is_finite(x)) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "position of particle %d is (%g, %g, %g); allowed: finite numbers", i,
                              x[0], x[1], x[2]);
        }
        if (!(graph->mass[i] > 0.0 && isfinite(graph->mass[i]))) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "mass of particle %d is %g kg; allowed: above 0 and finite", i,
                              graph->mass[i]);
        }
    }
    return CLOTH_OK;
}

/* Whether every entry is a particle of the graph and none is there twice. */
static ClothStatus check_row_particles(const ClothGraph *graph, const char *what, int32_t number,
                                       const int32_t *particle, int32_t size, ClothError *error) {
    for (int32_t a = 0; a < size; a++) {
        if (particle[a] < 0 || particle[a] >= graph->particle_count) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "%s %d names particle %d; allowed: 0 .. %d", what, number,
                              particle[a], graph->particle_count - 1);
        }
        for (int32_t b = 0; b < a; b++) {
            if (particle[a] == particle[b]) {
                return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                                  "%s %d names particle %d twice; allowed: different particles",
                                  what, number, particle[a]);
            }
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_distances(const ClothGraph *graph, const char *what, const int32_t *pair,
                                   int32_t pair_count, ClothError *error) {
    for (int32_t e = 0; e < pair_count; e++) {
        const int32_t *end = &pair[2 * (size_t)e];
        ClothStatus status = check_row_particles(graph, what, e, end, 2, error);
        if (status != CLOTH_OK) {
            return status;
        }
        double along[3];
        vec3_subtract(&graph->position[3 * (size_t)end[1]], &graph->position[3 * (size_t)end[0]],
                      along);
        const double length = vec3_length(along);
        if (!(length > 0.0 && isfinite(length))) {
            return cloth_fail(
                error, CLOTH_BAD_TOPOLOGY,
                "%s %d, %d-%d, has a rest length of %g m; allowed: above 0 and finite", what, e,
                end[0], end[1], length);
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_stencil(const ClothGraph *graph, int32_t number, ClothError *error) {
    const ClothStencil *stencil = &graph->stencil[number];
    const int32_t size = cloth_stencil_size(stencil);
    ClothStatus status =
        check_row_particles(graph, "stencil", number, stencil->particle, size, error);
    for (int32_t k = size; status == CLOTH_OK && k < 4; k++) {
        if (stencil->particle[k] != -1) {
            status = cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                                "stencil %d names particle %d after an unused place; allowed: -1 "
                                "there",
                                number, stencil->particle[k]);
        }
    }
    if (status != CLOTH_OK) {
        return status;
    }
    double squares = 0.0;
    for (int32_t k = 0; k < size; k++) {
        squares += stencil->weight[k] * stencil->weight[k];
    }
    if (!(squares > 0.0 && isfinite(squares))) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "stencil %d has weights whose squares sum to %g; allowed: above 0 and "
                          "finite",
                          number, squares);
    }
    if (!(stencil->rigidity_scale >= 0.0 && isfinite(stencil->rigidity_scale))) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "rigidity_scale of stencil %d is %g; allowed: 0 or more, and finite",
                          number, stencil->rigidity_scale);
    }
    return CLOTH_OK;
}

static ClothStatus check_rows(const ClothGraph *graph, ClothError *error) {
    ClothStatus status = check_distances(graph, "edge", graph->edge, graph->edge_count, error);
    if (status == CLOTH_OK) {
        status = check_distances(graph, "skip", graph->skip, graph->skip_count, error);
    }
    for (int32_t s = 0; status == CLOTH_OK && s < graph->stencil_count; s++) {
        status = check_stencil(graph, s, error);
    }
    for (int32_t t = 0; status == CLOTH_OK && t < graph->triangle_count; t++) {
        status =
            check_row_particles(graph, "triangle", t, &graph->triangle[3 * (size_t)t], 3, error);
    }
    return status;
}

ClothStatus cloth_graph_check(const ClothGraph *graph, ClothError *error) {
    const ClothGraphSize size = {graph->particle_count, graph->edge_count, graph->skip_count,
                                 graph->stencil_count, graph->triangle_count};
    ClothStatus status = check_size(&size, error);
    if (status == CLOTH_OK) {
        status = check_arrays(graph, error);
    }
    if (status == CLOTH_OK) {
        status = check_particles(graph, error);
    }
    return status == CLOTH_OK ? check_rows(graph, error) : status;
}
