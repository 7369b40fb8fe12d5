/*
 * gate_builders: chains, sheets, tubes and meshes have the counts and places that they should, and
 * refuse arguments that make no cloth with one sentence naming the field.
 *
 * Mechanism: the argument checks of graph/builders.c and graph/mesh.c, and cloth_graph_check()
 * behind them. Each refusal changes one field of a shape that is accepted as it stands.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "graph/graph.h"

static ClothChainShape sound_chain(void) {
    return (ClothChainShape){.links = 20,
                             .strands = 2,
                             .spacing_m = 0.05,
                             .mass_kg = 5e-4,
                             .direction = {0.0, -3.0, 0.0},
                             .strand_offset = {0.1, 0.0, 0.0},
                             .bend = CLOTH_CHAIN_SKIPS};
}

static ClothGridShape sound_grid(void) {
    return (ClothGridShape){.columns = 32,
                            .rows = 32,
                            .spacing_m = 0.05,
                            .mass_kg = 5e-4,
                            .u = {1.0, 0.0, 0.0},
                            .v = {0.0, 0.0, 1.0},
                            .cut = CLOTH_GRID_ONE_DIAGONAL,
                            .bend = 1};
}

static ClothCylinderShape sound_cylinder(void) {
    return (ClothCylinderShape){
        .around = 12, .along = 5, .radius_m = 0.1, .spacing_m = 0.05, .mass_kg = 5e-4, .bend = 1};
}

/* A refusal: its status, its sentence, and nothing left behind. */
static void judge(const char *name, ClothStatus status, ClothGraph *graph, const ClothError *error,
                  const char *part) {
    gate_equal(name, status == CLOTH_BAD_ARGUMENT || status == CLOTH_BAD_TOPOLOGY, 1, "refused");
    gate_says(name, error->message, part);
    gate_equal(name, graph->particle_count + (graph->position != NULL), 0, "left_behind");
    cloth_graph_free(graph);
}

static void refuse_chain(const ClothChainShape *shape, const char *part) {
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_chain(shape, &graph, &error);
    judge("chain", status, &graph, &error, part);
}

static void refuse_grid(const ClothGridShape *shape, const char *part) {
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_grid(shape, &graph, &error);
    judge("grid", status, &graph, &error, part);
}

static void refuse_cylinder(const ClothCylinderShape *shape, const char *part) {
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_cylinder(shape, &graph, &error);
    judge("cylinder", status, &graph, &error, part);
}

/* Changes one field of a sound shape and expects the sentence. */
#define REFUSE(kind, field, value, part)                                                           \
    do {                                                                                           \
        Cloth##kind shape = SOUND_##kind;                                                          \
        shape.field = (value);                                                                     \
        REFUSE_##kind(&shape, part);                                                               \
    } while (0)
#define SOUND_ChainShape     sound_chain()
#define SOUND_GridShape      sound_grid()
#define SOUND_CylinderShape  sound_cylinder()
#define REFUSE_ChainShape    refuse_chain
#define REFUSE_GridShape     refuse_grid
#define REFUSE_CylinderShape refuse_cylinder

START_TEST(chain_refuses_by_name) {
    REFUSE(ChainShape, links, 0, "links is 0");
    REFUSE(ChainShape, links, CLOTH_PARTICLES_MAX, "particle_count is");
    REFUSE(ChainShape, strands, -1, "strands is -1");
    REFUSE(ChainShape, strands, CLOTH_PARTICLES_MAX, "particle_count is");
    REFUSE(ChainShape, spacing_m, NAN, "spacing_m is nan");
    REFUSE(ChainShape, spacing_m, 0.0, "spacing_m is 0");
    REFUSE(ChainShape, spacing_m, -0.05, "spacing_m is -0.05");
    REFUSE(ChainShape, spacing_m, INFINITY, "spacing_m is inf");
    REFUSE(ChainShape, mass_kg, 0.0, "mass_kg is 0");
    REFUSE(ChainShape, mass_kg, NAN, "mass_kg is nan");
    REFUSE(ChainShape, direction[1], 0.0, "direction is (0, 0, 0)");
    REFUSE(ChainShape, direction[0], NAN, "direction is (nan, -3, 0)");
    REFUSE(ChainShape, origin[2], INFINITY, "origin is (0, 0, inf)");
    REFUSE(ChainShape, origin[1], 1e30, "rest length of 0 m");
    REFUSE(ChainShape, strand_offset[2], NAN, "strand_offset is");
    REFUSE(ChainShape, bend, (ClothChainBend)7, "bend of a chain is 7");
}
END_TEST

START_TEST(grid_refuses_by_name) {
    REFUSE(GridShape, columns, 1, "columns is 1");
    REFUSE(GridShape, rows, -32, "rows is -32");
    REFUSE(GridShape, columns, CLOTH_PARTICLES_MAX, "columns times rows is");
    REFUSE(GridShape, columns, INT32_MAX, "columns is 2147483647");
    REFUSE(GridShape, spacing_m, NAN, "spacing_m is nan");
    REFUSE(GridShape, spacing_m, 1e308, "not finite");
    REFUSE(GridShape, mass_kg, -1.0, "mass_kg is -1");
    REFUSE(GridShape, u[0], 0.0, "u is (0, 0, 0)");
    REFUSE(GridShape, v[2], NAN, "v is (0, 0, nan)");
    REFUSE(GridShape, u[2], 1e9, "are parallel");
    REFUSE(GridShape, cut, (ClothGridCut)9, "cut is 9");
    REFUSE(GridShape, cut, CLOTH_GRID_EDGES, "bend is 1 on a grid of edges alone");
    REFUSE(GridShape, bend, 2, "bend is 2");
    REFUSE(GridShape, origin[0], NAN, "origin is (nan, 0, 0)");
}
END_TEST

START_TEST(cylinder_refuses_by_name) {
    REFUSE(CylinderShape, around, 2, "around is 2");
    REFUSE(CylinderShape, along, 1, "along is 1");
    REFUSE(CylinderShape, radius_m, 0.0, "radius_m is 0");
    REFUSE(CylinderShape, radius_m, 1e-12, "has no area");
    REFUSE(CylinderShape, spacing_m, NAN, "spacing_m is nan");
    REFUSE(CylinderShape, mass_kg, INFINITY, "mass_kg is inf");
    REFUSE(CylinderShape, bend, -1, "bend is -1");
}
END_TEST

START_TEST(mesh_refuses_by_name) {
    const double position[9] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0};
    const int32_t triangle[3] = {0, 1, 2};
    const ClothMeshShape sound = {.position = position,
                                  .vertex_count = 3,
                                  .triangle = triangle,
                                  .triangle_count = 1,
                                  .density_kg_m2 = 0.2};
    struct {
        ClothMeshShape shape;
        const char *part;
    } refusals[] = {{sound, "vertex_count is 2"},
                    {sound, "triangle_count is 0"},
                    {sound, "position of a mesh is NULL"},
                    {sound, "triangle of a mesh is NULL"},
                    {sound, "density_kg_m2"},
                    {sound, "mass_kg is nan"},
                    {sound, "mass_kg is -1"},
                    {sound, "bend is 3"}};
    refusals[0].shape.vertex_count = 2;
    refusals[1].shape.triangle_count = 0;
    refusals[2].shape.position = NULL;
    refusals[3].shape.triangle = NULL;
    refusals[4].shape.density_kg_m2 = 0.0;
    refusals[5].shape.mass_kg = NAN;
    refusals[6].shape.mass_kg = -1.0;
    refusals[7].shape.bend = 3;
    ClothGraph graph;
    ClothError error = {0};
    for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
        const ClothStatus status = cloth_graph_mesh(&refusals[k].shape, &graph, &error);
        judge("mesh", status, &graph, &error, refusals[k].part);
    }
    ck_assert(cloth_graph_mesh(&sound, &graph, &error) == CLOTH_OK);
    /* measured 0 */
    gate_at_most("mesh_mass", fabs(graph.mass[0] * 3.0 / 0.1 - 1.0), 1e-12, "1");
    cloth_graph_free(&graph);
}
END_TEST

START_TEST(chain_has_its_counts) {
    const ClothChainShape shape = sound_chain();
    ClothGraph graph;
    ClothError error = {0};
    ck_assert(cloth_graph_chain(&shape, &graph, &error) == CLOTH_OK);
    gate_equal("chain_particles", graph.particle_count, 42, "1");
    gate_equal("chain_edges", graph.edge_count, 40, "1");
    gate_equal("chain_skips", graph.skip_count, 38, "1");
    gate_equal("chain_stencils", graph.stencil_count, 0, "1");
    /* Exactly vertical: the scene of the warm start depends on it to the bit. */
    int32_t off_axis = 0;
    for (int32_t i = 0; i <= shape.links; i++) {
        off_axis += graph.position[3 * i] != 0.0 || graph.position[3 * i + 2] != 0.0;
    }
    gate_equal("chain_off_axis", off_axis, 0, "particles");
    /* measured 0 */
    gate_at_most("chain_end", fabs(graph.position[3 * 20 + 1] + 1.0), 1e-15, "m");
    cloth_graph_free(&graph);
}
END_TEST

/* Edges, triangles and hinges of a 32 x 32 sheet under each cut. */
START_TEST(grid_has_its_counts) {
    static const struct {
        const char *name;
        ClothGridCut cut;
        int32_t edges;
        int32_t triangles;
        int32_t hinges;
    } expected[] = {{"one_diagonal", CLOTH_GRID_ONE_DIAGONAL, 2945, 1922, 2821},
                    {"alternating", CLOTH_GRID_ALTERNATING, 2945, 1922, 2821},
                    {"both", CLOTH_GRID_BOTH, 3906, 1922, 2821},
                    {"edges", CLOTH_GRID_EDGES, 1984, 0, 0}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
        ClothGridShape shape = sound_grid();
        shape.cut = expected[k].cut;
        shape.bend = shape.cut != CLOTH_GRID_EDGES;
        ClothGraph graph;
        ClothError error = {0};
        ck_assert_msg(cloth_graph_grid(&shape, &graph, &error) == CLOTH_OK, "%s", error.message);
        gate_equal(expected[k].name, graph.edge_count, expected[k].edges, "edges");
        gate_equal(expected[k].name, graph.triangle_count, expected[k].triangles, "triangles");
        gate_equal(expected[k].name, graph.stencil_count, expected[k].hinges, "hinges");
        cloth_graph_free(&graph);
    }
}
END_TEST

START_TEST(cylinder_closes) {
    const ClothCylinderShape shape = sound_cylinder();
    ClothGraph graph;
    ClothError error = {0};
    ck_assert_msg(cloth_graph_cylinder(&shape, &graph, &error) == CLOTH_OK, "%s", error.message);
    gate_equal("cylinder_particles", graph.particle_count, 60, "1");
    gate_equal("cylinder_edges", graph.edge_count, 12 * 5 + 2 * 12 * 4, "1");
    /* Only the two rims have no hinge. */
    gate_equal("cylinder_hinges", graph.edge_count - graph.stencil_count, 24, "rim_edges");
    cloth_graph_free(&graph);
}
END_TEST

/* A graph filled by hand is checked as the builders' are. */
START_TEST(graphs_by_hand_are_checked) {
    const ClothChainShape shape = sound_chain();
    ClothGraph graph;
    ClothError error = {0};
    ck_assert(cloth_graph_chain(&shape, &graph, &error) == CLOTH_OK);
    ck_assert(cloth_graph_check(&graph, &error) == CLOTH_OK);
    graph.mass[7] = NAN;
    gate_equal("hand_mass", cloth_graph_check(&graph, &error), CLOTH_BAD_ARGUMENT, "status");
    gate_says("hand_mass", error.message, "mass of particle 7 is nan");
    graph.mass[7] = 1.0;
    graph.edge[3] = 42;
    gate_equal("hand_edge", cloth_graph_check(&graph, &error), CLOTH_BAD_TOPOLOGY, "status");
    gate_says("hand_edge", error.message, "edge 1 names particle 42");
    graph.edge[3] = 1;
    gate_equal("hand_self", cloth_graph_check(&graph, &error), CLOTH_BAD_TOPOLOGY, "status");
    gate_says("hand_self", error.message, "edge 1 names particle 1 twice");
    graph.edge[3] = 2;
    memcpy(&graph.position[6], &graph.position[3], 3 * sizeof *graph.position);
    gate_equal("hand_length", cloth_graph_check(&graph, &error), CLOTH_BAD_TOPOLOGY, "status");
    gate_says("hand_length", error.message, "edge 1, 1-2, has a rest length of 0 m");
    cloth_graph_free(&graph);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("builders");
    gate_add(suite, "chain_refuses_by_name", chain_refuses_by_name, 20.0);
    gate_add(suite, "grid_refuses_by_name", grid_refuses_by_name, 20.0);
    gate_add(suite, "cylinder_refuses_by_name", cylinder_refuses_by_name, 20.0);
    gate_add(suite, "mesh_refuses_by_name", mesh_refuses_by_name, 20.0);
    gate_add(suite, "chain_has_its_counts", chain_has_its_counts, 20.0);
    gate_add(suite, "grid_has_its_counts", grid_has_its_counts, 20.0);
    gate_add(suite, "cylinder_closes", cylinder_closes, 20.0);
    gate_add(suite, "graphs_by_hand_are_checked", graphs_by_hand_are_checked, 20.0);
    return gate_run(suite);
}
