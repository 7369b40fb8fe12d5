/*
 * p5_fabric.h: the scenes and limits of P5 for fabrics, for gate_p5_fabric and gate_p5_fabric_off.
 */
#ifndef GATES_PATHOLOGY_P5_FABRIC_H
#define GATES_PATHOLOGY_P5_FABRIC_H

#include "scenes/hung.h"

/* What a rope of 16 soft links far above the dissipative band is left with after 1,500 steps at
 * damping 0.6. Measured 2e-49 J; without damping 0.077 J, at 0.12 4e-4 J (e22). */
#define P5_SOFT_REST_J 1e-12

/* A twelve-link swing got under way: measured 0.37 J. */
#define P5_SWUNG_J 0.05

/* How far a silk chain still moves in half a second, 2,500 steps after its swing, over its reach;
 * it is not allowed to sleep. Measured 9e-9 at most; with tethers of just the way along the cloth 8e-4
 * (20 cm links) to 8e-3 (2 cm), for ever (e31). */
#define P5_SQUIRM 1e-4

/* Fastest particle of a clamped strip at bend 1 and 1x1, 45 s after it fell [m/s]. Measured 2e-8; at 4
 * times the stiffness 0.71 (e22). */
#define P5_STRIP_M_S 1e-3

/* Largest acceleration in the second after a sheet of chain in mid fall becomes leather [m/s^2].
 * Measured 30; with leashes that are at their length at once 5,000. */
#define P5_JERK_M_S2 45.0

/* The same from rope to silk, whose new leashes are just beyond the particles that fly into them.
 * Measured 14; with leashes that wait there at their length 115. */
#define P5_MET_M_S2 30.0

/* Called on a scene before it goes on; NULL: nothing is done to it. */
typedef void P5Prepare(Hung *hung);

/* Largest kinetic energy in the last 60 of 1,500 steps of the soft rope, swung at 3 m/s [J]. */
double p5_soft_rope(double damping, P5Prepare *prepare);

typedef struct P5Squirm {
    double kinetic_peak_j;
    double moved; /* over the reach */
} P5Squirm;

/* 12 links of `spacing_m` in silk, swung at 3 m/s and kept from sleep. */
P5Squirm p5_squirm(double spacing_m, P5Prepare *prepare);

/* Fastest particle of a strip of hinges of 9 x 3 cells of 0.1 m, late.
 *   stiffer  its bend rows' stiffness is that of bend 1 times this */
double p5_strip(double stiffer);

/* Largest acceleration of a particle in the second after the change.
 *   after  called once the fabric is changed; NULL: nothing is done */
double p5_jerk(ClothFabricName from, ClothFabricName to, P5Prepare *after);

#endif
