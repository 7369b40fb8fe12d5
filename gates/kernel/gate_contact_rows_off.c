/*
 * gate_contact_rows_off: friction whose cap is of the multiplier, or of the force that a visit finds,
 * whose multiplier is a magnitude, and a normal that is remembered: gate_contact_rows' limits break.
 */
#include "contact_rows.h"
#include "gate.h"
#include "step/instruments.h"

static void break_limit(const char *name, ContactPlan plan, ClothShapeKind kind, uint32_t ablate,
                        double least) {
    gate_at_most("contact_rows_on", contact_rows(plan, kind, 0, 0.0).gradient, CONTACT_ROWS_ERROR,
                 "1");
    gate_at_least(name, contact_rows(plan, kind, ablate, 0.0).gradient, least, "1");
}

START_TEST(with_other_caps) {
    for (int kind = 0; kind <= CLOTH_HALF_SPACE; kind++) {
        break_limit("stale_grip", CONTACT_SLIDES, (ClothShapeKind)kind, CLOTH_WITH_STALE_GRIP,
                    1e-2);
        break_limit("grip_as_found", CONTACT_SLIDES, (ClothShapeKind)kind, CLOTH_WITH_GRIP_AS_FOUND,
                    1e-2);
    }
    /* And a cap that is not of the force left is beyond it. */
    gate_at_least("grip_as_found_cone",
                  contact_rows(CONTACT_SLIDES, CLOTH_SPHERE, CLOTH_WITH_GRIP_AS_FOUND, 0.0).cone,
                  1e-2, "1");
}
END_TEST

START_TEST(with_a_multiplier_that_is_a_magnitude) {
    for (int kind = 0; kind <= CLOTH_HALF_SPACE; kind++) {
        break_limit("magnitude_grip", CONTACT_STICKS, (ClothShapeKind)kind,
                    CLOTH_WITH_MAGNITUDE_GRIP, 1e-2);
    }
}
END_TEST

/* What it remembers is what lies where friction keeps its multiplier. */
START_TEST(with_a_normal_that_is_remembered) {
    break_limit("latched_normal", CONTACT_STICKS, CLOTH_BOX, CLOTH_WITH_LATCHED_NORMAL, 1e-2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contact_rows_off");
    gate_add(suite, "with_other_caps", with_other_caps, 60.0);
    gate_add(suite, "with_a_multiplier_that_is_a_magnitude", with_a_multiplier_that_is_a_magnitude,
             60.0);
    gate_add(suite, "with_a_normal_that_is_remembered", with_a_normal_that_is_remembered, 60.0);
    return gate_run(suite);
}
