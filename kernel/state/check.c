/*
 * check.c: whether a block that came from outside, such as a file, can be stepped safely.
 *
 * Safely: a block that passes never makes a step read or write outside it, whatever its moving
 * parts (positions, velocities, penalties, multipliers) hold; those may be anything, and a step
 * names what is not finite. What never changes after building is checked against itself, so that a
 * block of mixed-up rows is refused and not simulated.
 */
#include "graph/graph.h"
#include "math/error.h"
#include "state/state.h"

#include <math.h>

static ClothStatus check_range(const char *name, const int32_t *value, int64_t length,
                               int32_t least, int32_t most, ClothError *error) {
    for (int64_t k = 0; k < length; k++) {
        if (value[k] < least || value[k] > most) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "%s[%lld] is %d; must be %d to %d", name,
                              (long long)k, (int)value[k], (int)least, (int)most);
        }
    }
    return CLOTH_OK;
}

/* Offsets rise from 0 to the length they index. */
static ClothStatus check_offsets(const char *name, const int32_t *offset, int32_t length,
                                 int32_t last, ClothError *error) {
    for (int32_t k = 0; k < length; k++) {
        const int32_t before = k == 0 ? 0 : offset[k - 1];
        const int32_t most = k == 0 ? 0 : last;
        if (offset[k] < before || offset[k] > most) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "%s[%d] is %d; must be %d to %d", name,
                              (int)k, (int)offset[k], (int)before, (int)most);
        }
    }
    if (offset[length - 1] != last) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "%s ends at %d; must end at %d", name,
                          (int)offset[length - 1], (int)last);
    }
    return CLOTH_OK;
}

static ClothStatus check_counts(const ClothCounts *counts, ClothError *error) {
    const struct {
        const char *name;
        int64_t value;
        int64_t least;
        int64_t most;
    } list[] = {
        {"particle", counts->particle, 1, CLOTH_PARTICLES_MAX},
        {"particle_end", counts->particle_end, (int64_t)counts->particle + 1,
         (int64_t)counts->particle + 1},
        {"row", counts->row, 0, 2 * CLOTH_GRAPH_ITEMS_MAX},
        {"slot", counts->slot, 2 * (int64_t)counts->row, 2 * (int64_t)counts->row},
        {"bend", counts->bend, 0, CLOTH_GRAPH_ITEMS_MAX},
        {"couple", counts->couple, 0, 12 * (int64_t)counts->bend},
        {"link", counts->link, (int64_t)counts->slot + counts->couple,
         (int64_t)counts->slot + counts->couple},
        {"triangle", counts->triangle, 0, CLOTH_GRAPH_ITEMS_MAX},
        {"contact", counts->contact, CLOTH_CONTACT_SLOTS * (int64_t)counts->particle,
         CLOTH_CONTACT_SLOTS * (int64_t)counts->particle},
        {"collider", counts->collider, CLOTH_COLLIDERS_MAX, CLOTH_COLLIDERS_MAX},
        {"colour_end", counts->colour_end, 2, (int64_t)counts->particle + 1},
    };
    ClothStatus status = CLOTH_OK;
    for (size_t k = 0; status == CLOTH_OK && k < sizeof list / sizeof list[0]; k++) {
        if (list[k].value < list[k].least || list[k].value > list[k].most) {
            status = cloth_fail(error, CLOTH_BAD_BLOCK, "count of %s is %lld; must be %lld to %lld",
                                list[k].name, (long long)list[k].value, (long long)list[k].least,
                                (long long)list[k].most);
        }
    }
    return status;
}

static ClothStatus check_header(const ClothState *state, size_t bytes, ClothError *error) {
    if (state->magic == CLOTH_STATE_MAGIC && state->real_bytes != sizeof(ClothReal)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "the block stores reals of %u bytes; this build stores %zu",
                          (unsigned)state->real_bytes, sizeof(ClothReal));
    }
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "magic %08x version %u; this build writes %08x version %u",
                          (unsigned)state->magic, (unsigned)state->version, CLOTH_STATE_MAGIC,
                          CLOTH_STATE_VERSION);
    }
    if (state->reserved != 0 || state->steps_taken < 0) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "reserved is %u and steps_taken %lld; must be 0, and 0 or more",
                          (unsigned)state->reserved, (long long)state->steps_taken);
    }
    if (!(state->slack >= 0.0 && state->slack <= 1.0) ||
        !(state->leash_age_s >= 0.0 && state->leash_age_s <= CLOTH_LEASH_CLOSING_S)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "slack is %g and leash_age_s %g; must be 0 to 1, and 0 to %g",
                          state->slack, state->leash_age_s, CLOTH_LEASH_CLOSING_S);
    }
    if (!(state->thickness_m >= 0.0 && state->thickness_m <= CLOTH_THICKNESS_MAX_M) ||
        state->rescues < 0) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "thickness_m is %g and rescues %lld; must be 0 to %g, and 0 or more",
                          state->thickness_m, (long long)state->rescues, CLOTH_THICKNESS_MAX_M);
    }
    if (!(state->substep_s >= 0.0 && state->substep_s < INFINITY)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "substep_s is %g; must be finite, 0 or more",
                          state->substep_s);
    }
    const ClothStatus status = check_counts(&state->counts, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const uint64_t expected = cloth_block_bytes(&state->counts);
    if (state->bytes != bytes || expected != bytes) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "the block has %zu bytes, says %llu, and its counts need %llu", bytes,
                          (unsigned long long)state->bytes, (unsigned long long)expected);
    }
    return CLOTH_OK;
}

static ClothStatus check_all_offsets(const ClothView *view, ClothError *error) {
    const ClothCounts *n = &view->counts;
    ClothStatus status =
        check_offsets("colour_offset", view->colour_offset, n->colour_end, n->particle, error);
    if (status == CLOTH_OK) {
        status = check_offsets("slot_offset", view->slot_offset, n->particle_end, n->slot, error);
    }
    if (status == CLOTH_OK) {
        status =
            check_offsets("couple_offset", view->couple_offset, n->particle_end, n->couple, error);
    }
    return status;
}

static ClothStatus check_indices(const ClothView *view, ClothError *error) {
    const ClothCounts *n = &view->counts;
    const int32_t last = n->particle - 1;
    const struct {
        const char *name;
        const int32_t *value;
        int64_t length;
        int32_t least;
        int32_t most;
    } list[] = {
        {"graph_index", view->graph_index, n->particle, 0, last},
        {"stored_index", view->stored_index, n->particle, 0, last},
        {"slot_neighbour", view->slot_neighbour, n->slot, 0, last},
        {"row_particle", view->row_particle, 2 * (int64_t)n->row, 0, last},
        {"row_slot", view->row_slot, 2 * (int64_t)n->row, 0, n->slot - 1},
        {"row_kind", view->row_kind, n->row, CLOTH_ROW_STRETCH, CLOTH_ROW_SKIP},
        {"bend_particle", view->bend_particle, 4 * (int64_t)n->bend, -1, last},
        {"bend_link", view->bend_link, 12 * (int64_t)n->bend, -1, n->link - 1},
        {"couple_neighbour", view->couple_neighbour, n->couple, 0, last},
        {"held_list", view->held_list, n->particle, -1, last},
        {"touched_list", view->touched_list, n->particle, -1, last},
        {"hold", view->hold, n->particle, -1, last},
        {"triangle_particle", view->triangle_particle, 3 * (int64_t)n->triangle, 0, last},
        {"collider_kind", view->collider_kind, n->collider, CLOTH_SPHERE, CLOTH_HALF_SPACE},
    };
    ClothStatus status = CLOTH_OK;
    for (size_t k = 0; status == CLOTH_OK && k < sizeof list / sizeof list[0]; k++) {
        status = check_range(list[k].name, list[k].value, list[k].length, list[k].least,
                             list[k].most, error);
    }
    for (int32_t i = 0; status == CLOTH_OK && i < n->particle; i++) {
        if (view->stored_index[view->graph_index[i]] != i) {
            status = cloth_fail(
                error, CLOTH_BAD_BLOCK, "stored_index[%d] is %d; must be %d, as graph_index has it",
                (int)view->graph_index[i], (int)view->stored_index[view->graph_index[i]], (int)i);
        }
    }
    return status;
}

/* The reals that no step names when they are wrong: masses, rest lengths, stiffnesses, weights, and what
 * one-sided rows are measured from. */
static ClothStatus check_reals(const ClothView *view, ClothError *error) {
    const ClothCounts *n = &view->counts;
    const double tiny = CLOTH_REAL_TINY;
    const struct {
        const char *name;
        const ClothReal *value;
        int64_t length;
        double least;
        double most;
    } list[] = {
        {"mass", view->mass, n->particle, tiny, CLOTH_REAL_LARGE},
        {"inverse_mass", view->inverse_mass, n->particle, 0.0, CLOTH_REAL_LARGE},
        {"step_cap", view->step_cap, n->particle, tiny, INFINITY},
        {"rest", view->rest, 3 * (int64_t)n->particle, -CLOTH_REAL_LARGE, CLOTH_REAL_LARGE},
        {"slot_rest", view->slot_rest, n->slot, tiny, CLOTH_REAL_LARGE},
        {"slot_inertia", view->slot_inertia, n->slot, 0.0, CLOTH_REAL_LARGE},
        {"hold_distance", view->hold_distance, n->particle, 0.0, INFINITY},
        {"tether_radius", view->tether_radius, n->particle, 0.0, INFINITY},
        {"leash_offset", view->leash_offset, 3 * (int64_t)n->particle, -CLOTH_REAL_LARGE,
         CLOTH_REAL_LARGE},
        {"leash_start", view->leash_start, n->particle, 0.0, INFINITY},
        {"leash_rate", view->leash_rate, n->particle, 0.0, CLOTH_REAL_LARGE},
        {"leash_radius", view->leash_radius, n->particle, 0.0, INFINITY},
        {"limit_rest", view->limit_rest, n->slot, tiny, INFINITY},
        {"limit_inertia", view->limit_inertia, n->slot, 0.0, CLOTH_REAL_LARGE},
        {"row_stiffness", view->row_stiffness, n->row, 0.0, INFINITY},
        {"bend_weight", view->bend_weight, 4 * (int64_t)n->bend, -CLOTH_REAL_LARGE,
         CLOTH_REAL_LARGE},
        {"bend_scale", view->bend_scale, n->bend, 0.0, INFINITY},
        {"bend_stiffness", view->bend_stiffness, n->bend, 0.0, INFINITY},
        {"bend_inertia", view->bend_inertia, n->bend, 0.0, CLOTH_REAL_LARGE},
        {"collider_size", view->collider_size, 3 * (int64_t)n->collider, 0.0, CLOTH_REAL_LARGE},
        {"collider_friction", view->collider_friction, n->collider, 0.0, CLOTH_FRICTION_MAX},
        {"collider_inflation", view->collider_inflation, n->collider, 0.0, CLOTH_REAL_LARGE},
        {"stuck_s", view->stuck_s, n->particle, 0.0, CLOTH_REAL_LARGE},
        {"rescue_s", view->rescue_s, n->particle, 0.0, INFINITY},
    };
    for (size_t f = 0; f < sizeof list / sizeof list[0]; f++) {
        for (int64_t k = 0; k < list[f].length; k++) {
            const double value = (double)list[f].value[k];
            if (!(value >= list[f].least && value <= list[f].most)) {
                return cloth_fail(error, CLOTH_BAD_BLOCK, "%s[%lld] is %g; must be %g to %g",
                                  list[f].name, (long long)k, value, list[f].least, list[f].most);
            }
        }
    }
    return CLOTH_OK;
}

/* Both ends of a row lie in its particles' slots, and tell the same of it. */
static ClothStatus check_rows(const ClothView *view, ClothError *error) {
    for (int32_t r = 0; r < view->counts.row; r++) {
        const int32_t *end = &view->row_particle[2 * r];
        const int32_t *slot = &view->row_slot[2 * r];
        bool whole = view->slot_rest[slot[0]] == view->slot_rest[slot[1]] &&
                     view->slot_inertia[slot[0]] == view->slot_inertia[slot[1]] &&
                     view->limit_rest[slot[0]] == view->limit_rest[slot[1]] &&
                     view->limit_inertia[slot[0]] == view->limit_inertia[slot[1]] &&
                     (view->limit_rest[slot[0]] < INFINITY) == (view->limit_inertia[slot[0]] > 0);
        for (int e = 0; e < 2; e++) {
            whole = whole && slot[e] >= view->slot_offset[end[e]] &&
                    slot[e] < view->slot_offset[end[e] + 1] &&
                    view->slot_neighbour[slot[e]] == end[1 - e];
        }
        if (!whole) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "row %d joins stored particles %d and %d through slots %d and %d, "
                              "which are not theirs or not alike",
                              (int)r, (int)end[0], (int)end[1], (int)slot[0], (int)slot[1]);
        }
    }
    return CLOTH_OK;
}

/* Whether a link leads from i to j: a slot of i, or a couple of i past the slots. */
static bool leads(const ClothView *view, int32_t link, int32_t i, int32_t j) {
    const int32_t couple = link - view->counts.slot;
    if (link < 0) {
        return false;
    }
    if (couple < 0) {
        return link >= view->slot_offset[i] && link < view->slot_offset[i + 1] &&
               view->slot_neighbour[link] == j;
    }
    return couple >= view->couple_offset[i] && couple < view->couple_offset[i + 1] &&
           view->couple_neighbour[couple] == j;
}

/* Particles from the front, -1 behind them, and a link for each ordered pair of them. */
static bool is_bend_whole(const ClothView *view, int32_t s) {
    const int32_t *particle = &view->bend_particle[4 * s];
    bool whole = particle[0] >= 0 && particle[1] >= 0;
    int32_t pair = 12 * s;
    for (int a = 0; a < 4; a++) {
        whole = whole && (a == 0 || particle[a] < 0 || particle[a - 1] >= 0);
        for (int b = 0; b < 4; b++) {
            if (a == b) {
                continue;
            }
            const int32_t link = view->bend_link[pair++];
            const bool used = particle[a] >= 0 && particle[b] >= 0;
            whole = whole && (used ? leads(view, link, particle[a], particle[b]) : link == -1);
        }
    }
    return whole;
}

static ClothStatus check_bends(const ClothView *view, ClothError *error) {
    int32_t hard = 0;
    for (int32_t s = 0; s < view->counts.bend; s++) {
        hard += isinf((double)view->bend_stiffness[s]) ? 1 : 0;
        if (!is_bend_whole(view, s)) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "bend row %d has gaps in its particles, or links that lead elsewhere",
                              (int)s);
        }
    }
    if (hard != view->tally.hard_bend) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "tally of hard_bend is %d; must be %d",
                          (int)view->tally.hard_bend, (int)hard);
    }
    return CLOTH_OK;
}

static ClothStatus check_tally(const char *name, int32_t told, int64_t counted, ClothError *error) {
    if (told != counted) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "tally of %s is %d; must be %lld", name,
                          (int)told, (long long)counted);
    }
    return CLOTH_OK;
}

/* The held particles are those of no inverse mass, rising, and nothing follows them. */
static ClothStatus check_held_list(const ClothView *view, ClothError *error) {
    int32_t held = 0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0 && view->held_list[held++] != i) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "held_list[%d] is %d; must be %d, whose inverse mass is 0",
                              (int)held - 1, (int)view->held_list[held - 1], (int)i);
        }
    }
    for (int32_t k = held; k < view->counts.particle; k++) {
        if (view->held_list[k] != -1) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "held_list[%d] is %d; must be -1", (int)k,
                              (int)view->held_list[k]);
        }
    }
    return check_tally("held", view->tally.held, held, error);
}

/* A particle hangs from a held one or from none; only one that does has a tether or a leash. */
static ClothStatus check_holds(const ClothView *view, ClothError *error) {
    int64_t tethers = 0;
    int64_t leashes = 0;
    int64_t limits = 0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const int32_t hold = view->hold[i];
        const bool tether = view->tether_radius[i] < INFINITY;
        const bool leash = view->leash_radius[i] < INFINITY;
        const bool hangs = hold >= 0 && view->inverse_mass[i] > 0;
        if ((hold >= 0) != (view->hold_distance[i] < INFINITY) ||
            (hold >= 0 && view->inverse_mass[hold] != 0) || ((tether || leash) && !hangs)) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "hold of stored particle %d is %d, %g m away; tether %g m, leash "
                              "%g m: only what hangs from a held particle has them",
                              (int)i, (int)hold, (double)view->hold_distance[i],
                              (double)view->tether_radius[i], (double)view->leash_radius[i]);
        }
        tethers += tether;
        leashes += leash;
    }
    for (int32_t r = 0; r < view->counts.row; r++) {
        limits += view->limit_inertia[view->row_slot[2 * r]] > 0;
    }
    ClothStatus status = check_held_list(view, error);
    if (status == CLOTH_OK) {
        status = check_tally("tether", view->tally.tether, tethers, error);
    }
    if (status == CLOTH_OK) {
        status = check_tally("leash", view->tally.leash, leashes, error);
    }
    return status == CLOTH_OK ? check_tally("limit", view->tally.limit, limits, error) : status;
}

/* Every contact is with a collider of the table, a particle's from its first slot up, each once. */
static ClothStatus check_slots_of(const ClothView *view, int32_t i, ClothError *error) {
    const int32_t *slot = &view->contact_collider[CLOTH_CONTACT_SLOTS * i];
    for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
        bool whole = slot[s] >= -1 && slot[s] < view->tally.collider;
        if (s > 0) {
            whole = whole && (slot[s] < 0 || slot[s] > slot[s - 1]) &&
                    (slot[s] < 0 || slot[s - 1] >= 0);
        }
        if (!whole) {
            return cloth_fail(
                error, CLOTH_BAD_BLOCK,
                "contact_collider[%lld] is %d; a particle's slots must rise, below the %d "
                "colliders there are, then be -1",
                (long long)CLOTH_CONTACT_SLOTS * i + s, (int)slot[s], (int)view->tally.collider);
        }
    }
    return CLOTH_OK;
}

/* What hangs from nothing has no animated position to be taken to. */
static ClothStatus check_contacts(const ClothView *view, ClothError *error) {
    int64_t touched = 0;
    int64_t backstops = 0;
    int64_t rescues = 0;
    int64_t stuck = 0;
    if (view->tally.collider < 0 || view->tally.collider > CLOTH_COLLIDERS_MAX) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "tally of collider is %d; must be 0 to %d",
                          (int)view->tally.collider, CLOTH_COLLIDERS_MAX);
    }
    for (int32_t i = 0; i < view->counts.particle; i++) {
        const ClothReal *normal = &view->backstop_normal[3 * i];
        const ClothStatus status = check_slots_of(view, i, error);
        if (status != CLOTH_OK) {
            return status;
        }
        if (view->contact_collider[CLOTH_CONTACT_SLOTS * i] >= 0 &&
            view->touched_list[touched++] != i) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "touched_list[%d] is %d; must be %d, whose contact slots are in use",
                              (int)touched - 1, (int)view->touched_list[touched - 1], (int)i);
        }
        const bool rescued = view->rescue_s[i] < INFINITY;
        if ((rescued || view->stuck_s[i] > 0) &&
            (view->hold[i] < 0 || view->inverse_mass[i] == 0)) {
            return cloth_fail(
                error, CLOTH_BAD_BLOCK,
                "stored particle %d is stuck for %g s, its rescue %g s old, and hangs "
                "from nothing",
                (int)i, (double)view->stuck_s[i], (double)view->rescue_s[i]);
        }
        backstops += normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
        rescues += rescued;
        stuck += view->stuck_s[i] > 0;
    }
    for (int32_t k = (int32_t)touched; k < view->counts.particle; k++) {
        if (view->touched_list[k] != -1) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "touched_list[%d] is %d; must be -1", (int)k,
                              (int)view->touched_list[k]);
        }
    }
    ClothStatus status = check_tally("touched", view->tally.touched, touched, error);
    if (status == CLOTH_OK) {
        status = check_tally("backstop", view->tally.backstop, backstops, error);
    }
    if (status == CLOTH_OK) {
        status = check_tally("stuck", view->tally.stuck, stuck, error);
    }
    return status == CLOTH_OK ? check_tally("rescue", view->tally.rescue, rescues, error) : status;
}

/* Handles rise, from 1, and nothing is left of a place that nobody has. */
static ClothStatus check_colliders(const ClothView *view, ClothError *error) {
    uint64_t before = 0;
    for (int32_t c = 0; c < view->counts.collider; c++) {
        const uint64_t handle = (uint64_t)(uint32_t)view->collider_handle[2 * c + 1] << 32 |
                                (uint32_t)view->collider_handle[2 * c];
        const bool used = c < view->tally.collider;
        if (used ? handle <= before : handle != 0 || view->collider_kind[c] != 0) {
            return cloth_fail(error, CLOTH_BAD_BLOCK,
                              "collider_handle of place %d is %llu, its collider_kind %d; must "
                              "rise, from 1, and then, past the %d colliders there are, both be 0",
                              (int)c, (unsigned long long)handle, (int)view->collider_kind[c],
                              (int)view->tally.collider);
        }
        before = handle;
    }
    return CLOTH_OK;
}

/* The first of the neighbours that lies in [begin, end), -1 if none does. */
static int32_t find_inside(const int32_t *neighbour, int32_t count, int32_t begin, int32_t end) {
    for (int32_t k = 0; k < count; k++) {
        if (neighbour[k] >= begin && neighbour[k] < end) {
            return neighbour[k];
        }
    }
    return -1;
}

/* Nothing joins two particles of a colour: a sweep moves them from the same positions. */
static ClothStatus check_colours(const ClothView *view, ClothError *error) {
    for (int32_t colour = 0; colour + 1 < view->counts.colour_end; colour++) {
        const int32_t begin = view->colour_offset[colour];
        const int32_t end = view->colour_offset[colour + 1];
        for (int32_t i = begin; i < end; i++) {
            const int32_t slot = view->slot_offset[i];
            const int32_t couple = view->couple_offset[i];
            int32_t inside = find_inside(&view->slot_neighbour[slot],
                                         view->slot_offset[i + 1] - slot, begin, end);
            if (inside < 0) {
                inside = find_inside(&view->couple_neighbour[couple],
                                     view->couple_offset[i + 1] - couple, begin, end);
            }
            if (inside >= 0) {
                return cloth_fail(error, CLOTH_BAD_BLOCK,
                                  "colour %d has stored particles %d and %d, which a row joins",
                                  (int)colour, (int)i, (int)inside);
            }
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_block(const void *block, size_t bytes, ClothError *error) {
    if (block == NULL || bytes < sizeof(ClothState)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "a block of %zu bytes; a header alone has %zu",
                          bytes, sizeof(ClothState));
    }
    if ((uintptr_t)block % _Alignof(ClothState) != 0) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "the block's address is no multiple of %zu, as malloc() would give",
                          _Alignof(ClothState));
    }
    ClothStatus status = check_header(block, bytes, error);
    if (status != CLOTH_OK) {
        return status;
    }
    /* Each check may rely on those before it. */
    static ClothStatus (*const checks[])(const ClothView *, ClothError *) = {
        check_all_offsets, check_indices,  check_reals,     check_rows,   check_bends,
        check_holds,       check_contacts, check_colliders, check_colours};
    const ClothView view = cloth_view(block);
    for (size_t k = 0; status == CLOTH_OK && k < sizeof checks / sizeof checks[0]; k++) {
        status = checks[k](&view, error);
    }
    return status;
}
