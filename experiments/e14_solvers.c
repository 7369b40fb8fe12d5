/*
 * e14_solvers.c: at equal sweeps, which solver and which split into substeps and iterations.
 *
 * The sheets' stretch rows are hard, so that the right strain is 0 and the right motion of a sheet
 * that has hung long enough is none: strain and kinetic energy are both errors. Time is processor
 * time of a frame, the median of every frame of the run. The bend rows keep one material stiffness
 * whatever the split.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"
#include "timing.h"

static LabKnob knobs[] = {
    KNOB_SHEET_COLUMNS("32,64", "12"),
    SOLVER_KNOB_CHOICE("hold", "what the sheet hangs from", "corners,edge", NULL, "corners,edge"),
    SOLVER_KNOB_CHOICE("start", "how the sheet lies at first: level, or hanging", "level,hanging",
                       NULL, "level,hanging"),
    SOLVER_KNOB_CHOICE("solver", "method", "avbd,vbd,xpbd", NULL, "avbd,vbd,xpbd"),
    SOLVER_KNOB_WHOLE("sweeps", "substeps times iterations, a multiple of every number of substeps",
                      "8,16,32", "8", 1, 1000),
    SOLVER_KNOB_WHOLE("substeps", "substeps of a frame; each has sweeps / substeps iterations",
                      "1,2,4,8", "2,8", 1, 1000),
    SOLVER_KNOB_CHOICE("row_order",
                       "order of the rows, in which xpbd takes them: the graph's, or a random one",
                       "graph", NULL, "graph,shuffled"),
    SOLVER_KNOB_REAL("duration_s", "s", "simulated time", "2", "0.5", 0, 3600, true),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
};

static const LabVariable variables[] = {
    {.name = "frame_s", .unit = "s", .long_name = "time of a frame, median", .timing = true},
    {.name = "frame_mad_s", .unit = "s", .long_name = "median deviation of it", .timing = true},
    {.name = "frame_min_s", .unit = "s", .long_name = "shortest frame", .timing = true},
    {.name = "strain_rms", .unit = "1", .long_name = "rms strain of stretch rows, last tenth"},
    {.name = "strain_max", .unit = "1", .long_name = "largest strain, last tenth"},
    {.name = "kinetic_j", .unit = "J", .long_name = "kinetic energy, mean of the last tenth"},
    {.name = "gravitational_j", .unit = "J", .long_name = "gravitational energy at the end"},
    {.name = "hash_high", .unit = "1", .long_name = "upper half of the last state's hash"},
    {.name = "hash_low", .unit = "1", .long_name = "lower half of the last state's hash"},
    {.name = "strain", .unit = "1", .long_name = "rms strain", .series = true},
    {.name = "kinetic", .unit = "J", .long_name = "kinetic energy", .series = true},
};

/* Sums over the frames that count as late. */
typedef struct Late {
    double kinetic_j;
    double strain_squared;
    double strain_max;
    int64_t frames;
} Late;

static void observe(const ClothState *state, const ClothStep *step, bool late, Late *sum,
                    LabResult *result) {
    ClothMeasure measure;
    cloth_measure(state, step->gravity, &measure);
    const double strain = measure.strain_rms[CLOTH_ROW_STRETCH];
    lab_series(result, "strain", strain);
    lab_series(result, "kinetic", measure.kinetic_j);
    if (late) {
        sum->kinetic_j += measure.kinetic_j;
        sum->strain_squared += strain * strain;
        sum->strain_max = fmax(sum->strain_max, measure.strain_max[CLOTH_ROW_STRETCH]);
        sum->frames++;
    }
}

static void put_end(const ClothState *state, const ClothStep *step, const Late *late,
                    LabResult *result) {
    ClothMeasure measure;
    cloth_measure(state, step->gravity, &measure);
    lab_put(result, "strain_rms", sqrt(late->strain_squared / (double)late->frames));
    lab_put(result, "strain_max", late->strain_max);
    lab_put(result, "kinetic_j", late->kinetic_j / (double)late->frames);
    lab_put(result, "gravitational_j", measure.gravitational_j);
    solver_put_hash(result, state);
}

/* Steps the scene to its end; seconds: (frames) out. Returns how many frames there were. */
static int64_t run_frames(Scene *scene, const ClothStep *step, int64_t frames, double *seconds,
                          Late *late, LabResult *result) {
    for (int64_t k = 0; k < frames; k++) {
        ClothError error;
        const double start = timing_now_s();
        const ClothStatus status = cloth_step(scene->state, step, NULL, &error);
        seconds[k] = timing_now_s() - start;
        if (status != CLOTH_OK) {
            lab_diverged(result, "%s", error.message);
            return k;
        }
        observe(scene->state, step, 10 * (k + 1) > 9 * frames, late, result);
    }
    return frames;
}

/* Puts the edges into a random order (Fisher and Yates). */
static void shuffle_edges(ClothGraph *graph, uint64_t seed) {
    Rng rng = {seed};
    for (int32_t i = graph->edge_count - 1; i > 0; i--) {
        const int32_t other = rng_below(&rng, i + 1);
        for (int32_t end = 0; end < 2; end++) {
            const int32_t kept = graph->edge[2 * i + end];
            graph->edge[2 * i + end] = graph->edge[2 * other + end];
            graph->edge[2 * other + end] = kept;
        }
    }
}

static ClothStatus build(const LabPoint *point, Scene *scene, ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    SheetShape shape = solver_sheet(point);
    shape.vertical = lab_chose(point, "start", "hanging");
    shape.hold = lab_hold(point) != NULL ? lab_hold(point) : lab_choice(point, "hold");
    const ClothStatus status = scene_sheet(&shape, lab_mesh(point), &material, scene, error);
    if (status != CLOTH_OK || lab_chose(point, "row_order", "graph")) {
        return status;
    }
    shuffle_edges(&scene->graph, lab_seed(point));
    return scene_build(scene, &material, error);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const int64_t sweeps = lab_integer(point, "sweeps");
    const int64_t substeps = lab_integer(point, "substeps");
    if (sweeps % substeps != 0) {
        lab_failed(result, "%d sweeps do not divide into %d substeps", (int)sweeps, (int)substeps);
        return;
    }
    ClothStep step = cloth_step_default();
    step.solver = solver_method(point);
    step.substeps = (int32_t)substeps;
    step.iterations = (int32_t)(sweeps / substeps);
    const int64_t frames = (int64_t)ceil(lab_real(point, "duration_s") / step.step_s - 1e-9);
    ClothError error;
    Scene scene;
    if (build(point, &scene, &error) != CLOTH_OK) {
        lab_failed(result, "%s", error.message);
        return;
    }
    double *seconds = calloc((size_t)frames, sizeof *seconds);
    if (seconds == NULL) {
        lab_failed(result, "out of memory for %d frames", (int)frames);
    } else {
        Late late = {0};
        const int64_t run = run_frames(&scene, &step, frames, seconds, &late, result);
        const Spread frame = timing_spread(seconds, run);
        lab_put(result, "frame_s", frame.median);
        lab_put(result, "frame_mad_s", frame.mad);
        lab_put(result, "frame_min_s", frame.min);
        if (run == frames) {
            put_end(scene.state, &step, &late, result);
        }
    }
    free(seconds);
    scene_free(&scene);
}

/* Verdicts. */

static bool same_scene(const LabPoint *a, const LabPoint *b) {
    return lab_integer(a, "columns") == lab_integer(b, "columns") &&
           strcmp(lab_choice(a, "hold"), lab_choice(b, "hold")) == 0 &&
           strcmp(lab_choice(a, "start"), lab_choice(b, "start")) == 0 &&
           lab_integer(a, "sweeps") == lab_integer(b, "sweeps");
}

/* The point of the same scene and sweeps as point k with another solver or split, -1: there is
 * none, or it did not run to its end. */
static int64_t peer(const LabData *data, int64_t k, const char *solver, int64_t substeps) {
    for (int64_t other = 0; other < lab_count(data); other++) {
        const LabPoint *point = lab_point(data, other);
        if (lab_chose(point, "solver", solver) && lab_integer(point, "substeps") == substeps &&
            same_scene(point, lab_point(data, k))) {
            return lab_ok(data, other) ? other : -1;
        }
    }
    return -1;
}

/* A variable with another solver or split over its value with this one, where both ran. */
typedef struct Ratios {
    double *value;
    int64_t count;
} Ratios;

static Ratios compare(const LabData *data, const char *variable, const char *solver,
                      int64_t substeps, const char *other_solver, int64_t other_substeps) {
    Ratios ratios = {calloc((size_t)lab_count(data), sizeof(double)), 0};
    for (int64_t k = 0; ratios.value != NULL && k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const int64_t own = substeps > 0 ? substeps : lab_integer(point, "substeps");
        if (!lab_ok(data, k) || !lab_chose(point, "solver", solver) ||
            lab_integer(point, "substeps") != own) {
            continue;
        }
        const int64_t other = peer(data, k, other_solver, substeps > 0 ? other_substeps : own);
        const double ratio =
            other < 0 ? NAN : lab_get(data, other, variable) / lab_get(data, k, variable);
        if (isfinite(ratio)) {
            ratios.value[ratios.count++] = ratio;
        }
    }
    return ratios;
}

/* Median, least and largest of the ratios; frees them. */
typedef struct Summary {
    double median;
    double least;
    double largest;
    int64_t count;
} Summary;

static Summary summarise(Ratios ratios) {
    Summary summary = {NAN, NAN, NAN, ratios.count};
    if (ratios.count > 0) {
        summary.largest = ratios.value[0];
        for (int64_t k = 0; k < ratios.count; k++) {
            summary.largest = fmax(summary.largest, ratios.value[k]);
        }
        const Spread spread = timing_spread(ratios.value, ratios.count);
        summary.median = spread.median;
        summary.least = spread.min;
    }
    free(ratios.value);
    return summary;
}

/* Points of a solver that stretched their rows to more than twice their length. */
static int blown(const LabData *data, const char *solver) {
    int count = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double strain = lab_get(data, k, "strain_rms");
        count += lab_chose(lab_point(data, k), "solver", solver) && !(strain <= 1.0);
    }
    return count;
}

/* What the most substeps of the sweep do to strain and motion, against the fewest. */
static void judge_split(const LabData *data, const char *solver, const char *id,
                        LabJudgement *judgement) {
    int64_t fewest = INT64_MAX;
    int64_t most = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const int64_t substeps = lab_integer(lab_point(data, k), "substeps");
        fewest = substeps < fewest ? substeps : fewest;
        most = substeps > most ? substeps : most;
    }
    const Summary strain = summarise(compare(data, "strain_rms", solver, fewest, solver, most));
    const Summary kinetic = summarise(compare(data, "kinetic_j", solver, fewest, solver, most));
    const Summary time = summarise(compare(data, "frame_s", solver, fewest, solver, most));
    if (fewest >= most || strain.count == 0) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, "", "needs %s with two numbers of substeps",
                    solver);
        return;
    }
    lab_verdict(judgement, id, LAB_MEASURED, "",
                "%s, %d substeps in place of %d at equal sweeps: strain x %.2g (%.2g to %.2g over "
                "%d scenes), leftover energy x %.2g (%.2g to %.2g), time x %.2f; %d points at more "
                "than twice their length",
                solver, (int)most, (int)fewest, strain.median, strain.least, strain.largest,
                (int)strain.count, kinetic.median, kinetic.least, kinetic.largest, time.median,
                blown(data, solver));
}

/* Another solver against avbd at the same split. */
static void judge_solver(const LabData *data, const char *solver, const char *id,
                         LabJudgement *judgement) {
    const Summary strain = summarise(compare(data, "strain_rms", "avbd", 0, solver, 0));
    const Summary kinetic = summarise(compare(data, "kinetic_j", "avbd", 0, solver, 0));
    const Summary time = summarise(compare(data, "frame_s", "avbd", 0, solver, 0));
    if (strain.count == 0) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, "", "needs avbd and %s", solver);
        return;
    }
    lab_verdict(
        judgement, id, LAB_MEASURED, "",
        "%s in place of avbd at the same split: strain x %.2g (%.2g to %.2g over %d points), "
        "leftover energy x %.2g (%.2g to %.2g), time x %.2f",
        solver, strain.median, strain.least, strain.largest, (int)strain.count, kinetic.median,
        kinetic.least, kinetic.largest, time.median);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_split(data, "avbd", "split_avbd", judgement);
    judge_split(data, "vbd", "split_vbd", judgement);
    judge_split(data, "xpbd", "split_xpbd", judgement);
    judge_solver(data, "vbd", "solver_vbd", judgement);
    judge_solver(data, "xpbd", "solver_xpbd", judgement);
}

/* A mesh has no columns and lies as it was drawn: those axes get one value each. */
static void fit_knobs_to_mesh(int argc, char **argv) {
    static const char *const idle[] = {"columns", "hold", "start"};
    static const char *const value[] = {"32", "corners", "level"};
    bool mesh = false;
    for (int a = 1; a < argc; a++) {
        mesh = mesh || strncmp(argv[a], "--mesh", 6) == 0;
    }
    for (size_t k = 0; mesh && k < sizeof knobs / sizeof knobs[0]; k++) {
        for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
            if (strcmp(knobs[k].name, idle[i]) == 0) {
                knobs[k].full = value[i];
                knobs[k].smoke = value[i];
            }
        }
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e14_solvers",
        .question =
            "At equal sweeps, which solver and which split of substeps and iterations leaves "
            "the least residual and the least motion for its time?",
        .scene = "32 x 32 and 64 x 64 particles 0.05 m apart of 0.5 g, triangulated along one "
                 "diagonal, hard stretch rows, hinges; held by two corners or one edge; let go "
                 "level, or already hanging; 60 Hz. With --mesh the garment as it is drawn, and "
                 "--hold in place of the axis.",
        .answers =
            "The best split is the one nearest the lower left of time against strain, and of "
            "time against leftover energy. Iterations are worth their time when strain "
            "falls along 8x1 to 1x8, substeps when it falls the other way.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .serial = true,
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    fit_knobs_to_mesh(argc, argv);
    return lab_main(argc, argv, &experiment);
}
