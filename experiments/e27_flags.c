#include "e27_flags.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/extreme.h"
#include "world/world.h"

static const double frame_s = 1.0 / 60.0;
static const double pole[3] = {0.0, 1.0, 0.0};
static const double turn_rad = 6.283185307179586;

static void on_turn(void *user, const ClothState *state, const ClothTurnSeen *seen) {
    (void)state;
    TurnWatch *watch = user;
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        squared += seen->turn_rad[k] * seen->turn_rad[k];
    }
    watch->turn_most_rad = more_of(watch->turn_most_rad, sqrt(squared));
    watch->rise_most = more_of(watch->rise_most, seen->after_j / seen->before_j - 1.0);
}

ClothInstruments turn_watch(uint32_t ablate, TurnWatch *watch) {
    *watch = (TurnWatch){.rise_most = -INFINITY};
    return (ClothInstruments){.ablate = ablate, .on_turn = on_turn, .user = watch};
}

static ClothStatus take_steps(ClothState *state, const ClothStep *step, int64_t count,
                              ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; k < count && status == CLOTH_OK; k++) {
        status = cloth_step(state, step, NULL, error);
    }
    return status;
}

static ClothStatus measure_identity(ClothState *state, const ClothStep *step,
                                    const double origin[3], double *identity, ClothError *error) {
    double off = 0.0;
    double most = 0.0;
    for (int k = 0; k < 40; k++) {
        const double before = flag_spin(state, origin, pole).momentum;
        const ClothStatus status = cloth_step(state, step, NULL, error);
        if (status != CLOTH_OK) {
            return status;
        }
        const double change = flag_spin(state, origin, pole).momentum - before;
        const double moment = flag_moment(state, step->step_s, step->damping_1_s, origin, pole);
        off = more_of(off, fabs(change - step->step_s * moment));
        most = more_of(most, fabs(change));
    }
    *identity = off / most;
    return CLOTH_OK;
}

/* Hung, settled with damping, and from now on without. scene: out, emptied on failure. */
static ClothStatus settle(const Bare *bare, int32_t substeps, const ClothInstruments *instruments,
                          Scene *scene, ClothStep *step, ClothError *error) {
    ClothStatus status = flag_bare(&bare->shape, scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    *step = cloth_step_default();
    step->iterations = bare->iterations;
    step->substeps = substeps;
    step->instruments = instruments;
    step->damping_1_s = 4.0;
    status = take_steps(scene->state, step, bare->settle_steps, error);
    step->damping_1_s = 0.0;
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

ClothStatus bare_turn(const Bare *bare, const ClothInstruments *instruments, double rate[2],
                      ClothError *error) {
    const double origin[3] = {bare->shape.far_m, 0.0, 0.0};
    Scene scene;
    ClothStep step;
    ClothStatus status = settle(bare, 2, instruments, &scene, &step, error);
    if (status != CLOTH_OK) {
        return status;
    }
    status = take_steps(scene.state, &step, bare->early, error);
    rate[0] = flag_spin(scene.state, origin, pole).rate_rad_s;
    if (status == CLOTH_OK) {
        status = take_steps(scene.state, &step, bare->steps - bare->early, error);
        rate[1] = flag_spin(scene.state, origin, pole).rate_rad_s;
    }
    scene_free(&scene);
    return status;
}

ClothStatus bare_identity(const Bare *bare, const ClothInstruments *instruments, double *identity,
                          ClothError *error) {
    const double origin[3] = {bare->shape.far_m, 0.0, 0.0};
    Scene scene;
    ClothStep step;
    ClothStatus status = settle(bare, 1, instruments, &scene, &step, error);
    if (status == CLOTH_OK) {
        status = measure_identity(scene.state, &step, origin, identity, error);
        scene_free(&scene);
    }
    return status;
}

/* A spin of 2 rad/s about the vertical, and a flutter that throws its columns up by turns. */
static ClothStatus throw_it(Scene *scene, const FlagShape *shape, ClothError *error) {
    double *velocity = malloc(3 * (size_t)scene->graph.particle_count * sizeof *velocity);
    if (velocity == NULL) {
        return CLOTH_NO_MEMORY;
    }
    const double *rest = scene->graph.position;
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        const double x = rest[3 * i] - 0.5 * shape->spacing_m * (shape->columns - 1);
        const double z = rest[3 * i + 2] - 0.5 * shape->spacing_m * (shape->rows - 1);
        velocity[3 * i] = 2.0 * z;
        velocity[3 * i + 1] = 0.3 * (i % 3);
        velocity[3 * i + 2] = -2.0 * x;
    }
    const ClothStatus status = cloth_set_velocities(scene->state, velocity, error);
    free(velocity);
    return status;
}

ClothStatus bare_flight(const Bare *bare, const ClothInstruments *instruments, double *drift,
                        double *kept, ClothError *error) {
    Scene scene;
    ClothStatus status = flag_bare(&bare->shape, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    ClothStep step = cloth_step_default();
    step.iterations = bare->iterations;
    step.instruments = instruments;
    step.gravity[1] = 0.0;
    ClothMeasure first;
    ClothMeasure last;
    status = throw_it(&scene, &bare->shape, error);
    cloth_measure(scene.state, step.gravity, &first);
    if (status == CLOTH_OK) {
        status = take_steps(scene.state, &step, bare->steps, error);
    }
    cloth_measure(scene.state, step.gravity, &last);
    double changed = 0.0;
    for (int k = 0; k < 3; k++) {
        changed = hypot(changed, last.momentum[k] - first.momentum[k]);
    }
    *drift = changed / fabs(first.momentum[1]);
    /* The centre of mass rises along y: about it and about the origin the spin about y is one. */
    *kept = last.angular_momentum[1] / first.angular_momentum[1];
    scene_free(&scene);
    return status;
}

/* Both hands up and down by turns, and back where they began at the end. */
static ClothStatus see_saw(const Sleeper *sleeper, Hung *hung, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 1; k <= sleeper->seesaw_steps && status == CLOTH_OK; k++) {
        const bool last = k == sleeper->seesaw_steps;
        const double up =
            last ? 0.0
                 : sleeper->seesaw_m * sin(turn_rad * sleeper->seesaw_hz * frame_s * (double)k);
        for (int h = 0; h < 2 && status == CLOTH_OK; h++) {
            ClothPose pose = cloth_pose_identity();
            pose.position[1] = h == 0 ? up : -up;
            status = cloth_world_set_holder(hung->world, hung->holder[h], &pose, error);
        }
        if (status == CLOTH_OK) {
            status = hung_step(hung, frame_s, NULL, error);
        }
    }
    return status;
}

static double furthest(const double *a, const double *b, int32_t count) {
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double squared = 0.0;
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            squared += (a[k] - b[k]) * (a[k] - b[k]);
        }
        most = more_of(most, squared);
    }
    return sqrt(most);
}

/* The angle nearest to `last` that is `now` but for whole turns. */
static double unwrap(double last, double now) {
    return now + turn_rad * floor((last - now) / turn_rad + 0.5);
}

/* From the nearer side of the plane through the pole that gravity lies in, which is azimuth 0 or pi.
 */
static double off_plane(double azimuth) {
    return fabs(azimuth - 0.5 * turn_rad * floor(2.0 * azimuth / turn_rad + 0.5));
}

static ClothStatus watch_it(const Sleeper *sleeper, Hung *hung, double *before, double *after,
                            Slept *slept, double *azimuth, int32_t ticks, ClothError *error) {
    static const double origin[3] = {0.0, 0.0, 0.0};
    const int64_t late = sleeper->steps > 30 ? sleeper->steps - 30 : 0;
    HungWatch watch = hung_watch_start();
    double now = 0.0;
    int64_t k = 0;
    for (; k < sleeper->steps && watch.slept_step == 0; k++) {
        if (k == late) {
            cloth_positions(cloth_world_state(hung->world, hung->cloth), before);
        }
        const ClothStatus status = hung_step(hung, frame_s, &watch, error);
        if (status != CLOTH_OK) {
            return status;
        }
        const ClothState *state = cloth_world_state(hung->world, hung->cloth);
        now = unwrap(now, flag_spin(state, origin, pole).azimuth_rad);
        if (azimuth != NULL) {
            azimuth[k * ticks / sleeper->steps] = now;
        }
    }
    for (; azimuth != NULL && k < sleeper->steps; k++) {
        azimuth[k * ticks / sleeper->steps] = now;
    }
    slept->step = watch.slept_step > 0 ? (double)watch.slept_step : NAN;
    slept->rest_off_rad = off_plane(now);
    if (watch.slept_step == 0) {
        cloth_positions(cloth_world_state(hung->world, hung->cloth), after);
        slept->creep_m = furthest(before, after, hung->graph.particle_count);
    }
    return CLOTH_OK;
}

ClothStatus sleeper_run(const Sleeper *sleeper, const ClothInstruments *instruments, Slept *slept,
                        double *azimuth, int32_t ticks, ClothError *error) {
    *slept = (Slept){.step = NAN};
    Hung hung;
    ClothStatus status = flag_hang(&sleeper->shape, &sleeper->fabric, &hung, error);
    if (status != CLOTH_OK) {
        return status;
    }
    hung.world->instruments = instruments;
    const size_t numbers = 3 * (size_t)hung.graph.particle_count;
    double *room = malloc(2 * numbers * sizeof *room);
    status = CLOTH_NO_MEMORY;
    if (room != NULL) {
        status = see_saw(sleeper, &hung, error);
    }
    if (status == CLOTH_OK) {
        status = watch_it(sleeper, &hung, room, room + numbers, slept, azimuth, ticks, error);
    }
    free(room);
    hung_free(&hung);
    return status;
}
