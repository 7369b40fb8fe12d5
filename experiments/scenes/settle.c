#include "scenes/settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec3.h"
#include "scenes/extreme.h"
#include "world/world.h"

/* The largest distance of a particle from the mean of all [m]: what a world has of a cloth that nobody
 * holds, where its frame's origin is its middle. */
static double reach_of(const double *position, int32_t n) {
    double mean[3] = {0.0, 0.0, 0.0};
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        vec3_add_scaled(mean, &position[3 * i], 1.0 / n);
    }
    for (int32_t i = 0; i < n; i++) {
        double off[3];
        vec3_subtract(&position[3 * i], mean, off);
        raise_to(&most, vec3_length(off));
    }
    return most;
}

/* The furthest that any particle is from where it was [m]. */
static double furthest(const double *a, const double *b, int32_t n) {
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double off[3];
        vec3_subtract(&a[3 * i], &b[3 * i], off);
        raise_to(&most, vec3_length(off));
    }
    return most;
}

ClothStatus settle_start(const ClothState *state, const SettlePlan *plan, Settle *settle) {
    const int32_t n = cloth_particle_count(state);
    const size_t bytes = 3 * (size_t)n * sizeof(double);
    *settle = (Settle){.plan = *plan, .particles = n, .creep_m = NAN};
    settle->mark = malloc(bytes);
    settle->rest = malloc(bytes);
    settle->now = malloc(bytes);
    if (settle->mark == NULL || settle->rest == NULL || settle->now == NULL) {
        settle_free(settle);
        return CLOTH_NO_MEMORY;
    }
    cloth_positions(state, settle->mark);
    const double reach = reach_of(settle->mark, n);
    const double swing = CLOTH_SLEEP_SWING * sqrt(reach / plan->gravity_m_s2);
    settle->most_m = CLOTH_SLEEP_SHARE * reach;
    settle->window_s = fmin(fmax(CLOTH_SLEEP_WINDOW_S, swing), CLOTH_SLEEP_WINDOW_MOST_S);
    return CLOTH_OK;
}

static void see_motion(Settle *settle) {
    const size_t bytes = 3 * (size_t)settle->particles * sizeof(double);
    if (!(furthest(settle->now, settle->mark, settle->particles) <= settle->most_m)) {
        memcpy(settle->mark, settle->now, bytes);
        settle->still_s = 0.0;
    } else {
        settle->still_s += settle->plan.step_s;
    }
    if (settle->still_step > 0) {
        raise_to(&settle->creep_m, furthest(settle->now, settle->rest, settle->particles));
    } else if (settle->still_s >= settle->window_s) {
        settle->still_step = settle->steps;
        settle->creep_m = 0.0;
        memcpy(settle->rest, settle->now, bytes);
    }
}

void settle_see(Settle *settle, const ClothState *state) {
    static const double no_gravity[3] = {0.0, 0.0, 0.0};
    ClothMeasure *last = &settle->last;
    settle->steps++;
    cloth_positions(state, settle->now);
    cloth_measure(state, no_gravity, last);
    see_motion(settle);
    /* Soft contacts have no multiplier to press with, and depth all the same. */
    const double found = last->residual_max_m[CLOTH_ROW_CONTACT];
    const double depth = last->contacts == 0 && isnan(found) ? 0.0 : found;
    const double strain = last->strain_max[CLOTH_ROW_STRETCH];
    settle->contact = settle->contact == 0 && last->contacts > 0 ? settle->steps : settle->contact;
    raise_to(&settle->depth_peak_m, depth);
    raise_to(&settle->strain_peak, strain);
    if (settle->steps > settle->plan.steps - settle->plan.late) {
        raise_to(&settle->depth_late_m, depth);
        raise_to(&settle->strain_late, strain);
        raise_to(&settle->kinetic_late_j, last->kinetic_j);
    }
}

void settle_free(Settle *settle) {
    if (settle != NULL) {
        free(settle->mark);
        free(settle->rest);
        free(settle->now);
        settle->mark = settle->rest = settle->now = NULL;
    }
}
