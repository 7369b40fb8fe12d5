#include "contact_rows.h"

#include <math.h>
#include <string.h>

#include "collide/gap.h"
#include "gate.h"
#include "math/sym3.h"
#include "measure/vertex_energy.h"
#include "scenes/extreme.h"
#include "scenes/solids.h"
#include "step/batch.h"
#include "step/instruments.h"
#include "touching.h"

/* Of the differences that make a Hessian. */
#define DIFFERENCE_M 1e-3

typedef struct Trial {
    ClothState *state;
    ClothView view;
    ClothVertexRows rows;
    ClothInstruments instruments;
    ClothStep step;
    ClothSubstep substep;
    double normal[3];
    double force_n; /* of the contact as it is found */
    double left_n;  /* as the visit leaves it, by inertia alone */
    double share;   /* of friction's pull that the visit takes */
    double mu;
} Trial;

static void trial_free(Trial *trial) {
    cloth_vertex_rows_free(&trial->rows);
    cloth_destroy(trial->state);
}

/* Force of inertia and of the contact in a minimum along the normal: what is left to friction's cap. */
static double force_left(const Trial *trial) {
    const ClothView *view = &trial->view;
    const double h = trial->substep.h;
    const double stiff = (double)view->mass[0] * (1.0 + trial->step.damping_1_s * h) / (h * h);
    const double k = (double)view->contact_penalty[0];
    double pull = 0.0;
    for (int a = 0; a < 3; a++) {
        pull += stiff * ((double)view->target[a] - (double)view->position[a]) * trial->normal[a];
    }
    const double left = trial->force_n - k * (pull + trial->force_n) / (stiff + k);
    return left > 0.0 ? left : 0.0;
}

/* Fills slot 0, as if the particle had met the collider. */
static void fill_slot(Rng *rng, ContactPlan plan, const ClothPose *pose, const double local[3],
                      Trial *trial) {
    const ClothView *view = &trial->view;
    const bool rubs = plan == CONTACT_STICKS || plan == CONTACT_SLIDES;
    view->contact_collider[0] = 0;
    view->touched_list[0] = 0;
    view->contact_penalty[0] = (ClothReal)rng_log_range(rng, 1.0, 1e3);
    view->contact_multiplier[0] =
        (ClothReal)(rng_unit(rng) * 0.2 * (double)view->contact_penalty[0]);
    view->contact_allowed[0] = (ClothReal)(rng_unit(rng) < 0.5 ? 0.0 : rng_range(rng, 0.0, 0.05));
    view->contact_clear[0] = (ClothReal)(plan == CONTACT_SLACK ? 0.01 : 0.0);
    for (int a = 0; a < 3; a++) {
        const double off = rng_range(rng, -0.2, 0.2);
        view->contact_anchor[a] = (ClothReal)(local[a] + (rubs ? off : 0.0));
        view->contact_friction[a] =
            (ClothReal)(rubs ? rng_range(rng, -0.2, 0.2) * (double)view->contact_penalty[0] : 0.0);
    }
    (void)pose;
}

/* Whether friction is as the plan has it once the visit is done, and clear of where it begins to
 * slide. By inertia alone w becomes (m' w + k f) / (m' + S k), and S w is the force: S is found by
 * halving, where the gate's subject has a formula. */
static bool rubs_as_planned(ContactPlan plan, Trial *trial) {
    const ClothView *view = &trial->view;
    const ClothPose pose = cloth_table_pose(view->collider_pose);
    double w[3];
    double anchor[3];
    double x[3];
    cloth_load(view->contact_anchor, anchor);
    cloth_load(view->contact_friction, w);
    cloth_load(view->position, x);
    cloth_pose_apply(&pose, anchor, anchor);
    quat_rotate(pose.rotation, w, w);
    for (int a = 0; a < 3; a++) {
        w[a] += (double)view->contact_penalty[0] * (x[a] - anchor[a]);
    }
    vec3_add_scaled(w, trial->normal, -vec3_dot(w, trial->normal));
    const double h = trial->substep.h;
    const double stiff = (double)view->mass[0] * (1.0 + trial->step.damping_1_s * h) / (h * h);
    const double k = (double)view->contact_penalty[0];
    double end[3];
    for (int a = 0; a < 3; a++) {
        end[a] = stiff * (w[a] + k * ((double)view->target[a] - x[a]));
    }
    vec3_add_scaled(end, trial->normal, -vec3_dot(end, trial->normal));
    const double cap = trial->mu * trial->left_n;
    const double length = vec3_length(w);
    const double sticking = vec3_length(end) / (stiff + k);
    double low = 0.0;
    double high = 1.0;
    for (int halving = 0; halving < 200; halving++) {
        const double share = 0.5 * (low + high);
        if (share * vec3_length(end) / (stiff + share * k) > cap) {
            high = share;
        } else {
            low = share;
        }
    }
    trial->share = sticking <= cap ? 1.0 : low;
    return plan == CONTACT_STICKS ? sticking < 0.9 * cap
                                  : cap > 0.02 * length && sticking > 1.1 * cap;
}

/* Whether the distance has no kink, and no step in its curvature, as far as differences reach: its
 * normal runs straight there. */
static bool is_smooth(const ClothShape *shape, const double local[3]) {
    static const double along[9][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                       {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
    double here[3];
    (void)cloth_shape_distance(shape, local, here);
    for (int d = 0; d < 9; d++) {
        double bend[3] = {-2.0 * here[0], -2.0 * here[1], -2.0 * here[2]};
        for (int side = -1; side <= 1; side += 2) {
            double x[3];
            double n[3];
            vec3_copy(local, x);
            vec3_add_scaled(x, along[d], side * 3.0 * DIFFERENCE_M);
            (void)cloth_shape_distance(shape, x, n);
            vec3_add_scaled(bend, n, 1.0);
        }
        if (!(vec3_length(bend) < 4e-4)) {
            return false;
        }
    }
    return true;
}

static bool draw_contact(Rng *rng, ContactPlan plan, ClothShapeKind kind, Trial *trial) {
    const ClothShape shape = touching_shape(rng, kind, 1.0);
    const ClothPose pose = touching_pose(rng, 1.0);
    const bool rubs = plan == CONTACT_STICKS || plan == CONTACT_SLIDES;
    double local[3];
    double x[3];
    double out[3];
    trial->mu = !rubs ? 0.0 : plan == CONTACT_STICKS ? 5.0 : rng_range(rng, 0.05, 0.8);
    const ClothMetCollider met = touching_met(7, &shape, &pose, trial->mu);
    rng_vector(rng, 1.2, local);
    const double distance = cloth_shape_distance(&shape, local, out);
    const double wanted = rng_range(rng, -0.2, plan == CONTACT_SLACK ? 0.3 : 0.05);
    vec3_add_scaled(local, out, wanted - distance);
    cloth_pose_apply(&pose, local, x);
    trial->state = touching_particles(1, x, 1.0, 0.01);
    touching_set(trial->state, &met, 1);
    trial->state->tally.touched = 1;
    trial->view = cloth_view(trial->state);
    fill_slot(rng, plan, &pose, local, trial);
    const double gap = cloth_gap(&trial->view, 0, x, trial->normal);
    trial->force_n =
        (double)trial->view.contact_penalty[0] * (-gap - (double)trial->view.contact_allowed[0]) +
        (double)trial->view.contact_multiplier[0];
    const double least = 0.02 * (double)trial->view.contact_penalty[0];
    return is_smooth(&shape, local) &&
           (plan == CONTACT_SLACK ? trial->force_n < -least && gap > 0.02 : trial->force_n > least);
}

static bool draw_backstop(Rng *rng, ContactPlan plan, Trial *trial) {
    double x[3];
    double point[3];
    double normal[3];
    const double distance = rng_range(rng, -0.2, 0.2);
    rng_vector(rng, 1.0, x);
    rng_vector(rng, 1.0, point);
    solid_direction(rng, normal);
    trial->state = touching_particles(1, x, 1.0, 0.01);
    ck_assert(cloth_set_backstops(trial->state, point, normal, &distance, NULL) == CLOTH_OK);
    trial->view = cloth_view(trial->state);
    trial->view.backstop_penalty[0] = (ClothReal)rng_log_range(rng, 1.0, 1e3);
    trial->view.backstop_multiplier[0] =
        (ClothReal)(0.2 * rng_unit(rng) * (double)trial->view.backstop_penalty[0]);
    double gap = -distance;
    for (int a = 0; a < 3; a++) {
        gap += (x[a] - point[a]) * normal[a];
    }
    trial->force_n =
        -gap * (double)trial->view.backstop_penalty[0] + (double)trial->view.backstop_multiplier[0];
    const double least = 0.02 * (double)trial->view.backstop_penalty[0];
    return plan == BACKSTOP_SLACK ? trial->force_n < -least : trial->force_n > least;
}

static bool draw(Rng *rng, ContactPlan plan, ClothShapeKind kind, uint32_t ablate, Trial *trial) {
    *trial = (Trial){.step = cloth_step_default(), .instruments = {.ablate = ablate}};
    trial->step.step_s = rng_log_range(rng, 1e-2, 1.0);
    trial->step.substeps = 1;
    trial->step.damping_1_s = 3.0;
    trial->step.instruments = ablate == 0 ? NULL : &trial->instruments;
    const bool plane = plan == BACKSTOP_PRESSES || plan == BACKSTOP_SLACK;
    bool drawn = plane ? draw_backstop(rng, plan, trial) : draw_contact(rng, plan, kind, trial);
    trial->substep = cloth_substep(trial->state, &trial->step);
    for (int a = 0; a < 3; a++) {
        trial->view.target[a] = (ClothReal)((double)trial->view.position[a] +
                                            trial->substep.h * rng_range(rng, -0.1, 0.1));
    }
    trial->left_n = plane ? 0.0 : force_left(trial);
    if (drawn && (plan == CONTACT_STICKS || plan == CONTACT_SLIDES)) {
        drawn = rubs_as_planned(plan, trial);
    }
    ck_assert(cloth_vertex_rows_build(trial->state, &trial->rows, NULL) == CLOTH_OK);
    return drawn;
}

static void assemble(const ClothView *view, const Trial *trial, double force[3], Sym3 *block) {
    ClothBatch batch;
    cloth_batch_assemble(view, &trial->substep, 0, 1, &batch);
    for (int a = 0; a < 3; a++) {
        force[a] = batch.force[a][0];
    }
    for (int k = 0; k < 6; k++) {
        block->m[k] = batch.hessian[k][0];
    }
}

static double energy_at(const Trial *trial, const double x[3]) {
    const double grip[CLOTH_CONTACT_SLOTS] = {trial->share};
    return cloth_vertex_energy(trial->state, &trial->rows, 0, trial->substep.h,
                               trial->step.damping_1_s, grip, x)
        .energy_j;
}

/* Fourth order, from values one and two steps to either side. */
static const double sides[4] = {-2.0, -1.0, 1.0, 2.0};
static const double weight[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0};

static void difference(const Trial *trial, double step, double gradient[3], double hessian[3][3]) {
    double at[3];
    cloth_load(trial->view.position, at);
    const double middle = energy_at(trial, at);
    for (int a = 0; a < 3; a++) {
        gradient[a] = 0.0;
        for (int b = 0; b < 3; b++) {
            hessian[a][b] = 0.0;
            for (int p = 0; p < 4; p++) {
                for (int q = 0; q < 4; q++) {
                    double x[3] = {at[0], at[1], at[2]};
                    x[a] += sides[p] * step;
                    x[b] += sides[q] * step;
                    hessian[a][b] +=
                        weight[p] * weight[q] * (energy_at(trial, x) - middle) / (step * step);
                }
            }
        }
        for (int p = 0; p < 4; p++) {
            double x[3] = {at[0], at[1], at[2]};
            x[a] += sides[p] * 0.3 * step;
            gradient[a] += weight[p] * (energy_at(trial, x) - middle) / (0.3 * step);
        }
    }
}

/* What the block lacks of the Hessian, over its trace: by how much it has to be lifted, in powers of
 * ten. */
static double lacking(const Sym3 *block, double exact[3][3]) {
    static const int at[6][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}};
    const double trace = block->m[0] + block->m[2] + block->m[5];
    for (double lift = 1e-8; lift < 1e3; lift *= 10.0) {
        const double none[3] = {0.0, 0.0, 0.0};
        double x[3];
        double pivot[3];
        Sym3 over;
        for (int k = 0; k < 6; k++) {
            over.m[k] = block->m[k] - exact[at[k][0]][at[k][1]] +
                        (at[k][0] == at[k][1] ? lift * trace : 0.0);
        }
        if (sym3_solve_ldlt(&over, none, x, pivot) > 0.0) {
            return lift;
        }
    }
    return NAN;
}

/* What the block's step leaves of friction: the share of w that it was assembled with, over w there. */
static void see_friction(const Trial *trial, const double force[3], const Sym3 *block,
                         ContactRows *worst) {
    const ClothView *view = &trial->view;
    const double h = trial->substep.h;
    const double stiff = (double)view->mass[0] * (1.0 + trial->step.damping_1_s * h) / (h * h);
    double move[3];
    double pivot[3];
    double left[3];
    if (!(sym3_solve_ldlt(block, force, move, pivot) > 0.0)) {
        worst->cone = NAN;
        return;
    }
    for (int a = 0; a < 3; a++) {
        left[a] = stiff * ((double)view->target[a] - (double)view->position[a] - move[a]);
    }
    vec3_add_scaled(left, trial->normal, -vec3_dot(left, trial->normal));
    raise_to(&worst->cone, vec3_length(left) / (trial->mu * trial->left_n) - 1.0);
}

static int64_t count_acting(const Trial *trial) {
    double force[2][3];
    Sym3 block[2];
    ClothView without = trial->view;
    without.tally.touched = 0;
    without.tally.backstop = 0;
    assemble(&trial->view, trial, force[0], &block[0]);
    assemble(&without, trial, force[1], &block[1]);
    int64_t differing = 0;
    for (int k = 0; k < 3; k++) {
        differing += memcmp(&force[0][k], &force[1][k], sizeof(double)) != 0;
    }
    for (int k = 0; k < 6; k++) {
        differing += memcmp(&block[0].m[k], &block[1].m[k], sizeof(double)) != 0;
    }
    return differing;
}

static void check(const Trial *trial, ContactPlan plan, double wrong, ContactRows *worst) {
    static const int at[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};
    double force[3];
    double gradient[3];
    double exact[3][3];
    Sym3 block;
    assemble(&trial->view, trial, force, &block);
    difference(trial, DIFFERENCE_M, gradient, exact);
    const double trace = block.m[0] + block.m[2] + block.m[5];
    const double scale = vec3_length(force) + 0.01 * trace;
    force[0] *= 1.0 + wrong;
    for (int a = 0; a < 3; a++) {
        raise_to(&worst->gradient, fabs(force[a] + gradient[a]) / scale);
        for (int b = 0; b < 3; b++) {
            raise_to(&worst->hessian, fabs(block.m[at[a][b]] - exact[a][b]) / trace);
        }
    }
    raise_to(&worst->majorant, lacking(&block, exact));
    if (plan == CONTACT_STICKS || plan == CONTACT_SLIDES) {
        see_friction(trial, force, &block, worst);
    }
    worst->acting += count_acting(trial);
}

ContactRows contact_rows(ContactPlan plan, ClothShapeKind kind, uint32_t ablate, double wrong) {
    Rng rng = {37};
    ContactRows worst = {.cone = -1.0};
    for (int done = 0; done < CONTACT_ROWS_STATES;) {
        Trial trial;
        if (draw(&rng, plan, kind, ablate, &trial)) {
            check(&trial, plan, wrong, &worst);
            done++;
        }
        trial_free(&trial);
    }
    return worst;
}
