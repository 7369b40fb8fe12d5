#include "p5_fabric.h"

#include <math.h>
#include <stdlib.h>

#include "gate.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "world/world.h"

static const double frame_s = 1.0 / 60.0;

static Hung start_swing(int32_t links, double spacing_m, const ClothFabric *fabric) {
    const ClothChainShape shape = {.links = links,
                                   .strands = 1,
                                   .spacing_m = spacing_m,
                                   .mass_kg = 0.02,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    static const double velocity[3] = {3.0, 0.0, 0.0};
    Hung hung;
    ClothError error = {0};
    ck_assert_msg(hung_chain(&shape, fabric, NULL, &hung, &error) == CLOTH_OK, "%s", error.message);
    ck_assert_msg(hung_swing(&hung, velocity, &error) == CLOTH_OK, "%s", error.message);
    ck_assert_msg(cloth_world_set_flags(hung.world, hung.cloth, CLOTH_NEVER_SLEEP, &error) ==
                      CLOTH_OK,
                  "%s", error.message);
    return hung;
}

static HungWatch run(Hung *hung, int64_t steps) {
    HungWatch watch = hung_watch_start();
    ClothError error = {0};
    for (int64_t k = 0; k < steps; k++) {
        ck_assert_msg(hung_step(hung, frame_s, &watch, &error) == CLOTH_OK, "%s", error.message);
    }
    return watch;
}

double p5_soft_rope(double damping, P5Prepare *prepare) {
    ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
    fabric.damping = damping;
    fabric.flags = 0;
    Hung hung = start_swing(16, 0.1, &fabric);
    /* What no fabric can ask for: stretch rows of 350 m/h^2 without a multiplier. */
    ClothMaterial material = cloth_fabric_material(&fabric);
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){1e5, CLOTH_NEWTON_PER_METRE};
    ClothError error = {0};
    WorldCloth *cloth = cloth_world_find(hung.world, hung.cloth, &error);
    ck_assert_msg(cloth_set_material(cloth->state, &material, &error) == CLOTH_OK, "%s",
                  error.message);
    if (prepare != NULL) {
        prepare(&hung);
    }
    (void)run(&hung, 1440);
    const HungWatch late = run(&hung, 60);
    hung_free(&hung);
    return late.kinetic_peak_j;
}

static double *positions_of(const Hung *hung) {
    double *position = malloc(3 * (size_t)hung->graph.particle_count * sizeof *position);
    ck_assert_ptr_nonnull(position);
    cloth_positions(cloth_world_state(hung->world, hung->cloth), position);
    return position;
}

P5Squirm p5_squirm(double spacing_m, P5Prepare *prepare) {
    enum { LINKS = 12 };
    const ClothFabric silk = cloth_fabric(CLOTH_SILK);
    Hung hung = start_swing(LINKS, spacing_m, &silk);
    if (prepare != NULL) {
        prepare(&hung);
    }
    P5Squirm squirm = {.kinetic_peak_j = run(&hung, 2500).kinetic_peak_j};
    double *from = positions_of(&hung);
    for (int k = 0; k < 30; k++) {
        (void)run(&hung, 1);
        double *to = positions_of(&hung);
        for (int32_t i = 0; i < 3 * hung.graph.particle_count; i++) {
            raise_to(&squirm.moved, fabs(to[i] - from[i]) / (LINKS * spacing_m));
        }
        free(to);
    }
    free(from);
    hung_free(&hung);
    return squirm;
}

double p5_strip(double stiffer) {
    const ClothGridShape shape = {.columns = 10,
                                  .rows = 4,
                                  .spacing_m = 0.1,
                                  .mass_kg = 0.02,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    ClothFabric fabric = cloth_fabric(CLOTH_SILK);
    fabric.bend = 1.0;
    fabric.slack = 1.0;
    fabric.substeps = 1;
    fabric.iterations = 1;
    Hung hung;
    ClothError error = {0};
    ck_assert_msg(hung_grid(&shape, "0,1,10,11,20,21,30,31", &fabric, NULL, &hung, &error) ==
                      CLOTH_OK,
                  "%s", error.message);
    ck_assert_msg(cloth_world_set_flags(hung.world, hung.cloth, CLOTH_NEVER_SLEEP, &error) ==
                      CLOTH_OK,
                  "%s", error.message);
    /* The holder is there from the first step on, and fits the fabric's rows. */
    (void)run(&hung, 1);
    ClothMaterial material = cloth_fabric_material(&fabric);
    material.row[CLOTH_ROW_BEND].value *= stiffer;
    WorldCloth *cloth = cloth_world_find(hung.world, hung.cloth, &error);
    ck_assert_msg(cloth_set_material(cloth->state, &material, &error) == CLOTH_OK, "%s",
                  error.message);
    (void)run(&hung, 2400);
    const HungWatch late = run(&hung, 300);
    hung_free(&hung);
    return late.speed_peak_m_s;
}

double p5_jerk(ClothFabricName from, ClothFabricName to, P5Prepare *after) {
    const ClothGridShape shape = {.columns = 9,
                                  .rows = 9,
                                  .spacing_m = 0.1,
                                  .mass_kg = 0.01,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    const ClothFabric first = cloth_fabric(from);
    const ClothFabric then = cloth_fabric(to);
    Hung hung;
    ClothError error = {0};
    ck_assert_msg(hung_grid(&shape, "edge", &first, NULL, &hung, &error) == CLOTH_OK, "%s",
                  error.message);
    (void)run(&hung, 40);
    ck_assert_msg(cloth_world_set_fabric(hung.world, hung.cloth, &then, &error) == CLOTH_OK, "%s",
                  error.message);
    if (after != NULL) {
        after(&hung);
    }
    const int32_t numbers = 3 * hung.graph.particle_count;
    double *velocity = calloc(2 * (size_t)numbers, sizeof *velocity);
    ck_assert_ptr_nonnull(velocity);
    double peak = 0.0;
    for (int k = 0; k < 60; k++) {
        cloth_velocities(cloth_world_state(hung.world, hung.cloth), velocity);
        (void)run(&hung, 1);
        cloth_velocities(cloth_world_state(hung.world, hung.cloth), &velocity[numbers]);
        for (int32_t i = 0; i < numbers; i += 3) {
            const double felt = hypot(hypot(velocity[numbers + i] - velocity[i],
                                            velocity[numbers + i + 1] - velocity[i + 1]),
                                      velocity[numbers + i + 2] - velocity[i + 2]) /
                                frame_s;
            raise_to(&peak, felt);
        }
    }
    free(velocity);
    hung_free(&hung);
    return peak;
}
