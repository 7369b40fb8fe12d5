/*
 * gate_p3_tunnelling_off: with a mechanism left out, the limits of gate_p3_tunnelling break.
 */
#include <math.h>

#include "cloth.h"
#include "gate.h"
#include "p3_limits.h"
#include "step/instruments.h"
#include "world/world.h"

static StruckRun run_of(StruckShape shape, uint32_t ablate, double stop_depth) {
    StruckRun run;
    ClothError error = {0};
    const ClothInstruments instruments = {.ablate = ablate, .stop_depth = stop_depth};
    shape.instruments = &instruments;
    ck_assert_msg(struck_run(&shape, &run, &error) == CLOTH_OK, "%s", error.message);
    return run;
}

/* It is not the build that breaks them. */
START_TEST(nothing_left_out) {
    const StruckRun capsule = run_of(p3_shape(STRUCK_CAPSULE, 20.0), 0, 0.0);
    gate_at_least("on_capsule_rows", p3_a_step(capsule.found, &capsule), P3_ROWS, "1");
    gate_at_least("on_capsule_takes", capsule.moved_m, P3_TAKEN_M, "m");
    const StruckRun bat = run_of(p3_shape(STRUCK_BAT, 40.0), 0, 0.0);
    gate_at_least("on_bat_rows", p3_a_step(bat.found, &bat), P3_BAT_ROWS, "1");
    gate_equal("on_thin_through", run_of(p3_shape(STRUCK_PATCH, 20.0), 0, 0.0).through, 0, "1");
}
END_TEST

START_TEST(unswept_a_capsule_is_never_noticed) {
    static const double speeds[] = {14.0, 20.0, 40.0};
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k++) {
        const StruckRun run =
            run_of(p3_shape(STRUCK_CAPSULE, speeds[k]), CLOTH_WITHOUT_SWEPT_SET, 0.0);
        gate_equal("off_capsule_rows", run.found, 0, "1");
        gate_equal("off_capsule_pressed", run.pressed, 0, "1");
        gate_at_most("off_capsule_takes", run.moved_m, P3_MISSED_M, "m");
        gate_at_least("off_capsule_through", (double)run.through, 24.0, "1");
    }
}
END_TEST

START_TEST(unswept_a_turn_is_never_noticed) {
    const StruckRun run = run_of(p3_shape(STRUCK_BAT, 40.0), CLOTH_WITHOUT_SWEPT_SET, 0.0);
    gate_equal("off_bat_rows", run.found, 0, "1");
    gate_at_most("off_bat_takes", run.moved_m, P3_MISSED_M, "m");
}
END_TEST

/* measured 2.1: one blow a step, and nothing that presses when it ends */
START_TEST(with_end_poses_little_presses) {
    const StruckRun run = run_of(p3_shape(STRUCK_CAPSULE, 2.0), CLOTH_WITH_END_POSES, 0.0);
    gate_at_most("off_poses_pressed", p3_a_step(run.pressed, &run), 0.6 * P3_PRESSED, "1");
}
END_TEST

/* measured 0: what the capsule has passed within a substep it does not push */
START_TEST(untraced_a_fast_capsule_does_not_press) {
    const StruckRun run = run_of(p3_shape(STRUCK_CAPSULE, 40.0), CLOTH_WITHOUT_TRACE, 0.0);
    gate_at_most("off_trace_pressed", p3_a_step(run.pressed, &run), 0.5 * P3_PRESSED, "1");
}
END_TEST

static void check_lost(const char *name, uint32_t ablate, double stop_depth, double speed_m_s) {
    const StruckRun patch = run_of(p3_shape(STRUCK_PATCH, speed_m_s), ablate, stop_depth);
    const StruckRun particle = run_of(p3_shape(STRUCK_PARTICLE, speed_m_s), ablate, stop_depth);
    gate_equal(name, patch.through, 36, "1");
    gate_equal(name, particle.through, 1, "1");
}

START_TEST(untraced_a_thin_wall_is_passed) {
    check_lost("off_trace_through", CLOTH_WITHOUT_TRACE, 0.0, 2.0);
    check_lost("off_trace_through", CLOTH_WITHOUT_TRACE, 0.0, 20.0);
    check_lost("off_trace_through", CLOTH_WITHOUT_TRACE, 0.0, 200.0);
    const StruckRun plate = run_of(p3_shape(STRUCK_PLATE, 20.0), CLOTH_WITHOUT_TRACE, 0.0);
    gate_equal("off_trace_through_plate", plate.through, 36, "1");
}
END_TEST

START_TEST(unstopped_a_thin_wall_is_passed) {
    check_lost("off_stop_through", 0, INFINITY, 2.0);
    check_lost("off_stop_through", 0, INFINITY, 20.0);
    check_lost("off_stop_through", 0, INFINITY, 200.0);
}
END_TEST

/* measured 15.6 and 18.5 mm */
START_TEST(unstopped_a_bar_is_deeper) {
    const StruckRun slower = run_of(p3_shape(STRUCK_BAR, 40.0), 0, INFINITY);
    const StruckRun faster = run_of(p3_shape(STRUCK_BAR, 100.0), 0, INFINITY);
    gate_at_least("off_bar_depth", fmax(slower.depth_m, faster.depth_m), 1.2 * P3_BAR_M, "m");
}
END_TEST

/* The limit on speeds is neither needed nor enough: without it nothing gets through, with it, and
 * untraced, everything. */
START_TEST(a_limit_on_speeds_is_another_bound) {
    StruckShape shape = p3_shape(STRUCK_PATCH, 200.0);
    shape.ablate = CLOTH_WITHOUT_SPEED_LIMIT;
    const StruckRun unlimited = run_of(shape, 0, 0.0);
    gate_at_least("unlimited_limit", unlimited.limit_m_s, INFINITY, "m/s");
    gate_at_least("unlimited_speed", unlimited.speed_m_s, 190.0, "m/s");
    gate_equal("unlimited_through", unlimited.through, 0, "1");
    const StruckRun limited = run_of(p3_shape(STRUCK_PATCH, 200.0), CLOTH_WITHOUT_TRACE, 0.0);
    gate_at_most("limited_limit", limited.limit_m_s, 100.0, "m/s");
    gate_at_most("limited_speed", limited.speed_m_s, 100.0, "m/s");
    gate_equal("limited_through", limited.through, 36, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p3_tunnelling_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "unswept_a_capsule_is_never_noticed", unswept_a_capsule_is_never_noticed, 60.0);
    gate_add(suite, "unswept_a_turn_is_never_noticed", unswept_a_turn_is_never_noticed, 60.0);
    gate_add(suite, "with_end_poses_little_presses", with_end_poses_little_presses, 60.0);
    gate_add(suite, "untraced_a_fast_capsule_does_not_press",
             untraced_a_fast_capsule_does_not_press, 60.0);
    gate_add(suite, "untraced_a_thin_wall_is_passed", untraced_a_thin_wall_is_passed, 60.0);
    gate_add(suite, "unstopped_a_thin_wall_is_passed", unstopped_a_thin_wall_is_passed, 60.0);
    gate_add(suite, "unstopped_a_bar_is_deeper", unstopped_a_bar_is_deeper, 60.0);
    gate_add(suite, "a_limit_on_speeds_is_another_bound", a_limit_on_speeds_is_another_bound, 60.0);
    return gate_run(suite);
}
