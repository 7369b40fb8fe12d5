/*
 * row.h: the law every row obeys.
 *
 * A row is (C, f_min, f_max, stiffness). Its force along its gradient is
 *
 *     f = clamp(k C + lambda, f_min, f_max)
 *
 * with k the material stiffness of a soft row (lambda stays 0: a multiplier on it would drive C to
 * 0 and make every fabric inextensible, e01) or the penalty of a hard one, whose lambda carries the
 * load. Between its clamps the row adds k g g^T to the Hessian; at a clamp its force is constant,
 * and it adds nothing of the kind. [0, inf) admits only forces that reduce C, (-inf, 0] only those
 * that raise it. Stretch, skip and bend rows are bilateral, so their visits call neither the clamp
 * nor the test. Tethers, leashes and strain limits have [0, inf): a distance row under (-inf, 0]
 * never binds, and pushes apart what it is to hold (e20).
 */
#ifndef CLOTH_ROWS_ROW_H
#define CLOTH_ROWS_ROW_H

#include "cloth.h"

#include <math.h>
#include <stdbool.h>

static inline bool cloth_row_is_hard(double stiffness) {
    return isinf(stiffness);
}

/* m_eff of a distance row, 1 / (w_i + w_j) [kg], from its ends' inverse masses; 0 between held
 * ones, which nothing moves. */
static inline double cloth_row_inertia(double inverse_mass_i, double inverse_mass_j) {
    const double weight = inverse_mass_i + inverse_mass_j;
    return weight > 0.0 ? 1.0 / weight : 0.0;
}

/* The force of a row that may only pull, [0, inf) [N]; NaN stays NaN. */
static inline double cloth_row_pull(double force) {
    return force <= 0.0 ? 0.0 : force;
}

/* The constants of rows that come and go, whose band is another. */
static inline ClothConstants cloth_row_contact_constants(const ClothConstants *constants) {
    ClothConstants own = *constants;
    own.band_min = constants->contact_min;
    own.band_max = constants->contact_max;
    return own;
}

/* The penalty a hard row starts a substep with, from the one it ended the last with [N/m].
 *   scale  m_eff / h^2 [N/m]. As a ratio of it the same band serves every mass and step (e02). */
static inline double cloth_row_decay_penalty(double penalty, double scale,
                                             const ClothConstants *constants) {
    const double decayed = constants->gamma * penalty;
    const double least = constants->band_min * scale;
    const double most = constants->band_max * scale;
    return decayed < least ? least : decayed > most ? most : decayed;
}

/* The penalty after a dual update that found the residual |C| [m]. */
static inline double cloth_row_grow_penalty(double penalty, double residual, double scale,
                                            const ClothConstants *constants) {
    const double grown = penalty + constants->beta * residual;
    const double most = constants->band_max * scale;
    return grown < most ? grown : most;
}

#endif
