#include "scenes/stuck_watch.h"

#include <stdlib.h>

#include "scenes/extreme.h"
#include "state/state.h"
#include "step/rescue.h"

const double stuck_share[STUCK_SHARES] = {0.03125, 0.0625, 0.125, 0.25, 0.5, 1.0};

ClothStatus stuck_watch_start(const Hung *hung, StuckWatch *watch) {
    *watch = (StuckWatch){0};
    watch->since_s =
        calloc(STUCK_SHARES * (size_t)hung->graph.particle_count, sizeof *watch->since_s);
    return watch->since_s == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
}

static void count(StuckWatch *watch, double *since_s, double missed, double step_s) {
    raise_to(&watch->missed, missed);
    for (int s = 0; s < STUCK_SHARES; s++) {
        since_s[s] = missed <= stuck_share[s] ? 0.0 : since_s[s] + step_s;
        raise_to(&watch->longest_s[s], since_s[s]);
    }
}

void stuck_watch_see(StuckWatch *watch, const Hung *hung, double step_s) {
    const ClothState *state = cloth_world_state(hung->world, hung->cloth);
    const ClothView view = cloth_view(state);
    watch->missed = 0.0;
    watch->steps++;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.inverse_mass[i] > 0) {
            count(watch, &watch->since_s[STUCK_SHARES * view.graph_index[i]],
                  cloth_missed(state, i) / (double)view.step_cap[i], step_s);
        }
    }
    raise_to(&watch->missed_peak, watch->missed);
    if (!(watch->missed <= CLOTH_STUCK_SHARE)) {
        watch->late_step = watch->steps;
    }
}

void stuck_watch_free(StuckWatch *watch) {
    free(watch->since_s);
    *watch = (StuckWatch){0};
}
