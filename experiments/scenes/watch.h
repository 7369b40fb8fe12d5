/*
 * watch.h: steps a scene and keeps what says whether it came to rest.
 */
#ifndef SCENES_WATCH_H
#define SCENES_WATCH_H

#include <stdint.h>

#include "cloth.h"

typedef struct SceneWatch {
    int64_t steps;             /* taken; fewer than asked for when a step was refused */
    double kinetic_late_max_j; /* largest kinetic energy over the last `late` steps */
    double kinetic_max_j;      /* over all steps */
    double energy_start_j;     /* kinetic, gravitational and elastic, before the first step */
    double energy_climb_j;     /* the largest rise of that sum above the least it had before */
    double energy_late_max_j;  /* its largest value over the last `late` steps */
    int64_t settled_step;      /* steps after which the kinetic energy stayed at or below
                                  `quiet_j`; -1 when it was above it at the end */
    double pivot_ratio_min;
    ClothMeasure last; /* after the last step */
} SceneWatch;

typedef struct SceneWatchPlan {
    int64_t steps; /* >= 1 */
    int64_t late;  /* 1 .. steps: how many of the last of them count as late */
    double quiet_j;
    /* Called after every step with its number, counted from 0; NULL: nobody. */
    void (*each)(void *user, int64_t step, const ClothMeasure *measure);
    void *user;
} SceneWatchPlan;

/* Kinetic, gravitational and elastic energy together [J]. */
double scene_energy(const ClothMeasure *measure);

/*
 * Takes plan->steps steps.
 *   state  in/out
 *   watch  out; what a refused step left unknown is NaN, and steps counts those that were taken
 * Returns the first refusal. CLOTH_BAD_ARGUMENT when the plan is out of its range.
 */
ClothStatus scene_watch(ClothState *state, const ClothStep *step, const SceneWatchPlan *plan,
                        SceneWatch *watch, ClothError *error);

#endif
