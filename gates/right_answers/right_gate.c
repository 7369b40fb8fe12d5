#include "right_gate.h"

#include <stdio.h>

#include "gate.h"

RightFigure right_gate_run(RightCaseId id, const RightRun *run) {
    RightFigure figure;
    ClothError error = {0};
    const ClothStatus status = right_measure(right_case(id), run, &figure, &error);
    ck_assert_msg(status == CLOTH_OK, "%s: %s", right_case(id)->name, error.message);
    return figure;
}

/* Prints "<case><arm>" into name. */
static void name_arm(RightCaseId id, const char *arm, char name[64]) {
    const int length = snprintf(name, 64, "%s%s", right_case(id)->name, arm);
    ck_assert(length > 0 && length < 64);
}

static void gate_arms(RightCaseId id, RightRun run, double limit, const char *budget) {
    const RightCase *which = right_case(id);
    const char *unit = which->absolute ? which->unit : "1";
    char name[64];
    name_arm(id, budget, name);
    ck_assert_msg(limit <= right_tolerance(which, &run), "%s: the limit %g is above the tolerance",
                  name, limit);
    const RightFigure sound = right_gate_run(id, &run);
    gate_at_most(name, sound.error, limit, unit);
    if (run.converged) {
        name_arm(id, "_unmet", name);
        gate_equal(name, sound.unmet, 0, "substeps");
    }
    /* The flaw is coarse: a thousandth of the precision finds it, in less time. */
    run.flawed = true;
    run.tolerance = 1e-6;
    name_arm(id, "_off", name);
    gate_at_least(name, right_gate_run(id, &run).error, limit, unit);
}

void right_gate(RightCaseId id, double limit) {
    gate_arms(id, right_run_converged(), limit, "");
}

void right_gate_shipping(RightCaseId id, double limit) {
    gate_arms(id, right_run_shipping(), limit, "_2x4");
}
