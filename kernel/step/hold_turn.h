/*
 * hold_turn.h: one more block of the descent, what a cloth can do as a whole.
 *
 * A vertex update moves one particle. What the held particles leave free of rigid motion no such
 * block can make: the turn about a line of them, the turns about a single one, and every shift and
 * turn of a cloth that nothing holds. The sweeps are stopped unconverged, the warm start carries only
 * a share of every multiplier, and so each step leaves a gradient along those motions, for ever: a
 * flag turns about its pole, a cloth hung from a corner never sleeps, one in free flight loses
 * momentum (e27). So they get a Newton step of their own, after the last sweep (after each one where
 * a tolerance says which is the last),
 *
 *     t_ai = a x r_i,   g_a = sum_i t_ai . grad_i E,
 *     H_ab = sum_i t_ai . (H_i t_bi) + delta_ab max(0, sum_i grad_i E . -p_i),   w = -H^-1 g
 *
 * with r_i from a point of the line, the hold or the centre of mass, and a the line's direction or the
 * three axes of the frame; p_i is r_i, about a line less its part along it. Rows between particles,
 * and tethers, which end on the line or hold, do not feel a turn: only inertia, leashes and what
 * presses, contacts and backstops, enter. It
 * is a descent step on the same energy and changes no row and no multiplier. With it angular momentum
 * about the line or hold, and all momentum of a free cloth, is what implicit Euler makes of it,
 * however few the sweeps. The last term of H is the curvature of the path, the pendulum's stiffness;
 * added only where it is positive, it never makes the step longer. About a point it is a matrix, and
 * all of it is added unless it takes away more than half of the rest.
 *
 * Tried and left out (e27): the turn before the last sweep (the sweep spoils it again) or after every
 * sweep (no better, and dearer); only where gravity restores nothing (the cloth rests at a wrong
 * angle); keeping the whole angular momentum instead of implicit Euler's (rests no sooner, is no
 * descent step, and pendulums are not what h makes of them).
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

/* Takes the step, where there is something that it can turn about. Particles that no hold reaches
 * stay, unless nothing is held. Strands that are not joined turn as one. */
void cloth_hold_turn(const ClothView *view, const ClothSubstep *substep);

#endif
