/*
 * e11_bend_stencil: where is the linear bend stencil exact, where is it not, and how much does the
 * meshing decide?
 *
 * The hinge row is linear in the positions: free on its flat rest shape and all affine images of
 * it, without a singular fold, and cheap. The price is threefold. It is not free on other flat
 * shapes. Summed over the edges of a rolled patch it does not give kappa^2/2 a unit area but a
 * multiple that depends on meshing and direction, and a saddle without mean curvature costs as
 * well. And it knows no rest curvature: a tube, or a garment drawn round a body, starts loaded.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e11_shapes.h"
#include "harness/experiment.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/sheet.h"
#include "state/state.h"

static const LabKnob knobs[] = {
    {.name = "shape",
     .unit = "1",
     .long_name = "what the flat patch is made into; curved_rest starts from a tube or the mesh",
     .kind = LAB_CHOICE,
     .full = "roll_0,roll_p45,roll_m45,roll_90,twist,rest,affine,planar,fold,curved_rest",
     .choices = "roll_0,roll_p45,roll_m45,roll_90,twist,rest,affine,planar,fold,curved_rest"},
    {.name = "meshing",
     .unit = "1",
     .long_name = "how the patch is cut into triangles",
     .kind = LAB_CHOICE,
     .full = "one_diagonal,alternating,equilateral",
     .choices = "one_diagonal,alternating,equilateral"},
    {.name = "n",
     .unit = "1",
     .long_name = "cells along a side",
     .kind = LAB_INTEGER,
     .full = "16,32,64",
     .smoke = "8,16",
     .min = 4,
     .max = 1024},
    {.name = "side_m",
     .unit = "m",
     .long_name = "side of the patch, circumference and length of the tube",
     .kind = LAB_REAL,
     .full = "1",
     .min = 0.0,
     .max = 1e3,
     .above_min = true},
    {.name = "radius_m",
     .unit = "m",
     .long_name = "of the cylinder that the patch is rolled on",
     .kind = LAB_REAL,
     .full = "1",
     .min = 0.0,
     .max = 1e6,
     .above_min = true},
    {.name = "twist",
     .unit = "m-1",
     .long_name = "tau of the saddle z = tau x y",
     .kind = LAB_REAL,
     .full = "0.01",
     .min = 0.0,
     .max = 1.0,
     .above_min = true},
    {.name = "density",
     .unit = "kg m-2",
     .long_name = "mass of the sheet",
     .kind = LAB_REAL,
     .full = "0.2",
     .min = 0.0,
     .max = 1e3,
     .above_min = true},
};

static const LabDimension dimensions[] = {
    {.name = "fold", .unit = "degree", .long_name = "angle / 5", .length = BEND_FOLDS},
};

static const LabVariable variables[] = {
    {.name = "particles", .unit = "1", .long_name = "particles"},
    {.name = "hinges", .unit = "1", .long_name = "bend rows"},
    {.name = "energy", .unit = "J", .long_name = "bending energy at a rigidity of 1 N m"},
    {.name = "ratio",
     .unit = "1",
     .long_name = "energy over B kappa^2 A/2 (of a twist: over B tau^2 A)"},
    {.name = "ratio_expected", .unit = "1", .long_name = "the meshing's own figure, n to infinity"},
    {.name = "residual", .unit = "1", .long_name = "largest |C| over weights times positions"},
    {.name = "fold_c",
     .unit = "1",
     .long_name = "|C| of one hinge over its edge, folded by 5 degrees a step",
     .dimension = "fold"},
    {.name = "fold_error", .unit = "1", .long_name = "largest deviation from 2 sin(angle/2)"},
    {.name = "rest_energy", .unit = "J", .long_name = "of the curved rest shape, default material"},
    {.name = "rest_load",
     .unit = "1",
     .long_name = "rms bend force on a particle of it over its weight, default material"},
    {.name = "weight_height",
     .unit = "J",
     .long_name = "its weight times its height, to compare rest_energy with"},
};

static const double gravity_m_s2[3] = {0.0, -9.81, 0.0};

/* What is measured of a pose. */

/* Bending energy of the graph's rows at a pose, at a rigidity of 1 N m; NaN with a status. */
static ClothStatus pose_energy(const ClothGraph *graph, const double *position, double *energy_j,
                               ClothError *error) {
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_BEND] = (ClothStiffness){1.0, CLOTH_RIGIDITY};
    ClothState *state;
    ClothStatus status = cloth_build(graph, &material, NULL, 0, &state, error);
    if (status == CLOTH_OK) {
        status = cloth_set_positions(state, position, error);
    }
    if (status == CLOTH_OK) {
        ClothMeasure measure;
        cloth_measure(state, gravity_m_s2, &measure);
        *energy_j = measure.elastic_j[CLOTH_ROW_BEND];
    }
    cloth_destroy(state);
    return status;
}

/* Rms over the particles of the bend rows' force over the weight, at rest. */
static double rest_load(const Scene *scene) {
    const ClothView view = cloth_view(scene->state);
    const int32_t n = scene->graph.particle_count;
    double *force = calloc((size_t)n, 3 * sizeof *force);
    if (force == NULL) {
        return NAN;
    }
    for (int32_t s = 0; s < scene->graph.stencil_count; s++) {
        const ClothStencil *stencil = &scene->graph.stencil[s];
        double c[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 4; k++) {
            vec3_add_scaled(c, &scene->graph.position[3 * stencil->particle[k]],
                            stencil->weight[k]);
        }
        for (int k = 0; k < 4; k++) {
            vec3_add_scaled(&force[3 * stencil->particle[k]], c,
                            (double)view.bend_stiffness[s] * stencil->weight[k]);
        }
    }
    double squares = 0.0;
    for (int32_t i = 0; i < n; i++) {
        const double share = vec3_length(&force[3 * i]) / (scene->graph.mass[i] * 9.81);
        squares += share * share;
    }
    free(force);
    return sqrt(squares / n);
}

static void put_curved_rest(const LabPoint *point, const Scene *scene, LabResult *result) {
    ClothMeasure measure;
    cloth_measure(scene->state, gravity_m_s2, &measure);
    const ClothGraph *graph = &scene->graph;
    double mass = 0.0;
    double low = INFINITY;
    double high = -INFINITY;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        mass += graph->mass[i];
        low = fmin(low, graph->position[3 * i + 1]);
        high = fmax(high, graph->position[3 * i + 1]);
    }
    lab_put(result, "particles", graph->particle_count);
    lab_put(result, "hinges", graph->stencil_count);
    lab_put(result, "rest_energy", measure.elastic_j[CLOTH_ROW_BEND]);
    lab_put(result, "rest_load", rest_load(scene));
    lab_put(result, "weight_height", mass * 9.81 * (high - low));
    lab_put(result, "residual", bend_residual(graph, graph->position));
    double energy_j;
    ClothError error = {0};
    if (pose_energy(graph, graph->position, &energy_j, &error) != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
        return;
    }
    lab_put(result, "energy", energy_j);
    if (lab_mesh(point) == NULL) {
        const double curvature = 2.0 * acos(-1.0) / lab_real(point, "side_m");
        lab_put(result, "ratio", energy_j / (0.5 * curvature * curvature * bend_area(graph)));
    }
}

static void run_curved_rest(const LabPoint *point, LabResult *result) {
    Scene scene = {0};
    ClothError error = {0};
    SheetShape shape = scene_sheet_default();
    shape.mass_kg = lab_real(point, "density") * shape.spacing_m * shape.spacing_m;
    const ClothMaterial material = cloth_material_default();
    const ClothStatus status = lab_mesh(point) != NULL
                                   ? scene_sheet(&shape, lab_mesh(point), &material, &scene, &error)
                                   : bend_tube(point, &scene, &error);
    if (status != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
        return;
    }
    put_curved_rest(point, &scene, result);
    scene_free(&scene);
}

/* One point. */

/* What a meshing makes of kappa^2/2 (of tau^2) as n grows; NaN where nothing is expected. */
static double expected_ratio(const LabPoint *point) {
    const bool equilateral = lab_chose(point, "meshing", "equilateral");
    const bool alternating = lab_chose(point, "meshing", "alternating");
    if (lab_chose(point, "shape", "twist")) {
        return equilateral ? 4.0 : alternating ? 6.0 : 9.0;
    }
    const double degrees = bend_roll_degrees(point);
    if (!isfinite(degrees) || fabs(degrees) != 45.0 || equilateral) {
        return isfinite(degrees) ? 3.0 : NAN;
    }
    return alternating ? 4.5 : degrees > 0.0 ? 9.0 : 3.0;
}

static void put_pose(const LabPoint *point, const ClothGraph *graph, LabResult *result) {
    double *position = malloc((size_t)graph->particle_count * 3 * sizeof *position);
    if (position == NULL) {
        lab_failed(result, "out of memory for %d particles", (int)graph->particle_count);
        return;
    }
    bend_deform(point, graph, position);
    double energy_j;
    ClothError error = {0};
    if (pose_energy(graph, position, &energy_j, &error) == CLOTH_OK) {
        const double area = bend_area(graph);
        const double curvature = 1.0 / lab_real(point, "radius_m");
        const double twist = lab_real(point, "twist");
        lab_put(result, "energy", energy_j);
        lab_put(result, "residual", bend_residual(graph, position));
        if (lab_chose(point, "shape", "twist")) {
            lab_put(result, "ratio", energy_j / (twist * twist * area));
        } else if (isfinite(bend_roll_degrees(point))) {
            lab_put(result, "ratio", energy_j / (0.5 * curvature * curvature * area));
        }
        lab_put(result, "ratio_expected", expected_ratio(point));
    } else {
        lab_failed(result, "%s", error.message);
    }
    free(position);
}

static void run_point(const LabPoint *point, LabResult *result) {
    if (lab_chose(point, "shape", "curved_rest")) {
        run_curved_rest(point, result);
        return;
    }
    ClothGraph graph;
    ClothError error = {0};
    if (bend_patch(point, &graph, &error) != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
        return;
    }
    lab_put(result, "particles", graph.particle_count);
    lab_put(result, "hinges", graph.stencil_count);
    if (lab_chose(point, "shape", "fold")) {
        double folded[BEND_FOLDS];
        lab_put(result, "fold_error", bend_fold(&graph, folded));
        lab_put_array(result, "fold_c", folded, BEND_FOLDS);
    } else {
        put_pose(point, &graph, result);
    }
    cloth_graph_free(&graph);
}

/* The verdict. */

typedef struct Extremes {
    int64_t count;
    double least;
    double most;
} Extremes;

/* Smallest and largest of a variable over the points of one shape; NaN is taken as both. */
static Extremes extremes_of(const LabData *data, const char *shape, const char *variable) {
    Extremes found = {.least = INFINITY, .most = -INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (!lab_chose(lab_point(data, k), "shape", shape)) {
            continue;
        }
        const double value = lab_get(data, k, variable);
        found.count++;
        found.least = less_of(found.least, value);
        found.most = more_of(found.most, value);
    }
    return found;
}

static void judge_exactness(const LabData *data, LabJudgement *judgement) {
    const Extremes rest = extremes_of(data, "rest", "residual");
    const Extremes affine = extremes_of(data, "affine", "residual");
    const Extremes planar = extremes_of(data, "planar", "residual");
    const Extremes fold = extremes_of(data, "fold", "fold_error");
    static const char source[] = "zero on the rest shape and its affine images, not on any planar "
                                 "shape, no singularity at 0 or 180 degrees";
    if (rest.count == 0 || affine.count == 0 || planar.count == 0 || fold.count == 0) {
        lab_verdict(judgement, "C12", LAB_NOT_JUDGED, source,
                    "needs rest, affine, planar and fold");
        return;
    }
    const bool holds =
        rest.most <= 1e-12 && affine.most <= 1e-12 && planar.least >= 1e-6 && fold.most <= 1e-12;
    lab_verdict(
        judgement, "C12", holds ? LAB_REPRODUCED : LAB_FAILED, source,
        "|C| over its terms is at most %.1e at rest and %.1e on an affine image, at least "
        "%.1e on a flat shape stretched unevenly; a fold gives 2 sin(angle/2) of its edge to "
        "%.1e from 0 to 180 degrees",
        rest.most, affine.most, planar.least, fold.most);
    const bool identity = affine.most <= 1e-12;
    lab_verdict(judgement, "V21", identity ? LAB_REPRODUCED : LAB_FAILED,
                "K x = 0 on affine images", "%.1e of its terms", affine.most);
}

/* A shape's ratio on the finest two meshes, extrapolated to no boundary: the missing half cells at
 * the edge take a share that falls as 1/n. NaN without two. */
static double extrapolate(const LabData *data, const char *shape, const char *meshing,
                          double *expected) {
    double n[2] = {0.0, 0.0}; /* the largest, and the largest but one */
    double ratio[2] = {NAN, NAN};
    *expected = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "shape", shape) || !lab_chose(point, "meshing", meshing)) {
            continue;
        }
        const double cells = (double)lab_integer(point, "n");
        const int place = cells > n[0] ? 0 : cells > n[1] ? 1 : 2;
        if (place == 0) {
            n[1] = n[0];
            ratio[1] = ratio[0];
        }
        if (place < 2) {
            n[place] = cells;
            ratio[place] = lab_get(data, k, "ratio");
            *expected = lab_get(data, k, "ratio_expected");
        }
    }
    return n[1] > 0.0 ? (n[0] * ratio[0] - n[1] * ratio[1]) / (n[0] - n[1]) : NAN;
}

static void judge_meshing(const LabData *data, LabJudgement *judgement) {
    static const char *const meshing[] = {"one_diagonal", "alternating", "equilateral"};
    static const char *const shape[] = {"roll_0", "roll_p45", "roll_m45", "roll_90", "twist"};
    static const char source[] =
        "one-diagonal 3, 9, 3, 3 and 9 (0, +45, -45, 90 degrees, twist); alternating 3, 4.5, 4.5, "
        "3 and 6; equilateral 3 and 4";
    double value[3][5];
    double worst = 0.0;
    for (int m = 0; m < 3; m++) {
        for (int s = 0; s < 5; s++) {
            double expected;
            value[m][s] = extrapolate(data, shape[s], meshing[m], &expected);
            const double away = fabs(value[m][s] / expected - 1.0);
            worst = more_of(worst, away);
        }
    }
    if (!isfinite(worst)) {
        lab_verdict(judgement, "V22", LAB_NOT_JUDGED, source,
                    "needs every meshing, the four rolls and the twist at two sizes");
        return;
    }
    /* Two sizes of a smoke run extrapolate to a few percent, 32 and 64 to far less than 0.5 %. */
    const double finest = (double)lab_integer(lab_point(data, lab_count(data) - 1), "n");
    const double limit = finest >= 64.0 ? 5e-3 : 5e-2;
    lab_verdict(judgement, "V22", worst <= limit ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "one-diagonal %.3f, %.3f, %.3f, %.3f and %.3f; alternating %.3f, %.3f, %.3f, %.3f "
                "and %.3f; equilateral %.3f, %.3f, %.3f, %.3f and %.3f; the worst %.2g away; the "
                "radius, the side and how many cells there are decide what is left",
                value[0][0], value[0][1], value[0][2], value[0][3], value[0][4], value[1][0],
                value[1][1], value[1][2], value[1][3], value[1][4], value[2][0], value[2][1],
                value[2][2], value[2][3], value[2][4], worst);
}

static void judge_curved_rest(const LabData *data, LabJudgement *judgement) {
    const Extremes energy = extremes_of(data, "curved_rest", "rest_energy");
    const Extremes load = extremes_of(data, "curved_rest", "rest_load");
    const Extremes height = extremes_of(data, "curved_rest", "weight_height");
    if (energy.count == 0) {
        lab_verdict(judgement, "curved_rest", LAB_NOT_JUDGED, "", "needs the shape curved_rest");
        return;
    }
    lab_verdict(
        judgement, "curved_rest", LAB_MEASURED, "",
        "a rest shape that is not flat starts loaded: %.3g to %.3g J of bending in the "
        "default material, beside a weight times height of %.3g J; rms force %.3g to %.3g of "
        "a particle's weight",
        energy.least, energy.most, height.most, load.least, load.most);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_exactness(data, judgement);
    judge_meshing(data, judgement);
    judge_curved_rest(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e11_bend_stencil",
        .question =
            "Where is the linear bend stencil exact, where is it not, and how much does the "
            "meshing decide?",
        .scene = "a flat patch of 1 m x 1 m, cut three ways, rolled on a cylinder of radius 1 m in "
                 "four directions, twisted, mapped, folded; a tube of 1 m round, or --mesh, as it "
                 "is drawn; no step is taken",
        .answers = "exact: |C| of the size of rounding; not exact: above it. The meshing decides "
                   "nothing when every ratio is 1 and a twist costs nothing",
        .knobs = knobs,
        .knob_count = (int32_t)(sizeof knobs / sizeof knobs[0]),
        .dimensions = dimensions,
        .dimension_count = (int32_t)(sizeof dimensions / sizeof dimensions[0]),
        .variables = variables,
        .variable_count = (int32_t)(sizeof variables / sizeof variables[0]),
        .takes_mesh = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
