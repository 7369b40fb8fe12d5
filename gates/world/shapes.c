#include "shapes.h"

#include <math.h>
#include <stddef.h>

#include "gate.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "math/pose.h"
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

/* A surface over a flat sheet's coordinates, and how far it has turned the sheet there: about -y.
 * */
typedef struct Surface {
    void (*place)(double u, double v, double out[3]);
    double (*roll)(double u, double v);
} Surface;

static void place_flat(double u, double v, double out[3]) {
    out[0] = u;
    out[1] = v;
    out[2] = 0.0;
}

static double roll_flat(double u, double v) {
    (void)u, (void)v;
    return 0.0;
}

/* Rolled without stretching on a cylinder that touches the flat sheet at u = 0. */
static void place_rolled(double radius, double u, double v, double out[3]) {
    out[0] = radius * sin(u / radius);
    out[1] = v;
    out[2] = radius * (1.0 - cos(u / radius));
}

static void place_cylinder(double u, double v, double out[3]) {
    place_rolled(0.2, u, v, out);
}

static double roll_cylinder(double u, double v) {
    (void)v;
    return u / 0.2;
}

static void place_tight_cylinder(double u, double v, double out[3]) {
    place_rolled(-0.13, u, v, out);
}

static double roll_tight_cylinder(double u, double v) {
    (void)v;
    return u / -0.13;
}

/* Three radians a metre about the y axis. */
static void place_helicoid(double u, double v, double out[3]) {
    out[0] = u * cos(3.0 * v);
    out[1] = v;
    out[2] = u * sin(3.0 * v);
}

static double roll_helicoid(double u, double v) {
    (void)u;
    return 3.0 * v;
}

static const Surface flat = {place_flat, roll_flat};
static const Surface cylinder = {place_cylinder, roll_cylinder};
static const Surface tight_cylinder = {place_tight_cylinder, roll_tight_cylinder};
static const Surface helicoid = {place_helicoid, roll_helicoid};

/* Where a joint of the flat sheet is, the sheet's middle at the origin. */
static void flat_place(int32_t joint, double out[2]) {
    out[0] = 0.05 * (joint % COLUMNS - COLUMNS / 2);
    out[1] = 0.05 * (joint / COLUMNS - ROWS / 2);
}

/* A joint's frame on a surface: x towards its neighbour, seen along the normal, z along that. At
 * the joints measured the surface, and the fan on it, come back to themselves by a half turn about
 * the surface's normal: so the fan's normal is the surface's. */
static void surface_frame(const Surface *surface, int32_t joint, int32_t neighbour,
                          double frame[4]) {
    double at[2];
    double next[2];
    double here[3];
    double there[3];
    double along[3];
    flat_place(joint, at);
    flat_place(neighbour, next);
    surface->place(at[0], at[1], here);
    surface->place(next[0], next[1], there);
    vec3_subtract(there, here, along);
    const double roll = surface->roll(at[0], at[1]);
    const double tangent[3] = {cos(roll), 0.0, sin(roll)};
    double heading[4];
    quat_axis_angle((const double[]){0.0, 0.0, 1.0}, atan2(along[1], vec3_dot(along, tangent)),
                    heading);
    quat_axis_angle((const double[]){0.0, -1.0, 0.0}, roll, frame);
    quat_multiply(frame, heading, frame);
}

static ClothPose anywhere(Rng *rng) {
    ClothPose pose;
    rng_vector(rng, 1.0, pose.position);
    random_rotation(rng, pose.rotation);
    return pose;
}

static void lay(const Surface *surface, const ClothPose *frame, int32_t count, double *position) {
    for (int32_t i = 0; i < count; i++) {
        double at[2];
        double curved[3];
        flat_place(i, at);
        surface->place(at[0], at[1], curved);
        cloth_pose_apply(frame, curved, &position[3 * (size_t)i]);
    }
}

/* The error of one joint: it turns by the rotation between its frames. */
static double joint_error(const Joints *sheet, int32_t joint, const Surface *surface[2],
                          const ClothPose place[2]) {
    double frame[2][4];
    double expected[4];
    double turn[4];
    for (int pose = 0; pose < 2; pose++) {
        surface_frame(surface[pose], joint, sheet->skeleton.twist[joint], frame[pose]);
        quat_multiply(place[pose].rotation, frame[pose], frame[pose]);
    }
    quat_conjugate(frame[0], frame[0]);
    quat_multiply(frame[1], frame[0], expected);
    joints_turn(sheet, joint, turn);
    return angle_between(turn, expected);
}

/* From one surface to another, each anywhere; joints `margin` columns and a row from the border. */
static double surface_error(const Surface *animated, const Surface *simulated, int32_t margin,
                            uint32_t without) {
    Rng rng = {2};
    double most = 0.0;
    for (int round = 0; round < PLACES; round++) {
        Joints sheet = joints_sheet(COLUMNS, ROWS, cuts[round % CUTS]);
        sheet.without = without;
        const Surface *surface[2] = {animated, simulated};
        const ClothPose place[2] = {anywhere(&rng), anywhere(&rng)};
        joints_rotate_at_random(&sheet, &rng);
        lay(animated, &place[0], sheet.count, sheet.animated);
        lay(simulated, &place[1], sheet.count, sheet.simulated);
        joints_reconstruct(&sheet);
        for (int32_t row = 1; row < ROWS - 1; row++) {
            for (int32_t column = margin; column < COLUMNS - margin; column++) {
                raise_to(&most, joint_error(&sheet, row * COLUMNS + column, surface, place));
            }
        }
        joints_free(&sheet);
    }
    return most;
}

double shapes_rolled_rad(uint32_t without) {
    return surface_error(&flat, &cylinder, 1, without);
}

double shapes_rolled_again_rad(uint32_t without) {
    return surface_error(&cylinder, &tight_cylinder, 1, without);
}

double shapes_helicoid_rad(uint32_t without) {
    return surface_error(&flat, &helicoid, COLUMNS / 2, without);
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
