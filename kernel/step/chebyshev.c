#include "step/chebyshev.h"

#ifdef CLOTH_ABLATE

#include "step/instruments.h"

static bool is_asked_for(const ClothSubstep *substep) {
    const ClothInstruments *instruments = substep->step->instruments;
    return instruments != NULL && instruments->chebyshev_rho > 0.0;
}

/* Of a particle: where it was before the last sweep, then before the one before that. */
static double *places_of(const ClothSubstep *substep, int32_t i) {
    return &substep->step->instruments->chebyshev_was[6 * (size_t)i];
}

void cloth_chebyshev_begin(const ClothView *view, const ClothSubstep *substep) {
    for (int32_t i = 0; is_asked_for(substep) && i < view->counts.particle; i++) {
        double *was = places_of(substep, i);
        for (int k = 0; k < 3; k++) {
            was[k] = was[3 + k] = (double)view->position[3 * i + k];
        }
    }
}

static double weight_of(double rho, int32_t sweep) {
    double weight = 1.0;
    for (int32_t n = 2; n <= sweep; n++) {
        weight = n == 2 ? 2.0 / (2.0 - rho * rho) : 4.0 / (4.0 - rho * rho * weight);
    }
    return weight;
}

/* Whether a particle has pressed on something since the substep began, or does. */
static bool has_pressed(const ClothView *view, int32_t i) {
    const bool contact =
        view->contact_collider[CLOTH_CONTACT_SLOTS * i] >= 0 && !(view->contact_clear[i] > 0);
    return contact || view->backstop_multiplier[i] > 0;
}

void cloth_chebyshev(const ClothView *view, const ClothSubstep *substep, int32_t sweep) {
    if (!is_asked_for(substep)) {
        return;
    }
    const double weight = weight_of(substep->step->instruments->chebyshev_rho, sweep);
    for (int32_t i = 0; i < view->counts.particle; i++) {
        double *was = places_of(substep, i);
        const bool left_alone = !(view->inverse_mass[i] > 0) || has_pressed(view, i);
        for (int k = 0; k < 3; k++) {
            const double swept = (double)view->position[3 * i + k];
            const double ahead = was[3 + k] + weight * (swept - was[3 + k]);
            view->position[3 * i + k] = (ClothReal)(left_alone || sweep < 2 ? swept : ahead);
            was[3 + k] = was[k];
            was[k] = (double)view->position[3 * i + k];
        }
    }
}

#else

/* ISO C wants a declaration in every file. */
typedef int cloth_no_chebyshev;

#endif
