/*
 * cape.h: the realistic scene of the experiments on the vertex update, from their knobs.
 */
#ifndef OBSERVERS_CAPE_H
#define OBSERVERS_CAPE_H

#include "harness/experiment.h"
#include "scenes/scene.h"

/* The knobs that observers_cape() reads, for the list of an experiment that includes
 * solver_knobs.h. */
#define CAPE_KNOBS                                                                                 \
    SOLVER_KNOB_WHOLE("columns", "cape: particles round the shoulders", "24", "12", 2, 2000),      \
        SOLVER_KNOB_WHOLE("rows", "cape: particles from collar to hem", "32", "12", 2, 2000),      \
        KNOB_SPACING("0.05", NULL), KNOB_MASS("0.0005", NULL),                                     \
        SOLVER_KNOB_REAL("bend", "1", "cape: stiffness of its hinges over m_eff/step^2", "0.2",    \
                         NULL, 0, 1e12, false)

/* How the cape is cut: cloth, or what is asked too much of. */
typedef struct CapeKind {
    double stretch;   /* stiffness of its edges over m_eff/h^2 of a substep; INFINITY: hard rows */
    double speed_m_s; /* of the hem at the start */
} CapeKind;

/*
 * The cape of those knobs, or the user's mesh as a sheet of the same fabric, thrown along +z at
 * the speed times a particle's share of the height below the highest. Reads step_s and substeps as
 * well. scene: out, emptied on failure; free with scene_free(). Allocates.
 */
ClothStatus cape_scene(const LabPoint *point, const CapeKind *kind, Scene *scene,
                       ClothError *error);

#endif
