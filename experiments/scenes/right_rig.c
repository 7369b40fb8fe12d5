#include "scenes/right_rig.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"
#include "state/state.h"

/* Roundings of a metre, times m/h^2, that a gradient is not asked to go below: 8 to 16 were seen to
 * be reached on a metre of chain; a tolerance of 64 moves no digit that a case looks at. */
#define ROUNDINGS 64.0

ClothMaterial right_material_hard(void) {
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_BEND] = (ClothStiffness){0.0, CLOTH_NEWTON_PER_METRE};
    return material;
}

void right_rig_start(const Scene *scene, const RightRun *run, double h, double gravity,
                     RightFigure *figure, RightRig *rig) {
    *rig = (RightRig){.scene = *scene, .step = cloth_step_default(), .figure = figure};
    double lightest = INFINITY;
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        lightest = fmin(lightest, scene->graph.mass[i]);
    }
    rig->weight_n = lightest * RIGHT_GRAVITY;
    rig->step.step_s = h;
    rig->step.gravity[1] = -gravity;
    rig->step.substeps = 1;
    rig->step.iterations = run->iterations;
    const double rounding = ROUNDINGS * DBL_EPSILON / (h * h * RIGHT_GRAVITY);
    rig->step.tolerance_n = run->converged && run->solver != CLOTH_XPBD
                                ? fmax(run->tolerance, rounding) * rig->weight_n
                                : 0.0;
    rig->step.solver = run->solver;
    rig->step.constants = run->constants;
}

ClothStatus right_hold(Scene *scene, const ClothMaterial *material, const int32_t *held,
                       int32_t count, ClothError *error) {
    int32_t *copy = malloc((size_t)count * sizeof *copy);
    if (copy == NULL) {
        scene_free(scene);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d held particles",
                          (int)count);
    }
    memcpy(copy, held, (size_t)count * sizeof *copy);
    free(scene->held);
    scene->held = copy;
    scene->held_count = count;
    return scene_build(scene, material, error);
}

ClothStatus right_rig_step(RightRig *rig, int32_t substeps, ClothError *error) {
    for (int32_t n = 0; n < substeps; n++) {
        ClothReport report;
        const ClothStatus status = cloth_step(rig->scene.state, &rig->step, &report, error);
        if (status != CLOTH_OK) {
            return status;
        }
        rig->figure->substeps++;
        rig->figure->iterations += report.iterations;
        rig->figure->unmet += report.gradient_n <= rig->step.tolerance_n ? 0 : 1;
        const double gradient = report.gradient_n / rig->weight_n;
        if (!(gradient <= rig->figure->gradient)) {
            rig->figure->gradient = gradient;
        }
    }
    return CLOTH_OK;
}

void right_rig_position(const RightRig *rig, int32_t particle, double position[3]) {
    const ClothView view = cloth_view(rig->scene.state);
    const int32_t at = 3 * view.stored_index[particle];
    for (int k = 0; k < 3; k++) {
        position[k] = (double)view.position[at + k];
    }
}

double right_rig_residual(const RightRig *rig, int32_t row) {
    const ClothView view = cloth_view(rig->scene.state);
    const ClothReal *a = &view.position[3 * view.row_particle[2 * row]];
    const ClothReal *b = &view.position[3 * view.row_particle[2 * row + 1]];
    const double x = (double)a[0] - (double)b[0];
    const double y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z) - (double)view.slot_rest[view.row_slot[2 * row]];
}

double right_rig_pull(const RightRig *rig, int32_t row) {
    const ClothView view = cloth_view(rig->scene.state);
    const int32_t slot = view.row_slot[2 * row];
    if (rig->step.solver == CLOTH_VBD) {
        return (double)view.slot_penalty[slot] * right_rig_residual(rig, row);
    }
    return (double)view.slot_multiplier[slot];
}

void right_rig_free(RightRig *rig) {
    ClothMeasure measure;
    cloth_measure(rig->scene.state, rig->step.gravity, &measure);
    rig->figure->speed_m_s = measure.speed_max_m_s;
    scene_free(&rig->scene);
}
