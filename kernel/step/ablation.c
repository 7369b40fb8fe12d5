#include "step/ablation.h"

#ifdef CLOTH_ABLATE

#include "rows/row.h"
#include "step/instruments.h"

static double band_mass(const ClothView *view, const ClothSubstep *substep, int32_t r) {
    const ClothStep *step = substep->step;
    const int32_t *end = &view->row_particle[2 * r];
    const double stiffness = (double)view->row_stiffness[r];
    const double h2 = substep->h * substep->h;
    if (!cloth_row_is_hard(stiffness)) {
        const bool carries = CLOTH_ABLATED(step, CLOTH_WITH_SOFT_MULTIPLIER);
        return carries ? stiffness * h2 / step->constants.band_max : 0.0;
    }
    if (CLOTH_ABLATED(step, CLOTH_WITHOUT_PENALTY_BAND)) {
        return h2;
    }
    if (CLOTH_ABLATED(step, CLOTH_WITHOUT_ROW_INERTIA)) {
        return (double)view->mass[end[1]];
    }
    return cloth_row_inertia((double)view->inverse_mass[end[0]],
                             (double)view->inverse_mass[end[1]]);
}

void cloth_ablate_bands(const ClothView *view, const ClothSubstep *substep) {
    for (int32_t r = 0; r < view->counts.row; r++) {
        const ClothReal mass = (ClothReal)band_mass(view, substep, r);
        view->slot_inertia[view->row_slot[2 * r]] = mass;
        view->slot_inertia[view->row_slot[2 * r + 1]] = mass;
    }
}

#else

/* ISO C wants a declaration in every file. */
typedef int cloth_no_ablation;

#endif
