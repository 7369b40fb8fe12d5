/*
 * error.h: how the harness says that something went wrong.
 *
 * A call that can fail returns a LabStatus, whose value is the exit code the program ends with, and
 * writes one line to a LabError: what is named (file, option, knob), its value, what is allowed.
 */
#ifndef LAB_ERROR_H
#define LAB_ERROR_H

#include <stdbool.h>

/* name, exit code, meaning */
#define LAB_STATUS_LIST(X)                                                                         \
    X(LAB_DONE, 0, "done")                                                                         \
    X(LAB_UNSOUND, 1, "a verdict failed")                                                          \
    X(LAB_USAGE, 2, "the command line asks for something that cannot be")                          \
    X(LAB_BROKEN, 3, "infrastructure failed, or the result is incomplete")

typedef enum LabStatus {
#define LAB_STATUS_ENUM(name, code, text) name = code,
    LAB_STATUS_LIST(LAB_STATUS_ENUM)
#undef LAB_STATUS_ENUM
} LabStatus;

typedef struct LabError {
    char message[1024]; /* one line, no newline, NUL-terminated */
} LabError;

/* Writes the message (NULL error: drops it), control characters as '?', and returns status, so that
 * a caller can `return lab_fail(error, LAB_USAGE, ...)`. */
LabStatus lab_fail(LabError *error, LabStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Programmer errors: an experiment that breaks its contract. Prints one line to stderr and aborts,
 * in every build type, unlike assert(): a misspelt variable must not become a column of NaN. */
void lab_require(bool condition, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
