#include "patch_distance.h"

#include <math.h>
#include <stdio.h>

#include "gate.h"
#include "scenes/extreme.h"

ClothGraph patch_make(const char *word) {
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = scene_patch(word, PATCH_SIDE, 7, &graph, &error);
    ck_assert_msg(status == CLOTH_OK, "%s: %s", word, error.message);
    ck_assert(graph.particle_count <= PATCH_MOST);
    return graph;
}

void patch_measure(const ClothPatch *patch, const int32_t *source, int32_t count, double *distance,
                   int32_t *nearest) {
    ClothError error = {0};
    const ClothStatus status = cloth_geodesic(patch, source, count, distance, nearest, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
}

PatchShare patch_compare(const double *distance, const double *truth, int32_t count) {
    PatchShare share = {-INFINITY, INFINITY};
    for (int32_t i = 0; i < count; i++) {
        const double over = truth[i] > 0.0 ? distance[i] / truth[i] - 1.0 : distance[i] - truth[i];
        share.high = more_of(share.high, over);
        share.low = less_of(share.low, over);
    }
    return share;
}

void patch_judge(const char *name, PatchShare share, double high_max) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s_too_long", name);
    gate_at_most(text, share.high, high_max, "share");
    (void)snprintf(text, sizeof text, "%s_too_short", name);
    gate_at_least(text, share.low, -PATCH_ROUNDING, "share");
}
