#include "scenes/slope.h"

#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "math/quat.h"
#include "scenes/extreme.h"

/* Which way the slope falls, from +x towards +z, and how the body lies to that [rad]. */
static const double azimuth_rad = 0.6;
static const double askew_rad = 0.4;

static const double gravity_m_s2 = 9.81;

SlopePlan slope_plan(SlopeBody body) {
    return (SlopePlan){.body = body,
                       .friction = 0.5,
                       .spacing_m = 0.05,
                       .mass_kg = 0.1,
                       .steps = 600,
                       .step = cloth_step_default()};
}

/* Closed forms. */

double slope_acceleration(double gravity, double angle_rad, double friction) {
    const double pull = gravity * (sin(angle_rad) - friction * cos(angle_rad));
    return pull > 0.0 ? pull : 0.0;
}

double slope_stop(double speed_m_s, double deceleration_m_s2, double h, int64_t *substeps) {
    double way = 0.0;
    int64_t taken = 0;
    for (double v = speed_m_s; v > 0.0; taken++) {
        v = v > deceleration_m_s2 * h ? v - deceleration_m_s2 * h : 0.0;
        way += v * h;
    }
    *substeps = taken;
    return way;
}

/* The scene. */

typedef struct Slope {
    Scene scene;
    const SlopePlan *plan;
    ClothMetCollider plane;
    double down[3];
    double across[3];
    double normal[3];
    double mass_kg; /* of all */
    double *start;  /* (n x 3) [m] */
    double *now;    /* (n x 3), workspace */
    double way_m;
    double momentum[3];
} Slope;

static void free_slope(Slope *slope) {
    scene_free(&slope->scene);
    free(slope->start);
    free(slope->now);
}

/* The plane's pose, and the ways along it. */
static void lay_plane(Slope *slope) {
    const double up[3] = {0.0, 1.0, 0.0};
    const double fall[3] = {cos(azimuth_rad), 0.0, sin(azimuth_rad)};
    double axis[3];
    vec3_cross(up, fall, axis);
    slope->plane = (ClothMetCollider){.handle = 1,
                                      .shape = cloth_half_space(),
                                      .from = cloth_pose_identity(),
                                      .friction = slope->plan->friction};
    quat_axis_angle(axis, slope->plan->angle_rad, slope->plane.from.rotation);
    slope->plane.to = slope->plane.from;
    quat_rotate(slope->plane.from.rotation, up, slope->normal);
    quat_rotate(slope->plane.from.rotation, fall, slope->down);
    vec3_cross(slope->normal, slope->down, slope->across);
}

ClothStatus slope_body(SlopeBody body, double spacing_m, double mass_kg, const double normal[3],
                       const double along[3], ClothGraph *graph, ClothError *error) {
    double beside[3];
    vec3_cross(normal, along, beside);
    if (body == SLOPE_CHAIN) {
        ClothChainShape shape = {.links = 6,
                                 .strands = 1,
                                 .spacing_m = spacing_m,
                                 .mass_kg = mass_kg,
                                 .bend = CLOTH_CHAIN_SKIPS};
        vec3_copy(along, shape.direction);
        vec3_copy(beside, shape.strand_offset);
        vec3_add_scaled(shape.origin, along, -3.0 * spacing_m);
        return cloth_graph_chain(&shape, graph, error);
    }
    const int32_t side = body == SLOPE_PATCH ? 6 : 1;
    ClothGridShape shape = {.columns = side,
                            .rows = side,
                            .spacing_m = spacing_m,
                            .mass_kg = mass_kg,
                            .cut = side > 1 ? CLOTH_GRID_ONE_DIAGONAL : CLOTH_GRID_EDGES,
                            .bend = side > 1};
    vec3_copy(along, shape.u);
    vec3_copy(beside, shape.v);
    vec3_add_scaled(shape.origin, along, -0.5 * (side - 1) * spacing_m);
    vec3_add_scaled(shape.origin, beside, -0.5 * (side - 1) * spacing_m);
    return cloth_graph_grid(&shape, graph, error);
}

static ClothStatus set_speed(Slope *slope, double speed, ClothError *error) {
    const int32_t n = slope->scene.graph.particle_count;
    for (int32_t i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            slope->now[3 * i + k] = speed * slope->down[k];
        }
    }
    return cloth_set_velocities(slope->scene.state, slope->now, error);
}

static ClothStatus start(Slope *slope, ClothError *error) {
    const SlopePlan *plan = slope->plan;
    const ClothMaterial material = cloth_material_default();
    double along[3] = {0.0, 0.0, 0.0};
    lay_plane(slope);
    vec3_add_scaled(along, slope->down, cos(askew_rad));
    vec3_add_scaled(along, slope->across, sin(askew_rad));
    ClothStatus status = slope_body(plan->body, plan->spacing_m, plan->mass_kg, slope->normal,
                                    along, &slope->scene.graph, error);
    if (status == CLOTH_OK) {
        status = scene_build(&slope->scene, &material, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    const int32_t n = slope->scene.graph.particle_count;
    slope->start = calloc(3 * (size_t)n, sizeof *slope->start);
    slope->now = calloc(3 * (size_t)n, sizeof *slope->now);
    if (slope->start == NULL || slope->now == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d particles", (int)n);
    }
    cloth_positions(slope->scene.state, slope->start);
    slope->mass_kg = n * plan->mass_kg;
    return set_speed(slope, plan->speed_m_s, error);
}

double slope_cone(const ClothState *state, double friction) {
    enum { ROOM = 64 };
    ClothContact contact[ROOM];
    const int32_t count = cloth_contacts(state, contact, ROOM);
    double most = 0.0;
    for (int32_t c = 0; c < count && c < ROOM; c++) {
        raise_to(&most, vec3_length(contact[c].friction_n) / (friction * contact[c].normal_n));
    }
    return most;
}

/* How much of the cone the step has used: what the plane has done to the body's momentum. */
static double felt(const Slope *slope, const ClothMeasure *measure) {
    const ClothStep *step = &slope->plan->step;
    double force[3];
    for (int k = 0; k < 3; k++) {
        force[k] = (measure->momentum[k] - slope->momentum[k]) / step->step_s -
                   slope->mass_kg * step->gravity[k];
    }
    const double press = vec3_dot(force, slope->normal);
    vec3_add_scaled(force, slope->normal, -press);
    return press > 0.0 ? vec3_length(force) / (slope->plan->friction * press) : NAN;
}

/* Where everything is, and how fast the centre. */
static void look(Slope *slope, int32_t step, SlopeSeen *seen) {
    const SlopePlan *plan = slope->plan;
    const int32_t n = slope->scene.graph.particle_count;
    double centre[3] = {0.0, 0.0, 0.0};
    ClothMeasure measure;
    cloth_measure(slope->scene.state, plan->step.gravity, &measure);
    cloth_positions(slope->scene.state, slope->now);
    seen->strayed_m = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double off[3];
        vec3_subtract(&slope->now[3 * i], &slope->start[3 * i], off);
        vec3_add_scaled(centre, off, 1.0 / n);
        vec3_add_scaled(off, slope->normal, -vec3_dot(off, slope->normal));
        raise_to(&seen->strayed_m, vec3_length(off));
    }
    slope->way_m = vec3_dot(centre, slope->down);
    seen->way_m = slope->way_m;
    raise_to(&seen->aside_m, fabs(vec3_dot(centre, slope->across)));
    const double before = vec3_dot(slope->momentum, slope->down) / slope->mass_kg;
    seen->speed_m_s = vec3_dot(measure.momentum, slope->down) / slope->mass_kg;
    if (!(fabs(seen->speed_m_s) <= 1e-4)) {
        seen->stopped_step = 0;
    } else if (seen->stopped_step == 0) {
        seen->stopped_step = step;
    }
    raise_to(&seen->cone_said, slope_cone(slope->scene.state, plan->friction));
    const double used = felt(slope, &measure);
    seen->cone_felt = isnan(seen->cone_felt) || used > seen->cone_felt ? used : seen->cone_felt;
    if (step == plan->turned_step) {
        const double sign = before < 0.0 ? -1.0 : 1.0;
        seen->turned_pull_m_s2 = sign * (seen->speed_m_s - before) / plan->step.step_s;
    }
    if (step > plan->steps - plan->steps / 5) {
        raise_to(&seen->kinetic_late_j, measure.kinetic_j);
    }
    raise_to(&seen->depth_m, measure.residual_max_m[CLOTH_ROW_CONTACT]);
    seen->normal_share =
        measure.normal_sum_n / (slope->mass_kg * gravity_m_s2 * cos(plan->angle_rad));
    vec3_copy(measure.momentum, slope->momentum);
}

static ClothStatus turn_round(Slope *slope, SlopeSeen *seen, ClothError *error) {
    const int32_t n = slope->scene.graph.particle_count;
    seen->turned_way_m = slope->way_m;
    seen->turned_speed_m_s = seen->speed_m_s;
    cloth_velocities(slope->scene.state, slope->now);
    for (int32_t k = 0; k < 3 * n; k++) {
        slope->now[k] = -slope->now[k];
    }
    for (int k = 0; k < 3; k++) {
        slope->momentum[k] = -slope->momentum[k];
    }
    return cloth_set_velocities(slope->scene.state, slope->now, error);
}

ClothStatus slope_run(const SlopePlan *plan, double *path, SlopeSeen *seen, ClothError *error) {
    Slope slope = {.plan = plan};
    *seen = (SlopeSeen){
        .turned_way_m = NAN, .turned_speed_m_s = NAN, .turned_pull_m_s2 = NAN, .cone_felt = NAN};
    ClothStatus status = start(&slope, error);
    if (status == CLOTH_OK) {
        for (int k = 0; k < 3; k++) {
            slope.momentum[k] = slope.mass_kg * plan->speed_m_s * slope.down[k];
        }
    }
    if (path != NULL) {
        path[0] = 0.0;
    }
    for (int32_t s = 1; status == CLOTH_OK && s <= plan->steps; s++) {
        if (s == plan->turned_step) {
            status = turn_round(&slope, seen, error);
        }
        if (status == CLOTH_OK) {
            status = cloth_set_colliders(slope.scene.state, &slope.plane, 1, error);
        }
        if (status == CLOTH_OK) {
            status = cloth_step(slope.scene.state, &plan->step, NULL, error);
        }
        if (status == CLOTH_OK) {
            look(&slope, s, seen);
        }
        if (path != NULL) {
            path[s] = status == CLOTH_OK ? slope.way_m : NAN;
        }
    }
    free_slope(&slope);
    return status;
}
