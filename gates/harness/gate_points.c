/*
 * gate_points: a point that crashes, fails or diverges costs itself, is recorded as what it is, and
 * shows in the exit code.
 *
 * Mechanism: a process a point (worker.c), statuses (result.h), exit codes (lab_main.c). Scene:
 * harness_probe told to go wrong at one of twelve points. Control arm: fault none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "h5read.h"
#include "probe.h"
#include "result.h"

typedef struct Fault {
    const char *name;
    int exit_code;
    LabPointStatus status;
    const char *says;
} Fault;

static const Fault faults[] = {
    {"none", 0, LAB_POINT_OK, "reproduced"},
    {"segv", 3, LAB_POINT_CRASHED, "killed by signal 11"},
    {"abort", 3, LAB_POINT_CRASHED, "killed by signal 6"},
    {"kill", 3, LAB_POINT_CRASHED, "killed by signal 9"},
    {"exit", 3, LAB_POINT_CRASHED, "ended by itself with exit code 0"},
    {"exit3", 3, LAB_POINT_CRASHED, "ended by itself with exit code 3"},
    {"misspelt", 3, LAB_POINT_CRASHED, "killed by signal 6"},
    {"diverge", 3, LAB_POINT_DIVERGED, "particle 3 is not finite at step 7"},
    {"fail", 3, LAB_POINT_FAILED, "the point was told to fail"},
    {"verdict", 1, LAB_POINT_OK, "failed"},
};

/* Counts the points of each status; the point at phase 1, harmonic 1, sine is the one told to go
 * wrong. */
static void count_statuses(const char *path, int64_t count[5]) {
    LabError error = {0};
    LabH5 *file = lab_h5_open(path, &error);
    ck_assert_msg(file != NULL, "%s", error.message);
    const LabH5Variable *variable = lab_h5_need(file, "status", &error);
    ck_assert_msg(variable != NULL, "%s", error.message);
    double *status = lab_h5_numbers(file, variable, &error);
    ck_assert_msg(status != NULL, "%s", error.message);
    memset(count, 0, 5 * sizeof *count);
    for (int64_t i = 0; i < variable->count; i++) {
        ck_assert(status[i] >= 0.0 && status[i] <= 4.0);
        count[(int)status[i]]++;
    }
    free(status);
    lab_h5_close(file);
}

START_TEST(a_fault_costs_its_point) {
    const Fault *fault = &faults[_i];
    char arguments[256];
    int64_t count[5];
    sandbox_enter();
    (void)snprintf(arguments, sizeof arguments,
                   "--axis phase=0,1,2 --axis harmonic=1,2 --axis wave=sine,cosine --set fault=%s "
                   "--set fault_phase=0 --out a.h5",
                   fault->name);
    const Outcome *outcome = probe(arguments);
    gate_equal(fault->name, outcome->exit_code, fault->exit_code, "exit_code");
    gate_says(fault->name, outcome->out, fault->says);
    count_statuses("a.h5", count);
    const int64_t wanted = fault->status == LAB_POINT_OK ? 12 : 2;
    gate_equal(fault->name, count[fault->status], wanted, "points");
    gate_equal(fault->name, count[LAB_POINT_OK] + (fault->status == LAB_POINT_OK ? 0 : wanted), 12,
               "points");
    sandbox_leave();
}
END_TEST

/* A crash may be the machine's: --resume tries it again, and only it. */
START_TEST(a_crash_is_tried_again) {
    sandbox_enter();
    const char arguments[] = "--axis phase=0,1 --axis harmonic=1,2 --axis wave=sine "
                             "--set fault=segv --out a.h5 --resume";
    ck_assert_int_eq(probe(arguments)->exit_code, 3);
    const Outcome *outcome = probe(arguments);
    gate_equal("crash.exit_code", outcome->exit_code, 3, "1");
    gate_says("crash.goes_on", outcome->err, "goes on from 3 finished points");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("points");
    TCase *costs = tcase_create("a_fault_costs_its_point");
    tcase_set_timeout(costs, 120);
    tcase_add_loop_test(costs, a_fault_costs_its_point, 0, (int)(sizeof faults / sizeof faults[0]));
    suite_add_tcase(suite, costs);
    gate_add(suite, "a_crash_is_tried_again", a_crash_is_tried_again, 120);
    return gate_run(suite);
}
