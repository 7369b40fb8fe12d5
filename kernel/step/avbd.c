/*
 * avbd.c: augmented vertex block descent, and its penalty-only form.
 *
 * One substep minimises E(x) = sum m/(2h^2)|x - y|^2 + sum over rows (k C^2/2 + lambda C) by moving
 * one particle at a time to the minimum of its own quadratic model, colour by colour, and after
 * every sweep raises the hard rows' multipliers by k C. Method: Chen, Liu, Yang & Yuksel, "Vertex
 * Block Descent", 2024, and Giles, Diaz & Yuksel, "Augmented Vertex Block Descent", 2025.
 *
 * Where it departs from the papers, with the experiment that decided it:
 *   - a soft row is a plain penalty at its material stiffness and has no multiplier (e01);
 *   - a hard row's penalty lives in a band that is a ratio of m_eff/h^2, not in N/m (e02);
 *   - only the product alpha * gamma of the warm start acts on a multiplier; 0.25 is shipped, a
 * factor of two from the cliff at 0.5 (e03);
 *   - band_min = band_max leaves the ramp beta without effect; it waits for rows that come and go
 * (e04);
 *   - the geometric stiffness of a row is kept while it pulls (e05), the block is factorised and
 * not inverted by cofactors (e06), and a step is capped at the particle's shortest row (e07, e08).
 * A stiff penalty in place of a multiplier never comes to rest (e09, e10).
 */
#include "rows/row.h"
#include "rows/stencil.h"
#include "step/gather.h"
#include "step/gradient.h"
#include "step/predict.h"
#include "step/vertex.h"

/* m_eff/h^2 of a row, the unit of its penalty band [N/m]. */
static double band_scale(const ClothView *view, const ClothSubstep *substep, double inertia,
                         int32_t particle) {
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_PENALTY_BAND)) {
        return 1.0;
    }
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_ROW_INERTIA)) {
        inertia = (double)view->mass[particle];
    }
    return inertia * substep->inverse_h2;
}

/* Which rows carry a multiplier. */
static bool carries_multiplier(const ClothSubstep *substep, double stiffness) {
    return cloth_row_is_hard(stiffness) || CLOTH_ABLATED(substep->step, CLOTH_WITH_SOFT_MULTIPLIER);
}

/* Brings each hard row's penalty into this substep's band and decays its multiplier by `carried`.
 */
static void warm_start(const ClothView *view, const ClothSubstep *substep, double carried) {
    const ClothConstants *constants = &substep->step->constants;
    for (int32_t r = 0; r < view->counts.row; r++) {
        const double stiffness = (double)view->row_stiffness[r];
        if (!carries_multiplier(substep, stiffness)) {
            continue;
        }
        const int32_t *slot = &view->row_slot[2 * r];
        const double scale =
            band_scale(view, substep, (double)view->row_inertia[r], view->row_particle[2 * r + 1]);
        const double penalty =
            cloth_row_is_hard(stiffness)
                ? cloth_row_decay_penalty((double)view->slot_penalty[slot[0]], scale, constants)
                : stiffness;
        const double multiplier = carried * (double)view->slot_multiplier[slot[0]];
        for (int end = 0; end < 2; end++) {
            view->slot_penalty[slot[end]] = (ClothReal)penalty;
            view->slot_multiplier[slot[end]] = (ClothReal)multiplier;
        }
    }
    if (view->counts.hard_bend == 0) {
        return;
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        if (!cloth_row_is_hard((double)view->bend_stiffness[s])) {
            continue;
        }
        const double scale =
            band_scale(view, substep, (double)view->bend_inertia[s], view->bend_particle[4 * s]);
        view->bend_penalty[s] =
            (ClothReal)cloth_row_decay_penalty((double)view->bend_penalty[s], scale, constants);
        for (int k = 0; k < 3; k++) {
            view->bend_multiplier[3 * s + k] =
                (ClothReal)(carried * (double)view->bend_multiplier[3 * s + k]);
        }
    }
    cloth_gather_bends(view);
}

static void update_distance_duals(const ClothView *view, const ClothSubstep *substep) {
    const ClothConstants *constants = &substep->step->constants;
    for (int32_t r = 0; r < view->counts.row; r++) {
        const double stiffness = (double)view->row_stiffness[r];
        if (!carries_multiplier(substep, stiffness)) {
            continue;
        }
        const int32_t *slot = &view->row_slot[2 * r];
        const ClothReal *a = &view->position[3 * view->row_particle[2 * r]];
        const ClothReal *b = &view->position[3 * view->row_particle[2 * r + 1]];
        const double dx = (double)a[0] - (double)b[0];
        const double dy = (double)a[1] - (double)b[1];
        const double dz = (double)a[2] - (double)b[2];
        const double c = sqrt(dx * dx + dy * dy + dz * dz) - (double)view->slot_rest[slot[0]];
        const double penalty = (double)view->slot_penalty[slot[0]];
        const double multiplier = penalty * c + (double)view->slot_multiplier[slot[0]];
        const double scale =
            band_scale(view, substep, (double)view->row_inertia[r], view->row_particle[2 * r + 1]);
        const double grown = cloth_row_is_hard(stiffness)
                                 ? cloth_row_grow_penalty(penalty, fabs(c), scale, constants)
                                 : penalty;
        for (int end = 0; end < 2; end++) {
            view->slot_multiplier[slot[end]] = (ClothReal)multiplier;
            view->slot_penalty[slot[end]] = (ClothReal)grown;
        }
    }
}

static void update_bend_duals(const ClothView *view, const ClothSubstep *substep) {
    if (view->counts.hard_bend == 0) {
        return;
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        if (!cloth_row_is_hard((double)view->bend_stiffness[s])) {
            continue;
        }
        double c[3];
        cloth_stencil_evaluate(view->position, &view->bend_particle[4 * s],
                               &view->bend_weight[4 * s], c);
        const double penalty = (double)view->bend_penalty[s];
        for (int k = 0; k < 3; k++) {
            view->bend_multiplier[3 * s + k] =
                (ClothReal)(penalty * c[k] + (double)view->bend_multiplier[3 * s + k]);
        }
        const double scale =
            band_scale(view, substep, (double)view->bend_inertia[s], view->bend_particle[4 * s]);
        view->bend_penalty[s] = (ClothReal)cloth_row_grow_penalty(penalty, vec3_length(c), scale,
                                                                  &substep->step->constants);
    }
    cloth_gather_bends(view);
}

/* Cuts a move to the particle's shortest row: past that length "the direction to a neighbour" says
 * nothing. It never binds for cloth in ordinary motion (e08). */
static void cap_move(double move[3], double cap) {
    const double squared = vec3_dot(move, move);
    if (squared > cap * cap) {
        const double share = cap / sqrt(squared);
        for (int k = 0; k < 3; k++) {
            move[k] *= share;
        }
    }
}

/* Tells an observer what is about to be done; the shipped build has none. */
static inline void observe(const ClothSubstep *substep, int32_t i, const ClothVertex *vertex,
                           const double pivot[3], const double newton[3], const double move[3]) {
#ifdef CLOTH_ABLATE
    const ClothInstruments *instruments = substep->step->instruments;
    if (instruments != NULL && instruments->on_update != NULL) {
        ClothUpdate update = {.particle = i, .h = substep->h, .hessian = vertex->hessian};
        for (int k = 0; k < 3; k++) {
            update.force[k] = vertex->force[k];
            update.pivot[k] = pivot[k];
            update.newton[k] = newton[k];
            update.move[k] = move[k];
        }
        instruments->on_update(instruments->user, substep->state, &update);
    }
#else
    (void)substep, (void)i, (void)vertex, (void)pivot, (void)newton, (void)move;
#endif
}

/* Moves one particle to the minimum of its quadratic model. Returns its smallest pivot over m/h^2,
 * which is not > 0 exactly when the block was not positive definite; the particle then stays. */
static inline double update_vertex(const ClothView *view, int32_t i, const ClothSubstep *substep) {
    ClothVertex vertex;
    cloth_vertex_assemble(view, i, substep, &vertex);

    double newton[3];
    double pivot[3];
    const double least = sym3_solve_ldlt(&vertex.hessian, vertex.force, newton, pivot);
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_LDLT)) {
        (void)sym3_solve_cofactor(&vertex.hessian, vertex.force, newton);
    } else if (!(least > 0.0)) {
        return least;
    }

    double move[3] = {newton[0], newton[1], newton[2]};
    if (!CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_STEP_CAP)) {
        cap_move(move, (double)view->step_cap[i]);
    }
    observe(substep, i, &vertex, pivot, newton, move);
    for (int k = 0; k < 3; k++) {
        view->position[3 * i + k] = (ClothReal)(vertex.position[k] + move[k]);
    }
    return least * (double)view->inverse_mass[i];
}

/* One pass over every colour. The particles of a colour share no row, so the order inside it, or
 * any split of it, changes nothing. */
static ClothStatus sweep(const ClothView *view, const ClothSubstep *substep, ClothReport *report) {
    double least = INFINITY;
    for (int32_t colour = 0; colour + 1 < view->counts.colour_end; colour++) {
        const int32_t end = view->colour_offset[colour + 1];
        for (int32_t i = view->colour_offset[colour]; i < end; i++) {
            if (view->inverse_mass[i] == 0) {
                continue;
            }
            const double pivot = update_vertex(view, i, substep);
            if (!(pivot > 0.0)) {
                report->particle = i;
                return CLOTH_NOT_POSITIVE;
            }
            least = pivot < least ? pivot : least;
        }
    }
    const double ratio = least / substep->inverse_h2;
    report->pivot_ratio = ratio < report->pivot_ratio ? ratio : report->pivot_ratio;
    return CLOTH_OK;
}

/* Sweeps until the iterations are used up, or the gradient is within the step's tolerance. */
static ClothStatus descend(const ClothView *view, const ClothSubstep *substep, bool dual,
                           ClothReport *report) {
    const ClothStep *step = substep->step;
    for (int32_t iteration = 0; iteration < step->iterations; iteration++) {
        const ClothStatus status = sweep(view, substep, report);
        report->iterations++;
        if (status != CLOTH_OK) {
            return status;
        }
        if (dual) {
            update_distance_duals(view, substep);
            update_bend_duals(view, substep);
        }
        if (step->tolerance_n > 0.0) {
            report->gradient_n = cloth_gradient_max(view, substep);
            if (report->gradient_n <= step->tolerance_n) {
                break;
            }
        }
    }
    return CLOTH_OK;
}

static ClothStatus solve_avbd(const ClothView *view, const ClothSubstep *substep,
                              ClothReport *report) {
    const ClothConstants *constants = &substep->step->constants;
    const bool whole = CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_MULTIPLIER_DECAY);
    warm_start(view, substep, whole ? 1.0 : constants->alpha * constants->gamma);
    const bool dual = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_DUAL_UPDATE);
    return descend(view, substep, dual, report);
}

static ClothStatus solve_vbd(const ClothView *view, const ClothSubstep *substep,
                             ClothReport *report) {
    warm_start(view, substep, 0.0);
    return descend(view, substep, false, report);
}

const ClothMethod cloth_method_avbd = {"avbd", cloth_predict_adaptive, solve_avbd};
const ClothMethod cloth_method_vbd = {"vbd", cloth_predict_adaptive, solve_vbd};
