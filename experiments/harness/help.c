/* help.c: --help from the experiment's own description. */
#include "cli.h"

#include <stdlib.h>

static void add_knob(const LabKnob *knob, LabText *text) {
    lab_text_add(text, "  %s [%s]  %s\n      default %s", knob->name, knob->unit, knob->long_name,
                 knob->full);
    if (knob->smoke != NULL) {
        lab_text_add(text, "; --smoke %s", knob->smoke);
    }
    lab_text_add(text, "; ");
    lab_knob_range_text(knob, text);
    lab_text_add(text, "\n");
}

static bool several(const LabKnob *knob) {
    for (const char *c = knob->full; *c != '\0'; c++) {
        if (*c == ',' || *c == ':') {
            return true;
        }
    }
    return false;
}

static void add_knobs(const LabExperiment *experiment, bool axes, LabText *text) {
    bool any = false;
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        if (several(&experiment->knobs[k]) == axes) {
            if (!any) {
                lab_text_add(text, axes ? "\nAxes:\n" : "\nParameters:\n");
            }
            add_knob(&experiment->knobs[k], text);
            any = true;
        }
    }
}

static void add_observables(const LabExperiment *experiment, LabText *text) {
    lab_text_add(text, "\nObservables:\n");
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        const LabVariable *variable = &experiment->variables[v];
        const char *along = variable->series ? "step, with --series" : variable->dimension;
        lab_text_add(text, "  %s [%s]  %s", variable->name, variable->unit, variable->long_name);
        if (along != NULL) {
            lab_text_add(text, " (along %s)", along);
        }
        lab_text_add(text, "%s\n", variable->timing ? " (depends on the clock)" : "");
    }
}

/* argp prints what stands before the vertical tab above the options, the rest below them. */
char *lab_help_text(const LabExperiment *experiment) {
    LabText text = {0};
    lab_text_add(&text, "%s\n\nScene: %s\n\nAnswers: %s\n\v", experiment->question,
                 experiment->scene, experiment->answers);
    lab_text_add(&text, "An axis is given as a,b,c or lo:hi:n or lo:hi:n:log.\n");
    add_knobs(experiment, true, &text);
    add_knobs(experiment, false, &text);
    add_observables(experiment, &text);
    lab_text_add(&text, "\nExit codes: 0 done, 1 a verdict failed, 2 usage, 3 infrastructure or "
                        "incomplete.\n");
    return text.text;
}
