#include "fabric/material.h"

#include "math/error.h"

#include <math.h>

ClothMaterial cloth_material_default(void) {
    return (ClothMaterial){
        .row[CLOTH_ROW_STRETCH] = {INFINITY, CLOTH_NEWTON_PER_METRE},
        .row[CLOTH_ROW_SKIP] = {INFINITY, CLOTH_NEWTON_PER_METRE},
        /* Far inside the band in which a soft row takes energy out of the cloth, 0 .. 8 (e10). As a
           look, and what halving or doubling it does to one: UNMEASURED. */
        .row[CLOTH_ROW_BEND] = {0.2, CLOTH_INERTIAL},
        .step_s = 1.0 / 60.0,
        .strain_limit = INFINITY,
        .slack = 1.0,
        .tethered = false,
        .thickness_m = 0.0,
    };
}

static ClothStatus check_one_sided(const ClothMaterial *material, ClothError *error) {
    if (!(material->strain_limit > 0.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "material: strain_limit is %g; must be above 0, INFINITY for none",
                          material->strain_limit);
    }
    if (!(material->slack >= 0.0 && material->slack <= 1.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "material: slack is %g; must be 0 to 1",
                          material->slack);
    }
    if (!(material->thickness_m >= 0.0 && material->thickness_m <= CLOTH_THICKNESS_MAX_M)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "material: thickness_m is %g; must be 0 to %g",
                          material->thickness_m, CLOTH_THICKNESS_MAX_M);
    }
    return CLOTH_OK;
}

ClothStatus cloth_material_check(const ClothMaterial *material, ClothError *error) {
    for (int kind = 0; kind < CLOTH_STIFFNESSES; kind++) {
        const ClothStiffness *row = &material->row[kind];
        const char *name = cloth_row_kind_name((ClothRowKind)kind);
        if (!(row->value >= 0.0)) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "material: %s stiffness is %g; must be 0 or more, or infinite", name,
                              row->value);
        }
        switch (row->unit) {
        case CLOTH_NEWTON_PER_METRE:
            break;
        case CLOTH_INERTIAL:
            if (isinf(row->value)) {
                return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                                  "material: %s stiffness is an infinite ratio; a hard row is "
                                  "INFINITY newtons per metre",
                                  name);
            }
            if (!(material->step_s > 0.0) || !isfinite(material->step_s)) {
                return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                                  "material: step_s is %g; an inertial %s stiffness needs a finite "
                                  "step above 0",
                                  material->step_s, name);
            }
            break;
        case CLOTH_RIGIDITY:
            if (kind != CLOTH_ROW_BEND || isinf(row->value)) {
                return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                                  "material: %s stiffness is a rigidity of %g; only bend rows have "
                                  "one, and it is finite",
                                  name, row->value);
            }
            break;
        default:
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "material: %s stiffness has unit %d; see "
                              "ClothStiffnessUnit",
                              name, (int)row->unit);
        }
    }
    return check_one_sided(material, error);
}

double cloth_material_stiffness(const ClothMaterial *material, ClothRowKind kind, double inertia_kg,
                                double rigidity_scale) {
    const ClothStiffness *row = &material->row[kind];
    switch (row->unit) {
    case CLOTH_INERTIAL:
        return row->value * inertia_kg / (material->step_s * material->step_s);
    case CLOTH_RIGIDITY:
        return row->value * rigidity_scale;
    case CLOTH_NEWTON_PER_METRE:
        break;
    }
    return row->value;
}
