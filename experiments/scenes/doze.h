/*
 * doze.h: two cloths of one history, one of which may fall asleep: what does sleep take from it?
 */
#ifndef SCENES_DOZE_H
#define SCENES_DOZE_H

#include "scenes/hung.h"

/* Builds a scene; called twice, and both must be the same. */
typedef ClothStatus DozeBuild(const void *recipe, Hung *hung, ClothError *error);

typedef struct DozePlan {
    double step_s;
    int64_t steps_most; /* until it sleeps */
    int64_t after;      /* how long the twin is watched afterwards */
} DozePlan;

typedef struct Doze {
    int64_t slept_step; /* the step after which it first slept, counted from 1; 0: never */
    double lost_share;  /* how far the twin that cannot sleep has gone from there, at most, over the
                           reach; NaN when it never slept */
} Doze;

ClothStatus doze_watch(DozeBuild *build, const void *recipe, const DozePlan *plan, Doze *doze,
                       ClothError *error);

/* Turns the cloth about its frame's origin, in the x-y plane, by an angle [rad], and stops it. */
ClothStatus doze_lean(Hung *hung, double angle, ClothError *error);

/* Largest distance of a particle of `a` from the same one of `b` [m]; NaN stays. */
double doze_distance(const ClothState *a, const ClothState *b);

#endif
