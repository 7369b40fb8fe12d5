#include "gate.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool asserts(void) {
    return getenv("CLOTH_GATE_MARGINS") == NULL;
}

/* Prints one figure; the line is out before anything can stop the program. */
static void report(const char *name, double measured, double limit, const char *unit,
                   double margin) {
    printf("GATE %s measured=%.6g limit=%.6g unit=%s margin=%.3g\n", name, measured, limit, unit,
           margin);
    fflush(stdout);
}

void gate_at_most(const char *name, double measured, double limit, const char *unit) {
    report(name, measured, limit, unit, limit - measured);
    ck_assert_msg(measured <= limit || !asserts(),
                  "%s: measured %.6g %s, limit at most %.6g, margin %.3g", name, measured, unit,
                  limit, limit - measured);
}

void gate_at_least(const char *name, double measured, double limit, const char *unit) {
    report(name, measured, limit, unit, measured - limit);
    ck_assert_msg(measured >= limit || !asserts(),
                  "%s: measured %.6g %s, limit at least %.6g, margin %.3g", name, measured, unit,
                  limit, measured - limit);
}

void gate_equal(const char *name, int64_t measured, int64_t expected, const char *unit) {
    const double margin = measured == expected ? 0.0 : -fabs((double)measured - (double)expected);
    report(name, (double)measured, (double)expected, unit, margin);
    ck_assert_msg(measured == expected || !asserts(),
                  "%s: measured %" PRId64 " %s, expected %" PRId64, name, measured, unit, expected);
}

void gate_says(const char *name, const char *text, const char *part) {
    printf("GATE %s says=\"%s\" wanted=\"%s\"\n", name, text, part);
    fflush(stdout);
    ck_assert_msg(strstr(text, part) != NULL || !asserts(), "%s: '%s' does not say '%s'", name,
                  text, part);
}

void gate_add(Suite *suite, const char *name, const TTest *test, double limit_s) {
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, limit_s);
    tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
}

int gate_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int run = srunner_ntests_run(runner);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (run == 0) {
        (void)fprintf(stderr, "no test case ran\n");
    }
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
