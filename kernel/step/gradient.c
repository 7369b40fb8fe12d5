#include "step/gradient.h"

#include "step/batch.h"

#include <math.h>

double cloth_gradient_max(const ClothView *view, const ClothSubstep *substep) {
    double most = 0.0;
    const int32_t end = view->counts.particle;
    for (int32_t i = 0; i < end;) {
        ClothBatch batch;
        cloth_batch_assemble(view, substep, i, cloth_batch_count(view, i, end), &batch);
        for (int32_t p = 0; p < batch.count; p++) {
            const double *const f[3] = {batch.force[0], batch.force[1], batch.force[2]};
            const double squared = f[0][p] * f[0][p] + f[1][p] * f[1][p] + f[2][p] * f[2][p];
            /* NaN is taken, and then kept by the same test. */
            if (view->inverse_mass[i + p] > 0 && !(squared <= most)) {
                most = squared;
            }
            if (isnan(most)) {
                return most;
            }
        }
        i += batch.count;
    }
    return sqrt(most);
}

double cloth_gradient(const ClothState *state, const ClothStep *step) {
    if (!(step->step_s > 0.0)) {
        return NAN;
    }
    const ClothView view = cloth_view(state);
    const ClothSubstep substep = cloth_substep(state, step);
    return cloth_gradient_max(&view, &substep);
}
