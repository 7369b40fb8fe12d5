/*
 * gate_met_colliders: the table of colliders that a cloth meets, as it is given and exchanged.
 *
 * Pathology: a collider out of its range that is half applied, a contact whose multiplier goes over
 * to whatever took its collider's place in the table, a contact with what is no longer there, a block
 * that remembers colliders which are gone. Mechanism: collide/table.c, which checks the whole list
 * first, and moves slots with their handles. Scene: particles in the corner of a floor and a wall,
 * pressing on both; then other colliders come before, between and behind them, and go.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gate.h"
#include "touching.h"

enum { PARTICLES = 8, ROOM = 8 * CLOTH_CONTACT_SLOTS, FLOOR = 10, WALL = 20 };

static ClothMetCollider floor_of(uint64_t handle) {
    const ClothShape shape = cloth_half_space();
    const ClothPose pose = cloth_pose_identity();
    return touching_met(handle, &shape, &pose, 0.5);
}

/* x below 1 m is free. */
static ClothMetCollider wall_of(uint64_t handle) {
    ClothMetCollider wall = floor_of(handle);
    wall.from.position[0] = 1.0;
    wall.from.rotation[2] = sqrt(0.5);
    wall.from.rotation[3] = sqrt(0.5);
    wall.to = wall.from;
    return wall;
}

/* A ball that touches nothing. */
static ClothMetCollider ball_of(uint64_t handle) {
    ClothMetCollider ball = floor_of(handle);
    ball.shape = cloth_sphere(0.5);
    ball.from.position[1] = ball.to.position[1] = 50.0;
    return ball;
}

static ClothStep lean(void) {
    ClothStep step = cloth_step_default();
    step.gravity[0] = 3.0;
    return step;
}

static void advance(ClothState *state, const ClothStep *step, int steps) {
    ClothError error = {0};
    for (int s = 0; s < steps; s++) {
        ck_assert_msg(cloth_step(state, step, NULL, &error) == CLOTH_OK, "%s", error.message);
    }
}

static ClothState *particles_in_the_corner(void) {
    double position[3 * PARTICLES];
    for (int i = 0; i < PARTICLES; i++) {
        position[3 * i] = 0.99;
        position[3 * i + 1] = 0.01;
        position[3 * i + 2] = 0.1 * i;
    }
    ClothState *state = touching_particles(PARTICLES, position, 0.02, 0.01);
    const ClothMetCollider list[2] = {floor_of(FLOOR), wall_of(WALL)};
    touching_set(state, list, 2);
    const ClothStep step = lean();
    advance(state, &step, 30);
    return state;
}

/* Whether a block is whole. */
static int64_t unsound(const ClothState *state) {
    ClothError error = {0};
    const bool sound = cloth_check_block(state, cloth_bytes(state), &error) == CLOTH_OK;
    if (!sound) {
        printf("%s\n", error.message);
    }
    return !sound;
}

/* Refusals. */

static ClothState *refusing;

static void refuse(const char *name, const ClothMetCollider *list, int32_t count,
                   const char *says) {
    ClothError error = {0};
    const uint64_t before = cloth_hash(refusing);
    gate_equal(name, (int64_t)cloth_set_colliders(refusing, list, count, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_says(name, error.message, says);
    gate_equal(name, cloth_hash(refusing) == before, 1, "unchanged");
}

/* The second of two colliders has `member` set; the first is sound. */
#define REFUSE(name, member, value, says)                                                          \
    {                                                                                              \
        ClothMetCollider list[2] = {floor_of(3), wall_of(5)};                                      \
        list[1].member = (value);                                                                  \
        refuse(name, list, 2, says);                                                               \
    }

START_TEST(colliders_are_refused_by_name) {
    refusing = particles_in_the_corner();
    ClothMetCollider many[CLOTH_COLLIDERS_MAX + 1];
    for (int k = 0; k <= CLOTH_COLLIDERS_MAX; k++) {
        many[k] = ball_of((uint64_t)k + 1);
    }
    refuse("count_65", many, CLOTH_COLLIDERS_MAX + 1, "65 colliders");
    refuse("count_negative", many, -1, "-1 colliders");
    refuse("no_list", NULL, 1, "with no list");
    REFUSE("handle_zero", handle, 0, "collider 0: handles must rise")
    REFUSE("handle_again", handle, 3, "collider 3: handles must rise")
    REFUSE("handle_lower", handle, 2, "collider 2: handles must rise")
    REFUSE("kind", shape.kind, (ClothShapeKind)99, "collider 5: ")
    REFUSE("mesh", shape.kind, CLOTH_TRIANGLES, "collider 5: ")
    REFUSE("radius_0", shape, cloth_sphere(0.0), "radius")
    REFUSE("radius_nan", shape, cloth_sphere(NAN), "radius")
    REFUSE("radius_infinite", shape, cloth_sphere(INFINITY), "radius")
    REFUSE("radius_negative", shape, cloth_capsule(-1.0, 1.0), "radius")
    REFUSE("side_0", shape, cloth_box(1.0, 0.0, 1.0), "collider 5: ")
    REFUSE("height", shape, cloth_cylinder(1.0, 1e7), "collider 5: ")
    static const double never[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        REFUSE("from_position", from.position[k], never[k], "poses must be finite")
        REFUSE("to_position", to.position[k], never[k], "poses must be finite")
        REFUSE("from_rotation", from.rotation[k], never[k], "poses must be finite")
    }
    REFUSE("from_far", from.position[0], 1.01 * CLOTH_COLLIDER_FAR_M, "m off either way")
    REFUSE("to_far", to.position[1], -1.01 * CLOTH_COLLIDER_FAR_M, "m off either way")
    REFUSE("to_rotation_long", to.rotation[3], 1.0, "poses must be finite")
    REFUSE("from_rotation_short", from.rotation[3], 0.0, "poses must be finite")
    REFUSE("friction_negative", friction, -1e-300, "friction")
    REFUSE("friction_large", friction, nextafter(CLOTH_FRICTION_MAX, 11.0), "friction")
    REFUSE("friction_nan", friction, NAN, "friction")
    REFUSE("inflation_negative", inflation_m, -1e-300, "inflation_m")
    REFUSE("inflation_large", inflation_m, nextafter(CLOTH_THICKNESS_MAX_M, 1e7), "inflation_m")
    REFUSE("inflation_nan", inflation_m, NAN, "inflation_m")
    /* As many as there is room for are legal, and so are the ends of the ranges. */
    many[7].friction = CLOTH_FRICTION_MAX;
    many[8].friction = 0.0;
    many[9].inflation_m = CLOTH_THICKNESS_MAX_M;
    many[CLOTH_COLLIDERS_MAX - 1].handle = UINT64_MAX;
    touching_set(refusing, many, CLOTH_COLLIDERS_MAX);
    gate_equal("count_64_sound", unsound(refusing), 0, "blocks");
    cloth_destroy(refusing);
}
END_TEST

/* Exchanges. */

static int32_t read_contacts(const ClothState *state, ClothContact list[ROOM]) {
    memset(list, 0, ROOM * sizeof list[0]);
    return cloth_contacts(state, list, ROOM);
}

/* How many contacts with `handle` there are in a that are not the same in b, to the bit. */
static int64_t lost(const ClothContact a[ROOM], const ClothContact b[ROOM], uint64_t handle) {
    int64_t count = 0;
    for (int k = 0; k < ROOM; k++) {
        bool found = a[k].handle != handle;
        for (int other = 0; !found && other < ROOM; other++) {
            found = memcmp(&a[k], &b[other], sizeof a[k]) == 0;
        }
        count += !found;
    }
    return count;
}

START_TEST(contacts_follow_their_handles) {
    ClothState *state = particles_in_the_corner();
    ClothContact before[ROOM];
    ClothContact after[ROOM];
    gate_equal("corner_contacts", read_contacts(state, before), 2 * PARTICLES, "contacts");
    /* Particles are told in the graph's numbering, and each contact by rising handle. */
    gate_equal("corner_order",
               before[0].handle == FLOOR && before[1].handle == WALL &&
                   before[0].particle == before[1].particle,
               1, "order");
    const ClothMetCollider more[] = {ball_of(1), floor_of(FLOOR), ball_of(15), wall_of(WALL),
                                     ball_of(1ull << 40)};
    touching_set(state, more, 5);
    gate_equal("more_contacts", read_contacts(state, after), 2 * PARTICLES, "contacts");
    gate_equal("more_lost", lost(before, after, FLOOR) + lost(before, after, WALL), 0, "contacts");
    gate_equal("more_sound", unsound(state), 0, "blocks");
    /* Without the floor: what presses on the wall goes on, and nothing has the floor's. */
    touching_set(state, &more[3], 2);
    gate_equal("fewer_contacts", read_contacts(state, after), PARTICLES, "contacts");
    gate_equal("fewer_lost", lost(before, after, WALL), 0, "contacts");
    gate_equal("fewer_sound", unsound(state), 0, "blocks");
    /* Another collider in the floor's and wall's places, and handles: none of theirs. */
    const ClothMetCollider other[] = {floor_of(FLOOR + 1), wall_of(WALL + 1)};
    touching_set(state, other, 2);
    gate_equal("other_contacts", read_contacts(state, after), 0, "contacts");
    touching_set(state, NULL, 0);
    gate_equal("none_sound", unsound(state), 0, "blocks");
    cloth_destroy(state);
}
END_TEST

/* A table that is exchanged for itself under other handles' company makes no difference to what
 * follows; one that is not the same does. */
START_TEST(an_exchange_is_not_felt) {
    const ClothStep step = lean();
    ClothState *plain = particles_in_the_corner();
    ClothState *crowd = particles_in_the_corner();
    const ClothMetCollider list[] = {ball_of(1), floor_of(FLOOR), ball_of(15), wall_of(WALL)};
    const ClothMetCollider alone[] = {floor_of(FLOOR), wall_of(WALL)};
    const ClothMetCollider fresh[] = {floor_of(FLOOR + 5), wall_of(WALL + 5)};
    for (int s = 0; s < 20; s++) {
        touching_set(plain, alone, 2);
        touching_set(crowd, list, 4);
        advance(plain, &step, 1);
        advance(crowd, &step, 1);
    }
    /* What the crowd leaves in the block goes with it. */
    touching_set(plain, alone, 2);
    touching_set(crowd, alone, 2);
    const char *field = NULL;
    gate_equal("exchange_felt", (int64_t)cloth_differing_bytes(plain, crowd, &field), 0, "bytes");
    touching_set(crowd, fresh, 2);
    touching_set(plain, alone, 2);
    advance(plain, &step, 1);
    advance(crowd, &step, 1);
    double x[2][3 * PARTICLES];
    int64_t moved = 0;
    cloth_positions(plain, x[0]);
    cloth_positions(crowd, x[1]);
    for (int k = 0; k < 3 * PARTICLES; k++) {
        moved += x[0][k] != x[1][k];
    }
    gate_at_least("fresh_handles_are_felt", (double)moved, PARTICLES, "coordinates");
    cloth_destroy(plain);
    cloth_destroy(crowd);
}
END_TEST

/* A collider stays where a step has taken it. */
START_TEST(a_step_takes_a_collider_there_once) {
    const double x[3] = {0.0, 0.01, 0.0};
    ClothState *state = touching_particles(1, x, 0.02, 0.01);
    ClothMetCollider lift = floor_of(1);
    const ClothStep step = cloth_step_default();
    lift.to.position[1] = 0.05;
    touching_set(state, &lift, 1);
    advance(state, &step, 1);
    double there[3];
    cloth_positions(state, there);
    gate_at_most("lifted", fabs(there[1] - 0.06), 5e-3, "m");
    advance(state, &step, 120);
    cloth_positions(state, there);
    gate_at_most("stays_lifted", fabs(there[1] - 0.06), 1e-6, "m");
    cloth_destroy(state);
}
END_TEST

/* What is accepted can be stepped: a collider from as far as one may be, and the least of bands, whose
 * penalties have no inverse. */
START_TEST(what_is_accepted_can_be_stepped) {
    static const ClothSolver solvers[] = {CLOTH_AVBD, CLOTH_VBD, CLOTH_XPBD};
    int64_t lost = 0;
    for (int k = 0; k < 6; k++) {
        ClothState *state = particles_in_the_corner();
        ClothMetCollider list[2] = {floor_of(FLOOR), ball_of(WALL)};
        ClothStep step = lean();
        step.solver = solvers[k % 3];
        if (k < 3) {
            list[1].from.position[0] = CLOTH_COLLIDER_FAR_M;
        } else {
            step.constants.contact_min = 5e-324;
            step.constants.contact_max = 5e-324;
        }
        touching_set(state, list, 2);
        for (int s = 0; s < 3; s++) {
            ClothError error = {0};
            const bool stepped = cloth_step(state, &step, NULL, &error) == CLOTH_OK;
            lost += !stepped || unsound(state);
        }
        cloth_destroy(state);
    }
    gate_equal("accepted_and_lost", lost, 0, "steps");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("met_colliders");
    gate_add(suite, "colliders_are_refused_by_name", colliders_are_refused_by_name, 20.0);
    gate_add(suite, "contacts_follow_their_handles", contacts_follow_their_handles, 20.0);
    gate_add(suite, "an_exchange_is_not_felt", an_exchange_is_not_felt, 20.0);
    gate_add(suite, "a_step_takes_a_collider_there_once", a_step_takes_a_collider_there_once, 20.0);
    gate_add(suite, "what_is_accepted_can_be_stepped", what_is_accepted_can_be_stepped, 20.0);
    return gate_run(suite);
}
