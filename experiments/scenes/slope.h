/*
 * slope.h: something flat on a plane, let go: it sticks or slides down, runs out, is turned back.
 *
 * A particle, a patch of sheet or a length of chain lies on a half-space at any angle, level among
 * them, and starts at rest or down the slope. Nothing lies along an axis. Closed forms are those of
 * Coulomb friction under implicit Euler, which is what the step is, not of the continuum.
 */
#ifndef SCENES_SLOPE_H
#define SCENES_SLOPE_H

#include <stdint.h>

#include "cloth.h"
#include "scenes/scene.h"

/* name, text */
#define SLOPE_BODY_LIST(X)                                                                         \
    X(SLOPE_PARTICLE, "particle")                                                                  \
    X(SLOPE_PATCH, "patch")                                                                        \
    X(SLOPE_CHAIN, "chain")

typedef enum SlopeBody {
#define SLOPE_BODY_ENUM(name, text) name,
    SLOPE_BODY_LIST(SLOPE_BODY_ENUM)
#undef SLOPE_BODY_ENUM
        SLOPE_BODIES
} SlopeBody;

typedef struct SlopePlan {
    SlopeBody body;
    double angle_rad; /* of the plane to the level */
    double friction;
    double spacing_m; /* of neighbouring particles: 6 x 6 of a patch, 7 of a chain */
    double mass_kg;   /* of a particle */
    double speed_m_s; /* down the slope to begin with */
    int32_t steps;
    int32_t turned_step; /* before this one every velocity is turned round; 0: never */
    ClothStep step;
} SlopePlan;

/* A particle of 0.1 kg, spacing 0.05 m, at rest on a level plane of friction 0.5, for 10 s of the
 * default step. */
SlopePlan slope_plan(SlopeBody body);

typedef struct SlopeSeen {
    double way_m; /* of the centre, down the slope, at the end */
    double
        strayed_m;  /* along the plane, of the particle that has gone furthest, at the end: creep */
    double aside_m; /* furthest way of the centre across the slope, at any step */
    double speed_m_s;     /* of the centre, down the slope, at the end */
    int32_t stopped_step; /* after this step, counted from 1, the centre was no faster than 1e-4 m/s
                               for good; 0: it never was */
    double turned_way_m;  /* of the centre, where it was turned round */
    double turned_speed_m_s; /* there, before */
    double turned_pull_m_s2; /* acceleration of the centre along its motion, in the step after */
    double cone_said; /* largest |friction| / (mu f_n) that cloth_contacts() says of a contact */
    double cone_felt; /* the same from the change of the whole body's momentum in a step; NaN
                               until it has pressed */
    double kinetic_late_j; /* largest of the last fifth of the steps */
    double depth_m;        /* largest penetration at any step */
    double normal_share;   /* sum of the normal forces at the end over m g cos(angle) */
} SlopeSeen;

/* Runs it.
 *   path  (steps + 1) out: way of the centre down the slope before the first step and after each
 *         [m]; NULL: nobody asks
 *   seen  out. On failure the kernel's status and sentence. Allocates and frees. */
ClothStatus slope_run(const SlopePlan *plan, double *path, SlopeSeen *seen, ClothError *error);

/* The graph of a body that lies in the plane through the origin across `normal`, in front of it by
 * nothing; `along`: (3) in, in that plane. Allocates. */
ClothStatus slope_body(SlopeBody body, double spacing_m, double mass_kg, const double normal[3],
                       const double along[3], ClothGraph *graph, ClothError *error);

/* Largest |friction| / (mu f_n) that cloth_contacts() says of a contact now; 0 without any. */
double slope_cone(const ClothState *state, double friction);

/* Closed forms, with h = step_s / substeps. */

/* g (sin - mu cos), 0 where it sticks [m/s^2]. */
double slope_acceleration(double gravity_m_s2, double angle_rad, double friction);

/* What implicit Euler comes to from speed v under a deceleration that stops it and no more: the
 * way, and after how many substeps of h it stands. */
double slope_stop(double speed_m_s, double deceleration_m_s2, double h, int64_t *substeps);

#endif
