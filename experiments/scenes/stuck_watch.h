/*
 * stuck_watch.h: how deep the particles of a cloth are in what presses on them, and for how long: by how
 * little they would have been taken for stuck, or not.
 */
#ifndef SCENES_STUCK_WATCH_H
#define SCENES_STUCK_WATCH_H

#include "scenes/hung.h"

/* What may be taken for too deep: shares of a particle's shortest row. */
#define STUCK_SHARES 6
extern const double stuck_share[STUCK_SHARES];

typedef struct StuckWatch {
    double *since_s; /* (n x STUCK_SHARES) for how long each has been deeper than that share */
    double missed;   /* the largest depth over the shortest row, now */
    double missed_peak;
    double longest_s[STUCK_SHARES]; /* that any was deeper, without a break */
    int64_t steps;
    int64_t late_step; /* the last after which one was deeper than CLOTH_STUCK_SHARE; 0: none */
} StuckWatch;

/* watch: out; free with stuck_watch_free(). CLOTH_NO_MEMORY. */
ClothStatus stuck_watch_start(const Hung *hung, StuckWatch *watch);

/* Called after each step. */
void stuck_watch_see(StuckWatch *watch, const Hung *hung, double step_s);

void stuck_watch_free(StuckWatch *watch);

#endif
