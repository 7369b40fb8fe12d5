/* result.h: what one point hands back, and its part file. */
#ifndef LAB_RESULT_H
#define LAB_RESULT_H

#include <stdint.h>

#include "sweep.h"

/* name, number in the file's `status` variable, word in its flag_meanings */
#define LAB_POINT_STATUS_LIST(X)                                                                   \
    X(LAB_POINT_OK, 0, "ok")                                                                       \
    X(LAB_POINT_DIVERGED, 1, "diverged")                                                           \
    X(LAB_POINT_FAILED, 2, "failed")                                                               \
    X(LAB_POINT_CRASHED, 3, "crashed")                                                             \
    X(LAB_POINT_MISSING, 4, "missing")

typedef enum LabPointStatus {
#define LAB_POINT_STATUS_ENUM(name, number, word) name = number,
    LAB_POINT_STATUS_LIST(LAB_POINT_STATUS_ENUM)
#undef LAB_POINT_STATUS_ENUM
} LabPointStatus;

/* Is an end like that what the experiment set out for? Divergence may be part of its answer. */
bool lab_point_is_fine(const LabExperiment *experiment, LabPointStatus status);

/* The values of one variable at one point. */
typedef struct LabColumn {
    double *value; /* (count) */
    int64_t count;
    int64_t capacity; /* series grow */
} LabColumn;

struct LabResult {
    const LabSweep *sweep;
    LabColumn *column; /* (variable_count) */
    LabPointStatus status;
    char *message; /* NULL, or why it is not ok */
    double wall_s;
};

/* Every value NaN, every series empty, status ok. Free with lab_result_free(). */
void lab_result_start(LabResult *result, const LabSweep *sweep);
void lab_result_free(LabResult *result);

/* Is the variable recorded in this sweep at all? A series is only under --series. */
bool lab_variable_recorded(const LabSweep *sweep, int32_t variable);

#endif
