/*
 * gate_frame: what of a frame's motion must be exact, and what nearly so (e25).
 *
 * Where a frame is in the world changes no bit of what happens in it. At inertia 0 nothing of its
 * motion is felt. At inertia 1 it is bookkeeping: the cloth goes as it would in a still frame whose
 * holders went that way, and a holder told in the world does not know that a frame moves under it.
 */
#include <math.h>

#include "gate.h"
#include "scenes/ride.h"

/* Rounding of a step, 4e-16 m, and what two runs may have grown apart by after 60 steps: 9e-11 m,
 * as much as two that were nudged by 1e-15 m/s at the start. */
#define ONE_STEP_M 1e-14
#define A_SECOND_M 1e-7

/* Off the frame's origin, so that turns have an arm, and swinging. */
static RideShape scene(int fabric, RidePath path, RideWho who, double inertia) {
    RideShape shape = ride_default();
    shape.fabric = cloth_fabric((ClothFabricName)fabric);
    shape.fabric.inertia = inertia;
    shape.path = path;
    shape.who = who;
    shape.arm_m = 0.3;
    shape.swing_m_s = 1.0;
    return shape;
}

static RideShape sheet(RideShape shape) {
    shape.columns = 5;
    shape.links = 6;
    return shape;
}

static RideShape moved(RideShape shape, double far_m) {
    shape.far_m[0] = far_m;
    shape.far_m[1] = -far_m;
    shape.far_m[2] = far_m;
    return shape;
}

static void start(const RideShape *shape, Ride *ride) {
    ClothError error = {0};
    const ClothStatus status = ride_start(shape, ride, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
}

static void go(Ride *ride, int64_t steps) {
    ClothError error = {0};
    const ClothStatus status = ride_steps(ride, steps, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
}

static int64_t differing(const Ride *a, const Ride *b) {
    return (int64_t)cloth_differing_bytes(cloth_world_state(a->hung.world, a->hung.cloth),
                                          cloth_world_state(b->hung.world, b->hung.cloth), NULL);
}

/* Takes both 60 steps and holds them to no differing byte. */
static void check_same(const char *name, const RideShape *first, const RideShape *second) {
    Ride a;
    Ride b;
    start(first, &a);
    start(second, &b);
    const int64_t before = cloth_steps_taken(cloth_world_state(a.hung.world, a.hung.cloth));
    go(&a, 60);
    go(&b, 60);
    const int64_t after = cloth_steps_taken(cloth_world_state(a.hung.world, a.hung.cloth));
    gate_equal("same_engaged", after - before, 60, "steps");
    gate_equal(name, differing(&a, &b), 0, "bytes");
    ride_free(&a);
    ride_free(&b);
}

/* The same way in the world, to rounding. */
static void check_alike(const char *first_name, const char *name, const RideShape *first,
                        const RideShape *second) {
    Ride a;
    Ride b;
    start(first, &a);
    start(second, &b);
    go(&a, 1);
    go(&b, 1);
    gate_at_most(first_name, ride_apart_in_world(&a, &b), ONE_STEP_M, "m");
    go(&a, 59);
    go(&b, 59);
    gate_at_most(name, ride_apart_in_world(&a, &b), A_SECOND_M, "m");
    ride_free(&a);
    ride_free(&b);
}

static void check_far(const char *name, RidePath path, RideWho who) {
    static const double far_m[] = {1e3, 1e5};
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        for (int k = 0; k < 2; k++) {
            const double inertia = cloth_fabric((ClothFabricName)fabric).inertia;
            const RideShape home = scene(fabric, path, who, inertia);
            const RideShape away = moved(home, far_m[k]);
            const RideShape home_sheet = sheet(home);
            const RideShape away_sheet = sheet(away);
            check_same(name, &home, &away);
            check_same(name, &home_sheet, &away_sheet);
        }
    }
}

START_TEST(far_away_changes_no_byte) {
    check_far("far_still", RIDE_STILL, RIDE_FRAME);
    check_far("far_world", RIDE_STILL, RIDE_WORLD);
}
END_TEST

/* In steps of an eighth of a metre, which every double here holds. */
START_TEST(far_away_motion_changes_no_byte) {
    check_far("far_frame", RIDE_DYADIC, RIDE_FRAME);
    check_far("far_both", RIDE_DYADIC, RIDE_WORLD);
    check_far("far_under", RIDE_DYADIC, RIDE_UNDER);
}
END_TEST

/* What a holder does in a frame that stands still is told in the frame, whatever its numbers. */
START_TEST(far_away_holder_changes_no_byte) {
    check_far("far_holder", RIDE_ROAM, RIDE_HOLDER);
}
END_TEST

START_TEST(nothing_is_felt_at_inertia_0) {
    static const RidePath paths[] = {RIDE_DYADIC, RIDE_SQUARE, RIDE_SPRINT, RIDE_SPIN};
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        for (int k = 0; k < 4; k++) {
            const RideShape still = scene(fabric, RIDE_STILL, RIDE_FRAME, 0.0);
            const RideShape moving = scene(fabric, paths[k], RIDE_FRAME, 0.0);
            const RideShape away = moved(moving, 1e5);
            check_same("inertia_0", &still, &moving);
            check_same("inertia_0_far", &still, &away);
        }
    }
}
END_TEST

START_TEST(frame_is_bookkeeping_at_inertia_1) {
    static const RidePath paths[] = {RIDE_DYADIC, RIDE_SQUARE, RIDE_SPIN, RIDE_ROAM};
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        for (int k = 0; k < 4; k++) {
            const RideShape frame = scene(fabric, paths[k], RIDE_FRAME, 1.0);
            const RideShape holder = scene(fabric, paths[k], RIDE_HOLDER, 1.0);
            const RideShape both = scene(fabric, paths[k], RIDE_WORLD, 1.0);
            check_alike("inertia_1_step", "inertia_1", &frame, &holder);
            check_alike("told_in_world_step", "told_in_world", &both, &holder);
        }
        const RideShape frame = sheet(scene(fabric, RIDE_ROAM, RIDE_FRAME, 1.0));
        const RideShape holder = sheet(scene(fabric, RIDE_ROAM, RIDE_HOLDER, 1.0));
        check_alike("inertia_1_sheet_step", "inertia_1_sheet", &frame, &holder);
    }
}
END_TEST

START_TEST(held_in_the_world_the_frame_goes_unfelt) {
    static const RidePath paths[] = {RIDE_DYADIC, RIDE_SQUARE, RIDE_SPIN, RIDE_ROAM};
    for (int fabric = 0; fabric < CLOTH_FABRICS; fabric++) {
        for (int k = 0; k < 4; k++) {
            const RideShape under = scene(fabric, paths[k], RIDE_UNDER, 1.0);
            const RideShape still = scene(fabric, RIDE_STILL, RIDE_WORLD, 1.0);
            check_alike("under_step", "under", &under, &still);
        }
    }
}
END_TEST

/* The guard of all of these: a motion that is felt shows. */
START_TEST(motion_shows_otherwise) {
    Ride still;
    Ride moving;
    const RideShape stays = scene(CLOTH_SILK, RIDE_STILL, RIDE_FRAME, 1.0);
    const RideShape goes = scene(CLOTH_SILK, RIDE_ROAM, RIDE_FRAME, 1.0);
    start(&stays, &still);
    start(&goes, &moving);
    go(&still, 60);
    go(&moving, 60);
    /* measured 0.47 */
    gate_at_least("motion_shows", ride_apart_in_frame(&still, &moving), 0.1, "m");
    ride_free(&still);
    ride_free(&moving);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frame");
    gate_add(suite, "far_away_changes_no_byte", far_away_changes_no_byte, 60.0);
    gate_add(suite, "far_away_motion_changes_no_byte", far_away_motion_changes_no_byte, 60.0);
    gate_add(suite, "far_away_holder_changes_no_byte", far_away_holder_changes_no_byte, 60.0);
    gate_add(suite, "nothing_is_felt_at_inertia_0", nothing_is_felt_at_inertia_0, 60.0);
    gate_add(suite, "frame_is_bookkeeping_at_inertia_1", frame_is_bookkeeping_at_inertia_1, 60.0);
    gate_add(suite, "held_in_the_world_the_frame_goes_unfelt",
             held_in_the_world_the_frame_goes_unfelt, 60.0);
    gate_add(suite, "motion_shows_otherwise", motion_shows_otherwise, 30.0);
    return gate_run(suite);
}
