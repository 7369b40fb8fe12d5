/*
 * gate_parity.c: the ablation build, asked for nothing, is the shipped kernel.
 *
 * Pathology: an off arm that proves nothing, because the build it runs in differs from the shipped
 * one in more than the mechanism. What prevents it: one set of sources; switches that are constants
 * in the shipped build. Scenes: cases.h, and 120 fuzzed ones (fuzz_cases.h), whose hashes the
 * shipped kernel's programs print. Measured: 0 differing, with no instruments, with empty ones, and
 * with an observer that only counts. Guards: the observer is called, and every switch changes the
 * result of some case. The shipped build refuses instruments by name.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cases.h"
#include "fuzz_cases.h"
#include "gate.h"
#include "listing.h"
#include "step/instruments.h"

static Listing shipped;

static uint64_t hash_of(int k, const ClothInstruments *instruments) {
    ClothError error = {0};
    uint64_t hash = 0;
    ck_assert_msg(case_hash(k, instruments, &hash, &error) == CLOTH_OK, "%s: %s", case_name(k),
                  error.message);
    return hash;
}

static int differing(const ClothInstruments *instruments) {
    listing_run(HASHES, &shipped);
    int count = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        uint64_t theirs = 0;
        if (!listing_find(&shipped, case_name(k), &theirs) || theirs != hash_of(k, instruments)) {
            if (count++ == 0) {
                printf("%s differs\n", case_name(k));
            }
        }
    }
    return count;
}

static void count_update(void *user, const ClothState *state, const ClothUpdate *update) {
    (void)state, (void)update;
    ++*(int64_t *)user;
}

START_TEST(asked_for_nothing) {
    gate_equal("parity.none", differing(NULL), 0, "cases");
    const ClothInstruments empty = {0};
    gate_equal("parity.empty", differing(&empty), 0, "cases");
}
END_TEST

START_TEST(watched) {
    int64_t updates = 0;
    const ClothInstruments watching = {.on_update = count_update, .user = &updates};
    gate_equal("parity.observer", differing(&watching), 0, "cases");
    gate_at_least("parity.guard.updates", (double)updates, 1000.0, "1");
}
END_TEST

START_TEST(fuzzed) {
    listing_run(FUZZ_HASHES, &shipped);
    const ClothInstruments empty = {0};
    int different = 0;
    for (uint64_t seed = 1; seed <= FUZZ_CASES; seed++) {
        char name[32];
        uint64_t theirs = 0;
        uint64_t ours = 0;
        (void)snprintf(name, sizeof name, "fuzz %" PRIu64, seed);
        const bool found = listing_find(&shipped, name, &theirs);
        if (!found || !fuzz_hash(seed, &empty, &ours) || ours != theirs) {
            printf("%s differs\n", name);
            different++;
        }
    }
    gate_equal("parity.fuzzed", different, 0, "scenes");
}
END_TEST

START_TEST(shipped_build_refuses) {
    listing_run(HASHES " --instruments", &shipped);
    gate_equal("parity.refused.exit", shipped.exit_code, 1, "1");
    gate_says("parity.refused", shipped.text, "instruments are set; this build has none");
}
END_TEST

/* How many cases, ordinary and fuzzed, a switch changes. */
static int changed_by(uint32_t ablation) {
    const ClothInstruments off = {.ablate = ablation};
    int changed = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        ClothError error = {0};
        uint64_t hash = 0;
        /* Without its mechanism a case may also end in a refusal. */
        const ClothStatus status = case_hash(k, &off, &hash, &error);
        changed += status != CLOTH_OK || hash != hash_of(k, NULL);
    }
    for (uint64_t seed = 1; seed <= FUZZ_CASES; seed++) {
        uint64_t with = 0;
        uint64_t without = 0;
        ck_assert(fuzz_hash(seed, NULL, &with) && fuzz_hash(seed, &off, &without));
        changed += with != without;
    }
    return changed;
}

START_TEST(every_switch_acts) {
#define CHECK_SWITCH(name, bit, text)                                                              \
    gate_at_least("parity.off." #name, changed_by((uint32_t)(name)), 1.0, "cases");
    CLOTH_ABLATION_LIST(CHECK_SWITCH)
#undef CHECK_SWITCH
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parity");
    gate_add(suite, "asked_for_nothing", asked_for_nothing, 60.0);
    gate_add(suite, "watched", watched, 60.0);
    gate_add(suite, "fuzzed", fuzzed, 60.0);
    gate_add(suite, "shipped_build_refuses", shipped_build_refuses, 60.0);
    gate_add(suite, "every_switch_acts", every_switch_acts, 120.0);
    return gate_run(suite);
}
