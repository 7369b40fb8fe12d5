/*
 * distance.h: the distance row, C = |a - b| - rest, of stretch and skip rows.
 *
 * With L = |a - b|, the gradient at a is g = (a - b) / L, at b -g; the second derivative at either
 * is (I - g g^T) / L, positive semidefinite. f (I - g g^T) / L may therefore be kept in the Hessian
 * while the row pulls (f > 0), and is dropped while it pushes: kept, a full step does not overshoot
 * sideways (e05).
 */
#ifndef CLOTH_ROWS_DISTANCE_H
#define CLOTH_ROWS_DISTANCE_H

#include "cloth.h"

#include <math.h>
#include <stdbool.h>

typedef struct ClothDistance {
    double d[3];    /* a - b [m]; the gradient at a is d * inverse */
    double inverse; /* 1 / |a - b| [1/m] */
    double c;       /* [m] */
} ClothDistance;

/* Evaluates the row between two stored particles. False when they coincide: the gradient has no
 * direction there, and the row is skipped. */
static inline bool cloth_distance(const double a[3], const ClothReal b[3], double rest,
                                  ClothDistance *row) {
    row->d[0] = a[0] - (double)b[0];
    row->d[1] = a[1] - (double)b[1];
    row->d[2] = a[2] - (double)b[2];
    const double squared = row->d[0] * row->d[0] + row->d[1] * row->d[1] + row->d[2] * row->d[2];
    const double length = sqrt(squared);
    row->inverse = 1.0 / length;
    row->c = length - rest;
    return squared > 0.0;
}

/* The row's Hessian part at an end: spread * I + outer * d d^T, which is
 * k g g^T + max(f, 0)/L (I - g g^T). */
typedef struct ClothDistanceHessian {
    double spread; /* [N/m] */
    double outer;  /* [N/m^3] */
} ClothDistanceHessian;

/* From 1/L [1/m] (0 when the ends coincide), the force f [N] and the stiffness k [N/m], 0 at a
 * clamp. */
static inline ClothDistanceHessian cloth_distance_hessian(double inverse, double force,
                                                          double stiffness) {
    /* max(force, 0) without a branch: whether a row pulls is a coin toss to the predictor. */
    const double spread = 0.5 * (force + fabs(force)) * inverse;
    return (ClothDistanceHessian){spread, (stiffness - spread) * (inverse * inverse)};
}

/* k C^2 / 2 + lambda C [J] */
static inline double cloth_row_energy(double c, double stiffness, double multiplier) {
    return (0.5 * stiffness * c + multiplier) * c;
}

#endif
