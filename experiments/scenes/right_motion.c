/*
 * right_motion.c: right answers of things that move: fall, oscillator, pendulum, order of
 * refinement, a spinning pair.
 */
#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "math/vec3.h"
#include "scenes/chain.h"
#include "scenes/extreme.h"
#include "scenes/right_forms.h"
#include "scenes/right_rig.h"

enum { SAMPLES_MAX = 4096 };

/* V01: free fall. */

/* One free particle and no row, or a whole sheet with every row on. */
static ClothStatus falling_scene(int32_t side, Scene *scene, ClothError *error) {
    *scene = (Scene){0};
    const ClothMaterial material = cloth_material_default();
    if (side == 1) {
        scene->graph.particle_count = 1;
        scene->graph.position = calloc(3, sizeof *scene->graph.position);
        scene->graph.mass = malloc(sizeof *scene->graph.mass);
        if (scene->graph.position == NULL || scene->graph.mass == NULL) {
            scene_free(scene);
            return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for one particle");
        }
        scene->graph.mass[0] = 0.01;
        return scene_build(scene, &material, error);
    }
    const ClothGridShape shape = {.columns = side,
                                  .rows = side,
                                  .spacing_m = 0.05,
                                  .mass_kg = 0.01,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    const ClothStatus status = cloth_graph_grid(&shape, &scene->graph, error);
    return status == CLOTH_OK ? scene_build(scene, &material, error) : status;
}

/* size: particles along a side. figure 0: the way down of the particle furthest from the expected
 * one; 1: the largest speed. Flaw: the last step is missing. */
ClothStatus right_fall(const RightCase *which, const RightRun *run, RightFigure *figure,
                       ClothError *error) {
    Scene scene;
    ClothStatus status = falling_scene((int32_t)which->size, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, run, which->h, RIGHT_GRAVITY, figure, &rig);
    status = right_rig_step(&rig, which->steps - (run->flawed ? 1 : 0), error);
    figure->expected = which->figure == 0 ? right_fall_m(RIGHT_GRAVITY, which->h, which->steps)
                                          : RIGHT_GRAVITY * which->h * which->steps;
    if (status == CLOTH_OK && which->figure == 0) {
        double furthest = -1.0;
        for (int32_t i = 0; i < scene.graph.particle_count; i++) {
            double x[3];
            right_rig_position(&rig, i, x);
            const double error_m = fabs(-x[1] - figure->expected);
            if (!isnan(furthest) && !(error_m <= furthest)) {
                furthest = error_m;
                figure->measured = -x[1];
            }
        }
    } else if (status == CLOTH_OK) {
        ClothMeasure measure;
        cloth_measure(scene.state, rig.step.gravity, &measure);
        figure->measured = measure.speed_max_m_s;
    }
    right_rig_free(&rig);
    return status;
}

/* V04, V05: oscillators. */

typedef struct Swing {
    double factor; /* amplitude factor of a step */
    double period_s;
    double half_swing; /* of half a period */
} Swing;

/* Least squares of x[n + 1] = a x[n] + b x[n - 1], whose roots are the step's eigenvalues. */
static Swing fit_swing(const double *x, int32_t count, double h) {
    double aa = 0.0;
    double ab = 0.0;
    double bb = 0.0;
    double ay = 0.0;
    double by = 0.0;
    for (int32_t n = 1; n + 1 < count; n++) {
        aa += x[n] * x[n];
        ab += x[n] * x[n - 1];
        bb += x[n - 1] * x[n - 1];
        ay += x[n] * x[n + 1];
        by += x[n - 1] * x[n + 1];
    }
    const double determinant = aa * bb - ab * ab;
    const double a = (ay * bb - by * ab) / determinant;
    const double b = (by * aa - ay * ab) / determinant;
    Swing swing = {.factor = sqrt(-b)};
    const double turn = acos(0.5 * a / swing.factor);
    swing.period_s = 2.0 * acos(-1.0) * h / turn;
    swing.half_swing = pow(swing.factor, acos(-1.0) / turn);
    return swing;
}

/* A chain hanging along -y whose material is `material`. */
static ClothStatus hanging(int32_t links, double spacing_m, double mass_kg,
                           const ClothMaterial *material, Scene *scene, ClothError *error) {
    const ChainShape shape = {.links = links,
                              .spacing_m = spacing_m,
                              .mass_kg = mass_kg,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_FREE};
    return scene_chain(&shape, material, scene, error);
}

/* size: frequency [Hz] of 0.1 kg on a soft row 1 m long, drawn 0.01 m along it. figure 0: amplitude
 * factor of a step; 1: period. Flaw: twice the stiffness. */
ClothStatus right_oscillator(const RightCase *which, const RightRun *run, RightFigure *figure,
                             ClothError *error) {
    const double mass = 0.1;
    const double w = 2.0 * acos(-1.0) * which->size;
    ClothMaterial material = right_material_hard();
    material.row[CLOTH_ROW_STRETCH] =
        (ClothStiffness){(run->flawed ? 2.0 : 1.0) * mass * w * w, CLOTH_NEWTON_PER_METRE};
    Scene scene;
    ClothStatus status = hanging(1, 1.0, mass, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, run, which->h, 0.0, figure, &rig);
    double x[SAMPLES_MAX];
    const double start[6] = {0.0, 0.0, 0.0, 0.0, -1.01, 0.0};
    status = cloth_set_positions(scene.state, start, error);
    for (int32_t n = 0; status == CLOTH_OK && n <= which->steps; n++) {
        double at[3];
        right_rig_position(&rig, 1, at);
        x[n] = -at[1] - 1.0;
        status = right_rig_step(&rig, 1, error);
    }
    const Swing swing = fit_swing(x, which->steps + 1, which->h);
    figure->measured = which->figure == 0 ? swing.factor : swing.period_s;
    figure->expected = which->figure == 0 ? right_factor(w, which->h) : right_period_s(w, which->h);
    right_rig_free(&rig);
    return status;
}

/* A particle of 0.1 kg on one hard row, let go at an angle. */
static ClothStatus pendulum_rig(double length_m, double angle, double h, double gravity,
                                const RightRun *run, RightFigure *figure, RightRig *rig,
                                ClothError *error) {
    const ClothMaterial material = right_material_hard();
    Scene scene;
    ClothStatus status = hanging(1, length_m, 0.1, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    right_rig_start(&scene, run, h, gravity, figure, rig);
    const double start[6] = {0.0, 0.0, 0.0, length_m * sin(angle), -length_m * cos(angle), 0.0};
    status = cloth_set_positions(scene.state, start, error);
    if (status != CLOTH_OK) {
        right_rig_free(rig);
    }
    return status;
}

/* Mean of the first `periods` periods, from the first time the samples pass zero. */
static double crossing_period_s(const double *x, int32_t count, double h, int32_t periods) {
    double first = NAN;
    int32_t crossings = 0;
    for (int32_t n = 1; n < count; n++) {
        if ((x[n - 1] > 0.0) == (x[n] > 0.0)) {
            continue;
        }
        const double at = (double)n - 1.0 + x[n - 1] / (x[n - 1] - x[n]);
        if (crossings == 0) {
            first = at;
        } else if (crossings == 2 * periods) {
            return h * (at - first) / (double)periods;
        }
        crossings++;
    }
    return NAN;
}

/* What a pendulum's run gives; PENDULUM_LARGE swings by 1 rad, the others by 0.05. */
enum { PENDULUM_PERIOD, PENDULUM_HALF_SWING, PENDULUM_LARGE, PENDULUM_STRAIN };

/* size: rod [m]. Flaw: gravity a fifth too weak; for the strain, penalties in place of multipliers.
 */
ClothStatus right_pendulum(const RightCase *which, const RightRun *run, RightFigure *figure,
                           ClothError *error) {
    const bool strain = which->figure == PENDULUM_STRAIN;
    const double angle = which->figure == PENDULUM_LARGE ? 1.0 : 0.05;
    const double length = which->size;
    RightRun own = *run;
    own.solver = run->flawed && strain ? CLOTH_VBD : run->solver;
    RightRig rig;
    const double gravity = (run->flawed && !strain ? 0.8 : 1.0) * RIGHT_GRAVITY;
    ClothStatus status = pendulum_rig(length, angle, which->h, gravity, &own, figure, &rig, error);
    if (status != CLOTH_OK) {
        return status;
    }
    double x[SAMPLES_MAX];
    double strain_max = 0.0;
    for (int32_t n = 0; status == CLOTH_OK && n <= which->steps; n++) {
        double at[3];
        right_rig_position(&rig, 1, at);
        x[n] = which->figure == PENDULUM_LARGE ? at[0] : atan2(at[0], -at[1]);
        raise_to(&strain_max, fabs(right_rig_residual(&rig, 0)) / length);
        status = right_rig_step(&rig, 1, error);
    }
    right_rig_free(&rig);
    const double w = sqrt(RIGHT_GRAVITY / length);
    const Swing swing = fit_swing(x, which->steps + 1, which->h);
    if (which->figure == PENDULUM_PERIOD) {
        figure->measured = swing.period_s;
        figure->expected = right_period_s(w, which->h);
    } else if (which->figure == PENDULUM_HALF_SWING) {
        figure->measured = swing.half_swing;
        figure->expected = right_half_swing(w, which->h);
    } else if (strain) {
        figure->measured = strain_max;
        figure->expected = 0.0;
    } else {
        figure->measured = crossing_period_s(x, which->steps + 1, which->h, 3);
        figure->expected = right_pendulum_s(length, angle, RIGHT_GRAVITY, which->h, 3);
    }
    return status;
}

/* V08: order of refinement. */

enum { ORDER_PENDULUM, ORDER_RELEASE, RELEASE_LINKS = 8 };

/* A catenary of 8 links, 1.2 m over a span of 1 m, of which the far end has just been let go. */
static ClothStatus release_rig(double h, double gravity, const RightRun *run, RightFigure *figure,
                               RightRig *rig, ClothError *error) {
    const ClothMaterial material = right_material_hard();
    const double link = 1.2 / RELEASE_LINKS;
    Scene scene;
    ClothStatus status = hanging(RELEASE_LINKS, link, 0.015, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    right_rig_start(&scene, run, h, gravity, figure, rig);
    double start[3 * (RELEASE_LINKS + 1)];
    (void)right_catenary(RELEASE_LINKS, link, 1.0, 0.015 * RIGHT_GRAVITY, start);
    status = cloth_set_positions(scene.state, start, error);
    if (status != CLOTH_OK) {
        right_rig_free(rig);
    }
    return status;
}

/* Where the free end is at t = 0.25 s, which is not a quarter period of the 1 m pendulum. */
static ClothStatus position_then(const RightCase *which, const RightRun *run, double h,
                                 double gravity, RightFigure *figure, double position[3],
                                 ClothError *error) {
    RightRig rig;
    const bool release = which->figure == ORDER_RELEASE;
    ClothStatus status = release ? release_rig(h, gravity, run, figure, &rig, error)
                                 : pendulum_rig(1.0, 0.05, h, gravity, run, figure, &rig, error);
    if (status != CLOTH_OK) {
        return status;
    }
    status = right_rig_step(&rig, (int32_t)lround(0.25 / h), error);
    right_rig_position(&rig, release ? RELEASE_LINKS : 1, position);
    right_rig_free(&rig);
    return status;
}

/* figure: which motion. Measured: of the three orders that four refinements by two give, the one
 * furthest from 1. Truth: the finest run refined tenfold and twentyfold, extrapolated to h = 0.
 * Flaw: the truth falls under 2 % more gravity. */
ClothStatus right_order(const RightCase *which, const RightRun *run, RightFigure *figure,
                        ClothError *error) {
    enum { REFINEMENTS = 4 };
    const double finest = which->h / 8.0;
    const double gravity = (run->flawed ? 1.02 : 1.0) * RIGHT_GRAVITY;
    double fine[2][3];
    ClothStatus status = CLOTH_OK;
    for (int k = 0; status == CLOTH_OK && k < 2; k++) {
        status = position_then(which, run, finest / (k == 0 ? 10.0 : 20.0), gravity, figure,
                               fine[k], error);
    }
    double distance[REFINEMENTS];
    for (int k = 0; status == CLOTH_OK && k < REFINEMENTS; k++) {
        double coarse[3];
        status = position_then(which, run, which->h / (double)(1 << k), RIGHT_GRAVITY, figure,
                               coarse, error);
        double away[3];
        for (int axis = 0; axis < 3; axis++) {
            away[axis] = coarse[axis] - (2.0 * fine[1][axis] - fine[0][axis]);
        }
        distance[k] = vec3_length(away);
    }
    figure->expected = 1.0;
    for (int k = 0; status == CLOTH_OK && k + 1 < REFINEMENTS; k++) {
        const double order = log2(distance[k] / distance[k + 1]);
        if (k == 0 || !(fabs(order - 1.0) <= fabs(figure->measured - 1.0))) {
            figure->measured = order;
        }
    }
    return status;
}

/* V14: a spinning pair. */

/* Two particles of 0.01 kg at opposite ends of 0.2 m, turned by `turn` radians in a tilted plane.
 */
static void place_pair(double turn, double tilt, double position[6]) {
    /* Two unit vectors at right angles that no axis of the frame is parallel to. */
    const double u[3] = {2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0};
    const double v[3] = {-2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0};
    const double w[3] = {1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0};
    for (int k = 0; k < 3; k++) {
        position[k] = 0.1 * (cos(turn) * u[k] + sin(turn) * v[k] + tilt * w[k]);
        position[3 + k] = -position[k];
    }
}

/* Angle from a to b, and the unit normal of the plane they span. */
static double turn_between(const double a[3], const double b[3], double normal[3]) {
    vec3_cross(a, b, normal);
    const double sine = vec3_length(normal);
    for (int k = 0; k < 3; k++) {
        normal[k] /= sine;
    }
    return atan2(sine, vec3_dot(a, b));
}

/* Vector from the pair's second particle to its first. */
static void pair_axis(const RightRig *rig, double axis[3]) {
    double a[3];
    double b[3];
    right_rig_position(rig, 0, a);
    right_rig_position(rig, 1, b);
    vec3_subtract(a, b, axis);
}

/* size: spin [rad/s]. figure 0: share of the spin left; 1: how far the axis has turned [rad]. Flaw:
 * a spin a fifth too fast; for the axis, a push of 0.1 % of the speed out of the plane. */
ClothStatus right_spin(const RightCase *which, const RightRun *run, RightFigure *figure,
                       ClothError *error) {
    const ClothMaterial material = right_material_hard();
    const ChainShape shape = {
        .links = 1, .spacing_m = 0.2, .mass_kg = 0.01, .bend = CLOTH_CHAIN_FREE};
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, run, which->h, 0.0, figure, &rig);
    const double first = which->size * which->h;
    const double begun = first * (run->flawed && which->figure == 0 ? 1.2 : 1.0);
    const double tilt = run->flawed && which->figure == 1 ? 1e-3 * first : 0.0;
    double before[6];
    double now[6];
    double velocity[6];
    place_pair(-begun, -tilt, before);
    place_pair(0.0, 0.0, now);
    for (int k = 0; k < 6; k++) {
        velocity[k] = (now[k] - before[k]) / which->h;
    }
    status = cloth_set_positions(scene.state, now, error);
    if (status == CLOTH_OK) {
        status = cloth_set_velocities(scene.state, velocity, error);
    }
    double a[3];
    double b[3];
    double normal[3];
    if (status == CLOTH_OK) {
        status = right_rig_step(&rig, which->steps - 1, error);
    }
    pair_axis(&rig, a);
    if (status == CLOTH_OK) {
        status = right_rig_step(&rig, 1, error);
    }
    pair_axis(&rig, b);
    const double turn = turn_between(a, b, normal);
    const double axis[3] = {1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0};
    double sideways[3];
    vec3_cross(normal, axis, sideways);
    figure->measured =
        which->figure == 0 ? turn / first : asin(less_of(1.0, vec3_length(sideways)));
    figure->expected = which->figure == 0 ? right_spin_left(first, which->steps) : 0.0;
    right_rig_free(&rig);
    return status;
}
