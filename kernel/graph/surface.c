/*
 * surface.c: links, sides and fans of a patch, and rays across it.
 */
#include "graph/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "graph/stencil.h"
#include "math/error.h"
#include "math/vec3.h"

/* What a patch must be. */

static ClothStatus check_counts(const ClothPatch *patch, ClothError *error) {
    const bool measured = patch->length != NULL || patch->position != NULL;
    const struct {
        const char *name;
        int32_t count;
        int32_t most;
        bool missing;
    } item[] = {
        {"particle_count", patch->particle_count, CLOTH_PARTICLES_MAX, false},
        {"edge_count", patch->edge_count, CLOTH_GRAPH_ITEMS_MAX, patch->edge == NULL || !measured},
        {"triangle_count", patch->triangle_count, CLOTH_GRAPH_ITEMS_MAX, patch->triangle == NULL},
    };
    for (size_t k = 0; k < sizeof item / sizeof item[0]; k++) {
        const ClothStatus status =
            cloth_check_count(item[k].name, item[k].count, 0, item[k].most, error);
        if (status != CLOTH_OK) {
            return status;
        }
        if (item[k].count > 0 && item[k].missing) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "%s is %d and what it counts is NULL; allowed: an array",
                              item[k].name, item[k].count);
        }
    }
    return CLOTH_OK;
}

/* The particles that edges (size 2) or triangles (size 3) name. */
static ClothStatus check_particles(const ClothPatch *patch, const char *name,
                                   const int32_t *particle, int32_t count, int32_t size,
                                   ClothError *error) {
    for (int32_t k = 0; k < count; k++) {
        const int32_t *corner = &particle[(size_t)size * (size_t)k];
        for (int32_t c = 0; c < size; c++) {
            if (corner[c] < 0 || corner[c] >= patch->particle_count) {
                return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                                  "%s %d names particle %d; allowed: 0 .. %d", name, k, corner[c],
                                  patch->particle_count - 1);
            }
            if (corner[c] == corner[(c + 1) % size]) {
                return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                                  "%s %d names particle %d twice; allowed: once", name, k,
                                  corner[c]);
            }
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_measures(const ClothPatch *patch, ClothError *error) {
    for (int32_t e = 0; patch->length != NULL && e < patch->edge_count; e++) {
        if (!(patch->length[e] >= 0.0 && isfinite(patch->length[e]))) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "length of edge %d is %g; allowed: 0 or above, and finite", e,
                              patch->length[e]);
        }
    }
    const bool by_position = patch->length == NULL && patch->edge_count > 0;
    for (int32_t i = 0; by_position && i < patch->particle_count; i++) {
        const double *x = &patch->position[3 * (size_t)i];
        if (!vec3_is_finite(x)) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "position of particle %d is (%g, %g, %g); allowed: finite numbers", i,
                              x[0], x[1], x[2]);
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_patch_check(const ClothPatch *patch, ClothError *error) {
    ClothStatus status = check_counts(patch, error);
    if (status == CLOTH_OK) {
        status = check_particles(patch, "edge", patch->edge, patch->edge_count, 2, error);
    }
    if (status == CLOTH_OK) {
        status =
            check_particles(patch, "triangle", patch->triangle, patch->triangle_count, 3, error);
    }
    return status == CLOTH_OK ? check_measures(patch, error) : status;
}

/* Links. */

static double rest_length(const ClothPatch *patch, int32_t edge) {
    if (patch->length != NULL) {
        return patch->length[edge];
    }
    const int32_t *end = &patch->edge[2 * (size_t)edge];
    double between[3];
    vec3_subtract(&patch->position[3 * (size_t)end[0]], &patch->position[3 * (size_t)end[1]],
                  between);
    return vec3_length(between);
}

/* Deals the edges' ends out to their particles. While that goes on, entry i + 1 of link_offset is
 * where the next link of particle i goes, and so, at the end, where those of i + 1 begin. */
static void list_links(const ClothPatch *patch, ClothSurface *surface) {
    int32_t *offset = surface->link_offset;
    for (int32_t k = 0; k < 2 * patch->edge_count; k++) {
        offset[patch->edge[k] + 2]++;
    }
    for (int32_t i = 0; i < patch->particle_count; i++) {
        offset[i + 2] += offset[i + 1];
    }
    for (int32_t k = 0; k < 2 * patch->edge_count; k++) {
        surface->link[offset[patch->edge[k] + 1]++] = k;
        surface->link_side[k] = -1;
    }
    for (int32_t e = 0; e < patch->edge_count; e++) {
        surface->length[e] = rest_length(patch, e);
    }
}

/* The shortest link from one particle to another, or -1. Looked for at the one with fewer links, so
 * that the hub of many triangles costs no more than they do. */
static int32_t find_link(const ClothSurface *surface, int32_t from, int32_t to) {
    const int32_t *offset = surface->link_offset;
    const bool back = offset[from + 1] - offset[from] > offset[to + 1] - offset[to];
    const int32_t at = back ? to : from;
    const int32_t other = back ? from : to;
    int32_t found = -1;
    for (int32_t k = offset[at]; k < offset[at + 1]; k++) {
        const int32_t link = surface->link[k];
        if (surface->edge[link ^ 1] == other &&
            (found < 0 || surface->length[link / 2] < surface->length[found / 2])) {
            found = link;
        }
    }
    return back && found >= 0 ? found ^ 1 : found;
}

/* Sides. */

/* A triangle's area over its longest side squared; NaN when its sides do not close. Kahan,
 * "Miscalculating Area and Angles of a Needle-like Triangle", 2014. */
static double area_share(double longest, double middle, double shortest) {
    const double b = middle / longest;
    const double c = shortest / longest;
    return 0.25 * sqrt((1.0 + (b + c)) * (c - (1.0 - b)) * (c + (1.0 - b)) * (1.0 + (b - c)));
}

/* Fills the shape of a triangle's sides, which are length[k] long. Returns whether it has area. */
static bool shape_sides(const double length[3], ClothSide side[3]) {
    const double low = fmin(length[0], length[1]);
    const double high = fmax(length[0], length[1]);
    const double longest = fmax(high, length[2]);
    const double share =
        area_share(longest, fmax(low, fmin(high, length[2])), fmin(low, length[2]));
    if (!(share > CLOTH_TRIANGLE_AREA_SHARE_MIN)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        const double from_start = length[(k + 2) % 3] / length[k];
        const double from_end = length[(k + 1) % 3] / length[k];
        const double scale = longest / length[k];
        side[k].along = 0.5 * (1.0 + (from_start - from_end) * (from_start + from_end));
        side[k].height = 2.0 * share * scale * scale;
    }
    return true;
}

enum { NONE = -1, CROWDED = -2 };

/* Enters one triangle: as surface when its three sides are edges and it has area. */
static void add_triangle(const ClothPatch *patch, int32_t triangle, ClothSurface *surface) {
    const int32_t *particle = &patch->triangle[3 * (size_t)triangle];
    ClothSide *side = &surface->side[3 * (size_t)triangle];
    ClothCorner *corner = &surface->corner[3 * (size_t)triangle];
    double length[3] = {0.0, 0.0, 0.0};
    int32_t link[3];
    for (int k = 0; k < 3; k++) {
        side[k] = (ClothSide){.start = particle[k], .twin = NONE};
        corner[k] = (ClothCorner){.fan = -1};
        link[k] = find_link(surface, particle[k], particle[(k + 1) % 3]);
        length[k] = link[k] < 0 ? 0.0 : surface->length[link[k] / 2];
    }
    if (!shape_sides(length, side)) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        int32_t *first = &surface->link_side[link[k]];
        if (*first < 0) {
            *first = 3 * triangle + k;
        } else {
            surface->side[*first].twin = CROWDED;
        }
        corner[k].length = length[k];
    }
}

/* Joins the sides of edges at which exactly two triangles of one winding meet. */
static void join_twins(ClothSurface *surface) {
    for (int32_t e = 0; e < surface->edge_count; e++) {
        const int32_t there = surface->link_side[2 * e];
        const int32_t back = surface->link_side[2 * e + 1];
        if (there >= 0 && back >= 0 && surface->side[there].twin != CROWDED &&
            surface->side[back].twin != CROWDED) {
            surface->side[there].twin = back;
            surface->side[back].twin = there;
        }
    }
    for (int32_t s = 0; s < surface->side_count; s++) {
        if (surface->side[s].twin == CROWDED) {
            surface->side[s].twin = NONE;
        }
    }
}

/* Fans. */

/* Between the side that starts at a corner and the one that ends there. */
static double corner_angle(const ClothSide *side) {
    return atan2(side->height, side->along);
}

/* The corner of the same particle on the left of this one, or -1. */
static int32_t corner_left(const ClothSurface *surface, int32_t corner) {
    return surface->side[cloth_side_previous(corner)].twin;
}

static void walk_fan(ClothSurface *surface, int32_t first) {
    double angle = 0.0;
    int32_t at = first;
    do {
        surface->corner[at].fan = first;
        surface->corner[at].angle = angle;
        angle += corner_angle(&surface->side[at]);
        at = corner_left(surface, at);
    } while (at >= 0 && at != first);
    surface->corner[first].around = angle;
}

/* Open fans begin at a corner with nothing on its right; those left over are closed. */
static void make_fans(ClothSurface *surface) {
    for (int closed = 0; closed < 2; closed++) {
        for (int32_t s = 0; s < surface->side_count; s++) {
            const bool is_surface = surface->corner[s].length > 0.0;
            if (is_surface && surface->corner[s].fan < 0 &&
                (closed == 1 || surface->side[s].twin < 0)) {
                walk_fan(surface, s);
            }
        }
    }
}

/* The whole. */

/* Lays the arrays out in one block, those of doubles first. Returns whether there was memory. */
static bool allocate(const ClothPatch *patch, ClothSurface *surface) {
    const size_t edges = (size_t)patch->edge_count;
    const size_t sides = 3 * (size_t)patch->triangle_count;
    const size_t offsets = (size_t)patch->particle_count + 2;
    surface->block = malloc(edges * sizeof(double) + sides * sizeof(ClothCorner) +
                            sides * sizeof(ClothSide) + (4 * edges + offsets) * sizeof(int32_t));
    if (surface->block == NULL) {
        return false;
    }
    surface->length = surface->block;
    surface->corner = (ClothCorner *)(surface->length + edges);
    surface->side = (ClothSide *)(surface->corner + sides);
    surface->link_offset = (int32_t *)(surface->side + sides);
    surface->link = surface->link_offset + offsets;
    surface->link_side = surface->link + 2 * edges;
    memset(surface->link_offset, 0, offsets * sizeof(int32_t));
    return true;
}

ClothStatus cloth_surface_build(const ClothPatch *patch, ClothSurface *surface, ClothError *error) {
    *surface = (ClothSurface){
        .edge_count = patch->edge_count,
        .side_count = 3 * patch->triangle_count,
        .edge = patch->edge,
    };
    if (!allocate(patch, surface)) {
        *surface = (ClothSurface){0};
        return cloth_fail(error, CLOTH_NO_MEMORY,
                          "out of memory for distances along %d edges and %d triangles",
                          patch->edge_count, patch->triangle_count);
    }
    list_links(patch, surface);
    for (int32_t t = 0; t < patch->triangle_count; t++) {
        add_triangle(patch, t, surface);
    }
    join_twins(surface);
    make_fans(surface);
    return CLOTH_OK;
}

void cloth_surface_free(ClothSurface *surface) {
    if (surface != NULL) {
        free(surface->block);
        *surface = (ClothSurface){0};
    }
}

/* Headings. */

static bool is_closed(const ClothSurface *surface, int32_t fan) {
    return surface->side[fan].twin >= 0;
}

ClothHeading cloth_surface_heading(const ClothSurface *surface, int32_t link) {
    const int32_t out = surface->link_side[link];
    if (out >= 0) {
        return (ClothHeading){surface->corner[out].fan, surface->corner[out].angle};
    }
    const int32_t in = surface->link_side[link ^ 1];
    if (in < 0) {
        return (ClothHeading){-1, 0.0};
    }
    /* The last edge of an open fan: it has the side that ends here, and none that starts. */
    const int32_t last = cloth_side_next(in);
    return (ClothHeading){surface->corner[last].fan,
                          surface->corner[last].angle + corner_angle(&surface->side[last])};
}

double cloth_surface_turn(const ClothSurface *surface, ClothHeading from, ClothHeading to) {
    if (from.fan < 0 || from.fan != to.fan) {
        return INFINITY;
    }
    const double turn = to.angle - from.angle;
    if (turn >= 0.0) {
        return turn;
    }
    return is_closed(surface, from.fan) ? turn + surface->corner[from.fan].around : INFINITY;
}

ClothHeading cloth_surface_turned(const ClothSurface *surface, ClothHeading heading, double angle) {
    ClothHeading turned = {heading.fan, heading.angle + angle};
    if (heading.fan >= 0 && is_closed(surface, heading.fan)) {
        const double around = surface->corner[heading.fan].around;
        turned.angle -= around * floor(turned.angle / around);
    }
    return turned;
}

/* Rays. */

bool cloth_surface_cast(const ClothSurface *surface, ClothHeading heading, ClothRay *ray) {
    if (heading.fan < 0 ||
        !(heading.angle >= 0.0 && heading.angle <= surface->corner[heading.fan].around)) {
        return false;
    }
    int32_t at = heading.fan;
    int32_t left = corner_left(surface, at);
    while (left >= 0 && left != heading.fan && surface->corner[left].angle <= heading.angle) {
        at = left;
        left = corner_left(surface, at);
    }
    /* The side that starts at the corner is on the right of the ray, the one that ends there on
     * its left. */
    const ClothSide *side = &surface->side[at];
    const double off = heading.angle - surface->corner[at].angle;
    const double x = surface->corner[at].length * cos(off);
    const double y = -surface->corner[at].length * sin(off);
    *ray = (ClothRay){
        .side = cloth_side_next(at),
        .right = {x, y},
        .left = {x * side->along - y * side->height, y * side->along + x * side->height},
        .corner = -1,
    };
    return true;
}

ClothHeading cloth_surface_back(const ClothSurface *surface, const ClothRay *ray) {
    const ClothPlanar side = {ray->behind.x - ray->met.x, ray->behind.y - ray->met.y};
    const ClothPlanar back = {-ray->met.x, -ray->met.y};
    const double turn = atan2(cloth_planar_cross(side, back), side.x * back.x + side.y * back.y);
    const ClothCorner *corner = &surface->corner[ray->corner];
    return cloth_surface_turned(surface, (ClothHeading){corner->fan, corner->angle}, turn);
}
