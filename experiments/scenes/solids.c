/*
 * solids.c: shapes, points about them, and their distance by searching over directions.
 */
#include "scenes/solids.h"

#include <math.h>

#include "math/vec3.h"

static const Solid all[] = {
    {"sphere", {CLOTH_SPHERE, {0.5}}, 0.5},
    {"sphere, least", {CLOTH_SPHERE, {1e-6}}, 1e-6},
    {"sphere, largest", {CLOTH_SPHERE, {1e6}}, 1e6},
    {"capsule", {CLOTH_CAPSULE, {0.5, 1.0}}, 1.5},
    {"capsule, thin", {CLOTH_CAPSULE, {1e-6, 1e6}}, 1e6},
    {"capsule, of no axis", {CLOTH_CAPSULE, {0.7, 0.0}}, 0.7},
    {"tapered", {CLOTH_TAPERED_CAPSULE, {1.0, 0.4, 0.8}}, 1.8},
    {"tapered, upwards", {CLOTH_TAPERED_CAPSULE, {0.05, 0.12, 0.25}}, 0.37},
    {"tapered, evenly", {CLOTH_TAPERED_CAPSULE, {0.5, 0.5, 1.0}}, 1.5},
    {"tapered, to a needle", {CLOTH_TAPERED_CAPSULE, {1.0, 1e-6, 2.0}}, 3.0},
    {"tapered, nearly a ball", {CLOTH_TAPERED_CAPSULE, {1.0, 0.1, 0.45000001}}, 1.45},
    /* The other ball sticks out by one unit in the last place. */
    {"tapered, barely", {CLOTH_TAPERED_CAPSULE, {1.0, 0.5, 0.25 * (1.0 + 0x1p-52)}}, 1.25},
    {"tapered, touching", {CLOTH_TAPERED_CAPSULE, {1.0, 0.5, 0.25}}, 1.25},
    {"tapered, a ball", {CLOTH_TAPERED_CAPSULE, {0.3, 1.0, 0.2}}, 1.2},
    {"tapered, of no axis", {CLOTH_TAPERED_CAPSULE, {0.7, 0.7, 0.0}}, 0.7},
    {"tapered, extreme", {CLOTH_TAPERED_CAPSULE, {1e-6, 1e6, 1e6}}, 2e6},
    {"box", {CLOTH_BOX, {1.0, 2.0, 3.0}}, 3.7416573867739413},
    {"cube", {CLOTH_BOX, {1.0, 1.0, 1.0}}, 1.7320508075688772},
    {"box, a sheet", {CLOTH_BOX, {1e-6, 1e6, 1.0}}, 1e6},
    {"cylinder", {CLOTH_CYLINDER, {1.0, 2.0}}, 2.2360679774997898},
    {"cylinder, a disc", {CLOTH_CYLINDER, {1.0, 0.01}}, 1.0000499987500624},
    {"cylinder, a wire", {CLOTH_CYLINDER, {1e-6, 1e6}}, 1e6},
    {"half-space", {CLOTH_HALF_SPACE, {0.0}}, 1.0},
};

const Solid *solids(int *count) {
    *count = (int)(sizeof all / sizeof all[0]);
    return all;
}

/* Points. */

void solid_direction(Rng *rng, double u[3]) {
    double length;
    do {
        rng_vector(rng, 1.0, u);
        length = vec3_length(u);
    } while (!(length > 0.01 && length <= 1.0));
    for (int k = 0; k < 3; k++) {
        u[k] /= length;
    }
}

/* Two lengths along an axis of the shape at which something begins or ends. */
static void marks(const ClothShape *shape, int axis, double mark[2]) {
    const double *size = shape->size_m;
    switch (shape->kind) {
    case CLOTH_SPHERE:
        mark[0] = mark[1] = size[0];
        break;
    case CLOTH_CAPSULE:
        mark[0] = axis == 1 ? size[1] : size[0];
        mark[1] = axis == 1 ? size[1] + size[0] : size[0];
        break;
    case CLOTH_TAPERED_CAPSULE:
        mark[0] = axis == 1 ? size[2] : size[0];
        mark[1] = axis == 1 ? size[2] + size[1] : size[1];
        break;
    case CLOTH_BOX:
        mark[0] = mark[1] = size[axis];
        break;
    case CLOTH_CYLINDER:
        mark[0] = mark[1] = axis == 1 ? size[1] : size[0];
        break;
    default:
        mark[0] = mark[1] = 1.0;
        break;
    }
}

static void snapped(const Solid *solid, Rng *rng, double p[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double mark[2];
        marks(&solid->shape, axis, mark);
        const double choice[] = {0.0,
                                 -0.0,
                                 mark[0],
                                 -mark[0],
                                 mark[1],
                                 -mark[1],
                                 rng_range(rng, -1.5, 1.5) * solid->scale_m};
        p[axis] = choice[rng_below(rng, 7)];
    }
}

/* As deep below some faces as below others, two at least, and deeper below the rest; where there is
 * an axis, on it. */
static void tied(const Solid *solid, Rng *rng, double p[3]) {
    const double *size = solid->shape.size_m;
    const double side[3] = {rng_unit(rng) < 0.5 ? -1 : 1, rng_unit(rng) < 0.5 ? -1 : 1,
                            rng_unit(rng) < 0.5 ? -1 : 1};
    p[0] = p[1] = p[2] = 0.0;
    if (solid->shape.kind == CLOTH_BOX) {
        const double depth = rng_unit(rng) * fmin(fmin(size[0], size[1]), size[2]);
        const int32_t free = rng_below(rng, 4); /* 3: none */
        for (int k = 0; k < 3; k++) {
            const double share = k == free ? rng_unit(rng) : 1.0;
            p[k] = side[k] * share * (size[k] - depth);
        }
    } else if (solid->shape.kind == CLOTH_CYLINDER && rng_unit(rng) < 0.7) {
        const double depth = rng_unit(rng) * fmin(size[0], size[1]);
        p[1] = side[1] * (size[1] - depth);
        p[rng_unit(rng) < 0.5 ? 0 : 2] = side[0] * (size[0] - depth);
    } else {
        p[1] = rng_range(rng, -1.0, 1.0) * solid->scale_m;
    }
}

void solid_point(const Solid *solid, SolidPlace place, Rng *rng, double p[3]) {
    double n[3];
    rng_vector(rng, 2.5 * solid->scale_m, p);
    switch (place) {
    case SOLID_SURFACE:
        vec3_add_scaled(p, n, -cloth_shape_distance(&solid->shape, p, n));
        break;
    case SOLID_SNAPPED:
        snapped(solid, rng, p);
        break;
    case SOLID_BESIDE:
        snapped(solid, rng, p);
        solid_direction(rng, n);
        vec3_add_scaled(p, n, solid->scale_m * rng_log_range(rng, 1e-18, 0.1));
        break;
    case SOLID_TIED:
        tied(solid, rng, p);
        break;
    case SOLID_FAR:
        solid_direction(rng, p);
        for (int k = 0; k < 3; k++) {
            p[k] *= solid->scale_m * rng_log_range(rng, 2.0, 1e5);
        }
        break;
    case SOLID_ANYWHERE:
    case SOLID_PLACES:
        break;
    }
}

/* Distances. */

double solid_support(const ClothShape *shape, const double u[3]) {
    const double *size = shape->size_m;
    const double length = vec3_length(u);
    switch (shape->kind) {
    case CLOTH_SPHERE:
        return size[0] * length;
    case CLOTH_CAPSULE:
        return size[0] * length + size[1] * fabs(u[1]);
    case CLOTH_TAPERED_CAPSULE:
        return fmax(size[0] * length - size[2] * u[1], size[1] * length + size[2] * u[1]);
    case CLOTH_BOX:
        return size[0] * fabs(u[0]) + size[1] * fabs(u[1]) + size[2] * fabs(u[2]);
    case CLOTH_CYLINDER:
        return size[0] * hypot(u[0], u[2]) + size[1] * fabs(u[1]);
    case CLOTH_HALF_SPACE:
        return u[0] == 0.0 && u[2] == 0.0 && u[1] > 0.0 ? 0.0 : INFINITY;
    case CLOTH_TRIANGLES:
        break;
    }
    return NAN;
}

/* u . p - h(u) of the direction at two angles: about the y axis and above the xz plane [rad]. */
static double reaches(const ClothShape *shape, const double p[3], const double angle[2]) {
    const double u[3] = {cos(angle[1]) * cos(angle[0]), sin(angle[1]),
                         cos(angle[1]) * sin(angle[0])};
    return vec3_dot(u, p) - solid_support(shape, u);
}

/* Moves along one angle or the other by a step that halves where neither betters it. The kinks of
 * every h lie along these angles, so that a search along them is not caught on one. */
static double climb(const ClothShape *shape, const double p[3], double angle[2], double step_rad) {
    double best = reaches(shape, p, angle);
    while (step_rad > 1e-11) {
        bool better = false;
        for (int k = 0; k < 4; k++) {
            double next[2] = {angle[0], angle[1]};
            next[k / 2] += k % 2 == 0 ? step_rad : -step_rad;
            const double found = reaches(shape, p, next);
            if (found > best) {
                best = found;
                better = true;
                angle[0] = next[0];
                angle[1] = next[1];
            }
        }
        step_rad *= better ? 1.0 : 0.5;
    }
    return best;
}

/* From the best four of a grid. At a pole all ways around are one, and only the first counts. */
double solid_distance(const ClothShape *shape, const double p[3]) {
    enum { AROUND = 32, ABOVE = 17, STARTS = 4 };
    if (shape->kind == CLOTH_HALF_SPACE) {
        return p[1];
    }
    const double pi = acos(-1.0);
    double start[STARTS][2] = {{0.0}};
    double at[STARTS] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int k = AROUND - 1; k <= AROUND * (ABOVE - 1); k++) {
        const double angle[2] = {2.0 * pi * (k % AROUND) / AROUND,
                                 pi * (k / AROUND) / (ABOVE - 1) - 0.5 * pi};
        const double found = reaches(shape, p, angle);
        int last = STARTS - 1;
        if (found <= at[last]) {
            continue;
        }
        for (; last > 0 && !(found <= at[last - 1]); last--) {
            at[last] = at[last - 1];
            start[last][0] = start[last - 1][0];
            start[last][1] = start[last - 1][1];
        }
        at[last] = found;
        start[last][0] = angle[0];
        start[last][1] = angle[1];
    }
    double best = -INFINITY;
    for (int k = 0; k < STARTS; k++) {
        best = fmax(best, climb(shape, p, start[k], pi / AROUND));
    }
    return best;
}

/* |p - c(t)| - r(t), convex in t. */
static double ball(const double low[2], const double high[2], const double p[3], double t) {
    const double off[3] = {p[0], p[1] - (low[0] + t * (high[0] - low[0])), p[2]};
    return vec3_length(off) - (low[1] + t * (high[1] - low[1]));
}

double solid_ball_distance(const ClothShape *shape, const double p[3]) {
    const double *size = shape->size_m;
    const bool tapered = shape->kind == CLOTH_TAPERED_CAPSULE;
    if (!tapered && shape->kind != CLOTH_CAPSULE && shape->kind != CLOTH_SPHERE) {
        return NAN;
    }
    const double half = tapered ? size[2] : size[1];
    const double low[2] = {-half, size[0]};
    const double high[2] = {half, tapered ? size[1] : size[0]};
    double from = 0.0;
    double to = 1.0;
    double best = fmin(ball(low, high, p, 0.0), ball(low, high, p, 1.0));
    for (int k = 0; k < 120; k++) {
        const double a = from + (to - from) / 3.0;
        const double b = to - (to - from) / 3.0;
        const double at_a = ball(low, high, p, a);
        const double at_b = ball(low, high, p, b);
        best = fmin(best, fmin(at_a, at_b));
        if (at_a < at_b) {
            to = b;
        } else {
            from = a;
        }
    }
    return best;
}

double solid_smooth_m(const ClothShape *shape, const double p[3]) {
    const double *size = shape->size_m;
    const double rho = hypot(p[0], p[2]);
    switch (shape->kind) {
    case CLOTH_SPHERE:
        return vec3_length(p);
    case CLOTH_CAPSULE:
        return hypot(rho, fmax(fabs(p[1]) - size[1], 0.0));
    case CLOTH_TAPERED_CAPSULE:
        return hypot(rho, fmax(fabs(p[1]) - size[2], 0.0));
    case CLOTH_BOX: {
        /* Inside, from the planes where the nearest face changes; their opposites among them. */
        double gap[3];
        for (int k = 0; k < 3; k++) {
            gap[k] = size[k] - fabs(p[k]);
        }
        const int near = gap[1] < gap[0] ? (gap[2] < gap[1] ? 2 : 1) : (gap[2] < gap[0] ? 2 : 0);
        if (gap[near] < 0.0) {
            return INFINITY;
        }
        const double next = fmin(gap[(near + 1) % 3], gap[(near + 2) % 3]);
        return fmin((next - gap[near]) * sqrt(0.5), fabs(p[near]));
    }
    case CLOTH_CYLINDER: {
        const double wide = size[0] - rho;
        const double tall = size[1] - fabs(p[1]);
        /* On the rim itself rounding may have it outside. */
        if (fmin(wide, tall) < -1e-12 * (size[0] + size[1])) {
            return INFINITY;
        }
        return fmin(fabs(wide - tall) * sqrt(0.5), wide < tall ? rho : fabs(p[1]));
    }
    default:
        return INFINITY;
    }
}
