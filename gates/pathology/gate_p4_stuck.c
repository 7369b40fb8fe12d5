/*
 * gate_p4_stuck: cloth does not get stuck.
 *
 * Pathology (P4): folds, tangles, and stays stuck: a half of a sheet on the wrong side of a body for ever, a
 * garment that begins in a body and explodes out of it, a particle between two bodies that twitches for
 * as long as they are closed.
 *
 * Mechanism                                          prevents                       measured by
 *   normals without a history                         a wrong side that stays        e48
 *   depth goes at a limited speed                     a garment shot out of a body   e48
 *   what stays deep is taken to its animated          a wedge that stays, and one    e48
 *   position, counted, and kept there while that       that is rescued again and
 *   is in something                                   again
 *   the share and the wait before that                a rescue of what is worn       e48
 *
 * Scenes: a sheet of 13 x 13 particles and a skirt (scenes/stuck.h), a cape on a body (scenes/worn.h). The same
 * limits with each mechanism left out: gate_p4_stuck_off.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gate.h"
#include "p4_stuck.h"
#include "state/state.h"

static char line[80];

static const char *named(const char *name, const char *what) {
    (void)snprintf(line, sizeof line, "%s_%s", name, what);
    return line;
}

/* With no rescue: its normals alone do it. */
START_TEST(an_inverted_half_comes_right) {
    const StuckShape shape = stuck_default(STUCK_INVERTED);
    const P4Stuck seen = p4_stuck(&shape, NULL);
    gate_at_most("inverted_steps", seen.late_step, P4_INVERTED_STEPS, "1");
    gate_at_most("inverted_depth", seen.missed, P4_DEEP, "1");
    gate_at_most("inverted_rescues", seen.rescues, 0.0, "1");
    gate_at_least("inverted_engaged", seen.late_step, 1.0, "1");
}
END_TEST

START_TEST(what_begins_in_a_solid_leaves_slowly) {
    StuckShape shape;
    const char *name = p4_begun(_i, &shape);
    const P4Stuck seen = p4_stuck(&shape, NULL);
    gate_at_most(named(name, "speed"), seen.speed_peak, P4_LEAVES_M_S, "m/s");
    gate_at_most(named(name, "depth"), seen.missed, P4_DEEP, "1");
    gate_at_most(named(name, "late"), seen.speed_late, P4_LATE_M_S, "m/s");
    gate_at_most(named(name, "rescues"), seen.rescues, 0.0, "1");
    gate_at_least(named(name, "engaged"), seen.late_step, 1.0, "1");
}
END_TEST

START_TEST(what_is_wedged_is_rescued_and_counted) {
    StuckShape shape;
    const char *name = p4_wedged(_i, &shape);
    const P4Stuck seen = p4_stuck(&shape, NULL);
    gate_at_least(named(name, "rescues"), seen.rescues, 1.0, "1");
    gate_at_most(named(name, "depth"), seen.missed, P4_DEEP, "1");
    gate_at_most(named(name, "late"), seen.speed_late, P4_LATE_M_S, "m/s");
    if (shape.scene == STUCK_VISE || shape.scene == STUCK_CARRIED || shape.scene == STUCK_CREASE) {
        gate_at_most(named(name, "kept_once_open"), seen.rescuing, 0.0, "1");
    } else {
        gate_at_least(named(name, "kept"), seen.rescuing, 1.0, "1");
    }
    if (shape.scene == STUCK_VISE) {
        gate_at_most(named(name, "speed"), seen.speed_peak, P4_WEDGED_M_S, "m/s");
    }
}
END_TEST

/* Silk, the lightest, cotton, in which arms pinch a cape, and denim, free and leashed. */
START_TEST(what_is_worn_is_left_alone) {
    static const ClothFabricName names[] = {CLOTH_SILK, CLOTH_COTTON, CLOTH_DENIM};
    double rescues = 0.0;
    double longest = 0.0;
    for (int k = 0; k < 6; k++) {
        ClothFabric fabric = cloth_fabric(names[k / 2]);
        fabric.slack = k % 2 == 0 ? fabric.slack : 0.1;
        const P4Worn seen[] = {
            p4_worn(STUCK_CAPE, 9.0, &fabric, NULL),     p4_worn(STUCK_LEGS, 9.0, &fabric, NULL),
            p4_worn(STUCK_BUMPED, 1.4, &fabric, NULL),   p4_worn_on_body(BODY_WALK, &fabric, NULL),
            p4_worn_on_body(BODY_SPRINT, &fabric, NULL), p4_worn_on_body(BODY_TURN, &fabric, NULL)};
        for (int s = 0; s < 6; s++) {
            rescues += seen[s].rescues;
            longest = fmax(longest, seen[s].longest_s);
            ck_assert(!isnan(seen[s].rescues + seen[s].longest_s));
        }
    }
    gate_at_most("worn_rescues", rescues, 0.0, "1");
    gate_at_most("worn_deep_for", longest, P4_WORN_S, "s");
    gate_at_least("worn_engaged", longest, 0.02, "s");
}
END_TEST

/* What is kept in its pose sleeps there, and is let go, awake, when the solid is gone: a sheet in a box
 * that holds all of it, so that nothing presses. */
START_TEST(what_is_kept_is_let_go_when_its_solid_is_gone) {
    StuckShape shape = stuck_default(STUCK_SPAWNED);
    shape.solid = CLOTH_BOX;
    shape.size = 10.0;
    Stuck stuck;
    ck_assert_int_eq(stuck_start(&shape, &stuck, NULL), CLOTH_OK);
    for (int k = 0; k < 600 && !stuck.condition.asleep; k++) {
        ck_assert_int_eq(stuck_step(&stuck, NULL), CLOTH_OK);
    }
    gate_equal("kept_asleep", stuck.condition.asleep, 1, "1");
    gate_at_least("kept_asleep_particles", stuck.condition.rescuing, 1.0, "1");
    ck_assert_int_eq(cloth_world_remove_collider(stuck.hung.world, stuck.solid[0], NULL), CLOTH_OK);
    stuck.solids = 0;
    ck_assert_int_eq(stuck_step(&stuck, NULL), CLOTH_OK);
    gate_equal("kept_alone_asleep", stuck.condition.asleep, 0, "1");
    gate_equal("kept_alone_particles", stuck.condition.rescuing, 0, "1");
    stuck_free(&stuck);
}
END_TEST

/* What changes in the middle of a rescue ends it, and leaves a whole block. */
static void interrupt(int how) {
    const StuckShape shape = stuck_default(STUCK_SPAWNED);
    Stuck stuck;
    ck_assert_int_eq(stuck_start(&shape, &stuck, NULL), CLOTH_OK);
    for (int k = 0; k < 120 && stuck.condition.rescuing == 0; k++) {
        ck_assert_int_eq(stuck_step(&stuck, NULL), CLOTH_OK);
    }
    ck_assert_int_eq(stuck_steps(&stuck, 3, NULL), CLOTH_OK);
    gate_at_least("interrupted_engaged", stuck.condition.rescuing, 1.0, "1");
    ClothWorld *world = stuck.hung.world;
    if (how == 0) {
        ck_assert_int_eq(cloth_world_remove_holder(world, stuck.hung.holder[0], NULL), CLOTH_OK);
    } else if (how == 1) {
        ck_assert_int_eq(
            cloth_world_set_positions(world, stuck.hung.cloth, stuck.hung.graph.position, NULL),
            CLOTH_OK);
    } else {
        ck_assert_int_eq(cloth_world_reset(world, stuck.hung.cloth, NULL), CLOTH_OK);
    }
    ck_assert_int_eq(stuck_step(&stuck, NULL), CLOTH_OK);
    const ClothState *state = cloth_world_state(world, stuck.hung.cloth);
    ClothError error = {0};
    gate_equal("interrupted_rescuing", stuck.condition.rescuing, 0, "1");
    gate_equal("interrupted_block", cloth_check_block(state, cloth_bytes(state), &error), CLOTH_OK,
               "status");
    ck_assert_int_eq(stuck_steps(&stuck, 120, NULL), CLOTH_OK);
    stuck_free(&stuck);
}

START_TEST(a_rescue_ends_with_what_it_is_for) {
    interrupt(_i);
}
END_TEST

/* All solids at all sizes that there are, half way in and through the centre. */
START_TEST(no_size_makes_nan) {
    static const double sizes[] = {2e-5, 1e-3, 0.1, 10.0, 1e4, 5e6};
    static const ClothShapeKind kinds[] = {CLOTH_SPHERE, CLOTH_CAPSULE, CLOTH_TAPERED_CAPSULE,
                                           CLOTH_BOX, CLOTH_CYLINDER};
    double speed = 0.0;
    int runs = 0;
    for (int k = 0; k < 60; k++) {
        StuckShape shape = stuck_default(STUCK_SPAWNED);
        shape.solid = kinds[k / 12];
        shape.size = sizes[k / 2 % 6];
        shape.depth = k % 2 == 0 ? 0.5 : 1.0;
        const P4Stuck seen = p4_stuck(&shape, NULL);
        ck_assert_msg(!isnan(seen.speed_peak), "%s of size %g, depth %g",
                      cloth_shape_text(shape.solid), shape.size, shape.depth);
        speed = fmax(speed, seen.speed_peak);
        runs++;
    }
    gate_equal("absurd_runs", runs, 60, "1");
    gate_at_most("absurd_speed", speed, P4_ABSURD_M_S, "m/s");
}
END_TEST

static void add_loop(Suite *suite, const char *name, const TTest *test, int count) {
    TCase *each = tcase_create(name);
    tcase_set_timeout(each, 60.0);
    tcase_add_loop_test(each, test, 0, count);
    suite_add_tcase(suite, each);
}

int main(void) {
    Suite *suite = suite_create("p4_stuck");
    StuckShape shape;
    int begun = 0;
    int wedged = 0;
    while (p4_begun(begun, &shape) != NULL) {
        begun++;
    }
    while (p4_wedged(wedged, &shape) != NULL) {
        wedged++;
    }
    gate_add(suite, "an_inverted_half_comes_right", an_inverted_half_comes_right, 60.0);
    add_loop(suite, "what_begins_in_a_solid_leaves_slowly", what_begins_in_a_solid_leaves_slowly,
             begun);
    add_loop(suite, "what_is_wedged_is_rescued_and_counted", what_is_wedged_is_rescued_and_counted,
             wedged);
    gate_add(suite, "what_is_worn_is_left_alone", what_is_worn_is_left_alone, 100.0);
    gate_add(suite, "what_is_kept_is_let_go_when_its_solid_is_gone",
             what_is_kept_is_let_go_when_its_solid_is_gone, 60.0);
    add_loop(suite, "a_rescue_ends_with_what_it_is_for", a_rescue_ends_with_what_it_is_for, 3);
    gate_add(suite, "no_size_makes_nan", no_size_makes_nan, 100.0);
    return gate_run(suite);
}
