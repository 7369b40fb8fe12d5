/*
 * rescue.h: the way out for a particle that is stuck.
 *
 * A particle between two bodies that close on it has no place to go: its contacts contradict each
 * other, or its rows pull it against them, and what they give is depth. One that has been deeper than
 * CLOTH_STUCK_SHARE of its shortest row, in whatever it touches, for CLOTH_STUCK_S without a break is
 * taken to its animated position over CLOTH_RESCUE_S, through whatever is in its way, and is then on
 * its own again. Where that position is itself so deep in something it is kept there until it is not:
 * let go, it would be stuck again, and twitch for ever (e48). It is local, and counted
 * (ClothCondition), so that a garment that relies on it is seen to. What hangs from nothing has no
 * animated position to go to.
 *
 * What is judged is depth alone. Hard rows that are stretched are no sign: cloth that its holders draw
 * longer than it is is not stuck; and where rows and contacts contradict each other, contacts give
 * half as much as rows do, because the band of both is of one width.
 *
 * While it is taken along a particle counts as held: it meets nothing, nothing moves it, and the
 * whole cloth makes no turn about its holders, which would not feel it.
 */
#ifndef CLOTH_STEP_RESCUE_H
#define CLOTH_STEP_RESCUE_H

#include "state/state.h"
#include "step/solver.h"

/* How deep is too deep, over the particle's shortest row. Valid between an eighth and a half, which are
 * not. Worn garments are deeper than it for 0.35 s at most. Halved: for up to 2.7 s, which is stuck, and cloth drawn a fifth longer than it is over a
 * body for good; doubled: 8 of 18 wedged pieces stay as deep as what is rescued now (e48). */
#define CLOTH_STUCK_SHARE 0.25

/* For how long it has to be [s]. Valid 0.5 to 2. Worn garments come to 0.35 s, a cape that an arm
 * pinches. Halved: that is seven tenths of it, and nothing else changes; doubled: what is wedged is free a
 * second later, or 3, where one rescue is what wedges the next (e48). */
#define CLOTH_STUCK_S 1.0

/* How long a rescue takes [s]. Valid 0.25 to 0.5. Out of a vise that is carried off a particle goes
 * 3.0 m/s at most. Halved: 5.6; doubled: 2.5, and it is in the way for as much longer (e48). */
#define CLOTH_RESCUE_S 0.25

/* Between these, what is being rescued counts as held. */
void cloth_rescues_hold(const ClothView *view);
void cloth_rescues_free(const ClothView *view);

/* Takes it along for a substep. Called after the prediction. */
void cloth_rescues_carry(const ClothView *view, const ClothSubstep *substep);

/* Looks for what is stuck, begins rescues and ends them. Called after the last substep. */
void cloth_rescue(ClothState *state, const ClothStep *step);

/* Whether time alone will move something: a particle is being waited for, or is under way. What is
 * kept in its pose is not. */
bool cloth_rescue_is_due(const ClothState *state, const ClothStep *step);

/* How deep stored particle i is in what it touches [m]. */
double cloth_missed(const ClothState *state, int32_t i);

#endif
