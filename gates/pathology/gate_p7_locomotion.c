/*
 * gate_p7_locomotion: a frame that runs, turns back and bolts takes its cloth along.
 *
 * Pathology (P7): whipping, lag and spray. The frame's whole motion goes through a few rows a step:
 * what hangs from a runner is drawn out, or thrown about at the limit on speeds.
 *
 * Mechanism                                     prevents                             measured by
 *   the share `inertia` of the motion is felt   lag that the author did not ask for  e25
 *   half a reach and half a radian a step       a bolt that draws the cloth out      e25
 *   are felt at most
 *   no particle is faster than four times       spray, where nothing is softened     e21, e25
 *   what a step can undo
 *
 * Scene: scenes/ride.h. The same limits with each mechanism left out: gate_p7_locomotion_off.
 */
#include "gate.h"
#include "p7_limits.h"

static Ride ridden(const RideShape *shape, int64_t steps) {
    Ride ride;
    ClothError error = {0};
    ClothStatus status = ride_start(shape, &ride, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    status = ride_steps(&ride, steps, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return ride;
}

START_TEST(runner_keeps_every_fabric) {
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        const RideShape shape = p7_shape(RIDE_SQUARE, 9.0, fabric);
        Ride ride = ridden(&shape, 240);
        gate_at_least("run_engaged", ride.way_peak_m_s, P7_LOCAL_M_S, "m/s");
        gate_at_least("run_headroom", 1.0 / ride.share_peak, P7_HEADROOM, "1");
        gate_at_most("run_span", ride.span_peak, P7_SPAN, "1");
        gate_equal("run_jumps", ride.watch.condition.teleports, 0, "1");
        ride_free(&ride);
    }
}
END_TEST

/* Setting off at 2 m/s, e25: silk 0, 0.25, 0.48, 0.68, 0.85 m. Least rise 1.8 mm, of leather, whose
 * leash ends it. */
START_TEST(lag_rises_with_inertia_from_nothing) {
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        double before = -1.0;
        for (int k = 0; k <= 4; k++) {
            RideShape shape = p7_shape(RIDE_SPRINT, 2.0, fabric);
            shape.fabric.inertia = 0.25 * k;
            Ride ride = ridden(&shape, 120);
            if (k == 0) {
                gate_at_most("lag_at_0", ride.lag_peak_m, 0.0, "m");
            } else {
                gate_at_least("lag_rise", ride.lag_peak_m - before, 0.0005, "m");
            }
            before = ride.lag_peak_m;
            ride_free(&ride);
        }
    }
}
END_TEST

START_TEST(nothing_is_felt_at_inertia_0) {
    const RideShape shape = p7_carried();
    Ride ride = ridden(&shape, 240);
    gate_at_most("carried_lag", ride.lag_peak_m, 0.0, "m");
    ride_free(&ride);
}
END_TEST

START_TEST(bolt_is_felt_within_limits) {
    const RideShape shape = p7_jolt();
    Ride ride = ridden(&shape, 240);
    gate_at_least("jolt_headroom", 1.0 / ride.share_peak, P7_JOLT_HEADROOM, "1");
    gate_at_most("jolt_reach", ride.watch.reach_ratio_peak, P7_JOLT_REACH, "1");
    ride_free(&ride);
}
END_TEST

START_TEST(somersault_is_felt_within_limits) {
    const RideShape shape = p7_flip();
    Ride ride = ridden(&shape, 240);
    gate_at_least("flip_engaged", ride.way_peak_m_s, P7_LOCAL_M_S, "m/s");
    gate_at_most("flip_span", ride.span_peak, P7_FLIP_SPAN, "1");
    ride_free(&ride);
}
END_TEST

/* The limits are about what the cloth hangs from, not about an origin that hardly moves. */
START_TEST(far_turn_is_felt_within_limits) {
    const RideShape shape = p7_mast();
    Ride ride = ridden(&shape, 240);
    gate_equal("mast_jumps", ride.watch.condition.teleports, 0, "1");
    gate_at_least("mast_headroom", 1.0 / ride.share_peak, P7_JOLT_HEADROOM, "1");
    gate_at_most("mast_reach", ride.watch.reach_ratio_peak, P7_JOLT_REACH, "1");
    ride_free(&ride);
}
END_TEST

START_TEST(shaken_cloth_keeps_to_the_limit_on_speeds) {
    const RideShape shape = p7_shaken();
    Ride ride = ridden(&shape, 240);
    /* the limit is what it is computed to be: measured 96 */
    gate_at_least("shaken_engaged", ride.watch.speed_limit_least_m_s, 95.9, "m/s");
    gate_at_most("shaken_speed", ride.speed_peak_m_s, P7_SPEED_LIMIT_M_S, "m/s");
    ride_free(&ride);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p7_locomotion");
    gate_add(suite, "runner_keeps_every_fabric", runner_keeps_every_fabric, 30.0);
    gate_add(suite, "lag_rises_with_inertia_from_nothing", lag_rises_with_inertia_from_nothing,
             30.0);
    gate_add(suite, "nothing_is_felt_at_inertia_0", nothing_is_felt_at_inertia_0, 30.0);
    gate_add(suite, "bolt_is_felt_within_limits", bolt_is_felt_within_limits, 30.0);
    gate_add(suite, "somersault_is_felt_within_limits", somersault_is_felt_within_limits, 30.0);
    gate_add(suite, "far_turn_is_felt_within_limits", far_turn_is_felt_within_limits, 30.0);
    gate_add(suite, "shaken_cloth_keeps_to_the_limit_on_speeds",
             shaken_cloth_keeps_to_the_limit_on_speeds, 30.0);
    return gate_run(suite);
}
