/*
 * gate_geodesic_odd: small graphs by hand, and graphs that are refused, for distances along the fabric.
 *
 * Pathology: a path through what is no surface, a piece that is reached from another, a hub that is
 * walked round for ever, a graph filled by hand that is read out of bounds. Mechanism: what
 * cloth_geodesic() takes for surface and what it checks. Scene: two squares, a chain and a stray link;
 * each change of them has a distance known by hand. How long distances come out on whole patches:
 * gate_geodesic.
 */
#include <math.h>
#include <string.h>

#include "gate.h"
#include "patch_distance.h"

/* Two squares of two triangles each, a chain of two links off the first, a link to nowhere. */
static const double odd_position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 2, 2, 0,
                                      5, 5, 0, 6, 5, 0, 5, 6, 0, 6, 6, 0, 9, 9, 9, 9, 9, 8};
static const int32_t odd_edge[] = {0, 1, 0, 2, 1, 3, 2, 3, 1, 2, 3, 4,  4,
                                   5, 6, 7, 6, 8, 7, 9, 8, 9, 7, 8, 10, 11};
static const int32_t odd_triangle[] = {0, 1, 2, 1, 3, 2, 6, 7, 8, 7, 9, 8};

enum { ODD = 12 };

static ClothPatch odd_patch(void) {
    return (ClothPatch){.particle_count = ODD,
                        .position = odd_position,
                        .edge_count = 13,
                        .edge = odd_edge,
                        .triangle_count = 4,
                        .triangle = odd_triangle};
}

START_TEST(chains_pieces_and_strays) {
    const ClothPatch patch = odd_patch();
    double distance[ODD];
    int32_t nearest[ODD];
    patch_measure(&patch, (const int32_t[]){0}, 1, distance, nearest);
    gate_at_most("diagonal", fabs(distance[3] - sqrt(2.0)), PATCH_ROUNDING, "m");
    gate_at_most("chain_end", fabs(distance[5] - (sqrt(2.0) + 2.0)), PATCH_ROUNDING, "m");
    gate_equal("chain_end", nearest[5], 0, "source");
    gate_equal("other_piece", isinf(distance[6]) && isinf(distance[9]), 1, "unreached");
    gate_equal("other_piece", nearest[6], -1, "source");
    gate_equal("stray", isinf(distance[11]), 1, "unreached");
    patch_measure(&patch, (const int32_t[]){5, 9}, 2, distance, nearest);
    gate_at_most("from_the_chain", fabs(distance[0] - (sqrt(2.0) + 2.0)), PATCH_ROUNDING, "m");
    gate_at_most("other_diagonal", fabs(distance[6] - sqrt(2.0)), PATCH_ROUNDING, "m");
    gate_equal("from_the_chain", nearest[0], 5, "source");
}
END_TEST

START_TEST(few_and_many_sources) {
    const ClothPatch patch = odd_patch();
    double distance[ODD];
    int32_t nearest[ODD];
    int32_t all[2 * ODD];
    patch_measure(&patch, NULL, 0, distance, nearest);
    int32_t wrong = 0;
    for (int32_t i = 0; i < ODD; i++) {
        wrong += isinf(distance[i]) && distance[i] > 0.0 && nearest[i] == -1 ? 0 : 1;
        all[i] = ODD - 1 - i;
        all[ODD + i] = i;
    }
    gate_equal("no_source", wrong, 0, "particles");
    patch_measure(&patch, all, 2 * ODD, distance, nearest);
    wrong = 0;
    for (int32_t i = 0; i < ODD; i++) {
        wrong += distance[i] == 0.0 && nearest[i] == i ? 0 : 1;
    }
    gate_equal("all_sources_twice", wrong, 0, "particles");
    const ClothPatch one = {.particle_count = 1};
    patch_measure(&one, (const int32_t[]){0}, 1, distance, nearest);
    gate_equal("one_particle", distance[0] == 0.0 && nearest[0] == 0, 1, "as_it_should");
    const ClothPatch none = {0};
    patch_measure(&none, NULL, 0, NULL, NULL);
}
END_TEST

/* The distance of particle 3 from particle 0 of the first odd square, after a change. */
static double across(const ClothPatch *patch) {
    double distance[ODD];
    patch_measure(patch, (const int32_t[]){0}, 1, distance, NULL);
    return distance[3];
}

START_TEST(only_whole_triangles_are_surface) {
    ClothPatch patch = odd_patch();
    /* Without the edge 1-2 nothing keeps the square from being drawn out. */
    static const int32_t open[] = {0, 1, 0, 2, 1, 3, 2, 3};
    patch.edge = open;
    patch.edge_count = 4;
    gate_at_most("side_missing", fabs(across(&patch) - 2.0), PATCH_ROUNDING, "m");
    static const int32_t frayed[] = {0, 2, 1, 3, 2, 3, 1, 2};
    patch.edge = frayed;
    gate_at_most("outer_side_missing", fabs(across(&patch) - 2.0), PATCH_ROUNDING, "m");
    /* Turned over, or with a third triangle at the edge, it is not crossed. */
    patch = odd_patch();
    static const int32_t turned[] = {0, 1, 2, 1, 2, 3};
    patch.triangle = turned;
    patch.triangle_count = 2;
    gate_at_most("turned_over", fabs(across(&patch) - 2.0), PATCH_ROUNDING, "m");
    static const int32_t third[] = {0, 1, 2, 1, 3, 2, 1, 9, 2};
    static const int32_t fin[] = {0, 1, 0, 2, 1, 3, 2, 3, 1, 2, 1, 9, 2, 9};
    patch.triangle = third;
    patch.triangle_count = 3;
    patch.edge = fin;
    patch.edge_count = 7;
    gate_at_most("third_triangle", fabs(across(&patch) - 2.0), PATCH_ROUNDING, "m");
    /* Lengths count, not positions: a square drawn in metres, woven in half metres. */
    static const double half[] = {0.5, 0.5, 0.5, 0.5, 0.70710678118654752, 0.5, 0.5, 0.5, 0.5,
                                  0.5, 0.5, 0.5, 0.5};
    patch = odd_patch();
    patch.length = half;
    gate_at_most("woven_smaller", fabs(across(&patch) - sqrt(0.5)), PATCH_ROUNDING, "m");
    /* Sides that cannot meet make no surface, and no harm. */
    static const double torn[] = {0.1, 0.1, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0};
    patch.length = torn;
    gate_at_most("sides_do_not_meet", fabs(across(&patch) - 1.1), PATCH_ROUNDING, "m");
}
END_TEST

/* A tip with `count` triangles, each a tenth of a radian, far more than once round. */
START_TEST(a_hub_of_many_triangles_is_no_trap) {
    enum { SPOKES = 4000 };
    static int32_t edge[4 * SPOKES];
    static int32_t triangle[3 * SPOKES];
    static double length[2 * SPOKES];
    static double distance[SPOKES + 1];
    for (int32_t k = 0; k < SPOKES; k++) {
        const int32_t next = (k + 1) % SPOKES;
        const int32_t ends[] = {SPOKES, k, k, next};
        const int32_t corners[] = {SPOKES, k, next};
        memcpy(&edge[4 * k], ends, sizeof ends);
        memcpy(&triangle[3 * k], corners, sizeof corners);
        length[2 * k] = 1.0;
        length[2 * k + 1] = 0.1;
    }
    const ClothPatch patch = {.particle_count = SPOKES + 1,
                              .edge_count = 2 * SPOKES,
                              .edge = edge,
                              .length = length,
                              .triangle_count = SPOKES,
                              .triangle = triangle};
    patch_measure(&patch, (const int32_t[]){0}, 1, distance, NULL);
    /* Straight across ten triangles; over the hub to the far side: measured 2.2e-16. */
    gate_at_most("near", fabs(distance[10] - 2.0 * sin(10.0 * asin(0.05))), 1e-5, "m");
    gate_at_most("far", fabs(distance[SPOKES / 2] - 2.0), PATCH_ROUNDING, "m");
}
END_TEST

/* Refusals. */

static void expect_refusal(const char *name, const ClothPatch *patch, int32_t source,
                           int32_t source_count, ClothStatus status, const char *part) {
    double distance[ODD] = {[3] = 42.0};
    int32_t nearest[ODD] = {[3] = 42};
    ClothError error = {0};
    gate_equal(name,
               cloth_geodesic(patch, source == -2 ? NULL : &source, source_count, distance, nearest,
                              &error),
               status, "status");
    gate_says(name, error.message, part);
    gate_equal(name, distance[3] == 42.0 && nearest[3] == 42, 1, "unchanged");
}

START_TEST(what_cannot_be_measured_is_named) {
    ClothPatch patch = odd_patch();
    expect_refusal("source_high", &patch, ODD, 1, CLOTH_BAD_ARGUMENT, "source 0 is particle 12");
    expect_refusal("source_negative", &patch, -1, 1, CLOTH_BAD_ARGUMENT, "source 0 is particle -1");
    expect_refusal("source_count", &patch, 0, -1, CLOTH_BAD_ARGUMENT, "source_count is -1");
    expect_refusal("source_missing", &patch, -2, 1, CLOTH_BAD_ARGUMENT, "source is NULL");
    patch.particle_count = 11;
    expect_refusal("edge_end", &patch, 0, 1, CLOTH_BAD_TOPOLOGY, "edge 12 names particle 11");
    patch = odd_patch();
    patch.particle_count = -1;
    expect_refusal("particle_count", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "particle_count is -1");
    patch = odd_patch();
    patch.edge = NULL;
    expect_refusal("edges_missing", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "edge_count is 13");
    patch = odd_patch();
    patch.triangle = NULL;
    expect_refusal("triangles_missing", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "triangle_count is 4");
    patch = odd_patch();
    patch.position = NULL;
    expect_refusal("no_measures", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "edge_count is 13");
    patch.length = (const double[]){1, 1, 1, NAN, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    expect_refusal("length_nan", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "length of edge 3 is");
    patch.length = (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1};
    expect_refusal("length_negative", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "length of edge 12 is -1");
    patch = odd_patch();
    double bent[sizeof odd_position / sizeof odd_position[0]];
    memcpy(bent, odd_position, sizeof bent);
    bent[7] = INFINITY;
    patch.position = bent;
    expect_refusal("position", &patch, 0, 1, CLOTH_BAD_ARGUMENT, "position of particle 2 is");
    patch = odd_patch();
    patch.triangle = (const int32_t[]){0, 1, 2, 1, 3, 1, 6, 7, 8, 7, 9, 8};
    expect_refusal("corner_twice", &patch, 0, 1, CLOTH_BAD_TOPOLOGY,
                   "triangle 1 names particle 1 twice");
    patch = odd_patch();
    patch.edge = (const int32_t[]){0, 1, 2, 2, 1, 3, 2, 3, 1, 2, 3, 4,  4,
                                   5, 6, 7, 6, 8, 7, 9, 8, 9, 7, 8, 10, 11};
    expect_refusal("end_twice", &patch, 0, 1, CLOTH_BAD_TOPOLOGY, "edge 1 names particle 2 twice");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("geodesic_odd");
    gate_add(suite, "chains_pieces_and_strays", chains_pieces_and_strays, 20.0);
    gate_add(suite, "few_and_many_sources", few_and_many_sources, 20.0);
    gate_add(suite, "only_whole_triangles_are_surface", only_whole_triangles_are_surface, 20.0);
    gate_add(suite, "a_hub_of_many_triangles_is_no_trap", a_hub_of_many_triangles_is_no_trap, 20.0);
    gate_add(suite, "what_cannot_be_measured_is_named", what_cannot_be_measured_is_named, 20.0);
    return gate_run(suite);
}
