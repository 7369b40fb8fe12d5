/*
 * p2_stretch.h: the scenes and limits of P2, for the on arms of gate_p2_stretch and the off arms of
 * gate_p2_stretch_off.
 */
#ifndef GATES_PATHOLOGY_P2_STRETCH_H
#define GATES_PATHOLOGY_P2_STRETCH_H

#include "scenes/hung.h"
#include "scenes/rig.h"

/* Largest reach of 30 links x 3 strands dropped through ninety degrees at 1x1. Measured 1.0210 with
 * links of 0.05 m and 1.0160 with 0.1 m; without tethers 2.7358 and 1.9718, without the adaptive
 * start 1.0484 (e21). */
#define P2_DROP_REACH 1.03

/* What that reach is at least without tethers. */
#define P2_DROP_LOOSE 1.5

/* The drop happened: a particle was as fast as this [m/s]. Measured 6.2. */
#define P2_DROP_SPEED_M_S 3.0

/* One strand without tethers, without the turn block: an independent solver's 2.34 and 1.67. Measured
 * 2.3430 and 1.6687 (e21). */
#define P2_ALONE_REACH_005   2.34
#define P2_ALONE_REACH_01    1.67
#define P2_ALONE_REACH_ERROR 0.01

/* Largest reach of a hanging strand all of whose particles are kicked sideways at 16 m/s, against an
 * authority of 24 m/s. Measured 1.0048; without tethers 1.546 (e34). */
#define P2_KICK_REACH 1.03

/* The same against an authority of 3 m/s, kicked at 160 m/s: the limit on speeds is 12 m/s, so that
 * no particle is ever further off than a step's way and what is still to be undone. In links: the
 * reach is of the first particle. Measured 6.30; without the limit 1,397 (e34). */
#define P2_LIMIT_REACH 8.0

/* No particle is ever faster than that limit, as a ratio. Measured 1; without it 162 m/s, 13.5 times it. */
#define P2_LIMIT_SPEED 1.0000001

/* It has recovered after so many steps, held for good. Measured 133 (e34). */
#define P2_RECOVERED_STEP 300

/* A rig in a world, of a rope's fabric without its damping and strain limit, level unless it hangs. */
typedef struct P2Rig {
    int32_t strands;
    double spacing_m;
    int32_t substeps;
    int32_t iterations;
    double kick_m_s; /* every free particle's start, along +x; then the rig hangs. 0: it drops */
    int64_t steps;
} P2Rig;

typedef struct P2Run {
    RigWatch watch;
    double authority_m_s;
    double limit_m_s; /* the world's limit on speeds in the last step */
} P2Run;

/* prepare: called before the first step, to leave mechanisms out; NULL: leaves all there. */
P2Run p2_run(const P2Rig *rig, void (*prepare)(Hung *hung));

/* The rigs of the limits above. */
P2Rig p2_drop(double spacing_m);
P2Rig p2_alone(double spacing_m);
P2Rig p2_kick(void);
P2Rig p2_far_kick(void);

#endif
