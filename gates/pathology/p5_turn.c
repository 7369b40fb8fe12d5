#include "p5_turn.h"

#include <math.h>

#include "gate.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "world/world.h"

static const double frame_s = 1.0 / 60.0;
static const double origin[3] = {0.0, 0.0, 0.0};
static const double upright[3] = {0.0, 1.0, 0.0};

static Scene bare_flag(FlagFrom from) {
    FlagShape shape = flag_default();
    shape.from = from;
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(flag_bare(&shape, &scene, &error) == CLOTH_OK, "%s", error.message);
    return scene;
}

static void take_steps(ClothState *state, const ClothStep *step, int count) {
    ClothError error = {0};
    for (int k = 0; k < count; k++) {
        ck_assert_msg(cloth_step(state, step, NULL, &error) == CLOTH_OK, "%s", error.message);
    }
}

static ClothStep step_of(const ClothInstruments *instruments, int32_t iterations) {
    ClothStep step = cloth_step_default();
    step.iterations = iterations;
    step.instruments = instruments;
    return step;
}

double p5_turn_rate(FlagFrom from, const ClothInstruments *instruments, int32_t least) {
    double most = 0.0;
    for (int32_t iterations = least; iterations <= 16; iterations *= 2) {
        Scene scene = bare_flag(from);
        ClothStep step = step_of(instruments, iterations);
        step.damping_1_s = 4.0;
        take_steps(scene.state, &step, 600);
        step.damping_1_s = 0.0;
        take_steps(scene.state, &step, 500);
        raise_to(&most, fabs(flag_spin(scene.state, origin, upright).rate_rad_s));
        scene_free(&scene);
    }
    return most;
}

/* sum m v' x v about the pole, over the free particles. */
static double sweep_of(const ClothState *state, const double *before, const double axis[3]) {
    const ClothView view = cloth_view(state);
    double sum = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double now[3];
        double turned[3];
        for (int k = 0; k < 3; k++) {
            now[k] = (double)view.velocity[3 * i + k];
        }
        vec3_cross(now, &before[3 * view.graph_index[i]], turned);
        sum += view.inverse_mass[i] == 0 ? 0.0 : (double)view.mass[i] * vec3_dot(axis, turned);
    }
    return sum;
}

static double moment_of_gravity(const ClothState *state, const double gravity[3],
                                const double axis[3]) {
    const ClothView view = cloth_view(state);
    double sum = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double x[3];
        double turned[3];
        for (int k = 0; k < 3; k++) {
            x[k] = (double)view.position[3 * i + k] - origin[k];
        }
        vec3_cross(x, gravity, turned);
        sum += view.inverse_mass[i] == 0 ? 0.0 : (double)view.mass[i] * vec3_dot(axis, turned);
    }
    return sum;
}

double p5_turn_balance(const ClothInstruments *instruments, int32_t iterations) {
    static const double level[3] = {0.0, 0.0, 1.0};
    enum { PARTICLES = 108 };
    Scene scene = bare_flag(FLAG_LEVEL);
    ck_assert_int_eq(scene.graph.particle_count, PARTICLES);
    ClothStep step = step_of(instruments, iterations);
    step.substeps = 1;
    double off = 0.0;
    double most = 0.0;
    for (int k = 0; k < 120; k++) {
        double before[3 * PARTICLES];
        cloth_velocities(scene.state, before);
        const double was = flag_spin(scene.state, origin, level).momentum;
        take_steps(scene.state, &step, 1);
        const double change = flag_spin(scene.state, origin, level).momentum - was;
        const double moment = moment_of_gravity(scene.state, step.gravity, level);
        const double due = step.step_s * (moment + sweep_of(scene.state, before, level));
        raise_to(&off, fabs(change - due));
        raise_to(&most, step.step_s * fabs(moment));
    }
    scene_free(&scene);
    return off / most;
}

void p5_turn_flight(const ClothInstruments *instruments, int32_t iterations, double *drift,
                    double *kept) {
    enum { PARTICLES = 108 };
    Scene scene = bare_flag(FLAG_NOTHING);
    double velocity[3 * PARTICLES];
    ck_assert_int_eq(scene.graph.particle_count, PARTICLES);
    for (int32_t i = 0; i < PARTICLES; i++) {
        velocity[3 * i] = 2.0 * (scene.graph.position[3 * i + 2] - 0.2);
        velocity[3 * i + 1] = 0.3 * (i % 3);
        velocity[3 * i + 2] = -2.0 * (scene.graph.position[3 * i] - 0.275);
    }
    ck_assert(cloth_set_velocities(scene.state, velocity, NULL) == CLOTH_OK);
    ClothStep step = step_of(instruments, iterations);
    step.gravity[1] = 0.0;
    ClothMeasure first;
    ClothMeasure last;
    cloth_measure(scene.state, step.gravity, &first);
    take_steps(scene.state, &step, 600);
    cloth_measure(scene.state, step.gravity, &last);
    double changed = 0.0;
    for (int k = 0; k < 3; k++) {
        changed = hypot(changed, last.momentum[k] - first.momentum[k]);
    }
    *drift = changed / fabs(first.momentum[1]);
    *kept = last.angular_momentum[1] / first.angular_momentum[1];
    scene_free(&scene);
}

int64_t p5_turn_sleep(ClothFabricName name, const ClothInstruments *instruments) {
    const FlagShape shape = flag_default();
    const ClothFabric fabric = cloth_fabric(name);
    Hung hung;
    HungWatch watch = hung_watch_start();
    ClothError error = {0};
    ck_assert_msg(flag_hang(&shape, &fabric, &hung, &error) == CLOTH_OK, "%s", error.message);
#ifdef CLOTH_ABLATE
    hung.world->instruments = instruments;
#else
    ck_assert_ptr_null(instruments);
#endif
    ck_assert(hung_until_asleep(&hung, frame_s, 3000, &watch, &error) == CLOTH_OK);
    hung_free(&hung);
    return watch.slept_step > 0 ? watch.slept_step : 3001;
}
