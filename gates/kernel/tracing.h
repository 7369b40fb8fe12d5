/*
 * tracing.h: one particle and one collider in a single step, either of them fast, and whether the
 * particle is behind what it met when the step is done.
 */
#ifndef GATES_KERNEL_TRACING_H
#define GATES_KERNEL_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

typedef enum TracingPlan {
    TRACING_SHOT,   /* the particle flies at a shape that stands */
    TRACING_STRUCK, /* the shape flies at a particle that stands */
    TRACING_SPUN    /* it turns as well */
} TracingPlan;

typedef struct Tracing {
    int64_t met; /* whose way went into the shape */
    int64_t
        through; /* of those, that are beyond the middle of what they met when the step is done */
    double depth_m; /* the deepest below the surface, of those that met [m] */
} Tracing;

/* A body of 0.3 to 1 m; or, with `thin`, a plate or disc of 0.3 to 1 mm, 3 to 10 m wide, met in its
 * middle. speed: of whichever moves [m/s].
 * instruments: NULL, or in the ablation build what is left out. */
Tracing tracing(TracingPlan plan, ClothShapeKind kind, bool thin, double speed_m_s,
                double thickness_m, ClothSolver solver, const struct ClothInstruments *instruments);

enum { TRACING_TRIALS = 200 };

#endif
