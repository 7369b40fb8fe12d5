/*
 * gate_p3_tunnelling: nothing is so fast that cloth and solid pass through each other unnoticed.
 *
 * Pathology (P3): a limb that crosses the cloth within one step is past it before anybody looks, and
 * a particle that crosses a thin wall within one substep, or one visit, is behind it.
 *
 * Mechanism                                          prevents                         measured by
 *   colliders are looked for along their whole       a capsule at 14 m/s and more     e39
 *   way, travel and turn                             that meets no row
 *   their poses within a step                        a blow at one instant            e39
 *   a particle's way in a substep is traced          a start behind a thin solid      e39
 *   no visit, and no turn of the whole, goes         a particle that its rows pull    e39
 *   further than half way to a solid's middle        through
 *
 * Not prevented: past what a step can undo a capsule parts a sheet between its particles, which are
 * all that meets it (e39). The limit on speeds is another thing: without one, or with one far above
 * the speed, nothing gets through either.
 *
 * Scenes: scenes/struck.h. The same limits with each mechanism left out: gate_p3_tunnelling_off.
 */
#include <math.h>

#include "cloth.h"
#include "gate.h"
#include "p3_limits.h"

static StruckRun run_of(const StruckShape *shape) {
    StruckRun run;
    ClothError error = {0};
    ck_assert_msg(struck_run(shape, &run, &error) == CLOTH_OK, "%s", error.message);
    return run;
}

static void check_pass(const StruckRun *run) {
    gate_at_least("capsule_rows", p3_a_step(run->found, run), P3_ROWS, "1");
    gate_at_least("capsule_pressed", p3_a_step(run->pressed, run), P3_PRESSED, "1");
    gate_at_most("capsule_depth", run->depth_m, P3_DEEP_M, "m");
    gate_at_most("capsule_deep_steps", (double)run->deep_steps, P3_DEEP_STEPS, "1");
}

START_TEST(capsule_is_met_at_every_speed) {
    for (int speed = 2; speed <= 40; speed += 2) {
        const StruckShape shape = p3_shape(STRUCK_CAPSULE, speed);
        const StruckRun run = run_of(&shape);
        check_pass(&run);
        gate_at_least("capsule_takes", run.moved_m, P3_TAKEN_M, "m");
    }
}
END_TEST

START_TEST(capsule_is_met_by_every_fabric) {
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        StruckShape shape = p3_shape(STRUCK_CAPSULE, 20.0);
        shape.fabric = cloth_fabric((ClothFabricName)fabric);
        const StruckRun run = run_of(&shape);
        check_pass(&run);
    }
}
END_TEST

START_TEST(capsule_is_met_at_every_budget) {
    static const int budgets[][2] = {{1, 1}, {1, 4}, {2, 2}, {4, 4}, {4, 16}};
    for (size_t k = 0; k < sizeof budgets / sizeof budgets[0]; k++) {
        StruckShape shape = p3_shape(STRUCK_CAPSULE, 20.0);
        shape.fabric.substeps = budgets[k][0];
        shape.fabric.iterations = budgets[k][1];
        const StruckRun run = run_of(&shape);
        gate_at_least("budget_rows", p3_a_step(run.found, &run), P3_ROWS, "1");
        gate_at_most("budget_deep_steps", (double)run.deep_steps, P3_DEEP_STEPS, "1");
    }
}
END_TEST

START_TEST(sheet_comes_back) {
    static const double speeds[] = {2.0, 10.0, 20.0, 40.0};
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k++) {
        StruckShape shape = p3_shape(STRUCK_CAPSULE, speeds[k]);
        shape.after_s = 10.0;
        const StruckRun run = run_of(&shape);
        gate_at_most("back", run.back_s, P3_BACK_S, "s");
        gate_equal("stuck", run.rescues, 0, "1");
    }
}
END_TEST

START_TEST(turn_is_met) {
    static const double speeds[] = {40.0, 60.0, 90.0};
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k++) {
        const StruckShape shape = p3_shape(STRUCK_BAT, speeds[k]);
        const StruckRun run = run_of(&shape);
        gate_at_least("bat_rows", p3_a_step(run.found, &run), P3_BAT_ROWS, "1");
        gate_at_most("bat_deep_steps", (double)run.deep_steps, P3_DEEP_STEPS, "1");
    }
}
END_TEST

START_TEST(spinning_bar_is_bounded) {
    static const double tips[] = {2.0, 10.0, 20.0, 40.0, 200.0};
    for (size_t k = 0; k < sizeof tips / sizeof tips[0]; k++) {
        for (int pins = 0; pins < 2; pins++) {
            StruckShape shape = p3_shape(STRUCK_BAR, tips[k]);
            shape.pins = pins == 0 ? STRUCK_EDGE : STRUCK_BORDER;
            shape.after_s = 3.0;
            const StruckRun run = run_of(&shape);
            gate_at_least("bar_engaged", (double)run.pressed, 20.0, "1");
            gate_at_most("bar_depth", run.depth_m, P3_BAR_M, "m");
            gate_at_most("bar_speed", run.speed_m_s, P3_BAR_M_S, "m/s");
            gate_at_most("bar_speed_end", run.speed_end_m_s, P3_BAR_END_M_S, "m/s");
        }
    }
}
END_TEST

static void check_thin(StruckKind kind, double speed_m_s) {
    const StruckShape shape = p3_shape(kind, speed_m_s);
    const StruckRun run = run_of(&shape);
    gate_equal("thin_through", run.through, 0, "1");
    gate_at_least("thin_met", (double)run.found, 1.0, "1");
}

START_TEST(thin_wall_holds) {
    static const double speeds[] = {0.5, 2.0, 20.0, 90.0, 200.0};
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k++) {
        check_thin(STRUCK_PATCH, speeds[k]);
        check_thin(STRUCK_PARTICLE, speeds[k]);
        if (speeds[k] < 120.0) { /* faster, it goes further in a step than is swept (cloth.h) */
            check_thin(STRUCK_PLATE, speeds[k]);
        }
    }
}
END_TEST

/* The bound is not the limit on speeds: a single particle has none, and with enough sweeps a patch has one
 * far above what it flies at. */
START_TEST(thin_wall_holds_without_a_limit_on_speeds) {
    const StruckShape alone = p3_shape(STRUCK_PARTICLE, 200.0);
    const StruckRun free = run_of(&alone);
    gate_at_least("free_limit", free.limit_m_s, INFINITY, "m/s");
    gate_at_least("free_speed", free.speed_m_s, 190.0, "m/s");
    gate_equal("free_through", free.through, 0, "1");
    StruckShape shape = p3_shape(STRUCK_PATCH, 200.0);
    shape.fabric.iterations = 40;
    const StruckRun patch = run_of(&shape);
    gate_at_least("high_limit", patch.limit_m_s, 900.0, "m/s");
    gate_at_least("high_speed", patch.speed_m_s, 190.0, "m/s");
    gate_equal("high_through", patch.through, 0, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p3_tunnelling");
    gate_add(suite, "capsule_is_met_at_every_speed", capsule_is_met_at_every_speed, 60.0);
    gate_add(suite, "capsule_is_met_by_every_fabric", capsule_is_met_by_every_fabric, 60.0);
    gate_add(suite, "capsule_is_met_at_every_budget", capsule_is_met_at_every_budget, 60.0);
    gate_add(suite, "sheet_comes_back", sheet_comes_back, 100.0);
    gate_add(suite, "turn_is_met", turn_is_met, 60.0);
    gate_add(suite, "spinning_bar_is_bounded", spinning_bar_is_bounded, 100.0);
    gate_add(suite, "thin_wall_holds", thin_wall_holds, 60.0);
    gate_add(suite, "thin_wall_holds_without_a_limit_on_speeds",
             thin_wall_holds_without_a_limit_on_speeds, 60.0);
    return gate_run(suite);
}
