/*
 * motion.c: how a cloth follows its frame and its holders.
 *
 * The frame's motion in a step is split: the part that is felt, `inertia` of it within limits made of
 * the cloth's own size, is taken off every particle, so that seen from the world they stay where
 * they were; the rest carries them along. Held particles are then brought back to their holders, an
 * equal share at every substep. With inertia 1 and nothing over the limits the frame is bookkeeping:
 * the cloth moves as it would in a frame that stands still (gates/world). What felt motion adds to
 * velocities is nothing: they are the world's, in the frame's axes.
 */
#include "build/hold.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/state.h"
#include "world/pose.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

/* Same bits: what has not been set anew has not moved. */
static bool same_pose(const ClothPose *a, const ClothPose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

bool cloth_world_look(const ClothWorld *world, WorldCloth *cloth) {
    bool changed = !same_pose(&cloth->frame, &cloth->frame_last);
    quat_rotate_back(cloth->frame.rotation, world->gravity, cloth->gravity);
    changed = changed || memcmp(cloth->gravity, cloth->gravity_last, sizeof cloth->gravity) != 0;
    for (int32_t h = 0; h < world->holder_count; h++) {
        WorldHolder *holder = world->holder[h];
        if (holder->cloth == cloth->id) {
            holder->now = cloth_holder_in_frame(world, &cloth->frame, holder);
            changed = changed || !same_pose(&holder->now, &holder->last);
        }
    }
    return changed;
}

/* Whether a pose has jumped further than a cloth of this size is carried in a step. */
static bool has_jumped(const WorldCloth *cloth, const ClothPose *from, const ClothPose *to) {
    double way[3];
    vec3_subtract(to->position, from->position, way);
    const double most = fmax(CLOTH_JUMP_REACHES * cloth->reach_m, CLOTH_JUMP_LEAST_M);
    return vec3_length(way) > most;
}

/* Whether frame or any holder has. */
static bool jumps(const ClothWorld *world, const WorldCloth *cloth) {
    bool any = has_jumped(cloth, &cloth->frame_last, &cloth->frame);
    for (int32_t h = 0; !any && h < world->holder_count; h++) {
        const WorldHolder *holder = world->holder[h];
        any = holder->cloth == cloth->id && has_jumped(cloth, &holder->last, &holder->now);
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

/* vector, cut to a length of at most `most`. */
static void cut(double vector[3], double most) {
    const double length = vec3_length(vector);
    if (length > most) {
        for (int k = 0; k < 3; k++) {
            vector[k] *= most / length;
        }
    }
}

/* The share of the frame's motion in this step that is felt, in the frame as it was. */
static ClothPose felt_motion(const ClothWorld *world, const WorldCloth *cloth) {
    const ClothPose motion = cloth_pose_relative(&cloth->frame_last, &cloth->frame);
    const double inertia =
        CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_FRAME) ? 1.0 : cloth->fabric.inertia;
    double turn[3];
    ClothPose felt;
    quat_to_rotation_vector(motion.rotation, turn);
    for (int k = 0; k < 3; k++) {
        felt.position[k] = inertia * motion.position[k];
        turn[k] *= inertia;
    }
    if (!CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_FELT_LIMITS)) {
        cut(felt.position, CLOTH_TUNED(world, felt_reaches, CLOTH_FELT_REACHES) * cloth->reach_m);
        cut(turn, CLOTH_TUNED(world, felt_rad, CLOTH_FELT_RAD));
    }
    quat_from_rotation_vector(turn, felt.rotation);
    return felt;
}

/* The multiplier of a hard bend row is a vector, and turns with what it holds. */
static void turn_bends(const ClothView *view, const double rotation[4]) {
    for (int32_t s = 0; view->tally.hard_bend > 0 && s < view->counts.bend; s++) {
        double pull[3];
        load(&view->bend_multiplier[3 * s], pull);
        quat_rotate(rotation, pull, pull);
        store(pull, &view->bend_multiplier[3 * s]);
    }
}

/* Takes the felt motion off every particle. */
static void feel_frame(const ClothWorld *world, const WorldCloth *cloth) {
    if (same_pose(&cloth->frame, &cloth->frame_last)) {
        return;
    }
    const ClothPose felt = felt_motion(world, cloth);
    const ClothPose still = cloth_pose_identity();
    if (same_pose(&felt, &still)) {
        return;
    }
    const ClothPose back = cloth_pose_inverse(&felt);
    const ClothView view = cloth_view(cloth->state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        move_particle(&view, &back, i);
    }
    turn_bends(&view, back.rotation);
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

static void follow_holders(const ClothWorld *world, const WorldCloth *cloth, bool keep) {
    for (int32_t h = 0; h < world->holder_count; h++) {
        const WorldHolder *holder = world->holder[h];
        if (holder->cloth != cloth->id || same_pose(&holder->now, &holder->last)) {
            continue;
        }
        aim(cloth, holder);
        if (memcmp(holder->now.rotation, holder->last.rotation, sizeof holder->now.rotation) != 0) {
            cloth_holder_turn_offsets(cloth, holder);
        }
        if (keep && has_jumped(cloth, &holder->last, &holder->now)) {
            keep_shape(cloth, holder);
        }
    }
}

void cloth_world_follow(ClothWorld *world, WorldCloth *cloth) {
    const bool jump = jumps(world, cloth) && !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_TELEPORT);
    const bool keep = jump && (cloth->flags & CLOTH_TELEPORT_KEEP) != 0 && !cloth->reset;
    const bool reset = cloth->reset || (jump && !keep);
    if (!jump && !reset) {
        feel_frame(world, cloth);
    }
    follow_holders(world, cloth, keep);
    if (reset) {
        cloth_world_settle(cloth);
        cloth->stabilise_s = 0.0;
    }
    cloth->teleports += jump;
    cloth->reset = false;
    cloth->frame_last = cloth->frame;
    memcpy(cloth->gravity_last, cloth->gravity, sizeof cloth->gravity);
    for (int32_t h = 0; h < world->holder_count; h++) {
        if (world->holder[h]->cloth == cloth->id) {
            world->holder[h]->last = world->holder[h]->now;
        }
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

void cloth_world_settle(WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    const ClothCounts *n = &view.counts;
    for (int32_t i = 0; i < n->particle; i++) {
        double x[3];
        animated_position(&view, i, x);
        store(x, &view.position[3 * i]);
        store(x, &view.previous[3 * i]);
        if (view.tether_radius[i] < INFINITY) {
            view.tether_radius[i] = view.hold_distance[i];
        }
    }
    zero(view.velocity, 3 * (int64_t)n->particle);
    zero(view.acceleration, 3 * (int64_t)n->particle);
    zero(view.slot_multiplier, n->slot);
    zero(view.limit_multiplier, n->slot);
    zero(view.bend_multiplier, 3 * (int64_t)n->bend);
    zero(view.bend_pull, 3 * (int64_t)n->particle);
    zero(view.tether_multiplier, n->particle);
    zero(view.leash_multiplier, n->particle);
    cloth_fit_leashes(cloth->state, cloth->material.slack);
}

void cloth_world_animate(const ClothWorld *world, WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t to = view.graph_index[i];
        animated_position(&view, i, &cloth->animated[3 * to]);
        quat_identity(&cloth->turn[4 * to]);
    }
    for (int32_t h = 0; h < world->holder_count; h++) {
        const WorldHolder *holder = world->holder[h];
        double back[4];
        double turn[4];
        quat_conjugate(holder->taken.rotation, back);
        quat_multiply(holder->now.rotation, back, turn);
        for (int32_t i = 0; holder->cloth == cloth->id && i < view.counts.particle; i++) {
            const int32_t hold = view.hold[i];
            if (hold >= 0 && cloth->held_by[view.graph_index[hold]] == holder->id) {
                quat_copy(turn, &cloth->turn[4 * view.graph_index[i]]);
            }
        }
    }
}
