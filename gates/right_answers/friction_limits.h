/* friction_limits.h: what gate_right_friction holds friction to, and gate_right_friction_off shows
 * broken. */
#ifndef GATES_FRICTION_LIMITS_H
#define GATES_FRICTION_LIMITS_H

#include <math.h>

#include "gate.h"
#include "scenes/slope.h"

/* V10's tolerance of what sticks, in 10 s at 0.9 of the friction angle [m]: measured 2e-13 converged and
 * 9.4e-5 at 2 x 4, all of it in the first steps; a cap of the force found 1e-2 and more, a multiplier
 * that is a magnitude 1e-2. */
#define FRICTION_CREEP_M 1e-4

/* At 2 x 2, of a patch [m]. Measured 2.4e-4; an anchor that comes to its particle 6e-3. At 1 x 1 a patch
 * creeps by 1e-2 (e40). */
#define FRICTION_CREEP_FEW_M 6e-4

/* Relative, of the way of a slide: measured 1e-13 and 6e-4, at 1 x 1 3e-3; a stale cap 4e-3 at 2 x 4 and 3.6 at 1 x 1. */
#define FRICTION_SLIDE_CONVERGED 0.01
#define FRICTION_SLIDE_SHIPPING  0.02

/* Relative, of the way of a stop: measured 4e-5 and 3e-5; an anchor that stays behind 0.8 and more. */
#define FRICTION_STOP_CONVERGED 0.01
#define FRICTION_STOP_SHIPPING  0.03

/* |friction| / (mu f_n) of any contact: the clamp, to rounding. */
#define FRICTION_CONE (1.0 + 1e-9)

/* Of the change of a body's momentum, in which few sweeps leave a residual: measured 1.0001. */
#define FRICTION_CONE_FELT 1.005

static inline double friction_radians(double degrees) {
    return degrees * acos(-1.0) / 180.0;
}

/* iterations 0: converged, one substep of 1/60 s. */
static inline ClothStep friction_step(int substeps, int iterations, ClothSolver solver,
                                      const struct ClothInstruments *instruments) {
    ClothStep step = cloth_step_default();
    step.solver = solver;
    step.substeps = substeps;
    step.iterations = iterations > 0 ? iterations : solver == CLOTH_XPBD ? 20 : 200;
    step.tolerance_n = iterations > 0 ? 0.0 : 1e-9 * 0.1 * 9.81;
    step.instruments = instruments;
    return step;
}

static inline SlopeSeen friction_seen(const SlopePlan *plan) {
    SlopeSeen seen;
    ClothError error = {0};
    ck_assert_msg(slope_run(plan, NULL, &seen, &error) == CLOTH_OK, "%s", error.message);
    return seen;
}

/* At `share` of the friction angle. */
static inline SlopeSeen friction_stick(SlopeBody body, double degrees, double share,
                                       const ClothStep *step) {
    SlopePlan plan = slope_plan(body);
    plan.step = *step;
    plan.angle_rad = friction_radians(degrees);
    plan.friction = tan(plan.angle_rad / share);
    return friction_seen(&plan);
}

/* Relative error of the way of a second. */
static inline double friction_slide(SlopeBody body, double degrees, double mu,
                                    const ClothStep *step, SlopeSeen *seen) {
    SlopePlan plan = slope_plan(body);
    plan.step = *step;
    plan.steps = 60;
    plan.angle_rad = friction_radians(degrees);
    plan.friction = mu;
    *seen = friction_seen(&plan);
    const double n = 60.0 * step->substeps;
    const double h = step->step_s / step->substeps;
    const double a = 9.81 * (sin(plan.angle_rad) - mu * cos(plan.angle_rad));
    return fabs(seen->way_m / (a * h * h * n * (n + 1.0) / 2.0) - 1.0);
}

/* From 2 m/s at mu 0.3, watched for 5 s. */
static inline SlopeSeen friction_stop(SlopeBody body, int32_t turned_step, const ClothStep *step) {
    SlopePlan plan = slope_plan(body);
    plan.step = *step;
    plan.steps = (int32_t)(5.0 / step->step_s + 0.5);
    plan.friction = 0.3;
    plan.speed_m_s = 2.0;
    plan.turned_step = turned_step;
    return friction_seen(&plan);
}

#endif
