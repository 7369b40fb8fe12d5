/*
 * gate_contact_measure: forces, depths and slips of contacts are told as they are.
 *
 * Pathology: a force on the wrong side, of a substep, or in the collider's frame; a depth that counts
 * what is clear of everything; a slip against the frame and not against what moves under the cloth;
 * figures of contacts where there are none. Scene: eight particles of 20 g on a belt that is tilted
 * by 0.2 rad and runs along itself at 1 m/s; with a friction of 0.1 they slide down it, with 1 they
 * ride. Closed forms: N = m g cos, and across it m g sin when they ride or mu N when they slide.
 */
#include <math.h>

#include "gate.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "touching.h"

enum { PARTICLES = 8 };

static const double tilt_rad = 0.2;
static const double weight_n = 0.02 * 9.81;

typedef struct Belt {
    ClothState *state;
    ClothMetCollider met;
    ClothStep step;
} Belt;

static Belt belt(double friction) {
    static const double axis[3] = {0.0, 0.0, 1.0};
    const ClothShape shape = cloth_half_space();
    ClothPose pose = cloth_pose_identity();
    double x[3 * PARTICLES];
    quat_axis_angle(axis, tilt_rad, pose.rotation);
    for (int i = 0; i < PARTICLES; i++) {
        const double local[3] = {0.0, 0.01, 0.1 * i};
        cloth_pose_apply(&pose, local, &x[3 * i]);
    }
    Belt made = {.state = touching_particles(PARTICLES, x, 0.02, 0.01),
                 .met = touching_met(77, &shape, &pose, friction),
                 .step = cloth_step_default()};
    return made;
}

/* Runs for `steps`; the belt up its slope at 1 m/s. */
static void run(Belt *made, int steps) {
    const double along[3] = {cos(tilt_rad), sin(tilt_rad), 0.0};
    ClothError error = {0};
    for (int s = 0; s < steps; s++) {
        made->met.from = made->met.to;
        vec3_add_scaled(made->met.to.position, along, made->step.step_s);
        touching_set(made->state, &made->met, 1);
        ck_assert_msg(cloth_step(made->state, &made->step, NULL, &error) == CLOTH_OK, "%s",
                      error.message);
    }
}

static void hold_to_forces(const Belt *made, double normal_n, double across_n) {
    const double out[3] = {-sin(tilt_rad), cos(tilt_rad), 0.0};
    const double along[3] = {cos(tilt_rad), sin(tilt_rad), 0.0};
    ClothMeasure measure;
    ClothContact contact[PARTICLES];
    cloth_measure(made->state, made->step.gravity, &measure);
    gate_equal("contacts", measure.contacts, PARTICLES, "contacts");
    gate_at_most("normal_sum", fabs(measure.normal_sum_n / (PARTICLES * normal_n) - 1.0), 1e-3,
                 "1");
    gate_at_most("normal_max", fabs(measure.normal_max_n / normal_n - 1.0), 1e-3, "1");
    gate_at_most("force_out",
                 fabs(vec3_dot(measure.contact_force, out) / (PARTICLES * normal_n) - 1.0), 1e-3,
                 "1");
    gate_at_most("force_along",
                 fabs(vec3_dot(measure.contact_force, along) / (PARTICLES * across_n) - 1.0), 1e-3,
                 "1");
    gate_at_most("depth", measure.residual_max_m[CLOTH_ROW_CONTACT], 1e-5, "m");
    gate_equal("strain",
               isnan(measure.strain_max[CLOTH_ROW_CONTACT]) &&
                   isnan(measure.strain_max[CLOTH_ROW_FRICTION]),
               1, "nan");
    /* One by one, and no more of them than there is room for. */
    gate_equal("listed", cloth_contacts(made->state, contact, PARTICLES), PARTICLES, "contacts");
    double worst = 0.0;
    for (int k = 0; k < PARTICLES; k++) {
        const double cap = made->met.friction * contact[k].normal_n;
        worst = fmax(worst, fabs(contact[k].normal_n / normal_n - 1.0));
        worst = fmax(worst, fabs(vec3_dot(contact[k].friction_n, along) / across_n - 1.0));
        worst = fmax(worst, fabs(vec3_dot(contact[k].normal, out) - 1.0));
        worst = fmax(worst, vec3_length(contact[k].friction_n) / cap - 1.0);
        worst = fmax(worst, contact[k].handle == 77 && contact[k].particle >= 0 ? 0.0 : 1.0);
    }
    gate_at_most("one_by_one", worst, 1e-3, "1");
    contact[1].particle = -7;
    gate_equal("little_room", cloth_contacts(made->state, contact, 1), PARTICLES, "contacts");
    gate_equal("no_more_than_room", contact[1].particle, -7, "particle");
}

START_TEST(what_rides) {
    Belt made = belt(1.0);
    run(&made, 240);
    hold_to_forces(&made, weight_n * cos(tilt_rad), weight_n * sin(tilt_rad));
    ClothMeasure measure;
    cloth_measure(made.state, made.step.gravity, &measure);
    gate_at_most("ride_slip_rate", measure.slip_rate_max_m_s, 1e-3, "m s-1");
    gate_at_most("ride_slip", measure.residual_max_m[CLOTH_ROW_FRICTION], 1e-3, "m");
    gate_at_least("ride_speed", measure.speed_max_m_s, 0.999, "m s-1");
    cloth_destroy(made.state);
}
END_TEST

/* Down by g (sin - mu cos) for half a second, against a belt that comes up; friction holds them up. */
START_TEST(what_slides) {
    Belt made = belt(0.1);
    run(&made, 30);
    hold_to_forces(&made, weight_n * cos(tilt_rad), 0.1 * weight_n * cos(tilt_rad));
    ClothMeasure measure;
    cloth_measure(made.state, made.step.gravity, &measure);
    const double down = 9.81 * (sin(tilt_rad) - 0.1 * cos(tilt_rad)) * 0.5;
    gate_at_most("slide_slip_rate", fabs(measure.slip_rate_max_m_s / (1.0 + down) - 1.0), 1e-2,
                 "1");
    cloth_destroy(made.state);
}
END_TEST

START_TEST(nothing_is_none) {
    Belt made = belt(0.5);
    ClothMeasure measure;
    cloth_measure(made.state, made.step.gravity, &measure);
    gate_equal("none_contacts", measure.contacts, 0, "contacts");
    gate_equal("none_forces",
               measure.normal_sum_n == 0.0 && measure.normal_max_n == 0.0 &&
                   vec3_length(measure.contact_force) == 0.0,
               1, "zero");
    gate_equal("none_rows",
               isnan(measure.residual_max_m[CLOTH_ROW_CONTACT]) &&
                   isnan(measure.residual_rms_m[CLOTH_ROW_FRICTION]) &&
                   isnan(measure.residual_max_m[CLOTH_ROW_BACKSTOP]) &&
                   isnan(measure.slip_rate_max_m_s),
               1, "nan");
    gate_equal("none_listed", cloth_contacts(made.state, NULL, 0), 0, "contacts");
    /* Near, and clear of it: it could be met, and does not press. */
    made.met.from.position[1] = made.met.to.position[1] = -0.003;
    made.step.gravity[1] = 0.0;
    touching_set(made.state, &made.met, 1);
    ck_assert(cloth_set_velocities(made.state, (double[3 * PARTICLES]){0.0, 0.5}, NULL) ==
              CLOTH_OK);
    ck_assert(cloth_step(made.state, &made.step, NULL, NULL) == CLOTH_OK);
    cloth_measure(made.state, made.step.gravity, &measure);
    gate_equal("near_contacts", measure.contacts, 0, "contacts");
    gate_equal("near_depth", measure.residual_max_m[CLOTH_ROW_CONTACT] == 0.0, 1, "zero");
    gate_equal("near_listed", cloth_contacts(made.state, NULL, 0), 0, "contacts");
    cloth_destroy(made.state);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contact_measure");
    gate_add(suite, "what_rides", what_rides, 20.0);
    gate_add(suite, "what_slides", what_slides, 20.0);
    gate_add(suite, "nothing_is_none", nothing_is_none, 20.0);
    return gate_run(suite);
}
