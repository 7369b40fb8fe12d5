#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

double timing_now_s(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
        return NAN;
    }
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int rising(const void *a, const void *b) {
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double sort_to_median(double *values, int64_t count) {
    qsort(values, (size_t)count, sizeof *values, rising);
    const int64_t middle = count / 2;
    return count % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

Spread timing_spread(double *values, int64_t count) {
    if (count < 1) {
        return (Spread){NAN, NAN, NAN};
    }
    Spread spread = {.median = sort_to_median(values, count), .min = values[0]};
    for (int64_t k = 0; k < count; k++) {
        values[k] = fabs(values[k] - spread.median);
    }
    spread.mad = sort_to_median(values, count);
    return spread;
}

/* Seconds a frame of one side; NaN when it fails. */
static double time_side(const Pair *pair, void *side) {
    const double start = timing_now_s();
    const bool well = pair->run(side, pair->frames);
    return well ? (timing_now_s() - start) / (double)pair->frames : NAN;
}

bool timing_pair(const Pair *pair, Paired *paired) {
    const size_t room = (size_t)pair->rounds * sizeof(double);
    double *column[4]; /* with, other, ratio, difference */
    bool well = true;
    for (int c = 0; c < 4; c++) {
        column[c] = malloc(room + sizeof(double));
        well = well && column[c] != NULL;
    }
    for (int64_t k = 0; well && k < pair->rounds; k++) {
        const int first = k % 2 == 0 ? 0 : 1;
        column[first][k] = time_side(pair, first == 0 ? pair->with : pair->other);
        column[1 - first][k] = time_side(pair, first == 0 ? pair->other : pair->with);
        column[2][k] = column[0][k] / column[1][k];
        column[3][k] = column[0][k] - column[1][k];
        well = isfinite(column[2][k]);
    }
    const int64_t count = well ? pair->rounds : 0;
    *paired = (Paired){.ratio = timing_spread(column[2], count),
                       .difference = timing_spread(column[3], count),
                       .with_s = timing_spread(column[0], count),
                       .other_s = timing_spread(column[1], count)};
    for (int c = 0; c < 4; c++) {
        free(column[c]);
    }
    return well;
}
