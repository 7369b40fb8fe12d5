/*
 * gate_p7_locomotion_off: with a mechanism left out, the limits of gate_p7_locomotion break.
 */
#include "gate.h"
#include "p7_limits.h"
#include "world/world.h"

static Ride ridden(RideShape shape, uint32_t ablate) {
    Ride ride;
    ClothError error = {0};
    shape.ablate = ablate;
    ClothStatus status = ride_start(&shape, &ride, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    status = ride_steps(&ride, 240, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return ride;
}

/* It is not the build that breaks them. */
START_TEST(nothing_left_out) {
    Ride carried = ridden(p7_carried(), 0);
    Ride jolt = ridden(p7_jolt(), 0);
    Ride shaken = ridden(p7_shaken(), 0);
    gate_at_most("on_carried_lag", carried.lag_peak_m, 0.0, "m");
    gate_at_most("on_jolt_reach", jolt.watch.reach_ratio_peak, P7_JOLT_REACH, "1");
    gate_at_most("on_shaken_speed", shaken.speed_peak_m_s, P7_SPEED_LIMIT_M_S, "m/s");
    ride_free(&carried);
    ride_free(&jolt);
    ride_free(&shaken);
}
END_TEST

/* measured 1.2 m */
START_TEST(without_the_frame_inertia_says_nothing) {
    Ride ride = ridden(p7_carried(), CLOTH_WITHOUT_FRAME);
    gate_at_least("off_carried_lag", ride.lag_peak_m, 0.1, "m");
    ride_free(&ride);
}
END_TEST

/* measured headroom 1.0, reach 13.5 */
START_TEST(without_felt_limits_a_bolt_draws_it_out) {
    Ride ride = ridden(p7_jolt(), CLOTH_WITHOUT_FELT_LIMITS);
    gate_at_most("off_jolt_headroom", 1.0 / ride.share_peak, P7_JOLT_HEADROOM - 0.1, "1");
    gate_at_least("off_jolt_reach", ride.watch.reach_ratio_peak, 2.0 * P7_JOLT_REACH, "1");
    ride_free(&ride);
}
END_TEST

/* measured span 1.52; headroom 1.0, reach 13.5 */
START_TEST(without_felt_limits_turns_draw_it_out) {
    Ride flip = ridden(p7_flip(), CLOTH_WITHOUT_FELT_LIMITS);
    Ride mast = ridden(p7_mast(), CLOTH_WITHOUT_FELT_LIMITS);
    gate_at_least("off_flip_span", flip.span_peak, 1.1 * P7_FLIP_SPAN, "1");
    gate_at_most("off_mast_headroom", 1.0 / mast.share_peak, P7_JOLT_HEADROOM - 0.1, "1");
    gate_at_least("off_mast_reach", mast.watch.reach_ratio_peak, 2.0 * P7_JOLT_REACH, "1");
    ride_free(&flip);
    ride_free(&mast);
}
END_TEST

/* measured 1.40 */
START_TEST(without_tethers_a_runner_draws_it_out) {
    Ride on = ridden(p7_shape(RIDE_SQUARE, 9.0, CLOTH_SILK), 0);
    Ride off = ridden(p7_shape(RIDE_SQUARE, 9.0, CLOTH_SILK), CLOTH_WITHOUT_TETHER);
    gate_at_most("on_run_span", on.span_peak, P7_SPAN, "1");
    gate_at_least("no_tether_run_span", off.span_peak, P7_SPAN + 0.1, "1");
    ride_free(&on);
    ride_free(&off);
}
END_TEST

/* measured 850 m/s */
START_TEST(without_a_limit_on_speeds_it_sprays) {
    Ride ride = ridden(p7_shaken(), CLOTH_WITHOUT_SPEED_LIMIT);
    gate_at_least("off_shaken_speed", ride.speed_peak_m_s, 1.1 * P7_SPEED_LIMIT_M_S, "m/s");
    ride_free(&ride);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p7_locomotion_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 30.0);
    gate_add(suite, "without_the_frame_inertia_says_nothing",
             without_the_frame_inertia_says_nothing, 30.0);
    gate_add(suite, "without_felt_limits_a_bolt_draws_it_out",
             without_felt_limits_a_bolt_draws_it_out, 30.0);
    gate_add(suite, "without_felt_limits_turns_draw_it_out", without_felt_limits_turns_draw_it_out,
             30.0);
    gate_add(suite, "without_tethers_a_runner_draws_it_out", without_tethers_a_runner_draws_it_out,
             30.0);
    gate_add(suite, "without_a_limit_on_speeds_it_sprays", without_a_limit_on_speeds_it_sprays,
             30.0);
    return gate_run(suite);
}
