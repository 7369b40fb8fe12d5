/*
 * point.h: one run of e15, as the two builds of the kernel offer it. The same source is
 * compiled twice, once against the kernel that stores double and once against the one that stores
 * float, each into a library that shows this one function and hides its kernel; so nothing of
 * cloth.h may appear here.
 */
#ifndef EXPERIMENTS_PRECISION_POINT_H
#define EXPERIMENTS_PRECISION_POINT_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/experiment.h"

typedef struct PrecisionScene {
    const char *scene;   /* "chain", "corners" or "edge" */
    const char *hold;    /* of a sheet in place of the scene's own, or NULL */
    const LabMesh *mesh; /* in place of the sheet, or NULL */
    int32_t links;       /* of the chain */
    int32_t columns;     /* of the sheet, and its rows */
    double spacing_m;
    double mass_kg;
    double offset_m; /* everything is moved so far along each axis */
    int32_t solver;  /* 0 avbd, 1 vbd, 2 xpbd */
    int32_t substeps;
    int32_t iterations;
    int32_t steps;
    int32_t late; /* how many of the last steps count as late */
} PrecisionScene;

typedef struct PrecisionRun {
    double kinetic_late_max_j;
    double strain_rms; /* of the stretch rows after the last step */
    double strain_max;
    double *position; /* (particle_count x 3) after the last step, the offset taken off [m] */
    int32_t particle_count;
    int32_t real_bytes; /* of what the kernel stores */
    char message[240];  /* what went wrong; empty when nothing did */
    bool diverged;      /* it is that a step was refused */
} PrecisionRun;

/* Runs the scene. Returns true when every step was taken; run->position is then the caller's to
 * free. */
typedef bool PrecisionPoint(const PrecisionScene *scene, PrecisionRun *run);

PrecisionPoint e15_point_double;
PrecisionPoint e15_point_float;

#endif
