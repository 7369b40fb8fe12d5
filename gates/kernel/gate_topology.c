/*
 * gate_topology: a hinge stands only where it can, and a mesh that cannot carry a cloth is refused
 * by name (P8, degenerate authoring).
 *
 * Mechanism: cloth_edge_hinge() and the checks of cloth_topology_build() and
 * cloth_topology_check(). Scene: the smallest mesh of each fault, beside one sound pair of
 * triangles that every case starts from (the other arm: without the fault it is accepted). Nothing
 * is measured; each answer is a name.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "graph/topology.h"

enum { VERTICES = 6, TRIANGLES_MAX = 4 };

/* Six vertices: a unit square 0 1 3 2, and two more above it. */
static const double square[3 * VERTICES] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0,
                                            1.0, 1.0, 0.0, 0.5, 0.5, 1.0, 0.5, 0.5, 2.0};

typedef struct Mesh {
    double position[3 * VERTICES];
    int32_t vertex_count;
    int32_t triangle[3 * TRIANGLES_MAX];
    int32_t triangle_count;
} Mesh;

/* Two triangles over the square, sharing the edge 1-2. */
static Mesh sound_mesh(void) {
    Mesh mesh = {.vertex_count = 4, .triangle = {0, 1, 2, 1, 3, 2}, .triangle_count = 2};
    memcpy(mesh.position, square, sizeof square);
    return mesh;
}

static ClothStatus build_mesh(const Mesh *mesh, ClothGraph *graph, ClothError *error) {
    const ClothMeshShape shape = {.position = mesh->position,
                                  .vertex_count = mesh->vertex_count,
                                  .triangle = mesh->triangle,
                                  .triangle_count = mesh->triangle_count,
                                  .mass_kg = 1e-3,
                                  .bend = 1};
    return cloth_graph_mesh(&shape, graph, error);
}

/* The mesh must be refused with a sentence that has `part`, and leave nothing behind. */
static void expect_refusal(const char *name, const Mesh *mesh, const char *part) {
    ClothGraph graph;
    ClothError error = {0};
    gate_equal(name, build_mesh(mesh, &graph, &error), CLOTH_BAD_TOPOLOGY, "status");
    gate_says(name, error.message, part);
    gate_equal(name, graph.particle_count + (graph.position != NULL), 0, "left_behind");
    cloth_graph_free(&graph);
}

/* What cloth_edge_hinge() answers of the edge (a, b). */
static ClothFault ask_edge(const Mesh *mesh, const int32_t *wire, int32_t wire_count, int32_t a,
                           int32_t b) {
    ClothTopology topology;
    ClothError error = {0};
    const ClothStatus status =
        cloth_topology_build(mesh->position, mesh->vertex_count, mesh->triangle,
                             mesh->triangle_count, wire, wire_count, &topology, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    ClothFault fault = CLOTH_FAULT_INDEX;
    for (int32_t e = 0; e < topology.edge_count; e++) {
        if (topology.edge[2 * e] == a && topology.edge[2 * e + 1] == b) {
            fault = cloth_edge_hinge(&topology, e, NULL);
        }
    }
    cloth_topology_free(&topology);
    return fault;
}

START_TEST(sound_pair_has_one_hinge) {
    const Mesh mesh = sound_mesh();
    ClothGraph graph;
    ClothError error = {0};
    gate_equal("sound_pair", build_mesh(&mesh, &graph, &error), CLOTH_OK, "status");
    gate_equal("sound_pair_edges", graph.edge_count, 5, "1");
    gate_equal("sound_pair_hinges", graph.stencil_count, 1, "1");
    gate_equal("sound_pair_edge", ask_edge(&mesh, NULL, 0, 1, 2), CLOTH_FAULT_NONE, "fault");
    cloth_graph_free(&graph);
}
END_TEST

START_TEST(wire_has_no_hinge) {
    const Mesh mesh = sound_mesh();
    const int32_t wire[2] = {3, 0};
    gate_equal("wire", ask_edge(&mesh, wire, 1, 0, 3), CLOTH_FAULT_WIRE, "fault");
    /* A wire along an edge that triangles have is that edge. */
    const int32_t shared[2] = {2, 1};
    gate_equal("wire_on_edge", ask_edge(&mesh, shared, 1, 1, 2), CLOTH_FAULT_NONE, "fault");
}
END_TEST

START_TEST(boundary_has_no_hinge) {
    const Mesh mesh = sound_mesh();
    gate_equal("boundary", ask_edge(&mesh, NULL, 0, 0, 1), CLOTH_FAULT_BOUNDARY, "fault");
}
END_TEST

START_TEST(non_manifold_edge_is_named) {
    Mesh mesh = sound_mesh();
    mesh.vertex_count = 5;
    mesh.triangle_count = 3;
    memcpy(&mesh.triangle[6], (int32_t[]){2, 1, 4}, 3 * sizeof(int32_t));
    gate_equal("non_manifold", ask_edge(&mesh, NULL, 0, 1, 2), CLOTH_FAULT_NON_MANIFOLD, "fault");
    expect_refusal("non_manifold", &mesh, cloth_fault_text(CLOTH_FAULT_NON_MANIFOLD));
    expect_refusal("non_manifold", &mesh, "1 edge ");
    expect_refusal("non_manifold", &mesh, " 1-2");
}
END_TEST

START_TEST(doubled_triangle_is_named) {
    Mesh mesh = sound_mesh();
    mesh.triangle_count = 3;
    memcpy(&mesh.triangle[6], (int32_t[]){2, 1, 0}, 3 * sizeof(int32_t));
    gate_equal("doubled", ask_edge(&mesh, NULL, 0, 0, 1), CLOTH_FAULT_DOUBLED, "fault");
    expect_refusal("doubled", &mesh, cloth_fault_text(CLOTH_FAULT_DOUBLED));
    expect_refusal("doubled", &mesh, "0-1 0-2 1-2");
}
END_TEST

START_TEST(inconsistent_winding_is_named) {
    Mesh mesh = sound_mesh();
    memcpy(&mesh.triangle[3], (int32_t[]){1, 2, 3}, 3 * sizeof(int32_t));
    gate_equal("winding", ask_edge(&mesh, NULL, 0, 1, 2), CLOTH_FAULT_WINDING, "fault");
    expect_refusal("winding", &mesh, cloth_fault_text(CLOTH_FAULT_WINDING));
}
END_TEST

START_TEST(triangle_without_area_is_named) {
    Mesh mesh = sound_mesh();
    /* Vertex 3 onto the line through 1 and 2, then as close to it as a sliver may be, and farther.
     */
    memcpy(&mesh.position[9], (double[]){0.5, 0.5, 0.0}, 3 * sizeof(double));
    gate_equal("no_area", ask_edge(&mesh, NULL, 0, 1, 2), CLOTH_FAULT_NO_AREA, "fault");
    expect_refusal("no_area", &mesh, cloth_fault_text(CLOTH_FAULT_NO_AREA));
    mesh.position[11] = 1e-7;
    expect_refusal("sliver", &mesh, cloth_fault_text(CLOTH_FAULT_NO_AREA));
    mesh.position[11] = 1e-3;
    gate_equal("thin", ask_edge(&mesh, NULL, 0, 1, 2), CLOTH_FAULT_NONE, "fault");
    /* A triangle alone has no edge to be refused for. */
    mesh.vertex_count = 3;
    mesh.triangle_count = 1;
    memcpy(&mesh.position[6], (double[]){0.5, 0.0, 0.0}, 3 * sizeof(double));
    expect_refusal("no_area_alone", &mesh, "triangle 0 (0, 1, 2) has an area of 0 m^2");
}
END_TEST

START_TEST(repeated_vertex_is_named) {
    Mesh mesh = sound_mesh();
    mesh.triangle[5] = 3;
    expect_refusal("repeated_vertex", &mesh, "triangle 1 names vertex 3 twice");
}
END_TEST

START_TEST(index_out_of_range_is_named) {
    Mesh mesh = sound_mesh();
    mesh.triangle[4] = 4;
    expect_refusal("index_high", &mesh, "triangle 1 names vertex 4");
    mesh.triangle[4] = -1;
    expect_refusal("index_low", &mesh, cloth_fault_text(CLOTH_FAULT_INDEX));
}
END_TEST

START_TEST(vertex_not_finite_is_named) {
    Mesh mesh = sound_mesh();
    mesh.position[7] = NAN;
    expect_refusal("nan_vertex", &mesh, cloth_fault_text(CLOTH_FAULT_NOT_FINITE));
    expect_refusal("nan_vertex", &mesh, "vertex 2 ");
    mesh.position[7] = -INFINITY;
    expect_refusal("infinite_vertex", &mesh, cloth_fault_text(CLOTH_FAULT_NOT_FINITE));
}
END_TEST

START_TEST(unused_vertex_is_named) {
    Mesh mesh = sound_mesh();
    mesh.vertex_count = 5;
    expect_refusal("unused_vertex", &mesh, cloth_fault_text(CLOTH_FAULT_UNUSED_VERTEX));
    expect_refusal("unused_vertex", &mesh, "vertex 4:");
}
END_TEST

/* Many offenders: as many as fit are named, and how many there are in all. */
START_TEST(many_offenders_are_counted) {
    enum { FINS = 200 };
    double *position = malloc(9 * FINS * 3 * sizeof *position);
    int32_t *triangle = malloc(9 * FINS * sizeof *triangle);
    ck_assert(position != NULL && triangle != NULL);
    /* Each fin: three triangles on one edge, apart from all others. */
    for (int32_t f = 0; f < FINS; f++) {
        const double fin[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1};
        const int32_t corner[9] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
        for (int32_t k = 0; k < 15; k++) {
            position[15 * f + k] = fin[k] + (k % 3 == 0 ? 3.0 * f : 0.0);
        }
        for (int32_t k = 0; k < 9; k++) {
            triangle[9 * f + k] = 5 * f + corner[k];
        }
    }
    const ClothMeshShape shape = {.position = position,
                                  .vertex_count = 5 * FINS,
                                  .triangle = triangle,
                                  .triangle_count = 3 * FINS,
                                  .mass_kg = 1.0};
    ClothGraph graph;
    ClothError error = {0};
    gate_equal("many", cloth_graph_mesh(&shape, &graph, &error), CLOTH_BAD_TOPOLOGY, "status");
    gate_says("many_counted", error.message, "200 edges refused");
    gate_says("many_first", error.message, " 0-1 5-6 ");
    gate_says("many_cut", error.message, " ...");
    cloth_graph_free(&graph);
    free(position);
    free(triangle);
}
END_TEST

/* Triangles in another order, and turned round within themselves, give the same rows. */
START_TEST(order_of_triangles_does_not_matter) {
    const Mesh mesh = sound_mesh();
    Mesh turned = mesh;
    memcpy(turned.triangle, (int32_t[]){2, 1, 3, 1, 2, 0}, 6 * sizeof(int32_t));
    ClothGraph a;
    ClothGraph b;
    ClothError error = {0};
    ck_assert(build_mesh(&mesh, &a, &error) == CLOTH_OK);
    ck_assert(build_mesh(&turned, &b, &error) == CLOTH_OK);
    gate_equal("order_edges", memcmp(a.edge, b.edge, 10 * sizeof *a.edge), 0, "memcmp");
    gate_equal("order_stencils", memcmp(a.stencil, b.stencil, sizeof *a.stencil), 0, "memcmp");
    cloth_graph_free(&a);
    cloth_graph_free(&b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("topology");
    gate_add(suite, "sound_pair_has_one_hinge", sound_pair_has_one_hinge, 10.0);
    gate_add(suite, "wire_has_no_hinge", wire_has_no_hinge, 10.0);
    gate_add(suite, "boundary_has_no_hinge", boundary_has_no_hinge, 10.0);
    gate_add(suite, "non_manifold_edge_is_named", non_manifold_edge_is_named, 10.0);
    gate_add(suite, "doubled_triangle_is_named", doubled_triangle_is_named, 10.0);
    gate_add(suite, "inconsistent_winding_is_named", inconsistent_winding_is_named, 10.0);
    gate_add(suite, "triangle_without_area_is_named", triangle_without_area_is_named, 10.0);
    gate_add(suite, "repeated_vertex_is_named", repeated_vertex_is_named, 10.0);
    gate_add(suite, "index_out_of_range_is_named", index_out_of_range_is_named, 10.0);
    gate_add(suite, "vertex_not_finite_is_named", vertex_not_finite_is_named, 10.0);
    gate_add(suite, "unused_vertex_is_named", unused_vertex_is_named, 10.0);
    gate_add(suite, "many_offenders_are_counted", many_offenders_are_counted, 10.0);
    gate_add(suite, "order_of_triangles_does_not_matter", order_of_triangles_does_not_matter, 10.0);
    return gate_run(suite);
}
