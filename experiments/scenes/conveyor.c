#include "scenes/conveyor.h"

#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "scenes/scene.h"

/* The way of a belt in the level plane: along no axis. */
static const double along[3] = {0.8, 0.0, 0.6};

/* Half the sides of the box and the radius of the disc; half their heights. */
#define WIDE_M 4.0
#define HIGH_M 0.25

ConveyorPlan conveyor_plan(ConveyorSurface surface, SlopeBody body) {
    return (ConveyorPlan){.surface = surface,
                          .body = body,
                          .friction = 0.3,
                          .spacing_m = 0.05,
                          .mass_kg = 0.1,
                          .speed_m_s = 1.0,
                          .spin_1_s = 2.0,
                          .steps = 120,
                          .step = cloth_step_default()};
}

typedef struct Conveyor {
    const ConveyorPlan *plan;
    Scene scene;
    double *start;
    double *now;
} Conveyor;

static ClothStatus start(Conveyor *belt, ClothError *error) {
    static const double up[3] = {0.0, 1.0, 0.0};
    static const double askew[3] = {0.6, 0.0, -0.8};
    const ClothMaterial material = cloth_material_default();
    const ConveyorPlan *plan = belt->plan;
    ClothStatus status = slope_body(plan->body, plan->spacing_m, plan->mass_kg, up, askew,
                                    &belt->scene.graph, error);
    const int32_t n = belt->scene.graph.particle_count;
    for (int32_t i = 0; status == CLOTH_OK && i < n; i++) {
        vec3_add_scaled(&belt->scene.graph.position[3 * i], along, plan->off_axis_m);
    }
    if (status == CLOTH_OK) {
        status = scene_build(&belt->scene, &material, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    belt->start = calloc(3 * (size_t)n, sizeof *belt->start);
    belt->now = calloc(3 * (size_t)n, sizeof *belt->now);
    if (belt->start == NULL || belt->now == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d particles", (int)n);
    }
    cloth_positions(belt->scene.state, belt->start);
    return CLOTH_OK;
}

/* The disc's angle at a share of the run: its spin grows evenly. */
static double disc_angle(const ConveyorPlan *plan, double share) {
    return 0.5 * plan->spin_1_s * plan->steps * plan->step.step_s * share * share;
}

static ClothPose pose_at(const ConveyorPlan *plan, int32_t step) {
    static const double up[3] = {0.0, 1.0, 0.0};
    ClothPose pose = cloth_pose_identity();
    pose.position[1] = plan->surface == CONVEYOR_HALF_SPACE ? 0.0 : -HIGH_M;
    if (plan->surface == CONVEYOR_DISC) {
        quat_axis_angle(up, disc_angle(plan, (double)step / plan->steps), pose.rotation);
    } else {
        vec3_add_scaled(pose.position, along, plan->speed_m_s * plan->step.step_s * step);
    }
    return pose;
}

static ClothShape shape_of(ConveyorSurface surface) {
    return surface == CONVEYOR_HALF_SPACE ? cloth_half_space()
           : surface == CONVEYOR_BOX      ? cloth_box(WIDE_M, HIGH_M, WIDE_M)
                                          : cloth_cylinder(WIDE_M, HIGH_M);
}

/* On a belt of one speed: mu g h faster in every substep until it is as fast. */
static double carried(const ConveyorPlan *plan) {
    const double h = plan->step.step_s / plan->step.substeps;
    double v = 0.0;
    double way = 0.0;
    for (int64_t s = 0; s < (int64_t)plan->steps * plan->step.substeps; s++) {
        v = fmin(v + plan->friction * 9.81 * h, plan->speed_m_s);
        way += v * h;
    }
    return way;
}

static void look(Conveyor *belt, int32_t step, ConveyorSeen *seen) {
    const ConveyorPlan *plan = belt->plan;
    const int32_t n = belt->scene.graph.particle_count;
    ClothMeasure measure;
    double centre[3] = {0.0, 0.0, 0.0};
    double slipped = 0.0;
    double turned = 0.0;
    double turn[4];
    const double up[3] = {0.0, 1.0, 0.0};
    const double angle = disc_angle(plan, (double)step / plan->steps);
    cloth_measure(belt->scene.state, plan->step.gravity, &measure);
    cloth_positions(belt->scene.state, belt->now);
    quat_axis_angle(up, angle, turn);
    for (int32_t i = 0; i < n; i++) {
        double off[3];
        double there[3];
        vec3_subtract(&belt->now[3 * i], &belt->start[3 * i], off);
        vec3_add_scaled(centre, off, 1.0 / n);
        quat_rotate(turn, &belt->start[3 * i], there);
        there[1] = belt->now[3 * i + 1];
        vec3_subtract(&belt->now[3 * i], there, off);
        raise_to(&slipped, vec3_length(off));
        /* Behind the disc, as an angle. */
        double way[3];
        vec3_cross(up, there, way);
        const double squared = vec3_dot(way, way);
        turned += (angle + (squared > 0.0 ? vec3_dot(off, way) / squared : 0.0)) / n;
    }
    const bool disc = plan->surface == CONVEYOR_DISC;
    const double arm = plan->off_axis_m > 0.0 ? plan->off_axis_m : plan->spacing_m;
    seen->way_m = disc ? turned * arm : vec3_dot(centre, along);
    seen->expected_m = disc ? angle * arm : carried(plan);
    seen->slip_m_s = measure.slip_rate_max_m_s;
    seen->speed_m_s = vec3_dot(measure.momentum, along) / (n * plan->mass_kg);
    raise_to(&seen->cone, slope_cone(belt->scene.state, plan->friction));
    if (disc && !(slipped <= 1e-4) && isinf(seen->lost_1_s)) {
        seen->lost_1_s = plan->spin_1_s * step / plan->steps;
    }
}

ClothStatus conveyor_run(const ConveyorPlan *plan, ConveyorSeen *seen, ClothError *error) {
    Conveyor belt = {.plan = plan};
    *seen = (ConveyorSeen){.lost_1_s = INFINITY};
    ClothStatus status = start(&belt, error);
    for (int32_t s = 1; status == CLOTH_OK && s <= plan->steps; s++) {
        const ClothMetCollider met = {.handle = 1,
                                      .shape = shape_of(plan->surface),
                                      .from = pose_at(plan, s - 1),
                                      .to = pose_at(plan, s),
                                      .friction = plan->friction};
        status = cloth_set_colliders(belt.scene.state, &met, 1, error);
        if (status == CLOTH_OK) {
            status = cloth_step(belt.scene.state, &plan->step, NULL, error);
        }
        if (status == CLOTH_OK) {
            look(&belt, s, seen);
        }
    }
    scene_free(&belt.scene);
    free(belt.start);
    free(belt.now);
    return status;
}
