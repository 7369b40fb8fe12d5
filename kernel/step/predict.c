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

static void predict(const ClothView *view, const ClothSubstep *substep, bool adaptive) {
    const double h = substep->h;
    const double *gravity = substep->step->gravity;
    const double squared = vec3_dot(gravity, gravity);
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const int32_t at = 3 * i;
        const bool held = view->inverse_mass[i] == 0;
        const double start =
            adaptive ? shown_acceleration(&view->acceleration[at], gravity, squared) : 1.0;
        for (int k = 0; k < 3; k++) {
            const ClothReal x = view->position[at + k];
            view->previous[at + k] = x;
            if (held) {
                view->target[at + k] = x;
                continue;
            }
            const double drift = (double)x + h * (double)view->velocity[at + k];
            const double fall = h * h * gravity[k];
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
