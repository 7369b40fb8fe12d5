/*
 * gate_skeleton: every particle is a joint once, hangs from what the rule says, and its triangles
 * are round it; what cannot be a skeleton is refused by name.
 *
 * Pathology: a joint that hangs from itself through others, a parent posed after its child, a
 * particle without a joint. What is checked here of small cloths by hand, and of 400 random graphs
 * against distances found another way (relaxation, edge by edge). Off: each of the checks is given
 * one skeleton spoilt for it.
 */
#include <math.h>
#include <string.h>

#include "gate.h"
#include "joints.h"
#include "skeletons.h"

enum { FUZZ = 400 };

/* Random graphs. */

/* So many different ones of `from` particles. */
static void draw_different(Rng *rng, int32_t from, int32_t count, int32_t *drawn) {
    for (int32_t k = 0; k < count; k++) {
        int repeated;
        do {
            drawn[k] = rng_below(rng, from);
            repeated = 0;
            for (int32_t earlier = 0; earlier < k; earlier++) {
                repeated += drawn[earlier] == drawn[k];
            }
        } while (repeated);
    }
}

/* From lone particles to a tangle; edges and triangles twice, non-manifold, flat: all legal. */
static SkeletonInput random_input(Rng *rng) {
    SkeletonInput input = {.particle_count = 3 + rng_below(rng, SKELETON_PARTICLES_MAX - 2)};
    const int32_t edges = rng_below(rng, SKELETON_ITEMS_MAX);
    const int32_t triangles = rng_below(rng, 3) == 0 ? 0 : rng_below(rng, 8);
    for (int32_t k = 0; k < 3 * input.particle_count; k++) {
        input.rest[k] = (double)rng_below(rng, 3);
    }
    for (int32_t e = 0; e < edges; e++) {
        int32_t end[2];
        draw_different(rng, input.particle_count, 2, end);
        skeleton_add_edge(&input, end[0], end[1]);
    }
    for (int32_t t = 0; t < triangles; t++) {
        int32_t corner[3];
        draw_different(rng, input.particle_count, 3, corner);
        skeleton_add_triangle(&input, corner);
    }
    return input;
}

START_TEST(random_graphs) {
    Rng rng = {1};
    int64_t faults = 0;
    int64_t hanging = 0;
    int64_t off_sheets = 0;
    for (int draw = 0; draw < FUZZ; draw++) {
        const SkeletonInput input = random_input(&rng);
        ClothSkeleton skeleton = skeleton_build_sound(&input);
        faults += skeleton_faults(&input, &skeleton);
        for (int32_t i = 0; i < input.particle_count; i++) {
            hanging += skeleton.parent[i] >= 0;
            off_sheets +=
                skeleton.parent[i] >= 0 && skeleton_has_triangle(&input, skeleton.parent[i]);
        }
        cloth_skeleton_free(&skeleton);
    }
    gate_equal("random.faults", faults, 0, "1");
    /* measured 4,794 and 1,356 */
    gate_at_least("random.guard.hanging", (double)hanging, 1000.0, "joints");
    gate_at_least("random.guard.off_sheets", (double)off_sheets, 100.0, "joints");
}
END_TEST

START_TEST(spoilt_skeletons_are_seen) {
    Rng rng = {2};
    int64_t unseen = 0;
    int64_t spoilt = 0;
    for (int draw = 0; draw < FUZZ; draw++) {
        const SkeletonInput input = random_input(&rng);
        ClothSkeleton skeleton = skeleton_build_sound(&input);
        const int32_t joint = rng_below(&rng, input.particle_count);
        skeleton.parent[joint] = skeleton.parent[joint] < 0 ? joint : -1;
        unseen +=
            skeleton_parent_faults(&input, &skeleton) == 0 || skeleton_child_faults(&skeleton) == 0;
        if (input.triangle_count > 0) {
            skeleton.fan[0] = skeleton.fan[1];
            unseen += skeleton_fan_faults(&input, &skeleton) == 0;
            spoilt++;
        }
        skeleton.order[joint] = skeleton.order[(joint + 1) % input.particle_count];
        unseen += skeleton_order_faults(&input, &skeleton) == 0;
        cloth_skeleton_free(&skeleton);
    }
    gate_equal("off.unseen", unseen, 0, "skeletons");
    /* measured 217 */
    gate_at_least("off.guard.fans", (double)spoilt, 100.0, "skeletons");
}
END_TEST

/* By hand. */

static void expect_list(const char *name, const int32_t *list, const int32_t *expected,
                        int32_t count) {
    for (int32_t k = 0; k < count; k++) {
        gate_equal(name, list[k], expected[k], "particle");
    }
}

START_TEST(chains_by_hand) {
    /* 4 - 2 - 0 - 3 - 1 with 5 - 0, and 7 - 6 apart: two roots, and 0's three children. */
    SkeletonInput input = {.particle_count = 8};
    const int32_t pairs[6][2] = {{4, 2}, {2, 0}, {0, 3}, {3, 1}, {5, 0}, {7, 6}};
    for (int k = 0; k < 6; k++) {
        skeleton_add_edge(&input, pairs[k][0], pairs[k][1]);
    }
    ClothSkeleton skeleton = skeleton_build_sound(&input);
    expect_list("chain.parent", skeleton.parent, (int32_t[]){-1, 3, 0, 0, 2, 0, -1, 6}, 8);
    expect_list("chain.order", skeleton.order, (int32_t[]){0, 2, 4, 3, 1, 5, 6, 7}, 8);
    expect_list("chain.child", skeleton.child, (int32_t[]){2, 3, 5, 4, 1, 7}, 6);
    cloth_skeleton_free(&skeleton);
}
END_TEST

START_TEST(sheets_by_hand) {
    /* The square 0 1 3 2 cut from 0 to 3; 4 - 5 - 6 joins corners 1 and 2, 8 - 7 hangs from 3. */
    SkeletonInput input = {.particle_count = 9,
                           .rest = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0}};
    skeleton_add_triangle(&input, (int32_t[]){0, 1, 3});
    skeleton_add_triangle(&input, (int32_t[]){0, 3, 2});
    const int32_t pairs[6][2] = {{4, 1}, {5, 4}, {6, 5}, {2, 6}, {8, 7}, {3, 8}};
    for (int k = 0; k < 6; k++) {
        skeleton_add_edge(&input, pairs[k][0], pairs[k][1]);
    }
    ClothSkeleton skeleton = skeleton_build_sound(&input);
    gate_equal("sheet.surface", skeleton.surface_count, 4, "joints");
    expect_list("sheet.parent", skeleton.parent, (int32_t[]){-1, -1, -1, -1, 1, 4, 2, 8, 3}, 9);
    expect_list("sheet.order", skeleton.order, (int32_t[]){0, 1, 2, 3, 4, 5, 6, 8, 7}, 9);
    expect_list("sheet.fan", skeleton.fan, (int32_t[]){1, 3, 3, 2, 3, 0, 0, 3, 0, 1, 2, 0}, 12);
    /* The diagonal is longest for its ends; the others have two sides as long. */
    expect_list("sheet.twist", skeleton.twist, (int32_t[]){3, 0, 0, 0}, 4);
    cloth_skeleton_free(&skeleton);
    /* A pyramid's top sees its corners along its normal: the one far down is near in that view. */
    input.rest[9] = 1.0;
    input.rest[11] = -9.0;
    input.triangle_count = 0;
    skeleton_add_triangle(&input, (int32_t[]){0, 1, 2});
    skeleton_add_triangle(&input, (int32_t[]){0, 2, 1});
    skeleton_add_triangle(&input, (int32_t[]){1, 3, 2});
    skeleton = skeleton_build_sound(&input);
    gate_equal("no_normal.twist", skeleton.twist[0], 1, "particle");
    cloth_skeleton_free(&skeleton);
}
END_TEST

/* The neighbour is the one that is longest where it counts: across the normal. */
START_TEST(twist_neighbours_lie_across_the_normal) {
    SkeletonInput input = {.particle_count = 5};
    const double corner[5][3] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, -3.0}, {0.0, 1.1, -1.0}, {-1.0, 0.0, -3.0}, {0.0, -1.0, -1.0}};
    memcpy(input.rest, corner, sizeof corner);
    skeleton_add_triangle(&input, (int32_t[]){0, 1, 2});
    skeleton_add_triangle(&input, (int32_t[]){0, 2, 3});
    skeleton_add_triangle(&input, (int32_t[]){0, 3, 4});
    skeleton_add_triangle(&input, (int32_t[]){0, 4, 1});
    ClothSkeleton skeleton = skeleton_build_sound(&input);
    gate_equal("pyramid.twist", skeleton.twist[0], 2, "particle");
    cloth_skeleton_free(&skeleton);
}
END_TEST

START_TEST(strands_stay_in_one_run) {
    Joints hair = joints_fringed();
    const ClothSkeleton *skeleton = &hair.skeleton;
    int64_t jumps = 0;
    for (int32_t place = skeleton->surface_count; place < skeleton->joint_count; place++) {
        jumps += skeleton->parent[skeleton->order[place]] != skeleton->order[place - 1];
    }
    /* Six strands, a fork, a root, and the second half of the rope. */
    gate_equal("strands.jumps", jumps, 9, "1");
    joints_free(&hair);
}
END_TEST

/* Two edges change places, one of them turned round. */
static void exchange_edges(SkeletonInput *input, int32_t e, int32_t other) {
    int32_t kept[2];
    memcpy(kept, &input->edge[2 * e], sizeof kept);
    memcpy(&input->edge[2 * e], &input->edge[2 * other], sizeof kept);
    input->edge[2 * other] = kept[1];
    input->edge[2 * other + 1] = kept[0];
}

START_TEST(order_of_the_input_does_not_matter) {
    Rng rng = {3};
    int64_t different = 0;
    for (int draw = 0; draw < FUZZ; draw++) {
        SkeletonInput input = random_input(&rng);
        ClothSkeleton first = skeleton_build_sound(&input);
        for (int32_t e = 0; e < input.edge_count; e++) {
            exchange_edges(&input, e, rng_below(&rng, input.edge_count));
        }
        ClothSkeleton again = skeleton_build_sound(&input);
        const size_t bytes = (size_t)input.particle_count * sizeof *first.parent;
        different += memcmp(first.parent, again.parent, bytes) != 0;
        different += memcmp(first.order, again.order, bytes) != 0;
        cloth_skeleton_free(&first);
        cloth_skeleton_free(&again);
    }
    gate_equal("shuffled.different", different, 0, "skeletons");
}
END_TEST

START_TEST(lone_particles) {
    SkeletonInput input = {.particle_count = 2};
    ClothSkeleton skeleton;
    ClothError error = {0};
    gate_equal("lone.status",
               cloth_skeleton_build(input.rest, 2, NULL, 0, NULL, 0, &skeleton, &error), CLOTH_OK,
               "status");
    expect_list("lone.parent", skeleton.parent, (int32_t[]){-1, -1}, 2);
    expect_list("lone.order", skeleton.order, (int32_t[]){0, 1}, 2);
    gate_equal("lone.faults", skeleton_faults(&input, &skeleton), 0, "1");
    cloth_skeleton_free(&skeleton);
    cloth_skeleton_free(&skeleton);
    cloth_skeleton_free(NULL);
}
END_TEST

/* Refusals. */

static void refused(const char *name, const SkeletonInput *input, ClothStatus expected,
                    const char *says) {
    ClothSkeleton skeleton;
    ClothError error = {0};
    gate_equal(name, skeleton_build(input, &skeleton, &error), expected, "status");
    gate_says(name, error.message, says);
    gate_equal(name, skeleton.joint_count + (skeleton.parent != NULL), 0, "left_behind");
}

START_TEST(bad_input_is_named) {
    SkeletonInput sound = {.particle_count = 4};
    skeleton_add_edge(&sound, 0, 1);
    skeleton_add_edge(&sound, 1, 2);
    skeleton_add_triangle(&sound, (int32_t[]){1, 2, 3});
    ClothSkeleton skeleton = skeleton_build_sound(&sound);
    cloth_skeleton_free(&skeleton);

    SkeletonInput bad = sound;
    bad.edge[3] = 4;
    refused("edge_index", &bad, CLOTH_BAD_TOPOLOGY, "edge 1 names vertex 4");
    bad = sound;
    bad.edge[2] = -1;
    refused("edge_negative", &bad, CLOTH_BAD_TOPOLOGY, "edge 1 names vertex -1");
    bad = sound;
    bad.edge[3] = 1;
    refused("edge_twice", &bad, CLOTH_BAD_TOPOLOGY, "edge 1 names vertex 1 twice");
    bad = sound;
    bad.triangle[0] = 3;
    refused("triangle_twice", &bad, CLOTH_BAD_TOPOLOGY, "triangle 0 names vertex 3 twice");
    bad = sound;
    bad.triangle[1] = 9;
    refused("triangle_index", &bad, CLOTH_BAD_TOPOLOGY, "triangle 0 names vertex 9");
    bad = sound;
    bad.rest[7] = NAN;
    refused("rest_nan", &bad, CLOTH_BAD_TOPOLOGY, "vertex 2 is at (0, nan, 0)");
    bad = sound;
    bad.particle_count = 0;
    refused("no_particles", &bad, CLOTH_BAD_ARGUMENT, "particle_count is 0; allowed: 1 ..");
    bad.particle_count = CLOTH_PARTICLES_MAX + 1;
    refused("particles", &bad, CLOTH_BAD_ARGUMENT, "particle_count is 16777217");
    bad = sound;
    bad.edge_count = -1;
    refused("edges", &bad, CLOTH_BAD_ARGUMENT, "edge_count is -1");
    bad = sound;
    bad.triangle_count = INT32_MIN;
    refused("triangles", &bad, CLOTH_BAD_ARGUMENT, "triangle_count is -2147483648");

    ClothError error = {0};
    gate_equal("no_rest", cloth_skeleton_build(NULL, 4, NULL, 0, NULL, 0, &skeleton, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_says("no_rest", error.message, "rest is NULL");
    gate_equal("no_edge", cloth_skeleton_build(sound.rest, 4, NULL, 1, NULL, 0, &skeleton, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_says("no_edge", error.message, "edge is NULL for 1 entries");
    gate_equal("no_triangle",
               cloth_skeleton_build(sound.rest, 4, NULL, 0, NULL, 1, &skeleton, NULL),
               CLOTH_BAD_ARGUMENT, "status");
}
END_TEST

/* Memory. */

/* Allocations so far, and which of them fails; 0: none. The linker puts these in place of the C
 * library's. */
static int64_t allocations;
static int64_t failing;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);

void *__wrap_malloc(size_t bytes) {
    return ++allocations == failing ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return ++allocations == failing ? NULL : __real_calloc(count, bytes);
}

START_TEST(no_memory_leaves_nothing_behind) {
    Joints joints = joints_fringed();
    const ClothGraph *graph = &joints.graph;
    int64_t refusals = 0;
    ClothStatus status;
    do {
        ClothSkeleton skeleton;
        ClothError error = {0};
        allocations = 0;
        failing = refusals + 1;
        status = cloth_skeleton_build(graph->position, graph->particle_count, graph->edge,
                                      graph->edge_count, graph->triangle, graph->triangle_count,
                                      &skeleton, &error);
        failing = 0;
        if (status != CLOTH_OK) {
            refusals++;
            ck_assert_int_eq(status, CLOTH_NO_MEMORY);
            ck_assert(skeleton.joint_count == 0 && skeleton.parent == NULL);
            ck_assert_msg(strstr(error.message, "out of memory") != NULL, "%s", error.message);
        }
        cloth_skeleton_free(&skeleton);
    } while (status != CLOTH_OK);
    /* measured 16 */
    gate_at_least("memory.refusals", (double)refusals, 10.0, "allocations");
    allocations = 0;
    joints_reconstruct(&joints);
    gate_equal("memory.reconstruct", allocations, 0, "allocations");
    joints_free(&joints);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("skeleton");
    gate_add(suite, "random_graphs", random_graphs, 20.0);
    gate_add(suite, "spoilt_skeletons_are_seen", spoilt_skeletons_are_seen, 20.0);
    gate_add(suite, "chains_by_hand", chains_by_hand, 20.0);
    gate_add(suite, "sheets_by_hand", sheets_by_hand, 20.0);
    gate_add(suite, "twist_neighbours_lie_across_the_normal",
             twist_neighbours_lie_across_the_normal, 20.0);
    gate_add(suite, "strands_stay_in_one_run", strands_stay_in_one_run, 20.0);
    gate_add(suite, "order_of_the_input_does_not_matter", order_of_the_input_does_not_matter, 20.0);
    gate_add(suite, "lone_particles", lone_particles, 20.0);
    gate_add(suite, "bad_input_is_named", bad_input_is_named, 20.0);
    gate_add(suite, "no_memory_leaves_nothing_behind", no_memory_leaves_nothing_behind, 20.0);
    return gate_run(suite);
}
