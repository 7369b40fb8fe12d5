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

/* What a visit adds up; scalars, so that they stay in registers. */
static inline void cloth_vertex_assemble(const ClothView *view, int32_t i,
                                         const ClothSubstep *substep, ClothVertex *vertex) {
    const double mass_h2 = (double)view->mass[i] * substep->inverse_h2;
    const ClothReal *stored = &view->position[3 * (size_t)i];
    const double x[3] = {(double)stored[0], (double)stored[1], (double)stored[2]};
    const bool geometric = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_GEOMETRIC_STIFFNESS);

    /* Inertia pulls to the target; a hard bend row's multipliers are constant during a sweep. */
    const ClothReal *target = &view->target[3 * (size_t)i];
    const ClothReal *pull = &view->bend_pull[3 * (size_t)i];
    double f[3];
    for (int k = 0; k < 3; k++) {
        f[k] = mass_h2 * ((double)target[k] - x[k]) - (double)pull[k];
    }
    double diagonal = mass_h2 + (double)view->bend_hessian[i];
    Sym3 hessian = {{0.0}};

    /* Distance rows, and the bend rows' coupling to the same neighbour, which rides along. */
    const int32_t slot_end = view->slot_offset[i + 1];
    for (int32_t s = view->slot_offset[i]; s < slot_end; s++) {
        ClothDistance row;
        const ClothReal *other = &view->position[3 * (size_t)view->slot_neighbour[s]];
        if (!cloth_distance(x, other, (double)view->slot_rest[s], &row)) {
            continue;
        }
        const double stiffness = (double)view->slot_penalty[s];
        const double force = stiffness * row.c + (double)view->slot_multiplier[s];
        const double along = force * row.inverse - (double)view->couple_stiffness[s];
        f[0] -= along * row.d[0];
        f[1] -= along * row.d[1];
        f[2] -= along * row.d[2];
        const ClothDistanceHessian part =
            cloth_distance_hessian(&row, geometric ? force : 0.0, stiffness);
        diagonal += part.spread;
        sym3_add_outer(&hessian, part.along, row.d);
    }

    /* Bend rows' coupling to particles that no distance row joins. */
    const ClothReal *couple_stiffness = &view->couple_stiffness[view->counts.slot];
    const int32_t couple_end = view->couple_offset[i + 1];
    for (int32_t c = view->couple_offset[i]; c < couple_end; c++) {
        const ClothReal *other = &view->position[3 * (size_t)view->couple_neighbour[c]];
        const double stiffness = (double)couple_stiffness[c];
        f[0] += stiffness * (x[0] - (double)other[0]);
        f[1] += stiffness * (x[1] - (double)other[1]);
        f[2] += stiffness * (x[2] - (double)other[2]);
    }

    hessian.m[0] += diagonal;
    hessian.m[2] += diagonal;
    hessian.m[5] += diagonal;
    vertex->hessian = hessian;
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = x[k];
        vertex->force[k] = f[k];
    }
}

#endif
