/*
 * xpbd.c: extended position based dynamics, the incumbent that the descent is measured against.
 *
 * Row by row, in the graph's order, positions are corrected along the row's gradient. With the pull
 * p [N] in place of the paper's multiplier -p h^2, and the compliance c = 1/k (0 for a hard row),
 *
 *     dp = (C - c p) / (h^2 sum w |grad C|^2 + c),     x_k -= h^2 w_k grad_k C dp,
 *
 * and p starts a substep at 0. A bend row's components share one gradient a particle, so all three
 * are corrected at once. Macklin, Mueller & Chentanez, "XPBD", 2016; Macklin et al., "Small Steps
 * in Physics Simulation", 2019. Targets are where the sweep starts: there is no warm start.
 */
#include "rows/distance.h"
#include "rows/gather.h"
#include "rows/row.h"
#include "rows/stencil.h"
#include "step/backstops.h"
#include "step/contacts.h"
#include "step/leashes.h"
#include "step/predict.h"

static double compliance(double stiffness) {
    return cloth_row_is_hard(stiffness) ? 0.0 : 1.0 / stiffness;
}

static void move(const ClothView *view, int32_t i, const double direction[3], double amount) {
    for (int k = 0; k < 3; k++) {
        const double x = (double)view->position[3 * i + k];
        view->position[3 * i + k] = (ClothReal)(x + amount * direction[k]);
    }
}

static void project_distance(const ClothView *view, double h2, int32_t r) {
    const int32_t *end = &view->row_particle[2 * r];
    const int32_t *slot = &view->row_slot[2 * r];
    const double stiffness = (double)view->row_stiffness[r];
    const double w[2] = {(double)view->inverse_mass[end[0]], (double)view->inverse_mass[end[1]]};
    double a[3];
    for (int k = 0; k < 3; k++) {
        a[k] = (double)view->position[3 * end[0] + k];
    }
    ClothDistance row;
    if (!(w[0] + w[1] > 0.0) || !(stiffness > 0.0) ||
        !cloth_distance(a, &view->position[3 * end[1]], (double)view->slot_rest[slot[0]], &row)) {
        return;
    }
    const double soft = compliance(stiffness);
    const double pull = (double)view->slot_multiplier[slot[0]];
    const double change = (row.c - soft * pull) / (h2 * (w[0] + w[1]) + soft);
    const double impulse = h2 * change * row.inverse;
    move(view, end[0], row.d, -w[0] * impulse);
    move(view, end[1], row.d, w[1] * impulse);
    view->slot_multiplier[slot[0]] = (ClothReal)(pull + change);
    view->slot_multiplier[slot[1]] = (ClothReal)(pull + change);
}

/* A strain limit brings back what is beyond it, and no more. */
static void project_limit(const ClothView *view, int32_t r) {
    const int32_t *end = &view->row_particle[2 * r];
    const double w[2] = {(double)view->inverse_mass[end[0]], (double)view->inverse_mass[end[1]]};
    const double most = (double)view->limit_rest[view->row_slot[2 * r]];
    double a[3];
    for (int k = 0; k < 3; k++) {
        a[k] = (double)view->position[3 * end[0] + k];
    }
    ClothDistance row;
    if (cloth_distance(a, &view->position[3 * end[1]], most, &row) && row.c > 0.0) {
        const double share = row.c * row.inverse / (w[0] + w[1]);
        move(view, end[0], row.d, -w[0] * share);
        move(view, end[1], row.d, w[1] * share);
    }
}

static void project_bend(const ClothView *view, double h2, int32_t s) {
    const int32_t *particle = &view->bend_particle[4 * s];
    const ClothReal *weight = &view->bend_weight[4 * s];
    const double stiffness = (double)view->bend_stiffness[s];
    const double inertia = (double)view->bend_inertia[s];
    if (!(inertia > 0.0) || !(stiffness > 0.0)) {
        return;
    }
    double c[3];
    cloth_stencil_evaluate(view->position, particle, weight, c);
    const double soft = compliance(stiffness);
    double change[3];
    for (int k = 0; k < 3; k++) {
        const double pull = (double)view->bend_multiplier[3 * s + k];
        change[k] = (c[k] - soft * pull) / (h2 / inertia + soft);
        view->bend_multiplier[3 * s + k] = (ClothReal)(pull + change[k]);
    }
    for (int k = 0; k < 4 && particle[k] >= 0; k++) {
        const double w = (double)weight[k] * (double)view->inverse_mass[particle[k]];
        move(view, particle[k], change, -h2 * w);
    }
}

/* Leaves the block as the other solvers expect it: only hard rows carry a multiplier from step to
 * step. */
static void drop_soft_multipliers(const ClothView *view) {
    for (int32_t s = 0; s < view->counts.slot; s++) {
        if (!(view->slot_inertia[s] > 0)) {
            view->slot_multiplier[s] = 0;
        }
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        for (int k = 0; k < 3 && !cloth_row_is_hard((double)view->bend_stiffness[s]); k++) {
            view->bend_multiplier[3 * s + k] = 0;
        }
    }
    if (view->tally.hard_bend > 0) {
        cloth_gather_bends(view);
    }
}

static ClothStatus solve_xpbd(const ClothView *view, const ClothSubstep *substep,
                              ClothReport *report) {
    /* Drag makes a particle that much harder to move (solver.h). */
    const double h2 = substep->undamped * substep->h * substep->h;
    for (int32_t s = 0; s < view->counts.slot; s++) {
        view->slot_multiplier[s] = 0;
    }
    for (int32_t s = 0; s < 3 * view->counts.bend; s++) {
        view->bend_multiplier[s] = 0;
    }
    for (int32_t iteration = 0; iteration < substep->step->iterations; iteration++) {
        for (int32_t r = 0; r < view->counts.row; r++) {
            project_distance(view, h2, r);
        }
        for (int32_t s = 0; s < view->counts.bend; s++) {
            project_bend(view, h2, s);
        }
        for (int32_t r = 0; view->tally.limit > 0 && r < view->counts.row; r++) {
            project_limit(view, r);
        }
        cloth_leashes_project(view);
        cloth_backstops_project(view);
        cloth_contacts_project(view, substep);
        report->iterations++;
    }
    drop_soft_multipliers(view);
    return CLOTH_OK;
}

const ClothMethod cloth_method_xpbd = {"xpbd", cloth_predict_inertial, solve_xpbd};
