/*
 * gate_colliders: a collider that arrives, leaves, moves or changes wakes exactly the cloths it
 * concerns, in that step; layers are symmetric; what a world cannot take it refuses by name.
 *
 * Pathology: cloth that hangs in the air after what it lay on has gone, or is pushed while it sleeps;
 * a crowd that wakes because somebody walks past; a multiplier handed to another collider. Mechanism:
 * world/collider.c. Scene: two sheets asleep on a floor, 5 m apart (ground.h); what is done is done
 * at the one, and the other keeps every bit. Without waking: gate_colliders_off.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cloth.h"
#include "gate.h"
#include "ground.h"
#include "scenes/extreme.h"

/* Well above the sheet, on it, and beside it. */
static const double above[3] = {0.0, 0.5, 0.0};
static const double on_it[3] = {0.0, 0.05, 0.0};

typedef struct Act {
    const char *name;
    bool wakes;
    void (*prepare)(Ground *ground); /* before the sheets sleep on; or NULL */
    void (*act)(Ground *ground);
} Act;

/* Of what starts inside, after a second: how deep anything is, measured 5.3e-3 at most (the capsule,
 * over which the sheet still slides), and the fastest on the way, measured 2.9: fall after 0.3 s. */
#define INSIDE_DEPTH_M   0.01
#define INSIDE_SPEED_M_S 4.0

static ClothId ball; /* of prepare(), for act() */

static ClothPose at(const double position[3]) {
    ClothPose pose = cloth_pose_identity();
    memcpy(pose.position, position, sizeof pose.position);
    return pose;
}

static void move_ball(Ground *ground, const double to[3]) {
    const ClothPose pose = at(to);
    ClothError error = {0};
    ground_must(cloth_world_move_collider(ground->world, ball, &pose, &error), &error);
}

static void ball_above(Ground *ground) {
    ball = ground_add_shape(ground->world, cloth_sphere(0.05), above);
}

static void ball_beside(Ground *ground) {
    ball = ground_add_shape(ground->world, cloth_sphere(0.05), (double[3]){2.5, 0.05, 0.0});
}

static void arrive_on_it(Ground *ground) {
    (void)ground_add_shape(ground->world, cloth_sphere(0.05), on_it);
}

static void arrive_above(Ground *ground) {
    (void)ground_add_shape(ground->world, cloth_sphere(0.05), above);
}

static void move_onto_it(Ground *ground) {
    move_ball(ground, on_it);
}

static void move_through_it(Ground *ground) {
    move_ball(ground, (double[3]){0.0, -0.4, 0.0});
}

static void move_past_it(Ground *ground) {
    move_ball(ground, (double[3]){0.4, 0.5, 0.0});
}

static void spin_in_place(Ground *ground) {
    ClothPose pose = at(above);
    pose.rotation[1] = 1.0;
    pose.rotation[3] = 0.0;
    ClothError error = {0};
    ground_must(cloth_world_move_collider(ground->world, ball, &pose, &error), &error);
}

static void remove_floor(Ground *ground) {
    ClothError error = {0};
    ground_must(cloth_world_remove_collider(ground->world, ground->floor, &error), &error);
}

static void remove_ball(Ground *ground) {
    ClothError error = {0};
    ground_must(cloth_world_remove_collider(ground->world, ball, &error), &error);
}

static ClothCollider floor_as_it_is(void) {
    const ClothShape shape = cloth_half_space();
    return cloth_collider(&shape);
}

static void set_floor(Ground *ground, ClothCollider floor) {
    ClothError error = {0};
    ground_must(cloth_world_set_collider(ground->world, ground->floor, &floor, &error), &error);
}

static void same_floor(Ground *ground) {
    set_floor(ground, floor_as_it_is());
}

static void rougher_floor(Ground *ground) {
    ClothCollider floor = floor_as_it_is();
    floor.friction = 0.6;
    set_floor(ground, floor);
}

static void floor_without_mask(Ground *ground) {
    ClothCollider floor = floor_as_it_is();
    floor.mask = 2;
    set_floor(ground, floor);
}

static void lower_floor(Ground *ground) {
    ClothCollider floor = floor_as_it_is();
    floor.pose.position[1] = -1e-9;
    set_floor(ground, floor);
}

static void ball_on_another_layer(Ground *ground) {
    const ClothShape shape = cloth_sphere(0.05);
    ClothCollider other = cloth_collider(&shape);
    other.pose = at(on_it);
    other.layer = 2;
    other.mask = 2;
    ClothError error = {0};
    ground_must(cloth_world_add_collider(ground->world, &other, &ball, &error), &error);
}

static void ball_comes_to_its_layer(Ground *ground) {
    const ClothShape shape = cloth_sphere(0.05);
    ClothCollider other = cloth_collider(&shape);
    other.pose = at(on_it);
    ClothError error = {0};
    ground_must(cloth_world_set_collider(ground->world, ball, &other, &error), &error);
}

static void its_own_mask(Ground *ground) {
    ClothError error = {0};
    ground_must(cloth_world_set_layers(ground->world, ground->near, 1, 3, &error), &error);
}

static void its_own_mask_as_it_is(Ground *ground) {
    ClothError error = {0};
    ground_must(cloth_world_set_layers(ground->world, ground->near, 1, UINT32_MAX, &error), &error);
}

static void its_backstop(Ground *ground) {
    double point[3 * GROUND_PARTICLES] = {0};
    double normal[3 * GROUND_PARTICLES] = {0};
    ClothError error = {0};
    for (int i = 0; i < GROUND_PARTICLES; i++) {
        point[3 * i + 1] = -1.0;
        normal[3 * i + 1] = 2.0;
    }
    ground_must(cloth_world_set_backstops(ground->world, ground->near, point, normal, NULL, &error),
                &error);
}

static void no_backstop(Ground *ground) {
    ClothError error = {0};
    ground_must(cloth_world_set_backstops(ground->world, ground->near, NULL, NULL, NULL, &error),
                &error);
}

static const Act acts[] = {
    {"arrive_on_it", true, NULL, arrive_on_it},
    {"arrive_above", false, NULL, arrive_above},
    {"move_onto_it", true, ball_above, move_onto_it},
    {"move_through_it", true, ball_above, move_through_it},
    {"move_past_it", false, ball_above, move_past_it},
    {"spin_in_place", false, ball_above, spin_in_place},
    {"move_between", false, ball_beside, move_past_it},
    {"remove_ball_above", false, ball_above, remove_ball},
    {"same_floor", false, NULL, same_floor},
    {"ball_on_another_layer", false, NULL, ball_on_another_layer},
    {"ball_comes_to_its_layer", true, ball_on_another_layer, ball_comes_to_its_layer},
    {"its_own_mask", true, NULL, its_own_mask},
    {"its_own_mask_as_it_is", false, NULL, its_own_mask_as_it_is},
    {"its_backstop", true, NULL, its_backstop},
    {"no_backstop_as_it_is", false, NULL, no_backstop},
};

static void expect(const Act *act, const char *what, int measured, int expected) {
    char name[96];
    (void)snprintf(name, sizeof name, "%s_%s", act->name, what);
    gate_equal(name, measured, expected, "cloths");
}

START_TEST(each_act_wakes_whom_it_concerns) {
    const Act *act = &acts[_i];
    Ground ground = ground_asleep();
    if (act->prepare != NULL) {
        act->prepare(&ground);
        ground_step(&ground, 2);
    }
    const uint64_t near = ground_hash(&ground, ground.near);
    const uint64_t far = ground_hash(&ground, ground.far);
    expect(act, "before", ground_condition(&ground, ground.near).asleep, 1);
    act->act(&ground);
    ground_step(&ground, 1);
    expect(act, "wakes", !ground_condition(&ground, ground.near).asleep, act->wakes);
    expect(act, "stirs", ground_hash(&ground, ground.near) != near, act->wakes);
    expect(act, "far_wakes", !ground_condition(&ground, ground.far).asleep, 0);
    expect(act, "far_stirs", ground_hash(&ground, ground.far) != far, 0);
    cloth_world_destroy(ground.world);
}
END_TEST

/* Whoever says in every frame where they are keeps nobody awake. */
START_TEST(the_same_backstops_wake_nobody) {
    Ground ground = ground_asleep();
    its_backstop(&ground);
    for (int k = 0; k < 3000 && (k == 0 || !ground_condition(&ground, ground.near).asleep); k++) {
        its_backstop(&ground);
        ground_step(&ground, 1);
    }
    gate_equal("same_backstops_asleep", ground_condition(&ground, ground.near).asleep, 1, "cloths");
    no_backstop(&ground);
    ground_step(&ground, 1);
    gate_equal("backstops_gone_asleep", ground_condition(&ground, ground.near).asleep, 0, "cloths");
    cloth_world_destroy(ground.world);
}
END_TEST

/* What both lie on wakes both. */
static const Act floors[] = {
    {"remove_floor", true, NULL, remove_floor},
    {"rougher_floor", true, NULL, rougher_floor},
    {"floor_without_mask", true, NULL, floor_without_mask},
    {"lower_floor", true, NULL, lower_floor},
};

START_TEST(the_floor_wakes_all_that_lie_on_it) {
    const Act *act = &floors[_i];
    Ground ground = ground_asleep();
    act->act(&ground);
    ground_step(&ground, 1);
    expect(act, "near", !ground_condition(&ground, ground.near).asleep, 1);
    expect(act, "far", !ground_condition(&ground, ground.far).asleep, 1);
    cloth_world_destroy(ground.world);
}
END_TEST

static double height_of(const Ground *ground, ClothId cloth) {
    double x[3 * GROUND_PARTICLES];
    ClothError error = {0};
    ground_must(cloth_world_positions(ground->world, cloth, x, &error), &error);
    return x[1];
}

/* Each of the pair can decline the other. */
START_TEST(layers_are_symmetric) {
    static const struct {
        const char *name;
        uint32_t cloth_layer, cloth_mask, layer, mask;
        int meets;
    } pairs[] = {{"all", 1, UINT32_MAX, 1, UINT32_MAX, 1},
                 {"cloth_declines", 1, 2, 1, UINT32_MAX, 0},
                 {"collider_declines", 1, UINT32_MAX, 1, 2, 0},
                 {"both_name_the_other", 4, 8, 8, 4, 1},
                 {"same_layer_unnamed", 4, 8, 4, 8, 0},
                 {"no_layer", 0, UINT32_MAX, 1, UINT32_MAX, 0}};
    Ground ground = ground_asleep();
    ClothCollider floor = floor_as_it_is();
    floor.layer = pairs[_i].layer;
    floor.mask = pairs[_i].mask;
    set_floor(&ground, floor);
    ClothError error = {0};
    ground_must(cloth_world_set_layers(ground.world, ground.near, pairs[_i].cloth_layer,
                                       pairs[_i].cloth_mask, &error),
                &error);
    ground_step(&ground, 30);
    char name[96];
    (void)snprintf(name, sizeof name, "layers_%s", pairs[_i].name);
    gate_equal(name, height_of(&ground, ground.near) > 0.0, pairs[_i].meets, "held up");
    cloth_world_destroy(ground.world);
}
END_TEST

static int warnings;
static ClothId warned;

static void count_warning(void *user, ClothId cloth, const char *text) {
    (void)user;
    warnings++;
    warned = cloth;
    printf("warning: %s\n", text);
}

/* 69 balls near the sheet: 64 in a ring under its rim, added first, then five right under it. The five
 * are met. */
START_TEST(of_too_many_the_nearest_are_met) {
    Ground ground = {.world = cloth_world_create()};
    for (int k = 0; k < CLOTH_COLLIDERS_MAX; k++) {
        const double angle = 0.1 * k;
        (void)ground_add_shape(ground.world, cloth_sphere(0.05),
                               (double[3]){0.2 * cos(angle), -0.04, 0.2 * sin(angle)});
    }
    for (int k = 0; k < 5; k++) {
        (void)ground_add_shape(ground.world, cloth_sphere(0.05),
                               (double[3]){0.05 * (k - 2), -0.045, 0.0});
    }
    warnings = 0;
    cloth_world_set_warning(ground.world, count_warning, NULL);
    ground.near = ground_add_sheet(ground.world, 0.0, 0.02);
    ground_step(&ground, 20);
    const ClothCondition condition = ground_condition(&ground, ground.near);
    gate_equal("overflow_met", condition.colliders, CLOTH_COLLIDERS_MAX, "colliders");
    gate_at_least("overflow_left_out", condition.left_out, 1.0, "colliders");
    gate_equal("overflow_warnings", warnings, 1, "warnings");
    gate_equal("overflow_warned", warned == ground.near, 1, "1");
    ClothContact contact[4 * GROUND_PARTICLES];
    int32_t count = 0;
    int under = 0;
    ClothError error = {0};
    ground_must(cloth_world_contacts(ground.world, ground.near, contact, 4 * GROUND_PARTICLES,
                                     &count, &error),
                &error);
    for (int32_t k = 0; k < count; k++) {
        under += contact[k].handle > CLOTH_COLLIDERS_MAX;
    }
    gate_at_least("overflow_on_the_nearest", under, 1.0, "contacts");
    cloth_world_destroy(ground.world);
}
END_TEST

/* A handle is nobody else's, whoever takes the place. */
START_TEST(handles_are_not_used_again) {
    Ground ground = ground_asleep();
    const ClothId old = ground.floor;
    ClothError error = {0};
    remove_floor(&ground);
    ground.floor = ground_add_shape(ground.world, cloth_half_space(), (double[3]){0.0, 0.0, 0.0});
    gate_at_least("new_handle", (double)ground.floor - (double)old, 1.0, "1");
    const ClothPose pose = cloth_pose_identity();
    gate_equal("old_handle",
               cloth_world_move_collider(ground.world, old, &pose, &error) == CLOTH_BAD_ARGUMENT, 1,
               "refused");
    gate_says("old_handle_text", error.message, "there is no collider");
    ground_step(&ground, 60);
    gate_at_least("still_up", height_of(&ground, ground.near), 0.0, "m");
    cloth_world_destroy(ground.world);
}
END_TEST

typedef struct Refusal {
    const char *name;
    ClothShape shape;
    double friction;
    double inflation_m;
    double w; /* of the pose's quaternion */
    double x; /* of its position */
    const char *says;
} Refusal;

static const Refusal refusals[] = {
    {"zero_radius", {CLOTH_SPHERE, {0.0}}, 0.5, 0.0, 1.0, 0.0, "radius"},
    {"negative_radius", {CLOTH_CAPSULE, {-1.0, 1.0}}, 0.5, 0.0, 1.0, 0.0, "radius"},
    {"infinite_radius", {CLOTH_CYLINDER, {INFINITY, 1.0}}, 0.5, 0.0, 1.0, 0.0, "radius"},
    {"no_number", {CLOTH_SPHERE, {NAN}}, 0.5, 0.0, 1.0, 0.0, "radius"},
    {"negative_axis", {CLOTH_CAPSULE, {1.0, -1.0}}, 0.5, 0.0, 1.0, 0.0, "axis"},
    {"zero_side", {CLOTH_BOX, {1.0, 0.0, 1.0}}, 0.5, 0.0, 1.0, 0.0, "box"},
    {"mesh", {CLOTH_TRIANGLES, {0.0}}, 0.5, 0.0, 1.0, 0.0, "capsule"},
    {"no_shape", {(ClothShapeKind)99, {0.0}}, 0.5, 0.0, 1.0, 0.0, "99"},
    {"negative_friction", {CLOTH_SPHERE, {1.0}}, -0.1, 0.0, 1.0, 0.0, "friction"},
    {"no_friction_number", {CLOTH_SPHERE, {1.0}}, NAN, 0.0, 1.0, 0.0, "friction"},
    {"negative_inflation", {CLOTH_SPHERE, {1.0}}, 0.5, -1.0, 1.0, 0.0, "inflation"},
    {"no_turn", {CLOTH_SPHERE, {1.0}}, 0.5, 0.0, 0.0, 0.0, "quaternion"},
    {"half_a_turn_off", {CLOTH_SPHERE, {1.0}}, 0.5, 0.0, 0.7071, 0.0, "quaternion"},
    {"nowhere", {CLOTH_SPHERE, {1.0}}, 0.5, 0.0, 1.0, NAN, "finite"},
};

START_TEST(what_is_wrong_is_named) {
    const Refusal *refusal = &refusals[_i];
    Ground ground = ground_asleep();
    const uint64_t hash = ground_hash(&ground, ground.near);
    ClothCollider collider = cloth_collider(&refusal->shape);
    collider.friction = refusal->friction;
    collider.inflation_m = refusal->inflation_m;
    collider.pose.rotation[3] = refusal->w;
    collider.pose.position[0] = refusal->x;
    ClothError error = {0};
    ClothId id = 7;
    const ClothStatus added = cloth_world_add_collider(ground.world, &collider, &id, &error);
    gate_equal(refusal->name, added == CLOTH_BAD_ARGUMENT && id == 0, 1, "refused");
    gate_says(refusal->name, error.message, refusal->says);
    const ClothStatus set = cloth_world_set_collider(ground.world, ground.floor, &collider, &error);
    gate_equal(refusal->name, set == CLOTH_BAD_ARGUMENT, 1, "refused");
    ground_step(&ground, 2);
    gate_equal(refusal->name, ground_hash(&ground, ground.near) == hash, 1, "unchanged");
    cloth_world_destroy(ground.world);
}
END_TEST

/* A particle of the sheet exactly at the centre of a ball, on the axis of a capsule or cylinder, in the
 * middle of a box, and between two balls that enclose it: out in a second, at no more than what it
 * is pushed and falls with. */
START_TEST(what_starts_inside_comes_out) {
    static const ClothShape shapes[] = {{CLOTH_SPHERE, {0.03}},
                                        {CLOTH_CAPSULE, {0.03, 0.1}},
                                        {CLOTH_BOX, {0.03, 0.03, 0.03}},
                                        {CLOTH_CYLINDER, {0.03, 0.03}},
                                        {CLOTH_TAPERED_CAPSULE, {0.03, 0.02, 0.02}},
                                        {CLOTH_SPHERE, {0.03}}};
    static const double gravity[3] = {0.0, -9.81, 0.0};
    const bool twice = _i == 5;
    Ground ground = {.world = cloth_world_create()};
    /* A particle of the sheet lies at (0.025, 1, 0.025). */
    (void)ground_add_shape(ground.world, shapes[_i], (double[3]){0.025, twice ? 1.02 : 1.0, 0.025});
    if (twice) {
        (void)ground_add_shape(ground.world, shapes[_i], (double[3]){0.025, 0.98, 0.025});
    }
    ground.near = ground_add_sheet(ground.world, 0.0, 1.0);
    double speed = 0.0;
    ClothMeasure measure = {0};
    for (int k = 0; k < 60; k++) {
        ground_step(&ground, 1);
        cloth_measure(cloth_world_state(ground.world, ground.near), gravity, &measure);
        raise_to(&speed, measure.speed_max_m_s);
    }
    char name[96];
    const char *text = twice ? "two" : cloth_shape_text(shapes[_i].kind);
    const double depth = measure.residual_max_m[CLOTH_ROW_CONTACT];
    (void)snprintf(name, sizeof name, "inside_%s_depth", text);
    gate_at_most(name, isnan(depth) && measure.contacts == 0 ? 0.0 : depth, INSIDE_DEPTH_M, "m");
    (void)snprintf(name, sizeof name, "inside_%s_speed", text);
    gate_at_most(name, speed, INSIDE_SPEED_M_S, "m/s");
    cloth_world_destroy(ground.world);
}
END_TEST

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

int main(void) {
    Suite *suite = suite_create("colliders");
    TCase *cases = tcase_create("colliders");
    tcase_set_timeout(cases, 60.0);
    tcase_add_loop_test(cases, each_act_wakes_whom_it_concerns, 0, COUNT(acts));
    tcase_add_loop_test(cases, the_floor_wakes_all_that_lie_on_it, 0, COUNT(floors));
    tcase_add_test(cases, the_same_backstops_wake_nobody);
    tcase_add_loop_test(cases, layers_are_symmetric, 0, 6);
    tcase_add_test(cases, of_too_many_the_nearest_are_met);
    tcase_add_test(cases, handles_are_not_used_again);
    tcase_add_loop_test(cases, what_is_wrong_is_named, 0, COUNT(refusals));
    tcase_add_loop_test(cases, what_starts_inside_comes_out, 0, 6);
    suite_add_tcase(suite, cases);
    return gate_run(suite);
}
