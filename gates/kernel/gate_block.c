/*
 * gate_block.c: a cloth is one block of memory that can be copied, moved, stored and judged.
 *
 * Pathology: a state that remembers where it lay, or that comes back from a file changed, cut or
 * corrupted, and is stepped all the same. What prevents it: the block holds no pointer; a snapshot
 * writes every field and the hash; cloth_check_block() looks at sizes, offsets and index ranges
 * before anything is followed. Scenes: cases.h, in mid-motion. Measured: 0 differing bytes after
 * copy, move and snapshot, and after 20 further steps; every index field refused by name when one
 * of its values leaves its range, or stays in it and fits nothing else. Off: a change of one bit is
 * seen, and named by its field.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, truncate */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cases.h"
#include "gate.h"
#include "math/rng.h"
#include "snapshot.h"
#include "state/state.h"

enum { HALFWAY = 20 };

static ClothState *halfway(int k, ClothStep *step) {
    ClothError error = {0};
    ClothState *state;
    ck_assert_msg(case_build(k, &state, step, &error) == CLOTH_OK, "%s", error.message);
    ck_assert_msg(case_advance(state, step, HALFWAY, &error) == CLOTH_OK, "%s", error.message);
    return state;
}

static size_t advance_and_compare(ClothState *a, ClothState *b, const ClothStep *step) {
    ck_assert(case_advance(a, step, HALFWAY, NULL) == CLOTH_OK);
    ck_assert(case_advance(b, step, HALFWAY, NULL) == CLOTH_OK);
    return cloth_differing_bytes(a, b, NULL);
}

START_TEST(copy_and_move) {
    size_t different = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        ClothStep step;
        ClothState *state = halfway(k, &step);
        ClothState *copy = cloth_copy(state);
        ck_assert(copy != NULL);
        /* Moved: what was there is gone. */
        const size_t bytes = cloth_bytes(copy);
        ClothState *moved = aligned_alloc(CLOTH_STATE_ALIGNMENT, bytes);
        ck_assert(moved != NULL);
        memcpy(moved, copy, bytes);
        memset(copy, 0xa5, bytes);
        cloth_destroy(copy);
        different += cloth_differing_bytes(state, moved, NULL);
        different += cloth_hash(state) != cloth_hash(moved);
        different += advance_and_compare(state, moved, &step);
        cloth_destroy(moved);
        cloth_destroy(state);
    }
    gate_equal("block.moved", (int64_t)different, 0, "bytes");
}
END_TEST

/* Off: every field is looked at, padding apart, and named. */
START_TEST(changed_bit_is_seen) {
    ClothStep step;
    ClothState *state = halfway(0, &step);
    int unseen = 0;
    ClothField field;
    for (int32_t f = 0; cloth_field(state, f, &field); f++) {
        ClothState *other = cloth_copy(state);
        const char *named = NULL;
        if (field.length > 0) {
            ((unsigned char *)other)[field.offset] ^= 1;
            unseen += cloth_differing_bytes(state, other, &named) != 1 || named == NULL ||
                      strcmp(named, field.name) != 0 || cloth_hash(other) == cloth_hash(state);
        }
        cloth_destroy(other);
    }
    gate_equal("block.off.unseen", unseen, 0, "fields");
    cloth_destroy(state);
}
END_TEST

START_TEST(through_a_file) {
    char folder[] = "/tmp/gate_block_XXXXXX";
    ck_assert(mkdtemp(folder) != NULL);
    char path[64];
    (void)snprintf(path, sizeof path, "%s/cloth.h5", folder);
    size_t different = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        ClothStep step;
        LabError error = {{0}};
        ClothState *state = halfway(k, &step);
        ClothState *back = NULL;
        ck_assert_msg(lab_snapshot_write(path, state, &error) == LAB_DONE, "%s", error.message);
        ck_assert_msg(lab_snapshot_read(path, &back, &error) == LAB_DONE, "%s", error.message);
        different += cloth_differing_bytes(state, back, NULL);
        different += advance_and_compare(state, back, &step);
        cloth_destroy(back);
        cloth_destroy(state);
    }
    gate_equal("block.snapshot", (int64_t)different, 0, "bytes");
    /* Cut short, it is refused by name. */
    struct stat status;
    ck_assert(stat(path, &status) == 0 && truncate(path, status.st_size / 2) == 0);
    LabError error = {{0}};
    ClothState *back = NULL;
    gate_equal("block.cut", lab_snapshot_read(path, &back, &error), LAB_BROKEN, "1");
    gate_says("block.cut.says", error.message, path);
    ck_assert(back == NULL);
    ck_assert(unlink(path) == 0 && rmdir(folder) == 0);
}
END_TEST

static void refused(const char *name, const ClothState *state, size_t bytes, const char *says) {
    ClothError error = {0};
    gate_equal(name, cloth_check_block(state, bytes, &error), CLOTH_BAD_BLOCK, "1");
    gate_says(name, error.message, says);
}

START_TEST(foreign_headers) {
    ClothStep step;
    ClothState *state = halfway(0, &step);
    const size_t bytes = cloth_bytes(state);
    ClothError error = {0};
    gate_equal("block.whole", cloth_check_block(state, bytes, &error), CLOTH_OK, "1");
    refused("block.short", state, bytes - 1, "bytes");
    refused("block.header_only", state, sizeof *state, "bytes");
    refused("block.less", state, sizeof *state - 1, "a header alone has");
    const ClothState whole = *state;
    state->magic ^= 1;
    refused("block.magic", state, bytes, "magic");
    *state = whole;
    state->version++;
    refused("block.version", state, bytes, "version");
    *state = whole;
    state->real_bytes = 12 - state->real_bytes;
    refused("block.precision", state, bytes, "reals of 4 bytes; this build stores 8");
    *state = whole;
    state->counts.particle = -1;
    refused("block.count", state, bytes, "count of particle is -1");
    *state = whole;
    state->counts.row++;
    /* Slots are twice as many as rows. */
    refused("block.counts", state, bytes, "count");
    *state = whole;
    cloth_destroy(state);
}
END_TEST

/* Puts a value into the middle of every index field in turn. */
static int accepted(ClothState *state, int32_t value) {
    int count = 0;
    ClothField field;
    for (int32_t f = 0; cloth_field(state, f, &field); f++) {
        if (field.is_real || field.length == 0) {
            continue;
        }
        int32_t *list = (int32_t *)(void *)((char *)state + field.offset);
        const int64_t middle = (int64_t)field.length * field.components / 2;
        const int32_t kept = list[middle];
        ClothError error = {0};
        list[middle] = value;
        if (cloth_check_block(state, cloth_bytes(state), &error) != CLOTH_BAD_BLOCK ||
            strstr(error.message, field.name) == NULL) {
            printf("%s of %d: \"%s\"\n", field.name, (int)value, error.message);
            count++;
        }
        list[middle] = kept;
    }
    return count;
}

START_TEST(indices_out_of_range) {
    int count = 0;
    for (int k = 0; k < CASE_COUNT; k += CASE_SOLVERS) {
        ClothStep step;
        ClothState *state = halfway(k, &step);
        count += accepted(state, -2) + accepted(state, INT32_MAX) + accepted(state, 1 << 20);
        cloth_destroy(state);
    }
    gate_equal("block.indices.accepted", count, 0, "fields");
}
END_TEST

/* One value of a field becomes another that its range allows, and nothing fits any more. */
static void mixed_up(ClothState *state, const char *name, int64_t at, int32_t value,
                     const char *says) {
    ClothField field;
    int32_t f = 0;
    while (cloth_field(state, f, &field) && strcmp(field.name, name) != 0) {
        f++;
    }
    int32_t *list = (int32_t *)(void *)((char *)state + field.offset);
    const int32_t kept = list[at];
    list[at] = value;
    refused(name, state, cloth_bytes(state), says);
    list[at] = kept;
}

START_TEST(indices_that_do_not_fit) {
    ClothStep step;
    ClothState *state = halfway(CASE_sheet * CASE_SOLVERS, &step);
    const ClothView view = cloth_view(state);
    mixed_up(state, "stored_index", 0, view.stored_index[1], "stored_index");
    mixed_up(state, "slot_neighbour", 0, view.slot_neighbour[1], "row");
    mixed_up(state, "row_slot", 0, view.row_slot[2], "row 0");
    mixed_up(state, "row_particle", 0, view.row_particle[1], "row 0");
    mixed_up(state, "bend_particle", 1, -1, "bend row 0");
    mixed_up(state, "bend_link", 0, view.bend_link[1], "bend row 0");
    /* A colour that begins one particle late takes in a neighbour. */
    mixed_up(state, "colour_offset", 1, view.colour_offset[1] + 1, "colour");
    view.mass[3] = (ClothReal)NAN;
    refused("mass", state, cloth_bytes(state), "mass[3] is nan");
    cloth_destroy(state);
}
END_TEST

/* One number of what holds a cloth becomes another, and is refused by name. */
#define REFUSED(place, value, says)                                                                \
    do {                                                                                           \
        (place) = (value);                                                                         \
        refused(#place, state, cloth_bytes(state), says);                                          \
        memcpy(state, whole, cloth_bytes(state));                                                  \
    } while (0)

START_TEST(holds_that_do_not_fit) {
    ClothStep step;
    ClothState *state = halfway(CASE_leashed * CASE_SOLVERS, &step);
    ClothState *whole = cloth_copy(state);
    ck_assert(whole != NULL);
    const ClothView view = cloth_view(state);
    int32_t i = 0;
    while (view.inverse_mass[i] == 0) {
        i++;
    }
    const int32_t held = view.held_list[0];
    REFUSED(view.held_list[0], i, "held_list[0] is");
    REFUSED(view.held_list[view.tally.held], i, "must be -1");
    REFUSED(view.hold[i], i, "only what hangs from a held particle");
    REFUSED(view.hold[i], -1, "only what hangs from a held particle");
    REFUSED(view.hold_distance[i], (ClothReal)NAN, "hold_distance");
    REFUSED(view.tether_radius[i], (ClothReal)NAN, "tether_radius");
    REFUSED(view.tether_radius[i], -1, "tether_radius");
    REFUSED(view.tether_radius[held], 1, "only what hangs from a held particle");
    REFUSED(view.tether_radius[i], (ClothReal)INFINITY, "tally of tether is");
    REFUSED(view.leash_radius[i], (ClothReal)NAN, "leash_radius");
    REFUSED(view.leash_radius[held], 1, "only what hangs from a held particle");
    REFUSED(view.leash_start[i], (ClothReal)NAN, "leash_start");
    REFUSED(view.limit_rest[0], (ClothReal)NAN, "limit_rest[0] is nan");
    REFUSED(view.limit_rest[0], 7, "not theirs or not alike");
    REFUSED(state->tally.held, 1, "tally of held is 1; must be 2");
    REFUSED(state->tally.tether, 1, "tally of tether is 1");
    REFUSED(state->tally.leash, 1, "tally of leash is 1");
    REFUSED(state->tally.limit, 1, "tally of limit is 1");
    REFUSED(state->tally.hard_bend, 1, "tally of hard_bend is 1");
    REFUSED(state->slack, (double)NAN, "slack is nan");
    REFUSED(state->slack, 1.5, "slack is 1.5");
    REFUSED(state->leash_age_s, (double)NAN, "leash_age_s nan");
    REFUSED(state->leash_age_s, 2.0 * CLOTH_LEASH_CLOSING_S, "leash_age_s");
    cloth_destroy(whole);
    cloth_destroy(state);
}
END_TEST

/* Likewise what is known of colliders and contacts. */
START_TEST(contacts_that_do_not_fit) {
    ClothStep step;
    ClothState *state = halfway(CASE_touching * CASE_SOLVERS, &step);
    ClothState *whole = cloth_copy(state);
    ck_assert(whole != NULL);
    const ClothView view = cloth_view(state);
    ck_assert(view.tally.touched > 0 && view.tally.touched < view.counts.particle);
    const int32_t touched = view.touched_list[0];
    const int32_t slot = CLOTH_CONTACT_SLOTS * touched;
    const int32_t held = view.held_list[0];
    const int32_t colliders = view.tally.collider;
    int32_t i = 0;
    while (view.inverse_mass[i] == 0 || view.stuck_s[i] > 0 || view.rescue_s[i] < INFINITY) {
        i++;
    }
    REFUSED(view.contact_collider[slot], colliders, "contact_collider");
    REFUSED(view.contact_collider[slot], -2, "contact_collider");
    REFUSED(view.contact_collider[slot + 3], 0, "contact_collider");
    REFUSED(view.touched_list[0], touched + 1, "touched_list[0] is");
    REFUSED(view.touched_list[view.tally.touched], 0, "must be -1");
    REFUSED(view.collider_handle[0], 0, "collider_handle of place 0");
    REFUSED(view.collider_handle[2 * colliders], 1 << 20, "collider_handle of place");
    REFUSED(view.collider_kind[0], CLOTH_TRIANGLES, "collider_kind[0] is");
    REFUSED(view.collider_friction[0], (ClothReal)NAN, "collider_friction[0] is nan");
    REFUSED(view.collider_size[0], -1, "collider_size[0] is -1");
    REFUSED(view.rescue_s[held], 0, "hangs from nothing");
    REFUSED(view.stuck_s[held], 1, "hangs from nothing");
    REFUSED(view.rescue_s[i], 0, "tally of rescue is");
    REFUSED(view.stuck_s[i], 1, "tally of stuck is");
    REFUSED(view.rescue_s[i], (ClothReal)NAN, "rescue_s");
    REFUSED(state->tally.backstop, 1, "tally of backstop is 1; must be 0");
    REFUSED(state->tally.touched, 0, "tally of touched is 0");
    REFUSED(state->tally.collider, CLOTH_COLLIDERS_MAX + 1, "tally of collider is 65");
    REFUSED(state->thickness_m, (double)NAN, "thickness_m is nan");
    REFUSED(state->substep_s, (double)NAN, "substep_s is nan");
    cloth_destroy(whole);
    cloth_destroy(state);
}
END_TEST

/* Whatever passes can be stepped without leaving the block: some indices stay in range and are
 * wrong all the same. A stray read or write ends this test, above all under a sanitizer. */
START_TEST(what_passes_is_safe) {
    Rng rng = {1};
    int passed = 0;
    ClothStep steps[CASE_COUNT];
    ClothState *whole[CASE_COUNT];
    for (int k = 0; k < CASE_COUNT; k++) {
        whole[k] = halfway(k, &steps[k]);
    }
    for (int round = 0; round < 2000; round++) {
        ClothState *state = cloth_copy(whole[round % CASE_COUNT]);
        ck_assert(state != NULL);
        const size_t bytes = cloth_bytes(state);
        /* Anywhere, the counts included. */
        const int32_t words = (int32_t)(bytes / sizeof(int32_t));
        const int32_t most = round % 2 == 0 ? (int32_t)sizeof(ClothState) / 4 : words;
        const int32_t where = rng_below(&rng, most);
        const int32_t value =
            rng_below(&rng, 4) == 0 ? (int32_t)rng_bits(&rng) : rng_below(&rng, 300) - 4;
        ((int32_t *)(void *)state)[where] = value;
        if (cloth_check_block(state, bytes, NULL) == CLOTH_OK) {
            passed++;
            (void)cloth_step(state, &steps[round % CASE_COUNT], NULL, NULL);
        }
        cloth_destroy(state);
    }
    for (int k = 0; k < CASE_COUNT; k++) {
        cloth_destroy(whole[k]);
    }
    gate_at_least("block.guard.passed", passed, 100.0, "blocks");
    gate_at_least("block.guard.refused", 2000 - passed, 100.0, "blocks");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("block");
    gate_add(suite, "copy_and_move", copy_and_move, 60.0);
    gate_add(suite, "changed_bit_is_seen", changed_bit_is_seen, 60.0);
    gate_add(suite, "through_a_file", through_a_file, 60.0);
    gate_add(suite, "foreign_headers", foreign_headers, 60.0);
    gate_add(suite, "indices_out_of_range", indices_out_of_range, 60.0);
    gate_add(suite, "indices_that_do_not_fit", indices_that_do_not_fit, 60.0);
    gate_add(suite, "holds_that_do_not_fit", holds_that_do_not_fit, 60.0);
    gate_add(suite, "contacts_that_do_not_fit", contacts_that_do_not_fit, 60.0);
    gate_add(suite, "what_passes_is_safe", what_passes_is_safe, 120.0);
    return gate_run(suite);
}
