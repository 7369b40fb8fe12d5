/*
 * conveyor.h: what lies on a surface that moves, and is dragged along by its friction.
 *
 * A particle or a patch of sheet at rest is set on a belt, a half-space or a box's top that moves along
 * itself at one speed from the first step on, or on a disc, a cylinder that stands and comes to its
 * speed slowly. Closed forms are those of Coulomb friction under implicit Euler.
 */
#ifndef SCENES_CONVEYOR_H
#define SCENES_CONVEYOR_H

#include <stdint.h>

#include "cloth.h"
#include "scenes/slope.h"

/* name, text */
#define CONVEYOR_LIST(X)                                                                           \
    X(CONVEYOR_HALF_SPACE, "half-space")                                                           \
    X(CONVEYOR_BOX, "box")                                                                         \
    X(CONVEYOR_DISC, "disc")

typedef enum ConveyorSurface {
#define CONVEYOR_ENUM(name, text) name,
    CONVEYOR_LIST(CONVEYOR_ENUM)
#undef CONVEYOR_ENUM
        CONVEYORS
} ConveyorSurface;

typedef struct ConveyorPlan {
    ConveyorSurface surface;
    SlopeBody body;
    double friction;
    double spacing_m;
    double mass_kg;
    double speed_m_s;  /* of a belt */
    double spin_1_s;   /* of a disc at the end, even in time from 0 */
    double off_axis_m; /* where the body's middle is on a disc */
    int32_t steps;
    ClothStep step;
} ConveyorPlan;

/* Friction 0.3, 0.1 kg, 0.05 m, 1 m/s; a disc of 2 1/s, the body about its axis; 2 s of the default
 * step. */
ConveyorPlan conveyor_plan(ConveyorSurface surface, SlopeBody body);

typedef struct ConveyorSeen {
    double way_m; /* of the middle along a belt; of a disc the angle turned times off_axis_m, or
                          times the spacing for what lies about its axis */
    double expected_m; /* closed form of it, of what sticks on a disc */
    double slip_m_s;   /* largest against the surface at the end */
    double speed_m_s;  /* of the middle along the belt, at the end */
    double cone;       /* largest |friction| / (mu f_n) of any contact at any step */
    double lost_1_s;   /* of a disc: its spin when the body had slipped 0.1 mm; INFINITY: never */
} ConveyorSeen;

/* Runs it. On failure the kernel's status and sentence. Allocates and frees. */
ClothStatus conveyor_run(const ConveyorPlan *plan, ConveyorSeen *seen, ClothError *error);

#endif
