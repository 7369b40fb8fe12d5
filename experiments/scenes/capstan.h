/*
 * capstan.h: a rope over a cylinder that lies level: what its friction holds, and what it carries.
 *
 * The rope lies on the cylinder as a polygon, a particle at every corner, and leaves it along the
 * tangents at both ends: on one side it hangs from there with a weight, on the other it is held, or
 * hangs with another weight. Its belt relation is that of the polygon: at a corner where the rope
 * turns by d/2 on either side the normal force is (T1 + T2) sin(d/2) and friction (T2 - T1) cos(d/2),
 *
 *     T2 / T1 = ((1 + mu t) / (1 - mu t))^n,   t = tan(d/2),   n d = wrap,
 *
 * which is exp(mu wrap) for small d; with weights of its own the same forces, corner by corner.
 */
#ifndef SCENES_CAPSTAN_H
#define SCENES_CAPSTAN_H

#include <stdint.h>

#include "cloth.h"

typedef struct CapstanPlan {
    double wrap_rad;
    int32_t
        corners;  /* spans of the rope on the cylinder, n: a particle more than that lies there */
    int32_t tail; /* links of either free side, >= 1 */
    double radius_m;
    double friction;
    double mass_kg;    /* of a particle */
    double weight_kg;  /* of the last particle, which hangs */
    double counter_kg; /* of the first; 0: it is held. With a wrap of pi or so both hang */
    double rim_m_s;    /* speed of the cylinder's surface, above 0 towards the first particle */
    int32_t steps;
    ClothStep step;
} CapstanPlan;

/* 12 corners over a half turn of 0.1 m, friction 0.3, tails of one link, particles of 2 g, a weight of 0.1 kg, held,
 * rim at -0.2 m/s, 4 s of the default step. */
CapstanPlan capstan_plan(void);

/* The tension at the first particle, over the weight's, that friction comes to when the whole rope slides
 * towards it (rim above 0) or away from it: of the polygon and all weights; exp of the belt. */
double capstan_ratio(const CapstanPlan *plan, bool towards);
double capstan_belt(const CapstanPlan *plan, bool towards);

/* The mass of the first particle up to which the rope holds the weight without sliding towards it. */
double capstan_most_kg(const CapstanPlan *plan);

typedef struct CapstanSeen {
    double ratio;     /* tension of the first link over the weight of the last particle */
    double way_m;     /* of the weight, upwards, at the end */
    double slip_m_s;  /* the largest at the end, of a pressing particle */
    double speed_m_s; /* of the fastest particle at the end */
    double cone;      /* largest |friction| / (mu f_n) of any contact at any step */
    double creep_m;   /* how far the weight went in the last half of the steps */
    int32_t contacts; /* that press, at the end */
} CapstanSeen;

/* Runs it. On failure the kernel's status and sentence. Allocates and frees. */
ClothStatus capstan_run(const CapstanPlan *plan, CapstanSeen *seen, ClothError *error);

#endif
