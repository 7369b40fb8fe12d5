/*
 * gate_reconstruct_odd: whatever shape a cloth has been crushed into, every joint has a finite unit
 * rotation, and the one that reconstruct.c documents.
 *
 * Pathology: NaN from the direction of a link of no length, from a normal that has vanished, or
 * from the axis between opposite directions; a joint that spins from step to step on what rounding
 * leaves of a normal. Scenes: particles on the corners of a 3 x 3 x 3 lattice, where they coincide,
 * lie in lines and face each other all the time, at sizes from 1e-200 m to 1e150 m; sheets drawn to
 * a line, shrunk to a point and turned over; links reversed and closed up. Off: what rounding
 * leaves of a normal, any axis for what is turned over.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "gate.h"
#include "joints.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "math/pose.h"
#include "world/reconstruct.h"

enum { COLUMNS = 7, ROWS = 5 };

/* Every coordinate 0, 1 or 2 times size, and off that by up to `jitter` times size. */
static void onto_lattice(Rng *rng, double size, double jitter, int32_t count, double *position) {
    for (size_t k = 0; k < 3 * (size_t)count; k++) {
        position[k] = size * (rng_below(rng, 3) + jitter * rng_range(rng, -1.0, 1.0));
    }
}

/* Links that have closed up or turned right round: for those a plain formula gives NaN. */
static int64_t odd_links(const Joints *joints) {
    int64_t count = 0;
    for (int32_t i = 0; i < joints->count; i++) {
        const int32_t parent = joints->skeleton.parent[i];
        double a[3] = {1.0, 0.0, 0.0};
        double b[3] = {1.0, 0.0, 0.0};
        if (parent >= 0) {
            vec3_subtract(&joints->animated[3 * i], &joints->animated[3 * parent], a);
            vec3_subtract(&joints->simulated[3 * i], &joints->simulated[3 * parent], b);
        }
        count += !quat_direction(a, a) || !quat_direction(b, b) || vec3_dot(a, b) < -1.0 + 1e-12;
    }
    return count;
}

static void crush(const char *name, double animated_m, double simulated_m, double jitter) {
    Rng rng = {1};
    Joints joints = joints_fringed();
    int64_t bad = 0;
    int64_t odd = 0;
    joints_rotate_at_random(&joints, &rng);
    for (int round = 0; round < 300; round++) {
        onto_lattice(&rng, animated_m, 0.0, joints.count, joints.animated);
        onto_lattice(&rng, simulated_m, jitter, joints.count, joints.simulated);
        joints_reconstruct(&joints);
        bad += joints_not_rigid(&joints);
        odd += odd_links(&joints);
    }
    gate_equal(name, bad, 0, "joints");
    gate_at_least(name, (double)odd, 300.0, "odd_links");
    joints_free(&joints);
}

START_TEST(crushed_cloth_stays_rigid) {
    crush("crushed", 0.05, 0.05, 0.0);
    crush("crushed.rounded", 0.05, 0.05, 1e-16);
    crush("crushed.nearly", 0.05, 0.05, 1e-8);
    crush("crushed.tiny", 0.05, 1e-200, 0.0);
    crush("crushed.least", 1e-305, DBL_TRUE_MIN, 0.0);
    crush("crushed.huge", 1e150, 0.05, 0.0);
    crush("crushed.both", 1e-150, 1e150, 0.0);
}
END_TEST

/* At any size a rigid turn is found. */
START_TEST(size_does_not_matter) {
    static const double sizes[] = {1e-300, 1e-200, 1e-100, 1e-30, 1.0, 1e30, 1e100, 1e150, 1e300};
    Rng rng = {2};
    double most = 0.0;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, CLOTH_GRID_ONE_DIAGONAL);
        double turn[4];
        random_rotation(&rng, turn);
        joints_rotate_at_random(&sheet, &rng);
        joints_move_rigidly(&sheet, turn, (const double[]){0.0, 0.0, 0.0});
        for (int32_t c = 0; c < 3 * sheet.count; c++) {
            sheet.animated[c] *= sizes[k];
            sheet.simulated[c] *= sizes[sizeof sizes / sizeof sizes[0] - 1 - k];
        }
        joints_reconstruct(&sheet);
        raise_to(&most, joints_turn_error(&sheet, turn, 1));
        joints_free(&sheet);
    }
    /* measured 1.7e-15 */
    gate_at_most("sizes.error", most, 1e-12, "rad");
}
END_TEST

/* Surfaces. */

static const double identity[4] = {0.0, 0.0, 0.0, 1.0};

/* A pose turned about an axis by an angle, and by nothing else: measured to 4e-16. */
static void expect_turn(const char *name, const ClothPose *pose, double x, double y, double z,
                        double angle) {
    double expected[4];
    quat_axis_angle((const double[]){x, y, z}, angle, expected);
    gate_at_most(name, angle_between(pose->rotation, expected), 1e-14, "rad");
}

START_TEST(a_point_keeps_the_animation) {
    Rng rng = {3};
    int64_t other = 0;
    for (int which = 0; which < 2; which++) {
        Joints joints = joints_fringed();
        double *shrunk = which == 0 ? joints.simulated : joints.animated;
        joints_rotate_at_random(&joints, &rng);
        for (int32_t c = 0; c < 3 * joints.count; c++) {
            shrunk[c] = 0.7;
        }
        joints_reconstruct(&joints);
        for (int32_t i = 0; i < joints.count; i++) {
            other += memcmp(joints.pose[i].rotation, &joints.rotation[4 * (size_t)i],
                            4 * sizeof(double)) != 0;
        }
        joints_free(&joints);
    }
    gate_equal("point.other", other, 0, "joints");
}
END_TEST

/* Onto a line of any direction within a metre of the origin, stored as double or as float. */
static void draw_to_line(Joints *sheet, Rng *rng, int as_float) {
    double along[3];
    double from[3];
    do {
        rng_vector(rng, 1.0, along);
    } while (!quat_direction(along, along));
    rng_vector(rng, 1.0, from);
    for (int32_t i = 0; i < sheet->count; i++) {
        const double *flat = &sheet->animated[3 * (size_t)i];
        for (int k = 0; k < 3; k++) {
            const double x = from[k] + along[k] * (flat[0] + 0.37 * flat[1]);
            sheet->simulated[3 * i + k] = as_float ? (double)(float)x : x;
        }
    }
}

/* A sheet drawn to a line turns with its twist neighbours; of rounding there is a normal left. */
START_TEST(a_line_turns_with_the_neighbour) {
    Rng rng = {4};
    double most = 0.0;
    double off = 0.0;
    for (int round = 0; round < 200; round++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, CLOTH_GRID_ONE_DIAGONAL);
        draw_to_line(&sheet, &rng, round % 2);
        joints_reconstruct(&sheet);
        for (int32_t place = 0; place < sheet.count; place++) {
            const size_t joint = 3 * (size_t)sheet.skeleton.order[place];
            const size_t next = 3 * (size_t)sheet.skeleton.twist[place];
            double link[2][3];
            double expected[4];
            vec3_subtract(&sheet.animated[next], &sheet.animated[joint], link[0]);
            vec3_subtract(&sheet.simulated[next], &sheet.simulated[joint], link[1]);
            quat_shortest_arc(link[0], link[1], expected);
            raise_to(&most, angle_between(sheet.pose[joint / 3].rotation, expected));
            /* What the first triangle's rounding says. */
            const size_t corner =
                3 * (size_t)sheet.skeleton.fan[2 * sheet.skeleton.fan_offset[place]];
            double other[3];
            double normal[3];
            double facing[3];
            vec3_subtract(&sheet.simulated[corner], &sheet.simulated[joint], other);
            vec3_cross(link[1], other, normal);
            quat_rotate(sheet.pose[joint / 3].rotation, (const double[]){0.0, 0.0, 1.0}, facing);
            if (quat_direction(normal, normal)) {
                raise_to(&off, distance_between(normal, facing, 3));
            }
        }
        joints_free(&sheet);
    }
    /* measured 0; off 2, the other way round */
    gate_at_most("line.error", most, 1e-14, "rad");
    gate_at_least("line.off.rounding", off, 1.0, "1");
}
END_TEST

/* The least and largest share of its twist neighbour's squared distance that a normal has. */
static void normal_shares(const Joints *sheet, double *least, double *most) {
    const ClothSkeleton *skeleton = &sheet->skeleton;
    for (int32_t place = 0; place < skeleton->surface_count; place++) {
        const double *x = sheet->simulated;
        const double *joint = &x[3 * (size_t)skeleton->order[place]];
        double normal[3] = {0.0, 0.0, 0.0};
        double side[2][3];
        double area[3];
        for (int32_t f = skeleton->fan_offset[place]; f < skeleton->fan_offset[place + 1]; f++) {
            vec3_subtract(&x[3 * skeleton->fan[2 * f]], joint, side[0]);
            vec3_subtract(&x[3 * skeleton->fan[2 * f + 1]], joint, side[1]);
            vec3_cross(side[0], side[1], area);
            vec3_add_scaled(normal, area, 1.0);
        }
        vec3_subtract(&x[3 * skeleton->twist[place]], joint, side[0]);
        const double share = vec3_length(normal) / vec3_dot(side[0], side[0]);
        raise_to(most, share);
        *least = less_of(*least, share);
    }
}

/* The limit of what counts as a normal, 1e-4, lies between what float leaves of one and the least
 * that crumpling makes of one. */
START_TEST(what_counts_as_a_normal) {
    Rng rng = {8};
    Joints sheet = joints_sheet(COLUMNS, ROWS, CLOTH_GRID_ONE_DIAGONAL);
    double least = INFINITY;
    double most = 0.0;
    double unused = 0.0;
    for (int round = 0; round < 500; round++) {
        draw_to_line(&sheet, &rng, 1);
        normal_shares(&sheet, &unused, &most);
    }
    unused = 0.0;
    for (int round = 0; round < 2000; round++) {
        joints_shake(&sheet, &rng, 0.05);
        normal_shares(&sheet, &least, &unused);
    }
    /* measured 1.9e-5 and 0.013 */
    gate_at_most("normal.line", most, 5e-5, "1");
    gate_at_least("normal.crumpled", least, 1e-3, "1");
    joints_free(&sheet);
}
END_TEST

/* Turned over about any axis in its plane, its normals are opposite: the twist says which axis. */
START_TEST(turned_over_finds_its_axis) {
    Rng rng = {5};
    double most = 0.0;
    double off = 0.0;
    for (int round = 0; round < 100; round++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, CLOTH_GRID_ALTERNATING);
        const double angle = rng_range(&rng, 0.0, PI);
        const double turn[4] = {cos(angle), sin(angle), 0.0, 0.0};
        joints_rotate_at_random(&sheet, &rng);
        joints_move_rigidly(&sheet, turn, (const double[]){0.0, 0.0, 0.0});
        joints_reconstruct(&sheet);
        raise_to(&most, joints_turn_error(&sheet, turn, 1));
        double half[4];
        quat_half_turn((const double[]){0.0, 0.0, 1.0}, half);
        raise_to(&off, angle_between(half, turn));
        joints_free(&sheet);
    }
    /* measured 2.7e-15; off 3.1 */
    gate_at_most("over.error", most, 1e-12, "rad");
    gate_at_least("over.off.any_axis", off, 1.0, "rad");
}
END_TEST

/* Half a turn about the normal: as far as a twist goes. */
START_TEST(twisted_by_half_a_turn) {
    Rng rng = {6};
    Joints sheet = joints_sheet(COLUMNS, ROWS, CLOTH_GRID_ALTERNATING);
    double most = 0.0;
    for (int k = 0; k < 40; k++) {
        const double angle = PI - (k == 0 ? 0.0 : rng_log_range(&rng, 1e-16, 1e-2));
        double turn[4];
        quat_axis_angle((const double[]){0.0, 0.0, k % 2 == 0 ? 1.0 : -1.0}, angle, turn);
        joints_move_rigidly(&sheet, turn, (const double[]){0.0, 0.0, 0.0});
        joints_reconstruct(&sheet);
        raise_to(&most, joints_turn_error(&sheet, turn, 1));
    }
    /* measured 1.9e-15 */
    gate_at_most("half_twist.error", most, 1e-13, "rad");
    joints_free(&sheet);
}
END_TEST

/* Four triangles round particle 0, whose twist neighbour is 1; turned by 1 rad about x with 1 where
 * it is put. Their normal is (x1 - x3) x (x2 - x4). */
static void pose_square(const double moved[2][3], ClothPose pose[5]) {
    const double animated[15] = {0.0, 0.0,  0.0, 1.2, 0.0, 0.0,  0.0, 1.0,
                                 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0};
    const int32_t triangle[12] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};
    double rotation[20] = {0.0};
    double simulated[15];
    double turn[4];
    ClothSkeleton skeleton;
    ck_assert(cloth_skeleton_build(animated, 5, NULL, 0, triangle, 4, &skeleton, NULL) == CLOTH_OK);
    gate_equal("square.twist", skeleton.twist[0], 1, "particle");
    memcpy(simulated, animated, sizeof simulated);
    memcpy(&simulated[3], moved[0], sizeof moved[0]);
    memcpy(&simulated[9], moved[1], sizeof moved[1]);
    quat_axis_angle((const double[]){1.0, 0.0, 0.0}, 1.0, turn);
    for (int i = 0; i < 5; i++) {
        rotation[4 * i + 3] = 1.0;
        quat_rotate(turn, &simulated[3 * i], &simulated[3 * i]);
    }
    cloth_reconstruct(&skeleton, animated, rotation, simulated, pose, NULL);
    cloth_skeleton_free(&skeleton);
}

/* The swing of the normal alone; otherwise the twist comes on top. */
START_TEST(a_neighbour_that_says_nothing) {
    ClothPose pose[5];
    pose_square((const double[2][3]){{0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}}, pose);
    expect_turn("square.on_the_joint", &pose[0], 1.0, 0.0, 0.0, 1.0);
    pose_square((const double[2][3]){{0.0, 0.0, 0.3}, {-1.0, 0.0, 0.3}}, pose);
    expect_turn("square.on_the_normal", &pose[0], 1.0, 0.0, 0.0, 1.0);
    pose_square((const double[2][3]){{0.3, 0.3, 0.0}, {-1.0, 0.0, 0.0}}, pose);
    double twisted[4];
    double turn[4];
    quat_axis_angle((const double[]){0.0, 0.0, 1.0}, PI / 4, twisted);
    quat_axis_angle((const double[]){1.0, 0.0, 0.0}, 1.0, turn);
    quat_multiply(turn, twisted, turn);
    /* measured 2.5e-16 */
    gate_at_most("square.guard.twisted", angle_between(pose[0].rotation, turn), 1e-14, "rad");
}
END_TEST

/* Chains. */

/* A rope of three links along -y, its last three particles put elsewhere. */
static void pose_rope(const double (*moved)[3], ClothPose pose[4]) {
    Joints rope = joints_rope(3);
    memcpy(&rope.simulated[3], moved, 9 * sizeof(double));
    joints_reconstruct(&rope);
    memcpy(pose, rope.pose, 4 * sizeof *pose);
    joints_free(&rope);
}

START_TEST(links_that_say_nothing) {
    ClothPose pose[4];
    /* The middle link has closed up; the others point to +x, a quarter turn about z. */
    pose_rope((const double[3][3]){{0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.2, 0.0, 0.0}}, pose);
    expect_turn("closed.0", &pose[0], 0.0, 0.0, 1.0, PI / 2);
    expect_turn("closed.1", &pose[1], 0.0, 0.0, 1.0, PI / 2);
    expect_turn("closed.2", &pose[2], 0.0, 0.0, 1.0, PI / 2);
    expect_turn("closed.3", &pose[3], 0.0, 0.0, 1.0, PI / 2);
    /* The first two have: the root and the joint after it hear nothing. */
    pose_rope((const double[3][3]){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}}, pose);
    gate_equal("silent.0", memcmp(pose[0].rotation, identity, sizeof identity), 0, "memcmp");
    gate_equal("silent.1", memcmp(pose[1].rotation, identity, sizeof identity), 0, "memcmp");
    expect_turn("silent.2", &pose[2], 0.0, 0.0, 1.0, PI / 2);
    expect_turn("silent.3", &pose[3], 0.0, 0.0, 1.0, PI / 2);
    /* Reversed: half a turn about x, which -y is farthest from and which comes first. */
    pose_rope((const double[3][3]){{0.0, 0.1, 0.0}, {0.0, 0.2, 0.0}, {0.0, 0.3, 0.0}}, pose);
    for (int i = 0; i < 4; i++) {
        expect_turn("reversed", &pose[i], 1.0, 0.0, 0.0, PI);
    }
    /* Folded back on itself: the joint at the fold is half way. */
    pose_rope((const double[3][3]){{0.0, -0.1, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.1, 0.0}}, pose);
    expect_turn("folded.0", &pose[0], 1.0, 0.0, 0.0, 0.0);
    expect_turn("folded.1", &pose[1], 1.0, 0.0, 0.0, PI / 2);
    expect_turn("folded.2", &pose[2], 1.0, 0.0, 0.0, PI);
}
END_TEST

/* Two links from one root, turned by nearly half a turn one way and the other: as quaternions
 * nearly q and -q, which add up to nothing. */
START_TEST(half_turns_do_not_cancel) {
    const double animated[9] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    const double simulated[9] = {0.0, 0.0, 0.0, -1.0, 0.0, -1e-6, -1.0, 0.0, 1e-6};
    const double rotation[12] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    ClothSkeleton skeleton;
    ClothPose pose[3];
    ck_assert(cloth_skeleton_build(animated, 3, (const int32_t[]){0, 1, 0, 2}, 2, NULL, 0,
                                   &skeleton, NULL) == CLOTH_OK);
    cloth_reconstruct(&skeleton, animated, rotation, simulated, pose, NULL);
    expect_turn("cancel", &pose[0], 0.0, 1.0, 0.0, PI);
    cloth_skeleton_free(&skeleton);
}
END_TEST

/* What is not finite. */

START_TEST(a_particle_that_is_not_finite) {
    Rng rng = {7};
    static const double values[] = {NAN, INFINITY, -INFINITY};
    int64_t hidden = 0;
    int64_t spread = 0;
    for (int v = 0; v < 3; v++) {
        Joints joints = joints_fringed();
        joints_rotate_at_random(&joints, &rng);
        joints_shake(&joints, &rng, 0.01);
        for (int32_t i = 0; i < joints.count; i++) {
            double kept[3];
            double *x = &joints.simulated[3 * (size_t)i];
            memcpy(kept, x, sizeof kept);
            x[rng_below(&rng, 3)] = values[v];
            joints_reconstruct(&joints);
            hidden += cloth_pose_is_rigid(&joints.pose[i]);
            hidden += isfinite(quat_dot(joints.pose[i].rotation, joints.pose[i].rotation));
            /* Itself, six round it and a strand. */
            spread += joints_not_rigid(&joints) > 8;
            memcpy(x, kept, sizeof kept);
        }
        joints_free(&joints);
    }
    gate_equal("not_finite.hidden", hidden, 0, "joints");
    gate_equal("not_finite.spread", spread, 0, "particles");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reconstruct_odd");
    gate_add(suite, "crushed_cloth_stays_rigid", crushed_cloth_stays_rigid, 20.0);
    gate_add(suite, "size_does_not_matter", size_does_not_matter, 20.0);
    gate_add(suite, "a_point_keeps_the_animation", a_point_keeps_the_animation, 20.0);
    gate_add(suite, "a_line_turns_with_the_neighbour", a_line_turns_with_the_neighbour, 20.0);
    gate_add(suite, "what_counts_as_a_normal", what_counts_as_a_normal, 20.0);
    gate_add(suite, "turned_over_finds_its_axis", turned_over_finds_its_axis, 20.0);
    gate_add(suite, "twisted_by_half_a_turn", twisted_by_half_a_turn, 20.0);
    gate_add(suite, "a_neighbour_that_says_nothing", a_neighbour_that_says_nothing, 20.0);
    gate_add(suite, "links_that_say_nothing", links_that_say_nothing, 20.0);
    gate_add(suite, "half_turns_do_not_cancel", half_turns_do_not_cancel, 20.0);
    gate_add(suite, "a_particle_that_is_not_finite", a_particle_that_is_not_finite, 20.0);
    return gate_run(suite);
}
