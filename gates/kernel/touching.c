#include "touching.h"

#include <stdlib.h>

#include "gate.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"

ClothState *touching_particles(int32_t count, const double *position, double mass_kg,
                               double thickness_m) {
    ClothGraph graph = {.particle_count = count};
    ClothMaterial material = cloth_material_default();
    ClothError error = {0};
    ClothState *state = NULL;
    material.thickness_m = thickness_m;
    graph.position = malloc(3 * (size_t)count * sizeof(double));
    graph.mass = malloc((size_t)count * sizeof(double));
    ck_assert(graph.position != NULL && graph.mass != NULL);
    for (int32_t i = 0; i < count; i++) {
        graph.mass[i] = mass_kg;
        vec3_copy(&position[3 * i], &graph.position[3 * i]);
    }
    ck_assert_msg(cloth_build(&graph, &material, NULL, 0, &state, &error) == CLOTH_OK, "%s",
                  error.message);
    cloth_graph_free(&graph);
    return state;
}

ClothShape touching_shape(Rng *rng, ClothShapeKind kind, double scale) {
    ClothShape shape = {.kind = kind};
    const int sizes = kind == CLOTH_SPHERE                                 ? 1
                      : kind == CLOTH_CAPSULE || kind == CLOTH_CYLINDER    ? 2
                      : kind == CLOTH_TAPERED_CAPSULE || kind == CLOTH_BOX ? 3
                                                                           : 0;
    for (int k = 0; k < sizes; k++) {
        shape.size_m[k] = scale * rng_range(rng, 0.3, 1.0);
    }
    return shape;
}

ClothPose touching_pose(Rng *rng, double spread_m) {
    ClothPose pose;
    double turn[4];
    for (int k = 0; k < 4; k++) {
        turn[k] = rng_range(rng, -1.0, 1.0);
    }
    quat_normalise(turn, pose.rotation);
    rng_vector(rng, spread_m, pose.position);
    return pose;
}

ClothMetCollider touching_met(uint64_t handle, const ClothShape *shape, const ClothPose *pose,
                              double friction) {
    return (ClothMetCollider){
        .handle = handle, .shape = *shape, .from = *pose, .to = *pose, .friction = friction};
}

void touching_set(ClothState *state, const ClothMetCollider *list, int32_t count) {
    ClothError error = {0};
    ck_assert_msg(cloth_set_colliders(state, list, count, &error) == CLOTH_OK, "%s", error.message);
}

double touching_distance(const ClothShape *shape, const ClothPose *pose, const double x[3],
                         double outward[3]) {
    double off[3];
    double local[3];
    double out[3];
    vec3_subtract(x, pose->position, off);
    quat_rotate_back(pose->rotation, off, local);
    const double distance = cloth_shape_distance(shape, local, out);
    quat_rotate(pose->rotation, out, outward);
    return distance;
}
