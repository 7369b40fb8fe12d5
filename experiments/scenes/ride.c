#include "scenes/ride.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/quat.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "math/pose.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846;

const char *ride_path_text(RidePath path) {
    static const char *const text[] = {
#define RIDE_PATH_TEXT(name, text) text,
        RIDE_PATH_LIST(RIDE_PATH_TEXT)
#undef RIDE_PATH_TEXT
    };
    return path >= 0 && path < RIDE_PATHS ? text[path] : "unknown";
}

RideShape ride_default(void) {
    return (RideShape){.fabric = cloth_fabric(CLOTH_SILK),
                       .links = 12,
                       .columns = 1,
                       .spacing_m = 0.1,
                       .mass_kg = 0.01,
                       .path = RIDE_SQUARE,
                       .who = RIDE_FRAME,
                       .speed_m_s = 9.0,
                       .phase_s = 1.0,
                       .turn_rad_s = 2.0 * pi,
                       .step_s = 1.0 / 60.0,
                       .felt_shares = 1.0};
}

/* Distance gone after `time` at a speed that turns back every phase: a triangle. */
static double to_and_fro(double time, double phase) {
    const double lap = fmod(time, 2.0 * phase);
    return lap <= phase ? lap : 2.0 * phase - lap;
}

/* Where the path is after so many steps, from where it began. */
static ClothPose path_pose(const RideShape *shape, int64_t step) {
    static const double vertical[3] = {0.0, 1.0, 0.0};
    static const double across[3] = {0.0, 0.0, 1.0};
    static const double askew[3] = {1.0, 2.0, -0.5};
    const double t = (double)step * shape->step_s;
    ClothPose pose = cloth_pose_identity();
    switch (shape->path) {
    case RIDE_STILL:
    case RIDE_PATHS:
        break;
    case RIDE_DYADIC:
        pose.position[0] = 0.125 * to_and_fro((double)step, 60.0);
        break;
    case RIDE_SQUARE:
        pose.position[0] = shape->speed_m_s * to_and_fro(t, shape->phase_s);
        break;
    case RIDE_SPRINT:
        pose.position[0] = shape->speed_m_s * t;
        break;
    case RIDE_SPIN:
        quat_axis_angle(vertical, shape->turn_rad_s * t, pose.rotation);
        break;
    case RIDE_FLIP:
        quat_axis_angle(across, pi * floor(t / shape->phase_s), pose.rotation);
        break;
    case RIDE_ROAM:
        pose.position[0] = 2.0 * sin(1.3 * t);
        pose.position[1] = 0.4 * sin(2.1 * t);
        pose.position[2] = 1.5 * (1.0 - cos(0.9 * t));
        quat_axis_angle(askew, 1.1 * sin(1.7 * t), pose.rotation);
        break;
    }
    return pose;
}

static ClothStatus make_graph(const RideShape *shape, ClothGraph *graph, ClothError *error) {
    const ClothChainShape chain = {.links = shape->links,
                                   .strands = 1,
                                   .spacing_m = shape->spacing_m,
                                   .mass_kg = shape->mass_kg,
                                   .origin = {shape->arm_m, 0.0, 0.0},
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothGridShape grid = {.columns = shape->columns,
                                 .rows = shape->links + 1,
                                 .spacing_m = shape->spacing_m,
                                 .mass_kg = shape->mass_kg,
                                 .origin = {shape->arm_m, 0.0, 0.0},
                                 .u = {0.0, 0.0, 1.0},
                                 .v = {0.0, -1.0, 0.0},
                                 .cut = CLOTH_GRID_ALTERNATING,
                                 .bend = 1};
    return shape->columns > 1 ? cloth_graph_grid(&grid, graph, error)
                              : cloth_graph_chain(&chain, graph, error);
}

/* The frame at the start. */
static ClothPose start_pose(const RideShape *shape) {
    ClothPose pose = cloth_pose_identity();
    memcpy(pose.position, shape->far_m, sizeof pose.position);
    return pose;
}

static ClothStatus take_hold(Ride *ride, ClothError *error) {
    const int32_t count = ride->shape.columns;
    const bool in_world = ride->shape.who == RIDE_WORLD || ride->shape.who == RIDE_UNDER;
    const ClothPose origin = in_world ? start_pose(&ride->shape) : cloth_pose_identity();
    int32_t *first = malloc((size_t)count * sizeof *first);
    if (first == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t k = 0; k < count; k++) {
        first[k] = k;
    }
    const ClothStatus status =
        hung_hold(&ride->hung, first, count, in_world ? CLOTH_SPACE_WORLD : CLOTH_SPACE_FRAME,
                  &origin, error);
    free(first);
    return status;
}

/* What only the ablation build can do. */
static void leave_out(Ride *ride) {
#ifdef CLOTH_ABLATE
    ride->hung.world->ablate = ride->shape.ablate;
    ride->hung.world->tuned.felt_reaches *= ride->shape.felt_shares;
    ride->hung.world->tuned.felt_rad *= ride->shape.felt_shares;
#else
    (void)ride;
#endif
}

ClothStatus ride_start(const RideShape *shape, Ride *ride, ClothError *error) {
    *ride = (Ride){.shape = *shape, .watch = hung_watch_start(), .at = start_pose(shape)};
    ClothGraph graph;
    ClothStatus status = make_graph(shape, &graph, error);
    if (status == CLOTH_OK) {
        status = hung_start(&graph, &shape->fabric, &ride->at, &ride->hung, error);
    }
    if (status == CLOTH_OK) {
        leave_out(ride);
        status = take_hold(ride, error);
    }
    if (status == CLOTH_OK) {
        const size_t n = (size_t)ride->hung.graph.particle_count;
        ride->before = calloc(3 * n, sizeof(double));
        ride->now = calloc(3 * n, sizeof(double));
        status = ride->before == NULL || ride->now == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
    }
    if (status == CLOTH_OK) {
        /* Askew: a flat sheet that swings in its own plane is on the brink of buckling. */
        const double swing[3] = {0.8 * shape->swing_m_s, 0.0, 0.6 * shape->swing_m_s};
        cloth_positions(cloth_world_state(ride->hung.world, ride->hung.cloth), ride->now);
        status = shape->swing_m_s == 0.0 ? CLOTH_OK : hung_swing(&ride->hung, swing, error);
    }
    if (status != CLOTH_OK) {
        ride_free(ride);
    }
    return status;
}

/* Sends whoever follows the path to where it is at the end of the coming step. */
static ClothStatus follow_path(Ride *ride, ClothError *error) {
    const ClothPose way = path_pose(&ride->shape, ride->step + 1);
    const ClothPose start = start_pose(&ride->shape);
    const ClothId holder = ride->hung.holder[0];
    ride->at = cloth_pose_compose(&start, &way);
    ClothStatus status = CLOTH_OK;
    if (ride->shape.who == RIDE_HOLDER) {
        return cloth_world_set_holder(ride->hung.world, holder, &way, error);
    }
    if (ride->shape.who == RIDE_WORLD) {
        status = cloth_world_set_holder(ride->hung.world, holder, &ride->at, error);
    }
    return status != CLOTH_OK
               ? status
               : cloth_world_set_frame(ride->hung.world, ride->hung.cloth, &ride->at, error);
}

static double apart_of(const double *a, const double *b) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        squared += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sqrt(squared);
}

static void look(Ride *ride) {
    const int32_t n = ride->hung.graph.particle_count;
    const double length_m = ride->shape.links * ride->shape.spacing_m;
    double *swap = ride->before;
    ride->before = ride->now;
    ride->now = swap;
    cloth_positions(cloth_world_state(ride->hung.world, ride->hung.cloth), ride->now);
    for (int32_t i = 0; i < n; i++) {
        const double *x = &ride->now[3 * i];
        const double *held = &ride->now[3 * (i % ride->shape.columns)];
        raise_to(&ride->way_peak_m_s, apart_of(x, &ride->before[3 * i]) / ride->shape.step_s);
        raise_to(&ride->span_peak, apart_of(x, held) / length_m);
    }
    const double speed = hung_fastest_free(&ride->hung);
    raise_to(&ride->speed_peak_m_s, speed);
    raise_to(&ride->share_peak, speed / ride->watch.condition.speed_max_m_s);
    ride->lag_m = ride->now[3 * (n - 1)] - ride->now[0];
    raise_to(&ride->lag_peak_m, fabs(ride->lag_m));
}

ClothStatus ride_step(Ride *ride, ClothError *error) {
    ClothStatus status = follow_path(ride, error);
    if (status == CLOTH_OK) {
        status = hung_step(&ride->hung, ride->shape.step_s, &ride->watch, error);
    }
    if (status == CLOTH_OK) {
        ride->step++;
        look(ride);
    }
    return status;
}

ClothStatus ride_steps(Ride *ride, int64_t steps, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = ride_step(ride, error);
    }
    return status;
}

static double apart(int32_t particles, const double *a, const double *b) {
    double most = 0.0;
    for (int32_t k = 0; k < 3 * particles; k++) {
        raise_to(&most, fabs(a[k] - b[k]));
    }
    return most;
}

double ride_apart_in_frame(const Ride *a, const Ride *b) {
    return apart(a->hung.graph.particle_count, a->now, b->now);
}

/* Positions in the world, less where the frame began; NULL when there is no memory for them. */
static double *seen_from_start(const Ride *ride) {
    const int32_t n = ride->hung.graph.particle_count;
    double *x = malloc(3 * (size_t)n * sizeof *x);
    if (x == NULL ||
        cloth_world_positions(ride->hung.world, ride->hung.cloth, x, NULL) != CLOTH_OK) {
        free(x);
        return NULL;
    }
    for (int32_t k = 0; k < 3 * n; k++) {
        x[k] -= ride->shape.far_m[k % 3];
    }
    return x;
}

double ride_apart_in_world(const Ride *a, const Ride *b) {
    double *of_a = seen_from_start(a);
    double *of_b = seen_from_start(b);
    const double most =
        of_a == NULL || of_b == NULL ? NAN : apart(a->hung.graph.particle_count, of_a, of_b);
    free(of_a);
    free(of_b);
    return most;
}

void ride_free(Ride *ride) {
    if (ride != NULL) {
        hung_free(&ride->hung);
        free(ride->before);
        free(ride->now);
        *ride = (Ride){0};
    }
}
