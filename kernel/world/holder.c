/*
 * holder.c: what holds a cloth, and which of its particles.
 */
#include "build/hold.h"
#include "math/error.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/state.h"
#include "math/pose.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cloth_holder_free(WorldHolder *holder) {
    if (holder != NULL) {
        free(holder->particle);
        free(holder->offset);
        free(holder);
    }
}

WorldHolder *cloth_world_find_holder(const ClothWorld *world, ClothId id, ClothError *error) {
    int32_t low = 0;
    int32_t high = world->holder_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (world->holder[middle]->id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < world->holder_count && world->holder[low]->id == id) {
        return world->holder[low];
    }
    (void)cloth_fail(error, CLOTH_BAD_ARGUMENT, "there is no holder %llu in this world",
                     (unsigned long long)id);
    return NULL;
}

/* Who carries whom, and the depths of the cloths: what carries a holder of a cloth is stepped before
 * it. This ends, because none carries itself. */
static void order_cloths(ClothWorld *world) {
    world->deepest = 0;
    for (int32_t k = 0; k < world->cloth_count; k++) {
        world->cloth[k]->depth = 0;
        world->cloth[k]->carries = false;
    }
    bool deeper = true;
    while (deeper) {
        deeper = false;
        for (int32_t h = 0; h < world->holder_count; h++) {
            WorldCloth *above = world->holder[h]->carrier;
            WorldCloth *below = world->holder[h]->cloth;
            if (above == NULL) {
                continue;
            }
            above->carries = true;
            if (below->depth <= above->depth) {
                below->depth = above->depth + 1;
                deeper = true;
            }
            world->deepest = below->depth > world->deepest ? below->depth : world->deepest;
        }
    }
}

ClothPose cloth_holder_in_frame(const ClothPose *frame, const WorldHolder *holder) {
    if (holder->space == CLOTH_SPACE_FRAME) {
        return holder->pose;
    }
    ClothPose in_world = holder->pose;
    if (holder->carrier != NULL) {
        const WorldCloth *carrier = holder->carrier;
        const ClothPose joint =
            cloth_pose_compose(&carrier->frame_last, &carrier->pose[holder->joint]);
        in_world = cloth_pose_compose(&joint, &holder->pose);
    }
    return cloth_pose_relative(frame, &in_world);
}

/* Where particle k of a holder is, seen from it. */
static void take_offset(const WorldCloth *cloth, WorldHolder *holder, int32_t k) {
    const ClothView view = cloth_view(cloth->state);
    const ClothPose back = cloth_pose_inverse(&holder->now);
    const ClothReal *x = &view.position[3 * view.stored_index[holder->particle[k]]];
    const double point[3] = {(double)x[0], (double)x[1], (double)x[2]};
    cloth_pose_apply(&back, point, &holder->offset[3 * k]);
}

void cloth_holder_turn_offsets(const WorldCloth *cloth, const WorldHolder *holder) {
    const ClothView view = cloth_view(cloth->state);
    double back[4];
    double turn[4];
    quat_conjugate(holder->taken.rotation, back);
    quat_multiply(holder->now.rotation, back, turn);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t hold = view.hold[i];
        if (hold < 0 || cloth->held_by[view.graph_index[hold]] != holder->id) {
            continue;
        }
        double arm[3];
        for (int k = 0; k < 3; k++) {
            arm[k] = (double)view.rest[3 * i + k] - (double)view.rest[3 * hold + k];
        }
        quat_rotate(turn, arm, arm);
        for (int k = 0; k < 3; k++) {
            view.leash_offset[3 * i + k] = (ClothReal)arm[k];
        }
    }
}

/* The largest distance along the cloth to what holds it. */
static double reach_of(const WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    double reach = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double far = (double)view.hold_distance[i];
        if (!(far < INFINITY)) {
            const double rest[3] = {(double)view.rest[3 * i], (double)view.rest[3 * i + 1],
                                    (double)view.rest[3 * i + 2]};
            far = vec3_length(rest);
        }
        reach = fmax(reach, far);
    }
    return reach;
}

/* Who is to have each particle: the eldest that names it. */
static void list_wanted(WorldCloth *cloth) {
    const size_t n = (size_t)cloth_particle_count(cloth->state);
    memset(cloth->wanted_by, 0, n * sizeof(ClothId));
    for (const WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        for (int32_t k = 0; k < holder->particle_count; k++) {
            ClothId *owner = &cloth->wanted_by[holder->particle[k]];
            *owner = *owner == 0 ? holder->id : *owner;
        }
    }
}

/* A particle that changes hands is held where it is. */
static void take_over(const WorldCloth *cloth) {
    for (WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        for (int32_t k = 0; k < holder->particle_count; k++) {
            const int32_t i = holder->particle[k];
            if (cloth->wanted_by[i] == holder->id && cloth->held_by[i] != holder->id) {
                take_offset(cloth, holder, k);
            }
        }
    }
}

static void stay(const WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const int32_t from = view.graph_index[i];
        if (cloth->wanted_by[from] != cloth->held_by[from]) {
            memcpy(&view.held_target[3 * i], &view.position[3 * i], 3 * sizeof(ClothReal));
        }
    }
}

ClothStatus cloth_world_regrasp(WorldCloth *cloth, ClothError *error) {
    const int32_t n = cloth_particle_count(cloth->state);
    const size_t bytes = (size_t)n * sizeof(ClothId);
    list_wanted(cloth);
    if (cloth->reach_m >= 0.0 && memcmp(cloth->wanted_by, cloth->held_by, bytes) == 0) {
        return CLOTH_OK;
    }
    int32_t held = 0;
    for (int32_t i = 0; i < n; i++) {
        if (cloth->wanted_by[i] != 0) {
            cloth->held[held++] = i;
        }
    }
    const ClothStatus status = cloth_hold(cloth->state, &cloth->material, cloth->held, held, error);
    if (status != CLOTH_OK) {
        return status;
    }
    take_over(cloth);
    stay(cloth);
    memcpy(cloth->held_by, cloth->wanted_by, bytes);
    for (const WorldHolder *holder = cloth->holder; holder != NULL; holder = holder->next) {
        cloth_holder_turn_offsets(cloth, holder);
    }
    cloth_fit_leashes(cloth->state, cloth->material.slack);
    cloth->reach_m = reach_of(cloth);
    cloth->disturbed = true;
    return CLOTH_OK;
}

ClothStatus cloth_world_regrasp_marked(ClothWorld *world, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    order_cloths(world);
    for (int32_t k = 0; status == CLOTH_OK && k < world->cloth_count; k++) {
        if (world->cloth[k]->marked) {
            status = cloth_world_regrasp(world->cloth[k], error);
        }
    }
    return status;
}

/* Where in its cloth's list a holder is, or where one would go that is younger than all. */
static WorldHolder **link_to(WorldCloth *cloth, const WorldHolder *holder) {
    WorldHolder **link = &cloth->holder;
    while (*link != holder) {
        link = &(*link)->next;
    }
    return link;
}

void cloth_holder_drop(ClothWorld *world, int32_t k) {
    WorldHolder *holder = world->holder[k];
    *link_to(holder->cloth, holder) = holder->next;
    holder->cloth->marked = true;
    cloth_holder_free(holder);
    world->holder_count--;
    memmove(&world->holder[k], &world->holder[k + 1],
            (size_t)(world->holder_count - k) * sizeof world->holder[0]);
}

void cloth_world_mark(ClothWorld *world, const WorldCloth *cloth) {
    for (int32_t k = 0; k < world->cloth_count; k++) {
        world->cloth[k]->marked = world->cloth[k] == cloth;
    }
}

/* Whether `cloth` is `carrier`, or hangs from it, holder by holder. Cloths are marked and not followed
 * up one by one: of two that many holders join there are as many ways through them. */
static bool hangs_from(ClothWorld *world, const WorldCloth *cloth, const WorldCloth *carrier) {
    cloth_world_mark(world, carrier);
    bool more = true;
    while (more) {
        more = false;
        for (int32_t h = 0; h < world->holder_count; h++) {
            const WorldHolder *holder = world->holder[h];
            if (holder->carrier != NULL && holder->carrier->marked && !holder->cloth->marked) {
                holder->cloth->marked = true;
                more = true;
            }
        }
    }
    return cloth->marked;
}

/* Further off than this nothing can be taken hold of [m]: offsets and their squares stay finite. */
#define GRASP_MOST_M 1e100

/* Whether a particle of the graph's number is somewhere that can be measured from. */
static bool is_within_grasp(const WorldCloth *cloth, int32_t graph_number) {
    const ClothView view = cloth_view(cloth->state);
    const ClothReal *x = &view.position[3 * view.stored_index[graph_number]];
    bool within = true;
    for (int k = 0; k < 3; k++) {
        within = within && fabs((double)x[k]) <= GRASP_MOST_M;
    }
    return within;
}

static ClothStatus check_particles(const WorldCloth *cloth, const ClothHolder *holder,
                                   ClothError *error) {
    const int32_t n = cloth_particle_count(cloth->state);
    if (holder->particle_count < 0 || (holder->particle_count > 0 && holder->particle == NULL)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "holder: particle_count is %d with %s list; must be 0 or more, with a "
                          "list",
                          (int)holder->particle_count, holder->particle == NULL ? "no" : "a");
    }
    memset(cloth->held, 0, (size_t)n * sizeof(int32_t)); /* marks those seen */
    for (int32_t k = 0; k < holder->particle_count; k++) {
        const int32_t i = holder->particle[k];
        if (i < 0 || i >= n) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "holder: particle[%d] is %d; cloth %llu has 0 to %d", (int)k, (int)i,
                              (unsigned long long)cloth->id, (int)n - 1);
        }
        if (cloth->held[i]++ != 0) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "holder: particle[%d] is %d, listed before", (int)k, (int)i);
        }
        if (!is_within_grasp(cloth, i)) {
            return cloth_fail(
                error, CLOTH_BAD_ARGUMENT,
                "holder: particle[%d] is %d, whose position is lost; reset cloth %llu "
                "first",
                (int)k, (int)i, (unsigned long long)cloth->id);
        }
    }
    return CLOTH_OK;
}

/* found: out, the carrier, NULL unless the holder rides on a joint. */
static ClothStatus check_carrier(ClothWorld *world, const ClothHolder *holder,
                                 const WorldCloth *cloth, WorldCloth **found, ClothError *error) {
    *found = NULL;
    if (holder->space == CLOTH_SPACE_WORLD || holder->space == CLOTH_SPACE_FRAME) {
        return CLOTH_OK;
    }
    if (holder->space != CLOTH_SPACE_JOINT) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "holder: space is %d; see ClothSpace",
                          (int)holder->space);
    }
    WorldCloth *carrier = cloth_world_find(world, holder->carrier, error);
    if (carrier == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    if (holder->joint < 0 || holder->joint >= cloth_particle_count(carrier->state)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "holder: joint is %d; its carrier, cloth %llu, has 0 to %d",
                          (int)holder->joint, (unsigned long long)holder->carrier,
                          (int)cloth_particle_count(carrier->state) - 1);
    }
    if (!is_within_grasp(carrier, holder->joint)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "holder: joint %d of cloth %llu is lost; reset that cloth first",
                          (int)holder->joint, (unsigned long long)holder->carrier);
    }
    if (hangs_from(world, carrier, cloth)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "holder: cloth %llu would hold itself, carried by cloth %llu",
                          (unsigned long long)holder->cloth, (unsigned long long)holder->carrier);
    }
    *found = carrier;
    return CLOTH_OK;
}

static WorldHolder *copy_holder(const ClothHolder *holder, WorldCloth *cloth, WorldCloth *carrier,
                                ClothError *error) {
    const size_t count = (size_t)holder->particle_count;
    WorldHolder *copy = calloc(1, sizeof *copy);
    if (copy != NULL) {
        *copy = (WorldHolder){.cloth = cloth,
                              .carrier = carrier,
                              .space = holder->space,
                              .joint = holder->joint,
                              .particle_count = holder->particle_count,
                              .particle = malloc((count + 1) * sizeof(int32_t)),
                              .offset = calloc(3 * count + 1, sizeof(double)),
                              .pose = cloth_pose_unit(&holder->pose)};
    }
    if (copy == NULL || copy->particle == NULL || copy->offset == NULL) {
        cloth_holder_free(copy);
        (void)cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a holder of %d particles",
                         (int)count);
        return NULL;
    }
    if (count > 0) {
        memcpy(copy->particle, holder->particle, count * sizeof(int32_t));
    }
    return copy;
}

/* Puts a holder into the lists, where there is room, and lets it take hold. Nothing is changed on
 * failure. */
static ClothStatus join(ClothWorld *world, WorldHolder *holder, ClothError *error) {
    WorldCloth *cloth = holder->cloth;
    if (holder->carrier != NULL) {
        cloth_world_pose_joints(holder->carrier);
    }
    holder->id = world->next_id;
    holder->taken = cloth_holder_in_frame(&cloth->frame_last, holder);
    holder->last = holder->taken;
    holder->now = holder->taken;
    *link_to(cloth, NULL) = holder;
    const ClothStatus status = cloth_world_regrasp(cloth, error);
    if (status != CLOTH_OK) {
        *link_to(cloth, holder) = NULL;
        return status;
    }
    world->holder[world->holder_count++] = holder;
    world->next_id++;
    order_cloths(world);
    cloth->disturbed = true;
    return CLOTH_OK;
}

ClothStatus cloth_world_add_holder(ClothWorld *world, const ClothHolder *holder, ClothId *id,
                                   ClothError *error) {
    *id = 0;
    WorldCloth *cloth = cloth_world_find(world, holder->cloth, error);
    WorldCloth *carrier = NULL;
    ClothStatus status = cloth == NULL ? CLOTH_BAD_ARGUMENT : CLOTH_OK;
    if (status == CLOTH_OK) {
        status = cloth_world_check_pose("holder", &holder->pose, error);
    }
    if (status == CLOTH_OK) {
        status = check_particles(cloth, holder, error);
    }
    if (status == CLOTH_OK) {
        status = check_carrier(world, holder, cloth, &carrier, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_world_make_room((void ***)&world->holder, world->holder_count,
                                       &world->holder_room, error);
    }
    WorldHolder *copy = status == CLOTH_OK ? copy_holder(holder, cloth, carrier, error) : NULL;
    if (copy == NULL) {
        return status == CLOTH_OK ? CLOTH_NO_MEMORY : status;
    }
    status = join(world, copy, error);
    if (status != CLOTH_OK) {
        cloth_holder_free(copy);
        return status;
    }
    *id = copy->id;
    return CLOTH_OK;
}

ClothStatus cloth_world_remove_holder(ClothWorld *world, ClothId id, ClothError *error) {
    const WorldHolder *holder = cloth_world_find_holder(world, id, error);
    if (holder == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    int32_t at = 0;
    while (world->holder[at] != holder) {
        at++;
    }
    cloth_world_mark(world, NULL);
    holder->cloth->disturbed = true;
    cloth_holder_drop(world, at);
    return cloth_world_regrasp_marked(world, error);
}

ClothStatus cloth_world_set_holder(ClothWorld *world, ClothId id, const ClothPose *pose,
                                   ClothError *error) {
    WorldHolder *holder = cloth_world_find_holder(world, id, error);
    if (holder == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status = cloth_world_check_pose("holder", pose, error);
    if (status == CLOTH_OK) {
        holder->pose = cloth_pose_unit(pose);
    }
    return status;
}
