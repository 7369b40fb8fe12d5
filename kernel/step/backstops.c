#include "step/backstops.h"

#include "collide/gap.h"
#include "rows/row.h"
#include "step/instruments.h"
#include "step/meet.h"

#include <math.h>

static bool has_plane(const ClothView *view, int32_t i) {
    const ClothReal *normal = &view->backstop_normal[3 * i];
    return normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
}

double cloth_backstop_gap(const ClothView *view, int32_t i, const double x[3]) {
    if (!has_plane(view, i)) {
        return INFINITY;
    }
    double gap = -(double)view->backstop_distance[i];
    for (int k = 0; k < 3; k++) {
        gap += (x[k] - (double)view->backstop_point[3 * i + k]) *
               (double)view->backstop_normal[3 * i + k];
    }
    return gap;
}

/* Takes the plane an equal share of the way that remains. */
static void move_plane(const ClothView *view, int32_t i, int32_t remaining) {
    double normal[3];
    for (int k = 0; k < 3; k++) {
        const int32_t at = 3 * i + k;
        const double point = (double)view->backstop_point[at];
        const double was = (double)view->backstop_normal[at];
        const double share = ((double)view->backstop_to[at] - point) / remaining;
        view->backstop_point[at] =
            remaining == 1 ? view->backstop_to[at] : (ClothReal)(point + share);
        normal[k] = was + ((double)view->backstop_turn[at] - was) / remaining;
    }
    /* Between opposite normals there is none; it then turns at once. */
    const double length = vec3_length(normal);
    for (int k = 0; k < 3; k++) {
        const int32_t at = 3 * i + k;
        const bool at_once = remaining == 1 || !(length > 1e-3);
        view->backstop_normal[at] =
            at_once ? view->backstop_turn[at] : (ClothReal)(normal[k] / length);
    }
}

void cloth_backstops_advance(const ClothView *view, const ClothSubstep *substep) {
    const double push = CLOTH_STEP_TUNED(substep->step, push_m_s, CLOTH_PUSH_M_S) * substep->h;
    for (int32_t i = 0; view->tally.backstop > 0 && i < view->counts.particle; i++) {
        if (has_plane(view, i)) {
            double x[3];
            cloth_load(&view->previous[3 * i], x);
            const double depth = -cloth_backstop_gap(view, i, x);
            view->backstop_allowed[i] = (ClothReal)(depth > push ? depth - push : 0.0);
            move_plane(view, i, substep->remaining);
        }
    }
}

void cloth_backstops_warm_start(const ClothView *view, const ClothSubstep *substep,
                                double carried) {
    const ClothConstants constants = cloth_row_contact_constants(&substep->step->constants);
    for (int32_t i = 0; view->tally.backstop > 0 && i < view->counts.particle; i++) {
        const double scale = (double)view->mass[i] * substep->band_inverse_h2;
        view->backstop_penalty[i] = (ClothReal)cloth_row_decay_penalty(
            (double)view->backstop_penalty[i], scale, &constants);
        view->backstop_multiplier[i] = (ClothReal)(carried * (double)view->backstop_multiplier[i]);
    }
}

/* The force of the plane on a particle at x that has one, along its normal; 0 or less: none. */
static double force_at(const ClothView *view, int32_t i, const double x[3]) {
    const double c = -cloth_backstop_gap(view, i, x) - (double)view->backstop_allowed[i];
    return (double)view->backstop_penalty[i] * c + (double)view->backstop_multiplier[i];
}

static void add_plane(const ClothView *view, int32_t i, double force, int32_t p,
                      ClothBatch *batch) {
    double normal[3];
    cloth_load(&view->backstop_normal[3 * i], normal);
    cloth_batch_add_row(batch, p, normal, -force,
                        (ClothDistanceHessian){0.0, (double)view->backstop_penalty[i]});
}

void cloth_backstops_add(const ClothView *view, ClothBatch *batch) {
    for (int32_t p = 0; view->tally.backstop > 0 && p < batch->count; p++) {
        const int32_t i = batch->first + p;
        const double x[3] = {batch->position[0][p], batch->position[1][p], batch->position[2][p]};
        if (!has_plane(view, i)) {
            continue;
        }
        const double force = force_at(view, i, x);
        if (!(force <= 0.0)) {
            add_plane(view, i, force, p, batch);
        } else {
            const double slack = -force / (double)view->backstop_penalty[i];
            batch->slack[p] = slack < batch->slack[p] ? slack : batch->slack[p];
        }
    }
}

bool cloth_backstops_catch(const ClothView *view, const ClothMoves *moves, ClothBatch *batch) {
    bool any = false;
    for (int32_t p = 0; view->tally.backstop > 0 && p < batch->count; p++) {
        const int32_t i = batch->first + p;
        double x[3];
        double to[3];
        if (!has_plane(view, i) || !cloth_batch_strays(batch, moves, p)) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            x[k] = batch->position[k][p];
            to[k] = x[k] + moves->move[k][p];
        }
        const double before = force_at(view, i, x);
        if (before < 0.0 && force_at(view, i, to) > 0.0) {
            add_plane(view, i, before, p, batch);
            any = true;
        }
    }
    return any;
}

void cloth_backstops_update_duals(const ClothView *view, const ClothSubstep *substep) {
    const ClothConstants constants = cloth_row_contact_constants(&substep->step->constants);
    for (int32_t i = 0; view->tally.backstop > 0 && i < view->counts.particle; i++) {
        if (!has_plane(view, i)) {
            continue;
        }
        double x[3];
        cloth_load(&view->position[3 * i], x);
        const double k = (double)view->backstop_penalty[i];
        const double c = -cloth_backstop_gap(view, i, x) - (double)view->backstop_allowed[i];
        const double scale = (double)view->mass[i] * substep->band_inverse_h2;
        view->backstop_multiplier[i] = (ClothReal)cloth_row_pull(force_at(view, i, x));
        view->backstop_penalty[i] =
            (ClothReal)cloth_row_grow_penalty(k, fabs(c), scale, &constants);
    }
}

void cloth_backstops_project(const ClothView *view) {
    for (int32_t i = 0; view->tally.backstop > 0 && i < view->counts.particle; i++) {
        double x[3];
        cloth_load(&view->position[3 * i], x);
        const double depth = -cloth_backstop_gap(view, i, x) - (double)view->backstop_allowed[i];
        for (int k = 0; depth > 0.0 && view->inverse_mass[i] > 0 && k < 3; k++) {
            const double out = depth * (double)view->backstop_normal[3 * i + k];
            view->position[3 * i + k] = (ClothReal)(x[k] + out);
        }
    }
}

bool cloth_backstops_push(const ClothView *view, int32_t i, double gradient[3], double hessian[6]) {
    double x[3];
    cloth_load(&view->position[3 * i], x);
    if (!has_plane(view, i) || !(force_at(view, i, x) > 0.0)) {
        return false;
    }
    ClothBatch batch = {.first = i, .count = 1};
    add_plane(view, i, force_at(view, i, x), 0, &batch);
    for (int k = 0; k < 3; k++) {
        gradient[k] -= batch.force[k][0];
    }
    for (int k = 0; k < 6; k++) {
        hessian[k] += batch.hessian[k][0];
    }
    return true;
}
