#include "build/stored.h"

#include "math/error.h"

#include <math.h>

static bool is_storable(double value) {
    return value >= CLOTH_REAL_TINY && value <= CLOTH_REAL_LARGE;
}

static ClothStatus refuse(const char *what, const char *kind, int32_t number, double value,
                          ClothError *error) {
    return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s of %s %d is %g; this build stores %g to %g",
                      what, kind, (int)number, value, CLOTH_REAL_TINY, CLOTH_REAL_LARGE);
}

static ClothStatus check_particles(const ClothGraph *graph, const ClothView *view,
                                   ClothError *error) {
    for (int32_t i = 0; i < graph->particle_count; i++) {
        if (!is_storable(graph->mass[i])) {
            return refuse("mass", "particle", i, graph->mass[i], error);
        }
        for (int k = 0; k < 3; k++) {
            if (!isfinite((double)view->position[3 * view->stored_index[i] + k])) {
                return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                                  "position of particle %d is %g; this build stores up to %g",
                                  (int)i, graph->position[3 * i + k], CLOTH_REAL_LARGE);
            }
        }
    }
    return CLOTH_OK;
}

/* A soft row's stiffness, where it has one: its products with masses, lengths and steps, and its
 * inverse, stay finite. */
#define STIFFNESS_LEAST 1e-100
#define STIFFNESS_MOST  1e100

/* Whether a row is as hard as its material says, and a soft one's stiffness of use: an overflow would
 * make it hard. */
static bool is_stiffness_kept(const ClothMaterial *material, int32_t kind, ClothReal stiffness) {
    const double k = (double)stiffness;
    if (isinf(material->row[kind].value)) {
        return isinf(k);
    }
    return k == 0.0 || (k >= STIFFNESS_LEAST && k <= STIFFNESS_MOST);
}

static ClothStatus refuse_stiffness(const char *kind, int32_t number, ClothReal stiffness,
                                    ClothError *error) {
    return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                      "material: stiffness of %s row %d comes to %g N/m; must be 0, or %g to %g",
                      kind, (int)number, (double)stiffness, STIFFNESS_LEAST,
                      fmin(STIFFNESS_MOST, CLOTH_REAL_LARGE));
}

static ClothStatus check_rows(const ClothMaterial *material, const ClothView *view,
                              ClothError *error) {
    for (int32_t r = 0; r < view->counts.row; r++) {
        const char *kind = cloth_row_kind_name((ClothRowKind)view->row_kind[r]);
        const double rest = (double)view->slot_rest[view->row_slot[2 * r]];
        if (!is_storable(rest)) {
            return refuse("rest length", kind, r, rest, error);
        }
        if (!is_stiffness_kept(material, view->row_kind[r], view->row_stiffness[r])) {
            return refuse_stiffness(kind, r, view->row_stiffness[r], error);
        }
    }
    return CLOTH_OK;
}

static ClothStatus check_bends(const ClothMaterial *material, const ClothView *view,
                               ClothError *error) {
    const char *kind = cloth_row_kind_name(CLOTH_ROW_BEND);
    for (int32_t s = 0; s < view->counts.bend; s++) {
        for (int k = 0; k < 4; k++) {
            const double weight = (double)view->bend_weight[4 * s + k];
            if (!isfinite(weight)) {
                return refuse("weight", kind, s, weight, error);
            }
        }
        /* 0 when nothing that it joins is free; infinite when its weights vanish. */
        const double inertia = (double)view->bend_inertia[s];
        if (!(inertia >= 0.0 && inertia <= CLOTH_REAL_LARGE)) {
            return refuse("m_eff", kind, s, inertia, error);
        }
        if (!is_stiffness_kept(material, CLOTH_ROW_BEND, view->bend_stiffness[s])) {
            return refuse_stiffness(kind, s, view->bend_stiffness[s], error);
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_stored(const ClothGraph *graph, const ClothMaterial *material,
                               const ClothView *view, ClothError *error) {
    const ClothStatus status = check_particles(graph, view, error);
    return status == CLOTH_OK ? cloth_check_rows_stored(view, material, error) : status;
}

ClothStatus cloth_check_rows_stored(const ClothView *view, const ClothMaterial *material,
                                    ClothError *error) {
    const ClothStatus status = check_rows(material, view, error);
    return status == CLOTH_OK ? check_bends(material, view, error) : status;
}
