/*
 * e20_one_sided: does a row that may only pull hold at its bound, pull and never push, and add
 * nothing at all while it is slack? And does drag have the terminal speed that it says?
 *
 * Tethers, leashes and strain limits are rows with the clamp [0, inf). Each is put into the smallest
 * scene that has a closed form, converged and at the shipping budget; then the clamp is turned round,
 * the leash's radius is halved, and its centre is left where the hold was a step ago.
 */
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/one_sided.h"
#include "solver_knobs.h"
#include "step/instruments.h"

/* ",leash,tether,...": the list proper starts at its second character. */
#define SCENE_WORD(name, what, unit) "," #name
static const char scene_words[] =
    ONE_SIDED_LIST(SCENE_WORD) ",slack_tether,slack_leash,slack_limit";
#undef SCENE_WORD

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE(
        "scene",
        "which row, or drag, and what is done to it; slack_...: one kind of row that "
        "never binds, beside none",
        &scene_words[1], NULL, &scene_words[1]),
    SOLVER_KNOB_CHOICE(
        "arm",
        "shipped; pushing: tethers and leashes under (-inf, 0]; half: leashes of slack "
        "d in place of 2 slack d; stale: their centres a step late; loose: a row that a move makes "
        "pull is left out of the move",
        "shipped,pushing,half,stale,loose", "shipped,half", "shipped,pushing,half,stale,loose"),
    SOLVER_KNOB_CHOICE("budget", "until the gradient vanishes, or 4 iterations a substep",
                       "converged,2x4", NULL, "converged,2x4"),
    SOLVER_KNOB_REAL("rate_hz", "s-1", "substeps a second", "30,60,120", "60", 1, 1e5, false),
    SOLVER_KNOB_CHOICE("solver", "descent", "avbd", NULL, "avbd,vbd,xpbd"),
    SOLVER_KNOB_REAL(
        "mass_kg", "kg",
        "mass of the free particle; 5 times that where the limit binds, a twentieth for "
        "a particle of the rope or the sheet",
        "0.1", NULL, 0, 1e3, true),
    SOLVER_KNOB_REAL("seconds", "s", "how long each scene is run", "10", NULL, 0, 1e4, true),
    SOLVER_KNOB_WHOLE("iterations_most", "the most iterations of a converged substep", "100", NULL,
                      1, CLOTH_ITERATIONS_MAX),
};

enum { PATH = 121 };

static const LabDimension dimensions[] = {
    {.name = "taken", .unit = "1", .long_name = "steps taken", .length = PATH},
};

static const LabVariable variables[] = {
    {.name = "value",
     .unit = "1",
     .long_name = "at the end: m of way or stretch; m/s of drag's speed; bytes of slack_ scenes"},
    {.name = "expected", .unit = "1", .long_name = "closed form of it, likewise"},
    {.name = "error", .unit = "1", .long_name = "their difference"},
    {.name = "peak", .unit = "1", .long_name = "largest value of any step"},
    {.name = "beyond", .unit = "m", .long_name = "how far past the bound at any step"},
    {.name = "rebound",
     .unit = "1",
     .long_name = "largest way back from the bound, over the bound"},
    {.name = "free_steps", .unit = "1", .long_name = "steps in free fall to 1e-9"},
    {.name = "free_expected", .unit = "1", .long_name = "steps of free fall within the bound"},
    {.name = "rows", .unit = "1", .long_name = "slack_ scenes: rows of the kind"},
    {.name = "guard", .unit = "1", .long_name = "slack_ scenes: bytes where the rows bind"},
    {.name = "unmet", .unit = "1", .long_name = "substeps that did not converge"},
    {.name = "path",
     .unit = "1",
     .long_name = "value before the first step and after each",
     .dimension = "taken"},
};

static uint32_t ablation_of(const LabPoint *point) {
    return lab_chose(point, "arm", "pushing") ? CLOTH_WITH_PUSHING_LEASH
           : lab_chose(point, "arm", "stale") ? CLOTH_WITHOUT_RECENTRE
           : lab_chose(point, "arm", "loose") ? CLOTH_WITHOUT_CATCH
                                              : 0;
}

/* The number of the chosen word among the scenes; from ONE_SIDED_SCENES on a kind of slack row. */
static int scene_of(const LabPoint *point) {
    static const char *const words[] = {
#define SCENE_TEXT(name, what, unit) #name,
        ONE_SIDED_LIST(SCENE_TEXT)
#undef SCENE_TEXT
            "slack_tether",
        "slack_leash", "slack_limit"};
    int scene = 0;
    while (!lab_chose(point, "scene", words[scene])) {
        scene++;
    }
    return scene;
}

static void run_slack(const LabPoint *point, SlackKind kind, LabResult *result) {
    const ClothInstruments instruments = {.ablate = ablation_of(point)};
    SlackSeen seen;
    SlackSeen binding;
    ClothError error = {0};
    const ClothSolver solver = solver_method(point);
    ClothStatus status = one_sided_slack(kind, false, solver, &instruments, &seen, &error);
    if (status == CLOTH_OK) {
        status = one_sided_slack(kind, true, solver, &instruments, &binding, &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "value", (double)seen.bytes);
        lab_put(result, "expected", 0.0);
        lab_put(result, "error", (double)seen.bytes);
        lab_put(result, "rows", (double)seen.rows);
        lab_put(result, "guard", (double)binding.bytes);
    }
    solver_refusal(result, status, &error);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const int scene = scene_of(point);
    if (scene >= ONE_SIDED_SCENES) {
        run_slack(point, (SlackKind)(scene - ONE_SIDED_SCENES), result);
        return;
    }
    const ClothInstruments instruments = {.ablate = ablation_of(point)};
    OneSidedPlan plan =
        one_sided_plan((OneSidedScene)scene, lab_chose(point, "budget", "converged"),
                       1.0 / lab_real(point, "rate_hz"));
    plan.steps = (int32_t)fmax(PATH, ceil(lab_real(point, "seconds") / plan.h_s));
    plan.mass_kg = lab_real(point, "mass_kg");
    plan.radius_share = lab_chose(point, "arm", "half") ? 0.5 : 1.0;
    plan.instruments = &instruments;
    plan.run.solver = solver_method(point);
    if (plan.run.converged) {
        plan.run.iterations = (int32_t)lab_integer(point, "iterations_most");
    }
    double *path = calloc((size_t)plan.steps + 1, sizeof *path);
    if (path == NULL) {
        lab_failed(result, "out of memory for a path of %d steps", (int)plan.steps);
        return;
    }
    OneSidedSeen seen;
    ClothError error = {0};
    const ClothStatus status = one_sided_run(&plan, path, &seen, &error);
    lab_put_array(result, "path", path, PATH);
    lab_put(result, "value", seen.value);
    lab_put(result, "expected", seen.expected);
    lab_put(result, "error", fabs(seen.value - seen.expected));
    lab_put(result, "peak", seen.peak);
    lab_put(result, "beyond", seen.beyond);
    lab_put(result, "rebound", seen.rebound);
    lab_put(result, "unmet", (double)seen.figure.unmet);
    if (seen.free_expected >= 0) {
        lab_put(result, "free_steps", (double)seen.free_steps);
        lab_put(result, "free_expected", (double)seen.free_expected);
    }
    free(path);
    solver_refusal(result, status, &error);
}

/* The verdict. */

/* The point of these words, at 60 substeps a second; -1 when there is none. */
static int64_t find(const LabData *data, const char *scene, const char *arm, const char *budget,
                    const char *rate) {
    return lab_find(data, "scene", scene, "arm", arm, "budget", budget, "rate_hz", rate, NULL);
}

static double get(const LabData *data, const char *scene, const char *arm, const char *budget,
                  const char *variable) {
    const int64_t k = find(data, scene, arm, budget, "60");
    return k < 0 || !lab_ok(data, k) ? NAN : lab_get(data, k, variable);
}

static void judge_clamp(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "[0, inf) binds; (-inf, 0] never binds and pushes apart";
    static const char *const scenes[] = {"leash", "tether"};
    bool judged = true;
    bool holds = true;
    double on[2];
    double off[2];
    double freely[2];
    for (int k = 0; k < 2; k++) {
        const double bound = get(data, scenes[k], "shipped", "2x4", "expected");
        on[k] = get(data, scenes[k], "shipped", "2x4", "error");
        off[k] = get(data, scenes[k], "pushing", "2x4", "peak");
        freely[k] = get(data, scenes[k], "pushing", "2x4", "free_steps");
        judged = judged && !isnan(bound + on[k] + off[k] + freely[k]);
        holds = holds && on[k] <= 1e-3 && off[k] > 10.0 * bound && freely[k] < 2.0;
    }
    if (!judged) {
        lab_verdict(judgement, "C19", LAB_NOT_JUDGED, source,
                    "needs leash and tether, shipped and pushing, 2x4, rate 60");
        return;
    }
    lab_verdict(judgement, "C19", holds ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "under [0, inf) leash and tether hold to %.1e and %.1e m; under (-inf, 0] the "
                "particle is pushed off after %g and %g steps of free fall, and is %.3g and %.3g m "
                "away at the end",
                on[0], on[1], freely[0], freely[1], off[0], off[1]);
}

static void judge_radius(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "sqrt(2) d needed; d allowed without the 2; with it the row is inert at slack 1";
    const double whole = get(data, "rope", "shipped", "converged", "value");
    const double half = get(data, "rope", "half", "converged", "value");
    const double bytes = get(data, "slack_leash", "shipped", "2x4", "value");
    if (isnan(whole + half + bytes)) {
        lab_verdict(judgement, "C20", LAB_NOT_JUDGED, source,
                    "needs rope, shipped and half, converged, and slack_leash, rate 60");
        return;
    }
    const bool exact = fabs(whole / sqrt(2.0) - 1.0) <= 0.02 && half <= 1.02 && bytes == 0.0;
    lab_verdict(
        judgement, "C20", exact ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
        "the tip of a rope that comes to hang is %.4f of its length from its level pose; with "
        "half the radius %.4f, %.1f degrees short of hanging; leashes of 0.999 change %g "
        "bytes",
        whole, half, 90.0 - 2.0 * asin(0.5 * half) * 180.0 / acos(-1.0), bytes);
}

/* Worst error of the scenes of V32 at a budget, at the end and, of those that bind, past the bound at
 * any step; NaN when one is missing. */
static double worst_bound(const LabData *data, const char *arm, const char *budget, double *rebound,
                          bool *freely) {
    static const char *const scenes[] = {"leash", "tether", "limit_binds", "limit_slack"};
    double worst = 0.0;
    *rebound = 0.0;
    *freely = true;
    for (int k = 0; k < 4; k++) {
        const double error = get(data, scenes[k], arm, budget, "error");
        const double beyond = k < 3 ? get(data, scenes[k], arm, budget, "beyond") : 0.0;
        worst = more_of(worst, error);
        worst = more_of(worst, beyond);
        if (k < 2) {
            const double back = get(data, scenes[k], arm, budget, "rebound");
            *rebound = back <= *rebound ? *rebound : back;
            *freely = *freely && get(data, scenes[k], arm, budget, "free_steps") ==
                                     get(data, scenes[k], arm, budget, "free_expected");
        }
    }
    return worst;
}

static void judge_bounds(const LabData *data, LabJudgement *judgement, const char *budget,
                         const char *id, double tolerance) {
    static const char form[] = "free for 18 steps of 1/60 s, then 0.5 m, no rebound above 1 %; "
                               "stretch min(m g/k, 0.1 L)";
    double rebound;
    bool freely;
    const double worst = worst_bound(data, "shipped", budget, &rebound, &freely);
    if (isnan(worst + rebound)) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, form,
                    "needs leash, tether, limit_binds, limit_slack, shipped, %s, rate 60", budget);
        return;
    }
    const bool converged = strcmp(budget, "converged") == 0;
    const bool holds = worst <= tolerance && rebound <= 0.01 && freely;
    lab_verdict(judgement, id,
                holds       ? LAB_REPRODUCED
                : converged ? LAB_FAILED
                            : LAB_DIFFERS,
                form, "%s: free for %g steps, %s; %.1e m from the bound at most, rebound %.2g %%",
                budget, get(data, "leash", "shipped", budget, "free_steps"),
                freely ? "as the closed form" : "unlike the closed form", worst, 100.0 * rebound);
}

/* What catching a row in the move that makes it pull is for. */
static void judge_catch(const LabData *data, LabJudgement *judgement) {
    double rebound;
    bool freely;
    const double on = worst_bound(data, "shipped", "converged", &rebound, &freely);
    const double off = worst_bound(data, "loose", "converged", &rebound, &freely);
    if (!isnan(on + off)) {
        lab_verdict(
            judgement, "loose_rows", LAB_MEASURED, "",
            "given 100 iterations a particle is never more than %.1e m past its bound; when a "
            "slack row is left out of the move that makes it pull, %.2g m (g h^2), however "
            "many iterations there are: one sweep lets go, the next brings back",
            on, off);
    }
}

/* Worst relative error of the terminal speeds at a budget; NaN when one is missing. */
static double worst_drag(const LabData *data, const char *budget, const char *const *scenes,
                         int scene_count) {
    static const char *const rates[] = {"30", "60", "120"};
    double worst = 0.0;
    for (int k = 0; k < 3 * scene_count; k++) {
        const int64_t at = find(data, scenes[k / 3], "shipped", budget, rates[k % 3]);
        const double error = at < 0 || !lab_ok(data, at)
                                 ? NAN
                                 : lab_get(data, at, "error") / lab_get(data, at, "expected");
        worst = more_of(worst, error);
    }
    return worst;
}

static void judge_drag(const LabData *data, LabJudgement *judgement) {
    static const char form[] = "g/c at every step length";
    static const char *const scenes[] = {"drag", "drag_strong", "drag_sheet"};
    const double converged = worst_drag(data, "converged", scenes, 3);
    const double alone = worst_drag(data, "2x4", scenes, 2);
    const double sheet = worst_drag(data, "2x4", &scenes[2], 1);
    if (isnan(converged + alone + sheet)) {
        static const char needs[] =
            "needs drag, drag_strong, drag_sheet, shipped, both budgets, rates 30, 60, 120";
        lab_verdict(judgement, "V02", LAB_NOT_JUDGED, form, "%s", needs);
        lab_verdict(judgement, "V02_2x4", LAB_NOT_JUDGED, form, "%s", needs);
        return;
    }
    lab_verdict(
        judgement, "V02", converged <= 1e-4 ? LAB_REPRODUCED : LAB_FAILED, form,
        "g/c to %.1e at c of 2 and 10 1/s and 30, 60 and 120 substeps a second, alone and in "
        "a sheet, converged",
        converged);
    const bool holds = alone <= 1e-4 && sheet <= 1e-4;
    const double at_60 = get(data, "drag_sheet", "shipped", "2x4", "error") /
                         get(data, "drag_sheet", "shipped", "2x4", "expected");
    lab_verdict(
        judgement, "V02_2x4",
        holds           ? LAB_REPRODUCED
        : alone <= 1e-4 ? LAB_DIFFERS
                        : LAB_FAILED,
        form,
        "4 iterations a substep: alone to %.1e; in a sheet of 12 x 12 to %.1e, at 60 substeps "
        "a second to %.1e: the adaptive start takes a sheet at its terminal speed, which shows "
        "no acceleration, for one at rest, and a few sweeps do not move it whole",
        alone, sheet, at_60);
}

static void judge_slack(const LabData *data, LabJudgement *judgement) {
    static const char form[] = "slack rows add nothing, bit for bit";
    static const char *const scenes[] = {"slack_tether", "slack_leash", "slack_limit"};
    double bytes = 0.0;
    double rows = 0.0;
    double guard = INFINITY;
    for (int k = 0; k < 3; k++) {
        bytes += get(data, scenes[k], "shipped", "2x4", "value");
        rows += get(data, scenes[k], "shipped", "2x4", "rows");
        const double binding = get(data, scenes[k], "shipped", "2x4", "guard");
        guard = less_of(guard, binding);
    }
    if (isnan(bytes + guard)) {
        lab_verdict(judgement, "slack_bytes", LAB_NOT_JUDGED, form,
                    "needs slack_tether, slack_leash and slack_limit, shipped, 2x4, rate 60");
        return;
    }
    lab_verdict(judgement, "slack_bytes",
                bytes == 0.0 && guard > 0.0 && rows > 0.0 ? LAB_REPRODUCED : LAB_FAILED, form,
                "%g bytes differ between three strands with %g slack rows and without; where they "
                "bind at least %g",
                bytes, rows, guard);
}

static void judge_stale(const LabData *data, LabJudgement *judgement) {
    const double on = get(data, "carried", "shipped", "2x4", "error");
    const double off = get(data, "carried", "stale", "2x4", "error");
    if (!isnan(on + off)) {
        lab_verdict(
            judgement, "stale_centre", LAB_MEASURED, "",
            "carried at 2 m/s on a leash of 0.1 m a particle hangs %.1e m past it; about a "
            "centre a step late it trails by the hold's way in a step and is %.1e m past it "
            "(sqrt(r^2 + (v h)^2) - r = %.1e m)",
            on, off, hypot(0.1, 2.0 / 60.0) - 0.1);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_clamp(data, judgement);
    judge_radius(data, judgement);
    judge_bounds(data, judgement, "converged", "V32", 1e-4);
    judge_bounds(data, judgement, "2x4", "V32_2x4", 1e-3);
    judge_catch(data, judgement);
    judge_drag(data, judgement);
    judge_slack(data, judgement);
    judge_stale(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e20_one_sided",
        .question = "Does a row that may only pull hold at its bound, never push, and add nothing "
                    "while it is slack?",
        .scene =
            "One particle of 0.1 kg on a leash, a tether or a soft row of 20 N/m with a strain "
            "limit of 10 %; a rope of 20 links let go level; a particle carried on its leash; "
            "falling particles and a sheet under drag; three strands with slack rows.",
        .answers = "Yes when each value is its closed form, to 1e-4 m converged and 1e-3 m at 2x4, "
                   "and not one byte differs by slack rows. No when one is beyond, rebounds, or is "
                   "pulled before its bound.",
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
