#include "measure/contacts.h"

#include "collide/gap.h"
#include "step/backstops.h"
#include "step/contacts.h"

/* A contact presses when it has a force; a force that is no number is one. */
static bool presses(const ClothView *view, int32_t slot) {
    return !(view->contact_multiplier[slot] <= 0);
}

static double larger(double most, double value) {
    return value <= most || isnan(most) ? most : value;
}

static void add_force(const ClothTouch *touch, ClothMeasure *measure) {
    const double rate = vec3_length(touch->rate);
    const bool first = measure->contacts == 0;
    measure->contacts++;
    measure->normal_sum_n += touch->normal_n;
    measure->normal_max_n = larger(measure->normal_max_n, touch->normal_n);
    measure->slip_rate_max_m_s = first ? rate : larger(measure->slip_rate_max_m_s, rate);
    vec3_add_scaled(measure->contact_force, touch->normal, touch->normal_n);
    vec3_add_scaled(measure->contact_force, touch->friction, 1.0);
}

void cloth_measure_contacts(const ClothState *state, const ClothView *view,
                            ClothSpread residual[CLOTH_ROW_KINDS], ClothMeasure *measure) {
    measure->slip_rate_max_m_s = NAN;
    for (int32_t s = 0; view->tally.touched > 0 && s < view->counts.contact; s++) {
        if (view->contact_collider[s] < 0) {
            continue;
        }
        const ClothTouch touch = cloth_touch(view, s / CLOTH_CONTACT_SLOTS, s, state->substep_s);
        cloth_spread_add(&residual[CLOTH_ROW_CONTACT], cloth_spread_beyond(touch.c));
        if (presses(view, s)) {
            add_force(&touch, measure);
            if (view->collider_friction[view->contact_collider[s]] > 0) {
                cloth_spread_add(&residual[CLOTH_ROW_FRICTION], vec3_length(touch.slip));
            }
        }
    }
    for (int32_t i = 0; view->tally.backstop > 0 && i < view->counts.particle; i++) {
        double x[3];
        cloth_load(&view->position[3 * i], x);
        const double gap = cloth_backstop_gap(view, i, x);
        if (!(gap == INFINITY)) {
            cloth_spread_add(&residual[CLOTH_ROW_BACKSTOP], cloth_spread_beyond(-gap));
        }
    }
}

static ClothContact read_contact(const ClothState *state, const ClothView *view, int32_t slot) {
    const int32_t i = slot / CLOTH_CONTACT_SLOTS;
    const ClothTouch touch = cloth_touch(view, i, slot, state->substep_s);
    ClothContact contact = {.particle = view->graph_index[i],
                            .handle = cloth_table_handle(view, view->contact_collider[slot]),
                            .penetration_m = touch.c,
                            .normal_n = touch.normal_n,
                            .slip_m = vec3_length(touch.slip)};
    vec3_copy(touch.normal, contact.normal);
    vec3_copy(touch.friction, contact.friction_n);
    return contact;
}

int32_t cloth_contacts(const ClothState *state, ClothContact *contact, int32_t room) {
    const ClothView view = cloth_view(state);
    int32_t count = 0;
    for (int32_t s = 0; view.tally.touched > 0 && s < view.counts.contact; s++) {
        if (view.contact_collider[s] >= 0 && presses(&view, s)) {
            if (count < room) {
                contact[count] = read_contact(state, &view, s);
            }
            count++;
        }
    }
    return count;
}
