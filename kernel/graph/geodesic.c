/*
 * geodesic.c: Dijkstra over the edges, every path pulled straight across the triangles it bends
 * at.
 *
 * Along edges a path is up to 8 % too long across squares cut by alternating diagonals, and 41 %
 * against a single one; no finer mesh cures that (experiment e19). So whenever a particle is
 * offered a path, the path is pulled straight. Its first leg ends at a particle whose own path
 * goes straight on to some farther one: the two legs and the angle between them say where that one
 * would be if the triangles between were flat. A ray is cast that way, unfolding triangles as it
 * reaches them, and to the distance of every corner it meets that can be seen from its start, that
 * corner's own is added. The shortest sum is the new path, which is pulled straight in its turn.
 *
 * The invariant: every distance held at any time is the length of a path that lies on the fabric,
 * a chain of straight legs from particle to particle, each within the strip of triangles that its
 * ray crossed. So no distance is ever too short, whatever the curvature, the holes and the
 * meshing: where rays are aimed is a guess, and a poor guess leaves a path a little longer than it
 * might be. And since every edge is offered as a leg, no distance exceeds the edge path.
 *
 * Where many sources lie side by side, the region nearest to one of them can be narrower than a
 * triangle, so that none of a particle's neighbours lie in the region that it lies in itself. So a
 * particle is also offered the leg across each far side of the triangles around another, and, when
 * its path leads straight to a source, the sources next to that one. What is left is a particle
 * whose nearest source has an edge with none that its neighbours lead to: one in a T-shirt.
 *
 * A plane comes out within GAIN, holes and corners included, since shortest paths bend at
 * particles alone. A particle takes one to three rays, each crossing as many triangles as lie on
 * its way: n^1.5 in all, five to fifty times the cost of Dijkstra alone.
 *
 * Measured and rejected (e19): edges and the unfolded diagonal across each of them, still up to 21
 * % too long; fast marching (Kimmel and Sethian, "Computing Geodesic Paths on Manifolds", 1998),
 * up to 25 % too long beside a source and, worse for a tether, 22 % too short where fronts meet;
 * windows of straight paths (Chen and Han, "Shortest Paths on a Polyhedron", 1990; Xin and Wang,
 * 2009), exact and no dearer on flat or crumpled cloth, but on folded cloth of 16,384 particles
 * they take seconds where this takes a sixth of one.
 */
#include "graph/geodesic.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/surface.h"
#include "math/error.h"

static const double PI = 3.14159265358979323846;

/* Distances that differ by less than this share are equal, and the lower source has the particle.
 * Valid: above the rounding of a path of a thousand legs (1e-13), far below GAIN. */
#define SAME 1e-12

/* Legs whose angle differs from a straight one by less than this make one leg [rad]. A bend of an
 * angle a adds a^2/8 to a path: from 1e-12 (rounding of an angle) to 1e-7 nothing changes. */
#define STRAIGHT_RAD 1e-9

/* What a ray must promise, as a share of the distance. Curvature bends every guess a little, and
 * most smaller promises are empty. Valid: 1e-9 (up to twice the rays, the same worst particle) to
 * 1e-4 (two thirds of the rays, errors of 0.1 % become common); half and twice as much change the
 * rays by a few percent. Tried on e19's cloths and two garments. */
#define GAIN 1e-5

/* A straight way between two particles, along an edge or across triangles. */
typedef struct Leg {
    int32_t to;
    double length;        /* [m] */
    ClothHeading leaves;  /* at this end, towards the other */
    ClothHeading arrives; /* at the other end, back towards this */
} Leg;

/* What a particle knows of its path. */
typedef struct Label {
    double distance;      /* [m]; INFINITY: no path yet */
    double straight;      /* of its first leg [m] */
    ClothHeading leaves;  /* of its first leg, here */
    ClothHeading arrives; /* of its first leg, at its end */
    int32_t to;           /* where its first leg ends; -1 for a source */
    int32_t source;       /* -1: no path yet */
} Label;

typedef struct Search {
    ClothSurface surface;
    Label *label;   /* (particle_count) */
    int32_t *heap;  /* (particle_count) particles whose neighbours are due, the nearest first */
    int32_t *place; /* (particle_count) in the heap; -1: not in it */
    int32_t heap_count;
} Search;

static bool is_source(const Search *search, int32_t particle) {
    return search->label[particle].to < 0 && search->label[particle].source >= 0;
}

/* The heap. */

/* By distance, then by number, so that equal ones come in one order. */
static bool comes_before(const Search *search, int32_t a, int32_t b) {
    const double left = search->label[a].distance;
    const double right = search->label[b].distance;
    return left != right ? left < right : a < b;
}

static void put(Search *search, int32_t place, int32_t particle) {
    search->heap[place] = particle;
    search->place[particle] = place;
}

/* Enters a particle, or moves up one whose distance has shrunk. */
static void push(Search *search, int32_t particle) {
    int32_t place = search->place[particle];
    if (place < 0) {
        place = search->heap_count++;
    }
    while (place > 0 && comes_before(search, particle, search->heap[(place - 1) / 2])) {
        put(search, place, search->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(search, place, particle);
}

static int32_t pop(Search *search) {
    const int32_t first = search->heap[0];
    const int32_t last = search->heap[--search->heap_count];
    int32_t place = 0;
    int32_t below = 1;
    while (below < search->heap_count) {
        if (below + 1 < search->heap_count &&
            comes_before(search, search->heap[below + 1], search->heap[below])) {
            below++;
        }
        if (!comes_before(search, search->heap[below], last)) {
            break;
        }
        put(search, place, search->heap[below]);
        place = below;
        below = 2 * place + 1;
    }
    put(search, place, last);
    search->place[first] = -1;
    return first;
}

/* Straight paths. */

static bool is_straight(double turn) {
    return fabs(turn - PI) < STRAIGHT_RAD;
}

/* Gives a particle the path that begins with a leg, if that is shorter than its own, or as short
 * and from a lower source. Returns whether it did. */
static bool take(Search *search, int32_t at, const Leg *leg) {
    Label *own = &search->label[at];
    const Label *far = &search->label[leg->to];
    const double distance = far->distance + leg->length;
    const double slack = SAME * distance;
    if (is_source(search, at) ||
        !(distance < own->distance - slack ||
          (distance <= own->distance + slack && far->source < own->source))) {
        return false;
    }
    *own = (Label){.distance = distance,
                   .straight = leg->length,
                   .leaves = leg->leaves,
                   .arrives = leg->arrives,
                   .to = leg->to,
                   .source = far->source};
    if (far->to >= 0 &&
        (is_straight(cloth_surface_turn(&search->surface, leg->arrives, far->leaves)) ||
         is_straight(cloth_surface_turn(&search->surface, far->leaves, leg->arrives)))) {
        own->to = far->to;
        own->straight += far->straight;
        own->arrives = far->arrives;
    }
    push(search, at);
    return true;
}

/* Between the nearest corners met on either hand. */
typedef struct Sight {
    ClothPlanar right;
    ClothPlanar left;
} Sight;

/* Whether the corner that a ray has met can be seen from its start; what is seen narrows the sight.
 * Corners in one line, as in every grid, hide each other only by rounding. */
static bool sees(Sight *sight, ClothPlanar met) {
    if (met.y > 0.0) {
        if (!(cloth_planar_cross(met, sight->left) >=
              -STRAIGHT_RAD * fabs(met.x * sight->left.x))) {
            return false;
        }
        sight->left = met;
        return true;
    }
    if (!(cloth_planar_cross(sight->right, met) >= -STRAIGHT_RAD * fabs(met.x * sight->right.x))) {
        return false;
    }
    sight->right = met;
    return true;
}

/* How far along itself the ray leaves its triangle [m]. */
static double leaves_at(const ClothRay *ray) {
    return ray->right.x +
           (ray->left.x - ray->right.x) * ray->right.y / (ray->right.y - ray->left.y);
}

/* Looks along a heading of a particle, as far as its own distance, for the leg with the shortest
 * path. Returns whether anything with a path is in sight. */
static bool look(const Search *search, int32_t at, ClothHeading heading, Leg *leg) {
    const ClothSurface *surface = &search->surface;
    const double reach = search->label[at].distance;
    ClothRay ray;
    if (!cloth_surface_cast(surface, heading, &ray)) {
        return false;
    }
    Sight sight = {ray.right, ray.left};
    ClothRay best = ray;
    double least = INFINITY;
    while (leaves_at(&ray) < reach && cloth_surface_cross(surface, &ray)) {
        if (sees(&sight, ray.met)) {
            const double length = sqrt(ray.met.x * ray.met.x + ray.met.y * ray.met.y);
            const int32_t met = surface->side[ray.corner].start;
            const double distance = search->label[met].distance + length;
            /* Of corners in one line the farthest: its path bends later. */
            if (distance <= least * (1.0 + SAME) && distance < INFINITY) {
                least = distance;
                best = ray;
            }
        }
    }
    if (!(least < INFINITY)) {
        return false;
    }
    *leg = (Leg){
        .to = surface->side[best.corner].start,
        .length = sqrt(best.met.x * best.met.x + best.met.y * best.met.y),
        .leaves = cloth_surface_turned(surface, heading, atan2(best.met.y, best.met.x)),
        .arrives = cloth_surface_back(surface, &best),
    };
    return true;
}

/* How a path goes on from where its first leg ends. */
typedef struct Onward {
    int32_t to;      /* the particle it goes straight to */
    double straight; /* how far that is [m] */
    ClothHeading leaves;
} Onward;

/* Whether a path of that length, through `to`, is worth a ray: a gain, or as short and from a lower
 * source. */
static bool is_worth(const Search *search, int32_t at, int32_t to, double distance) {
    const Label *own = &search->label[at];
    return search->label[to].source < own->source ? distance <= own->distance * (1.0 + SAME)
                                                  : distance < own->distance * (1.0 - GAIN);
}

/* Cuts the corner between a leg and what follows it, on the hand where the angle between them is
 * `turn`: +1 for the left, seen from the corner. Returns whether that gains anything. */
static bool cut_hand(const Search *search, int32_t at, const Leg *leg, const Onward *onward,
                     double turn, double hand, Leg *shorter) {
    if (!(turn < PI - STRAIGHT_RAD)) {
        return false;
    }
    const double along = leg->length - onward->straight * cos(turn);
    const double across = sqrt(onward->straight * onward->straight +
                               leg->length * (2.0 * along - leg->length)); /* law of cosines */
    if (!is_worth(search, at, onward->to, search->label[onward->to].distance + across)) {
        return false;
    }
    const double off = atan2(onward->straight * sin(turn), along);
    const ClothHeading heading = cloth_surface_turned(&search->surface, leg->leaves, -hand * off);
    return look(search, at, heading, shorter) &&
           is_worth(search, at, shorter->to, search->label[shorter->to].distance + shorter->length);
}

/* The same on both hands. */
static bool cut_corner(const Search *search, int32_t at, const Leg *leg, const Onward *onward,
                       Leg *shorter) {
    const double left = cloth_surface_turn(&search->surface, leg->arrives, onward->leaves);
    const double right = cloth_surface_turn(&search->surface, onward->leaves, leg->arrives);
    return cut_hand(search, at, leg, onward, left, 1.0, shorter) ||
           cut_hand(search, at, leg, onward, right, -1.0, shorter);
}

/* Offers a particle the path that begins with a leg, and whatever comes of pulling it straight. */
static void offer(Search *search, int32_t at, const Leg *first) {
    Leg leg = *first;
    Leg shorter;
    bool cut = true;
    (void)take(search, at, &leg);
    while (cut && search->label[leg.to].to >= 0) {
        const Label *far = &search->label[leg.to];
        const Onward onward = {far->to, far->straight, far->leaves};
        cut = cut_corner(search, at, &leg, &onward, &shorter);
        if (cut) {
            leg = shorter;
            (void)take(search, at, &leg);
        }
    }
}

/* When a particle's path leads straight to a source, tries the sources that have an edge with that
 * one. Returns whether one of them is nearer. */
static bool try_next_sources(Search *search, int32_t at) {
    const ClothSurface *surface = &search->surface;
    const Label *own = &search->label[at];
    if (own->to < 0 || !is_source(search, own->to)) {
        return false;
    }
    const Leg leg = {own->to, own->straight, own->leaves, own->arrives};
    for (int32_t k = surface->link_offset[leg.to]; k < surface->link_offset[leg.to + 1]; k++) {
        const int32_t link = surface->link[k];
        if (!is_source(search, surface->edge[link ^ 1])) {
            break; /* they come first */
        }
        const Onward onward = {.to = surface->edge[link ^ 1],
                               .straight = surface->length[link / 2],
                               .leaves = cloth_surface_heading(surface, link)};
        Leg shorter;
        if (cut_corner(search, at, &leg, &onward, &shorter)) {
            offer(search, at, &shorter);
            return true;
        }
    }
    return false;
}

/* The search. */

static void offer_along_edges(Search *search, int32_t from) {
    const ClothSurface *surface = &search->surface;
    for (int32_t k = surface->link_offset[from]; k < surface->link_offset[from + 1]; k++) {
        const int32_t link = surface->link[k];
        const Leg leg = {.to = from,
                         .length = surface->length[link / 2],
                         .leaves = cloth_surface_heading(surface, link ^ 1),
                         .arrives = cloth_surface_heading(surface, link)};
        offer(search, surface->edge[link ^ 1], &leg);
    }
}

/* Straight across the far side of the triangle at a corner of `from`, where that stays within the
 * two triangles. */
static void offer_across(Search *search, int32_t from, int32_t at) {
    const ClothSurface *surface = &search->surface;
    const ClothSide *side = &surface->side[at];
    const ClothCorner *corner = &surface->corner[at];
    ClothRay ray = {.side = cloth_side_next(at),
                    .right = {corner->length, 0.0},
                    .left = {corner->length * side->along, corner->length * side->height}};
    const ClothPlanar left = ray.left;
    if (!cloth_surface_cross(surface, &ray)) {
        return;
    }
    const int32_t to = surface->side[ray.corner].start;
    const bool is_settled =
        search->place[to] < 0 && search->label[to].distance <= search->label[from].distance;
    if (is_settled || !(ray.met.y > 0.0 && cloth_planar_cross(ray.met, left) > 0.0)) {
        return;
    }
    const ClothHeading along_side = {corner->fan, corner->angle};
    const Leg leg = {
        .to = from,
        .length = sqrt(ray.met.x * ray.met.x + ray.met.y * ray.met.y),
        .leaves = cloth_surface_back(surface, &ray),
        .arrives = cloth_surface_turned(surface, along_side, atan2(ray.met.y, ray.met.x)),
    };
    offer(search, to, &leg);
}

static void offer_across_triangles(Search *search, int32_t from) {
    const ClothSurface *surface = &search->surface;
    for (int32_t k = surface->link_offset[from]; k < surface->link_offset[from + 1]; k++) {
        const int32_t at = surface->link_side[surface->link[k]];
        if (at >= 0) {
            offer_across(search, from, at);
        }
    }
}

/* Moves a source's links to other sources to the front, so that looking for them costs nothing at
 * the hub of many triangles. */
static void sort_links(Search *search, int32_t source) {
    const ClothSurface *surface = &search->surface;
    int32_t front = surface->link_offset[source];
    for (int32_t k = front; k < surface->link_offset[source + 1]; k++) {
        const int32_t link = surface->link[k];
        if (is_source(search, surface->edge[link ^ 1])) {
            surface->link[k] = surface->link[front];
            surface->link[front++] = link;
        }
    }
}

static void begin(Search *search, int32_t particle_count, const int32_t *source,
                  int32_t source_count) {
    for (int32_t i = 0; i < particle_count; i++) {
        search->label[i] = (Label){.distance = INFINITY,
                                   .leaves = {-1, 0.0},
                                   .arrives = {-1, 0.0},
                                   .to = -1,
                                   .source = -1};
        search->place[i] = -1;
    }
    for (int32_t k = 0; k < source_count; k++) {
        search->label[source[k]].distance = 0.0;
        search->label[source[k]].source = source[k];
        push(search, source[k]);
    }
    for (int32_t k = 0; k < source_count; k++) {
        sort_links(search, source[k]);
    }
}

/* Gives every particle its turn, the nearest first. One whose path gets shorter after its turn has
 * another: one in a hundred does, since most are offered their best path by a nearer one. */
static void run(Search *search) {
    while (search->heap_count > 0) {
        const int32_t from = pop(search);
        if (try_next_sources(search, from)) {
            continue; /* it is back in the heap, nearer */
        }
        offer_along_edges(search, from);
        offer_across_triangles(search, from);
    }
}

/* The call. */

static ClothStatus check_sources(const ClothPatch *patch, const int32_t *source,
                                 int32_t source_count, const double *distance, ClothError *error) {
    const ClothStatus status = cloth_check_count("source_count", source_count, 0, INT32_MAX, error);
    if (status != CLOTH_OK) {
        return status;
    }
    if ((source == NULL && source_count > 0) || (distance == NULL && patch->particle_count > 0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s is NULL; allowed: an array",
                          distance == NULL ? "distance" : "source");
    }
    for (int32_t k = 0; k < source_count; k++) {
        if (source[k] < 0 || source[k] >= patch->particle_count) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "source %d is particle %d; allowed: 0 .. %d", k, source[k],
                              patch->particle_count - 1);
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_geodesic(const ClothPatch *patch, const int32_t *source, int32_t source_count,
                           double *distance, int32_t *nearest, ClothError *error) {
    ClothStatus status = cloth_patch_check(patch, error);
    if (status == CLOTH_OK) {
        status = check_sources(patch, source, source_count, distance, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    Search search = {0};
    status = cloth_surface_build(patch, &search.surface, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const size_t n = (size_t)patch->particle_count;
    search.label = malloc((n + 1) * sizeof *search.label);
    search.heap = malloc((n + 1) * sizeof *search.heap);
    search.place = malloc((n + 1) * sizeof *search.place);
    if (search.label == NULL || search.heap == NULL || search.place == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for distances of %d particles",
                            patch->particle_count);
    } else {
        begin(&search, patch->particle_count, source, source_count);
        run(&search);
        for (size_t i = 0; i < n; i++) {
            distance[i] = search.label[i].distance;
            if (nearest != NULL) {
                nearest[i] = search.label[i].source;
            }
        }
    }
    cloth_surface_free(&search.surface);
    free(search.label);
    free(search.heap);
    free(search.place);
    return status;
}
