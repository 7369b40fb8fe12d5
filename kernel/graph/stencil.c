/*
 * stencil.c: weights of the hinge and of the three-particle chain.
 *
 * A hinge is two triangles T0 = (x0, x1, x2) and T1 = (x0, x1, x3) on a shared edge. In T0, whose
 * height over that edge is h, the foot of x2 cuts the edge at the shares cot0 : cot1 (cot0 at x0,
 * cot1 at x1), and the edge is h (cot0 + cot1) long. Hence
 *
 *     (cot0 + cot1) x2 = cot1 x0 + cot0 x1 + |e| n,     n the unit normal of the edge inside T0
 *
 * and the same for x3. Adding the two and moving everything to one side gives
 *
 *     C = (cot1 + cot1') x0 + (cot0 + cot0') x1 - (cot0 + cot1) x2 - (cot0' + cot1') x3
 *       = -|e| (n + n')
 *
 * whose weights sum to 0 and which vanishes exactly when the two triangles are coplanar on opposite
 * sides, in the rest shape and in each of its affine images. With Bergou's numbering of the
 * cotangents these are (c03 + c04, c01 + c02, -c01 - c03, -c02 - c04).
 */
#include "graph/stencil.h"

#include <math.h>

#include "math/vec3.h"

/* Twice the area vector of the triangle (a, b, c). */
static void double_area_vector(const double *position, int32_t a, int32_t b, int32_t c,
                               double out[3]) {
    double ab[3];
    double ac[3];
    vec3_subtract(&position[3 * (size_t)b], &position[3 * (size_t)a], ab);
    vec3_subtract(&position[3 * (size_t)c], &position[3 * (size_t)a], ac);
    vec3_cross(ab, ac, out);
}

static double squared_length(const double *position, int32_t a, int32_t b) {
    double ab[3];
    vec3_subtract(&position[3 * (size_t)b], &position[3 * (size_t)a], ab);
    return vec3_dot(ab, ab);
}

double cloth_triangle_area(const double *position, const int32_t corner[3]) {
    double area[3];
    double_area_vector(position, corner[0], corner[1], corner[2], area);
    return 0.5 * vec3_length(area);
}

bool cloth_triangle_has_area(const double *position, const int32_t corner[3]) {
    double longest = squared_length(position, corner[0], corner[1]);
    longest = fmax(longest, squared_length(position, corner[1], corner[2]));
    longest = fmax(longest, squared_length(position, corner[2], corner[0]));
    return cloth_triangle_area(position, corner) > CLOTH_TRIANGLE_AREA_SHARE_MIN * longest;
}

/* Cotangent of the angle at particle `at` between the directions to b and c, of some area. */
static double cotangent(const double *position, int32_t at, int32_t b, int32_t c) {
    double to_b[3];
    double to_c[3];
    double area[3];
    vec3_subtract(&position[3 * (size_t)b], &position[3 * (size_t)at], to_b);
    vec3_subtract(&position[3 * (size_t)c], &position[3 * (size_t)at], to_c);
    vec3_cross(to_b, to_c, area);
    return vec3_dot(to_b, to_c) / vec3_length(area);
}

ClothFault cloth_stencil_hinge(const double *position, const int32_t particle[4],
                               ClothStencil *stencil) {
    const int32_t x0 = particle[0];
    const int32_t x1 = particle[1];
    const int32_t x2 = particle[2];
    const int32_t x3 = particle[3];
    const int32_t first[3] = {x0, x1, x2};
    const int32_t second[3] = {x0, x1, x3};
    if (!cloth_triangle_has_area(position, first) || !cloth_triangle_has_area(position, second)) {
        return CLOTH_FAULT_NO_AREA;
    }

    const double c01 = cotangent(position, x0, x1, x2);
    const double c02 = cotangent(position, x0, x1, x3);
    const double c03 = cotangent(position, x1, x0, x2);
    const double c04 = cotangent(position, x1, x0, x3);
    *stencil = (ClothStencil){
        .particle = {x0, x1, x2, x3},
        .weight = {c03 + c04, c01 + c02, -c01 - c03, -c02 - c04},
        .rigidity_scale =
            3.0 / (cloth_triangle_area(position, first) + cloth_triangle_area(position, second)),
    };
    return CLOTH_FAULT_NONE;
}

ClothFault cloth_stencil_chain(const double *position, const int32_t particle[3],
                               ClothStencil *stencil) {
    const double length = 0.5 * (sqrt(squared_length(position, particle[0], particle[1])) +
                                 sqrt(squared_length(position, particle[1], particle[2])));
    if (!(length > 0.0)) {
        return CLOTH_FAULT_NO_AREA;
    }
    *stencil = (ClothStencil){
        .particle = {particle[0], particle[1], particle[2], -1},
        .weight = {1.0, -2.0, 1.0, 0.0},
        .rigidity_scale = 1.0 / (length * length * length),
    };
    return CLOTH_FAULT_NONE;
}
