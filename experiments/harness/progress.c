#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 30

double lab_clock_s(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "1h 02m", "3m 20s", "12s" */
static void print_duration(double seconds) {
    const long long whole = (long long)(seconds + 0.5);
    if (whole >= 3600) {
        (void)fprintf(stderr, "%lldh %02lldm", whole / 3600, whole / 60 % 60);
    } else if (whole >= 60) {
        (void)fprintf(stderr, "%lldm %02llds", whole / 60, whole % 60);
    } else {
        (void)fprintf(stderr, "%llds", whole);
    }
}

static void print_counts(const LabProgress *progress, double now_s) {
    const double passed = now_s - progress->start_s;
    (void)fprintf(stderr, "%" PRId64 "/%" PRId64 " points", progress->done, progress->total);
    if (progress->bad > 0) {
        (void)fprintf(stderr, ", %" PRId64 " not ok", progress->bad);
    }
    if (progress->done > 0 && passed > 0.0) {
        const double rate = (double)progress->done / passed;
        (void)fprintf(stderr, ", %.3g/s, ", rate);
        print_duration((double)(progress->total - progress->done) / rate);
        (void)fputs(" left", stderr);
    }
}

static void show(LabProgress *progress) {
    const double now_s = lab_clock_s();
    progress->shown_s = now_s;
    if (progress->terminal) {
        const int filled = (int)(BAR_WIDTH * progress->done / progress->total);
        (void)fprintf(stderr, "\r\033[K%s [", progress->name);
        for (int i = 0; i < BAR_WIDTH; i++) {
            (void)fputc(i < filled ? '#' : '.', stderr);
        }
        (void)fputs("] ", stderr);
        print_counts(progress, now_s);
    } else {
        (void)fprintf(stderr, "%s: ", progress->name);
        print_counts(progress, now_s);
        (void)fputc('\n', stderr);
    }
    (void)fflush(stderr);
}

/* A terminal is refreshed ten times a second, a log every half minute. */
static bool is_due(const LabProgress *progress, double every_terminal_s) {
    const double every_s = progress->terminal ? every_terminal_s : 30.0;
    return !progress->quiet && progress->total > 0 && lab_clock_s() - progress->shown_s >= every_s;
}

void lab_progress_start(LabProgress *progress, const char *name, int64_t total, bool quiet) {
    *progress = (LabProgress){.name = name, .total = total, .quiet = quiet};
    progress->terminal = isatty(STDERR_FILENO) == 1;
    progress->start_s = progress->shown_s = lab_clock_s();
    if (progress->terminal && !quiet && total > 0) {
        show(progress);
    }
}

void lab_progress_point(LabProgress *progress, bool ok) {
    progress->done++;
    progress->bad += !ok;
    if (is_due(progress, 0.1)) {
        show(progress);
    }
}

void lab_progress_tick(LabProgress *progress) {
    if (is_due(progress, 1.0)) {
        show(progress);
    }
}

void lab_progress_end(LabProgress *progress) {
    if (progress->quiet || progress->total == 0) {
        return;
    }
    show(progress);
    if (progress->terminal) {
        (void)fputc('\n', stderr);
    }
}
