/*
 * distance.h: the distance row, C = |a - b| - rest, of stretch and skip rows.
 *
 * Gradient at a: g = (a - b) / |a - b|; at b: -g. Second derivative at either: (I - g g^T) / |a -
 * b|, positive semidefinite, so f (I - g g^T) / L may be kept in the Hessian while the row pulls (f
 * > 0) and is dropped while it pushes: kept, a full step does not overshoot sideways (e05).
 */
#ifndef CLOTH_ROWS_DISTANCE_H
#define CLOTH_ROWS_DISTANCE_H

#include "cloth.h"
#include "math/sym3.h"

#include <math.h>
#include <stdbool.h>

typedef struct ClothDistance {
    double gradient[3]; /* at a, unit length */
    double inverse;     /* 1 / |a - b| [1/m] */
    double c;           /* [m] */
} ClothDistance;

/* Evaluates the row between two stored particles. False when they coincide: the gradient has no
 * direction there, and the row is skipped. */
static inline bool cloth_distance(const double a[3], const ClothReal b[3], double rest,
                                  ClothDistance *row) {
    const double dx = a[0] - (double)b[0];
    const double dy = a[1] - (double)b[1];
    const double dz = a[2] - (double)b[2];
    const double squared = dx * dx + dy * dy + dz * dz;
    if (squared == 0.0) {
        return false;
    }
    const double length = sqrt(squared);
    row->inverse = 1.0 / length;
    row->gradient[0] = dx * row->inverse;
    row->gradient[1] = dy * row->inverse;
    row->gradient[2] = dz * row->inverse;
    row->c = length - rest;
    return true;
}

/* Adds the row's Hessian part at one end.
 *   force      along the gradient [N]
 *   stiffness  k [N/m], 0 at a clamp */
static inline void cloth_distance_hessian(const ClothDistance *row, double force, double stiffness,
                                          Sym3 *hessian) {
    const double geometric = force > 0.0 ? force * row->inverse : 0.0;
    sym3_add(hessian, geometric, stiffness - geometric, row->gradient);
}

/* k C^2 / 2 + lambda C [J] */
static inline double cloth_row_energy(double c, double stiffness, double multiplier) {
    return (0.5 * stiffness * c + multiplier) * c;
}

#endif
