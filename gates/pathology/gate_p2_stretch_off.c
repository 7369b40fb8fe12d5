/*
 * gate_p2_stretch_off: with a mechanism of P2 left out, the limits of gate_p2_stretch are broken.
 */
#include <math.h>

#include "gate.h"
#include "p2_stretch.h"
#include "step/instruments.h"
#include "world/world.h"

static void leave_nothing_out(Hung *hung) {
    static const ClothInstruments all = {.ablate = 0};
    hung->world->instruments = &all;
    hung->world->ablate = 0;
}

static void without_tether(Hung *hung) {
    hung->world->ablate = CLOTH_WITHOUT_TETHER;
}

static void without_speed_limit(Hung *hung) {
    hung->world->ablate = CLOTH_WITHOUT_SPEED_LIMIT;
}

static void without_start(Hung *hung) {
    static const ClothInstruments without = {.ablate = CLOTH_WITHOUT_ADAPTIVE_START};
    hung->world->instruments = &without;
}

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const P2Rig drop = p2_drop(0.05);
    const P2Rig kick = p2_kick();
    const P2Rig far = p2_far_kick();
    gate_at_most("on_drop_reach", p2_run(&drop, leave_nothing_out).watch.peak.ratio, P2_DROP_REACH,
                 "1");
    gate_at_most("on_kick_reach", p2_run(&kick, leave_nothing_out).watch.peak.ratio, P2_KICK_REACH,
                 "1");
    gate_at_most("on_far_reach", p2_run(&far, leave_nothing_out).watch.peak.ratio, P2_LIMIT_REACH,
                 "1");
}
END_TEST

/* measured 2.74 and 1.97; kicked 1.55 */
START_TEST(without_tethers_strands_are_rubber) {
    const double spacing_m[] = {0.05, 0.1};
    for (int k = 0; k < 2; k++) {
        const P2Rig rig = p2_drop(spacing_m[k]);
        const P2Run run = p2_run(&rig, without_tether);
        gate_equal("no_tether_pulls", run.watch.engaged, 0, "steps");
        gate_at_least("no_tether_drop_reach", run.watch.peak.ratio, P2_DROP_LOOSE, "1");
    }
    const P2Rig kick = p2_kick();
    gate_at_least("no_tether_kick_reach", p2_run(&kick, without_tether).watch.peak.ratio,
                  P2_KICK_REACH + 0.1, "1");
}
END_TEST

/* As rubbery as an independent solver has it. */
START_TEST(without_tethers_one_strand_is_as_computed_apart) {
    const double spacing_m[] = {0.05, 0.1};
    const double expected[] = {P2_ALONE_REACH_005, P2_ALONE_REACH_01};
    for (int k = 0; k < 2; k++) {
        RigShape shape = rig_shape_default();
        shape.spacing_m = spacing_m[k];
        const ClothMaterial material = cloth_material_default();
        const ClothInstruments without = {.ablate = CLOTH_WITHOUT_HOLD_TURN};
        ClothStep step = cloth_step_default();
        step.substeps = 1;
        step.iterations = 1;
        step.instruments = &without;
        Scene scene;
        RigWatch watch = {0};
        ClothError error = {0};
        ck_assert_msg(scene_rig(&shape, &material, &scene, &error) == CLOTH_OK, "%s",
                      error.message);
        ck_assert_msg(rig_watch(scene.state, &step, 600, &watch, &error) == CLOTH_OK, "%s",
                      error.message);
        scene_free(&scene);
        gate_at_most("alone_reach_error", fabs(watch.peak.ratio - expected[k]),
                     P2_ALONE_REACH_ERROR, "1");
    }
}
END_TEST

/* measured 1.0485 */
START_TEST(from_free_fall_tethers_are_overrun) {
    const P2Rig rig = p2_drop(0.05);
    gate_at_least("no_start_drop_reach", p2_run(&rig, without_start).watch.peak.ratio,
                  P2_DROP_REACH + 0.005, "1");
}
END_TEST

/* measured 1,397 links, 13.5 times the limit, and never back within the 600 steps */
START_TEST(without_a_limit_on_speeds_a_kick_goes_far) {
    const P2Rig rig = p2_far_kick();
    const P2Run run = p2_run(&rig, without_speed_limit);
    gate_at_least("no_limit_far_reach", run.watch.peak.ratio, 10.0 * P2_LIMIT_REACH, "1");
    gate_at_least("no_limit_far_speed", run.watch.speed_peak_m_s / (4.0 * run.authority_m_s),
                  2.0 * P2_LIMIT_SPEED, "1");
    gate_at_least("no_limit_far_recovered", (double)run.watch.out_step, P2_RECOVERED_STEP + 1.0,
                  "steps");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p2_stretch_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 30.0);
    gate_add(suite, "without_tethers_strands_are_rubber", without_tethers_strands_are_rubber, 30.0);
    gate_add(suite, "without_tethers_one_strand_is_as_computed_apart",
             without_tethers_one_strand_is_as_computed_apart, 30.0);
    gate_add(suite, "from_free_fall_tethers_are_overrun", from_free_fall_tethers_are_overrun, 30.0);
    gate_add(suite, "without_a_limit_on_speeds_a_kick_goes_far",
             without_a_limit_on_speeds_a_kick_goes_far, 30.0);
    return gate_run(suite);
}
