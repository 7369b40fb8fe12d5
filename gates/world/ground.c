#include "ground.h"

#include "gate.h"

void ground_must(ClothStatus status, const ClothError *error) {
    ck_assert_msg(status == CLOTH_OK, "%s", error->message);
}

ClothId ground_add_sheet(ClothWorld *world, double x, double y) {
    const double half = 0.025 * (GROUND_SIDE - 1);
    const ClothGridShape shape = {.columns = GROUND_SIDE,
                                  .rows = GROUND_SIDE,
                                  .spacing_m = 0.05,
                                  .mass_kg = 0.002,
                                  .origin = {-half, 0.0, -half},
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    const ClothFabric fabric = cloth_fabric(CLOTH_DENIM);
    ClothPose frame = cloth_pose_identity();
    frame.position[0] = x;
    frame.position[1] = y;
    ClothGraph graph;
    ClothError error = {0};
    ClothId id;
    ground_must(cloth_graph_grid(&shape, &graph, &error), &error);
    ground_must(cloth_world_add(world, &graph, &fabric, &frame, &id, &error), &error);
    cloth_graph_free(&graph);
    return id;
}

ClothId ground_add_shape(ClothWorld *world, ClothShape shape, const double at[3]) {
    ClothCollider collider = cloth_collider(&shape);
    ClothError error = {0};
    ClothId id;
    for (int k = 0; k < 3; k++) {
        collider.pose.position[k] = at[k];
    }
    ground_must(cloth_world_add_collider(world, &collider, &id, &error), &error);
    return id;
}

Ground ground_asleep(void) {
    Ground ground = {.world = cloth_world_create()};
    ck_assert_ptr_nonnull(ground.world);
    ground.floor = ground_add_shape(ground.world, cloth_half_space(), (double[3]){0.0, 0.0, 0.0});
    ground.near = ground_add_sheet(ground.world, 0.0, 0.02);
    ground.far = ground_add_sheet(ground.world, 5.0, 0.02);
    bool awake = true;
    for (int k = 0; awake; k++) {
        ck_assert_msg(k < 3000, "a sheet on the floor is awake after 3,000 steps");
        ground_step(&ground, 1);
        awake = !ground_condition(&ground, ground.near).asleep ||
                !ground_condition(&ground, ground.far).asleep;
    }
    return ground;
}

void ground_step(const Ground *ground, int steps) {
    ClothError error = {0};
    for (int k = 0; k < steps; k++) {
        ground_must(cloth_world_step(ground->world, 1.0 / 60.0, &error), &error);
    }
}

ClothCondition ground_condition(const Ground *ground, ClothId cloth) {
    ClothCondition condition;
    ClothError error = {0};
    ground_must(cloth_world_condition(ground->world, cloth, &condition, &error), &error);
    return condition;
}

uint64_t ground_hash(const Ground *ground, ClothId cloth) {
    return cloth_hash(cloth_world_state(ground->world, cloth));
}
