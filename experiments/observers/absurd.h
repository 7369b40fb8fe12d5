/*
 * absurd.h: steps cloths of scenes/fuzz.h and counts those that a step is refused on.
 */
#ifndef OBSERVERS_ABSURD_H
#define OBSERVERS_ABSURD_H

#include <stdint.h>

#include "cloth.h"

typedef struct Absurd {
    int64_t cloths;
    int64_t steps;
    int64_t non_finite;     /* cloths that became so */
    int64_t not_positive;   /* cloths with a pivot that is not positive */
    double first_seed;      /* of the first cloth that failed, NaN if none did */
    double pivot_ratio_min; /* over m/h^2; infinite when nothing was solved */
    double speed_max;       /* at the end of any cloth that did not fail [m/s] */
    char first[640];        /* what the first failure says, and what cloth it was */
} Absurd;

/* How the cloths are stepped. */
typedef struct AbsurdPlan {
    uint64_t seed; /* of the first; the others follow */
    int64_t cloths;
    int64_t cloth_steps;
    ClothSolver solver;
    const struct ClothInstruments *instruments; /* NULL, but in the ablation build */
} AbsurdPlan;

/* absurd: out. Returns only what is no cloth's fault, such as running out of memory. Allocates and
 * frees. */
ClothStatus absurd_run(const AbsurdPlan *plan, Absurd *absurd, ClothError *error);

#endif
