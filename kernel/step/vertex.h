/*
 * vertex.h: force and Hessian of the step's energy at one particle,
 *
 *     E(x) = sum m/(2h^2) |x - y|^2 + sum over rows (k C^2 / 2 + lambda C).
 *
 * Every sweep, and every measure of how far a sweep has come, assembles the block here.
 */
#ifndef CLOTH_STEP_VERTEX_H
#define CLOTH_STEP_VERTEX_H

#include "math/vec3.h"
#include "rows/distance.h"
#include "state/state.h"
#include "step/instruments.h"
#include "step/solver.h"

typedef struct ClothVertex {
    double position[3];
    double force[3]; /* -gradient [N] */
    Sym3 hessian;    /* positive definite by construction [N/m] */
} ClothVertex;

/* Inertia: m/h^2 (x - y), and the bend rows' sparse row of their quadratic form. */
static inline void cloth_vertex_smooth(const ClothView *view, int32_t i, double mass_h2,
                                       ClothVertex *vertex) {
    double bend[3] = {0.0, 0.0, 0.0};
    const int32_t end = view->couple_offset[i + 1];
    for (int32_t c = view->couple_offset[i]; c < end; c++) {
        const ClothReal *other = &view->position[3 * view->couple_neighbour[c]];
        const double stiffness = (double)view->couple_stiffness[c];
        for (int k = 0; k < 3; k++) {
            bend[k] += stiffness * ((double)other[k] - vertex->position[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        const double lag = vertex->position[k] - (double)view->target[3 * i + k];
        vertex->force[k] = -mass_h2 * lag - bend[k] - (double)view->bend_pull[3 * i + k];
    }
    const double diagonal = mass_h2 + (double)view->bend_hessian[i];
    vertex->hessian = (Sym3){{diagonal, 0.0, diagonal, 0.0, 0.0, diagonal}};
}

static inline void cloth_vertex_assemble(const ClothView *view, int32_t i,
                                         const ClothSubstep *substep, ClothVertex *vertex) {
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = (double)view->position[3 * i + k];
    }
    cloth_vertex_smooth(view, i, (double)view->mass[i] * substep->inverse_h2, vertex);
    const int32_t end = view->slot_offset[i + 1];
    for (int32_t s = view->slot_offset[i]; s < end; s++) {
        ClothDistance row;
        const ClothReal *other = &view->position[3 * view->slot_neighbour[s]];
        if (!cloth_distance(vertex->position, other, (double)view->slot_rest[s], &row)) {
            continue;
        }
        const double stiffness = (double)view->slot_penalty[s];
        const double force = stiffness * row.c + (double)view->slot_multiplier[s];
        vec3_add_scaled(vertex->force, row.gradient, -force);
        if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_GEOMETRIC_STIFFNESS)) {
            sym3_add(&vertex->hessian, 0.0, stiffness, row.gradient);
        } else {
            cloth_distance_hessian(&row, force, stiffness, &vertex->hessian);
        }
    }
}

#endif
