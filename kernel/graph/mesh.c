/*
 * mesh.c: a graph from triangles, the one builder that meets other people's drawings.
 */
#include <stddef.h>

#include "graph/graph.h"
#include "graph/stencil.h"
#include "graph/topology.h"
#include "math/error.h"

static ClothStatus check_mass(const ClothMeshShape *shape, ClothError *error) {
    if (shape->mass_kg == 0.0) {
        return cloth_check_positive("density_kg_m2 (mass_kg being 0)", shape->density_kg_m2, error);
    }
    return cloth_check_positive("mass_kg", shape->mass_kg, error);
}

static ClothStatus check_shape(const ClothMeshShape *shape, ClothError *error) {
    ClothStatus status =
        cloth_check_count("vertex_count", shape->vertex_count, 3, CLOTH_PARTICLES_MAX, error);
    if (status == CLOTH_OK) {
        status = cloth_check_count("triangle_count", shape->triangle_count, 1,
                                   CLOTH_GRAPH_ITEMS_MAX, error);
    }
    if (status == CLOTH_OK && (shape->position == NULL || shape->triangle == NULL)) {
        status = cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s of a mesh is NULL; allowed: an array",
                            shape->position == NULL ? "position" : "triangle");
    }
    if (status == CLOTH_OK) {
        status = check_mass(shape, error);
    }
    return status == CLOTH_OK ? cloth_check_count("bend", shape->bend, 0, 1, error) : status;
}

static void fill_masses(const ClothMeshShape *shape, ClothGraph *graph) {
    if (shape->mass_kg > 0.0) {
        for (int32_t i = 0; i < graph->particle_count; i++) {
            graph->mass[i] = shape->mass_kg;
        }
        return;
    }
    for (int32_t t = 0; t < graph->triangle_count; t++) {
        const int32_t *corner = &graph->triangle[3 * (size_t)t];
        const double third =
            shape->density_kg_m2 * cloth_triangle_area(graph->position, corner) / 3.0;
        for (int k = 0; k < 3; k++) {
            graph->mass[corner[k]] += third;
        }
    }
}

ClothStatus cloth_graph_mesh(const ClothMeshShape *shape, ClothGraph *graph, ClothError *error) {
    *graph = (ClothGraph){0};
    ClothStatus status = check_shape(shape, error);
    if (status != CLOTH_OK) {
        return status;
    }
    ClothTopology topology;
    status = cloth_topology_build(shape->position, shape->vertex_count, shape->triangle,
                                  shape->triangle_count, NULL, 0, &topology, error);
    if (status == CLOTH_OK) {
        status = cloth_topology_check(&topology, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_graph_from_topology(&topology, shape->bend, graph, error);
    }
    if (status == CLOTH_OK) {
        fill_masses(shape, graph);
        status = cloth_graph_check(graph, error);
    }
    cloth_topology_free(&topology);
    if (status != CLOTH_OK) {
        cloth_graph_free(graph);
    }
    return status;
}
