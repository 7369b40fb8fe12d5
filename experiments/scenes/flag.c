#include "scenes/flag.h"

#include <math.h>
#include <stdlib.h>

#include "math/rng.h"
#include "math/vec3.h"
#include "measure/vertex_energy.h"
#include "scenes/hold.h"
#include "state/state.h"

FlagShape flag_default(void) {
    return (FlagShape){
        .columns = 12, .rows = 9, .spacing_m = 0.05, .mass_kg = 0.001, .ripple_m = 0.01, .seed = 1};
}

static ClothGridShape grid_of(const FlagShape *shape, bool bends) {
    static const double directions[][2][3] = {
        [FLAG_POLE] = {{0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}},
        [FLAG_LEVEL] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}},
        [FLAG_HANDS] = {{1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}},
        [FLAG_CORNER] = {{0.6, -0.8, 0.0}, {-0.8, -0.6, 0.0}},
        [FLAG_NOTHING] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
    };
    ClothGridShape grid = {.columns = shape->columns,
                           .rows = shape->rows,
                           .spacing_m = shape->spacing_m,
                           .mass_kg = shape->mass_kg,
                           .origin = {shape->far_m, 0.0, 0.0},
                           .cut = CLOTH_GRID_ALTERNATING,
                           .bend = bends};
    vec3_copy(directions[shape->from][0], grid.u);
    vec3_copy(directions[shape->from][1], grid.v);
    return grid;
}

static const char *hold_of(FlagFrom from) {
    return from == FLAG_CORNER ? "0" : from == FLAG_POLE || from == FLAG_LEVEL ? "edge" : "none";
}

/* Off the plane that the rest shape lies in. */
static void ripple(const FlagShape *shape, const ClothGridShape *grid, int32_t count,
                   double *position) {
    Rng rng = {shape->seed};
    double normal[3];
    vec3_cross(grid->u, grid->v, normal);
    for (int32_t i = 0; i < count; i++) {
        vec3_add_scaled(&position[3 * i], normal,
                        rng_range(&rng, -shape->ripple_m, shape->ripple_m));
    }
}

static ClothStatus take_in_hands(const FlagShape *shape, Hung *hung, ClothError *error) {
    const ClothPose pose = cloth_pose_identity();
    const int32_t corner[2] = {0, shape->columns - 1};
    ClothStatus status = CLOTH_OK;
    for (int k = 0; k < 2 && status == CLOTH_OK; k++) {
        status = hung_hold(hung, &corner[k], 1, CLOTH_SPACE_WORLD, &pose, error);
    }
    return status;
}

ClothStatus flag_hang(const FlagShape *shape, const ClothFabric *fabric, Hung *hung,
                      ClothError *error) {
    const ClothGridShape grid = grid_of(shape, true);
    ClothPose frame = cloth_pose_identity();
    frame.rotation[2] = sin(0.5 * shape->tilt_rad);
    frame.rotation[3] = cos(0.5 * shape->tilt_rad);
    ClothStatus status = hung_grid(&grid, hold_of(shape->from), fabric, &frame, hung, error);
    if (status == CLOTH_OK && shape->from == FLAG_HANDS) {
        status = take_in_hands(shape, hung, error);
    }
    if (status != CLOTH_OK) {
        hung_free(hung);
        return status;
    }
    const int32_t count = hung->graph.particle_count;
    double *position = malloc(3 * (size_t)count * sizeof *position);
    status = CLOTH_NO_MEMORY;
    if (position != NULL) {
        cloth_positions(cloth_world_state(hung->world, hung->cloth), position);
        ripple(shape, &grid, count, position);
        status = cloth_world_set_positions(hung->world, hung->cloth, position, error);
    }
    free(position);
    if (status != CLOTH_OK) {
        hung_free(hung);
    }
    return status;
}

/* A held particle stays in its plane. */
static ClothStatus ripple_bare(const FlagShape *shape, const ClothGridShape *grid, Scene *scene,
                               ClothError *error) {
    const int32_t count = scene->graph.particle_count;
    double *position = malloc(3 * (size_t)count * sizeof *position);
    if (position == NULL) {
        return CLOTH_NO_MEMORY;
    }
    cloth_positions(scene->state, position);
    ripple(shape, grid, count, position);
    for (int32_t h = 0; h < scene->held_count; h++) {
        vec3_copy(&scene->graph.position[3 * scene->held[h]], &position[3 * scene->held[h]]);
    }
    const ClothStatus status = cloth_set_positions(scene->state, position, error);
    free(position);
    return status;
}

ClothStatus flag_bare(const FlagShape *shape, Scene *scene, ClothError *error) {
    const ClothGridShape grid = grid_of(shape, false);
    const ClothMaterial material = cloth_material_default();
    *scene = (Scene){0};
    ClothStatus status = cloth_graph_grid(&grid, &scene->graph, error);
    if (status == CLOTH_OK) {
        status = scene_hold(hold_of(shape->from), &scene->graph, grid.columns, grid.rows,
                            &scene->held, &scene->held_count, error);
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, &material, error);
    }
    if (status == CLOTH_OK) {
        status = ripple_bare(shape, &grid, scene, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

static void read3(const ClothReal *values, int32_t i, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = (double)values[3 * i + k];
    }
}

FlagSpin flag_spin(const ClothState *state, const double origin[3], const double axis[3]) {
    const ClothView view = cloth_view(state);
    FlagSpin spin = {0};
    double centre[3] = {0};
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double mass = view.inverse_mass[i] == 0 ? 0.0 : (double)view.mass[i];
        double r[3];
        double v[3];
        double tangent[3];
        read3(view.position, i, r);
        read3(view.velocity, i, v);
        vec3_add_scaled(r, origin, -1.0);
        vec3_cross(axis, r, tangent);
        spin.momentum += mass * vec3_dot(tangent, v);
        spin.inertia += mass * vec3_dot(tangent, tangent);
        vec3_add_scaled(centre, r, mass);
    }
    spin.rate_rad_s = spin.momentum / spin.inertia;
    spin.azimuth_rad = atan2(-centre[2], centre[0]);
    return spin;
}

/* Of a difference [m]: small beside a link, large beside rounding. */
#define NUDGE_M 1e-6

double flag_moment(const ClothState *state, double substep_s, double damping_1_s,
                   const double origin[3], const double axis[3]) {
    ClothVertexRows rows;
    if (cloth_vertex_rows_build(state, &rows, NULL) != CLOTH_OK) {
        return NAN;
    }
    const ClothView view = cloth_view(state);
    double moment = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.inverse_mass[i] == 0) {
            continue;
        }
        double x[3];
        double arm[3];
        double gradient[3];
        double turned[3];
        read3(view.position, i, x);
        for (int k = 0; k < 3; k++) {
            double ahead[3];
            double behind[3];
            vec3_copy(x, ahead);
            vec3_copy(x, behind);
            ahead[k] += NUDGE_M;
            behind[k] -= NUDGE_M;
            gradient[k] =
                (cloth_vertex_energy(state, &rows, i, substep_s, damping_1_s, NULL, ahead)
                     .energy_j -
                 cloth_vertex_energy(state, &rows, i, substep_s, damping_1_s, NULL, behind)
                     .energy_j) /
                (2.0 * NUDGE_M);
        }
        vec3_subtract(x, origin, arm);
        vec3_cross(arm, gradient, turned);
        moment += vec3_dot(axis, turned);
    }
    cloth_vertex_rows_free(&rows);
    return moment;
}
