/*
 * knob.h: the values a knob takes, from text and to text.
 *
 * Every kind is held in a double: an integer exactly (up to 2^53), a choice as the number of its
 * word among the knob's choices.
 */
#ifndef LAB_KNOB_H
#define LAB_KNOB_H

#include <stdint.h>

#include "error.h"
#include "experiment.h"
#include "text.h"

#define LAB_AXIS_POINTS_MAX 1000000

typedef struct LabValues {
    const LabKnob *knob;
    double *value; /* (count) */
    int64_t count;
    bool axis;      /* a dimension of the result, though it may hold one value */
    int64_t stride; /* points between neighbours along it, row-major */
} LabValues;

/*
 * Reads "a,b,c", "lo:hi:n" or "lo:hi:n:log".
 *   values  out: knob, value, count; free value. Untouched on failure.
 * LAB_USAGE: empty, not a number, reversed, log through zero, a fraction or NaN where not allowed,
 * out of range, given twice, more than LAB_AXIS_POINTS_MAX.
 */
LabStatus lab_values_parse(const LabKnob *knob, const char *text, LabValues *values,
                           LabError *error);

/* One value as the shortest text that reads back the same. */
void lab_value_text(const LabKnob *knob, double value, LabText *text);

/* The number of a word among the knob's choices; -1 if it is not one. */
int32_t lab_choice_number(const LabKnob *knob, const char *word);
int32_t lab_choice_count(const LabKnob *knob);
/* Copies word number n; allocates. */
char *lab_choice_word(const LabKnob *knob, int32_t n);

/* What is allowed, for messages and --help: "from 0 to 1", "above 0", "one of avbd,vbd". */
void lab_knob_range_text(const LabKnob *knob, LabText *text);

#endif
