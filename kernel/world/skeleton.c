/*
 * skeleton.c: joints from particles, edges and triangles.
 *
 * The edges come sorted from topology.h, with the triangles' sides among them, and nothing below
 * depends on the order in which a caller lists them. Orders that were thought of and left: breadth
 * first over all chains (a strand of hair is then scattered over memory), and rising numbers (a
 * parent may have a higher number than its child).
 */
#include "world/skeleton.h"

#include <stdbool.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/topology.h"
#include "math/error.h"
#include "math/vec3.h"

/* Offsets at rest are equally long when they differ by less than this share: a regular sheet's are,
 * but for rounding. */
#define TWIST_TIE 1e-6

/* What building needs and the skeleton does not keep. */
typedef struct Scratch {
    ClothTopology topology;
    int32_t *place;  /* (joints) of a surface joint in order; -1: a chain joint */
    int32_t *offset; /* (joints + 1) into neighbour */
    int32_t *neighbour;
    int32_t *queue; /* (joints) */
    bool *met;      /* (joints) */
} Scratch;

/* malloc(0) may be NULL, which is no failure: never ask for it. */
static int32_t *zeroed(int64_t count) {
    return calloc(count > 0 ? (size_t)count : 1, sizeof(int32_t));
}

/* Counts per key, in offset[key], become where each key's entries end; filled from the back, each
 * end becomes its key's start. */
static void ends_from_counts(int32_t *offset, int32_t keys) {
    int32_t sum = 0;
    for (int32_t k = 0; k < keys; k++) {
        sum += offset[k];
        offset[k] = sum;
    }
    offset[keys] = sum;
}

/* Arguments. */

static ClothStatus check_array(const char *name, int32_t count, const void *array,
                               ClothError *error) {
    if (count > 0 && array == NULL) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s is NULL for %d entries; allowed: an array",
                          name, count);
    }
    return CLOTH_OK;
}

static ClothStatus check_input(const double *rest, int32_t particle_count, const int32_t *edge,
                               int32_t edge_count, const int32_t *triangle, int32_t triangle_count,
                               ClothError *error) {
    const struct {
        const char *name;
        int32_t count;
        int32_t least;
        int64_t most;
        const char *array_name;
        const void *array;
    } items[] = {
        {"particle_count", particle_count, 1, CLOTH_PARTICLES_MAX, "rest", rest},
        {"edge_count", edge_count, 0, CLOTH_GRAPH_ITEMS_MAX, "edge", edge},
        {"triangle_count", triangle_count, 0, CLOTH_GRAPH_ITEMS_MAX, "triangle", triangle},
    };
    ClothStatus status = CLOTH_OK;
    for (size_t k = 0; status == CLOTH_OK && k < sizeof items / sizeof items[0]; k++) {
        status =
            cloth_check_count(items[k].name, items[k].count, items[k].least, items[k].most, error);
        if (status == CLOTH_OK) {
            status = check_array(items[k].array_name, items[k].count, items[k].array, error);
        }
    }
    return status;
}

/* Memory. */

static void scratch_free(Scratch *scratch) {
    cloth_topology_free(&scratch->topology);
    free(scratch->place);
    free(scratch->offset);
    free(scratch->neighbour);
    free(scratch->queue);
    free(scratch->met);
}

static bool scratch_allocate(Scratch *scratch) {
    const int32_t joints = scratch->topology.vertex_count;
    scratch->place = zeroed(joints);
    scratch->offset = zeroed((int64_t)joints + 1);
    scratch->neighbour = zeroed(2 * (int64_t)scratch->topology.edge_count);
    scratch->queue = zeroed(joints);
    scratch->met = calloc((size_t)joints, sizeof *scratch->met);
    return scratch->place != NULL && scratch->offset != NULL && scratch->neighbour != NULL &&
           scratch->queue != NULL && scratch->met != NULL;
}

static bool skeleton_allocate(ClothSkeleton *skeleton, int32_t triangle_count) {
    const int64_t joints = skeleton->joint_count;
    skeleton->parent = zeroed(joints);
    skeleton->order = zeroed(joints);
    skeleton->child_offset = zeroed(joints + 1);
    skeleton->child = zeroed(joints);
    skeleton->fan_offset = zeroed((int64_t)skeleton->surface_count + 1);
    skeleton->fan = zeroed(6 * (int64_t)triangle_count);
    skeleton->twist = zeroed(skeleton->surface_count);
    return skeleton->parent != NULL && skeleton->order != NULL && skeleton->child_offset != NULL &&
           skeleton->child != NULL && skeleton->fan_offset != NULL && skeleton->fan != NULL &&
           skeleton->twist != NULL;
}

void cloth_skeleton_free(ClothSkeleton *skeleton) {
    if (skeleton != NULL) {
        free(skeleton->parent);
        free(skeleton->order);
        free(skeleton->child_offset);
        free(skeleton->child);
        free(skeleton->fan_offset);
        free(skeleton->fan);
        free(skeleton->twist);
        *skeleton = (ClothSkeleton){0};
    }
}

/* Surface joints. */

/* Numbers the particles that triangles name; returns how many there are. */
static int32_t find_surface(Scratch *scratch) {
    const ClothTopology *topology = &scratch->topology;
    for (int32_t i = 0; i < topology->vertex_count; i++) {
        scratch->place[i] = -1;
    }
    for (int32_t c = 0; c < 3 * topology->triangle_count; c++) {
        scratch->place[topology->triangle[c]] = 0;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < topology->vertex_count; i++) {
        if (scratch->place[i] == 0) {
            scratch->place[i] = count++;
        }
    }
    return count;
}

static void list_surface(const Scratch *scratch, ClothSkeleton *skeleton) {
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        if (scratch->place[i] >= 0) {
            skeleton->order[scratch->place[i]] = i;
        }
    }
}

/* Each corner's triangle, as the corner sees it: from the back, so that a fan is in the order of
 * the triangles. */
static void fill_fans(const Scratch *scratch, ClothSkeleton *skeleton) {
    const ClothTopology *topology = &scratch->topology;
    const int32_t corners = 3 * topology->triangle_count;
    for (int32_t c = 0; c < corners; c++) {
        skeleton->fan_offset[scratch->place[topology->triangle[c]]]++;
    }
    ends_from_counts(skeleton->fan_offset, skeleton->surface_count);
    for (int32_t c = corners - 1; c >= 0; c--) {
        const int32_t *triangle = &topology->triangle[c - c % 3];
        int32_t *at = &skeleton->fan_offset[scratch->place[topology->triangle[c]]];
        (*at)--;
        skeleton->fan[2 * (int64_t)*at] = triangle[(c + 1) % 3];
        skeleton->fan[2 * (int64_t)*at + 1] = triangle[(c + 2) % 3];
    }
}

static void from_joint(const double *rest, int32_t joint, int32_t corner, double offset[3]) {
    vec3_subtract(&rest[3 * (size_t)corner], &rest[3 * (size_t)joint], offset);
}

/* Twice the area-weighted normal [m^2] of a joint's triangles. */
static void rest_normal(const ClothSkeleton *skeleton, const double *rest, int32_t place,
                        double normal[3]) {
    const int32_t joint = skeleton->order[place];
    normal[0] = normal[1] = normal[2] = 0.0;
    for (int32_t f = skeleton->fan_offset[place]; f < skeleton->fan_offset[place + 1]; f++) {
        double first[3];
        double second[3];
        double area[3];
        from_joint(rest, joint, skeleton->fan[2 * (int64_t)f], first);
        from_joint(rest, joint, skeleton->fan[2 * (int64_t)f + 1], second);
        vec3_cross(first, second, area);
        vec3_add_scaled(normal, area, 1.0);
    }
}

/* The square of a corner's offset seen along the normal, times the normal's; without a normal, of
 * the whole offset. */
static double seen_square(const double *rest, int32_t joint, int32_t corner,
                          const double normal[3]) {
    double offset[3];
    double seen[3];
    from_joint(rest, joint, corner, offset);
    vec3_cross(normal, offset, seen);
    return vec3_dot(normal, normal) > 0.0 ? vec3_dot(seen, seen) : vec3_dot(offset, offset);
}

static int32_t choose_twist(const ClothSkeleton *skeleton, const double *rest, int32_t place) {
    const int32_t joint = skeleton->order[place];
    const int64_t first = 2 * (int64_t)skeleton->fan_offset[place];
    const int64_t last = 2 * (int64_t)skeleton->fan_offset[place + 1];
    double normal[3];
    double most = 0.0;
    rest_normal(skeleton, rest, place, normal);
    for (int64_t c = first; c < last; c++) {
        most = fmax(most, seen_square(rest, joint, skeleton->fan[c], normal));
    }
    int32_t chosen = INT32_MAX;
    for (int64_t c = first; c < last; c++) {
        const double square = seen_square(rest, joint, skeleton->fan[c], normal);
        if (!(square < (1.0 - 2.0 * TWIST_TIE) * most) && skeleton->fan[c] < chosen) {
            chosen = skeleton->fan[c];
        }
    }
    return chosen;
}

/* Chain joints. */

/* Neighbours of each particle over the edges, rising: the edges are sorted. */
static void fill_neighbours(Scratch *scratch) {
    const ClothTopology *topology = &scratch->topology;
    const int64_t ends = 2 * (int64_t)topology->edge_count;
    for (int64_t e = 0; e < ends; e++) {
        scratch->offset[topology->edge[e]]++;
    }
    ends_from_counts(scratch->offset, topology->vertex_count);
    for (int64_t e = ends - 1; e >= 0; e--) {
        const int32_t other = topology->edge[e % 2 == 0 ? e + 1 : e - 1];
        scratch->neighbour[--scratch->offset[topology->edge[e]]] = other;
    }
}

/* Walks on from what is in the queue until nothing new is met. Returns the queue's new length. */
static int32_t walk(Scratch *scratch, int32_t head, int32_t tail, int32_t *parent) {
    while (head < tail) {
        const int32_t joint = scratch->queue[head++];
        for (int32_t n = scratch->offset[joint]; n < scratch->offset[joint + 1]; n++) {
            const int32_t next = scratch->neighbour[n];
            if (!scratch->met[next]) {
                scratch->met[next] = true;
                parent[next] = joint;
                scratch->queue[tail++] = next;
            }
        }
    }
    return tail;
}

/* From all surface joints at once, then from the lowest-numbered particle of what they do not
 * reach. */
static void find_parents(Scratch *scratch, ClothSkeleton *skeleton) {
    int32_t tail = 0;
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        skeleton->parent[i] = -1;
        if (scratch->place[i] >= 0) {
            scratch->met[i] = true;
            scratch->queue[tail++] = i;
        }
    }
    tail = walk(scratch, 0, tail, skeleton->parent);
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        if (!scratch->met[i]) {
            scratch->met[i] = true;
            scratch->queue[tail] = i;
            tail = walk(scratch, tail, tail + 1, skeleton->parent);
        }
    }
}

static void list_children(ClothSkeleton *skeleton) {
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        if (skeleton->parent[i] >= 0) {
            skeleton->child_offset[skeleton->parent[i]]++;
        }
    }
    ends_from_counts(skeleton->child_offset, skeleton->joint_count);
    for (int32_t i = skeleton->joint_count - 1; i >= 0; i--) {
        if (skeleton->parent[i] >= 0) {
            skeleton->child[--skeleton->child_offset[skeleton->parent[i]]] = i;
        }
    }
}

/* Pushes a joint's children, the lowest on top. Returns the stack's new height. */
static int32_t push_children(const ClothSkeleton *skeleton, int32_t joint, int32_t *stack,
                             int32_t height) {
    for (int32_t c = skeleton->child_offset[joint + 1] - 1; c >= skeleton->child_offset[joint];
         c--) {
        stack[height++] = skeleton->child[c];
    }
    return height;
}

/* Depth first from every joint off the frame; surface joints have their places already. The queue
 * is done with and serves as the stack. */
static void order_chains(Scratch *scratch, ClothSkeleton *skeleton) {
    int32_t place = skeleton->surface_count;
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        if (skeleton->parent[i] >= 0) {
            continue;
        }
        if (scratch->place[i] < 0) {
            skeleton->order[place++] = i;
        }
        int32_t height = push_children(skeleton, i, scratch->queue, 0);
        while (height > 0) {
            const int32_t joint = scratch->queue[--height];
            skeleton->order[place++] = joint;
            height = push_children(skeleton, joint, scratch->queue, height);
        }
    }
}

static void fill(Scratch *scratch, const double *rest, ClothSkeleton *skeleton) {
    list_surface(scratch, skeleton);
    fill_fans(scratch, skeleton);
    for (int32_t place = 0; place < skeleton->surface_count; place++) {
        skeleton->twist[place] = choose_twist(skeleton, rest, place);
    }
    fill_neighbours(scratch);
    find_parents(scratch, skeleton);
    list_children(skeleton);
    order_chains(scratch, skeleton);
}

ClothStatus cloth_skeleton_build(const double *rest, int32_t particle_count, const int32_t *edge,
                                 int32_t edge_count, const int32_t *triangle,
                                 int32_t triangle_count, ClothSkeleton *skeleton,
                                 ClothError *error) {
    *skeleton = (ClothSkeleton){0};
    ClothStatus status =
        check_input(rest, particle_count, edge, edge_count, triangle, triangle_count, error);
    Scratch scratch = {0};
    if (status == CLOTH_OK) {
        status = cloth_topology_build(rest, particle_count, triangle, triangle_count, edge,
                                      edge_count, &scratch.topology, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    bool whole = scratch_allocate(&scratch);
    if (whole) {
        skeleton->joint_count = particle_count;
        skeleton->surface_count = find_surface(&scratch);
        whole = skeleton_allocate(skeleton, triangle_count);
    }
    if (whole) {
        fill(&scratch, rest, skeleton);
    } else {
        cloth_skeleton_free(skeleton);
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a skeleton of %d joints",
                            particle_count);
    }
    scratch_free(&scratch);
    return status;
}
