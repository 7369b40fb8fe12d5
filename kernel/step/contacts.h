/*
 * contacts.h: contacts with colliders, and friction on them, in a step: the rows of rows/contact.h.
 *
 * What a particle may meet is found once a step (collide/discover.h). In each substep what its
 * particles have met on their way is known (step/meet.h), and what lies further off than its particle comes
 * is left alone at the cost of one comparison a visit: a distance changes by no more than its point
 * moves. A row that does not press adds nothing at all, to the bit.
 */
#ifndef CLOTH_STEP_CONTACTS_H
#define CLOTH_STEP_CONTACTS_H

#include "state/state.h"
#include "step/batch.h"
#include "step/solver.h"

/* How far the anchor of friction that slides stays behind its particle, over what takes friction
 * back to its cap when the next substep begins: this over the iterations of a substep, because so many
 * updates raise the multiplier again. Valid 0.6 to 0.8: what lies at 0.9 of the friction angle stands
 * (e40), and sheets on solids come to rest (e50). Halved, a patch on a slope creeps at 2x2; at 0 by a
 * millimetre a second. Doubled, every third sheet on a solid is awake for ever: friction that is at its
 * cap wherever cloth has slid gives way to whatever stirs it. A share of 0.35 at any number of
 * iterations leaves half of them awake at 2x4 and seven of eight at 2x8. */
#define CLOTH_ANCHOR_GIVE 0.7

/* The least of it, from 14 iterations on. Without one a rope over a drum that is solved to the end lets
 * a weight of 0.9 of what friction can hold down by 3 mm a second, with it by 4e-10 m (e40). */
#define CLOTH_ANCHOR_GIVE_LEAST 0.05

/* Brings penalties into this substep's band, and decays multipliers by `carried`. */
void cloth_contacts_warm_start(const ClothView *view, const ClothSubstep *substep, double carried);

/* Adds the force and Hessian of those that press to a batch, friction with them. */
void cloth_contacts_add(const ClothView *view, const ClothSubstep *substep, ClothBatch *batch);

/* As cloth_leashes_catch(). */
bool cloth_contacts_catch(const ClothView *view, const ClothSubstep *substep,
                          const ClothMoves *moves, ClothBatch *batch);

/* Raises multipliers, inside their clamps, and penalties. */
void cloth_contacts_update_duals(const ClothView *view, const ClothSubstep *substep);

/* Where friction slides, or nothing presses, its anchor follows the particle. Called once a substep,
 * after the sweeps. dual: whether the sweeps have updated multipliers. */
void cloth_contacts_follow(const ClothView *view, const ClothSubstep *substep, bool dual);

/* Brings every free particle out of what it is in, with friction, for solvers that move row by
 * row; multipliers are what that took, as forces. */
void cloth_contacts_project(const ClothView *view, const ClothSubstep *substep);

typedef enum ClothPush { CLOTH_PUSH_NONE, CLOTH_PUSH_STICKS, CLOTH_PUSH_SLIDES } ClothPush;

/* What presses on a particle, as a part of the substep's energy: gradient [N] and Hessian [N/m], as
 * Sym3, added to what is there. tangent: friction that slides resists no more along its slip; else as
 * the spring that has its force now, whose step never goes too far. Returns the most of what any
 * does. */
ClothPush cloth_contacts_push(const ClothView *view, const ClothSubstep *substep, bool tangent,
                              int32_t i, double gradient[3], double hessian[6]);

/* A contact as it is now. */
typedef struct ClothTouch {
    double normal[3];
    double c;           /* how much nearer than is kept [m] */
    double normal_n;    /* from the multiplier [N] */
    double friction[3]; /* force on the particle [N] */
    double slip[3];     /* off the anchor, across the normal [m] */
    double rate[3];     /* of the particle against the collider, across, over the substep h [m/s] */
} ClothTouch;

ClothTouch cloth_touch(const ClothView *view, int32_t i, int32_t slot, double h);

#endif
