#include "step/batch.h"

#include "math/pair.h"
#include "math/sym3.h"
#include "rows/distance.h"
#include "rows/row.h"
#include "step/backstops.h"
#include "step/contacts.h"
#include "step/instruments.h"
#include "step/leashes.h"
#include "step/vectorised.h"

#include <math.h>

/* The rows of one round: what each adds to the particle it is a slot of. What the flat loop needs
 * one by one lies in columns; what is then summed particle by particle, in a loop too short to
 * vectorise, lies in pairs: five additions a row and not ten. */
typedef struct RowParts {
    double d[3][CLOTH_BATCH_ROWS]; /* particle - neighbour [m] */
    double force_xy[CLOTH_BATCH_ROWS][2];
    double force_z_spread[CLOTH_BATCH_ROWS][2]; /* spread, of the Hessian spread * I + outer */
    double outer_xx_yx[CLOTH_BATCH_ROWS][2];
    double outer_yy_zx[CLOTH_BATCH_ROWS][2];
    double outer_zy_zz[CLOTH_BATCH_ROWS][2];
    double slack[CLOTH_BATCH_ROWS]; /* of the strain limit, infinite where it pulls [m] */
} RowParts;

int32_t cloth_batch_count(const ClothView *view, int32_t first, int32_t end) {
    const int32_t most = end - first < CLOTH_BATCH ? end - first : CLOTH_BATCH;
    int32_t count = 1;
    while (count < most &&
           view->slot_offset[first + count + 1] - view->slot_offset[first] <= CLOTH_BATCH_ROWS) {
        count++;
    }
    return count;
}

static void load_positions(const ClothView *view, ClothBatch *batch) {
    for (int32_t p = 0; p < batch->count; p++) {
        for (int k = 0; k < 3; k++) {
            batch->position[k][p] = (double)view->position[3 * (batch->first + p) + k];
        }
    }
}

/* Inertia pulls to the target; a hard bend row's multipliers are constant during a sweep. */
static void add_inertia(const ClothView *view, const ClothSubstep *substep, ClothBatch *batch) {
    for (int32_t p = 0; p < batch->count; p++) {
        const int32_t i = batch->first + p;
        const double mass_h2 = (double)view->mass[i] * substep->inertia_h2;
        for (int k = 0; k < 3; k++) {
            const double x = batch->position[k][p];
            batch->force[k][p] = mass_h2 * ((double)view->target[3 * i + k] - x) -
                                 (double)view->bend_pull[3 * i + k];
        }
        const double diagonal = mass_h2 + (double)view->bend_hessian[i];
        batch->hessian[0][p] = diagonal;
        batch->hessian[1][p] = 0.0;
        batch->hessian[2][p] = diagonal;
        batch->hessian[3][p] = 0.0;
        batch->hessian[4][p] = 0.0;
        batch->hessian[5][p] = diagonal;
        batch->slack[p] = INFINITY;
    }
}

/* Bend rows' coupling to particles that no distance row joins. */
static void add_couples(const ClothView *view, ClothBatch *batch) {
    const ClothReal *stiffness = &view->couple_stiffness[view->counts.slot];
    for (int32_t p = 0; p < batch->count; p++) {
        const ClothPair xy = {batch->position[0][p], batch->position[1][p]};
        const double z = batch->position[2][p];
        ClothPair force_xy = {0.0, 0.0};
        double force_z = 0.0;
        const int32_t end = view->couple_offset[batch->first + p + 1];
        for (int32_t c = view->couple_offset[batch->first + p]; c < end; c++) {
            const ClothReal *other = &view->position[3 * (size_t)view->couple_neighbour[c]];
            const ClothPair other_xy = {(double)other[0], (double)other[1]};
            const double k = (double)stiffness[c];
            force_xy += k * (xy - other_xy);
            force_z += k * (z - (double)other[2]);
        }
        batch->force[0][p] += force_xy[0];
        batch->force[1][p] += force_xy[1];
        batch->force[2][p] += force_z;
    }
}

/* Where particle p's slots lie in the round that starts at slot `first` and has `count` of them. */
typedef struct Span {
    int32_t begin;
    int32_t end;
} Span;

static Span span_of(const ClothView *view, int32_t i, int32_t first, int32_t count) {
    const int32_t begin = view->slot_offset[i] - first;
    const int32_t end = view->slot_offset[i + 1] - first;
    return (Span){begin > 0 ? begin : 0, end < count ? end : count};
}

static void gather_differences(const ClothView *view, const ClothBatch *batch, int32_t first,
                               int32_t count, RowParts *parts) {
    for (int32_t p = 0; p < batch->count; p++) {
        const Span span = span_of(view, batch->first + p, first, count);
        for (int32_t s = span.begin; s < span.end; s++) {
            const ClothReal *other = &view->position[3 * (size_t)view->slot_neighbour[first + s]];
            for (int k = 0; k < 3; k++) {
                parts->d[k][s] = batch->position[k][p] - (double)other[k];
            }
        }
    }
}

/* The columns of the block that a run of slots reads, from its first. */
typedef struct RowColumns {
    const ClothReal *rest;
    const ClothReal *penalty;
    const ClothReal *multiplier;
    const ClothReal *coupling;
    const ClothReal *limit_rest;
    const ClothReal *limit_penalty;
    const ClothReal *limit_multiplier;
} RowColumns;

static inline RowColumns row_columns(const ClothView *view, int32_t first) {
    return (RowColumns){.rest = &view->slot_rest[first],
                        .penalty = &view->slot_penalty[first],
                        .multiplier = &view->slot_multiplier[first],
                        .coupling = &view->couple_stiffness[first],
                        .limit_rest = &view->limit_rest[first],
                        .limit_penalty = &view->limit_penalty[first],
                        .limit_multiplier = &view->limit_multiplier[first]};
}

/* The law of a distance row: with d the difference and L its length,
 *   C = L - rest,  f = k C + lambda,  force on the particle -f d/L,
 *   Hessian k g g^T + max(f, 0)/L (I - g g^T)  with g = d/L.
 * Rows whose ends coincide have no direction and add nothing. The bend rows' coupling to the same
 * neighbour rides along. */
static inline void evaluate_row(const RowColumns *rows, bool geometric, bool limited, int32_t s,
                                RowParts *parts) {
    const double x = parts->d[0][s];
    const double y = parts->d[1][s];
    const double z = parts->d[2][s];
    const double squared = x * x + y * y + z * z;
    const double length = sqrt(squared);
    const double inverse = squared > 0.0 ? 1.0 / length : 0.0;
    double stiffness = (double)rows->penalty[s];
    double force = stiffness * (length - (double)rows->rest[s]) + (double)rows->multiplier[s];
    if (limited) {
        const double k = (double)rows->limit_penalty[s];
        const double most = (double)rows->limit_rest[s];
        const double pull = k * (length - most) + (double)rows->limit_multiplier[s];
        /* A pull that is no number does act, and is found out. */
        const bool pulls = !(pull <= 0.0) & (most < INFINITY);
        force = pulls ? force + pull : force;
        stiffness = pulls ? stiffness + k : stiffness;
        parts->slack[s] = pulls || !(k > 0.0) ? INFINITY : -pull / k;
    }
    const double along = (double)rows->coupling[s] - force * inverse;
    const ClothDistanceHessian part =
        cloth_distance_hessian(inverse, geometric ? force : 0.0, stiffness);
    parts->force_xy[s][0] = along * x;
    parts->force_xy[s][1] = along * y;
    parts->force_z_spread[s][0] = along * z;
    parts->force_z_spread[s][1] = part.spread;
    parts->outer_xx_yx[s][0] = part.outer * x * x;
    parts->outer_xx_yx[s][1] = part.outer * x * y;
    parts->outer_yy_zx[s][0] = part.outer * y * y;
    parts->outer_yy_zx[s][1] = part.outer * x * z;
    parts->outer_zy_zz[s][0] = part.outer * y * z;
    parts->outer_zy_zz[s][1] = part.outer * z * z;
}

CLOTH_VECTORISED
static void evaluate_rows(const ClothView *view, const ClothSubstep *substep, int32_t first,
                          int32_t count, RowParts *parts) {
    const RowColumns rows = row_columns(view, first);
    const bool geometric = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_GEOMETRIC_STIFFNESS);
    for (int32_t s = 0; s < count; s++) {
        evaluate_row(&rows, geometric, false, s, parts);
    }
}

/* The same where a strain limit rides on the rows: a second hard row along the same gradient, which
 * only pulls. */
CLOTH_VECTORISED
static void evaluate_limited_rows(const ClothView *view, const ClothSubstep *substep, int32_t first,
                                  int32_t count, RowParts *parts) {
    const RowColumns rows = row_columns(view, first);
    const bool geometric = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_GEOMETRIC_STIFFNESS);
    for (int32_t s = 0; s < count; s++) {
        evaluate_row(&rows, geometric, true, s, parts);
    }
}

static void sum_rows(const ClothView *view, const RowParts *parts, int32_t first, int32_t count,
                     ClothBatch *batch) {
    for (int32_t p = 0; p < batch->count; p++) {
        const Span span = span_of(view, batch->first + p, first, count);
        ClothPair force_xy = {0.0, 0.0};
        ClothPair force_z_spread = {0.0, 0.0};
        ClothPair xx_yx = {0.0, 0.0};
        ClothPair yy_zx = {0.0, 0.0};
        ClothPair zy_zz = {0.0, 0.0};
        for (int32_t s = span.begin; s < span.end; s++) {
            force_xy += cloth_pair_load(parts->force_xy[s]);
            force_z_spread += cloth_pair_load(parts->force_z_spread[s]);
            xx_yx += cloth_pair_load(parts->outer_xx_yx[s]);
            yy_zx += cloth_pair_load(parts->outer_yy_zx[s]);
            zy_zz += cloth_pair_load(parts->outer_zy_zz[s]);
        }
        const double spread = force_z_spread[1];
        batch->force[0][p] += force_xy[0];
        batch->force[1][p] += force_xy[1];
        batch->force[2][p] += force_z_spread[0];
        batch->hessian[0][p] += xx_yx[0] + spread;
        batch->hessian[1][p] += xx_yx[1];
        batch->hessian[2][p] += yy_zx[0] + spread;
        batch->hessian[3][p] += yy_zx[1];
        batch->hessian[4][p] += zy_zz[0];
        batch->hessian[5][p] += zy_zz[1] + spread;
    }
}

static void take_slack(const ClothView *view, const RowParts *parts, int32_t first, int32_t count,
                       ClothBatch *batch) {
    for (int32_t p = 0; p < batch->count; p++) {
        const Span span = span_of(view, batch->first + p, first, count);
        double least = batch->slack[p];
        for (int32_t s = span.begin; s < span.end; s++) {
            least = parts->slack[s] < least ? parts->slack[s] : least;
        }
        batch->slack[p] = least;
    }
}

void cloth_batch_assemble(const ClothView *view, const ClothSubstep *substep, int32_t first,
                          int32_t count, ClothBatch *batch) {
    batch->first = first;
    batch->count = count;
    load_positions(view, batch);
    add_inertia(view, substep, batch);
    add_couples(view, batch);
    RowParts parts;
    const int32_t end = view->slot_offset[first + count];
    for (int32_t slot = view->slot_offset[first]; slot < end; slot += CLOTH_BATCH_ROWS) {
        const int32_t rows = end - slot < CLOTH_BATCH_ROWS ? end - slot : CLOTH_BATCH_ROWS;
        gather_differences(view, batch, slot, rows, &parts);
        if (view->tally.limit > 0) {
            evaluate_limited_rows(view, substep, slot, rows, &parts);
            take_slack(view, &parts, slot, rows, batch);
        } else {
            evaluate_rows(view, substep, slot, rows, &parts);
        }
        sum_rows(view, &parts, slot, rows, batch);
    }
    cloth_leashes_add(view, substep, batch);
    cloth_backstops_add(view, batch);
    cloth_contacts_add(view, substep, batch);
}

/* What a block's diagonal is raised by before it is solved, over its trace. */
static double rounding_lift(const ClothSubstep *substep) {
    return CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_ROUNDING_LIFT) ? 0.0 : SYM3_ROUNDING;
}

/* LDL^T of every block at once; see math/sym3.h for why not cofactors. */
CLOTH_VECTORISED
static void factorise(const ClothView *view, const ClothSubstep *substep, const ClothBatch *batch,
                      ClothMoves *moves) {
    const ClothReal *inverse_mass = &view->inverse_mass[batch->first];
    const double lift = rounding_lift(substep);
    for (int32_t p = 0; p < batch->count; p++) {
        Sym3 hessian = {{batch->hessian[0][p], batch->hessian[1][p], batch->hessian[2][p],
                         batch->hessian[3][p], batch->hessian[4][p], batch->hessian[5][p]}};
        const double force[3] = {batch->force[0][p], batch->force[1][p], batch->force[2][p]};
        double newton[3];
        double pivot[3];
        sym3_lift(&hessian, lift);
        const double least = sym3_solve_ldlt(&hessian, force, newton, pivot);
        const double w = (double)inverse_mass[p];
        moves->least[p] = w > 0.0 ? least * w : INFINITY;
        for (int k = 0; k < 3; k++) {
            moves->newton[k][p] = newton[k];
            moves->pivot[k][p] = pivot[k];
        }
    }
}

#ifdef CLOTH_ABLATE
static void invert_by_cofactors(const ClothBatch *batch, double lift, ClothMoves *moves) {
    for (int32_t p = 0; p < batch->count; p++) {
        Sym3 hessian = {{batch->hessian[0][p], batch->hessian[1][p], batch->hessian[2][p],
                         batch->hessian[3][p], batch->hessian[4][p], batch->hessian[5][p]}};
        const double force[3] = {batch->force[0][p], batch->force[1][p], batch->force[2][p]};
        double newton[3];
        sym3_lift(&hessian, lift);
        (void)sym3_solve_cofactor(&hessian, force, newton);
        for (int k = 0; k < 3; k++) {
            moves->newton[k][p] = newton[k];
        }
    }
}
#endif

/* Cuts each step to its particle's shortest row: past that length "the direction to a neighbour"
 * says nothing. It never binds for cloth in ordinary motion (e07). Held particles stay. */
CLOTH_VECTORISED
static void cap_moves(const ClothView *view, const ClothBatch *batch, bool capped,
                      ClothMoves *moves) {
    const ClothReal *cap = &view->step_cap[batch->first];
    const ClothReal *inverse_mass = &view->inverse_mass[batch->first];
    for (int32_t p = 0; p < batch->count; p++) {
        const double x = moves->newton[0][p];
        const double y = moves->newton[1][p];
        const double z = moves->newton[2][p];
        const double length = sqrt(x * x + y * y + z * z);
        const double most = (double)cap[p];
        const double cut = capped && length > most ? most / length : 1.0;
        const double share = inverse_mass[p] > 0 ? cut : 0.0;
        moves->move[0][p] = share * x;
        moves->move[1][p] = share * y;
        moves->move[2][p] = share * z;
    }
}

int32_t cloth_batch_solve(const ClothView *view, const ClothSubstep *substep,
                          const ClothBatch *batch, ClothMoves *moves, double *least) {
    factorise(view, substep, batch, moves);
#ifdef CLOTH_ABLATE
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_LDLT)) {
        invert_by_cofactors(batch, rounding_lift(substep), moves);
    }
#endif
    cap_moves(view, batch, !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_STEP_CAP), moves);
    double smallest = *least;
    for (int32_t p = 0; p < batch->count; p++) {
        const double ratio = moves->least[p];
        if (!(ratio > 0.0)) {
            return p;
        }
        smallest = ratio < smallest ? ratio : smallest;
    }
    *least = smallest;
    return -1;
}

/* The strain limit of slot s of the batch's particle p. */
static bool catch_limit(const ClothView *view, const ClothMoves *moves, int32_t p, int32_t s,
                        ClothBatch *batch) {
    const double most = (double)view->limit_rest[s];
    if (!(most < INFINITY)) {
        return false;
    }
    const ClothReal *other = &view->position[3 * (size_t)view->slot_neighbour[s]];
    double d[3];
    double before = 0.0;
    double after = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = batch->position[k][p] - (double)other[k];
        before += d[k] * d[k];
        after += (d[k] + moves->move[k][p]) * (d[k] + moves->move[k][p]);
    }
    const double k = (double)view->limit_penalty[s];
    const double lambda = (double)view->limit_multiplier[s];
    /* Most are far from it, which takes no root to see; in doubt the roots decide. */
    const double far = k * most - lambda;
    if (2.0 * far > k * most && k * k * after < 0.999999 * (far * far)) {
        return false;
    }
    const double pull = k * (sqrt(before) - most) + lambda;
    if (!(before > 0.0 && pull < 0.0 && k * (sqrt(after) - most) + lambda > 0.0)) {
        return false;
    }
    const double inverse = 1.0 / sqrt(before);
    const ClothDistanceHessian part = {0.0, k * inverse * inverse};
    cloth_batch_add_row(batch, p, d, pull * inverse, part);
    return true;
}

static bool catch_limits(const ClothView *view, const ClothMoves *moves, ClothBatch *batch) {
    bool any = false;
    for (int32_t p = 0; p < batch->count; p++) {
        if (!cloth_batch_strays(batch, moves, p)) {
            continue;
        }
        const int32_t end = view->slot_offset[batch->first + p + 1];
        for (int32_t s = view->slot_offset[batch->first + p]; s < end; s++) {
            any = catch_limit(view, moves, p, s, batch) || any;
        }
    }
    return any;
}

bool cloth_batch_catch(const ClothView *view, const ClothSubstep *substep, const ClothMoves *moves,
                       ClothBatch *batch) {
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_CATCH | CLOTH_WITH_PUSHING_LEASH)) {
        return false;
    }
    bool any = false;
    for (int32_t p = 0; p < batch->count; p++) {
        any = any || cloth_batch_strays(batch, moves, p);
    }
    if (!any) {
        return false;
    }
    const bool limits = view->tally.limit > 0 && catch_limits(view, moves, batch);
    const bool leashes = cloth_leashes_catch(view, moves, batch);
    const bool backstops = cloth_backstops_catch(view, moves, batch);
    return cloth_contacts_catch(view, substep, moves, batch) || backstops || leashes || limits;
}

/* The distance of row s's ends [m]. */
static inline double row_length(const RowParts *parts, int32_t s) {
    const double x = parts->d[0][s];
    const double y = parts->d[1][s];
    const double z = parts->d[2][s];
    return sqrt(x * x + y * y + z * z);
}

/* lambda += k C and k += beta |C| inside the band, on the slots of hard rows; a slot of a soft row
 * has no inertia listed and stays as it is. */
CLOTH_VECTORISED
static void update_slots(const ClothView *view, const ClothConstants *constants, double inverse_h2,
                         int32_t first, int32_t count, const RowParts *parts) {
    const ClothReal *rest = &view->slot_rest[first];
    const ClothReal *inertia = &view->slot_inertia[first];
    ClothReal *penalty = &view->slot_penalty[first];
    ClothReal *multiplier = &view->slot_multiplier[first];
    for (int32_t s = 0; s < count; s++) {
        const double c = row_length(parts, s) - (double)rest[s];
        const double k = (double)penalty[s];
        const double lambda = (double)multiplier[s];
        const double grown =
            cloth_row_grow_penalty(k, fabs(c), (double)inertia[s] * inverse_h2, constants);
        const bool hard = inertia[s] > 0;
        multiplier[s] = (ClothReal)(hard ? k * c + lambda : lambda);
        penalty[s] = (ClothReal)(hard ? grown : k);
    }
}

/* The same for strain limits, whose multipliers are never under 0. */
CLOTH_VECTORISED
static void update_limits(const ClothView *view, const ClothConstants *constants, double inverse_h2,
                          int32_t first, int32_t count, const RowParts *parts) {
    const ClothReal *rest = &view->limit_rest[first];
    const ClothReal *inertia = &view->limit_inertia[first];
    ClothReal *penalty = &view->limit_penalty[first];
    ClothReal *multiplier = &view->limit_multiplier[first];
    for (int32_t s = 0; s < count; s++) {
        const double c = row_length(parts, s) - (double)rest[s];
        const double k = (double)penalty[s];
        const double pull = cloth_row_pull(k * c + (double)multiplier[s]);
        const double grown =
            cloth_row_grow_penalty(k, fabs(c), (double)inertia[s] * inverse_h2, constants);
        const bool there = inertia[s] > 0;
        multiplier[s] = (ClothReal)(there ? pull : 0.0);
        penalty[s] = (ClothReal)(there ? grown : 0.0);
    }
}

void cloth_batch_update_duals(const ClothView *view, const ClothSubstep *substep, int32_t first,
                              int32_t count) {
    ClothBatch batch;
    RowParts parts;
    batch.first = first;
    batch.count = count;
    load_positions(view, &batch);
    const int32_t end = view->slot_offset[first + count];
    for (int32_t slot = view->slot_offset[first]; slot < end; slot += CLOTH_BATCH_ROWS) {
        const int32_t rows = end - slot < CLOTH_BATCH_ROWS ? end - slot : CLOTH_BATCH_ROWS;
        gather_differences(view, &batch, slot, rows, &parts);
        update_slots(view, &substep->step->constants, substep->band_inverse_h2, slot, rows, &parts);
        if (view->tally.limit > 0) {
            update_limits(view, &substep->step->constants, substep->band_inverse_h2, slot, rows,
                          &parts);
        }
    }
}
