/*
 * gate_memory: a step allocates nothing, and a call that finds no memory leaves a world that goes on.
 *
 * Pathology: a frame that hitches in the allocator; a world half changed when memory runs out.
 * Mechanism: everything a step needs is there before it; whoever changes a cloth changes a copy
 * (build/hold.c). Every allocation of the kernel goes through the counters below, which the linker
 * puts in place of the C library's. Scene: two ropes and a sheet that hang from each other. Guards:
 * the set-up is seen to allocate, and every call is made to fail at each of its allocations in turn.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cloth.h"
#include "gate.h"

/* Allocations so far, and which of them is to fail; 0: none. */
static int64_t allocations;
static int64_t failing;

static bool refuse(void) {
    return ++allocations == failing;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes) {
    return refuse() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return refuse() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes) {
    return refuse() ? NULL : __real_realloc(old, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return refuse() ? NULL : __real_aligned_alloc(alignment, bytes);
}

static void start_counting(int64_t fail_at) {
    allocations = 0;
    failing = fail_at;
}

static const int32_t first[] = {0};
static const int32_t second[] = {4, 5};

typedef struct Scene {
    ClothGraph rope;
    ClothGraph sheet;
    ClothWorld *world;
    ClothId upper;
    ClothId lower;
    ClothId hand;
    ClothId ring;
} Scene;

static ClothHolder hand_of(ClothId cloth) {
    return (ClothHolder){
        .cloth = cloth, .particle = first, .particle_count = 1, .pose = cloth_pose_identity()};
}

static Scene start(void) {
    const ClothChainShape chain = {.links = 8,
                                   .strands = 1,
                                   .spacing_m = 0.1,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothGridShape grid = {.columns = 6,
                                 .rows = 5,
                                 .spacing_m = 0.1,
                                 .mass_kg = 0.002,
                                 .u = {1.0, 0.0, 0.0},
                                 .v = {0.0, -1.0, 0.0},
                                 .cut = CLOTH_GRID_ALTERNATING,
                                 .bend = 1};
    const ClothFabric fabric = cloth_fabric(CLOTH_COTTON);
    Scene scene = {.world = cloth_world_create()};
    ck_assert(cloth_graph_chain(&chain, &scene.rope, NULL) == CLOTH_OK);
    ck_assert(cloth_graph_grid(&grid, &scene.sheet, NULL) == CLOTH_OK);
    ck_assert(cloth_world_add(scene.world, &scene.rope, &fabric, NULL, &scene.upper, NULL) ==
              CLOTH_OK);
    ck_assert(cloth_world_add(scene.world, &scene.sheet, &fabric, NULL, &scene.lower, NULL) ==
              CLOTH_OK);
    const ClothHolder hand = hand_of(scene.upper);
    ClothHolder ring = hand_of(scene.lower);
    ring.space = CLOTH_SPACE_JOINT;
    ring.carrier = scene.upper;
    ring.joint = 8;
    ck_assert(cloth_world_add_holder(scene.world, &hand, &scene.hand, NULL) == CLOTH_OK);
    ck_assert(cloth_world_add_holder(scene.world, &ring, &scene.ring, NULL) == CLOTH_OK);
    return scene;
}

static void finish(Scene *scene) {
    cloth_world_destroy(scene->world);
    cloth_graph_free(&scene->rope);
    cloth_graph_free(&scene->sheet);
}

static void advance(ClothWorld *world, int steps) {
    ClothError error = {0};
    for (int s = 0; s < steps; s++) {
        ck_assert_msg(cloth_world_step(world, 1.0 / 60.0, &error) == CLOTH_OK, "%s", error.message);
    }
}

START_TEST(steps_allocate_nothing) {
    start_counting(0);
    Scene scene = start();
    gate_at_least("guard_setting_up_allocates", (double)allocations, 10.0, "allocations");
    ClothPose pose = cloth_pose_identity();
    ClothPose joint[30];
    double position[90];
    int failed = 0; /* libcheck's own assertions allocate */
    start_counting(0);
    for (int s = 0; s < 200; s++) {
        pose.position[0] = 0.01 * s;
        failed += cloth_world_set_holder(scene.world, scene.hand, &pose, NULL) != CLOTH_OK;
        failed += cloth_world_set_frame(scene.world, scene.lower, &pose, NULL) != CLOTH_OK;
        pose.position[1] = s < 100 ? 0.0 : 1000.0; /* a jump resets, and that is a step too */
        failed += cloth_world_set_frame(scene.world, scene.upper, &pose, NULL) != CLOTH_OK;
        failed += cloth_world_step(scene.world, 1.0 / 60.0, NULL) != CLOTH_OK;
        failed += cloth_world_poses(scene.world, scene.lower, joint, NULL, NULL) != CLOTH_OK;
        failed += cloth_world_positions(scene.world, scene.lower, position, NULL) != CLOTH_OK;
    }
    const int64_t counted = allocations;
    gate_equal("guard_steps_failed", failed, 0, "calls");
    gate_equal("steps_and_readouts", counted, 0, "allocations");
    finish(&scene);
}
END_TEST

/* A call that allocates: returns its status. */
typedef ClothStatus Call(Scene *scene, ClothError *error);

static ClothStatus add_cloth(Scene *scene, ClothError *error) {
    const ClothFabric fabric = cloth_fabric(CLOTH_DENIM);
    ClothId id;
    return cloth_world_add(scene->world, &scene->sheet, &fabric, NULL, &id, error);
}

static ClothStatus add_holder(Scene *scene, ClothError *error) {
    ClothHolder holder = hand_of(scene->lower);
    ClothId id;
    holder.particle = second;
    holder.particle_count = 2;
    return cloth_world_add_holder(scene->world, &holder, &id, error);
}

static ClothStatus set_fabric(Scene *scene, ClothError *error) {
    const ClothFabric fabric = cloth_fabric(CLOTH_CHAIN);
    return cloth_world_set_fabric(scene->world, scene->lower, &fabric, error);
}

static ClothStatus let_go(Scene *scene, ClothError *error) {
    return cloth_world_remove_holder(scene->world, scene->ring, error);
}

static ClothStatus take_away(Scene *scene, ClothError *error) {
    return cloth_world_remove(scene->world, scene->upper, error);
}

/* Fails each allocation of a call in turn, until it gets through. The world steps on every time. */
static void starve(const char *name, Call *call) {
    int64_t failed = 0;
    ClothStatus status = CLOTH_NO_MEMORY;
    for (int64_t k = 1; status == CLOTH_NO_MEMORY && k < 1000; k++) {
        Scene scene = start();
        advance(scene.world, 3);
        ClothError error = {0};
        start_counting(k);
        status = call(&scene, &error);
        start_counting(0);
        ck_assert_msg(status == CLOTH_OK || status == CLOTH_NO_MEMORY, "%s", error.message);
        ck_assert(status == CLOTH_OK || error.message[0] != '\0');
        failed += status == CLOTH_NO_MEMORY;
        advance(scene.world, 5);
        finish(&scene);
    }
    gate_equal(name, status, CLOTH_OK, "1");
    gate_at_least("guard_failed", (double)failed, 1.0, "times");
}

START_TEST(hunger) {
    starve("add_cloth", add_cloth);
    starve("add_holder", add_holder);
    starve("set_fabric", set_fabric);
    starve("let_go", let_go);
    starve("take_away", take_away);
    start_counting(1);
    ck_assert(cloth_world_create() == NULL);
    start_counting(0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    gate_add(suite, "steps_allocate_nothing", steps_allocate_nothing, 20.0);
    gate_add(suite, "hunger", hunger, 60.0);
    return gate_run(suite);
}
