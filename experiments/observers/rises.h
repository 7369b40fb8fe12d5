/*
 * rises.h: what every vertex update does to its own particle's energy.
 *
 * A positive definite block gives a direction of descent, not a step that descends: the update goes
 * the whole way. Rises counts the updates after which m/(2h^2)|x - y|^2 + sum (k C^2/2 + lambda C)
 * of the moved particle is larger than before, and how large the rise is beside the local energy
 * scale: the same terms by magnitude, before or after, whichever is larger. A rise is then at most
 * 2 scales, and at most 1 where no multiplier pulls. Beside the scale before alone it has no bound:
 * a vertex may start at its minimum. Held particles, which do not move, are not counted.
 */
#ifndef OBSERVERS_RISES_H
#define OBSERVERS_RISES_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "measure/vertex_energy.h"
#include "step/instruments.h"

/* Rises are binned by decade: over 1e-16 of the scale, where rounding lives, to over 1. */
enum { RISES_DECADES = 17, RISES_LOWEST = -16 };

typedef struct Rises {
    ClothVertexRows rows; /* of the state being watched */
    double damping_1_s;   /* of the step being watched; set by rises_watch() */
    double floor;         /* a rise at or below this share of the scale is rounding; in */
    int64_t updates;      /* of free particles */
    int64_t risen;        /* above the floor */
    int64_t capped;       /* cut to the particle's shortest row */
    double worst; /* largest rise over the scale; 0: none, infinite: an energy was not finite */
    double worst_before;          /* largest rise above the floor over the scale before */
    int64_t above[RISES_DECADES]; /* updates whose rise is over 10^(RISES_LOWEST + k) scales */
} Rises;

/*
 * Steps a state and adds what its updates do to the counts.
 *   step    instruments are set here
 *   ablate  ClothAblation bits
 *   rises   in/out; zeroed but for its floor to begin with
 * Returns the first refusal; what was counted before it stays. Allocates and frees.
 */
ClothStatus rises_watch(ClothState *state, ClothStep step, uint32_t ablate, int64_t steps,
                        Rises *rises, ClothError *error);

/* risen / updates; NaN when nothing moved. */
double rises_share(const Rises *rises);

/* Shares above each decade (RISES_DECADES), out. */
void rises_shares(const Rises *rises, double share[RISES_DECADES]);

#endif
