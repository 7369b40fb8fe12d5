/*
 * e23_sleep: does every fabric come to rest and fall asleep, and does sleep keep every bit?
 *
 * A chain of each library fabric is set swinging and left alone until it sleeps. Asleep it must not
 * change by a bit; woken for no cause it must not jump: what it gains in the first step is at most
 * what gravity gives in one.
 */
#include "scenes/doze.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"

#include <string.h>

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("fabric", "fabric of the library", SOLVER_FABRICS, "silk,denim,rope",
                       SOLVER_FABRICS),
    SOLVER_KNOB_CHOICE("budget", "substeps x iterations: the fabric's own, or these for all",
                       "own,2x4,2x8", "own", "own,2x2,2x4,2x8,4x4"),
    KNOB_SPACING("0.025,0.05,0.1", "0.05"),
    KNOB_MASS("0.0005,0.01,0.2", "0.01"),
    KNOB_LINKS("12", NULL),
    SOLVER_KNOB_CHOICE("rows", "what the chain has beside its links", "skips", NULL,
                       "free,skips,stencil"),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "speed of the tip at the start, sideways", "3", NULL, 0,
                     1000, false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_STEPS("6000", "3000"),
};

static const LabVariable variables[] = {
    {.name = "slept_step", .unit = "1", .long_name = "steps until it slept; missing: never"},
    {.name = "damping", .unit = "1", .long_name = "damping of the fabric"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "largest speed on the way"},
    {.name = "reach_peak", .unit = "1", .long_name = "largest reach on the way, over the length"},
    {.name = "lost_share",
     .unit = "1",
     .long_name = "what a twin that never sleeps still moves in 5 s, over the reach"},
    {.name = "asleep_bytes", .unit = "1", .long_name = "bytes changed in 300 steps asleep"},
    {.name = "wake_gain",
     .unit = "1",
     .long_name = "speed after the step that wakes it, over g dt"},
    {.name = "wake_peak_share",
     .unit = "1",
     .long_name = "largest kinetic energy in 600 steps once woken, over that of the swing"},
    {.name = "slept_again", .unit = "1", .long_name = "steps until it slept once more"},
};

typedef struct Recipe {
    ClothChainShape shape;
    ClothFabric fabric;
    double speed_m_s;
} Recipe;

static ClothFabric fabric_of(const LabPoint *point) {
    ClothFabric fabric = solver_fabric(point, "fabric");
    const char *budget = lab_choice(point, "budget");
    if (strcmp(budget, "own") != 0) {
        fabric.substeps = budget[0] - '0';
        fabric.iterations = budget[2] - '0';
    }
    return fabric;
}

static Recipe recipe_of(const LabPoint *point) {
    return (Recipe){
        .shape = {.links = (int32_t)lab_integer(point, "links"),
                  .strands = 1,
                  .spacing_m = lab_real(point, "spacing_m"),
                  .mass_kg = lab_real(point, "mass_kg"),
                  .direction = {0.0, -1.0, 0.0},
                  .bend = lab_chose(point, "rows", "skips")     ? CLOTH_CHAIN_SKIPS
                          : lab_chose(point, "rows", "stencil") ? CLOTH_CHAIN_STENCIL
                                                                : CLOTH_CHAIN_FREE},
        .fabric = fabric_of(point),
        .speed_m_s = lab_real(point, "speed_m_s"),
    };
}

static ClothStatus build(const void *recipe, Hung *hung, ClothError *error) {
    const Recipe *r = recipe;
    const double velocity[3] = {r->speed_m_s, 0.0, 0.0};
    const ClothStatus status = hung_chain(&r->shape, &r->fabric, NULL, hung, error);
    return status == CLOTH_OK ? hung_swing(hung, velocity, error) : status;
}

/* 300 steps asleep, then woken for no cause at all. */
static ClothStatus sleep_and_wake(Hung *hung, double step_s, double swing_j, LabResult *result,
                                  ClothError *error) {
    ClothState *before = cloth_copy(cloth_world_state(hung->world, hung->cloth));
    if (before == NULL) {
        return CLOTH_NO_MEMORY;
    }
    ClothStatus status = CLOTH_OK;
    for (int k = 0; status == CLOTH_OK && k < 300; k++) {
        status = hung_step(hung, step_s, NULL, error);
    }
    lab_put(
        result, "asleep_bytes",
        (double)cloth_differing_bytes(before, cloth_world_state(hung->world, hung->cloth), NULL));
    cloth_destroy(before);
    HungWatch woken = hung_watch_start();
    if (status == CLOTH_OK) {
        status = cloth_world_wake(hung->world, hung->cloth, error);
    }
    status = status == CLOTH_OK ? hung_step(hung, step_s, &woken, error) : status;
    lab_put(result, "wake_gain", woken.speed_peak_m_s / (9.81 * step_s));
    for (int k = 1; status == CLOTH_OK && k < 600; k++) {
        status = hung_step(hung, step_s, &woken, error);
    }
    lab_put(result, "wake_peak_share", woken.kinetic_peak_j / swing_j);
    if (woken.slept_step > 0) {
        lab_put(result, "slept_again", (double)woken.slept_step);
    }
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const Recipe recipe = recipe_of(point);
    const double step_s = lab_real(point, "step_s");
    const DozePlan plan = {.step_s = step_s,
                           .steps_most = lab_integer(point, "steps"),
                           .after = (int64_t)(5.0 / step_s)};
    Hung hung = {0};
    HungWatch watch = hung_watch_start();
    Doze doze;
    ClothError error = {0};
    ClothStatus status = doze_watch(build, &recipe, &plan, &doze, &error);
    status = status == CLOTH_OK ? build(&recipe, &hung, &error) : status;
    status = status == CLOTH_OK ? hung_until_asleep(&hung, step_s, plan.steps_most, &watch, &error)
                                : status;
    if (status == CLOTH_OK) {
        lab_put(result, "damping", recipe.fabric.damping);
        lab_put(result, "speed_peak", watch.speed_peak_m_s);
        lab_put(result, "reach_peak", watch.reach_ratio_peak);
        lab_put(result, "lost_share", doze.lost_share);
    }
    if (status == CLOTH_OK && watch.slept_step > 0) {
        lab_put(result, "slept_step", (double)watch.slept_step);
        status = sleep_and_wake(&hung, step_s, watch.kinetic_peak_j, result, &error);
    }
    solver_refusal(result, status, &error);
    hung_free(&hung);
}

/* The verdict. */

/* Over the points of one budget, spacing and mass; NaN for any of them: all. */
typedef struct Seen {
    int64_t points;
    int64_t asleep;
    int64_t pairs; /* of fabrics in one setting whose damping differs, both asleep */
    int64_t inverted;
    double soonest, latest; /* steps */
    double bytes;
    double gain;
    double woken;
    double lost;
} Seen;

static bool same_setting(const LabPoint *a, const LabPoint *b) {
    return strcmp(lab_choice(a, "budget"), lab_choice(b, "budget")) == 0 &&
           lab_real(a, "spacing_m") == lab_real(b, "spacing_m") &&
           lab_real(a, "mass_kg") == lab_real(b, "mass_kg");
}

/* More damping must not sleep later. */
static void compare(const LabData *data, int64_t k, Seen *seen) {
    const double damping = lab_get(data, k, "damping");
    const double slept = lab_get(data, k, "slept_step");
    for (int64_t other = 0; other < lab_count(data); other++) {
        if (!same_setting(lab_point(data, k), lab_point(data, other)) ||
            !(lab_get(data, other, "damping") > damping)) {
            continue;
        }
        seen->pairs++;
        seen->inverted += !(lab_get(data, other, "slept_step") < slept);
    }
}

static Seen see(const LabData *data, const LabPoint *setting) {
    Seen seen = {.soonest = INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (setting != NULL && !same_setting(setting, lab_point(data, k))) {
            continue;
        }
        const double slept = lab_get(data, k, "slept_step");
        seen.points++;
        compare(data, k, &seen);
        if (!(slept > 0.0)) {
            continue;
        }
        seen.asleep++;
        seen.soonest = fmin(seen.soonest, slept);
        seen.latest = fmax(seen.latest, slept);
        raise_to(&seen.bytes, lab_get(data, k, "asleep_bytes"));
        raise_to(&seen.gain, lab_get(data, k, "wake_gain"));
        raise_to(&seen.woken, lab_get(data, k, "wake_peak_share"));
        raise_to(&seen.lost, lab_get(data, k, "lost_share"));
    }
    return seen;
}

static void judge_claim(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "every fabric sleeps, from 220 steps (denim) to 770 (silk), in the "
        "order of damping; positions bit-identical for 300 steps";
    const int64_t k = lab_find(data, "fabric", "silk", "budget", "own", "spacing_m", "0.05",
                               "mass_kg", "0.01", NULL);
    const Seen seen = k < 0 ? (Seen){0} : see(data, lab_point(data, k));
    if (seen.points < CLOTH_FABRICS) {
        lab_verdict(judgement, "C24", LAB_NOT_JUDGED, source,
                    "needs all fabrics with their own budget, 0.05 m and 0.01 kg");
        return;
    }
    const bool all = seen.asleep == seen.points && seen.bytes == 0.0;
    const LabVerdict verdict = all && seen.inverted == 0 ? LAB_REPRODUCED
                               : all                     ? LAB_DIFFERS
                                                         : LAB_CONTRADICTED;
    lab_verdict(
        judgement, "C24", verdict, source,
        "%d of %d fabrics sleep, after %g to %g steps; %d of %d pairs of fabrics against the "
        "order of damping; %g bytes change in 300 steps asleep",
        (int)seen.asleep, (int)seen.points, seen.soonest, seen.latest, (int)seen.inverted,
        (int)seen.pairs, seen.bytes);
}

static void judge_all(const LabData *data, LabJudgement *judgement) {
    const Seen seen = see(data, NULL);
    lab_verdict(judgement, "sleep_settings", LAB_MEASURED, "",
                "over all budgets, spacings and masses %d of %d sleep, after %g to %g steps; %d of "
                "%d pairs against the order of damping; asleep they have at most %.1e of the reach "
                "left to go",
                (int)seen.asleep, (int)seen.points, seen.soonest, seen.latest, (int)seen.inverted,
                (int)seen.pairs, seen.lost);
    const bool gentle = seen.bytes == 0.0 && seen.gain <= 1.0 && seen.asleep > 0;
    lab_verdict(
        judgement, "wake_step", gentle ? LAB_MEASURED : LAB_FAILED,
        "asleep no bit changes; the first step awake gains no more than one step of gravity",
        "%g bytes; woken for no cause, at most %.1e of g dt in the first step, and %.1e of "
        "the swing's energy in the 600 after it",
        seen.bytes, seen.gain, seen.woken);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                          "C24")) {
        judge_claim(data, judgement);
    }
    judge_all(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e23_sleep",
        .question = "Does every fabric come to rest and fall asleep, in the order of damping, and "
                    "stay there to the bit?",
        .scene =
            "A chain of 12 links with skip rows, hanging from a holder in a world, its "
            "particles sent off sideways in proportion to their depth, the tip at 3 m/s; 60 Hz.",
        .answers =
            "Yes when all seven sleep, a fabric of more damping never later than one of less, "
            "300 steps asleep change no byte of the block, and the step that wakes it gives "
            "at most g dt; no when one stays awake, or jumps when woken.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
