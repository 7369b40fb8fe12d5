/*
 * step.c: one step of a cloth: checks, substeps, integration, and the search for what went wrong.
 */
#include "collide/discover.h"
#include "math/error.h"
#include "math/vec3.h"
#include "rows/distance.h"
#include "rows/stencil.h"
#include "step/backstops.h"
#include "step/contacts.h"
#include "step/instruments.h"
#include "step/leashes.h"
#include "step/meet.h"
#include "step/rescue.h"
#include "step/solver.h"
#include "step/vectorised.h"

#include <float.h>
#include <math.h>

/* The substeps whose square and its inverse are normal numbers, with room for masses: arithmetic
 * allows no others, and cloth needs none (e17 goes down to 1e-6 s and up to 10 s). */
#define CLOTH_SUBSTEP_MIN_S 1e-75
#define CLOTH_SUBSTEP_MAX_S 1e75

ClothConstants cloth_constants_default(void) {
    return (ClothConstants){
        /* Carried share of a multiplier, as the product alpha * gamma. Valid 0 .. 0.3: a 20-link
           hard chain rests. 0.4: it jitters; 0.5 and above: it is wild. Halving it to 0.125 costs
           residual; doubling it to 0.5 loses rest (e03). */
        .alpha = 0.25,
        /* 1: its second job, decaying penalties, has nothing to do while the band is one value
           (e03). */
        .gamma = 1.0,
        /* Without effect while band_min = band_max (e04). UNMEASURED for rows that come and go. */
        .beta = 1e5,
        /* Penalty of a hard row over m_eff/h^2. Valid up to 12 for a 20-link chain. Halved: twice
           the residual, as soon at rest; doubled: it never rests (e02). Deeper cloth rests up to
           less, more iterations up to more (e09, e10). */
        .band_min = 8.0,
        .band_max = 8.0,
        /* The same of contacts, friction and backstops, which come and go, over m/h^2. One value: a
           ramp by beta lets in what arrives, by newtons and not by mass. Valid 4 to 32. Halved: twice
           as deep, and what is put down at 4 m/s at 2x2 is in the surface; doubled: half as deep, and
           a loaded rope at 2x2 is left with more than twice the energy (e43). */
        .contact_min = 8.0,
        .contact_max = 8.0,
    };
}

ClothStep cloth_step_default(void) {
    return (ClothStep){
        .step_s = 1.0 / 60.0,
        .gravity = {0.0, -9.81, 0.0},
        .substeps = 2,
        .iterations = 4,
        .damping_1_s = 0.0,
        .speed_max_m_s = INFINITY,
        .band_step_s = 0.0,
        .tolerance_n = 0.0,
        .solver = CLOTH_AVBD,
        .constants = cloth_constants_default(),
        .instruments = NULL,
    };
}

const ClothMethod *cloth_method(ClothSolver solver) {
    switch (solver) {
    case CLOTH_AVBD:
        return &cloth_method_avbd;
    case CLOTH_VBD:
        return &cloth_method_vbd;
    case CLOTH_XPBD:
        return &cloth_method_xpbd;
    }
    return NULL;
}

ClothSubstep cloth_substep(const ClothState *state, const ClothStep *step) {
    const double h = step->step_s / step->substeps;
    const double drag = 1.0 + step->damping_1_s * h;
    const double band_s = fmax(h, step->band_step_s);
    return (ClothSubstep){.step = step,
                          .state = state,
                          .h = h,
                          .inverse_h2 = 1.0 / (h * h),
                          .band_inverse_h2 = 1.0 / (band_s * band_s),
                          .undamped = 1.0 / drag,
                          .inertia_h2 = drag / (h * h),
                          .remaining = step->substeps,
                          .first = state->steps_taken == 0};
}

static ClothStatus check_constants(const ClothConstants *constants, ClothError *error) {
    if (!(constants->alpha >= 0.0 && constants->alpha <= 1.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "alpha is %g; must be 0 to 1",
                          constants->alpha);
    }
    if (!(constants->gamma >= 0.0 && constants->gamma <= 1.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "gamma is %g; must be 0 to 1",
                          constants->gamma);
    }
    if (!(constants->beta >= 0.0) || !isfinite(constants->beta)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "beta is %g; must be finite, 0 or more",
                          constants->beta);
    }
    if (!(constants->band_min > 0.0) || !isfinite(constants->band_min)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "band_min is %g; must be finite, above 0",
                          constants->band_min);
    }
    if (!(constants->band_max >= constants->band_min) || !isfinite(constants->band_max)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "band_max is %g; must be finite, at least band_min = %g",
                          constants->band_max, constants->band_min);
    }
    if (!(constants->contact_min > 0.0) || !isfinite(constants->contact_min)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "contact_min is %g; must be finite, above 0",
                          constants->contact_min);
    }
    if (!(constants->contact_max >= constants->contact_min) || !isfinite(constants->contact_max)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "contact_max is %g; must be finite, at least contact_min = %g",
                          constants->contact_max, constants->contact_min);
    }
    return CLOTH_OK;
}

/* [1/s]: times the longest substep, and over its square, it stays finite. */
#define DAMPING_MOST 1e75

static ClothStatus check_step(const ClothState *state, const ClothStep *step, ClothError *error) {
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "stepping what cloth_build() of this build did not make");
    }
    if (!(step->step_s >= 0.0) || !isfinite(step->step_s)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "step_s is %g; must be finite, 0 or more",
                          step->step_s);
    }
    if (step->substeps < 1 || step->substeps > CLOTH_SUBSTEPS_MAX) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "substeps is %d; must be 1 to %d",
                          (int)step->substeps, CLOTH_SUBSTEPS_MAX);
    }
    const double h = step->step_s / step->substeps;
    if (step->step_s > 0.0 && !(h >= CLOTH_SUBSTEP_MIN_S && h <= CLOTH_SUBSTEP_MAX_S)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "step_s is %g in %d substeps; must be 0, or %g to %g a substep",
                          step->step_s, (int)step->substeps, CLOTH_SUBSTEP_MIN_S,
                          CLOTH_SUBSTEP_MAX_S);
    }
    for (int k = 0; k < 3; k++) {
        if (!(fabs(step->gravity[k]) <= CLOTH_GRAVITY_MOST)) {
            return cloth_fail(
                error, CLOTH_BAD_ARGUMENT, "gravity is (%g, %g, %g); must be at most %g either way",
                step->gravity[0], step->gravity[1], step->gravity[2], CLOTH_GRAVITY_MOST);
        }
    }
    if (step->iterations < 1 || step->iterations > CLOTH_ITERATIONS_MAX) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "iterations is %d; must be 1 to %d",
                          (int)step->iterations, CLOTH_ITERATIONS_MAX);
    }
    if (!(step->damping_1_s >= 0.0 && step->damping_1_s <= DAMPING_MOST)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "damping_1_s is %g; must be 0 to %g",
                          step->damping_1_s, DAMPING_MOST);
    }
    if (!(step->speed_max_m_s > 0.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "speed_max_m_s is %g; must be above 0, INFINITY for no limit",
                          step->speed_max_m_s);
    }
    if (!(step->band_step_s >= 0.0 && step->band_step_s <= CLOTH_SUBSTEP_MAX_S)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "band_step_s is %g; must be 0 to %g",
                          step->band_step_s, CLOTH_SUBSTEP_MAX_S);
    }
    if (!(step->tolerance_n >= 0.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "tolerance_n is %g; must be 0 or more",
                          step->tolerance_n);
    }
    if (cloth_method(step->solver) == NULL) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "solver is %d; must be 0 to %d",
                          (int)step->solver, (int)CLOTH_XPBD);
    }
#ifndef CLOTH_ABLATE
    if (step->instruments != NULL) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "instruments are set; this build has none, link the ablation build");
    }
#endif
    return check_constants(&step->constants, error);
}

/* Cuts a velocity to a speed of at most `most`. */
static void slow_down(double velocity[3], double most) {
    const double speed = vec3_length(velocity);
    for (int k = 0; k < 3 && speed > most; k++) {
        velocity[k] *= most / speed;
    }
}

/* A speed that was given, and not come to in a substep, is within the limit as well. */
static void limit_speeds(const ClothState *state, double most) {
    const ClothView view = cloth_view(state);
    for (int32_t i = 0; most < INFINITY && i < view.counts.particle; i++) {
        double v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = (double)view.velocity[3 * i + k];
        }
        if (view.inverse_mass[i] > 0 && vec3_length(v) > most) {
            slow_down(v, most);
            for (int k = 0; k < 3; k++) {
                view.velocity[3 * i + k] = (ClothReal)v[k];
            }
        }
    }
}

/* What each particle may meet in this step. */
static void find_contacts(ClothState *state, const ClothStep *step) {
    const ClothReach reach = {.step_s = step->step_s,
                              .gravity_m_s2 = vec3_length(step->gravity),
                              .swept = !CLOTH_ABLATED(step, CLOTH_WITHOUT_SWEPT_SET)};
    if (CLOTH_ABLATED(step, CLOTH_WITH_COLD_CONTACTS)) {
        cloth_contacts_forget(state);
    }
    cloth_contacts_find(state, &reach);
}

/* v = (x - x_previous) / h of a run of `count` numbers. */
CLOTH_VECTORISED
static void differentiate(const ClothReal *position, const ClothReal *previous, double inverse_h,
                          int32_t count, double *velocity) {
    for (int32_t k = 0; k < count; k++) {
        velocity[k] = ((double)position[k] - (double)previous[k]) * inverse_h;
    }
}

/* Stores velocities, and the accelerations they come to. Returns whether all that a particle is left
 * with is finite. */
CLOTH_VECTORISED
static int settle_run(const ClothReal *position, const double *after, double inverse_h,
                      int32_t count, ClothReal *velocity, ClothReal *acceleration) {
    int lost = 0;
    for (int32_t k = 0; k < count; k++) {
        const double before = (double)velocity[k];
        velocity[k] = (ClothReal)after[k];
        acceleration[k] = (ClothReal)((after[k] - before) * inverse_h);
        const double x = (double)position[k];
        const double v = (double)velocity[k];
        const double a = (double)acceleration[k];
        /* A number less itself is 0 unless it is infinite or none. */
        lost |= !((x - x) + (v - v) + (a - a) == 0.0);
    }
    return lost == 0;
}

/* The first particle of a run that is not finite. */
static int32_t first_lost(const ClothView *view, int32_t first) {
    int32_t k = 3 * first;
    while (isfinite((double)view->position[k]) && isfinite((double)view->velocity[k]) &&
           isfinite((double)view->acceleration[k])) {
        k++;
    }
    return k / 3;
}

/* New velocities, within the limit on a free particle's speed. A held one has the speed it was
 * carried with, and leaves with it when it is let go. Returns the first particle that is not finite,
 * -1 if all are. */
static int32_t integrate(const ClothView *view, const ClothSubstep *substep) {
    enum { RUN = 64 };
    const double inverse_h = 1.0 / substep->h;
    const bool limited = substep->step->speed_max_m_s < INFINITY;
    int32_t offender = -1;
    for (int32_t i = 0; i < view->counts.particle; i += RUN) {
        const int32_t left = view->counts.particle - i;
        const int32_t count = left < RUN ? left : RUN;
        double after[3 * RUN];
        differentiate(&view->position[3 * i], &view->previous[3 * i], inverse_h, 3 * count, after);
        for (int32_t p = 0; limited && p < count; p++) {
            if (view->inverse_mass[i + p] > 0) {
                slow_down(&after[3 * p], substep->step->speed_max_m_s);
            }
        }
        const bool finite = settle_run(&view->position[3 * i], after, inverse_h, 3 * count,
                                       &view->velocity[3 * i], &view->acceleration[3 * i]);
        if (!finite && offender < 0) {
            offender = first_lost(view, i);
        }
    }
    return offender;
}

static int32_t guilty_contact(const ClothView *view, int32_t i) {
    for (int32_t s = CLOTH_CONTACT_SLOTS * i; s < CLOTH_CONTACT_SLOTS * (i + 1); s++) {
        if (!isfinite((double)view->contact_multiplier[s])) {
            return CLOTH_ROW_CONTACT;
        }
        for (int k = 3 * s; k < 3 * s + 3; k++) {
            if (!isfinite((double)view->contact_friction[k])) {
                return CLOTH_ROW_FRICTION;
            }
        }
    }
    return -1;
}

/* The kind of the first row on a particle whose force or multiplier is not finite, or -1. */
static int32_t guilty_row(const ClothView *view, int32_t i) {
    for (int32_t r = 0; r < view->counts.row; r++) {
        for (int end = 0; end < 2; end++) {
            const int32_t slot = view->row_slot[2 * r + end];
            if (view->row_particle[2 * r + end] != i) {
                continue;
            }
            double a[3];
            for (int k = 0; k < 3; k++) {
                a[k] = (double)view->position[3 * i + k];
            }
            /* Ends that coincide, or are nowhere, have no direction; C they have all the same. */
            ClothDistance row;
            (void)cloth_distance(a, &view->position[3 * view->slot_neighbour[slot]],
                                 (double)view->slot_rest[slot], &row);
            const double force =
                (double)view->slot_penalty[slot] * row.c + (double)view->slot_multiplier[slot];
            if (!isfinite(force)) {
                return view->row_kind[r];
            }
            if (!isfinite((double)view->limit_multiplier[slot])) {
                return CLOTH_ROW_LIMIT;
            }
        }
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        for (int k = 0; k < 4; k++) {
            if (view->bend_particle[4 * s + k] == i) {
                double c[3];
                cloth_stencil_evaluate(view->position, &view->bend_particle[4 * s],
                                       &view->bend_weight[4 * s], c);
                if (!isfinite(cloth_stencil_energy(c, (double)view->bend_penalty[s],
                                                   &view->bend_multiplier[3 * s]))) {
                    return CLOTH_ROW_BEND;
                }
            }
        }
    }
    if (!isfinite((double)view->tether_multiplier[i])) {
        return CLOTH_ROW_TETHER;
    }
    if (!isfinite((double)view->leash_multiplier[i])) {
        return CLOTH_ROW_LEASH;
    }
    if (!isfinite((double)view->backstop_multiplier[i])) {
        return CLOTH_ROW_BACKSTOP;
    }
    return guilty_contact(view, i);
}

/* The first particle whose position or target is not finite, -1 if all are. */
static int32_t first_stray(const ClothView *view) {
    for (int32_t k = 0; k < 3 * view->counts.particle; k++) {
        if (!isfinite((double)view->position[k]) || !isfinite((double)view->target[k])) {
            return k / 3;
        }
    }
    return -1;
}

/* Says what was wrong, and with which particle. A block that is not positive because something in
 * it is not finite is blamed on that: a neighbour of a lost particle is refused first if its colour
 * comes first. */
static ClothStatus blame(const ClothState *state, const ClothView *view, ClothStatus status,
                         int32_t stored, ClothReport *report, ClothError *error) {
    const int32_t stray = status == CLOTH_NOT_POSITIVE ? first_stray(view) : -1;
    stored = stray >= 0 ? stray : stored;
    report->row_kind = guilty_row(view, stored);
    status = stray >= 0 || report->row_kind >= 0 ? CLOTH_NON_FINITE : status;
    report->status = status;
    report->particle = view->graph_index[stored];
    report->step = state->steps_taken;
    return cloth_fail(error, status, "step %lld: particle %d: %s (row: %s)",
                      (long long)report->step, (int)report->particle, cloth_status_text(status),
                      report->row_kind < 0 ? "none, inertia"
                                           : cloth_row_kind_name((ClothRowKind)report->row_kind));
}

double cloth_authority(const ClothState *state, const ClothStep *step) {
    const ClothView view = cloth_view(state);
    double shortest = INFINITY;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        shortest = fmin(shortest, (double)view.step_cap[i]);
    }
    return shortest * step->substeps * step->iterations / step->step_s;
}

static ClothStatus take_substeps(ClothState *state, const ClothView *view, const ClothStep *step,
                                 ClothReport *report, ClothError *error) {
    const ClothMethod *method = cloth_method(step->solver);
    ClothSubstep substep = cloth_substep(state, step);
    state->substep_s = substep.h;
    for (; substep.remaining > 0; substep.remaining--, substep.first = false) {
        method->predict(view, &substep);
        cloth_rescues_carry(view, &substep);
        cloth_leashes_recentre(state, view, &substep);
        cloth_backstops_advance(view, &substep);
        cloth_contacts_meet(view, &substep);
        const ClothStatus status = method->solve(view, &substep, report);
        if (status != CLOTH_OK) {
            return blame(state, view, status, report->particle, report, error);
        }
        cloth_contacts_follow(view, &substep, step->solver != CLOTH_VBD);
        const int32_t offender = integrate(view, &substep);
        if (offender >= 0) {
            return blame(state, view, CLOTH_NON_FINITE, offender, report, error);
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_step(ClothState *state, const ClothStep *step, ClothReport *report,
                       ClothError *error) {
    ClothReport local;
    report = report == NULL ? &local : report;
    *report = (ClothReport){.status = CLOTH_OK,
                            .particle = -1,
                            .step = -1,
                            .row_kind = -1,
                            .gradient_n = NAN,
                            .pivot_ratio = INFINITY};
    report->status = check_step(state, step, error);
    if (report->status != CLOTH_OK || step->step_s == 0.0) {
        return report->status;
    }
    limit_speeds(state, step->speed_max_m_s);
    const ClothView before = cloth_view(state);
    cloth_rescues_hold(&before);
    find_contacts(state, step);
    const ClothView view = cloth_view(state);
    const ClothStatus status = take_substeps(state, &view, step, report, error);
    cloth_rescues_free(&view);
    if (status == CLOTH_OK) {
        cloth_colliders_arrive(&view);
        cloth_rescue(state, step);
        state->steps_taken++;
    }
    return status;
}
