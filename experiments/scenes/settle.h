/*
 * settle.h: whether what fell comes to rest: when it is still, how far it creeps afterwards, and what
 * its contacts, rows and speeds are then.
 *
 * Still is what a world puts to sleep: no particle has moved further than CLOTH_SLEEP_SHARE of the
 * reach for the window of sleep. Said of any state, so that a bare one, or a cloth that may not sleep,
 * is judged as one that may.
 */
#ifndef SCENES_SETTLE_H
#define SCENES_SETTLE_H

#include <stdint.h>

#include "cloth.h"

typedef struct SettlePlan {
    double step_s;
    double gravity_m_s2;
    int64_t steps; /* that are to be taken ... */
    int64_t late;  /* ... the last of which count as late */
} SettlePlan;

typedef struct Settle {
    SettlePlan plan;
    int32_t particles;
    double most_m; /* that a still particle moves */
    double window_s;
    double *mark;          /* (n x 3) where particles were when one was last seen to move [m] */
    double *rest;          /* (n x 3) where they were when they were first still [m] */
    double *now;           /* (n x 3) workspace */
    double still_s;        /* since `mark` */
    int64_t steps;         /* seen */
    int64_t contact;       /* the first step that something pressed in, counted from 1; 0: none */
    int64_t still_step;    /* the first step after which it was still, counted from 1; 0: never */
    double creep_m;        /* the furthest that a particle has been from `rest`; NaN: never still */
    double depth_peak_m;   /* how much nearer than is kept; 0 before anything presses */
    double strain_peak;    /* of stretch rows */
    double depth_late_m;   /* the same over the late steps */
    double strain_late;    /* likewise */
    double kinetic_late_j; /* largest */
    ClothMeasure last;
} Settle;

/* settle: out, emptied on failure; free with settle_free(). CLOTH_NO_MEMORY. */
ClothStatus settle_start(const ClothState *state, const SettlePlan *plan, Settle *settle);

/* Once after each step. */
void settle_see(Settle *settle, const ClothState *state);

void settle_free(Settle *settle);

#endif
