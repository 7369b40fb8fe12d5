/*
 * gate_determinism.c: the same run gives the same bits.
 *
 * Pathology: a run that cannot be repeated: memory nobody set, arithmetic that depends on how the
 * compiler was asked to optimise, on the vector width the loader picked, or on who else is running.
 * What prevents it: the block is zeroed when it is made, padding too; a*b+c is never contracted
 * (-ffp-contract=off); loops for several vector widths are elementwise; there are no globals.
 * Scenes: cases.h, every scene with every solver, 60 steps. Measured: no case differs between dirty
 * and clean memory, in two processes at once, at -O0 (baseline vectors) and -O3 (AVX2 where there
 * is any), and from the pinned hashes. Off: built with contraction, 12 of 12 cases differ.
 */
#define _POSIX_C_SOURCE 200809L /* fork, pipe */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cases.h"
#include "gate.h"
#include "listing.h"

static Listing listing;

static uint64_t hash_of(int k) {
    ClothError error = {0};
    uint64_t hash = 0;
    ck_assert_msg(case_hash(k, NULL, &hash, &error) == CLOTH_OK, "%s: %s", case_name(k),
                  error.message);
    return hash;
}

/* Cases whose hash is another than the listing's, or that it does not have; the first is
 * printed. */
static int differing(const Listing *other) {
    int count = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        uint64_t theirs = 0;
        const uint64_t ours = hash_of(k);
        if (!listing_find(other, case_name(k), &theirs) || theirs != ours) {
            if (count++ == 0) {
                printf("%s: %016" PRIx64 " here, %016" PRIx64 " there\n", case_name(k), ours,
                       theirs);
            }
        }
    }
    return count;
}

/* Leaves blocks of the case's size, filled with a byte, for the next allocation to find. */
static void dirty_memory(int k, unsigned char byte) {
    ClothState *state;
    ClothStep step;
    ck_assert(case_build(k, &state, &step, NULL) == CLOTH_OK);
    const size_t bytes = cloth_bytes(state);
    cloth_destroy(state);
    unsigned char *blocks[4];
    for (int b = 0; b < 4; b++) {
        blocks[b] = aligned_alloc(64, bytes);
        ck_assert(blocks[b] != NULL);
        memset(blocks[b], byte, bytes);
    }
    for (int b = 0; b < 4; b++) {
        free(blocks[b]);
    }
}

START_TEST(repeated_runs) {
    int different = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        dirty_memory(k, 0x00);
        const uint64_t first = hash_of(k);
        dirty_memory(k, 0xa5);
        different += hash_of(k) != first;
    }
    gate_equal("determinism.repeated", different, 0, "cases");
}
END_TEST

/* Guard: the hash tells the cases and the solvers apart. One pair is the same by right: without
 * hard rows, avbd and vbd are one method. */
START_TEST(hashes_tell_apart) {
    int same = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        for (int other = 0; other < k; other++) {
            same += hash_of(k) == hash_of(other);
        }
    }
    gate_equal("determinism.guard.equal_pairs", same, 1, "pairs");
}
END_TEST

START_TEST(pinned) {
    listing_read(PINNED_HASHES, &listing);
    gate_equal("determinism.pinned.file", listing.exit_code, 0, "1");
    gate_equal("determinism.pinned", differing(&listing), 0, "cases");
}
END_TEST

START_TEST(unoptimised_build) {
    listing_run(HASHES_O0, &listing);
    gate_equal("determinism.o0", differing(&listing), 0, "cases");
}
END_TEST

START_TEST(optimised_build) {
    listing_run(HASHES_O3, &listing);
    gate_equal("determinism.o3", differing(&listing), 0, "cases");
}
END_TEST

/* Off: contraction allowed. A machine without fused multiply-adds cannot show it. */
START_TEST(contracted_build) {
#if defined(HASHES_CONTRACTED) && defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("fma")) {
        listing_run(HASHES_CONTRACTED, &listing);
        gate_equal("determinism.off.contracted.exit", listing.exit_code, 0, "1");
        gate_at_least("determinism.off.contracted", differing(&listing), 1, "cases");
    }
#endif
}
END_TEST

/* All hashes, worked out in a child and sent through a pipe. Returns the end to read. */
static int start_worker(void) {
    int ends[2];
    ck_assert(pipe(ends) == 0);
    const pid_t child = fork();
    ck_assert(child >= 0);
    if (child == 0) {
        for (int k = 0; k < CASE_COUNT; k++) {
            ClothError error;
            uint64_t hash = 0;
            if (case_hash(k, NULL, &hash, &error) != CLOTH_OK ||
                write(ends[1], &hash, sizeof hash) != (ssize_t)sizeof hash) {
                _exit(1);
            }
        }
        _exit(0);
    }
    (void)close(ends[1]);
    return ends[0];
}

START_TEST(two_workers) {
    const int worker[2] = {start_worker(), start_worker()};
    int different = 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        const uint64_t here = hash_of(k);
        for (int w = 0; w < 2; w++) {
            uint64_t there = 0;
            ck_assert(read(worker[w], &there, sizeof there) == (ssize_t)sizeof there);
            different += here != there;
        }
    }
    for (int w = 0; w < 2; w++) {
        int status;
        (void)close(worker[w]);
        ck_assert(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    gate_equal("determinism.two_workers", different, 0, "cases");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("determinism");
    gate_add(suite, "repeated_runs", repeated_runs, 60.0);
    gate_add(suite, "hashes_tell_apart", hashes_tell_apart, 60.0);
    gate_add(suite, "pinned", pinned, 60.0);
    gate_add(suite, "unoptimised_build", unoptimised_build, 60.0);
    gate_add(suite, "optimised_build", optimised_build, 60.0);
    gate_add(suite, "contracted_build", contracted_build, 60.0);
    gate_add(suite, "two_workers", two_workers, 60.0);
    return gate_run(suite);
}
