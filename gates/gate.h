/*
 * gate.h: what every gate program shares: one line a measurement, one way to run.
 *
 * A gate prints "GATE name measured= limit= unit= margin=" for each figure it holds to a limit, and
 * then asserts. With CLOTH_GATE_MARGINS set in the environment it prints and asserts nothing, so
 * that margins can be read off a tree that fails.
 */
#ifndef GATES_GATE_H
#define GATES_GATE_H

#include <check.h>
#include <stdint.h>

/* Prints the line and fails the test case unless measured <= limit; NaN fails. margin = limit -
 * measured. */
void gate_at_most(const char *name, double measured, double limit, const char *unit);

/* The same for measured >= limit; margin = measured - limit. */
void gate_at_least(const char *name, double measured, double limit, const char *unit);

/* The same for counts and bits that must be equal; margin 0 when they are, else -|difference|. */
void gate_equal(const char *name, int64_t measured, int64_t expected, const char *unit);

/* Fails the test case unless `text` contains `part`, and prints both either way. */
void gate_says(const char *name, const char *text, const char *part);

/* Runs a suite; returns the exit code: 0 when there were test cases and all of them passed. Frees
 * it. */
int gate_run(Suite *suite);

/* A test case named like its function, with a time limit in seconds. */
void gate_add(Suite *suite, const char *name, const TTest *test, double limit_s);

#endif
