/*
 * contact_rows.h: one particle in contact, its force and block against differences of its energy.
 */
#ifndef GATES_KERNEL_CONTACT_ROWS_H
#define GATES_KERNEL_CONTACT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

typedef enum ContactPlan {
    CONTACT_SMOOTH, /* no friction */
    CONTACT_STICKS, /* friction below its cap */
    CONTACT_SLIDES, /* at it */
    CONTACT_SLACK,  /* would pull */
    BACKSTOP_PRESSES,
    BACKSTOP_SLACK
} ContactPlan;

/* The worst of many random states; NaN stays. */
typedef struct ContactRows {
    double gradient; /* |force + dE/dx| over the force's scale */
    double hessian;  /* |block - d2E/dx2| over the block's trace, largest component */
    double majorant; /* largest lift of block - d2E/dx2 that leaves a pivot which is not positive,
                        over the trace: 0, or what was looked for */
    double
        cone; /* friction over mu times the normal force, both as the visit leaves them, less 1 */
    int64_t acting; /* reals of force and block that differ by a bit without the row */
} ContactRows;

/* kind: of the shape; ablate: ClothAblation bits, 0 in the shipped build; wrong: the force is taken
 * this much too large. */
ContactRows contact_rows(ContactPlan plan, ClothShapeKind kind, uint32_t ablate, double wrong);

/* Relative errors of force and Hessian. Measured 2e-10 and 8e-9; friction with the cap of the force that a
 * visit finds 0.4. */
#define CONTACT_ROWS_ERROR 1e-6

enum { CONTACT_ROWS_STATES = 300 };

#endif
