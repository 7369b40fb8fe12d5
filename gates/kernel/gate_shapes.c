/*
 * gate_shapes: what a shape says where its distance has no gradient, how far it reaches, and what is
 * refused of one.
 *
 * Pathology: a particle on an axis that gets NaN, or a direction that depends on how it came there;
 * a size of 0 or NaN that is found in the middle of a step; bounds that miss a corner, so that a body
 * is not met. Mechanism: kernel/collide/shape.h and shape.c. That the distances are right:
 * gate_right_shapes.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "collide/shape.h"
#include "gate.h"
#include "math/pose.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "scenes/solids.h"

/* Directions. */

/* Where shape.h says which way is out. */
typedef struct Direction {
    ClothShape shape;
    double p[3];
    double n[3];
} Direction;

/* Of the cone between the radii 0.5 and 1 at 2 m: k = 1/4, c = sqrt(15)/4. */
#define LEAN_C 0.9682458365518543

static const Direction directions[] = {
    {{CLOTH_SPHERE, {0.5}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_SPHERE, {0.5}}, {-0.0, -0.0, -0.0}, {1, 0, 0}},
    {{CLOTH_CAPSULE, {0.5, 1}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_CAPSULE, {0.5, 1}}, {-0.0, 0.7, -0.0}, {1, 0, 0}},
    {{CLOTH_CAPSULE, {0.5, 1}}, {0, 1, 0}, {1, 0, 0}},
    {{CLOTH_CAPSULE, {0.5, 1}}, {0, -1, 0}, {1, 0, 0}},
    {{CLOTH_CAPSULE, {0.5, 1}}, {0, 1.25, 0}, {0, 1, 0}},
    {{CLOTH_CAPSULE, {0.5, 0}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {0, 0, 0}, {LEAN_C, -0.25, 0}},
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {0, 1, 0}, {LEAN_C, -0.25, 0}},
    {{CLOTH_TAPERED_CAPSULE, {0.5, 1, 1}}, {0, -1, 0}, {LEAN_C, -0.25, 0}},
    {{CLOTH_TAPERED_CAPSULE, {1, 0.5, 1}}, {0, 1, 0}, {LEAN_C, 0.25, 0}},
    {{CLOTH_TAPERED_CAPSULE, {1, 0.5, 1}}, {0, 1.25, 0}, {0, 1, 0}},
    {{CLOTH_TAPERED_CAPSULE, {1, 1, 1}}, {0, 0.5, 0}, {1, 0, 0}},
    {{CLOTH_TAPERED_CAPSULE, {1, 1, 0}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_TAPERED_CAPSULE, {0.3, 1, 0.2}}, {0, 0.2, 0}, {1, 0, 0}},
    {{CLOTH_TAPERED_CAPSULE, {0.3, 1, 0.2}}, {0, 0, 0}, {0, -1, 0}},
    {{CLOTH_TAPERED_CAPSULE, {1, 0.5, 0.25}}, {0, -0.25, 0}, {1, 0, 0}},
    {{CLOTH_BOX, {1, 1, 1}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_BOX, {1, 1, 1}}, {-0.0, -0.0, -0.0}, {1, 0, 0}},
    {{CLOTH_BOX, {1, 2, 3}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_BOX, {2, 1, 3}}, {1.5, -0.0, 0}, {1, 0, 0}},
    {{CLOTH_BOX, {3, 1, 3}}, {1.5, -0.0, 0}, {0, 1, 0}},
    {{CLOTH_BOX, {3, 3, 1}}, {0, 0, 0}, {0, 0, 1}},
    {{CLOTH_BOX, {1, 1, 1}}, {-0.5, 0.5, 0.5}, {-1, 0, 0}},
    {{CLOTH_BOX, {1, 1, 1}}, {0.25, -0.5, 0.5}, {0, -1, 0}},
    {{CLOTH_BOX, {1, 2, 3}}, {-1, 2, 3}, {-1, 0, 0}},
    {{CLOTH_BOX, {1, 2, 3}}, {0.5, -2, -3}, {0, -1, 0}},
    {{CLOTH_BOX, {1, 2, 3}}, {0.5, 0, -3}, {0, 0, -1}},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 0, 0}, {1, 0, 0}},
    {{CLOTH_CYLINDER, {1, 2}}, {-0.0, 0.5, -0.0}, {1, 0, 0}},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 1, 0}, {1, 0, 0}},
    {{CLOTH_CYLINDER, {1, 2}}, {0, -1.5, 0}, {0, -1, 0}},
    {{CLOTH_CYLINDER, {2, 1}}, {0, -0.0, 0}, {0, 1, 0}},
    {{CLOTH_CYLINDER, {2, 1}}, {0.5, 0, 0}, {0, 1, 0}},
    {{CLOTH_CYLINDER, {1, 1}}, {0, 0, -0.5}, {0, 0, -1}},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 1.5, 0.5}, {0, 0, 1}},
    {{CLOTH_CYLINDER, {1, 2}}, {0, 2, -1}, {0, 0, -1}},
    {{CLOTH_CYLINDER, {1, 2}}, {0.5, 2, 0}, {0, 1, 0}},
    {{CLOTH_HALF_SPACE, {0}}, {0, 0, 0}, {0, 1, 0}},
};

/* measured: the bits, but for 1.1e-16 of the cone's */
START_TEST(directions_as_documented) {
    for (size_t k = 0; k < sizeof directions / sizeof directions[0]; k++) {
        const Direction *at = &directions[k];
        double n[3];
        (void)cloth_shape_distance(&at->shape, at->p, n);
        char name[96];
        (void)snprintf(name, sizeof name, "direction: %s at (%g, %g, %g)",
                       cloth_shape_text(at->shape.kind), at->p[0], at->p[1], at->p[2]);
        double off = 0.0;
        for (int c = 0; c < 3; c++) {
            raise_to(&off, fabs(n[c] - at->n[c]));
        }
        gate_at_most(name, off, 1e-15, "1");
    }
}
END_TEST

/* Whether a point mirrored along an axis has the same distance and the mirrored direction. */
static bool mirrors(const ClothShape *shape, const double p[3], int axis) {
    ClothShape other = *shape;
    double q[3] = {p[0], p[1], p[2]};
    double n[3];
    double m[3];
    if (axis == 1 && shape->kind == CLOTH_TAPERED_CAPSULE) {
        other.size_m[0] = shape->size_m[1];
        other.size_m[1] = shape->size_m[0];
    }
    q[axis] = -q[axis];
    const double f = cloth_shape_distance(shape, p, n);
    const double g = cloth_shape_distance(&other, q, m);
    m[axis] = -m[axis];
    return f == g && n[0] == m[0] && n[1] == m[1] && n[2] == m[2];
}

START_TEST(no_side_is_another) {
    int count;
    const Solid *solid = solids(&count);
    int64_t differ = 0;
    Rng rng = {31};
    for (int s = 0; s < count; s++) {
        for (int draw = 0; draw < 3000; draw++) {
            double p[3];
            solid_point(&solid[s], draw % 2 == 0 ? SOLID_ANYWHERE : SOLID_FAR, &rng, p);
            for (int axis = 0; axis < 3; axis++) {
                const bool whole = axis != 1 || solid[s].shape.kind != CLOTH_HALF_SPACE;
                differ += whole && !mirrors(&solid[s].shape, p, axis);
            }
        }
    }
    gate_equal("mirrored.differ", differ, 0, "points");
}
END_TEST

/* From the least double to the largest: a unit direction, and a distance that is a number. */
START_TEST(any_finite_point) {
    static const double lengths[] = {0.0,   0x1p-1074, 1e-310, 1e-200, 1e-160, 1e-100,
                                     1e-20, 1e100,     1e153,  1e155,  1e300,  DBL_MAX};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    int count;
    const Solid *solid = solids(&count);
    double off = 0.0;
    int64_t lost = 0;
    for (int s = 0; s < count; s++) {
        for (int k = 0; k < LENGTHS * LENGTHS * LENGTHS; k++) {
            const double p[3] = {lengths[k % LENGTHS], -lengths[k / LENGTHS % LENGTHS],
                                 lengths[k / LENGTHS / LENGTHS]};
            double n[3];
            const double f = cloth_shape_distance(&solid[s].shape, p, n);
            raise_to(&off, fabs(vec3_length(n) - 1.0));
            lost += isnan(f);
        }
    }
    /* measured 4.4e-16 */
    gate_at_most("extreme.unit", off, 2e-15, "1");
    gate_equal("extreme.lost", lost, 0, "points");
}
END_TEST

START_TEST(no_point_no_distance) {
    static const double none[] = {NAN, INFINITY, -INFINITY};
    int count;
    const Solid *solid = solids(&count);
    int64_t numbers = 0;
    for (int s = 0; s < count; s++) {
        for (int k = 0; k < 9; k++) {
            double p[3] = {0.1, 0.2, 0.3};
            double n[3];
            p[k % 3] = none[k / 3];
            numbers += !isnan(cloth_shape_distance(&solid[s].shape, p, n));
            numbers += !isnan(n[0]) + !isnan(n[1]) + !isnan(n[2]);
        }
    }
    const ClothShape mesh = {.kind = CLOTH_TRIANGLES};
    const double p[3] = {0.0, 0.0, 0.0};
    double n[3];
    numbers += !isnan(cloth_shape_distance(&mesh, p, n)) + !isnan(n[0]);
    numbers += !isnan(cloth_shape_radius(CLOTH_TRIANGLES, mesh.size_m));
    gate_equal("none.numbers", numbers, 0, "1");
}
END_TEST

/* Reach. */

/* The largest of what a solid's points stick out of its ball and its bounds, and of what these
 * stand off it; over the solid's radius plus how far off it is. */
typedef struct Reach {
    double out, off;
} Reach;

static void see_ball(const Solid *solid, Rng *rng, Reach *seen) {
    const double radius = cloth_shape_radius((int32_t)solid->shape.kind, solid->shape.size_m);
    double furthest = 0.0;
    for (int k = 0; k < 2000; k++) {
        double p[3];
        double n[3];
        solid_point(solid, k % 2 == 0 ? SOLID_SURFACE : SOLID_SNAPPED, rng, p);
        vec3_add_scaled(p, n, -cloth_shape_distance(&solid->shape, p, n));
        raise_to(&furthest, vec3_length(p));
    }
    raise_to(&seen->out, (furthest - radius) / radius);
    raise_to(&seen->off, (radius - furthest) / radius);
}

static void see_bounds(const Solid *solid, const ClothPose *pose, Rng *rng, Reach *seen) {
    const double unit_m = solid->scale_m + vec3_length(pose->position);
    double low[3];
    double high[3];
    cloth_shape_bounds(&solid->shape, pose, low, high);
    for (int k = 0; k < 50; k++) {
        double p[3];
        solid_point(solid, SOLID_SURFACE, rng, p);
        cloth_pose_apply(pose, p, p);
        for (int axis = 0; axis < 3; axis++) {
            raise_to(&seen->out, (p[axis] - high[axis]) / unit_m);
            raise_to(&seen->out, (low[axis] - p[axis]) / unit_m);
        }
    }
    /* From very far off along an axis a body is as near as it reaches that way. */
    for (int side = 0; side < 6; side++) {
        const double far = (side < 3 ? 1e7 : -1e7) * solid->scale_m;
        double p[3] = {0.0, 0.0, 0.0};
        double n[3];
        p[side % 3] = far;
        quat_rotate_back(pose->rotation, p, p);
        const double reach = fabs(far) - cloth_shape_distance(&solid->shape, p, n);
        const double bound =
            side < 3 ? high[side] - pose->position[side] : pose->position[side - 3] - low[side - 3];
        raise_to(&seen->off, fabs(bound - reach) / unit_m);
    }
}

static ClothPose random_pose(double scale_m, Rng *rng) {
    ClothPose pose;
    rng_vector(rng, 10.0 * scale_m, pose.position);
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = rng_range(rng, -1.0, 1.0);
    }
    quat_normalise(pose.rotation, pose.rotation);
    return pose;
}

START_TEST(nothing_sticks_out) {
    int count;
    const Solid *solid = solids(&count);
    Rng rng = {32};
    Reach ball = {0};
    Reach bounds = {0};
    for (int s = 0; s < count; s++) {
        if (solid[s].shape.kind == CLOTH_HALF_SPACE) {
            continue;
        }
        see_ball(&solid[s], &rng, &ball);
        const ClothPose none = cloth_pose_identity();
        see_bounds(&solid[s], &none, &rng, &bounds);
        for (int k = 0; k < 200; k++) {
            const ClothPose pose = random_pose(solid[s].scale_m, &rng);
            see_bounds(&solid[s], &pose, &rng, &bounds);
        }
    }
    /* measured 2.3e-16, 0, 2.6e-16; 2.2e-8 is what 1e7 radii leave */
    gate_at_most("ball.out", ball.out, 2e-15, "1");
    gate_at_most("ball.off", ball.off, 2e-15, "1");
    gate_at_most("bounds.out", bounds.out, 2e-15, "1");
    gate_at_most("bounds.off", bounds.off, 5e-7, "1");
}
END_TEST

/* The 24 rotations that carry axes to axes: k-th of them. */
static void axis_turn(int k, double q[4]) {
    static const int pair[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    q[0] = q[1] = q[2] = q[3] = 0.0;
    if (k < 4) {
        q[k] = 1.0;
    } else if (k < 16) {
        const int *at = pair[(k - 4) / 2];
        q[at[0]] = sqrt(0.5);
        q[at[1]] = k % 2 == 0 ? sqrt(0.5) : -sqrt(0.5);
    } else {
        for (int c = 0; c < 3; c++) {
            q[c] = (k >> c) % 2 == 0 ? 0.5 : -0.5;
        }
        q[3] = 0.5;
    }
}

START_TEST(a_half_space_ends_at_its_plane) {
    const ClothShape shape = cloth_half_space();
    double low[3];
    double high[3];
    int64_t wrong = 0;
    for (int k = 0; k < 24; k++) {
        ClothPose pose = {.position = {5.0, 6.0, 7.0}};
        axis_turn(k, pose.rotation);
        cloth_shape_bounds(&shape, &pose, low, high);
        const double y[3] = {0.0, 1.0, 0.0};
        double up[3];
        quat_rotate(pose.rotation, y, up);
        for (int axis = 0; axis < 3; axis++) {
            wrong += high[axis] != (up[axis] > 0.5 ? pose.position[axis] : INFINITY);
            wrong += low[axis] != (up[axis] < -0.5 ? pose.position[axis] : -INFINITY);
        }
    }
    Rng rng = {33};
    const ClothPose pose = random_pose(1.0, &rng);
    cloth_shape_bounds(&shape, &pose, low, high);
    for (int axis = 0; axis < 3; axis++) {
        wrong += high[axis] != INFINITY || low[axis] != -INFINITY;
    }
    wrong += cloth_shape_radius(CLOTH_HALF_SPACE, shape.size_m) != INFINITY;
    gate_equal("half_space.wrong", wrong, 0, "bounds");
}
END_TEST

/* Values and refusals. */

static const struct {
    ClothShape shape;
    const char *says;
} refusals[] = {
    {{CLOTH_SPHERE, {-1}}, "sphere: radius is -1; must be 1e-06 to 1e+06 m"},
    {{CLOTH_SPHERE, {0}}, "sphere: radius is 0;"},
    {{CLOTH_SPHERE, {9.9e-7}}, "sphere: radius is 9.9e-07;"},
    {{CLOTH_SPHERE, {1.1e6}}, "sphere: radius is 1.1e+06;"},
    {{CLOTH_SPHERE, {NAN}}, "sphere: radius is nan;"},
    {{CLOTH_SPHERE, {INFINITY}}, "sphere: radius is inf;"},
    {{CLOTH_SPHERE, {1, 0, 2}}, "sphere: size_m[2] is 2; must be 0"},
    {{CLOTH_SPHERE, {1, NAN, 0}}, "sphere: size_m[1] is nan; must be 0"},
    {{CLOTH_CAPSULE, {0, 1}}, "capsule: radius is 0;"},
    {{CLOTH_CAPSULE, {1, -1e-9}}, "capsule: half axis is -1e-09; must be 0 to 1e+06 m"},
    {{CLOTH_CAPSULE, {1, NAN}}, "capsule: half axis is nan;"},
    {{CLOTH_CAPSULE, {1, 1, 1}}, "capsule: size_m[2] is 1; must be 0"},
    {{CLOTH_TAPERED_CAPSULE, {0, 1, 1}}, "tapered capsule: radius at -y is 0;"},
    {{CLOTH_TAPERED_CAPSULE, {1, 0, 1}}, "tapered capsule: radius at +y is 0;"},
    {{CLOTH_TAPERED_CAPSULE, {1, 1, INFINITY}}, "tapered capsule: half axis is inf;"},
    {{CLOTH_BOX, {0, 1, 1}}, "box: half side along x is 0;"},
    {{CLOTH_BOX, {1, -1, 1}}, "box: half side along y is -1;"},
    {{CLOTH_BOX, {1, 1, NAN}}, "box: half side along z is nan;"},
    {{CLOTH_CYLINDER, {0, 1}}, "cylinder: radius is 0;"},
    {{CLOTH_CYLINDER, {1, 0}}, "cylinder: half height is 0; must be 1e-06 to 1e+06 m"},
    {{CLOTH_CYLINDER, {1, 1, 1}}, "cylinder: size_m[2] is 1; must be 0"},
    {{CLOTH_HALF_SPACE, {1}}, "half-space: size_m[0] is 1; must be 0"},
    {{CLOTH_TRIANGLES, {0}}, "triangle mesh: cannot be a collider; make the body of spheres"},
    {{(ClothShapeKind)7, {1}}, "shape: kind is 7; must be 0 to 5"},
    {{(ClothShapeKind)-1, {1}}, "shape: kind is "},
};

START_TEST(what_is_refused) {
    for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
        ClothError error = {0};
        const ClothStatus status = cloth_shape_check(&refusals[k].shape, &error);
        gate_equal(refusals[k].says, (int64_t)status, CLOTH_BAD_ARGUMENT, "status");
        gate_says("refused", error.message, refusals[k].says);
        gate_equal("quietly", (int64_t)cloth_shape_check(&refusals[k].shape, NULL),
                   CLOTH_BAD_ARGUMENT, "status");
    }
}
END_TEST

START_TEST(what_is_not) {
    int count;
    const Solid *solid = solids(&count);
    for (int s = 0; s < count; s++) {
        ClothError error = {0};
        gate_equal(solid[s].name, (int64_t)cloth_shape_check(&solid[s].shape, &error), CLOTH_OK,
                   "status");
    }
    const ClothShape made[] = {
        cloth_sphere(1),    cloth_capsule(1, 2),  cloth_tapered_capsule(1, 2, 3),
        cloth_box(1, 2, 3), cloth_cylinder(1, 2), cloth_half_space()};
    static const int used[] = {1, 2, 3, 3, 2, 0};
    int64_t wrong = 0;
    for (int s = 0; s < 6; s++) {
        wrong += (int)made[s].kind != s || cloth_shape_check(&made[s], NULL) != CLOTH_OK;
        for (int k = 0; k < 3; k++) {
            wrong += made[s].size_m[k] != (k < used[s] ? k + 1 : 0);
        }
    }
    gate_equal("made.wrong", wrong, 0, "sizes");
    gate_says("text", cloth_shape_text(CLOTH_TAPERED_CAPSULE), "tapered capsule");
    gate_says("text", cloth_shape_text((ClothShapeKind)7), "unknown");
}
END_TEST

START_TEST(friction_of_a_pair) {
    Rng rng = {34};
    int64_t changed = 0;
    int64_t lopsided = 0;
    double off = 0.0;
    for (int draw = 0; draw < 20000; draw++) {
        const double a = rng_range(&rng, 0.0, CLOTH_FRICTION_MAX);
        const double b = rng_log_range(&rng, 1e-300, CLOTH_FRICTION_MAX);
        changed += cloth_friction(a, a) != a || cloth_friction(b, b) != b;
        lopsided += cloth_friction(a, b) != cloth_friction(b, a);
        lopsided += cloth_friction(0.0, b) != 0.0 || cloth_friction(a, 0.0) != 0.0;
        raise_to(&off, fabs(cloth_friction(a, b) / (sqrt(a) * sqrt(b)) - 1.0));
    }
    gate_equal("friction.changed", changed, 0, "pairs");
    gate_equal("friction.lopsided", lopsided, 0, "pairs");
    gate_at_most("friction.off", off, 1e-15, "1");
    gate_equal("friction.nan", isnan(cloth_friction(NAN, 0.5)), 1, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shapes");
    gate_add(suite, "directions_as_documented", directions_as_documented, 20.0);
    gate_add(suite, "no_side_is_another", no_side_is_another, 20.0);
    gate_add(suite, "any_finite_point", any_finite_point, 20.0);
    gate_add(suite, "no_point_no_distance", no_point_no_distance, 20.0);
    gate_add(suite, "nothing_sticks_out", nothing_sticks_out, 20.0);
    gate_add(suite, "a_half_space_ends_at_its_plane", a_half_space_ends_at_its_plane, 20.0);
    gate_add(suite, "what_is_refused", what_is_refused, 20.0);
    gate_add(suite, "what_is_not", what_is_not, 20.0);
    gate_add(suite, "friction_of_a_pair", friction_of_a_pair, 20.0);
    return gate_run(suite);
}
