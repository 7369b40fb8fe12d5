/*
 * sym3.h: a symmetric 3x3 matrix and its LDL^T factorisation.
 *
 * The vertex block is factorised, not inverted by cofactors: with one very stiff row against a
 * small mass the cofactor determinant cancels and can come out negative on a positive definite
 * matrix, while the pivots stay positive and multiply to the determinant (experiment e06).
 */
#ifndef CLOTH_MATH_SYM3_H
#define CLOTH_MATH_SYM3_H

/* What rounding may take from a pivot of an assembled block, as a share of its trace: 64 units in
 * the last place. A quarter of it is enough for sums of sixty rows, a sixteenth is not, and the
 * error of a solution grows in proportion (e06); without it absurd cloth is lost (e17). */
#define SYM3_ROUNDING 0x1p-46

/* The lower triangle, row by row: xx, yx, yy, zx, zy, zz. */
typedef struct Sym3 {
    double m[6];
} Sym3;

/* Raises the diagonal by `share` of the trace. A block assembled in floating point is known to
 * SYM3_ROUNDING of its trace and no better: with rows 1e16 times stiffer than m/h^2 the inertia
 * that makes it positive definite is below the last place, and a pivot is noise of either sign.
 * Lifted by as much, it is a majorant of the exact block, and its pivots keep their sign (e06,
 * e17). */
static inline void sym3_lift(Sym3 *a, double share) {
    const double lift = share * (a->m[0] + a->m[2] + a->m[5]);
    a->m[0] += lift;
    a->m[2] += lift;
    a->m[5] += lift;
}

/* Factorises A = L D L^T and solves A x = b. pivot: out, the diagonal of D. Returns the smallest
 * pivot; A is positive definite exactly when it is > 0 (NaN and negative both fail that test), and
 * x is meaningful only then. */
static inline double sym3_solve_ldlt(const Sym3 *a, const double b[3], double x[3],
                                     double pivot[3]) {
    const double *m = a->m;
    pivot[0] = m[0];
    const double inverse0 = 1.0 / m[0];
    const double l10 = m[1] * inverse0;
    const double l20 = m[3] * inverse0;
    pivot[1] = m[2] - l10 * m[1];
    const double inverse1 = 1.0 / pivot[1];
    const double below = m[4] - l20 * m[1];
    const double l21 = below * inverse1;
    pivot[2] = m[5] - l20 * m[3] - l21 * below;

    const double y1 = b[1] - l10 * b[0];
    const double y2 = b[2] - l20 * b[0] - l21 * y1;
    x[2] = y2 / pivot[2];
    x[1] = y1 * inverse1 - l21 * x[2];
    x[0] = b[0] * inverse0 - l10 * x[1] - l20 * x[2];

    double least = pivot[0];
    least = pivot[1] < least ? pivot[1] : least;
    least = pivot[2] < least ? pivot[2] : least;
    /* A NaN pivot loses every comparison above; adding them up lets it through. */
    return least > 0.0 ? least + 0.0 * (pivot[0] + pivot[1] + pivot[2]) : least;
}

/* Solves A x = b by the cofactor inverse: what e06 measures against, and the off arm of its gate.
 * Returns the determinant it formed. */
static inline double sym3_solve_cofactor(const Sym3 *a, const double b[3], double x[3]) {
    const double *m = a->m;
    const double c00 = m[2] * m[5] - m[4] * m[4];
    const double c10 = m[3] * m[4] - m[1] * m[5];
    const double c20 = m[1] * m[4] - m[2] * m[3];
    const double c11 = m[0] * m[5] - m[3] * m[3];
    const double c21 = m[1] * m[3] - m[0] * m[4];
    const double c22 = m[0] * m[2] - m[1] * m[1];
    const double determinant = m[0] * c00 + m[1] * c10 + m[3] * c20;
    const double inverse = 1.0 / determinant;
    x[0] = (c00 * b[0] + c10 * b[1] + c20 * b[2]) * inverse;
    x[1] = (c10 * b[0] + c11 * b[1] + c21 * b[2]) * inverse;
    x[2] = (c20 * b[0] + c21 * b[1] + c22 * b[2]) * inverse;
    return determinant;
}

#endif
