/*
 * turn_sums.h: what turns of a cloth as a whole feel, summed over its particles (hold_turn.h).
 */
#ifndef CLOTH_STEP_TURN_SUMS_H
#define CLOTH_STEP_TURN_SUMS_H

#include "math/sym3.h"
#include "state/state.h"
#include "step/contacts.h"
#include "step/solver.h"

/* What can turn: about what, and the particles that do. */
typedef struct ClothTurns {
    double origin[3];
    double before[3]; /* where the origin was when the substep began, under the off arm that asks */
    double axis[3];   /* of the line, unit */
    int rank;         /* 0: nothing can; 1: about a line; 3: about a point, the axes of the frame */
    int32_t least;    /* the least `hold` of a particle that turns: 0 where anything is held */
} ClothTurns;

/* The sums of hold_turn.h; about a line the first of each alone. */
typedef struct ClothTurnSums {
    double gradient[3]; /* g [N m] */
    Sym3 hessian;       /* sum t^T H t [N m] */
    double curvature;   /* of the paths, the most about any axis [N m] */
    Sym3 pendulum;      /* the same, axis by axis, about a point [N m] */
} ClothTurnSums;

/* Sums them. In columns, 64 particles at a time: with the turn itself
 * 4 us for 1,024 particles, one by one 19 about a line and 28 about a point (e29). */
ClothTurnSums cloth_turn_sums(const ClothView *view, const ClothSubstep *substep,
                              const ClothTurns *turns);

/* The particles that anything may press on: all where there are backstops, else those touched. */
static inline int32_t cloth_pressed_count(const ClothView *view) {
    return view->tally.backstop > 0 ? view->counts.particle : view->tally.touched;
}

static inline int32_t cloth_pressed_particle(const ClothView *view, int32_t k) {
    return view->tally.backstop > 0 ? k : view->touched_list[k];
}

/* What presses on particle i, contacts and backstop: cloth_contacts_push(). */
ClothPush cloth_pressed(const ClothView *view, const ClothSubstep *substep, bool tangent, int32_t i,
                        double gradient[3], double hessian[6]);

#endif
