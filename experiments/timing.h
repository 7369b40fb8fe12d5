/*
 * timing.h: what a timed experiment needs: a clock that other programs do not disturb, and robust
 * figures of a sample.
 */
#ifndef EXPERIMENTS_TIMING_H
#define EXPERIMENTS_TIMING_H

#include <stdbool.h>
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

/* Two of a kind that are timed in turns, so that whatever else the machine does disturbs both alike. */
typedef struct Pair {
    void *with;
    void *other;
    /* Runs so many frames of one of them. Returns whether it went well. */
    bool (*run)(void *side, int64_t frames);
    int64_t rounds;
    int64_t frames; /* of a side in a round */
} Pair;

/* What a pair came to. */
typedef struct Paired {
    Spread ratio;      /* with over other, round by round */
    Spread difference; /* with less other, round by round [s a frame] */
    Spread with_s;     /* [s a frame] */
    Spread other_s;
} Paired;

/* Times them, the first going second in every other round. Returns false when a run fails or memory
 * does; paired is then all NaN. */
bool timing_pair(const Pair *pair, Paired *paired);

#endif
