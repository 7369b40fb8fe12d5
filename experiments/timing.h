/*
 * timing.h: what a timed experiment needs: a clock that other programs do not disturb, and robust
 * figures of a sample.
 */
#ifndef EXPERIMENTS_TIMING_H
#define EXPERIMENTS_TIMING_H

#include <stdint.h>

/* Processor time of the calling thread [s]; NaN when the system has no such clock. */
double timing_now_s(void);

typedef struct Spread {
    double median;
    double mad; /* median of the absolute deviations from the median */
    double min;
} Spread;

/* values: (count) in, sorted on return. All NaN when count is 0. */
Spread timing_spread(double *values, int64_t count);

#endif
