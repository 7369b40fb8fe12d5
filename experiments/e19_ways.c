/*
 * e19_ways.c: edge paths, edge paths with diagonals, and fast marching. The shipped way and the
 * exact one live where they are used as well.
 */
#include "e19_ways.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "graph/surface.h"
#include "math/error.h"
#include "scenes/windows.h"

static double dot(ClothPlanar a, ClothPlanar b) {
    return a.x * b.x + a.y * b.y;
}

static double size(ClothPlanar a) {
    return sqrt(dot(a, a));
}

/* Diagonals. */

/* The diagonal across a side, when the two triangles unfold into a convex quadrilateral. Returns
 * its length, or NaN. */
static double diagonal(const ClothSurface *surface, int32_t side, int32_t end[2]) {
    const double length = surface->corner[side].length;
    const ClothSide *in = &surface->side[side];
    /* Seen from the triangle's own third corner, as the origin. */
    const ClothPlanar tip = {in->along * length, in->height * length};
    ClothRay ray = {.side = side, .right = {-tip.x, -tip.y}, .left = {length - tip.x, -tip.y}};
    const ClothPlanar right = ray.right;
    const ClothPlanar left = ray.left;
    end[0] = surface->side[cloth_side_previous(side)].start;
    if (!cloth_surface_cross(surface, &ray)) {
        return NAN;
    }
    end[1] = surface->side[ray.corner].start;
    const bool convex =
        cloth_planar_cross(right, ray.met) > 0.0 && cloth_planar_cross(ray.met, left) > 0.0;
    return convex ? size(ray.met) : NAN;
}

static ClothStatus diagonals_distance(const ClothPatch *patch, const int32_t *source,
                                      int32_t source_count, double *distance, ClothError *error) {
    ClothSurface surface;
    ClothStatus status = cloth_surface_build(patch, &surface, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const size_t most = (size_t)patch->edge_count + (size_t)surface.side_count;
    int32_t *edge = malloc(2 * most * sizeof *edge);
    double *length = malloc(most * sizeof *length);
    if (edge == NULL || length == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %zu diagonals", most);
    } else {
        memcpy(edge, patch->edge, 2 * (size_t)patch->edge_count * sizeof *edge);
        memcpy(length, surface.length, (size_t)patch->edge_count * sizeof *length);
        ClothPatch with = {.particle_count = patch->particle_count,
                           .edge_count = patch->edge_count,
                           .edge = edge,
                           .length = length};
        for (int32_t s = 0; s < surface.side_count; s++) {
            int32_t *end = &edge[2 * (size_t)with.edge_count];
            length[with.edge_count] = surface.side[s].twin > s ? diagonal(&surface, s, end) : NAN;
            with.edge_count += isfinite(length[with.edge_count]) && end[0] != end[1] ? 1 : 0;
        }
        status = cloth_geodesic(&with, source, source_count, distance, NULL, error);
    }
    free(edge);
    free(length);
    cloth_surface_free(&surface);
    return status;
}

/* Fast marching: a front that crosses every triangle as a straight line. */

typedef struct Entry {
    double distance;
    int32_t particle;
} Entry;

typedef struct March {
    ClothSurface surface;
    double *distance; /* (particles) */
    bool *settled;    /* (particles) */
    Entry *heap;      /* an entry a change, the stale ones skipped */
    size_t heap_count;
    size_t heap_room;
} March;

static bool push(March *march, int32_t particle, double distance) {
    if (march->heap_count == march->heap_room) {
        const size_t room = 2 * march->heap_room + 1024;
        Entry *heap = realloc(march->heap, room * sizeof *heap);
        if (heap == NULL) {
            return false;
        }
        march->heap = heap;
        march->heap_room = room;
    }
    size_t place = march->heap_count++;
    while (place > 0 && distance < march->heap[(place - 1) / 2].distance) {
        march->heap[place] = march->heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    march->heap[place] = (Entry){distance, particle};
    return true;
}

static Entry pop(March *march) {
    const Entry first = march->heap[0];
    const Entry last = march->heap[--march->heap_count];
    size_t place = 0;
    size_t below = 1;
    while (below < march->heap_count) {
        below += below + 1 < march->heap_count &&
                         march->heap[below + 1].distance < march->heap[below].distance
                     ? 1
                     : 0;
        if (!(march->heap[below].distance < last.distance)) {
            break;
        }
        march->heap[place] = march->heap[below];
        place = below;
        below = 2 * place + 1;
    }
    march->heap[place] = last;
    return first;
}

/* The distance at the origin when a straight front has passed the points p and q, at most a right
 * angle apart, at the distances tp and tq. Kimmel and Sethian's update, letter for letter. */
static double front(ClothPlanar p, double tp, ClothPlanar q, double tq) {
    if (tp > tq) {
        return front(q, tq, p, tp);
    }
    const double b = size(p);
    const double a = size(q);
    const double cosine = dot(p, q) / (a * b);
    const double u = tq - tp;
    const double qa = a * a + b * b - 2.0 * a * b * cosine;
    const double qb = 2.0 * b * u * (a * cosine - b);
    const double qc = b * b * (u * u - a * a * (1.0 - cosine * cosine));
    const double t = (-qb + sqrt(qb * qb - 4.0 * qa * qc)) / (2.0 * qa);
    const double foot = b * (t - u) / t;
    if (u < t && a * cosine < foot && foot * cosine < a) {
        return tp + t;
    }
    return fmin(tp + b, tq + a);
}

static double known(const March *march, int32_t particle) {
    return march->settled[particle] ? march->distance[particle] : INFINITY;
}

static double front_from(const March *march, ClothPlanar p, int32_t of_p, ClothPlanar q,
                         int32_t of_q) {
    const double tp = known(march, of_p);
    const double tq = known(march, of_q);
    return isfinite(tp) && isfinite(tq) ? front(p, tp, q, tq) : fmin(tp + size(p), tq + size(q));
}

/* The distance that a front brings to a particle through one of its triangles. An obtuse corner is
 * split by the first particle behind it that is within a right angle of both its sides. */
static double through(const March *march, int32_t corner) {
    const ClothSurface *surface = &march->surface;
    const ClothSide *side = &surface->side[corner];
    const double half = 0.5 * atan2(side->height, side->along);
    const ClothHeading middle = {surface->corner[corner].fan, surface->corner[corner].angle + half};
    const int32_t of_right = surface->side[cloth_side_next(corner)].start;
    const int32_t of_left = surface->side[cloth_side_previous(corner)].start;
    ClothRay ray;
    if (!cloth_surface_cast(surface, middle, &ray)) {
        return INFINITY;
    }
    const ClothPlanar right = ray.right;
    const ClothPlanar left = ray.left;
    if (dot(right, left) >= 0.0) {
        return front_from(march, right, of_right, left, of_left);
    }
    for (int32_t crossed = 0; crossed < 32 && cloth_surface_cross(surface, &ray); crossed++) {
        if (dot(ray.met, right) >= 0.0 && dot(ray.met, left) >= 0.0) {
            const int32_t met = surface->side[ray.corner].start;
            return fmin(front_from(march, right, of_right, ray.met, met),
                        front_from(march, ray.met, met, left, of_left));
        }
    }
    return front_from(march, right, of_right, right, of_right);
}

/* The best that settled particles offer this one, along edges and through triangles. */
static double best_offer(const March *march, int32_t particle) {
    const ClothSurface *surface = &march->surface;
    double best = INFINITY;
    for (int32_t k = surface->link_offset[particle]; k < surface->link_offset[particle + 1]; k++) {
        const int32_t link = surface->link[k];
        const int32_t corner = surface->link_side[link];
        best = fmin(best, known(march, surface->edge[link ^ 1]) + surface->length[link / 2]);
        best = corner < 0 ? best : fmin(best, through(march, corner));
    }
    return best;
}

static bool advance(March *march) {
    const ClothSurface *surface = &march->surface;
    while (march->heap_count > 0) {
        const int32_t from = pop(march).particle;
        if (march->settled[from]) {
            continue;
        }
        march->settled[from] = true;
        for (int32_t k = surface->link_offset[from]; k < surface->link_offset[from + 1]; k++) {
            const int32_t to = surface->edge[surface->link[k] ^ 1];
            const double offer = march->settled[to] ? INFINITY : best_offer(march, to);
            if (offer < march->distance[to]) {
                march->distance[to] = offer;
                if (!push(march, to, offer)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static ClothStatus marching_distance(const ClothPatch *patch, const int32_t *source,
                                     int32_t source_count, double *distance, ClothError *error) {
    March march = {.distance = distance};
    ClothStatus status = cloth_surface_build(patch, &march.surface, error);
    if (status != CLOTH_OK) {
        return status;
    }
    march.settled = calloc((size_t)patch->particle_count + 1, sizeof *march.settled);
    for (int32_t i = 0; i < patch->particle_count; i++) {
        distance[i] = INFINITY;
    }
    bool whole = march.settled != NULL;
    for (int32_t k = 0; whole && k < source_count; k++) {
        distance[source[k]] = 0.0;
        whole = push(&march, source[k], 0.0);
    }
    if (!whole || !advance(&march)) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a front over %d particles",
                            patch->particle_count);
    }
    free(march.settled);
    free(march.heap);
    cloth_surface_free(&march.surface);
    return status;
}

/* By name. */

ClothStatus way_distance(const char *way, const ClothPatch *patch, const int32_t *source,
                         int32_t source_count, double *distance, ClothError *error) {
    if (strcmp(way, "edges") == 0) {
        ClothPatch edges = *patch;
        edges.triangle_count = 0;
        return cloth_geodesic(&edges, source, source_count, distance, NULL, error);
    }
    if (strcmp(way, "diagonals") == 0) {
        return diagonals_distance(patch, source, source_count, distance, error);
    }
    if (strcmp(way, "marching") == 0) {
        return marching_distance(patch, source, source_count, distance, error);
    }
    if (strcmp(way, "shipped") == 0) {
        return cloth_geodesic(patch, source, source_count, distance, NULL, error);
    }
    return scene_windows_distance(patch, source, source_count, distance, error);
}
