#include "measure/vertex_energy.h"

#include "math/error.h"
#include "math/vec3.h"
#include "rows/distance.h"

#include <math.h>
#include <stdlib.h>

void cloth_vertex_rows_free(ClothVertexRows *rows) {
    free(rows->offset);
    free(rows->bend);
    *rows = (ClothVertexRows){0};
}

ClothStatus cloth_vertex_rows_build(const ClothState *state, ClothVertexRows *rows,
                                    ClothError *error) {
    const ClothView view = cloth_view(state);
    const int32_t n = view.counts.particle;
    *rows = (ClothVertexRows){
        .offset = calloc((size_t)n + 2, sizeof(int32_t)),
        .bend = malloc(((size_t)view.counts.bend * 4 + 1) * sizeof(int32_t)),
    };
    if (rows->offset == NULL || rows->bend == NULL) {
        cloth_vertex_rows_free(rows);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory listing %d bend rows by particle",
                          (int)view.counts.bend);
    }
    /* Counted two places up, so that filling leaves offset[i] at the start of particle i. */
    for (int32_t k = 0; k < 4 * view.counts.bend; k++) {
        if (view.bend_particle[k] >= 0) {
            rows->offset[view.bend_particle[k] + 2]++;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        rows->offset[i + 2] += rows->offset[i + 1];
    }
    for (int32_t k = 0; k < 4 * view.counts.bend; k++) {
        if (view.bend_particle[k] >= 0) {
            rows->bend[rows->offset[view.bend_particle[k] + 1]++] = k / 4;
        }
    }
    return CLOTH_OK;
}

static void add_term(ClothVertexEnergy *sum, double term) {
    sum->energy_j += term;
    sum->scale_j += fabs(term);
}

static void add_inertia(const ClothView *view, int32_t i, double h, double damping_1_s,
                        const double x[3], ClothVertexEnergy *sum) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double lag = x[k] - (double)view->target[3 * i + k];
        squared += lag * lag;
    }
    const double drag = 1.0 + damping_1_s * h;
    add_term(sum, drag * (0.5 * (double)view->mass[i] / (h * h) * squared));
}

/* A row whose force is clamped to [0, inf): the integral of max(0, k C + lambda), level where it is
 * slack, and without a step where it begins to pull. */
static void add_one_sided(double c, double k, double lambda, ClothVertexEnergy *sum) {
    if (k * c + lambda > 0.0) {
        add_term(sum, 0.5 * k * c * c);
        add_term(sum, lambda * c);
    } else if (k > 0.0) {
        add_term(sum, -0.5 * lambda * lambda / k);
    }
}

static void add_distances(const ClothView *view, int32_t i, const double x[3],
                          ClothVertexEnergy *sum) {
    for (int32_t s = view->slot_offset[i]; s < view->slot_offset[i + 1]; s++) {
        const double rest = (double)view->slot_rest[s];
        ClothDistance row = {.c = -rest};
        (void)cloth_distance(x, &view->position[3 * view->slot_neighbour[s]], rest, &row);
        add_term(sum, 0.5 * (double)view->slot_penalty[s] * row.c * row.c);
        add_term(sum, (double)view->slot_multiplier[s] * row.c);
        const double most = (double)view->limit_rest[s];
        if (most < INFINITY) {
            add_one_sided(row.c + rest - most, (double)view->limit_penalty[s],
                          (double)view->limit_multiplier[s], sum);
        }
    }
}

/* The tether and the leash of a particle, from where its hold is in this substep. */
static void add_leashes(const ClothView *view, int32_t i, const double x[3],
                        ClothVertexEnergy *sum) {
    double to_hold[3];
    double to_pose[3];
    for (int k = 0; k < 3; k++) {
        to_hold[k] = x[k] - (double)view->hold_position[3 * i + k];
        to_pose[k] = to_hold[k] - (double)view->leash_offset[3 * i + k];
    }
    if (view->tether_radius[i] < INFINITY) {
        add_one_sided(vec3_length(to_hold) - (double)view->tether_radius[i],
                      (double)view->tether_penalty[i], (double)view->tether_multiplier[i], sum);
    }
    if (view->leash_radius[i] < INFINITY) {
        add_one_sided(vec3_length(to_pose) - (double)view->leash_radius[i],
                      (double)view->leash_penalty[i], (double)view->leash_multiplier[i], sum);
    }
}

static void add_bends(const ClothView *view, const ClothVertexRows *rows, int32_t i,
                      const double x[3], ClothVertexEnergy *sum) {
    for (int32_t at = rows->offset[i]; at < rows->offset[i + 1]; at++) {
        const int32_t s = rows->bend[at];
        double c[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 4 && view->bend_particle[4 * s + k] >= 0; k++) {
            const int32_t j = view->bend_particle[4 * s + k];
            for (int axis = 0; axis < 3; axis++) {
                const double at_j = j == i ? x[axis] : (double)view->position[3 * j + axis];
                c[axis] += (double)view->bend_weight[4 * s + k] * at_j;
            }
        }
        add_term(sum, 0.5 * (double)view->bend_penalty[s] * vec3_dot(c, c));
        for (int axis = 0; axis < 3; axis++) {
            add_term(sum, (double)view->bend_multiplier[3 * s + axis] * c[axis]);
        }
    }
}

ClothVertexEnergy cloth_vertex_energy(const ClothState *state, const ClothVertexRows *rows,
                                      int32_t i, double h, double damping_1_s,
                                      const double position[3]) {
    const ClothView view = cloth_view(state);
    ClothVertexEnergy sum = {0};
    add_inertia(&view, i, h, damping_1_s, position, &sum);
    add_distances(&view, i, position, &sum);
    add_leashes(&view, i, position, &sum);
    add_bends(&view, rows, i, position, &sum);
    return sum;
}
