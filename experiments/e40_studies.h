/*
 * e40_studies.h: what is done to find out what friction holds, stops and carries; the studies of e40.
 */
#ifndef E40_STUDIES_H
#define E40_STUDIES_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "scenes/slope.h"
#include "step/instruments.h"

enum { FRICTION_ANGLES = 5, FRICTION_LOADS = 8, FRICTION_ROPES = 5 };

/* 10 to 50 degrees; tan(angle) over mu; wrap and mu of ropes. */
extern const double friction_angle_deg[FRICTION_ANGLES];
extern const double friction_load[FRICTION_LOADS];
extern const double friction_rope[FRICTION_ROPES][2];

typedef struct FrictionPlan {
    SlopeBody body;
    ClothStep step; /* solver, budget and instruments */
    double mass_kg;
    double spacing_m;
    double seconds; /* for which it has to stick */
    bool loads;     /* whether friction is swept about the slope */
} FrictionPlan;

typedef struct FrictionFigures {
    double creep_m[FRICTION_ANGLES]; /* at 0.9 of the friction angle */
    double creep_most_m;
    double late_j;                    /* kinetic energy, late, the most of these */
    double way_share[FRICTION_LOADS]; /* on 30 degrees: way over that of the closed form without
                                         friction */
    double stuck_most;                /* the largest load that sticks at all angles below it */
    double slides_least;              /* the smallest load that slides at all angles above it */
    double slide_error; /* of the way in a second: mu 0.3 at 20, mu 0.5 at 30 degrees, the worse */
    double stop_m;      /* from 2 m/s at mu 0.3 */
    double stop_error;
    double stop_steps;  /* NaN: it never stood */
    double back_m;      /* how far it has come back from where it was furthest, after 5 s */
    double turned_pull; /* deceleration after its velocity was turned round, over mu g: 1 */
    double turned_m;    /* way from where it was turned until it stood; against the closed form: */
    double turned_error;
    double cone_said;
    double cone_felt;
    double carried_error; /* of the way on a belt in 2 s */
    double carried_slip_m_s;
    double disc_error; /* of the angle of what lies about a disc's axis */
    double disc_lost;  /* spin at which a particle leaves its place, over sqrt(mu g / r) */
    double rope_error[FRICTION_ROPES]; /* of the tension ratio, to the polygon's */
    double rope_ratio[FRICTION_ROPES];
    double held_creep_m; /* of a rope that carries 0.9 of what it can, in the last half */
    double lost_m;       /* and 1.1 of it, all the way */
} FrictionFigures;

/* All NaN. */
FrictionFigures friction_nothing(void);

/* Each fills its own figures; the first failure is returned. */
ClothStatus friction_sticks(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error);
ClothStatus friction_slides(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error);
ClothStatus friction_carries(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error);
ClothStatus friction_winds(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error);

#endif
