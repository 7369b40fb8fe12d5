/*
 * gate_p6_teleport: a kilometre in one step is a jump, and is not dragged through the cloth.
 *
 * Pathology (P6): a teleport or a cut. Frame or holder are a kilometre on within one step, and the
 * cloth is pulled after them: particles at the limit on speeds, a strand 9,000 times its length.
 *
 * Mechanism                                          prevents                      measured by
 *   a jump past max(4 reach, 2 m) resets, or is      the drag                      e24
 *   carried across (keep); judged at what is held
 *   the limit on speeds rises from nothing           a whip on a pose that the     e24
 *   after a reset                                    fabric cannot take
 *
 * Scene: scenes/jump.h. The same limits with each mechanism left out: gate_p6_teleport_off.
 */
#include <math.h>

#include "cloth.h"
#include "gate.h"
#include "p6_limits.h"
#include "scenes/ride.h"

static JumpRun run_of(const JumpShape *shape) {
    JumpRun run;
    ck_assert_msg(jump_run(shape, &run), "%s", run.message);
    return run;
}

static void check_reset(JumpKind kind) {
    for (int32_t fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        const JumpShape shape = p6_shape(kind, fabric, false);
        const JumpRun run = run_of(&shape);
        gate_equal("jumps", run.teleports, 1, "1");
        gate_at_most("reset_peak", run.speed_peak_m_s, P6_PEAK_M_S, "m/s");
        gate_at_most("reset_off", run.off_m, P6_OFF_M, "m");
        gate_at_most("reset_span", run.span_peak, P6_SPAN, "1");
    }
}

START_TEST(scene_swings_when_it_jumps) {
    for (int32_t fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        const JumpShape shape = p6_shape(JUMP_FRAME, fabric, false);
        gate_at_least("jump_engaged", run_of(&shape).speed_before_m_s, P6_SWING_M_S, "m/s");
    }
}
END_TEST

START_TEST(jumping_frame_resets) {
    check_reset(JUMP_FRAME);
    check_reset(JUMP_TURNED);
    check_reset(JUMP_TOGETHER);
    check_reset(JUMP_UNDER);
}
END_TEST

START_TEST(jumping_holder_resets) {
    check_reset(JUMP_HOLDER);
    check_reset(JUMP_WORLD);
}
END_TEST

/* Neither origin goes anywhere: what is held does. */
START_TEST(turn_about_a_far_origin_resets) {
    check_reset(JUMP_FAR_TURN);
    check_reset(JUMP_FAR_HOLDER);
}
END_TEST

START_TEST(jump_is_seen_asleep_and_in_a_hitch) {
    check_reset(JUMP_ASLEEP);
    check_reset(JUMP_HITCH);
}
END_TEST

START_TEST(turn_in_place_is_no_jump) {
    const JumpShape turn = p6_shape(JUMP_TURN, CLOTH_SILK, false);
    const JumpShape none = p6_shape(JUMP_NONE, CLOTH_SILK, false);
    gate_equal("turn_jumps", run_of(&turn).teleports, 0, "1");
    gate_equal("no_jumps", run_of(&none).teleports, 0, "1");
}
END_TEST

START_TEST(keep_carries_the_swing_across) {
    static const JumpKind kinds[] = {JUMP_FRAME, JUMP_HOLDER, JUMP_TOGETHER, JUMP_UNDER,
                                     JUMP_TURNED};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const JumpShape shape = p6_shape(kinds[k], CLOTH_SILK, true);
        const JumpRun run = run_of(&shape);
        const double share = run.speed_peak_m_s / run.speed_before_m_s;
        gate_equal("keep_jumps", run.teleports, 1, "1");
        gate_at_least("keep_peak_least", share, P6_KEEP_PEAK_LEAST, "1");
        gate_at_most("keep_peak_most", share, P6_KEEP_PEAK_MOST, "1");
        gate_at_most("keep_shift", run.shift_m, P6_KEEP_SHIFT_M, "m");
    }
}
END_TEST

/* Two strands, one of which has swung, go the same way to the bit once both are reset:
 * no speed, multiplier, radius or age is left of what was. */
START_TEST(reset_forgets_the_past) {
    for (int32_t fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        Ride swung;
        Ride fresh;
        RideShape shape = ride_default();
        shape.fabric = cloth_fabric((ClothFabricName)fabric);
        shape.path = RIDE_STILL;
        ck_assert_int_eq(ride_start(&shape, &fresh, NULL), CLOTH_OK);
        shape.swing_m_s = 5.0;
        ck_assert_int_eq(ride_start(&shape, &swung, NULL), CLOTH_OK);
        ck_assert_int_eq(ride_steps(&fresh, 1, NULL), CLOTH_OK);
        ck_assert_int_eq(ride_steps(&swung, 20, NULL), CLOTH_OK);
        /* measured 0.53 to 0.80 */
        gate_at_least("past_engaged", ride_apart_in_frame(&swung, &fresh), 0.1, "m");
        ck_assert_int_eq(cloth_world_reset(fresh.hung.world, fresh.hung.cloth, NULL), CLOTH_OK);
        ck_assert_int_eq(cloth_world_reset(swung.hung.world, swung.hung.cloth, NULL), CLOTH_OK);
        for (int k = 0; k < 20; k++) {
            ck_assert_int_eq(ride_steps(&fresh, 1, NULL), CLOTH_OK);
            ck_assert_int_eq(ride_steps(&swung, 1, NULL), CLOTH_OK);
            gate_at_most("past_left", ride_apart_in_frame(&swung, &fresh), 0.0, "m");
        }
        ride_free(&swung);
        ride_free(&fresh);
    }
}
END_TEST

/* A kilometre apart for a second there is no shape to hold: bounded, and back soon. */
START_TEST(one_of_two_holders_jumps) {
    for (int keep = 0; keep < 2; keep++) {
        const JumpShape shape = p6_shape(JUMP_ONE_OF_TWO, CLOTH_ROPE, keep != 0);
        const JumpRun run = run_of(&shape);
        gate_equal("two_jumps", run.teleports, 2, "1");
        /* measured 1: at the limit, and never past it */
        gate_at_most("two_share", run.share_peak, 1.0 + 1e-9, "1");
        gate_at_most("two_span_end", run.span_end, P6_SPAN, "1");
    }
}
END_TEST

START_TEST(reset_onto_too_long_a_pose_is_slow) {
    const JumpShape shape = p6_pulled();
    const JumpRun run = run_of(&shape);
    gate_equal("pulled_jumps", run.teleports, 1, "1");
    gate_at_most("pulled_peak", run.speed_peak_m_s, P6_PULLED_M_S, "m/s");
}
END_TEST

/* At 60 and at 6 frames a second, and for a strand of 3 cm, whose reach is no measure of a
 * sprint. */
START_TEST(sprint_is_no_jump) {
    for (int32_t fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        for (int arm = 0; arm < 3; arm++) {
            Ride ride;
            RideShape shape = ride_default();
            shape.fabric = cloth_fabric((ClothFabricName)fabric);
            shape.path = RIDE_SPRINT;
            shape.step_s = arm == 1 ? 1.0 / 6.0 : shape.step_s;
            shape.spacing_m = arm == 2 ? 0.0025 : shape.spacing_m;
            ck_assert_int_eq(ride_start(&shape, &ride, NULL), CLOTH_OK);
            ck_assert_int_eq(ride_steps(&ride, 60, NULL), CLOTH_OK);
            gate_equal("sprint_jumps", ride.watch.condition.teleports, 0, "1");
            ride_free(&ride);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p6_teleport");
    gate_add(suite, "scene_swings_when_it_jumps", scene_swings_when_it_jumps, 30.0);
    gate_add(suite, "jumping_frame_resets", jumping_frame_resets, 30.0);
    gate_add(suite, "jumping_holder_resets", jumping_holder_resets, 30.0);
    gate_add(suite, "turn_about_a_far_origin_resets", turn_about_a_far_origin_resets, 30.0);
    gate_add(suite, "jump_is_seen_asleep_and_in_a_hitch", jump_is_seen_asleep_and_in_a_hitch, 60.0);
    gate_add(suite, "turn_in_place_is_no_jump", turn_in_place_is_no_jump, 30.0);
    gate_add(suite, "keep_carries_the_swing_across", keep_carries_the_swing_across, 30.0);
    gate_add(suite, "reset_forgets_the_past", reset_forgets_the_past, 30.0);
    gate_add(suite, "one_of_two_holders_jumps", one_of_two_holders_jumps, 30.0);
    gate_add(suite, "reset_onto_too_long_a_pose_is_slow", reset_onto_too_long_a_pose_is_slow, 30.0);
    gate_add(suite, "sprint_is_no_jump", sprint_is_no_jump, 30.0);
    return gate_run(suite);
}
