#include "scenes/stuck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collide/gap.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/skirt.h"
#include "state/state.h"
#include "world/world.h"

const char *stuck_word(StuckScene scene) {
    static const char *const words[] = {
#define STUCK_SCENE_WORD(name, word, wrong) word,
        STUCK_SCENE_LIST(STUCK_SCENE_WORD)
#undef STUCK_SCENE_WORD
    };
    return words[scene];
}

bool stuck_is_wrong(StuckScene scene) {
    static const bool wrongs[] = {
#define STUCK_SCENE_WRONG(name, word, wrong) wrong,
        STUCK_SCENE_LIST(STUCK_SCENE_WRONG)
#undef STUCK_SCENE_WRONG
    };
    return wrongs[scene];
}

StuckShape stuck_default(StuckScene scene) {
    return (StuckShape){.scene = scene,
                        .fabric = cloth_fabric(CLOTH_SILK),
                        .solid = CLOTH_SPHERE,
                        .size = 1.0,
                        .depth = 1.0,
                        .friction = 0.5,
                        .speed_m_s = 1.4,
                        .step_s = 1.0 / 60.0};
}

/* The sheet. */

enum { SIDE = 13, MIDDLE = SIDE / 2 };
#define SPACING_M 0.05
#define MIDDLE_M  (-(SPACING_M * MIDDLE)) /* the height of its middle */
#define PAUSE_S   1.0                     /* that a sheet hangs still before anything happens */

static ClothStatus hang_sheet(const ClothFabric *fabric, Hung *hung, ClothError *error) {
    const ClothGridShape shape = {.columns = SIDE,
                                  .rows = SIDE,
                                  .spacing_m = SPACING_M,
                                  .mass_kg = 0.2 * SPACING_M * SPACING_M,
                                  .origin = {-SPACING_M * MIDDLE, 0.0, 0.0},
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, -1.0, 0.0},
                                  .cut = CLOTH_GRID_ALTERNATING,
                                  .bend = 1};
    return hung_grid(&shape, "edge", fabric, NULL, hung, error);
}

/* The solids. */

/* How far from the solid's middle its surface is, along z as it is posed. */
static double inner_radius(ClothShapeKind kind) {
    return kind == CLOTH_CAPSULE || kind == CLOTH_TAPERED_CAPSULE ? 0.1 : 0.12;
}

static ClothShape solid_shape(ClothShapeKind kind, double size) {
    const double r = inner_radius(kind) * size;
    switch (kind) {
    case CLOTH_CAPSULE:
        return cloth_capsule(r, 1.5 * r);
    case CLOTH_TAPERED_CAPSULE:
        return cloth_tapered_capsule(r, 0.6 * r, 1.5 * r);
    case CLOTH_BOX:
        return cloth_box(r, r, r);
    case CLOTH_CYLINDER:
        return cloth_cylinder(r, r);
    case CLOTH_HALF_SPACE:
        return cloth_half_space();
    default:
        return cloth_sphere(r);
    }
}

static const double along_x[3] = {0.0, 0.0, 1.0};

/* Lying along x, where the sheet's middle is, and behind it but for its depth. */
static ClothPose in_the_middle(const StuckShape *shape) {
    ClothPose pose = cloth_pose_identity();
    const double off = (1.0 - shape->depth) * inner_radius(shape->solid) * shape->size;
    pose.position[1] = MIDDLE_M;
    pose.position[2] = -off;
    if (shape->solid == CLOTH_HALF_SPACE) {
        pose.position[1] += shape->depth * inner_radius(shape->solid) * shape->size;
        pose.position[2] = 0.0;
    } else if (shape->solid != CLOTH_BOX) {
        quat_axis_angle(along_x, 0.5 * acos(-1.0), pose.rotation);
    }
    return pose;
}

static ClothStatus add_solid(Stuck *stuck, const ClothShape *shape, const ClothPose *pose,
                             ClothError *error) {
    ClothCollider *solid = &stuck->now[stuck->solids];
    *solid = cloth_collider(shape);
    solid->pose = *pose;
    solid->friction = stuck->shape.friction;
    const ClothStatus status =
        cloth_world_add_collider(stuck->hung.world, solid, &stuck->solid[stuck->solids], error);
    stuck->solids += status == CLOTH_OK;
    return status;
}

static ClothStatus add_middle(Stuck *stuck, ClothError *error) {
    const ClothShape solid = solid_shape(stuck->shape.solid, stuck->shape.size);
    const ClothPose pose = in_the_middle(&stuck->shape);
    return add_solid(stuck, &solid, &pose, error);
}

/* From 0 to 1 between two times, at rest at both. */
static double ease(double time, double from, double to) {
    const double share = fmin(fmax((time - from) / (to - from), 0.0), 1.0);
    return share * share * (3.0 - 2.0 * share);
}

#define CLOSES_S 0.5
#define HOLDS_S  3.0

/* Two boxes that are open until PAUSE_S, closed CLOSES_S later, past each other by what `depth` says,
 * and open again after HOLDS_S. */
static ClothPose jaw_at(const StuckShape *shape, int side, double time) {
    const double half = 0.1 * shape->size;
    const double shut = ease(time, PAUSE_S, PAUSE_S + CLOSES_S) -
                        ease(time, PAUSE_S + CLOSES_S + HOLDS_S, PAUSE_S + 2 * CLOSES_S + HOLDS_S);
    const double past = 0.5 * shape->depth * half;
    const double off = half + 0.1 - shut * (0.1 + past);
    ClothPose pose = cloth_pose_identity();
    pose.position[1] = MIDDLE_M - 2.5 * SPACING_M;
    pose.position[2] = side == 0 ? off : -off;
    if (shape->scene == STUCK_CARRIED) {
        pose.position[2] += 0.3 * ease(time, PAUSE_S + CLOSES_S, PAUSE_S + CLOSES_S + 1.0);
    }
    return pose;
}

/* A body behind the sheet's middle, and an arm before it that comes in from above, about a shoulder:
 * closed, both are in each other, and the sheet is in the crease. */
static ClothPose crease_at(const StuckShape *shape, int side, double time) {
    ClothPose pose = cloth_pose_identity();
    const double r = 0.1 * shape->size;
    if (side == 0) {
        quat_axis_angle(along_x, 0.5 * acos(-1.0), pose.rotation);
        pose.position[1] = MIDDLE_M;
        pose.position[2] = -r - 0.01;
        return pose;
    }
    const double shut = ease(time, PAUSE_S, PAUSE_S + CLOSES_S) -
                        ease(time, PAUSE_S + CLOSES_S + HOLDS_S, PAUSE_S + 2 * CLOSES_S + HOLDS_S);
    const double angle = 0.1 + 1.1 * (1.0 - shut);
    const double half = 1.5 * r;
    double axis[3] = {1.0, 0.0, 0.0};
    quat_axis_angle(axis, -angle, pose.rotation);
    pose.position[1] = MIDDLE_M + 0.5 * half - half * cos(angle);
    pose.position[2] = (0.6 - 0.7 * shape->depth) * r + 0.12 * (1.0 - shut) + half * sin(angle);
    return pose;
}

/* How far before a cape its wearer is. */
#define CAPE_M 0.16

/* Legs that swing about hips, out of step, as often as their owner's speed asks for. */
static ClothPose leg_at(const StuckShape *shape, int side, double time) {
    const double pi = acos(-1.0);
    const double stride_m = shape->speed_m_s > 3.0 ? 3.6 : 1.4;
    const double swing = shape->speed_m_s > 3.0 ? 0.9 : 0.4;
    const double turn = (side == 0 ? 1.0 : -1.0) * swing * ease(time, PAUSE_S, PAUSE_S + 0.5) *
                        (1.0 - ease(time, PAUSE_S + 4.0, PAUSE_S + 5.0)) *
                        sin(2.0 * pi * shape->speed_m_s / stride_m * (time - PAUSE_S));
    const double axis[3] = {1.0, 0.0, 0.0};
    const double hip[3] = {side == 0 ? 0.09 : -0.09, -0.06,
                           shape->scene == STUCK_CAPE ? CAPE_M : 0.0};
    const double down[3] = {0.0, -0.25, 0.0};
    ClothPose pose = {.position = {0.0, 0.0, 0.0}};
    quat_axis_angle(axis, turn, pose.rotation);
    quat_rotate(pose.rotation, down, pose.position);
    vec3_add_scaled(pose.position, hip, 1.0);
    return pose;
}

/* A capsule across the sheet that pushes it as far as a leash of slack 0.1 lets it go, to and fro. */
static ClothPose bump_at(double speed_m_s, double time) {
    ClothPose pose = cloth_pose_identity();
    quat_axis_angle(along_x, 0.5 * acos(-1.0), pose.rotation);
    pose.position[1] = MIDDLE_M;
    const double gone = speed_m_s * fmax(time - PAUSE_S, 0.0) / 0.15;
    pose.position[2] = -0.2 - 0.15 * cos(gone);
    return pose;
}

/* How far somebody has come who gets from standing to 1 m/s within `seconds` of time 0. */
static double come(double time, double seconds) {
    const double share = fmin(fmax(time / seconds, 0.0), 1.0);
    return seconds * share * share * share * (1.0 - 0.5 * share) + fmax(time - seconds, 0.0);
}

/* Who wears it is off after PAUSE_S, and stops 4 s later within a second. */
static ClothPose runner_at(const StuckShape *shape, double time) {
    ClothPose pose = cloth_pose_identity();
    pose.position[2] =
        shape->speed_m_s * (come(time - PAUSE_S, 1.2) - come(time - PAUSE_S - 4.0, 1.0));
    return pose;
}

static bool runs(StuckScene scene) {
    return scene == STUCK_CAPE || scene == STUCK_LEGS;
}

/* Where solid k is at a time, in the frame of who wears the cloth. */
static ClothPose solid_at(const Stuck *stuck, int k, double time) {
    const StuckShape *shape = &stuck->shape;
    switch (shape->scene) {
    case STUCK_VISE:
    case STUCK_CARRIED:
        return jaw_at(shape, k, time);
    case STUCK_CREASE:
        return crease_at(shape, k, time);
    case STUCK_LEGS:
    case STUCK_CAPE:
        return k < 2 ? leg_at(shape, k, time) : stuck->now[k].pose;
    case STUCK_BUMPED:
        return bump_at(shape->speed_m_s, time);
    default:
        return stuck->now[k].pose;
    }
}

/* Beginnings. */

static ClothStatus begin_pair(Stuck *stuck, const ClothShape *a, const ClothShape *b,
                              ClothError *error) {
    const ClothPose first = solid_at(stuck, 0, 0.0);
    const ClothPose second = solid_at(stuck, 1, 0.0);
    const ClothStatus status = add_solid(stuck, a, &first, error);
    return status == CLOTH_OK ? add_solid(stuck, b, &second, error) : status;
}

static ClothStatus begin_inverted(Stuck *stuck, ClothError *error) {
    const int32_t n = stuck->hung.graph.particle_count;
    const double r = inner_radius(CLOTH_CAPSULE) * stuck->shape.size;
    const ClothShape solid = cloth_capsule(r, 0.5);
    ClothPose pose = cloth_pose_identity();
    quat_axis_angle(along_x, 0.5 * acos(-1.0), pose.rotation);
    pose.position[1] = MIDDLE_M + 0.5 * SPACING_M;
    pose.position[2] = -r - 0.01;
    for (int32_t i = 0; i < n; i++) {
        double *x = &stuck->at[3 * i];
        memcpy(x, &stuck->hung.graph.position[3 * i], 3 * sizeof *x);
        x[2] = x[1] < MIDDLE_M + 0.5 * SPACING_M ? -2.0 * (r + 0.01) : 0.0;
    }
    const ClothStatus status =
        cloth_world_set_positions(stuck->hung.world, stuck->hung.cloth, stuck->at, error);
    return status == CLOTH_OK ? add_solid(stuck, &solid, &pose, error) : status;
}

static ClothStatus begin_skirt(Stuck *stuck, ClothError *error) {
    const double r = (0.15 + 0.12 * stuck->shape.depth) * stuck->shape.size;
    ClothShape solid = stuck->shape.solid == CLOTH_BOX        ? cloth_box(r, 0.3, r)
                       : stuck->shape.solid == CLOTH_CYLINDER ? cloth_cylinder(r, 0.3)
                       : stuck->shape.solid == CLOTH_CAPSULE  ? cloth_capsule(r, 0.3)
                                                              : cloth_sphere(r);
    const ClothPose pose = cloth_pose_identity();
    return add_solid(stuck, &solid, &pose, error);
}

static ClothStatus begin_runner(Stuck *stuck, ClothError *error) {
    const ClothShape leg = cloth_capsule(0.08, 0.25);
    const bool cape = stuck->shape.scene == STUCK_CAPE;
    const ClothShape trunk = cape ? cloth_capsule(0.13, 0.2) : cloth_capsule(0.1, 0.07);
    ClothPose pose = {.position = {0.0, cape ? -0.12 : -0.06, cape ? CAPE_M : 0.0}};
    quat_axis_angle(along_x, cape ? 0.0 : 0.5 * acos(-1.0), pose.rotation);
    const ClothStatus status = begin_pair(stuck, &leg, &leg, error);
    return status == CLOTH_OK ? add_solid(stuck, &trunk, &pose, error) : status;
}

/* A body in the middle of a sheet held at both edges, which are drawn apart. */
static ClothStatus begin_drawn(Stuck *stuck, ClothError *error) {
    ClothPose pose = cloth_pose_identity();
    int32_t bottom[SIDE];
    for (int32_t k = 0; k < SIDE; k++) {
        bottom[k] = SIDE * (SIDE - 1) + k;
    }
    ClothStatus status = hung_hold(&stuck->hung, bottom, SIDE, CLOTH_SPACE_FRAME, &pose, error);
    const ClothShape solid = cloth_capsule(0.1 * stuck->shape.size, 0.5);
    quat_axis_angle(along_x, 0.5 * acos(-1.0), pose.rotation);
    pose.position[1] = MIDDLE_M;
    pose.position[2] = -0.06 * stuck->shape.size;
    return status == CLOTH_OK ? add_solid(stuck, &solid, &pose, error) : status;
}

static ClothStatus begin(Stuck *stuck, ClothError *error) {
    const double r = 0.1 * stuck->shape.size;
    const ClothShape jaw = cloth_box(r, r, r);
    const ClothShape body = cloth_capsule(r, 0.5);
    const ClothShape arm = cloth_capsule(0.6 * r, 1.5 * r);
    switch (stuck->shape.scene) {
    case STUCK_SPAWNED:
    case STUCK_POSE:
        return add_middle(stuck, error);
    case STUCK_SKIRT:
        return begin_skirt(stuck, error);
    case STUCK_INVERTED:
        return begin_inverted(stuck, error);
    case STUCK_VISE:
    case STUCK_CARRIED:
        return begin_pair(stuck, &jaw, &jaw, error);
    case STUCK_CREASE:
        return begin_pair(stuck, &body, &arm, error);
    case STUCK_DRAWN:
        return begin_drawn(stuck, error);
    case STUCK_CAPE:
    case STUCK_LEGS:
        return begin_runner(stuck, error);
    case STUCK_BUMPED: {
        const ClothPose pose = bump_at(stuck->shape.speed_m_s, 0.0);
        return add_solid(stuck, &body, &pose, error);
    }
    default:
        return CLOTH_OK;
    }
}

static ClothStatus hang(const StuckShape *shape, Hung *hung, ClothError *error) {
    if (shape->scene == STUCK_SKIRT || shape->scene == STUCK_LEGS) {
        SkirtShape skirt = skirt_default();
        if (shape->scene == STUCK_LEGS) {
            skirt.around = 40;
            skirt.rings = 12;
            skirt.waist_radius_m = 0.19;
            skirt.hem_radius_m = 0.6;
        }
        return hung_skirt(&skirt, &shape->fabric, hung, error);
    }
    return hang_sheet(&shape->fabric, hung, error);
}

ClothStatus stuck_start(const StuckShape *shape, Stuck *stuck, ClothError *error) {
    *stuck = (Stuck){.shape = *shape};
    ClothStatus status = hang(shape, &stuck->hung, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const size_t n = (size_t)stuck->hung.graph.particle_count;
    stuck->was = calloc(3 * n, sizeof *stuck->was);
    stuck->at = calloc(3 * n, sizeof *stuck->at);
    status = stuck_watch_start(&stuck->hung, &stuck->watch);
    status = stuck->was == NULL || stuck->at == NULL ? CLOTH_NO_MEMORY : status;
    if (status == CLOTH_OK) {
        status = begin(stuck, error);
    }
#ifdef CLOTH_ABLATE
    stuck->hung.world->instruments = &stuck->shape.instruments;
#endif
    if (status == CLOTH_OK) {
        status = cloth_world_positions(stuck->hung.world, stuck->hung.cloth, stuck->at, error);
    }
    if (status != CLOTH_OK) {
        stuck_free(stuck);
    }
    return status;
}

void stuck_free(Stuck *stuck) {
    if (stuck != NULL) {
        hung_free(&stuck->hung);
        free(stuck->was);
        free(stuck->at);
        stuck_watch_free(&stuck->watch);
        *stuck = (Stuck){0};
    }
}

/* Steps. */

static ClothStatus move_solids(Stuck *stuck, double time, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    const ClothPose frame =
        runs(stuck->shape.scene) ? runner_at(&stuck->shape, time) : cloth_pose_identity();
    if (runs(stuck->shape.scene)) {
        status = cloth_world_set_frame(stuck->hung.world, stuck->hung.cloth, &frame, error);
    }
    if (stuck->shape.scene == STUCK_DRAWN) {
        ClothPose pose = cloth_pose_identity();
        pose.position[1] = -stuck->shape.depth * SPACING_M * (SIDE - 1) * ease(time, 0.0, PAUSE_S);
        status = cloth_world_set_holder(stuck->hung.world, stuck->hung.holder[1], &pose, error);
    }
    if (stuck->shape.scene == STUCK_ARRIVES && stuck->solids == 0 && time >= PAUSE_S) {
        status = add_middle(stuck, error);
    }
    for (int32_t k = 0; status == CLOTH_OK && k < stuck->solids; k++) {
        stuck->now[k].pose = solid_at(stuck, k, time);
        const ClothPose pose = cloth_pose_compose(&frame, &stuck->now[k].pose);
        status = cloth_world_move_collider(stuck->hung.world, stuck->solid[k], &pose, error);
    }
    return status;
}

/* How deep a point of the frame is in any solid [m]; 0: in none. */
static double depth_at(const Stuck *stuck, const double x[3]) {
    double depth = 0.0;
    for (int32_t k = 0; k < stuck->solids; k++) {
        double local[3];
        double out[3];
        cloth_into(&stuck->now[k].pose, x, local);
        raise_to(&depth, stuck->shape.fabric.thickness_m -
                             cloth_shape_distance(&stuck->now[k].shape, local, out));
    }
    return depth;
}

static void see(Stuck *stuck) {
    const ClothView view = cloth_view(cloth_world_state(stuck->hung.world, stuck->hung.cloth));
    stuck->depth_m = stuck->speed_m_s = stuck->off_m = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const size_t at = 3 * (size_t)view.graph_index[i];
        double way[3];
        double off[3];
        cloth_load(&view.position[3 * i], &stuck->at[at]);
        if (view.inverse_mass[i] > 0) {
            vec3_subtract(&stuck->at[at], &stuck->was[at], way);
            vec3_subtract(&stuck->at[at], &stuck->hung.graph.position[at], off);
            raise_to(&stuck->speed_m_s, vec3_length(way) / stuck->shape.step_s);
            raise_to(&stuck->off_m, vec3_length(off));
            raise_to(&stuck->depth_m, depth_at(stuck, &stuck->at[at]));
        }
    }
    raise_to(&stuck->speed_peak_m_s, stuck->speed_m_s);
    stuck_watch_see(&stuck->watch, &stuck->hung, stuck->shape.step_s);
}

ClothStatus stuck_step(Stuck *stuck, ClothError *error) {
    stuck->step++;
    double *swap = stuck->was;
    stuck->was = stuck->at;
    stuck->at = swap;
    ClothStatus status = move_solids(stuck, (double)stuck->step * stuck->shape.step_s, error);
    if (status == CLOTH_OK) {
        status = cloth_world_step(stuck->hung.world, stuck->shape.step_s, error);
    }
    if (status == CLOTH_OK) {
        see(stuck);
        status =
            cloth_world_condition(stuck->hung.world, stuck->hung.cloth, &stuck->condition, error);
    }
    return status;
}

ClothStatus stuck_steps(Stuck *stuck, int64_t steps, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = stuck_step(stuck, error);
    }
    return status;
}
