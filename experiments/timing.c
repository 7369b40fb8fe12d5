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
