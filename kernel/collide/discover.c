#include "collide/discover.h"

#include "collide/shape.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <math.h>

/* A collider of the step, as the search needs it. */
typedef struct Sought {
    int32_t place; /* in the table */
    int32_t kind;
    double size[3];
    ClothPose pose; /* half way */
    double moved;   /* half of what its origin moves [m] */
    double turned;  /* half of its turn [rad] */
    double radius;  /* of its bounding sphere about its origin; infinite: a half-space */
    double keep;
} Sought;

/* No less than half the angle between two rotations, and at most a ninth more [rad]: with s and c its
 * sine and cosine, the lesser of pi/2 s and s/c. Of arithmetic alone, so that every machine finds the
 * same contacts. */
static double half_turn(const double from[4], const double to[4]) {
    double back[4];
    double turn[4];
    quat_conjugate(from, back);
    quat_multiply(to, back, turn);
    const double sine = vec3_length(turn);
    const double by_chord = 1.5707963267948966 * sine;
    const double by_tangent = sine / fabs(turn[3]);
    return by_tangent < by_chord ? by_tangent : by_chord;
}

static Sought seek(int32_t kind, const double size[3], const ClothPose *from, const ClothPose *to,
                   double keep, bool swept) {
    Sought sought = {.kind = kind, .keep = keep, .pose = *to};
    vec3_copy(size, sought.size);
    sought.radius = cloth_shape_radius(kind, size);
    if (swept) {
        double way[3];
        vec3_subtract(to->position, from->position, way);
        sought.pose = cloth_pose_between(from, to, 0.5);
        sought.moved = 0.5 * vec3_length(way);
        sought.turned = half_turn(from->rotation, to->rotation);
    }
    return sought;
}

/* Half of what the collider's surface moves about a point that is `off` from its origin [m]. */
static double half_sweep(const Sought *sought, double off) {
    const double arm = sought->radius < off ? sought->radius : off;
    return sought->turned > 0.0 ? sought->moved + sought->turned * arm : sought->moved;
}

/* How near it comes to a particle at x that travels `travel` [m]; INFINITY when it is certainly not
 * nearer than 0. */
static double nearness(const Sought *sought, const double x[3], double travel) {
    double off[3];
    double local[3];
    double normal[3];
    vec3_subtract(x, sought->pose.position, off);
    const double squared = vec3_dot(off, off);
    const double least = sought->keep + travel;
    if (sought->radius < INFINITY) {
        const double most = sought->radius + least + half_sweep(sought, sought->radius);
        if (squared > most * most) {
            return INFINITY;
        }
    }
    quat_rotate_back(sought->pose.rotation, off, local);
    const double distance = cloth_shape_field(sought->kind, sought->size, local, normal);
    return distance - least - half_sweep(sought, sqrt(squared) + travel);
}

/* How fast any particle goes, or is carried by a holder [m/s]. What is being rescued counts as held
 * and has no target. */
static double fastest(const ClothView *view, double step_s) {
    double most = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const bool held = view->inverse_mass[i] == 0 && !(view->rescue_s[i] < INFINITY);
        double squared = 0.0;
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            const double way = (double)view->held_target[k] - (double)view->position[k];
            const double v = held ? way / step_s : (double)view->velocity[k];
            squared += v * v;
        }
        most = squared <= most ? most : squared;
    }
    return sqrt(most);
}

ClothNeighbourhood cloth_neighbourhood(const ClothState *state, const ClothReach *reach) {
    const ClothView view = cloth_view(state);
    const double dt = reach->step_s;
    ClothNeighbourhood around = {.low = {INFINITY, INFINITY, INFINITY},
                                 .high = {-INFINITY, -INFINITY, -INFINITY},
                                 .travel_m = (fastest(&view, dt) + reach->gravity_m_s2 * dt) * dt};
    for (int32_t i = 0; i < view.counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = (double)view.position[3 * i + k];
            around.low[k] = x < around.low[k] ? x : around.low[k];
            around.high[k] = x > around.high[k] ? x : around.high[k];
        }
    }
    return around;
}

/* Whether the collider may come near anything in the box. */
static bool is_near(const Sought *sought, const ClothNeighbourhood *box) {
    const double travel = box->travel_m;
    double off[3];
    double half[3];
    for (int k = 0; k < 3; k++) {
        const double middle = 0.5 * box->low[k] + 0.5 * box->high[k];
        off[k] = middle - sought->pose.position[k];
        half[k] = box->high[k] - middle;
    }
    const double spread = vec3_length(half);
    const double far = vec3_length(off);
    double local[3];
    double normal[3];
    quat_rotate_back(sought->pose.rotation, off, local);
    const double distance = cloth_shape_field(sought->kind, sought->size, local, normal);
    /* What is no number is near. */
    return !(distance - spread > sought->keep + travel + half_sweep(sought, far + spread + travel));
}

static int32_t list_sought(const ClothView *view, const ClothReach *reach,
                           const ClothNeighbourhood *around, Sought list[CLOTH_COLLIDERS_MAX]) {
    int32_t count = 0;
    for (int32_t c = 0; c < view->tally.collider; c++) {
        const double size[3] = {(double)view->collider_size[3 * c],
                                (double)view->collider_size[3 * c + 1],
                                (double)view->collider_size[3 * c + 2]};
        const ClothPose from = cloth_table_pose(&view->collider_from[7 * c]);
        const ClothPose to = cloth_table_pose(&view->collider_to[7 * c]);
        list[count] = seek(view->collider_kind[c], size, &from, &to, (double)view->collider_keep[c],
                           reach->swept);
        list[count].place = c;
        count += is_near(&list[count], around);
    }
    return count;
}

/* What one particle may meet, nearest first. */
typedef struct Found {
    int32_t count; /* of all; more than there are slots when it is crowded */
    int32_t place[CLOTH_CONTACT_SLOTS];
    double nearness[CLOTH_CONTACT_SLOTS];
} Found;

static void add_found(Found *found, int32_t place, double near) {
    int at = found->count < CLOTH_CONTACT_SLOTS ? found->count : CLOTH_CONTACT_SLOTS;
    found->count++;
    while (at > 0 && near < found->nearness[at - 1]) {
        at--;
    }
    for (int k = CLOTH_CONTACT_SLOTS - 1; k > at; k--) {
        found->place[k] = found->place[k - 1];
        found->nearness[k] = found->nearness[k - 1];
    }
    if (at < CLOTH_CONTACT_SLOTS) {
        found->place[at] = place;
        found->nearness[at] = near;
    }
}

/* The table's order is that of the slots, so that they do not change with who is nearest. */
static int32_t in_order(Found *found) {
    const int32_t kept = found->count < CLOTH_CONTACT_SLOTS ? found->count : CLOTH_CONTACT_SLOTS;
    for (int32_t k = 1; k < kept; k++) {
        const int32_t place = found->place[k];
        int32_t at = k;
        for (; at > 0 && found->place[at - 1] > place; at--) {
            found->place[at] = found->place[at - 1];
        }
        found->place[at] = place;
    }
    return kept;
}

/* The columns of a particle's slots. */
typedef struct Slots {
    int32_t collider[CLOTH_CONTACT_SLOTS];
    ClothReal penalty[CLOTH_CONTACT_SLOTS];
    ClothReal multiplier[CLOTH_CONTACT_SLOTS];
    ClothReal anchor[3 * CLOTH_CONTACT_SLOTS];
    ClothReal friction[3 * CLOTH_CONTACT_SLOTS];
} Slots;

static Slots take_slots(const ClothView *view, int32_t first) {
    Slots slots;
    for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
        slots.collider[s] = view->contact_collider[first + s];
        slots.penalty[s] = view->contact_penalty[first + s];
        slots.multiplier[s] = view->contact_multiplier[first + s];
        for (int k = 0; k < 3; k++) {
            slots.anchor[3 * s + k] = view->contact_anchor[3 * (first + s) + k];
            slots.friction[3 * s + k] = view->contact_friction[3 * (first + s) + k];
        }
    }
    return slots;
}

static int find_slot(const Slots *slots, int32_t place) {
    for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
        if (slots->collider[s] == place) {
            return s;
        }
    }
    return -1;
}

/* Begins a contact where particle i is seen from the collider as the step begins. */
static void begin_contact(const ClothView *view, int32_t i, int32_t slot, int32_t place) {
    const ClothPose pose = cloth_table_pose(&view->collider_from[7 * place]);
    double off[3];
    double local[3];
    cloth_contact_clear(view, slot);
    view->contact_collider[slot] = place;
    for (int k = 0; k < 3; k++) {
        off[k] = (double)view->position[3 * i + k] - pose.position[k];
    }
    quat_rotate_back(pose.rotation, off, local);
    for (int k = 0; k < 3; k++) {
        view->contact_anchor[3 * slot + k] = (ClothReal)local[k];
    }
}

/* Writes what was found into the particle's slots; what they knew of the same collider stays. */
static void write_slots(const ClothView *view, int32_t i, Found *found) {
    const int32_t first = CLOTH_CONTACT_SLOTS * i;
    const int32_t kept = in_order(found);
    bool same = kept == CLOTH_CONTACT_SLOTS || view->contact_collider[first + kept] < 0;
    for (int32_t s = 0; same && s < kept; s++) {
        same = view->contact_collider[first + s] == found->place[s];
    }
    if (same) {
        return;
    }
    const Slots old = take_slots(view, first);
    for (int32_t s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
        const int was = s < kept ? find_slot(&old, found->place[s]) : -1;
        if (s >= kept) {
            cloth_contact_clear(view, first + s);
        } else if (was < 0) {
            begin_contact(view, i, first + s, found->place[s]);
        } else {
            view->contact_collider[first + s] = found->place[s];
            view->contact_penalty[first + s] = old.penalty[was];
            view->contact_multiplier[first + s] = old.multiplier[was];
            for (int k = 0; k < 3; k++) {
                view->contact_anchor[3 * (first + s) + k] = old.anchor[3 * was + k];
                view->contact_friction[3 * (first + s) + k] = old.friction[3 * was + k];
            }
        }
    }
}

void cloth_contacts_find(ClothState *state, const ClothReach *reach) {
    state->tally.crowded = 0;
    if (state->tally.collider == 0 && state->tally.touched == 0) {
        return;
    }
    const ClothView view = cloth_view(state);
    const ClothNeighbourhood around = cloth_neighbourhood(state, reach);
    for (int32_t c = 0; c < state->tally.collider; c++) {
        view.collider_keep[c] =
            (ClothReal)((double)view.collider_inflation[c] + state->thickness_m);
    }
    Sought list[CLOTH_COLLIDERS_MAX];
    const int32_t count = list_sought(&view, reach, &around, list);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double x[3] = {(double)view.position[3 * i], (double)view.position[3 * i + 1],
                             (double)view.position[3 * i + 2]};
        Found found = {0};
        for (int32_t k = 0; k < count && view.inverse_mass[i] > 0; k++) {
            const double near = nearness(&list[k], x, around.travel_m);
            if (!(near > 0.0)) {
                add_found(&found, list[k].place, near);
            }
        }
        write_slots(&view, i, &found);
        state->tally.crowded += found.count > CLOTH_CONTACT_SLOTS;
    }
    cloth_list_touched(state);
}

static Sought seek_met(const ClothState *state, const ClothMetCollider *met) {
    return seek((int32_t)met->shape.kind, met->shape.size_m, &met->from, &met->to,
                met->inflation_m + state->thickness_m, true);
}

bool cloth_collider_is_near(const ClothState *state, const ClothNeighbourhood *around,
                            const ClothMetCollider *met) {
    const Sought sought = seek_met(state, met);
    return is_near(&sought, around);
}

double cloth_collider_nearness(const ClothState *state, const ClothMetCollider *met,
                               double travel_m) {
    const ClothView view = cloth_view(state);
    const Sought sought = seek_met(state, met);
    double least = INFINITY;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double x[3] = {(double)view.position[3 * i], (double)view.position[3 * i + 1],
                             (double)view.position[3 * i + 2]};
        const double near = view.inverse_mass[i] > 0 ? nearness(&sought, x, travel_m) : INFINITY;
        least = near < least || isnan(near) ? near : least;
    }
    return least;
}
