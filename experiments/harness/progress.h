/* progress.h: how far a sweep is: a bar on a terminal, now and then a line otherwise. */
#ifndef LAB_PROGRESS_H
#define LAB_PROGRESS_H

#include <stdint.h>
#include <stdbool.h>

typedef struct LabProgress {
    const char *name;
    int64_t total; /* points to run now */
    int64_t done;
    int64_t bad; /* of them not ok */
    bool quiet;
    bool terminal;
    double start_s;
    double shown_s; /* when it was shown last */
} LabProgress;

void lab_progress_start(LabProgress *progress, const char *name, int64_t total, bool quiet);
void lab_progress_point(LabProgress *progress, bool ok);
void lab_progress_tick(LabProgress *progress); /* time passes: the bar's clock goes on */
void lab_progress_end(LabProgress *progress);

double lab_clock_s(void); /* monotonic */

#endif
