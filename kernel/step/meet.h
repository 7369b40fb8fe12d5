/*
 * meet.h: how a substep begins for contacts: where the colliders are, and what particles have met on
 * their way.
 *
 * The colliders go to a pose between those of the step's ends. A particle's way in the substep, seen
 * from a collider, is then followed to the first surface that it meets, and the particle starts no
 * further than the plane that touches the surface there; what it would go on along that plane it
 * keeps. That is the bound on tunnelling, with moves that are followed likewise (step/stop.h), and
 * another than the limit on speeds: a limit of one thickness a substep would be below ordinary speeds
 * of cloth, while the way of a particle of any speed, past a collider of any, is followed at once: a
 * distance says how far there is nothing.
 *
 * Depth that a substep finds, a garment put on inside a collider, goes at CLOTH_PUSH_M_S and no
 * faster: at once it would leave with the depth over the substep as its speed.
 */
#ifndef CLOTH_STEP_MEET_H
#define CLOTH_STEP_MEET_H

#include "state/state.h"
#include "step/solver.h"

/* How fast a contact takes back a depth that was there when the substep began [m/s]. Valid 1 to 4. A
 * sheet that begins three quarters of the way to the middle of a ball leaves at 2.3 m/s, an inverted
 * half is free after 0.08 s. Halved: 1.6 m/s and 0.2 s; at a quarter it waits to be rescued. Doubled:
 * 3.7 m/s; at once: 5.1, and 25 off a floor (e48). */
#define CLOTH_PUSH_M_S 2.0

/* Called once a substep, after the prediction. Writes the colliders' poses, how far each particle is
 * clear of everything, and the depths that may remain. */
void cloth_contacts_meet(const ClothView *view, const ClothSubstep *substep);

#endif
