/*
 * p7_limits.h: what gate_p7_locomotion holds to and gate_p7_locomotion_off breaks; measured over
 * all seven fabrics by e25 on the strand of scenes/ride.h, over 240 steps.
 */
#ifndef GATES_P7_LIMITS_H
#define GATES_P7_LIMITS_H

#include "scenes/ride.h"

/* To and fro at 9 m/s. The limit on speeds over the peak: 4.4 and more at the fabrics' own inertia.
 * Longest over its length: 1.003; without tethers 1.05 (hair) to 1.40 (silk). */
#define P7_HEADROOM 3.0
#define P7_SPAN     1.02

/* Local speed that says the scene engaged: 14.9 m/s and more. */
#define P7_LOCAL_M_S 9.0

/* Off from rest at 100 m/s, inertia 1: the limit on speeds over the peak 1.8, largest distance of a
 * particle from the holder over its way 1.008. Without felt limits 1.0 and 13.5. */
#define P7_JOLT_HEADROOM 1.5
#define P7_JOLT_REACH    1.05

static inline RideShape p7_shape(RidePath path, double pace, int fabric) {
    RideShape shape = ride_default();
    shape.fabric = cloth_fabric((ClothFabricName)fabric);
    shape.path = path;
    shape.speed_m_s = pace;
    return shape;
}

/* Silk whose frame is gone at 100 m/s, all of it to be felt. */
static inline RideShape p7_jolt(void) {
    RideShape shape = p7_shape(RIDE_SPRINT, 100.0, CLOTH_SILK);
    shape.fabric.inertia = 1.0;
    return shape;
}

/* The same of denim, turned head over heels in one step every second. Measured: length 1.05 to 1.08
 * over starts a millimetre a second apart; without felt limits 1.52 to 1.81. */
#define P7_FLIP_SPAN 1.2

static inline RideShape p7_flip(void) {
    RideShape shape = p7_shape(RIDE_FLIP, 0.0, CLOTH_DENIM);
    shape.fabric.inertia = 1.0;
    return shape;
}

/* Silk at the end of an arm of 100 m, as far out as a mast is from the middle of a ship's turn, at
 * 1 rad/s: as fast as the bolt. Measured: headroom 1.8, largest distance of a particle over its way
 * 1.005; without felt limits 1.0 and 13.5. */
static inline RideShape p7_mast(void) {
    RideShape shape = p7_shape(RIDE_SPIN, 0.0, CLOTH_SILK);
    shape.fabric.inertia = 1.0;
    shape.arm_m = 100.0;
    shape.turn_rad_s = 1.0;
    return shape;
}

/* Silk whose holder is carried to and fro at 100 m/s in a frame that stands still: nothing softens
 * that but the limit on speeds, four times what a step can undo, 4 x 0.1 m x 4 sweeps x 60 Hz. */
static inline RideShape p7_shaken(void) {
    RideShape shape = p7_shape(RIDE_SQUARE, 100.0, CLOTH_SILK);
    shape.who = RIDE_HOLDER;
    return shape;
}
#define P7_SPEED_LIMIT_M_S (96.0 * (1.0 + 1e-9))

/* Silk with inertia 0, to and fro at 9 m/s. */
static inline RideShape p7_carried(void) {
    RideShape shape = p7_shape(RIDE_SQUARE, 9.0, CLOTH_SILK);
    shape.fabric.inertia = 0.0;
    return shape;
}

#endif
