/*
 * gate_colouring: no row has two particles of one colour, few colours are needed, and the same rows
 * always get the same ones (V31, C13).
 *
 * Mechanism: the greedy pass of cloth_colouring_build(), in natural order. Scene: 7 x 7 sheets
 * whose minima are known by exhaustive search, a chain, and a 64 x 64 sheet. Limit: the minimum
 * plus 3; what greedy in natural order gives is pinned besides. Off arm: a colouring with one
 * particle recoloured like a neighbour, which cloth_colouring_check() must find.
 */
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "graph/colouring.h"
#include "graph/graph.h"
#include "graph/stencil.h"

enum { SIDE = 7 };

static ClothGraph make_grid(int32_t side, ClothGridCut cut, int32_t bend) {
    const ClothGridShape shape = {.columns = side,
                                  .rows = side,
                                  .spacing_m = 1.0,
                                  .mass_kg = 1.0,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = cut,
                                  .bend = bend};
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_grid(&shape, &graph, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return graph;
}

/* Calls `add` for the first, middle and last particle of every straight run of three on the sheet.
 */
static void visit_threes(ClothGraph *graph, void (*add)(ClothGraph *, const int32_t[3])) {
    for (int32_t r = 0; r < SIDE; r++) {
        for (int32_t c = 0; c < SIDE; c++) {
            const int32_t i = r * SIDE + c;
            if (c + 2 < SIDE) {
                add(graph, (const int32_t[]){i, i + 1, i + 2});
            }
            if (r + 2 < SIDE) {
                add(graph, (const int32_t[]){i, i + SIDE, i + 2 * SIDE});
            }
        }
    }
}

static void add_skip(ClothGraph *graph, const int32_t three[3]) {
    graph->skip[2 * graph->skip_count] = three[0];
    graph->skip[2 * graph->skip_count + 1] = three[2];
    graph->skip_count++;
}

static void add_stencil(ClothGraph *graph, const int32_t three[3]) {
    ck_assert(cloth_stencil_chain(graph->position, three,
                                  &graph->stencil[graph->stencil_count++]) == CLOTH_FAULT_NONE);
}

/* Gives a sheet room for its threes, and adds them. */
static void add_skips(ClothGraph *graph) {
    graph->skip = calloc(2 * SIDE * SIDE, 2 * sizeof *graph->skip);
    ck_assert(graph->skip != NULL);
    visit_threes(graph, add_skip);
}

static void add_stencils(ClothGraph *graph) {
    graph->stencil = calloc(2 * SIDE * SIDE, sizeof *graph->stencil);
    ck_assert(graph->stencil != NULL);
    visit_threes(graph, add_stencil);
}

/* Colours the graph twice: valid, the same both times, at most minimum + 3, greedy's own count as
 * pinned. Frees the graph. */
static void judge(const char *name, ClothGraph *graph, int32_t minimum, int32_t greedy) {
    ClothRowList rows;
    ClothColouring first;
    ClothColouring again;
    ClothError error = {0};
    ck_assert(cloth_graph_check(graph, &error) == CLOTH_OK);
    ck_assert(cloth_row_list_build(graph, &rows, &error) == CLOTH_OK);
    ck_assert(cloth_colouring_build(graph->particle_count, rows.row_count, rows.offset,
                                    rows.particle, &first, &error) == CLOTH_OK);
    ck_assert(cloth_colouring_build(graph->particle_count, rows.row_count, rows.offset,
                                    rows.particle, &again, &error) == CLOTH_OK);
    gate_equal(name, cloth_colouring_check(&first, rows.row_count, rows.offset, rows.particle), -1,
               "first_bad_row");
    gate_equal(
        name,
        memcmp(first.colour, again.colour, (size_t)graph->particle_count * sizeof *first.colour), 0,
        "memcmp");
    gate_at_most(name, first.colour_count, minimum + 3, "colours");
    gate_equal(name, first.colour_count, greedy, "greedy_colours");
    cloth_colouring_free(&first);
    cloth_colouring_free(&again);
    cloth_row_list_free(&rows);
    cloth_graph_free(graph);
}

START_TEST(sheets_need_few_colours) {
    ClothGraph graph = make_grid(SIDE, CLOTH_GRID_EDGES, 0);
    judge("edges", &graph, 2, 2);
    graph = make_grid(SIDE, CLOTH_GRID_ONE_DIAGONAL, 0);
    judge("one_diagonal", &graph, 3, 4);
    graph = make_grid(SIDE, CLOTH_GRID_BOTH, 0);
    judge("both_diagonals", &graph, 4, 4);
    graph = make_grid(SIDE, CLOTH_GRID_ONE_DIAGONAL, 1);
    judge("one_diagonal_hinges", &graph, 4, 4);
    graph = make_grid(64, CLOTH_GRID_ONE_DIAGONAL, 1);
    judge("sheet_64", &graph, 4, 4);
}
END_TEST

START_TEST(long_rows_need_few_colours) {
    ClothGraph graph = make_grid(SIDE, CLOTH_GRID_EDGES, 0);
    add_skips(&graph);
    judge("two_apart", &graph, 3, 4);
    graph = make_grid(SIDE, CLOTH_GRID_EDGES, 0);
    add_stencils(&graph);
    judge("three_node_bends", &graph, 3, 4);
    graph = make_grid(SIDE, CLOTH_GRID_BOTH, 0);
    add_stencils(&graph);
    judge("both_diagonals_bends", &graph, 5, 7);
}
END_TEST

START_TEST(chains_need_three_colours) {
    const ClothChainShape shape = {.links = 20,
                                   .strands = 3,
                                   .spacing_m = 0.05,
                                   .mass_kg = 5e-4,
                                   .direction = {0.0, -1.0, 0.0},
                                   .strand_offset = {0.1, 0.0, 0.0},
                                   .bend = CLOTH_CHAIN_STENCIL};
    ClothGraph graph;
    ClothError error = {0};
    ck_assert(cloth_graph_chain(&shape, &graph, &error) == CLOTH_OK);
    judge("chain_bends", &graph, 3, 3);
}
END_TEST

START_TEST(bad_colourings_are_found) {
    ClothGraph graph = make_grid(SIDE, CLOTH_GRID_ONE_DIAGONAL, 1);
    ClothRowList rows;
    ClothColouring colouring;
    ClothError error = {0};
    ck_assert(cloth_row_list_build(&graph, &rows, &error) == CLOTH_OK);
    ck_assert(cloth_colouring_build(graph.particle_count, rows.row_count, rows.offset,
                                    rows.particle, &colouring, &error) == CLOTH_OK);
    /* The last stencil's first particle takes the colour of its second. */
    const int32_t last = rows.row_count - 1;
    const int32_t *particle = &rows.particle[rows.offset[last]];
    const int32_t own = colouring.colour[particle[0]];
    colouring.colour[particle[0]] = colouring.colour[particle[1]];
    gate_at_least("recoloured",
                  cloth_colouring_check(&colouring, rows.row_count, rows.offset, rows.particle), 0,
                  "first_bad_row");
    colouring.colour[particle[0]] = colouring.colour_count;
    gate_at_least("colour_out_of_range",
                  cloth_colouring_check(&colouring, rows.row_count, rows.offset, rows.particle), 0,
                  "first_bad_row");
    colouring.colour[particle[0]] = own;
    gate_equal("restored",
               cloth_colouring_check(&colouring, rows.row_count, rows.offset, rows.particle), -1,
               "first_bad_row");
    cloth_colouring_free(&colouring);
    cloth_row_list_free(&rows);
    cloth_graph_free(&graph);
}
END_TEST

/* A row list that cannot be coloured is refused with the row's number. */
static void expect_refusal(const char *name, int32_t row_count, const int32_t *offset,
                           const int32_t *particle, const char *part) {
    ClothColouring colouring;
    ClothError error = {0};
    gate_equal(name, cloth_colouring_build(4, row_count, offset, particle, &colouring, &error),
               CLOTH_BAD_TOPOLOGY, "status");
    gate_says(name, error.message, part);
    gate_equal(name, colouring.colour != NULL, 0, "left_behind");
}

START_TEST(bad_rows_are_named) {
    const int32_t offset[] = {0, 2, 4};
    expect_refusal("row_index", 2, offset, (const int32_t[]){0, 1, 2, 4}, "row 1 names particle 4");
    expect_refusal("row_negative", 2, offset, (const int32_t[]){0, -1, 2, 3},
                   "row 0 names particle -1");
    expect_refusal("row_twice", 2, offset, (const int32_t[]){0, 1, 2, 2},
                   "row 1 names a particle twice");
    expect_refusal("row_offsets", 2, (const int32_t[]){0, 3, 2}, (const int32_t[]){0, 1, 2, 3},
                   "row 1 starts at 3 and ends at 2");
}
END_TEST

START_TEST(particles_without_rows_have_a_colour) {
    ClothColouring colouring;
    ClothError error = {0};
    const int32_t offset[1] = {0};
    ck_assert(cloth_colouring_build(5, 0, offset, NULL, &colouring, &error) == CLOTH_OK);
    gate_equal("no_rows", colouring.colour_count, 1, "colours");
    cloth_colouring_free(&colouring);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("colouring");
    gate_add(suite, "sheets_need_few_colours", sheets_need_few_colours, 20.0);
    gate_add(suite, "long_rows_need_few_colours", long_rows_need_few_colours, 20.0);
    gate_add(suite, "chains_need_three_colours", chains_need_three_colours, 20.0);
    gate_add(suite, "bad_colourings_are_found", bad_colourings_are_found, 20.0);
    gate_add(suite, "bad_rows_are_named", bad_rows_are_named, 20.0);
    gate_add(suite, "particles_without_rows_have_a_colour", particles_without_rows_have_a_colour,
             20.0);
    return gate_run(suite);
}
