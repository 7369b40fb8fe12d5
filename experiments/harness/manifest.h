/*
 * manifest.h: what a folder of parts is about, as JSON beside them.
 *
 * It holds the whole sweep, so that parts can be merged without the program that made them.
 */
#ifndef LAB_MANIFEST_H
#define LAB_MANIFEST_H

#include "sweep.h"

#define LAB_MANIFEST_NAME "sweep.json"

/* A sweep read back, with the experiment's description (no functions) it points to. */
typedef struct LabManifest {
    LabSweep sweep;
    LabExperiment experiment;
    LabKnob *knob;
    LabDimension *dimension;
    LabVariable *variable;
    struct cJSON *json; /* owns the texts */
} LabManifest;

/* Publishes folder/sweep.json. */
LabStatus lab_manifest_write(const char *folder, const LabSweep *sweep, LabError *error);

/* Reads it. LAB_BROKEN: not there, no JSON, not ours, or its hash is not that of what it says.
 * The manifest stays where it is: the sweep points into it. Free with lab_manifest_free(). */
LabStatus lab_manifest_read(const char *folder, LabManifest *manifest, LabError *error);

void lab_manifest_free(LabManifest *manifest);

/* Says in one phrase what the first difference between two sweeps of an experiment is: "alpha was
 * 0,0.5, now 0,1". Adds nothing when params and build are the same. */
void lab_sweep_difference(const LabSweep *was, const LabSweep *now, LabText *text);

#endif
