/*
 * leash.h: the leash row, C = |x - c| - radius with a centre c that moves but is nobody's to move,
 * of tethers and slack leashes. Force clamped to [0, inf): it pulls inwards or does nothing.
 *
 * Both leashes are measured from a held particle, and re-centred every substep after the held ones
 * have moved: a centre written once a step is a step behind a holder that moves, and a hard row
 * measured from a stale point fights the hold. A row whose force would push is skipped, to the bit,
 * unless the move that it is left out of would make it pull (step/batch.h).
 */
#ifndef CLOTH_ROWS_LEASH_H
#define CLOTH_ROWS_LEASH_H

#include "rows/distance.h"

#include <math.h>

/* How much longer than the way along the cloth a tether is, as a share of it. At 0 a cloth that hangs
 * straight is held twice over, by its rows and by tethers of just their length: the tethers take the
 * weight, the rows are left slack or pushing, and at 2 and 3 iterations it squirms for ever, by
 * millimetres and without end (e31). Valid 0.001 .. 0.002 for rows of 2 to 20 cm at 60 Hz, 1x1 to
 * 3x4; halved, chains of 2 cm links squirm at 1x2; doubled, chains of 20 cm links at 2x1, which
 * nothing but their tethers brings to rest, begin to. */
#define CLOTH_TETHER_ALLOWANCE 0.002

/* The length of a tether [m], from the way along the cloth [m]. */
static inline double cloth_tether_length(double distance) {
    return distance + CLOTH_TETHER_ALLOWANCE * distance;
}

/* A leash as a visit needs it. */
typedef struct ClothLeash {
    double inverse; /* 1 / |x - c| [1/m], 0 at the centre: no direction there */
    double force;   /* k C + lambda [N]; 0 or less does not act */
} ClothLeash;

/* d: x - c [m]; radius may be infinite. */
static inline ClothLeash cloth_leash(const double d[3], double radius, double stiffness,
                                     double multiplier) {
    const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double length = sqrt(squared);
    return (ClothLeash){squared > 0.0 ? 1.0 / length : 0.0,
                        stiffness * (length - radius) + multiplier};
}

#endif
