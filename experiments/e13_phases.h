/*
 * e13_phases.h: the parts of a frame, timed one by one through the kernel's internal functions.
 */
#ifndef EXPERIMENTS_E13_PHASES_H
#define EXPERIMENTS_E13_PHASES_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

/* Seconds a frame, medians over the rounds. What they leave of a frame is the warm start, applying
 * the moves, integration and the checks. */
typedef struct Phases {
    double predict_s;
    double assemble_s; /* forces and Hessians */
    double solve_s;    /* LDL^T, cap */
    double dual_s;     /* multipliers and penalties */
} Phases;

/* Times the phases of one frame of avbd in the state that the cloth is in; the state is as before
 * on return. Returns false when out of memory. */
bool phases_time(const ClothState *state, const ClothStep *step, int32_t rounds, Phases *phases);

#endif
