/*
 * gate_holds.c: holding, carrying and letting go, and changing a material under way, of one state.
 *
 * Pathology: a held particle that is late or drifts, a grab that snaps the cloth to its tether, a rope
 * that stops dead when it is let go, a material that jerks what hangs still, a refusal that leaves half
 * a change behind. Mechanism: build/hold.c, build/apply.c, carry() of step/predict.c, step/leashes.c.
 * Scene: a chain of 12 links with skip rows, hanging, swinging or carried. Guards: each scene is seen
 * to move. Worlds and holders: gates/world/gate_holders.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gate.h"
#include "rows/leash.h"
#include "scenes/chain.h"
#include "scenes/extreme.h"
#include "state/state.h"

enum { LINKS = 12, PARTICLES = LINKS + 1 };

static ClothMaterial tethered(void) {
    ClothMaterial material = cloth_material_default();
    material.tethered = true;
    return material;
}

static Scene chain(const ClothMaterial *material) {
    ChainShape shape = scene_chain_default();
    shape.links = LINKS;
    shape.bend = CLOTH_CHAIN_SKIPS;
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(scene_chain(&shape, material, &scene, &error) == CLOTH_OK, "%s", error.message);
    return scene;
}

static void advance(ClothState *state, const ClothStep *step, int steps) {
    ClothError error = {0};
    for (int k = 0; k < steps; k++) {
        ck_assert_msg(cloth_step(state, step, NULL, &error) == CLOTH_OK, "%s", error.message);
    }
}

/* Sends the chain swinging and lets it go on for a while. */
static void swing(ClothState *state, int steps) {
    double velocity[3 * PARTICLES] = {0.0};
    for (int i = 0; i < PARTICLES; i++) {
        velocity[3 * i] = 2.0 * i / LINKS;
        velocity[3 * i + 2] = 0.5 * i / LINKS;
    }
    ck_assert(cloth_set_velocities(state, velocity, NULL) == CLOTH_OK);
    const ClothStep step = cloth_step_default();
    advance(state, &step, steps);
}

static void hold(ClothState *state, const ClothMaterial *material, const int32_t *held,
                 int32_t count) {
    ClothError error = {0};
    ck_assert_msg(cloth_hold(state, material, held, count, &error) == CLOTH_OK, "%s",
                  error.message);
}

/* Carrying. */

START_TEST(held_particle_lands_on_its_target) {
    const ClothMaterial material = tethered();
    for (int solver = CLOTH_AVBD; solver <= CLOTH_XPBD; solver++) {
        for (int substeps = 1; substeps <= 7; substeps++) {
            Scene scene = chain(&material);
            double target[3 * PARTICLES] = {0.013, -0.021, 0.034};
            double before[3 * PARTICLES];
            double after[3 * PARTICLES];
            double velocity[3 * PARTICLES];
            ClothStep step = cloth_step_default();
            step.solver = (ClothSolver)solver;
            step.substeps = substeps;
            cloth_positions(scene.state, before);
            ck_assert(cloth_set_targets(scene.state, target, NULL) == CLOTH_OK);
            advance(scene.state, &step, 1);
            cloth_positions(scene.state, after);
            cloth_velocities(scene.state, velocity);
            gate_equal("held_lands", memcmp(after, target, 3 * sizeof *target) == 0, 1, "bits");
            /* The last share is the whole over their number: so were those before it. */
            double worst = 0.0;
            for (int k = 0; k < 3; k++) {
                const double share = (target[k] - before[k]) / substeps;
                const double last = velocity[k] * step.step_s / substeps;
                worst = more_of(worst, fabs(last / share - 1.0));
            }
            /* measured 4e-16, limit 1e-12 */
            gate_at_most("held_share", worst, 1e-12, "1");
            scene_free(&scene);
        }
    }
}
END_TEST

START_TEST(held_particle_stays_to_the_bit) {
    const ClothMaterial material = tethered();
    Scene scene = chain(&material);
    double position[3 * PARTICLES];
    cloth_positions(scene.state, position);
    for (int k = 0; k < 3 * PARTICLES; k++) {
        position[k] += 0.1 + 0.2; /* no round number */
    }
    ck_assert(cloth_set_positions(scene.state, position, NULL) == CLOTH_OK);
    swing(scene.state, 120);
    double after[3 * PARTICLES];
    cloth_positions(scene.state, after);
    gate_equal("held_stays", memcmp(after, position, 3 * sizeof *position) == 0, 1, "bits");
    /* measured 0.023 */
    gate_at_least("held_stays_guard", fabs(after[3 * LINKS] - position[3 * LINKS]), 0.01, "m");
    scene_free(&scene);
}
END_TEST

START_TEST(let_go_leaves_at_the_carried_speed) {
    ClothMaterial material = tethered();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){0.0, CLOTH_NEWTON_PER_METRE};
    material.row[CLOTH_ROW_SKIP] = material.row[CLOTH_ROW_STRETCH];
    Scene scene = chain(&material);
    ClothStep step = cloth_step_default();
    step.gravity[1] = 0.0;
    const double carried[3] = {1.5, -0.75, 0.25};
    for (int n = 1; n <= 10; n++) {
        double target[3 * PARTICLES] = {0.0};
        for (int k = 0; k < 3; k++) {
            target[k] = carried[k] * n * step.step_s;
        }
        ck_assert(cloth_set_targets(scene.state, target, NULL) == CLOTH_OK);
        advance(scene.state, &step, 1);
    }
    hold(scene.state, &material, NULL, 0);
    double velocity[3 * PARTICLES];
    for (int n = 0; n < 2; n++) {
        cloth_velocities(scene.state, velocity);
        double worst = 0.0;
        for (int k = 0; k < 3; k++) {
            worst = more_of(worst, fabs(velocity[k] - carried[k]));
        }
        /* at once, and after a step on its own: measured 1e-14, limit 1e-9 */
        gate_at_most("let_go_speed", worst, 1e-9, "m/s");
        advance(scene.state, &step, 1);
    }
    scene_free(&scene);
}
END_TEST

/* Taking hold under way. */

/* Longest that any tether has become since `before` (PARTICLES), which takes the lengths of now. */
static double grown(const ClothView *view, double before[PARTICLES]) {
    double most = -INFINITY;
    for (int32_t i = 0; i < PARTICLES; i++) {
        const double now = (double)view->tether_radius[i];
        most = now == INFINITY ? most : more_of(most, now - before[i]);
        before[i] = now;
    }
    return most;
}

/* How much shorter the tightest tether is than its particle is away, 0 or less: not. */
static double snap(const ClothView *view) {
    double most = -INFINITY;
    for (int32_t i = 0; i < PARTICLES; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3 && view->tether_radius[i] < INFINITY; k++) {
            const double d =
                (double)view->position[3 * i + k] - (double)view->position[3 * view->hold[i] + k];
            squared += d * d;
        }
        most = more_of(most, sqrt(squared) - (double)view->tether_radius[i]);
    }
    return most;
}

START_TEST(hold_taken_under_way_begins_where_it_is) {
    const ClothMaterial material = tethered();
    Scene scene = chain(&material);
    /* Stretched by a fifth all along: every tether of the new hold starts longer than its length. */
    double position[3 * PARTICLES];
    cloth_positions(scene.state, position);
    for (int i = 0; i < PARTICLES; i++) {
        position[3 * i + 1] *= 1.2;
        position[3 * i] += 0.01 * i;
    }
    ck_assert(cloth_set_positions(scene.state, position, NULL) == CLOTH_OK);
    double before[3 * PARTICLES];
    double after[3 * PARTICLES];
    cloth_positions(scene.state, before);
    hold(scene.state, &material, (const int32_t[]){0, 7}, 2);
    cloth_positions(scene.state, after);
    gate_equal("taken_moves", memcmp(before, after, sizeof before) == 0, 1, "bits");
    const ClothView view = cloth_view(scene.state);
    /* measured 0 */
    gate_at_most("taken_snap", snap(&view), 1e-15, "m");
    double radius[PARTICLES];
    (void)grown(&view, radius);
    const int32_t tip = view.stored_index[LINKS];
    const double length = cloth_tether_length((double)view.hold_distance[tip]);
    /* measured 0.054 */
    gate_at_least("taken_guard", radius[tip] - length, 0.02, "m");
    const ClothStep step = cloth_step_default();
    double most = -INFINITY;
    for (int n = 0; n < 120; n++) {
        advance(scene.state, &step, 1);
        most = more_of(most, grown(&view, radius));
    }
    /* measured 0, both */
    gate_at_most("taken_tether_grows", most, 0.0, "m");
    gate_at_most("taken_tether_comes_in", radius[tip] - length, 1e-15, "m");
    /* What was taken has not moved either. */
    cloth_positions(scene.state, after);
    gate_equal("taken_stays", memcmp(&before[21], &after[21], 3 * sizeof *after) == 0, 1, "bits");
    scene_free(&scene);
}
END_TEST

/* In mid swing, where its target is that of no step. */
START_TEST(grabbed_particle_stays_where_it_was) {
    const ClothMaterial material = tethered();
    Scene scene = chain(&material);
    swing(scene.state, 6);
    double before[3 * PARTICLES];
    double after[3 * PARTICLES];
    double velocity[3 * PARTICLES];
    cloth_positions(scene.state, before);
    cloth_velocities(scene.state, velocity);
    /* measured 0.94 */
    gate_at_least("grabbed_guard", fabs(velocity[21]), 0.05, "m/s");
    hold(scene.state, &material, (const int32_t[]){0, 7}, 2);
    const ClothStep step = cloth_step_default();
    advance(scene.state, &step, 20);
    cloth_positions(scene.state, after);
    gate_equal("grabbed_stays", memcmp(&before[21], &after[21], 3 * sizeof *after) == 0, 1, "bits");
    scene_free(&scene);
}
END_TEST

/* Refusals. */

static void refuse(Scene *scene, const ClothState *kept, ClothStatus status,
                   const ClothError *error, const char *says) {
    gate_equal(says, (int64_t)status, CLOTH_BAD_ARGUMENT, "status");
    gate_says("holds.refused", error->message, says);
    gate_equal(says, (int64_t)cloth_differing_bytes(scene->state, kept, NULL), 0, "bytes");
    gate_equal(says, memcmp(scene->state, kept, cloth_bytes(kept)) == 0, 1, "block");
}

START_TEST(refusals_change_nothing) {
    const ClothMaterial material = tethered();
    Scene scene = chain(&material);
    swing(scene.state, 10);
    ClothState *kept = cloth_copy(scene.state);
    ck_assert(kept != NULL);
    const struct {
        int32_t held[3];
        int32_t count;
        const char *says;
    } holds[] = {{{0, 13, 0}, 2, "held[1] is particle 13; must be 0 to 12"},
                 {{-1, 0, 0}, 1, "held[0] is particle -1; must be 0 to 12"},
                 {{3, 5, 3}, 3, "held[2] is particle 3, listed before"},
                 {{0}, -1, "held_count is -1"}};
    for (size_t k = 0; k < sizeof holds / sizeof holds[0]; k++) {
        ClothError error = {0};
        const ClothStatus status =
            cloth_hold(scene.state, &material, holds[k].held, holds[k].count, &error);
        refuse(&scene, kept, status, &error, holds[k].says);
    }
    ClothError error = {0};
    refuse(&scene, kept, cloth_hold(scene.state, &material, NULL, 2, &error), &error,
           "held_count is 2 with no list");

    double target[3 * PARTICLES] = {0.0, (double)NAN, 0.0};
    refuse(&scene, kept, cloth_set_targets(scene.state, target, &error), &error,
           "target of held particle 0 is nan in component 1");
    target[1] = (double)INFINITY;
    refuse(&scene, kept, cloth_set_targets(scene.state, target, &error), &error, "must be finite");
    /* Of a particle that nobody holds it is not read. */
    target[1] = 0.0;
    target[3] = (double)NAN;
    gate_equal("free_target", (int64_t)cloth_set_targets(scene.state, target, &error), CLOTH_OK,
               "status");
    cloth_destroy(kept);
    scene_free(&scene);
}
END_TEST

/* One field of the material set to one value, in both of the calls that take one. */
#define REFUSE(field, value, says)                                                                 \
    do {                                                                                           \
        ClothMaterial bad = material;                                                              \
        bad.field = (value);                                                                       \
        ClothError error = {0};                                                                    \
        refuse(&scene, kept, cloth_set_material(scene.state, &bad, &error), &error, says);         \
        refuse(&scene, kept, cloth_hold(scene.state, &bad, &held, 1, &error), &error, says);       \
    } while (0)

START_TEST(bad_materials_change_nothing) {
    const ClothMaterial material = tethered();
    const int32_t held = 0;
    Scene scene = chain(&material);
    swing(scene.state, 10);
    ClothState *kept = cloth_copy(scene.state);
    ck_assert(kept != NULL);
    REFUSE(slack, -0.1, "slack is -0.1; must be 0 to 1");
    REFUSE(slack, 1.5, "slack is 1.5; must be 0 to 1");
    REFUSE(slack, (double)NAN, "slack is nan");
    REFUSE(strain_limit, 0.0, "strain_limit is 0; must be above 0");
    REFUSE(strain_limit, -1.0, "strain_limit is -1");
    REFUSE(strain_limit, (double)NAN, "strain_limit is nan");
    REFUSE(row[CLOTH_ROW_STRETCH].value, -1.0, "stretch stiffness is -1");
    REFUSE(row[CLOTH_ROW_SKIP].value, (double)NAN, "skip stiffness is nan");
    REFUSE(row[CLOTH_ROW_SKIP].unit, (ClothStiffnessUnit)7, "skip stiffness has unit 7");
    REFUSE(row[CLOTH_ROW_SKIP].unit, CLOTH_INERTIAL, "infinite ratio");
    REFUSE(step_s, 0.0, "step_s is 0");
    /* Found out only when it is applied: nothing is left half changed. */
    REFUSE(row[CLOTH_ROW_STRETCH].value, 1e300, "stiffness of stretch row 0 comes to 1e+300 N/m");
    ck_assert_msg(cloth_set_material(NULL, &material, NULL) == CLOTH_BAD_BLOCK, "no state");
    cloth_destroy(kept);
    scene_free(&scene);
}
END_TEST

/* Materials under way. */

START_TEST(hard_rows_keep_what_they_carry) {
    ClothMaterial material = tethered();
    Scene scene = chain(&material);
    swing(scene.state, 30);
    ClothState *kept = cloth_copy(scene.state);
    const ClothView before = cloth_view(kept);
    const ClothView after = cloth_view(scene.state);
    material.row[CLOTH_ROW_SKIP] = (ClothStiffness){3.0, CLOTH_INERTIAL};
    material.strain_limit = 0.05;
    material.slack = 0.4;
    ck_assert(cloth_set_material(scene.state, &material, NULL) == CLOTH_OK);
    int64_t changed = 0;
    int64_t carrying = 0;
    for (int32_t r = 0; r < before.counts.row; r++) {
        for (int end = 0; end < 2 && before.row_kind[r] == CLOTH_ROW_STRETCH; end++) {
            const int32_t slot = before.row_slot[2 * r + end];
            changed += before.slot_multiplier[slot] != after.slot_multiplier[slot];
            changed += before.slot_penalty[slot] != after.slot_penalty[slot];
            carrying += before.slot_multiplier[slot] != 0;
        }
    }
    gate_equal("kept_multipliers", changed, 0, "slots");
    gate_equal("kept_guard", carrying, 2 * LINKS, "slots");
    gate_equal("kept_tethers",
               memcmp(before.tether_multiplier, after.tether_multiplier,
                      PARTICLES * sizeof(ClothReal)) == 0,
               1, "bits");
    gate_equal("kept_positions",
               memcmp(before.position, after.position, 3 * PARTICLES * sizeof(ClothReal)) == 0, 1,
               "bits");
    gate_equal("new_leashes", after.tally.leash + scene.state->tally.leash >= LINKS, 1, "1");
    cloth_destroy(kept);
    scene_free(&scene);
}
END_TEST

/* The largest acceleration of a step [m/s^2]. */
static double step_acceleration(ClothState *state, const ClothStep *step) {
    advance(state, step, 1);
    const ClothView view = cloth_view(state);
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double a = (double)view.acceleration[3 * i + k];
            squared += a * a;
        }
        most = more_of(most, sqrt(squared));
    }
    return most;
}

/* Soft rows that have become hard carry k C as their multiplier. What they had given they take back
 * within the step all the same, and no faster: the way of the last particle over h^2. Without the
 * multiplier it is hardly less (116.5 of 116.9 m/s^2), because a stable soft chain weighs little
 * against its inertia. */
START_TEST(soft_rows_take_their_force_along) {
    const double stiffness = 40.0;
    ClothMaterial soft = cloth_material_default();
    soft.row[CLOTH_ROW_STRETCH] = (ClothStiffness){stiffness, CLOTH_NEWTON_PER_METRE};
    soft.row[CLOTH_ROW_SKIP] = (ClothStiffness){0.0, CLOTH_NEWTON_PER_METRE};
    ClothMaterial hard = soft;
    hard.row[CLOTH_ROW_STRETCH] = (ClothStiffness){INFINITY, CLOTH_NEWTON_PER_METRE};
    Scene scene = chain(&soft);
    ClothStep step = cloth_step_default();
    step.damping_1_s = 4.0;
    step.iterations = 40;
    advance(scene.state, &step, 600);
    ClothState *alone = cloth_copy(scene.state);
    ck_assert(cloth_set_material(scene.state, &hard, NULL) == CLOTH_OK);
    const ClothView view = cloth_view(scene.state);
    double worst = 0.0;
    double given = 0.0;
    for (int32_t r = 0; r < LINKS; r++) {
        const int32_t slot = view.row_slot[2 * r];
        const ClothReal *a = &view.position[3 * view.row_particle[2 * r]];
        const ClothReal *b = &view.position[3 * view.row_particle[2 * r + 1]];
        const double length = hypot(hypot((double)a[0] - (double)b[0], (double)a[1] - (double)b[1]),
                                    (double)a[2] - (double)b[2]);
        given += length - (double)view.slot_rest[slot];
        const double force = stiffness * (length - (double)view.slot_rest[slot]);
        worst = more_of(worst, fabs((double)view.slot_multiplier[slot] / force - 1.0));
    }
    /* measured 0, limit 1e-9 */
    gate_at_most("taken_along", worst, 1e-9, "1");
    const double h = step.step_s / step.substeps;
    /* measured 0 */
    gate_at_most("change_alone", step_acceleration(alone, &step), 1e-3, "m/s^2");
    gate_at_most("change_felt", step_acceleration(scene.state, &step) * h * h / given, 1.0, "1");
    cloth_destroy(alone);
    scene_free(&scene);
}
END_TEST

/* A leash that is taken on goes from where its particle is to its length without a step in its speed:
 * from start to end within a second, second differences over h^2 at most 6 times the way over its
 * square, plus what the rate it begins with adds. */
START_TEST(leash_closes_smoothly) {
    ClothMaterial material = tethered();
    Scene scene = chain(&material);
    swing(scene.state, 15);
    material.slack = 0.02;
    ck_assert(cloth_set_material(scene.state, &material, NULL) == CLOTH_OK);
    const ClothView view = cloth_view(scene.state);
    const int32_t tip = view.stored_index[LINKS];
    const double length = 2.0 * material.slack * (double)view.hold_distance[tip];
    const double way = (double)view.leash_radius[tip] - length;
    const double rate = (double)view.leash_rate[tip];
    /* measured 0.38 */
    gate_at_least("closing_guard", way, 0.05, "m");
    ClothStep step = cloth_step_default();
    step.substeps = 1;
    const double h = step.step_s;
    double radius[3] = {(double)view.leash_radius[tip], (double)view.leash_radius[tip],
                        (double)view.leash_radius[tip]};
    double bend = 0.0;
    const int steps = (int)lround(CLOTH_LEASH_CLOSING_S / h);
    for (int n = 1; n <= steps; n++) {
        advance(scene.state, &step, 1);
        radius[0] = radius[1];
        radius[1] = radius[2];
        radius[2] = (double)view.leash_radius[tip];
        if (n > 1) {
            bend = more_of(bend, fabs(radius[2] - 2.0 * radius[1] + radius[0]) / (h * h));
        }
    }
    const double allowed = (6.0 * way / CLOTH_LEASH_CLOSING_S + 4.0 * rate) / CLOTH_LEASH_CLOSING_S;
    /* measured 0.97, of what is allowed, and 0 */
    gate_at_most("closing_bend", bend / allowed, 1.0 + 1e-6, "1");
    gate_at_most("closing_end", fabs(radius[2] - length), 1e-12, "m");
    /* A leash at its length at once would bend by way / h^2: measured 242. */
    gate_at_least("closing_bend_off", way / (h * h) / allowed, 100.0, "1");
    scene_free(&scene);
}
END_TEST

/* Tethers and leashes that are fitted to a particle whose distance overflows are still there, and the
 * block says so. */
START_TEST(out_of_all_range_the_block_is_whole) {
    ClothMaterial material = tethered();
    material.slack = 0.5;
    Scene scene = chain(&material);
    double position[3 * PARTICLES];
    cloth_positions(scene.state, position);
    position[3 * LINKS + 2] = 1e155;
    ck_assert(cloth_set_positions(scene.state, position, NULL) == CLOTH_OK);
    const int32_t held[] = {0, 3};
    hold(scene.state, &material, held, 2);
    ClothError error = {0};
    const ClothStatus status = cloth_check_block(scene.state, cloth_bytes(scene.state), &error);
    printf("%s\n", error.message);
    gate_equal("far_off_block", (int64_t)status, CLOTH_OK, "status");
    gate_equal("far_off_tethers", scene.state->tally.tether, PARTICLES - 2, "tethers");
    gate_equal("far_off_leashes", scene.state->tally.leash, PARTICLES - 2, "leashes");
    scene_free(&scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("holds");
    gate_add(suite, "held_particle_lands_on_its_target", held_particle_lands_on_its_target, 20.0);
    gate_add(suite, "held_particle_stays_to_the_bit", held_particle_stays_to_the_bit, 20.0);
    gate_add(suite, "let_go_leaves_at_the_carried_speed", let_go_leaves_at_the_carried_speed, 20.0);
    gate_add(suite, "hold_taken_under_way_begins_where_it_is",
             hold_taken_under_way_begins_where_it_is, 20.0);
    gate_add(suite, "grabbed_particle_stays_where_it_was", grabbed_particle_stays_where_it_was,
             20.0);
    gate_add(suite, "refusals_change_nothing", refusals_change_nothing, 20.0);
    gate_add(suite, "bad_materials_change_nothing", bad_materials_change_nothing, 20.0);
    gate_add(suite, "hard_rows_keep_what_they_carry", hard_rows_keep_what_they_carry, 20.0);
    gate_add(suite, "soft_rows_take_their_force_along", soft_rows_take_their_force_along, 20.0);
    gate_add(suite, "leash_closes_smoothly", leash_closes_smoothly, 20.0);
    gate_add(suite, "out_of_all_range_the_block_is_whole", out_of_all_range_the_block_is_whole,
             20.0);
    return gate_run(suite);
}
