/*
 * avbd.c: augmented vertex block descent, and its penalty-only form.
 *
 * One substep minimises E(x) = sum m (1 + c h)/(2h^2)|x - y|^2 + sum over rows (k C^2/2 + lambda C),
 * c the drag and a row that only pulls counting where it pulls, by moving one particle at a time to the minimum of its own quadratic model, colour by colour, and after
 * every sweep raises the hard rows' multipliers by k C. Method: Chen, Liu, Yang & Yuksel, "Vertex
 * Block Descent", 2024, and Giles, Diaz & Yuksel, "Augmented Vertex Block Descent", 2025.
 *
 * Where it departs from the papers, with the experiment that decided it:
 *   - a soft row is a plain penalty at its material stiffness and has no multiplier (e01);
 *   - a hard row's penalty lives in a band that is a ratio of m_eff/h^2, not in N/m (e02);
 *   - only the product alpha * gamma of the warm start acts on a multiplier, and past a cliff
 *     nothing comes to rest (e03);
 *   - band_min = band_max leaves the ramp beta without effect (e04);
 *   - the geometric stiffness of a row is kept while it pulls (e05), the block is factorised and
 *     not inverted by cofactors (e06), and a step is capped at the particle's shortest row (e07,
 *     e08);
 *   - a slack row that a move would make pull is put into that move, and the block solved again: let
 *     go by one sweep and brought back by the next it never comes to its bound (e20);
 *   - what the whole cloth can do as one gets a block of its own (hold_turn.h, e27).
 * A stiff penalty in place of a multiplier never comes to rest (e09, e10).
 */
#include "math/vec3.h"
#include "rows/gather.h"
#include "rows/row.h"
#include "rows/stencil.h"
#include "step/ablation.h"
#include "step/backstops.h"
#include "step/batch.h"
#include "step/chebyshev.h"
#include "step/contacts.h"
#include "step/gradient.h"
#include "step/hold_turn.h"
#include "step/instruments.h"
#include "step/leashes.h"
#include "step/predict.h"
#include "step/stop.h"
#include "step/vectorised.h"

#include <math.h>

/* Brings the hard distance rows' penalties into this substep's band and decays their multipliers by
 * `carried`; a soft row's slots have no inertia listed and stay as they are. */
CLOTH_VECTORISED
static void warm_start_slots(const ClothView *view, const ClothSubstep *substep, double carried) {
    const ClothConstants constants = substep->step->constants;
    const double inverse_h2 = substep->band_inverse_h2;
    const ClothReal *inertia = view->slot_inertia;
    ClothReal *penalty = view->slot_penalty;
    ClothReal *multiplier = view->slot_multiplier;
    for (int32_t s = 0; s < view->counts.slot; s++) {
        const double k = (double)penalty[s];
        const double lambda = (double)multiplier[s];
        const double decayed =
            cloth_row_decay_penalty(k, (double)inertia[s] * inverse_h2, &constants);
        const bool hard = inertia[s] > 0;
        penalty[s] = (ClothReal)(hard ? decayed : k);
        multiplier[s] = (ClothReal)(hard ? carried * lambda : lambda);
    }
}

/* The strain limits, likewise. */
CLOTH_VECTORISED
static void warm_start_limits(const ClothView *view, const ClothSubstep *substep, double carried) {
    const ClothConstants constants = substep->step->constants;
    const double inverse_h2 = substep->band_inverse_h2;
    const ClothReal *inertia = view->limit_inertia;
    ClothReal *penalty = view->limit_penalty;
    ClothReal *multiplier = view->limit_multiplier;
    for (int32_t s = 0; s < view->counts.slot; s++) {
        penalty[s] = (ClothReal)cloth_row_decay_penalty(
            (double)penalty[s], (double)inertia[s] * inverse_h2, &constants);
        multiplier[s] = (ClothReal)(carried * (double)multiplier[s]);
    }
}

static void warm_start_bends(const ClothView *view, const ClothSubstep *substep, double carried) {
    const ClothConstants *constants = &substep->step->constants;
    if (view->tally.hard_bend == 0) {
        return;
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        if (!cloth_row_is_hard((double)view->bend_stiffness[s])) {
            continue;
        }
        const double scale = (double)view->bend_inertia[s] * substep->band_inverse_h2;
        view->bend_penalty[s] =
            (ClothReal)cloth_row_decay_penalty((double)view->bend_penalty[s], scale, constants);
        for (int k = 0; k < 3; k++) {
            view->bend_multiplier[3 * s + k] =
                (ClothReal)(carried * (double)view->bend_multiplier[3 * s + k]);
        }
    }
    cloth_gather_bends(view);
}

static void warm_start(const ClothView *view, const ClothSubstep *substep, double carried) {
    warm_start_slots(view, substep, carried);
    if (view->tally.limit > 0) {
        warm_start_limits(view, substep, carried);
    }
    warm_start_bends(view, substep, carried);
    cloth_leashes_warm_start(view, substep, carried);
    cloth_backstops_warm_start(view, substep, carried);
    cloth_contacts_warm_start(view, substep,
                              CLOTH_STEP_TUNED(substep->step, contact_carry, carried));
}

static void update_distance_duals(const ClothView *view, const ClothSubstep *substep) {
    const int32_t end = view->counts.particle;
    for (int32_t i = 0; i < end;) {
        const int32_t count = cloth_batch_count(view, i, end);
        cloth_batch_update_duals(view, substep, i, count);
        i += count;
    }
}

static void update_bend_duals(const ClothView *view, const ClothSubstep *substep) {
    if (view->tally.hard_bend == 0) {
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
        const double scale = (double)view->bend_inertia[s] * substep->band_inverse_h2;
        view->bend_penalty[s] = (ClothReal)cloth_row_grow_penalty(penalty, vec3_length(c), scale,
                                                                  &substep->step->constants);
    }
    cloth_gather_bends(view);
}

/* Tells an observer what is about to be done to a batch; the shipped build has none. */
static inline void observe(const ClothView *view, const ClothSubstep *substep,
                           const ClothBatch *batch, const ClothMoves *moves) {
#ifdef CLOTH_ABLATE
    const ClothInstruments *instruments = substep->step->instruments;
    if (instruments == NULL || instruments->on_update == NULL) {
        return;
    }
    for (int32_t p = 0; p < batch->count; p++) {
        ClothUpdate update = {.particle = batch->first + p, .h = substep->h};
        for (int k = 0; k < 3; k++) {
            update.force[k] = batch->force[k][p];
            update.pivot[k] = moves->pivot[k][p];
            update.newton[k] = moves->newton[k][p];
            update.move[k] = moves->move[k][p];
        }
        for (int k = 0; k < 6; k++) {
            update.hessian.m[k] = batch->hessian[k][p];
        }
        for (int s = 0; s < CLOTH_CONTACT_SLOTS && view->tally.touched > 0; s++) {
            update.grip[s] = batch->grip[s][p];
        }
        instruments->on_update(instruments->user, substep->state, &update);
    }
#else
    (void)view, (void)substep, (void)batch, (void)moves;
#endif
}

static void apply_moves(const ClothView *view, const ClothBatch *batch, const ClothMoves *moves) {
    for (int32_t p = 0; p < batch->count; p++) {
        for (int k = 0; k < 3; k++) {
            view->position[3 * (batch->first + p) + k] =
                (ClothReal)(batch->position[k][p] + moves->move[k][p]);
        }
    }
}

/* One pass over every colour: each particle goes to the minimum of its own quadratic model. */
static ClothStatus sweep(const ClothView *view, const ClothSubstep *substep, ClothReport *report) {
    double least = INFINITY; /* pivot over mass */
    for (int32_t colour = 0; colour + 1 < view->counts.colour_end; colour++) {
        const int32_t end = view->colour_offset[colour + 1];
        for (int32_t i = view->colour_offset[colour]; i < end;) {
            ClothBatch batch;
            ClothMoves moves;
            cloth_batch_assemble(view, substep, i, cloth_batch_count(view, i, end), &batch);
            int32_t refused = cloth_batch_solve(view, substep, &batch, &moves, &least);
            if (refused < 0 && cloth_batch_catch(view, substep, &moves, &batch)) {
                refused = cloth_batch_solve(view, substep, &batch, &moves, &least);
            }
            if (refused >= 0) {
                report->particle = batch.first + refused;
                return CLOTH_NOT_POSITIVE;
            }
            cloth_stop(view, substep, &batch, &moves);
            observe(view, substep, &batch, &moves);
            apply_moves(view, &batch, &moves);
            i += batch.count;
        }
    }
    const double ratio = least / substep->inverse_h2;
    report->pivot_ratio = ratio < report->pivot_ratio ? ratio : report->pivot_ratio;
    return CLOTH_OK;
}

/* Whether the cloth is to be turned now, before or after the sweep of an iteration: after the last
 * one, which is known beforehand only without a tolerance. */
static bool turn_is_due(const ClothStep *step, int32_t iteration, bool after) {
    const bool last = iteration + 1 == step->iterations;
    if (CLOTH_ABLATED(step, CLOTH_WITH_EARLY_TURN)) {
        return last && !after;
    }
    const bool every = step->tolerance_n > 0.0 || CLOTH_ABLATED(step, CLOTH_WITH_TURN_EVERY_SWEEP);
    return after && (last || every);
}

/* Sweeps until the iterations are used up, or the gradient is within the step's tolerance. */
static ClothStatus descend(const ClothView *view, const ClothSubstep *substep, bool dual,
                           ClothReport *report) {
    const ClothStep *step = substep->step;
    cloth_chebyshev_begin(view, substep);
    for (int32_t iteration = 0; iteration < step->iterations; iteration++) {
        if (turn_is_due(step, iteration, false)) {
            cloth_hold_turn(view, substep);
        }
        const ClothStatus status = sweep(view, substep, report);
        report->iterations++;
        if (status != CLOTH_OK) {
            return status;
        }
        cloth_chebyshev(view, substep, iteration + 1);
        if (turn_is_due(step, iteration, true)) {
            cloth_hold_turn(view, substep);
        }
        if (dual) {
            update_distance_duals(view, substep);
            update_bend_duals(view, substep);
            cloth_leashes_update_duals(view, substep);
            cloth_backstops_update_duals(view, substep);
            cloth_contacts_update_duals(view, substep);
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
    cloth_ablate_bands(view, substep);
    const bool whole = CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_MULTIPLIER_DECAY);
    const double carried = whole ? 1.0 : constants->alpha * constants->gamma;
    warm_start(view, substep, carried);
    const bool dual = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_DUAL_UPDATE);
    return descend(view, substep, dual, report);
}

static ClothStatus solve_vbd(const ClothView *view, const ClothSubstep *substep,
                             ClothReport *report) {
    cloth_ablate_bands(view, substep);
    warm_start(view, substep, 0.0);
    return descend(view, substep, false, report);
}

const ClothMethod cloth_method_avbd = {"avbd", cloth_predict_adaptive, solve_avbd};
const ClothMethod cloth_method_vbd = {"vbd", cloth_predict_adaptive, solve_vbd};
