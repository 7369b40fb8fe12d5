/*
 * hold.c: holding and letting go.
 *
 * There is no structural anchor. A held particle is kinematic (inverse mass 0); every other one is
 * tethered to, and leashed about, the nearest held particle along the fabric: one row of each kind a
 * particle, because the fabric between two holders carries what a second tether would, and two hard
 * tethers to holders pulled apart are bounds that no position satisfies.
 */
#include "build/hold.h"

#include "build/apply.h"
#include "build/stored.h"
#include "fabric/material.h"
#include "graph/geodesic.h"
#include "math/error.h"
#include "rows/leash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ClothStatus mark(const ClothView *view, int32_t graph_number, int32_t k, ClothError *error) {
    if (graph_number < 0 || graph_number >= view->counts.particle) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "held[%d] is particle %d; must be 0 to %d",
                          (int)k, (int)graph_number, (int)view->counts.particle - 1);
    }
    const int32_t i = view->stored_index[graph_number];
    if (view->inverse_mass[i] == 0) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "held[%d] is particle %d, listed before",
                          (int)k, (int)graph_number);
    }
    view->inverse_mass[i] = 0;
    return CLOTH_OK;
}

ClothStatus cloth_mark_held(ClothState *state, const int32_t *held, int32_t held_count,
                            ClothError *error) {
    if (held_count < 0 || (held_count > 0 && held == NULL)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "held_count is %d with %s list; must be 0 or more, with a list",
                          (int)held_count, held == NULL ? "no" : "a");
    }
    const ClothView view = cloth_view(state);
    const int32_t before = view.tally.held;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        view.inverse_mass[i] = (ClothReal)(1.0 / (double)view.mass[i]);
    }
    ClothStatus status = CLOTH_OK;
    for (int32_t k = 0; status == CLOTH_OK && k < held_count; k++) {
        status = mark(&view, held[k], k, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    /* Whoever is not in the list so far is new to it. */
    int32_t listed = 0;
    int32_t kept = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        while (kept < before && view.held_list[kept] < i) {
            kept++;
        }
        const bool was_held = kept < before && view.held_list[kept] == i;
        if (view.inverse_mass[i] == 0 && !was_held) {
            memcpy(&view.held_target[3 * i], &view.position[3 * i], 3 * sizeof(ClothReal));
        }
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.inverse_mass[i] == 0) {
            view.held_list[listed++] = i;
        }
    }
    for (int32_t k = listed; k < view.counts.particle; k++) {
        view.held_list[k] = -1;
    }
    state->tally.held = listed;
    return CLOTH_OK;
}

/* What the search works on; one clean-up frees it all. */
typedef struct Search {
    double *length;   /* (edges) */
    double *distance; /* (particles) */
    int32_t *nearest; /* (particles) */
} Search;

static void search_free(Search *search) {
    free(search->length);
    free(search->distance);
    free(search->nearest);
}

/* Stretch rows come first in the table. */
static int32_t count_edges(const ClothView *view) {
    int32_t edges = 0;
    while (edges < view->counts.row && view->row_kind[edges] == CLOTH_ROW_STRETCH) {
        edges++;
    }
    return edges;
}

static ClothStatus find_nearest(const ClothView *view, Search *search, ClothError *error) {
    const size_t n = (size_t)view->counts.particle;
    const int32_t edges = count_edges(view);
    *search = (Search){.length = malloc(((size_t)edges + 1) * sizeof(double)),
                       .distance = malloc(n * sizeof(double)),
                       .nearest = malloc(n * sizeof(int32_t))};
    if (search->length == NULL || search->distance == NULL || search->nearest == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory measuring along %d particles",
                          (int)n);
    }
    for (int32_t r = 0; r < edges; r++) {
        search->length[r] = (double)view->slot_rest[view->row_slot[2 * r]];
    }
    const ClothPatch patch = {.particle_count = view->counts.particle,
                              .edge_count = edges,
                              .edge = view->row_particle,
                              .length = search->length,
                              .triangle_count = view->counts.triangle,
                              .triangle = view->triangle_particle};
    return cloth_geodesic(&patch, view->held_list, view->tally.held, search->distance,
                          search->nearest, error);
}

/* Where particle i's hold changes, what was built up against the old one means nothing. */
static void hang_from(const ClothView *view, int32_t i, int32_t hold) {
    if (hold == view->hold[i]) {
        return;
    }
    view->hold[i] = hold;
    view->tether_multiplier[i] = 0;
    view->leash_multiplier[i] = 0;
    view->leash_radius[i] = (ClothReal)INFINITY;
    for (int k = 0; k < 3; k++) {
        const double from = hold < 0 ? 0.0 : (double)view->rest[3 * hold + k];
        view->leash_offset[3 * i + k] =
            hold < 0 ? 0 : (ClothReal)((double)view->rest[3 * i + k] - from);
    }
}

ClothStatus cloth_measure_holds(ClothState *state, const ClothMaterial *material,
                                ClothError *error) {
    const ClothView view = cloth_view(state);
    Search search = {0};
    const ClothStatus status = find_nearest(&view, &search, error);
    if (status == CLOTH_OK) {
        for (int32_t i = 0; i < view.counts.particle; i++) {
            view.hold_distance[i] = (ClothReal)search.distance[i];
            if (search.nearest[i] != view.hold[i] || view.inverse_mass[i] == 0) {
                cloth_rescue_forget(state, i);
            }
            hang_from(&view, i, search.nearest[i]);
        }
        cloth_fit_tethers(state, material);
        cloth_fit_leashes(state, material->slack);
    }
    search_free(&search);
    return status;
}

/* How far particle i is from a point `offset` (NULL: 0) off its hold [m]. */
static double hold_gap(const ClothView *view, int32_t i, const ClothReal *offset) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double off = offset == NULL ? 0.0 : (double)offset[3 * i + k];
        const double d = (double)view->position[3 * i + k] -
                         ((double)view->position[3 * view->hold[i] + k] + off);
        squared += d * d;
    }
    return sqrt(squared);
}

static bool hangs(const ClothView *view, int32_t i) {
    return view->hold[i] >= 0 && view->inverse_mass[i] > 0;
}

void cloth_fit_tethers(ClothState *state, const ClothMaterial *material) {
    const ClothView view = cloth_view(state);
    state->tally.tether = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double radius = INFINITY;
        if (material->tethered && hangs(&view, i)) {
            radius =
                fmax(cloth_tether_length((double)view.hold_distance[i]), hold_gap(&view, i, NULL));
            radius = fmin(radius, CLOTH_REAL_LARGE); /* infinite is none; out of all range is one */
            state->tally.tether++;
        } else {
            view.tether_penalty[i] = 0;
            view.tether_multiplier[i] = 0;
        }
        view.tether_radius[i] = (ClothReal)radius;
    }
}

/* How fast particle i goes away from the centre of its leash, 0 when it does not [m/s]: stopped at
 * once by a leash that was not there before, it would feel v over a substep. */
static double leaving(const ClothView *view, int32_t i, double gap) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        const int32_t at = 3 * view->hold[i] + k;
        const double d = (double)view->position[3 * i + k] -
                         ((double)view->position[at] + (double)view->leash_offset[3 * i + k]);
        sum += d * ((double)view->velocity[3 * i + k] - (double)view->velocity[at]);
    }
    return gap > 0.0 && sum > 0.0 ? fmin(sum / gap, (double)CLOTH_REAL_LARGE) : 0.0;
}

/* A leash that is to let out goes on from its radius; one that is to come in does so at once as far as
 * its particle, because it acts on nothing on the way. One that was not there, and that its particle
 * would soon run into, starts at it, to slow it down in time. */
static void fit_leash(const ClothView *view, int32_t i, double length) {
    const double was = (double)view->leash_radius[i];
    const double from = was < length ? was : length;
    const double gap = hold_gap(view, i, view->leash_offset);
    const double rate = leaving(view, i, gap);
    const bool soon = was == INFINITY && rate > 0.0 && gap + rate * CLOTH_LEASH_CLOSING_S > length;
    const double radius = fmin(soon ? gap : fmax(from, gap), CLOTH_REAL_LARGE);
    view->leash_rate[i] = (ClothReal)(gap >= radius ? rate : 0.0);
    view->leash_start[i] = (ClothReal)radius;
    view->leash_radius[i] = (ClothReal)radius;
}

void cloth_fit_leashes(ClothState *state, double slack) {
    const ClothView view = cloth_view(state);
    bool moves = false;
    state->slack = slack;
    state->tally.leash = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (slack < 1.0 && hangs(&view, i)) {
            const double length = 2.0 * slack * (double)view.hold_distance[i];
            fit_leash(&view, i, length);
            moves = moves || view.leash_radius[i] != (ClothReal)length;
            state->tally.leash++;
        } else {
            view.leash_penalty[i] = 0;
            view.leash_multiplier[i] = 0;
            view.leash_rate[i] = 0;
            view.leash_start[i] = (ClothReal)INFINITY;
            view.leash_radius[i] = (ClothReal)INFINITY;
        }
    }
    state->leash_age_s = moves ? 0.0 : CLOTH_LEASH_CLOSING_S;
}

/* Whoever changes a cloth changes a copy, and keeps it when all went well. */
static ClothStatus replace(ClothState *state, ClothState *changed, ClothStatus status) {
    if (status == CLOTH_OK) {
        memcpy(state, changed, cloth_bytes(state));
    }
    cloth_destroy(changed);
    return status;
}

static ClothStatus start_change(const ClothState *state, const ClothMaterial *material,
                                ClothState **changed, ClothError *error) {
    *changed = NULL;
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "not a cloth state of this build");
    }
    const ClothStatus status = cloth_material_check(material, error);
    if (status == CLOTH_OK) {
        *changed = cloth_copy(state);
        if (*changed == NULL) {
            return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory changing a cloth");
        }
    }
    return status;
}

static ClothStatus apply(ClothState *state, const ClothMaterial *material, ClothError *error) {
    cloth_apply_material(state, material);
    const ClothView view = cloth_view(state);
    return cloth_check_rows_stored(&view, material, error);
}

ClothStatus cloth_hold(ClothState *state, const ClothMaterial *material, const int32_t *held,
                       int32_t held_count, ClothError *error) {
    ClothState *changed;
    ClothStatus status = start_change(state, material, &changed, error);
    if (status == CLOTH_OK) {
        status = cloth_mark_held(changed, held, held_count, error);
    }
    if (status == CLOTH_OK) {
        status = apply(changed, material, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_measure_holds(changed, material, error);
    }
    return replace(state, changed, status);
}

ClothStatus cloth_set_material(ClothState *state, const ClothMaterial *material,
                               ClothError *error) {
    ClothState *changed;
    ClothStatus status = start_change(state, material, &changed, error);
    if (status == CLOTH_OK) {
        status = apply(changed, material, error);
    }
    if (status == CLOTH_OK) {
        cloth_fit_tethers(changed, material);
        cloth_fit_leashes(changed, material->slack);
    }
    return replace(state, changed, status);
}
