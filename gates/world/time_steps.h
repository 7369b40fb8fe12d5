/*
 * time_steps.h: the scenes and limits of uneven steps, for the on arms of gate_time_steps and the off
 * arms of gate_time_steps_off.
 */
#ifndef GATES_WORLD_TIME_STEPS_H
#define GATES_WORLD_TIME_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

/* Largest distance from the hold over the way along the cloth. Measured 1.014 over all patterns,
 * shapes and fabrics; without pieces 2.1; a band of its own for every substep 28 (e41). */
#define TIME_REACH 1.05

/* Largest speed [m/s]: it starts with 3. Measured 3.00; with a band of its own 880 (e41). */
#define TIME_SPEED_M_S 3.3

/* Largest kinetic energy over the first. Measured 1.00; with a band of its own 1.9e5 (e41). */
#define TIME_ENERGY 1.05

/* Simulated time until it sleeps [s]. Measured 19.8 at most, a sheet of silk at 500 steps a second; without pieces or with a band of its own never (e41). */
#define TIME_ASLEEP_S 20.0

#define TIME_PATTERN_LIST(X)                                                                       \
    X(TIME_STEADY_5, "steady_5")                                                                   \
    X(TIME_STEADY_30, "steady_30")                                                                 \
    X(TIME_STEADY_500, "steady_500")                                                               \
    X(TIME_ALTERNATING, "alternating") /* 1/120 and 1/30 s */                                      \
    X(TIME_STUTTER, "stutter")         /* 1/500 and 1/60 s */                                      \
    X(TIME_RANDOM, "random")           /* 1/500 to 1/5 s, by equal factors */                      \
    X(TIME_HITCH, "hitch")             /* 5 s in the middle of the swing */

typedef enum TimePattern {
#define TIME_PATTERN_ENUM(name, text) name,
    TIME_PATTERN_LIST(TIME_PATTERN_ENUM)
#undef TIME_PATTERN_ENUM
        TIME_PATTERNS
} TimePattern;

const char *time_pattern_text(TimePattern pattern);

/* What is left out; all but the first in the ablation build alone. */
typedef enum TimeWithout {
    TIME_WITH_ALL,
    TIME_WITHOUT_PIECES,
    TIME_WITHOUT_BAND,
    TIME_WITHOUT_CUT
} TimeWithout;

typedef struct TimeSeen {
    double reach;
    double speed;
    double energy;
    bool asleep; /* within TIME_ASLEEP_S */
} TimeSeen;

/* A chain or a sheet, swung at 3 m/s, until it sleeps or TIME_ASLEEP_S are over. */
TimeSeen time_steps(ClothFabricName name, bool sheet, TimePattern pattern, TimeWithout without);

/* Bytes that differ between two swinging chains, one of which takes a step of length_s and the other
 * one of 0.2 s. */
int64_t time_hitch_bytes(double length_s, TimeWithout without);

#endif
