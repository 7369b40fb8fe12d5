/*
 * gate_right_friction_off: with one mechanism of friction left out, the limits of gate_right_friction
 * break. The same scenes, in the ablation build.
 */
#include "friction_limits.h"
#include "step/instruments.h"

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

START_TEST(nothing_left_out) {
    const ClothInstruments all = {.ablate = 0};
    const ClothStep step = friction_step(2, 4, CLOTH_AVBD, &all);
    SlopeSeen seen = friction_stick(SLOPE_PATCH, 30.0, 0.9, &step);
    gate_at_most("on_stuck", seen.strayed_m, FRICTION_CREEP_M, "m");
    gate_at_most("on_slide", friction_slide(SLOPE_PATCH, 20.0, 0.3, &step, &seen),
                 FRICTION_SLIDE_SHIPPING, "1");
    seen = friction_stop(SLOPE_PARTICLE, 0, &step);
    gate_at_most("on_stop", fabs(seen.way_m / 0.67127 - 1.0), FRICTION_STOP_SHIPPING, "1");
}
END_TEST

/* measured 3.6 of the way at 1 x 1; at 0.9 of the friction angle 60 m in 10 s */
START_TEST(a_stale_cap_never_grips) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_STALE_GRIP};
    const ClothStep step = friction_step(1, 1, CLOTH_AVBD, &with);
    SlopeSeen seen;
    gate_at_least("stale_slide", friction_slide(SLOPE_PARTICLE, 20.0, 0.3, &step, &seen), 1.0, "1");
    gate_at_least("stale_stuck", friction_stick(SLOPE_PARTICLE, 10.0, 0.9, &step).strayed_m, 1.0,
                  "m");
}
END_TEST

/* measured 2.7e-2 m */
START_TEST(friction_as_found_creeps) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_GRIP_AS_FOUND};
    const ClothStep step = friction_step(2, 4, CLOTH_AVBD, &with);
    gate_at_least("found_stuck", friction_stick(SLOPE_PATCH, 30.0, 0.9, &step).strayed_m,
                  beyond(FRICTION_CREEP_M), "m");
}
END_TEST

/* measured 2e-2 m and more, converged or not */
START_TEST(a_magnitude_throws_about) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_MAGNITUDE_GRIP};
    const ClothStep step = friction_step(2, 4, CLOTH_AVBD, &with);
    const SlopeSeen seen = friction_stick(SLOPE_PARTICLE, 30.0, 0.9, &step);
    gate_at_least("magnitude_stuck", seen.strayed_m, beyond(FRICTION_CREEP_M), "m");
    gate_at_least("magnitude_late", seen.kinetic_late_j, 1e-9, "J");
}
END_TEST

/* measured -1.0 of mu g: it drives; and after a stop it is back at the start and beyond */
START_TEST(a_fixed_anchor_pulls_the_wrong_way) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_FIXED_ANCHOR};
    const ClothStep step = friction_step(2, 4, CLOTH_AVBD, &with);
    SlopeSeen seen = friction_stop(SLOPE_PARTICLE, 11, &step);
    gate_at_most("fixed_turned_pull", -seen.turned_pull_m_s2 / (0.3 * 9.81), -0.5, "1");
    seen = friction_stop(SLOPE_PARTICLE, 0, &step);
    gate_at_least("fixed_stop", fabs(seen.way_m / 0.67127 - 1.0), beyond(FRICTION_STOP_SHIPPING),
                  "1");
}
END_TEST

/* measured 6e-3 m */
START_TEST(an_anchor_at_its_particle_lets_creep) {
    const ClothInstruments with = {.anchor_give = 1e-9};
    const ClothStep step = friction_step(2, 2, CLOTH_AVBD, &with);
    const SlopeSeen seen = friction_stick(SLOPE_PATCH, 30.0, 0.9, &step);
    gate_at_least("bare_stuck", seen.strayed_m, beyond(FRICTION_CREEP_FEW_M), "m");
    gate_at_least("bare_late", seen.kinetic_late_j, 1e-9, "J");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_friction_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "a_stale_cap_never_grips", a_stale_cap_never_grips, 60.0);
    gate_add(suite, "friction_as_found_creeps", friction_as_found_creeps, 60.0);
    gate_add(suite, "a_magnitude_throws_about", a_magnitude_throws_about, 60.0);
    gate_add(suite, "a_fixed_anchor_pulls_the_wrong_way", a_fixed_anchor_pulls_the_wrong_way, 60.0);
    gate_add(suite, "an_anchor_at_its_particle_lets_creep", an_anchor_at_its_particle_lets_creep,
             60.0);
    return gate_run(suite);
}
