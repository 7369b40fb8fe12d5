/*
 * collider.c: the solids of a world, and which of them a cloth meets in a step.
 *
 * They lie in one array that is read from end to end for every cloth that is awake, and by sleepers
 * when anything in it has moved: a character has a few dozen, and a tree over what moves in every
 * step costs more to keep than to do without; half-spaces, which have no bounds, need no list of
 * their own then.
 *
 * A collider is seen by a cloth in the cloth's frame. Where the step begins it is seen from where the
 * frame was, and is then taken back with the particles by what they have felt of the frame's motion,
 * so that nothing but a collider's own motion sweeps through a cloth, and what rides along stands.
 */
#include "collide/discover.h"
#include "collide/table.h"
#include "math/error.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/state.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ClothCollider cloth_collider(const ClothShape *shape) {
    return (ClothCollider){.shape = *shape,
                           .pose = cloth_pose_identity(),
                           .friction = 0.5,
                           .layer = 1,
                           .mask = UINT32_MAX};
}

static ClothStatus check_collider(const ClothCollider *collider, ClothError *error) {
    ClothError cause;
    ClothStatus status = cloth_world_check_pose("collider", &collider->pose, error);
    if (status != CLOTH_OK) {
        return status;
    }
    status =
        cloth_collider_check(&collider->shape, collider->friction, collider->inflation_m, &cause);
    return status == CLOTH_OK ? status : cloth_fail(error, status, "collider: %s", cause.message);
}

/* The place of the first collider whose id is not lower. */
static int32_t place_of(const ClothWorld *world, ClothId id) {
    int32_t low = 0;
    int32_t high = world->collider_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (world->collider[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static WorldCollider *find_collider(const ClothWorld *world, ClothId id, ClothError *error) {
    const int32_t k = place_of(world, id);
    if (k < world->collider_count && world->collider[k].id == id) {
        return &world->collider[k];
    }
    (void)cloth_fail(error, CLOTH_BAD_ARGUMENT, "there is no collider %llu in this world",
                     (unsigned long long)id);
    return NULL;
}

static ClothStatus make_room(ClothWorld *world, ClothError *error) {
    if (world->collider_count < world->collider_room) {
        return CLOTH_OK;
    }
    const int32_t wanted = world->collider_room == 0 ? 16 : 2 * world->collider_room;
    WorldCollider *grown = realloc(world->collider, (size_t)wanted * sizeof *grown);
    if (grown == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d colliders", (int)wanted);
    }
    world->collider = grown;
    world->collider_room = wanted;
    return CLOTH_OK;
}

ClothStatus cloth_world_add_collider(ClothWorld *world, const ClothCollider *collider, ClothId *id,
                                     ClothError *error) {
    *id = 0;
    ClothStatus status = check_collider(collider, error);
    if (status == CLOTH_OK) {
        status = make_room(world, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    WorldCollider *added = &world->collider[world->collider_count++];
    *added = (WorldCollider){.id = world->next_id, .now = *collider, .changed = true};
    added->now.pose = cloth_pose_unit(&collider->pose);
    added->last = added->now.pose;
    *id = world->next_id++;
    return CLOTH_OK;
}

/* Whether a cloth presses on a collider, as of its last step. */
static bool presses(const WorldCloth *cloth, ClothId id) {
    const ClothView view = cloth_view(cloth->state);
    for (int32_t c = 0; c < view.tally.collider; c++) {
        if (cloth_table_handle(&view, c) != id) {
            continue;
        }
        /* What is kept in its pose presses on nothing, and may be there for this one. */
        if (view.tally.rescue > 0) {
            return true;
        }
        for (int32_t s = 0; view.tally.touched > 0 && s < view.counts.contact; s++) {
            if (view.contact_collider[s] == c && view.contact_multiplier[s] > 0) {
                return true;
            }
        }
    }
    return false;
}

ClothStatus cloth_world_remove_collider(ClothWorld *world, ClothId id, ClothError *error) {
    if (find_collider(world, id, error) == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    for (int32_t k = 0; k < world->cloth_count; k++) {
        WorldCloth *cloth = world->cloth[k];
        cloth->disturbed = cloth->disturbed || presses(cloth, id);
    }
    const int32_t at = place_of(world, id);
    world->collider_count--;
    memmove(&world->collider[at], &world->collider[at + 1],
            (size_t)(world->collider_count - at) * sizeof world->collider[0]);
    return CLOTH_OK;
}

ClothStatus cloth_world_move_collider(ClothWorld *world, ClothId id, const ClothPose *pose,
                                      ClothError *error) {
    WorldCollider *collider = find_collider(world, id, error);
    if (collider == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status = cloth_world_check_pose("collider", pose, error);
    if (status == CLOTH_OK) {
        collider->now.pose = cloth_pose_unit(pose);
    }
    return status;
}

static bool same_but_pose(const ClothCollider *a, const ClothCollider *b) {
    bool same = a->shape.kind == b->shape.kind && a->friction == b->friction &&
                a->inflation_m == b->inflation_m && a->layer == b->layer && a->mask == b->mask;
    for (int k = 0; k < 3; k++) {
        same = same && a->shape.size_m[k] == b->shape.size_m[k];
    }
    return same;
}

ClothStatus cloth_world_set_collider(ClothWorld *world, ClothId id, const ClothCollider *collider,
                                     ClothError *error) {
    WorldCollider *found = find_collider(world, id, error);
    if (found == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status = check_collider(collider, error);
    if (status == CLOTH_OK) {
        found->changed = found->changed || !same_but_pose(collider, &found->now);
        found->now = *collider;
        found->now.pose = cloth_pose_unit(&collider->pose);
    }
    return status;
}

void cloth_world_stir_colliders(ClothWorld *world) {
    for (int32_t k = 0; k < world->collider_count; k++) {
        WorldCollider *collider = &world->collider[k];
        collider->stirs =
            collider->changed || !cloth_pose_same(&collider->now.pose, &collider->last);
    }
}

void cloth_world_settle_colliders(ClothWorld *world) {
    for (int32_t k = 0; k < world->collider_count; k++) {
        world->collider[k].last = world->collider[k].now.pose;
        world->collider[k].changed = false;
    }
}

static bool meets(const WorldCloth *cloth, const ClothCollider *collider) {
    return (cloth->mask & collider->layer) != 0 && (collider->mask & cloth->layer) != 0;
}

/* As the cloth meets it in this step, from a pose that it had in the world to the one it has. */
static ClothMetCollider met(const WorldCloth *cloth, const WorldCollider *collider,
                            const ClothPose *seen_from, const ClothPose *back, bool cut) {
    const ClothPose was = cloth_pose_relative(seen_from, &collider->last);
    ClothMetCollider seen = {.handle = collider->id,
                             .shape = collider->now.shape,
                             .from = cloth_pose_compose(back, &was),
                             .to = cloth_pose_relative(&cloth->frame, &collider->now.pose),
                             .friction =
                                 cloth_friction(cloth->fabric.friction, collider->now.friction),
                             .inflation_m = collider->now.inflation_m};
    double way[3];
    vec3_subtract(seen.to.position, seen.from.position, way);
    if (cut || vec3_length(way) > cloth_world_jump_least(cloth)) {
        seen.from = seen.to;
    }
    return seen;
}

bool cloth_world_is_touched(const ClothWorld *world, const WorldCloth *cloth) {
    const ClothPose still = cloth_pose_identity();
    for (int32_t k = 0; k < world->collider_count; k++) {
        const WorldCollider *collider = &world->collider[k];
        if (!collider->stirs) {
            continue;
        }
        const ClothMetCollider seen = met(cloth, collider, &cloth->frame_last, &still, false);
        if (presses(cloth, collider->id) ||
            (meets(cloth, &collider->now) &&
             !(cloth_collider_nearness(cloth->state, &seen, 0.0) > 0.0))) {
            return true;
        }
    }
    return false;
}

/* The colliders of a step, by rising handle, and how near each comes once they are too many. */
typedef struct Meeting {
    ClothMetCollider list[CLOTH_COLLIDERS_MAX];
    double nearness[CLOTH_COLLIDERS_MAX];
    int32_t count;
    int32_t left_out;
} Meeting;

/* Takes the place of the one that comes least near, if it comes nearer. */
static void squeeze_in(const ClothState *state, const ClothMetCollider *seen, double travel_m,
                       Meeting *meeting) {
    if (meeting->left_out++ == 0) {
        for (int32_t k = 0; k < CLOTH_COLLIDERS_MAX; k++) {
            meeting->nearness[k] = cloth_collider_nearness(state, &meeting->list[k], travel_m);
        }
    }
    int32_t last = 0;
    for (int32_t k = 1; k < CLOTH_COLLIDERS_MAX; k++) {
        last = meeting->nearness[k] > meeting->nearness[last] ? k : last;
    }
    const double near = cloth_collider_nearness(state, seen, travel_m);
    if (!(near < meeting->nearness[last])) {
        return;
    }
    for (int32_t k = last; k + 1 < CLOTH_COLLIDERS_MAX; k++) {
        meeting->list[k] = meeting->list[k + 1];
        meeting->nearness[k] = meeting->nearness[k + 1];
    }
    meeting->list[CLOTH_COLLIDERS_MAX - 1] = *seen;
    meeting->nearness[CLOTH_COLLIDERS_MAX - 1] = near;
}

static void warn(const ClothWorld *world, const WorldCloth *cloth, int32_t left_out) {
    if (world->warning != NULL && left_out > 0 && cloth->left_out == 0) {
        ClothError text;
        (void)cloth_fail(&text, CLOTH_OK,
                         "cloth %llu is near %d colliders; it meets the %d that come nearest",
                         (unsigned long long)cloth->id, (int)(left_out + CLOTH_COLLIDERS_MAX),
                         CLOTH_COLLIDERS_MAX);
        world->warning(world->warning_user, cloth->id, text.message);
    }
}

/* Where colliders are seen from when a step begins, and what they are taken back by then. */
typedef struct Eyes {
    ClothPose frame;
    ClothPose back;
} Eyes;

static Eyes eyes_of(const ClothWorld *world, const WorldCloth *cloth) {
    Eyes eyes = {cloth->met_frame, cloth->met_back};
    if (CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_COLLIDERS_RIDING)) {
        eyes.frame = cloth->frame;
    }
    if (CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK)) {
        eyes.back = cloth_pose_identity();
    }
    return eyes;
}

ClothStatus cloth_world_meet(ClothWorld *world, WorldCloth *cloth, const ClothStep *step,
                             ClothError *error) {
    const ClothReach reach = {
        .step_s = step->step_s, .gravity_m_s2 = vec3_length(step->gravity), .swept = true};
    if (world->collider_count == 0 && cloth->state->tally.collider == 0) {
        return CLOTH_OK;
    }
    const ClothNeighbourhood around = cloth_neighbourhood(cloth->state, &reach);
    const Eyes eyes = eyes_of(world, cloth);
    Meeting meeting = {.count = 0};
    for (int32_t k = 0; k < world->collider_count; k++) {
        const WorldCollider *collider = &world->collider[k];
        if (!meets(cloth, &collider->now)) {
            continue;
        }
        const ClothMetCollider seen = met(cloth, collider, &eyes.frame, &eyes.back, cloth->cut);
        if (!cloth_collider_is_near(cloth->state, &around, &seen)) {
            continue;
        }
        if (meeting.count < CLOTH_COLLIDERS_MAX) {
            meeting.list[meeting.count++] = seen;
        } else {
            squeeze_in(cloth->state, &seen, around.travel_m, &meeting);
        }
    }
    warn(world, cloth, meeting.left_out);
    cloth->left_out = meeting.left_out;
    return cloth_set_colliders(cloth->state, meeting.list, meeting.count, error);
}

ClothStatus cloth_world_contacts(const ClothWorld *world, ClothId id, ClothContact *contact,
                                 int32_t room, int32_t *count, ClothError *error) {
    const WorldCloth *cloth = cloth_world_find(world, id, error);
    *count = 0;
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    *count = cloth_contacts(cloth->state, contact, room);
    for (int32_t k = 0; k < *count && k < room; k++) {
        quat_rotate(cloth->frame_last.rotation, contact[k].normal, contact[k].normal);
        quat_rotate(cloth->frame_last.rotation, contact[k].friction_n, contact[k].friction_n);
    }
    return CLOTH_OK;
}
