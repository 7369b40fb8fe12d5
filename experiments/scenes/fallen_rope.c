#include "scenes/fallen_rope.h"

#include <math.h>
#include <stdlib.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "state/state.h"

FallenRopeShape fallen_rope_default(void) {
    return (FallenRopeShape){.links = 8,
                             .spacing_m = 0.1,
                             .mass_kg = 0.01,
                             .scene = cloth_pose_identity(),
                             .friction = 0.5};
}

/* A level rope along x, bent down where it leaves the cylinder's top: the way along it is kept. */
static void lay_over(const FallenRopeShape *shape, double keep_m, ClothGraph *graph) {
    const double radius = shape->cylinder_m + keep_m;
    const double quarter = 0.5 * acos(-1.0) * radius;
    for (int32_t i = 0; i <= shape->links; i++) {
        const double along = (i - 0.5 * shape->links) * shape->spacing_m + 0.5 * shape->overhang_m;
        const double turn = fmin(fmax(along, -quarter), quarter) / radius;
        const double hangs = fmax(fabs(along) - quarter, 0.0);
        graph->position[3 * i] = radius * sin(turn);
        graph->position[3 * i + 1] = radius * cos(turn) - hangs;
        graph->position[3 * i + 2] = 0.0;
    }
}

static void stand(const FallenRopeShape *shape, double keep_m, ClothGraph *graph) {
    for (int32_t i = 0; i <= shape->links; i++) {
        const double up = i * shape->spacing_m;
        graph->position[3 * i] = shape->lean * up;
        graph->position[3 * i + 1] = keep_m + shape->lift_m + up;
        graph->position[3 * i + 2] = 0.0;
    }
}

static ClothStatus add_collider(const FallenRopeShape *shape, const ClothFabric *fabric,
                                ClothState *state, ClothError *error) {
    ClothPose pose = cloth_pose_identity();
    ClothShape solid = cloth_half_space();
    if (shape->cylinder_m > 0.0) {
        solid = cloth_cylinder(shape->cylinder_m, 1.0);
        pose.rotation[0] = pose.rotation[3] = 0.7071067811865476;
    }
    pose = cloth_pose_compose(&shape->scene, &pose);
    const ClothMetCollider met = {.handle = 1,
                                  .shape = solid,
                                  .from = pose,
                                  .to = pose,
                                  .friction = cloth_friction(fabric->friction, shape->friction)};
    return cloth_set_colliders(state, &met, 1, error);
}

ClothStatus fallen_rope(const FallenRopeShape *shape, const ClothFabric *fabric, ClothStep *step,
                        Scene *scene, ClothError *error) {
    const ClothChainShape chain = {.links = shape->links,
                                   .strands = 1,
                                   .spacing_m = shape->spacing_m,
                                   .mass_kg = shape->mass_kg,
                                   .direction = {0.0, 1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothMaterial material = cloth_fabric_material(fabric);
    *scene = (Scene){0};
    ClothStatus status = cloth_graph_chain(&chain, &scene->graph, error);
    if (status == CLOTH_OK) {
        status = scene_build(scene, &material, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
        return status;
    }
    /* The rest shape is straight; what is put into the scene need not be. */
    if (shape->cylinder_m > 0.0) {
        lay_over(shape, fabric->thickness_m, &scene->graph);
    } else {
        stand(shape, fabric->thickness_m, &scene->graph);
    }
    for (int32_t i = 0; i <= shape->links; i++) {
        double *at = &scene->graph.position[3 * i];
        cloth_pose_apply(&shape->scene, at, at);
    }
    quat_rotate(shape->scene.rotation, step->gravity, step->gravity);
    status = cloth_set_positions(scene->state, scene->graph.position, error);
    if (status == CLOTH_OK) {
        status = add_collider(shape, fabric, scene->state, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

/* A stored particle, as it is in the upright scene. */
static void upright(const FallenRopeShape *shape, const ClothView *view, int32_t i, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = (double)view->position[3 * i + k] - shape->scene.position[k];
    }
    quat_rotate_back(shape->scene.rotation, x, x);
}

double fallen_rope_height(const FallenRopeShape *shape, const ClothFabric *fabric,
                          const ClothState *state) {
    const ClothView view = cloth_view(state);
    double most = -INFINITY;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double x[3];
        upright(shape, &view, i, x);
        raise_to(&most, x[1]);
    }
    return most - fabric->thickness_m;
}

double fallen_rope_spread(const FallenRopeShape *shape, const ClothState *state) {
    const ClothView view = cloth_view(state);
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        for (int32_t j = 0; j < i; j++) {
            double x[3];
            double y[3];
            upright(shape, &view, i, x);
            upright(shape, &view, j, y);
            raise_to(&most, hypot(x[0] - y[0], x[2] - y[2]));
        }
    }
    return most;
}
