/*
 * e41_time_steps: what do long and uneven steps do to a cloth, and what is to be done about it?
 *
 * A chain and a sheet of every library fabric swing while the length of the step follows a pattern:
 * steady from 2 to 500 frames a second, alternating, at random, or a hitch in the middle of the
 * swing. Shipped, a step longer than 0.025 s is solved in pieces, one longer than 0.2 s is cut, and the
 * band of penalties follows the longest substep of late.
 */
#include "scenes/hung.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "world/world.h"

#define ARMS                                                                                       \
    "shipped,no_pieces,no_cut,own_band,none,piece_half,piece_double,fade_tenth,"                   \
    "fade_tenfold"
#define PATTERNS "steady_2,steady_5,steady_30,steady_60,steady_500,alternating,stutter,random,hitch"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "shipped, or without a mechanism, or with another constant", ARMS,
                       "shipped,none", ARMS),
    SOLVER_KNOB_CHOICE("pattern", "how steps follow each other", PATTERNS,
                       "steady_5,alternating,hitch", PATTERNS),
    SOLVER_KNOB_CHOICE("shape", "what hangs", "chain,sheet", NULL, "chain,sheet"),
    SOLVER_KNOB_CHOICE("fabric", "fabric of the library", SOLVER_FABRICS, "silk,denim",
                       SOLVER_FABRICS),
    SOLVER_KNOB_REAL("hitch_s", "s", "length of the hitch", "5", NULL, 0, 1e6, true),
    SOLVER_KNOB_REAL("run_s", "s", "simulated time in all", "25", "12", 0, 1e6, true),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "speed of the lowest at the start", "3", NULL, 0, 1000,
                     false),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.01", NULL),
};

static const LabVariable variables[] = {
    {.name = "reach_peak",
     .unit = "1",
     .long_name = "largest distance from the hold, over the way "
                  "along the cloth"},
    {.name = "strain_peak", .unit = "1", .long_name = "largest strain of an edge"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "largest speed"},
    {.name = "kinetic_share", .unit = "1", .long_name = "largest kinetic energy over the first"},
    {.name = "asleep_s", .unit = "s", .long_name = "simulated time until it slept; missing: never"},
};

typedef struct Pattern {
    const char *name;
    double hitch_s;
    Rng rng;
} Pattern;

/* Length of step k [s]. */
static double length_of(Pattern *pattern, int64_t k) {
    if (strncmp(pattern->name, "steady_", 7) == 0) {
        return 1.0 / strtod(pattern->name + 7, NULL);
    }
    if (strcmp(pattern->name, "alternating") == 0) {
        return k % 2 == 0 ? 1.0 / 120.0 : 1.0 / 30.0;
    }
    if (strcmp(pattern->name, "stutter") == 0) {
        return k % 2 == 0 ? 1.0 / 500.0 : 1.0 / 60.0;
    }
    if (strcmp(pattern->name, "random") == 0) {
        return rng_log_range(&pattern->rng, 0.002, 0.2);
    }
    return k == 40 ? pattern->hitch_s : 1.0 / 60.0;
}

/* The chain and the sheet swing out of their rest shape, which hangs straight down. */
static ClothStatus build(const LabPoint *point, Hung *hung, ClothError *error) {
    const ClothFabric fabric = solver_fabric(point, "fabric");
    const double spacing = lab_real(point, "spacing_m");
    const double mass = lab_real(point, "mass_kg");
    const double velocity[3] = {0.0, 0.0, lab_real(point, "speed_m_s")};
    const ClothChainShape chain = {.links = 12,
                                   .strands = 1,
                                   .spacing_m = spacing,
                                   .mass_kg = mass,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothGridShape sheet = {.columns = 8,
                                  .rows = 12,
                                  .spacing_m = spacing,
                                  .mass_kg = mass,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, -1.0, 0.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    const ClothStatus status = lab_chose(point, "shape", "chain")
                                   ? hung_chain(&chain, &fabric, NULL, hung, error)
                                   : hung_grid(&sheet, "edge", &fabric, NULL, hung, error);
    return status == CLOTH_OK ? hung_swing(hung, velocity, error) : status;
}

/* What an arm has in place of the shipped constants: factors of them, INFINITY without the mechanism.
 * A fade of nothing at all leaves every substep its own band. */
static void choose_arm(const LabPoint *point, ClothWorldTuned *tuned) {
    static const struct {
        const char *arm;
        double piece, cut, fade;
    } arms[] = {
        {"shipped", 1.0, 1.0, 1.0},        {"no_pieces", INFINITY, 1.0, 1.0},
        {"no_cut", 1.0, INFINITY, 1.0},    {"own_band", 1.0, 1.0, 0.0},
        {"none", INFINITY, INFINITY, 0.0}, {"piece_half", 0.5, 1.0, 1.0},
        {"piece_double", 2.0, 1.0, 1.0},   {"fade_tenth", 1.0, 1.0, 0.1},
        {"fade_tenfold", 1.0, 1.0, 10.0},
    };
    for (size_t k = 0; k < sizeof arms / sizeof arms[0]; k++) {
        if (lab_chose(point, "arm", arms[k].arm)) {
            tuned->piece_s *= arms[k].piece;
            tuned->step_most_s *= arms[k].cut;
            tuned->band_fade_s *= arms[k].fade;
        }
    }
}

static void put(LabResult *result, const HungWatch *watch, double kinetic_first, double asleep_s) {
    lab_put(result, "reach_peak", watch->reach_ratio_peak);
    lab_put(result, "strain_peak", watch->strain_peak);
    lab_put(result, "speed_peak", watch->speed_peak_m_s);
    lab_put(result, "kinetic_share", watch->kinetic_peak_j / kinetic_first);
    lab_put(result, "asleep_s", asleep_s);
}

/* The arms that nobody ships are tried on the least damped, the most damped and the finest budget. */
static bool is_wanted(const LabPoint *point) {
    return lab_chose(point, "arm", "shipped") || lab_chose(point, "fabric", "silk") ||
           lab_chose(point, "fabric", "denim") || lab_chose(point, "fabric", "chain");
}

static void run_point(const LabPoint *point, LabResult *result) {
    if (!is_wanted(point)) {
        return;
    }
    static const double no_gravity[3] = {0.0, 0.0, 0.0};
    Pattern pattern = {.name = lab_choice(point, "pattern"),
                       .hitch_s = lab_real(point, "hitch_s"),
                       .rng = {.state = lab_seed(point)}};
    Hung hung = {0};
    HungWatch watch = hung_watch_start();
    ClothMeasure first;
    ClothError error = {0};
    ClothStatus status = build(point, &hung, &error);
    if (status == CLOTH_OK) {
        choose_arm(point, &hung.world->tuned);
        cloth_measure(cloth_world_state(hung.world, hung.cloth), no_gravity, &first);
    }
    double simulated_s = 0.0;
    double asleep_s = NAN;
    for (int64_t k = 0; status == CLOTH_OK && simulated_s < lab_real(point, "run_s"); k++) {
        const double step_s = length_of(&pattern, k);
        status = hung_step(&hung, step_s, &watch, &error);
        simulated_s += fmin(step_s, hung.world->tuned.step_most_s);
        asleep_s = watch.slept_step > 0 && isnan(asleep_s) ? simulated_s : asleep_s;
    }
    if (status == CLOTH_OK) {
        put(result, &watch, first.kinetic_j, asleep_s);
    }
    solver_refusal(result, status, &error);
    hung_free(&hung);
}

/* The verdict. */

typedef struct Worst {
    int64_t points;
    int64_t asleep;
    double reach;
    double strain;
    double speed;
    double energy;
} Worst;

/* pattern NULL: all of them. */
static Worst worst_of(const LabData *data, const char *arm, const char *pattern) {
    Worst worst = {0};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "arm", arm) ||
            (pattern != NULL && !lab_chose(point, "pattern", pattern))) {
            continue;
        }
        if (!is_wanted(point)) {
            continue;
        }
        worst.points++;
        worst.asleep += lab_get(data, k, "asleep_s") > 0.0;
        raise_to(&worst.reach, lab_get(data, k, "reach_peak"));
        raise_to(&worst.strain, lab_get(data, k, "strain_peak"));
        raise_to(&worst.speed, lab_get(data, k, "speed_peak"));
        raise_to(&worst.energy, lab_get(data, k, "kinetic_share"));
    }
    return worst;
}

static void say(LabJudgement *judgement, const char *id, LabVerdict verdict, const Worst *w) {
    lab_verdict(
        judgement, id, verdict, "",
        "reach at most %.4g of the way along the cloth, strain %.3g, speed %.3g m/s, kinetic "
        "energy %.3g of the first; %d of %d asleep at the end",
        w->reach, w->strain, w->speed, w->energy, (int)w->asleep, (int)w->points);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"shipped",      "no_pieces",  "no_cut",
                                       "own_band",     "none",       "piece_half",
                                       "piece_double", "fade_tenth", "fade_tenfold"};
    for (size_t a = 0; a < sizeof arms / sizeof arms[0]; a++) {
        char id[48] = "steps_";
        strncat(id, arms[a], sizeof id - strlen(id) - 1);
        const Worst worst = worst_of(data, arms[a], NULL);
        if (worst.points > 0) {
            say(judgement, id, LAB_MEASURED, &worst);
        }
    }
    static const char *const patterns[] = {"hitch", "alternating", "stutter", "random"};
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        char id[48] = "shipped_";
        strncat(id, patterns[p], sizeof id - strlen(id) - 1);
        const Worst worst = worst_of(data, "shipped", patterns[p]);
        const bool bounded = worst.reach <= 1.05 && worst.energy <= 1.05;
        if (worst.points > 0) {
            say(judgement, id, bounded ? LAB_MEASURED : LAB_FAILED, &worst);
        }
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e41_time_steps",
        .question = "What do long and uneven steps do to a cloth, with and without what the world "
                    "does about it?",
        .scene = "A chain of 12 links and a sheet of 8 x 12 particles, 0.05 m and 0.01 kg a "
                 "particle, hanging from a holder and sent off at 3 m/s, in every library fabric; "
                 "the hitch comes after 40 steps of 60 Hz.",
        .answers = "A rule is good when reach, speed and energy stay what they are at 60 Hz under "
                   "every pattern and the cloth sleeps at the end; it is needed when they do not "
                   "without it.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
