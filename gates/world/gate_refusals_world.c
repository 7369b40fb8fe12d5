/*
 * gate_refusals_world: what a world cannot do it refuses by name, and nothing in it has changed.
 *
 * Pathology: a holder on a cloth that is gone, a pose that is not a number, a cloth that holds
 * itself: found as a crash, or as a cloth that hangs in the air. Mechanism: the checks of
 * world/world.c and world/holder.c, and ids that are never used twice. Scene: a rope and a flag in
 * one world, the flag carried by the rope, twenty steps under way; before and after each refusal
 * both blocks are hashed. Off arm: the same calls with what is wrong put right are taken.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cloth.h"
#include "gate.h"

typedef struct Pair {
    ClothWorld *world;
    ClothId rope;
    ClothId flag;
    ClothId hand; /* holds the rope */
    ClothId ring; /* on the rope's last joint, holds the flag */
} Pair;

static ClothGraph rope_graph(void) {
    const ClothChainShape shape = {.links = 8,
                                   .strands = 1,
                                   .spacing_m = 0.1,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    ClothGraph graph;
    ck_assert(cloth_graph_chain(&shape, &graph, NULL) == CLOTH_OK);
    return graph;
}

static ClothGraph flag_graph(void) {
    const ClothGridShape shape = {.columns = 5,
                                  .rows = 4,
                                  .spacing_m = 0.1,
                                  .mass_kg = 0.002,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, -1.0, 0.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    ClothGraph graph;
    ck_assert(cloth_graph_grid(&shape, &graph, NULL) == CLOTH_OK);
    return graph;
}

static ClothId add(ClothWorld *world, ClothGraph graph, ClothFabricName name) {
    ClothId id;
    ClothError error = {0};
    const ClothFabric fabric = cloth_fabric(name);
    ck_assert_msg(cloth_world_add(world, &graph, &fabric, NULL, &id, &error) == CLOTH_OK, "%s",
                  error.message);
    cloth_graph_free(&graph);
    return id;
}

static const int32_t first[] = {0};
static const int32_t hoist[] = {0, 5, 10, 15};

static void step(ClothWorld *world, int steps) {
    ClothError error = {0};
    for (int k = 0; k < steps; k++) {
        ck_assert_msg(cloth_world_step(world, 1.0 / 60.0, &error) == CLOTH_OK, "%s", error.message);
    }
}

static Pair start(void) {
    Pair pair = {.world = cloth_world_create()};
    pair.rope = add(pair.world, rope_graph(), CLOTH_ROPE);
    pair.flag = add(pair.world, flag_graph(), CLOTH_SILK);
    const ClothHolder hand = {
        .cloth = pair.rope, .particle = first, .particle_count = 1, .pose = cloth_pose_identity()};
    const ClothHolder ring = {.cloth = pair.flag,
                              .particle = hoist,
                              .particle_count = 4,
                              .pose = cloth_pose_identity(),
                              .space = CLOTH_SPACE_JOINT,
                              .carrier = pair.rope,
                              .joint = 8};
    ck_assert(cloth_world_add_holder(pair.world, &hand, &pair.hand, NULL) == CLOTH_OK);
    ck_assert(cloth_world_add_holder(pair.world, &ring, &pair.ring, NULL) == CLOTH_OK);
    step(pair.world, 20);
    return pair;
}

static uint64_t hash(const Pair *pair) {
    return cloth_hash(cloth_world_state(pair->world, pair->rope)) ^
           (3 * cloth_hash(cloth_world_state(pair->world, pair->flag)));
}

/* What was refused said `says` and left everything as it was. */
static void refused(const char *name, const Pair *pair, uint64_t before, ClothStatus status,
                    const ClothError *error, const char *says) {
    gate_equal(name, status, CLOTH_BAD_ARGUMENT, "1");
    gate_says(name, error->message, says);
    ck_assert(hash(pair) == before);
}

static void refuse_holder(const char *name, const Pair *pair, ClothHolder holder,
                          const char *says) {
    ClothError error = {0};
    ClothId id = 7;
    const uint64_t before = hash(pair);
    const ClothStatus status = cloth_world_add_holder(pair->world, &holder, &id, &error);
    refused(name, pair, before, status, &error, says);
    ck_assert(id == 0);
}

START_TEST(holders) {
    const Pair pair = start();
    const ClothHolder good = {.cloth = pair.rope,
                              .particle = (const int32_t[]){4, 5},
                              .particle_count = 2,
                              .pose = cloth_pose_identity()};
    ClothHolder bad = good;
    bad.particle = (const int32_t[]){4, 9};
    refuse_holder("particle_above", &pair, bad, "particle[1] is 9; cloth 1 has 0 to 8");
    bad.particle = (const int32_t[]){-1, 4};
    refuse_holder("particle_below", &pair, bad, "particle[0] is -1");
    bad.particle = (const int32_t[]){4, 4};
    refuse_holder("particle_twice", &pair, bad, "particle[1] is 4, listed before");
    bad.particle = NULL;
    refuse_holder("no_list", &pair, bad, "particle_count is 2 with no list");
    bad = good;
    bad.particle_count = -1;
    refuse_holder("count_below", &pair, bad, "particle_count is -1");
    bad = good;
    bad.cloth = 99;
    refuse_holder("missing_cloth", &pair, bad, "there is no cloth 99");
    bad = good;
    bad.pose.position[1] = NAN;
    refuse_holder("pose_nan", &pair, bad, "must be finite, with a unit quaternion");
    bad = good;
    bad.pose.rotation[3] = 0.9;
    refuse_holder("pose_not_unit", &pair, bad, "must be finite, with a unit quaternion");
    bad = good;
    bad.pose.position[0] = INFINITY;
    refuse_holder("pose_infinite", &pair, bad, "must be finite");
    bad = good;
    bad.space = (ClothSpace)9;
    refuse_holder("space", &pair, bad, "space is 9");
    /* Right, it is taken. */
    ClothId id;
    gate_equal("off_taken", cloth_world_add_holder(pair.world, &good, &id, NULL), CLOTH_OK, "1");
    step(pair.world, 5);
    cloth_world_destroy(pair.world);
}
END_TEST

START_TEST(carriers) {
    const Pair pair = start();
    const ClothHolder good = {.cloth = pair.flag,
                              .particle = (const int32_t[]){4},
                              .particle_count = 1,
                              .pose = cloth_pose_identity(),
                              .space = CLOTH_SPACE_JOINT,
                              .carrier = pair.rope,
                              .joint = 3};
    ClothHolder bad = good;
    bad.carrier = 0;
    refuse_holder("no_carrier", &pair, bad, "there is no cloth 0");
    bad.carrier = pair.hand;
    refuse_holder("carrier_a_holder", &pair, bad, "there is no cloth 3");
    bad = good;
    bad.joint = 9;
    refuse_holder("joint_above", &pair, bad, "joint is 9; its carrier, cloth 1, has 0 to 8");
    bad.joint = -1;
    refuse_holder("joint_below", &pair, bad, "joint is -1");
    bad = good;
    bad.carrier = pair.flag;
    refuse_holder("carried_by_itself", &pair, bad, "cloth 2 would hold itself");
    bad = good;
    bad.cloth = pair.rope;
    bad.particle = (const int32_t[]){8};
    bad.carrier = pair.flag;
    refuse_holder("carried_by_what_it_carries", &pair, bad, "cloth 1 would hold itself");
    /* And through a third. */
    const ClothId tail = add(pair.world, rope_graph(), CLOTH_HAIR);
    ClothHolder chain = good;
    ClothId id;
    chain.cloth = tail;
    chain.particle = first;
    chain.carrier = pair.flag;
    chain.joint = 19;
    ck_assert(cloth_world_add_holder(pair.world, &chain, &id, NULL) == CLOTH_OK);
    bad.carrier = tail;
    bad.joint = 8;
    refuse_holder("carried_through_two", &pair, bad, "cloth 1 would hold itself");
    gate_equal("off_carried", cloth_world_add_holder(pair.world, &good, &id, NULL), CLOTH_OK, "1");
    step(pair.world, 5);
    cloth_world_destroy(pair.world);
}
END_TEST

START_TEST(poses_and_numbers) {
    const Pair pair = start();
    const uint64_t before = hash(&pair);
    ClothError error = {0};
    ClothPose pose = cloth_pose_identity();
    pose.rotation[0] = NAN;
    refused("frame_nan", &pair, before, cloth_world_set_frame(pair.world, pair.rope, &pose, &error),
            &error, "frame at (0");
    refused("holder_nan", &pair, before,
            cloth_world_set_holder(pair.world, pair.hand, &pose, &error), &error, "holder at (0");
    pose = cloth_pose_identity();
    refused("frame_missing", &pair, before, cloth_world_set_frame(pair.world, 77, &pose, &error),
            &error, "there is no cloth 77");
    refused("holder_missing", &pair, before,
            cloth_world_set_holder(pair.world, pair.rope, &pose, &error), &error,
            "there is no holder 1");
    const double above = 1.5;
    refused("blend_above", &pair, before,
            cloth_world_set_blend(pair.world, pair.rope, above, &error), &error, "blend is 1.5");
    refused("blend_nan", &pair, before, cloth_world_set_blend(pair.world, pair.rope, NAN, &error),
            &error, "blend is nan");
    refused("flags", &pair, before, cloth_world_set_flags(pair.world, pair.rope, 64, &error),
            &error, "flags are 0x40");
    const double gravity[3] = {0.0, INFINITY, 0.0};
    refused("gravity", &pair, before, cloth_world_set_gravity(pair.world, gravity, &error), &error,
            "gravity is (0, inf, 0); must be at most");
    refused("step_negative", &pair, before, cloth_world_step(pair.world, -0.01, &error), &error,
            "step_s is -0.01");
    refused("step_nan", &pair, before, cloth_world_step(pair.world, NAN, &error), &error,
            "step_s is nan");
    gate_equal("step_zero", cloth_world_step(pair.world, 0.0, &error), CLOTH_OK, "1");
    gate_equal("step_zero_bits", hash(&pair) == before, 1, "1");
    double positions[27];
    memset(positions, 0, sizeof positions);
    positions[5] = NAN;
    refused("position_nan", &pair, before,
            cloth_world_set_positions(pair.world, pair.rope, positions, &error), &error,
            "position of particle 1");
    refused("velocity_nan", &pair, before,
            cloth_world_set_velocities(pair.world, pair.rope, positions, &error), &error,
            "velocity of particle 1");
    cloth_world_destroy(pair.world);
}
END_TEST

START_TEST(fabrics) {
    const Pair pair = start();
    const uint64_t before = hash(&pair);
    static const char *const says[] = {
        "stretch is -0.1", "bend is 1.1", "damping is nan", "slack is 2",       "thickness_m is -1",
        "inertia is -1",   "drag is inf", "substeps is 0",  "iterations is -3", "flags are 0x80"};
    for (int k = 0; k < 10; k++) {
        ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
        fabric.stretch = k == 0 ? -0.1 : fabric.stretch;
        fabric.bend = k == 1 ? 1.1 : fabric.bend;
        fabric.damping = k == 2 ? NAN : fabric.damping;
        fabric.slack = k == 3 ? 2.0 : fabric.slack;
        fabric.thickness_m = k == 4 ? -1.0 : fabric.thickness_m;
        fabric.inertia = k == 5 ? -1.0 : fabric.inertia;
        fabric.drag = k == 6 ? INFINITY : fabric.drag;
        fabric.substeps = k == 7 ? 0 : fabric.substeps;
        fabric.iterations = k == 8 ? -3 : fabric.iterations;
        fabric.flags = k == 9 ? 0x80 : fabric.flags;
        ClothError error = {0};
        refused("fabric", &pair, before,
                cloth_world_set_fabric(pair.world, pair.rope, &fabric, &error), &error, says[k]);
        ClothGraph graph = rope_graph();
        ClothId id;
        refused("fabric_of_new", &pair, before,
                cloth_world_add(pair.world, &graph, &fabric, NULL, &id, &error), &error, says[k]);
        cloth_graph_free(&graph);
    }
    cloth_world_destroy(pair.world);
}
END_TEST

/* A cloth that cannot be is refused, and one that barely can be is not. */
START_TEST(graphs) {
    ClothWorld *world = cloth_world_create();
    const ClothFabric fabric = cloth_fabric(CLOTH_COTTON);
    ClothError error = {0};
    ClothId id;
    ClothGraph none = {0};
    gate_equal("no_particles", cloth_world_add(world, &none, &fabric, NULL, &id, &error),
               CLOTH_BAD_ARGUMENT, "1");
    gate_says("no_particles", error.message, "particle_count is 0");
    static const double masses[] = {0.0, -1.0, NAN, INFINITY};
    for (size_t k = 0; k < sizeof masses / sizeof masses[0]; k++) {
        ClothGraph graph = rope_graph();
        graph.mass[3] = masses[k];
        gate_equal("mass", cloth_world_add(world, &graph, &fabric, NULL, &id, &error),
                   CLOTH_BAD_ARGUMENT, "1");
        gate_says("mass", error.message, "mass");
        cloth_graph_free(&graph);
    }
    double position[3] = {0.0, 1.0, 0.0};
    double mass = 0.1;
    const ClothGraph one = {.particle_count = 1, .position = position, .mass = &mass};
    const ClothPose far = {.position = {1e5, 0.0, -1e5}, .rotation = {0.0, 0.6, 0.0, 0.8}};
    gate_equal("one_particle", cloth_world_add(world, &one, &fabric, &far, &id, &error), CLOTH_OK,
               "1");
    step(world, 30);
    ClothMeasure measure;
    const double gravity[3] = {0.0, -9.81, 0.0};
    cloth_measure(cloth_world_state(world, id), gravity, &measure);
    /* measured 3.4 */
    gate_at_least("one_particle_falls", measure.speed_max_m_s, 1.0, "m/s");
    const ClothHolder holder = {
        .cloth = id, .particle = first, .particle_count = 1, .pose = cloth_pose_identity()};
    ClothId held;
    ck_assert(cloth_world_add_holder(world, &holder, &held, NULL) == CLOTH_OK);
    step(world, 60);
    ClothCondition condition;
    ck_assert(cloth_world_condition(world, id, &condition, NULL) == CLOTH_OK);
    gate_equal("everything_held_sleeps", condition.asleep, 1, "1");
    cloth_world_destroy(world);
}
END_TEST

/* An id that was removed is nobody's ever after. */
START_TEST(ids) {
    Pair pair = start();
    ClothError error = {0};
    ck_assert(cloth_world_remove(pair.world, pair.rope, &error) == CLOTH_OK);
    ck_assert(cloth_world_state(pair.world, pair.rope) == NULL);
    ck_assert(cloth_world_remove(pair.world, pair.rope, &error) == CLOTH_BAD_ARGUMENT);
    gate_says("removed_cloth", error.message, "there is no cloth 1");
    /* Its holder went with it, and so did the one that rode on it. */
    ck_assert(cloth_world_remove_holder(pair.world, pair.hand, &error) == CLOTH_BAD_ARGUMENT);
    gate_says("holder_of_removed", error.message, "there is no holder 3");
    ck_assert(cloth_world_remove_holder(pair.world, pair.ring, &error) == CLOTH_BAD_ARGUMENT);
    gate_says("rider_of_removed", error.message, "there is no holder 4");
    const ClothId next = add(pair.world, rope_graph(), CLOTH_ROPE);
    gate_at_least("next_id", (double)next, 5.0, "1");
    step(pair.world, 30);
    ClothMeasure measure;
    const double gravity[3] = {0.0, -9.81, 0.0};
    cloth_measure(cloth_world_state(pair.world, pair.flag), gravity, &measure);
    /* measured 4.0 */
    gate_at_least("flag_falls", measure.speed_max_m_s, 1.0, "m/s");
    cloth_world_destroy(pair.world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("refusals_world");
    gate_add(suite, "holders", holders, 20.0);
    gate_add(suite, "carriers", carriers, 20.0);
    gate_add(suite, "poses_and_numbers", poses_and_numbers, 20.0);
    gate_add(suite, "fabrics", fabrics, 20.0);
    gate_add(suite, "graphs", graphs, 20.0);
    gate_add(suite, "ids", ids, 20.0);
    return gate_run(suite);
}
