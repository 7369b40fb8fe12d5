/*
 * put_down.h: cloth put down on a solid at a speed, and rope that hangs over a peg with its weight.
 *
 * What limits a contact shows in two ways: how deep what arrives goes, and how deep what presses for
 * good stays. A bare state, so that every constant of the step can be varied; depths are asked of the
 * shapes themselves, and owe nothing to what the solver knows of contacts.
 */
#ifndef SCENES_PUT_DOWN_H
#define SCENES_PUT_DOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

/* On what: name, word, text. Under the solid there is a floor. */
#define PUT_DOWN_LIST(X)                                                                           \
    X(PUT_DOWN_PLANE, "plane", "a sheet on a plane")                                               \
    X(PUT_DOWN_SPHERE, "sphere", "a sheet on a sphere of 0.2 m")                                   \
    X(PUT_DOWN_EDGE, "edge", "a sheet on the edge of a box")                                       \
    X(PUT_DOWN_PEG, "peg", "a rope over a level peg of 30 mm, at rest")

typedef enum PutDownOn {
#define PUT_DOWN_ENUM(name, word, text) name,
    PUT_DOWN_LIST(PUT_DOWN_ENUM)
#undef PUT_DOWN_ENUM
        PUT_DOWN_KINDS
} PutDownOn;

typedef struct PutDownPlan {
    PutDownOn on;
    int32_t columns;    /* particles along a side of the sheet */
    double spacing_m;   /* of neighbours; of the peg's rope 20 mm, whatever this is */
    double mass_kg;     /* of a particle */
    double thickness_m; /* of the cloth */
    double friction;    /* of the pair */
    double speed_m_s;   /* downwards, to begin with */
    double load;        /* peg: how many times its own weight its most loaded particle carries */
    int64_t steps;
    int64_t late; /* how many of the last of them count as late */
    ClothStep step;
} PutDownPlan;

/* A level sheet of 9 x 9 particles of 10 g, 0.05 m apart, 4 mm thick, 50 mm above what it is put
 * down on at 4 m/s, a third of a radian off its axes, friction 0.4, for 4 s of silk's step in 2
 * substeps of 4 iterations. A soft contact's force at the depth of its thickness is 4.6 N there. */
PutDownPlan put_down_plan(PutDownOn on);

typedef struct PutDownSeen {
    double depth_m;       /* deepest below where cloth is kept, at the end of any step */
    double depth_late_m;  /* the same over the late steps */
    double below_m;       /* deepest below the surface itself: depth less thickness, 0 or more */
    int64_t below_steps;  /* steps at whose end a particle is below the surface */
    double normal_peak_n; /* largest normal force of one contact at the end of a step */
    double force_peak_n;  /* of all of them together */
    double rebound;       /* of the centre, fastest upwards after it was put down, over the speed */
    double momentum_error; /* largest force that rows leave over between particles, over the largest
                              force of all contacts */
    double kinetic_late_j; /* largest of the late steps */
    double creep_m;        /* furthest way of a particle over the late steps */
    double slept_s;        /* when a world would have put it to sleep; NaN: it would not */
    double pivot_ratio;    /* smallest of any step */
    double stretch_rms;    /* of the rows, at the end */
    uint64_t hash;
} PutDownSeen;

/* Runs it. seen: out; what a refused step left unknown is NaN. Returns the first refusal. */
ClothStatus put_down_run(const PutDownPlan *plan, PutDownSeen *seen, ClothError *error);

/* Step by step. */
enum { PUT_DOWN_COLLIDERS = 2 };

typedef struct PutDown {
    PutDownPlan plan;
    ClothGraph graph;
    ClothState *state;
    ClothMetCollider collider[PUT_DOWN_COLLIDERS];
    int32_t collider_count;
    int64_t step;        /* taken */
    double *position;    /* (n x 3) now [m] */
    double *still_at;    /* (n x 3) where they were when they last moved [m] */
    double *late_at;     /* (n x 3) where they were when the late steps began [m] */
    double still_s;      /* how long they have not */
    double reach_m;      /* of the rule for sleep */
    double weight_n;     /* of all particles */
    double unbalanced_n; /* largest force left over so far */
    PutDownSeen seen;
} PutDown;

/* put: out, emptied on failure; free with put_down_free(). Allocates. */
ClothStatus put_down_start(const PutDownPlan *plan, PutDown *put, ClothError *error);

/* One step, seen; put->plan.step may be changed between them. */
ClothStatus put_down_step(PutDown *put, ClothError *error);

void put_down_free(PutDown *put); /* NULL and zeroed ones are legal */

#endif
