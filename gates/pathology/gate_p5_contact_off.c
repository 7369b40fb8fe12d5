/*
 * gate_p5_contact_off: with one mechanism left out, the limits of gate_p5_contact break.
 *
 * The scenes and limits of gate_p5_contact, kept awake, in the ablation build: the worst of fifteen
 * sheets, because which of them squirms is a matter of chance. Each arm names the limit that its
 * mechanism is there for. What was tried and breaks none of them here: friction's cap of the multiplier
 * or of the force that a visit finds, a magnitude for its multiplier, an anchor that stays where the
 * slide began, and no trace.
 */
#include "gate.h"
#include "p5_contact.h"

static const double time_limit_s = 120.0;

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

/* With everything there, the ablation build meets the limits: it is not the build that breaks them.
 */
START_TEST(nothing_left_out) {
    const P5Creep worst = p5_creep_all(NULL);
    gate_equal("on_restless", worst.restless, 0, "sheets");
    gate_at_most("on_creep", worst.creep_m, P5_CONTACT_CREEP_M, "m");
    gate_at_most("on_kinetic", worst.kinetic_j, P5_CONTACT_KINETIC_J, "J");
    gate_at_most("on_depth", worst.depth_m, P5_CONTACT_DEPTH_M, "m");
    gate_at_most("on_carried", worst.carried_off, P5_CONTACT_CARRIED, "1");
}
END_TEST

/* measured 15 of 15, 2.4 J */
START_TEST(without_decay_it_rings_for_ever) {
    const ClothInstruments off = {.ablate = CLOTH_WITHOUT_MULTIPLIER_DECAY};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("no_decay_restless", worst.restless, 1, "sheets");
    gate_at_least("no_decay_kinetic", worst.kinetic_j, beyond(P5_CONTACT_KINETIC_J), "J");
}
END_TEST

/* measured 7 of 15, and 1e-2 m of those that are still */
START_TEST(with_an_anchor_that_stays_behind_it_creeps) {
    const ClothInstruments off = {.anchor_give = 1.0};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("behind_restless", worst.restless, 1, "sheets");
    gate_at_least("behind_creep", worst.creep_m, beyond(P5_CONTACT_CREEP_M), "m");
}
END_TEST

/* measured 9 of 15, and 2.6e-2 m of those that are still at all */
START_TEST(with_contacts_that_begin_anew_it_creeps) {
    const ClothInstruments off = {.ablate = CLOTH_WITH_COLD_CONTACTS};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("cold_restless", worst.restless, 1, "sheets");
    gate_at_least("cold_creep", worst.creep_m, beyond(P5_CONTACT_CREEP_M), "m");
}
END_TEST

/* measured 5 of 15, 1.3e-5 J */
START_TEST(without_the_catch_it_flips) {
    const ClothInstruments off = {.ablate = CLOTH_WITHOUT_CATCH};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("no_catch_restless", worst.restless, 1, "sheets");
    gate_at_least("no_catch_kinetic", worst.kinetic_j, beyond(P5_CONTACT_KINETIC_J), "J");
}
END_TEST

/* measured 6 of 15, and 0.09 of the weight */
START_TEST(from_free_fall_contacts_do_not_carry_the_weight) {
    const ClothInstruments off = {.ablate = CLOTH_WITHOUT_ADAPTIVE_START};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("no_start_restless", worst.restless, 1, "sheets");
    gate_at_least("no_start_carried", worst.carried_off, beyond(P5_CONTACT_CARRIED), "1");
}
END_TEST

/* measured 3.9e-3 m */
START_TEST(with_soft_contacts_it_sinks) {
    const ClothInstruments off = {.ablate = CLOTH_WITH_SOFT_CONTACT};
    const P5Creep worst = p5_creep_all(&off);
    gate_at_least("soft_depth", worst.depth_m, beyond(P5_CONTACT_DEPTH_M), "m");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_contact_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, time_limit_s);
    gate_add(suite, "without_decay_it_rings_for_ever", without_decay_it_rings_for_ever,
             time_limit_s);
    gate_add(suite, "with_an_anchor_that_stays_behind_it_creeps",
             with_an_anchor_that_stays_behind_it_creeps, time_limit_s);
    gate_add(suite, "with_contacts_that_begin_anew_it_creeps",
             with_contacts_that_begin_anew_it_creeps, time_limit_s);
    gate_add(suite, "without_the_catch_it_flips", without_the_catch_it_flips, time_limit_s);
    gate_add(suite, "from_free_fall_contacts_do_not_carry_the_weight",
             from_free_fall_contacts_do_not_carry_the_weight, time_limit_s);
    gate_add(suite, "with_soft_contacts_it_sinks", with_soft_contacts_it_sinks, time_limit_s);
    return gate_run(suite);
}
