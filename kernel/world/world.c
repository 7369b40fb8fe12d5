/*
 * world.c: what is in a world, and what its owner says of it.
 */
#include "world/world.h"

#include "build/backstop.h"
#include "math/error.h"
#include "math/pose.h"
#include "math/quat.h"
#include "state/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ClothWorld *cloth_world_create(void) {
    ClothWorld *world = calloc(1, sizeof *world);
    if (world != NULL) {
        world->gravity[1] = -9.81;
        world->next_id = 1;
#ifdef CLOTH_ABLATE
#define SHIPPED(name, shipped) world->tuned.name = (shipped);
        CLOTH_WORLD_TUNED_LIST(SHIPPED)
#undef SHIPPED
#endif
    }
    return world;
}

static void cloth_free(WorldCloth *cloth) {
    if (cloth == NULL) {
        return;
    }
    cloth_destroy(cloth->state);
    cloth_skeleton_free(&cloth->skeleton);
    free(cloth->held_by);
    free(cloth->wanted_by);
    free(cloth->held);
    free(cloth->still_at);
    free(cloth->animated);
    free(cloth->turn);
    free(cloth->shown);
    free(cloth->pose);
    free(cloth);
}

void cloth_world_destroy(ClothWorld *world) {
    if (world == NULL) {
        return;
    }
    for (int32_t k = 0; k < world->cloth_count; k++) {
        cloth_free(world->cloth[k]);
    }
    for (int32_t k = 0; k < world->holder_count; k++) {
        cloth_holder_free(world->holder[k]);
    }
    free(world->cloth);
    free(world->holder);
    free(world->collider);
    free(world);
}

/* The place in the list of the first cloth whose id is not lower. */
static int32_t place_of(const ClothWorld *world, ClothId id) {
    int32_t low = 0;
    int32_t high = world->cloth_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (world->cloth[middle]->id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

WorldCloth *cloth_world_find(const ClothWorld *world, ClothId id, ClothError *error) {
    const int32_t k = place_of(world, id);
    if (k < world->cloth_count && world->cloth[k]->id == id) {
        return world->cloth[k];
    }
    (void)cloth_fail(error, CLOTH_BAD_ARGUMENT, "there is no cloth %llu in this world",
                     (unsigned long long)id);
    return NULL;
}

ClothStatus cloth_world_check_pose(const char *what, const ClothPose *pose, ClothError *error) {
    if (cloth_pose_is_rigid(pose)) {
        return CLOTH_OK;
    }
    return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                      "%s at (%g, %g, %g), turned (%g, %g, %g, %g): must be finite, with a unit "
                      "quaternion",
                      what, pose->position[0], pose->position[1], pose->position[2],
                      pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]);
}

ClothPose cloth_pose_unit(const ClothPose *pose) {
    ClothPose unit = *pose;
    quat_normalise(pose->rotation, unit.rotation);
    return unit;
}

/* Makes room for one more pointer. */
ClothStatus cloth_world_make_room(void ***list, int32_t count, int32_t *room, ClothError *error) {
    if (count < *room) {
        return CLOTH_OK;
    }
    const int32_t wanted = *room == 0 ? 8 : 2 * *room;
    void **grown = realloc(*list, (size_t)wanted * sizeof *grown);
    if (grown == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d in a world", (int)wanted);
    }
    *list = grown;
    *room = wanted;
    return CLOTH_OK;
}

static ClothStatus cloth_fill(WorldCloth *cloth, const ClothGraph *graph, ClothError *error) {
    const size_t n = (size_t)graph->particle_count;
    ClothStatus status = cloth_build(graph, &cloth->material, NULL, 0, &cloth->state, error);
    if (status == CLOTH_OK) {
        status = cloth_skeleton_build(graph->position, graph->particle_count, graph->edge,
                                      graph->edge_count, graph->triangle, graph->triangle_count,
                                      &cloth->skeleton, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    cloth->held_by = calloc(n, sizeof(ClothId));
    cloth->wanted_by = calloc(n, sizeof(ClothId));
    cloth->held = malloc(n * sizeof(int32_t));
    cloth->still_at = calloc(3 * n, sizeof(double));
    cloth->animated = calloc(3 * n, sizeof(double));
    cloth->turn = calloc(4 * n, sizeof(double));
    cloth->shown = calloc(3 * n, sizeof(double));
    cloth->pose = calloc(n, sizeof(ClothPose));
    if (cloth->held_by == NULL || cloth->wanted_by == NULL || cloth->held == NULL ||
        cloth->still_at == NULL || cloth->animated == NULL || cloth->turn == NULL ||
        cloth->shown == NULL || cloth->pose == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a cloth of %d particles",
                          (int)n);
    }
    return CLOTH_OK;
}

ClothStatus cloth_world_add(ClothWorld *world, const ClothGraph *graph, const ClothFabric *fabric,
                            const ClothPose *frame, ClothId *id, ClothError *error) {
    *id = 0;
    ClothStatus status = cloth_fabric_check(fabric, error);
    if (status == CLOTH_OK && frame != NULL) {
        status = cloth_world_check_pose("frame", frame, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_world_make_room((void ***)&world->cloth, world->cloth_count,
                                       &world->cloth_room, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    WorldCloth *cloth = calloc(1, sizeof *cloth);
    if (cloth == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a cloth");
    }
    cloth->fabric = *fabric;
    cloth->material = cloth_fabric_material(fabric);
    cloth->blend = 1.0;
    cloth->layer = 1;
    cloth->mask = UINT32_MAX;
    cloth->reach_m = -1.0; /* not measured yet */
    cloth->stabilise_s = CLOTH_TUNED(world, stabilise_s, CLOTH_STABILISE_S);
    cloth->frame = frame == NULL ? cloth_pose_identity() : cloth_pose_unit(frame);
    cloth->frame_last = cloth->frame;
    cloth->disturbed = true;
    status = cloth_fill(cloth, graph, error);
    if (status == CLOTH_OK) {
        cloth->id = world->next_id;
        status = cloth_world_regrasp(cloth, error);
    }
    if (status != CLOTH_OK) {
        cloth_free(cloth);
        return status;
    }
    world->cloth[world->cloth_count++] = cloth;
    *id = world->next_id++;
    return CLOTH_OK;
}

ClothStatus cloth_world_remove(ClothWorld *world, ClothId id, ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    cloth_world_mark(world, NULL);
    for (int32_t k = world->holder_count; k-- > 0;) {
        if (world->holder[k]->cloth == cloth || world->holder[k]->carrier == cloth) {
            cloth_holder_drop(world, k);
        }
    }
    const int32_t at = place_of(world, id);
    cloth_free(cloth);
    world->cloth_count--;
    memmove(&world->cloth[at], &world->cloth[at + 1],
            (size_t)(world->cloth_count - at) * sizeof world->cloth[0]);
    return cloth_world_regrasp_marked(world, error);
}

ClothStatus cloth_world_set_gravity(ClothWorld *world, const double gravity[3], ClothError *error) {
    for (int k = 0; k < 3; k++) {
        if (!(fabs(gravity[k]) <= CLOTH_GRAVITY_MOST)) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "gravity is (%g, %g, %g); must be at most %g either way", gravity[0],
                              gravity[1], gravity[2], CLOTH_GRAVITY_MOST);
        }
    }
    memcpy(world->gravity, gravity, sizeof world->gravity);
    return CLOTH_OK;
}

ClothStatus cloth_world_set_frame(ClothWorld *world, ClothId id, const ClothPose *frame,
                                  ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status = cloth_world_check_pose("frame", frame, error);
    if (status == CLOTH_OK) {
        cloth->frame = cloth_pose_unit(frame);
    }
    return status;
}

ClothStatus cloth_world_set_fabric(ClothWorld *world, ClothId id, const ClothFabric *fabric,
                                   ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    ClothStatus status = cloth_fabric_check(fabric, error);
    if (status != CLOTH_OK || cloth_fabric_equal(fabric, &cloth->fabric)) {
        return status;
    }
    const ClothMaterial material = cloth_fabric_material(fabric);
    status = cloth_set_material(cloth->state, &material, error);
    if (status == CLOTH_OK) {
        cloth->fabric = *fabric;
        cloth->material = material;
        cloth->disturbed = true;
    }
    return status;
}

ClothStatus cloth_world_set_blend(ClothWorld *world, ClothId id, double blend, ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    if (!(blend >= 0.0 && blend <= 1.0)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "blend is %g; must be 0 to 1", blend);
    }
    cloth->disturbed = cloth->disturbed || blend != cloth->blend;
    cloth->blend = blend;
    return CLOTH_OK;
}

ClothStatus cloth_world_set_flags(ClothWorld *world, ClothId id, uint32_t flags,
                                  ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    if ((flags & ~(uint32_t)(CLOTH_TELEPORT_KEEP | CLOTH_NEVER_SLEEP)) != 0) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "flags are 0x%x; must be CLOTH_TELEPORT_KEEP and CLOTH_NEVER_SLEEP, or 0",
                          (unsigned)flags);
    }
    cloth->disturbed = cloth->disturbed || flags != cloth->flags;
    cloth->flags = flags;
    return CLOTH_OK;
}

ClothStatus cloth_world_wake(ClothWorld *world, ClothId id, ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    cloth->disturbed = true;
    return CLOTH_OK;
}

ClothStatus cloth_world_set_layers(ClothWorld *world, ClothId id, uint32_t layer, uint32_t mask,
                                   ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    cloth->disturbed = cloth->disturbed || layer != cloth->layer || mask != cloth->mask;
    cloth->layer = layer;
    cloth->mask = mask;
    return CLOTH_OK;
}

ClothStatus cloth_world_set_backstops(ClothWorld *world, ClothId id, const double *point,
                                      const double *normal, const double *distance,
                                      ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    bool changed;
    const ClothStatus status =
        cloth_change_backstops(cloth->state, point, normal, distance, &changed, error);
    cloth->disturbed = cloth->disturbed || changed;
    return status;
}

void cloth_world_set_warning(ClothWorld *world, ClothWarning *warning, void *user) {
    world->warning = warning;
    world->warning_user = user;
}

/* A held particle goes where its holder is, whatever its position was set to. */
ClothStatus cloth_world_set_positions(ClothWorld *world, ClothId id, const double *position,
                                      ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothView view = cloth_view(cloth->state);
    for (int32_t h = 0; h < view.tally.held; h++) {
        for (int k = 0; k < 3; k++) {
            cloth->shown[3 * h + k] = (double)view.held_target[3 * view.held_list[h] + k];
        }
    }
    const ClothStatus status = cloth_set_positions(cloth->state, position, error);
    if (status != CLOTH_OK) {
        return status;
    }
    for (int32_t h = 0; h < view.tally.held; h++) {
        for (int k = 0; k < 3; k++) {
            const ClothReal x = (ClothReal)cloth->shown[3 * h + k];
            view.position[3 * view.held_list[h] + k] = x;
            view.previous[3 * view.held_list[h] + k] = x;
            view.held_target[3 * view.held_list[h] + k] = x;
        }
    }
    cloth->disturbed = true;
    return CLOTH_OK;
}

ClothStatus cloth_world_set_velocities(ClothWorld *world, ClothId id, const double *velocity,
                                       ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status = cloth_set_velocities(cloth->state, velocity, error);
    cloth->disturbed = cloth->disturbed || status == CLOTH_OK;
    return status;
}

ClothStatus cloth_world_reset(ClothWorld *world, ClothId id, ClothError *error) {
    WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    cloth->reset = true;
    return CLOTH_OK;
}

ClothStatus cloth_world_condition(const ClothWorld *world, ClothId id, ClothCondition *condition,
                                  ClothError *error) {
    const WorldCloth *cloth = cloth_world_find(world, id, error);
    if (cloth == NULL) {
        return CLOTH_BAD_ARGUMENT;
    }
    *condition = (ClothCondition){.asleep = cloth->asleep,
                                  .steps = cloth_steps_taken(cloth->state),
                                  .wakes = cloth->wakes,
                                  .teleports = cloth->teleports,
                                  .reach_m = cloth->reach_m,
                                  .speed_max_m_s = cloth->speed_max_m_s,
                                  .still_s = cloth->still_s,
                                  .sleeps_at_s = cloth_world_sleep_window(world, cloth),
                                  .colliders = cloth->state->tally.collider,
                                  .left_out = cloth->left_out,
                                  .rescues = cloth->state->rescues,
                                  .rescuing = cloth->state->tally.rescue};
    return CLOTH_OK;
}

const ClothState *cloth_world_state(const ClothWorld *world, ClothId id) {
    const WorldCloth *cloth = cloth_world_find(world, id, NULL);
    return cloth == NULL ? NULL : cloth->state;
}
