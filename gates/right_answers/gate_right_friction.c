/*
 * gate_right_friction: friction holds, lets slide, stops and carries as Coulomb's law under implicit
 * Euler says (V10), and a rope over a cylinder has the belt relation of its polygon.
 *
 * Pathology: cloth that creeps down what it should lie on, coasts on a level floor, is thrown back from
 * where it stopped, or is pulled along by friction after it turned round. Mechanisms, each left out in
 * gate_right_friction_off: cap and pull are those that a visit leaves; the multiplier is a vector; the
 * anchor follows a slide, and stays behind by what holds it. Measured by e40.
 */
#include "friction_limits.h"
#include "scenes/capstan.h"
#include "scenes/conveyor.h"

static const SlopeBody bodies[] = {SLOPE_PARTICLE, SLOPE_PATCH, SLOPE_CHAIN};

static void hold_stuck(const char *name, const ClothStep *step, int body_count) {
    for (int body = 0; body < body_count; body++) {
        for (int degrees = 10; degrees <= 50; degrees += 10) {
            const SlopeSeen seen = friction_stick(bodies[body], degrees, 0.9, step);
            gate_at_most(name, seen.strayed_m, FRICTION_CREEP_M, "m");
            gate_at_most("stuck_speed", fabs(seen.speed_m_s), 1e-6, "m/s");
            gate_at_most("stuck_cone", seen.cone_said, FRICTION_CONE, "1");
        }
    }
}

START_TEST(what_is_within_the_cone_sticks) {
    const ClothStep converged = friction_step(1, 0, CLOTH_AVBD, NULL);
    const ClothStep shipping = friction_step(2, 4, CLOTH_AVBD, NULL);
    hold_stuck("stuck_converged", &converged, 3);
    /* A chain of hard links and skips creeps up to a millimetre before it stands (e40). */
    hold_stuck("stuck_2x4", &shipping, 2);
    const ClothStep xpbd = friction_step(2, 4, CLOTH_XPBD, NULL);
    hold_stuck("stuck_xpbd", &xpbd, 3);
}
END_TEST

START_TEST(few_sweeps_stick_too) {
    const ClothStep one = friction_step(1, 1, CLOTH_AVBD, NULL);
    const ClothStep two = friction_step(2, 2, CLOTH_AVBD, NULL);
    for (int degrees = 10; degrees <= 50; degrees += 10) {
        gate_at_most("stuck_1x1", friction_stick(SLOPE_PARTICLE, degrees, 0.9, &one).strayed_m,
                     FRICTION_CREEP_FEW_M, "m");
        gate_at_most("stuck_2x2", friction_stick(SLOPE_PATCH, degrees, 0.9, &two).strayed_m,
                     FRICTION_CREEP_FEW_M, "m");
    }
}
END_TEST

/* tan(angle) half a per cent either side of mu: 0.3 at 16.7 degrees, 0.5 at 26.6. What friction half a per
 * cent too weak lets slide in 2 s is 2 % of a metre. Measured 4 mm below, 35 above, of a patch. */
START_TEST(the_cone_ends_where_it_says) {
    static const double mu[] = {0.3, 0.5};
    for (int k = 0; k < 4; k++) {
        SlopePlan plan = slope_plan(k % 2 == 0 ? SLOPE_PARTICLE : SLOPE_PATCH);
        plan.step = friction_step(2, 4, CLOTH_AVBD, NULL);
        plan.friction = mu[k / 2];
        plan.steps = 120;
        plan.angle_rad = atan(0.995 * plan.friction);
        const double slide = 9.81 * 0.005 * sin(plan.angle_rad) * 2.0;
        gate_at_most("below_cone", fabs(friction_seen(&plan).way_m), 0.5 * slide, "m");
        plan.angle_rad = atan(1.005 * plan.friction);
        gate_at_least("above_cone", friction_seen(&plan).way_m, 0.5 * slide, "m");
    }
}
END_TEST

START_TEST(slides_as_fast_as_it_should) {
    static const double slope[][2] = {{20.0, 0.3}, {30.0, 0.5}};
    for (int body = 0; body < 2; body++) {
        for (int k = 0; k < 2; k++) {
            SlopeSeen seen;
            ClothStep step = friction_step(1, 0, CLOTH_AVBD, NULL);
            gate_at_most("slide_converged",
                         friction_slide(bodies[body], slope[k][0], slope[k][1], &step, &seen),
                         FRICTION_SLIDE_CONVERGED, "1");
            /* 0.29977 and 0.33405 m: the table's own figures. */
            gate_at_most("slide_way", fabs(seen.way_m - (k == 0 ? 0.29977 : 0.33405)), 1e-4, "m");
            gate_at_most("slide_cone_converged", seen.cone_felt, 1.0 + 1e-6, "1");
            step = friction_step(2, 4, CLOTH_AVBD, NULL);
            gate_at_most("slide_2x4",
                         friction_slide(bodies[body], slope[k][0], slope[k][1], &step, &seen),
                         FRICTION_SLIDE_SHIPPING, "1");
            gate_at_most("slide_cone", seen.cone_said, FRICTION_CONE, "1");
            gate_at_least("slide_cone_guard", seen.cone_said, 0.999, "1");
            gate_at_most("slide_cone_felt", seen.cone_felt, FRICTION_CONE_FELT, "1");
        }
    }
}
END_TEST

START_TEST(stops_where_it_should) {
    for (int body = 0; body < 2; body++) {
        ClothStep step = friction_step(1, 0, CLOTH_AVBD, NULL);
        SlopeSeen seen = friction_stop(bodies[body], 0, &step);
        gate_at_most("stop_converged", fabs(seen.way_m / 0.66298 - 1.0), FRICTION_STOP_CONVERGED,
                     "1");
        gate_at_most("stop_steps", fabs(seen.stopped_step - 41.0), 2.0, "steps");
        gate_at_least("stop_stands", seen.stopped_step, 1.0, "steps");
        step.step_s = 1.0 / 240.0;
        seen = friction_stop(bodies[body], 0, &step);
        gate_at_most("stop_converged_240", fabs(seen.way_m / 0.67541 - 1.0),
                     FRICTION_STOP_CONVERGED, "1");
        gate_at_most("stop_steps_240", fabs(seen.stopped_step - 164.0), 3.0, "steps");
        step = friction_step(2, 4, CLOTH_AVBD, NULL);
        seen = friction_stop(bodies[body], 0, &step);
        gate_at_most("stop_2x4", fabs(seen.way_m / 0.67127 - 1.0), FRICTION_STOP_SHIPPING, "1");
        gate_at_least("stop_stands_2x4", seen.stopped_step, 1.0, "steps");
        gate_at_most("stop_rest", seen.kinetic_late_j, 1e-15, "J");
    }
}
END_TEST

/* What lies on a level plane to the last bit is caught by the first visit of all: at 1 x 1, 8/9 of its
 * weight presses (band 8). Missed, it has fallen in when the whole cloth is shifted, and rubs with six
 * times that. */
START_TEST(the_first_visit_rubs) {
    SlopePlan plan = slope_plan(SLOPE_PARTICLE);
    plan.step = friction_step(1, 1, CLOTH_AVBD, NULL);
    plan.friction = 0.3;
    plan.speed_m_s = 0.2;
    plan.steps = 1;
    const double lost = (0.2 - friction_seen(&plan).speed_m_s) / (0.3 * 9.81 / 60.0);
    gate_at_most("first_visit", fabs(lost - 8.0 / 9.0), 1e-6, "1");
}
END_TEST

START_TEST(a_reversal_is_never_helped) {
    for (int body = 0; body < 2; body++) {
        const ClothStep step = friction_step(2, 4, CLOTH_AVBD, NULL);
        const SlopeSeen seen = friction_stop(bodies[body], 11, &step);
        int64_t substeps;
        const double way =
            slope_stop(seen.turned_speed_m_s, 0.3 * 9.81, step.step_s / 2, &substeps);
        gate_at_most("turned_pull", fabs(-seen.turned_pull_m_s2 / (0.3 * 9.81) - 1.0), 0.02, "1");
        gate_at_most("turned_way", fabs((seen.turned_way_m - seen.way_m) / way - 1.0),
                     FRICTION_STOP_SHIPPING, "1");
    }
}
END_TEST

START_TEST(what_moves_carries) {
    for (int surface = 0; surface < CONVEYORS; surface++) {
        ConveyorPlan plan = conveyor_plan((ConveyorSurface)surface, SLOPE_PATCH);
        ConveyorSeen seen;
        ClothError error = {0};
        ck_assert_msg(conveyor_run(&plan, &seen, &error) == CLOTH_OK, "%s", error.message);
        gate_at_most("carried", fabs(seen.way_m / seen.expected_m - 1.0), 1e-3, "1");
        gate_at_most("carried_cone", seen.cone, FRICTION_CONE, "1");
        if (surface != CONVEYOR_DISC) {
            gate_at_most("carried_slip", seen.slip_m_s, 1e-6, "m/s");
        }
    }
    ConveyorPlan plan = conveyor_plan(CONVEYOR_DISC, SLOPE_PARTICLE);
    ConveyorSeen seen;
    ClothError error = {0};
    plan.off_axis_m = 1.0;
    plan.steps = 480;
    ck_assert_msg(conveyor_run(&plan, &seen, &error) == CLOTH_OK, "%s", error.message);
    gate_at_most("disc_lost", fabs(seen.lost_1_s / sqrt(0.3 * 9.81) - 1.0), 0.03, "1");
}
END_TEST

/* Converged, of the polygon with the rope's weight. Measured 5e-4; friction 10 % too strong is 10 % off
 * at 180 degrees and mu 0.3. */
START_TEST(a_rope_has_its_belt_relation) {
    static const double wrap[] = {90.0, 180.0};
    for (int k = 0; k < 4; k++) {
        CapstanPlan plan = capstan_plan();
        CapstanSeen seen;
        ClothError error = {0};
        plan.step = friction_step(1, 0, CLOTH_AVBD, NULL);
        plan.step.iterations = 600;
        plan.wrap_rad = friction_radians(wrap[k / 2]);
        plan.corners = (int32_t)(wrap[k / 2] / 15.0);
        plan.steps = 40;
        plan.rim_m_s = k % 2 == 0 ? -0.2 : 0.2;
        ck_assert_msg(capstan_run(&plan, &seen, &error) == CLOTH_OK, "%s", error.message);
        gate_at_most("capstan", fabs(seen.ratio / capstan_ratio(&plan, plan.rim_m_s > 0.0) - 1.0),
                     0.005, "1");
        gate_at_most("capstan_cone", seen.cone, FRICTION_CONE, "1");
        gate_at_least("capstan_guard", seen.contacts, plan.corners, "contacts");
        plan.mass_kg = 1e-12;
        const double t = tan(0.5 * plan.wrap_rad / plan.corners);
        const double belt = pow((1.0 + plan.friction * t) / (1.0 - plan.friction * t),
                                plan.rim_m_s > 0.0 ? -plan.corners : plan.corners);
        gate_at_most("capstan_form", fabs(capstan_ratio(&plan, plan.rim_m_s > 0.0) / belt - 1.0),
                     1e-6, "1");
        gate_at_most("capstan_belt", fabs(capstan_belt(&plan, plan.rim_m_s > 0.0) / belt - 1.0),
                     0.01, "1");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_friction");
    gate_add(suite, "what_is_within_the_cone_sticks", what_is_within_the_cone_sticks, 120.0);
    gate_add(suite, "few_sweeps_stick_too", few_sweeps_stick_too, 60.0);
    gate_add(suite, "the_cone_ends_where_it_says", the_cone_ends_where_it_says, 60.0);
    gate_add(suite, "slides_as_fast_as_it_should", slides_as_fast_as_it_should, 60.0);
    gate_add(suite, "stops_where_it_should", stops_where_it_should, 60.0);
    gate_add(suite, "the_first_visit_rubs", the_first_visit_rubs, 30.0);
    gate_add(suite, "a_reversal_is_never_helped", a_reversal_is_never_helped, 60.0);
    gate_add(suite, "what_moves_carries", what_moves_carries, 60.0);
    gate_add(suite, "a_rope_has_its_belt_relation", a_rope_has_its_belt_relation, 60.0);
    return gate_run(suite);
}
