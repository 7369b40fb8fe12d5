/*
 * skirt.h: a circle skirt: a flat ring, held all round its waist by a holder that rides the frame.
 */
#ifndef SCENES_SKIRT_H
#define SCENES_SKIRT_H

#include <stdbool.h>

#include "scenes/hung.h"

typedef struct SkirtShape {
    int32_t around;        /* particles of a ring, >= 3 */
    int32_t rings;         /* >= 2; ring 0 is the waist */
    double waist_radius_m; /* > 0 */
    double hem_radius_m;   /* > waist_radius_m; at rest the skirt lies level */
    double density_kg_m2;  /* > 0 */
    bool alternating; /* the cut of the cells flips from one to the next; otherwise all alike */
} SkirtShape;

/* 32 particles round, 10 rings from 0.15 m to 0.7 m, 0.2 kg/m^2. */
SkirtShape skirt_default(void);

/* Particle r * around + a is ring r's, counted from +x towards +z. hung: out, emptied on failure. */
ClothStatus hung_skirt(const SkirtShape *shape, const ClothFabric *fabric, Hung *hung,
                       ClothError *error);

#endif
