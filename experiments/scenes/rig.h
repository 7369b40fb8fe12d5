/*
 * rig.h: strands of a chain held by their first particles, and how far off their holds they get.
 */
#ifndef SCENES_RIG_H
#define SCENES_RIG_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "scenes/scene.h"

typedef struct RigShape {
    int32_t links;    /* of a strand, >= 1 */
    int32_t strands;  /* >= 1, side by side at a link's distance */
    double spacing_m; /* > 0 */
    double mass_kg;   /* > 0, of every particle */
    ClothChainBend bend;
    bool hanging; /* straight down; otherwise level, along +x */
    bool joined;  /* strands are linked across, particle by particle */
} RigShape;

/* 30 links of 0.05 m and 0.5 g in one strand, level, without bending. */
RigShape rig_shape_default(void);

/* scene: out, emptied on failure; free with scene_free(). */
ClothStatus scene_rig(const RigShape *shape, const ClothMaterial *material, Scene *scene,
                      ClothError *error);

/* Sends every free particle off at `velocity`; swing: at its share of the reach, as a rod turns. */
ClothStatus rig_kick(ClothState *state, const double velocity[3], bool swing, ClothError *error);

/* How far particles are off their holds; d is the distance along the cloth to the nearest held
 * particle. All 0 where nothing is held. */
typedef struct RigReach {
    double ratio;        /* largest |x - x_hold| / d */
    double whole;        /* largest |x - x_hold| over the largest d */
    double excess_m;     /* largest |x - x_hold| - d, not under 0 */
    double multiplier_n; /* largest of a tether */
} RigReach;

RigReach rig_reach(const ClothState *state);

/* What was seen over the steps watched; NaN, once seen, stays. Start from {0}. */
typedef struct RigWatch {
    int64_t steps;
    RigReach peak;
    RigReach last;
    int64_t peak_step; /* at which the ratio was largest, counted from 1 */
    int64_t out_step;  /* the last at which the ratio was above RIG_HELD; 0: never */
    int64_t engaged;   /* steps at which some tether pulled */
    double strain_peak;
    double speed_peak_m_s;
    double kinetic_j; /* after the last step */
    double energy_j;  /* kinetic and gravitational, after the last step */
    double energy_first_j;
    double energy_gain_j; /* largest rise of that above the first step's */
} RigWatch;

/* A strand is held while no particle is further off than this times its distance. */
#define RIG_HELD 1.03

void rig_see(RigWatch *watch, const ClothState *state, const double gravity[3]);

/* Takes steps, seen. watch: in/out. Returns the first refusal. */
ClothStatus rig_watch(ClothState *state, const ClothStep *step, int64_t steps, RigWatch *watch,
                      ClothError *error);

#endif
