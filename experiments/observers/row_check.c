#include "observers/row_check.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "measure/vertex_energy.h"
#include "rows/gather.h"
#include "rows/row.h"
#include "scenes/extreme.h"
#include "step/batch.h"

/* One random state, ready to be differentiated. */
typedef struct Trial {
    ClothState *state;
    ClothView view;
    ClothVertexRows rows;
    ClothStep step;
    ClothSubstep substep;
    double size_m;
} Trial;

static const ClothRowKind row_kind[ROW_CHECK_KINDS] = {
    CLOTH_ROW_STRETCH, CLOTH_ROW_SKIP,   CLOTH_ROW_BEND, CLOTH_ROW_BEND,
    CLOTH_ROW_LIMIT,   CLOTH_ROW_TETHER, CLOTH_ROW_LEASH};

RowCheck row_check_none(void) {
    return (RowCheck){.majorant = INFINITY};
}

bool row_check_one_sided(RowCheckKind kind) {
    return kind == ROW_CHECK_LIMIT || kind == ROW_CHECK_TETHER || kind == ROW_CHECK_LEASH;
}

/* The smallest graph with such a row; the rows beside it get no stiffness. */
static ClothStatus draw_graph(Rng *rng, RowCheckKind kind, double size_m, ClothGraph *graph,
                              ClothError *error) {
    if (kind == ROW_CHECK_HINGE) {
        const double corner[4][2] = {{0.0, 0.0},
                                     {1.0, 0.0},
                                     {rng_range(rng, 0.0, 1.0), rng_range(rng, 0.4, 1.2)},
                                     {rng_range(rng, 0.0, 1.0), -rng_range(rng, 0.4, 1.2)}};
        double position[12] = {0};
        for (int i = 0; i < 4; i++) {
            position[3 * i] = size_m * corner[i][0];
            position[3 * i + 1] = size_m * corner[i][1];
        }
        const int32_t triangle[6] = {0, 1, 2, 1, 0, 3};
        const ClothMeshShape mesh = {.position = position,
                                     .vertex_count = 4,
                                     .triangle = triangle,
                                     .triangle_count = 2,
                                     .mass_kg = 1.0,
                                     .bend = 1};
        return cloth_graph_mesh(&mesh, graph, error);
    }
    const bool pair = kind == ROW_CHECK_STRETCH || row_check_one_sided(kind);
    const ClothChainShape chain = {.links = pair ? 1 : 2,
                                   .strands = 1,
                                   .spacing_m = size_m,
                                   .mass_kg = 1.0,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = kind == ROW_CHECK_CHAIN  ? CLOTH_CHAIN_STENCIL
                                           : kind == ROW_CHECK_SKIP ? CLOTH_CHAIN_SKIPS
                                                                    : CLOTH_CHAIN_FREE};
    return cloth_graph_chain(&chain, graph, error);
}

static double distance(const ClothView *view, const int32_t end[2]) {
    double d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = (double)view->position[3 * end[0] + k] - (double)view->position[3 * end[1] + k];
    }
    return vec3_length(d);
}

/* Penalty and multiplier of a distance row, of the sign that is asked for. A multiplier is drawn
 * either way and turned when the sum points the wrong way; a soft row has to wait for its
 * length. */
static bool load_distance(Rng *rng, const RowCheckPlan *plan, double stiffness, double size_m,
                          int32_t r, const ClothView *view) {
    const int32_t *slot = &view->row_slot[2 * r];
    const double c = distance(view, &view->row_particle[2 * r]) - (double)view->slot_rest[slot[0]];
    double multiplier = plan->hard ? rng_range(rng, -1.0, 1.0) * stiffness * size_m : 0.0;
    const bool pushes = stiffness * c + multiplier < 0.0;
    if (pushes != plan->pushing && plan->hard) {
        multiplier = -multiplier - 2.0 * stiffness * c;
    } else if (pushes != plan->pushing) {
        return false;
    }
    for (int end = 0; end < 2; end++) {
        view->slot_penalty[slot[end]] = (ClothReal)stiffness;
        view->slot_multiplier[slot[end]] = (ClothReal)multiplier;
    }
    return true;
}

/* Penalty and multiplier of a row that only pulls, of residual c [m]. False when it came out the
 * other way, or so near to the clamp that differences reach across it. */
static bool load_one_sided(Rng *rng, const RowCheckPlan *plan, double stiffness, double size_m,
                           double c, ClothReal *penalty, ClothReal *multiplier) {
    const double lambda = plan->hard ? rng_unit(rng) * stiffness * size_m : 0.0;
    const double force = stiffness * c + lambda;
    *penalty = (ClothReal)stiffness;
    *multiplier = (ClothReal)lambda;
    return (force < 0.0) == plan->pushing && fabs(force) > 0.05 * stiffness * size_m;
}

static bool load_limit(Rng *rng, const RowCheckPlan *plan, double stiffness, double size_m,
                       const ClothView *view) {
    const double length = distance(view, &view->row_particle[0]);
    const double most = size_m * rng_range(rng, 0.3, 2.5);
    ClothReal penalty = 0;
    ClothReal multiplier = 0;
    const bool loaded =
        load_one_sided(rng, plan, stiffness, size_m, length - most, &penalty, &multiplier) &&
        length > 0.3 * size_m;
    for (int end = 0; end < 2; end++) {
        const int32_t slot = view->row_slot[end];
        view->limit_rest[slot] = (ClothReal)most;
        view->limit_penalty[slot] = penalty;
        view->limit_multiplier[slot] = multiplier;
    }
    return loaded;
}

/* The tether or leash of the free particle, about a centre strewn like the particles. */
static bool load_leash(Rng *rng, const RowCheckPlan *plan, double stiffness, double size_m,
                       const ClothView *view) {
    const bool leash = plan->kind == ROW_CHECK_LEASH;
    const int32_t i = view->inverse_mass[0] > 0 ? 0 : 1;
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const ClothReal hold = (ClothReal)(size_m * rng_range(rng, -1.0, 1.0));
        const ClothReal offset = (ClothReal)(leash ? size_m * rng_range(rng, -1.0, 1.0) : 0.0);
        const double d = (double)view->position[3 * i + k] - ((double)hold + (double)offset);
        view->hold_position[3 * i + k] = hold;
        view->leash_offset[3 * i + k] = offset;
        squared += d * d;
    }
    const double length = sqrt(squared);
    const double radius = size_m * rng_range(rng, 0.3, 2.5);
    (leash ? view->leash_radius : view->tether_radius)[i] = (ClothReal)radius;
    return load_one_sided(rng, plan, stiffness, size_m, length - radius,
                          &(leash ? view->leash_penalty : view->tether_penalty)[i],
                          &(leash ? view->leash_multiplier : view->tether_multiplier)[i]) &&
           length > 0.3 * size_m;
}

/* Strews the particles and loads the row; false when a soft row came out with the other sign. */
static bool draw_state(Rng *rng, const RowCheckPlan *plan, const Trial *trial) {
    const ClothView *view = &trial->view;
    for (int32_t i = 0; i < 3 * view->counts.particle; i++) {
        view->position[i] = (ClothReal)(trial->size_m * rng_range(rng, -1.0, 1.0));
        view->target[i] =
            (ClothReal)((double)view->position[i] + trial->size_m * rng_range(rng, -0.1, 0.1));
    }
    const double stiffness = rng_log_range(rng, 1e-2, 1e4);
    bool loaded = true;
    for (int32_t r = 0; r < view->counts.row; r++) {
        if ((ClothRowKind)view->row_kind[r] == row_kind[plan->kind]) {
            /* Near its singular point a row's differences say nothing. */
            loaded = distance(view, &view->row_particle[2 * r]) > 0.3 * trial->size_m &&
                     load_distance(rng, plan, stiffness, trial->size_m, r, view);
        }
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        view->bend_penalty[s] = (ClothReal)stiffness;
        for (int k = 0; k < 3; k++) {
            const double multiplier = rng_range(rng, -1.0, 1.0) * stiffness * trial->size_m;
            view->bend_multiplier[3 * s + k] = (ClothReal)(plan->hard ? multiplier : 0.0);
        }
    }
    cloth_gather_bends(view);
    if (row_check_one_sided(plan->kind)) {
        return plan->kind == ROW_CHECK_LIMIT
                   ? load_limit(rng, plan, stiffness, trial->size_m, view)
                   : load_leash(rng, plan, stiffness, trial->size_m, view);
    }
    return loaded;
}

static void trial_free(Trial *trial) {
    cloth_vertex_rows_free(&trial->rows);
    cloth_destroy(trial->state);
}

static ClothStatus trial_build(Rng *rng, const RowCheckPlan *plan, Trial *trial,
                               ClothError *error) {
    *trial = (Trial){.step = cloth_step_default(), .size_m = rng_range(rng, 0.5, 2.0)};
    ClothGraph graph;
    ClothStatus status = draw_graph(rng, plan->kind, trial->size_m, &graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    ClothMaterial material = cloth_material_default();
    for (int kind = 0; kind < CLOTH_STIFFNESSES; kind++) {
        const bool checked = kind == (int)row_kind[plan->kind];
        material.row[kind] =
            (ClothStiffness){checked && plan->hard ? INFINITY : 0.0, CLOTH_NEWTON_PER_METRE};
    }
    material.strain_limit = plan->kind == ROW_CHECK_LIMIT ? 0.1 : INFINITY;
    material.slack = plan->kind == ROW_CHECK_LEASH ? 0.25 : 1.0;
    material.tethered = plan->kind == ROW_CHECK_TETHER;
    const int32_t hold = 0;
    const bool hangs = plan->kind == ROW_CHECK_TETHER || plan->kind == ROW_CHECK_LEASH;
    status = cloth_build(&graph, &material, &hold, hangs ? 1 : 0, &trial->state, error);
    cloth_graph_free(&graph);
    if (status == CLOTH_OK) {
        status = cloth_vertex_rows_build(trial->state, &trial->rows, error);
    }
    if (status != CLOTH_OK) {
        trial_free(trial);
        return status;
    }
    trial->view = cloth_view(trial->state);
    trial->step.instruments = plan->instruments;
    trial->step.step_s = rng_log_range(rng, 1e-2, 1e1);
    trial->step.damping_1_s = plan->damping_1_s;
    trial->step.substeps = 1;
    trial->substep = cloth_substep(trial->state, &trial->step);
    while (!draw_state(rng, plan, trial)) {
    }
    return CLOTH_OK;
}

/* Differences. */

/* Of fourth order, from values one and two steps to either side. */
static double difference(const double side[4], double step) {
    return (8.0 * (side[2] - side[1]) - (side[3] - side[0])) / (12.0 * step);
}

static const double sides[4] = {-2.0, -1.0, 1.0, 2.0};

/* Force and block of particle i as a sweep assembles them. */
static void assemble(const Trial *trial, int32_t i, double force[3], double block[3][3]) {
    static const int at[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};
    ClothBatch batch;
    cloth_batch_assemble(&trial->view, &trial->substep, i, 1, &batch);
    for (int a = 0; a < 3; a++) {
        force[a] = batch.force[a][0];
        for (int b = 0; b < 3; b++) {
            block[a][b] = batch.hessian[at[a][b]][0];
        }
    }
}

static void energy_gradient(const Trial *trial, int32_t i, double step, double gradient[3]) {
    for (int k = 0; k < 3; k++) {
        double energy[4];
        for (int s = 0; s < 4; s++) {
            double x[3];
            for (int axis = 0; axis < 3; axis++) {
                x[axis] = (double)trial->view.position[3 * i + axis];
            }
            x[k] += sides[s] * step;
            energy[s] = cloth_vertex_energy(trial->state, &trial->rows, i, trial->substep.h,
                                            trial->step.damping_1_s, NULL, x)
                            .energy_j;
        }
        gradient[k] = difference(energy, step);
    }
}

/* Minus the derivative of the assembled force. */
static void exact_hessian(const Trial *trial, int32_t i, double step, double hessian[3][3]) {
    for (int k = 0; k < 3; k++) {
        ClothReal *x = &trial->view.position[3 * i + k];
        const ClothReal at = *x;
        double force[4][3];
        double unused[3][3];
        for (int s = 0; s < 4; s++) {
            *x = (ClothReal)((double)at + sides[s] * step);
            assemble(trial, i, force[s], unused);
        }
        *x = at;
        for (int a = 0; a < 3; a++) {
            const double side[4] = {force[0][a], force[1][a], force[2][a], force[3][a]};
            hessian[a][k] = -difference(side, step);
        }
    }
}

/* Smallest eigenvalue of a symmetric matrix: the trigonometric solution of its cubic. */
static double least_eigenvalue(double m[3][3]) {
    const double mean = (m[0][0] + m[1][1] + m[2][2]) / 3.0;
    const double off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    double spread = 2.0 * off;
    for (int k = 0; k < 3; k++) {
        spread += (m[k][k] - mean) * (m[k][k] - mean);
    }
    const double p = sqrt(spread / 6.0);
    if (!(p > 0.0)) {
        return mean;
    }
    double b[3][3];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            b[r][c] = (m[r][c] - (r == c ? mean : 0.0)) / p;
        }
    }
    const double half = 0.5 * (b[0][0] * (b[1][1] * b[2][2] - b[1][2] * b[2][1]) -
                               b[0][1] * (b[1][0] * b[2][2] - b[1][2] * b[2][0]) +
                               b[0][2] * (b[1][0] * b[2][1] - b[1][1] * b[2][0]));
    const double turn = acos(less_of(1.0, more_of(-1.0, half))) / 3.0;
    return mean + 2.0 * p * cos(turn + 2.0 * acos(-1.0) / 3.0);
}

static void check_particle(const Trial *trial, const RowCheckPlan *plan, int32_t i,
                           RowCheck *check) {
    const double step = plan->difference * trial->size_m;
    double force[3];
    double block[3][3];
    double gradient[3];
    double exact[3][3];
    assemble(trial, i, force, block);
    force[0] *= 1.0 + plan->wrong;
    energy_gradient(trial, i, step, gradient);
    exact_hessian(trial, i, step, exact);

    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = (double)trial->view.position[3 * i + k];
    }
    const double scale_j = cloth_vertex_energy(trial->state, &trial->rows, i, trial->substep.h,
                                               trial->step.damping_1_s, NULL, x)
                               .scale_j;
    const double scale_n = vec3_length(force) + scale_j / trial->size_m;
    const double trace = block[0][0] + block[1][1] + block[2][2];
    double majorant[3][3];
    for (int a = 0; a < 3; a++) {
        check->gradient = more_of(check->gradient, fabs(force[a] + gradient[a]) / scale_n);
        for (int b = 0; b < 3; b++) {
            majorant[a][b] = (block[a][b] - 0.5 * (exact[a][b] + exact[b][a])) / trace;
            check->hessian = more_of(check->hessian, fabs(block[a][b] - exact[a][b]) / trace);
        }
    }
    check->majorant = -more_of(-check->majorant, -least_eigenvalue(majorant));
}

/* How many reals of particle i's force and block the one-sided row changes by a bit. */
static int64_t count_acting(const Trial *trial, RowCheckKind kind, int32_t i) {
    double force[2][3];
    double block[2][3][3];
    assemble(trial, i, force[0], block[0]);
    const ClothView *view = &trial->view;
    ClothReal *bound = kind == ROW_CHECK_LIMIT    ? &view->limit_rest[view->slot_offset[i]]
                       : kind == ROW_CHECK_TETHER ? &view->tether_radius[i]
                                                  : &view->leash_radius[i];
    const ClothReal kept = *bound;
    *bound = (ClothReal)INFINITY;
    assemble(trial, i, force[1], block[1]);
    *bound = kept;
    int64_t differing = 0;
    for (int a = 0; a < 3; a++) {
        differing += memcmp(&force[0][a], &force[1][a], sizeof force[0][a]) != 0;
        for (int b = 0; b < 3; b++) {
            differing += memcmp(&block[0][a][b], &block[1][a][b], sizeof block[0][a][b]) != 0;
        }
    }
    return differing;
}

ClothStatus row_check_random(Rng *rng, const RowCheckPlan *plan, RowCheck *check,
                             ClothError *error) {
    Trial trial;
    const ClothStatus status = trial_build(rng, plan, &trial, error);
    if (status != CLOTH_OK) {
        return status;
    }
    for (int32_t i = 0; i < trial.view.counts.particle; i++) {
        check_particle(&trial, plan, i, check);
        if (row_check_one_sided(plan->kind)) {
            check->acting += count_acting(&trial, plan->kind, i);
        }
    }
    trial_free(&trial);
    return CLOTH_OK;
}
