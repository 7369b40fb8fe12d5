/*
 * ablation.h: the mechanisms of the penalty band, left out on request; the shipped build
 * has none of it.
 */
#ifndef CLOTH_STEP_ABLATION_H
#define CLOTH_STEP_ABLATION_H

#include "step/solver.h"

/* Rewrites slot_inertia, which says what a hard row's band is a ratio of and which rows are hard:
 *   CLOTH_WITHOUT_ROW_INERTIA   plain particle mass;
 *   CLOTH_WITHOUT_PENALTY_BAND  h^2, so that the band is in newtons per metre;
 *   CLOTH_WITH_SOFT_MULTIPLIER  soft rows too, with their stiffness as penalty. */
#ifdef CLOTH_ABLATE
void cloth_ablate_bands(const ClothView *view, const ClothSubstep *substep);
#else
static inline void cloth_ablate_bands(const ClothView *view, const ClothSubstep *substep) {
    (void)view, (void)substep;
}
#endif

#endif
