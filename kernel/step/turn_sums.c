#include "step/turn_sums.h"

#include "math/vec3.h"
#include "rows/leash.h"
#include "step/backstops.h"
#include "step/contacts.h"
#include "step/vectorised.h"

#include <math.h>

/* ClothTurnSums go lane by lane, LANES particles apart, and the lanes together at the end: the same bits
 * whatever the width of the machine's vectors. */
enum { LANES = 4, RUN = 64 };

typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));

/* What the flat loops write number by number, and the sums read by lanes. */
typedef union Column {
    double at[RUN];
    Lanes lanes[RUN / LANES];
} Column;

static inline double lanes_sum(const Lanes *lanes) {
    return ((*lanes)[0] + (*lanes)[1]) + ((*lanes)[2] + (*lanes)[3]);
}

/* A run of particles in columns; past the last one zeros. */
typedef struct Run {
    Column r[3];    /* from the turns' origin [m] */
    Column pull[3]; /* gradient of what a turn feels [N] */
    Column weight;  /* the Hessian is weight I + outer d d^T [N/m]; 0: does not turn */
    Column d[3];    /* from the leash's centre [m] */
    Column outer;   /* [N/m^3] */
} Run;

static int32_t run_length(const ClothView *view, int32_t first) {
    const int32_t left = view->counts.particle - first;
    return left < RUN ? left : RUN;
}

CLOTH_VECTORISED
static void load_inertia(const ClothView *view, const ClothTurns *turns, double inertia_h2,
                         int32_t first, int32_t count, Run *run) {
    const double origin[3] = {turns->origin[0], turns->origin[1], turns->origin[2]};
    const ClothReal *restrict position = &view->position[3 * (size_t)first];
    const ClothReal *restrict target = &view->target[3 * (size_t)first];
    const ClothReal *restrict mass = &view->mass[first];
    const ClothReal *restrict inverse_mass = &view->inverse_mass[first];
    const int32_t *restrict hold = &view->hold[first];
    const int32_t least = turns->least;
    for (int32_t p = 0; p < count; p++) {
        const int turning = (inverse_mass[p] > 0) & (hold[p] >= least);
        const double weight = turning ? (double)mass[p] * inertia_h2 : 0.0;
        run->weight.at[p] = weight;
        for (int k = 0; k < 3; k++) {
            const double x = (double)position[3 * p + k];
            run->r[k].at[p] = x - origin[k];
            run->pull[k].at[p] = weight * (x - (double)target[3 * p + k]);
        }
    }
}

/* Adds the leashes that pull. Returns whether any does. */
CLOTH_VECTORISED
static int load_leashes(const ClothView *view, int32_t first, int32_t count, Run *run) {
    const ClothReal *restrict position = &view->position[3 * (size_t)first];
    const ClothReal *restrict hold_position = &view->hold_position[3 * (size_t)first];
    const ClothReal *restrict offset = &view->leash_offset[3 * (size_t)first];
    const ClothReal *restrict radius = &view->leash_radius[first];
    const ClothReal *restrict penalty = &view->leash_penalty[first];
    const ClothReal *restrict multiplier = &view->leash_multiplier[first];
    int any = 0;
    for (int32_t p = 0; p < count; p++) {
        double d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = (double)position[3 * p + k] -
                   ((double)hold_position[3 * p + k] + (double)offset[3 * p + k]);
            run->d[k].at[p] = d[k];
        }
        const double k = (double)penalty[p];
        const ClothLeash leash = cloth_leash(d, (double)radius[p], k, (double)multiplier[p]);
        const int acts = (leash.force > 0.0) & (radius[p] < INFINITY) & (run->weight.at[p] > 0.0);
        const double force = acts ? leash.force : 0.0;
        const ClothDistanceHessian part =
            cloth_distance_hessian(leash.inverse, force, acts ? k : 0.0);
        for (int axis = 0; axis < 3; axis++) {
            run->pull[axis].at[p] += force * leash.inverse * d[axis];
        }
        run->weight.at[p] += part.spread;
        run->outer.at[p] = part.outer;
        any |= acts;
    }
    return any;
}

/* Zeros after the last particle, up to whole lanes. */
static void fill_up(int32_t count, Run *run) {
    for (int32_t p = count; p % LANES != 0; p++) {
        run->weight.at[p] = 0.0;
        run->outer.at[p] = 0.0;
        for (int k = 0; k < 3; k++) {
            run->r[k].at[p] = 0.0;
            run->pull[k].at[p] = 0.0;
            run->d[k].at[p] = 0.0;
        }
    }
}

/* The sums of the header about a line, lane by lane. */
typedef struct LineSums {
    Lanes gradient;  /* g [N m] */
    Lanes hessian;   /* sum t^T H t [N m] */
    Lanes curvature; /* of the paths [N m] */
} LineSums;

CLOTH_VECTORISED
static void add_about_line(const Run *run, int32_t count, const double axis[3], bool leashed,
                           LineSums *sums) {
    LineSums own = *sums;
    for (int32_t p = 0; LANES * p < count; p++) {
        const Lanes x = run->r[0].lanes[p];
        const Lanes y = run->r[1].lanes[p];
        const Lanes z = run->r[2].lanes[p];
        const Lanes fx = run->pull[0].lanes[p];
        const Lanes fy = run->pull[1].lanes[p];
        const Lanes fz = run->pull[2].lanes[p];
        const Lanes tx = axis[1] * z - axis[2] * y;
        const Lanes ty = axis[2] * x - axis[0] * z;
        const Lanes tz = axis[0] * y - axis[1] * x;
        const Lanes along = axis[0] * x + axis[1] * y + axis[2] * z;
        own.gradient += tx * fx + ty * fy + tz * fz;
        own.hessian += run->weight.lanes[p] * (tx * tx + ty * ty + tz * tz);
        own.curvature -=
            (x - along * axis[0]) * fx + (y - along * axis[1]) * fy + (z - along * axis[2]) * fz;
        if (leashed) {
            const Lanes swept =
                tx * run->d[0].lanes[p] + ty * run->d[1].lanes[p] + tz * run->d[2].lanes[p];
            own.hessian += run->outer.lanes[p] * (swept * swept);
        }
    }
    *sums = own;
}

/* What they are made of about a point, where all axes are wanted. */
typedef struct PointSums {
    Lanes moment[3][3]; /* r_a f_b, f the gradient [N m] */
    Lanes spread[6];    /* weight r_a r_b, as Sym3 [N m] */
    Lanes outer[6];     /* outer s_a s_b, s = r x d */
} PointSums;

CLOTH_VECTORISED
static void add_about_point(const Run *run, int32_t count, PointSums *sums) {
    PointSums own = *sums;
    for (int32_t p = 0; LANES * p < count; p++) {
        const Lanes weight = run->weight.lanes[p];
        for (int a = 0, at = 0; a < 3; a++) {
            const Lanes r = run->r[a].lanes[p];
            for (int b = 0; b < 3; b++) {
                own.moment[a][b] += r * run->pull[b].lanes[p];
            }
            for (int b = 0; b <= a; b++, at++) {
                own.spread[at] += weight * r * run->r[b].lanes[p];
            }
        }
    }
    *sums = own;
}

CLOTH_VECTORISED
static void add_outer_about_point(const Run *run, int32_t count, PointSums *sums) {
    for (int32_t p = 0; LANES * p < count; p++) {
        const Lanes s[3] = {
            run->r[1].lanes[p] * run->d[2].lanes[p] - run->r[2].lanes[p] * run->d[1].lanes[p],
            run->r[2].lanes[p] * run->d[0].lanes[p] - run->r[0].lanes[p] * run->d[2].lanes[p],
            run->r[0].lanes[p] * run->d[1].lanes[p] - run->r[1].lanes[p] * run->d[0].lanes[p]};
        for (int a = 0, at = 0; a < 3; a++) {
            for (int b = 0; b <= a; b++, at++) {
                sums->outer[at] += run->outer.lanes[p] * (s[a] * s[b]);
            }
        }
    }
}

static ClothTurnSums about_line(const LineSums *lanes) {
    return (ClothTurnSums){.gradient = {lanes_sum(&lanes->gradient)},
                           .hessian = {{lanes_sum(&lanes->hessian)}},
                           .curvature = lanes_sum(&lanes->curvature)};
}

/* t_a . t_b = |r|^2 delta_ab - r_a r_b, a and b axes of the frame. */
static ClothTurnSums about_point(const PointSums *lanes) {
    double m[3][3];
    double w[6];
    ClothTurnSums sums = {0};
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            m[a][b] = lanes_sum(&lanes->moment[a][b]);
        }
    }
    for (int at = 0; at < 6; at++) {
        w[at] = lanes_sum(&lanes->spread[at]);
        sums.hessian.m[at] = lanes_sum(&lanes->outer[at]);
    }
    sums.curvature = -(m[0][0] + m[1][1] + m[2][2]);
    for (int a = 0, at = 0; a < 3; a++) {
        const int b = (a + 1) % 3;
        const int c = (a + 2) % 3;
        sums.gradient[a] = m[b][c] - m[c][b];
        for (int k = 0; k < a; k++, at++) {
            sums.hessian.m[at] -= w[at];
            sums.pendulum.m[at] = 0.5 * (m[a][k] + m[k][a]);
        }
        sums.pendulum.m[at] = -(m[b][b] + m[c][c]);
        at++;
    }
    sums.hessian.m[0] += w[2] + w[5];
    sums.hessian.m[2] += w[0] + w[5];
    sums.hessian.m[5] += w[0] + w[2];
    return sums;
}

ClothPush cloth_pressed(const ClothView *view, const ClothSubstep *substep, bool tangent, int32_t i,
                        double gradient[3], double hessian[6]) {
    const ClothPush push = view->tally.touched > 0
                               ? cloth_contacts_push(view, substep, tangent, i, gradient, hessian)
                               : CLOTH_PUSH_NONE;
    const bool stopped =
        view->tally.backstop > 0 && cloth_backstops_push(view, i, gradient, hessian);
    return push == CLOTH_PUSH_NONE && stopped ? CLOTH_PUSH_STICKS : push;
}

/* t_a . H t_b */
static double bent(const double hessian[6], const double a[3], const double b[3]) {
    return hessian[0] * a[0] * b[0] + hessian[2] * a[1] * b[1] + hessian[5] * a[2] * b[2] +
           hessian[1] * (a[0] * b[1] + a[1] * b[0]) + hessian[3] * (a[0] * b[2] + a[2] * b[0]) +
           hessian[4] * (a[1] * b[2] + a[2] * b[1]);
}

static void press_line(const double axis[3], const double r[3], const double gradient[3],
                       const double hessian[6], ClothTurnSums *sums) {
    double t[3];
    double off[3];
    vec3_cross(axis, r, t);
    vec3_copy(r, off);
    vec3_add_scaled(off, axis, -vec3_dot(r, axis));
    sums->gradient[0] += vec3_dot(t, gradient);
    sums->hessian.m[0] += bent(hessian, t, t);
    sums->curvature -= vec3_dot(off, gradient);
}

static void press_point(const double r[3], const double gradient[3], const double hessian[6],
                        ClothTurnSums *sums) {
    const double t[3][3] = {{0.0, -r[2], r[1]}, {r[2], 0.0, -r[0]}, {-r[1], r[0], 0.0}};
    const double trace = vec3_dot(r, gradient);
    sums->curvature -= trace;
    for (int a = 0, at = 0; a < 3; a++) {
        sums->gradient[a] += vec3_dot(t[a], gradient);
        for (int b = 0; b <= a; b++, at++) {
            const double moment = 0.5 * (r[a] * gradient[b] + r[b] * gradient[a]);
            sums->hessian.m[at] += bent(hessian, t[a], t[b]);
            sums->pendulum.m[at] += a == b ? moment - trace : moment;
        }
    }
}

/* Adds what presses on the particles that turn; a few, one by one. */
static void add_pressed(const ClothView *view, const ClothSubstep *substep, const ClothTurns *turns,
                        ClothTurnSums *sums) {
    const int32_t count = cloth_pressed_count(view);
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = cloth_pressed_particle(view, k);
        double gradient[3] = {0};
        double hessian[6] = {0};
        double r[3];
        if (view->inverse_mass[i] == 0 || view->hold[i] < turns->least ||
            cloth_pressed(view, substep, false, i, gradient, hessian) == CLOTH_PUSH_NONE) {
            continue;
        }
        for (int axis = 0; axis < 3; axis++) {
            r[axis] = (double)view->position[3 * i + axis] - turns->origin[axis];
        }
        if (turns->rank == 1) {
            press_line(turns->axis, r, gradient, hessian, sums);
        } else {
            press_point(r, gradient, hessian, sums);
        }
    }
}

ClothTurnSums cloth_turn_sums(const ClothView *view, const ClothSubstep *substep,
                              const ClothTurns *turns) {
    LineSums line = {0};
    PointSums point = {0};
    for (int32_t i = 0; i < view->counts.particle; i += RUN) {
        const int32_t count = run_length(view, i);
        Run run;
        load_inertia(view, turns, substep->inertia_h2, i, count, &run);
        const bool leashed = view->tally.leash > 0 && load_leashes(view, i, count, &run);
        fill_up(count, &run);
        if (turns->rank == 1) {
            add_about_line(&run, count, turns->axis, leashed, &line);
        } else {
            add_about_point(&run, count, &point);
            if (leashed) {
                add_outer_about_point(&run, count, &point);
            }
        }
    }
    ClothTurnSums sums = turns->rank == 1 ? about_line(&line) : about_point(&point);
    if (view->tally.touched + view->tally.backstop > 0) {
        add_pressed(view, substep, turns, &sums);
    }
    return sums;
}
