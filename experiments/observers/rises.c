#include "observers/rises.h"

#include <math.h>

#include "math/vec3.h"
#include "scenes/extreme.h"

/* A rise that is not a number counts as an infinite one. */
static double share_of(double rise, double scale) {
    if (rise <= 0.0) {
        return 0.0;
    }
    const double share = rise / scale;
    return share >= 0.0 ? share : INFINITY;
}

static void count_decades(double share, Rises *rises) {
    for (int k = 0; k < RISES_DECADES; k++) {
        rises->above[k] += share > pow(10.0, RISES_LOWEST + k) ? 1 : 0;
    }
}

/* The observer; user is the Rises. */
static void observe(void *user, const ClothState *state, const ClothUpdate *update) {
    Rises *rises = user;
    const ClothView view = cloth_view(state);
    const int32_t i = update->particle;
    if (view.inverse_mass[i] == 0) {
        return;
    }
    double before[3];
    double after[3];
    for (int k = 0; k < 3; k++) {
        before[k] = (double)view.position[3 * i + k];
        after[k] = (double)(ClothReal)(before[k] + update->move[k]);
    }
    const ClothVertexEnergy from = cloth_vertex_energy(state, &rises->rows, i, update->h,
                                                       rises->damping_1_s, update->grip, before);
    const ClothVertexEnergy to = cloth_vertex_energy(state, &rises->rows, i, update->h,
                                                     rises->damping_1_s, update->grip, after);
    const double rise = to.energy_j - from.energy_j;
    const double share = share_of(rise, more_of(from.scale_j, to.scale_j));
    const bool risen = share > rises->floor;
    rises->updates++;
    rises->risen += risen ? 1 : 0;
    rises->capped += vec3_length(update->newton) > vec3_length(update->move) * (1.0 + 1e-12);
    raise_to(&rises->worst, share);
    if (risen) {
        raise_to(&rises->worst_before, share_of(rise, from.scale_j));
    }
    if (share > 0.0) {
        count_decades(share, rises);
    }
}

ClothStatus rises_watch(ClothState *state, ClothStep step, uint32_t ablate, int64_t steps,
                        Rises *rises, ClothError *error) {
    const ClothInstruments instruments = {.ablate = ablate, .on_update = observe, .user = rises};
    step.instruments = &instruments;
    rises->damping_1_s = step.damping_1_s;
    ClothStatus status = cloth_vertex_rows_build(state, &rises->rows, error);
    for (int64_t s = 0; status == CLOTH_OK && s < steps; s++) {
        status = cloth_step(state, &step, NULL, error);
    }
    cloth_vertex_rows_free(&rises->rows);
    return status;
}

double rises_share(const Rises *rises) {
    return rises->updates > 0 ? (double)rises->risen / (double)rises->updates : NAN;
}

void rises_shares(const Rises *rises, double share[RISES_DECADES]) {
    for (int k = 0; k < RISES_DECADES; k++) {
        share[k] = rises->updates > 0 ? (double)rises->above[k] / (double)rises->updates : NAN;
    }
}
