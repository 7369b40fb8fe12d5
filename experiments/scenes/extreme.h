/*
 * extreme.h: the larger and the smaller of two numbers, where NaN is never lost: what is not a number
 * makes the whole extreme none, and then fails every check.
 */
#ifndef SCENES_EXTREME_H
#define SCENES_EXTREME_H

#include <math.h>

static inline double more_of(double a, double b) {
    return isnan(a) || isnan(b) ? (double)NAN : a > b ? a : b;
}

static inline double less_of(double a, double b) {
    return isnan(a) || isnan(b) ? (double)NAN : a < b ? a : b;
}

static inline void raise_to(double *most, double value) {
    *most = more_of(*most, value);
}

#endif
