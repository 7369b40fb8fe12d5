/*
 * topology.c: edges from triangles by sorting the triangles' sides.
 *
 * Every triangle contributes three sides and every wire one; sorted by (lower vertex, higher
 * vertex, triangle), the sides of one edge stand together and the order is the same whatever the
 * sort does inside. What an edge may be is decided in one place, cloth_edge_hinge().
 */
#include "graph/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/stencil.h"
#include "math/error.h"
#include "math/vec3.h"

/* One side of a triangle, or a wire. */
typedef struct Side {
    int32_t lower;
    int32_t higher;
    int32_t opposite; /* the triangle's third vertex; -1 for a wire */
    int32_t corner;   /* 3 * triangle + the corner it starts at; -1 for a wire */
} Side;

const char *cloth_fault_text(ClothFault fault) {
    switch (fault) {
#define CLOTH_FAULT_CASE(name, text)                                                               \
    case name:                                                                                     \
        return text;
        CLOTH_FAULT_LIST(CLOTH_FAULT_CASE)
#undef CLOTH_FAULT_CASE
    }
    return "unknown fault";
}

/* Building. */

static int compare_sides(const void *left, const void *right) {
    const Side *a = left;
    const Side *b = right;
    if (a->lower != b->lower) {
        return a->lower < b->lower ? -1 : 1;
    }
    if (a->higher != b->higher) {
        return a->higher < b->higher ? -1 : 1;
    }
    if (a->opposite != b->opposite) {
        return a->opposite < b->opposite ? -1 : 1;
    }
    return (a->corner > b->corner) - (a->corner < b->corner);
}

/* Checks one triangle's or wire's corners. */
static ClothStatus check_corners(const char *what, int32_t number, const int32_t *corner,
                                 int32_t corner_count, int32_t vertex_count, ClothError *error) {
    for (int32_t k = 0; k < corner_count; k++) {
        if (corner[k] < 0 || corner[k] >= vertex_count) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "%s %d names vertex %d: %s; allowed: 0 .. %d", what, number,
                              corner[k], cloth_fault_text(CLOTH_FAULT_INDEX), vertex_count - 1);
        }
        if (corner[k] == corner[(k + 1) % corner_count]) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "%s %d names vertex %d twice; allowed: different vertices", what,
                              number, corner[k]);
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_input(const ClothTopology *topology, const int32_t *wire,
                               int32_t wire_count, ClothError *error) {
    for (int32_t v = 0; v < topology->vertex_count; v++) {
        const double *x = &topology->position[3 * (size_t)v];
        if (!vec3_is_finite(x)) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "vertex %d is at (%g, %g, %g): %s; allowed: finite coordinates", v,
                              x[0], x[1], x[2], cloth_fault_text(CLOTH_FAULT_NOT_FINITE));
        }
    }
    for (int32_t t = 0; t < topology->triangle_count; t++) {
        ClothStatus status = check_corners("triangle", t, &topology->triangle[3 * (size_t)t], 3,
                                           topology->vertex_count, error);
        if (status != CLOTH_OK) {
            return status;
        }
    }
    for (int32_t w = 0; w < wire_count; w++) {
        ClothStatus status =
            check_corners("edge", w, &wire[2 * (size_t)w], 2, topology->vertex_count, error);
        if (status != CLOTH_OK) {
            return status;
        }
    }
    return CLOTH_OK;
}

static Side make_side(int32_t from, int32_t to, int32_t opposite, int32_t corner) {
    return from < to ? (Side){from, to, opposite, corner} : (Side){to, from, opposite, corner};
}

/* The vertex of a side's triangle that is not on the side; a side is the corner it starts at. */
static int32_t opposite_vertex(const ClothTopology *topology, int32_t side) {
    return topology->triangle[side % 3 == 0 ? side + 2 : side - 1];
}

static void list_sides(const ClothTopology *topology, const int32_t *wire, int32_t wire_count,
                       Side *side) {
    const int32_t corners = 3 * topology->triangle_count;
    for (int32_t c = 0; c < corners; c++) {
        const int32_t next = c % 3 == 2 ? c - 2 : c + 1;
        side[c] = make_side(topology->triangle[c], topology->triangle[next],
                            opposite_vertex(topology, c), c);
    }
    for (int32_t w = 0; w < wire_count; w++) {
        side[corners + w] = make_side(wire[2 * (size_t)w], wire[2 * (size_t)w + 1], -1, -1);
    }
}

static bool starts_edge(const Side *side, int32_t s) {
    return s == 0 || side[s].lower != side[s - 1].lower || side[s].higher != side[s - 1].higher;
}

/* Writes the sorted sides out as edges with their triangles. */
static void gather_edges(const Side *side, int32_t side_count, ClothTopology *topology) {
    int32_t edge = -1;
    int32_t used = 0;
    for (int32_t s = 0; s < side_count; s++) {
        if (starts_edge(side, s)) {
            edge++;
            topology->edge[2 * (size_t)edge] = side[s].lower;
            topology->edge[2 * (size_t)edge + 1] = side[s].higher;
            topology->side_offset[edge] = used;
        }
        if (side[s].corner >= 0) {
            topology->side[used++] = side[s].corner;
        }
    }
    topology->side_offset[topology->edge_count] = used;
}

static int32_t count_edges(const Side *side, int32_t side_count) {
    int32_t count = 0;
    for (int32_t s = 0; s < side_count; s++) {
        count += starts_edge(side, s);
    }
    return count;
}

/* malloc(0) may be NULL, which is no failure: never ask for it. */
static void *allocate(size_t count, size_t size) {
    return malloc((count > 0 ? count : 1) * size);
}

/* Sorts the sides and fills a topology whose input has been checked. */
static ClothStatus sort_and_gather(const int32_t *wire, int32_t wire_count, ClothTopology *topology,
                                   ClothError *error) {
    const int32_t side_count = 3 * topology->triangle_count + wire_count;
    Side *side = allocate((size_t)side_count, sizeof *side);
    if (side != NULL) {
        list_sides(topology, wire, wire_count, side);
        qsort(side, (size_t)side_count, sizeof *side, compare_sides);
        topology->edge_count = count_edges(side, side_count);
        topology->edge = allocate(2 * (size_t)topology->edge_count, sizeof(int32_t));
        topology->side_offset = allocate((size_t)topology->edge_count + 1, sizeof(int32_t));
        topology->side = allocate(3 * (size_t)topology->triangle_count, sizeof(int32_t));
    }
    const bool whole = side != NULL && topology->edge != NULL && topology->side_offset != NULL &&
                       topology->side != NULL;
    if (whole) {
        gather_edges(side, side_count, topology);
    }
    free(side);
    if (!whole) {
        cloth_topology_free(topology);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for the edges of %d triangles",
                          topology->triangle_count);
    }
    return CLOTH_OK;
}

ClothStatus cloth_topology_build(const double *position, int32_t vertex_count,
                                 const int32_t *triangle, int32_t triangle_count,
                                 const int32_t *wire, int32_t wire_count, ClothTopology *topology,
                                 ClothError *error) {
    *topology = (ClothTopology){
        .vertex_count = vertex_count,
        .triangle_count = triangle_count,
        .position = position,
        .triangle = triangle,
    };
    ClothStatus status = CLOTH_OK;
    if (3 * (int64_t)triangle_count + wire_count > INT32_MAX) {
        status = cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                            "%d triangles and %d edges have too many sides; allowed: %d",
                            triangle_count, wire_count, INT32_MAX);
    }
    if (status == CLOTH_OK) {
        status = check_input(topology, wire, wire_count, error);
    }
    if (status == CLOTH_OK) {
        status = sort_and_gather(wire, wire_count, topology, error);
    }
    if (status != CLOTH_OK) {
        *topology = (ClothTopology){0};
    }
    return status;
}

void cloth_topology_free(ClothTopology *topology) {
    if (topology != NULL) {
        free(topology->edge);
        free(topology->side_offset);
        free(topology->side);
        topology->edge = topology->side_offset = topology->side = NULL;
    }
}

/* Asking. */

/* Whether two of the edge's triangles have the same third vertex, and so the same three. */
static bool is_doubled(const ClothTopology *topology, int32_t edge) {
    const int32_t first = topology->side_offset[edge];
    const int32_t last = topology->side_offset[edge + 1];
    for (int32_t s = first + 1; s < last; s++) {
        if (opposite_vertex(topology, topology->side[s]) ==
            opposite_vertex(topology, topology->side[s - 1])) {
            return true;
        }
    }
    return false;
}

ClothFault cloth_edge_hinge(const ClothTopology *topology, int32_t edge, ClothStencil *stencil) {
    const int32_t *side = &topology->side[topology->side_offset[edge]];
    const int32_t count = topology->side_offset[edge + 1] - topology->side_offset[edge];
    if (count == 0) {
        return CLOTH_FAULT_WIRE;
    }
    if (count == 1) {
        return CLOTH_FAULT_BOUNDARY;
    }
    if (is_doubled(topology, edge)) {
        return CLOTH_FAULT_DOUBLED;
    }
    if (count > 2) {
        return CLOTH_FAULT_NON_MANIFOLD;
    }
    /* Neighbours of one orientation run their shared edge in opposite directions. */
    if (topology->triangle[side[0]] == topology->triangle[side[1]]) {
        return CLOTH_FAULT_WINDING;
    }
    const int32_t particle[4] = {
        topology->edge[2 * (size_t)edge],
        topology->edge[2 * (size_t)edge + 1],
        opposite_vertex(topology, side[0]),
        opposite_vertex(topology, side[1]),
    };
    ClothStencil unused;
    return cloth_stencil_hinge(topology->position, particle, stencil != NULL ? stencil : &unused);
}

int32_t cloth_topology_faults(const ClothTopology *topology, ClothFault fault, int32_t capacity,
                              int32_t *edge) {
    int32_t count = 0;
    for (int32_t e = 0; e < topology->edge_count; e++) {
        if (cloth_edge_hinge(topology, e, NULL) != fault) {
            continue;
        }
        if (count < capacity) {
            edge[count] = e;
        }
        count++;
    }
    return count;
}

/* Refusing. */

static ClothStatus check_areas(const ClothTopology *topology, ClothError *error) {
    for (int32_t t = 0; t < topology->triangle_count; t++) {
        const int32_t *corner = &topology->triangle[3 * (size_t)t];
        if (!cloth_triangle_has_area(topology->position, corner)) {
            return cloth_fail(
                error, CLOTH_BAD_TOPOLOGY,
                "triangle %d (%d, %d, %d) has an area of %g m^2: %s; allowed: above %g "
                "of its longest edge squared",
                t, corner[0], corner[1], corner[2], cloth_triangle_area(topology->position, corner),
                cloth_fault_text(CLOTH_FAULT_NO_AREA), CLOTH_TRIANGLE_AREA_SHARE_MIN);
        }
    }
    return CLOTH_OK;
}

/* Names the edges of one fault, as many as fit. */
static ClothStatus fail_edges(const ClothTopology *topology, ClothFault fault, int32_t count,
                              ClothError *error) {
    char names[sizeof error->message];
    size_t used = 0;
    for (int32_t e = 0; e < topology->edge_count; e++) {
        if (cloth_edge_hinge(topology, e, NULL) != fault) {
            continue;
        }
        char name[32];
        const int length = snprintf(name, sizeof name, " %d-%d", topology->edge[2 * (size_t)e],
                                    topology->edge[2 * (size_t)e + 1]);
        /* Keep room for the sentence around the list, and for the mark that it was cut. */
        if (used + (size_t)length + 104 > sizeof names) {
            used += (size_t)snprintf(names + used, sizeof names - used, " ...");
            break;
        }
        memcpy(names + used, name, (size_t)length + 1);
        used += (size_t)length;
    }
    return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                      "%d edge%s refused (%s; vertices counted from 0):%s", count,
                      count == 1 ? "" : "s", cloth_fault_text(fault), names);
}

/* Areas have been checked, but a hinge takes its corners in another order and may round the other
 * way at the limit; refused here, no hinge is ever left out in silence. */
static ClothStatus check_edges(const ClothTopology *topology, ClothError *error) {
    static const ClothFault refused[] = {CLOTH_FAULT_DOUBLED, CLOTH_FAULT_NON_MANIFOLD,
                                         CLOTH_FAULT_WINDING, CLOTH_FAULT_NO_AREA};
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        const int32_t count = cloth_topology_faults(topology, refused[k], 0, NULL);
        if (count > 0) {
            return fail_edges(topology, refused[k], count, error);
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_use(const ClothTopology *topology, ClothError *error) {
    unsigned char *used = calloc((size_t)topology->vertex_count + 1, 1);
    if (used == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d vertices",
                          topology->vertex_count);
    }
    for (size_t c = 0; c < 3 * (size_t)topology->triangle_count; c++) {
        used[topology->triangle[c]] = 1;
    }
    int32_t first = 0;
    while (first < topology->vertex_count && used[first]) {
        first++;
    }
    free(used);
    if (first < topology->vertex_count) {
        return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                          "vertex %d: %s; allowed: every vertex has a triangle", first,
                          cloth_fault_text(CLOTH_FAULT_UNUSED_VERTEX));
    }
    return CLOTH_OK;
}

ClothStatus cloth_topology_check(const ClothTopology *topology, ClothError *error) {
    ClothStatus status = check_areas(topology, error);
    if (status == CLOTH_OK) {
        status = check_edges(topology, error);
    }
    return status == CLOTH_OK ? check_use(topology, error) : status;
}

static int32_t find_root(int32_t *parent, int32_t vertex) {
    while (parent[vertex] != vertex) {
        parent[vertex] = parent[parent[vertex]]; /* halves the path for the next search */
        vertex = parent[vertex];
    }
    return vertex;
}

int32_t cloth_topology_components(const ClothTopology *topology) {
    int32_t *parent = allocate((size_t)topology->vertex_count, sizeof *parent);
    if (parent == NULL) {
        return -1;
    }
    for (int32_t v = 0; v < topology->vertex_count; v++) {
        parent[v] = v;
    }
    int32_t pieces = topology->vertex_count;
    for (int32_t e = 0; e < topology->edge_count; e++) {
        const int32_t a = find_root(parent, topology->edge[2 * (size_t)e]);
        const int32_t b = find_root(parent, topology->edge[2 * (size_t)e + 1]);
        if (a != b) {
            parent[a > b ? a : b] = a > b ? b : a;
            pieces--;
        }
    }
    free(parent);
    return pieces;
}
