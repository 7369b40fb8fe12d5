/*
 * e48_stuck: does cloth that begins in a solid, or gets caught between two, come out; how fast does
 * it leave; and is a garment that nothing is wrong with left alone?
 *
 * Two mechanisms are judged. Depth that a substep finds goes at a limited speed (step/meet.h), swept
 * here from a crawl to at once. What stays deep is taken to its animated position (step/rescue.h), by a
 * share, a wait and a length, each halved and doubled. Beside them stand cloth without rescue, and contacts that
 * remember which way was out when they began. Then every library fabric, left free and leashed, is
 * worn by somebody who walks, sprints, slides and turns, with no rescue to be seen.
 */
#include "e48_stuck.h"

#include <stdio.h>

#include "harness/experiment.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "step/meet.h"
#include "step/rescue.h"

typedef struct Wrong {
    const char *word;
    StuckScene scene;
    ClothShapeKind solid;
    double depth;
    double slack;
} Wrong;

static const Wrong wrongs[] = {
#define WRONG_ENTRY(word, scene, solid, depth, slack) {#word, scene, solid, depth, slack},
    STUCK_WRONG_LIST(WRONG_ENTRY)
#undef WRONG_ENTRY
};
enum { WRONGS = sizeof wrongs / sizeof wrongs[0] };

typedef struct Right {
    const char *word;
    StuckScene scene;
    double speed_m_s;
} Right;

static const Right rights[] = {
#define RIGHT_ENTRY(word, scene, speed) {#word, scene, speed},
    STUCK_RIGHT_LIST(RIGHT_ENTRY)
#undef RIGHT_ENTRY
};
enum { RIGHTS = sizeof rights / sizeof rights[0] };

typedef struct Gait {
    const char *word;
    BodyGait gait;
} Gait;

static const Gait gaits[] = {
#define GAIT_ENTRY(word, gait) {#word, gait},
    STUCK_WORN_LIST(GAIT_ENTRY)
#undef GAIT_ENTRY
};
enum { GAITS = sizeof gaits / sizeof gaits[0] };

typedef struct Arm {
    const char *word;
    uint32_t ablate;
    double share;
    double wait_s;
    double rescue_s;
} Arm;

static const Arm arms[] = {
#define ARM_ENTRY(word, ablate, share, wait, rescue) {#word, ablate, share, wait, rescue},
    STUCK_ARM_LIST(ARM_ENTRY)
#undef ARM_ENTRY
};
enum { ARMS = sizeof arms / sizeof arms[0] };

#define A_WORD(word, ...) "," #word
#define CASE_WORDS        STUCK_WRONG_LIST(A_WORD) STUCK_RIGHT_LIST(A_WORD) STUCK_WORN_LIST(A_WORD)
static const char case_words[] = CASE_WORDS;
static const char arm_words[] = STUCK_ARM_LIST(A_WORD);

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("case", "what happens (e48_stuck.h)", &case_words[1],
                       "sphere_centre,inverted,vise,cape_sprint", &case_words[1]),
    SOLVER_KNOB_CHOICE("arm",
                       "shipped; without rescue; with latched normals; both; and each constant of "
                       "the rescue halved and doubled. Garments are worn as shipped alone",
                       &arm_words[1], "shipped,no_rescue,latched_no_rescue", &arm_words[1]),
    KNOB_FABRIC("silk", NULL),
    SOLVER_KNOB_REAL("slack", "1", "of the leashed garments", "0.1", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("size", "1", "of the solids, over what e48's scenes have", "1", NULL, 0, 1e3,
                     true),
    SOLVER_KNOB_REAL("friction", "1", "of the solids", "0.5", NULL, 0, 10, false),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_REAL("seconds", "s", "how long each case runs", "8", NULL, 2, 60, false),
};

static const double pushes_m_s[] = {0.5, 1.0, 2.0, 4.0, 8.0, INFINITY};
enum { PUSHES = sizeof pushes_m_s / sizeof pushes_m_s[0], TICKS = 480 };

static const LabDimension dimensions[] = {
    {.name = "push", .unit = "1", .long_name = "a speed of pushing out", .length = PUSHES},
    {.name = "share",
     .unit = "1",
     .long_name = "a depth over a shortest row",
     .length = STUCK_SHARES},
    {.name = "tick", .unit = "1", .long_name = "a step, from the first on", .length = TICKS},
};

static const LabVariable variables[] = {
    {.name = "rescues", .unit = "1", .long_name = "rescues begun, of all fabrics of a garment"},
    {.name = "rescuing_end", .unit = "1", .long_name = "particles kept in their pose at the end"},
    {.name = "free_s",
     .unit = "s",
     .long_name = "last time one was too deep and not being rescued"},
    {.name = "missed_peak", .unit = "1", .long_name = "largest depth over the shortest row"},
    {.name = "missed_end",
     .unit = "1",
     .long_name = "the same at the end, what is rescued left out"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "fastest a free particle has gone"},
    {.name = "speed_late", .unit = "m s-1", .long_name = "fastest in the last second"},
    {.name = "off_end", .unit = "m", .long_name = "furthest from the pose at the end"},
    {.name = "asleep", .unit = "1", .long_name = "1: it sleeps at the end"},
    {.name = "stuck_share", .unit = "1", .long_name = "the depths watched", .dimension = "share"},
    {.name = "longest",
     .unit = "s",
     .long_name = "longest that one was deeper than that",
     .dimension = "share"},
    {.name = "push_speed", .unit = "m s-1", .long_name = "the speeds tried", .dimension = "push"},
    {.name = "push_peak",
     .unit = "m s-1",
     .long_name = "fastest particle then",
     .dimension = "push"},
    {.name = "push_free", .unit = "s", .long_name = "free_s then", .dimension = "push"},
    {.name = "push_late", .unit = "m s-1", .long_name = "speed_late then", .dimension = "push"},
    {.name = "tick_missed",
     .unit = "1",
     .long_name = "depth over the shortest row",
     .dimension = "tick"},
    {.name = "tick_speed", .unit = "m s-1", .long_name = "fastest particle", .dimension = "tick"},
};

static const Arm *arm_of(const LabPoint *point) {
    const Arm *arm = arms;
    while (!lab_chose(point, "arm", arm->word)) {
        arm++;
    }
    return arm;
}

static StuckShape shape_of(const LabPoint *point, StuckScene scene) {
    const Arm *arm = arm_of(point);
    StuckShape shape = stuck_default(scene);
    shape.size = lab_real(point, "size");
    shape.friction = lab_real(point, "friction");
    shape.step_s = lab_real(point, "step_s");
    shape.fabric = solver_fabric(point, "fabric");
    shape.instruments = (ClothInstruments){.ablate = arm->ablate,
                                           .stuck_share = arm->share,
                                           .stuck_s = arm->wait_s,
                                           .rescue_s = arm->rescue_s};
    return shape;
}

/* What is kept of a run. */
typedef struct Run {
    Stuck end; /* freed: its arrays are gone */
    double late_m_s;
    double missed[TICKS];
    double speed_m_s[TICKS];
    int64_t ticks;
} Run;

static ClothStatus run_case(const StuckShape *shape, double seconds, Run *run, ClothError *error) {
    Stuck stuck;
    const int64_t steps = (int64_t)ceil(seconds / shape->step_s);
    const int64_t late = (int64_t)ceil(1.0 / shape->step_s);
    *run = (Run){.ticks = steps < TICKS ? steps : TICKS};
    ClothStatus status = stuck_start(shape, &stuck, error);
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = stuck_step(&stuck, error);
        if (k < TICKS) {
            run->missed[k] = stuck.watch.missed;
            run->speed_m_s[k] = stuck.speed_m_s;
        }
        if (k >= steps - late) {
            raise_to(&run->late_m_s, stuck.speed_m_s);
        }
    }
    run->end = stuck;
    stuck_free(&stuck);
    return status;
}

static ClothStatus put_pushes(const LabPoint *point, const StuckShape *shipped, LabResult *result,
                              ClothError *error) {
    double peak[PUSHES];
    double freed[PUSHES];
    double late[PUSHES];
    StuckShape shape = *shipped;
    ClothStatus status = CLOTH_OK;
    for (int k = 0; status == CLOTH_OK && k < PUSHES; k++) {
        Run run;
        shape.instruments.push_m_s = pushes_m_s[k];
        status = run_case(&shape, lab_real(point, "seconds"), &run, error);
        peak[k] = run.end.speed_peak_m_s;
        freed[k] = (double)run.end.watch.late_step * shape.step_s;
        late[k] = run.late_m_s;
    }
    if (status == CLOTH_OK) {
        lab_put_array(result, "push_speed", pushes_m_s, PUSHES);
        lab_put_array(result, "push_peak", peak, PUSHES);
        lab_put_array(result, "push_free", freed, PUSHES);
        lab_put_array(result, "push_late", late, PUSHES);
    }
    return status;
}

static ClothStatus run_wrong(const LabPoint *point, const Wrong *wrong, LabResult *result,
                             ClothError *error) {
    StuckShape shape = shape_of(point, wrong->scene);
    shape.solid = wrong->solid;
    shape.depth = wrong->depth;
    shape.fabric.slack = wrong->slack > 0.0 ? wrong->slack : shape.fabric.slack;
    Run run;
    const ClothStatus status = run_case(&shape, lab_real(point, "seconds"), &run, error);
    lab_put(result, "rescues", (double)run.end.condition.rescues);
    lab_put(result, "rescuing_end", (double)run.end.condition.rescuing);
    lab_put(result, "free_s", (double)run.end.watch.late_step * shape.step_s);
    lab_put(result, "missed_peak", run.end.watch.missed_peak);
    lab_put(result, "missed_end", run.end.watch.missed);
    lab_put(result, "speed_peak", run.end.speed_peak_m_s);
    lab_put(result, "speed_late", run.late_m_s);
    lab_put(result, "off_end", run.end.off_m);
    lab_put(result, "asleep", run.end.condition.asleep);
    lab_put_array(result, "stuck_share", stuck_share, STUCK_SHARES);
    lab_put_array(result, "longest", run.end.watch.longest_s, STUCK_SHARES);
    lab_put_array(result, "tick_missed", run.missed, run.ticks);
    lab_put_array(result, "tick_speed", run.speed_m_s, run.ticks);
    return status == CLOTH_OK && lab_chose(point, "arm", "shipped")
               ? put_pushes(point, &shape, result, error)
               : status;
}

/* Garments that nothing is wrong with: the worst of all fabrics. */
typedef struct Worst {
    double rescues;
    double missed_peak;
    double speed_peak;
    double longest_s[STUCK_SHARES];
} Worst;

static void add_worst(Worst *worst, const StuckWatch *watch, double rescues, double speed) {
    worst->rescues += rescues;
    raise_to(&worst->missed_peak, watch->missed_peak);
    raise_to(&worst->speed_peak, speed);
    for (int s = 0; s < STUCK_SHARES; s++) {
        raise_to(&worst->longest_s[s], watch->longest_s[s]);
    }
}

static ClothStatus wear(const LabPoint *point, const Right *right, ClothFabricName name,
                        double slack, Worst *worst, ClothError *error) {
    StuckShape shape = shape_of(point, right->scene);
    shape.fabric = cloth_fabric(name);
    shape.fabric.slack = slack;
    shape.speed_m_s = right->speed_m_s;
    shape.depth = 0.2; /* by so much is drawn cloth longer than it is */
    Run run;
    const ClothStatus status = run_case(&shape, lab_real(point, "seconds"), &run, error);
    add_worst(worst, &run.end.watch, (double)run.end.condition.rescues, run.end.speed_peak_m_s);
    return status;
}

static ClothStatus wear_on_body(const LabPoint *point, BodyGait gait, ClothFabricName name,
                                double slack, Worst *worst, ClothError *error) {
    WornShape shape = worn_default();
    Worn worn;
    StuckWatch watch = {0};
    shape.fabric = cloth_fabric(name);
    shape.fabric.slack = slack;
    shape.gait = gait;
    shape.step_s = lab_real(point, "step_s");
    ClothStatus status = worn_start(&shape, &worn, error);
    if (status != CLOTH_OK) {
        return status;
    }
    status = stuck_watch_start(&worn.hung, &watch);
    while (status == CLOTH_OK && worn_time_s(&worn) < lab_real(point, "seconds")) {
        status = worn_step(&worn, error);
        stuck_watch_see(&watch, &worn.hung, shape.step_s);
    }
    add_worst(worst, &watch, (double)worn.seen.rescues, worn.seen.speed_m_s);
    stuck_watch_free(&watch);
    worn_free(&worn);
    return status;
}

/* Runs a garment in every fabric, once with its own slack and once leashed. */
static ClothStatus run_right(const LabPoint *point, const Right *right, const Gait *gait,
                             LabResult *result, ClothError *error) {
    Worst worst = {0};
    ClothStatus status = CLOTH_OK;
    const int fabrics = lab_smoke(point) ? 1 : CLOTH_FABRICS;
    for (int k = 0; status == CLOTH_OK && k < 2 * fabrics; k++) {
        const ClothFabricName name = (ClothFabricName)(k / 2);
        const double own = cloth_fabric(name).slack;
        const double slack = k % 2 == 0 ? own : fmin(own, lab_real(point, "slack"));
        status = gait != NULL ? wear_on_body(point, gait->gait, name, slack, &worst, error)
                              : wear(point, right, name, slack, &worst, error);
    }
    lab_put(result, "rescues", worst.rescues);
    lab_put(result, "missed_peak", worst.missed_peak);
    lab_put(result, "speed_peak", worst.speed_peak);
    lab_put_array(result, "stuck_share", stuck_share, STUCK_SHARES);
    lab_put_array(result, "longest", worst.longest_s, STUCK_SHARES);
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const bool shipped = lab_chose(point, "arm", "shipped");
    ClothError error = {0};
    ClothStatus status = CLOTH_OK;
    for (int k = 0; k < WRONGS; k++) {
        /* Which way is out has a history in that case alone. */
        const bool latched = (arm_of(point)->ablate & CLOTH_WITH_LATCHED_NORMAL) != 0;
        if (lab_chose(point, "case", wrongs[k].word) &&
            (!latched || wrongs[k].scene == STUCK_INVERTED)) {
            status = run_wrong(point, &wrongs[k], result, &error);
        }
    }
    for (int k = 0; shipped && k < RIGHTS; k++) {
        if (lab_chose(point, "case", rights[k].word)) {
            status = run_right(point, &rights[k], NULL, result, &error);
        }
    }
    for (int k = 0; shipped && k < GAITS; k++) {
        if (lab_chose(point, "case", gaits[k].word)) {
            status = run_right(point, NULL, &gaits[k], result, &error);
        }
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

static double get(const LabData *data, const char *word, const char *arm, const char *variable) {
    const int64_t k = lab_find(data, "case", word, "arm", arm, NULL);
    return k < 0 || !lab_ok(data, k) ? NAN : lab_get(data, k, variable);
}

static double get_at(const LabData *data, const char *word, const char *arm, const char *variable,
                     int64_t at) {
    int64_t n = 0;
    const int64_t k = lab_find(data, "case", word, "arm", arm, NULL);
    const double *values = k < 0 || !lab_ok(data, k) ? NULL : lab_get_array(data, k, variable, &n);
    return values == NULL || at >= n ? NAN : values[at];
}

/* Over the cases that are wrong, in one arm. */
typedef struct Sum {
    int cases;      /* that ran */
    int stay;       /* that are too deep at the end */
    int rescued;    /* in which there was a rescue */
    double rescues; /* of all */
    double wait_s;  /* from when one is first too deep to the last time, at most */
    double peak_m_s;
    double late_m_s;
} Sum;

/* When a case begins to be wrong [s]. */
static double begins(const Wrong *wrong) {
    const bool later = wrong->scene == STUCK_ARRIVES || wrong->scene == STUCK_VISE ||
                       wrong->scene == STUCK_CARRIED || wrong->scene == STUCK_CREASE;
    return later ? 1.0 : 0.0;
}

static Sum sum_up(const LabData *data, const char *arm) {
    Sum sum = {0};
    for (int k = 0; k < WRONGS; k++) {
        const double end = get(data, wrongs[k].word, arm, "missed_end");
        if (lab_find(data, "case", wrongs[k].word, "arm", arm, NULL) < 0) {
            continue;
        }
        sum.cases++;
        sum.stay += !(end <= CLOTH_STUCK_SHARE);
        sum.rescued += get(data, wrongs[k].word, arm, "rescues") > 0.0;
        sum.rescues += get(data, wrongs[k].word, arm, "rescues");
        raise_to(&sum.wait_s, get(data, wrongs[k].word, arm, "free_s") - begins(&wrongs[k]));
        raise_to(&sum.peak_m_s, get(data, wrongs[k].word, arm, "speed_peak"));
        raise_to(&sum.late_m_s, get(data, wrongs[k].word, arm, "speed_late"));
    }
    return sum;
}

static void judge_free(const LabData *data, LabJudgement *judgement) {
    const Sum on = sum_up(data, "shipped");
    const Sum off = sum_up(data, "no_rescue");
    if (on.cases == 0 || off.cases == 0) {
        return;
    }
    lab_verdict(
        judgement, "stuck_free", on.stay == 0 ? LAB_MEASURED : LAB_FAILED,
        "nothing stays stuck; every rescue is counted",
        "of %d cases %d are too deep still at the end without rescue, %d with; %g rescues in %d "
        "of them; the last is free %.2f s after it began, and moves at %.2g m/s at the end",
        on.cases, off.stay, on.stay, on.rescues, on.rescued, on.wait_s, on.late_m_s);
}

static void judge_inverted(const LabData *data, LabJudgement *judgement) {
    const double on = get(data, "inverted", "no_rescue", "free_s");
    const double deep = get(data, "inverted", "no_rescue", "missed_end");
    const double off = get(data, "inverted", "latched_no_rescue", "missed_end");
    const double helped = get(data, "inverted", "latched", "free_s");
    if (isnan(on + off + deep)) {
        return;
    }
    const bool holds = deep <= CLOTH_STUCK_SHARE && off > CLOTH_STUCK_SHARE;
    lab_verdict(
        judgement, "stuck_inverted", holds ? LAB_REPRODUCED : LAB_CONTRADICTED,
        "normals without a history resolve what one with a history keeps wrong for ever",
        "a half of a sheet behind its body is free after %.2f s, with no rescue; with latched "
        "normals it is %.2f rows deep for good, or until it is rescued after %.2f s",
        on, off, helped);
}

/* The largest over the cases that begin in a solid, at one speed of pushing. */
static double push_peak(const LabData *data, int at, const char *variable) {
    double most = 0.0;
    for (int k = 0; k < WRONGS; k++) {
        const double value = get_at(data, wrongs[k].word, "shipped", variable, at);
        const bool begins_inside = wrongs[k].scene == STUCK_SPAWNED ||
                                   wrongs[k].scene == STUCK_ARRIVES ||
                                   wrongs[k].scene == STUCK_SKIRT;
        if (begins_inside && lab_find(data, "case", wrongs[k].word, "arm", "shipped", NULL) >= 0) {
            raise_to(&most, value);
        }
    }
    return most;
}

static void judge_push(const LabData *data, LabJudgement *judgement) {
    const double slow = push_peak(data, 1, "push_peak");
    const double shipped = push_peak(data, 2, "push_peak");
    const double fast = push_peak(data, 3, "push_peak");
    const double at_once = push_peak(data, PUSHES - 1, "push_peak");
    if (isnan(slow + shipped + fast + at_once) || at_once == 0.0) {
        return;
    }
    lab_verdict(
        judgement, "stuck_push", LAB_MEASURED, "",
        "pushed out at %g m/s a garment that begins in a solid goes %.3g m/s at most, at half of "
        "that %.3g, at twice %.3g, at once %.3g",
        CLOTH_PUSH_M_S, shipped, slow, fast, at_once);
}

static void judge_right(const LabData *data, LabJudgement *judgement) {
    double rescues = 0.0;
    double longest[STUCK_SHARES] = {0};
    int garments = 0;
    for (int k = 0; k < RIGHTS + GAITS; k++) {
        const char *word = k < RIGHTS ? rights[k].word : gaits[k - RIGHTS].word;
        if (lab_find(data, "case", word, "arm", "shipped", NULL) < 0) {
            continue;
        }
        garments++;
        rescues += get(data, word, "shipped", "rescues");
        for (int s = 0; s < STUCK_SHARES; s++) {
            raise_to(&longest[s], get_at(data, word, "shipped", "longest", s));
        }
    }
    if (garments > 0) {
        lab_verdict(
            judgement, "stuck_false", rescues == 0.0 ? LAB_REPRODUCED : LAB_FAILED,
            "never fires on a correct garment",
            "%g rescues in %d scenes of all fabrics, free and leashed; deeper than %g of a row "
            "for %.2f s at most, where %g s is stuck; than %g for %.2f s, than %g for %.2f s",
            rescues, garments, CLOTH_STUCK_SHARE, longest[3], CLOTH_STUCK_S, stuck_share[2],
            longest[2], stuck_share[4], longest[4]);
    }
}

static void judge_constants(const LabData *data, LabJudgement *judgement) {
    for (int k = 4; k < ARMS; k++) {
        const Sum sum = sum_up(data, arms[k].word);
        char id[64];
        if (sum.cases > 0) {
            (void)snprintf(id, sizeof id, "stuck_%s", arms[k].word);
            lab_verdict(judgement, id, LAB_MEASURED, "",
                        "%g rescues in %d of %d cases, %d too deep at the end, the last free after "
                        "%.2f s; %.3g m/s at most, %.2g in the end",
                        sum.rescues, sum.rescued, sum.cases, sum.stay, sum.wait_s, sum.peak_m_s,
                        sum.late_m_s);
        }
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_free(data, judgement);
    judge_inverted(data, judgement);
    judge_push(data, judgement);
    judge_right(data, judgement);
    judge_constants(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e48_stuck",
        .question = "Does cloth that is in a solid or between two come out, how fast, and are "
                    "garments that nothing is wrong with left alone?",
        .scene =
            "A sheet of 13 x 13 particles, 0.05 m apart, hung from its upper edge, or a skirt: "
            "begun in a solid, half of it behind one, between two that close; worn by "
            "somebody who runs. 60 Hz, as fabrics are stepped.",
        .answers = "Yes: no particle stays deeper than a quarter of its shortest row, no speed far "
                   "above that of pushing, no rescue of a correct garment. No: depth or jitter "
                   "that stays, an explosion, a rescue of what is only worn.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
