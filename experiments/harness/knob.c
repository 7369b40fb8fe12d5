#include "knob.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this a double no longer holds every integer. */
static const double integer_max = 9007199254740992.0;

/* Choices. */

int32_t lab_choice_count(const LabKnob *knob) {
    int32_t count = 1;
    for (const char *c = knob->choices; *c != '\0'; c++) {
        count += *c == ',';
    }
    return count;
}

/* Word n of a comma-separated list, without copying. */
static const char *word_at(const char *list, int32_t n, size_t *length) {
    for (int32_t i = 0; i < n; i++) {
        list = strchr(list, ',') + 1;
    }
    *length = strcspn(list, ",");
    return list;
}

int32_t lab_choice_number(const LabKnob *knob, const char *word) {
    const int32_t count = lab_choice_count(knob);
    for (int32_t i = 0; i < count; i++) {
        size_t length;
        const char *known = word_at(knob->choices, i, &length);
        if (strlen(word) == length && memcmp(known, word, length) == 0) {
            return i;
        }
    }
    return -1;
}

char *lab_choice_word(const LabKnob *knob, int32_t n) {
    size_t length;
    const char *word = word_at(knob->choices, n, &length);
    return lab_copy_range(word, length);
}

/* To text. */

void lab_value_text(const LabKnob *knob, double value, LabText *text) {
    if (knob->kind == LAB_CHOICE) {
        char *word = lab_choice_word(knob, (int32_t)value);
        lab_text_add(text, "%s", word);
        free(word);
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        char *number = lab_print("%.*g", digits, value);
        const bool exact = digits == 17 || strtod(number, NULL) == value;
        if (exact) {
            lab_text_add(text, "%s", number);
        }
        free(number);
        if (exact) {
            return;
        }
    }
}

void lab_knob_range_text(const LabKnob *knob, LabText *text) {
    const char *kind = knob->kind == LAB_INTEGER ? "an integer" : "a number";
    if (knob->kind == LAB_CHOICE) {
        lab_text_add(text, "one of %s", knob->choices);
    } else if (isinf(knob->min) && isinf(knob->max)) {
        lab_text_add(text, "%s", kind);
    } else if (isinf(knob->max)) {
        lab_text_add(text, "%s %s %g%s", kind, knob->above_min ? "above" : "from", knob->min,
                     knob->kind == LAB_REAL ? ", or inf" : "");
    } else {
        lab_text_add(text, "%s %s %g to %g", kind, knob->above_min ? "above" : "from", knob->min,
                     knob->max);
    }
}

/* From text. */

static LabStatus refuse(const LabKnob *knob, const char *text, size_t length, const char *why,
                        LabError *error) {
    LabText allowed = {0};
    lab_knob_range_text(knob, &allowed);
    const int shown = length > 60 ? 60 : (int)length;
    const LabStatus status = lab_fail(error, LAB_USAGE, "%s: \"%.*s\" %s; allowed: %s", knob->name,
                                      shown, text, why, allowed.text);
    lab_text_free(&allowed);
    return status;
}

/* A whole text as a number; false when it is none. Plain decimal, no hexadecimal, no blanks. */
static bool read_number(const char *text, size_t length, double *number) {
    char copy[64];
    if (length == 0 || length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strspn(copy, "0123456789+-.eEinfINF") != length) {
        return false;
    }
    char *end;
    errno = 0;
    *number = strtod(copy, &end);
    return *end == '\0' && (errno != ERANGE || fabs(*number) < 1.0);
}

/* Is the number one that the knob may take? NULL, or why not. */
static const char *why_not(const LabKnob *knob, double value) {
    if (isinf(value) && !(knob->kind == LAB_REAL && isinf(knob->max) && value > 0.0)) {
        return "is not finite";
    }
    if (knob->kind == LAB_INTEGER && (value != floor(value) || !(fabs(value) <= integer_max))) {
        return "is not an integer";
    }
    if (!(value >= knob->min && value <= knob->max) || (knob->above_min && value == knob->min)) {
        return "is out of range";
    }
    return NULL;
}

static LabStatus parse_one(const LabKnob *knob, const char *text, size_t length, double *value,
                           LabError *error) {
    if (length == 0) {
        return refuse(knob, text, length, "is empty", error);
    }
    if (knob->kind == LAB_CHOICE) {
        char *word = lab_copy_range(text, length);
        const int32_t number = lab_choice_number(knob, word);
        free(word);
        *value = number;
        return number >= 0 ? LAB_DONE : refuse(knob, text, length, "is unknown", error);
    }
    if (!read_number(text, length, value)) {
        return refuse(knob, text, length, "is not a number", error);
    }
    const char *why = why_not(knob, *value);
    return why == NULL ? LAB_DONE : refuse(knob, text, length, why, error);
}

static LabStatus parse_list(const LabKnob *knob, const char *text, LabValues *values,
                            LabError *error) {
    int64_t count = 1;
    for (const char *c = text; *c != '\0'; c++) {
        count += *c == ',';
    }
    if (count > LAB_AXIS_POINTS_MAX) {
        return refuse(knob, text, strlen(text), "has more than 1000000 values", error);
    }
    double *value = lab_alloc((size_t)count, sizeof *value);
    for (int64_t i = 0; i < count; i++) {
        const size_t length = strcspn(text, ",");
        const LabStatus status = parse_one(knob, text, length, &value[i], error);
        if (status != LAB_DONE) {
            free(value);
            return status;
        }
        text += length + 1;
    }
    values->value = value;
    values->count = count;
    return LAB_DONE;
}

typedef struct Range {
    double low, high;
    int64_t count;
    bool logarithmic;
} Range;

/* The parts of "lo:hi:n[:log]", each checked for itself and against the others. */
static LabStatus parse_range(const LabKnob *knob, const char *text, Range *range, LabError *error) {
    const size_t whole = strlen(text);
    const char *part[4] = {NULL};
    size_t length[4] = {0};
    int parts = 0;
    for (const char *next = text; next != NULL && parts < 4; parts++) {
        part[parts] = next;
        length[parts] = strcspn(next, ":");
        next = next[length[parts]] == ':' ? next + length[parts] + 1 : NULL;
    }
    double n;
    const bool tail = parts == 4 && part[3][length[3]] != '\0';
    if (parts < 3 || tail || (parts == 4 && !(length[3] == 3 && memcmp(part[3], "log", 3) == 0))) {
        return refuse(knob, text, whole, "is no range lo:hi:n or lo:hi:n:log", error);
    }
    if (!read_number(part[0], length[0], &range->low) || !isfinite(range->low) ||
        !read_number(part[1], length[1], &range->high) || !isfinite(range->high)) {
        return refuse(knob, text, whole, "has an end that is not a finite number", error);
    }
    if (!read_number(part[2], length[2], &n) || !(n >= 1.0 && n <= LAB_AXIS_POINTS_MAX) ||
        n != floor(n)) {
        return refuse(knob, text, whole, "needs a count n from 1 to 1000000", error);
    }
    range->count = (int64_t)n;
    range->logarithmic = parts == 4;
    if (range->low > range->high) {
        return refuse(knob, text, whole, "is reversed: lo is above hi", error);
    }
    if ((range->low == range->high) != (range->count == 1)) {
        return refuse(knob, text, whole, "is empty: n values need lo below hi, one needs lo = hi",
                      error);
    }
    if (range->logarithmic && !(range->low > 0.0)) {
        return refuse(knob, text, whole, "is logarithmic and does not stay above 0", error);
    }
    return LAB_DONE;
}

/* Value i of a range; the ends are exact, and so is an integer that a logarithm only just misses.
 */
static double range_value(const LabKnob *knob, const Range *range, int64_t i) {
    if (i == 0) {
        return range->low;
    }
    if (i == range->count - 1) {
        return range->high;
    }
    const double t = (double)i / (double)(range->count - 1);
    const double value = range->logarithmic ? range->low * pow(range->high / range->low, t)
                                            : range->low + (range->high - range->low) * t;
    const double whole = round(value);
    const bool near = fabs(value - whole) <= 1e-9 * fabs(whole);
    return knob->kind == LAB_INTEGER && near ? whole : value;
}

static LabStatus spread_range(const LabKnob *knob, const char *text, LabValues *values,
                              LabError *error) {
    if (knob->kind == LAB_CHOICE) {
        return refuse(knob, text, strlen(text), "is a range, which words do not have", error);
    }
    Range range = {0};
    const LabStatus status = parse_range(knob, text, &range, error);
    if (status != LAB_DONE) {
        return status;
    }
    double *value = lab_alloc((size_t)range.count, sizeof *value);
    for (int64_t i = 0; i < range.count; i++) {
        value[i] = range_value(knob, &range, i);
        const char *why = why_not(knob, value[i]);
        if (why != NULL) {
            char *held = lab_print("%s (holds %.9g, which %s)", text, value[i], why);
            const LabStatus refused = refuse(knob, held, strlen(held), "cannot be", error);
            free(held);
            free(value);
            return refused;
        }
    }
    values->value = value;
    values->count = range.count;
    return LAB_DONE;
}

static int compare_reals(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A value given twice would make two points of one name. */
static LabStatus refuse_duplicates(const LabValues *values, LabError *error) {
    const size_t bytes = (size_t)values->count * sizeof *values->value;
    double *sorted = lab_alloc((size_t)values->count, sizeof *sorted);
    memcpy(sorted, values->value, bytes);
    qsort(sorted, (size_t)values->count, sizeof *sorted, compare_reals);
    LabStatus status = LAB_DONE;
    for (int64_t i = 1; i < values->count && status == LAB_DONE; i++) {
        if (sorted[i] == sorted[i - 1]) {
            LabText twice = {0};
            lab_value_text(values->knob, sorted[i], &twice);
            status = refuse(values->knob, twice.text, twice.length, "is given twice", error);
            lab_text_free(&twice);
        }
    }
    free(sorted);
    return status;
}

LabStatus lab_values_parse(const LabKnob *knob, const char *text, LabValues *values,
                           LabError *error) {
    LabValues read = {.knob = knob};
    LabStatus status = strchr(text, ':') != NULL ? spread_range(knob, text, &read, error)
                                                 : parse_list(knob, text, &read, error);
    if (status == LAB_DONE) {
        status = refuse_duplicates(&read, error);
        if (status != LAB_DONE) {
            free(read.value);
        }
    }
    if (status == LAB_DONE) {
        *values = read;
    }
    return status;
}
