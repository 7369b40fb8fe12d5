/*
 * motion.c: how a cloth follows its frame and its holders.
 *
 * The frame's motion in a step is split: the part that is felt, `inertia` of it within limits made
 * of the cloth's own size, is taken off every particle, so that seen from the world they stay where
 * they were; the rest carries them along. Held particles are then brought back to their holders, an
 * equal share at every substep. With inertia 1 and nothing over the limits the frame is
 * bookkeeping: the cloth moves as it would in a frame that stands still (gates/world). What felt
 * motion adds to velocities is nothing: they are the world's, in the frame's axes, so that damping
 * is against the world's still air as far as motion is felt, and a cape trails behind a runner who
 * keeps his pace.
 */
#include "build/hold.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "rows/gather.h"
#include "rows/leash.h"
#include "state/state.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

bool cloth_world_look(const ClothWorld *world, WorldCloth *cloth) {
    bool changed = !cloth_pose_same(&cloth->frame, &cloth->frame_last);
    quat_rotate_back(cloth->frame.rotation, world->gravity, cloth->gravity);
    for (int k = 0; k < 3; k++) {
        changed = changed || cloth->gravity[k] != cloth->gravity_last[k];
    }
    for (WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        holder->now = cloth_holder_in_frame(&cloth->frame, holder);
        changed = changed || !cloth_pose_same(&holder->now, &holder->last);
    }
    return changed;
}

/* How far a motion takes what is at a point; turned about the origin by nothing, exactly as far as
 * it goes. way: out [m]. */
static double take(const ClothPose *motion, const double at[3], double way[3]) {
    double turned[3];
    quat_rotate(motion->rotation, at, turned);
    for (int k = 0; k < 3; k++) {
        way[k] = motion->position[k] + (turned[k] - at[k]);
    }
    return vec3_length(way);
}

double cloth_world_jump_least(const WorldCloth *cloth) {
    return fmax(CLOTH_JUMP_REACHES * cloth->reach_m, CLOTH_JUMP_LEAST_M);
}

/* Where the frame takes hold of the cloth: its first held particle, the frame's origin without one.
 * The frame's motion is judged there, because an origin may be far off: the foot of a mast, the
 * middle of a ship. */
static void grip(const WorldCloth *cloth, double at[3]) {
    const ClothView view = cloth_view(cloth->state);
    for (int k = 0; k < 3; k++) {
        at[k] = view.tally.held == 0 ? 0.0 : (double)view.position[3 * view.held_list[0] + k];
    }
}

static bool frame_jumped(const WorldCloth *cloth) {
    double at[3];
    double way[3];
    if (cloth_pose_same(&cloth->frame, &cloth->frame_last)) {
        return false;
    }
    const ClothPose motion = cloth_pose_relative(&cloth->frame_last, &cloth->frame);
    grip(cloth, at);
    return take(&motion, at, way) > cloth_world_jump_least(cloth);
}

/* Whether a holder has taken any of its particles further than a cloth of this size is carried in a
 * step. */
static bool holder_jumped(const WorldCloth *cloth, const WorldHolder *holder) {
    double furthest = 0.0;
    for (int32_t k = 0; !cloth_pose_same(&holder->now, &holder->last) && k < holder->particle_count;
         k++) {
        double from[3];
        double to[3];
        double way[3];
        if (cloth->held_by[holder->particle[k]] == holder->id) {
            cloth_pose_apply(&holder->last, &holder->offset[3 * k], from);
            cloth_pose_apply(&holder->now, &holder->offset[3 * k], to);
            vec3_subtract(to, from, way);
            furthest = fmax(furthest, vec3_length(way));
        }
    }
    return furthest > cloth_world_jump_least(cloth);
}

/* Whether frame or any holder has. */
static bool jumps(const WorldCloth *cloth) {
    bool any = frame_jumped(cloth);
    for (const WorldHolder *holder = cloth->holder; !any && holder != NULL; holder = holder->next) {
        any = holder_jumped(cloth, holder);
    }
    return any;
}

static void load(const ClothReal *stored, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = (double)stored[k];
    }
}

static void store(const double x[3], ClothReal *stored) {
    for (int k = 0; k < 3; k++) {
        stored[k] = (ClothReal)x[k];
    }
}

/* Moves particle i rigidly: position by the pose, what has a direction by its rotation. */
static void move_particle(const ClothView *view, const ClothPose *by, int32_t i) {
    ClothReal *const turned[] = {&view->velocity[3 * i], &view->acceleration[3 * i]};
    double x[3];
    load(&view->position[3 * i], x);
    cloth_pose_apply(by, x, x);
    store(x, &view->position[3 * i]);
    for (size_t k = 0; k < sizeof turned / sizeof turned[0]; k++) {
        load(turned[k], x);
        quat_rotate(by->rotation, x, x);
        store(x, turned[k]);
    }
}

/* A backstop as of where the step begins, likewise; without a plane all of it is 0. */
static void move_plane(const ClothView *view, const ClothPose *by, int32_t i) {
    double x[3];
    double normal[3];
    load(&view->backstop_normal[3 * i], normal);
    if (normal[0] == 0.0 && normal[1] == 0.0 && normal[2] == 0.0) {
        return;
    }
    quat_rotate(by->rotation, normal, normal);
    store(normal, &view->backstop_normal[3 * i]);
    load(&view->backstop_point[3 * i], x);
    cloth_pose_apply(by, x, x);
    store(x, &view->backstop_point[3 * i]);
}

/* The step begins elsewhere: no plane sweeps through the cloth to where it is set. */
static void put_planes(const ClothView *view) {
    const size_t bytes = 3 * (size_t)view->counts.particle * sizeof(ClothReal);
    memcpy(view->backstop_point, view->backstop_to, bytes);
    memcpy(view->backstop_normal, view->backstop_turn, bytes);
}

/* vector, cut to a length of at most `most`. */
static void cut(double vector[3], double most) {
    const double length = vec3_length(vector);
    if (length > most) {
        for (int k = 0; k < 3; k++) {
            vector[k] *= most / length;
        }
    }
}

/*
 * The share of the frame's motion in this step that is felt, in the frame as it was. The limits are
 * about the grip, so that it does not matter how far off the frame's origin is. Returns whether
 * anything is felt.
 */
static bool felt_motion(const ClothWorld *world, const WorldCloth *cloth, ClothPose *felt) {
    const ClothPose motion = cloth_pose_relative(&cloth->frame_last, &cloth->frame);
    const double inertia =
        CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_FRAME) ? 1.0 : cloth->fabric.inertia;
    double at[3];
    double way[3];
    double turn[3];
    double turned[3];
    grip(cloth, at);
    (void)take(&motion, at, way);
    quat_to_rotation_vector(motion.rotation, turn);
    for (int k = 0; k < 3; k++) {
        way[k] *= inertia;
        turn[k] *= inertia;
    }
    if (!CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_FELT_LIMITS)) {
        cut(way, CLOTH_TUNED(world, felt_reaches, CLOTH_FELT_REACHES) * cloth->reach_m);
        cut(turn, CLOTH_TUNED(world, felt_rad, CLOTH_FELT_RAD));
    }
    quat_from_rotation_vector(turn, felt->rotation);
    quat_rotate(felt->rotation, at, turned);
    for (int k = 0; k < 3; k++) {
        felt->position[k] = way[k] + (at[k] - turned[k]);
    }
    return vec3_length(way) > 0.0 || vec3_length(turn) > 0.0;
}

/* Takes the felt motion off every particle, and off its backstop, which then comes back within the
 * step: left where the frame has it, the plane would be through the particle at once, and what a plane
 * finds behind it is let out slowly. What else has a direction either follows the holders, as targets
 * and offsets do, or does not outlive a step; multipliers have none, the bend rows of a fabric being
 * soft. */
static void feel_frame(const ClothWorld *world, WorldCloth *cloth) {
    ClothPose felt;
    if (cloth_pose_same(&cloth->frame, &cloth->frame_last) || !felt_motion(world, cloth, &felt)) {
        return;
    }
    const ClothPose back = cloth_pose_inverse(&felt);
    const ClothView view = cloth_view(cloth->state);
    const bool planes = !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        move_particle(&view, &back, i);
        if (planes) {
            move_plane(&view, &back, i);
        }
    }
    cloth->met_back = back;
}

/* Where a holder has its particles now. */
static void aim(const WorldCloth *cloth, const WorldHolder *holder) {
    const ClothView view = cloth_view(cloth->state);
    for (int32_t k = 0; k < holder->particle_count; k++) {
        if (cloth->held_by[holder->particle[k]] == holder->id) {
            double x[3];
            cloth_pose_apply(&holder->now, &holder->offset[3 * k], x);
            store(x, &view.held_target[3 * view.stored_index[holder->particle[k]]]);
        }
    }
}

/* Carries what hangs from a holder that jumped along with it, shape, speed and all. */
static void keep_shape(const WorldCloth *cloth, const WorldHolder *holder) {
    const ClothPose back = cloth_pose_inverse(&holder->last);
    const ClothPose jump = cloth_pose_compose(&holder->now, &back);
    const ClothView view = cloth_view(cloth->state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t hold = view.hold[i];
        if (hold >= 0 && cloth->held_by[view.graph_index[hold]] == holder->id) {
            move_particle(&view, &jump, i);
        }
    }
    for (int32_t h = 0; h < view.tally.held; h++) {
        const int32_t i = view.held_list[h];
        if (cloth->held_by[view.graph_index[i]] == holder->id) {
            memcpy(&view.position[3 * i], &view.held_target[3 * i], 3 * sizeof(ClothReal));
        }
    }
}

static void follow_holders(const WorldCloth *cloth, bool keep) {
    for (const WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        if (cloth_pose_same(&holder->now, &holder->last)) {
            continue;
        }
        aim(cloth, holder);
        if (memcmp(holder->now.rotation, holder->last.rotation, sizeof holder->now.rotation) != 0) {
            cloth_holder_turn_offsets(cloth, holder);
        }
        if (keep && holder_jumped(cloth, holder)) {
            keep_shape(cloth, holder);
        }
    }
}

void cloth_world_follow(ClothWorld *world, WorldCloth *cloth) {
    const bool jump = jumps(cloth) && !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_TELEPORT);
    const bool keep = jump && (cloth->flags & CLOTH_TELEPORT_KEEP) != 0 && !cloth->reset;
    const bool reset = cloth->reset || (jump && !keep);
    cloth->met_frame = cloth->frame_last;
    cloth->met_back = cloth_pose_identity();
    cloth->cut = jump || reset;
    if (!jump && !reset) {
        feel_frame(world, cloth);
    } else {
        const ClothView view = cloth_view(cloth->state);
        put_planes(&view);
    }
    follow_holders(cloth, keep);
    if (reset) {
        cloth_world_settle(cloth);
        cloth->stabilise_s = 0.0;
        cloth->band_step_s = 0.0; /* no step is behind it */
    }
    cloth->teleports += jump;
    cloth->reset = false;
    cloth->frame_last = cloth->frame;
    memcpy(cloth->gravity_last, cloth->gravity, sizeof cloth->gravity);
    for (WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        holder->last = holder->now;
    }
}

static void zero(ClothReal *values, int64_t count) {
    memset(values, 0, (size_t)count * sizeof *values);
}

/* Where the animation has particle i. */
static void animated_position(const ClothView *view, int32_t i, double x[3]) {
    const int32_t hold = view->hold[i];
    for (int k = 0; k < 3; k++) {
        const double offset = (double)view->leash_offset[3 * i + k];
        x[k] = view->inverse_mass[i] == 0 ? (double)view->held_target[3 * i + k]
               : hold < 0                 ? (double)view->rest[3 * i + k]
                                          : (double)view->held_target[3 * hold + k] + offset;
    }
}

/* What hard rows have built up is of the shape that was left; a penalty that is no number would
 * stay one. */
static void forget_duals(const ClothView *view) {
    const ClothCounts *n = &view->counts;
    for (int32_t s = 0; s < n->slot; s++) {
        view->slot_penalty[s] = view->slot_inertia[s] > 0 ? 0 : view->slot_penalty[s];
    }
    for (int32_t s = 0; s < n->bend; s++) {
        view->bend_penalty[s] = isinf((double)view->bend_stiffness[s]) ? 0 : view->bend_penalty[s];
    }
    zero(view->slot_multiplier, n->slot);
    zero(view->limit_penalty, n->slot);
    zero(view->limit_multiplier, n->slot);
    zero(view->bend_multiplier, 3 * (int64_t)n->bend);
    zero(view->tether_penalty, n->particle);
    zero(view->tether_multiplier, n->particle);
    zero(view->leash_penalty, n->particle);
    zero(view->leash_multiplier, n->particle);
    zero(view->backstop_penalty, n->particle);
    zero(view->backstop_multiplier, n->particle);
    cloth_gather_bends(view);
}

void cloth_world_settle(WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    const ClothCounts *n = &view.counts;
    for (int32_t i = 0; i < n->particle; i++) {
        double x[3];
        animated_position(&view, i, x);
        store(x, &view.position[3 * i]);
        store(x, &view.previous[3 * i]);
        view.leash_radius[i] = (ClothReal)INFINITY; /* whatever it was on its way from */
        /* Not where one is, but where one is to be: fitted to a particle out of all range, it has
           become infinite. */
        if (cloth->material.tethered && view.hold[i] >= 0 && view.inverse_mass[i] > 0) {
            view.tether_radius[i] = (ClothReal)cloth_tether_length((double)view.hold_distance[i]);
        }
    }
    zero(view.velocity, 3 * (int64_t)n->particle);
    zero(view.acceleration, 3 * (int64_t)n->particle);
    forget_duals(&view);
    cloth_contacts_forget(cloth->state);
    cloth_rescues_forget(cloth->state);
    cloth_fit_leashes(cloth->state, cloth->material.slack);
}

void cloth_world_animate(WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t to = view.graph_index[i];
        animated_position(&view, i, &cloth->animated[3 * to]);
        quat_identity(&cloth->turn[4 * to]);
    }
    for (const WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        double back[4];
        double turn[4];
        quat_conjugate(holder->taken.rotation, back);
        quat_multiply(holder->now.rotation, back, turn);
        for (int32_t i = 0; i < view.counts.particle; i++) {
            const int32_t hold = view.hold[i];
            if (hold >= 0 && cloth->held_by[view.graph_index[hold]] == holder->id) {
                quat_copy(turn, &cloth->turn[4 * view.graph_index[i]]);
            }
        }
    }
}
