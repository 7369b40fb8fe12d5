/*
 * e27_flags.h: what one flag of e27 does: how fast it turns, when it sleeps, what momentum it keeps.
 */
#ifndef EXPERIMENTS_E27_FLAGS_H
#define EXPERIMENTS_E27_FLAGS_H

#include "scenes/flag.h"
#include "step/instruments.h"

/* The largest turn of the whole cloth, and the most that one raised the energy it feels. */
typedef struct TurnWatch {
    double turn_most_rad;
    double rise_most; /* over that energy before the turn; negative: none did */
} TurnWatch;

/* Sets what a step carries, to leave out `ablate` and to watch the turns. watch: kept. */
ClothInstruments turn_watch(uint32_t ablate, TurnWatch *watch);

/* A bare flag, first brought to rest for settle_steps with damping, then without any. */
typedef struct Bare {
    FlagShape shape;
    int32_t iterations;
    int64_t settle_steps;
    int64_t early;
    int64_t steps;
} Bare;

/* rate: (2) out, at step `early` and `steps` [rad/s]. */
ClothStatus bare_turn(const Bare *bare, const ClothInstruments *instruments, double rate[2],
                      ClothError *error);

/* identity: out, over the 40 steps after it has settled, of one substep each: the largest
 * |change of angular momentum - h times the gradient's moment| over the largest change [1]. Later the
 * flag turns fast, and what implicit Euler takes of any spin, h sum m v x v_before, is in the way. */
ClothStatus bare_identity(const Bare *bare, const ClothInstruments *instruments, double *identity,
                          ClothError *error);

/* A bare flag that flies, spinning and fluttering, without gravity. drift: out, change of its linear
 * momentum over its size [1]; kept: out, share of its spin that is left [1]. */
ClothStatus bare_flight(const Bare *bare, const ClothInstruments *instruments, double *drift,
                        double *kept, ClothError *error);

/* A flag of a fabric. */
typedef struct Sleeper {
    FlagShape shape;
    ClothFabric fabric;
    int64_t steps;
    int64_t seesaw_steps; /* of FLAG_HANDS, before those */
    double seesaw_m;
    double seesaw_hz;
} Sleeper;

typedef struct Slept {
    double step; /* NaN: never */
    double
        creep_m; /* furthest a particle went in the last 30 steps of one that never slept; else 0 */
    double rest_off_rad; /* of its centre of mass about a pole, from the plane of gravity */
} Slept;

/* azimuth: (ticks) out unless NULL, about the pole, unwrapped, at even shares of the steps [rad]. */
ClothStatus sleeper_run(const Sleeper *sleeper, const ClothInstruments *instruments, Slept *slept,
                        double *azimuth, int32_t ticks, ClothError *error);

#endif
