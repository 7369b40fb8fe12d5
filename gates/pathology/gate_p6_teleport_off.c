/*
 * gate_p6_teleport_off: with a mechanism left out, the limits of gate_p6_teleport break.
 */
#include "cloth.h"
#include "gate.h"
#include "p6_limits.h"
#include "world/world.h"

static JumpRun run_of(JumpShape shape, uint32_t ablate) {
    JumpRun run;
    shape.ablate = ablate;
    ck_assert_msg(jump_run(&shape, &run), "%s", run.message);
    return run;
}

/* It is not the build that breaks them. */
START_TEST(nothing_left_out) {
    const JumpRun frame = run_of(p6_shape(JUMP_FRAME, CLOTH_SILK, false), 0);
    gate_at_most("on_reset_peak", frame.speed_peak_m_s, P6_PEAK_M_S, "m/s");
    gate_at_most("on_reset_off", frame.off_m, P6_OFF_M, "m");
    gate_at_most("on_pulled_peak", run_of(p6_pulled(), 0).speed_peak_m_s, P6_PULLED_M_S, "m/s");
}
END_TEST

/* measured 47 m/s, 0.46 m off: the frame's jump is felt within the limits, half a reach of it */
START_TEST(without_teleport_a_frame_drags) {
    const JumpRun run = run_of(p6_shape(JUMP_FRAME, CLOTH_SILK, false), CLOTH_WITHOUT_TELEPORT);
    gate_at_least("off_reset_peak", run.speed_peak_m_s, 2.0 * P6_PEAK_M_S, "m/s");
    gate_at_least("off_reset_off", run.off_m, 2.0 * P6_OFF_M, "m");
    gate_at_least("off_reset_span", run.span_peak, 2.0 * P6_SPAN - 1.0, "1");
}
END_TEST

/* measured 9,994 times its length */
START_TEST(without_teleport_a_holder_drags) {
    static const JumpKind kinds[] = {JUMP_HOLDER, JUMP_FAR_HOLDER};
    for (int k = 0; k < 2; k++) {
        const JumpRun run = run_of(p6_shape(kinds[k], CLOTH_SILK, false), CLOTH_WITHOUT_TELEPORT);
        gate_at_least("off_holder_peak", run.speed_peak_m_s, 2.0 * P6_PEAK_M_S, "m/s");
        gate_at_least("off_holder_span", run.span_peak, 2.0 * P6_SPAN - 1.0, "1");
    }
}
END_TEST

/* measured 18.5 m/s */
START_TEST(without_stabilisation_a_reset_whips) {
    const JumpRun run = run_of(p6_pulled(), CLOTH_WITHOUT_STABILISATION);
    gate_at_least("off_pulled_peak", run.speed_peak_m_s, 1.1 * P6_PULLED_M_S, "m/s");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p6_teleport_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 30.0);
    gate_add(suite, "without_teleport_a_frame_drags", without_teleport_a_frame_drags, 30.0);
    gate_add(suite, "without_teleport_a_holder_drags", without_teleport_a_holder_drags, 30.0);
    gate_add(suite, "without_stabilisation_a_reset_whips", without_stabilisation_a_reset_whips,
             30.0);
    return gate_run(suite);
}
