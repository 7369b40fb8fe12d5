/*
 * e32_fabric_change: does a fabric that is changed while its cloth moves jerk it?
 *
 * Every ordered pair of the library, in a sheet at the worst moment of its fall, in the same sheet
 * at rest, and in a chain in mid swing; beside the run that was left alone. What can jerk is what is
 * hard: leashes that are suddenly there, rows that forget what they carry.
 */
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "solver_knobs.h"
#include "state/state.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("from", "the fabric before", SOLVER_FABRICS, "denim,chain", SOLVER_FABRICS),
    SOLVER_KNOB_CHOICE("to", "the fabric after", SOLVER_FABRICS, "leather,chain", SOLVER_FABRICS),
    SOLVER_KNOB_CHOICE("scene", "which cloth, and when", "falling,resting,swinging", NULL,
                       "falling,resting,swinging"),
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the sheet", "9", NULL, 3, 100),
    KNOB_LINKS("12", NULL),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_WHOLE("steps", "watched from the change on", "60", NULL, 2, 100000),
};

static const LabVariable variables[] = {
    {.name = "peak", .unit = "m s-2", .long_name = "largest acceleration of a particle, changed"},
    {.name = "peak_alone", .unit = "m s-2", .long_name = "the same, left alone"},
    {.name = "first", .unit = "m s-2", .long_name = "of the first step after the change"},
    {.name = "first_alone", .unit = "m s-2", .long_name = "the same, left alone"},
    {.name = "energy_rise",
     .unit = "1",
     .long_name = "rise of kinetic and gravitational energy over m g of the cloth times its reach"},
    {.name = "multiplier_change",
     .unit = "1",
     .long_name = "multipliers of hard rows that the change itself alters, over all"},
};

/* The scene, run to the step before the change. */
static ClothStatus run_up(const LabPoint *point, Hung *hung, ClothError *error) {
    const ClothFabric fabric = solver_fabric(point, "from");
    const double spacing_m = lab_real(point, "spacing_m");
    const double mass_kg = lab_real(point, "mass_kg");
    ClothStatus status;
    if (lab_chose(point, "scene", "swinging")) {
        static const double velocity[3] = {3.0, 0.0, 0.0};
        const ClothChainShape shape = {.links = (int32_t)lab_integer(point, "links"),
                                       .strands = 1,
                                       .spacing_m = spacing_m,
                                       .mass_kg = mass_kg,
                                       .direction = {0.0, -1.0, 0.0},
                                       .bend = CLOTH_CHAIN_SKIPS};
        status = hung_chain(&shape, &fabric, NULL, hung, error);
        status = status == CLOTH_OK ? hung_swing(hung, velocity, error) : status;
    } else {
        const int32_t columns = (int32_t)lab_integer(point, "columns");
        const ClothGridShape shape = {.columns = columns,
                                      .rows = columns,
                                      .spacing_m = spacing_m,
                                      .mass_kg = mass_kg,
                                      .u = {1.0, 0.0, 0.0},
                                      .v = {0.0, 0.0, 1.0},
                                      .cut = CLOTH_GRID_ONE_DIAGONAL,
                                      .bend = 1};
        status = hung_grid(&shape, "edge", &fabric, NULL, hung, error);
    }
    const int steps = lab_chose(point, "scene", "resting") ? 900 : 40;
    for (int k = 0; status == CLOTH_OK && k < steps; k++) {
        status = hung_step(hung, 1.0 / 60.0, NULL, error);
    }
    return status;
}

/* What is seen of the steps after. */
typedef struct Ride {
    double first_m_s2;
    double peak_m_s2;
    double energy_rise_j;
} Ride;

static double largest_change(const double *before, const double *after, int32_t particles) {
    double most = 0.0;
    for (int32_t i = 0; i < particles; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d = after[3 * i + k] - before[3 * i + k];
            squared += d * d;
        }
        most = more_of(most, squared);
    }
    return sqrt(most);
}

static double energy_of(const Hung *hung) {
    static const double gravity[3] = {0.0, -9.81, 0.0};
    ClothMeasure measure;
    cloth_measure(cloth_world_state(hung->world, hung->cloth), gravity, &measure);
    return measure.kinetic_j + measure.gravitational_j;
}

/* work: (6 n) */
static ClothStatus ride(Hung *hung, int64_t steps, double *work, Ride *seen, ClothError *error) {
    const int32_t n = hung->graph.particle_count;
    const double start = energy_of(hung);
    ClothStatus status = CLOTH_OK;
    *seen = (Ride){0};
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        cloth_velocities(cloth_world_state(hung->world, hung->cloth), work);
        status = hung_step(hung, 1.0 / 60.0, NULL, error);
        cloth_velocities(cloth_world_state(hung->world, hung->cloth), &work[3 * n]);
        const double felt = largest_change(work, &work[3 * n], n) * 60.0;
        const double rise = energy_of(hung) - start;
        seen->first_m_s2 = k == 0 ? felt : seen->first_m_s2;
        seen->peak_m_s2 = more_of(seen->peak_m_s2, felt);
        seen->energy_rise_j = more_of(seen->energy_rise_j, rise);
    }
    return status;
}

/* Exchanges the fabric, and says which share of the hard rows' multipliers is other than before. */
static ClothStatus exchange(const LabPoint *point, Hung *hung, double *altered, ClothError *error) {
    const ClothFabric fabric = solver_fabric(point, "to");
    const ClothState *state = cloth_world_state(hung->world, hung->cloth);
    ClothState *before = cloth_copy(state);
    if (before == NULL) {
        return CLOTH_NO_MEMORY;
    }
    const ClothStatus status = cloth_world_set_fabric(hung->world, hung->cloth, &fabric, error);
    const ClothView old = cloth_view(before);
    const ClothView now = cloth_view(state);
    int32_t changed = 0;
    int32_t hard = 0;
    for (int32_t s = 0; s < now.counts.slot; s++) {
        hard += old.slot_inertia[s] > 0;
        changed += old.slot_inertia[s] > 0 && now.slot_multiplier[s] != old.slot_multiplier[s];
    }
    *altered = hard > 0 ? (double)changed / hard : NAN;
    cloth_destroy(before);
    return status;
}

static ClothStatus run_arm(const LabPoint *point, bool changed, Ride *seen, double *altered,
                           double *weight_j, ClothError *error) {
    Hung hung = {0};
    ClothStatus status = run_up(point, &hung, error);
    double *work = NULL;
    if (status == CLOTH_OK) {
        const int32_t n = hung.graph.particle_count;
        ClothCondition condition;
        work = malloc(6 * (size_t)n * sizeof *work);
        (void)cloth_world_condition(hung.world, hung.cloth, &condition, NULL);
        *weight_j = n * lab_real(point, "mass_kg") * 9.81 * condition.reach_m;
        status = work == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
    }
    if (status == CLOTH_OK && changed) {
        status = exchange(point, &hung, altered, error);
    }
    if (status == CLOTH_OK) {
        status = ride(&hung, lab_integer(point, "steps"), work, seen, error);
    }
    free(work);
    hung_free(&hung);
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    Ride changed;
    Ride alone;
    double altered = NAN;
    double weight_j = NAN;
    ClothError error = {0};
    ClothStatus status = run_arm(point, true, &changed, &altered, &weight_j, &error);
    if (status == CLOTH_OK) {
        status = run_arm(point, false, &alone, &altered, &weight_j, &error);
    }
    if (status != CLOTH_OK) {
        solver_refusal(result, status, &error);
        return;
    }
    lab_put(result, "peak", changed.peak_m_s2);
    lab_put(result, "peak_alone", alone.peak_m_s2);
    lab_put(result, "first", changed.first_m_s2);
    lab_put(result, "first_alone", alone.first_m_s2);
    lab_put(result, "energy_rise", changed.energy_rise_j / weight_j);
    lab_put(result, "multiplier_change", altered);
}

/* The verdict. */

/* A change may be felt as much as gravity beside what is felt anyway, in its first step. */
static const double felt_m_s2 = 9.81;

static void judge_scene(const LabData *data, LabJudgement *judgement, const char *scene) {
    double first = 0.0;
    double peak = 0.0;
    double alone = 0.0;
    double rise = 0.0;
    double altered = 0.0;
    int64_t jerks = 0;
    int64_t count = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (!lab_chose(lab_point(data, k), "scene", scene)) {
            continue;
        }
        const double more = lab_get(data, k, "first") - lab_get(data, k, "first_alone");
        count++;
        jerks += !(more <= felt_m_s2);
        first = more_of(first, more);
        peak = more_of(peak, lab_get(data, k, "peak"));
        alone = more_of(alone, lab_get(data, k, "peak_alone"));
        rise = more_of(rise, lab_get(data, k, "energy_rise"));
        altered = more_of(altered, lab_get(data, k, "multiplier_change"));
    }
    lab_verdict(
        judgement, scene,
        count == 0          ? LAB_NOT_JUDGED
        : !(altered <= 0.0) ? LAB_FAILED
                            : LAB_MEASURED,
        "no jerk, multipliers kept",
        "the change's own step adds at most %.1f m/s^2, more than gravity in %d of %d pairs; "
        "peak over the next second %.0f m/s^2, left alone %.0f; energy rises by %.2g of m g reach; "
        "%.0f "
        "%% of the hard rows' multipliers altered",
        first, (int)jerks, (int)count, peak, alone, rise, 100.0 * altered);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "falling,resting,swinging")) {
        return;
    }
    judge_scene(data, judgement, "falling");
    judge_scene(data, judgement, "resting");
    judge_scene(data, judgement, "swinging");
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e32_fabric_change",
        .question = "Does a fabric that is changed while its cloth moves jerk it?",
        .scene =
            "A sheet of 9 x 9 particles, 0.1 m apart, 10 g each, held along an edge and let fall "
            "from the level, changed after 40 steps (falling) or 900 (resting); a chain of 12 "
            "links changed 40 steps into a swing at 3 m/s; 60 Hz.",
        .answers =
            "No when the change's own step is felt less than gravity and hard rows keep their "
            "multipliers; yes when either fails.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
