/*
 * stencil.h: the linear bend row, C = sum_k w_k x_k, a vector in metres.
 *
 * Gradient at particle k: w_k I. The Hessian is the constant k w_i w_j I, so the rows' force and
 * Hessian at a particle are gathered once as a sparse row of the quadratic form (rows/gather.h).
 * There is no normal and no angle in it, hence nothing that degenerates at 0 or 180 degrees (e11).
 * A hard bend row carries three multipliers against one penalty. Weights sum to 0 and C is summed
 * over differences, which makes the row exactly blind to translation.
 */
#ifndef CLOTH_ROWS_STENCIL_H
#define CLOTH_ROWS_STENCIL_H

#include "cloth.h"

/*
 * Evaluates C.
 *   position  stored positions
 *   particle  (4) -1: unused, after the used ones
 *   weight    (4)
 *   c         (3) out [m]
 */
static inline void cloth_stencil_evaluate(const ClothReal *position, const int32_t particle[4],
                                          const ClothReal weight[4], double c[3]) {
    const ClothReal *first = &position[3 * particle[0]];
    c[0] = c[1] = c[2] = 0.0;
    for (int k = 1; k < 4 && particle[k] >= 0; k++) {
        const ClothReal *x = &position[3 * particle[k]];
        for (int axis = 0; axis < 3; axis++) {
            c[axis] += (double)weight[k] * ((double)x[axis] - (double)first[axis]);
        }
    }
}

/* k |C|^2 / 2 + lambda . C [J] */
static inline double cloth_stencil_energy(const double c[3], double stiffness,
                                          const ClothReal multiplier[3]) {
    double energy = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        energy += (0.5 * stiffness * c[axis] + (double)multiplier[axis]) * c[axis];
    }
    return energy;
}

#endif
