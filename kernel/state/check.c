/*
 * check.c: whether a block that came from outside, such as a file, can be stepped safely.
 */
#include "math/error.h"
#include "state/state.h"

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
        int32_t value;
    } list[] = {
#define CLOTH_COUNT_ENTRY(name, what) {#name, counts->name},
        CLOTH_COUNT_LIST(CLOTH_COUNT_ENTRY)
#undef CLOTH_COUNT_ENTRY
    };
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        if (list[k].value < 0) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "count of %s is %d; must be 0 or more",
                              list[k].name, (int)list[k].value);
        }
    }
    if (counts->particle < 1 || counts->particle_end != counts->particle + 1 ||
        counts->slot != 2 * (int64_t)counts->row ||
        counts->link != (int64_t)counts->slot + counts->couple || counts->colour_end < 2 ||
        counts->hard_bend < 0 || counts->hard_bend > counts->bend) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "counts do not fit each other: %d particles, %d rows in %d slots, %d "
                          "bend rows of which %d hard, %d colour ends",
                          (int)counts->particle, (int)counts->row, (int)counts->slot,
                          (int)counts->bend, (int)counts->hard_bend, (int)counts->colour_end);
    }
    return CLOTH_OK;
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
    };
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        const ClothStatus status = check_range(list[k].name, list[k].value, list[k].length,
                                               list[k].least, list[k].most, error);
        if (status != CLOTH_OK) {
            return status;
        }
    }
    for (int32_t s = 0; s < n->bend; s++) {
        if (view->bend_particle[4 * s] < 0) {
            return cloth_fail(error, CLOTH_BAD_BLOCK, "bend row %d has no particle", (int)s);
        }
    }
    return CLOTH_OK;
}

ClothStatus cloth_check_block(const void *block, size_t bytes, ClothError *error) {
    const ClothState *state = block;
    if (block == NULL || bytes < sizeof(ClothState)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "a block of %zu bytes; a header alone has %zu",
                          bytes, sizeof(ClothState));
    }
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
    ClothStatus status = check_counts(&state->counts, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const uint64_t expected = cloth_block_bytes(&state->counts);
    if (state->bytes != bytes || expected != bytes) {
        return cloth_fail(error, CLOTH_BAD_BLOCK,
                          "the block has %zu bytes, says %llu, and its counts need %llu", bytes,
                          (unsigned long long)state->bytes, (unsigned long long)expected);
    }
    const ClothView view = cloth_view(state);
    status = check_offsets("colour_offset", view.colour_offset, view.counts.colour_end,
                           view.counts.particle, error);
    if (status == CLOTH_OK) {
        status = check_offsets("slot_offset", view.slot_offset, view.counts.particle_end,
                               view.counts.slot, error);
    }
    if (status == CLOTH_OK) {
        status = check_offsets("couple_offset", view.couple_offset, view.counts.particle_end,
                               view.counts.couple, error);
    }
    return status == CLOTH_OK ? check_indices(&view, error) : status;
}
