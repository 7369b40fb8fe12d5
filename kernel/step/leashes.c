#include "step/leashes.h"

#include "rows/row.h"
#include "step/instruments.h"
#include "step/vectorised.h"

#include <math.h>

/* One kind of leash: its columns of the block. */
typedef struct Kind {
    const ClothReal *offset; /* (particles x 3) of the centre from the hold; NULL: none */
    const ClothReal *radius;
    ClothReal *penalty;
    ClothReal *multiplier;
} Kind;

/* The kinds that any particle has; returns how many. */
static int list_kinds(const ClothView *view, Kind kinds[2]) {
    int count = 0;
    if (view->tally.tether > 0) {
        kinds[count++] =
            (Kind){NULL, view->tether_radius, view->tether_penalty, view->tether_multiplier};
    }
    if (view->tally.leash > 0) {
        kinds[count++] = (Kind){view->leash_offset, view->leash_radius, view->leash_penalty,
                                view->leash_multiplier};
    }
    return count;
}

/* A tether that began longer than its length comes in with its particle, and never lets out. */
static void come_in(const ClothView *view, int32_t i, bool exact) {
    const double distance = (double)view->hold_distance[i];
    const ClothReal least = (ClothReal)(exact ? distance : cloth_tether_length(distance));
    if (!(view->tether_radius[i] > least)) {
        return;
    }
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double d =
            (double)view->previous[3 * i + k] - (double)view->previous[3 * view->hold[i] + k];
        squared += d * d;
    }
    const double length = sqrt(squared);
    const double gap = length > (double)least ? length : (double)least;
    if (gap < (double)view->tether_radius[i]) {
        view->tether_radius[i] = (ClothReal)gap;
    }
}

/* From 0 to 1 without a step in speed. */
static double ease(double share) {
    return share * share * (3.0 - 2.0 * share);
}

/* A leash that was fitted to another length, or to a particle outside it, goes there smoothly: from
 * its start, letting out as fast as its particle was leaving, to its length. */
static void close_leashes(ClothState *state, const ClothView *view, double h) {
    if (!(state->leash_age_s < CLOTH_LEASH_CLOSING_S)) {
        return;
    }
    state->leash_age_s = fmin(state->leash_age_s + h, CLOTH_LEASH_CLOSING_S);
    const double share = state->leash_age_s / CLOTH_LEASH_CLOSING_S;
    const double left = 1.0 - ease(share);
    const double run = share * (1.0 - share) * (1.0 - share) * CLOTH_LEASH_CLOSING_S;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->leash_radius[i] < INFINITY) {
            const double length = 2.0 * state->slack * (double)view->hold_distance[i];
            const double start = (double)view->leash_start[i];
            const double rate = (double)view->leash_rate[i];
            view->leash_radius[i] = (ClothReal)(length + left * (start - length) + run * rate);
        }
    }
}

void cloth_leashes_recentre(ClothState *state, const ClothView *view, const ClothSubstep *substep) {
    if (view->tally.tether + view->tally.leash == 0) {
        return;
    }
    close_leashes(state, view, substep->h);
    /* Off: the centre is written once a step, from where the holds were. */
    const bool stale = CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_RECENTRE);
    if (stale && substep->remaining < substep->step->substeps) {
        return;
    }
    const bool exact = CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_TETHER_ALLOWANCE);
    const ClothReal *from = stale ? view->previous : view->position;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const int32_t hold = view->hold[i];
        if (hold < 0) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            view->hold_position[3 * i + k] = from[3 * hold + k];
        }
        if (view->tether_radius[i] < INFINITY) {
            come_in(view, i, exact);
        }
    }
}

/* m_eff of a row on one particle is its mass. */
CLOTH_VECTORISED
static void warm_start(const ClothView *view, const ClothSubstep *substep, double carried,
                       ClothReal *penalty, ClothReal *multiplier) {
    const ClothConstants constants = substep->step->constants;
    const double inverse_h2 = substep->band_inverse_h2;
    const ClothReal *mass = view->mass;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        penalty[i] = (ClothReal)cloth_row_decay_penalty((double)penalty[i],
                                                        (double)mass[i] * inverse_h2, &constants);
        multiplier[i] = (ClothReal)(carried * (double)multiplier[i]);
    }
}

void cloth_leashes_warm_start(const ClothView *view, const ClothSubstep *substep, double carried) {
    Kind kinds[2];
    const int count = list_kinds(view, kinds);
    for (int k = 0; k < count; k++) {
        warm_start(view, substep, carried, kinds[k].penalty, kinds[k].multiplier);
    }
}

/* The leashes of a run of at most CLOTH_BATCH particles. */
typedef struct Pulls {
    int32_t first;
    int32_t count;
    double d[3][CLOTH_BATCH]; /* particle - centre [m] */
    double inverse[CLOTH_BATCH];
    double force[CLOTH_BATCH]; /* 0 where the row does not act */
    double slack[CLOTH_BATCH]; /* how far from pulling; infinite where it pulls, or is not [m] */
} Pulls;

static void gather(const ClothView *view, const Kind *kind, Pulls *pulls) {
    for (int32_t p = 0; p < pulls->count; p++) {
        for (int k = 0; k < 3; k++) {
            const int32_t at = 3 * (pulls->first + p) + k;
            const double offset = kind->offset == NULL ? 0.0 : (double)kind->offset[at];
            pulls->d[k][p] =
                (double)view->position[at] - ((double)view->hold_position[at] + offset);
        }
    }
}

/* Returns whether any of them acts; one whose force is no number does, and is found out. sign: 1, or -1
 * under the wrong clamp (-inf, 0]. */
CLOTH_VECTORISED
static int evaluate(const Kind *kind, double sign, Pulls *pulls) {
    const ClothReal *radius = &kind->radius[pulls->first];
    const ClothReal *penalty = &kind->penalty[pulls->first];
    const ClothReal *multiplier = &kind->multiplier[pulls->first];
    int any = 0;
    for (int32_t p = 0; p < pulls->count; p++) {
        const double d[3] = {pulls->d[0][p], pulls->d[1][p], pulls->d[2][p]};
        const ClothLeash leash =
            cloth_leash(d, (double)radius[p], (double)penalty[p], (double)multiplier[p]);
        const int acts = !(sign * leash.force <= 0.0) & (radius[p] < INFINITY);
        const double k = (double)penalty[p];
        const double off = acts || !(k > 0.0) ? INFINITY : -leash.force / k;
        pulls->inverse[p] = leash.inverse;
        pulls->force[p] = acts ? leash.force : 0.0;
        pulls->slack[p] = off;
        any |= acts;
    }
    return any;
}

static void add_pulls(const Kind *kind, const Pulls *pulls, ClothBatch *batch) {
    for (int32_t p = 0; p < pulls->count; p++) {
        const double force = pulls->force[p];
        if (force == 0.0) {
            continue;
        }
        const double d[3] = {pulls->d[0][p], pulls->d[1][p], pulls->d[2][p]};
        const double inverse = pulls->inverse[p];
        const ClothDistanceHessian part =
            cloth_distance_hessian(inverse, force, (double)kind->penalty[pulls->first + p]);
        cloth_batch_add_row(batch, p, d, force * inverse, part);
    }
}

static double clamp_sign(const ClothSubstep *substep) {
    return CLOTH_ABLATED(substep->step, CLOTH_WITH_PUSHING_LEASH) ? -1.0 : 1.0;
}

void cloth_leashes_add(const ClothView *view, const ClothSubstep *substep, ClothBatch *batch) {
    Kind kinds[2];
    const int count = list_kinds(view, kinds);
    for (int k = 0; k < count; k++) {
        Pulls pulls = {.first = batch->first, .count = batch->count};
        gather(view, &kinds[k], &pulls);
        if (evaluate(&kinds[k], clamp_sign(substep), &pulls)) {
            add_pulls(&kinds[k], &pulls, batch);
        }
        for (int32_t p = 0; p < batch->count; p++) {
            batch->slack[p] = pulls.slack[p] < batch->slack[p] ? pulls.slack[p] : batch->slack[p];
        }
    }
}

/* Marks, with the force that they would push with from here, those that a move makes pull. */
CLOTH_VECTORISED
static int find_caught(const Kind *kind, const ClothMoves *moves, Pulls *pulls) {
    const ClothReal *radius = &kind->radius[pulls->first];
    const ClothReal *penalty = &kind->penalty[pulls->first];
    const ClothReal *multiplier = &kind->multiplier[pulls->first];
    int any = 0;
    for (int32_t p = 0; p < pulls->count; p++) {
        const double from[3] = {pulls->d[0][p], pulls->d[1][p], pulls->d[2][p]};
        const double to[3] = {from[0] + moves->move[0][p], from[1] + moves->move[1][p],
                              from[2] + moves->move[2][p]};
        const double r = (double)radius[p];
        const double k = (double)penalty[p];
        const double lambda = (double)multiplier[p];
        const ClothLeash before = cloth_leash(from, r, k, lambda);
        const ClothLeash after = cloth_leash(to, r, k, lambda);
        const int caught = (after.force > 0.0) & (before.force < 0.0) & (r < INFINITY);
        pulls->inverse[p] = before.inverse;
        pulls->force[p] = caught ? before.force : 0.0;
        any |= caught;
    }
    return any;
}

bool cloth_leashes_catch(const ClothView *view, const ClothMoves *moves, ClothBatch *batch) {
    Kind kinds[2];
    const int count = list_kinds(view, kinds);
    bool any = false;
    for (int k = 0; k < count; k++) {
        Pulls pulls = {.first = batch->first, .count = batch->count};
        gather(view, &kinds[k], &pulls);
        if (find_caught(&kinds[k], moves, &pulls)) {
            add_pulls(&kinds[k], &pulls, batch);
            any = true;
        }
    }
    return any;
}

CLOTH_VECTORISED
static void update_duals(const ClothView *view, const ClothSubstep *substep, const Kind *kind,
                         double sign, const Pulls *pulls) {
    const ClothConstants constants = substep->step->constants;
    const double inverse_h2 = substep->band_inverse_h2;
    const ClothReal *mass = &view->mass[pulls->first];
    const ClothReal *radius = &kind->radius[pulls->first];
    ClothReal *penalty = &kind->penalty[pulls->first];
    ClothReal *multiplier = &kind->multiplier[pulls->first];
    for (int32_t p = 0; p < pulls->count; p++) {
        const double x = pulls->d[0][p];
        const double y = pulls->d[1][p];
        const double z = pulls->d[2][p];
        const double c = sqrt(x * x + y * y + z * z) - (double)radius[p];
        const double k = (double)penalty[p];
        const double force = k * c + (double)multiplier[p];
        const bool there = radius[p] < INFINITY;
        const double grown =
            cloth_row_grow_penalty(k, fabs(c), (double)mass[p] * inverse_h2, &constants);
        multiplier[p] = (ClothReal)(there ? sign * cloth_row_pull(sign * force) : 0.0);
        penalty[p] = (ClothReal)(there ? grown : k);
    }
}

void cloth_leashes_update_duals(const ClothView *view, const ClothSubstep *substep) {
    Kind kinds[2];
    const int count = list_kinds(view, kinds);
    for (int k = 0; k < count; k++) {
        for (int32_t i = 0; i < view->counts.particle; i += CLOTH_BATCH) {
            const int32_t left = view->counts.particle - i;
            Pulls pulls = {.first = i, .count = left < CLOTH_BATCH ? left : CLOTH_BATCH};
            gather(view, &kinds[k], &pulls);
            update_duals(view, substep, &kinds[k], clamp_sign(substep), &pulls);
        }
    }
}

ClothLeash cloth_leash_of(const ClothView *view, int32_t i, double d[3]) {
    for (int k = 0; k < 3; k++) {
        d[k] = (double)view->position[3 * i + k] -
               ((double)view->hold_position[3 * i + k] + (double)view->leash_offset[3 * i + k]);
    }
    return cloth_leash(d, (double)view->leash_radius[i], (double)view->leash_penalty[i],
                       (double)view->leash_multiplier[i]);
}

void cloth_leashes_project(const ClothView *view) {
    Kind kinds[2];
    const int count = list_kinds(view, kinds);
    for (int k = 0; k < count; k++) {
        for (int32_t i = 0; i < view->counts.particle; i++) {
            Pulls one = {.first = i, .count = 1};
            gather(view, &kinds[k], &one);
            const double d[3] = {one.d[0][0], one.d[1][0], one.d[2][0]};
            const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            const double radius = (double)kinds[k].radius[i];
            if (squared > radius * radius) {
                const double share = 1.0 - radius / sqrt(squared);
                for (int axis = 0; axis < 3; axis++) {
                    const double x = (double)view->position[3 * i + axis];
                    view->position[3 * i + axis] = (ClothReal)(x - share * d[axis]);
                }
            }
        }
    }
}
