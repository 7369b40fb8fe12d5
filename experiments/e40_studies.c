#include "e40_studies.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/capstan.h"
#include "scenes/conveyor.h"
#include "scenes/extreme.h"

static const double gravity_m_s2 = 9.81;

const double friction_angle_deg[FRICTION_ANGLES] = {10.0, 20.0, 30.0, 40.0, 50.0};
const double friction_load[FRICTION_LOADS] = {0.9, 0.95, 0.98, 0.995, 1.005, 1.02, 1.05, 1.1};
const double friction_rope[FRICTION_ROPES][2] = {
    {90.0, 0.2}, {90.0, 0.5}, {180.0, 0.2}, {180.0, 0.5}, {270.0, 0.2}};

static double radians(double degrees) {
    return degrees * acos(-1.0) / 180.0;
}

FrictionFigures friction_nothing(void) {
    FrictionFigures none = {.creep_most_m = NAN,
                            .late_j = NAN,
                            .stuck_most = NAN,
                            .slides_least = NAN,
                            .slide_error = NAN,
                            .stop_m = NAN,
                            .stop_error = NAN,
                            .stop_steps = NAN,
                            .back_m = NAN,
                            .turned_pull = NAN,
                            .turned_m = NAN,
                            .turned_error = NAN,
                            .cone_said = NAN,
                            .cone_felt = NAN,
                            .carried_error = NAN,
                            .carried_slip_m_s = NAN,
                            .disc_error = NAN,
                            .disc_lost = NAN,
                            .held_creep_m = NAN,
                            .lost_m = NAN};
    for (int k = 0; k < FRICTION_ANGLES; k++) {
        none.creep_m[k] = NAN;
    }
    for (int k = 0; k < FRICTION_LOADS; k++) {
        none.way_share[k] = NAN;
    }
    for (int k = 0; k < FRICTION_ROPES; k++) {
        none.rope_error[k] = none.rope_ratio[k] = NAN;
    }
    return none;
}

static SlopePlan slope_of(const FrictionPlan *plan, double seconds) {
    SlopePlan slope = slope_plan(plan->body);
    slope.step = plan->step;
    slope.mass_kg = plan->mass_kg;
    slope.spacing_m = plan->spacing_m;
    slope.steps = (int32_t)ceil(seconds / plan->step.step_s);
    return slope;
}

/* Ways down a slope, over that without friction, from where on it slides: half of what friction half a
 * per cent too weak comes to. */
static const double slides_share = 0.0025;

/* The loads about 1, a second each: where it begins to slide. */
static ClothStatus sweep_loads(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    seen->stuck_most = 0.0;
    seen->slides_least = INFINITY;
    bool all_stuck = true;
    for (int l = 0; l < FRICTION_LOADS; l++) {
        double least = INFINITY;
        double most = 0.0;
        for (int k = 0; k < FRICTION_ANGLES; k++) {
            SlopePlan slope = slope_of(plan, 1.0);
            SlopeSeen run;
            slope.angle_rad = radians(friction_angle_deg[k]);
            slope.friction = tan(slope.angle_rad) / friction_load[l];
            const ClothStatus status = slope_run(&slope, NULL, &run, error);
            if (status != CLOTH_OK) {
                return status;
            }
            const double n = (double)slope.steps * slope.step.substeps;
            const double h = slope.step.step_s / slope.step.substeps;
            const double bare = gravity_m_s2 * sin(slope.angle_rad) * h * h * n * (n + 1.0) / 2.0;
            least = less_of(least, run.way_m / bare);
            most = more_of(most, fabs(run.way_m / bare));
            seen->way_share[l] = k == 2 ? run.way_m / bare : seen->way_share[l];
        }
        all_stuck = all_stuck && most < slides_share;
        seen->stuck_most = all_stuck ? friction_load[l] : seen->stuck_most;
        const bool slides = least >= slides_share;
        seen->slides_least = !slides ? INFINITY : less_of(seen->slides_least, friction_load[l]);
    }
    return CLOTH_OK;
}

ClothStatus friction_sticks(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    seen->creep_most_m = 0.0;
    seen->late_j = 0.0;
    for (int k = 0; k < FRICTION_ANGLES; k++) {
        SlopePlan slope = slope_of(plan, plan->seconds);
        SlopeSeen run;
        slope.angle_rad = radians(friction_angle_deg[k]);
        slope.friction = tan(slope.angle_rad / 0.9);
        const ClothStatus status = slope_run(&slope, NULL, &run, error);
        if (status != CLOTH_OK) {
            return status;
        }
        seen->creep_m[k] = run.strayed_m;
        raise_to(&seen->creep_most_m, run.strayed_m);
        raise_to(&seen->late_j, run.kinetic_late_j);
    }
    return plan->loads ? sweep_loads(plan, seen, error) : CLOTH_OK;
}

static double off(double measured, double expected) {
    return fabs(measured / expected - 1.0);
}

static ClothStatus slide(const FrictionPlan *plan, double degrees, double friction,
                         FrictionFigures *seen, ClothError *error) {
    SlopePlan slope = slope_of(plan, 1.0);
    SlopeSeen run;
    slope.angle_rad = radians(degrees);
    slope.friction = friction;
    const ClothStatus status = slope_run(&slope, NULL, &run, error);
    const double n = (double)slope.steps * slope.step.substeps;
    const double h = slope.step.step_s / slope.step.substeps;
    const double way =
        slope_acceleration(gravity_m_s2, slope.angle_rad, friction) * h * h * n * (n + 1.0) / 2.0;
    raise_to(&seen->slide_error, off(run.way_m, way));
    raise_to(&seen->cone_said, run.cone_said);
    raise_to(&seen->cone_felt, run.cone_felt);
    return status;
}

static ClothStatus stop(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    SlopePlan slope = slope_of(plan, 5.0);
    SlopeSeen run;
    double *path = calloc((size_t)slope.steps + 1, sizeof *path);
    int64_t substeps;
    slope.friction = 0.3;
    slope.speed_m_s = 2.0;
    const double way =
        slope_stop(2.0, 0.3 * gravity_m_s2, slope.step.step_s / slope.step.substeps, &substeps);
    const ClothStatus status = slope_run(&slope, path, &run, error);
    double furthest = 0.0;
    for (int32_t s = 0; path != NULL && s <= slope.steps; s++) {
        raise_to(&furthest, path[s]);
    }
    seen->stop_m = run.way_m;
    seen->stop_error = off(run.way_m, way);
    seen->stop_steps = run.stopped_step > 0 ? run.stopped_step : (double)NAN;
    seen->back_m = path == NULL ? (double)NAN : furthest - run.way_m;
    raise_to(&seen->cone_said, run.cone_said);
    raise_to(&seen->cone_felt, run.cone_felt);
    free(path);
    return status;
}

/* Sent off at 2 m/s, turned round after ten steps. */
static ClothStatus reverse(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    SlopePlan slope = slope_of(plan, 5.0);
    SlopeSeen run;
    int64_t substeps;
    slope.friction = 0.3;
    slope.speed_m_s = 2.0;
    slope.turned_step = 11;
    const ClothStatus status = slope_run(&slope, NULL, &run, error);
    const double h = slope.step.step_s / slope.step.substeps;
    const double way = slope_stop(run.turned_speed_m_s, 0.3 * gravity_m_s2, h, &substeps);
    seen->turned_pull = -run.turned_pull_m_s2 / (0.3 * gravity_m_s2);
    seen->turned_m = run.turned_way_m - run.way_m;
    seen->turned_error = off(seen->turned_m, way);
    return status;
}

ClothStatus friction_slides(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    seen->slide_error = 0.0;
    seen->cone_said = 0.0;
    seen->cone_felt = 0.0;
    ClothStatus status = slide(plan, 20.0, 0.3, seen, error);
    if (status == CLOTH_OK) {
        status = slide(plan, 30.0, 0.5, seen, error);
    }
    if (status == CLOTH_OK) {
        status = stop(plan, seen, error);
    }
    return status == CLOTH_OK ? reverse(plan, seen, error) : status;
}

ClothStatus friction_carries(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    seen->carried_error = 0.0;
    seen->carried_slip_m_s = 0.0;
    for (int surface = CONVEYOR_HALF_SPACE; surface <= CONVEYOR_DISC; surface++) {
        ConveyorPlan belt = conveyor_plan((ConveyorSurface)surface, plan->body);
        ConveyorSeen run;
        const bool disc = surface == CONVEYOR_DISC;
        belt.step = plan->step;
        belt.mass_kg = plan->mass_kg;
        belt.spacing_m = plan->spacing_m;
        belt.off_axis_m = disc && plan->body == SLOPE_PARTICLE ? 1.0 : 0.0;
        belt.steps = disc ? 480 : 120;
        const ClothStatus status = conveyor_run(&belt, &run, error);
        if (status != CLOTH_OK) {
            return status;
        }
        if (!disc) {
            raise_to(&seen->carried_error, off(run.way_m, run.expected_m));
            raise_to(&seen->carried_slip_m_s, run.slip_m_s);
        } else if (plan->body == SLOPE_PARTICLE) {
            seen->disc_lost = run.lost_1_s / sqrt(belt.friction * gravity_m_s2);
        } else {
            seen->disc_error = off(run.way_m, run.expected_m);
        }
    }
    return CLOTH_OK;
}

static ClothStatus hold(const FrictionPlan *plan, double share, double *way, double *creep,
                        ClothError *error) {
    CapstanPlan rope = capstan_plan();
    CapstanSeen run;
    rope.step = plan->step;
    rope.rim_m_s = 0.0;
    rope.counter_kg = rope.weight_kg;
    rope.counter_kg = share * capstan_most_kg(&rope);
    rope.steps = 120;
    const ClothStatus status = capstan_run(&rope, &run, error);
    *way = fabs(run.way_m);
    *creep = run.creep_m;
    return status;
}

ClothStatus friction_winds(const FrictionPlan *plan, FrictionFigures *seen, ClothError *error) {
    double way;
    double creep;
    for (int k = 0; k < FRICTION_ROPES; k++) {
        CapstanPlan rope = capstan_plan();
        CapstanSeen run;
        rope.step = plan->step;
        rope.wrap_rad = radians(friction_rope[k][0]);
        rope.corners = (int32_t)(friction_rope[k][0] / 15.0);
        rope.friction = friction_rope[k][1];
        rope.steps = plan->step.tolerance_n > 0.0 ? 40 : 240;
        const ClothStatus status = capstan_run(&rope, &run, error);
        if (status != CLOTH_OK) {
            return status;
        }
        seen->rope_ratio[k] = run.ratio;
        seen->rope_error[k] = off(run.ratio, capstan_ratio(&rope, false));
    }
    ClothStatus status = hold(plan, 0.9, &way, &creep, error);
    seen->held_creep_m = creep;
    if (status == CLOTH_OK) {
        status = hold(plan, 1.1, &way, &creep, error);
        seen->lost_m = way;
    }
    return status;
}
