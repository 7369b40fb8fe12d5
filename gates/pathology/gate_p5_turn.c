/*
 * gate_p5_turn: what a cloth can do as a whole it does as implicit Euler says, however few the sweeps.
 *
 * Pathology (P5): a flag that turns about its pole in still air for as long as it is run; a sheet hung
 * from a corner that does; a cloth in free flight whose momentum drifts. Each sweep moves one particle
 * at a time, and what is left of the gradient after the last one has a moment.
 *
 * Mechanism: a Newton step of the substep's energy along what the held particles leave free of rigid
 * motion (step/hold_turn.h), measured by e27. The same limits with it left out: gate_p5_turn_off.
 */
#include <math.h>

#include "gate.h"
#include "p5_turn.h"

START_TEST(flag_hangs_still) {
    gate_at_most("turn_pole", p5_turn_rate(FLAG_POLE, NULL, 1), P5_TURN_STILL_RAD_S, "rad/s");
}
END_TEST

START_TEST(sheet_hangs_still_from_a_corner) {
    gate_at_most("turn_corner", p5_turn_rate(FLAG_CORNER, NULL, 1), P5_TURN_STILL_RAD_S, "rad/s");
}
END_TEST

START_TEST(gravity_alone_turns_a_flag) {
    gate_at_most("turn_balance_1", p5_turn_balance(NULL, 1), P5_TURN_BALANCE, "1");
    gate_at_most("turn_balance_8", p5_turn_balance(NULL, 8), P5_TURN_BALANCE, "1");
}
END_TEST

START_TEST(flight_keeps_its_momentum) {
    double drift[2];
    double kept[2];
    p5_turn_flight(NULL, 1, &drift[0], &kept[0]);
    p5_turn_flight(NULL, 16, &drift[1], &kept[1]);
    gate_at_most("turn_drift_1", drift[0], P5_TURN_DRIFT, "1");
    gate_at_most("turn_drift_16", drift[1], P5_TURN_DRIFT, "1");
    gate_at_most("turn_spin", fabs(kept[0] - kept[1]), P5_TURN_SPIN, "1");
}
END_TEST

START_TEST(every_fabric_sleeps_on_its_pole) {
    for (int name = 0; name < CLOTH_FABRICS; name++) {
        gate_at_most(cloth_fabric_text((ClothFabricName)name),
                     (double)p5_turn_sleep((ClothFabricName)name, NULL), 3000.0, "steps");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_turn");
    gate_add(suite, "flag_hangs_still", flag_hangs_still, 60.0);
    gate_add(suite, "sheet_hangs_still_from_a_corner", sheet_hangs_still_from_a_corner, 60.0);
    gate_add(suite, "gravity_alone_turns_a_flag", gravity_alone_turns_a_flag, 60.0);
    gate_add(suite, "flight_keeps_its_momentum", flight_keeps_its_momentum, 60.0);
    gate_add(suite, "every_fabric_sleeps_on_its_pole", every_fabric_sleeps_on_its_pole, 60.0);
    return gate_run(suite);
}
