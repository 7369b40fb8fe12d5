/*
 * e33_library: what does each fabric of the library come to?
 *
 * Its numbers, put through the map into what an author sees or pays: how far a strip of it stands
 * out, how long it swings, where its leash stops it, what a step of it costs, and whether a cloth
 * of it comes to rest, as a chain and as a sheet.
 */
#include <string.h>

#include "e22_studies.h"
#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("fabric", "of the library", SOLVER_FABRICS, "denim,hair", SOLVER_FABRICS),
    KNOB_LINKS("12", NULL),
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the sheet", "9", NULL, 2, 100),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "of the swing, at the tip", "3", NULL, 0, 1000, false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_STEPS("4000", "1000"),
};

static const LabVariable variables[] = {
    {.name = "bend_ratio", .unit = "1", .long_name = "bending stiffness over m_eff/step^2"},
    {.name = "standing_out", .unit = "1", .long_name = "of a clamped strip, over its length"},
    {.name = "damping_rate", .unit = "s-1", .long_name = "rate at which speed is lost"},
    {.name = "kept", .unit = "1", .long_name = "speed left after a second of free flight"},
    {.name = "strain_allowed", .unit = "1", .long_name = "by the strain limit; missing: none"},
    {.name = "leash_degree", .unit = "degree", .long_name = "turn about its hold that it is let"},
    {.name = "sweeps", .unit = "1", .long_name = "sweeps of a step"},
    {.name = "speed_most", .unit = "m s-1", .long_name = "limit on a particle's speed"},
    {.name = "chain_slept",
     .unit = "1",
     .long_name = "steps until the chain slept after its swing"},
    {.name = "sheet_slept",
     .unit = "1",
     .long_name = "steps until the sheet slept after its swing"},
};

static void put_map(const ClothFabric *fabric, LabResult *result) {
    const ClothMaterial material = cloth_fabric_material(fabric);
    const double degree = 180.0 / acos(-1.0);
    lab_put(result, "bend_ratio", material.row[CLOTH_ROW_BEND].value);
    lab_put(result, "damping_rate", cloth_fabric_step(fabric).damping_1_s);
    if (material.strain_limit < INFINITY) {
        lab_put(result, "strain_allowed", material.strain_limit);
    }
    /* A chord of 2 slack d. */
    lab_put(result, "leash_degree", 2.0 * degree * asin(fabric->slack));
    lab_put(result, "sweeps", (double)fabric->substeps * fabric->iterations);
}

static ClothStatus put_studies(const LabPoint *point, const ClothFabric *fabric, LabResult *result,
                               ClothError *error) {
    StudyPlan plan = {.study = STUDY_STRIP_SHEET,
                      .value = fabric->bend,
                      .other = *fabric,
                      .links = 9,
                      .spacing_m = lab_real(point, "spacing_m"),
                      .mass_kg = lab_real(point, "mass_kg"),
                      .step_s = lab_real(point, "step_s")};
    plan.other.slack = 1.0;
    StudyFigures figures;
    ClothStatus status = study_run(&plan, &figures, error);
    if (status != CLOTH_OK) {
        return status;
    }
    lab_put(result, "standing_out", figures.standing_out);
    plan.study = STUDY_FREE_FLIGHT;
    plan.value = fabric->damping;
    status = study_run(&plan, &figures, error);
    if (status == CLOTH_OK) {
        lab_put(result, "kept", exp(-figures.rate_1_s));
    }
    return status;
}

/* Swings it until it sleeps; a cloth that never does stays missing. Frees it. */
static ClothStatus put_sleep(const LabPoint *point, const char *variable, Hung *hung,
                             LabResult *result, ClothError *error) {
    /* Out of the sheet's plane, and across the chain. */
    const double velocity[3] = {0.0, 0.0, lab_real(point, "speed_m_s")};
    HungWatch watch = hung_watch_start();
    ClothStatus status = hung_swing(hung, velocity, error);
    if (status == CLOTH_OK) {
        status = hung_until_asleep(hung, lab_real(point, "step_s"), lab_integer(point, "steps"),
                                   &watch, error);
    }
    if (status == CLOTH_OK && watch.slept_step > 0) {
        lab_put(result, variable, (double)watch.slept_step);
    }
    lab_put(result, "speed_most", watch.condition.speed_max_m_s);
    hung_free(hung);
    return status;
}

static ClothStatus put_sleeps(const LabPoint *point, const ClothFabric *fabric, LabResult *result,
                              ClothError *error) {
    const int32_t columns = (int32_t)lab_integer(point, "columns");
    const ClothGridShape sheet = {.columns = columns,
                                  .rows = columns,
                                  .spacing_m = lab_real(point, "spacing_m"),
                                  .mass_kg = lab_real(point, "mass_kg"),
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, -1.0, 0.0},
                                  .cut = CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    const ClothChainShape chain = {.links = (int32_t)lab_integer(point, "links"),
                                   .strands = 1,
                                   .spacing_m = lab_real(point, "spacing_m"),
                                   .mass_kg = lab_real(point, "mass_kg"),
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    Hung hung;
    ClothStatus status = hung_grid(&sheet, "edge", fabric, NULL, &hung, error);
    if (status == CLOTH_OK) {
        status = put_sleep(point, "sheet_slept", &hung, result, error);
    }
    if (status == CLOTH_OK) {
        status = hung_chain(&chain, fabric, NULL, &hung, error);
    }
    return status == CLOTH_OK ? put_sleep(point, "chain_slept", &hung, result, error) : status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ClothFabric fabric = solver_fabric(point, "fabric");
    ClothError error = {0};
    put_map(&fabric, result);
    ClothStatus status = put_studies(point, &fabric, result, &error);
    if (status == CLOTH_OK) {
        status = put_sleeps(point, &fabric, result, &error);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

/* Pairs of fabrics of which the less damped one sleeps first. */
static int64_t disorders(const LabData *data, const char *variable) {
    int64_t count = 0;
    for (int64_t a = 0; a < lab_count(data); a++) {
        for (int64_t b = 0; b < lab_count(data); b++) {
            const bool less = lab_get(data, a, "damping_rate") < lab_get(data, b, "damping_rate");
            count += less && !(lab_get(data, a, variable) > lab_get(data, b, variable));
        }
    }
    return count;
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "library_rests,library_speeds")) {
        return;
    }
    int64_t awake = 0;
    double soonest = INFINITY;
    double latest = 0.0;
    double slow = INFINITY;
    double fast = 0.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double chain = lab_get(data, k, "chain_slept");
        const double sheet = lab_get(data, k, "sheet_slept");
        awake += !(chain > 0.0) + !(sheet > 0.0);
        soonest = fmin(soonest, fmin(chain, sheet));
        latest = fmax(latest, fmax(chain, sheet));
        slow = less_of(slow, lab_get(data, k, "speed_most"));
        fast = more_of(fast, lab_get(data, k, "speed_most"));
    }
    lab_verdict(judgement, "library_rests", awake > 0 ? LAB_FAILED : LAB_MEASURED, "",
                "%d chains and sheets of %d never sleep; the others after %.0f to %.0f steps; %d "
                "pairs of chains and %d of sheets out of the order of damping",
                (int)awake, (int)(2 * lab_count(data)), soonest, latest,
                (int)disorders(data, "chain_slept"), (int)disorders(data, "sheet_slept"));
    lab_verdict(judgement, "library_speeds", LAB_MEASURED, "96 to 288 m/s with rows of 0.1 m",
                "limits on speed of %.0f to %.0f m/s", slow, fast);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e33_library",
        .question = "What does each fabric of the library come to?",
        .scene =
            "A clamped strip of 9 x 3 cells, a chain of 12 links and a sheet of 9 x 9 particles "
            "that hang and are sent to swing at 3 m/s, 0.1 m apart, 10 g a particle, 60 Hz.",
        .answers = "A library is fit for use when every fabric of it comes to rest and each can be "
                   "told from the others by what it does.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
