/*
 * gate_p5_fabric_off: with one mechanism left out, the limits of gate_p5_fabric break.
 *
 * The scenes and limits of gate_p5_fabric, in the ablation build, or with a stiffness that no fabric
 * can ask for. Each arm names the limit that its mechanism is there for.
 */
#include <math.h>

#include "gate.h"
#include "p5_fabric.h"
#include "state/state.h"
#include "step/instruments.h"
#include "world/world.h"

/* Just above a limit that a measurement may equal. */
static double beyond(double limit) {
    return limit * (1.0 + 1e-6);
}

static void without_damping(Hung *hung) {
    hung->world->ablate = CLOTH_WITHOUT_DAMPING;
}

static void without_allowance(Hung *hung) {
    static const ClothInstruments exact = {.ablate = CLOTH_WITHOUT_TETHER_ALLOWANCE};
    hung->world->instruments = &exact;
}

/* With everything there, the ablation build meets the limits. */
START_TEST(nothing_left_out) {
    gate_at_most("on_soft_rope_kinetic", p5_soft_rope(0.6, NULL), P5_SOFT_REST_J, "J");
    gate_at_most("on_squirm", p5_squirm(0.1, NULL).moved, P5_SQUIRM, "1");
    gate_at_most("on_strip_speed", p5_strip(1.0), P5_STRIP_M_S, "m/s");
}
END_TEST

/* measured 0.076 J */
START_TEST(without_damping_a_soft_rope_never_rests) {
    gate_at_least("no_damping_soft_rope_kinetic", p5_soft_rope(0.6, without_damping),
                  beyond(P5_SOFT_REST_J), "J");
}
END_TEST

/* The library's own damping is not enough for such a rope: measured 2e-3 J. */
START_TEST(a_little_damping_is_not_enough) {
    gate_at_least("little_damping_soft_rope_kinetic", p5_soft_rope(0.12, NULL),
                  beyond(P5_SOFT_REST_J), "J");
}
END_TEST

/* measured 8e-3, 6e-3, 3e-3 and 8e-4 */
START_TEST(with_an_exact_tether_it_squirms) {
    static const double spacing_m[] = {0.02, 0.05, 0.1, 0.2};
    for (int i = 0; i < 4; i++) {
        gate_at_least("exact_tether_squirm", p5_squirm(spacing_m[i], without_allowance).moved,
                      beyond(P5_SQUIRM), "1");
    }
}
END_TEST

/* measured 0.78 m/s */
START_TEST(past_the_band_a_strip_never_rests) {
    gate_at_least("stiffer_strip_speed", p5_strip(4.0), beyond(P5_STRIP_M_S), "m/s");
}
END_TEST

/* A leash that is at its length at once, as if it had been there. */
static void end_leashes(Hung *hung) {
    ClothState *state = cloth_world_find(hung->world, hung->cloth, NULL)->state;
    const ClothView view = cloth_view(state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.leash_radius[i] < (ClothReal)INFINITY) {
            view.leash_radius[i] = (ClothReal)(2.0 * state->slack * (double)view.hold_distance[i]);
        }
    }
    state->leash_age_s = CLOTH_LEASH_CLOSING_S;
}

/* measured 5,000 m/s^2; of those that silk's particles fly into 102 */
START_TEST(leashes_that_are_there_at_once_jerk) {
    gate_at_most("on_change_jerk", p5_jerk(CLOTH_CHAIN, CLOTH_LEATHER, NULL), P5_JERK_M_S2,
                 "m/s^2");
    gate_at_most("on_leash_met_jerk", p5_jerk(CLOTH_ROPE, CLOTH_SILK, NULL), P5_MET_M_S2, "m/s^2");
    gate_at_least("sudden_leash_jerk", p5_jerk(CLOTH_CHAIN, CLOTH_LEATHER, end_leashes),
                  beyond(P5_JERK_M_S2), "m/s^2");
    gate_at_least("sudden_leash_met_jerk", p5_jerk(CLOTH_ROPE, CLOTH_SILK, end_leashes),
                  beyond(P5_MET_M_S2), "m/s^2");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_fabric_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 30.0);
    gate_add(suite, "without_damping_a_soft_rope_never_rests",
             without_damping_a_soft_rope_never_rests, 30.0);
    gate_add(suite, "a_little_damping_is_not_enough", a_little_damping_is_not_enough, 30.0);
    gate_add(suite, "with_an_exact_tether_it_squirms", with_an_exact_tether_it_squirms, 30.0);
    gate_add(suite, "past_the_band_a_strip_never_rests", past_the_band_a_strip_never_rests, 30.0);
    gate_add(suite, "leashes_that_are_there_at_once_jerk", leashes_that_are_there_at_once_jerk,
             30.0);
    return gate_run(suite);
}
