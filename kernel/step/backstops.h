/*
 * backstops.h: planes that particles are kept in front of: contacts without a shape, one a particle,
 * whose force is clamped to [0, inf) as theirs is.
 *
 *     C = distance - (x - point) . normal
 *
 * The plane goes to where it was set in equal shares, and a depth that it brings along goes at
 * CLOTH_PUSH_M_S, as that of contacts (step/meet.h). They have no friction: what is behind them is
 * not a surface that a cloth lies on, but where it must not be seen.
 */
#ifndef CLOTH_STEP_BACKSTOPS_H
#define CLOTH_STEP_BACKSTOPS_H

#include "state/state.h"
#include "step/batch.h"
#include "step/solver.h"

/* Takes the planes to where they are in this substep. Called once a substep, after the prediction. */
void cloth_backstops_advance(const ClothView *view, const ClothSubstep *substep);

/* As their namesakes of leashes.h and contacts.h. */
void cloth_backstops_warm_start(const ClothView *view, const ClothSubstep *substep, double carried);
void cloth_backstops_add(const ClothView *view, ClothBatch *batch);
bool cloth_backstops_catch(const ClothView *view, const ClothMoves *moves, ClothBatch *batch);
void cloth_backstops_update_duals(const ClothView *view, const ClothSubstep *substep);
void cloth_backstops_project(const ClothView *view);
bool cloth_backstops_push(const ClothView *view, int32_t i, double gradient[3], double hessian[6]);

/* How far x is beyond where it is kept; INFINITY without a plane [m]. */
double cloth_backstop_gap(const ClothView *view, int32_t i, const double x[3]);

#endif
