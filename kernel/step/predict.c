#include "step/predict.h"

#include "math/vec3.h"
#include "step/instruments.h"
#include "step/vectorised.h"

/* How much of the external acceleration the last substep showed, 0 (at rest on its rows) to 1 (free
 * fall): the adaptive start of Chen et al., "Vertex Block Descent", 2024, section 3.7. Without it a
 * few iterations over-stretch everything that hangs. */
static inline double shown_acceleration(const ClothReal acceleration[3], const double external[3],
                                        double squared) {
    const double share =
        ((double)acceleration[0] * external[0] + (double)acceleration[1] * external[1] +
         (double)acceleration[2] * external[2]) /
        squared;
    return share > 1.0 ? 1.0 : share > 0.0 ? share : 0.0;
}

/* Targets and starting positions of all particles, held ones included: no branch, no call. */
CLOTH_VECTORISED
static void move_freely(const ClothView *view, const ClothSubstep *substep, bool adaptive) {
    const double h = substep->h;
    const double undamped = substep->undamped;
    const double gravity[3] = {substep->step->gravity[0], substep->step->gravity[1],
                               substep->step->gravity[2]};
    const double squared = vec3_dot(gravity, gravity);
    const ClothReal *restrict velocity = view->velocity;
    const ClothReal *restrict acceleration = view->acceleration;
    ClothReal *restrict previous = view->previous;
    ClothReal *restrict target = view->target;
    ClothReal *restrict position = view->position;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const double shown = shown_acceleration(&acceleration[3 * i], gravity, squared);
        const double start = adaptive ? shown : 1.0;
        for (int k = 0; k < 3; k++) {
            const ClothReal was = position[3 * i + k];
            const double drift = (double)was + undamped * h * (double)velocity[3 * i + k];
            const double fall = undamped * h * h * gravity[k];
            previous[3 * i + k] = was;
            target[3 * i + k] = (ClothReal)(drift + fall);
            position[3 * i + k] = (ClothReal)(drift + start * fall);
        }
    }
}

/* A held particle goes an equal share of what remains to its target: all of it in the last substep,
 * and not by a bit when it is there. */
static void carry(const ClothView *view, const ClothSubstep *substep, int32_t i) {
    for (int k = 3 * i; k < 3 * i + 3; k++) {
        const double x = (double)view->previous[k];
        const double to = (double)view->held_target[k];
        const double share = (to - x) / substep->remaining;
        view->position[k] = substep->remaining == 1 ? view->held_target[k] : (ClothReal)(x + share);
        view->target[k] = view->position[k];
    }
}

static void predict(const ClothView *view, const ClothSubstep *substep, bool adaptive) {
    move_freely(view, substep, adaptive);
    for (int32_t h = 0; h < view->tally.held; h++) {
        carry(view, substep, view->held_list[h]);
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
