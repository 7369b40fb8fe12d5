/*
 * discover.h: which colliders each particle may meet in a step.
 *
 * Once a step, before its first substep. A particle may meet a collider when
 *
 *     d(x, half way) <= keep + travel + sweep / 2,
 *     travel = (v + g dt) dt,    sweep = |p_to - p_from| + theta r
 *
 * with v the fastest particle's speed, any of them may be dragged along, theta the collider's turn
 * and r how far its surface is from its origin: the distance changes by no more than the two have
 * moved, and from half way the collider moves half its way at most. Without the sweep a collider that
 * crosses the cloth within a step is past it before anything is looked for: at 20 m/s no row is ever
 * made (e39).
 *
 * The set is rebuilt in one pass in a fixed order over a fixed table, whatever it was. What a contact
 * has built up stays with its collider; a new one begins cold, and sticks to where its particle is.
 * Of more than CLOTH_CONTACT_SLOTS the deepest are kept.
 */
#ifndef CLOTH_COLLIDE_DISCOVER_H
#define CLOTH_COLLIDE_DISCOVER_H

#include "collide/table.h"

/* What a search takes from a step. */
typedef struct ClothReach {
    double step_s;
    double gravity_m_s2; /* its magnitude */
    bool swept;          /* off: colliders are looked for where the step ends, as if they stood */
} ClothReach;

/* Fills the slots of every particle, and the tallies of them. */
void cloth_contacts_find(ClothState *state, const ClothReach *reach);

/* Where a cloth's particles can be in a step. */
typedef struct ClothNeighbourhood {
    double low[3]; /* the box around them [m] */
    double high[3];
    double travel_m; /* how far any of them can go */
} ClothNeighbourhood;

ClothNeighbourhood cloth_neighbourhood(const ClothState *state, const ClothReach *reach);

/* Whether a collider may come near anything there; said of the box, and so of more than
 * cloth_collider_nearness() has. */
bool cloth_collider_is_near(const ClothState *state, const ClothNeighbourhood *around,
                            const ClothMetCollider *met);

/*
 * How near a collider of the list comes to any particle in its way from `from` to `to`, less thickness
 * and inflation, if no particle moves by more than `travel_m` [m]; negative: it may touch one.
 * INFINITY when it stays further off than it matters: nothing nearer than 0 is missed.
 */
double cloth_collider_nearness(const ClothState *state, const ClothMetCollider *met,
                               double travel_m);

#endif
