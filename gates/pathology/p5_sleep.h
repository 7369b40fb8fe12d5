/*
 * p5_sleep.h: the scenes and limits of P5's sleep, for the on arms of gate_p5_sleep and the off arms
 * of gate_p5_sleep_off.
 */
#ifndef GATES_PATHOLOGY_P5_SLEEP_H
#define GATES_PATHOLOGY_P5_SLEEP_H

#include <stdint.h>

#include "scenes/doze.h"

/* Steps until the chain of a fabric sleeps. Measured 304 (denim) to 929 (silk); over masses, spacings
 * and budgets at most 985; without sleep never, which counts as P5_SLEEP_STEPS_MOST (e23). */
#define P5_SLEEP_STEPS 1200

/* How long a chain is waited for. */
#define P5_SLEEP_STEPS_MOST 2400

/* It swung at all [m/s]: measured 2.8 to 2.95. */
#define P5_SWUNG_M_S 2.5

/* Speed after the step in which it is woken for no cause, over g dt. Measured 6e-5 (denim) to 3.4e-4
 * (silk); with its multipliers lost 4.4e-3 (leather) to 0.047 (hair). */
#define P5_WAKE_GAIN 2e-3

/* Largest kinetic energy once woken, over the swing's. Measured 6e-10 (denim) to 3.6e-8 (silk); with its
 * multipliers lost 3.6e-6 (chain). */
#define P5_WAKE_ENERGY 2e-7

/* What is lost of a swing that is put to sleep, over the reach. Measured 1.5e-3 at any length; with a
 * window of half a second 2e-2 at 20 m (e42). */
#define P5_LOST 4e-3

typedef struct P5Sleep {
    HungWatch watch;     /* until it slept */
    double steps;        /* until it slept; P5_SLEEP_STEPS_MOST when it did not */
    double bytes;        /* changed in the 300 steps after */
    double wake_gain;    /* speed over g dt after the step that woke it */
    double wake_energy;  /* largest kinetic energy in 600 steps once woken, over the swing's */
    double after_holder; /* asleep still after the step in which the holder moved: 0 or 1 */
} P5Sleep;

/* The 12-link chain of a library fabric, swung at 3 m/s, in a world with these mechanisms left out
 * (ClothWorldAblation bits; 0 in the shipped build). */
P5Sleep p5_sleep(ClothFabricName name, uint32_t ablate);

/* The same chain asleep loses the multipliers of its rows; then it is woken.
 *   forget        false: nothing is lost
 *   gain, energy  out: as wake_gain and wake_energy of P5Sleep */
void p5_wake(ClothFabricName name, bool forget, double *gain, double *energy);

/* A rope of 20 m, undamped, let go from leans up to 0.2 rad: what sleep takes from its swings, over
 * the reach. half_second: with a window of fixed length, in the ablation build. */
double p5_lost(bool half_second);

#endif
