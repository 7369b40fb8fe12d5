/*
 * gradient.h: how far a substep is from its solution.
 */
#ifndef CLOTH_STEP_GRADIENT_H
#define CLOTH_STEP_GRADIENT_H

#include "step/solver.h"

/* Largest gradient norm of the step's energy at a free particle [N]. Taken after a dual update,
 * whose multipliers already hold k C, it is small only when the forces balance and the hard rows'
 * residuals are small as well. NaN when any of them is. */
double cloth_gradient_max(const ClothView *view, const ClothSubstep *substep);

#endif
