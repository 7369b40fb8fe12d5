/*
 * solids.h: every shape a cloth can lie on, points about them, and what their distance should be.
 *
 * The reference owes nothing to the kernel's closed forms. The signed distance to a convex body is
 * the largest of u . p - h(u) over all directions u, inside as well as outside, where h(u) is how far
 * the body reaches along u; and each shape's h is one line. A direction that attains the distance is
 * an outward normal there, so the same line proves a gradient, on a medial axis too.
 */
#ifndef SCENES_SOLIDS_H
#define SCENES_SOLIDS_H

#include "cloth.h"
#include "math/rng.h"

typedef struct Solid {
    const char *name;
    ClothShape shape;
    double scale_m; /* what its points are spread by: its radius about the origin, a plane's 1 */
} Solid;

/* Ordinary ones, ones that are nearly another kind, and the smallest and largest sizes there are. */
const Solid *solids(int *count);

/* Where points are drawn. */
#define SOLID_PLACE_LIST(X)                                                                        \
    X(SOLID_ANYWHERE, "anywhere within two and a half radii")                                      \
    X(SOLID_SURFACE, "on the surface, to rounding")                                                \
    X(SOLID_SNAPPED, "centres, axes, middle planes, faces, edges, corners, exactly")               \
    X(SOLID_BESIDE, "beside one of those, 1e-18 to 0.1 radii off")                                 \
    X(SOLID_TIED, "inside, as near to several faces")                                              \
    X(SOLID_FAR, "up to 1e5 radii off")

typedef enum SolidPlace {
#define SOLID_PLACE_ENUM(name, text) name,
    SOLID_PLACE_LIST(SOLID_PLACE_ENUM)
#undef SOLID_PLACE_ENUM
        SOLID_PLACES
} SolidPlace;

/* p: (3) out [m], in the solid's frame. */
void solid_point(const Solid *solid, SolidPlace place, Rng *rng, double p[3]);

/* A direction, each as likely as another. u: (3) out, unit. */
void solid_direction(Rng *rng, double u[3]);

/* h(u): how far the body reaches along u, of any length [m]; INFINITY for a half-space, but along
 * +y. */
double solid_support(const ClothShape *shape, const double u[3]);

/* The largest u . p - h(u) that a search over directions finds [m]: at most the distance, and less
 * by what the search leaves. A half-space has one direction. */
double solid_distance(const ClothShape *shape, const double p[3]);

/* Of the round ones: the least |p - c(t)| - r(t) over the balls that they are a union of [m]; NaN
 * for the others. */
double solid_ball_distance(const ClothShape *shape, const double p[3]);

/* How far p is from where the distance has a kink [m], or less; INFINITY where there is none.
 * Outside, edges and corners have none; the curvature is one over the distance there. */
double solid_smooth_m(const ClothShape *shape, const double p[3]);

#endif
