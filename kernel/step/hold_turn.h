/*
 * hold_turn.h: one more block of the descent, the turn of the whole cloth about its hold line.
 *
 * A vertex update moves one particle. A cloth whose held particles lie on one line has a motion that
 * no such block can make: turning about the line as a rigid body. About a vertical line nothing
 * restores it, and because the warm start carries only a share of every multiplier, a cloth at rest
 * is never quite a fixed point of its sweeps: each step leaves a gradient along the turn, and the
 * cloth turns for as long as it is run (e27). So the turn gets one Newton step of its own,
 *
 *     t_i = a x r_i,   g = sum t_i . grad_i E,
 *     H = sum t_i^T H_i t_i + max(0, sum grad_i E . (a (a . r_i) - r_i)),   theta = -g / H
 *
 * with r_i from a point of the line and a its direction. Rows between particles, and tethers, which
 * end on the line, do not feel the turn: only inertia and leashes enter. It is a descent step on the
 * same energy and changes no row and no multiplier. The last term of H is the curvature of the
 * path, the pendulum's stiffness about a level line; added only where it is positive, it never makes
 * the step longer.
 */
#ifndef CLOTH_STEP_HOLD_TURN_H
#define CLOTH_STEP_HOLD_TURN_H

#include "state/state.h"
#include "step/solver.h"

/* A line that the held particles lie on. */
typedef struct ClothHoldLine {
    double origin[3];
    double axis[3]; /* unit */
} ClothHoldLine;

/* Whether the held particles lie on one line now: at two distinct points or more, to 2^-16 of the
 * largest of their distances from one of them. line: out when they do. */
bool cloth_hold_line(const ClothView *view, ClothHoldLine *line);

/* Takes the step, where there is such a line. */
void cloth_hold_turn(const ClothView *view, const ClothSubstep *substep);

#endif
