/*
 * map.c: from the numbers of a fabric to what rows and steps need. None of its stiffnesses is in
 * newtons per metre: a fabric is to look the same whatever its particles weigh, and to stay inside
 * the band in which a soft row takes energy out, whatever the substeps.
 */
#include <math.h>

#include "cloth.h"

/* Strain that a strain limit allows, at stretch 0 and at stretch 1; between them by equal factors.
   What rows of 0.1 m give in a drop without it, 4.2 % at 1x1 and 0.8 % at 2x2, lies between, and
   an allowance above that is idle. Below, the limit takes off a third and reaches no allowance
   (e21, e22): at 2x2 0.52 % for 0.1 %. So both ends are names for idle and as much as there is;
   doubling or halving the lower changes what is delivered by less than a tenth. */
#define STRAIN_AT_0 0.1
#define STRAIN_AT_1 0.001

/* Stiffness of a skip or bend row over its own m_eff/step_s^2, at bend 0 and at bend 1; between them
   by equal factors. A clamped strip of 9 links of 0.1 m stands out by 0.4 % of its length at bend 0,
   nothing to the eye, and by 34 % at bend 1. Valid up to 4: doubled, it stands out by 48 %, and
   a chain of stencils at 1x1 and damping 0.05 wobbles for ever; halved, 25 %. The bottom halved or doubled
   halves or doubles what is not seen: lower ones waste the range (e22). */
#define BEND_AT_0 0.01
#define BEND_AT_1 4.0

/* The rate at which speed is lost at damping 1: in a second a free particle keeps exp(-10) of it, to
   4 % of the rate at 2 substeps. A chain of 1 m swings up to damping 0.7 and creeps back above.
   Doubled, the upper two thirds would creep; halved, silk's swing, 15 s until it sleeps, would
   take 30 (e22). Any value is stable: the damping is implicit. */
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
        .thickness_m = fabric->thickness_m,
    };
}

ClothStep cloth_fabric_step(const ClothFabric *fabric) {
    ClothStep step = cloth_step_default();
    step.substeps = fabric->substeps;
    step.iterations = fabric->iterations;
    step.damping_1_s = DAMPING_AT_1_1_S * fabric->damping;
    return step;
}
