/*
 * leash.h: the leash row, C = |x - c| - radius with a centre c that moves but is nobody's to move,
 * of tethers and slack leashes. Force clamped to [0, inf): it pulls inwards or does nothing.
 *
 * Both leashes are measured from a held particle, and re-centred every substep after the held ones
 * have moved: a centre written once a step is a step behind a holder that moves, and a hard row
 * measured from a stale point fights the hold. A row whose force would push is skipped, to the bit.
 */
#ifndef CLOTH_ROWS_LEASH_H
#define CLOTH_ROWS_LEASH_H

#include "rows/distance.h"

#include <math.h>

/* A leash as a visit needs it. */
typedef struct ClothLeash {
    double inverse; /* 1 / |x - c| [1/m], 0 at the centre: no direction there */
    double force;   /* k C + lambda [N]; what is not above 0 does not act */
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
