/*
 * e42_turning_points: what does the test for sleep take for rest that is not?
 *
 * A swing stands still where it turns. A cloth falls asleep when it has moved by no more than a
 * share of its reach for a window of time, so that swings small or slow enough are stopped at their
 * turning point. Chains of several lengths are let go from a lean and watched beside a twin that
 * cannot sleep: what the twin still does after the other fell asleep is lost. Standing on its hold
 * instead, one link falls away from its balance ever faster, slowest of all at first.
 */
#include "scenes/doze.h"
#include "solver_knobs.h"

#include <math.h>
#include <string.h>

#include "world/world.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "one constant changed from the shipped ones",
                       "shipped,share_half,share_double,share_tenfold,window_half,window_double,"
                       "window_tenfold,half_second",
                       "shipped,half_second",
                       "shipped,share_half,share_double,share_tenfold,window_half,window_double,"
                       "window_tenfold,half_second"),
    SOLVER_KNOB_CHOICE("pose", "hanging and swinging, or standing nearly balanced",
                       "hanging,standing", NULL, "hanging,standing"),
    SOLVER_KNOB_REAL("length_m", "m", "length of the chain", "0.2,2,20", "0.2,20", 0, 1e4, true),
    SOLVER_KNOB_REAL("frames_1_s", "s-1", "steps a second", "5,60,240", "60", 0, 1e4, true),
    SOLVER_KNOB_REAL("damping", "1", "damping of the fabric", "0,0.06", "0", 0, 1, false),
    KNOB_LINKS("4", NULL),
    KNOB_MASS("0.01", NULL),
    KNOB_GRAVITY("9.81", NULL),
    SOLVER_KNOB_REAL("periods", "1", "how long each is watched, in periods of the swing", "2",
                     "1.5", 0, 1000, true),
};

static const LabVariable variables[] = {
    {.name = "lost_share",
     .unit = "1",
     .long_name = "most that sleep takes from a swing, over the reach, of all leans"},
    {.name = "lost_lean", .unit = "rad", .long_name = "the lean that was let go from there"},
    {.name = "caught_lean",
     .unit = "rad",
     .long_name = "largest lean at which it was stopped though its twin moved on by 5 shares"},
    {.name = "asleep_periods",
     .unit = "1",
     .long_name = "from the largest lean to sleep, in periods; missing: not while watched"},
    {.name = "window_s", .unit = "s", .long_name = "the window of the test"},
};

/* Radians; from below the shipped share to what anybody sees. */
static const double leans[] = {2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2};

typedef struct Recipe {
    ClothChainShape shape;
    ClothFabric fabric;
    ClothWorldTuned tuned;
    double gravity[3];
    double lean;
} Recipe;

/* The constants of an arm: by how much share and window are multiplied. */
static ClothWorldTuned tune(const LabPoint *point, const ClothWorldTuned *shipped) {
    ClothWorldTuned tuned = *shipped;
    const double share = lab_chose(point, "arm", "share_half")      ? 0.5
                         : lab_chose(point, "arm", "share_double")  ? 2.0
                         : lab_chose(point, "arm", "share_tenfold") ? 10.0
                                                                    : 1.0;
    const double window = lab_chose(point, "arm", "window_half")      ? 0.5
                          : lab_chose(point, "arm", "window_double")  ? 2.0
                          : lab_chose(point, "arm", "window_tenfold") ? 10.0
                                                                      : 1.0;
    tuned.sleep_share *= share;
    tuned.sleep_window_s *= window;
    tuned.sleep_swing *= lab_chose(point, "arm", "half_second") ? 0.0 : window;
    return tuned;
}

static Recipe recipe_of(const LabPoint *point) {
    const bool standing = lab_chose(point, "pose", "standing");
    const int32_t links = standing ? 1 : (int32_t)lab_integer(point, "links");
    Recipe recipe = {
        .shape = {.links = links,
                  .strands = 1,
                  .spacing_m = lab_real(point, "length_m") / links,
                  .mass_kg = lab_real(point, "mass_kg"),
                  .direction = {0.0, standing ? 1.0 : -1.0, 0.0},
                  .bend = CLOTH_CHAIN_FREE},
        .fabric = cloth_fabric(CLOTH_ROPE),
        .gravity = {0.0, -lab_real(point, "gravity_m_s2"), 0.0},
    };
    recipe.fabric.damping = lab_real(point, "damping");
    ClothWorld *world = cloth_world_create();
    if (world != NULL) {
        recipe.tuned = tune(point, &world->tuned);
    }
    cloth_world_destroy(world);
    return recipe;
}

static ClothStatus build(const void *recipe, Hung *hung, ClothError *error) {
    const Recipe *r = recipe;
    ClothStatus status = hung_chain(&r->shape, &r->fabric, NULL, hung, error);
    if (status == CLOTH_OK) {
        hung->world->tuned = r->tuned;
        status = cloth_world_set_gravity(hung->world, r->gravity, error);
    }
    return status == CLOTH_OK ? doze_lean(hung, r->lean, error) : status;
}

/* The slowest swing of a heavy chain: omega = 1.2024 sqrt(g/L), half the first zero of J0. */
static double period_of(const Recipe *recipe) {
    const double length = recipe->shape.links * recipe->shape.spacing_m;
    return 2.0 * 3.14159265358979 / 1.2024 * sqrt(length / -recipe->gravity[1]);
}

static ClothStatus try_lean(const Recipe *recipe, double step_s, double watched_s,
                            LabResult *result, double *most, double *caught, ClothError *error) {
    const DozePlan plan = {.step_s = step_s,
                           .steps_most = 1 + (int64_t)(watched_s / step_s),
                           .after = 1 + (int64_t)(period_of(recipe) / step_s)};
    Doze doze;
    const ClothStatus status = doze_watch(build, recipe, &plan, &doze, error);
    if (status != CLOTH_OK || doze.slept_step == 0) {
        return status;
    }
    if (!(doze.lost_share <= *most)) {
        *most = doze.lost_share;
        lab_put(result, "lost_lean", recipe->lean);
    }
    if (!(doze.lost_share <= 5.0 * CLOTH_SLEEP_SHARE)) {
        *caught = recipe->lean;
    }
    lab_put(result, "asleep_periods", (double)doze.slept_step * step_s / period_of(recipe));
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    Recipe recipe = recipe_of(point);
    const double step_s = 1.0 / lab_real(point, "frames_1_s");
    double most = 0.0;
    double caught = 0.0;
    ClothError error = {0};
    ClothStatus status = CLOTH_OK;
    Hung hung = {0};
    status = build(&recipe, &hung, &error);
    ClothCondition condition = {0};
    if (status == CLOTH_OK) {
        (void)cloth_world_condition(hung.world, hung.cloth, &condition, NULL);
    }
    hung_free(&hung);
    const double watched_s =
        lab_real(point, "periods") * period_of(&recipe) + condition.sleeps_at_s;
    for (size_t k = 0; status == CLOTH_OK && k < sizeof leans / sizeof leans[0]; k++) {
        recipe.lean = leans[k];
        status = try_lean(&recipe, step_s, watched_s, result, &most, &caught, &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "lost_share", most);
        lab_put(result, "caught_lean", caught);
        lab_put(result, "window_s", condition.sleeps_at_s);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

typedef struct Worst {
    int64_t points;
    double lost;
    double length_m;
    double frames_1_s;
    double caught;
} Worst;

static Worst worst_of(const LabData *data, const char *arm, const char *pose) {
    Worst worst = {.length_m = NAN};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "arm", arm) || !lab_chose(point, "pose", pose)) {
            continue;
        }
        const double lost = lab_get(data, k, "lost_share");
        worst.points++;
        worst.caught = fmax(worst.caught, lab_get(data, k, "caught_lean"));
        if (!(lost <= worst.lost)) {
            worst.lost = lost;
            worst.length_m = lab_real(point, "length_m");
            worst.frames_1_s = lab_real(point, "frames_1_s");
        }
    }
    return worst;
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"shipped",        "share_half",  "share_double",
                                       "share_tenfold",  "window_half", "window_double",
                                       "window_tenfold", "half_second"};
    for (size_t a = 0; a < sizeof arms / sizeof arms[0]; a++) {
        const Worst hanging = worst_of(data, arms[a], "hanging");
        const Worst standing = worst_of(data, arms[a], "standing");
        if (hanging.points == 0 && standing.points == 0) {
            continue;
        }
        char id[48] = "sleep_";
        strncat(id, arms[a], sizeof id - strlen(id) - 1);
        lab_verdict(
            judgement, id, LAB_MEASURED, "",
            "sleep takes at most %.2e of the reach from a swing (%g m, %g frames a second); "
            "standing, a lean of %.0e rad is stopped at most",
            hanging.lost, hanging.length_m, hanging.frames_1_s, standing.caught);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e42_turning_points",
        .question = "Which swings does the test for sleep take for rest at their turning point?",
        .scene =
            "A chain of 4 links, 0.2 to 20 m long, let go from leans of 2e-4 to 0.2 rad, and one "
            "link of the same length standing on its hold; 5 to 240 steps a second.",
        .answers =
            "A test is honest when what it takes from a swing is a few of its own shares, at "
            "every length, frame rate and damping; it is not where it stops swings that "
            "anybody sees.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
