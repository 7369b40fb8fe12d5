/*
 * gate_scenes: the scenes that experiments and gates share are what their headers say.
 *
 * Mechanism: hold.c, sheet.c, chain.c and fuzz.c. Scene: their own. Every hold specification that
 * is refused stands beside one that is not; the cape's bend is an isometry; a fuzz seed is a scene.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "scenes/chain.h"
#include "scenes/fuzz.h"
#include "scenes/hold.h"
#include "scenes/sheet.h"

/* How many particles of the default sheet a specification holds; -1 when it is refused. */
static int32_t held_by(const char *specification, ClothError *error) {
    SheetShape shape = scene_sheet_default();
    shape.hold = specification;
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    if (scene_sheet(&shape, NULL, &material, &scene, error) != CLOTH_OK) {
        return -1;
    }
    const int32_t count = scene.held_count;
    scene_free(&scene);
    return count;
}

START_TEST(holds_hold_what_they_say) {
    static const struct {
        const char *specification;
        int32_t count;
    } expected[] = {{"none", 0},        {"corners", 2}, {"edge", 32},
                    {"top=2%", 32},     {"top=4%", 64}, {"top=100%", 1024},
                    {"top=0.001%", 32}, {"0", 1},       {"0,31,1023", 3}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
        ClothError error = {0};
        gate_equal(expected[k].specification, held_by(expected[k].specification, &error),
                   expected[k].count, "held");
    }
}
END_TEST

START_TEST(bad_holds_are_named) {
    static const char *const refused[] = {
        "",         "top",     "top=",    "top=0%", "top=2", "top=nan%",
        "top=101%", "top=-1%", "top=2%x", "corner", "edges", "5,",
        ",5",       "5;6",     "-1",      "1024",   "1e3",   "99999999999999999999"};
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        ClothError error = {0};
        gate_equal(refused[k], held_by(refused[k], &error), -1, "held");
        gate_says(refused[k], error.message, refused[k]);
        gate_says(refused[k], error.message, "allowed: none, corners, edge, top=P%");
    }
    ClothError error = {0};
    gate_equal("5,5", held_by("5,5", &error), -1, "held");
    gate_says("5,5", error.message, "names particle 5 twice");
}
END_TEST

/* A mesh has no rows: its corners and edge are found by height. The same sheet standing and lying.
 */
START_TEST(holds_find_the_top_of_a_mesh) {
    for (int vertical = 0; vertical < 2; vertical++) {
        SheetShape shape = scene_sheet_default();
        shape.vertical = vertical != 0;
        const ClothMaterial material = cloth_material_default();
        Scene scene;
        ClothError error = {0};
        ck_assert(scene_sheet(&shape, NULL, &material, &scene, &error) == CLOTH_OK);
        int32_t *held;
        int32_t count;
        ck_assert(scene_hold("corners", &scene.graph, 0, 0, &held, &count, &error) == CLOTH_OK);
        gate_equal("mesh_corners", count, 2, "held");
        gate_equal("mesh_corner_apart", held[1] - held[0], 31, "particles");
        free(held);
        ck_assert(scene_hold("edge", &scene.graph, 0, 0, &held, &count, &error) == CLOTH_OK);
        gate_equal("mesh_edge", count, 32, "held");
        free(held);
        scene_free(&scene);
    }
}
END_TEST

START_TEST(chains_hang_exactly) {
    ChainShape shape = scene_chain_default();
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    ClothError error = {0};
    ck_assert(scene_chain(&shape, &material, &scene, &error) == CLOTH_OK);
    double position[3 * 21];
    cloth_positions(scene.state, position);
    int32_t off_axis = 0;
    for (int i = 0; i < 21; i++) {
        off_axis += position[3 * i] != 0.0 || position[3 * i + 2] != 0.0;
    }
    gate_equal("chain_off_axis", off_axis, 0, "particles");
    gate_equal("chain_held", scene.held_count, 1, "1");
    scene_free(&scene);
    shape.held_count = 22;
    gate_equal("chain_overheld", scene_chain(&shape, &material, &scene, &error), CLOTH_BAD_ARGUMENT,
               "status");
    gate_says("chain_overheld", error.message, "held_count is 22; allowed: 0 .. 21");
}
END_TEST

START_TEST(capes_bend_without_stretching) {
    SheetShape shape = scene_sheet_default();
    shape.columns = shape.rows = 33;
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    ClothError error = {0};
    ck_assert(scene_cape(&shape, 2.0, &material, &scene, &error) == CLOTH_OK);
    ClothMeasure measure;
    cloth_measure(scene.state, (const double[]){0.0, -9.81, 0.0}, &measure);
    /* measured 4.4e-15, 0.0049 and 0 */
    gate_at_most("cape_strain", measure.strain_max[CLOTH_ROW_STRETCH], 1e-6, "1");
    gate_at_least("cape_bend", measure.residual_max_m[CLOTH_ROW_BEND], 1e-4, "m");
    gate_at_most("cape_speed", fabs(measure.speed_max_m_s - 2.0), 1e-6, "m/s");
    gate_equal("cape_held", scene.held_count, 33, "1");
    scene_free(&scene);
    shape.columns = 1;
    gate_equal("cape_narrow", scene_cape(&shape, 2.0, &material, &scene, &error),
               CLOTH_BAD_ARGUMENT, "status");
}
END_TEST

/* Every seed builds, all families come, the same seed is the same scene, the next one is another.
 */
START_TEST(fuzz_seeds_are_scenes) {
    enum { SEEDS = 600 };
    int32_t met[FUZZ_FAMILIES] = {0};
    int32_t unlike = 0;
    int32_t repeated = 0;
    uint64_t before = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Fuzz fuzz;
        Fuzz again;
        ClothError error = {0};
        ck_assert_msg(scene_fuzz(seed, &fuzz, &error) == CLOTH_OK, "%s: %s", fuzz.text,
                      error.message);
        ck_assert(scene_fuzz(seed, &again, &error) == CLOTH_OK);
        const uint64_t hash = cloth_hash(fuzz.scene.state);
        unlike += cloth_hash(again.scene.state) != hash;
        repeated += hash == before;
        before = hash;
        met[fuzz.family]++;
        scene_free(&fuzz.scene);
        scene_free(&again.scene);
    }
    gate_equal("fuzz_unlike", unlike, 0, "seeds");
    gate_equal("fuzz_repeated", repeated, 0, "seeds");
    for (int family = 0; family < FUZZ_FAMILIES; family++) {
        gate_at_least("fuzz_family", met[family], SEEDS / FUZZ_FAMILIES, "seeds");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scenes");
    gate_add(suite, "holds_hold_what_they_say", holds_hold_what_they_say, 60.0);
    gate_add(suite, "bad_holds_are_named", bad_holds_are_named, 60.0);
    gate_add(suite, "holds_find_the_top_of_a_mesh", holds_find_the_top_of_a_mesh, 60.0);
    gate_add(suite, "chains_hang_exactly", chains_hang_exactly, 60.0);
    gate_add(suite, "capes_bend_without_stretching", capes_bend_without_stretching, 60.0);
    gate_add(suite, "fuzz_seeds_are_scenes", fuzz_seeds_are_scenes, 120.0);
    return gate_run(suite);
}
