#include "e13_arms.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"
#include "math/rng.h"

typedef struct Arm {
    const char *name;
    ArmIndex baseline;
    int doublings;
    bool shuffled;
    int edges;
    int bends;
    ClothSolver solver;
    int32_t substeps;
    int32_t iterations;
} Arm;

static const Arm arms[] = {
#define ARM_ENTRY(name, baseline, ...) {#name, ARM_##baseline, __VA_ARGS__},
    ARM_LIST(ARM_ENTRY)
#undef ARM_ENTRY
};

ArmIndex arm_of(const char *name) {
    int k = 0;
    while (strcmp(arms[k].name, name) != 0) {
        k++;
        assert(k < ARM_COUNT);
    }
    return (ArmIndex)k;
}

ArmIndex arm_baseline(ArmIndex arm) {
    return arms[arm].baseline;
}

bool arm_resizes(ArmIndex arm) {
    return arms[arm].doublings != 0;
}

/* A random permutation of 0 .. count - 1 (Fisher and Yates). */
static void shuffle(int32_t *number, int32_t count, uint64_t seed) {
    Rng rng = {seed};
    for (int32_t i = 0; i < count; i++) {
        number[i] = i;
    }
    for (int32_t i = count - 1; i > 0; i--) {
        const int32_t other = rng_below(&rng, i + 1);
        const int32_t kept = number[i];
        number[i] = number[other];
        number[other] = kept;
    }
}

static void rename_all(int32_t *list, int64_t length, const int32_t *number) {
    for (int64_t k = 0; k < length; k++) {
        list[k] = list[k] >= 0 ? number[list[k]] : list[k];
    }
}

/* Gives the particles new numbers and leaves everything else, the order of the rows too. */
static ClothStatus relabel(Scene *scene, uint64_t seed, ClothError *error) {
    ClothGraph *graph = &scene->graph;
    const size_t count = (size_t)graph->particle_count;
    int32_t *number = malloc(count * sizeof *number);
    double *position = malloc(3 * count * sizeof *position);
    double *mass = malloc(count * sizeof *mass);
    ClothStatus status = CLOTH_OK;
    if (number == NULL || position == NULL || mass == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %zu labels", count);
    } else {
        shuffle(number, graph->particle_count, seed);
        memcpy(position, graph->position, 3 * count * sizeof *position);
        memcpy(mass, graph->mass, count * sizeof *mass);
        for (size_t i = 0; i < count; i++) {
            memcpy(&graph->position[3 * number[i]], &position[3 * i], 3 * sizeof *position);
            graph->mass[number[i]] = mass[i];
        }
        rename_all(graph->edge, 2 * (int64_t)graph->edge_count, number);
        rename_all(graph->skip, 2 * (int64_t)graph->skip_count, number);
        rename_all(graph->triangle, 3 * (int64_t)graph->triangle_count, number);
        rename_all(scene->held, scene->held_count, number);
        for (int32_t s = 0; s < graph->stencil_count; s++) {
            rename_all(graph->stencil[s].particle, 4, number);
        }
    }
    free(number);
    free(position);
    free(mass);
    return status;
}

static int32_t resized(int32_t columns, int doublings) {
    const int32_t wanted = doublings < 0 ? columns / 2 : columns << doublings;
    return wanted < 2 ? 2 : wanted;
}

ClothStatus arm_build(ArmIndex index, const SheetShape *shape, const LabMesh *mesh, uint64_t seed,
                      Scene *scene, ClothStep *step, ClothError *error) {
    const Arm *arm = &arms[index];
    const ClothMaterial material = cloth_material_default();
    SheetShape own = *shape;
    own.columns = resized(shape->columns, arm->doublings);
    own.rows = resized(shape->rows, arm->doublings);
    own.bend = arm->bends != 0 ? shape->bend : 0;
    ClothStatus status = scene_sheet(&own, mesh, &material, scene, error);
    if (status == CLOTH_OK && arm->edges == 0) {
        scene->graph.edge_count = 0;
    }
    if (status == CLOTH_OK && arm->shuffled) {
        status = relabel(scene, seed, error);
        if (status != CLOTH_OK) {
            scene_free(scene);
        }
    }
    if (status == CLOTH_OK && (arm->shuffled || arm->edges == 0)) {
        status = scene_build(scene, &material, error);
    }
    *step = cloth_step_default();
    step->solver = arm->solver;
    step->substeps = arm->substeps;
    step->iterations = arm->iterations;
    return status;
}
