/*
 * gate_p5_fabric: no fabric leaves its cloth in motion.
 *
 * Pathology (P5): jitter at rest, from what a fabric asks for rather than from the solver.
 *
 * Mechanism                                     prevents                              measured by
 *   damping                                     soft rows far above the band that      e22
 *                                               gain energy for ever
 *   tethers 0.2 % longer than the way along     a straight cloth held twice over,      e31
 *                                               which squirms by millimetres
 *   bending a ratio of m_eff/step^2, 4 at most  bend rows that gain energy             e22
 *   leashes that come and go smoothly           a jerk where the fabric is changed     e32
 *
 * Scenes: a 16-link rope whose stretch rows are forced to 350 m/h^2; 12-link chains of silk; a strip
 * of hinges clamped at one end at one sweep a step; a falling sheet whose fabric is changed. The
 * same with each left out: gate_p5_fabric_off.
 */
#include "gate.h"
#include "p5_fabric.h"

START_TEST(damping_stills_a_soft_rope) {
    gate_at_most("soft_rope_kinetic", p5_soft_rope(0.6, NULL), P5_SOFT_REST_J, "J");
}
END_TEST

START_TEST(a_silk_chain_hangs_still) {
    static const double spacing_m[] = {0.02, 0.05, 0.1, 0.2};
    for (int i = 0; i < 4; i++) {
        const P5Squirm squirm = p5_squirm(spacing_m[i], NULL);
        gate_at_least("squirm_engaged", squirm.kinetic_peak_j, P5_SWUNG_J, "J");
        gate_at_most("squirm", squirm.moved, P5_SQUIRM, "1");
    }
}
END_TEST

START_TEST(the_stiffest_strip_rests_at_one_sweep) {
    gate_at_most("strip_speed", p5_strip(1.0), P5_STRIP_M_S, "m/s");
}
END_TEST

START_TEST(a_change_of_fabric_does_not_jerk) {
    gate_at_most("change_jerk", p5_jerk(CLOTH_CHAIN, CLOTH_LEATHER, NULL), P5_JERK_M_S2, "m/s^2");
    gate_at_most("leash_met_jerk", p5_jerk(CLOTH_ROPE, CLOTH_SILK, NULL), P5_MET_M_S2, "m/s^2");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_fabric");
    gate_add(suite, "damping_stills_a_soft_rope", damping_stills_a_soft_rope, 30.0);
    gate_add(suite, "a_silk_chain_hangs_still", a_silk_chain_hangs_still, 30.0);
    gate_add(suite, "the_stiffest_strip_rests_at_one_sweep", the_stiffest_strip_rests_at_one_sweep,
             30.0);
    gate_add(suite, "a_change_of_fabric_does_not_jerk", a_change_of_fabric_does_not_jerk, 30.0);
    return gate_run(suite);
}
