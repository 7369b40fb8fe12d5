#include "step/rescue.h"

#include "collide/gap.h"
#include "step/backstops.h"
#include "step/instruments.h"

#include <math.h>

static double more(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

double cloth_missed(const ClothState *state, int32_t i) {
    const ClothView view = cloth_view(state);
    double x[3];
    double normal[3];
    cloth_load(&view.position[3 * i], x);
    double depth = more(-cloth_backstop_gap(&view, i, x), 0.0);
    for (int32_t s = CLOTH_CONTACT_SLOTS * i;
         s < CLOTH_CONTACT_SLOTS * (i + 1) && view.contact_collider[s] >= 0; s++) {
        depth = more(-cloth_gap(&view, view.contact_collider[s], x, normal), depth);
    }
    return depth;
}

/* The animated position of what hangs from something. */
static void animated(const ClothView *view, int32_t i, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] =
            (double)view->position[3 * view->hold[i] + k] + (double)view->leash_offset[3 * i + k];
    }
}

/* Whether a point is too deep in anything: a particle on its way has no contacts to ask. */
static bool is_in_something(const ClothView *view, int32_t i, const double x[3], double most) {
    double normal[3];
    bool in = -cloth_backstop_gap(view, i, x) > most;
    for (int32_t c = 0; c < view->tally.collider && !in; c++) {
        in = -cloth_gap(view, c, x, normal) > most;
    }
    return in;
}

static void begin(ClothState *state, const ClothView *view, int32_t i) {
    double to[3];
    animated(view, i, to);
    for (int k = 0; k < 3; k++) {
        view->rescue_from[3 * i + k] = (ClothReal)((double)view->position[3 * i + k] - to[k]);
    }
    cloth_rescue_forget(state, i);
    view->rescue_s[i] = 0;
    state->rescues++;
    state->tally.rescue++;
}

/* Counts for how long it has been too deep. */
static void wait(ClothState *state, const ClothView *view, int32_t i, double most, double step_s) {
    const bool stuck = cloth_missed(state, i) > most;
    const bool was = view->stuck_s[i] > 0;
    view->stuck_s[i] = (ClothReal)(stuck ? fmin((double)view->stuck_s[i] + step_s, 1e6) : 0.0);
    state->tally.stuck += (view->stuck_s[i] > 0) - was;
}

void cloth_rescues_hold(const ClothView *view) {
    for (int32_t i = 0; view->tally.rescue > 0 && i < view->counts.particle; i++) {
        if (view->rescue_s[i] < INFINITY) {
            view->inverse_mass[i] = 0;
        }
    }
}

void cloth_rescues_free(const ClothView *view) {
    for (int32_t i = 0; view->tally.rescue > 0 && i < view->counts.particle; i++) {
        if (view->rescue_s[i] < INFINITY) {
            view->inverse_mass[i] = (ClothReal)(1.0 / (double)view->mass[i]);
        }
    }
}

static void carry(const ClothView *view, int32_t i, double step_s, double whole) {
    const double age = fmin((double)view->rescue_s[i] + step_s, whole);
    const double share = age / whole;
    const double left = 1.0 - share * share * (3.0 - 2.0 * share);
    double to[3];
    animated(view, i, to);
    for (int k = 0; k < 3; k++) {
        const int32_t at = 3 * i + k;
        view->position[at] = (ClothReal)(to[k] + left * (double)view->rescue_from[at]);
        view->target[at] = view->position[at];
    }
    view->rescue_s[i] = (ClothReal)age;
}

void cloth_rescues_carry(const ClothView *view, const ClothSubstep *substep) {
    const double whole = CLOTH_STEP_TUNED(substep->step, rescue_s, CLOTH_RESCUE_S);
    for (int32_t i = 0; view->tally.rescue > 0 && i < view->counts.particle; i++) {
        if (view->rescue_s[i] < INFINITY) {
            carry(view, i, substep->h, whole);
        }
    }
}

/* Of what is being rescued: whether it has arrived. */
static bool is_there(const ClothView *view, int32_t i, const ClothStep *step) {
    const double whole = CLOTH_STEP_TUNED(step, rescue_s, CLOTH_RESCUE_S);
    return !((double)view->rescue_s[i] < whole * (1.0 - 1e-6));
}

bool cloth_rescue_is_due(const ClothState *state, const ClothStep *step) {
    const ClothView view = cloth_view(state);
    bool due = state->tally.stuck > 0;
    for (int32_t i = 0; state->tally.rescue > 0 && i < view.counts.particle; i++) {
        due = due || (view.rescue_s[i] < INFINITY && !is_there(&view, i, step));
    }
    return due;
}

/* Lets it go, as fast as what it hangs from; not where it would be stuck again. */
static void end(ClothState *state, const ClothView *view, int32_t i, double most) {
    double x[3];
    cloth_load(&view->position[3 * i], x);
    if (is_in_something(view, i, x, most)) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        view->velocity[3 * i + k] = view->velocity[3 * view->hold[i] + k];
        view->acceleration[3 * i + k] = 0;
    }
    cloth_rescue_forget(state, i);
}

void cloth_rescue(ClothState *state, const ClothStep *step) {
    const ClothView view = cloth_view(state);
    const double share = CLOTH_STEP_TUNED(step, stuck_share, CLOTH_STUCK_SHARE);
    const double patience = CLOTH_STEP_TUNED(step, stuck_s, CLOTH_STUCK_S);
    if (CLOTH_ABLATED(step, CLOTH_WITHOUT_RESCUE) ||
        state->tally.touched + state->tally.backstop + state->tally.stuck + state->tally.rescue ==
            0) {
        return;
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.inverse_mass[i] == 0 || view.hold[i] < 0) {
            continue;
        }
        const double most = share * (double)view.step_cap[i];
        if (view.rescue_s[i] < INFINITY) {
            if (is_there(&view, i, step)) {
                end(state, &view, i, most);
            }
            continue;
        }
        wait(state, &view, i, most, step->step_s);
        if ((double)view.stuck_s[i] >= patience) {
            begin(state, &view, i);
        }
    }
}
