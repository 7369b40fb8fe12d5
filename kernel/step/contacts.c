#include "step/contacts.h"

#include "collide/gap.h"
#include "rows/contact.h"
#include "rows/row.h"
#include "step/instruments.h"
#include "step/stop.h"

#include <math.h>

void cloth_contacts_warm_start(const ClothView *view, const ClothSubstep *substep, double carried) {
    const ClothConstants constants = cloth_row_contact_constants(&substep->step->constants);
    const double inverse_h2 = substep->band_inverse_h2;
    const bool latched = CLOTH_ABLATED(substep->step, CLOTH_WITH_LATCHED_NORMAL);
    for (int32_t t = 0; t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            view->contact_penalty[s] = (ClothReal)cloth_row_decay_penalty(
                (double)view->contact_penalty[s], (double)view->mass[i] * inverse_h2, &constants);
            view->contact_multiplier[s] =
                (ClothReal)(carried * (double)view->contact_multiplier[s]);
            for (int k = 3 * s; k < 3 * s + 3 && !latched; k++) {
                view->contact_friction[k] =
                    (ClothReal)(carried * (double)view->contact_friction[k]);
            }
        }
    }
}

/* A contact at a point, all of it in the collider's frame: what it sticks to and what it has built up
 * are kept there. */
typedef struct Press {
    double at[3];
    double normal[3];
    double c;
    double k;
    double force; /* k C + lambda [N]; 0 or less: it does not press */
    ClothGrip grip;
} Press;

/* Under the off arm whose multiplier is a magnitude: it acts along the slip, wherever that points. */
static void point_along(const double slip[3], double multiplier[3]) {
    const double magnitude = vec3_length(multiplier);
    const double length = vec3_length(slip);
    for (int k = 0; k < 3; k++) {
        multiplier[k] = length > 0.0 ? magnitude / length * slip[k] : 0.0;
    }
}

/* Friction of a contact that presses with `force`. */
static void add_grip(const ClothView *view, const ClothSubstep *substep, int32_t slot, double force,
                     Press *press) {
    const double mu = (double)view->collider_friction[view->contact_collider[slot]];
    double slip[3];
    double multiplier[3];
    press->grip = (ClothGrip){.share = 0.0};
    if (!(mu > 0.0)) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        slip[k] = press->at[k] - (double)view->contact_anchor[3 * slot + k];
    }
    cloth_load(&view->contact_friction[3 * slot], multiplier);
    cloth_across(press->normal, slip);
    cloth_across(press->normal, multiplier);
    if (CLOTH_ABLATED(substep->step, CLOTH_WITH_MAGNITUDE_GRIP)) {
        point_along(slip, multiplier);
    }
    const bool stale = CLOTH_ABLATED(substep->step, CLOTH_WITH_STALE_GRIP);
    const double cap = mu * (stale ? (double)view->contact_multiplier[slot] : force);
    press->grip = cloth_grip(slip, multiplier, press->k, cap);
}

/* Under the off arm with a memory: pushes the way that was out when it first pressed. It has no
 * friction, and that is where it keeps it. */
static void latch(const ClothView *view, int32_t slot, Press *press) {
    double kept[3];
    cloth_load(&view->contact_friction[3 * slot], kept);
    if (vec3_length(kept) > 0.0) {
        vec3_copy(kept, press->normal);
    } else if (press->force > 0.0) {
        for (int k = 0; k < 3; k++) {
            view->contact_friction[3 * slot + k] = (ClothReal)press->normal[k];
        }
    }
}

/* Without friction. */
static Press press_at(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                      const double x[3]) {
    const int32_t place = view->contact_collider[slot];
    Press press = {.k = (double)view->contact_penalty[slot]};
    cloth_seen_from(view, place, x, press.at);
    const double gap = cloth_gap_of(view, place, press.at, press.normal);
    press.c = -gap - (double)view->contact_allowed[slot];
    press.force = press.k * press.c + (double)view->contact_multiplier[slot];
    if (CLOTH_ABLATED(substep->step, CLOTH_WITH_LATCHED_NORMAL)) {
        latch(view, slot, &press);
    }
    return press;
}

/* With friction whose cap is of its own force. */
static Press grip_at(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                     const double x[3]) {
    Press press = press_at(view, substep, slot, x);
    if (!(press.force <= 0.0) && !CLOTH_ABLATED(substep->step, CLOTH_WITH_LATCHED_NORMAL)) {
        add_grip(view, substep, slot, press.force, &press);
    }
    return press;
}

static void batch_position(const ClothBatch *batch, int32_t p, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = batch->position[k][p];
    }
}

/* normal and pull: the press's, in the frame of the batch. tangent: friction that slides resists no
 * more along its slip; else as the spring that has its force. */
static void add_press(const Press *press, const double normal[3], const double pull[3],
                      bool tangent, int32_t p, ClothBatch *batch) {
    const double held = press->k * press->grip.share;
    const bool slides = press->grip.share < 1.0 && press->grip.squared > 0.0;
    const double outer = tangent && slides ? -held / press->grip.squared : 0.0;
    cloth_batch_add_row(batch, p, normal, -press->force,
                        (ClothDistanceHessian){held, press->k - held});
    if (press->grip.squared > 0.0) {
        cloth_batch_add_row(batch, p, pull, press->grip.share, (ClothDistanceHessian){0.0, outer});
    }
}

/* d^T H d of what is in the block so far. */
static double stiffness_along(const ClothBatch *batch, int32_t p, const double d[3]) {
    return batch->hessian[0][p] * d[0] * d[0] + batch->hessian[2][p] * d[1] * d[1] +
           batch->hessian[5][p] * d[2] * d[2] +
           2.0 * (batch->hessian[1][p] * d[0] * d[1] + batch->hessian[3][p] * d[0] * d[2] +
                  batch->hessian[4][p] * d[1] * d[2]);
}

/* The force that this visit will leave the contact with, by what else there is in the block: the
 * cap of friction. The force it finds is that of where the particle was: a quarter of the weight it
 * carries when a substep begins, and what lies on a slope starts to slide in every one. */
static double force_left(const Press *press, const double n[3], int32_t p,
                         const ClothBatch *batch) {
    const double force[3] = {batch->force[0][p], batch->force[1][p], batch->force[2][p]};
    const double h = stiffness_along(batch, p, n);
    return cloth_row_pull((press->force * h - press->k * vec3_dot(force, n)) / (h + press->k));
}

/* Friction as this visit will leave it, cap and pull; pull: out, in the frame of the batch. */
static void grip_as_left(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                         const double normal[3], int32_t p, const ClothBatch *batch, Press *press,
                         double pull[3]) {
    ClothGrip *grip = &press->grip;
    add_grip(view, substep, slot, force_left(press, normal, p, batch), press);
    cloth_seen_by_all(view, view->contact_collider[slot], grip->pull, pull);
    if (!(grip->squared > 0.0)) {
        return;
    }
    double force[3] = {batch->force[0][p], batch->force[1][p], batch->force[2][p]};
    const double h = stiffness_along(batch, p, pull) / grip->squared;
    cloth_across(normal, force);
    grip->share = cloth_grip_left(pull, force, h, press->k, grip->cap);
}

/* Tells an observer what share of friction the visit took; the shipped build has none. */
static inline void note_grip(ClothBatch *batch, int32_t p, int32_t s, double share) {
#ifdef CLOTH_ABLATE
    batch->grip[s][p] = share;
#else
    (void)batch, (void)p, (void)s, (void)share;
#endif
}

static inline void forget_grips(ClothBatch *batch) {
    for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
        for (int32_t p = 0; p < batch->count; p++) {
            note_grip(batch, p, s, 0.0);
        }
    }
}

/* Adds a contact that presses, or will. */
static void add_pressing(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                         int32_t p, Press *press, ClothBatch *batch) {
    const int32_t place = view->contact_collider[slot];
    const bool found = CLOTH_ABLATED(substep->step, CLOTH_WITH_GRIP_AS_FOUND);
    double normal[3];
    double pull[3] = {0.0, 0.0, 0.0};
    cloth_seen_by_all(view, place, press->normal, normal);
    if (found) {
        add_grip(view, substep, slot, press->force, press);
        cloth_seen_by_all(view, place, press->grip.pull, pull);
    } else if (!CLOTH_ABLATED(substep->step, CLOTH_WITH_LATCHED_NORMAL)) {
        grip_as_left(view, substep, slot, normal, p, batch, press, pull);
    }
    note_grip(batch, p, slot % CLOTH_CONTACT_SLOTS, press->grip.share);
    add_press(press, normal, pull, found, p, batch);
}

/* Adds contact `slot` of the batch's particle p, which is at x; or how far it is from pressing. */
static void add_contact(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                        const double x[3], int32_t p, ClothBatch *batch) {
    Press press = press_at(view, substep, slot, x);
    const double room = cloth_stop_depth(view, substep, view->contact_collider[slot]) - press.c -
                        (double)view->contact_allowed[slot];
    batch->room[p] = room < batch->room[p] ? room : batch->room[p];
    if (press.force <= 0.0) {
        const double slack = -press.force / press.k;
        batch->slack[p] = slack < batch->slack[p] ? slack : batch->slack[p];
        return;
    }
    add_pressing(view, substep, slot, p, &press, batch);
}

/* How far the particle is from `previous`, where its way began [m]. */
static double strayed(const ClothView *view, int32_t i, const double x[3]) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double d = x[k] - (double)view->previous[3 * i + k];
        squared += d * d;
    }
    return sqrt(squared);
}

/* The first place in the list of touched particles whose particle is not lower. */
static int32_t place_of(const ClothView *view, int32_t particle) {
    int32_t low = 0;
    int32_t high = view->tally.touched;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (view->touched_list[middle] < particle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void cloth_contacts_add(const ClothView *view, const ClothSubstep *substep, ClothBatch *batch) {
    const int32_t end = place_of(view, batch->first + batch->count);
    forget_grips(batch);
    for (int32_t p = 0; p < batch->count; p++) {
        batch->room[p] = INFINITY;
    }
    for (int32_t t = place_of(view, batch->first); t < end; t++) {
        const int32_t i = view->touched_list[t];
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        const int32_t p = i - batch->first;
        double x[3];
        batch_position(batch, p, x);
        const double left = (double)view->contact_clear[i] - strayed(view, i, x);
        if (left > 0.0) {
            batch->slack[p] = left < batch->slack[p] ? left : batch->slack[p];
            batch->room[p] = left;
            continue;
        }
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            add_contact(view, substep, s, x, p, batch);
        }
    }
}

/* Adds contact s of the batch's particle p if a move makes it press, with friction: of what lands a
 * visit is enough to stop it. */
static bool catch_contact(const ClothView *view, const ClothSubstep *substep,
                          const ClothMoves *moves, int32_t p, int32_t s, ClothBatch *batch) {
    double x[3];
    double to[3];
    batch_position(batch, p, x);
    for (int axis = 0; axis < 3; axis++) {
        to[axis] = x[axis] + moves->move[axis][p];
    }
    Press press = press_at(view, substep, s, x);
    if (!(press.force <= 0.0 && press_at(view, substep, s, to).force > 0.0)) {
        return false;
    }
    add_pressing(view, substep, s, p, &press, batch);
    return true;
}

bool cloth_contacts_catch(const ClothView *view, const ClothSubstep *substep,
                          const ClothMoves *moves, ClothBatch *batch) {
    const int32_t end = place_of(view, batch->first + batch->count);
    bool any = false;
    for (int32_t t = place_of(view, batch->first); t < end; t++) {
        const int32_t first = CLOTH_CONTACT_SLOTS * view->touched_list[t];
        const int32_t p = view->touched_list[t] - batch->first;
        if (!cloth_batch_strays(batch, moves, p)) {
            continue;
        }
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            any = catch_contact(view, substep, moves, p, s, batch) || any;
        }
    }
    return any;
}

static void store_friction(const ClothView *view, int32_t slot, const Press *press) {
    for (int k = 0; k < 3; k++) {
        view->contact_friction[3 * slot + k] = (ClothReal)(press->grip.share * press->grip.pull[k]);
    }
}

static void update_dual(const ClothView *view, const ClothSubstep *substep,
                        const ClothConstants *constants, int32_t i, int32_t slot,
                        const double x[3]) {
    const Press press = grip_at(view, substep, slot, x);
    const double scale = (double)view->mass[i] * substep->band_inverse_h2;
    const bool soft = CLOTH_ABLATED(substep->step, CLOTH_WITH_SOFT_CONTACT);
    view->contact_multiplier[slot] = soft ? 0 : (ClothReal)cloth_row_pull(press.force);
    view->contact_penalty[slot] =
        (ClothReal)cloth_row_grow_penalty(press.k, fabs(press.c), scale, constants);
    if (!soft && !CLOTH_ABLATED(substep->step, CLOTH_WITH_LATCHED_NORMAL)) {
        store_friction(view, slot, &press);
    }
    if (!(press.force <= 0.0)) {
        view->contact_clear[i] = 0;
    }
}

void cloth_contacts_update_duals(const ClothView *view, const ClothSubstep *substep) {
    const ClothConstants constants = cloth_row_contact_constants(&substep->step->constants);
    for (int32_t t = 0; t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        double x[3];
        cloth_load(&view->position[3 * i], x);
        if ((double)view->contact_clear[i] > strayed(view, i, x)) {
            continue;
        }
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            update_dual(view, substep, &constants, i, s, x);
        }
    }
}

/* Takes the anchor along: to where friction's force is what it is now when the next substep begins
 * with a share of its multiplier, so that what slides a little does not lose what holds it. Row by
 * row friction begins from nothing, and its anchor is where the particle is. */
static void drop_anchor(const ClothView *view, const ClothSubstep *substep, int32_t slot, bool dual,
                        const double x[3]) {
    const ClothConstants *constants = &substep->step->constants;
    const double carried = dual ? constants->alpha * constants->gamma : 0.0;
    const double k = (double)view->contact_penalty[slot];
    const bool bare = substep->step->solver == CLOTH_XPBD || !(1.0 / k < INFINITY);
    const double shipped =
        fmax(CLOTH_ANCHOR_GIVE / substep->step->iterations, CLOTH_ANCHOR_GIVE_LEAST);
    const double share = CLOTH_STEP_TUNED(substep->step, anchor_give, shipped);
    const double give = bare ? 0.0 : share * (1.0 - carried) / k;
    double local[3];
    cloth_seen_from(view, view->contact_collider[slot], x, local);
    for (int a = 3 * slot; a < 3 * slot + 3; a++) {
        view->contact_anchor[a] =
            (ClothReal)(local[a - 3 * slot] - give * (double)view->contact_friction[a]);
    }
}

/* Whether friction is at its cap, to rounding. */
static bool slides(const ClothView *view, const ClothSubstep *substep, int32_t slot, bool dual,
                   const double x[3]) {
    if (!dual || CLOTH_ABLATED(substep->step, CLOTH_WITH_SOFT_CONTACT)) {
        return grip_at(view, substep, slot, x).grip.share < 1.0;
    }
    const double mu = (double)view->collider_friction[view->contact_collider[slot]];
    const double cap = mu * (double)view->contact_multiplier[slot];
    double pull[3];
    cloth_load(&view->contact_friction[3 * slot], pull);
    return !(vec3_length(pull) < cap * (1.0 - 0x1p-20));
}

/* Penalties alone have no multipliers; what they come to is noted there for whoever reads forces,
 * and gone when the next substep begins. */
static void note_forces(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                        const double x[3]) {
    const Press press = grip_at(view, substep, slot, x);
    view->contact_multiplier[slot] = (ClothReal)cloth_row_pull(press.force);
    store_friction(view, slot, &press);
}

void cloth_contacts_follow(const ClothView *view, const ClothSubstep *substep, bool dual) {
    const bool fixed = CLOTH_ABLATED(substep->step, CLOTH_WITH_FIXED_ANCHOR);
    for (int32_t t = 0; t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        double x[3];
        cloth_load(&view->position[3 * i], x);
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            const bool kept = fixed && view->contact_multiplier[s] > 0;
            if (!dual) {
                note_forces(view, substep, s, x);
            }
            if (!kept && slides(view, substep, s, dual, x)) {
                drop_anchor(view, substep, s, dual, x);
            }
        }
    }
}

ClothPush cloth_contacts_push(const ClothView *view, const ClothSubstep *substep, bool tangent,
                              int32_t i, double gradient[3], double hessian[6]) {
    const int32_t first = CLOTH_CONTACT_SLOTS * i;
    ClothPush most = CLOTH_PUSH_NONE;
    double x[3];
    cloth_load(&view->position[3 * i], x);
    if (view->contact_collider[first] < 0 || (double)view->contact_clear[i] > strayed(view, i, x)) {
        return most;
    }
    ClothBatch batch = {.first = i, .count = 1};
    for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
         s++) {
        const int32_t place = view->contact_collider[s];
        const Press press = grip_at(view, substep, s, x);
        if (press.force > 0.0) {
            double normal[3];
            double pull[3];
            cloth_seen_by_all(view, place, press.normal, normal);
            cloth_seen_by_all(view, place, press.grip.pull, pull);
            add_press(&press, normal, pull, tangent, 0, &batch);
            const ClothPush push = press.grip.squared > press.grip.cap * press.grip.cap
                                       ? CLOTH_PUSH_SLIDES
                                       : CLOTH_PUSH_STICKS;
            most = push > most ? push : most;
        }
    }
    for (int k = 0; k < 3; k++) {
        gradient[k] -= batch.force[k][0];
    }
    for (int k = 0; k < 6; k++) {
        hessian[k] += batch.hessian[k][0];
    }
    return most;
}

/* Moves a particle that is too near out to where it is not, and takes back as much of its slip as
 * friction can. In the place of forces are the ways they move it, f h^2 / m. */
static void project(const ClothView *view, const ClothSubstep *substep, int32_t i, int32_t slot) {
    const ClothPose pose = cloth_table_pose(&view->collider_pose[7 * view->contact_collider[slot]]);
    const double per_metre = (double)view->mass[i] * substep->inertia_h2; /* [N/m] */
    double x[3];
    cloth_load(&view->position[3 * i], x);
    Press press = press_at(view, substep, slot, x);
    press.k = per_metre;
    press.force = per_metre * press.c + (double)view->contact_multiplier[slot];
    view->contact_multiplier[slot] = (ClothReal)cloth_row_pull(press.force);
    if (!(press.force > 0.0)) {
        return;
    }
    double was[3];
    cloth_load(&view->contact_friction[3 * slot], was);
    cloth_across(press.normal, was);
    vec3_add_scaled(press.at, press.normal, press.c > 0.0 ? press.c : 0.0);
    add_grip(view, substep, slot, press.force, &press);
    for (int k = 0; k < 3; k++) {
        press.at[k] -= (press.grip.share * press.grip.pull[k] - was[k]) / per_metre;
    }
    store_friction(view, slot, &press);
    cloth_pose_apply(&pose, press.at, x);
    for (int k = 0; k < 3; k++) {
        view->position[3 * i + k] = (ClothReal)x[k];
    }
}

void cloth_contacts_project(const ClothView *view, const ClothSubstep *substep) {
    for (int32_t t = 0; t < view->tally.touched; t++) {
        const int32_t i = view->touched_list[t];
        const int32_t first = CLOTH_CONTACT_SLOTS * i;
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            project(view, substep, i, s);
        }
    }
}

ClothTouch cloth_touch(const ClothView *view, int32_t i, int32_t slot, double h) {
    const int32_t place = view->contact_collider[slot];
    const ClothPose before = cloth_table_pose(&view->collider_before[7 * place]);
    const ClothPose now = cloth_table_pose(&view->collider_pose[7 * place]);
    ClothTouch touch;
    double x[3];
    double was[3];
    double local[3];
    cloth_load(&view->position[3 * i], x);
    touch.c = -cloth_gap(view, place, x, touch.normal);
    touch.normal_n = (double)view->contact_multiplier[slot];
    cloth_load(&view->contact_friction[3 * slot], local);
    quat_rotate(now.rotation, local, touch.friction);
    cloth_load(&view->contact_anchor[3 * slot], local);
    cloth_pose_apply(&now, local, local);
    vec3_subtract(x, local, touch.slip);
    cloth_load(&view->previous[3 * i], was);
    cloth_into(&before, was, local);
    cloth_pose_apply(&now, local, local);
    for (int k = 0; k < 3; k++) {
        touch.friction[k] = -touch.friction[k];
        touch.rate[k] = (x[k] - local[k]) / h;
    }
    cloth_across(touch.normal, touch.slip);
    cloth_across(touch.normal, touch.rate);
    cloth_across(touch.normal, touch.friction);
    return touch;
}
