#include "scenes/skirt.h"

#include <math.h>
#include <stdlib.h>

SkirtShape skirt_default(void) {
    return (SkirtShape){.around = 32,
                        .rings = 10,
                        .waist_radius_m = 0.15,
                        .hem_radius_m = 0.7,
                        .density_kg_m2 = 0.2};
}

static void place(const SkirtShape *shape, double *position) {
    for (int32_t r = 0; r < shape->rings; r++) {
        const double share = (double)r / (shape->rings - 1);
        const double radius =
            shape->waist_radius_m + share * (shape->hem_radius_m - shape->waist_radius_m);
        for (int32_t a = 0; a < shape->around; a++) {
            const double angle = 2.0 * acos(-1.0) * a / shape->around;
            double *x = &position[3 * (r * shape->around + a)];
            x[0] = radius * cos(angle);
            x[1] = 0.0;
            x[2] = radius * sin(angle);
        }
    }
}

/* Two triangles a cell. */
static void weave(const SkirtShape *shape, int32_t *triangle) {
    for (int32_t r = 0; r + 1 < shape->rings; r++) {
        for (int32_t a = 0; a < shape->around; a++) {
            const int32_t next = (a + 1) % shape->around;
            const int32_t corner[4] = {r * shape->around + a, r * shape->around + next,
                                       (r + 1) * shape->around + a, (r + 1) * shape->around + next};
            static const int cut[2][6] = {{0, 1, 3, 0, 3, 2}, {0, 1, 2, 1, 3, 2}};
            for (int k = 0; k < 6; k++) {
                *triangle++ = corner[cut[shape->alternating ? (r + a) % 2 : 0][k]];
            }
        }
    }
}

static ClothStatus ring_graph(const SkirtShape *shape, ClothGraph *graph, ClothError *error) {
    const int32_t vertices = shape->rings * shape->around;
    const int32_t triangles = 2 * (shape->rings - 1) * shape->around;
    double *position = malloc(3 * (size_t)vertices * sizeof *position);
    int32_t *triangle = malloc(3 * (size_t)triangles * sizeof *triangle);
    ClothStatus status = CLOTH_NO_MEMORY;
    if (position != NULL && triangle != NULL) {
        place(shape, position);
        weave(shape, triangle);
        const ClothMeshShape mesh = {.position = position,
                                     .vertex_count = vertices,
                                     .triangle = triangle,
                                     .triangle_count = triangles,
                                     .density_kg_m2 = shape->density_kg_m2,
                                     .bend = 1};
        status = cloth_graph_mesh(&mesh, graph, error);
    }
    free(position);
    free(triangle);
    return status;
}

ClothStatus hung_skirt(const SkirtShape *shape, const ClothFabric *fabric, Hung *hung,
                       ClothError *error) {
    ClothGraph graph;
    *hung = (Hung){0};
    ClothStatus status = ring_graph(shape, &graph, error);
    int32_t *waist = malloc((size_t)shape->around * sizeof *waist);
    if (status == CLOTH_OK && waist == NULL) {
        cloth_graph_free(&graph);
        status = CLOTH_NO_MEMORY;
    }
    if (status == CLOTH_OK) {
        status = hung_start(&graph, fabric, NULL, hung, error);
    }
    if (status == CLOTH_OK) {
        const ClothPose origin = cloth_pose_identity();
        for (int32_t a = 0; a < shape->around; a++) {
            waist[a] = a;
        }
        status = hung_hold(hung, waist, shape->around, CLOTH_SPACE_FRAME, &origin, error);
        if (status != CLOTH_OK) {
            hung_free(hung);
        }
    }
    free(waist);
    return status;
}
