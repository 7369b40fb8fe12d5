#include "graph/geodesic.h"
#include <math.h>
ClothStatus cloth_geodesic(const ClothPatch *p, const int32_t *source, int32_t n, double *d,
                           int32_t *near, ClothError *e) {
    (void)e;
    for (int i = 0; i < p->particle_count; i++) {
        d[i] = INFINITY;
        near[i] = -1;
    }
    for (int k = 0; k < n; k++) {
        d[source[k]] = 0;
        near[source[k]] = source[k];
    }
    for (int it = 0; it < p->particle_count; it++) {
        int ch = 0;
        for (int r = 0; r < p->edge_count; r++)
            for (int q = 0; q < 2; q++) {
                int a = p->edge[2 * r + q], b = p->edge[2 * r + 1 - q];
                double x = d[a] + p->length[r];
                if (x < d[b] - 1e-12) {
                    d[b] = x;
                    near[b] = near[a];
                    ch = 1;
                }
            }
        if (!ch)
            break;
    }
    return CLOTH_OK;
}
