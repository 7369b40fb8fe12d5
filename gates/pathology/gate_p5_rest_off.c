/*
 * gate_p5_rest_off: with one mechanism of rest left out, the limits of gate_p5_rest break.
 *
 * The scenes and limits of gate_p5_rest, in the ablation build, or with a constant past its cliff.
 * Each arm names the limit that its mechanism is there for.
 */
#include <math.h>

#include "gate.h"
#include "p5_rest.h"

static const double mass_kg = 0.5e-3;

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const ClothInstruments all = {.ablate = 0};
    ClothStep step = p5_step(&all);
    const P5Chain chain = p5_chain(&step, mass_kg, INFINITY);
    gate_at_most("on_rest_kinetic", chain.watch.kinetic_late_max_j, P5_REST_J, "J");
    gate_at_most("on_strain_rms",
                 fabs(chain.watch.last.strain_rms[CLOTH_ROW_STRETCH] - P5_STRAIN_RMS),
                 P5_STRAIN_RMS_SPREAD, "1");
    gate_at_most("on_mass_spread", p5_mass_spread(&step), P5_MASS_SPREAD, "1");
    gate_at_most("on_hooke", p5_hooke(&step), P5_HOOKE, "1");
}
END_TEST

/* measured 1.1 J */
START_TEST(past_the_cliff_it_never_rests) {
    ClothStep step = p5_step(NULL);
    step.constants.alpha = 0.6;
    const P5Chain chain = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("alpha_rest_kinetic", chain.watch.kinetic_late_max_j, beyond(P5_REST_J), "J");
}
END_TEST

/* measured 3.3e5 J */
START_TEST(without_decay_it_never_rests) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_MULTIPLIER_DECAY};
    const ClothStep step = p5_step(&without);
    const P5Chain chain = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("no_decay_rest_kinetic", chain.watch.kinetic_late_max_j, beyond(P5_REST_J), "J");
}
END_TEST

/* measured 2.3e-4 J: plain mass is twice the m_eff of a row between free particles */
START_TEST(without_row_inertia_it_never_rests) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_ROW_INERTIA};
    const ClothStep step = p5_step(&without);
    const P5Chain chain = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("no_row_inertia_rest_kinetic", chain.watch.kinetic_late_max_j, beyond(P5_REST_J),
                  "J");
}
END_TEST

/* measured 1,410 */
START_TEST(without_the_band_mass_decides) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_PENALTY_BAND};
    const ClothStep step = p5_step(&without);
    gate_at_least("no_band_mass_spread", p5_mass_spread(&step), beyond(P5_MASS_SPREAD), "1");
}
END_TEST

/* measured 0.09 */
START_TEST(other_products_give_other_strains) {
    ClothStep step = p5_step(NULL);
    const P5Chain shipped = p5_chain(&step, mass_kg, INFINITY);
    step.constants.alpha = 0.2;
    const P5Chain less = p5_chain(&step, mass_kg, INFINITY);
    const double change = less.watch.last.strain_rms[CLOTH_ROW_STRETCH] /
                              shipped.watch.last.strain_rms[CLOTH_ROW_STRETCH] -
                          1.0;
    gate_at_least("other_product", fabs(change), beyond(P5_PRODUCT), "1");
}
END_TEST

/* measured 0.99 */
START_TEST(with_a_multiplier_a_soft_row_is_not_hooke) {
    const ClothInstruments with = {.ablate = CLOTH_WITH_SOFT_MULTIPLIER};
    const ClothStep step = p5_step(&with);
    gate_at_least("soft_multiplier_hooke", p5_hooke(&step), beyond(P5_HOOKE), "1");
}
END_TEST

/* measured 0.039 */
START_TEST(without_dual_updates_a_hard_row_gives) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_DUAL_UPDATE};
    ClothStep step = p5_step(&without);
    step.iterations = 64;
    const P5Chain chain = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("no_dual_hold_strain", chain.watch.last.strain_rms[CLOTH_ROW_STRETCH],
                  beyond(P5_HOLD_STRAIN), "1");
}
END_TEST

/* measured 0.440 on the way; at the end of the shipped budget 0.0150 rms, 0.0237 at most */
START_TEST(from_free_fall_a_low_budget_over_stretches) {
    const ClothInstruments without = {.ablate = CLOTH_WITHOUT_ADAPTIVE_START};
    ClothStep step = p5_step(&without);
    const P5Chain shipped = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("no_adaptive_strain_rms",
                  shipped.watch.last.strain_rms[CLOTH_ROW_STRETCH] - P5_STRAIN_RMS,
                  beyond(P5_STRAIN_RMS_SPREAD), "1");
    gate_at_least("no_adaptive_strain_max", shipped.watch.last.strain_max[CLOTH_ROW_STRETCH],
                  beyond(P5_STRAIN_MAX_MOST), "1");
    step.iterations = 1;
    const P5Chain low = p5_chain(&step, mass_kg, INFINITY);
    gate_at_least("no_adaptive_start_strain", low.strain_peak, beyond(P5_START_STRAIN), "1");
}
END_TEST

/* measured 2.1 */
START_TEST(soft_rows_above_the_band_add_energy) {
    const ClothStep step = p5_step(NULL);
    gate_at_least("stiff_soft_gain", p5_soft_gain(&step, 350.0), P5_SOFT_GAIN + 1e-3, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_rest_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 30.0);
    gate_add(suite, "past_the_cliff_it_never_rests", past_the_cliff_it_never_rests, 30.0);
    gate_add(suite, "without_decay_it_never_rests", without_decay_it_never_rests, 30.0);
    gate_add(suite, "without_row_inertia_it_never_rests", without_row_inertia_it_never_rests, 30.0);
    gate_add(suite, "without_the_band_mass_decides", without_the_band_mass_decides, 30.0);
    gate_add(suite, "other_products_give_other_strains", other_products_give_other_strains, 30.0);
    gate_add(suite, "with_a_multiplier_a_soft_row_is_not_hooke",
             with_a_multiplier_a_soft_row_is_not_hooke, 30.0);
    gate_add(suite, "without_dual_updates_a_hard_row_gives", without_dual_updates_a_hard_row_gives,
             30.0);
    gate_add(suite, "from_free_fall_a_low_budget_over_stretches",
             from_free_fall_a_low_budget_over_stretches, 30.0);
    gate_add(suite, "soft_rows_above_the_band_add_energy", soft_rows_above_the_band_add_energy,
             30.0);
    return gate_run(suite);
}
