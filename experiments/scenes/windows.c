/*
 * windows.c: windows of straight paths, carried across triangle after triangle.
 *
 * All straight paths from one particle that cross a side between two of its points make a window.
 * Behind the side they fan out over the next triangle, and the window becomes one on either of its
 * far sides, or one on each when the corner between lies in the fan, which then has a path to it. A
 * path may bend at a particle whose triangles sum to more than 2 pi, or at a border: there new
 * windows begin. Chen and Han, "Shortest Paths on a Polyhedron", 1990, with the queue and the
 * pruning of Xin and Wang, "Improving Chen and Han's Algorithm on the Discrete Geodesic Problem",
 * 2009: the nearest window first, and none whose paths are all beaten by a path through a corner of
 * their triangle.
 */
#include "scenes/windows.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "graph/surface.h"
#include "math/error.h"

static const double PI = 3.14159265358979323846;

/* Paths that differ by less than this share are equal, and neither prunes the other. */
#define SAME 1e-12

/* A corner this close to the edge of a window, as a share of the side, is in it: in a grid corners
 * stand in line, and rounding alone must not hide them. */
#define SIGHT 1e-9

/* Paths that are about to cross `side` into its triangle, in the plane in which the side runs along
 * +x from the origin and its triangle lies at y > 0; or, when side is -1, those that begin at
 * `particle`. */
typedef struct Window {
    double least;       /* the shortest path to the window: the queue's key */
    double before;      /* the path to where its straight paths begin [m] */
    ClothPlanar begins; /* where that is; y <= 0 */
    double low, high;   /* between which points of the side [m] */
    int32_t side;
    int32_t particle;
} Window;

/* Which window has the shortest path to the third corner of a side's triangle, so far. */
typedef struct Split {
    double distance;
    double at; /* where that path crosses the side [m] */
} Split;

typedef struct Search {
    ClothSurface surface;
    double *distance; /* (particles), the caller's */
    bool *bends;      /* (particles) whether paths may bend there */
    int32_t *corner;  /* (particles) one of its corners, as the side that starts there; or -1 */
    int32_t *other;   /* (sides) another corner of the same particle; or -1 */
    Split *split;     /* (sides) */
    Window *heap;
    size_t heap_count;
    size_t heap_room;
    bool out_of_memory;
} Search;

/* The queue. */

static void push(Search *search, const Window *window) {
    if (search->heap_count == search->heap_room) {
        const size_t room = 2 * search->heap_room + 1024;
        Window *heap = realloc(search->heap, room * sizeof *heap);
        if (heap == NULL) {
            search->out_of_memory = true;
            return;
        }
        search->heap = heap;
        search->heap_room = room;
    }
    size_t place = search->heap_count++;
    while (place > 0 && window->least < search->heap[(place - 1) / 2].least) {
        search->heap[place] = search->heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    search->heap[place] = *window;
}

static Window pop(Search *search) {
    const Window first = search->heap[0];
    const Window last = search->heap[--search->heap_count];
    size_t place = 0;
    size_t below = 1;
    while (below < search->heap_count) {
        if (below + 1 < search->heap_count &&
            search->heap[below + 1].least < search->heap[below].least) {
            below++;
        }
        if (!(search->heap[below].least < last.least)) {
            break;
        }
        search->heap[place] = search->heap[below];
        place = below;
        below = 2 * place + 1;
    }
    search->heap[place] = last;
    return first;
}

/* Particles. */

/* A shorter path to a particle; where paths may bend, new ones begin. */
static void reach(Search *search, int32_t particle, double distance) {
    if (!(distance < search->distance[particle])) {
        return;
    }
    search->distance[particle] = distance;
    if (search->bends[particle]) {
        push(search, &(Window){.least = distance, .side = -1, .particle = particle});
    }
}

static double gap(ClothPlanar a, ClothPlanar b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* Windows. */

/* The window's own plane: three corners and where it came in. */
typedef struct Triangle {
    int32_t side;        /* by which the window came in */
    int32_t particle[3]; /* its start, its end, the third corner */
    ClothPlanar corner[3];
} Triangle;

static Triangle unfold(const ClothSurface *surface, int32_t side) {
    const ClothSide *in = &surface->side[side];
    const double length = surface->corner[side].length;
    return (Triangle){
        .side = side,
        .particle = {in->start, surface->side[cloth_side_next(side)].start,
                     surface->side[cloth_side_previous(side)].start},
        .corner = {{0.0, 0.0}, {length, 0.0}, {in->along * length, in->height * length}},
    };
}

/* Where the straight line from `from` through (x, 0) meets the line through a and b, as a share of
 * the way from a to b. */
static double meets(ClothPlanar from, double x, ClothPlanar a, ClothPlanar b) {
    const ClothPlanar ray = {x - from.x, -from.y};
    const ClothPlanar run = {b.x - a.x, b.y - a.y};
    const ClothPlanar off = {a.x - from.x, a.y - from.y};
    return fmin(fmax(cloth_planar_cross(off, ray) / cloth_planar_cross(ray, run), 0.0), 1.0);
}

static ClothPlanar between(ClothPlanar a, ClothPlanar b, double share) {
    return (ClothPlanar){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

static double least_path(const Window *window) {
    const double x = fmin(fmax(window->begins.x, window->low), window->high);
    return window->before + gap(window->begins, (ClothPlanar){x, 0.0});
}

/* Whether every path of a window that leaves the triangle by the side from corner `a` to corner
 * `b`, between the points `near_a` and `near_b`, is beaten by one through a corner. `shared` is
 * the one of a and b that the side it came in by has as well; `other` is that side's other end. */
static bool is_beaten(const Search *search, const Triangle *triangle, const Window *window, int a,
                      int b, ClothPlanar near_a, ClothPlanar near_b, int shared, int other) {
    const double to_a = window->before + gap(window->begins, near_a);
    const double to_b = window->before + gap(window->begins, near_b);
    const double *distance = search->distance;
    const ClothPlanar near = shared == a ? near_a : near_b;
    const double to_near = shared == a ? to_a : to_b;
    return distance[triangle->particle[a]] + gap(triangle->corner[a], near_b) <
               to_b * (1.0 - SAME) ||
           distance[triangle->particle[b]] + gap(triangle->corner[b], near_a) <
               to_a * (1.0 - SAME) ||
           distance[triangle->particle[other]] + gap(triangle->corner[other], near) <
               to_near * (1.0 - SAME);
}

/* Hands the part of a window between low and high on to the side of the triangle that runs from
 * corner `from` (1 or 2) to the next. */
static void hand_on(Search *search, const Triangle *triangle, const Window *window, double low,
                    double high, int from) {
    const int to = (from + 1) % 3;
    if (!(high - low > SAME * triangle->corner[1].x)) {
        return;
    }
    const int32_t side =
        from == 1 ? cloth_side_next(triangle->side) : cloth_side_previous(triangle->side);
    const int32_t twin = search->surface.side[side].twin;
    if (twin < 0) {
        return;
    }
    /* Both far sides run from right to left, so the higher end of the window comes first. */
    const ClothPlanar a = triangle->corner[from];
    const ClothPlanar b = triangle->corner[to];
    const double first = meets(window->begins, high, a, b);
    const double last = meets(window->begins, low, a, b);
    const int shared = from == 1 ? 1 : 0;
    const int other = 1 - shared;
    if (!(last > first) || is_beaten(search, triangle, window, from, to, between(a, b, first),
                                     between(a, b, last), shared, other)) {
        return;
    }
    /* In the plane of the twin, which runs from b to a. */
    const double length = search->surface.corner[twin].length;
    const ClothPlanar run = {(a.x - b.x) / length, (a.y - b.y) / length};
    const ClothPlanar off = {window->begins.x - b.x, window->begins.y - b.y};
    Window next = {.before = window->before,
                   .begins = {off.x * run.x + off.y * run.y, cloth_planar_cross(run, off)},
                   .low = (1.0 - last) * length,
                   .high = (1.0 - first) * length,
                   .side = twin};
    next.least = least_path(&next);
    push(search, &next);
}

/* Carries a window across its triangle. */
static void carry(Search *search, const Window *window) {
    const Triangle triangle = unfold(&search->surface, window->side);
    const ClothPlanar tip = triangle.corner[2];
    /* Where the straight path to the third corner crosses the side. */
    const double at = window->begins.x +
                      (tip.x - window->begins.x) * -window->begins.y / (tip.y - window->begins.y);
    double right_from = fmax(window->low, at);
    double left_to = fmin(window->high, at);
    const double slack = SIGHT * triangle.corner[1].x;
    if (at >= window->low - slack && at <= window->high + slack) {
        const double distance = window->before + gap(window->begins, tip);
        Split *split = &search->split[window->side];
        reach(search, triangle.particle[2], distance);
        if (distance < split->distance * (1.0 - SAME)) {
            *split = (Split){distance, at};
        } else {
            /* Paths that cross the better window's path to the corner are beaten there. */
            right_from = fmax(right_from, split->at > at ? split->at : right_from);
            left_to = fmin(left_to, split->at < at ? split->at : left_to);
        }
    }
    hand_on(search, &triangle, window, right_from, window->high, 1);
    hand_on(search, &triangle, window, window->low, left_to, 2);
}

/* Begins the windows of a particle: its edges, and the far side of each of its triangles. */
static void begin(Search *search, int32_t particle) {
    const ClothSurface *surface = &search->surface;
    const double before = search->distance[particle];
    for (int32_t k = surface->link_offset[particle]; k < surface->link_offset[particle + 1]; k++) {
        const int32_t link = surface->link[k];
        reach(search, surface->edge[link ^ 1], before + surface->length[link / 2]);
    }
    for (int32_t at = search->corner[particle]; at >= 0; at = search->other[at]) {
        const int32_t twin = surface->side[cloth_side_next(at)].twin;
        if (twin >= 0) {
            const ClothSide *far = &surface->side[cloth_side_next(at)];
            const double length = surface->corner[twin].length;
            Window window = {.before = before,
                             .begins = {(1.0 - far->along) * length, -far->height * length},
                             .high = length,
                             .side = twin};
            window.least = least_path(&window);
            push(search, &window);
        }
    }
}

/* The search. */

/* Paths bend at saddles, at borders, at the ends of edges without triangles, and at sources. */
static void find_bends(Search *search, int32_t particle_count) {
    const ClothSurface *surface = &search->surface;
    for (int32_t i = 0; i < particle_count; i++) {
        int32_t fan = -1;
        search->bends[i] = false;
        for (int32_t k = surface->link_offset[i]; k < surface->link_offset[i + 1]; k++) {
            const ClothHeading heading = cloth_surface_heading(surface, surface->link[k]);
            fan = k == surface->link_offset[i] ? heading.fan : fan;
            search->bends[i] = search->bends[i] || heading.fan < 0 || heading.fan != fan ||
                               surface->side[heading.fan].twin < 0 ||
                               surface->corner[heading.fan].around > 2.0 * PI + 1e-9;
        }
    }
}

static void list_corners(Search *search, int32_t particle_count) {
    for (int32_t i = 0; i < particle_count; i++) {
        search->corner[i] = -1;
    }
    for (int32_t s = 0; s < search->surface.side_count; s++) {
        if (search->surface.corner[s].fan >= 0) {
            int32_t *first = &search->corner[search->surface.side[s].start];
            search->other[s] = *first;
            *first = s;
        }
    }
}

static void run(Search *search, int32_t particle_count, const int32_t *source,
                int32_t source_count) {
    list_corners(search, particle_count);
    find_bends(search, particle_count);
    for (int32_t i = 0; i < particle_count; i++) {
        search->distance[i] = INFINITY;
    }
    for (int32_t s = 0; s < search->surface.side_count; s++) {
        search->split[s] = (Split){.distance = INFINITY};
    }
    for (int32_t k = 0; k < source_count; k++) {
        search->bends[source[k]] = true;
        reach(search, source[k], 0.0);
    }
    while (search->heap_count > 0 && !search->out_of_memory) {
        const Window window = pop(search);
        if (window.side >= 0) {
            carry(search, &window);
        } else if (window.least <= search->distance[window.particle]) {
            begin(search, window.particle);
        }
    }
}

ClothStatus scene_windows_distance(const ClothPatch *patch, const int32_t *source,
                                   int32_t source_count, double *distance, ClothError *error) {
    Search search = {.distance = distance};
    ClothStatus status = cloth_surface_build(patch, &search.surface, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const size_t particles = (size_t)patch->particle_count + 1;
    const size_t sides = (size_t)search.surface.side_count + 1;
    search.bends = malloc(particles * sizeof *search.bends);
    search.corner = malloc(particles * sizeof *search.corner);
    search.other = malloc(sides * sizeof *search.other);
    search.split = malloc(sides * sizeof *search.split);
    const bool whole = search.bends != NULL && search.corner != NULL && search.other != NULL &&
                       search.split != NULL;
    if (whole) {
        run(&search, patch->particle_count, source, source_count);
    }
    if (!whole || search.out_of_memory) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for windows across %d triangles",
                            patch->triangle_count);
    }
    cloth_surface_free(&search.surface);
    free(search.bends);
    free(search.corner);
    free(search.other);
    free(search.split);
    free(search.heap);
    return status;
}
