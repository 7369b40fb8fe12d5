#include "step/meet.h"

#include "collide/gap.h"
#include "collide/trace.h"
#include "step/instruments.h"

#include <math.h>

static void move_colliders(const ClothView *view, const ClothSubstep *substep) {
    const int32_t substeps = substep->step->substeps;
    const bool end = CLOTH_ABLATED(substep->step, CLOTH_WITH_END_POSES);
    for (int32_t c = 0; c < view->tally.collider; c++) {
        const ClothPose from = cloth_table_pose(&view->collider_from[7 * c]);
        const ClothPose to = cloth_table_pose(&view->collider_to[7 * c]);
        const double share =
            end ? 1.0 : (double)(substeps - substep->remaining + 1) / (double)substeps;
        const ClothPose pose = cloth_pose_between(&from, &to, share);
        for (int k = 0; k < 7; k++) {
            view->collider_before[7 * c + k] = view->collider_pose[7 * c + k];
        }
        cloth_table_place(view, c, &pose);
    }
}

/* The way of a particle in this substep, seen from a collider. */
static ClothWay way_of(const ClothView *view, int32_t i, int32_t place) {
    const ClothPose before = cloth_table_pose(&view->collider_before[7 * place]);
    const ClothPose now = cloth_table_pose(&view->collider_pose[7 * place]);
    double x[3];
    double from[3];
    double to[3];
    cloth_load(&view->previous[3 * i], x);
    cloth_into(&before, x, from);
    cloth_load(&view->position[3 * i], x);
    cloth_into(&now, x, to);
    return cloth_way(view, place, from, to);
}

/* Takes a particle that would start behind a surface which its way has met back to the plane that
 * touches it there. Returns by how much [m]. */
static double hold_back(const ClothView *view, int32_t i, int32_t place, const ClothWay *way) {
    double normal[3];
    const double behind = cloth_way_behind(view, place, way, normal);
    if (!(behind > 0.0)) {
        return 0.0;
    }
    const ClothPose now = cloth_table_pose(&view->collider_pose[7 * place]);
    quat_rotate(now.rotation, normal, normal);
    for (int k = 0; k < 3; k++) {
        const double x = (double)view->position[3 * i + k];
        view->position[3 * i + k] = (ClothReal)(x + behind * normal[k]);
    }
    return behind;
}

/* What the collider moves about the place where the particle was, and what the particle moves in this
 * substep [m]: with a larger gap between that place and where the collider is now, its way has met
 * nothing. */
static double stir(const ClothView *view, int32_t i, int32_t place) {
    const ClothPose before = cloth_table_pose(&view->collider_before[7 * place]);
    const ClothPose now = cloth_table_pose(&view->collider_pose[7 * place]);
    double x[3];
    double from[3];
    double to[3];
    double moved[3];
    double along[3];
    cloth_load(&view->previous[3 * i], x);
    cloth_into(&before, x, from);
    cloth_into(&now, x, to);
    vec3_subtract(to, from, moved);
    for (int k = 0; k < 3; k++) {
        along[k] = (double)view->position[3 * i + k] - x[k];
    }
    return vec3_length(moved) + vec3_length(along);
}

static void advance_contact(const ClothView *view, const ClothSubstep *substep, int32_t i,
                            int32_t slot) {
    const int32_t place = view->contact_collider[slot];
    double x[3];
    double normal[3];
    cloth_load(&view->previous[3 * i], x);
    const double gap = cloth_gap(view, place, x, normal);
    const double clear = view->contact_multiplier[slot] > 0 ? 0.0 : gap;
    if (clear < (double)view->contact_clear[i]) {
        view->contact_clear[i] = (ClothReal)clear;
    }
    view->contact_allowed[slot] = 0;
    if (gap > stir(view, i, place)) {
        return;
    }
    const ClothWay way = way_of(view, i, place);
    const double push = CLOTH_STEP_TUNED(substep->step, push_m_s, CLOTH_PUSH_M_S) * substep->h;
    if (-way.gap > push) {
        view->contact_allowed[slot] = (ClothReal)(-way.gap - push);
        view->contact_clear[i] = 0;
    }
    const double back =
        CLOTH_ABLATED(substep->step, CLOTH_WITHOUT_TRACE) ? 0.0 : hold_back(view, i, place, &way);
    /* Where a sweep starts from the target, being taken back from it is what a contact does. */
    if (substep->step->solver == CLOTH_XPBD) {
        view->contact_multiplier[slot] =
            (ClothReal)(back * (double)view->mass[i] * substep->inertia_h2);
    }
}

/* Of the substep before, which row by row nothing begins from. */
static void forget_forces(const ClothView *view, int32_t slot) {
    view->contact_multiplier[slot] = 0;
    for (int k = 3 * slot; k < 3 * slot + 3; k++) {
        view->contact_friction[k] = 0;
    }
}

void cloth_contacts_meet(const ClothView *view, const ClothSubstep *substep) {
    move_colliders(view, substep);
    for (int32_t t = 0; t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        view->contact_clear[i] = (ClothReal)INFINITY;
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            if (substep->step->solver == CLOTH_XPBD) {
                forget_forces(view, s);
            }
            advance_contact(view, substep, i, s);
        }
    }
}
