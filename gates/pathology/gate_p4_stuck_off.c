/*
 * gate_p4_stuck_off: with one mechanism against stuck cloth left out, the limits of gate_p4_stuck break.
 *
 * The scenes and limits of gate_p4_stuck, in the ablation build. Each arm names the limit that its
 * mechanism is there for.
 */
#include "gate.h"
#include "p4_stuck.h"

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const StuckShape inverted = stuck_default(STUCK_INVERTED);
    const StuckShape wedged = stuck_default(STUCK_SPAWNED);
    StuckShape begun;
    const P4Stuck right = p4_stuck(&inverted, NULL);
    const P4Stuck rescued = p4_stuck(&wedged, NULL);
    (void)p4_begun(0, &begun);
    gate_at_most("on_inverted_steps", right.late_step, P4_INVERTED_STEPS, "1");
    gate_at_most("on_inverted_depth", right.missed, P4_DEEP, "1");
    gate_at_most("on_wedged_depth", rescued.missed, P4_DEEP, "1");
    gate_at_most("on_begun_speed", p4_stuck(&begun, NULL).speed_peak, P4_LEAVES_M_S, "m/s");
}
END_TEST

/* measured 0.85 to 1.4 rows */
START_TEST(without_rescue_it_stays_wedged) {
    static const ClothInstruments off = {.ablate = CLOTH_WITHOUT_RESCUE};
    static const StuckScene scenes[] = {STUCK_SPAWNED, STUCK_SKIRT, STUCK_CARRIED};
    for (int k = 0; k < 3; k++) {
        StuckShape shape = stuck_default(scenes[k]);
        shape.depth = scenes[k] == STUCK_CARRIED ? 0.5 : 1.0;
        gate_at_least("no_rescue_depth", p4_stuck(&shape, &off).missed, P4_DEEP * (1.0 + 1e-6),
                      "1");
    }
}
END_TEST

/* measured 1.04 rows, and never */
START_TEST(latched_normals_keep_the_wrong_side) {
    static const ClothInstruments off = {.ablate =
                                             CLOTH_WITH_LATCHED_NORMAL | CLOTH_WITHOUT_RESCUE};
    const StuckShape shape = stuck_default(STUCK_INVERTED);
    const P4Stuck seen = p4_stuck(&shape, &off);
    gate_at_least("latched_inverted_depth", seen.missed, P4_DEEP * (1.0 + 1e-6), "1");
    gate_at_least("latched_inverted_steps", seen.late_step, P4_INVERTED_STEPS + 1.0, "1");
}
END_TEST

/* And are rescued then, which is counted. */
START_TEST(latched_normals_need_rescues) {
    static const ClothInstruments off = {.ablate = CLOTH_WITH_LATCHED_NORMAL};
    const StuckShape shape = stuck_default(STUCK_INVERTED);
    gate_at_least("latched_inverted_rescues", p4_stuck(&shape, &off).rescues, 1.0, "1");
}
END_TEST

/* measured 5.1 m/s */
START_TEST(pushed_out_at_once_it_is_shot_out) {
    static const ClothInstruments off = {.push_m_s = INFINITY};
    StuckShape shape;
    (void)p4_begun(0, &shape);
    gate_at_least("at_once_speed", p4_stuck(&shape, &off).speed_peak, P4_LEAVES_M_S * (1.0 + 1e-6),
                  "m/s");
}
END_TEST

/* A twentieth of the wait takes a leashed cape on somebody who stops for stuck. */
START_TEST(without_patience_what_is_worn_is_rescued) {
    static const ClothInstruments off = {.stuck_s = 0.05};
    ClothFabric fabric = cloth_fabric(CLOTH_DENIM);
    fabric.slack = 0.1;
    gate_at_least("no_wait_worn_rescues", p4_worn(STUCK_CAPE, 9.0, &fabric, &off).rescues, 1.0,
                  "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p4_stuck_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "without_rescue_it_stays_wedged", without_rescue_it_stays_wedged, 60.0);
    gate_add(suite, "latched_normals_keep_the_wrong_side", latched_normals_keep_the_wrong_side,
             60.0);
    gate_add(suite, "latched_normals_need_rescues", latched_normals_need_rescues, 60.0);
    gate_add(suite, "pushed_out_at_once_it_is_shot_out", pushed_out_at_once_it_is_shot_out, 60.0);
    gate_add(suite, "without_patience_what_is_worn_is_rescued",
             without_patience_what_is_worn_is_rescued, 60.0);
    return gate_run(suite);
}
