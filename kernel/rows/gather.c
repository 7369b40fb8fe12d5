#include "rows/gather.h"

#include <string.h>

/* Arithmetic is in double whatever is stored. */
static inline void add(ClothReal *sum, double term) {
    *sum = (ClothReal)((double)*sum + term);
}

void cloth_gather_bends(const ClothView *view) {
    memset(view->couple_stiffness, 0, (size_t)view->counts.link * sizeof(ClothReal));
    memset(view->bend_hessian, 0, (size_t)view->counts.particle * sizeof(ClothReal));
    memset(view->bend_pull, 0, (size_t)view->counts.particle * 3 * sizeof(ClothReal));
    for (int32_t s = 0; s < view->counts.bend; s++) {
        const int32_t *particle = &view->bend_particle[4 * s];
        const ClothReal *weight = &view->bend_weight[4 * s];
        const ClothReal *multiplier = &view->bend_multiplier[3 * s];
        const double k = (double)view->bend_penalty[s];
        int pair = 12 * s;
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) {
                if (a != b) {
                    const int32_t link = view->bend_link[pair++];
                    if (link >= 0) {
                        add(&view->couple_stiffness[link],
                            k * (double)weight[a] * (double)weight[b]);
                    }
                }
            }
            if (particle[a] >= 0) {
                add(&view->bend_hessian[particle[a]], k * (double)weight[a] * (double)weight[a]);
                for (int axis = 0; axis < 3; axis++) {
                    add(&view->bend_pull[3 * particle[a] + axis],
                        (double)weight[a] * (double)multiplier[axis]);
                }
            }
        }
    }
}
