#include "step/hold_turn.h"

#include "math/vec3.h"
#include "step/instruments.h"
#include "step/leashes.h"

#include <math.h>

/* How far off the line a held particle may be, over the line's length. */
#define STRAIGHT 0x1p-16

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

/* What the turn feels of one particle. */
typedef struct Arm {
    double tangent[3]; /* t = a x r */
    double across[3];  /* r less its part along the line */
} Arm;

static Arm arm_of(const ClothView *view, const ClothHoldLine *line, int32_t i) {
    Arm arm;
    double r[3];
    for (int k = 0; k < 3; k++) {
        r[k] = (double)view->position[3 * i + k] - line->origin[k];
    }
    vec3_cross(line->axis, r, arm.tangent);
    const double along = vec3_dot(line->axis, r);
    for (int k = 0; k < 3; k++) {
        arm.across[k] = r[k] - along * line->axis[k];
    }
    return arm;
}

/* The sums of the header. */
typedef struct Turn {
    double gradient;  /* g [N m] */
    double hessian;   /* sum t^T H t [N m] */
    double curvature; /* of the paths [N m] */
} Turn;

static void add_inertia(const ClothView *view, const ClothSubstep *substep, int32_t i,
                        const Arm *arm, Turn *turn) {
    const double mass_h2 = (double)view->mass[i] * substep->inertia_h2;
    double lag[3];
    for (int k = 0; k < 3; k++) {
        lag[k] = (double)view->position[3 * i + k] - (double)view->target[3 * i + k];
    }
    turn->gradient += mass_h2 * vec3_dot(arm->tangent, lag);
    turn->hessian += mass_h2 * vec3_dot(arm->tangent, arm->tangent);
    turn->curvature -= mass_h2 * vec3_dot(arm->across, lag);
}

static void add_leash(const ClothView *view, int32_t i, const Arm *arm, Turn *turn) {
    double d[3];
    const ClothLeash leash = cloth_leash_of(view, i, d);
    if (!(leash.force > 0.0)) {
        return;
    }
    const double along = vec3_dot(arm->tangent, d) * leash.inverse;
    const ClothDistanceHessian part =
        cloth_distance_hessian(leash.inverse, leash.force, (double)view->leash_penalty[i]);
    const double swept = vec3_dot(arm->tangent, d);
    turn->gradient += leash.force * along;
    turn->hessian +=
        part.spread * vec3_dot(arm->tangent, arm->tangent) + part.outer * swept * swept;
    turn->curvature -= leash.force * leash.inverse * vec3_dot(arm->across, d);
}

/* By 2 atan(angle / 2): a rotation whatever the angle, and of arithmetic alone, so that every
 * machine gets the same bits. */
static void turn_by(const ClothView *view, const ClothHoldLine *line, double angle) {
    const double half = 0.5 * angle;
    const double sine = angle / (1.0 + half * half);
    const double versine = half * sine;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0) {
            continue;
        }
        const Arm arm = arm_of(view, line, i);
        for (int k = 0; k < 3; k++) {
            const double x = (double)view->position[3 * i + k];
            const double move = sine * arm.tangent[k] - versine * arm.across[k];
            view->position[3 * i + k] = (ClothReal)(x + move);
        }
    }
}

void cloth_hold_turn(const ClothView *view, const ClothSubstep *substep) {
    ClothHoldLine line;
    if (CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_HOLD_TURN) || !cloth_hold_line(view, &line)) {
        return;
    }
    Turn turn = {0};
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0) {
            continue;
        }
        const Arm arm = arm_of(view, &line, i);
        add_inertia(view, substep, i, &arm, &turn);
        if (view->leash_radius[i] < INFINITY) {
            add_leash(view, i, &arm, &turn);
        }
    }
    const double stiffness = turn.hessian + (turn.curvature > 0.0 ? turn.curvature : 0.0);
    const double angle = -turn.gradient / stiffness;
    if (stiffness > 0.0 && isfinite(angle)) {
        turn_by(view, &line, angle);
    }
}
