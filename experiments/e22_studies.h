/*
 * e22_studies.h: one number of a fabric at a time, each in the scene that shows it best.
 */
#ifndef EXPERIMENTS_E22_STUDIES_H
#define EXPERIMENTS_E22_STUDIES_H

#include "cloth.h"

/* The studies: name, the field that is varied. */
#define FABRIC_STUDY_LIST(X)                                                                       \
    X(STUDY_STRIP_SHEET, "strip_sheet", bend)                                                      \
    X(STUDY_STRIP_CHAIN, "strip_chain", bend)                                                      \
    X(STUDY_FREE_FLIGHT, "free_flight", damping)                                                   \
    X(STUDY_SWING, "swing", damping)                                                               \
    X(STUDY_STRAIN, "strain", stretch)                                                             \
    X(STUDY_SOFT_ROPE, "soft_rope", damping)

typedef enum FabricStudy {
#define FABRIC_STUDY_ENUM(name, text, field) name,
    FABRIC_STUDY_LIST(FABRIC_STUDY_ENUM)
#undef FABRIC_STUDY_ENUM
        FABRIC_STUDIES
} FabricStudy;

typedef struct StudyPlan {
    FabricStudy study;
    double value;      /* of the field that the study varies, 0 .. 1 */
    ClothFabric other; /* the other fields */
    int32_t links;     /* of a swing, a strip or a drop */
    double spacing_m;
    double mass_kg; /* of a particle */
    double step_s;
    double soft_n_m; /* stretch stiffness of the soft rope [N/m] */
} StudyPlan;

/* What a study measures; the rest is NaN. */
typedef struct StudyFigures {
    double standing_out;   /* strips: how far the tip is out, over the free length; 0 hangs limp */
    double speed_late_m_s; /* strips: fastest particle, late */
    double rate_1_s;       /* loss of speed */
    double strain_peak;    /* of stretch rows, over the whole run */
    double strain_bare;    /* the same without the limit's flag */
    double kinetic_late_j; /* soft rope: largest of the last 60 steps */
} StudyFigures;

ClothStatus study_run(const StudyPlan *plan, StudyFigures *figures, ClothError *error);

#endif
