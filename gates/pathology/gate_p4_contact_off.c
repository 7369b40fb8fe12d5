/*
 * gate_p4_contact_off: with one mechanism of contacts left out, the limits of gate_p4_contact break.
 *
 * The scenes and limits of gate_p4_contact, in the ablation build. Each arm names the limit that its
 * mechanism is there for.
 */
#include "gate.h"
#include "p4_contact.h"

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

/* With everything there, the ablation build meets the limits. */
START_TEST(nothing_left_out) {
    const ClothInstruments all = {.ablate = 0};
    const ClothConstants shipped = cloth_constants_default();
    gate_at_most("p4.on.depth_8_m_s", p4_put_down(8.0, 0.01, &shipped, &all).depth_m, P4_DEPTH_M,
                 "m");
    gate_at_most("p4.on.load_depth", p4_loaded(&all).depth_late_m, P4_LOAD_DEPTH_M, "m");
    gate_at_most("p4.on.plane_kinetic", p4_on_plane(&all).kinetic_late_j, P4_REST_J, "J");
    gate_at_most("p4.on.mass_spread", p4_mass_spread(&shipped), P4_MASS_SPREAD, "1");
}
END_TEST

/* measured 5.2, 11 and 18 mm */
START_TEST(soft_sinks) {
    const ClothInstruments soft = {.ablate = CLOTH_WITH_SOFT_CONTACT};
    const ClothConstants shipped = cloth_constants_default();
    gate_at_least("p4.soft.depth_1_m_s", p4_put_down(1.0, 0.01, &shipped, &soft).depth_m,
                  beyond(P4_DEPTH_M), "m");
    gate_at_least("p4.soft.depth_4_m_s", p4_put_down(4.0, 0.01, &shipped, &soft).depth_m,
                  beyond(P4_DEPTH_M), "m");
    gate_at_least("p4.soft.depth_8_m_s", p4_put_down(8.0, 0.01, &shipped, &soft).depth_m,
                  beyond(P4_DEPTH_M), "m");
}
END_TEST

/* measured 6.6 mm */
START_TEST(soft_sinks_under_load) {
    const ClothInstruments soft = {.ablate = CLOTH_WITH_SOFT_CONTACT};
    gate_at_least("p4.soft.load_depth", p4_loaded(&soft).depth_late_m, beyond(P4_LOAD_DEPTH_M),
                  "m");
}
END_TEST

/* measured 3e-12 J; under a draped sheet three times the kinetic energy and a twentieth more depth */
START_TEST(cold_never_rests) {
    const ClothInstruments cold = {.ablate = CLOTH_WITH_COLD_CONTACTS};
    gate_at_least("p4.cold.plane_kinetic", p4_on_plane(&cold).kinetic_late_j, beyond(P4_REST_J),
                  "J");
}
END_TEST

/* measured 1.7 */
START_TEST(with_a_ramp_mass_decides) {
    ClothConstants ramp = cloth_constants_default();
    ramp.contact_min = ramp.contact_max / 16.0;
    gate_at_least("p4.ramp.mass_spread", p4_mass_spread(&ramp), beyond(P4_MASS_SPREAD), "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p4_contact_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "soft_sinks", soft_sinks, 60.0);
    gate_add(suite, "soft_sinks_under_load", soft_sinks_under_load, 60.0);
    gate_add(suite, "cold_never_rests", cold_never_rests, 60.0);
    gate_add(suite, "with_a_ramp_mass_decides", with_a_ramp_mass_decides, 60.0);
    return gate_run(suite);
}
