#include "shapes.h"

#include <math.h>
#include <stddef.h>

#include "gate.h"
#include "math/quat.h"
#include "world/pose.h"
#include "world/reconstruct.h"

enum { PLACES = 50, LINKS = 16, COLUMNS = 9, ROWS = 7 };

static const ClothGridCut cuts[] = {CLOTH_GRID_ONE_DIAGONAL, CLOTH_GRID_ALTERNATING,
                                    CLOTH_GRID_BOTH};

enum { CUTS = sizeof cuts / sizeof cuts[0] };

double shapes_rigid_rad(uint32_t without) {
    Rng rng = {1};
    double most = 0.0;
    for (int place = 0; place < PLACES; place++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, cuts[place % CUTS]);
        sheet.without = without;
        double turn[4];
        double move[3];
        joints_rotate_at_random(&sheet, &rng);
        random_rotation(&rng, turn);
        rng_vector(&rng, 1.0, move);
        joints_move_rigidly(&sheet, turn, move);
        joints_reconstruct(&sheet);
        raise_to(&most, joints_turn_error(&sheet, turn, 1));
        joints_free(&sheet);
    }
    return most;
}

/* A surface of a flat sheet's coordinates: out, a position. */
typedef void Surface(double u, double v, double out[3]);

/* Of radius 0.2 m about the line x = 0, z = 0.2, touching the flat sheet at x = 0. */
static const double radius_m = 0.2;

static void on_cylinder(double u, double v, double out[3]) {
    out[0] = radius_m * sin(u / radius_m);
    out[1] = v;
    out[2] = radius_m * (1.0 - cos(u / radius_m));
}

/* How far the shape has turned a joint at (u, v) about -y, from the flat sheet. */
static double roll_on_cylinder(double u, double v) {
    (void)v;
    return u / radius_m;
}

/* Three radians a metre about the y axis. */
static const double torsion_1_m = 3.0;

static void on_helicoid(double u, double v, double out[3]) {
    out[0] = u * cos(torsion_1_m * v);
    out[1] = v;
    out[2] = u * sin(torsion_1_m * v);
}

static double roll_on_helicoid(double u, double v) {
    (void)u;
    return torsion_1_m * v;
}

/* The closed form. At these joints the surface, and the fan on it, come back to themselves by a half
 * turn about the surface's normal, so the fan's normal is the surface's. The roll carries one normal
 * to the other; the neighbour, seen along it, is then where the surface has it and not where it was
 * in the flat sheet: that is the twist. */
static void expect_turn(const double flat[2], const double to_neighbour[2], Surface *surface,
                        double roll, double turn[4]) {
    double here[3];
    double there[3];
    double along[3];
    surface(flat[0], flat[1], here);
    surface(flat[0] + to_neighbour[0], flat[1] + to_neighbour[1], there);
    vec3_subtract(there, here, along);
    const double tangent[3] = {cos(roll), 0.0, sin(roll)};
    const double normal[3] = {-sin(roll), 0.0, cos(roll)};
    const double twist =
        atan2(along[1], vec3_dot(along, tangent)) - atan2(to_neighbour[1], to_neighbour[0]);
    double twisted[4];
    quat_axis_angle(normal, twist, twisted);
    quat_axis_angle((const double[]){0.0, -1.0, 0.0}, roll, turn);
    quat_multiply(twisted, turn, turn);
}

/* Where a joint of the flat sheet is, the sheet's middle at the origin. */
static void flat_place(int32_t joint, double flat[2]) {
    flat[0] = 0.05 * (joint % COLUMNS - COLUMNS / 2);
    flat[1] = 0.05 * (joint / COLUMNS - ROWS / 2);
}

/* Lays the animated sheet out flat and the simulated one on the surface, each then moved anywhere. */
static void lay(Joints *sheet, Surface *surface, const ClothPose *flat_frame,
                const ClothPose *surface_frame) {
    for (int32_t i = 0; i < sheet->count; i++) {
        double flat[2];
        double curved[3];
        flat_place(i, flat);
        surface(flat[0], flat[1], curved);
        cloth_pose_apply(flat_frame, (const double[]){flat[0], flat[1], 0.0},
                         &sheet->animated[3 * (size_t)i]);
        cloth_pose_apply(surface_frame, curved, &sheet->simulated[3 * (size_t)i]);
    }
}

static ClothPose anywhere(Rng *rng) {
    ClothPose pose;
    rng_vector(rng, 1.0, pose.position);
    random_rotation(rng, pose.rotation);
    return pose;
}

/* Joints more than `margin` columns and one row from the sheet's border. */
static double surface_error(Surface *surface, double (*roll)(double, double), int32_t margin,
                            uint32_t without) {
    Rng rng = {2};
    double most = 0.0;
    for (int place = 0; place < PLACES; place++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, cuts[place % CUTS]);
        sheet.without = without;
        const ClothPose flat_frame = anywhere(&rng);
        const ClothPose surface_frame = anywhere(&rng);
        joints_rotate_at_random(&sheet, &rng);
        lay(&sheet, surface, &flat_frame, &surface_frame);
        joints_reconstruct(&sheet);
        for (int32_t i = 0; i < sheet.count; i++) {
            const int32_t column = i % COLUMNS;
            const int32_t row = i / COLUMNS;
            if (column < margin || column >= COLUMNS - margin || row < 1 || row >= ROWS - 1) {
                continue;
            }
            double here[2];
            double next[2];
            double expected[4];
            double back[4];
            double turn[4];
            flat_place(i, here);
            flat_place(sheet.skeleton.twist[i], next);
            const double to_neighbour[2] = {next[0] - here[0], next[1] - here[1]};
            expect_turn(here, to_neighbour, surface, roll(here[0], here[1]), expected);
            quat_conjugate(flat_frame.rotation, back);
            quat_multiply(expected, back, expected);
            quat_multiply(surface_frame.rotation, expected, expected);
            joints_turn(&sheet, i, turn);
            raise_to(&most, angle_between(turn, expected));
        }
        joints_free(&sheet);
    }
    return most;
}

double shapes_rolled_rad(uint32_t without) {
    return surface_error(on_cylinder, roll_on_cylinder, 1, without);
}

double shapes_helicoid_rad(uint32_t without) {
    return surface_error(on_helicoid, roll_on_helicoid, COLUMNS / 2, without);
}

/* Link l of the rope turned by (first + l step) about `normal`. */
static void bend(Joints *rope, const double normal[3], double first, double step) {
    for (int32_t l = 0; l < LINKS; l++) {
        double turn[4];
        double link[3];
        quat_axis_angle(normal, first + l * step, turn);
        vec3_subtract(&rope->animated[3 * (l + 1)], &rope->animated[3 * l], link);
        quat_rotate(turn, link, link);
        for (int k = 0; k < 3; k++) {
            rope->simulated[3 * (l + 1) + k] = rope->simulated[3 * l + k] + link[k];
        }
    }
}

double shapes_bent_rad(uint32_t without) {
    Rng rng = {3};
    double most = 0.0;
    for (int place = 0; place < PLACES; place++) {
        Joints rope = joints_rope(LINKS);
        rope.without = without;
        joints_rotate_at_random(&rope, &rng);
        /* From a rigid swing of the whole rope (step 0) to an arc of nearly a half turn. */
        const double angle = rng_range(&rng, -PI, PI);
        const double normal[3] = {cos(angle), 0.0, sin(angle)};
        const double step = place % 5 == 0 ? 0.0 : 0.18;
        const double first = rng_range(&rng, 0.0, PI - 0.01 - (LINKS - 1) * step);
        bend(&rope, normal, first, step);
        joints_reconstruct(&rope);
        for (int32_t i = 0; i <= LINKS; i++) {
            const int32_t in = i > 0 ? i - 1 : 0;
            const int32_t out = i < LINKS ? i : LINKS - 1;
            double expected[4];
            double turn[4];
            quat_axis_angle(normal, first + 0.5 * step * (in + out), expected);
            joints_turn(&rope, i, turn);
            raise_to(&most, angle_between(turn, expected));
        }
        joints_free(&rope);
    }
    return most;
}

double shapes_recomposed_m(uint32_t without) {
    Rng rng = {4};
    double most = 0.0;
    for (int place = 0; place < PLACES; place++) {
        Joints rope = joints_rope(LINKS);
        ClothPose again[LINKS + 1];
        rope.without = without;
        joints_rotate_at_random(&rope, &rng);
        joints_shake(&rope, &rng, 0.1);
        joints_reconstruct(&rope);
        cloth_recompose(&rope.skeleton, NULL, rope.local, again);
        raise_to(&most, poses_apart_m(again, rope.pose, rope.count));
        joints_free(&rope);
    }
    return most;
}
