#include "p1_rises.h"

#include "gate.h"
#include "p1_limits.h"
#include "scenes/fuzz.h"
#include "scenes/sheet.h"

/* Below this share of the local scale a rise is the rounding of positions. */
static const double rounding = 1e-9;

Rises p1_cape(uint32_t ablate) {
    SheetShape shape = scene_sheet_default();
    shape.columns = 24;
    const ClothMaterial material = cloth_material_default();
    Rises rises = {.floor = rounding};
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(scene_cape(&shape, 2.0, &material, &scene, &error) == CLOTH_OK, "%s",
                  error.message);
    ck_assert_msg(rises_watch(scene.state, cloth_step_default(), ablate, P1_CAPE_STEPS, &rises,
                              &error) == CLOTH_OK,
                  "%s", error.message);
    scene_free(&scene);
    return rises;
}

Rises p1_absurd(uint32_t ablate, int64_t *refused) {
    Rises rises = {.floor = rounding};
    *refused = 0;
    for (uint64_t seed = 1; seed <= P1_RISE_CLOTHS; seed++) {
        Fuzz fuzz;
        ClothError error = {0};
        ck_assert_msg(scene_fuzz(seed, &fuzz, &error) == CLOTH_OK, "%s", error.message);
        const ClothStatus status =
            rises_watch(fuzz.scene.state, fuzz.step, ablate, P1_RISE_STEPS, &rises, &error);
        *refused += status != CLOTH_OK;
        scene_free(&fuzz.scene);
    }
    return rises;
}
