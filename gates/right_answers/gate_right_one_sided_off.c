/*
 * gate_right_one_sided_off: with one mechanism of a one-sided row left out, the limits of
 * gate_right_one_sided break. The same scenes, in the ablation build.
 */
#include <math.h>

#include "one_sided_limits.h"
#include "step/instruments.h"

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

START_TEST(nothing_left_out) {
    const ClothInstruments all = {.ablate = 0};
    for (int scene = ONE_SIDED_leash; scene <= ONE_SIDED_limit_binds; scene++) {
        const OneSidedSeen seen = one_sided_seen((OneSidedScene)scene, true, 60, &all);
        gate_at_most("on_value", fabs(seen.value - seen.expected), ONE_SIDED_CONVERGED_M, "m");
        gate_at_most("on_beyond", seen.beyond, ONE_SIDED_CONVERGED_M, "m");
    }
}
END_TEST

/* measured 93 and 730 m, and not one step of free fall: it pushes from the first on */
START_TEST(with_the_clamp_turned_round) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_PUSHING_LEASH};
    for (int scene = ONE_SIDED_leash; scene <= ONE_SIDED_tether; scene++) {
        const OneSidedSeen seen = one_sided_seen((OneSidedScene)scene, false, 60, &with);
        gate_at_least("pushing_beyond", seen.beyond, beyond(ONE_SIDED_SHIPPING_M), "m");
        gate_at_least("pushing_free", seen.free_expected - seen.free_steps, 10.0, "steps");
    }
}
END_TEST

/* measured 5.4e-3 m, sqrt(r^2 + (v h)^2) - r */
START_TEST(with_a_stale_centre) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_RECENTRE};
    const OneSidedSeen seen = one_sided_seen(ONE_SIDED_carried, false, 60, &without);
    gate_at_least("stale_value", fabs(seen.value - seen.expected), beyond(ONE_SIDED_SHIPPING_M),
                  "m");
    const double form = hypot(0.1, 2.0 / 60.0) - 0.1;
    gate_at_most("stale_form", fabs(seen.value - seen.expected - form), 1e-4, "m");
}
END_TEST

/* measured 2.7e-3 m past a tether, 4.0e-4 m past a limit at 120 Hz, converged or not */
START_TEST(without_the_catch) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_CATCH};
    for (int converged = 0; converged < 2; converged++) {
        const OneSidedSeen tether = one_sided_seen(ONE_SIDED_tether, converged != 0, 60, &without);
        gate_at_least("loose_tether_beyond", tether.beyond, beyond(ONE_SIDED_SHIPPING_M), "m");
    }
    const OneSidedSeen limit = one_sided_seen(ONE_SIDED_limit_binds, true, 120, &without);
    gate_at_least("loose_limit_beyond", limit.beyond, beyond(ONE_SIDED_CONVERGED_M), "m");
    gate_at_least("loose_unmet", (double)limit.figure.unmet, 1.0, "substeps");
    const OneSidedSeen leash = one_sided_seen(ONE_SIDED_leash, false, 60, &without);
    gate_at_least("loose_rebound", leash.rebound, beyond(ONE_SIDED_REBOUND), "1");
}
END_TEST

START_TEST(slack_rows_that_push) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_PUSHING_LEASH};
    for (int kind = SLACK_TETHER; kind <= SLACK_LEASH; kind++) {
        SlackSeen seen;
        ClothError error = {0};
        ck_assert_msg(one_sided_slack((SlackKind)kind, false, CLOTH_AVBD, &with, &seen, &error) ==
                          CLOTH_OK,
                      "%s", error.message);
        gate_at_least("pushing_slack_bytes", (double)seen.bytes, 1000.0, "bytes");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_one_sided_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "with_the_clamp_turned_round", with_the_clamp_turned_round, 60.0);
    gate_add(suite, "with_a_stale_centre", with_a_stale_centre, 60.0);
    gate_add(suite, "without_the_catch", without_the_catch, 60.0);
    gate_add(suite, "slack_rows_that_push", slack_rows_that_push, 20.0);
    return gate_run(suite);
}
