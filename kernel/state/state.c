#include "state/state.h"

#include "math/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t align_up(uint64_t bytes) {
    return (bytes + CLOTH_STATE_ALIGNMENT - 1) / CLOTH_STATE_ALIGNMENT * CLOTH_STATE_ALIGNMENT;
}

static uint64_t array_bytes(int32_t length, uint64_t components, uint64_t size) {
    return align_up((uint64_t)length * components * size);
}

/* Counts are below 2^31 and a field is at most 12 components of 8 bytes: no sum here overflows. */
uint64_t cloth_block_bytes(const ClothCounts *counts) {
    uint64_t bytes = align_up(sizeof(ClothState));
#define CLOTH_ADD_BYTES(name, type, count, components, unit, what)                                 \
    bytes += array_bytes(counts->count, components, sizeof(type));
    CLOTH_FIELD_LIST(CLOTH_ADD_BYTES)
#undef CLOTH_ADD_BYTES
    return bytes;
}

ClothState *cloth_allocate(const ClothCounts *counts) {
    const uint64_t bytes = cloth_block_bytes(counts);
    if (bytes > SIZE_MAX) {
        return NULL;
    }
    ClothState *state = aligned_alloc(CLOTH_STATE_ALIGNMENT, (size_t)bytes);
    if (state != NULL) {
        memset(state, 0, (size_t)bytes); /* padding too: it is hashed */
        state->magic = CLOTH_STATE_MAGIC;
        state->version = CLOTH_STATE_VERSION;
        state->real_bytes = sizeof(ClothReal);
        state->bytes = bytes;
        state->counts = *counts;
    }
    return state;
}

ClothView cloth_view(const ClothState *state) {
    ClothView view = {.counts = state->counts, .tally = state->tally};
    /* The block is the caller's to write; const only says that making a view writes nothing. */
    char *cursor = (char *)(uintptr_t)state + align_up(sizeof(ClothState));
#define CLOTH_VIEW_POINTER(name, type, count, components, unit, what)                              \
    view.name = (type *)(void *)cursor;                                                            \
    cursor += array_bytes(state->counts.count, components, sizeof(type));
    CLOTH_FIELD_LIST(CLOTH_VIEW_POINTER)
#undef CLOTH_VIEW_POINTER
    return view;
}

bool cloth_check_header(const ClothState *state) {
    return state != NULL && state->magic == CLOTH_STATE_MAGIC &&
           state->version == CLOTH_STATE_VERSION && state->real_bytes == sizeof(ClothReal);
}

#define CLOTH_TYPE_IS_REAL(type) _Generic((type)0, ClothReal : 1, default : 0)

bool cloth_field(const ClothState *state, int32_t k, ClothField *field) {
    uint64_t offset = align_up(sizeof(ClothState));
    int32_t index = 0;
#define CLOTH_DESCRIBE(field_name, type, field_count, columns, field_unit, field_what)             \
    if (index++ == k) {                                                                            \
        *field = (ClothField){.name = #field_name,                                                 \
                              .count = #field_count,                                               \
                              .unit = field_unit,                                                  \
                              .what = field_what,                                                  \
                              .offset = offset,                                                    \
                              .length = state->counts.field_count,                                 \
                              .components = columns,                                               \
                              .is_real = CLOTH_TYPE_IS_REAL(type)};                                \
        return true;                                                                               \
    }                                                                                              \
    offset += array_bytes(state->counts.field_count, columns, sizeof(type));
    CLOTH_FIELD_LIST(CLOTH_DESCRIBE)
#undef CLOTH_DESCRIBE
    return false;
}

void cloth_destroy(ClothState *state) {
    free(state);
}

size_t cloth_bytes(const ClothState *state) {
    return (size_t)state->bytes;
}

ClothState *cloth_copy(const ClothState *state) {
    ClothState *copy = aligned_alloc(CLOTH_STATE_ALIGNMENT, cloth_bytes(state));
    if (copy != NULL) {
        memcpy(copy, state, cloth_bytes(state));
    }
    return copy;
}

uint64_t cloth_hash(const ClothState *state) {
    /* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
    const unsigned char *byte = (const unsigned char *)state;
    uint64_t hash = 14695981039346656037u;
    for (size_t k = 0; k < cloth_bytes(state); k++) {
        hash = (hash ^ byte[k]) * 1099511628211u;
    }
    return hash;
}

size_t cloth_differing_bytes(const ClothState *a, const ClothState *b, const char **first_field) {
    const char *first = NULL;
    size_t differing = 0;
    if (a->bytes != b->bytes || memcmp(&a->counts, &b->counts, sizeof a->counts) != 0) {
        first = "counts";
        differing = cloth_bytes(a) > cloth_bytes(b) ? cloth_bytes(a) : cloth_bytes(b);
    } else {
        const unsigned char *left = (const unsigned char *)a;
        const unsigned char *right = (const unsigned char *)b;
        size_t first_byte = cloth_bytes(a);
        for (size_t k = cloth_bytes(a); k-- > 0;) {
            if (left[k] != right[k]) {
                differing++;
                first_byte = k;
            }
        }
        if (differing > 0) {
            first = "header";
            ClothField field;
            for (int32_t k = 0; cloth_field(a, k, &field) && field.offset <= first_byte; k++) {
                first = field.name;
            }
        }
    }
    if (first_field != NULL) {
        *first_field = first;
    }
    return differing;
}

void cloth_contact_clear(const ClothView *view, int32_t slot) {
    view->contact_collider[slot] = -1;
    view->contact_penalty[slot] = 0;
    view->contact_multiplier[slot] = 0;
    view->contact_allowed[slot] = 0;
    for (int k = 0; k < 3; k++) {
        view->contact_anchor[3 * slot + k] = 0;
        view->contact_friction[3 * slot + k] = 0;
    }
}

void cloth_list_touched(ClothState *state) {
    const ClothView view = cloth_view(state);
    int32_t listed = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.contact_collider[CLOTH_CONTACT_SLOTS * i] >= 0) {
            view.touched_list[listed++] = i;
        }
    }
    state->tally.touched = listed;
    for (int32_t k = listed; k < view.counts.particle; k++) {
        view.touched_list[k] = -1;
    }
}

void cloth_contacts_forget(ClothState *state) {
    const ClothView view = cloth_view(state);
    for (int32_t slot = 0; slot < view.counts.contact; slot++) {
        cloth_contact_clear(&view, slot);
    }
    cloth_list_touched(state);
    state->tally.crowded = 0;
}

void cloth_rescue_forget(ClothState *state, int32_t i) {
    const ClothView view = cloth_view(state);
    state->tally.stuck -= view.stuck_s[i] > 0;
    state->tally.rescue -= view.rescue_s[i] < INFINITY;
    view.stuck_s[i] = 0;
    view.rescue_s[i] = (ClothReal)INFINITY;
}

void cloth_rescues_forget(ClothState *state) {
    for (int32_t i = 0; i < state->counts.particle; i++) {
        cloth_rescue_forget(state, i);
    }
}

int32_t cloth_particle_count(const ClothState *state) {
    return state->counts.particle;
}

int64_t cloth_steps_taken(const ClothState *state) {
    return state->steps_taken;
}

/* stored -> graph numbering */
static void copy_out(const ClothView *view, const ClothReal *stored, double *graph) {
    for (int32_t i = 0; i < view->counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            graph[3 * view->graph_index[i] + k] = stored[3 * i + k];
        }
    }
}

static ClothStatus check_vectors(const ClothState *state, const double *graph, const char *what,
                                 ClothError *error) {
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "not a cloth state of this build");
    }
    for (int32_t i = 0; i < state->counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            const ClothReal value = (ClothReal)graph[3 * i + k];
            if (!isfinite(value)) {
                return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                                  "%s of particle %d is %g in component %d; must be finite", what,
                                  (int)i, graph[3 * i + k], k);
            }
        }
    }
    return CLOTH_OK;
}

/* graph -> stored numbering */
static void copy_in(const ClothView *view, const double *graph, ClothReal *stored) {
    for (int32_t i = 0; i < view->counts.particle; i++) {
        for (int k = 0; k < 3; k++) {
            stored[3 * i + k] = (ClothReal)graph[3 * view->graph_index[i] + k];
        }
    }
}

void cloth_positions(const ClothState *state, double *position) {
    const ClothView view = cloth_view(state);
    copy_out(&view, view.position, position);
}

void cloth_velocities(const ClothState *state, double *velocity) {
    const ClothView view = cloth_view(state);
    copy_out(&view, view.velocity, velocity);
}

ClothStatus cloth_set_positions(ClothState *state, const double *position, ClothError *error) {
    const ClothStatus status = check_vectors(state, position, "position", error);
    if (status == CLOTH_OK) {
        const ClothView view = cloth_view(state);
        copy_in(&view, position, view.position);
        copy_in(&view, position, view.previous);
        copy_in(&view, position, view.held_target);
        cloth_contacts_forget(state);
        cloth_rescues_forget(state);
    }
    return status;
}

ClothStatus cloth_set_targets(ClothState *state, const double *target, ClothError *error) {
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "not a cloth state of this build");
    }
    const ClothView view = cloth_view(state);
    for (int32_t h = 0; h < view.tally.held; h++) {
        const int32_t from = view.graph_index[view.held_list[h]];
        for (int k = 0; k < 3; k++) {
            if (!isfinite((ClothReal)target[3 * from + k])) {
                return cloth_fail(
                    error, CLOTH_BAD_ARGUMENT,
                    "target of held particle %d is %g in component %d; must be finite", (int)from,
                    target[3 * from + k], k);
            }
        }
    }
    for (int32_t h = 0; h < view.tally.held; h++) {
        const int32_t i = view.held_list[h];
        for (int k = 0; k < 3; k++) {
            view.held_target[3 * i + k] = (ClothReal)target[3 * view.graph_index[i] + k];
        }
    }
    return CLOTH_OK;
}

void cloth_distances(const ClothState *state, double *distance) {
    const ClothView view = cloth_view(state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        distance[view.graph_index[i]] = (double)view.hold_distance[i];
    }
}

ClothStatus cloth_set_velocities(ClothState *state, const double *velocity, ClothError *error) {
    const ClothStatus status = check_vectors(state, velocity, "velocity", error);
    if (status == CLOTH_OK) {
        const ClothView view = cloth_view(state);
        copy_in(&view, velocity, view.velocity);
    }
    return status;
}
