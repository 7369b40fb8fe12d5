/*
 * cases.h: the runs whose last state is hashed, by gates on determinism, parity, blocks and
 * solvers: a few scenes, each with every solver. They need the kernel alone and no function of libm
 * but the square root, so that a hash is the same wherever the kernel is.
 */
#ifndef GATES_KERNEL_CASES_H
#define GATES_KERNEL_CASES_H

#include <stdint.h>

#include "cloth.h"

/* name, what it is there for */
#define CASE_SCENE_LIST(X)                                                                         \
    X(sheet, "hard stretch rows and soft hinges, falling from level by two corners")               \
    X(soft_sheet, "soft stretch rows on a sheet cut both ways round")                              \
    X(strands, "three hard chains with skip rows, let go sideways")                                \
    X(hard_bends, "a clamped chain with hard bend rows")                                           \
    X(leashed, "tethers, leashes, strain limits and drag on a sheet whose corners are moved")      \
    X(touching, "a leashed sheet on a ball, over a floor, hit by a bar that spins, in a vice")

typedef enum CaseScene {
#define CASE_ENUM(name, what) CASE_##name,
    CASE_SCENE_LIST(CASE_ENUM)
#undef CASE_ENUM
        CASE_SCENES
} CaseScene;

enum { CASE_SOLVERS = 3, CASE_COUNT = CASE_SCENES * CASE_SOLVERS, CASE_STEPS = 60 };

/* "sheet avbd" and so on; k from 0 to CASE_COUNT - 1. */
const char *case_name(int k);

/* Builds case k and says how it is stepped. state: NULL on failure; free with cloth_destroy(). */
ClothStatus case_build(int k, ClothState **state, ClothStep *step, ClothError *error);

/* Takes steps; stops at the first that is refused. */
ClothStatus case_advance(ClothState *state, const ClothStep *step, int steps, ClothError *error);

/* Hash of case k after CASE_STEPS steps. instruments: NULL, or for the ablation build. */
ClothStatus case_hash(int k, const struct ClothInstruments *instruments, uint64_t *hash,
                      ClothError *error);

#endif
