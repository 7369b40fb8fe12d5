/*
 * gate_foreign_blocks: a block that came from outside is refused, or is safe to step; and no cloth
 * is built of numbers that the block cannot store.
 *
 * Pathology: a damaged file that passes the check and then reads or writes past the block's end.
 * Mechanism: cloth_check_block(), which checks everything that never changes against itself. Scene:
 * fuzzed cloth with a byte or a word of its block overwritten; what still passes is stepped ten
 * times with each solver, which the sanitizers' preset watches. Off arm: the damage that must be
 * found is every change to an index; a check that let one through would fail the test.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "math/rng.h"
#include "scenes/fuzz.h"
#include "state/state.h"

enum { SEEDS = 24, DAMAGES = 200 };

/* What became of the damage done. */
typedef struct Tally {
    int64_t refused;
    int64_t passed;
    int64_t indices;        /* changes to an index */
    int64_t indices_passed; /* of those, not refused */
} Tally;

/* Overwrites a byte, a bit or a word somewhere in the block; returns where. */
static size_t damage(Rng *rng, ClothState *state) {
    const bool in_header = rng_unit(rng) < 0.2;
    const size_t room = in_header ? sizeof(ClothState) : cloth_bytes(state);
    const size_t at = (size_t)rng_below(rng, (int32_t)room);
    unsigned char *byte = (unsigned char *)state;
    const int32_t word = rng_below(rng, 80) - 2;
    switch (rng_below(rng, 3)) {
    case 0:
        byte[at] = (unsigned char)(byte[at] ^ (1u << rng_below(rng, 8)));
        break;
    case 1:
        byte[at] = (unsigned char)rng_below(rng, 256);
        break;
    default:
        memcpy(&byte[at & ~(size_t)3], &word, sizeof word);
    }
    return at;
}

/* Whether the byte belongs to an index that has one right value. A row's kind has two, a hold may be
 * any held particle, and a triangle's corners any three. */
static bool is_index(const ClothState *state, size_t at) {
    ClothField field;
    for (int32_t k = 0; cloth_field(state, k, &field); k++) {
        const uint64_t bytes = (uint64_t)field.length * (uint64_t)field.components * 4;
        if (field.is_real == 0 && at >= field.offset && at < field.offset + bytes) {
            return strcmp(field.name, "row_kind") != 0 && strcmp(field.name, "hold") != 0 &&
                   strcmp(field.name, "triangle_particle") != 0;
        }
    }
    return false;
}

/* The states may be nonsense: the steps may be refused, and must stay inside the block. */
static void step_copies(const ClothState *state, const ClothStep *step) {
    for (int solver = CLOTH_AVBD; solver <= CLOTH_XPBD; solver++) {
        ClothState *copy = cloth_copy(state);
        ck_assert_ptr_nonnull(copy);
        ClothStep own = *step;
        own.solver = (ClothSolver)solver;
        ClothMeasure measure;
        for (int s = 0; s < 10 && cloth_step(copy, &own, NULL, NULL) == CLOTH_OK; s++) {
            cloth_measure(copy, own.gravity, &measure);
            (void)cloth_gradient(copy, &own);
        }
        cloth_destroy(copy);
    }
}

static void try_damage(Rng *rng, const Fuzz *fuzz, Tally *tally) {
    ClothState *copy = cloth_copy(fuzz->scene.state);
    ck_assert_ptr_nonnull(copy);
    const size_t at = damage(rng, copy);
    const bool index = is_index(fuzz->scene.state, at) &&
                       memcmp(copy, fuzz->scene.state, cloth_bytes(fuzz->scene.state)) != 0;
    const bool passed = cloth_check_block(copy, cloth_bytes(fuzz->scene.state), NULL) == CLOTH_OK;
    if (passed) {
        step_copies(copy, &fuzz->step);
    }
    tally->passed += passed;
    tally->refused += !passed;
    tally->indices += index;
    tally->indices_passed += index && passed;
    cloth_destroy(copy);
}

START_TEST(damaged_blocks_are_refused_or_safe) {
    Tally tally = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Fuzz fuzz;
        ClothError error = {0};
        ck_assert_msg(scene_fuzz(seed, &fuzz, &error) == CLOTH_OK, "%s", error.message);
        const size_t bytes = cloth_bytes(fuzz.scene.state);
        ck_assert_msg(cloth_check_block(fuzz.scene.state, bytes, &error) == CLOTH_OK, "%s: %s",
                      fuzz.text, error.message);
        Rng rng = {seed + 1};
        for (int k = 0; k < DAMAGES; k++) {
            try_damage(&rng, &fuzz, &tally);
        }
        scene_free(&fuzz.scene);
    }
    gate_at_least("damage_refused", (double)tally.refused, 100.0, "blocks");
    gate_at_least("damage_passed_and_stepped", (double)tally.passed, 100.0, "blocks");
    gate_at_least("indices_damaged", (double)tally.indices, 100.0, "indices");
    gate_equal("damaged_indices_passed", tally.indices_passed, 0, "indices");
}
END_TEST

START_TEST(a_block_in_the_wrong_place_is_refused) {
    Fuzz fuzz;
    ClothError error = {0};
    ck_assert(scene_fuzz(1, &fuzz, &error) == CLOTH_OK);
    const size_t bytes = cloth_bytes(fuzz.scene.state);
    unsigned char *moved = malloc(bytes + 1);
    ck_assert_ptr_nonnull(moved);
    memcpy(moved + 1, fuzz.scene.state, bytes);
    ck_assert(cloth_check_block(moved + 1, bytes, &error) == CLOTH_BAD_BLOCK);
    gate_says("odd_address", error.message, "address is no multiple of");
    free(moved);
    scene_free(&fuzz.scene);
}
END_TEST

/* Builds two particles 1 m apart under one change; the change: NULL leaves a sound cloth. */
static ClothStatus build_pair(void (*change)(ClothGraph *, ClothMaterial *), ClothError *error) {
    double position[6] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    double mass[2] = {1.0, 1.0};
    int32_t edge[2] = {0, 1};
    ClothStencil stencil = {
        .particle = {0, 1, -1, -1}, .weight = {1.0, -1.0, 0.0, 0.0}, .rigidity_scale = 1.0};
    ClothGraph graph = {.particle_count = 2,
                        .edge_count = 1,
                        .stencil_count = 1,
                        .position = position,
                        .mass = mass,
                        .edge = edge,
                        .stencil = &stencil};
    ClothMaterial material = cloth_material_default();
    if (change != NULL) {
        change(&graph, &material);
    }
    ClothState *state;
    const ClothStatus status = cloth_build(&graph, &material, NULL, 0, &state, error);
    ck_assert((state != NULL) == (status == CLOTH_OK));
    cloth_destroy(state);
    return status;
}

static void lighten(ClothGraph *graph, ClothMaterial *material) {
    (void)material;
    graph->mass[1] = 1e-310;
}

static void stiffen(ClothGraph *graph, ClothMaterial *material) {
    graph->stencil[0].rigidity_scale = 1e10;
    material->row[CLOTH_ROW_BEND] = (ClothStiffness){1e300, CLOTH_RIGIDITY};
}

static void soften(ClothGraph *graph, ClothMaterial *material) {
    (void)graph;
    material->row[CLOTH_ROW_STRETCH] = (ClothStiffness){1e-300, CLOTH_NEWTON_PER_METRE};
}

static void overload(ClothGraph *graph, ClothMaterial *material) {
    (void)graph;
    material->row[CLOTH_ROW_STRETCH] = (ClothStiffness){1e300, CLOTH_NEWTON_PER_METRE};
}

static void hurry(ClothGraph *graph, ClothMaterial *material) {
    (void)graph;
    material->step_s = 1e-200;
}

static void leave_gap(ClothGraph *graph, ClothMaterial *material) {
    (void)material;
    graph->stencil[0].particle[3] = 7000000;
}

static void vanish(ClothGraph *graph, ClothMaterial *material) {
    (void)material;
    graph->stencil[0].weight[0] = 1e-160;
    graph->stencil[0].weight[1] = -1e-160;
}

START_TEST(unstorable_cloth_is_refused) {
    const struct {
        const char *name;
        void (*change)(ClothGraph *, ClothMaterial *);
        const char *says;
    } list[] = {
        {"mass_without_inverse", lighten, "mass of particle 1 is 1e-310"},
        {"overflowing_stiffness", stiffen, "stiffness of bend row 0 comes to inf N/m"},
        {"compliance_beyond_number", soften, "stiffness of stretch row 0 comes to 1e-300 N/m"},
        {"stiffness_beyond_products", overload, "stiffness of stretch row 0 comes to 1e+300 N/m"},
        {"material_of_no_step", hurry, "stiffness of bend row 0 comes to inf N/m"},
        {"stencil_with_a_gap", leave_gap, "stencil 0 names particle 7000000 after an unused place"},
        {"weights_that_vanish", vanish, "m_eff of bend 0 is inf"},
    };
    ClothError error = {0};
    ck_assert_msg(build_pair(NULL, &error) == CLOTH_OK, "%s", error.message);
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        ck_assert(build_pair(list[k].change, &error) != CLOTH_OK);
        gate_says(list[k].name, error.message, list[k].says);
    }
}
END_TEST

START_TEST(absurd_steps_are_refused) {
    Fuzz fuzz;
    ClothError error = {0};
    ck_assert(scene_fuzz(1, &fuzz, &error) == CLOTH_OK);
    const uint64_t before = cloth_hash(fuzz.scene.state);
    const double absurd[] = {5e-324, 1e-200, 1e200, 1.7e308};
    for (size_t k = 0; k < sizeof absurd / sizeof absurd[0]; k++) {
        fuzz.step.step_s = absurd[k];
        ck_assert(cloth_step(fuzz.scene.state, &fuzz.step, NULL, &error) == CLOTH_BAD_ARGUMENT);
        gate_says("absurd_step", error.message, "must be 0, or 1e-75 to 1e+75 a substep");
    }
    ck_assert(cloth_hash(fuzz.scene.state) == before);
    scene_free(&fuzz.scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("foreign_blocks");
    gate_add(suite, "damaged_blocks_are_refused_or_safe", damaged_blocks_are_refused_or_safe, 60.0);
    gate_add(suite, "a_block_in_the_wrong_place_is_refused", a_block_in_the_wrong_place_is_refused,
             20.0);
    gate_add(suite, "unstorable_cloth_is_refused", unstorable_cloth_is_refused, 20.0);
    gate_add(suite, "absurd_steps_are_refused", absurd_steps_are_refused, 20.0);
    return gate_run(suite);
}
