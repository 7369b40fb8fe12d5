/*
 * gate_p4_contact: what is put down stays out of what it is put on, and so does what is loaded.
 *
 * Pathology (P4): cloth that has gone into a surface, and hangs there. A contact that is a penalty
 * and no more holds k C at the band's top, so that what arrives fast, or carries much, is in the
 * surface before there is force enough; and a contact that forgets what it carries begins every
 * step with nothing.
 *
 * Mechanism                                     prevents                          measured by
 *   a multiplier beside the penalty             sinking, under speed and load     e43
 *   multipliers survive the search for contacts motion that never ends            e43
 *   penalties as a ratio of m/h^2, one value    depths that depend on the mass    e43
 *
 * Scene: a silk sheet of 9 x 9 particles of 10 g put down on the edge of a box at 1, 4 and 8 m/s, and
 * on a plane; a rope over a peg; 60 Hz, 2 substeps of 4 iterations. The same limits with each
 * mechanism left out: gate_p4_contact_off.
 */
#include "gate.h"
#include "p4_contact.h"

START_TEST(put_down_it_stays_out) {
    const ClothConstants shipped = cloth_constants_default();
    const PutDownSeen slow = p4_put_down(1.0, 0.01, &shipped, NULL);
    gate_at_least("p4.pressed", slow.normal_peak_n, P4_PRESSED_N, "N");
    gate_at_most("p4.depth_1_m_s", slow.depth_m, P4_DEPTH_M, "m");
    gate_at_most("p4.depth_4_m_s", p4_put_down(4.0, 0.01, &shipped, NULL).depth_m, P4_DEPTH_M, "m");
    gate_at_most("p4.depth_8_m_s", p4_put_down(8.0, 0.01, &shipped, NULL).depth_m, P4_DEPTH_M, "m");
}
END_TEST

START_TEST(loaded_it_stays_out) {
    const PutDownSeen rope = p4_loaded(NULL);
    gate_at_least("p4.loaded", rope.normal_peak_n / p4_weight(), P4_LOADED_WEIGHTS, "weights");
    gate_at_most("p4.load_depth", rope.depth_late_m, P4_LOAD_DEPTH_M, "m");
    gate_at_least("p4.load_stays", rope.depth_late_m, 1e-5, "m");
}
END_TEST

START_TEST(on_a_plane_it_comes_to_rest) {
    const PutDownSeen sheet = p4_on_plane(NULL);
    gate_at_most("p4.plane_kinetic", sheet.kinetic_late_j, P4_REST_J, "J");
}
END_TEST

START_TEST(depth_is_blind_to_mass) {
    const ClothConstants shipped = cloth_constants_default();
    gate_at_most("p4.mass_spread", p4_mass_spread(&shipped), P4_MASS_SPREAD, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p4_contact");
    gate_add(suite, "put_down_it_stays_out", put_down_it_stays_out, 60.0);
    gate_add(suite, "loaded_it_stays_out", loaded_it_stays_out, 60.0);
    gate_add(suite, "on_a_plane_it_comes_to_rest", on_a_plane_it_comes_to_rest, 60.0);
    gate_add(suite, "depth_is_blind_to_mass", depth_is_blind_to_mass, 60.0);
    return gate_run(suite);
}
