/*
 * right_rig.h: a scene of a right answer, stepped substep by substep under one budget.
 */
#ifndef SCENES_RIGHT_RIG_H
#define SCENES_RIGHT_RIG_H

#include "scenes/right_answers.h"
#include "scenes/scene.h"

#define RIGHT_GRAVITY 9.81

enum { RIGHT_PARTICLES_MAX = 144 };

typedef struct RightRig {
    Scene scene;
    ClothStep step;
    double weight_n; /* of the lightest particle */
    RightFigure *figure;
} RightRig;

/* A material of hard distance rows and no bending. */
ClothMaterial right_material_hard(void);

/*
 * Takes over a built scene. A converged run's tolerance is its own, or what rounding leaves of
 * m/h^2 times a metre where that is more, below h = 1/1900 s.
 *   gravity  along -y [m/s^2]; 0 floats
 *   figure   counts go there; its lifetime is the rig's
 */
void right_rig_start(const Scene *scene, const RightRun *run, double h, double gravity,
                     RightFigure *figure, RightRig *rig);

/* Holds other particles than the scene did, and builds it again. Frees the scene on failure. */
ClothStatus right_hold(Scene *scene, const ClothMaterial *material, const int32_t *held,
                       int32_t count, ClothError *error);

/* Takes substeps. */
ClothStatus right_rig_step(RightRig *rig, int32_t substeps, ClothError *error);

/* Position of one particle [m]. */
void right_rig_position(const RightRig *rig, int32_t particle, double position[3]);

/* The pull of a distance row, by the graph's number (edges, then skips) [N]: the multiplier where
 * the solver has one, the penalty's k C where it has none. */
double right_rig_pull(const RightRig *rig, int32_t row);

/* C of that row [m]. */
double right_rig_residual(const RightRig *rig, int32_t row);

/* Leaves the speed that is left in the figure. */
void right_rig_free(RightRig *rig);

/* The measures, one a family of cases. */
RightMeasure right_fall, right_oscillator, right_pendulum, right_order, right_spin, right_tension,
    right_hooke, right_hang, right_arc, right_elastica_tip;

#endif
