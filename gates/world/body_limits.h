/*
 * body_limits.h: what gate_body holds to and gate_body_off breaks, on the body of scenes/worn.h;
 * measured by e49 over silk, cotton, denim and leather.
 */
#ifndef GATES_BODY_LIMITS_H
#define GATES_BODY_LIMITS_H

#include "scenes/worn.h"

/* Deepest below a surface: the thinnest solid, a forearm, has a radius of 34 mm. Measured walking 3 mm;
 * sprinting 9 to 14 mm at 30, 4.5 to 9 at 60 and 1.7 to 4 at 120 frames a second over changes that move
 * no mechanism, all of them silk's, whose 2 substeps of 2 sweeps decide it: 2.5 mm with 2x4. Swept by
 * solids that ride along, 87 mm and more; without colliders 129. */
#define BODY_DEPTH_M 0.03

/* The share of particles and steps below a surface. Measured 0.13 %; without colliders 2 to 15 %. */
#define BODY_INSIDE 0.004

/* Fastest seen from the body, who sprints at 9 m/s. Measured 7.4; swept, 11.8 to 18. */
#define BODY_SPEED_M_S 10.0

/* Fastest slip of a pressing particle at 60 frames a second. Measured 5.4 of silk, 3.4 of cotton; where
 * solids are not taken back with the particles they meet, 11.7 and 9.4: they come from 0.15 m
 * ahead. */
#define BODY_SLIP_M_S 7.5

/* Inertia 1, 60 steps at 9 m/s, against holder and solids that go without the frame: measured 8e-9 m of
 * silk, whose contacts multiply rounding, 2e-12 of cotton, 3e-15 of leather. Not taken back: 4e-4 to
 * 2e-3. */
#define BODY_FELT_M 1e-6

/* Inertia 0, 120 steps at 9 m/s, whose steps round, against standing still: measured 8e-14 m at the
 * origin and 5e-12 a kilometre off, rounding that contacts have multiplied. Swept: 0.48 and more. */
#define BODY_CARRIED_M 1e-7

static const ClothFabricName body_fabrics[] = {CLOTH_SILK, CLOTH_COTTON, CLOTH_DENIM,
                                               CLOTH_LEATHER};
enum { BODY_FABRICS = sizeof body_fabrics / sizeof body_fabrics[0] };

static inline WornShape body_wears(ClothFabricName fabric, BodyGait gait, double rate_hz) {
    WornShape shape = worn_default();
    shape.fabric = cloth_fabric(fabric);
    shape.gait = gait;
    shape.step_s = 1.0 / rate_hz;
    return shape;
}

/* Sprinting on the spot at inertia 0, from places that steps of 1/8 m carry along exactly. */
static inline WornShape body_treads(ClothFabricName fabric) {
    WornShape shape = body_wears(fabric, BODY_SPRINT, 60.0);
    shape.fabric.inertia = 0.0;
    shape.ride = WORN_TREADS;
    shape.snapped = true;
    return shape;
}

/* The same on a spot that goes straight ahead, from so far off. */
static inline WornShape body_carried(WornShape shape, double speed_m_s, double far_m) {
    shape.ride = WORN_CARRIED;
    shape.ride_m_s[2] = speed_m_s;
    shape.ride_from.position[0] = far_m;
    shape.ride_from.position[1] = -far_m;
    shape.ride_from.position[2] = far_m;
    return shape;
}

/* Standing, carried at 9 m/s, all of which is felt. */
static inline WornShape body_bolts(ClothFabricName fabric) {
    WornShape shape = body_wears(fabric, BODY_STAND, 60.0);
    shape.fabric.inertia = 1.0;
    return body_carried(shape, 9.0, 0.0);
}

#endif
