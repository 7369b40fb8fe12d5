/*
 * gate_p5_sleep_off: with one mechanism of sleep left out, the limits of gate_p5_sleep break.
 *
 * The scenes and limits of gate_p5_sleep, in the ablation build. Each arm names the limit that its
 * mechanism is there for.
 */
#include "gate.h"
#include "p5_sleep.h"
#include "world/world.h"

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const P5Sleep seen = p5_sleep(CLOTH_DENIM, 0);
    gate_at_most("on_sleep_steps", seen.steps, P5_SLEEP_STEPS, "1");
    gate_at_most("on_asleep_bytes", seen.bytes, 0.0, "1");
    gate_at_most("on_woken_by_holder", seen.after_holder, 0.0, "1");
    gate_at_most("on_lost_swing", p5_lost(false), P5_LOST, "1");
}
END_TEST

/* measured: never, and 481 bytes */
START_TEST(without_sleep_it_is_stepped_for_ever) {
    const P5Sleep seen = p5_sleep(CLOTH_DENIM, CLOTH_WITHOUT_SLEEP);
    gate_at_least("no_sleep_steps", seen.steps, P5_SLEEP_STEPS + 1.0, "1");
    gate_at_least("no_sleep_bytes", seen.bytes, 1.0, "1");
}
END_TEST

START_TEST(without_waking_it_stays_where_it_is) {
    const P5Sleep seen = p5_sleep(CLOTH_DENIM, CLOTH_WITHOUT_WAKING);
    gate_at_least("no_waking_by_holder", seen.after_holder, 1.0, "1");
}
END_TEST

/* measured 1.6e-4 and 8.6e-9; without 0.042 and 3.6e-6 */
START_TEST(without_its_multipliers_it_drops) {
    double gain;
    double energy;
    p5_wake(CLOTH_CHAIN, false, &gain, &energy);
    gate_at_most("on_wake_gain", gain, P5_WAKE_GAIN, "1");
    gate_at_most("on_wake_energy", energy, P5_WAKE_ENERGY, "1");
    p5_wake(CLOTH_CHAIN, true, &gain, &energy);
    gate_at_least("forgotten_wake_gain", gain, P5_WAKE_GAIN * (1.0 + 1e-6), "1");
    gate_at_least("forgotten_wake_energy", energy, P5_WAKE_ENERGY * (1.0 + 1e-6), "1");
}
END_TEST

/* measured 2e-2 */
START_TEST(half_a_second_stops_a_long_rope) {
    gate_at_least("half_second_lost_swing", p5_lost(true), P5_LOST * (1.0 + 1e-6), "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_sleep_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "without_sleep_it_is_stepped_for_ever", without_sleep_it_is_stepped_for_ever,
             60.0);
    gate_add(suite, "without_waking_it_stays_where_it_is", without_waking_it_stays_where_it_is,
             60.0);
    gate_add(suite, "without_its_multipliers_it_drops", without_its_multipliers_it_drops, 60.0);
    gate_add(suite, "half_a_second_stops_a_long_rope", half_a_second_stops_a_long_rope, 60.0);
    return gate_run(suite);
}
