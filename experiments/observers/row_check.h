/*
 * row_check.h: a row's gradient and Hessian against differences of its energy.
 *
 * One row on its own few particles, in a random state. Its energy comes from
 * measure/vertex_energy, which evaluates rows one by one; force and block come from the assembly
 * that a sweep uses. The two share no code but the row's definition.
 */
#ifndef OBSERVERS_ROW_CHECK_H
#define OBSERVERS_ROW_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "math/rng.h"

/* Rows that are checked: name, word. */
#define ROW_CHECK_LIST(X)                                                                          \
    X(ROW_CHECK_STRETCH, "stretch")                                                                \
    X(ROW_CHECK_SKIP, "skip")                                                                      \
    X(ROW_CHECK_CHAIN, "chain_bend")                                                               \
    X(ROW_CHECK_HINGE, "hinge_bend")                                                               \
    X(ROW_CHECK_LIMIT, "limit")                                                                    \
    X(ROW_CHECK_TETHER, "tether")                                                                  \
    X(ROW_CHECK_LEASH, "leash")

typedef enum RowCheckKind {
#define ROW_CHECK_ENUM(name, word) name,
    ROW_CHECK_LIST(ROW_CHECK_ENUM)
#undef ROW_CHECK_ENUM
        ROW_CHECK_KINDS
} RowCheckKind;

typedef struct RowCheckPlan {
    RowCheckKind kind;
    bool hard;    /* a multiplier of its own, and a penalty; else a material stiffness alone */
    bool pushing; /* a distance row's force lengthens it; else shortens. Bend rows have no sign; a
                     one-sided row that would push is slack */
    double difference;  /* step of the differences over the row's size, > 0 */
    double damping_1_s; /* of the step [1/s] */
    double wrong; /* the force's x is taken this much too large, relative; 0, or a fault to find */
    const struct ClothInstruments
        *instruments; /* NULL, or in the ablation build what is left out */
} RowCheckPlan;

/* The worst of what was checked; NaN stays. */
typedef struct RowCheck {
    double gradient; /* |force + dE/dx| over the force's scale */
    double hessian;  /* |block + d force/dx| over the block's trace, largest component */
    double majorant; /* smallest eigenvalue of block - exact Hessian, over the block's trace */
    int64_t acting;  /* reals of force and block that differ by a bit from those without the row; of
                        one-sided rows */
} RowCheck;

RowCheck row_check_none(void); /* to begin with */

/* Whether rows of a kind have the clamp [0, inf): limits, tethers, leashes. */
bool row_check_one_sided(RowCheckKind kind);

/* Checks every particle of one random state and keeps the worst in `check` (in/out). Allocates and
 * frees. */
ClothStatus row_check_random(Rng *rng, const RowCheckPlan *plan, RowCheck *check,
                             ClothError *error);

#endif
