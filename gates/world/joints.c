#include "joints.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "graph/graph.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "math/pose.h"
#include "world/reconstruct.h"

enum { COLUMNS = 6, ROWS = 5, STRAND = 6, ROPE = 16 };

static const double spacing_m = 0.05;

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    ck_assert(memory != NULL);
    return memory;
}

Joints joints_of(ClothGraph *graph) {
    Joints joints = {.graph = *graph, .count = graph->particle_count};
    const size_t count = (size_t)joints.count;
    ClothError error = {0};
    const ClothStatus status =
        cloth_skeleton_build(graph->position, graph->particle_count, graph->edge, graph->edge_count,
                             graph->triangle, graph->triangle_count, &joints.skeleton, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    joints.animated = joints.graph.position;
    joints.rotation = allocate(4 * count, sizeof(double));
    joints.simulated = allocate(3 * count, sizeof(double));
    joints.pose = allocate(count, sizeof(ClothPose));
    joints.local = allocate(count, sizeof(ClothPose));
    for (size_t i = 0; i < count; i++) {
        quat_identity(&joints.rotation[4 * i]);
    }
    memcpy(joints.simulated, joints.animated, 3 * count * sizeof(double));
    *graph = (ClothGraph){0};
    return joints;
}

void joints_free(Joints *joints) {
    cloth_graph_free(&joints->graph);
    cloth_skeleton_free(&joints->skeleton);
    free(joints->rotation);
    free(joints->simulated);
    free(joints->pose);
    free(joints->local);
    *joints = (Joints){0};
}

/* Cloths. */

static ClothGraph sheet_graph(int32_t columns, int32_t rows, ClothGridCut cut) {
    const ClothGridShape shape = {.columns = columns,
                                  .rows = rows,
                                  .spacing_m = spacing_m,
                                  .mass_kg = 1e-3,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 1.0, 0.0},
                                  .cut = cut};
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_grid(&shape, &graph, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return graph;
}

Joints joints_rope(int32_t links) {
    const ClothChainShape shape = {.links = links,
                                   .strands = 1,
                                   .spacing_m = 0.1,
                                   .mass_kg = 1e-3,
                                   .direction = {0.0, -1.0, 0.0}};
    ClothGraph graph;
    ClothError error = {0};
    const ClothStatus status = cloth_graph_chain(&shape, &graph, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return joints_of(&graph);
}

Joints joints_sheet(int32_t columns, int32_t rows, ClothGridCut cut) {
    ClothGraph graph = sheet_graph(columns, rows, cut);
    return joints_of(&graph);
}

/* Appends a particle at from + offset; with `from` -1 joined to nothing. */
static int32_t append(ClothGraph *graph, int32_t from, double x, double y, double z) {
    const int32_t i = graph->particle_count++;
    double *position = &graph->position[3 * (size_t)i];
    const double *start = from < 0 ? (const double[]){0.0, 0.0, 0.0} : &graph->position[3 * from];
    position[0] = start[0] + x;
    position[1] = start[1] + y;
    position[2] = start[2] + z;
    if (from >= 0) {
        graph->edge[2 * graph->edge_count] = from;
        graph->edge[2 * graph->edge_count + 1] = i;
        graph->edge_count++;
    }
    return i;
}

static void append_fringe(ClothGraph *graph) {
    for (int32_t c = 0; c < COLUMNS; c++) {
        int32_t end = c;
        for (int32_t l = 0; l < STRAND; l++) {
            end = append(graph, end, 0.0, -spacing_m, 0.001 * l);
            if (c == 2 && l == 2) {
                (void)append(graph, append(graph, end, 0.0, -0.01, 0.03), 0.0, -0.03, 0.02);
            }
        }
    }
}

static void append_rope(ClothGraph *graph) {
    const int32_t middle = append(graph, -1, 1.0, 0.0, 0.0);
    for (int side = -1; side <= 1; side += 2) {
        int32_t end = middle;
        for (int32_t l = 0; l < ROPE / 2; l++) {
            end = append(graph, end, side * spacing_m, 0.002 * l, 0.0);
        }
    }
}

Joints joints_fringed(void) {
    ClothGraph sheet = sheet_graph(COLUMNS, ROWS, CLOTH_GRID_ONE_DIAGONAL);
    const int32_t extra = COLUMNS * STRAND + 2 + ROPE + 1;
    const ClothGraphSize size = {.particles = sheet.particle_count + extra,
                                 .edges = sheet.edge_count + extra,
                                 .triangles = sheet.triangle_count};
    ClothGraph graph;
    ck_assert(cloth_graph_alloc(&size, &graph, NULL) == CLOTH_OK);
    memcpy(graph.position, sheet.position, 3 * (size_t)sheet.particle_count * sizeof(double));
    memcpy(graph.edge, sheet.edge, 2 * (size_t)sheet.edge_count * sizeof(int32_t));
    memcpy(graph.triangle, sheet.triangle, 3 * (size_t)sheet.triangle_count * sizeof(int32_t));
    graph.particle_count = sheet.particle_count;
    graph.edge_count = sheet.edge_count;
    append_fringe(&graph);
    append_rope(&graph);
    ck_assert(graph.particle_count == size.particles);
    cloth_graph_free(&sheet);
    return joints_of(&graph);
}

/* Moving. */

void random_rotation(Rng *rng, double rotation[4]) {
    double v[4];
    rng_vector(rng, 1.0, v);
    v[3] = rng_range(rng, -1.0, 1.0);
    quat_normalise(v, rotation);
}

void joints_rotate_at_random(Joints *joints, Rng *rng) {
    for (int32_t i = 0; i < joints->count; i++) {
        random_rotation(rng, &joints->rotation[4 * (size_t)i]);
    }
}

void joints_move_rigidly(Joints *joints, const double turn[4], const double move[3]) {
    for (size_t i = 0; i < (size_t)joints->count; i++) {
        quat_rotate(turn, &joints->animated[3 * i], &joints->simulated[3 * i]);
        vec3_add_scaled(&joints->simulated[3 * i], move, 1.0);
    }
}

void joints_shake(Joints *joints, Rng *rng, double size) {
    for (size_t k = 0; k < 3 * (size_t)joints->count; k++) {
        joints->simulated[k] = joints->animated[k] + rng_range(rng, -size, size);
    }
}

void joints_reconstruct(Joints *joints) {
#ifdef CLOTH_ABLATE
    cloth_reconstruct_without(&joints->skeleton, joints->animated, joints->rotation,
                              joints->simulated, joints->without, joints->pose, joints->local);
#else
    cloth_reconstruct(&joints->skeleton, joints->animated, joints->rotation, joints->simulated,
                      joints->pose, joints->local);
#endif
}

/* Comparing. */

void joints_turn(const Joints *joints, int32_t joint, double turn[4]) {
    double inverse[4];
    quat_conjugate(&joints->rotation[4 * (size_t)joint], inverse);
    quat_multiply(joints->pose[joint].rotation, inverse, turn);
}

double angle_between(const double a[4], const double b[4]) {
    const double sign = quat_dot(a, b) < 0.0 ? -1.0 : 1.0;
    double square = 0.0;
    for (int k = 0; k < 4; k++) {
        square += (a[k] - sign * b[k]) * (a[k] - sign * b[k]);
    }
    const double half = 0.5 * sqrt(square);
    return 4.0 * asin(half > 1.0 ? 1.0 : half);
}

double distance_between(const double *a, const double *b, int count) {
    double square = 0.0;
    for (int k = 0; k < count; k++) {
        square += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sqrt(square);
}

double joints_turn_error(const Joints *joints, const double turn[4], int surface) {
    const ClothSkeleton *skeleton = &joints->skeleton;
    const int32_t first = surface ? 0 : skeleton->surface_count;
    const int32_t last = surface ? skeleton->surface_count : skeleton->joint_count;
    double most = 0.0;
    for (int32_t place = first; place < last; place++) {
        double own[4];
        joints_turn(joints, skeleton->order[place], own);
        raise_to(&most, angle_between(own, turn));
    }
    return most;
}

int32_t joints_not_rigid(const Joints *joints) {
    int32_t count = 0;
    for (int32_t i = 0; i < joints->count; i++) {
        const double *rotation = joints->pose[i].rotation;
        count += !(cloth_pose_is_rigid(&joints->pose[i]) &&
                   fabs(quat_dot(rotation, rotation) - 1.0) <= 1e-14);
    }
    return count;
}

double poses_apart_m(const ClothPose *a, const ClothPose *b, int32_t count) {
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        raise_to(&most, distance_between(a[i].position, b[i].position, 3));
    }
    return most;
}

double poses_apart_rad(const ClothPose *a, const ClothPose *b, int32_t count) {
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        raise_to(&most, angle_between(a[i].rotation, b[i].rotation));
    }
    return most;
}

/* Pinning. */

static uint64_t hash_bytes(uint64_t hash, const void *memory, size_t bytes) {
    const unsigned char *byte = memory;
    for (size_t k = 0; k < bytes; k++) {
        hash = (hash ^ byte[k]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t joints_hash(void) {
    Rng rng = {11};
    Joints joints = joints_fringed();
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    joints_rotate_at_random(&joints, &rng);
    for (int round = 0; round < 50; round++) {
        joints_shake(&joints, &rng, 0.002 * round);
        joints_reconstruct(&joints);
        hash = hash_bytes(hash, joints.pose, (size_t)joints.count * sizeof(ClothPose));
        hash = hash_bytes(hash, joints.local, (size_t)joints.count * sizeof(ClothPose));
    }
    joints_free(&joints);
    return hash;
}
