/*
 * p5_rest.h: the scenes and limits of P5's rest, for the on arms of gate_p5_rest and the off arms
 * of gate_p5_rest_off.
 */
#ifndef GATES_PATHOLOGY_P5_REST_H
#define GATES_PATHOLOGY_P5_REST_H

#include <stdint.h>

#include "scenes/watch.h"
#include "step/instruments.h"

/* Largest kinetic energy of the last 300 of 1,200 steps of 20 hard links. Measured 5.4e-21 J; alpha
 * gamma 0.6: 1.1 J; multipliers carried whole: 3.3e5 J; band in plain mass: 2.3e-4 J (e03). */
#define P5_REST_J 1e-12

/* The chain fell onto its links at all: measured 2.3e-4 J on its way. */
#define P5_MOVED_J 5e-5

/* Its rms strain at the end, how far it may be from that, and its largest strain. Measured
 * 0.0093545 and 0.015363, without the adaptive start 0.0150 and 0.0237 (e03); the largest depends
 * on which colour goes first. */
#define P5_STRAIN_RMS        0.009354
#define P5_STRAIN_RMS_SPREAD (0.005 * P5_STRAIN_RMS)
#define P5_STRAIN_MAX_LEAST  0.0151
#define P5_STRAIN_MAX_MOST   0.0155

/* Difference of that strain between alpha 0.25, gamma 1 and alpha 1, gamma 0.25, relative. Measured
 * 0; between products of 0.25 and 0.2: 0.09 (e03). */
#define P5_PRODUCT 1e-9

/* Spread of that strain over masses of 5e-6, 5e-4 and 0.5 kg, largest over least - 1. Measured
 * 1e-13; penalties in N/m 1,410 (e02). */
#define P5_MASS_SPREAD 1e-5

/* How far the extension of one soft row is from m g / k, as a share of it. Measured 1e-13; with a
 * multiplier 0.99 (e01). */
#define P5_HOOKE 1e-6

/* rms strain of the chain with 64 iterations: hard rows go to 0 with the budget. Measured 0.00020;
 * without dual updates 0.039 at any budget (e09). */
#define P5_HOLD_STRAIN 0.002

/* Largest strain on the way of the chain with 1 iteration a substep. Measured 0.283; from free fall
 * 0.440 (e03). */
#define P5_START_STRAIN 0.35

/* Late total energy above the start over the potential, 20 soft links. Measured -0.024 at 4 m/h^2;
 * 2.1 at 350 m/h^2 (e10). */
#define P5_SOFT_GAIN 0.0

typedef struct P5Chain {
    SceneWatch watch;
    double strain_peak; /* largest strain of a link at the end of any step */
    uint64_t hash;
} P5Chain;

/* The default step; instruments may be NULL, and must outlive it. */
ClothStep p5_step(const ClothInstruments *instruments);

/* 20 links of 0.05 m hanging vertically from the first particle, 1,200 steps.
 *   stiffness_ratio  of the links over m/h^2 of `step`, infinite for hard ones */
P5Chain p5_chain(const ClothStep *step, double mass_kg, double stiffness_ratio);

/* Spread of the rms strain over three masses five decades apart. */
double p5_mass_spread(const ClothStep *step);

/* |extension / (m g / k) - 1| of 24.6 g on a soft row of 1 kN/m, after 1,000 steps. */
double p5_hooke(const ClothStep *step);

/* Late total energy above the start over m g L / 2. */
double p5_soft_gain(const ClothStep *step, double stiffness_ratio);

#endif
