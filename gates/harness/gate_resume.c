/*
 * gate_resume: a sweep killed at any moment loses no finished point, and goes on to the same
 * result.
 *
 * Mechanism: a part a point, published by temporary, fsync and rename (durable.c), kept by its hash
 * (folder.c, lab_main.c). Scene: harness_probe, SIGKILL twenty times at moments drawn from a fixed
 * seed, then one --resume. Guards: every kill met a running process, and points were finished
 * before the last run. Off arm: the same sweep with its parts removed starts from nothing.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gate.h"
#include "math/rng.h"
#include "probe.h"

enum { KILLS = 20, POINTS = 300, PARTS_MAX = 1000 };

static const char long_sweep[] = "--axis phase=0:3:50 --set sleep_ms=50 --out a.h5";
static const char short_sweep[] = "--axis phase=0:3:4 --axis harmonic=1,2 --out a.h5";

/* Starts the sweep and kills it after a while. Returns whether it was still running then. */
static bool kill_after(const char *sweep, int64_t milliseconds) {
    char arguments[512];
    (void)snprintf(arguments, sizeof arguments, "%s --jobs 2", sweep);
    const pid_t process = probe_start(arguments, NULL);
    sleep_ms(milliseconds);
    (void)kill(process, SIGKILL);
    return probe_wait(process)->ended_by == SIGKILL;
}

/* Starts the sweep, waits for some more parts and a while, and kills it. */
static bool kill_after_parts(const char *sweep, int64_t more, int64_t milliseconds) {
    char arguments[512];
    (void)snprintf(arguments, sizeof arguments, "%s --jobs 2", sweep);
    const int64_t before = count_files("a.h5.parts", "p");
    const pid_t process = probe_start(arguments, NULL);
    wait_for_files("a.h5.parts", "p", before + more);
    sleep_ms(milliseconds);
    (void)kill(process, SIGKILL);
    return probe_wait(process)->ended_by == SIGKILL;
}

/* Parts that were there before and are now gone or written again. */
static int64_t count_lost(const Part *before, int64_t before_count) {
    static Part now[PARTS_MAX];
    const int64_t now_count = list_parts("a.h5.parts", now, PARTS_MAX);
    int64_t lost = 0;
    for (int64_t i = 0; i < before_count; i++) {
        bool kept = false;
        for (int64_t j = 0; j < now_count; j++) {
            kept = kept ||
                   (strcmp(before[i].name, now[j].name) == 0 && before[i].inode == now[j].inode);
        }
        lost += !kept;
    }
    return lost;
}

/* The hash of the sweep when nothing disturbs it; run in a folder beside. */
static void undisturbed_hash(const char *arguments, char hash[HASH_SIZE]) {
    char calm[512];
    (void)snprintf(calm, sizeof calm, "%s --jobs 8", arguments);
    char *name = strstr(calm, "a.h5");
    memcpy(name, "b.h5", 4);
    ck_assert_int_eq(probe(calm)->exit_code, 0);
    content_hash("b.h5", hash);
}

START_TEST(killed_at_random_moments) {
    sandbox_enter();
    Rng rng = {.state = 20};
    static Part before[PARTS_MAX];
    int64_t before_count = 0;
    int64_t met = 0;
    int64_t lost = 0;
    for (int kill = 0; kill < KILLS; kill++) {
        /* By the clock, which meets starts and stalls, and by progress, which meets work. */
        const double draw = rng_unit(&rng);
        met += kill % 2 == 0 ? kill_after(long_sweep, (int64_t)(300.0 * draw))
                             : kill_after_parts(long_sweep, 1 + kill % 3, (int64_t)(60.0 * draw));
        lost += count_lost(before, before_count);
        before_count = list_parts("a.h5.parts", before, PARTS_MAX);
    }
    gate_equal("resume.kills_that_met_a_run", met, KILLS, "1");
    gate_equal("resume.finished_points_lost", lost, 0, "1");
    gate_at_least("resume.points_finished_before", (double)before_count, KILLS / 2, "1");

    char goes_on[64];
    (void)snprintf(goes_on, sizeof goes_on, "goes on from %" PRId64 " finished points",
                   before_count);
    char arguments[512];
    (void)snprintf(arguments, sizeof arguments, "%s --jobs 8 --resume --keep-parts", long_sweep);
    const Outcome *outcome = probe(arguments);
    gate_equal("resume.exit_code", outcome->exit_code, 0, "1");
    gate_says("resume.goes_on", outcome->err, goes_on);
    gate_equal("resume.finished_points_lost", count_lost(before, before_count), 0, "1");
    gate_equal("resume.parts", count_files("a.h5.parts", "p"), POINTS, "1");
    gate_equal("resume.temporaries", count_files("a.h5.parts", ".tmp-"), 0, "1");

    char resumed[HASH_SIZE];
    char calm[HASH_SIZE];
    content_hash("a.h5", resumed);
    undisturbed_hash(long_sweep, calm);
    gate_says("resume.content_sha256", resumed, calm);
    sandbox_leave();
}
END_TEST

/* A short sweep is killed in all its phases: start, points, merge, removal of the parts. */
START_TEST(killed_near_the_end) {
    sandbox_enter();
    Rng rng = {.state = 21};
    char calm[HASH_SIZE];
    char resumed[HASH_SIZE];
    undisturbed_hash(short_sweep, calm);
    for (int kill = 0; kill < KILLS; kill++) {
        (void)kill_after(short_sweep, (int64_t)(300.0 * rng_unit(&rng)));
        char hash[HASH_SIZE];
        file_hash("a.h5", hash);
        if (strcmp(hash, "absent") != 0) {
            content_hash("a.h5", resumed); /* whole, or the case fails here */
            gate_says("resume.merged_file_is_whole", resumed, calm);
        }
    }
    char arguments[512];
    (void)snprintf(arguments, sizeof arguments, "%s --resume", short_sweep);
    gate_equal("resume.exit_code_short", probe(arguments)->exit_code, 0, "1");
    content_hash("a.h5", resumed);
    gate_says("resume.content_sha256_short", resumed, calm);
    gate_equal("resume.parts_removed", count_files(".", "a.h5.parts"), 0, "1");
    sandbox_leave();
}
END_TEST

/* A worker that outlived its parent would write beside the next run. */
START_TEST(workers_die_with_their_parent) {
    sandbox_enter();
    const pid_t process =
        probe_start("--set sleep_ms=1500 --set wave=sine --jobs 2 --out a.h5", NULL);
    wait_for_files("a.h5.parts", "sweep.json", 1);
    sleep_ms(300); /* for the workers to be at their points */
    (void)kill(process, SIGKILL);
    gate_equal("orphans.killed", probe_wait(process)->ended_by, SIGKILL, "1");
    sleep_ms(2000);
    gate_equal("orphans.parts", count_files("a.h5.parts", "p"), 0, "1");
    sandbox_leave();
}
END_TEST

/* What is finished is not run again, though its parts are merged and gone. */
START_TEST(a_result_is_not_run_again) {
    sandbox_enter();
    char arguments[512];
    char before[HASH_SIZE];
    char after[HASH_SIZE];
    (void)snprintf(arguments, sizeof arguments, "%s --resume", short_sweep);
    ck_assert_int_eq(probe(arguments)->exit_code, 0);
    file_hash("a.h5", before);
    const Outcome *outcome = probe(arguments);
    gate_equal("resume.of_a_result", outcome->exit_code, 0, "exit_code");
    gate_says("resume.of_a_result_says", outcome->out, "16 points, 16 of them finished before");
    gate_says("resume.of_a_result_judges", outcome->out, "reproduced");
    file_hash("a.h5", after);
    gate_says("resume.of_a_result_stays", after, before);
    sandbox_leave();
}
END_TEST

/* Off arm: without its parts a killed sweep has nothing to go on from. */
START_TEST(without_parts_nothing_is_kept) {
    sandbox_enter();
    pid_t process = probe_start(long_sweep, NULL);
    wait_for_files("a.h5.parts", "p", 1);
    (void)kill(process, SIGKILL);
    (void)probe_wait(process);
    char arguments[512];
    (void)snprintf(arguments, sizeof arguments, "%s --fresh", long_sweep);
    const int64_t before = count_files("a.h5.parts", "p");
    process = probe_start(arguments, NULL);
    wait_for_files("a.h5.parts", "p", before + 1); /* more than there were: it is at work */
    (void)kill(process, SIGTERM);
    const Outcome *outcome = probe_wait(process);
    gate_equal("resume.off_goes_on", strstr(outcome->err, "finished points in") != NULL, 0, "1");
    gate_equal("interrupt.exit_code", outcome->exit_code, 3, "1");
    gate_says("interrupt.says", outcome->err, "stopped by signal 15");
    gate_says("interrupt.advises", outcome->err, "--resume goes on from them");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("resume");
    gate_add(suite, "killed_at_random_moments", killed_at_random_moments, 200);
    gate_add(suite, "killed_near_the_end", killed_near_the_end, 120);
    gate_add(suite, "without_parts_nothing_is_kept", without_parts_nothing_is_kept, 120);
    gate_add(suite, "workers_die_with_their_parent", workers_die_with_their_parent, 120);
    gate_add(suite, "a_result_is_not_run_again", a_result_is_not_run_again, 120);
    return gate_run(suite);
}
