/*
 * point.c: see point.h. E15_POINT is the name that this compilation gives its one visible
 * function.
 */
#include "precision/point.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloth.h"
#include "scenes/chain.h"
#include "scenes/sheet.h"

static ClothStatus build(const PrecisionScene *wanted, Scene *scene, ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    if (strcmp(wanted->scene, "chain") == 0) {
        ChainShape shape = scene_chain_default();
        shape.links = wanted->links;
        shape.spacing_m = wanted->spacing_m;
        shape.mass_kg = wanted->mass_kg;
        return scene_chain(&shape, &material, scene, error);
    }
    SheetShape shape = scene_sheet_default();
    shape.columns = wanted->columns;
    shape.rows = wanted->columns;
    shape.spacing_m = wanted->spacing_m;
    shape.mass_kg = wanted->mass_kg;
    shape.vertical = true;
    shape.hold = wanted->hold != NULL ? wanted->hold : wanted->scene;
    return scene_sheet(&shape, wanted->mesh, &material, scene, error);
}

/* Rest lengths stay as they were built. */
static void move_by(double *position, int32_t count, double offset_m) {
    for (int32_t k = 0; k < 3 * count; k++) {
        position[k] += offset_m;
    }
}

static ClothStatus take_steps(const PrecisionScene *wanted, ClothState *state, PrecisionRun *run,
                              ClothError *error) {
    ClothStep step = cloth_step_default();
    step.solver = (ClothSolver)wanted->solver;
    step.substeps = wanted->substeps;
    step.iterations = wanted->iterations;
    ClothMeasure measure = {0};
    for (int32_t k = 0; k < wanted->steps; k++) {
        const ClothStatus status = cloth_step(state, &step, NULL, error);
        if (status != CLOTH_OK) {
            return status;
        }
        cloth_measure(state, step.gravity, &measure);
        if (k >= wanted->steps - wanted->late) {
            run->kinetic_late_max_j = fmax(run->kinetic_late_max_j, measure.kinetic_j);
        }
    }
    run->strain_rms = measure.strain_rms[CLOTH_ROW_STRETCH];
    run->strain_max = measure.strain_max[CLOTH_ROW_STRETCH];
    return CLOTH_OK;
}

static ClothStatus run_built(const PrecisionScene *wanted, ClothState *state, PrecisionRun *run,
                             ClothError *error) {
    const int32_t count = cloth_particle_count(state);
    double *position = malloc(3 * (size_t)count * sizeof *position);
    if (position == NULL) {
        (void)snprintf(error->message, sizeof error->message, "out of memory");
        return CLOTH_NO_MEMORY;
    }
    cloth_positions(state, position);
    move_by(position, count, wanted->offset_m);
    ClothStatus status = cloth_set_positions(state, position, error);
    if (status == CLOTH_OK) {
        status = take_steps(wanted, state, run, error);
    }
    if (status == CLOTH_OK) {
        cloth_positions(state, position);
        move_by(position, count, -wanted->offset_m);
        run->position = position;
        run->particle_count = count;
    } else {
        free(position);
    }
    return status;
}

bool E15_POINT(const PrecisionScene *wanted, PrecisionRun *run);

__attribute__((visibility("default"))) bool E15_POINT(const PrecisionScene *wanted,
                                                      PrecisionRun *run) {
    *run = (PrecisionRun){.real_bytes = (int32_t)sizeof(ClothReal)};
    ClothError error = {0};
    Scene scene;
    ClothStatus status = build(wanted, &scene, &error);
    if (status == CLOTH_OK) {
        status = run_built(wanted, scene.state, run, &error);
        scene_free(&scene);
    }
    if (status != CLOTH_OK) {
        run->diverged = status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE;
        (void)snprintf(run->message, sizeof run->message, "%s", error.message);
    }
    return status == CLOTH_OK;
}
