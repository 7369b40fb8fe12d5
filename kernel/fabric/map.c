/*
 * map.c: from the numbers of a fabric to what rows and steps need. None of its stiffnesses is in
 * newtons per metre: a fabric is to look the same whatever its particles weigh, and to stay inside
 * the band in which a soft row takes energy out, whatever the substeps.
 */
#include <math.h>

#include "cloth.h"

/* Strain that a strain limit allows, at stretch 0 and at stretch 1; between them by equal factors.
   UNMEASURED until e22. */
#define STRAIN_AT_0 0.1
#define STRAIN_AT_1 0.001

/* Stiffness of a skip or bend row over its own m_eff/step_s^2, at bend 0 and at bend 1; between them
   by equal factors. The top is inside the dissipative band at one substep already. UNMEASURED until
   e22. */
#define BEND_AT_0 0.01
#define BEND_AT_1 4.0

/* Share of its speed that a free particle loses at damping 1: exp(-10) is left after a second.
   UNMEASURED until e22. */
#define DAMPING_AT_1_1_S 10.0

/* The step that bending refers to: not the substep, so that more of them change no fabric. */
#define FABRIC_STEP_S (1.0 / 60.0)

static double between(double at_0, double at_1, double share) {
    return at_0 * pow(at_1 / at_0, share);
}

ClothMaterial cloth_fabric_material(const ClothFabric *fabric) {
    const double ratio = between(BEND_AT_0, BEND_AT_1, fabric->bend);
    const bool limited = (fabric->flags & CLOTH_FABRIC_STRAIN_LIMIT) != 0;
    return (ClothMaterial){
        .row[CLOTH_ROW_STRETCH] = {INFINITY, CLOTH_NEWTON_PER_METRE},
        .row[CLOTH_ROW_SKIP] = {ratio, CLOTH_INERTIAL},
        .row[CLOTH_ROW_BEND] = {ratio, CLOTH_INERTIAL},
        .step_s = FABRIC_STEP_S,
        .strain_limit = limited ? between(STRAIN_AT_0, STRAIN_AT_1, fabric->stretch) : INFINITY,
        .slack = fabric->slack,
        .tethered = true,
    };
}

ClothStep cloth_fabric_step(const ClothFabric *fabric) {
    ClothStep step = cloth_step_default();
    step.substeps = fabric->substeps;
    step.iterations = fabric->iterations;
    step.damping_1_s = DAMPING_AT_1_1_S * fabric->damping;
    return step;
}
