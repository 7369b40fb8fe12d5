#include "tracing.h"

#include <math.h>

#include "collide/shape.h"
#include "gate.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/solids.h"
#include "step/instruments.h"
#include "touching.h"

enum { MOMENTS = 4000 };

typedef struct Flight {
    ClothMetCollider met;
    double start[3];
    double velocity[3];
    double thickness_m;
    double step_s;
} Flight;

/* Where the particle would be, seen from the shape, at a share of the step. */
static void seen_at(const Flight *flight, double share, double local[3]) {
    const ClothPose pose = cloth_pose_between(&flight->met.from, &flight->met.to, share);
    double x[3];
    vec3_copy(flight->start, x);
    vec3_add_scaled(x, flight->velocity, share * flight->step_s);
    vec3_subtract(x, pose.position, x);
    quat_rotate_back(pose.rotation, x, local);
}

static ClothShape draw_shape(Rng *rng, ClothShapeKind kind, bool thin) {
    ClothShape shape = touching_shape(rng, kind, 1.0);
    if (thin) {
        shape.size_m[0] *= 10.0;
        shape.size_m[1] *= 1e-3;
        shape.size_m[2] *= 10.0;
    }
    return shape;
}

/* A point inside; of what is thin, in its middle tenth. */
static void draw_aim(Rng *rng, const ClothShape *shape, bool thin, double aim[3]) {
    double out[3];
    do {
        rng_vector(rng, thin ? 0.3 : 1.2, aim);
        aim[1] *= thin ? 2e-3 : 1.0;
    } while (!(cloth_shape_distance(shape, aim, out) < 0.0));
}

/* Turned about a place that is as likely on the one side as on the other. */
static void spin(Rng *rng, double most_rad, ClothMetCollider *met) {
    double turn[4];
    double axis[3];
    solid_direction(rng, axis);
    quat_axis_angle(axis, rng_range(rng, -most_rad, most_rad), turn);
    quat_multiply(turn, met->from.rotation, met->to.rotation);
    quat_normalise(met->to.rotation, met->to.rotation);
}

/* Aims at a point inside, from a share of the step's way before it. */
static Flight draw_flight(Rng *rng, TracingPlan plan, ClothShapeKind kind, bool thin, double speed,
                          double thickness) {
    const ClothShape shape = draw_shape(rng, kind, thin);
    const ClothPose pose = touching_pose(rng, 1.0);
    Flight flight = {
        .met = touching_met(4, &shape, &pose, 0.5), .thickness_m = thickness, .step_s = 1.0 / 60.0};
    double aim[3];
    double way[3];
    draw_aim(rng, &shape, thin, aim);
    cloth_pose_apply(&pose, aim, aim);
    solid_direction(rng, way);
    const double length = speed * flight.step_s;
    vec3_copy(aim, flight.start);
    vec3_add_scaled(flight.start, way, -rng_range(rng, 0.05, 0.9) * length);
    if (plan == TRACING_SHOT) {
        vec3_add_scaled(flight.velocity, way, speed);
    } else {
        vec3_add_scaled(flight.met.to.position, way, -length);
    }
    if (plan == TRACING_SPUN) {
        spin(rng, thin ? 0.2 : 0.5, &flight.met);
    }
    return flight;
}

/* The first moment at which it is nearer than the thickness; -1: never, or from the beginning. */
static double first_met(const Flight *flight) {
    for (int k = 0; k <= MOMENTS; k++) {
        double local[3];
        double out[3];
        seen_at(flight, (double)k / MOMENTS, local);
        if (cloth_shape_distance(&flight->met.shape, local, out) < flight->thickness_m) {
            return k == 0 ? -1.0 : (double)k / MOMENTS;
        }
    }
    return -1.0;
}

/* How far it is from the shape's middle, along the way out that was there where it was met. */
static double above_middle(const Flight *flight, double met, const double x[3], double *distance) {
    double at[3];
    double out[3];
    double unused[3];
    double local[3];
    seen_at(flight, met, at);
    (void)cloth_shape_distance(&flight->met.shape, at, out);
    vec3_subtract(x, flight->met.to.position, local);
    quat_rotate_back(flight->met.to.rotation, local, local);
    *distance = cloth_shape_distance(&flight->met.shape, local, unused);
    double off[3];
    vec3_subtract(local, at, off);
    const int32_t kind = (int32_t)flight->met.shape.kind;
    const double middle = cloth_shape_middle(kind, flight->met.shape.size_m);
    return vec3_dot(off, out) + middle + flight->thickness_m;
}

static void fly(const Flight *flight, double met, ClothSolver solver,
                const struct ClothInstruments *instruments, Tracing *seen) {
    ClothStep step = cloth_step_default();
    ClothError error = {0};
    step.gravity[1] = 0.0;
    step.solver = solver;
    step.instruments = instruments;
    ClothState *state = touching_particles(1, flight->start, 0.02, flight->thickness_m);
    ck_assert(cloth_set_velocities(state, flight->velocity, NULL) == CLOTH_OK);
    touching_set(state, &flight->met, 1);
    ck_assert_msg(cloth_step(state, &step, NULL, &error) == CLOTH_OK, "%s", error.message);
    double x[3];
    cloth_positions(state, x);
    double distance = 0.0;
    const double above = above_middle(flight, met, x, &distance);
    seen->met++;
    seen->through += !(above > 0.0);
    raise_to(&seen->depth_m, flight->thickness_m - distance);
    cloth_destroy(state);
}

Tracing tracing(TracingPlan plan, ClothShapeKind kind, bool thin, double speed_m_s,
                double thickness_m, ClothSolver solver,
                const struct ClothInstruments *instruments) {
    Rng rng = {(uint64_t)(1000.0 * speed_m_s) + (uint64_t)kind};
    Tracing seen = {0};
    for (int tries = 0; seen.met < TRACING_TRIALS && tries < 100 * TRACING_TRIALS; tries++) {
        const Flight flight = draw_flight(&rng, plan, kind, thin, speed_m_s, thickness_m);
        const double met = first_met(&flight);
        if (met >= 0.0) {
            fly(&flight, met, solver, instruments, &seen);
        }
    }
    return seen;
}
