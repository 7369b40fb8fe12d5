/* p1_solve.h: what the kernel makes of a vertex with one row that is far stiffer than its
 * inertia. */
#ifndef GATES_PATHOLOGY_P1_SOLVE_H
#define GATES_PATHOLOGY_P1_SOLVE_H

#include "cloth.h"

typedef struct P1Solve {
    double uphill; /* share of the steps that do not go along the force */
    double error;  /* largest |step - H^-1 f| over |H^-1 f|, the latter in closed form */
} P1Solve;

/* 1,000 random directions; eigenvalues 0.12, 0.12 and 5.4e8 N/m. instruments: NULL, or in the
 * ablation build what is left out. */
P1Solve p1_solve(const struct ClothInstruments *instruments);

#endif
