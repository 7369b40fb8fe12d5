/*
 * gate_slices: slices and workers change nothing in the result, and nobody writes where another
 * does.
 *
 * Mechanism: a process a point (worker.c), locks per slice (folder.c), parts joined by point
 * (table.c, merge.c), hashes of the sweep (sweep.c). Scene: harness_probe. Control arm: another
 * amplitude gives another hash, so that equal hashes mean something.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gate.h"
#include "merge.h"
#include "probe.h"

static const char whole[] = "--axis phase=0:3:4 --series --seed 7 --out whole.h5";

static void whole_hash(char hash[HASH_SIZE]) {
    ck_assert_int_eq(probe(whole)->exit_code, 0);
    content_hash("whole.h5", hash);
}

static void expect_hash(const char *name, const char *path, const char *wanted) {
    char hash[HASH_SIZE];
    content_hash(path, hash);
    gate_says(name, hash, wanted);
}

START_TEST(workers_change_nothing) {
    char hash[HASH_SIZE];
    char other[HASH_SIZE];
    sandbox_enter();
    whole_hash(hash);
    gate_equal("slices.one_worker",
               probe("--axis phase=0:3:4 --series --seed 7 --jobs 1 --out a.h5")->exit_code, 0,
               "1");
    expect_hash("slices.one_worker_content", "a.h5", hash);
    gate_equal("slices.five_workers",
               probe("--axis phase=0:3:4 --series --seed 7 --jobs 5 --out b.h5")->exit_code, 0,
               "1");
    expect_hash("slices.five_workers_content", "b.h5", hash);
    ck_assert_int_eq(
        probe("--axis phase=0:3:4 --series --seed 7 --set amplitude=2 --out c.h5")->exit_code, 0);
    content_hash("c.h5", other);
    gate_equal("slices.another_sweep_has_another_hash", strcmp(hash, other) != 0, 1, "1");
    sandbox_leave();
}
END_TEST

START_TEST(slices_in_one_folder) {
    char hash[HASH_SIZE];
    sandbox_enter();
    whole_hash(hash);
    const Outcome *outcome = probe("--axis phase=0:3:4 --series --seed 7 --shard 1/2 --out a.h5");
    gate_equal("slices.first_exit_code", outcome->exit_code, 0, "1");
    gate_says("slices.first_says", outcome->err, "slice 1 of 2 is finished");
    gate_equal("slices.not_merged_yet", access("a.h5", F_OK), -1, "1");
    gate_equal("slices.second_exit_code",
               probe("--axis phase=0:3:4 --series --seed 7 --shard 2/2 --out a.h5")->exit_code, 0,
               "1");
    expect_hash("slices.content", "a.h5", hash);
    sandbox_leave();
}
END_TEST

START_TEST(slices_of_two_machines) {
    char hash[HASH_SIZE];
    LabError error = {0};
    LabMergeReport report;
    sandbox_enter();
    whole_hash(hash);
    ck_assert_int_eq(
        probe("--axis phase=0:3:4 --series --seed 7 --shard 1/2 --out a.h5")->exit_code, 0);
    ck_assert_int_eq(
        probe("--axis phase=0:3:4 --series --seed 7 --shard 2/2 --out b.h5")->exit_code, 0);
    const char *const folders[] = {"a.h5.parts", "b.h5.parts"};
    gate_equal("slices.half_is_not_merged", lab_merge("half.h5", folders, 1, "gate", NULL, &error),
               LAB_BROKEN, "1");
    gate_says("slices.half_says", error.message, "12 of 24 points are in none of the folders");
    gate_equal("slices.half_not_written", access("half.h5", F_OK), -1, "1");
    gate_equal("slices.merge", lab_merge("joined.h5", folders, 2, "gate", &report, &error),
               LAB_DONE, "1");
    expect_hash("slices.merge_content", "joined.h5", hash);
    gate_says("slices.merge_report", report.content_sha256, hash);
    /* The program itself joins them too, and judges. */
    const Outcome *outcome =
        probe("--axis phase=0:3:4 --series --seed 7 --merge b.h5.parts --out a.h5");
    gate_equal("slices.program_merge", outcome->exit_code, 0, "1");
    gate_says("slices.program_judges", outcome->out, "reproduced");
    expect_hash("slices.program_content", "a.h5", hash);
    sandbox_leave();
}
END_TEST

START_TEST(second_writer_is_refused) {
    sandbox_enter();
    const pid_t first = probe_start("--set sleep_ms=400 --jobs 1 --shard 1/2 --out a.h5", NULL);
    wait_for_files("a.h5.parts", "p", 1);
    char holder[64];
    (void)snprintf(holder, sizeof holder, "is being run by process %ld", (long)first);
    const Outcome *outcome = probe("--set sleep_ms=400 --jobs 1 --shard 1/2 --out a.h5");
    gate_equal("slices.second_writer", outcome->exit_code, 3, "1");
    gate_says("slices.second_writer_says", outcome->err, holder);
    gate_says("slices.second_writer_names", outcome->err, "slice 1-of-2");
    outcome = probe("--set sleep_ms=400 --shard 2/2 --fresh --out a.h5");
    gate_equal("slices.fresh_beside", outcome->exit_code, 3, "1");
    gate_says("slices.fresh_beside_says", outcome->err, "--fresh would throw away");
    const pid_t other = probe_start("--set sleep_ms=400 --jobs 1 --shard 2/2 --out a.h5", NULL);
    wait_for_files("a.h5.parts", "p000000001", 1); /* an odd point is of slice 2 */
    gate_equal("slices.other_slice_runs", kill(other, SIGKILL), 0, "1");
    gate_equal("slices.other_slice_was_welcome", probe_wait(other)->ended_by, SIGKILL, "1");
    (void)kill(first, SIGKILL);
    (void)probe_wait(first);
    /* A lock goes with its holder. */
    const pid_t heir = probe_start("--set sleep_ms=400 --jobs 1 --shard 1/2 --out a.h5", NULL);
    wait_for_files("a.h5.parts", "p", 1 + count_files("a.h5.parts", "p"));
    (void)kill(heir, SIGTERM);
    gate_says("slices.stale_lock", probe_wait(heir)->err, "goes on from");
    sandbox_leave();
}
END_TEST

typedef struct Foreign {
    const char *arguments;
    const char *says;
} Foreign;

/* Against a folder with slice 1/2 of phase=0:3:8. */
static const Foreign foreign[] = {
    {"--axis phase=0:3:5 --shard 2/2 --out a.h5", "phase was"},
    {"--axis phase=0:3:4 --set amplitude=2 --shard 2/2 --out a.h5", "amplitude was 1, now 2"},
    {"--axis phase=0:3:4 --seed 2 --shard 2/2 --out a.h5", "seed was 1, now 2"},
    {"--axis phase=0:3:4 --series --shard 2/2 --out a.h5", "--series was off, now on"},
    {"--axis phase=0:3:5 --merge a.h5.parts --out c.h5", "phase was"},
};

START_TEST(another_sweep_is_refused) {
    sandbox_enter();
    ck_assert_int_eq(probe("--axis phase=0:3:4 --shard 1/2 --out a.h5")->exit_code, 0);
    Part before[64];
    Part after[64];
    const int64_t count = list_parts("a.h5.parts", before, 64);
    const Outcome *outcome = probe(foreign[_i].arguments);
    gate_equal("slices.foreign_exit_code", outcome->exit_code, 3, "1");
    gate_says("slices.foreign_says", outcome->err, foreign[_i].says);
    gate_says("slices.foreign_names", outcome->err, "a.h5.parts");
    gate_equal("slices.foreign_parts_stay", list_parts("a.h5.parts", after, 64), count, "1");
    sandbox_leave();
}
END_TEST

/* A part that strayed into a folder which is otherwise right. */
START_TEST(a_strayed_part_is_refused) {
    sandbox_enter();
    ck_assert_int_eq(probe("--axis phase=0:3:4 --shard 1/2 --out a.h5")->exit_code, 0);
    ck_assert_int_eq(
        probe("--axis phase=0:3:4 --set amplitude=2 --shard 1/2 --out b.h5")->exit_code, 0);
    ck_assert(rename("b.h5.parts/p000000002.h5", "a.h5.parts/p000000002.h5") == 0);
    const Outcome *outcome = probe("--axis phase=0:3:4 --shard 2/2 --out a.h5");
    gate_equal("slices.strayed_exit_code", outcome->exit_code, 3, "1");
    gate_says("slices.strayed_says", outcome->err,
              "a.h5.parts/p000000002.h5 was made with other parameters");
    gate_equal("slices.strayed_not_merged", access("a.h5", F_OK), -1, "1");
    sandbox_leave();
}
END_TEST

START_TEST(another_build_is_refused) {
    sandbox_enter();
    ck_assert_int_eq(probe("--axis phase=0:3:4 --shard 1/2 --out a.h5")->exit_code, 0);
    const char *const call[] = {
        HARNESS_PROBE_REBUILT, "--axis", "phase=0:3:4", "--shard", "2/2", "--out", "a.h5", NULL};
    const Outcome *outcome = run_program(call);
    gate_equal("slices.rebuilt_exit_code", outcome->exit_code, 3, "1");
    gate_says("slices.rebuilt_says", outcome->err,
              "kernel, experiment or compiler flags are not those of then");
    gate_says("slices.rebuilt_advises", outcome->err, "--fresh");
    gate_equal("slices.rebuilt_parts_stay", count_files("a.h5.parts", "p"), 12, "1");
    sandbox_leave();
}
END_TEST

START_TEST(a_strayed_part_of_another_build_is_refused) {
    sandbox_enter();
    ck_assert_int_eq(probe("--axis phase=0:3:4 --shard 1/2 --out a.h5")->exit_code, 0);
    const char *const call[] = {
        HARNESS_PROBE_REBUILT, "--axis", "phase=0:3:4", "--shard", "1/2", "--out", "b.h5", NULL};
    ck_assert_int_eq(run_program(call)->exit_code, 0);
    ck_assert(rename("b.h5.parts/p000000002.h5", "a.h5.parts/p000000002.h5") == 0);
    const Outcome *outcome = probe("--axis phase=0:3:4 --shard 2/2 --out a.h5");
    gate_equal("slices.strayed_build_exit_code", outcome->exit_code, 3, "1");
    gate_says("slices.strayed_build_says", outcome->err,
              "a.h5.parts/p000000002.h5 was made by another build");
    sandbox_leave();
}
END_TEST

START_TEST(fresh_throws_away) {
    sandbox_enter();
    ck_assert_int_eq(probe("--axis phase=0:3:4 --shard 1/2 --out a.h5")->exit_code, 0);
    const Outcome *outcome = probe("--axis phase=0:3:5 --shard 2/2 --out a.h5");
    gate_says("slices.advice", outcome->err, "--fresh");
    outcome = probe("--axis phase=0:3:5 --fresh --out a.h5");
    gate_equal("slices.fresh_exit_code", outcome->exit_code, 0, "1");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("slices");
    gate_add(suite, "workers_change_nothing", workers_change_nothing, 120);
    gate_add(suite, "slices_in_one_folder", slices_in_one_folder, 120);
    gate_add(suite, "slices_of_two_machines", slices_of_two_machines, 120);
    gate_add(suite, "second_writer_is_refused", second_writer_is_refused, 120);
    TCase *refused = tcase_create("another_sweep_is_refused");
    tcase_set_timeout(refused, 120);
    tcase_add_loop_test(refused, another_sweep_is_refused, 0,
                        (int)(sizeof foreign / sizeof foreign[0]));
    suite_add_tcase(suite, refused);
    gate_add(suite, "a_strayed_part_is_refused", a_strayed_part_is_refused, 120);
    gate_add(suite, "a_strayed_part_of_another_build_is_refused",
             a_strayed_part_of_another_build_is_refused, 120);
    gate_add(suite, "another_build_is_refused", another_build_is_refused, 120);
    gate_add(suite, "fresh_throws_away", fresh_throws_away, 120);
    return gate_run(suite);
}
