#include "judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *lab_verdict_word(LabVerdict verdict) {
    static const char *const word[] = {
        [LAB_REPRODUCED] = "reproduced",     [LAB_DIFFERS] = "differs",
        [LAB_CONTRADICTED] = "contradicted", [LAB_MEASURED] = "measured",
        [LAB_NOT_JUDGED] = "not judged",     [LAB_FAILED] = "failed"};
    return word[verdict];
}

/* Reading. */

int64_t lab_count(const LabData *data) {
    return data->table->sweep->point_count;
}

const LabPoint *lab_point(const LabData *data, int64_t k) {
    lab_require(k >= 0 && k < lab_count(data), "judge: there is no point %lld", (long long)k);
    return &data->table->sweep->point[k];
}

bool lab_ok(const LabData *data, int64_t k) {
    lab_require(k >= 0 && k < lab_count(data), "judge: there is no point %lld", (long long)k);
    return data->table->status[k] == LAB_POINT_OK;
}

const double *lab_get_array(const LabData *data, int64_t k, const char *variable, int64_t *n) {
    const LabTable *table = data->table;
    const int32_t v = lab_variable_number(table->sweep->experiment, variable);
    lab_require(v >= 0, "judge: there is no variable %s", variable);
    lab_require(k >= 0 && k < lab_count(data), "judge: there is no point %lld", (long long)k);
    *n = table->value[v] == NULL ? 0 : table->length[v];
    return table->value[v] == NULL ? NULL : table->value[v] + k * table->length[v];
}

double lab_get(const LabData *data, int64_t k, const char *variable) {
    int64_t n;
    const double *values = lab_get_array(data, k, variable, &n);
    lab_require(n <= 1, "judge: %s has a dimension and takes lab_get_array()", variable);
    return n == 1 ? values[0] : NAN;
}

/* Finding. */

static bool is_near(double value, double wanted) {
    return value == wanted || fabs(value - wanted) < 1e-9 * fabs(wanted);
}

static double wanted_value(const LabKnob *knob, const char *text) {
    if (knob->kind == LAB_CHOICE) {
        const int32_t number = lab_choice_number(knob, text);
        lab_require(number >= 0, "judge: knob %s has no choice %s", knob->name, text);
        return number;
    }
    char *end;
    const double value = strtod(text, &end);
    lab_require(end != text && *end == '\0', "judge: %s=%s is not a number", knob->name, text);
    return value;
}

int64_t lab_find(const LabData *data, ...) {
    const LabSweep *sweep = data->table->sweep;
    const int32_t knobs = sweep->experiment->knob_count;
    double *wanted = lab_alloc((size_t)knobs, sizeof *wanted);
    for (int32_t k = 0; k < knobs; k++) {
        wanted[k] = NAN;
    }
    va_list pairs;
    va_start(pairs, data);
    for (const char *name; (name = va_arg(pairs, const char *)) != NULL;) {
        const int32_t k = lab_knob_number(sweep->experiment, name);
        lab_require(k >= 0, "judge: there is no knob %s", name);
        wanted[k] = wanted_value(&sweep->experiment->knobs[k], va_arg(pairs, const char *));
    }
    va_end(pairs);
    /* Knobs are independent: the first point has, along each, the first place that fits. */
    int64_t found = 0;
    for (int32_t k = 0; k < knobs && found >= 0; k++) {
        const LabValues *values = &sweep->knob[k];
        int64_t place = 0;
        while (!isnan(wanted[k]) && place < values->count &&
               !is_near(values->value[place], wanted[k])) {
            place++;
        }
        found = place < values->count ? found + place * values->stride : -1;
    }
    free(wanted);
    return found;
}

/* Verdicts. */

void lab_verdict(LabJudgement *judgement, const char *id, LabVerdict verdict, const char *source,
                 const char *format, ...) {
    lab_require(verdict >= LAB_REPRODUCED && verdict <= LAB_FAILED, "judge: %s has no verdict", id);
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    judgement->line =
        lab_resize(judgement->line, (size_t)judgement->count + 1, sizeof *judgement->line);
    judgement->line[judgement->count++] = (LabVerdictLine){.id = lab_copy_text(id),
                                                           .verdict = verdict,
                                                           .source = lab_copy_text(source),
                                                           .text = lab_copy_text(text)};
    judgement->failed += verdict == LAB_FAILED;
}

void lab_judge(const LabTable *table, LabJudgement *judgement) {
    const LabData data = {.table = table};
    *judgement = (LabJudgement){0};
    if (table->sweep->experiment->judge != NULL) {
        table->sweep->experiment->judge(&data, judgement);
    }
}

void lab_judgement_free(LabJudgement *judgement) {
    for (int64_t i = 0; i < judgement->count; i++) {
        free(judgement->line[i].id);
        free(judgement->line[i].source);
        free(judgement->line[i].text);
    }
    free(judgement->line);
    *judgement = (LabJudgement){0};
}
