#include "scenes/worn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/sheet.h"
#include "state/state.h"
#include "step/instruments.h"
#include "world/world.h"

const char *worn_guard_text(WornGuard guard) {
    static const char *const text[] = {
#define WORN_GUARD_TEXT(name, text) text,
        WORN_GUARD_LIST(WORN_GUARD_TEXT)
#undef WORN_GUARD_TEXT
    };
    return guard >= 0 && guard < WORN_GUARDS ? text[guard] : "unknown";
}

WornShape worn_default(void) {
    return (WornShape){.fabric = cloth_fabric(CLOTH_SILK),
                       .columns = 17,
                       .rows = 23,
                       .length_m = 1.1,
                       .hem_m = 1.05,
                       .density_kg_m2 = 0.2,
                       .gait = BODY_SPRINT,
                       .ride_from = cloth_pose_identity(),
                       .step_s = 1.0 / 60.0};
}

/* The cape's first row lies on the shoulders behind the neck: straight across, and round the ends of
 * the shoulders' capsule. From there it falls back and outwards, clear of the back, straight. */
#define COLLAR_Y    1.43
#define COLLAR_R    0.095 /* from the shoulders' axis, of 0.07 m and the thickest fabric */
#define COLLAR_HALF 0.15
#define COLLAR_UP   0.9  /* over level, as seen from that axis [rad] */
#define FALL_BACK   0.42 /* of the length, backwards */

static void collar(double share, double x[3], double out[3]) {
    const double round = COLLAR_R * cos(COLLAR_UP);
    const double quarter = 1.1; /* not all the way: what hangs there would be in front */
    const double arc = round * quarter;
    const double along = (2.0 * share - 1.0) * (COLLAR_HALF + arc);
    const double beyond = fmax(fabs(along) - COLLAR_HALF, 0.0) / round;
    const double side = along < 0.0 ? -1.0 : 1.0;
    out[0] = side * sin(beyond);
    out[1] = 0.0;
    out[2] = -cos(beyond);
    x[0] = side * fmin(fabs(along), COLLAR_HALF) + round * out[0];
    x[1] = COLLAR_Y + COLLAR_R * sin(COLLAR_UP);
    x[2] = round * out[2];
}

static void lay_out(const WornShape *shape, double *position) {
    const double back = FALL_BACK * shape->length_m;
    const double down = sqrt(1.0 - FALL_BACK * FALL_BACK) * shape->length_m;
    for (int32_t r = 0; r < shape->rows; r++) {
        const double s = (double)r / (shape->rows - 1);
        for (int32_t c = 0; c < shape->columns; c++) {
            const double share = (double)c / (shape->columns - 1);
            double top[3];
            double out[3];
            collar(share, top, out);
            double *x = &position[3 * (r * shape->columns + c)];
            x[0] = top[0] + s * ((share - 0.5) * shape->hem_m - top[0]);
            x[1] = top[1] - s * down;
            x[2] = top[2] + s * (-back - top[2]);
        }
    }
}

static void weave(const WornShape *shape, int32_t *triangle) {
    for (int32_t r = 0; r + 1 < shape->rows; r++) {
        for (int32_t c = 0; c + 1 < shape->columns; c++) {
            const int32_t a = r * shape->columns + c;
            const int32_t b = a + shape->columns;
            const int32_t cell[6] = {a, a + 1, b + 1, a, b + 1, b};
            memcpy(triangle, cell, sizeof cell);
            triangle += 6;
        }
    }
}

static ClothStatus cape_graph(const WornShape *shape, ClothGraph *graph, ClothError *error) {
    const int32_t n = shape->columns * shape->rows;
    const int32_t triangles = 2 * (shape->columns - 1) * (shape->rows - 1);
    double *position = malloc(3 * (size_t)n * sizeof *position);
    int32_t *triangle = malloc(3 * (size_t)triangles * sizeof *triangle);
    ClothStatus status = CLOTH_NO_MEMORY;
    if (position != NULL && triangle != NULL) {
        lay_out(shape, position);
        weave(shape, triangle);
        const ClothMeshShape mesh = {.position = position,
                                     .vertex_count = n,
                                     .triangle = triangle,
                                     .triangle_count = triangles,
                                     .density_kg_m2 = shape->density_kg_m2,
                                     .bend = 1};
        status = cloth_graph_mesh(&mesh, graph, error);
    }
    free(position);
    free(triangle);
    return status;
}

static ClothStatus wear_cape(const WornShape *shape, Worn *worn, ClothError *error) {
    ClothGraph graph;
    ClothStatus status = cape_graph(shape, &graph, error);
    if (status == CLOTH_OK) {
        status = hung_start(&graph, &shape->fabric, &worn->at.root, &worn->hung, error);
    }
    int32_t *first = malloc((size_t)shape->columns * sizeof *first);
    for (int32_t c = 0; first != NULL && c < shape->columns; c++) {
        first[c] = c;
    }
    if (status == CLOTH_OK) {
        status = first == NULL ? CLOTH_NO_MEMORY
                               : hung_hold(&worn->hung, first, shape->columns, CLOTH_SPACE_FRAME,
                                           &worn->at.chest, error);
    }
    free(first);
    return status;
}

/* A garment's neck: where the file's highest point comes to, over the ground [m]. */
#define NECK_Y 1.57

/* Sleeves are drawn about arms like this. */
#define SPREAD_RAD 0.95

static ClothStatus wear_mesh(const WornShape *shape, Worn *worn, ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    SheetShape sheet = scene_sheet_default();
    sheet.spacing_m = 1.0; /* the density is the mass of a particle of such a sheet */
    sheet.mass_kg = shape->density_kg_m2;
    Scene scene;
    ClothStatus status = scene_sheet(&sheet, shape->mesh, &material, &scene, error);
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    const int32_t coordinates = status == CLOTH_OK ? 3 * scene.graph.particle_count : 0;
    for (int32_t k = 0; k < coordinates; k++) {
        low[k % 3] = fmin(low[k % 3], scene.graph.position[k]);
        high[k % 3] = fmax(high[k % 3], scene.graph.position[k]);
    }
    for (int32_t k = 0; k < coordinates; k++) {
        scene.graph.position[k] +=
            k % 3 == 1 ? NECK_Y - high[1] : -0.5 * (low[k % 3] + high[k % 3]);
    }
    if (status == CLOTH_OK) {
        status = hung_start(&scene.graph, &shape->fabric, &worn->at.root, &worn->hung, error);
    }
    if (status == CLOTH_OK && scene.held_count > 0) {
        status = hung_hold(&worn->hung, scene.held, scene.held_count, CLOTH_SPACE_FRAME,
                           &worn->at.chest, error);
    }
    scene_free(&scene);
    return status;
}

static ClothPose root_at(const WornShape *shape, const ClothPose *gait, double time_s) {
    ClothPose moved = *gait;
    if (shape->ride != WORN_AS_GAIT) {
        moved = cloth_pose_identity();
    }
    for (int k = 0; shape->ride == WORN_CARRIED && k < 3; k++) {
        moved.position[k] = shape->ride_m_s[k] * time_s;
    }
    return cloth_pose_compose(&shape->ride_from, &moved);
}

static void snap(ClothPose *pose) {
    for (int k = 0; k < 3; k++) {
        pose->position[k] = ldexp(rint(ldexp(pose->position[k], 30)), -30);
    }
}

static BodyPose pose_now(const WornShape *shape, double time_s) {
    BodyPose pose = body_at(shape->gait, shape->mesh != NULL ? SPREAD_RAD : 0.0, time_s);
    pose.root = root_at(shape, &pose.root, time_s);
    for (int k = 0; shape->snapped && k < BODY_BONES; k++) {
        snap(&pose.bone[k]);
    }
    return pose;
}

static bool collides(const WornShape *shape, int bone) {
    return shape->guard == WORN_COLLIDERS || (shape->guard == WORN_BACKSTOPS && bone >= BODY_TRUNK);
}

static ClothStatus add_colliders(Worn *worn, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int k = 0; status == CLOTH_OK && k < BODY_BONES; k++) {
        const ClothShape shape = body_shape((BodyBone)k);
        ClothCollider collider = cloth_collider(&shape);
        collider.pose = cloth_pose_compose(&worn->at.root, &worn->at.bone[k]);
        if (collides(&worn->shape, k)) {
            status = cloth_world_add_collider(worn->hung.world, &collider, &worn->bone[k], error);
        }
    }
    if (status == CLOTH_OK && worn->shape.ground) {
        const ClothShape shape = cloth_half_space();
        ClothCollider collider = cloth_collider(&shape);
        collider.pose = worn->shape.ride_from;
        status = cloth_world_add_collider(worn->hung.world, &collider, &worn->ground, error);
    }
    return status;
}

/* The depth of a point in the solids of a body [m]; negative outside. which: out. */
static double depth_in(const BodyPose *body, const double x[3], int bones, int32_t *which,
                       double normal[3]) {
    double deepest = -INFINITY;
    for (int k = 0; k < bones; k++) {
        const ClothShape shape = body_shape((BodyBone)k);
        double off[3];
        double local[3];
        double out[3];
        vec3_subtract(x, body->bone[k].position, off);
        quat_rotate_back(body->bone[k].rotation, off, local);
        const double depth = -cloth_shape_distance(&shape, local, out);
        if (!(depth <= deepest)) {
            deepest = depth;
            *which = k;
            quat_rotate(body->bone[k].rotation, out, normal);
        }
    }
    return deepest;
}

/* The planes that touch the trunk where it is nearest to each particle of the standing cape. */
static ClothStatus find_planes(Worn *worn) {
    const int32_t n = worn->hung.graph.particle_count;
    worn->point = calloc(3 * (size_t)n, sizeof(double));
    worn->normal = calloc(3 * (size_t)n, sizeof(double));
    worn->moved = calloc(6 * (size_t)n, sizeof(double));
    if (worn->point == NULL || worn->normal == NULL || worn->moved == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        const double *x = &worn->hung.graph.position[3 * i];
        int32_t bone = -1;
        const double depth = depth_in(&worn->at, x, BODY_TRUNK, &bone, &worn->normal[3 * i]);
        for (int k = 0; k < 3; k++) {
            worn->point[3 * i + k] = x[k] + depth * worn->normal[3 * i + k];
        }
    }
    return CLOTH_OK;
}

/* Where the root is in the cloth's frame. */
static ClothPose root_in_frame(const Worn *worn) {
    return worn->shape.frame_stays ? cloth_pose_relative(&worn->shape.ride_from, &worn->at.root)
                                   : cloth_pose_identity();
}

static ClothStatus carry_planes(Worn *worn, ClothError *error) {
    const int32_t n = worn->hung.graph.particle_count;
    const ClothPose root = root_in_frame(worn);
    const ClothPose chest = cloth_pose_compose(&root, &worn->at.chest);
    double *normal = &worn->moved[3 * n];
    for (int32_t i = 0; i < n; i++) {
        cloth_pose_apply(&chest, &worn->point[3 * i], &worn->moved[3 * i]);
        quat_rotate(chest.rotation, &worn->normal[3 * i], &normal[3 * i]);
    }
    return cloth_world_set_backstops(worn->hung.world, worn->hung.cloth, worn->moved, normal, NULL,
                                     error);
}

/* What only the ablation build can do. */
static ClothStatus leave_out(Worn *worn) {
#ifdef CLOTH_ABLATE
    worn->instruments = calloc(1, sizeof *worn->instruments);
    if (worn->instruments == NULL) {
        return CLOTH_NO_MEMORY;
    }
    worn->instruments->ablate = worn->shape.step_ablate;
    worn->hung.world->instruments = worn->instruments;
    worn->hung.world->ablate = worn->shape.ablate;
    worn->hung.world->tuned.contact_band = worn->shape.contact_band;
#else
    (void)worn;
#endif
    return CLOTH_OK;
}

static ClothStatus make_room(Worn *worn) {
    const size_t n = (size_t)worn->hung.graph.particle_count;
    for (int k = 0; k < 3; k++) {
        worn->trail[k] = calloc(3 * n, sizeof(double));
        if (worn->trail[k] == NULL) {
            return CLOTH_NO_MEMORY;
        }
        memcpy(worn->trail[k], worn->hung.graph.position, 3 * n * sizeof(double));
    }
    return CLOTH_OK;
}

ClothStatus worn_start(const WornShape *shape, Worn *worn, ClothError *error) {
    *worn = (Worn){.shape = *shape, .watch = hung_watch_start()};
    worn->at = pose_now(shape, 0.0);
    worn_forget(worn);
    ClothStatus status =
        shape->mesh != NULL ? wear_mesh(shape, worn, error) : wear_cape(shape, worn, error);
    status = status == CLOTH_OK ? leave_out(worn) : status;
    status = status == CLOTH_OK ? make_room(worn) : status;
    status = status == CLOTH_OK ? add_colliders(worn, error) : status;
    if (status == CLOTH_OK && shape->guard == WORN_BACKSTOPS) {
        status = find_planes(worn);
        status = status == CLOTH_OK ? carry_planes(worn, error) : status;
    }
    if (status != CLOTH_OK) {
        worn_free(worn);
    }
    return status;
}

void worn_forget(Worn *worn) {
    worn->seen = (WornSeen){.deepest_bone = -1, .lack_m = -INFINITY};
    worn->shaken = 0.0;
}

double worn_time_s(const Worn *worn) {
    return (double)worn->step * worn->shape.step_s;
}

static ClothStatus move_body(Worn *worn, ClothError *error) {
    ClothWorld *world = worn->hung.world;
    const ClothPose root = root_in_frame(worn);
    const ClothPose chest = cloth_pose_compose(&root, &worn->at.chest);
    ClothStatus status = CLOTH_OK;
    if (!worn->shape.frame_stays) {
        status = cloth_world_set_frame(world, worn->hung.cloth, &worn->at.root, error);
    }
    if (status == CLOTH_OK && worn->hung.holder_count > 0) {
        status = cloth_world_set_holder(world, worn->hung.holder[0], &chest, error);
    }
    for (int k = 0; status == CLOTH_OK && k < BODY_BONES; k++) {
        const ClothPose pose = cloth_pose_compose(&worn->at.root, &worn->at.bone[k]);
        if (collides(&worn->shape, k)) {
            status = cloth_world_move_collider(world, worn->bone[k], &pose, error);
        }
    }
    if (status == CLOTH_OK && worn->point != NULL) {
        status = carry_planes(worn, error);
    }
    return status;
}

/* Moves the mean of what has been seen in `steps` before this one. */
static void average(double *mean, int64_t steps, double value) {
    *mean += (value - *mean) / (double)(steps + 1);
}

static void see_particles(Worn *worn) {
    WornSeen *seen = &worn->seen;
    const ClothView view = cloth_view(cloth_world_state(worn->hung.world, worn->hung.cloth));
    const double dt = worn->shape.step_s;
    const double thickness = worn->shape.fabric.thickness_m;
    int32_t inside = 0;
    int32_t free_count = 0;
    double shaken = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t at = 3 * view.graph_index[i];
        if (!(view.inverse_mass[i] > 0)) {
            continue;
        }
        int32_t bone = -1;
        double normal[3];
        double way[3];
        double bent = 0.0;
        const double depth = depth_in(&worn->at, &worn->trail[0][at], BODY_BONES, &bone, normal);
        seen->deepest_bone = depth > 0.0 && depth > seen->depth_m ? bone : seen->deepest_bone;
        raise_to(&seen->depth_m, depth);
        raise_to(&seen->lack_m, depth + thickness);
        inside += !(depth <= 0.0);
        free_count++;
        vec3_subtract(&worn->trail[0][at], &worn->trail[1][at], way);
        raise_to(&seen->speed_m_s, vec3_length(way) / dt);
        for (int k = at; k < at + 3; k++) {
            const double a = worn->trail[0][k] - 2.0 * worn->trail[1][k] + worn->trail[2][k];
            bent += a * a;
        }
        shaken += bent / (dt * dt * dt * dt);
    }
    average(&seen->inside_share, seen->steps, (double)inside / free_count);
    average(&seen->inside_steps, seen->steps, inside > 0);
    average(&worn->shaken, seen->steps, shaken / free_count);
    seen->shake_m_s2 = sqrt(worn->shaken);
}

static void see_solver(Worn *worn) {
    WornSeen *seen = &worn->seen;
    const ClothState *state = cloth_world_state(worn->hung.world, worn->hung.cloth);
    const ClothMeasure *measure = &worn->watch.measure;
    const ClothCondition *condition = &worn->watch.condition;
    raise_to(&seen->strain, measure->strain_max[CLOTH_ROW_STRETCH]);
    raise_to(&seen->reach, hung_reach_ratio(&worn->hung));
    raise_to(&seen->speed_share, hung_fastest_free(&worn->hung) / condition->speed_max_m_s);
    average(&seen->contacts_mean, seen->steps, measure->contacts);
    seen->contacts_most =
        measure->contacts > seen->contacts_most ? measure->contacts : seen->contacts_most;
    if (measure->contacts > 0) {
        raise_to(&seen->slip_m_s, measure->slip_rate_max_m_s);
        raise_to(&seen->normal_n, measure->normal_max_n);
    }
    average(&seen->crowded_mean, seen->steps, state->tally.crowded);
    seen->crowded_most =
        state->tally.crowded > seen->crowded_most ? state->tally.crowded : seen->crowded_most;
    seen->colliders_most =
        condition->colliders > seen->colliders_most ? condition->colliders : seen->colliders_most;
    seen->rescues = condition->rescues;
    seen->teleports = condition->teleports;
}

/* Positions from the root. */
static void look(const Worn *worn, double *position) {
    cloth_positions(cloth_world_state(worn->hung.world, worn->hung.cloth), position);
    const ClothPose root = root_in_frame(worn);
    const ClothPose back = cloth_pose_inverse(&root);
    for (int32_t i = 0; worn->shape.frame_stays && i < worn->hung.graph.particle_count; i++) {
        cloth_pose_apply(&back, &position[3 * i], &position[3 * i]);
    }
}

ClothStatus worn_step(Worn *worn, ClothError *error) {
    worn->step++;
    worn->at = pose_now(&worn->shape, worn_time_s(worn));
    ClothStatus status = move_body(worn, error);
    status = status == CLOTH_OK ? hung_step(&worn->hung, worn->shape.step_s, &worn->watch, error)
                                : status;
    if (status != CLOTH_OK) {
        return status;
    }
    double *oldest = worn->trail[2];
    worn->trail[2] = worn->trail[1];
    worn->trail[1] = worn->trail[0];
    worn->trail[0] = oldest;
    look(worn, oldest);
    see_particles(worn);
    see_solver(worn);
    worn->seen.steps++;
    return status;
}

ClothStatus worn_until(Worn *worn, double time_s, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    while (status == CLOTH_OK && worn_time_s(worn) < time_s - 0.5 * worn->shape.step_s) {
        status = worn_step(worn, error);
    }
    return status;
}

double worn_apart(const Worn *a, const Worn *b) {
    double most = 0.0;
    for (int32_t i = 0; i < a->hung.graph.particle_count; i++) {
        double off[3];
        vec3_subtract(&a->trail[0][3 * i], &b->trail[0][3 * i], off);
        raise_to(&most, vec3_length(off));
    }
    return most;
}

void worn_free(Worn *worn) {
    if (worn == NULL) {
        return;
    }
    hung_free(&worn->hung);
    free(worn->point);
    free(worn->normal);
    free(worn->moved);
    for (int k = 0; k < 3; k++) {
        free(worn->trail[k]);
    }
    free(worn->instruments);
    *worn = (Worn){0};
}
