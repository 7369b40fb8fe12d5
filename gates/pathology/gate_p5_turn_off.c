/*
 * gate_p5_turn_off: without the turn of the whole cloth, the limits of gate_p5_turn break.
 */
#include <math.h>

#include "gate.h"
#include "p5_turn.h"
#include "scenes/extreme.h"

static const ClothInstruments without = {.ablate = CLOTH_WITHOUT_HOLD_TURN};
static const ClothInstruments line_alone = {.ablate = CLOTH_WITHOUT_FREE_TURNS};

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const ClothInstruments all = {.ablate = 0};
    gate_at_most("on_turn_pole", p5_turn_rate(FLAG_POLE, &all, 8), P5_TURN_STILL_RAD_S, "rad/s");
    gate_at_most("on_turn_balance", p5_turn_balance(&all, 1), P5_TURN_BALANCE, "1");
}
END_TEST

/* measured 1.7 */
START_TEST(without_the_turn_a_flag_turns) {
    gate_at_least("no_turn_pole", p5_turn_rate(FLAG_POLE, &without, 8),
                  1000.0 * P5_TURN_STILL_RAD_S, "rad/s");
}
END_TEST

/* measured 2.5 */
START_TEST(without_free_turns_a_sheet_turns_about_its_corner) {
    gate_at_least("no_free_turn_corner", p5_turn_rate(FLAG_CORNER, &line_alone, 1),
                  1000.0 * P5_TURN_STILL_RAD_S, "rad/s");
}
END_TEST

/* measured 0.73 */
START_TEST(without_the_turn_sweeps_turn_a_flag) {
    gate_at_least("no_turn_balance_1", p5_turn_balance(&without, 1), 1000.0 * P5_TURN_BALANCE, "1");
}
END_TEST

/* measured 0.008 and 0.06 */
START_TEST(without_free_turns_momentum_drifts) {
    double drift[2];
    double kept[2];
    p5_turn_flight(&line_alone, 1, &drift[0], &kept[0]);
    p5_turn_flight(&line_alone, 16, &drift[1], &kept[1]);
    gate_at_least("no_free_turn_drift", drift[1], 1e3 * P5_TURN_DRIFT, "1");
    gate_at_least("no_free_turn_spin", fabs(kept[0] - kept[1]), 2.0 * P5_TURN_SPIN, "1");
}
END_TEST

START_TEST(without_the_turn_a_rope_flag_never_sleeps) {
    gate_at_least("no_turn_sleep", (double)p5_turn_sleep(CLOTH_ROPE, &without), 3001.0, "steps");
}
END_TEST

/* The cause, measured: what the sweeps leave of the gradient has a moment about the pole, and h times
 * that is what the flag's angular momentum grows by, to 7e-4 of it (e27). */
START_TEST(the_gradient_left_is_what_turns_it) {
    FlagShape shape = flag_default();
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(flag_bare(&shape, &scene, &error) == CLOTH_OK, "%s", error.message);
    static const double origin[3] = {0.0, 0.0, 0.0};
    static const double upright[3] = {0.0, 1.0, 0.0};
    ClothStep step = cloth_step_default();
    step.iterations = 8;
    step.instruments = &without;
    step.substeps = 1;
    step.damping_1_s = 4.0;
    for (int k = 0; k < 600; k++) {
        ck_assert(cloth_step(scene.state, &step, NULL, NULL) == CLOTH_OK);
    }
    step.damping_1_s = 0.0;
    double off = 0.0;
    double most = 0.0;
    for (int k = 0; k < 40; k++) {
        const double before = flag_spin(scene.state, origin, upright).momentum;
        ck_assert(cloth_step(scene.state, &step, NULL, NULL) == CLOTH_OK);
        const double change = flag_spin(scene.state, origin, upright).momentum - before;
        const double moment = flag_moment(scene.state, step.step_s, 0.0, origin, upright);
        raise_to(&off, fabs(change - step.step_s * moment));
        raise_to(&most, fabs(change));
    }
    scene_free(&scene);
    gate_at_most("turn_identity", off / most, 5e-3, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_turn_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "without_the_turn_a_flag_turns", without_the_turn_a_flag_turns, 60.0);
    gate_add(suite, "without_free_turns_a_sheet_turns_about_its_corner",
             without_free_turns_a_sheet_turns_about_its_corner, 60.0);
    gate_add(suite, "without_the_turn_sweeps_turn_a_flag", without_the_turn_sweeps_turn_a_flag,
             60.0);
    gate_add(suite, "without_free_turns_momentum_drifts", without_free_turns_momentum_drifts, 60.0);
    gate_add(suite, "without_the_turn_a_rope_flag_never_sleeps",
             without_the_turn_a_rope_flag_never_sleeps, 60.0);
    gate_add(suite, "the_gradient_left_is_what_turns_it", the_gradient_left_is_what_turns_it, 60.0);
    return gate_run(suite);
}
