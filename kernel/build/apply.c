#include "build/apply.h"

#include "fabric/material.h"
#include "rows/distance.h"
#include "rows/gather.h"
#include "rows/row.h"
#include "rows/stencil.h"

#include <math.h>

/* The residual of distance row r as it is now [m]. */
static double row_residual(const ClothView *view, int32_t r) {
    const double rest = (double)view->slot_rest[view->row_slot[2 * r]];
    double a[3];
    for (int k = 0; k < 3; k++) {
        a[k] = (double)view->position[3 * view->row_particle[2 * r] + k];
    }
    ClothDistance row = {.c = -rest};
    (void)cloth_distance(a, &view->position[3 * view->row_particle[2 * r + 1]], rest, &row);
    return row.c;
}

static void apply_stiffness(const ClothView *view, int32_t r, double stiffness, double inertia) {
    const double was = (double)view->row_stiffness[r];
    const int32_t first = view->row_slot[2 * r];
    double penalty = (double)view->slot_penalty[first];
    double multiplier = (double)view->slot_multiplier[first];
    if (!(inertia > 0.0) || !cloth_row_is_hard(stiffness)) {
        penalty = cloth_row_is_hard(stiffness) ? 0.0 : stiffness;
        multiplier = 0.0;
    } else if (!cloth_row_is_hard(was)) {
        penalty = 0.0;
        multiplier = was > 0.0 ? was * row_residual(view, r) : 0.0;
    }
    view->row_stiffness[r] = (ClothReal)stiffness;
    for (int end = 0; end < 2; end++) {
        const int32_t slot = view->row_slot[2 * r + end];
        view->slot_inertia[slot] = cloth_row_is_hard(stiffness) ? (ClothReal)inertia : 0;
        view->slot_penalty[slot] = (ClothReal)penalty;
        view->slot_multiplier[slot] = (ClothReal)multiplier;
    }
}

/* Returns whether the row has a limit. */
static bool apply_limit(const ClothView *view, int32_t r, double allowance, double inertia) {
    const double rest = (double)view->slot_rest[view->row_slot[2 * r]];
    const ClothReal most = (ClothReal)((1.0 + allowance) * rest);
    /* An allowance too large to be stored is none. */
    const bool limited = view->row_kind[r] == CLOTH_ROW_STRETCH && most < INFINITY && inertia > 0.0;
    for (int end = 0; end < 2; end++) {
        const int32_t slot = view->row_slot[2 * r + end];
        view->limit_rest[slot] = limited ? most : (ClothReal)INFINITY;
        view->limit_inertia[slot] = limited ? (ClothReal)inertia : 0;
        if (!limited) {
            view->limit_penalty[slot] = 0;
            view->limit_multiplier[slot] = 0;
        }
    }
    return limited;
}

static void apply_to_bend(const ClothView *view, const ClothMaterial *material, int32_t s) {
    const int32_t *particle = &view->bend_particle[4 * s];
    double weight = 0.0;
    for (int k = 0; k < 4 && particle[k] >= 0; k++) {
        const double w = (double)view->bend_weight[4 * s + k];
        weight += w * w * (double)view->inverse_mass[particle[k]];
    }
    const double inertia = weight > 0.0 ? 1.0 / weight : 0.0;
    const double stiffness =
        cloth_material_stiffness(material, CLOTH_ROW_BEND, inertia, (double)view->bend_scale[s]);
    const double was = (double)view->bend_stiffness[s];
    const bool hard = cloth_row_is_hard(stiffness) && inertia > 0.0;
    if (!hard || !cloth_row_is_hard(was)) {
        double c[3];
        cloth_stencil_evaluate(view->position, particle, &view->bend_weight[4 * s], c);
        for (int k = 0; k < 3; k++) {
            view->bend_multiplier[3 * s + k] = hard && was > 0.0 ? (ClothReal)(was * c[k]) : 0;
        }
        view->bend_penalty[s] = cloth_row_is_hard(stiffness) ? 0 : (ClothReal)stiffness;
    }
    view->bend_inertia[s] = (ClothReal)inertia;
    view->bend_stiffness[s] = (ClothReal)stiffness;
}

void cloth_apply_material(ClothState *state, const ClothMaterial *material) {
    const ClothView view = cloth_view(state);
    state->thickness_m = material->thickness_m;
    state->tally.limit = 0;
    for (int32_t r = 0; r < view.counts.row; r++) {
        const int32_t *end = &view.row_particle[2 * r];
        const double inertia =
            cloth_row_inertia((double)view.inverse_mass[end[0]], (double)view.inverse_mass[end[1]]);
        const ClothRowKind kind = (ClothRowKind)view.row_kind[r];
        apply_stiffness(&view, r, cloth_material_stiffness(material, kind, inertia, 0.0), inertia);
        state->tally.limit += apply_limit(&view, r, material->strain_limit, inertia);
    }
    state->tally.hard_bend = 0;
    for (int32_t s = 0; s < view.counts.bend; s++) {
        apply_to_bend(&view, material, s);
        state->tally.hard_bend += cloth_row_is_hard((double)view.bend_stiffness[s]);
    }
    cloth_gather_bends(&view);
}
