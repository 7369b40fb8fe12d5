/*
 * solver.h: the small interface between a step and the method that solves a substep.
 *
 * A step cuts dt into substeps; a solver predicts where the particles start and then brings the
 * rows' residuals down. All solvers share the state, the rows, the integration and the checks.
 */
#ifndef CLOTH_STEP_SOLVER_H
#define CLOTH_STEP_SOLVER_H

#include "state/state.h"

/* What a substep knows. */
typedef struct ClothSubstep {
    const ClothStep *step;
    const ClothState *state; /* for instruments */
    double h;                /* [s] */
    double inverse_h2;       /* [1/s^2] */
    double band_inverse_h2;  /* the same of the substep that the band refers to [1/s^2] */
    double undamped;         /* 1 / (1 + damping h): the share of free motion that drag leaves */
    double inertia_h2;       /* (1 + damping h) / h^2 [1/s^2]: implicit drag makes a particle that
                                much harder to move */
    int32_t remaining;       /* substeps of this step yet to be taken, this one included */
    bool first;              /* the cloth's very first: it has shown no acceleration yet */
} ClothSubstep;

typedef struct ClothMethod {
    const char *name;
    /* Sets targets and starting positions from velocities and gravity. */
    void (*predict)(const ClothView *view, const ClothSubstep *substep);
    /* Moves positions; adds to the report's iterations, pivots, gradient. Returns CLOTH_OK, or
     * CLOTH_NOT_POSITIVE with report->particle set to the stored particle. */
    ClothStatus (*solve)(const ClothView *view, const ClothSubstep *substep, ClothReport *report);
} ClothMethod;

extern const ClothMethod cloth_method_avbd;
extern const ClothMethod cloth_method_vbd;
extern const ClothMethod cloth_method_xpbd;

/* The first substep of a step of step_s > 0. */
ClothSubstep cloth_substep(const ClothState *state, const ClothStep *step);

/* NULL for a number that is no solver. */
const ClothMethod *cloth_method(ClothSolver solver);

#endif
