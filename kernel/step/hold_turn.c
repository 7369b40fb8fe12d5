#include "step/hold_turn.h"

#include "math/sym3.h"
#include "math/vec3.h"
#include "step/instruments.h"
#include "step/leashes.h"
#include "step/stop.h"
#include "step/turn_sums.h"
#include "step/vectorised.h"

#include <math.h>
#include <stdint.h>

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

/* Under the off arm that keeps the whole spin: inertia pulls at where its particle was. */
static void keep_spin(const ClothView *view, const ClothSubstep *substep, const ClothTurns *turns,
                      ClothTurnSums *sums) {
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0 || view->hold[i] < turns->least) {
            continue;
        }
        double back[3];
        double pull[3];
        double turned[3];
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[3 * i + k];
            back[k] =
                ((double)view->previous[3 * i + k] - turns->before[k]) - (x - turns->origin[k]);
            pull[k] =
                (double)view->mass[i] * substep->inertia_h2 * (x - (double)view->target[3 * i + k]);
        }
        vec3_cross(back, pull, turned);
        for (int k = 0; k < 3; k++) {
            sums->gradient[turns->rank == 1 ? 0 : k] +=
                (turns->rank == 1 ? turns->axis[k] : 1.0) * turned[k];
        }
    }
}

static ClothTurnSums sum_up(const ClothView *view, const ClothSubstep *substep,
                            const ClothTurns *turns) {
    ClothTurnSums sums = cloth_turn_sums(view, substep, turns);
    if (CLOTH_ABLATED(substep->step, CLOTH_WITH_WHOLE_SPIN)) {
        keep_spin(view, substep, turns, &sums);
    }
    return sums;
}

/* What a shift of the whole cloth feels: inertia, which alone would shift it by `lag`, when it has come
 * `off`, and what presses. Gradient [N] and Hessian [N/m] out. */
static ClothPush feel(const ClothView *view, const ClothSubstep *substep, double inertia,
                      const double lag[3], const double off[3], double gradient[3], Sym3 *hessian) {
    ClothPush most = CLOTH_PUSH_NONE;
    *hessian = (Sym3){{inertia, 0.0, inertia, 0.0, 0.0, inertia}};
    for (int k = 0; k < 3; k++) {
        gradient[k] = inertia * (off[k] - lag[k]);
    }
    for (int32_t k = 0; k < cloth_pressed_count(view); k++) {
        const int32_t i = cloth_pressed_particle(view, k);
        const ClothPush push = cloth_pressed(view, substep, true, i, gradient, hessian->m);
        most = push > most ? push : most;
    }
    return most;
}

static void move_all(const ClothView *view, const double by[3]) {
    for (int32_t i = 0; i < view->counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[3 * i + k];
            view->position[3 * i + k] = (ClothReal)(x + by[k]);
        }
    }
}

/* Whether a shift of the whole cloth takes any of its particles through a solid. */
static bool shifts_through(const ClothView *view, const ClothSubstep *substep,
                           const double off[3]) {
    bool any = false;
    for (int32_t t = 0; !any && t < view->tally.touched; t++) {
        any = cloth_is_stopped(view, substep, view->touched_list[t], off);
    }
    return any;
}

/* Shifts a cloth that something presses on by the Newton step. Friction that slides has no stiffness
 * along its slip, and a step that would end the slide goes beyond it: then it is as long as makes the
 * slope along it, taken as even, 0. Returns whether there is a step; off: out [m]. */
static bool lean(const ClothView *view, const ClothSubstep *substep, double mass,
                 const double lag[3], double off[3]) {
    static const double nothing[3] = {0.0, 0.0, 0.0};
    const double inertia = mass * substep->inertia_h2;
    double gradient[3];
    double pivot[3];
    Sym3 hessian;
    const ClothPush push = feel(view, substep, inertia, lag, nothing, gradient, &hessian);
    const double less[3] = {-gradient[0], -gradient[1], -gradient[2]};
    if (!(sym3_solve_ldlt(&hessian, less, off, pivot) > 0.0) || !vec3_is_finite(off) ||
        shifts_through(view, substep, off)) {
        return false;
    }
    move_all(view, off);
    if (push != CLOTH_PUSH_SLIDES) {
        return true;
    }
    const double before = vec3_dot(gradient, off);
    (void)feel(view, substep, inertia, lag, off, gradient, &hessian);
    const double after = vec3_dot(gradient, off);
    if (after > 0.0) {
        const double share = -after / (after - before);
        const double back[3] = {share * off[0], share * off[1], share * off[2]};
        move_all(view, back);
        vec3_add_scaled(off, back, 1.0);
    }
    return true;
}

/* Puts the centre of mass of a cloth that nothing holds where the targets have theirs, or where what
 * presses lets it. */
static void shift(const ClothView *view, const ClothSubstep *substep, ClothTurns *turns) {
    double mass = 0.0;
    double off[3];
    double lag[3] = {0};
    double centre[3] = {0};
    double before[3] = {0};
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const double m = (double)view->mass[i];
        mass += m;
        for (int k = 0; k < 3; k++) {
            lag[k] += m * ((double)view->target[3 * i + k] - (double)view->position[3 * i + k]);
            centre[k] += m * (double)view->target[3 * i + k];
            before[k] += m * (double)view->previous[3 * i + k];
        }
    }
    for (int k = 0; k < 3; k++) {
        turns->origin[k] = centre[k] / mass;
        turns->before[k] = before[k] / mass;
        lag[k] /= mass;
        off[k] = lag[k];
    }
    if (!vec3_is_finite(lag)) {
        turns->rank = 0;
    } else if (view->tally.touched + view->tally.backstop == 0) {
        move_all(view, off);
    } else if (lean(view, substep, mass, lag, off)) {
        for (int k = 0; k < 3; k++) {
            turns->origin[k] += off[k] - lag[k];
        }
    } else {
        turns->rank = 0;
    }
}

static ClothTurns turns_of(const ClothView *view, const ClothSubstep *substep) {
    const bool moored = view->tally.held > 0;
    ClothTurns turns = {.least = moored ? 0 : INT32_MIN};
    if (view->tally.held == view->counts.particle) {
        return turns;
    }
    const bool free_turns = !CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_FREE_TURNS);
    ClothHoldLine line;
    if (!moored && free_turns) {
        turns.rank = 3;
        shift(view, substep, &turns);
    } else if (view->tally.held == 1 && free_turns) {
        turns.rank = 3;
        held_position(view, 0, turns.origin);
        vec3_copy(turns.origin, turns.before);
    } else if (cloth_hold_line(view, &line)) {
        turns.rank = 1;
        vec3_copy(line.origin, turns.origin);
        vec3_copy(line.origin, turns.before);
        vec3_copy(line.axis, turns.axis);
    }
    return turns;
}

/* Adds the curvature of the paths about a point: the whole of it, axis by axis, unless it would take
 * away more than half of the rest. About the vertical a pendulum has no stiffness: with the most about
 * any axis in its place each turn falls short by that share, and a cloth hung from a corner spins up
 * (e27). */
static void stiffen(const ClothTurnSums *sums, Sym3 *hessian) {
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
static bool solve(const ClothTurns *turns, const ClothTurnSums *sums, double w[3]) {
    Sym3 hessian = sums->hessian;
    if (turns->rank == 1) {
        const double stiffer = sums->curvature > 0.0 ? sums->curvature : 0.0;
        const double by = -sums->gradient[0] / (hessian.m[0] + stiffer);
        for (int k = 0; k < 3; k++) {
            w[k] = by * turns->axis[k];
        }
        return vec3_is_finite(w);
    }
    const double less[3] = {-sums->gradient[0], -sums->gradient[1], -sums->gradient[2]};
    double pivot[3];
    stiffen(sums, &hessian);
    sym3_lift(&hessian, SLENDER);
    return sym3_solve_ldlt(&hessian, less, w, pivot) > 0.0 && vec3_is_finite(w);
}

/* What a turn by the rotation vector w adds to r: s (w x r + w x (w x r) / 2), s = 1 / (1 + |w|^2 / 4).
 * That is a rotation whatever the angle, by 2 atan(|w| / 2), and of arithmetic alone, so that every
 * machine gets the same bits. turn: out, row by row. */
static void turn_matrix(const double w[3], double turn[3][3]) {
    const double s = 1.0 / (1.0 + 0.25 * vec3_dot(w, w));
    const double half = 0.5 * s;
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3;
        const int c = (a + 2) % 3;
        turn[a][a] = -half * (w[b] * w[b] + w[c] * w[c]);
        turn[a][b] = half * (w[a] * w[b]) - s * w[c];
        turn[b][a] = half * (w[a] * w[b]) + s * w[c];
    }
}

enum { RUN = 64 };

/* Columns, so that the loop needs no branch. */
CLOTH_VECTORISED
static void turn_run(const ClothView *view, const ClothTurns *turns, double turn[3][3],
                     int32_t first, int32_t count) {
    const double origin[3] = {turns->origin[0], turns->origin[1], turns->origin[2]};
    const int32_t least = turns->least;
    ClothReal *restrict position = &view->position[3 * (size_t)first];
    const ClothReal *restrict inverse_mass = &view->inverse_mass[first];
    const int32_t *restrict hold = &view->hold[first];
    double added[3][RUN];
    for (int32_t p = 0; p < count; p++) {
        const int turning = (inverse_mass[p] > 0) & (hold[p] >= least);
        const double x = (double)position[3 * p] - origin[0];
        const double y = (double)position[3 * p + 1] - origin[1];
        const double z = (double)position[3 * p + 2] - origin[2];
        for (int k = 0; k < 3; k++) {
            const double by = turn[k][0] * x + turn[k][1] * y + turn[k][2] * z;
            /* -0 is what changes no bit of what it is added to. */
            added[k][p] = turning ? by : -0.0;
        }
    }
    for (int32_t p = 0; p < count; p++) {
        for (int k = 0; k < 3; k++) {
            position[3 * p + k] = (ClothReal)((double)position[3 * p + k] + added[k][p]);
        }
    }
}

static void turn_by(const ClothView *view, const ClothTurns *turns, const double w[3]) {
    double turn[3][3];
    turn_matrix(w, turn);
    for (int32_t i = 0; i < view->counts.particle; i += RUN) {
        const int32_t left = view->counts.particle - i;
        turn_run(view, turns, turn, i, left < RUN ? left : RUN);
    }
}

/* Whether a turn takes any particle through a solid. */
static bool turns_through(const ClothView *view, const ClothSubstep *substep,
                          const ClothTurns *turns, const double w[3]) {
    double turn[3][3];
    bool any = false;
    turn_matrix(w, turn);
    for (int32_t t = 0; !any && t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        double r[3];
        double by[3];
        for (int k = 0; k < 3; k++) {
            r[k] = (double)view->position[3 * i + k] - turns->origin[k];
        }
        for (int k = 0; k < 3; k++) {
            by[k] = vec3_dot(turn[k], r);
        }
        any = view->hold[i] >= turns->least && cloth_is_stopped(view, substep, i, by);
    }
    return any;
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
                 const ClothTurnSums *sums, const double w[3]) {
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

static bool left_to_gravity(const ClothSubstep *substep, const ClothTurns *turns,
                            const ClothTurnSums *sums) {
    return turns->rank == 1 && CLOTH_ABLATED(substep->step, CLOTH_WITH_TURN_WHERE_FREE) &&
           sums->curvature > RESTORED * sums->hessian.m[0];
}

void cloth_hold_turn(const ClothView *view, const ClothSubstep *substep) {
    /* What is being rescued is as good as held, and not where holds are: the turn would not feel how
     * it pulls at its neighbours. */
    if (view->tally.rescue > 0 || CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_HOLD_TURN)) {
        return;
    }
#ifdef CLOTH_ABLATE
    const double before = is_watched(substep) ? felt_energy(view, substep) : 0.0;
#endif
    const ClothTurns turns = turns_of(view, substep);
    /* A spin kept whole is no Newton step, and needs a few. */
    const int passes = CLOTH_ABLATED(substep->step, CLOTH_WITH_WHOLE_SPIN) ? 4 : 1;
    for (int pass = 0; turns.rank > 0 && pass < passes; pass++) {
        const ClothTurnSums sums = sum_up(view, substep, &turns);
        double w[3];
        if (!solve(&turns, &sums, w) || left_to_gravity(substep, &turns, &sums) ||
            turns_through(view, substep, &turns, w)) {
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
