#include "scenes/put_down.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collide/table.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "step/contacts.h"

#define GAP_M         0.05
#define OFF_AXES_RAD  (1.0 / 3.0)
#define SPHERE_M      0.2
#define BOX_M         0.3 /* half of its sides */
#define FLOOR_M       0.5 /* below where cloth is put down */
#define PEG_M         0.03
#define PEG_SPACING_M 0.02

PutDownPlan put_down_plan(PutDownOn on) {
    const ClothFabric silk = cloth_fabric(CLOTH_SILK);
    PutDownPlan plan = {.on = on,
                        .columns = 9,
                        .spacing_m = 0.05,
                        .mass_kg = 0.01,
                        .thickness_m = silk.thickness_m,
                        .friction = 0.4,
                        .speed_m_s = on == PUT_DOWN_PEG ? 0.0 : 4.0,
                        .load = 15.0,
                        .steps = 240,
                        .late = 60,
                        .step = cloth_fabric_step(&silk)};
    plan.step.substeps = 2;
    plan.step.iterations = 4;
    return plan;
}

static ClothMetCollider solid_at(uint64_t handle, ClothShape shape, double y, double friction) {
    ClothMetCollider met = {.handle = handle, .shape = shape, .friction = friction};
    met.from = cloth_pose_identity();
    met.from.position[1] = y;
    return met;
}

/* Highest point of the solid at the origin. */
static void place_solids(PutDown *put) {
    const double friction = put->plan.friction;
    ClothMetCollider *solid = &put->collider[0];
    put->collider_count = 2;
    put->collider[1] = solid_at(2, cloth_half_space(), -FLOOR_M, friction);
    switch (put->plan.on) {
    case PUT_DOWN_SPHERE:
        *solid = solid_at(1, cloth_sphere(SPHERE_M), -SPHERE_M, friction);
        break;
    case PUT_DOWN_EDGE:
        *solid = solid_at(1, cloth_box(BOX_M, BOX_M, BOX_M), -sqrt(2.0) * BOX_M, friction);
        solid->from.rotation[2] = sin(acos(-1.0) / 8.0);
        solid->from.rotation[3] = cos(acos(-1.0) / 8.0);
        put->collider[1].from.position[1] = -BOX_M;
        break;
    case PUT_DOWN_PEG:
        *solid = solid_at(1, cloth_capsule(PEG_M, 1.0), -PEG_M, friction);
        solid->from.rotation[0] = solid->from.rotation[3] = sqrt(0.5);
        put->collider_count = 1;
        break;
    default:
        *solid = solid_at(1, cloth_half_space(), 0.0, friction);
        put->collider_count = 1;
        break;
    }
    put->collider[0].to = put->collider[0].from;
    put->collider[1].to = put->collider[1].from;
}

static ClothStatus make_sheet(const PutDownPlan *plan, ClothGraph *graph, ClothError *error) {
    const double half = 0.5 * (plan->columns - 1) * plan->spacing_m;
    const double c = cos(OFF_AXES_RAD);
    const double s = sin(OFF_AXES_RAD);
    const ClothGridShape shape = {
        .columns = plan->columns,
        .rows = plan->columns,
        .spacing_m = plan->spacing_m,
        .mass_kg = plan->mass_kg,
        .origin = {-half * (c - s), plan->thickness_m + GAP_M, -half * (s + c)},
        .u = {c, 0.0, s},
        .v = {-s, 0.0, c},
        .cut = CLOTH_GRID_ONE_DIAGONAL,
        .bend = 1};
    return cloth_graph_grid(&shape, graph, error);
}

/* Over the peg, touching it, and down on both sides. A particle on it carries the pull of what hangs
 * beside it, turned by the angle from one particle to the next. */
static ClothStatus make_rope(const PutDownPlan *plan, ClothGraph *graph, ClothError *error) {
    const double radius = PEG_M + plan->thickness_m;
    const double arc = 0.5 * acos(-1.0) * radius;
    const double hanging = plan->load * radius / PEG_SPACING_M;
    const int32_t side = (int32_t)lrint(hanging + arc / PEG_SPACING_M);
    const ClothChainShape shape = {.links = 2 * side,
                                   .strands = 1,
                                   .spacing_m = PEG_SPACING_M,
                                   .mass_kg = plan->mass_kg,
                                   .direction = {1.0, 0.0, 0.0},
                                   .bend = CLOTH_CHAIN_FREE};
    const ClothStatus status = cloth_graph_chain(&shape, graph, error);
    for (int32_t i = 0; status == CLOTH_OK && i < graph->particle_count; i++) {
        const double along = (i - side) * PEG_SPACING_M;
        const double angle = fmin(fabs(along), arc) / radius;
        double *x = &graph->position[3 * i];
        x[0] = copysign(radius * sin(angle), along);
        x[1] = radius * cos(angle) - PEG_M - fmax(fabs(along) - arc, 0.0);
    }
    return status;
}

/* As a world has it of a cloth that nothing holds: from the frame's origin. */
static double rest_reach(const ClothGraph *graph) {
    double most = 0.0;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        const double d[3] = {graph->position[3 * i] - graph->position[0],
                             graph->position[3 * i + 1] - graph->position[1],
                             graph->position[3 * i + 2] - graph->position[2]};
        most = fmax(most, vec3_length(d));
    }
    return 0.5 * most;
}

static ClothStatus send_down(PutDown *put, ClothError *error) {
    const size_t count = 3 * (size_t)put->graph.particle_count;
    double *velocity = calloc(count, sizeof *velocity);
    if (velocity == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (size_t k = 1; k < count; k += 3) {
        velocity[k] = -put->plan.speed_m_s;
    }
    const ClothStatus status = cloth_set_velocities(put->state, velocity, error);
    free(velocity);
    return status;
}

ClothStatus put_down_start(const PutDownPlan *plan, PutDown *put, ClothError *error) {
    *put = (PutDown){.plan = *plan, .seen = {.slept_s = NAN, .pivot_ratio = INFINITY}};
    ClothFabric fabric = cloth_fabric(CLOTH_SILK);
    fabric.slack = 1.0;
    fabric.thickness_m = plan->thickness_m;
    const ClothMaterial material = cloth_fabric_material(&fabric);
    ClothStatus status = plan->on == PUT_DOWN_PEG ? make_rope(plan, &put->graph, error)
                                                  : make_sheet(plan, &put->graph, error);
    if (status == CLOTH_OK) {
        status = cloth_build(&put->graph, &material, NULL, 0, &put->state, error);
    }
    if (status == CLOTH_OK) {
        place_solids(put);
        status = cloth_set_colliders(put->state, put->collider, put->collider_count, error);
    }
    if (status == CLOTH_OK) {
        status = send_down(put, error);
    }
    const size_t bytes = 3 * (size_t)put->graph.particle_count * sizeof(double);
    if (status == CLOTH_OK) {
        put->position = malloc(bytes);
        put->still_at = malloc(bytes);
        put->late_at = malloc(bytes);
        status = put->position == NULL || put->still_at == NULL || put->late_at == NULL
                     ? CLOTH_NO_MEMORY
                     : CLOTH_OK;
    }
    if (status != CLOTH_OK) {
        put_down_free(put);
        return status;
    }
    memcpy(put->position, put->graph.position, bytes);
    memcpy(put->still_at, put->graph.position, bytes);
    memcpy(put->late_at, put->graph.position, bytes);
    put->reach_m = rest_reach(&put->graph);
    put->weight_n = -put->plan.step.gravity[1] * plan->mass_kg * put->graph.particle_count;
    return CLOTH_OK;
}

void put_down_free(PutDown *put) {
    if (put != NULL) {
        cloth_graph_free(&put->graph);
        cloth_destroy(put->state);
        free(put->position);
        free(put->still_at);
        free(put->late_at);
        put->graph = (ClothGraph){0};
        put->state = NULL;
        put->position = put->still_at = put->late_at = NULL;
    }
}

static double depth_at(const PutDown *put, const double x[3]) {
    double depth = -INFINITY;
    for (int32_t c = 0; c < put->collider_count; c++) {
        const ClothMetCollider *met = &put->collider[c];
        double off[3];
        double local[3];
        double outward[3];
        vec3_subtract(x, met->from.position, off);
        quat_rotate_back(met->from.rotation, off, local);
        raise_to(&depth, put->plan.thickness_m - cloth_shape_distance(&met->shape, local, outward));
    }
    return depth;
}

/* Furthest way of a particle from where it was. */
static double furthest(const PutDown *put, const double *from) {
    double most = 0.0;
    for (int32_t i = 0; i < put->graph.particle_count; i++) {
        double off[3];
        vec3_subtract(&put->position[3 * i], &from[3 * i], off);
        raise_to(&most, vec3_length(off));
    }
    return most;
}

/* The rule of worlds (world/world.h). */
static void watch_stillness(PutDown *put) {
    const double window_s =
        fmax(0.5, 2.0 * sqrt(put->reach_m / vec3_length(put->plan.step.gravity)));
    if (!(furthest(put, put->still_at) <= 5e-4 * put->reach_m)) {
        memcpy(put->still_at, put->position,
               3 * (size_t)put->graph.particle_count * sizeof *put->position);
        put->still_s = 0.0;
        return;
    }
    put->still_s += put->plan.step.step_s;
    if (put->still_s >= window_s && isnan(put->seen.slept_s)) {
        put->seen.slept_s = (double)put->step * put->plan.step.step_s;
    }
}

/* Forces of the contacts: a soft one has no multiplier, and is k C. */
typedef struct Forces {
    double most_n;
    double sum_n;
    double total[3];
} Forces;

static Forces forces_of(const ClothState *state) {
    const ClothView view = cloth_view(state);
    Forces forces = {0};
    for (int32_t s = 0; view.tally.touched > 0 && s < view.counts.contact; s++) {
        if (view.contact_collider[s] < 0) {
            continue;
        }
        const ClothTouch touch = cloth_touch(&view, s / CLOTH_CONTACT_SLOTS, s, state->substep_s);
        const double soft =
            (double)view.contact_penalty[s] * (touch.c - (double)view.contact_allowed[s]);
        const double force = !(touch.normal_n <= 0.0) ? touch.normal_n : fmax(soft, 0.0);
        raise_to(&forces.most_n, force);
        forces.sum_n += force;
        vec3_add_scaled(forces.total, touch.normal, force);
        vec3_add_scaled(forces.total, touch.friction, 1.0);
    }
    return forces;
}

/* What gravity, drag and contacts leave of the change of momentum in the last substep: rows between
 * particles give none. */
static double left_over(const PutDown *put, const Forces *forces) {
    const ClothView view = cloth_view(put->state);
    double left[3] = {-forces->total[0], -forces->total[1], -forces->total[2]};
    for (int32_t i = 0; i < view.counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            left[k] += (double)view.mass[i] *
                       ((double)view.acceleration[3 * i + k] +
                        put->plan.step.damping_1_s * (double)view.velocity[3 * i + k] -
                        put->plan.step.gravity[k]);
        }
    }
    return vec3_length(left);
}

static double mean_rise(const PutDown *put) {
    const ClothView view = cloth_view(put->state);
    double sum = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        sum += (double)view.velocity[3 * i + 1];
    }
    return sum / view.counts.particle;
}

static void note_depths(PutDown *put, bool late) {
    double depth = -INFINITY;
    for (int32_t i = 0; i < put->graph.particle_count; i++) {
        raise_to(&depth, depth_at(put, &put->position[3 * i]));
    }
    PutDownSeen *seen = &put->seen;
    const double below = depth - put->plan.thickness_m;
    raise_to(&seen->depth_m, depth);
    raise_to(&seen->below_m, below);
    seen->below_steps += !(below <= 0.0);
    if (late) {
        raise_to(&seen->depth_late_m, depth);
    }
}

static void note_forces(PutDown *put) {
    PutDownSeen *seen = &put->seen;
    const Forces forces = forces_of(put->state);
    raise_to(&seen->normal_peak_n, forces.most_n);
    raise_to(&seen->force_peak_n, forces.sum_n);
    raise_to(&put->unbalanced_n, left_over(put, &forces));
    seen->momentum_error = put->unbalanced_n / fmax(seen->force_peak_n, put->weight_n);
    if (put->plan.speed_m_s > 0.0) {
        raise_to(&seen->rebound, mean_rise(put) / put->plan.speed_m_s);
    }
}

ClothStatus put_down_step(PutDown *put, ClothError *error) {
    ClothReport report;
    const int64_t late_from = put->plan.steps - put->plan.late;
    const size_t bytes = 3 * (size_t)put->graph.particle_count * sizeof(double);
    if (put->step == late_from) {
        memcpy(put->late_at, put->position, bytes);
    }
    const ClothStatus status = cloth_step(put->state, &put->plan.step, &report, error);
    if (status != CLOTH_OK) {
        const PutDownSeen unknown = {.depth_m = NAN,
                                     .depth_late_m = NAN,
                                     .below_m = NAN,
                                     .normal_peak_n = NAN,
                                     .force_peak_n = NAN,
                                     .rebound = NAN,
                                     .momentum_error = NAN,
                                     .kinetic_late_j = NAN,
                                     .creep_m = NAN,
                                     .slept_s = NAN,
                                     .pivot_ratio = NAN,
                                     .stretch_rms = NAN};
        put->seen = unknown;
        return status;
    }
    const bool late = put->step >= late_from;
    put->step++;
    cloth_positions(put->state, put->position);
    put->seen.pivot_ratio = less_of(put->seen.pivot_ratio, report.pivot_ratio);
    note_depths(put, late);
    note_forces(put);
    watch_stillness(put);
    if (late) {
        ClothMeasure measure;
        cloth_measure(put->state, put->plan.step.gravity, &measure);
        raise_to(&put->seen.kinetic_late_j, measure.kinetic_j);
        raise_to(&put->seen.creep_m, furthest(put, put->late_at));
        put->seen.stretch_rms = measure.strain_rms[CLOTH_ROW_STRETCH];
    }
    return CLOTH_OK;
}

ClothStatus put_down_run(const PutDownPlan *plan, PutDownSeen *seen, ClothError *error) {
    PutDown put;
    ClothStatus status = put_down_start(plan, &put, error);
    while (status == CLOTH_OK && put.step < plan->steps) {
        status = put_down_step(&put, error);
    }
    if (status == CLOTH_OK) {
        put.seen.hash = cloth_hash(put.state);
    }
    *seen = put.seen;
    put_down_free(&put);
    return status;
}
