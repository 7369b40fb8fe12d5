/*
 * rescue.h: the way out for a particle that is stuck.
 *
 * A particle between two bodies that close on it has no place to go: its contacts contradict each
 * other, its rows pull, and what it misses them by stays. When the worst of that has been above
 * CLOTH_STUCK_SHARE of its shortest row for CLOTH_STUCK_S without a break, the particle is taken to
 * its animated position over CLOTH_RESCUE_S, whatever is in its way, and is then on its own again.
 * It is local, and counted (ClothCondition), so that a garment that relies on it is seen to. Only what
 * touches something can be stuck: cloth that its holders draw longer than it is is not. What hangs
 * from nothing has no animated position to go to.
 */
#ifndef CLOTH_STEP_RESCUE_H
#define CLOTH_STEP_RESCUE_H

#include "cloth.h"

/* What is too much, as a share of the particle's shortest row, for how long, and how long a rescue
 * takes. UNMEASURED until e48. */
#define CLOTH_STUCK_SHARE 0.25
#define CLOTH_STUCK_S     0.5
#define CLOTH_RESCUE_S    0.25

/* What each particle misses its hard rows by: contacts and backstops by their depth, distance rows by
 * their stretch; the largest. Begins, and goes on with, rescues. Called after the last substep. */
void cloth_rescue(ClothState *state, const ClothStep *step);

/* The largest of them at stored particle i [m]. */
double cloth_missed(const ClothState *state, int32_t i);

#endif
