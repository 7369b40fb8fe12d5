/* rows_limits.h: what gate_rows holds rows to, and gate_rows_off shows broken. */
#ifndef GATES_KERNEL_ROWS_LIMITS_H
#define GATES_KERNEL_ROWS_LIMITS_H

#include "observers/row_check.h"

/* Relative errors of force and Hessian: measured 6e-12, without geometric stiffness 5 (e16). */
#define ROWS_ERROR 1e-6

/* Least eigenvalue of block minus exact Hessian over the block's trace: measured -6e-12, the error
 * of the differences; without geometric stiffness -5 (e16). */
#define ROWS_MAJORANT (-1e-9)

/* Step of the differences over the row's size, where truncation and rounding are about equal. */
#define ROWS_DIFFERENCE 3e-4

enum { ROWS_STATES = 1000 };

#endif
