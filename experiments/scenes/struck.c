#include "scenes/struck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/pose.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "world/world.h"

/* How far before and behind the sheet the capsule's pass begins and ends [m]; how far from the axis
 * through its arm the bat stands at either end, just short of a half turn in one step; where the bar
 * comes from [m]; the points of a way that are looked at. */
static const double pass_m = 1.0;
static const double bat_rad = 0.45 * 3.14159265358979323846;
static const double bar_from_m = 0.5;
enum { WAY_POINTS = 64 };

static const char *const words[] = {
#define STRUCK_WORD(name, word, text) word,
    STRUCK_LIST(STRUCK_WORD)
#undef STRUCK_WORD
};

static const char *const texts[] = {
#define STRUCK_TEXT(name, word, text) text,
    STRUCK_LIST(STRUCK_TEXT)
#undef STRUCK_TEXT
};

const char *struck_word(StruckKind kind) {
    return kind < STRUCK_KINDS ? words[kind] : "unknown";
}

const char *struck_text(StruckKind kind) {
    return kind < STRUCK_KINDS ? texts[kind] : "unknown";
}

StruckKind struck_kind(const char *word) {
    int kind = 0;
    while (kind < STRUCK_KINDS && strcmp(words[kind], word) != 0) {
        kind++;
    }
    return (StruckKind)kind;
}

static bool is_shot(StruckKind kind) {
    return kind == STRUCK_PATCH || kind == STRUCK_PARTICLE || kind == STRUCK_PLATE;
}

StruckShape struck_default(StruckKind kind) {
    const bool shot = is_shot(kind);
    StruckShape shape = {.kind = kind,
                         .pins = STRUCK_EDGE,
                         .speed_m_s = 20.0,
                         .drive_m_s = 1.0,
                         .radius_m = shot                     ? 0.001
                                     : kind == STRUCK_CAPSULE ? 0.1
                                                              : 0.025,
                         .half_axis_m = shot                     ? 5.0
                                        : kind == STRUCK_CAPSULE ? 0.8
                                                                 : 0.4,
                         .arm_m = 0.3,
                         .side = kind == STRUCK_PARTICLE ? 1
                                 : shot                  ? 6
                                                         : 24,
                         .spacing_m = 0.05,
                         .mass_kg = 0.0005,
                         .fabric = cloth_fabric(CLOTH_SILK),
                         .friction = 0.5,
                         .step_s = 1.0 / 60.0,
                         .before = shot ? 0 : 30,
                         .spin_s = shot ? 0.5 : 2.0,
                         .after_s = shot ? 0.0 : 10.0,
                         .back_part = 0.1};
    shape.fabric.substeps = 2;
    shape.fabric.iterations = 4;
    shape.fabric.thickness_m = shot ? 0.0 : shape.fabric.thickness_m;
    return shape;
}

/* How far the way of a step goes: the capsule's or the shot's in metres, the bat's in radians. */
static double way_of_step(const StruckShape *shape) {
    const double rate =
        shape->kind == STRUCK_BAT ? shape->speed_m_s / shape->half_axis_m : shape->speed_m_s;
    return rate * shape->step_s;
}

/* The step in which the plane of the sheet is passed, if the way begins `far` or more before it. */
static int64_t midway_step(const StruckShape *shape, double far) {
    const double steps = ceil(far / way_of_step(shape) - 0.5);
    return steps > 1.0 ? (int64_t)steps : 1;
}

static int64_t steps_in(double seconds, double step_s) {
    return (int64_t)ceil(seconds / step_s - 1e-9);
}

static void set_pass(Struck *struck) {
    const StruckShape *shape = &struck->shape;
    struck->pass_from = 0;
    if (shape->kind == STRUCK_CAPSULE || shape->kind == STRUCK_BAT) {
        const double far = shape->kind == STRUCK_BAT ? bat_rad : pass_m;
        struck->pass_until = 2 * midway_step(shape, far) + 1;
    } else {
        struck->pass_until = steps_in(shape->spin_s, shape->step_s);
    }
}

/* Its middle height; the sheet hangs down from y = 0 in the plane z = 0. */
static double middle_m(const StruckShape *shape) {
    return -0.5 * (shape->side - 1) * shape->spacing_m;
}

static double clamped(double value, double most) {
    return value > most ? most : value < -most ? -most : value;
}

static void turn_about(double x, double y, double z, double angle, ClothPose *pose) {
    const double axis[3] = {x, y, z};
    double turn[4];
    quat_axis_angle(axis, angle, turn);
    quat_multiply(turn, pose->rotation, pose->rotation);
}

/* Where the solid is at the end of a step; of step -1, where it comes from. */
static ClothPose solid_pose(const StruckShape *shape, int64_t step) {
    const double quarter = 0.5 * 3.14159265358979323846;
    const double way = way_of_step(shape);
    const double time = (double)(step + 1) * shape->step_s;
    ClothPose pose = cloth_pose_identity();
    pose.position[1] = middle_m(shape);
    switch (shape->kind) {
    case STRUCK_CAPSULE:
        turn_about(0.0, 0.0, 1.0, quarter, &pose);
        pose.position[2] = ((double)(step - midway_step(shape, pass_m)) + 0.5) * way;
        break;
    case STRUCK_BAT: {
        const double angle = ((double)(step - midway_step(shape, bat_rad)) + 0.5) * way;
        turn_about(1.0, 0.0, 0.0, quarter, &pose);
        turn_about(0.0, 1.0, 0.0, clamped(angle, bat_rad), &pose);
        pose.position[2] = -shape->arm_m;
        break;
    }
    case STRUCK_BAR:
        turn_about(0.0, 0.0, 1.0, quarter, &pose);
        turn_about(0.0, 1.0, 0.0, shape->speed_m_s / shape->half_axis_m * time, &pose);
        pose.position[2] = fmin(shape->drive_m_s * time - bar_from_m, 0.0);
        break;
    case STRUCK_PLATE:
        pose.position[2] = ((double)step - 0.5) * way;
        break;
    case STRUCK_PATCH:
    case STRUCK_PARTICLE:
    case STRUCK_KINDS:
        break;
    }
    return pose;
}

static ClothShape make_solid(const StruckShape *shape) {
    return is_shot(shape->kind) ? cloth_box(shape->half_axis_m, shape->half_axis_m, shape->radius_m)
                                : cloth_capsule(shape->radius_m, shape->half_axis_m);
}

static ClothGridShape make_grid(const StruckShape *shape) {
    const double way = way_of_step(shape);
    const bool flies = shape->kind == STRUCK_PATCH || shape->kind == STRUCK_PARTICLE;
    return (ClothGridShape){.columns = shape->side,
                            .rows = shape->side,
                            .spacing_m = shape->spacing_m,
                            .mass_kg = shape->mass_kg,
                            .origin = {middle_m(shape), 0.0, flies ? -1.5 * way : 0.0},
                            .u = {1.0, 0.0, 0.0},
                            .v = {0.0, -1.0, 0.0},
                            .cut = shape->side > 1 ? CLOTH_GRID_ALTERNATING : CLOTH_GRID_EDGES,
                            .bend = shape->side > 1 ? 1 : 0};
}

static bool is_pinned(const StruckShape *shape, int32_t column, int32_t row) {
    const int32_t last = shape->side - 1;
    const bool column_end = column == 0 || column == last;
    const bool row_end = row == 0 || row == last;
    switch (shape->pins) {
    case STRUCK_EDGE:
        return row == 0;
    case STRUCK_BORDER:
        return column_end || row_end;
    case STRUCK_CORNERS:
        return column_end && row_end;
    }
    return false;
}

static ClothStatus pin(Struck *struck, ClothError *error) {
    const StruckShape *shape = &struck->shape;
    const ClothPose origin = cloth_pose_identity();
    int32_t *pins = malloc((size_t)struck->particles * sizeof *pins);
    int32_t count = 0;
    if (pins == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t k = 0; k < struck->particles; k++) {
        if (is_pinned(shape, k % shape->side, k / shape->side)) {
            pins[count++] = k;
        }
    }
    const ClothStatus status =
        hung_hold(&struck->hung, pins, count, CLOTH_SPACE_FRAME, &origin, error);
    free(pins);
    return status;
}

static ClothStatus shoot(Struck *struck, ClothError *error) {
    double *velocity = calloc(3 * (size_t)struck->particles, sizeof *velocity);
    if (velocity == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t i = 0; i < struck->particles; i++) {
        velocity[3 * i + 2] = struck->shape.speed_m_s;
    }
    const ClothStatus status =
        cloth_world_set_velocities(struck->hung.world, struck->hung.cloth, velocity, error);
    free(velocity);
    return status;
}

static ClothStatus take_places(Struck *struck) {
    const size_t numbers = 3 * (size_t)struck->particles;
    struck->hung_at = calloc(numbers, sizeof *struck->hung_at);
    struck->was = calloc(numbers, sizeof *struck->was);
    struck->now = calloc(numbers, sizeof *struck->now);
    struck->deep = calloc((size_t)struck->particles, sizeof *struck->deep);
    return struck->hung_at == NULL || struck->was == NULL || struck->now == NULL ||
                   struck->deep == NULL
               ? CLOTH_NO_MEMORY
               : CLOTH_OK;
}

/* Puts the solid where it comes from: nobody knows of it before. */
static ClothStatus bring_solid(Struck *struck, ClothError *error) {
    ClothCollider collider = cloth_collider(&struck->solid);
    collider.friction = struck->shape.friction;
    collider.pose = struck->pose = solid_pose(&struck->shape, -1);
    cloth_positions(cloth_world_state(struck->hung.world, struck->hung.cloth), struck->hung_at);
    memcpy(struck->now, struck->hung_at, 3 * (size_t)struck->particles * sizeof *struck->now);
    const bool flies = struck->shape.kind == STRUCK_PATCH || struck->shape.kind == STRUCK_PARTICLE;
    const ClothStatus status = flies ? shoot(struck, error) : CLOTH_OK;
    struck->watch = hung_watch_start();
    return status == CLOTH_OK
               ? cloth_world_add_collider(struck->hung.world, &collider, &struck->collider, error)
               : status;
}

static ClothStatus start(Struck *struck, ClothError *error) {
    const StruckShape *shape = &struck->shape;
    const ClothGridShape grid = make_grid(shape);
    ClothStatus status = hung_grid(&grid, "none", &shape->fabric, NULL, &struck->hung, error);
    if (status == CLOTH_OK) {
        struck->particles = struck->hung.graph.particle_count;
        status = take_places(struck);
    }
    if (status == CLOTH_OK && !is_shot(shape->kind)) {
        status = pin(struck, error);
    }
    if (status == CLOTH_OK) {
#ifdef CLOTH_ABLATE
        struck->hung.world->ablate = shape->ablate;
        struck->hung.world->instruments = shape->instruments;
#endif
        status =
            cloth_world_set_flags(struck->hung.world, struck->hung.cloth, CLOTH_NEVER_SLEEP, error);
    }
    for (int32_t k = 0; status == CLOTH_OK && k < shape->before; k++) {
        status = hung_step(&struck->hung, shape->step_s, NULL, error);
    }
    return status == CLOTH_OK ? bring_solid(struck, error) : status;
}

ClothStatus struck_start(const StruckShape *shape, Struck *struck, ClothError *error) {
    *struck = (Struck){
        .shape = *shape, .solid = make_solid(shape), .run = {.back_s = NAN, .limit_m_s = INFINITY}};
    set_pass(struck);
    const ClothStatus status = start(struck, error);
    if (status != CLOTH_OK) {
        struck_free(struck);
    }
    return status;
}

void struck_free(Struck *struck) {
    hung_free(&struck->hung);
    free(struck->hung_at);
    free(struck->was);
    free(struck->now);
    free(struck->deep);
    *struck = (Struck){0};
}

/* What is seen. */

/* How far below the surface of the solid in a pose; negative outside [m]. */
static double depth_at(const Struck *struck, const ClothPose *pose, const double x[3],
                       double local[3]) {
    double out[3];
    vec3_subtract(x, pose->position, local);
    quat_rotate_back(pose->rotation, local, local);
    return -cloth_shape_distance(&struck->solid, local, out);
}

/* Whether it came out of the solid's middle half in the step that it went in there, both going evenly. */
static bool went_through(const Struck *struck, const ClothPose *from, int32_t i) {
    const double most = 0.5 * struck->shape.radius_m;
    bool inside = false;
    double local[3];
    for (int k = 0; k <= WAY_POINTS && !inside; k++) {
        const double share = (double)k / WAY_POINTS;
        const ClothPose pose = cloth_pose_between(from, &struck->pose, share);
        double x[3];
        for (int a = 0; a < 3; a++) {
            x[a] =
                struck->was[3 * i + a] + share * (struck->now[3 * i + a] - struck->was[3 * i + a]);
        }
        inside = !(depth_at(struck, &pose, x, local) <= most);
    }
    return inside && depth_at(struck, from, &struck->was[3 * i], local) <= most &&
           depth_at(struck, &struck->pose, &struck->now[3 * i], local) <= most;
}

/* Whether it is on the side of the plate that it did not come from. */
static bool is_behind(const Struck *struck, const double local[3]) {
    return struck->shape.kind == STRUCK_PLATE ? !(local[2] >= 0.0) : !(local[2] <= 0.0);
}

static double furthest_off(const Struck *struck) {
    double most = 0.0;
    for (int32_t i = 0; i < struck->particles; i++) {
        double off[3];
        vec3_subtract(&struck->now[3 * i], &struck->hung_at[3 * i], off);
        raise_to(&most, vec3_length(off));
    }
    return most;
}

static void look_at_particles(Struck *struck, const ClothPose *from) {
    StruckRun *run = &struck->run;
    double depth = -INFINITY;
    int64_t deep = 0;
    int64_t behind = 0;
    for (int32_t i = 0; i < struck->particles; i++) {
        double local[3];
        const double d = depth_at(struck, &struck->pose, &struck->now[3 * i], local);
        raise_to(&depth, d);
        /* What is nowhere is deep. */
        struck->deep[i] = d <= 0.5 * struck->shape.radius_m ? 0 : struck->deep[i] + 1;
        deep += struck->deep[i] > 0;
        run->deep_steps = struck->deep[i] > run->deep_steps ? struck->deep[i] : run->deep_steps;
        if (is_shot(struck->shape.kind)) {
            behind += is_behind(struck, local);
        } else {
            run->through += went_through(struck, from, i);
        }
    }
    run->deep_most = deep > run->deep_most ? deep : run->deep_most;
    run->through = behind > run->through ? behind : run->through;
    raise_to(&run->depth_m, depth > 0.0 || isnan(depth) ? depth : 0.0);
    if ((double)(struck->pass_until - struck->step) * struck->shape.step_s <= 1.0) {
        raise_to(&run->depth_late_m, depth > 0.0 || isnan(depth) ? depth : 0.0);
    }
}

static void look_at_rows(Struck *struck) {
    const ClothState *state = cloth_world_state(struck->hung.world, struck->hung.cloth);
    const ClothView view = cloth_view(state);
    for (int32_t s = 0; s < view.counts.contact; s++) {
        struck->run.found += view.contact_collider[s] >= 0;
    }
    struck->run.pressed += cloth_contacts(state, NULL, 0);
}

static void look(Struck *struck, const ClothPose *from) {
    StruckRun *run = &struck->run;
    const double off = furthest_off(struck);
    const double height = -2.0 * middle_m(&struck->shape);
    if (struck->step < struck->pass_until) {
        run->pass_steps++;
        look_at_rows(struck);
        look_at_particles(struck, from);
        raise_to(&run->moved_m, off);
    }
    const bool is_back = off <= struck->shape.back_part * height;
    if (!is_back) {
        run->back_s = NAN;
    } else if (isnan(run->back_s)) {
        const int64_t since = struck->step + 1 - struck->pass_until;
        run->back_s = since > 0 ? (double)since * struck->shape.step_s : 0.0;
    }
    run->off_end_m = off;
    run->speed_end_m_s = hung_fastest_free(&struck->hung);
    raise_to(&run->speed_m_s, run->speed_end_m_s);
    run->limit_m_s = struck->watch.speed_limit_least_m_s;
    run->strain = struck->watch.strain_peak;
    run->rescues = struck->watch.condition.rescues;
    run->hash = cloth_hash(cloth_world_state(struck->hung.world, struck->hung.cloth));
}

/* The bar is taken away, and shot cloth is left with its plate; capsule and bat go on. */
static ClothStatus move_solid(Struck *struck, ClothError *error) {
    ClothWorld *world = struck->hung.world;
    if (struck->shape.kind == STRUCK_BAR && struck->step >= struck->pass_until) {
        const ClothId gone = struck->collider;
        struck->collider = 0;
        return gone == 0 ? CLOTH_OK : cloth_world_remove_collider(world, gone, error);
    }
    struck->pose = solid_pose(&struck->shape, struck->step);
    return cloth_world_move_collider(world, struck->collider, &struck->pose, error);
}

ClothStatus struck_step(Struck *struck, ClothError *error) {
    const ClothPose from = struck->pose;
    ClothStatus status = move_solid(struck, error);
    if (status == CLOTH_OK) {
        status = hung_step(&struck->hung, struck->shape.step_s, &struck->watch, error);
    }
    if (status == CLOTH_OK) {
        double *was = struck->was;
        struck->was = struck->now;
        struck->now = was;
        cloth_positions(cloth_world_state(struck->hung.world, struck->hung.cloth), struck->now);
        look(struck, &from);
        struck->step++;
    }
    return status;
}

bool struck_done(const Struck *struck) {
    return struck->step >=
           struck->pass_until + steps_in(struck->shape.after_s, struck->shape.step_s);
}

ClothStatus struck_run(const StruckShape *shape, StruckRun *run, ClothError *error) {
    Struck struck;
    ClothStatus status = struck_start(shape, &struck, error);
    while (status == CLOTH_OK && !struck_done(&struck)) {
        status = struck_step(&struck, error);
    }
    *run = struck.run;
    struck_free(&struck);
    return status;
}
