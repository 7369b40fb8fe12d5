#include "step/hold_turn.h"

#include "math/sym3.h"
#include "math/vec3.h"
#include "step/instruments.h"
#include "step/leashes.h"

#include <math.h>

/* How far off the line a held particle may be, over the line's length. */
#define STRAIGHT 0x1p-16

/* A cloth that lies along one line through its hold has no inertia about it; raised by this share of
 * their sum, the inertias can be solved for. UNMEASURED but for this: at 2^-40 what it slows is
 * thinner than a millionth of its length. */
#define SLENDER 0x1p-40

static void held_position(const ClothView *view, int32_t h, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = (double)view->position[3 * view->held_list[h] + k];
    }
}

/* The held particle furthest from the first: the line's other end. */
static double find_axis(const ClothView *view, ClothHoldLine *line) {
    double longest = 0.0;
    held_position(view, 0, line->origin);
    for (int32_t h = 1; h < view->tally.held; h++) {
        double x[3];
        double along[3];
        held_position(view, h, x);
        vec3_subtract(x, line->origin, along);
        const double length = vec3_length(along);
        if (length > longest) {
            longest = length;
            for (int k = 0; k < 3; k++) {
                line->axis[k] = along[k] / length;
            }
        }
    }
    return longest;
}

bool cloth_hold_line(const ClothView *view, ClothHoldLine *line) {
    if (view->tally.held < 2 || view->tally.held == view->counts.particle) {
        return false;
    }
    const double longest = find_axis(view, line);
    if (!(longest > 0.0 && longest < INFINITY)) {
        return false;
    }
    for (int32_t h = 1; h < view->tally.held; h++) {
        double x[3];
        double r[3];
        double off[3];
        held_position(view, h, x);
        vec3_subtract(x, line->origin, r);
        vec3_cross(line->axis, r, off);
        if (!(vec3_length(off) <= STRAIGHT * longest)) {
            return false;
        }
    }
    return true;
}

/* What can turn: about what, and the particles that do. */
typedef struct Turns {
    double origin[3];
    double before[3]; /* where the origin was when the substep began, under the off arm that asks */
    double axis[3][3]; /* unit; the first `rank` of them */
    int rank;          /* 0: nothing can; 1: about a line; 3: about a point */
    bool moored;       /* held somewhere: what no hold reaches does not turn along */
} Turns;

static bool takes_part(const ClothView *view, const Turns *turns, int32_t i) {
    return view->inverse_mass[i] != 0 && (!turns->moored || view->hold[i] >= 0);
}

static void turn_all_ways(Turns *turns) {
    turns->rank = 3;
    for (int a = 0; a < 3; a++) {
        for (int k = 0; k < 3; k++) {
            turns->axis[a][k] = a == k ? 1.0 : 0.0;
        }
    }
}

/* Puts the centre of mass of a cloth that nothing holds where the targets have theirs. */
static void shift(const ClothView *view, Turns *turns) {
    double mass = 0.0;
    double off[3] = {0};
    double centre[3] = {0};
    double before[3] = {0};
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const double m = (double)view->mass[i];
        mass += m;
        for (int k = 0; k < 3; k++) {
            off[k] += m * ((double)view->target[3 * i + k] - (double)view->position[3 * i + k]);
            centre[k] += m * (double)view->target[3 * i + k];
            before[k] += m * (double)view->previous[3 * i + k];
        }
    }
    for (int k = 0; k < 3; k++) {
        turns->origin[k] = centre[k] / mass;
        turns->before[k] = before[k] / mass;
        off[k] /= mass;
    }
    if (!vec3_is_finite(off)) {
        turns->rank = 0;
        return;
    }
    for (int32_t i = 0; i < view->counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[3 * i + k];
            view->position[3 * i + k] = (ClothReal)(x + off[k]);
        }
    }
}

static Turns turns_of(const ClothView *view, const ClothSubstep *substep) {
    Turns turns = {.moored = view->tally.held > 0};
    if (view->tally.held == view->counts.particle) {
        return turns;
    }
    const bool free_turns = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_FREE_TURNS);
    ClothHoldLine line;
    if (!turns.moored && free_turns) {
        turn_all_ways(&turns);
        shift(view, &turns);
    } else if (view->tally.held == 1 && free_turns) {
        turn_all_ways(&turns);
        held_position(view, 0, turns.origin);
        vec3_copy(turns.origin, turns.before);
    } else if (cloth_hold_line(view, &line)) {
        turns.rank = 1;
        vec3_copy(line.origin, turns.origin);
        vec3_copy(line.origin, turns.before);
        vec3_copy(line.axis, turns.axis[0]);
    }
    return turns;
}

/* What the turns feel of one particle. */
typedef struct Arm {
    double tangent[3][3]; /* of each axis, t = a x r */
    double across[3];     /* r less its part along the line; r, about a point */
} Arm;

static Arm arm_about(const Turns *turns, const double x[3], const double origin[3]) {
    Arm arm = {0};
    vec3_subtract(x, origin, arm.across);
    for (int a = 0; a < turns->rank; a++) {
        vec3_cross(turns->axis[a], arm.across, arm.tangent[a]);
    }
    if (turns->rank == 1) {
        vec3_add_scaled(arm.across, turns->axis[0], -vec3_dot(turns->axis[0], arm.across));
    }
    return arm;
}

static Arm arm_of(const ClothView *view, const Turns *turns, int32_t i) {
    const double x[3] = {(double)view->position[3 * i], (double)view->position[3 * i + 1],
                         (double)view->position[3 * i + 2]};
    return arm_about(turns, x, turns->origin);
}

/* The sums of the header. */
typedef struct Sums {
    double gradient[3]; /* g [N m] */
    Sym3 hessian;       /* sum t^T H t [N m] */
    double curvature;   /* of the paths, the most about any axis [N m] */
    Sym3 pendulum;      /* the same, axis by axis, about a point [N m] */
} Sums;

/* Adds what a particle contributes whose gradient is `pull` and whose Hessian is
 * spread I + outer d d^T. */
static void add(const Turns *turns, const Arm *arm, const double pull[3], double spread,
                double outer, const double d[3], Sums *sums) {
    double swept[3];
    for (int a = 0, at = 0; a < turns->rank; a++) {
        sums->gradient[a] += vec3_dot(arm->tangent[a], pull);
        swept[a] = outer == 0.0 ? 0.0 : vec3_dot(arm->tangent[a], d);
        for (int b = 0; b <= a; b++, at++) {
            sums->hessian.m[at] +=
                spread * vec3_dot(arm->tangent[a], arm->tangent[b]) + outer * swept[a] * swept[b];
        }
    }
    const double inwards = -vec3_dot(arm->across, pull);
    sums->curvature += inwards;
    if (turns->rank == 3) {
        const double *r = arm->across;
        double *m = sums->pendulum.m;
        m[0] += inwards + r[0] * pull[0];
        m[1] += 0.5 * (r[1] * pull[0] + r[0] * pull[1]);
        m[2] += inwards + r[1] * pull[1];
        m[3] += 0.5 * (r[2] * pull[0] + r[0] * pull[2]);
        m[4] += 0.5 * (r[2] * pull[1] + r[1] * pull[2]);
        m[5] += inwards + r[2] * pull[2];
    }
}

static void add_inertia(const ClothView *view, const ClothSubstep *substep, const Turns *turns,
                        int32_t i, const Arm *arm, Sums *sums) {
    const double mass_h2 = (double)view->mass[i] * substep->inertia_h2;
    double pull[3];
    for (int k = 0; k < 3; k++) {
        pull[k] = mass_h2 * ((double)view->position[3 * i + k] - (double)view->target[3 * i + k]);
    }
    add(turns, arm, pull, mass_h2, 0.0, pull, sums);
    if (CLOTH_ABLATED(substep->step, CLOTH_WITH_WHOLE_SPIN)) {
        const double from[3] = {(double)view->previous[3 * i], (double)view->previous[3 * i + 1],
                                (double)view->previous[3 * i + 2]};
        const Arm old = arm_about(turns, from, turns->before);
        for (int a = 0; a < turns->rank; a++) {
            sums->gradient[a] += vec3_dot(old.tangent[a], pull) - vec3_dot(arm->tangent[a], pull);
        }
    }
}

static void add_leash(const ClothView *view, const Turns *turns, int32_t i, const Arm *arm,
                      Sums *sums) {
    double d[3];
    const ClothLeash leash = cloth_leash_of(view, i, d);
    if (!(leash.force > 0.0)) {
        return;
    }
    double pull[3];
    for (int k = 0; k < 3; k++) {
        pull[k] = leash.force * leash.inverse * d[k];
    }
    const ClothDistanceHessian part =
        cloth_distance_hessian(leash.inverse, leash.force, (double)view->leash_penalty[i]);
    add(turns, arm, pull, part.spread, part.outer, d, sums);
}

static Sums sum_up(const ClothView *view, const ClothSubstep *substep, const Turns *turns) {
    Sums sums = {0};
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (!takes_part(view, turns, i)) {
            continue;
        }
        const Arm arm = arm_of(view, turns, i);
        add_inertia(view, substep, turns, i, &arm, &sums);
        if (view->leash_radius[i] < INFINITY) {
            add_leash(view, turns, i, &arm, &sums);
        }
    }
    return sums;
}

/* Adds the curvature of the paths about a point: the whole of it, axis by axis, unless it would take
 * away more than half of the rest. About the vertical a pendulum has no stiffness: with the most about
 * any axis in its place each turn falls short by that share, and a cloth hung from a corner spins up
 * (e27). */
static void stiffen(const Sums *sums, Sym3 *hessian) {
    static const double nothing[3] = {0.0, 0.0, 0.0};
    const double stiffer = sums->curvature > 0.0 ? sums->curvature : 0.0;
    Sym3 half;
    double x[3];
    double pivot[3];
    for (int k = 0; k < 6; k++) {
        half.m[k] = 0.5 * hessian->m[k] + sums->pendulum.m[k];
    }
    sym3_lift(&half, SLENDER);
    const bool whole = sym3_solve_ldlt(&half, nothing, x, pivot) > 0.0;
    for (int k = 0; k < 6; k++) {
        const bool diagonal = k == 0 || k == 2 || k == 5;
        hessian->m[k] += whole ? sums->pendulum.m[k] : diagonal ? stiffer : 0.0;
    }
}

/* The Newton step, as a rotation vector. Returns whether there is one. */
static bool solve(const Turns *turns, const Sums *sums, double w[3]) {
    Sym3 hessian = sums->hessian;
    double by[3] = {0};
    if (turns->rank == 1) {
        const double stiffer = sums->curvature > 0.0 ? sums->curvature : 0.0;
        by[0] = -sums->gradient[0] / (hessian.m[0] + stiffer);
    } else {
        const double less[3] = {-sums->gradient[0], -sums->gradient[1], -sums->gradient[2]};
        double pivot[3];
        stiffen(sums, &hessian);
        sym3_lift(&hessian, SLENDER);
        if (!(sym3_solve_ldlt(&hessian, less, by, pivot) > 0.0)) {
            return false;
        }
    }
    for (int k = 0; k < 3; k++) {
        w[k] = 0.0;
        for (int a = 0; a < turns->rank; a++) {
            w[k] += by[a] * turns->axis[a][k];
        }
    }
    return vec3_is_finite(w);
}

/* By 2 atan(|w| / 2): a rotation whatever the angle, and of arithmetic alone, so that every machine
 * gets the same bits. */
static void turn_by(const ClothView *view, const Turns *turns, const double w[3]) {
    const double share = 1.0 / (1.0 + 0.25 * vec3_dot(w, w));
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (!takes_part(view, turns, i)) {
            continue;
        }
        double r[3];
        double along[3];
        double inwards[3];
        for (int k = 0; k < 3; k++) {
            r[k] = (double)view->position[3 * i + k] - turns->origin[k];
        }
        vec3_cross(w, r, along);
        vec3_cross(w, along, inwards);
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[3 * i + k];
            view->position[3 * i + k] = (ClothReal)(x + share * (along[k] + 0.5 * inwards[k]));
        }
    }
}

#ifdef CLOTH_ABLATE
/* The part of the substep's energy that the turns feel [J]. */
static double felt_energy(const ClothView *view, const ClothSubstep *substep) {
    double energy = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0) {
            continue;
        }
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            const double lag = (double)view->position[k] - (double)view->target[k];
            energy += 0.5 * (double)view->mass[i] * substep->inertia_h2 * lag * lag;
        }
        if (view->leash_radius[i] < INFINITY) {
            double d[3];
            const double force = cloth_leash_of(view, i, d).force;
            energy += force > 0.0 ? 0.5 * force * force / (double)view->leash_penalty[i] : 0.0;
        }
    }
    return energy;
}

/* Whether somebody watches, who is to be told of energies. */
static bool is_watched(const ClothSubstep *substep) {
    const ClothInstruments *instruments = substep->step->instruments;
    return instruments != NULL && instruments->on_turn != NULL;
}

static void tell(const ClothView *view, const ClothSubstep *substep, double before,
                 const Sums *sums, const double w[3]) {
    ClothTurnSeen seen = {.before_j = before, .after_j = felt_energy(view, substep)};
    for (int k = 0; k < 3; k++) {
        seen.gradient_n_m[k] = sums->gradient[k];
        seen.turn_rad[k] = w[k];
    }
    substep->step->instruments->on_turn(substep->step->instruments->user, substep->state, &seen);
}
#endif

/* Whether gravity restores the turn, for the off arm that leaves it alone then: a pendulum's
 * stiffness above this share of its inertia over h^2. */
#define RESTORED 1e-4

static bool left_to_gravity(const ClothSubstep *substep, const Turns *turns, const Sums *sums) {
    return turns->rank == 1 && CLOTH_ABLATED(substep->step, CLOTH_WITH_TURN_WHERE_FREE) &&
           sums->curvature > RESTORED * sums->hessian.m[0];
}

void cloth_hold_turn(const ClothView *view, const ClothSubstep *substep) {
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_HOLD_TURN)) {
        return;
    }
#ifdef CLOTH_ABLATE
    const double before = is_watched(substep) ? felt_energy(view, substep) : 0.0;
#endif
    const Turns turns = turns_of(view, substep);
    /* A spin kept whole is no Newton step, and needs a few. */
    const int passes = CLOTH_ABLATED(substep->step, CLOTH_WITH_WHOLE_SPIN) ? 4 : 1;
    for (int pass = 0; turns.rank > 0 && pass < passes; pass++) {
        const Sums sums = sum_up(view, substep, &turns);
        double w[3];
        if (!solve(&turns, &sums, w) || left_to_gravity(substep, &turns, &sums)) {
            return;
        }
        turn_by(view, &turns, w);
#ifdef CLOTH_ABLATE
        if (pass == 0 && is_watched(substep)) {
            tell(view, substep, before, &sums, w);
        }
#endif
    }
}
