/*
 * tool_diff.c: `labtool diff`: two results side by side, variable by variable.
 *
 * Missing equals missing (NaN), as it must for a point that diverged in both. Variables that depend
 * on the clock are shown and not counted, and neither is the wording of verdicts, which may quote
 * them.
 */
#include "text.h"
#include "tool.h"

#include "error.h"
#include "h5read.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Difference {
    int64_t differing;
    double absolute; /* largest |a - b|; INFINITY where only one of the two is finite */
    double relative; /* largest |a - b| / max(|a|, |b|) */
} Difference;

static void compare_numbers(const double *a, const double *b, int64_t count, Difference *result) {
    for (int64_t k = 0; k < count; ++k) {
        if (a[k] == b[k] || (isnan(a[k]) && isnan(b[k]))) {
            continue;
        }
        ++result->differing;
        double absolute = fabs(a[k] - b[k]);
        double relative = absolute / fmax(fabs(a[k]), fabs(b[k]));
        bool comparable = isfinite(a[k]) && isfinite(b[k]);
        result->absolute = fmax(result->absolute, comparable ? absolute : (double)INFINITY);
        result->relative = fmax(result->relative, comparable ? relative : (double)INFINITY);
    }
}

/* Texts are the same or not: the sizes of their differences stay 0. */
static void compare_texts(char *const *a, char *const *b, int64_t count, Difference *result) {
    for (int64_t k = 0; k < count; ++k) {
        result->differing += strcmp(a[k], b[k]) != 0 ? 1 : 0;
    }
}

static bool same_shape(const LabH5Variable *a, const LabH5Variable *b) {
    bool same = a->kind == b->kind && a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; ++d) {
        same = a->shape[d] == b->shape[d] && strcmp(a->dimension[d], b->dimension[d]) == 0;
    }
    return same && strcmp(a->unit, b->unit) == 0;
}

static LabStatus compare(const LabH5 *a, const LabH5Variable *in_a, const LabH5 *b,
                         const LabH5Variable *in_b, Difference *result, LabError *error) {
    LabStatus status = LAB_DONE;
    *result = (Difference){0};
    if (in_a->kind == LAB_H5_NUMBER) {
        double *left = lab_h5_numbers(a, in_a, error);
        double *right = left == NULL ? NULL : lab_h5_numbers(b, in_b, error);
        status = right == NULL ? LAB_BROKEN : LAB_DONE;
        if (status == LAB_DONE) {
            compare_numbers(left, right, in_a->count, result);
        }
        free(left);
        free(right);
    } else if (in_a->kind == LAB_H5_TEXT) {
        char **left = lab_h5_texts(a, in_a, error);
        char **right = left == NULL ? NULL : lab_h5_texts(b, in_b, error);
        status = right == NULL ? LAB_BROKEN : LAB_DONE;
        if (status == LAB_DONE) {
            compare_texts(left, right, in_a->count, result);
        }
        lab_h5_free_texts(left, in_a->count);
        lab_h5_free_texts(right, in_b->count);
    } else {
        status = lab_fail(error, LAB_BROKEN, "%s: \"%s\" holds neither numbers nor text", a->path,
                          in_a->name);
    }
    return status;
}

static bool counts(const LabH5Variable *variable) {
    return !variable->timing && strncmp(variable->name, "verdict", strlen("verdict")) != 0;
}

static void print_shape(const LabH5Variable *variable) {
    for (int32_t d = 0; d < variable->rank; ++d) {
        (void)printf("%s%s=%lld", d > 0 ? " " : "", variable->dimension[d],
                     (long long)variable->shape[d]);
    }
    (void)printf(" [%s]", variable->unit);
}

/* Compares what both files have. Returns whether it is equal as far as it counts, through *equal.
 */
static LabStatus diff_variable(const LabH5 *a, const LabH5Variable *in_a, const LabH5 *b,
                               bool *equal, LabError *error) {
    const LabH5Variable *in_b = lab_h5_find(b, in_a->name);
    const char *note = counts(in_a) ? "" : "   not counted";
    if (in_b == NULL) {
        (void)printf("%-24s only in %s%s\n", in_a->name, a->path, note);
        *equal = *equal && !counts(in_a);
        return LAB_DONE;
    }
    if (!same_shape(in_a, in_b)) {
        (void)printf("%-24s other shape or unit: ", in_a->name);
        print_shape(in_a);
        (void)printf(" against ");
        print_shape(in_b);
        (void)printf("%s\n", note);
        *equal = *equal && !counts(in_a);
        return LAB_DONE;
    }
    Difference result;
    LabStatus status = compare(a, in_a, b, in_b, &result, error);
    if (status == LAB_DONE) {
        (void)printf("%-24s %12.4g %12.4g %10lld of %lld%s\n", in_a->name, result.absolute,
                     result.relative, (long long)result.differing, (long long)in_a->count, note);
        *equal = *equal && (result.differing == 0 || !counts(in_a));
    }
    return status;
}

static LabStatus diff_files(const LabH5 *a, const LabH5 *b, bool *equal, LabError *error) {
    (void)printf("%-24s %12s %12s %10s\n", "variable", "max |a-b|", "relative", "differing");
    LabStatus status = LAB_DONE;
    for (int32_t v = 0; v < a->variable_count && status == LAB_DONE; ++v) {
        status = diff_variable(a, &a->variable[v], b, equal, error);
    }
    for (int32_t v = 0; v < b->variable_count && status == LAB_DONE; ++v) {
        const LabH5Variable *variable = &b->variable[v];
        if (lab_h5_find(a, variable->name) == NULL) {
            (void)printf("%-24s only in %s\n", variable->name, b->path);
            *equal = *equal && !counts(variable);
        }
    }
    return status;
}

/* One word on an attribute that says what the files are; no word when neither file has it. */
static void diff_attribute(const LabH5 *a, const LabH5 *b, const char *name, bool *equal) {
    char *left = lab_h5_attribute(a, NULL, name);
    char *right = lab_h5_attribute(b, NULL, name);
    if (left == NULL && right == NULL) {
        return;
    }
    bool same = left != NULL && right != NULL && strcmp(left, right) == 0;
    (void)printf("%-24s %s\n", name, same ? "equal" : "differs");
    *equal = *equal && same;
    free(left);
    free(right);
}

int tool_diff(int argc, char **argv) {
    if (argc != 3) {
        (void)fprintf(stderr, "lab diff: two result files are wanted: lab diff A B\n");
        return LAB_USAGE;
    }
    LabError error = {{0}};
    LabH5 *a = lab_h5_open(argv[1], &error);
    LabH5 *b = a == NULL ? NULL : lab_h5_open(argv[2], &error);
    LabStatus status = b == NULL ? LAB_BROKEN : LAB_DONE;
    bool equal = true;
    if (status == LAB_DONE) {
        status = diff_files(a, b, &equal, &error);
    }
    if (status == LAB_DONE) {
        diff_attribute(a, b, "title", &equal);
        diff_attribute(a, b, "content_sha256", &equal);
        diff_attribute(a, b, "state_hash", &equal);
        (void)printf("content %s\n", equal ? "equal" : "differs");
        status = equal ? LAB_DONE : LAB_UNSOUND;
    } else {
        (void)fprintf(stderr, "lab diff: %s\n", error.message);
    }
    lab_h5_close(a);
    lab_h5_close(b);
    return (int)status;
}
