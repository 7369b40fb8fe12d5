/*
 * gate_contact_rows: the force of a contact, of friction on it and of a backstop is minus the gradient
 * of the energy that a visit goes down, and its block the Hessian of that or above it (V37).
 *
 * Pathology: a normal, an anchor or a multiplier taken in the wrong frame, a cap of friction that is
 * not of the force which the visit leaves, friction that goes along with the slip, a contact that
 * pulls, or acts while it is slack. Scene: one particle at a random place near a random shape in a
 * random pose, 300 states of each; the energy of measure/vertex_energy, the cap of friction from a
 * closed form, against the assembly that a sweep uses. Away from kinks of the distance and of the
 * clamp. On a plane the block is the Hessian; on a curved surface, whose curvature it leaves out, at
 * or above it. gate_contact_rows_off has other caps, other multipliers and other normals.
 */
#include "contact_rows.h"
#include "gate.h"

static void hold(ContactPlan plan, ClothShapeKind kind) {
    const ContactRows rows = contact_rows(plan, kind, 0, 0.0);
    const bool slack = plan == CONTACT_SLACK || plan == BACKSTOP_SLACK;
    const bool flat = kind == CLOTH_HALF_SPACE || plan >= BACKSTOP_PRESSES || slack;
    gate_at_most("contact_rows_gradient", rows.gradient, CONTACT_ROWS_ERROR, "1");
    gate_at_most("contact_rows_majorant", rows.majorant, CONTACT_ROWS_ERROR, "1");
    if (flat) {
        gate_at_most("contact_rows_hessian", rows.hessian, CONTACT_ROWS_ERROR, "1");
    } else if (kind != CLOTH_BOX) {
        /* Of a box only edges and corners are curved, and few states are beyond them. */
        gate_at_least("contact_rows_curved", rows.hessian, 1e-3, "1");
    }
    if (plan == CONTACT_STICKS || plan == CONTACT_SLIDES) {
        gate_at_most("contact_rows_cone", rows.cone, 1e-9, "1");
    }
    if (plan == CONTACT_SLIDES) {
        gate_at_least("contact_rows_cone_guard", rows.cone, -1e-9, "1");
    }
    if (slack) {
        gate_equal("contact_rows_slack_acts", rows.acting, 0, "reals");
    } else {
        gate_at_least("contact_rows_slack_guard", (double)rows.acting, CONTACT_ROWS_STATES,
                      "reals");
    }
    gate_at_least("contact_rows_wrong_force_is_found", contact_rows(plan, kind, 0, 1e-2).gradient,
                  CONTACT_ROWS_ERROR, "1");
}

static void hold_every_shape(ContactPlan plan) {
    for (int kind = 0; kind <= CLOTH_HALF_SPACE; kind++) {
        hold(plan, (ClothShapeKind)kind);
    }
}

START_TEST(contacts) {
    hold_every_shape(CONTACT_SMOOTH);
}
END_TEST

START_TEST(friction_that_sticks) {
    hold_every_shape(CONTACT_STICKS);
}
END_TEST

START_TEST(friction_that_slides) {
    hold_every_shape(CONTACT_SLIDES);
}
END_TEST

START_TEST(slack_contacts) {
    hold_every_shape(CONTACT_SLACK);
}
END_TEST

START_TEST(backstops) {
    hold(BACKSTOP_PRESSES, CLOTH_HALF_SPACE);
    hold(BACKSTOP_SLACK, CLOTH_HALF_SPACE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contact_rows");
    gate_add(suite, "contacts", contacts, 60.0);
    gate_add(suite, "friction_that_sticks", friction_that_sticks, 60.0);
    gate_add(suite, "friction_that_slides", friction_that_slides, 60.0);
    gate_add(suite, "slack_contacts", slack_contacts, 60.0);
    gate_add(suite, "backstops", backstops, 60.0);
    return gate_run(suite);
}
