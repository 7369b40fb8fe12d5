/*
 * leashes.h: tethers and slack leashes in a step. Both are the row of rows/leash.h: a tether about
 * the nearest held particle, a leash about the animated position that hangs from it.
 */
#ifndef CLOTH_STEP_LEASHES_H
#define CLOTH_STEP_LEASHES_H

#include "rows/leash.h"
#include "state/state.h"
#include "step/batch.h"
#include "step/solver.h"

/* Follows the held particles, which have moved; lets tethers come in and leashes close. Called once
 * a substep, after the prediction. */
void cloth_leashes_recentre(ClothState *state, const ClothView *view, const ClothSubstep *substep);

/* Brings penalties into this substep's band, and decays multipliers by `carried`. */
void cloth_leashes_warm_start(const ClothView *view, const ClothSubstep *substep, double carried);

/* Adds the force and Hessian of those that pull to a batch; nothing at all, to the bit, of those
 * that do not. */
void cloth_leashes_add(const ClothView *view, const ClothSubstep *substep, ClothBatch *batch);

/* Adds to a batch those that are slack where its particles are and would pull where `moves` takes
 * them, which is to be solved anew then. Returns whether there were any. */
bool cloth_leashes_catch(const ClothView *view, const ClothMoves *moves, ClothBatch *batch);

/* Raises multipliers, never under 0, and penalties. */
void cloth_leashes_update_duals(const ClothView *view, const ClothSubstep *substep);

/* The slack leash of a particle that has one, where it is now; d: out, from its centre [m]. */
ClothLeash cloth_leash_of(const ClothView *view, int32_t i, double d[3]);

/* Brings every free particle inside what it is leashed to, for solvers that move row by row. */
void cloth_leashes_project(const ClothView *view);

#endif
