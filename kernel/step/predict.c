#include "step/predict.h"

#include "math/vec3.h"
#include "step/instruments.h"

/* How much of the external acceleration the last substep showed, 0 (at rest on its rows) to 1 (free
 * fall): the adaptive start of Chen et al., "Vertex Block Descent", 2024, section 3.7. Without it a
 * few iterations over-stretch everything that hangs. */
static double shown_acceleration(const ClothReal acceleration[3], const double external[3],
                                 double squared) {
    const double last[3] = {(double)acceleration[0], (double)acceleration[1],
                            (double)acceleration[2]};
    const double share = vec3_dot(last, external) / squared;
    return share > 1.0 ? 1.0 : share > 0.0 ? share : 0.0;
}

/* A held particle goes an equal share of what remains to its target: all of it in the last substep,
 * and not by a bit when it is there. */
static void carry(const ClothView *view, const ClothSubstep *substep, int32_t i) {
    for (int k = 3 * i; k < 3 * i + 3; k++) {
        const double x = (double)view->position[k];
        const double to = (double)view->held_target[k];
        const double share = (to - x) / substep->remaining;
        view->position[k] = substep->remaining == 1 ? view->held_target[k] : (ClothReal)(x + share);
        view->target[k] = view->position[k];
    }
}

static void predict(const ClothView *view, const ClothSubstep *substep, bool adaptive) {
    const double h = substep->h;
    const double *gravity = substep->step->gravity;
    const double squared = vec3_dot(gravity, gravity);
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const int32_t at = 3 * i;
        const double start =
            adaptive ? shown_acceleration(&view->acceleration[at], gravity, squared) : 1.0;
        for (int k = 0; k < 3; k++) {
            view->previous[at + k] = view->position[at + k];
        }
        if (view->inverse_mass[i] == 0) {
            carry(view, substep, i);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[at + k];
            const double drift = x + substep->undamped * h * (double)view->velocity[at + k];
            const double fall = substep->undamped * h * h * gravity[k];
            view->target[at + k] = (ClothReal)(drift + fall);
            view->position[at + k] = (ClothReal)(drift + start * fall);
        }
    }
}

void cloth_predict_adaptive(const ClothView *view, const ClothSubstep *substep) {
    /* A cloth without a past is taken to fall: begun at rest instead, a sheet in free fall is 3.6e-5
     * of its way behind for good at 2x4 (e18, v01_sheet). */
    const bool ablated = CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_ADAPTIVE_START);
    predict(view, substep, !substep->first && !ablated);
}

void cloth_predict_inertial(const ClothView *view, const ClothSubstep *substep) {
    predict(view, substep, false);
}
