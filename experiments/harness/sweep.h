/*
 * sweep.h: what is to be run: every knob with its values, and the points they span.
 *
 * Points are numbered row-major over the knobs in the order the experiment declares them, the last
 * one running fastest.
 */
#ifndef LAB_SWEEP_H
#define LAB_SWEEP_H

#include <stdint.h>

#include "digest.h"
#include "error.h"
#include "experiment.h"
#include "knob.h"
#include "provenance.h"

/* Version of the layout of parts, manifests and merged files. */
#define LAB_SCHEMA_VERSION 1
#define LAB_POINTS_MAX     100000000
#define LAB_AXES_MAX       30 /* HDF5 allows 32 dimensions; one more is a variable's own */

typedef struct LabSweep LabSweep;

struct LabPoint {
    const LabSweep *sweep;
    int64_t index;
};

struct LabSweep {
    const LabExperiment *experiment;
    LabValues *knob; /* (experiment->knob_count) */
    char ***word;    /* (knob_count x choices) a choice's words; NULL for other kinds */
    int64_t point_count;
    int64_t *dimension_length; /* (experiment->dimension_count) */
    bool smoke;
    bool series;
    uint64_t seed;
    bool has_mesh;
    LabMesh mesh; /* path, scale and hold; the hold may be there without a mesh */
    char mesh_sha256[LAB_DIGEST_SIZE]; /* "" without a mesh */
    char mesh_report[512];             /* what check_mesh said of it; "" without a mesh */
    LabBuild build;
    char build_sha256[LAB_DIGEST_SIZE];  /* the program that computes the points */
    char params_sha256[LAB_DIGEST_SIZE]; /* knobs and values, dimensions, mesh, seed, series, smoke
                                          */
    LabPoint *point;                     /* (point_count), so that a point can be pointed at */
};

/* Strides, point count, lengths of dimensions and hashes, once the knobs have their values.
 * LAB_USAGE: too many points or axes. */
LabStatus lab_sweep_complete(LabSweep *sweep, LabError *error);

void lab_sweep_free(LabSweep *sweep);

/* The place of a point along knob k, 0 .. count-1. */
int64_t lab_point_place(const LabPoint *point, int32_t k);

/* "alpha=0.5 solver=avbd": the axes alone, for messages and --list-points. Empty without axes. */
void lab_point_text(const LabPoint *point, LabText *text);

/* Hash of everything that decides a point's result, but for the program that computes it. */
void lab_point_digest(const LabPoint *point, char hex[LAB_DIGEST_SIZE]);

/* Number of the knob or variable of that name, -1 if there is none. */
int32_t lab_knob_number(const LabExperiment *experiment, const char *name);
int32_t lab_variable_number(const LabExperiment *experiment, const char *name);

/* The declared dimension a variable runs along: its number, or -1 for none (also for a series). */
int32_t lab_variable_dimension(const LabExperiment *experiment, const LabVariable *variable);

/* Values of one point: 1, or the dimension's length; 0 for a series (as many as steps). */
int64_t lab_variable_length(const LabSweep *sweep, int32_t variable);

/* Aborts with a sentence when the experiment's description contradicts itself. */
void lab_experiment_check(const LabExperiment *experiment);

#endif
