/*
 * gate_stencil: the quadratic hinge is blind to every planar image of its rest shape (V21), and so
 * costs nothing there and never turns singular.
 *
 * Mechanism: which cotangent goes to which particle, in cloth_stencil_hinge(). Scene: 10,000 random
 * flat hinges with random affine images in space; the off arm gives the two shared particles each
 * other's weights, which every symmetric hinge forgives and a random one does not. Measured with
 * these seeds: weights sum to 4.1e-16 of the largest, affine images leave 2.6e-15 of the largest
 * term (limits 1e-12), the off arm 3.6 (limit 0.1); a fold of a right angle gives at least 0.28 m, and
 * turned and shifted the same to 5.8e-15; an unfolding is the flat one to 6.0e-16, whole weights are
 * exact, a chain's scale to 2.2e-16 (limits 1e-12).
 */
#include <math.h>

#include "gate.h"
#include "graph/stencil.h"
#include "math/rng.h"
#include "math/vec3.h"
#include "scenes/extreme.h"

enum { HINGES = 10000 };

static const int32_t in_order[4] = {0, 1, 2, 3};

/* A flat hinge: edge along x, opposite vertices on either side, feet beyond the edge's ends
 * included. */
static void draw_flat_hinge(Rng *rng, double plane[4][2], double position[12]) {
    const double length = rng_range(rng, 0.2, 2.0);
    const double corner[4][2] = {{0.0, 0.0},
                                 {length, 0.0},
                                 {rng_range(rng, -1.0, 2.0), rng_range(rng, 0.1, 1.5)},
                                 {rng_range(rng, -1.0, 2.0), -rng_range(rng, 0.1, 1.5)}};
    for (int i = 0; i < 4; i++) {
        plane[i][0] = corner[i][0];
        plane[i][1] = corner[i][1];
        position[3 * i] = corner[i][0];
        position[3 * i + 1] = corner[i][1];
        position[3 * i + 2] = 0.0;
    }
}

/* |K x| of a random affine image of the plane, as a share of the largest term of the sum. */
static double affine_residual(Rng *rng, const ClothStencil *stencil, double plane[4][2]) {
    double worst = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double map[3];
        rng_vector(rng, 1.0, map);
        double sum = 0.0;
        double largest = 0.0;
        for (int i = 0; i < 4; i++) {
            const double term =
                stencil->weight[i] * (map[0] * plane[i][0] + map[1] * plane[i][1] + map[2]);
            sum += term;
            raise_to(&largest, fabs(term));
        }
        raise_to(&worst, fabs(sum) / largest);
    }
    return worst;
}

/* C of the stencil. */
static void evaluate(const ClothStencil *stencil, const double position[12], double c[3]) {
    c[0] = c[1] = c[2] = 0.0;
    for (int i = 0; i < 4; i++) {
        vec3_add_scaled(c, &position[3 * i], stencil->weight[i]);
    }
}

START_TEST(weights_sum_to_zero) {
    Rng rng = {21};
    double worst = 0.0;
    for (int h = 0; h < HINGES; h++) {
        double plane[4][2];
        double position[12];
        ClothStencil stencil;
        draw_flat_hinge(&rng, plane, position);
        ck_assert(cloth_stencil_hinge(position, in_order, &stencil) == CLOTH_FAULT_NONE);
        double sum = 0.0;
        double largest = 0.0;
        for (int i = 0; i < 4; i++) {
            sum += stencil.weight[i];
            raise_to(&largest, fabs(stencil.weight[i]));
        }
        raise_to(&worst, fabs(sum) / largest);
    }
    gate_at_most("stencil_sum", worst, 1e-12, "1");
}
END_TEST

START_TEST(affine_images_are_free) {
    Rng rng = {22};
    double worst = 0.0;
    double worst_off = 0.0;
    for (int h = 0; h < HINGES; h++) {
        double plane[4][2];
        double position[12];
        ClothStencil stencil;
        draw_flat_hinge(&rng, plane, position);
        ck_assert(cloth_stencil_hinge(position, in_order, &stencil) == CLOTH_FAULT_NONE);
        raise_to(&worst, affine_residual(&rng, &stencil, plane));

        ClothStencil swapped = stencil;
        swapped.weight[0] = stencil.weight[1];
        swapped.weight[1] = stencil.weight[0];
        raise_to(&worst_off, affine_residual(&rng, &swapped, plane));
    }
    gate_at_most("stencil_affine", worst, 1e-12, "1");
    gate_at_least("stencil_affine_off", worst_off, 1e-1, "1");
}
END_TEST

/* Turning and shifting a folded hinge leaves |C| as it is; and folded, it is not 0. */
START_TEST(rigid_motions_leave_the_energy) {
    Rng rng = {23};
    double worst = 0.0;
    double least = INFINITY;
    for (int h = 0; h < HINGES; h++) {
        double plane[4][2];
        double rest[12];
        ClothStencil stencil;
        draw_flat_hinge(&rng, plane, rest);
        ck_assert(cloth_stencil_hinge(rest, in_order, &stencil) == CLOTH_FAULT_NONE);
        double folded[12];
        double moved[12];
        const double angle = rng_range(&rng, 0.0, 6.28);
        double shift[3];
        rng_vector(&rng, 1.0, shift);
        for (int i = 0; i < 4; i++) {
            folded[3 * i] = rest[3 * i];
            folded[3 * i + 1] = i == 3 ? 0.0 : rest[3 * i + 1];
            folded[3 * i + 2] = i == 3 ? rest[3 * i + 1] : 0.0;
            moved[3 * i] = cos(angle) * folded[3 * i] - sin(angle) * folded[3 * i + 2] + shift[0];
            moved[3 * i + 1] = folded[3 * i + 1] + shift[1];
            moved[3 * i + 2] =
                sin(angle) * folded[3 * i] + cos(angle) * folded[3 * i + 2] + shift[2];
        }
        double before[3];
        double after[3];
        evaluate(&stencil, folded, before);
        evaluate(&stencil, moved, after);
        least = less_of(least, vec3_length(before));
        raise_to(&worst, fabs(vec3_length(after) / vec3_length(before) - 1.0));
    }
    gate_at_least("stencil_fold_engages", least, 1e-2, "m");
    gate_at_most("stencil_rigid", worst, 1e-12, "1");
}
END_TEST

/* Right-angled unit cells: (2, 2, -2, -2) on a diagonal, (1, 1, -1, -1) on an axis edge. */
START_TEST(grid_weights_are_whole) {
    const ClothGridShape shape = {.columns = 7,
                                  .rows = 7,
                                  .spacing_m = 1.0,
                                  .mass_kg = 1.0,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    ClothGraph graph;
    ClothError error = {0};
    ck_assert_msg(cloth_graph_grid(&shape, &graph, &error) == CLOTH_OK, "%s", error.message);
    double worst = 0.0;
    int32_t diagonals = 0;
    for (int32_t s = 0; s < graph.stencil_count; s++) {
        const ClothStencil *stencil = &graph.stencil[s];
        const bool diagonal = stencil->particle[1] - stencil->particle[0] == shape.columns + 1;
        const double weight = diagonal ? 2.0 : 1.0;
        diagonals += diagonal;
        for (int i = 0; i < 4; i++) {
            raise_to(&worst, fabs(stencil->weight[i] - (i < 2 ? weight : -weight)));
        }
        raise_to(&worst, fabs(stencil->rigidity_scale - 3.0));
    }
    gate_equal("grid_hinges", graph.stencil_count, 120 - 24, "1");
    gate_equal("grid_diagonal_hinges", diagonals, 36, "1");
    gate_at_most("grid_weights", worst, 1e-12, "1");
    cloth_graph_free(&graph);
}
END_TEST

/* A folded rest shape has the stencil of its unfolding: each triangle's own angles count. */
START_TEST(folded_rest_is_unfolded) {
    Rng rng = {24};
    double worst = 0.0;
    for (int h = 0; h < HINGES; h++) {
        double plane[4][2];
        double position[12];
        ClothStencil flat;
        ClothStencil folded;
        draw_flat_hinge(&rng, plane, position);
        ck_assert(cloth_stencil_hinge(position, in_order, &flat) == CLOTH_FAULT_NONE);
        const double angle = rng_range(&rng, -3.0, 3.0);
        position[10] = plane[3][1] * cos(angle);
        position[11] = plane[3][1] * sin(angle);
        ck_assert(cloth_stencil_hinge(position, in_order, &folded) == CLOTH_FAULT_NONE);
        for (int i = 0; i < 4; i++) {
            raise_to(&worst,
                     fabs(flat.weight[i] - folded.weight[i]) / (1.0 + fabs(flat.weight[i])));
        }
    }
    gate_at_most("stencil_unfolds", worst, 1e-12, "1");
}
END_TEST

START_TEST(chain_stencil_is_second_difference) {
    const double position[9] = {0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.4, 0.0, 0.0};
    ClothStencil stencil;
    gate_equal("chain_stencil", cloth_stencil_chain(position, in_order, &stencil), CLOTH_FAULT_NONE,
               "fault");
    gate_at_most("chain_scale", fabs(stencil.rigidity_scale * 0.008 - 1.0), 1e-12, "1");
    gate_equal("chain_weight_ends", (int64_t)(stencil.weight[0] + stencil.weight[2]), 2, "1");
    gate_equal("chain_weight_middle", (int64_t)stencil.weight[1], -2, "1");
    gate_equal("chain_unused", stencil.particle[3], -1, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stencil");
    gate_add(suite, "weights_sum_to_zero", weights_sum_to_zero, 20.0);
    gate_add(suite, "affine_images_are_free", affine_images_are_free, 20.0);
    gate_add(suite, "rigid_motions_leave_the_energy", rigid_motions_leave_the_energy, 20.0);
    gate_add(suite, "grid_weights_are_whole", grid_weights_are_whole, 20.0);
    gate_add(suite, "folded_rest_is_unfolded", folded_rest_is_unfolded, 20.0);
    gate_add(suite, "chain_stencil_is_second_difference", chain_stencil_is_second_difference, 20.0);
    return gate_run(suite);
}
