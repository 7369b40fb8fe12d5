#include "skin.h"

#include <math.h>

#include "gate.h"

static const double thickness_m = 0.005;

static void must(ClothStatus status, const ClothError *error) {
    ck_assert_msg(status == CLOTH_OK, "%s", error->message);
}

static void hang(Skin *skin) {
    const ClothGridShape shape = {.columns = SKIN_COLUMNS,
                                  .rows = SKIN_ROWS,
                                  .spacing_m = 0.05,
                                  .mass_kg = 0.002,
                                  .u = {0.0, 0.0, 1.0},
                                  .v = {0.0, -1.0, 0.0},
                                  .cut = CLOTH_GRID_ALTERNATING,
                                  .bend = 1};
    ClothFabric fabric = cloth_fabric(CLOTH_COTTON);
    int32_t held[SKIN_COLUMNS];
    ClothHolder holder = {.particle = held,
                          .particle_count = SKIN_COLUMNS,
                          .pose = cloth_pose_identity(),
                          .space = CLOTH_SPACE_FRAME};
    ClothGraph graph;
    ClothError error = {0};
    ClothId id;
    fabric.inertia = 1.0;
    fabric.thickness_m = thickness_m;
    for (int k = 0; k < SKIN_COLUMNS; k++) {
        held[k] = k;
    }
    must(cloth_graph_grid(&shape, &graph, &error), &error);
    must(cloth_world_add(skin->world, &graph, &fabric, NULL, &skin->cloth, &error), &error);
    cloth_graph_free(&graph);
    holder.cloth = skin->cloth;
    must(cloth_world_add_holder(skin->world, &holder, &id, &error), &error);
}

Skin skin_worn(void) {
    Skin skin = {.world = cloth_world_create()};
    ck_assert_ptr_nonnull(skin.world);
    hang(&skin);
    skin_put(&skin, -thickness_m, 1.0, 0.0);
    return skin;
}

void skin_put(const Skin *skin, double x, double side, double up) {
    double point[3 * SKIN_PARTICLES] = {0};
    double normal[3 * SKIN_PARTICLES] = {0};
    ClothError error = {0};
    for (int i = 0; i < SKIN_PARTICLES; i++) {
        point[3 * i] = x;
        normal[3 * i] = side;
        normal[3 * i + 1] = up;
    }
    must(cloth_world_set_backstops(skin->world, skin->cloth, point, normal, NULL, &error), &error);
}

void skin_step(Skin *skin, double speed_m_s) {
    ClothPose frame = cloth_pose_identity();
    ClothError error = {0};
    skin->went_m += speed_m_s / 60.0;
    frame.position[0] = skin->went_m;
    must(cloth_world_set_frame(skin->world, skin->cloth, &frame, &error), &error);
    must(cloth_world_step(skin->world, 1.0 / 60.0, &error), &error);
}

double skin_depth(const Skin *skin) {
    double x[3 * SKIN_PARTICLES];
    double deepest = 0.0;
    cloth_positions(cloth_world_state(skin->world, skin->cloth), x);
    for (int i = 0; i < SKIN_PARTICLES; i++) {
        deepest = -x[3 * i] <= deepest || isnan(deepest) ? deepest : -x[3 * i];
    }
    return deepest;
}

double skin_deepest(Skin *skin, double speed_m_s) {
    double deepest = 0.0;
    for (int k = 0; k < 60; k++) {
        skin_step(skin, speed_m_s);
        const double depth = skin_depth(skin);
        deepest = depth <= deepest || isnan(deepest) ? deepest : depth;
    }
    return deepest;
}
