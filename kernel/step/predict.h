/*
 * predict.h: where a substep starts. Both write previous, target and position; held particles stay.
 */
#ifndef CLOTH_STEP_PREDICT_H
#define CLOTH_STEP_PREDICT_H

#include "step/solver.h"

/* From x + h v plus as much of gravity as the last substep showed. */
void cloth_predict_adaptive(const ClothView *view, const ClothSubstep *substep);

/* From the target, x + h v + h^2 g. */
void cloth_predict_inertial(const ClothView *view, const ClothSubstep *substep);

#endif
