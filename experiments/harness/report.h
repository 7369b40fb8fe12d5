/* report.h: what a run says at its end. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "judge.h"

typedef struct LabOutcome {
    const LabSweep *sweep;
    const LabTable *table;         /* NULL when points are missing */
    const LabJudgement *judgement; /* NULL with it */
    const char *file;              /* the merged file; NULL when there is none yet */
    LabStatus status;              /* the program's exit code */
    int64_t points;                /* of the slice */
    int64_t resumed;               /* of them found finished */
} LabOutcome;

/* The table of verdicts, the points that are not ok and where the file is, on stdout. */
void lab_report_table(const LabOutcome *outcome);

/* The same as one JSON object. */
void lab_report_json(const LabOutcome *outcome);

/* "--list-points": number and axes of every point of the slice, as lines or as JSON. */
void lab_report_points(const LabSweep *sweep, const int64_t *points, int64_t count, bool json);

#endif
