/*
 * e36_tether_radius: what does it cost to measure a tether's length along edges instead of along
 * the fabric?
 *
 * A flat sheet's distances are known: straight lines in its plane. Along its edges they are up to
 * 41 % longer, so tethers of that length let it stretch by as much before they pull. Each arm sets
 * the tethers of the same sheet and lets it fall.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/geodesic.h"
#include "rows/leash.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "state/state.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE(
        "radius",
        "length of the tethers: along edges, along the fabric as the kernel measures "
        "it, straight in the plane; or no tethers",
        "edges,fabric,straight,none", NULL, "edges,fabric,straight,none"),
    SOLVER_KNOB_CHOICE("cut", "how cells are cut, and which diagonals are edges",
                       "one_diagonal,alternating,both,none", "one_diagonal",
                       "one_diagonal,alternating,both,none"),
    SOLVER_KNOB_CHOICE("held", "the particle of the corner, or the two corners of one edge",
                       "corner,corners", "corner", "corner,corners"),
    KNOB_SUBSTEPS("1,2", "1"),
    KNOB_ITERATIONS("1,4", "1"),
    KNOB_SHEET_COLUMNS("24", "8"),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOBS_SHIPPED_CONSTANTS,
    KNOB_STEPS("180", "60"),
};

static const LabVariable variables[] = {
    {.name = "radius_over", .unit = "1", .long_name = "largest tether over the straight distance"},
    {.name = "reach", .unit = "1", .long_name = "largest distance from the hold over the straight"},
    {.name = "reach_whole", .unit = "1", .long_name = "the same of the furthest particle"},
    {.name = "reach_rms", .unit = "1", .long_name = "rms of what is beyond it, at the end"},
    {.name = "strain", .unit = "1", .long_name = "largest strain of an edge"},
};

static ClothGridCut cut_of(const LabPoint *point) {
    return lab_chose(point, "cut", "one_diagonal")  ? CLOTH_GRID_ONE_DIAGONAL
           : lab_chose(point, "cut", "alternating") ? CLOTH_GRID_ALTERNATING
           : lab_chose(point, "cut", "both")        ? CLOTH_GRID_BOTH
                                                    : CLOTH_GRID_EDGES;
}

/* The sheet lies level. Of one diagonal cut the far corner is along it; the far end of the other
 * diagonal is the one that edges lead to in steps, so that corner is held. */
static ClothStatus start(const LabPoint *point, Scene *scene, ClothError *error) {
    const int32_t columns = (int32_t)lab_integer(point, "columns");
    const ClothGridShape shape = {.columns = columns,
                                  .rows = columns,
                                  .spacing_m = lab_real(point, "spacing_m"),
                                  .mass_kg = lab_real(point, "mass_kg"),
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = cut_of(point)};
    ClothMaterial material = cloth_material_default();
    material.tethered = !lab_chose(point, "radius", "none");
    *scene = (Scene){0};
    ClothStatus status = cloth_graph_grid(&shape, &scene->graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    scene->held = malloc(2 * sizeof *scene->held);
    if (scene->held == NULL) {
        scene_free(scene);
        return CLOTH_NO_MEMORY;
    }
    scene->held[0] = columns - 1;
    scene->held[1] = 0;
    scene->held_count = lab_chose(point, "held", "corner") ? 1 : 2;
    return scene_build(scene, &material, error);
}

/* Straight distances to the nearest hold, in the graph's numbering: the rest shape is flat and
 * convex. */
static void measure_straight(const Scene *scene, double *distance) {
    const double *x = scene->graph.position;
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        distance[i] = INFINITY;
        for (int32_t h = 0; h < scene->held_count; h++) {
            const double *at = &x[3 * scene->held[h]];
            distance[i] = fmin(distance[i], hypot(x[3 * i] - at[0], x[3 * i + 2] - at[2]));
        }
    }
}

static ClothStatus measure_edges(const Scene *scene, double *distance, ClothError *error) {
    const ClothPatch edges = {.particle_count = scene->graph.particle_count,
                              .position = scene->graph.position,
                              .edge_count = scene->graph.edge_count,
                              .edge = scene->graph.edge};
    return cloth_geodesic(&edges, scene->held, scene->held_count, distance, NULL, error);
}

/* Makes tethers of these lengths; a distance is what a tether comes in to, so it is set as well. */
static void set_lengths(ClothState *state, const double *distance) {
    const ClothView view = cloth_view(state);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (view.hold[i] >= 0 && view.inverse_mass[i] > 0 && view.tether_radius[i] < INFINITY) {
            const double length = distance[view.graph_index[i]];
            view.hold_distance[i] = (ClothReal)length;
            view.tether_radius[i] = (ClothReal)cloth_tether_length(length);
        }
    }
}

/* What is seen of the sheet against straight distances. */
typedef struct Seen {
    double reach;
    double whole;
    double rms;
    double strain;
} Seen;

static void see(const Scene *scene, const double *straight, Seen *seen) {
    const ClothView view = cloth_view(scene->state);
    double longest = 0.0;
    double squares = 0.0;
    double furthest = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double to = straight[view.graph_index[i]];
        if (!(to > 0.0)) {
            continue;
        }
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d =
                (double)view.position[3 * i + k] - (double)view.position[3 * view.hold[i] + k];
            squared += d * d;
        }
        const double ratio = sqrt(squared) / to;
        seen->reach = more_of(seen->reach, ratio);
        if (to > longest) {
            longest = to;
            furthest = ratio;
        }
        squares += ratio > 1.0 ? (ratio - 1.0) * (ratio - 1.0) : 0.0;
        count++;
    }
    seen->whole = more_of(seen->whole, furthest);
    seen->rms = sqrt(squares / count);
}

static ClothStatus fall(const LabPoint *point, Scene *scene, const double *straight, Seen *seen,
                        ClothError *error) {
    const ClothStep step = solver_step(point);
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < lab_integer(point, "steps"); k++) {
        status = cloth_step(scene->state, &step, NULL, error);
        see(scene, straight, seen);
        ClothMeasure measure;
        cloth_measure(scene->state, step.gravity, &measure);
        const double strain = measure.strain_max[CLOTH_ROW_STRETCH];
        seen->strain = more_of(seen->strain, strain);
    }
    return status;
}

static double radius_over(const ClothState *state, const double *straight) {
    const ClothView view = cloth_view(state);
    double most = NAN;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double to = straight[view.graph_index[i]];
        if (to > 0.0 && view.tether_radius[i] < INFINITY) {
            most = fmax(most, (double)view.hold_distance[i] / to);
        }
    }
    return most;
}

static void run_point(const LabPoint *point, LabResult *result) {
    Scene scene;
    Seen seen = {0};
    ClothError error = {0};
    ClothStatus status = start(point, &scene, &error);
    const size_t particles = status == CLOTH_OK ? (size_t)scene.graph.particle_count : 0;
    double *straight = malloc((particles + 1) * sizeof *straight);
    double *edges = malloc((particles + 1) * sizeof *edges);
    if (status == CLOTH_OK && (straight == NULL || edges == NULL)) {
        status = CLOTH_NO_MEMORY;
    }
    if (status == CLOTH_OK) {
        measure_straight(&scene, straight);
        status = measure_edges(&scene, edges, &error);
    }
    if (status == CLOTH_OK && lab_chose(point, "radius", "edges")) {
        set_lengths(scene.state, edges);
    }
    if (status == CLOTH_OK && lab_chose(point, "radius", "straight")) {
        set_lengths(scene.state, straight);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "radius_over", radius_over(scene.state, straight));
        status = fall(point, &scene, straight, &seen, &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "reach", seen.reach);
        lab_put(result, "reach_whole", seen.whole);
        lab_put(result, "reach_rms", seen.rms);
        lab_put(result, "strain", seen.strain);
    }
    solver_refusal(result, status, &error);
    free(straight);
    free(edges);
    scene_free(&scene);
}

/* The verdict. */

static double at(const LabData *data, const char *radius, const char *cut, const char *held,
                 const char *substeps, const char *iterations, const char *variable) {
    const int64_t k = lab_find(data, "radius", radius, "cut", cut, "held", held, "substeps",
                               substeps, "iterations", iterations, NULL);
    return k < 0 ? NAN : lab_get(data, k, variable);
}

static void judge_cut(const LabData *data, const char *cut, LabJudgement *judgement) {
    char id[32];
    (void)snprintf(id, sizeof id, "d_geo_%s", cut);
    const double edges = at(data, "edges", cut, "corner", "1", "1", "reach_whole");
    const double fabric = at(data, "fabric", cut, "corner", "1", "1", "reach_whole");
    if (isnan(edges + fabric)) {
        return;
    }
    lab_verdict(judgement, id, LAB_MEASURED, "",
                "held by a corner at 1x1, tethers along edges are up to %.3f of the straight "
                "distance, along the fabric %.3f; the far corner gets to %.3f and %.3f of it, "
                "straight tethers %.3f, none %.3f. At 2x4: %.3f, %.3f, %.3f, %.3f",
                at(data, "edges", cut, "corner", "1", "1", "radius_over"),
                at(data, "fabric", cut, "corner", "1", "1", "radius_over"), edges, fabric,
                at(data, "straight", cut, "corner", "1", "1", "reach_whole"),
                at(data, "none", cut, "corner", "1", "1", "reach_whole"),
                at(data, "edges", cut, "corner", "2", "4", "reach_whole"),
                at(data, "fabric", cut, "corner", "2", "4", "reach_whole"),
                at(data, "straight", cut, "corner", "2", "4", "reach_whole"),
                at(data, "none", cut, "corner", "2", "4", "reach_whole"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "d_geo")) {
        return;
    }
    judge_cut(data, "one_diagonal", judgement);
    judge_cut(data, "alternating", judgement);
    judge_cut(data, "both", judgement);
    judge_cut(data, "none", judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e36_tether_radius",
        .question = "What does it cost to measure a tether's length along edges instead of along "
                    "the fabric?",
        .scene = "A flat square sheet of 24 x 24 particles, 0.05 m apart, 0.5 g each, hard edges, "
                 "level, held by a corner or by two, let go for 180 steps of 1/60 s.",
        .answers = "It costs as much as the sheet over-reaches its straight distance with tethers "
                   "along edges beyond what it does with tethers along the fabric.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
