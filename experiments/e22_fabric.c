/*
 * e22_fabric: what does each number of a fabric come to?
 *
 * A fabric's numbers run from 0 to 1, and an author is to predict what they do. Bending maps to a
 * ratio of each row's own inertia, damping to a rate, stretch to a strain that a limit allows. Each
 * is varied alone, in the scene that shows it best, at every budget from one sweep a step to twelve.
 */
#include <stdio.h>
#include <string.h>

#include "e22_studies.h"
#include "solver_knobs.h"

/* ",strip_sheet,...": the list proper starts at its second character. */
#define STUDY_WORD(name, text, field) "," text
static const char study_words[] = FABRIC_STUDY_LIST(STUDY_WORD);
#undef STUDY_WORD

#define BUDGETS "1x1,1x2,2x1,2x2,2x4,3x4"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("study",
                       "strip_sheet, strip_chain: bend; free_flight, swing, soft_rope: damping; "
                       "strain: stretch",
                       &study_words[1], &study_words[1], &study_words[1]),
    SOLVER_KNOB_REAL("value", "1", "of the number that the study varies",
                     "0,0.1,0.12,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1", "0,0.12,0.5,1", 0, 1, false),
    SOLVER_KNOB_CHOICE("budget", "substeps x iterations", BUDGETS, "2x2,2x4", BUDGETS),
    SOLVER_KNOB_WHOLE("links", "links of a chain or strip; the soft rope has 16", "9", NULL, 2,
                      1000),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.02", NULL),
    SOLVER_KNOB_REAL("mass_other", "1", "what a particle's mass is taken times for mass_spread",
                     "0.001", NULL, 0, 1e6, true),
    SOLVER_KNOB_REAL("damping", "1", "damping where it is not varied", "0.15", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("bend", "1", "bend where it is not varied", "0.35", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("soft_n_m", "N m-1", "stretch stiffness of the soft rope", "1e5", NULL, 0,
                     1e12, true),
    KNOB_STEP("0.016666666666666666", NULL),
};

static const LabVariable variables[] = {
    {.name = "standing_out", .unit = "1", .long_name = "the tip's way out over the strip's length"},
    {.name = "speed_late", .unit = "m s-1", .long_name = "the strip's fastest particle, late"},
    {.name = "rate",
     .unit = "s-1",
     .long_name = "loss of speed; of a swing, twice its amplitude's"},
    {.name = "strain_peak", .unit = "1", .long_name = "largest strain of a drop, strain limit on"},
    {.name = "strain_bare", .unit = "1", .long_name = "the same without the strain limit"},
    {.name = "kinetic_late", .unit = "J", .long_name = "what the soft rope is left with"},
    {.name = "mass_spread",
     .unit = "1",
     .long_name = "change of these figures with the other mass"},
};

static FabricStudy study_of(const LabPoint *point) {
#define STUDY_NAMED(name, text, field)                                                             \
    if (lab_chose(point, "study", text)) {                                                         \
        return name;                                                                               \
    }
    FABRIC_STUDY_LIST(STUDY_NAMED)
#undef STUDY_NAMED
    return FABRIC_STUDIES;
}

static StudyPlan plan_of(const LabPoint *point) {
    StudyPlan plan = {.study = study_of(point),
                      .value = lab_real(point, "value"),
                      .other = cloth_fabric(CLOTH_COTTON),
                      .links = (int32_t)lab_integer(point, "links"),
                      .spacing_m = lab_real(point, "spacing_m"),
                      .mass_kg = lab_real(point, "mass_kg"),
                      .step_s = lab_real(point, "step_s"),
                      .soft_n_m = lab_real(point, "soft_n_m")};
    plan.other.slack = 1.0;
    plan.other.damping = lab_real(point, "damping");
    plan.other.bend = lab_real(point, "bend");
    (void)sscanf(lab_choice(point, "budget"), "%dx%d", &plan.other.substeps,
                 &plan.other.iterations);
    return plan;
}

/* NaN stands for what a study does not measure, and changes nothing. */
static void widen(double *spread, double a, double b) {
    const double change = fabs(a - b) / fmax(fabs(a), 1e-6);
    *spread = change > *spread ? change : *spread;
}

static void put_spread(const StudyPlan *plan, double factor, const StudyFigures *here,
                       LabResult *result) {
    StudyPlan heavier = *plan;
    heavier.mass_kg *= factor;
    StudyFigures there;
    ClothError error = {0};
    if (plan->study == STUDY_SOFT_ROPE || study_run(&heavier, &there, &error) != CLOTH_OK) {
        return;
    }
    double spread = 0.0;
    widen(&spread, here->standing_out, there.standing_out);
    widen(&spread, here->rate_1_s, there.rate_1_s);
    widen(&spread, here->strain_peak, there.strain_peak);
    lab_put(result, "mass_spread", spread);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const StudyPlan plan = plan_of(point);
    StudyFigures figures;
    ClothError error = {0};
    const ClothStatus status = study_run(&plan, &figures, &error);
    if (status != CLOTH_OK) {
        solver_refusal(result, status, &error);
        return;
    }
    lab_put(result, "standing_out", figures.standing_out);
    lab_put(result, "speed_late", figures.speed_late_m_s);
    lab_put(result, "rate", figures.rate_1_s);
    lab_put(result, "strain_peak", figures.strain_peak);
    lab_put(result, "strain_bare", figures.strain_bare);
    lab_put(result, "kinetic_late", figures.kinetic_late_j);
    put_spread(&plan, lab_real(point, "mass_other"), &figures, result);
}

/* The verdict. */

static bool is_of(const LabPoint *point, const char *study) {
    return lab_chose(point, "study", study);
}

/* The value of a variable at a study, a budget and a value; NaN when it was not swept. */
static double figure(const LabData *data, const char *study, const char *budget, double value,
                     const char *variable) {
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (is_of(point, study) && lab_chose(point, "budget", budget) &&
            fabs(lab_real(point, "value") - value) < 1e-9) {
            return lab_get(data, k, variable);
        }
    }
    return NAN;
}

/* The largest of a variable over a study; NaN when any is. */
static double largest(const LabData *data, const char *study, const char *variable) {
    double most = 0.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (is_of(lab_point(data, k), study)) {
            const double value = lab_get(data, k, variable);
            most = value <= most || isnan(most) ? most : value;
        }
    }
    return most;
}

/* How often a variable fails to rise (sign 1) or fall (-1) from one swept value to the next, at any
 * budget: points of one study and budget follow one another by value. */
static int64_t disorders(const LabData *data, const char *study, double sign,
                         const char *variable) {
    static const char *const budgets[] = {"1x1", "1x2", "2x1", "2x2", "2x4", "3x4"};
    int64_t count = 0;
    for (size_t b = 0; b < sizeof budgets / sizeof budgets[0]; b++) {
        double before = NAN;
        for (int64_t k = 0; k < lab_count(data); k++) {
            const LabPoint *point = lab_point(data, k);
            if (is_of(point, study) && lab_chose(point, "budget", budgets[b])) {
                const double here = lab_get(data, k, variable);
                count += !isnan(before) && !(sign * (here - before) > 0.0);
                before = here;
            }
        }
    }
    return count;
}

static void judge_bend(const LabData *data, LabJudgement *judgement, const char *study) {
    const double none = figure(data, study, "2x2", 0.0, "standing_out");
    const double middle = figure(data, study, "2x2", 0.5, "standing_out");
    const double top = figure(data, study, "2x2", 1.0, "standing_out");
    const double late = largest(data, study, "speed_late");
    const double spread = largest(data, study, "mass_spread");
    const int64_t wrong = disorders(data, study, 1.0, "standing_out");
    const bool fine = late < 1e-2 && wrong == 0 && spread < 1e-3;
    lab_verdict(judgement, study,
                isnan(top) ? LAB_NOT_JUDGED
                : fine     ? LAB_MEASURED
                           : LAB_FAILED,
                "monotone, at rest at every budget, blind to mass",
                "stands out by %.3f, %.3f and %.3f of its length at bend 0, 0.5 and 1 (2x2); %d "
                "disorders; fastest late %.1e m/s at any budget; %.1e with another mass",
                none, middle, top, (int)wrong, late, spread);
}

static void judge_damping(const LabData *data, LabJudgement *judgement, const char *study) {
    const double tenth = figure(data, study, "2x2", 0.1, "rate");
    const double half = figure(data, study, "2x2", 0.5, "rate");
    const double spread = largest(data, study, "mass_spread");
    const bool free = strcmp(study, "free_flight") == 0;
    const int64_t wrong = free ? disorders(data, study, 1.0, "rate") : 0;
    const bool fine = wrong == 0 && spread < 1e-2;
    lab_verdict(judgement, study,
                isnan(half) ? LAB_NOT_JUDGED
                : fine      ? LAB_MEASURED
                            : LAB_FAILED,
                "rate 10 damping, whatever the mass",
                "loses speed at %.3g and %.3g /s at damping 0.1 and 0.5 (2x2); %d disorders; %.1e "
                "with another mass",
                tenth, half, (int)wrong, spread);
}

static void judge_strain(const LabData *data, LabJudgement *judgement) {
    const double bare = figure(data, "strain", "2x2", 1.0, "strain_bare");
    const double low = figure(data, "strain", "2x2", 0.0, "strain_peak");
    const double high = figure(data, "strain", "2x2", 1.0, "strain_peak");
    lab_verdict(judgement, "stretch", isnan(high) ? LAB_NOT_JUDGED : LAB_MEASURED, "",
                "a drop strains links by %.2f %% without the limit, %.2f %% with it at stretch 0 "
                "(allowed 10 %%) and %.2f %% at stretch 1 (allowed 0.1 %%), 2x2",
                100.0 * bare, 100.0 * low, 100.0 * high);
}

/* The lowest damping at which the rope's energy is gone, and at all above; NaN if none. */
static double rests_from(const LabData *data, const char *budget) {
    double from = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (is_of(point, "soft_rope") && lab_chose(point, "budget", budget)) {
            const bool gone = lab_get(data, k, "kinetic_late") < 1e-9;
            from = !gone ? NAN : isnan(from) ? lab_real(point, "value") : from;
        }
    }
    return from;
}

static void judge_soft(const LabData *data, LabJudgement *judgement) {
    const double none = figure(data, "soft_rope", "2x4", 0.0, "kinetic_late");
    const double some = figure(data, "soft_rope", "2x4", 0.12, "kinetic_late");
    const double all = figure(data, "soft_rope", "2x4", 1.0, "kinetic_late");
    const bool there = !isnan(none) && !isnan(some) && !isnan(all);
    const bool order = none > some && some > all && all < 1e-9;
    lab_verdict(
        judgement, "C25",
        !there  ? LAB_NOT_JUDGED
        : order ? LAB_DIFFERS
                : LAB_CONTRADICTED,
        "2.90e-3, 1.28e-6, 1.82e-12 J at damping 0, 0.12, 1",
        "%.1e, %.1e, %.1e J: what the step adds is bounded, and gone from damping %.2g on; the "
        "rate that damping stands for decides (here 10 /s at 1, there not said), with the "
        "budget: gone from %.2g on at 1x1",
        none, some, all, rests_from(data, "2x4"), rests_from(data, "1x1"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C25")) {
        return;
    }
    judge_bend(data, judgement, "strip_sheet");
    judge_bend(data, judgement, "strip_chain");
    judge_damping(data, judgement, "free_flight");
    judge_damping(data, judgement, "swing");
    judge_strain(data, judgement);
    judge_soft(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e22_fabric",
        .question = "What does each number of a fabric come to?",
        .scene =
            "Strips of 9 links of 0.1 m, 20 g a particle, clamped at one end, of chains with skip "
            "rows and of sheets with hinges; a chain in free flight and one that swings; a chain "
            "dropped through ninety degrees; and a 16-link rope whose stretch rows are forced "
            "soft, "
            "swung at 3 m/s, 1,500 steps. 60 Hz.",
        .answers =
            "Each number is fit for its map when what it does grows with it, all the way from "
            "nothing; does not depend on what particles weigh; and leaves the cloth at rest "
            "at every budget.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
