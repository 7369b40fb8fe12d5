/*
 * spread.h: what is made of many residuals: the largest, and the root of their mean square.
 */
#ifndef CLOTH_MEASURE_SPREAD_H
#define CLOTH_MEASURE_SPREAD_H

#include <math.h>
#include <stdint.h>

/* Running largest and mean square; NaN stays once it is in. */
typedef struct ClothSpread {
    double most;
    double squares;
    int64_t count;
} ClothSpread;

static inline void cloth_spread_add(ClothSpread *spread, double value) {
    if (!(value <= spread->most) && !isnan(spread->most)) {
        spread->most = value;
    }
    spread->squares += value * value;
    spread->count++;
}

/* NaN of nothing. */
static inline void cloth_spread_read(const ClothSpread *spread, double *most, double *rms) {
    *most = spread->count > 0 ? spread->most : NAN;
    *rms = spread->count > 0 ? sqrt(spread->squares / (double)spread->count) : NAN;
}

/* max(c, 0), NaN where c is. */
static inline double cloth_spread_beyond(double c) {
    return c <= 0.0 ? 0.0 : c;
}

#endif
