#include "step/rescue.h"

#include "collide/gap.h"
#include "rows/distance.h"
#include "step/backstops.h"
#include "step/instruments.h"

#include <math.h>

static double more(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

/* By how much it is in what it touches. */
static double depth_of(const ClothView *view, int32_t i, const double x[3]) {
    double depth = more(-cloth_backstop_gap(view, i, x), 0.0);
    for (int32_t s = CLOTH_CONTACT_SLOTS * i;
         s < CLOTH_CONTACT_SLOTS * (i + 1) && view->contact_collider[s] >= 0; s++) {
        double normal[3];
        depth = more(-cloth_gap(view, view->contact_collider[s], x, normal), depth);
    }
    return depth;
}

/* By how much its hard rows are stretched. */
static double stretch_of(const ClothView *view, int32_t i, const double x[3]) {
    double stretch = 0.0;
    for (int32_t s = view->slot_offset[i]; s < view->slot_offset[i + 1]; s++) {
        ClothDistance row = {.c = 0.0};
        if (view->slot_inertia[s] > 0) {
            (void)cloth_distance(x, &view->position[3 * (size_t)view->slot_neighbour[s]],
                                 (double)view->slot_rest[s], &row);
            stretch = more(row.c, stretch);
        }
    }
    return stretch;
}

double cloth_missed(const ClothState *state, int32_t i) {
    const ClothView view = cloth_view(state);
    double x[3];
    cloth_load(&view.position[3 * i], x);
    return more(depth_of(&view, i, x), stretch_of(&view, i, x));
}

/* The animated position of what hangs from something. */
static void animated(const ClothView *view, int32_t i, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] =
            (double)view->position[3 * view->hold[i] + k] + (double)view->leash_offset[3 * i + k];
    }
}

static void begin(ClothState *state, const ClothView *view, int32_t i) {
    double to[3];
    animated(view, i, to);
    for (int k = 0; k < 3; k++) {
        view->rescue_from[3 * i + k] = (ClothReal)((double)view->position[3 * i + k] - to[k]);
    }
    view->rescue_s[i] = 0;
    view->stuck_s[i] = 0;
    state->rescues++;
    state->tally.rescue++;
}

/* Whether there is anything that it can be stuck in. */
static bool touches(const ClothView *view, int32_t i) {
    const ClothReal *normal = &view->backstop_normal[3 * i];
    return view->contact_collider[CLOTH_CONTACT_SLOTS * i] >= 0 || normal[0] != 0 ||
           normal[1] != 0 || normal[2] != 0;
}

/* Takes it along; it is at rest when it is let go. */
static void carry_on(ClothState *state, const ClothView *view, int32_t i, const ClothStep *step) {
    const double whole = CLOTH_STEP_TUNED(step, rescue_s, CLOTH_RESCUE_S);
    const double age = (double)view->rescue_s[i] + step->step_s;
    const double share = age < whole ? age / whole : 1.0;
    const double left = 1.0 - share * share * (3.0 - 2.0 * share);
    double to[3];
    animated(view, i, to);
    for (int k = 0; k < 3; k++) {
        const int32_t at = 3 * i + k;
        view->position[at] = (ClothReal)(to[k] + left * (double)view->rescue_from[at]);
        view->velocity[at] = 0;
        view->acceleration[at] = 0;
    }
    view->rescue_s[i] = (ClothReal)(share < 1.0 ? age : INFINITY);
    state->tally.rescue -= !(share < 1.0);
}

void cloth_rescue(ClothState *state, const ClothStep *step) {
    const ClothView view = cloth_view(state);
    const double share = CLOTH_STEP_TUNED(step, stuck_share, CLOTH_STUCK_SHARE);
    const double patience = CLOTH_STEP_TUNED(step, stuck_s, CLOTH_STUCK_S);
    if (CLOTH_ABLATED(step, CLOTH_WITHOUT_RESCUE) ||
        state->tally.tether + state->tally.leash == 0) {
        return;
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.inverse_mass[i] == 0 || view.hold[i] < 0) {
            continue;
        }
        if (view.rescue_s[i] < INFINITY) {
            carry_on(state, &view, i, step);
            continue;
        }
        if (!touches(&view, i)) {
            view.stuck_s[i] = 0;
            continue;
        }
        const double most = share * (double)view.step_cap[i];
        const bool stuck = cloth_missed(state, i) > most;
        view.stuck_s[i] = stuck ? (ClothReal)((double)view.stuck_s[i] + step->step_s) : 0;
        if ((double)view.stuck_s[i] >= patience) {
            begin(state, &view, i);
        }
    }
}
