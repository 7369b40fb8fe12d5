#include "observers/cape.h"

#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "scenes/sheet.h"

static ClothMaterial cape_material(const LabPoint *point, double stretch) {
    ClothMaterial material = cloth_material_default();
    const double substeps = (double)lab_integer(point, "substeps");
    material.step_s = lab_real(point, "step_s");
    if (!isinf(stretch)) {
        const double per_step = stretch * substeps * substeps;
        material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){per_step, CLOTH_INERTIAL};
    }
    material.row[CLOTH_ROW_BEND] = (ClothStiffness){lab_real(point, "bend"), CLOTH_INERTIAL};
    return material;
}

static ClothStatus throw(double speed_m_s, Scene *scene, ClothError *error) {
    const int32_t n = scene->graph.particle_count;
    double *velocity = calloc(3 * (size_t)n, sizeof *velocity);
    if (velocity == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory throwing %d particles", (int)n);
    }
    double low = INFINITY;
    double high = -INFINITY;
    for (int32_t i = 0; i < n; i++) {
        low = fmin(low, scene->graph.position[3 * i + 1]);
        high = fmax(high, scene->graph.position[3 * i + 1]);
    }
    for (int32_t i = 0; high > low && i < n; i++) {
        const double depth = (high - scene->graph.position[3 * i + 1]) / (high - low);
        velocity[3 * i + 2] = speed_m_s * depth;
    }
    const ClothStatus status = cloth_set_velocities(scene->state, velocity, error);
    free(velocity);
    return status;
}

ClothStatus cape_scene(const LabPoint *point, Scene *scene, ClothError *error) {
    const bool whip = lab_chose(point, "scene", "whip");
    const double stretch = lab_real(point, whip ? "whip_stretch" : "stretch");
    const double speed_m_s = lab_real(point, whip ? "whip_speed_m_s" : "speed_m_s");
    SheetShape shape = scene_sheet_default();
    shape.columns = (int32_t)lab_integer(point, "columns");
    shape.rows = (int32_t)lab_integer(point, "rows");
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    const ClothMaterial material = cape_material(point, stretch);
    const LabMesh *mesh = lab_mesh(point);
    if (mesh == NULL) {
        return scene_cape(&shape, speed_m_s, &material, scene, error);
    }
    ClothStatus status = scene_sheet(&shape, mesh, &material, scene, error);
    if (status == CLOTH_OK) {
        status = throw(speed_m_s, scene, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}
