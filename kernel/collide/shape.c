/*
 * shape.c: shapes as values, what is refused of them, and how far they reach.
 */
#include "collide/shape.h"

#include <float.h>

#include "math/error.h"
#include "math/quat.h"

ClothShape cloth_sphere(double radius_m) {
    return (ClothShape){CLOTH_SPHERE, {radius_m}};
}

ClothShape cloth_capsule(double radius_m, double half_axis_m) {
    return (ClothShape){CLOTH_CAPSULE, {radius_m, half_axis_m}};
}

ClothShape cloth_tapered_capsule(double radius_low_m, double radius_high_m, double half_axis_m) {
    return (ClothShape){CLOTH_TAPERED_CAPSULE, {radius_low_m, radius_high_m, half_axis_m}};
}

ClothShape cloth_box(double half_x_m, double half_y_m, double half_z_m) {
    return (ClothShape){CLOTH_BOX, {half_x_m, half_y_m, half_z_m}};
}

ClothShape cloth_cylinder(double radius_m, double half_height_m) {
    return (ClothShape){CLOTH_CYLINDER, {radius_m, half_height_m}};
}

ClothShape cloth_half_space(void) {
    return (ClothShape){.kind = CLOTH_HALF_SPACE};
}

const char *cloth_shape_text(ClothShapeKind kind) {
    switch (kind) {
#define SHAPE_TEXT(name, text, sizes)                                                              \
    case name:                                                                                     \
        return text;
        CLOTH_SHAPE_LIST(SHAPE_TEXT)
#undef SHAPE_TEXT
    }
    return "unknown";
}

/* What each size of a kind is called, and the least it may be. A name of NULL: it has no such size. */
typedef struct Size {
    const char *name;
    double least_m;
} Size;

static const Size sizes[][3] = {
    [CLOTH_SPHERE] = {{"radius", CLOTH_SHAPE_SIZE_MIN_M}},
    [CLOTH_CAPSULE] = {{"radius", CLOTH_SHAPE_SIZE_MIN_M}, {"half axis", 0.0}},
    [CLOTH_TAPERED_CAPSULE] = {{"radius at -y", CLOTH_SHAPE_SIZE_MIN_M},
                               {"radius at +y", CLOTH_SHAPE_SIZE_MIN_M},
                               {"half axis", 0.0}},
    [CLOTH_BOX] = {{"half side along x", CLOTH_SHAPE_SIZE_MIN_M},
                   {"half side along y", CLOTH_SHAPE_SIZE_MIN_M},
                   {"half side along z", CLOTH_SHAPE_SIZE_MIN_M}},
    [CLOTH_CYLINDER] = {{"radius", CLOTH_SHAPE_SIZE_MIN_M},
                        {"half height", CLOTH_SHAPE_SIZE_MIN_M}},
    [CLOTH_HALF_SPACE] = {{NULL, 0.0}},
};

static ClothStatus check_size(const ClothShape *shape, int k, ClothError *error) {
    const char *text = cloth_shape_text(shape->kind);
    const Size *size = &sizes[shape->kind][k];
    const double value = shape->size_m[k];
    if (size->name == NULL) {
        if (!(value == 0.0)) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: size_m[%d] is %g; must be 0: unused",
                              text, k, value);
        }
        return CLOTH_OK;
    }
    if (!(value >= size->least_m && value <= CLOTH_SHAPE_SIZE_MAX_M)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: %s is %g; must be %g to %g m", text,
                          size->name, value, size->least_m, CLOTH_SHAPE_SIZE_MAX_M);
    }
    return CLOTH_OK;
}

ClothStatus cloth_shape_check(const ClothShape *shape, ClothError *error) {
    const int64_t kind = (int64_t)shape->kind;
    if (kind == CLOTH_TRIANGLES) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "triangle mesh: cannot be a collider; make the body of spheres, "
                          "capsules, tapered capsules, boxes and cylinders that ride its bones");
    }
    if (kind < 0 || kind > CLOTH_TRIANGLES) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "shape: kind is %lld; must be 0 to %d: a sphere, capsule, tapered "
                          "capsule, box, cylinder or half-space",
                          (long long)kind, (int)CLOTH_HALF_SPACE);
    }
    ClothStatus status = CLOTH_OK;
    for (int k = 0; k < 3 && status == CLOTH_OK; k++) {
        status = check_size(shape, k, error);
    }
    return status;
}

double cloth_shape_split_careful(const double v[3], double n[3]) {
    const double largest = quat_largest(v, 3);
    if (largest == 0.0) {
        n[0] = 1.0;
        n[1] = n[2] = 0.0;
        return 0.0;
    }
    /* The direction is taken from the scaled vector: the length of the least doubles has few digits,
     * and that of the largest is none. */
    double scaled[3];
    for (int k = 0; k < 3; k++) {
        scaled[k] = v[k] / largest;
    }
    const double length = vec3_length(scaled);
    for (int k = 0; k < 3; k++) {
        n[k] = scaled[k] / length;
    }
    /* Not infinity, of which sums in the shapes that use it would make NaN. */
    return largest * length > DBL_MAX ? DBL_MAX : largest * length;
}

double cloth_shape_distance(const ClothShape *shape, const double point[3], double outward[3]) {
    return cloth_shape_field((int32_t)shape->kind, shape->size_m, point, outward);
}

double cloth_shape_radius(int32_t kind, const double size[3]) {
    switch (kind) {
    case CLOTH_SPHERE:
        return size[0];
    case CLOTH_CAPSULE:
        return size[0] + size[1];
    case CLOTH_TAPERED_CAPSULE:
        return size[2] + fmax(size[0], size[1]);
    case CLOTH_BOX:
        return vec3_length(size);
    case CLOTH_CYLINDER:
        return sqrt(size[0] * size[0] + size[1] * size[1]);
    case CLOTH_HALF_SPACE:
        return INFINITY;
    default:
        return NAN;
    }
}

double cloth_shape_middle(int32_t kind, const double size[3]) {
    switch (kind) {
    case CLOTH_SPHERE:
    case CLOTH_CAPSULE:
        return size[0];
    case CLOTH_TAPERED_CAPSULE:
    case CLOTH_CYLINDER:
        return fmin(size[0], size[1]);
    case CLOTH_BOX:
        return fmin(fmin(size[0], size[1]), size[2]);
    case CLOTH_HALF_SPACE:
        return INFINITY;
    default:
        return NAN;
    }
}

/* How far the shape reaches from its origin along u, in its own frame [m]. */
static double reach(const ClothShape *shape, const double u[3]) {
    const double *size = shape->size_m;
    switch (shape->kind) {
    case CLOTH_SPHERE:
        return size[0];
    case CLOTH_CAPSULE:
        return size[0] + size[1] * fabs(u[1]);
    case CLOTH_TAPERED_CAPSULE:
        return fmax(size[1] + size[2] * u[1], size[0] - size[2] * u[1]);
    case CLOTH_BOX:
        return size[0] * fabs(u[0]) + size[1] * fabs(u[1]) + size[2] * fabs(u[2]);
    case CLOTH_CYLINDER:
        return size[0] * sqrt(u[0] * u[0] + u[2] * u[2]) + size[1] * fabs(u[1]);
    case CLOTH_HALF_SPACE:
        return u[0] == 0.0 && u[2] == 0.0 && u[1] > 0.0 ? 0.0 : INFINITY;
    case CLOTH_TRIANGLES:
        break;
    }
    return NAN;
}

/* Row `axis` of the rotation's matrix: the world's axis in the shape's frame. Without the 1 that a
 * unit quaternion allows to write, so that quarter turns have their zeros exactly; one that is off
 * unit by a share of itself (CLOTH_POSE_UNIT_ERROR_MAX) moves the bounds by that share. */
static void axis_within(const double q[4], int axis, double u[3]) {
    const int i = axis;
    const int j = (axis + 1) % 3;
    const int k = (axis + 2) % 3;
    u[i] = (q[3] * q[3] - q[k] * q[k]) + (q[i] * q[i] - q[j] * q[j]);
    u[j] = 2.0 * (q[i] * q[j] - q[3] * q[k]);
    u[k] = 2.0 * (q[i] * q[k] + q[3] * q[j]);
}

void cloth_shape_bounds(const ClothShape *shape, const ClothPose *pose, double low[3],
                        double high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double u[3];
        axis_within(pose->rotation, axis, u);
        const double back[3] = {-u[0], -u[1], -u[2]};
        low[axis] = pose->position[axis] - reach(shape, back);
        high[axis] = pose->position[axis] + reach(shape, u);
    }
}

double cloth_friction(double a, double b) {
    /* sqrt(a a) is a but where a a leaves the range of doubles. */
    return a == b ? a : sqrt(a * b);
}
