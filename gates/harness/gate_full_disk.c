/*
 * gate_full_disk: when the disk is full or fails, the run says so, ends with 3 and harms no file.
 *
 * Mechanism: every return of write, fsync, close and rename is checked (durable.c); the HDF5
 * library never sees the disk. Scene: harness_probe with a preloaded shim that fails one of the
 * calls, from the first one on, in the middle, or when the result is merged; and with a limit on
 * the size of files. Control arm: the same runs without the obstacle end with 0 (the resume at the
 * end of each case).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "probe.h"

static const char earlier[] = "--axis phase=0,1 --axis harmonic=1 --jobs 1 --out a.h5";
static const char later[] = "--axis phase=0,2 --axis harmonic=1 --jobs 1 --keep-parts --out a.h5";

/* The later sweep: a manifest, four parts, the merged file. Calls of each kind in each of them. */
enum { PARTS = 4, FILES = PARTS + 2, WRITES = 1, FSYNCS = 2, RENAMES = 1 };

typedef struct Fault {
    const char *call;
    int code;
    int64_t after;
    int64_t parts; /* finished by then */
} Fault;

static const Fault faults[] = {
    {"write", ENOSPC, 0, 0},
    {"write", ENOSPC, WRITES * 3, 2},
    {"write", ENOSPC, WRITES *(FILES - 1), PARTS},
    {"write", EIO, WRITES * 2, 1},
    {"fsync", EIO, 0, 0},
    {"fsync", EIO, FSYNCS * 3, 2},
    {"fsync", ENOSPC, FSYNCS *(FILES - 1), PARTS},
    {"rename", ENOSPC, 0, 0},
    {"rename", ENOSPC, RENAMES * 3, 2},
    {"rename", EIO, RENAMES *(FILES - 1), PARTS},
};

/* An earlier result stands where the disturbed run wants to put its own. */
static void run_earlier(char hash[HASH_SIZE]) {
    ck_assert_int_eq(probe(earlier)->exit_code, 0);
    file_hash("a.h5", hash);
}

static void expect_unharmed(const char *before) {
    char after[HASH_SIZE];
    file_hash("a.h5", after);
    gate_says("full_disk.earlier_file", after, before);
    gate_equal("full_disk.temporaries",
               count_files("a.h5.parts", ".tmp-") + count_files(".", ".tmp-"), 0, "1");
}

/* Once there is room again the run goes on to what it would have been. */
static void expect_recovery(const char *wanted) {
    char hash[HASH_SIZE];
    gate_equal("full_disk.exit_code_afterwards", probe(later)->exit_code, 0, "1");
    content_hash("a.h5", hash);
    gate_says("full_disk.content_afterwards", hash, wanted);
}

static void undisturbed(char hash[HASH_SIZE]) {
    ck_assert_int_eq(probe("--axis phase=0,2 --axis harmonic=1 --jobs 1 --out calm.h5")->exit_code,
                     0);
    content_hash("calm.h5", hash);
}

START_TEST(a_call_fails) {
    const Fault *fault = &faults[_i];
    const Obstacle obstacle = {
        .fail_call = fault->call, .fail_after = fault->after, .fail_errno = fault->code};
    char before[HASH_SIZE];
    char calm[HASH_SIZE];
    sandbox_enter();
    run_earlier(before);
    undisturbed(calm);
    const Outcome *outcome = probe_wait(probe_start(later, &obstacle));
    gate_equal("full_disk.exit_code", outcome->exit_code, 3, "1");
    gate_says("full_disk.says", outcome->err, strerror(fault->code));
    gate_says("full_disk.names", outcome->err, "a.h5");
    gate_says("full_disk.call", outcome->err, fault->call);
    gate_equal("full_disk.parts", count_files("a.h5.parts", "p"), fault->parts, "1");
    expect_unharmed(before);
    expect_recovery(calm);
    sandbox_leave();
}
END_TEST

/* Files may grow to 4 KiB more than nothing, to a part's size, and not to the merged file's. */
START_TEST(files_may_not_grow) {
    static const int64_t limits[] = {1024, 6000, 12000};
    const Obstacle obstacle = {.file_bytes_max = limits[_i]};
    char before[HASH_SIZE];
    char calm[HASH_SIZE];
    sandbox_enter();
    run_earlier(before);
    undisturbed(calm);
    const Outcome *outcome = probe_wait(probe_start(later, &obstacle));
    gate_equal("full_disk.limited_exit_code", outcome->exit_code, 3, "1");
    gate_says("full_disk.limited_says", outcome->err, strerror(EFBIG));
    gate_says("full_disk.limited_names", outcome->err, "a.h5");
    gate_equal("full_disk.limited_parts", count_files("a.h5.parts", "p"), _i == 2 ? PARTS : 0, "1");
    expect_unharmed(before);
    expect_recovery(calm);
    sandbox_leave();
}
END_TEST

/* Guard: the shim by itself, not yet failing, changes nothing. */
START_TEST(the_shim_alone_is_harmless) {
    const Obstacle obstacle = {.fail_call = "write", .fail_after = 1000000, .fail_errno = EIO};
    char calm[HASH_SIZE];
    char hash[HASH_SIZE];
    sandbox_enter();
    undisturbed(calm);
    gate_equal("full_disk.shim_exit_code", probe_wait(probe_start(later, &obstacle))->exit_code, 0,
               "1");
    content_hash("a.h5", hash);
    gate_says("full_disk.shim_content", hash, calm);
    sandbox_leave();
}
END_TEST

START_TEST(the_folder_cannot_be_made) {
    sandbox_enter();
    const Outcome *outcome = probe("--out /proc/nowhere/a.h5");
    gate_equal("full_disk.unwritable_exit_code", outcome->exit_code, 3, "1");
    gate_says("full_disk.unwritable_names", outcome->err, "/proc/nowhere");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("full_disk");
    TCase *calls = tcase_create("a_call_fails");
    tcase_set_timeout(calls, 120);
    tcase_add_loop_test(calls, a_call_fails, 0, (int)(sizeof faults / sizeof faults[0]));
    suite_add_tcase(suite, calls);
    TCase *limits = tcase_create("files_may_not_grow");
    tcase_set_timeout(limits, 120);
    tcase_add_loop_test(limits, files_may_not_grow, 0, 3);
    suite_add_tcase(suite, limits);
    gate_add(suite, "the_shim_alone_is_harmless", the_shim_alone_is_harmless, 120);
    gate_add(suite, "the_folder_cannot_be_made", the_folder_cannot_be_made, 120);
    return gate_run(suite);
}
