/*
 * e07_step_length: how far along its own direction may a vertex go before its energy climbs?
 *
 * Every update of the shipped step asks for a full step, t = 1, and is cut to the particle's
 * shortest row, t = t_cap. Along the same direction from the same state the energy at both is
 * compared with the energy at 0. The update that loses most is kept with its whole line search: of
 * those that the cap cuts, and of those that it leaves whole. Only updates that had
 * something to gain are looked at, those whose energy falls by `gain` of the local scale somewhere.
 */
#include <math.h>
#include <stdio.h>

#include "math/vec3.h"
#include "measure/vertex_energy.h"
#include "observers/cape.h"
#include "scenes/fuzz.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "step/instruments.h"

enum { SAMPLES = 97, SAMPLES_A_DECADE = 8 }; /* t from 1e-12 to 1 */

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("scene", "what is simulated", "cape,whip,absurd", NULL, "cape,whip,absurd"),
    SOLVER_KNOB_CHOICE("worst_of",
                       "whose line search is kept: the worst update that is cut, or left whole",
                       "cut,whole", NULL, "cut,whole"),
    CAPE_KNOBS,
    KNOB_STEPS("150", "10"),
    KNOBS_SHIPPED_BUDGET,
    KNOBS_SHIPPED_CONSTANTS,
    SOLVER_KNOB_WHOLE("cloths", "absurd: how many, seeds from --seed on", "400", "60", 1, 1000000),
    SOLVER_KNOB_WHOLE("cloth_steps", "absurd: steps of each", "60", "10", 1, 1000000),
    SOLVER_KNOB_REAL("gain", "1", "least fall somewhere along the way, over the local scale",
                     "0.01", NULL, 0, 1, false),
};

static const LabDimension dimensions[] = {
    {.name = "sample", .unit = "1", .long_name = "sample of the line search", .length = SAMPLES},
};

static const LabVariable variables[] = {
    {.name = "length",
     .unit = "1",
     .long_name = "step length t over the full step",
     .dimension = "sample"},
    {.name = "energy",
     .unit = "1",
     .long_name = "1 + change of the vertex energy over the local scale at t = 0",
     .dimension = "sample"},
    {.name = "t_cap", .unit = "1", .long_name = "where the cap cuts that step; 1 if it does not"},
    {.name = "t_lowest", .unit = "1", .long_name = "sample with the lowest energy"},
    {.name = "energy_full", .unit = "1", .long_name = "energy at t = 1, as above"},
    {.name = "energy_cap", .unit = "1", .long_name = "energy at t_cap, as above"},
    {.name = "updates", .unit = "1", .long_name = "updates watched"},
    {.name = "cut", .unit = "1", .long_name = "share of updates that the cap cuts"},
    {.name = "climbs_full", .unit = "1", .long_name = "share of updates that climb at t = 1"},
    {.name = "climbs_cap", .unit = "1", .long_name = "share of updates that climb at t_cap"},
};

typedef struct Search {
    ClothVertexRows rows;
    bool of_cut;
    double gain;
    int64_t updates, cut, climbs_full, climbs_cap;
    /* The worst so far. */
    bool found;
    double worst;
    double t_cap, t_lowest, energy_full, energy_cap;
    double energy[SAMPLES];
} Search;

static double sample_length(int s) {
    return pow(10.0, (double)(s - (SAMPLES - 1)) / SAMPLES_A_DECADE);
}

/* The update under the lens: where its particle is and what it would cost to be elsewhere. */
typedef struct Line {
    const ClothState *state;
    const ClothVertexRows *rows;
    const ClothUpdate *update;
    double from[3];
    ClothVertexEnergy start;
} Line;

/* 1 + change of energy over the scale at the start. */
static double energy_at(const Line *line, double t) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = line->from[k] + t * line->update->newton[k];
    }
    const ClothVertexEnergy there =
        cloth_vertex_energy(line->state, line->rows, line->update->particle, line->update->h, 0.0,
                            line->update->grip, x);
    return 1.0 + (there.energy_j - line->start.energy_j) / line->start.scale_j;
}

static void keep_if_it_had_something_to_gain(const Line *line, double climb, double t_cap,
                                             Search *search) {
    double energy[SAMPLES];
    int lowest = 0;
    for (int s = 0; s < SAMPLES; s++) {
        energy[s] = energy_at(line, sample_length(s));
        lowest = energy[s] < energy[lowest] ? s : lowest;
    }
    if (!(energy[lowest] <= 1.0 - search->gain)) {
        return;
    }
    search->found = true;
    search->worst = climb;
    search->t_cap = t_cap;
    search->t_lowest = sample_length(lowest);
    search->energy_full = energy_at(line, 1.0);
    search->energy_cap = energy_at(line, t_cap);
    for (int s = 0; s < SAMPLES; s++) {
        search->energy[s] = energy[s];
    }
}

/* Below this share of the scale a climb is the rounding of positions. */
static const double rounding = 1e-9;

static void observe(void *user, const ClothState *state, const ClothUpdate *update) {
    Search *search = user;
    const ClothView view = cloth_view(state);
    const int32_t i = update->particle;
    const double full = vec3_length(update->newton);
    if (view.inverse_mass[i] == 0 || !(full > 0.0)) {
        return;
    }
    Line line = {.state = state, .rows = &search->rows, .update = update};
    for (int k = 0; k < 3; k++) {
        line.from[k] = (double)view.position[3 * i + k];
    }
    line.start =
        cloth_vertex_energy(state, &search->rows, i, update->h, 0.0, update->grip, line.from);
    if (!(line.start.scale_j > 0.0)) {
        return;
    }
    const bool cut = full > (double)view.step_cap[i];
    const double t_cap = cut ? (double)view.step_cap[i] / full : 1.0;
    const double climb_full = energy_at(&line, 1.0) - 1.0;
    const double climb_cap = cut ? energy_at(&line, t_cap) - 1.0 : climb_full;
    search->updates++;
    search->cut += cut;
    search->climbs_full += climb_full > rounding;
    search->climbs_cap += climb_cap > rounding;
    if (cut == search->of_cut && climb_full > search->worst && isfinite(climb_full)) {
        keep_if_it_had_something_to_gain(&line, climb_full, t_cap, search);
    }
}

static ClothStatus watch(ClothState *state, ClothStep step, int64_t steps, Search *search,
                         ClothError *error) {
    const ClothInstruments instruments = {.on_update = observe, .user = search};
    step.instruments = &instruments;
    ClothStatus status = cloth_vertex_rows_build(state, &search->rows, error);
    for (int64_t s = 0; status == CLOTH_OK && s < steps; s++) {
        status = cloth_step(state, &step, NULL, error);
    }
    cloth_vertex_rows_free(&search->rows);
    return status;
}

static ClothStatus search_cape(const LabPoint *point, Search *search, ClothError *error) {
    Scene scene;
    ClothStatus status = cape_scene(point, &scene, error);
    if (status == CLOTH_OK) {
        status = watch(scene.state, solver_step(point), lab_integer(point, "steps"), search, error);
        scene_free(&scene);
    }
    return status;
}

static ClothStatus search_absurd(const LabPoint *point, Search *search, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t c = 0; status == CLOTH_OK && c < lab_integer(point, "cloths"); c++) {
        Fuzz fuzz;
        status = scene_fuzz(lab_seed(point) + (uint64_t)c, &fuzz, error);
        if (status == CLOTH_OK) {
            status = watch(fuzz.scene.state, fuzz.step, lab_integer(point, "cloth_steps"), search,
                           error);
            scene_free(&fuzz.scene);
        }
    }
    return status;
}

static void put(const Search *search, LabResult *result) {
    const double updates = (double)search->updates;
    lab_put(result, "updates", updates);
    lab_put(result, "cut", (double)search->cut / updates);
    lab_put(result, "climbs_full", (double)search->climbs_full / updates);
    lab_put(result, "climbs_cap", (double)search->climbs_cap / updates);
    if (search->found) {
        double length[SAMPLES];
        for (int s = 0; s < SAMPLES; s++) {
            length[s] = sample_length(s);
        }
        lab_put_array(result, "length", length, SAMPLES);
        lab_put_array(result, "energy", search->energy, SAMPLES);
        lab_put(result, "t_cap", search->t_cap);
        lab_put(result, "t_lowest", search->t_lowest);
        lab_put(result, "energy_full", search->energy_full);
        lab_put(result, "energy_cap", search->energy_cap);
    }
}

static void run_point(const LabPoint *point, LabResult *result) {
    Search search = {.of_cut = lab_chose(point, "worst_of", "cut"),
                     .gain = lab_real(point, "gain"),
                     .worst = rounding};
    ClothError error = {0};
    const ClothStatus status = lab_chose(point, "scene", "absurd")
                                   ? search_absurd(point, &search, &error)
                                   : search_cape(point, &search, &error);
    put(&search, result);
    solver_refusal(result, status, &error);
}

/* The verdict. */

static void judge_claim(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "uncapped, worst case: the energy falls to t = 0.001 and then climbs to x40 at t = 1";
    const int64_t cut = lab_find(data, "scene", "absurd", "worst_of", "cut", NULL);
    const int64_t whole = lab_find(data, "scene", "absurd", "worst_of", "whole", NULL);
    if (cut < 0 || whole < 0) {
        lab_verdict(judgement, "C08", LAB_NOT_JUDGED, source,
                    "needs the absurd scene, worst_of cut and whole");
        return;
    }
    const double lowest = lab_get(data, cut, "t_lowest");
    const double full = lab_get(data, cut, "energy_full");
    const double rarer = lab_get(data, cut, "climbs_full") / lab_get(data, cut, "climbs_cap");
    const bool same = lowest < 0.1 && full > 2.0 && rarer > 1.0;
    lab_verdict(
        judgement, "C08", same ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
        "falls to t = %.2g, then climbs to x%.3g at t = 1; the cap stops it at t = %.2g "
        "with x%.3g and makes climbs %.3g times rarer (%.3g %% of updates, not %.3g %%); how "
        "high depends on how absurd the fuzz is",
        lowest, full, lab_get(data, cut, "t_cap"), lab_get(data, cut, "energy_cap"), rarer,
        100.0 * lab_get(data, cut, "climbs_cap"), 100.0 * lab_get(data, cut, "climbs_full"));
    lab_verdict(judgement, "C08_whole", LAB_MEASURED, "",
                "a climb inside the shortest row stays: to x%.3g from t = %.2g; an unloaded stiff "
                "row has no geometric stiffness, and a sideways step d costs k d^4/(8 L^2)",
                lab_get(data, whole, "energy_full"), lab_get(data, whole, "t_lowest"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_claim(data, judgement);
    static const char *const scenes[] = {"cape", "whip", "absurd"};
    for (size_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        const int64_t k = lab_find(data, "scene", scenes[s], NULL);
        if (k >= 0) {
            char id[32];
            (void)snprintf(id, sizeof id, "cut_%s", scenes[s]);
            lab_verdict(judgement, id, LAB_MEASURED,
                        s == 0 ? "never binds for cloth in ordinary motion" : "",
                        "the cap cuts %.3g %% of %.3g updates; %.3g %% climb uncapped, %.3g %% "
                        "capped",
                        100.0 * lab_get(data, k, "cut"), lab_get(data, k, "updates"),
                        100.0 * lab_get(data, k, "climbs_full"),
                        100.0 * lab_get(data, k, "climbs_cap"));
        }
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e07_step_length",
        .question = "How far along its own direction may a vertex go before its energy climbs?",
        .scene =
            "cape: 24 x 32 particles 0.05 m apart of 0.5 g round a half cylinder, held by the "
            "collar, thrown outwards at 2 m/s at the hem; or the user's mesh, thrown along z. "
            "whip: the same with soft edges of 10,000 m_eff/h^2 and 10 m/s. absurd: 400 random "
            "graphs with random masses, stiffnesses and steps.",
        .answers = "The full step is safe if the energy at t = 1 is never above that at 0. It is "
                   "not if it falls first and then climbs; the cap is right if it stops before.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
