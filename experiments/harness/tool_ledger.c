/* tool_ledger.c: verdict datasets and parameters out of a merged result. */
#include "tool_ledger.h"
#include "text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* At most this many values of a knob are written out; more are given by their ends and number. */
#define VALUES_SHOWN 4

static char *attribute_or(const LabH5 *file, const char *name, const char *otherwise) {
    char *text = lab_h5_attribute(file, NULL, name);
    return text == NULL ? lab_copy_text(otherwise) : text;
}

static void add_value(LabText *out, const char *prefix, const double *number, char *const *text,
                      int64_t k) {
    if (text != NULL) {
        lab_text_add(out, "%s%s", prefix, text[k]);
    } else {
        lab_text_add(out, "%s%.10g", prefix, number[k]);
    }
}

/* "alpha=0..1 (21)" or "solver=avbd,vbd" or "links=20". */
static LabStatus add_knob(const LabH5 *file, const LabH5Variable *knob, LabText *out,
                          LabError *error) {
    double *number = knob->kind == LAB_H5_NUMBER ? lab_h5_numbers(file, knob, error) : NULL;
    char **text = knob->kind == LAB_H5_TEXT ? lab_h5_texts(file, knob, error) : NULL;
    if (number == NULL && text == NULL) {
        return LAB_BROKEN;
    }
    lab_text_add(out, "%s%s=", out->length > 0 ? " " : "", knob->name);
    if (knob->count > VALUES_SHOWN && number != NULL) {
        add_value(out, "", number, text, 0);
        add_value(out, "..", number, text, knob->count - 1);
        lab_text_add(out, "(%lld)", (long long)knob->count);
    } else {
        for (int64_t k = 0; k < knob->count; ++k) {
            add_value(out, k > 0 ? "," : "", number, text, k);
        }
    }
    free(number);
    lab_h5_free_texts(text, knob->count);
    return LAB_DONE;
}

/* Knobs are what the points lie along, and the single values marked as parameters. */
static bool is_knob(const LabH5 *file, const LabH5Variable *variable) {
    const LabH5Variable *status = lab_h5_find(file, "status");
    bool knob = lab_h5_attribute_number(file, variable, "parameter") == 1.0;
    for (int32_t d = 0; status != NULL && d < status->rank; ++d) {
        knob = knob || strcmp(status->dimension[d], variable->name) == 0;
    }
    return knob && variable->kind != LAB_H5_OTHER;
}

/* What else the scene was given, where it was given anything. */
static void add_attribute(const LabH5 *file, const char *name, LabText *out) {
    char *text = lab_h5_attribute(file, NULL, name);
    if (text != NULL) {
        lab_text_add(out, "%s%s=%s", out->length > 0 ? " " : "", name, text);
    }
    free(text);
}

static LabStatus read_parameters(ToolLedger *ledger, LabError *error) {
    LabText out = {0};
    LabStatus status = LAB_DONE;
    for (int32_t v = 0; v < ledger->file->variable_count && status == LAB_DONE; ++v) {
        const LabH5Variable *variable = &ledger->file->variable[v];
        if (is_knob(ledger->file, variable)) {
            status = add_knob(ledger->file, variable, &out, error);
        }
    }
    add_attribute(ledger->file, "mesh", &out);
    add_attribute(ledger->file, "mesh_scale", &out);
    add_attribute(ledger->file, "hold", &out);
    ledger->parameters = out.text == NULL ? lab_copy_text("") : out.text;
    return status;
}

static LabStatus read_lines(ToolLedger *ledger, LabError *error) {
    static const char *const name[] = {"verdict_id", "verdict", "verdict_source", "verdict_text"};
    char ***column[] = {&ledger->id, &ledger->verdict, &ledger->source, &ledger->text};
    const LabH5Variable *first = lab_h5_find(ledger->file, name[0]);
    if (first == NULL) {
        return LAB_DONE;
    }
    ledger->count = first->count;
    for (size_t k = 0; k < sizeof name / sizeof name[0]; ++k) {
        const LabH5Variable *variable = lab_h5_need(ledger->file, name[k], error);
        if (variable == NULL) {
            return LAB_BROKEN;
        }
        if (variable->count != ledger->count) {
            return lab_fail(error, LAB_BROKEN, "%s: %s has %lld lines, %s %lld", ledger->file->path,
                            name[0], (long long)ledger->count, name[k], (long long)variable->count);
        }
        *column[k] = lab_h5_texts(ledger->file, variable, error);
        if (*column[k] == NULL) {
            return LAB_BROKEN;
        }
    }
    return LAB_DONE;
}

LabStatus tool_ledger_open(ToolLedger *ledger, const char *path, LabError *error) {
    *ledger = (ToolLedger){.file = lab_h5_open(path, error)};
    if (ledger->file == NULL) {
        return LAB_BROKEN;
    }
    ledger->experiment = attribute_or(ledger->file, "experiment", "");
    ledger->question = attribute_or(ledger->file, "question", "");
    LabStatus status = read_parameters(ledger, error);
    return status == LAB_DONE ? read_lines(ledger, error) : status;
}

void tool_ledger_close(ToolLedger *ledger) {
    lab_h5_free_texts(ledger->id, ledger->count);
    lab_h5_free_texts(ledger->verdict, ledger->count);
    lab_h5_free_texts(ledger->source, ledger->count);
    lab_h5_free_texts(ledger->text, ledger->count);
    free(ledger->experiment);
    free(ledger->question);
    free(ledger->parameters);
    lab_h5_close(ledger->file);
    *ledger = (ToolLedger){0};
}
