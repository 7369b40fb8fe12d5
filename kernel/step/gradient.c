#include "step/gradient.h"

#include "step/vertex.h"

double cloth_gradient_max(const ClothView *view, const ClothSubstep *substep) {
    double most = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0) {
            continue;
        }
        ClothVertex vertex;
        cloth_vertex_assemble(view, i, substep, &vertex);
        const double norm = vec3_length(vertex.force);
        if (!(norm <= most)) {
            most = norm; /* NaN is taken, and then kept by the test above */
        }
        if (isnan(most)) {
            return most;
        }
    }
    return most;
}
