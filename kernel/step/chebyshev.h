/*
 * chebyshev.h: Chebyshev acceleration of the sweeps, which the ablation build can be asked for and
 * the shipped one does not have. It gains nothing here, and diverges (e47).
 *
 *     x(n) <- x(n-2) + w_n (x(n) - x(n-2)),   w_1 = 1,  w_2 = 2/(2 - rho^2),  w_n = 4/(4 - rho^2 w_n-1)
 *
 * after sweep n of a substep, x(0) being where its sweeps begin and rho what the error is to shrink
 * by a sweep. Chen et al., "Vertex Block Descent", 2024, section 3.8. A particle that has pressed on
 * something in this substep is left alone, as they ask: what the argument assumes of its rows is no
 * longer so.
 */
#ifndef CLOTH_STEP_CHEBYSHEV_H
#define CLOTH_STEP_CHEBYSHEV_H

#include "step/solver.h"

/* Before the first sweep of a substep, and after each, counted from 1. */
#ifdef CLOTH_ABLATE
void cloth_chebyshev_begin(const ClothView *view, const ClothSubstep *substep);
void cloth_chebyshev(const ClothView *view, const ClothSubstep *substep, int32_t sweep);
#else
static inline void cloth_chebyshev_begin(const ClothView *view, const ClothSubstep *substep) {
    (void)view, (void)substep;
}
static inline void cloth_chebyshev(const ClothView *view, const ClothSubstep *substep,
                                   int32_t sweep) {
    (void)view, (void)substep, (void)sweep;
}
#endif

#endif
