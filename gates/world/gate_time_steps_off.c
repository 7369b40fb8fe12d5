/*
 * gate_time_steps_off: with one mechanism left out, the limits of gate_time_steps break.
 *
 * The scenes and limits of gate_time_steps, in the ablation build. Each arm names the limit that its
 * mechanism is there for.
 */
#include "gate.h"
#include "time_steps.h"

/* It is not the build that breaks them. */
START_TEST(nothing_left_out) {
    const TimeSeen seen = time_steps(CLOTH_SILK, true, TIME_STUTTER, TIME_WITH_ALL);
    gate_at_most("on_reach", seen.reach, TIME_REACH, "1");
    gate_at_most("on_speed", seen.speed, TIME_SPEED_M_S, "m/s");
    gate_at_most("on_energy", seen.energy, TIME_ENERGY, "1");
    gate_equal("on_awake", !seen.asleep, 0, "cloths");
    gate_equal("on_hitch_bytes", time_hitch_bytes(5.0, TIME_WITH_ALL), 0, "bytes");
}
END_TEST

/* measured 2.1 */
START_TEST(without_pieces_gravity_outweighs_the_rows) {
    const TimeSeen seen = time_steps(CLOTH_LEATHER, true, TIME_STEADY_5, TIME_WITHOUT_PIECES);
    gate_at_least("no_pieces_reach", seen.reach, TIME_REACH * (1.0 + 1e-6), "1");
}
END_TEST

/* measured 11 times the reach, 333 m/s, 1.6e4 times the energy */
START_TEST(with_a_band_of_its_own_every_substep_pumps) {
    const TimeSeen seen = time_steps(CLOTH_SILK, true, TIME_STUTTER, TIME_WITHOUT_BAND);
    gate_at_least("own_band_reach", seen.reach, TIME_REACH * (1.0 + 1e-6), "1");
    gate_at_least("own_band_speed", seen.speed, TIME_SPEED_M_S * (1.0 + 1e-6), "m/s");
    gate_at_least("own_band_energy", seen.energy, TIME_ENERGY * (1.0 + 1e-6), "1");
    gate_equal("own_band_awake", !seen.asleep, 1, "cloths");
}
END_TEST

/* measured 1,152 */
START_TEST(without_the_cut_a_hitch_is_simulated_whole) {
    gate_at_least("no_cut_bytes", (double)time_hitch_bytes(5.0, TIME_WITHOUT_CUT), 1.0, "bytes");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("time_steps_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "without_pieces_gravity_outweighs_the_rows",
             without_pieces_gravity_outweighs_the_rows, 60.0);
    gate_add(suite, "with_a_band_of_its_own_every_substep_pumps",
             with_a_band_of_its_own_every_substep_pumps, 60.0);
    gate_add(suite, "without_the_cut_a_hitch_is_simulated_whole",
             without_the_cut_a_hitch_is_simulated_whole, 60.0);
    return gate_run(suite);
}
