/*
 * e19_geodesic: how far off are distances along the fabric, and what do better ones cost?
 *
 * A tether is as long as the distance of its particle from the nearest held one, along the fabric.
 * Too long, and the cloth stretches by as much before the tether feels it; too short, and it holds
 * the cloth out of its own rest shape. The right length is that of the shortest path across the
 * triangles: as far as two particles can be pulled apart while no triangle changes its shape.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e19_ways.h"
#include "harness/experiment.h"
#include "math/error.h"
#include "scenes/patches.h"
#include "scenes/sheet.h"
#include "scenes/windows.h"
#include "timing.h"

#define WORD(word, text) "," #word
static const char patch_words[] = SCENE_PATCH_LIST(WORD);
#undef WORD

#define WORD(word, text) #word,
static const char *const way_words[] = {WAY_LIST(WORD)};
#undef WORD

enum { WAYS = sizeof way_words / sizeof way_words[0], MAP_SIDE = 32, ROUNDS = 5 };

/* A way this slow is timed once. */
#define PATIENCE_S 0.2

static const LabKnob knobs[] = {
    {.name = "patch",
     .unit = "1",
     .long_name = "the cloth at rest; with --mesh it is the mesh, and this axis does not count",
     .kind = LAB_CHOICE,
     .full = &patch_words[1],
     .choices = &patch_words[1]},
    {.name = "side",
     .unit = "1",
     .long_name = "particles along a side",
     .kind = LAB_INTEGER,
     .full = "32,128",
     .smoke = "12",
     .min = 6,
     .max = 512},
    {.name = "held",
     .unit = "1",
     .long_name = "what is held: one particle off the middle, the ends of the first row, that row; "
                  "of a mesh what --hold says, or for one the first of it",
     .kind = LAB_CHOICE,
     .full = "one,row",
     .choices = SCENE_SOURCE_WORDS},
};

/* Of each way: how far over and under the truth, as a share of it, and its time. */
#define WAY_VARIABLES(word, text)                                                                  \
    {.name = "too_long_" #word, .unit = "1", .long_name = "largest excess of " text},              \
        {.name = "too_long_mean_" #word, .unit = "1", .long_name = "mean excess of " text},        \
        {.name = "too_short_" #word, .unit = "1", .long_name = "largest shortfall of " text},      \
        {.name = "time_" #word, .unit = "s", .long_name = "median time of " text, .timing = true}, \
        {.name = "map_" #word,                                                                     \
         .unit = "1",                                                                              \
         .long_name = "excess at each particle, of 32 x 32, of " text,                             \
         .dimension = "particle"},

static const LabVariable variables[] = {
    {.name = "particles", .unit = "1", .long_name = "particles"},
    {.name = "reach", .unit = "m", .long_name = "the largest distance"},
    {.name = "truth_error",
     .unit = "1",
     .long_name = "largest difference of the exact windows from the closed form; NaN: no such"},
    WAY_LIST(WAY_VARIABLES)};
#undef WAY_VARIABLES

static const LabDimension dimensions[] = {
    {.name = "particle", .unit = "1", .long_name = "particle", .length = MAP_SIDE * MAP_SIDE}};

/* A point's cloth and what is known of it; one clean-up frees it all. */
typedef struct Ground {
    ClothGraph graph;
    ClothPatch patch;
    int32_t *source;
    int32_t source_count;
    double *truth;    /* (particles) by exact windows */
    double *distance; /* (particles) by the way in hand */
    double *map;      /* (particles) its excess */
} Ground;

static void ground_free(Ground *ground) {
    cloth_graph_free(&ground->graph);
    free(ground->source);
    free(ground->truth);
    free(ground->distance);
    free(ground->map);
}

/* The cloth, and what it is measured from. */

static ClothStatus take_mesh(const LabPoint *point, Ground *ground, ClothError *error) {
    const SheetShape shape = scene_sheet_default();
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    const ClothStatus status = scene_sheet(&shape, lab_mesh(point), &material, &scene, error);
    if (status == CLOTH_OK) {
        ground->graph = scene.graph;
        ground->source = scene.held;
        ground->source_count =
            lab_chose(point, "held", "one") && scene.held_count > 1 ? 1 : scene.held_count;
        scene.graph = (ClothGraph){0};
        scene.held = NULL;
        scene_free(&scene);
    }
    return status;
}

static ClothStatus take_patch(const LabPoint *point, Ground *ground, ClothError *error) {
    const int32_t side = (int32_t)lab_integer(point, "side");
    ground->source = malloc((size_t)side * sizeof *ground->source);
    if (ground->source == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d held particles", side);
    }
    ground->source_count = scene_patch_sources(lab_choice(point, "held"), side, ground->source);
    return scene_patch(lab_choice(point, "patch"), side, lab_seed(point), &ground->graph, error);
}

static ClothStatus prepare(const LabPoint *point, Ground *ground, ClothError *error) {
    const ClothStatus status = lab_mesh(point) != NULL ? take_mesh(point, ground, error)
                                                       : take_patch(point, ground, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const size_t n = (size_t)ground->graph.particle_count;
    ground->patch = scene_patch_view(&ground->graph);
    ground->truth = malloc(n * sizeof(double));
    ground->distance = malloc(n * sizeof(double));
    ground->map = malloc(n * sizeof(double));
    if (ground->truth == NULL || ground->distance == NULL || ground->map == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %zu distances", n);
    }
    return scene_windows_distance(&ground->patch, ground->source, ground->source_count,
                                  ground->truth, error);
}

/* What is measured. */

/* The windows beside the closed form. */
static double truth_error(const LabPoint *point, const Ground *ground) {
    double worst = NAN;
    for (int32_t i = 0; lab_mesh(point) == NULL && i < ground->graph.particle_count; i++) {
        double closed = INFINITY;
        for (int32_t k = 0; k < ground->source_count; k++) {
            closed =
                fmin(closed, scene_patch_distance(
                                 lab_choice(point, "patch"), (int32_t)lab_integer(point, "side"),
                                 &ground->graph.position[3 * (size_t)i],
                                 &ground->graph.position[3 * (size_t)ground->source[k]]));
        }
        if (isfinite(closed) && closed > 0.0) {
            worst = fmax(worst, fabs(ground->truth[i] / closed - 1.0));
        }
    }
    return worst;
}

static double largest_distance(const Ground *ground) {
    double reach = 0.0;
    for (int32_t i = 0; i < ground->graph.particle_count; i++) {
        reach = isfinite(ground->truth[i]) ? fmax(reach, ground->truth[i]) : reach;
    }
    return reach;
}

static void put_named(LabResult *result, const char *what, const char *way, double value) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s_%s", what, way);
    lab_put(result, name, value);
}

/* A particle that has a distance and is given none counts as infinitely too long. */
static void put_error(const LabPoint *point, const char *way, Ground *ground, LabResult *result) {
    const int32_t n = ground->graph.particle_count;
    double longest = 0.0;
    double shortest = 0.0;
    double sum = 0.0;
    int32_t counted = 0;
    for (int32_t i = 0; i < n; i++) {
        const double truth = ground->truth[i];
        const double over = truth > 0.0 ? ground->distance[i] / truth - 1.0 : ground->distance[i];
        ground->map[i] = isfinite(truth) ? over : NAN;
        if (isfinite(truth) && truth > 0.0) {
            longest = !(over <= longest) ? over : longest;
            shortest = !(over >= shortest) ? over : shortest;
            sum += over;
            counted++;
        }
    }
    put_named(result, "too_long", way, longest);
    put_named(result, "too_long_mean", way, sum / counted);
    put_named(result, "too_short", way, fmax(-shortest, 0.0));
    if (lab_mesh(point) == NULL && n == MAP_SIDE * MAP_SIDE) {
        char name[64];
        (void)snprintf(name, sizeof name, "map_%s", way);
        lab_put_array(result, name, ground->map, n);
    }
}

/* Measures every way once for its errors, and again in turns for its time. */
static ClothStatus put_ways(const LabPoint *point, Ground *ground, LabResult *result,
                            ClothError *error) {
    double time[WAYS][ROUNDS];
    int32_t rounds[WAYS];
    ClothStatus status = CLOTH_OK;
    for (int32_t round = -1; round < ROUNDS; round++) {
        for (int32_t w = 0; w < WAYS && status == CLOTH_OK; w++) {
            if (round > 0 && (lab_smoke(point) || time[w][0] > PATIENCE_S)) {
                continue;
            }
            const double start = timing_now_s();
            status = way_distance(way_words[w], &ground->patch, ground->source,
                                  ground->source_count, ground->distance, error);
            const double taken = timing_now_s() - start;
            time[w][round < 0 ? 0 : round] = taken; /* the warm-up's time gives way to a round's */
            rounds[w] = round < 0 ? 1 : round + 1;
            if (round < 0 && status == CLOTH_OK) {
                put_error(point, way_words[w], ground, result);
            }
            if (round < 0 && taken > PATIENCE_S) {
                rounds[w] = 1;
            }
        }
    }
    for (int32_t w = 0; w < WAYS && status == CLOTH_OK; w++) {
        put_named(result, "time", way_words[w], timing_spread(time[w], rounds[w]).median);
    }
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    Ground ground = {0};
    ClothError error = {0};
    ClothStatus status = prepare(point, &ground, &error);
    if (status == CLOTH_OK) {
        lab_put(result, "particles", ground.graph.particle_count);
        lab_put(result, "reach", largest_distance(&ground));
        lab_put(result, "truth_error", truth_error(point, &ground));
        status = put_ways(point, &ground, result, &error);
    }
    if (status != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
    }
    ground_free(&ground);
}

/* The verdict. */

/* The largest of a variable over the points of some patches; NaN when a point lacks it or there is
 * none. */
static double largest(const LabData *data, const char *variable, const char *const *patches,
                      int32_t patch_count) {
    double found = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        bool counts = patch_count == 0;
        for (int32_t p = 0; p < patch_count; p++) {
            counts = counts || lab_chose(lab_point(data, k), "patch", patches[p]);
        }
        if (counts) {
            const double value = lab_get(data, k, variable);
            if (!isfinite(value)) {
                return NAN;
            }
            found = fmax(found, value);
        }
    }
    return found;
}

static bool is_mesh(const LabData *data) {
    return lab_mesh(lab_point(data, 0)) != NULL;
}

static void judge_truth(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "plane, L, tube and hat unrolled";
    static const char *const closed[] = {"one_diagonal", "alternating", "irregular",
                                         "corner",       "tube",        "hat"};
    const double worst = largest(data, "truth_error", closed, 6);
    if (is_mesh(data) || !isfinite(worst)) {
        lab_verdict(judgement, "d_geo_truth", LAB_NOT_JUDGED, source,
                    "needs a patch with a closed form");
        return;
    }
    /* A hat of 128 faces has corners of 0.03 rad at its tip, by which rounding is divided. */
    lab_verdict(judgement, "d_geo_truth", worst <= 1e-11 ? LAB_REPRODUCED : LAB_FAILED, source,
                "the exact windows that all is measured by are within %.1e of the closed forms",
                worst);
}

static void judge_edges(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "8 to 41 % too long across a mesh";
    static const char *const regular[] = {"alternating", "one_diagonal"};
    const double least = largest(data, "too_long_edges", regular, 1);
    const double most = largest(data, "too_long_edges", regular + 1, 1);
    const double any = largest(data, "too_long_edges", NULL, 0);
    const double mean = largest(data, "too_long_mean_edges", NULL, 0);
    if (is_mesh(data)) {
        lab_verdict(judgement, "d_geo_edges", isfinite(any) ? LAB_MEASURED : LAB_FAILED, source,
                    "the mesh: up to %.1f %%, %.1f %% in the mean", 100.0 * any, 100.0 * mean);
        return;
    }
    if (!isfinite(least) || !isfinite(most)) {
        lab_verdict(judgement, "d_geo_edges", LAB_NOT_JUDGED, source,
                    "needs alternating and one_diagonal");
        return;
    }
    const bool within = fabs(least - 0.0824) < 0.02 * 0.0824 && fabs(most - 0.4142) < 0.02 * 0.4142;
    lab_verdict(judgement, "d_geo_edges", within ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "%.1f %% with alternating diagonals, %.1f %% against a single one, at every "
                "fineness; up to %.1f %% on the other patches%s",
                100.0 * least, 100.0 * most, 100.0 * any,
                within ? "" : "; what decides it: which directions the axes leave in");
}

static void judge_shipped(const LabData *data, LabJudgement *judgement) {
    static const char *const flat[] = {"one_diagonal", "alternating", "irregular",
                                       "corner",       "tube",        "hat"};
    const double unrolled = is_mesh(data) ? NAN : largest(data, "too_long_shipped", flat, 6);
    const double longest = largest(data, "too_long_shipped", NULL, 0);
    const double mean = largest(data, "too_long_mean_shipped", NULL, 0);
    const double shortest = largest(data, "too_short_shipped", NULL, 0);
    /* Short is what must not be. A particle where three regions meet may be a little long. */
    const bool holds = mean <= 1e-4 && shortest <= 1e-12;
    char text[64] = "";
    if (isfinite(unrolled)) {
        (void)snprintf(text, sizeof text, ", %.2g %% on whatever unrolls", 100.0 * unrolled);
    }
    lab_verdict(judgement, "d_geo_shipped", holds ? LAB_MEASURED : LAB_FAILED, "",
                "too long by %.2g %% at the worst particle%s, by %.1g %% in the worst mean; too "
                "short by %.0e at most, which is rounding",
                100.0 * longest, text, 100.0 * mean, shortest);
}

static void judge_rejected(const LabData *data, LabJudgement *judgement) {
    lab_verdict(judgement, "d_geo_rejected", LAB_MEASURED, "",
                "edges and diagonals: up to %.1f %% too long; fast marching: up to %.1f %% too "
                "long and %.1f %% too short",
                100.0 * largest(data, "too_long_diagonals", NULL, 0),
                100.0 * largest(data, "too_long_marching", NULL, 0),
                100.0 * largest(data, "too_short_marching", NULL, 0));
}

/* The longest time of a way over the points of about that many particles, or of any number [ms]. */
static double slowest_ms(const LabData *data, const char *variable, double particles) {
    double found = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double share = lab_get(data, k, "particles") / particles;
        if (is_mesh(data) || fabs(share - 1.0) < 0.01) {
            found = fmax(found, 1e3 * lab_get(data, k, variable));
        }
    }
    return found;
}

static void judge_cost(const LabData *data, LabJudgement *judgement) {
    const double small = 1024.0;
    const double large = 16384.0;
    if (is_mesh(data)) {
        lab_verdict(judgement, "d_geo_cost", LAB_MEASURED, "",
                    "the mesh: %.1f ms (edges %.2f, exact windows %.0f)",
                    slowest_ms(data, "time_shipped", small), slowest_ms(data, "time_edges", small),
                    slowest_ms(data, "time_windows", small));
        return;
    }
    if (!isfinite(slowest_ms(data, "time_shipped", small)) ||
        !isfinite(slowest_ms(data, "time_shipped", large))) {
        lab_verdict(judgement, "d_geo_cost", LAB_NOT_JUDGED, "", "needs sides of 32 and 128");
        return;
    }
    lab_verdict(judgement, "d_geo_cost", LAB_MEASURED, "",
                "the slowest patch of each way: for 1,024 particles %.1f ms (edges %.2f, exact "
                "windows %.0f), for 16,384 %.0f ms (edges %.1f, exact windows %.0f)",
                slowest_ms(data, "time_shipped", small), slowest_ms(data, "time_edges", small),
                slowest_ms(data, "time_windows", small), slowest_ms(data, "time_shipped", large),
                slowest_ms(data, "time_edges", large), slowest_ms(data, "time_windows", large));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_truth(data, judgement);
    judge_edges(data, judgement);
    judge_shipped(data, judgement);
    judge_rejected(data, judgement);
    judge_cost(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e19_geodesic",
        .question = "How far off are distances along the fabric, and what do better ones cost?",
        .scene = "flat sheets, an L, a tube, a paper hat, part of a sphere, folded and crumpled "
                 "cloth, particles 0.05 m apart, or --mesh; no step is taken",
        .answers =
            "good enough: never shorter than the shortest path across the triangles, longer by "
            "at most 0.01 % in the mean, in milliseconds; not: anything else",
        .knobs = knobs,
        .knob_count = (int32_t)(sizeof knobs / sizeof knobs[0]),
        .dimensions = dimensions,
        .dimension_count = (int32_t)(sizeof dimensions / sizeof dimensions[0]),
        .variables = variables,
        .variable_count = (int32_t)(sizeof variables / sizeof variables[0]),
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .serial = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
