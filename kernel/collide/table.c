#include "collide/table.h"

#include "math/error.h"
#include "math/pose.h"
#include "math/quat.h"

#include <math.h>
#include <string.h>

uint64_t cloth_table_handle(const ClothView *view, int32_t c) {
    const uint64_t low = (uint32_t)view->collider_handle[2 * c];
    const uint64_t high = (uint32_t)view->collider_handle[2 * c + 1];
    return high << 32 | low;
}

void cloth_table_place(const ClothView *view, int32_t c, const ClothPose *pose) {
    double turn[9];
    quat_matrix(pose->rotation, turn);
    cloth_table_store(pose, &view->collider_pose[7 * c]);
    for (int k = 0; k < 9; k++) {
        view->collider_turn[9 * c + k] = (ClothReal)turn[k];
    }
}

void cloth_colliders_arrive(const ClothView *view) {
    const size_t bytes = 7 * (size_t)view->tally.collider * sizeof(ClothReal);
    memcpy(view->collider_from, view->collider_to, bytes);
}

ClothStatus cloth_collider_check(const ClothShape *shape, double friction, double inflation_m,
                                 ClothError *error) {
    if (!(friction >= 0.0 && friction <= CLOTH_FRICTION_MAX)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "friction is %g; must be 0 to %g", friction,
                          CLOTH_FRICTION_MAX);
    }
    if (!(inflation_m >= 0.0 && inflation_m <= CLOTH_THICKNESS_MAX_M)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "inflation_m is %g; must be 0 to %g",
                          inflation_m, CLOTH_THICKNESS_MAX_M);
    }
    return cloth_shape_check(shape, error);
}

static bool is_within_reach(const ClothPose *pose) {
    bool within = cloth_pose_is_rigid(pose);
    for (int k = 0; k < 3; k++) {
        within = within && fabs(pose->position[k]) <= CLOTH_COLLIDER_FAR_M;
    }
    return within;
}

static ClothStatus check_one(const ClothMetCollider *met, uint64_t above, ClothError *error) {
    const unsigned long long handle = met->handle;
    ClothError cause;
    if (!(met->handle > above)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "collider %llu: handles must rise, from 1; the one before is %llu",
                          handle, (unsigned long long)above);
    }
    if (!is_within_reach(&met->from) || !is_within_reach(&met->to)) {
        return cloth_fail(
            error, CLOTH_BAD_ARGUMENT,
            "collider %llu: its poses must be finite, at most %g m off either way, with "
            "a unit quaternion",
            handle, CLOTH_COLLIDER_FAR_M);
    }
    const ClothStatus status =
        cloth_collider_check(&met->shape, met->friction, met->inflation_m, &cause);
    return status == CLOTH_OK
               ? status
               : cloth_fail(error, status, "collider %llu: %s", handle, cause.message);
}

static ClothStatus check_list(const ClothState *state, const ClothMetCollider *list, int32_t count,
                              ClothError *error) {
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "not a cloth state of this build");
    }
    if (count < 0 || count > CLOTH_COLLIDERS_MAX || (count > 0 && list == NULL)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "%d colliders with %s list; must be 0 to %d, with a list", (int)count,
                          list == NULL ? "no" : "a", CLOTH_COLLIDERS_MAX);
    }
    ClothStatus status = CLOTH_OK;
    for (int32_t k = 0; status == CLOTH_OK && k < count; k++) {
        status = check_one(&list[k], k == 0 ? 0 : list[k - 1].handle, error);
    }
    return status;
}

/* Where each place of the table as it is has its handle in the list, -1 where it has none. Returns
 * whether any place changes. */
static bool map_places(const ClothView *view, const ClothMetCollider *list, int32_t count,
                       int32_t to[CLOTH_COLLIDERS_MAX]) {
    bool changed = false;
    for (int32_t c = 0, k = 0; c < view->tally.collider; c++) {
        const uint64_t handle = cloth_table_handle(view, c);
        while (k < count && list[k].handle < handle) {
            k++;
        }
        to[c] = k < count && list[k].handle == handle ? k : -1;
        changed = changed || to[c] != c;
    }
    return changed;
}

static void move_contact(const ClothView *view, int32_t from, int32_t to, int32_t collider) {
    view->contact_collider[to] = collider;
    if (from == to) {
        return;
    }
    view->contact_penalty[to] = view->contact_penalty[from];
    view->contact_multiplier[to] = view->contact_multiplier[from];
    view->contact_allowed[to] = view->contact_allowed[from];
    for (int k = 0; k < 3; k++) {
        view->contact_anchor[3 * to + k] = view->contact_anchor[3 * from + k];
        view->contact_friction[3 * to + k] = view->contact_friction[3 * from + k];
    }
    cloth_contact_clear(view, from);
}

/* Handles rise in both tables, so that a particle's slots stay in order. */
static void follow_places(ClothState *state, const ClothView *view,
                          const int32_t to[CLOTH_COLLIDERS_MAX]) {
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        int32_t kept = first;
        for (int32_t slot = first; slot < first + CLOTH_CONTACT_SLOTS; slot++) {
            const int32_t collider = view->contact_collider[slot];
            const int32_t place = collider < 0 ? -1 : to[collider];
            if (place >= 0) {
                move_contact(view, slot, kept++, place);
            } else if (collider >= 0) {
                cloth_contact_clear(view, slot);
            }
        }
    }
    cloth_list_touched(state);
}

static void write_place(const ClothState *state, const ClothView *view, int32_t c,
                        const ClothMetCollider *met) {
    view->collider_handle[2 * c] = (int32_t)(uint32_t)met->handle;
    view->collider_handle[2 * c + 1] = (int32_t)(uint32_t)(met->handle >> 32);
    view->collider_kind[c] = (int32_t)met->shape.kind;
    for (int k = 0; k < 3; k++) {
        view->collider_size[3 * c + k] = (ClothReal)met->shape.size_m[k];
    }
    view->collider_friction[c] = (ClothReal)met->friction;
    view->collider_inflation[c] = (ClothReal)met->inflation_m;
    view->collider_keep[c] = (ClothReal)(met->inflation_m + state->thickness_m);
    ClothPose from = met->from;
    ClothPose to = met->to;
    quat_normalise(met->from.rotation, from.rotation);
    quat_normalise(met->to.rotation, to.rotation);
    cloth_table_store(&from, &view->collider_from[7 * c]);
    cloth_table_store(&to, &view->collider_to[7 * c]);
    cloth_table_store(&from, &view->collider_before[7 * c]);
    cloth_table_place(view, c, &from);
}

/* A place that nobody has is all zero, whoever had it: equal runs have equal blocks. */
static void clear_place(const ClothView *view, int32_t c) {
    memset(&view->collider_handle[2 * c], 0, 2 * sizeof(int32_t));
    view->collider_kind[c] = 0;
    view->collider_friction[c] = 0;
    view->collider_inflation[c] = 0;
    view->collider_keep[c] = 0;
    memset(&view->collider_size[3 * c], 0, 3 * sizeof(ClothReal));
    memset(&view->collider_from[7 * c], 0, 7 * sizeof(ClothReal));
    memset(&view->collider_to[7 * c], 0, 7 * sizeof(ClothReal));
    memset(&view->collider_before[7 * c], 0, 7 * sizeof(ClothReal));
    memset(&view->collider_pose[7 * c], 0, 7 * sizeof(ClothReal));
    memset(&view->collider_turn[9 * c], 0, 9 * sizeof(ClothReal));
}

ClothStatus cloth_set_colliders(ClothState *state, const ClothMetCollider *list, int32_t count,
                                ClothError *error) {
    const ClothStatus status = check_list(state, list, count, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const ClothView view = cloth_view(state);
    int32_t to[CLOTH_COLLIDERS_MAX];
    if (map_places(&view, list, count, to)) {
        follow_places(state, &view, to);
    }
    for (int32_t c = 0; c < count; c++) {
        write_place(state, &view, c, &list[c]);
    }
    for (int32_t c = count; c < view.tally.collider; c++) {
        clear_place(&view, c);
    }
    state->tally.collider = count;
    return CLOTH_OK;
}
