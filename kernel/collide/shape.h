/*
 * shape.h: signed distance of a point to a convex solid, and which way is out.
 *
 * Exact: the distance to the nearest point of the surface, negative inside, for any finite point in
 * the shape's own frame. Exact inside as well, because a row that is violated is as violated as it
 * says, and a particle deep in a body leaves by the nearest way. All shapes are convex, so that
 * the distance is a convex function with slope 1: a plane tangent at one particle is never beyond
 * the surface at another, which is what a linearised row relies on.
 *
 * `outward` is the distance's gradient, unit to rounding, and depends on nothing but shape and
 * point: what picks a direction by how a particle came there keeps it on the wrong side for good.
 * Where the gradient is not unique it is the one that this table gives, which is a limit of the
 * gradients about; "+x" is of the shape's own axes.
 *
 *   shape            where                                outward
 *   sphere           its centre                           +x
 *   capsule          its axis, ends included              +x
 *   tapered capsule  its axis, ends included              the cone's normal towards +x, which leans
 *                                                         to the thinner end
 *     one end ball holds the other: it is that ball       of that ball; its centre: +x
 *   box, inside      as near to several faces             of x, y, z the first; a middle plane: the
 *                                                         face on its + side
 *     on its surface: an edge or corner                   the same, so of x, y, z the first
 *     outside: before an edge or corner                   unique, from the nearest point of it
 *   cylinder         its axis, nearer to the side         +x
 *     inside, as near to the side as to a cap             the side's
 *     on the middle plane, nearer to the caps             the cap at +y
 *     on its rim                                          the side's
 *   half-space       nowhere                              +y everywhere
 *
 * On a surface itself the direction is that of the point just outside, where there is one. -0 counts
 * as 0, so towards +. Away from these points a mirrored point has the mirrored direction, bit for
 * bit. What is not finite about the point makes the distance and all three components NaN; so does
 * a kind that is no shape.
 *
 * A tapered capsule is the union of the balls whose centre and radius go evenly from one end to the
 * other, which is the convex hull of the end balls: two caps and, between them, a cone that touches
 * both. With k the difference of the radii over the distance of the centres, the side's normal is
 * (c, -k), c = sqrt(1 - k^2), across and along; the ball nearest to a point follows from that
 * normal, without a division by c, which is near 0 when one ball almost holds the other.
 *
 * sqrt is the only call into libm, so the same point has the same bits on every machine.
 */
#ifndef CLOTH_COLLIDE_SHAPE_H
#define CLOTH_COLLIDE_SHAPE_H

#include <math.h>
#include <stdint.h>

#include "cloth.h"
#include "math/vec3.h"

/* The smallest and the largest size of a shape [m]: below any thickness and beyond any ground. A
 * distance to the largest still keeps four digits of the smallest. */
#define CLOTH_SHAPE_SIZE_MIN_M 1e-6
#define CLOTH_SHAPE_SIZE_MAX_M 1e6

/* cloth_shape_split() of a vector whose square leaves the range of doubles, or is 0. */
double cloth_shape_split_careful(const double v[3], double n[3]);

/* The length of v, at most the largest double, and the unit vector along it; of (0, 0, 0) +x. */
static inline double cloth_shape_split(const double v[3], double n[3]) {
    const double square = vec3_dot(v, v);
    if (!(square > 1e-200 && square < 1e200)) {
        return cloth_shape_split_careful(v, n);
    }
    const double length = sqrt(square);
    for (int k = 0; k < 3; k++) {
        n[k] = v[k] / length;
    }
    return length;
}

static inline double cloth_shape_capsule(double radius, double half_axis, const double p[3],
                                         double n[3]) {
    const double along = p[1] > half_axis ? half_axis : p[1] < -half_axis ? -half_axis : p[1];
    const double off[3] = {p[0], p[1] - along, p[2]};
    return cloth_shape_split(off, n) - radius;
}

static inline double cloth_shape_tapered(const double size[3], const double p[3], double n[3]) {
    const double grows = size[1] - size[0];
    const double length = 2.0 * size[2];
    double end = grows > 0.0 ? 1.0 : -1.0; /* whose ball is nearest: +y or -y */
    if (fabs(grows) < length) {
        const double k = grows / length;
        const double c = sqrt((length - grows) / length * ((length + grows) / length));
        const double across[3] = {p[0], 0.0, p[2]};
        double side[3];
        const double rho = cloth_shape_split(across, side);
        const bool high = c * (p[1] - size[2]) + k * rho > 0.0;
        const bool low = c * (p[1] + size[2]) + k * rho < 0.0;
        if (!high && !low) {
            n[0] = c * side[0];
            n[1] = -k;
            n[2] = c * side[2];
            return c * rho - k * p[1] - 0.5 * (size[0] + size[1]);
        }
        end = high ? 1.0 : -1.0;
    }
    const double off[3] = {p[0], p[1] - end * size[2], p[2]};
    return cloth_shape_split(off, n) - (end > 0.0 ? size[1] : size[0]);
}

static inline double cloth_shape_box(const double half[3], const double p[3], double n[3]) {
    double beyond[3]; /* the faces */
    double off[3];    /* from the nearest point, outside */
    int face = 0;     /* the nearest, inside */
    for (int k = 0; k < 3; k++) {
        beyond[k] = fabs(p[k]) - half[k];
        off[k] = beyond[k] > 0.0 ? copysign(beyond[k], p[k]) : 0.0;
        face = beyond[k] > beyond[face] ? k : face;
    }
    if (beyond[face] > 0.0) {
        return cloth_shape_split(off, n);
    }
    n[0] = n[1] = n[2] = 0.0;
    n[face] = p[face] < 0.0 ? -1.0 : 1.0;
    return beyond[face];
}

static inline double cloth_shape_cylinder(double radius, double half_height, const double p[3],
                                          double n[3]) {
    const double across[3] = {p[0], 0.0, p[2]};
    const double wide = cloth_shape_split(across, n) - radius;
    const double tall = fabs(p[1]) - half_height;
    const double cap = p[1] < 0.0 ? -1.0 : 1.0;
    if (wide > 0.0 && tall > 0.0) {
        const double off[3] = {wide, tall, 0.0};
        double lean[3];
        const double distance = cloth_shape_split(off, lean);
        n[0] *= lean[0];
        n[1] = cap * lean[1];
        n[2] *= lean[0];
        return distance;
    }
    if (wide >= tall) {
        return wide;
    }
    n[0] = n[2] = 0.0;
    n[1] = cap;
    return tall;
}

/*
 * Signed distance [m], and n: (3) out, unit, outward: the table above.
 *   kind, size  a ClothShape's, that passed cloth_shape_check()
 *   p           (3) in, in the shape's frame [m]; may not be n
 * A point so far off that its distance is no double has the largest one or INFINITY, and a direction
 * that is unit all the same.
 */
static inline double cloth_shape_field(int32_t kind, const double size[3], const double p[3],
                                       double n[3]) {
    /* 0, but when a component is not finite. */
    if ((p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) == 0.0) {
        switch (kind) {
        case CLOTH_SPHERE:
            return cloth_shape_split(p, n) - size[0];
        case CLOTH_CAPSULE:
            return cloth_shape_capsule(size[0], size[1], p, n);
        case CLOTH_TAPERED_CAPSULE:
            return cloth_shape_tapered(size, p, n);
        case CLOTH_BOX:
            return cloth_shape_box(size, p, n);
        case CLOTH_CYLINDER:
            return cloth_shape_cylinder(size[0], size[1], p, n);
        case CLOTH_HALF_SPACE:
            n[0] = n[2] = 0.0;
            n[1] = 1.0;
            return p[1];
        default:
            break;
        }
    }
    n[0] = n[1] = n[2] = NAN;
    return NAN;
}

/* The least ball about the shape's own origin that holds it [m], to rounding; INFINITY for a
 * half-space, NaN for a kind that is no shape. */
double cloth_shape_radius(int32_t kind, const double size[3]);

/* How deep its middle, behind which another side is nearer, lies below the surface at the least [m];
 * INFINITY for a half-space, NaN for a kind that is no shape. */
double cloth_shape_middle(int32_t kind, const double size[3]);

#endif
