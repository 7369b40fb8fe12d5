/*
 * e13_arms.h: the frames that e13 compares: a baseline, and what differs from it in one factor.
 */
#ifndef EXPERIMENTS_E13_ARMS_H
#define EXPERIMENTS_E13_ARMS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "scenes/scene.h"
#include "scenes/sheet.h"

/* name, the arm it is compared with, columns doubled so often, shuffled, edges, bends, solver,
 * substeps, iterations */
#define ARM_LIST(X)                                                                                \
    X(whole, whole, 0, false, 1, 1, CLOTH_AVBD, 2, 4)                                              \
    X(no_bend, whole, 0, false, 1, 0, CLOTH_AVBD, 2, 4)                                            \
    X(no_stretch, whole, 0, false, 0, 1, CLOTH_AVBD, 2, 4)                                         \
    X(no_rows, whole, 0, false, 0, 0, CLOTH_AVBD, 2, 4)                                            \
    X(no_dual, whole, 0, false, 1, 1, CLOTH_VBD, 2, 4)                                             \
    X(shuffled, whole, 0, true, 1, 1, CLOTH_AVBD, 2, 4)                                            \
    X(half_iterations, whole, 0, false, 1, 1, CLOTH_AVBD, 2, 2)                                    \
    X(twice_iterations, whole, 0, false, 1, 1, CLOTH_AVBD, 2, 8)                                   \
    X(half_substeps, whole, 0, false, 1, 1, CLOTH_AVBD, 1, 4)                                      \
    X(twice_substeps, whole, 0, false, 1, 1, CLOTH_AVBD, 4, 4)                                     \
    X(quarter_sheet, whole, -1, false, 1, 1, CLOTH_AVBD, 2, 4)                                     \
    X(large, whole, 1, false, 1, 1, CLOTH_AVBD, 2, 4)                                              \
    X(large_shuffled, large, 1, true, 1, 1, CLOTH_AVBD, 2, 4)                                      \
    X(xpbd, whole, 0, false, 1, 1, CLOTH_XPBD, 2, 4)

typedef enum ArmIndex {
#define ARM_ENUM(name, ...) ARM_##name,
    ARM_LIST(ARM_ENUM)
#undef ARM_ENUM
        ARM_COUNT
} ArmIndex;

/* The arms' names, comma-separated. */
#define ARM_WORD(name, ...) "," #name
#define ARM_NAMES           (&ARM_LIST(ARM_WORD)[1])

/* The arm of a name that is in the list. */
ArmIndex arm_of(const char *name);
/* What it is compared with. */
ArmIndex arm_baseline(ArmIndex arm);
/* Whether it, or what it is compared with, is of another size than the sheet that was asked for: no
 * arm for a mesh. */
bool arm_resizes(ArmIndex arm);

/* Builds an arm's cloth from the baseline's shape, or from a mesh, whose size cannot be changed.
 * scene and step: out; the scene emptied on failure. The step keeps the default constants. */
ClothStatus arm_build(ArmIndex arm, const SheetShape *shape, const LabMesh *mesh, uint64_t seed,
                      Scene *scene, ClothStep *step, ClothError *error);

#endif
