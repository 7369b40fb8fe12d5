#include "p2_stretch.h"

#include <stdlib.h>

#include "gate.h"

static const double step_s = 1.0 / 60.0;

P2Rig p2_drop(double spacing_m) {
    return (P2Rig){
        .strands = 3, .spacing_m = spacing_m, .substeps = 1, .iterations = 1, .steps = 600};
}

P2Rig p2_alone(double spacing_m) {
    P2Rig rig = p2_drop(spacing_m);
    rig.strands = 1;
    return rig;
}

P2Rig p2_kick(void) {
    return (P2Rig){.strands = 1,
                   .spacing_m = 0.05,
                   .substeps = 2,
                   .iterations = 4,
                   .kick_m_s = 16.0,
                   .steps = 600};
}

P2Rig p2_far_kick(void) {
    P2Rig rig = p2_kick();
    rig.substeps = 1;
    rig.iterations = 1;
    rig.kick_m_s = 160.0;
    return rig;
}

static ClothStatus start(const P2Rig *rig, const ClothFabric *fabric, Hung *hung,
                         ClothError *error) {
    const bool hanging = rig->kick_m_s > 0.0;
    const ClothChainShape shape = {.links = 30,
                                   .strands = rig->strands,
                                   .spacing_m = rig->spacing_m,
                                   .mass_kg = 0.5e-3,
                                   .direction = {hanging ? 0.0 : 1.0, hanging ? -1.0 : 0.0, 0.0},
                                   .strand_offset = {0.0, 0.0, rig->spacing_m}};
    ClothStatus status = hung_chain(&shape, fabric, NULL, hung, error);
    if (status == CLOTH_OK && hanging) {
        /* In the world, so that it is awake; held particles stay. */
        const int32_t n = hung->graph.particle_count;
        double *velocity = calloc(3 * (size_t)n, sizeof *velocity);
        ck_assert_ptr_nonnull(velocity);
        for (int32_t i = 0; i < n; i++) {
            velocity[3 * i] = i % (shape.links + 1) == 0 ? 0.0 : rig->kick_m_s;
        }
        status = cloth_world_set_velocities(hung->world, hung->cloth, velocity, error);
        free(velocity);
    }
    return status;
}

P2Run p2_run(const P2Rig *rig, void (*prepare)(Hung *hung)) {
    static const double gravity[3] = {0.0, -9.81, 0.0};
    ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
    fabric.damping = 0.0;
    fabric.flags = 0;
    fabric.substeps = rig->substeps;
    fabric.iterations = rig->iterations;

    P2Run run = {0};
    Hung hung;
    ClothError error = {0};
    ClothStatus status = start(rig, &fabric, &hung, &error);
    if (status == CLOTH_OK && prepare != NULL) {
        prepare(&hung);
    }
    for (int64_t k = 0; status == CLOTH_OK && k < rig->steps; k++) {
        status = cloth_world_step(hung.world, step_s, &error);
        if (status == CLOTH_OK) {
            rig_see(&run.watch, cloth_world_state(hung.world, hung.cloth), gravity);
        }
    }
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    ClothCondition condition;
    ck_assert_int_eq(cloth_world_condition(hung.world, hung.cloth, &condition, &error), CLOTH_OK);
    run.limit_m_s = condition.speed_max_m_s;
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = step_s;
    run.authority_m_s = cloth_authority(cloth_world_state(hung.world, hung.cloth), &step);
    hung_free(&hung);
    return run;
}
