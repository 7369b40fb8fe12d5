#include "fuzz_cases.h"

#include "scenes/fuzz.h"

bool fuzz_hash(uint64_t seed, const struct ClothInstruments *instruments, uint64_t *hash) {
    Fuzz fuzz;
    if (scene_fuzz(seed, &fuzz, NULL) != CLOTH_OK) {
        return false;
    }
    fuzz.step.instruments = instruments;
    fuzz.step.solver = (ClothSolver)(seed % 3);
    ClothStatus status = CLOTH_OK;
    for (int k = 0; k < FUZZ_STEPS && status == CLOTH_OK; k++) {
        status = cloth_step(fuzz.scene.state, &fuzz.step, NULL, NULL);
    }
    *hash = cloth_hash(fuzz.scene.state) + (uint64_t)status;
    scene_free(&fuzz.scene);
    return true;
}
