/*
 * cape.h: the realistic scene of the experiments on the vertex update, from their knobs.
 */
#ifndef OBSERVERS_CAPE_H
#define OBSERVERS_CAPE_H

#include "harness/experiment.h"
#include "scenes/scene.h"

/* The knobs that cape_scene() reads, for the list of an experiment that includes solver_knobs.h.
 * The scene "whip" is the same cape with its own stretch and speed: cloth that too much is asked
 * of. */
#define CAPE_KNOBS                                                                                 \
    SOLVER_KNOB_WHOLE("columns", "cape: particles round the shoulders", "24", "12", 2, 2000),      \
        SOLVER_KNOB_WHOLE("rows", "cape: particles from collar to hem", "32", "12", 2, 2000),      \
        KNOB_SPACING("0.05", NULL), KNOB_MASS("0.0005", NULL),                                     \
        SOLVER_KNOB_REAL("bend", "1", "cape: stiffness of its hinges over m_eff/step^2", "0.2",    \
                         NULL, 0, 1e12, false),                                                    \
        SOLVER_KNOB_REAL("stretch", "1",                                                           \
                         "cape: stiffness of its edges over m_eff/h^2; inf: hard rows", "inf",     \
                         NULL, 0, INFINITY, false),                                                \
        SOLVER_KNOB_REAL("speed_m_s", "m s-1", "cape: speed of the hem at the start", "2", NULL,   \
                         0, 1e6, false),                                                           \
        SOLVER_KNOB_REAL("whip_stretch", "1", "whip: stiffness of its edges over m_eff/h^2",       \
                         "1e4", NULL, 0, INFINITY, false),                                         \
        SOLVER_KNOB_REAL("whip_speed_m_s", "m s-1", "whip: speed of the hem at the start", "10",   \
                         NULL, 0, 1e6, false)

/*
 * The cape of those knobs, or the user's mesh as a sheet of the same fabric, thrown along +z at
 * the speed times a particle's share of the height below the highest. Reads scene, step_s and
 * substeps as well. scene: out, emptied on failure; free with scene_free(). Allocates.
 */
ClothStatus cape_scene(const LabPoint *point, Scene *scene, ClothError *error);

#endif
