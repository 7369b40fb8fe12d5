/*
 * e16_gradients: do every row's gradient and Hessian agree with differences of its energy?
 *
 * A thousand random states of every kind of row, soft and hard, pulling and pushing. The force that
 * a sweep assembles is compared with fourth-order differences of the energy, its block with
 * differences of the force, over the step of the differences: the error falls with its fourth power
 * until rounding takes over, unless something is wrong, and then it stays.
 */
#include <stdio.h>

#include "observers/arm.h"
#include "observers/row_check.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("kind", "kind of row",
                       "stretch,skip,chain_bend,hinge_bend,limit,tether,leash", NULL,
                       "stretch,skip,chain_bend,hinge_bend,limit,tether,leash"),
    SOLVER_KNOB_CHOICE("law", "soft: a stiffness; hard: a penalty and a multiplier", "soft,hard",
                       NULL, "soft,hard"),
    SOLVER_KNOB_CHOICE("load",
                       "the row's force shortens or lengthens it; bend rows have no sign; limits, "
                       "tethers and leashes are slack where they would lengthen",
                       "pull,push", NULL, "pull,push"),
    SOLVER_KNOB_REAL("difference", "1", "step of the differences over the row's size",
                     "1e-5:1e-1:9:log", "1e-4,1e-3", 0, 0.1, true),
    SOLVER_KNOB_CHOICE("arm", "which mechanism is left out", "shipped,no_geometric", NULL,
                       "shipped,no_geometric"),
    SOLVER_KNOB_REAL("wrong", "1", "the force's x is taken this much too large: a fault to find",
                     "0", NULL, -1, 1, false),
    SOLVER_KNOB_WHOLE("states", "random states of a point", "1000", "100", 1, 1000000),
};

static const LabVariable variables[] = {
    {.name = "gradient", .unit = "1", .long_name = "worst error of the force, over its scale"},
    {.name = "hessian", .unit = "1", .long_name = "worst error of the block, over its trace"},
    {.name = "majorant",
     .unit = "1",
     .long_name = "least eigenvalue of block minus exact Hessian, over the block's trace"},
    {.name = "acting",
     .unit = "1",
     .long_name = "reals of force and block that a one-sided row changes by a bit, all states"},
};

static RowCheckKind kind_of(const LabPoint *point) {
    static const char *const word[] = {
#define ROW_CHECK_WORD(name, text) text,
        ROW_CHECK_LIST(ROW_CHECK_WORD)
#undef ROW_CHECK_WORD
    };
    int kind = 0;
    while (kind + 1 < ROW_CHECK_KINDS && !lab_chose(point, "kind", word[kind])) {
        kind++;
    }
    return (RowCheckKind)kind;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ClothInstruments without = {.ablate = arm_bits(lab_choice(point, "arm"))};
    const RowCheckPlan plan = {
        .kind = kind_of(point),
        .hard = lab_chose(point, "law", "hard"),
        .pushing = lab_chose(point, "load", "push"),
        .difference = lab_real(point, "difference"),
        .wrong = lab_real(point, "wrong"),
        .instruments = &without,
    };
    Rng rng = {lab_seed(point)};
    RowCheck check = row_check_none();
    ClothError error = {0};
    ClothStatus status = CLOTH_OK;
    for (int64_t s = 0; status == CLOTH_OK && s < lab_integer(point, "states"); s++) {
        status = row_check_random(&rng, &plan, &check, &error);
    }
    lab_put(result, "gradient", check.gradient);
    lab_put(result, "hessian", check.hessian);
    lab_put(result, "majorant", check.majorant);
    if (row_check_one_sided(plan.kind)) {
        lab_put(result, "acting", (double)check.acting);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

typedef struct Worst {
    int64_t points;
    double gradient;
    double hessian;  /* where the block is the exact Hessian: all but pushing distance rows */
    double majorant; /* the least eigenvalue anywhere */
} Worst;

/* Over the points of an arm at the step of the differences where they are most exact. */
static Worst worst_of(const LabData *data, const char *arm) {
    Worst worst = {.majorant = INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const double step = lab_real(point, "difference");
        if (!lab_chose(point, "arm", arm) || !(fabs(step / 1e-3 - 1.0) < 1e-6)) {
            continue;
        }
        const bool distance =
            lab_chose(point, "kind", "stretch") || lab_chose(point, "kind", "skip");
        worst.points++;
        worst.gradient = more_of(worst.gradient, lab_get(data, k, "gradient"));
        worst.majorant = -more_of(-worst.majorant, -lab_get(data, k, "majorant"));
        if (!(distance && lab_chose(point, "load", "push"))) {
            worst.hessian = more_of(worst.hessian, lab_get(data, k, "hessian"));
        }
    }
    return worst;
}

/* What slack rows add, and the guard: what the same rows add while they pull. */
static void judge_slack(const LabData *data, LabJudgement *judgement) {
    double slack = 0.0;
    double pulling = INFINITY;
    int64_t points = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const double acting = lab_get(data, k, "acting");
        if (!lab_chose(point, "arm", "shipped") || isnan(acting)) {
            continue;
        }
        if (lab_chose(point, "load", "push")) {
            points++;
            slack += acting;
        } else {
            pulling = fmin(pulling, acting);
        }
    }
    static const char form[] = "a slack row adds neither force nor Hessian, bit for bit";
    if (points == 0 || isinf(pulling)) {
        lab_verdict(judgement, "slack_rows", LAB_NOT_JUDGED, form,
                    "needs limit, tether or leash, pulling and slack");
        return;
    }
    lab_verdict(judgement, "slack_rows",
                slack == 0.0 && pulling > 0.0 ? LAB_REPRODUCED : LAB_FAILED, form,
                "%g reals differ from those of no row, over %d combinations; of pulling rows at "
                "least %g a combination",
                slack, (int)points, pulling);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char c17[] = "relative 1e-6 or better away from singular points";
    static const char v37[] = "force and Hessian to 1e-6; majorant minus exact Hessian has no "
                              "eigenvalue below -1e-9";
    const Worst shipped = worst_of(data, "shipped");
    if (shipped.points == 0) {
        lab_verdict(judgement, "C17", LAB_NOT_JUDGED, c17, "needs difference 1e-3, arm shipped");
        lab_verdict(judgement, "V37", LAB_NOT_JUDGED, v37, "needs difference 1e-3, arm shipped");
    } else {
        const bool agrees = shipped.gradient <= 1e-6 && shipped.hessian <= 1e-6;
        lab_verdict(judgement, "C17", agrees ? LAB_REPRODUCED : LAB_FAILED, c17,
                    "worst force error %.2g, worst Hessian error %.2g, relative, over %d "
                    "combinations of kind, law and load",
                    shipped.gradient, shipped.hessian, (int)shipped.points);
        const bool bounds = agrees && shipped.majorant >= -1e-9;
        lab_verdict(judgement, "V37", bounds ? LAB_REPRODUCED : LAB_FAILED, v37,
                    "least eigenvalue %.2g of the block's trace", shipped.majorant);
    }
    judge_slack(data, judgement);
    const Worst dropped = worst_of(data, "no_geometric");
    if (dropped.points > 0) {
        lab_verdict(judgement, "no_geometric", LAB_MEASURED, "",
                    "Hessian error %.2g, least eigenvalue %.2g: the block is no majorant of a "
                    "pulling row",
                    dropped.hessian, dropped.majorant);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e16_gradients",
        .question = "Do every row's gradient and Hessian agree with differences of its energy?",
        .scene = "One row on its own 2 to 4 particles of 1 kg, 0.5 to 2 m in size, strewn at "
                 "random, stiffness 1e-2 to 1e4 N/m, steps of 0.01 to 10 s, inertia's target up to "
                 "a tenth of the size away. Distance rows not nearer to 0 than 0.3 of their size.",
        .answers = "Yes when force and block agree to 1e-6 at a difference of 1e-3, and the block "
                   "of a pushing row, whose negative part is left out, lies above the exact "
                   "Hessian. No when an error does not fall with the step of the differences.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
