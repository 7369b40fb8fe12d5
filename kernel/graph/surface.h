/*
 * surface.h: edges and triangles as something to walk on: along an edge, or straight across
 * triangles that are unfolded into one plane as they are reached. Lengths count, positions do not.
 *
 * A *side* is one of the three of a triangle: number 3 * triangle + corner, running from that
 * corner to the next, its triangle on its left. The triangles around a particle that meet side to
 * side make a *fan*, of which a particle may have none or several. A fan is named after its first
 * side; angles in it are counted from there to the left, as the triangles have them: once round is
 * 2 pi in a plane, less on a tip, more on a saddle. A *heading* is a direction at a particle.
 */
#ifndef CLOTH_GRAPH_SURFACE_H
#define CLOTH_GRAPH_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "graph/geodesic.h"

/* What crossing a side takes, apart from the rest: a long ray crosses hundreds. */
typedef struct ClothSide {
    double along, height; /* of the triangle's third corner: how far along the side and to the left
                             of it, in lengths of the side */
    int32_t start;        /* particle */
    int32_t twin;         /* the same edge in the triangle on the right; -1: not to be crossed */
} ClothSide;

_Static_assert(sizeof(ClothSide) == 24, "a ray streams through sides");

/* The corner that a side starts at. */
typedef struct ClothCorner {
    double length; /* of the side [m] */
    double angle;  /* of the side in its fan [rad] */
    double around; /* of a fan's first side: the whole fan's angle [rad] */
    int32_t fan;   /* -1: the triangle is no surface */
} ClothCorner;

typedef struct ClothSurface {
    void *block; /* all arrays below: one, which an allocator keeps for the next time */
    int32_t edge_count;
    int32_t side_count;
    const int32_t *edge;  /* (edge_count x 2), the caller's */
    double *length;       /* (edge_count) [m] */
    int32_t *link_offset; /* (particle_count + 1), into link */
    int32_t *link;        /* (2 * edge_count) 2 * edge + end: an edge, by the end it leaves from */
    int32_t *link_side;   /* (2 * edge_count) by link, a side that runs the same way; or -1 */
    ClothSide *side;      /* (side_count) */
    ClothCorner *corner;  /* (side_count), by the side that starts there */
} ClothSurface;

typedef struct ClothHeading {
    int32_t fan;  /* -1: along an edge that no triangle has */
    double angle; /* [rad] */
} ClothHeading;

/* A point of the plane that triangles are unfolded into [m]. */
typedef struct ClothPlanar {
    double x;
    double y;
} ClothPlanar;

/* A ray in that plane, from the origin along +x, inside a triangle it is about to leave. */
typedef struct ClothRay {
    int32_t side;      /* by which it leaves, running from right to left of the ray */
    ClothPlanar right; /* the side's ends */
    ClothPlanar left;
    int32_t corner;     /* the corner met last, facing the side by which the ray came in */
    ClothPlanar met;    /* where that corner is */
    ClothPlanar behind; /* where the side that starts at it ends */
} ClothRay;

/* Checks counts, arrays, lengths or positions (CLOTH_BAD_ARGUMENT) and the particles that edges and
 * triangles name (CLOTH_BAD_TOPOLOGY); names the first offender. */
ClothStatus cloth_patch_check(const ClothPatch *patch, ClothError *error);

/* Builds the links, sides and fans of a patch that has been checked. surface: out, zeroed
 * on failure. Allocates; free with cloth_surface_free(). CLOTH_NO_MEMORY. */
ClothStatus cloth_surface_build(const ClothPatch *patch, ClothSurface *surface, ClothError *error);
void cloth_surface_free(ClothSurface *surface); /* NULL and zeroed ones are legal */

/* The heading of a link at the particle it leaves from. */
ClothHeading cloth_surface_heading(const ClothSurface *surface, int32_t link);

/* The angle from one heading to another of the same particle, to the left, through triangles only
 * [rad]; INFINITY when there is no such way. */
double cloth_surface_turn(const ClothSurface *surface, ClothHeading from, ClothHeading to);

/* A heading turned to the left by `angle` [rad]; it may lead off an open fan. */
ClothHeading cloth_surface_turned(const ClothSurface *surface, ClothHeading heading, double angle);

/* Starts a ray. Returns false, with the ray unchanged, when the heading leads into no triangle. */
bool cloth_surface_cast(const ClothSurface *surface, ClothHeading heading, ClothRay *ray);

/* The heading, at the corner met last, back to where the ray started. */
ClothHeading cloth_surface_back(const ClothSurface *surface, const ClothRay *ray);

static inline int32_t cloth_side_next(int32_t side) {
    return side % 3 == 2 ? side - 2 : side + 1;
}

static inline int32_t cloth_side_previous(int32_t side) {
    return side % 3 == 0 ? side + 2 : side - 1;
}

/* a x b: above 0 when b is to the left of a. */
static inline double cloth_planar_cross(ClothPlanar a, ClothPlanar b) {
    return a.x * b.y - a.y * b.x;
}

/* Takes the ray into the next triangle, up to the side it leaves that by. Returns false, with the
 * ray unchanged, when the side ahead is not to be crossed. */
static inline bool cloth_surface_cross(const ClothSurface *surface, ClothRay *ray) {
    const int32_t across = surface->side[ray->side].twin;
    if (across < 0) {
        return false;
    }
    /* The twin runs from left to right, its third corner ahead. */
    const ClothSide *side = &surface->side[across];
    const ClothPlanar run = {ray->right.x - ray->left.x, ray->right.y - ray->left.y};
    const ClothPlanar met = {ray->left.x + side->along * run.x - side->height * run.y,
                             ray->left.y + side->along * run.y + side->height * run.x};
    ray->met = met;
    ray->behind = ray->left;
    ray->corner = cloth_side_previous(across);
    /* Which hand the corner is on is a toss-up: selected, not branched on. */
    const int32_t next = cloth_side_next(across);
    const bool on_left = met.y > 0.0;
    ray->side = on_left ? next : ray->corner;
    ray->left.x = on_left ? met.x : ray->left.x;
    ray->left.y = on_left ? met.y : ray->left.y;
    ray->right.x = on_left ? ray->right.x : met.x;
    ray->right.y = on_left ? ray->right.y : met.y;
    return true;
}

#endif
