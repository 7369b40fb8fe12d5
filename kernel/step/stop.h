/*
 * stop.h: what keeps a visit, and a turn of the whole cloth, from taking a particle through a solid.
 *
 * A contact pushes out the nearest way, and behind the middle of a solid that is the other side. What
 * is thinner than a visit moves is passed in one visit, without ever having pressed: held back at the
 * beginning of a substep alone (step/meet.h) a particle is through a wall of 2 mm at 2 m/s as at 200,
 * a single one by the shift of a free cloth (e39). So a move is followed, and ends no deeper than
 * CLOTH_STOP_DEPTH of the way to the solid's middle below the plane that it meets, or than where it
 * began; a shift or turn of the whole cloth that would take any particle further is not made. The
 * rows that pulled are left unsatisfied, and are satisfied when the solid is past.
 *
 * It holds particles, not what is between them: a capsule that goes faster than half of what a step
 * can undo parts a sheet (e39).
 */
#ifndef CLOTH_STEP_STOP_H
#define CLOTH_STEP_STOP_H

#include "state/state.h"
#include "step/batch.h"
#include "step/solver.h"

/* Valid: above 0, where nothing would press, and under 1, the middle itself. Halved: a sheet that a
 * capsule parts is strained four times as far before; nearly doubled, 0.9: thick solids are as if
 * there were no stop, and walls of 2 mm hold still (e39). */
#define CLOTH_STOP_DEPTH 0.5

/* How deep a move may end below where it would press on the collider at `place` [m]. */
double cloth_stop_depth(const ClothView *view, const ClothSubstep *substep, int32_t place);

/* Takes back what moves go too far; batch->room says which may. */
void cloth_stop(const ClothView *view, const ClothSubstep *substep, const ClothBatch *batch,
                ClothMoves *moves);

/* Whether a move of stored particle i by `by` goes too far. */
bool cloth_is_stopped(const ClothView *view, const ClothSubstep *substep, int32_t i,
                      const double by[3]);

#endif
