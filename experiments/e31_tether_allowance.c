/*
 * e31_tether_allowance: how much longer than the way along the cloth must a tether be for what hangs
 * straight to come to rest?
 *
 * A tether of just that length holds a cloth that hangs straight a second time: rows and tethers
 * both carry its weight, and how they share it is whatever the sweeps leave. Mostly the tethers take
 * it; rows are then slack, or push, and a chain that pushes buckles.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rows/leash.h"
#include "scenes/extreme.h"
#include "scenes/scene.h"
#include "solver_knobs.h"
#include "state/state.h"

#define BUDGETS "1x1,1x2,2x1,2x2,2x3,2x4,3x4"

static const LabKnob knobs[] = {
    SOLVER_KNOB_REAL("allowance", "1",
                     "what a tether is longer than the way along the cloth, as a share of it; inf: "
                     "no tethers",
                     "0,3e-4,1e-3,2e-3,4e-3,1e-2,inf", "0,2e-3", 0, INFINITY, false),
    SOLVER_KNOB_CHOICE("budget", "substeps x iterations", BUDGETS, "2x2", BUDGETS),
    KNOB_SPACING("0.02,0.05,0.1,0.2", "0.1"),
    KNOB_LINKS("12,30", "12"),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("damping", "1", "the fabric's damping", "0.08", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("bend", "1", "the fabric's bend", "0.1", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "of the swing, at the tip", "3", NULL, 0, 1000, false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_STEPS("2000", "1500"),
};

static const LabVariable variables[] = {
    {.name = "moved",
     .unit = "1",
     .long_name = "furthest move in the last half second, over reach"},
    {.name = "kinetic_late",
     .unit = "J",
     .long_name = "largest kinetic energy of that half second"},
    {.name = "push", .unit = "1", .long_name = "largest push of a link at the end, over m g"},
    {.name = "tether_share",
     .unit = "1",
     .long_name = "of the weight, what tethers carry at the end"},
};

static ClothStatus build(const LabPoint *point, const ClothFabric *fabric, Scene *scene,
                         ClothError *error) {
    const ClothChainShape shape = {.links = (int32_t)lab_integer(point, "links"),
                                   .strands = 1,
                                   .spacing_m = lab_real(point, "spacing_m"),
                                   .mass_kg = lab_real(point, "mass_kg"),
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    ClothMaterial material = cloth_fabric_material(fabric);
    material.tethered = lab_real(point, "allowance") < INFINITY;
    *scene = (Scene){.held = calloc(1, sizeof *scene->held), .held_count = 1};
    ClothStatus status = scene->held == NULL ? CLOTH_NO_MEMORY : CLOTH_OK;
    if (status == CLOTH_OK) {
        status = cloth_graph_chain(&shape, &scene->graph, error);
    }
    return status == CLOTH_OK ? scene_build(scene, &material, error) : status;
}

/* A tether's length follows from the distance along the cloth, so that is what is set. */
static void set_allowance(const ClothView *view, double allowance) {
    const double factor = (1.0 + allowance) / cloth_tether_length(1.0);
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->tether_radius[i] < INFINITY) {
            view->hold_distance[i] = (ClothReal)((double)view->hold_distance[i] * factor);
            view->tether_radius[i] = (ClothReal)cloth_tether_length((double)view->hold_distance[i]);
        }
    }
}

/* Sends the chain off to swing as one. */
static ClothStatus swing(const LabPoint *point, Scene *scene, double *work, ClothError *error) {
    const int32_t n = scene->graph.particle_count;
    for (int32_t i = 0; i < 3 * n; i++) {
        work[i] = i % 3 == 0 ? lab_real(point, "speed_m_s") * (i / 3) / (n - 1) : 0.0;
    }
    return cloth_set_velocities(scene->state, work, error);
}

/* The last half second: how far from where it began any particle gets. work: (6 n). */
static ClothStatus watch_late(Scene *scene, const ClothStep *step, double reach_m, double *work,
                              LabResult *result, ClothError *error) {
    static const double no_gravity[3] = {0.0, 0.0, 0.0};
    const int32_t numbers = 3 * scene->graph.particle_count;
    double moved = 0.0;
    double kinetic = 0.0;
    ClothStatus status = CLOTH_OK;
    cloth_positions(scene->state, work);
    for (int k = 0; status == CLOTH_OK && k < 30; k++) {
        ClothMeasure measure;
        status = cloth_step(scene->state, step, NULL, error);
        cloth_measure(scene->state, no_gravity, &measure);
        cloth_positions(scene->state, &work[numbers]);
        kinetic = more_of(kinetic, measure.kinetic_j);
        for (int32_t i = 0; i < numbers; i++) {
            const double way = fabs(work[numbers + i] - work[i]) / reach_m;
            moved = more_of(moved, way);
        }
    }
    if (status == CLOTH_OK) {
        lab_put(result, "moved", moved);
        lab_put(result, "kinetic_late", kinetic);
    }
    return status;
}

/* Who carries the weight: multipliers at the end of a step. */
static void put_shares(const LabPoint *point, const ClothView *view, LabResult *result) {
    const double weight = lab_real(point, "mass_kg") * 9.81;
    double tethers = 0.0;
    double push = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        tethers += (double)view->tether_multiplier[i];
    }
    for (int32_t r = 0; r < view->counts.row; r++) {
        if (view->row_kind[r] == CLOTH_ROW_STRETCH) {
            push = more_of(push, -(double)view->slot_multiplier[view->row_slot[2 * r]]);
        }
    }
    lab_put(result, "push", push / weight);
    lab_put(result, "tether_share", tethers / (weight * (double)lab_integer(point, "links")));
}

static void run_point(const LabPoint *point, LabResult *result) {
    ClothFabric fabric = cloth_fabric(CLOTH_SILK);
    fabric.slack = 1.0;
    fabric.damping = lab_real(point, "damping");
    fabric.bend = lab_real(point, "bend");
    (void)sscanf(lab_choice(point, "budget"), "%dx%d", &fabric.substeps, &fabric.iterations);
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = lab_real(point, "step_s");
    const double reach_m = lab_real(point, "spacing_m") * (double)lab_integer(point, "links");

    Scene scene;
    ClothError error = {0};
    ClothStatus status = build(point, &fabric, &scene, &error);
    double *work = NULL;
    if (status == CLOTH_OK) {
        work = malloc(6 * (size_t)scene.graph.particle_count * sizeof *work);
        status = work == NULL ? CLOTH_NO_MEMORY : swing(point, &scene, work, &error);
    }
    if (status == CLOTH_OK) {
        const ClothView view = cloth_view(scene.state);
        set_allowance(&view, lab_real(point, "allowance"));
        for (int64_t k = 30; status == CLOTH_OK && k < lab_integer(point, "steps"); k++) {
            status = cloth_step(scene.state, &step, NULL, &error);
        }
    }
    if (status == CLOTH_OK) {
        status = watch_late(&scene, &step, reach_m, work, result, &error);
    }
    if (status == CLOTH_OK) {
        const ClothView view = cloth_view(scene.state);
        put_shares(point, &view, result);
    }
    solver_refusal(result, status, &error);
    free(work);
    scene_free(&scene);
}

/* The verdict. */

/* Moves less than this over its reach in half a second: the world's threshold of sleep. */
static const double still = 5e-4;

typedef struct Tally {
    int64_t points;
    int64_t awake;
    double moved; /* the most */
    double push;
} Tally;

static Tally tally_of(const LabData *data, double allowance) {
    Tally tally = {0};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double here = lab_real(lab_point(data, k), "allowance");
        const bool near = isfinite(allowance) && fabs(here - allowance) <= 1e-9 * allowance;
        if (here == allowance || near) {
            const double moved = lab_get(data, k, "moved");
            const double push = lab_get(data, k, "push");
            tally.points++;
            tally.awake += !(moved < still);
            tally.moved = more_of(tally.moved, moved);
            tally.push = more_of(tally.push, push);
        }
    }
    return tally;
}

static void judge_one(const LabData *data, LabJudgement *judgement, const char *id,
                      double allowance, bool must_rest) {
    const Tally tally = tally_of(data, allowance);
    if (tally.points == 0) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, "", "the allowance %g was not swept", allowance);
        return;
    }
    lab_verdict(judgement, id, must_rest && tally.awake > 0 ? LAB_FAILED : LAB_MEASURED, "",
                "%d of %d chains never sleep; the worst moves by %.1e of its reach in half a "
                "second; links push by up to %.2g of a particle's weight",
                (int)tally.awake, (int)tally.points, tally.moved, tally.push);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "allowance_0,allowance_shipped")) {
        return;
    }
    judge_one(data, judgement, "allowance_0", 0.0, false);
    judge_one(data, judgement, "allowance_halved", 0.5 * CLOTH_TETHER_ALLOWANCE, false);
    judge_one(data, judgement, "allowance_shipped", CLOTH_TETHER_ALLOWANCE, true);
    judge_one(data, judgement, "allowance_doubled", 2.0 * CLOTH_TETHER_ALLOWANCE, false);
    judge_one(data, judgement, "no_tether", INFINITY, false);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e31_tether_allowance",
        .question = "How much longer than the way along the cloth must a tether be for what hangs "
                    "straight to come to rest?",
        .scene =
            "A chain of 12 or 30 links of 2 to 20 cm, 10 g a particle, in silk without a leash, "
            "held at its top and sent to swing at 3 m/s; 60 Hz, 2,000 steps.",
        .answers =
            "An allowance at which every chain is still at the end, at every budget; none if "
            "what stills short links does not still long ones.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
