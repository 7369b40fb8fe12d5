/*
 * e10_dissipative_band: up to which stiffness does a soft row take energy out of what hangs on it?
 *
 * A particle's update treats its neighbours as standing still. While k is small beside m/h^2 the
 * error of that is a little damping; above some ratio the updates of neighbours answer each other,
 * and a sweep that stops early leaves more energy than it found.
 */
#include "scenes/sheet.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("shape", "what hangs; a mesh takes the place of the sheet", "sheet,chain",
                       "sheet,chain", "sheet,chain"),
    SOLVER_KNOB_WHOLE("substeps", "substeps of a step", "2,4", "2", 1, CLOTH_SUBSTEPS_MAX),
    SOLVER_KNOB_WHOLE("iterations", "iterations of a substep", "1,2,4,8", "4", 1, 1000000),
    SOLVER_KNOB_REAL("stiffness_ratio", "1",
                     "stiffness of the stretch rows over m/h^2 (h the substep, m a free particle's "
                     "mass)",
                     "0.25,1,4,6,8,10,12,16,32,128,350", "1,4,8,16,350", 0, 1e12, true),
    SOLVER_KNOB_CHOICE("pose", "how the sheet starts", "vertical", NULL, "vertical,horizontal"),
    SOLVER_KNOB_WHOLE("columns", "particles along the sheet's held row", "8", NULL, 2, 4096),
    SOLVER_KNOB_WHOLE("rows", "rows of the sheet", "21", NULL, 2, 4096),
    KNOB_LINKS("20", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOB_STEPS("600", "240"),
    KNOB_LATE("200", "120"),
};

static const LabVariable variables[] = {
    {.name = "energy_climb",
     .unit = "J",
     .long_name = "largest rise of the total energy above the least it had before"},
    {.name = "energy_gain",
     .unit = "J",
     .long_name = "largest late total energy above that at the start"},
    {.name = "kinetic_late_max", .unit = "J", .long_name = "largest late kinetic energy"},
    {.name = "climb_share", .unit = "1", .long_name = "energy_climb over the potential"},
    {.name = "potential", .unit = "J", .long_name = "half the weight times the longest side"},
    {.name = "stiffness_n_m", .unit = "N m-1", .long_name = "stiffness of the stretch rows"},
    {.name = "energy", .unit = "J", .long_name = "total energy", .series = true},
};

static void each_step(void *user, int64_t step, const ClothMeasure *measure) {
    (void)step;
    lab_series(user, "energy", scene_energy(measure));
}

static ClothStatus build(const LabPoint *point, const ClothMaterial *material, Scene *scene,
                         ClothError *error) {
    if (lab_chose(point, "shape", "chain")) {
        const ChainShape chain = solver_chain(point);
        return scene_chain(&chain, material, scene, error);
    }
    SheetShape sheet = solver_sheet(point);
    sheet.rows = (int32_t)lab_integer(point, "rows");
    sheet.vertical = lab_chose(point, "pose", "vertical");
    sheet.bend = 0;
    sheet.hold = lab_hold(point) != NULL ? lab_hold(point) : "edge";
    return scene_sheet(&sheet, lab_mesh(point), material, scene, error);
}

/* Half the weight times the longest side of the rest shape, and the mean mass of a particle. */
static double hanging_energy(const Scene *scene, double gravity, double *mean_mass) {
    const ClothGraph *graph = &scene->graph;
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double mass = 0.0;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], graph->position[3 * i + k]);
            high[k] = fmax(high[k], graph->position[3 * i + k]);
        }
        mass += graph->mass[i];
    }
    const double side = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
    *mean_mass = mass / graph->particle_count;
    return 0.5 * mass * gravity * side;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ClothStep step = solver_budget(point);
    const double h = step.step_s / step.substeps;
    SceneWatchPlan plan = solver_plan(point);
    plan.each = each_step;
    plan.user = result;

    /* A mesh's masses are known once it is loaded: built once for them, once with the stiffness. */
    ClothMaterial material = cloth_material_default();
    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    double mass = NAN;
    double potential = NAN;
    ClothStatus status = build(point, &material, &scene, &error);
    if (status == CLOTH_OK) {
        potential = hanging_energy(&scene, lab_real(point, "gravity_m_s2"), &mass);
        material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){
            lab_real(point, "stiffness_ratio") * mass / (h * h), CLOTH_NEWTON_PER_METRE};
        status = scene_build(&scene, &material, &error);
    }
    if (status == CLOTH_OK) {
        status = scene_watch(scene.state, &step, &plan, &watch, &error);
    }
    if (status == CLOTH_OK) {
        lab_put(result, "energy_climb", watch.energy_climb_j);
        lab_put(result, "energy_gain", watch.energy_late_max_j - watch.energy_start_j);
        lab_put(result, "kinetic_late_max", watch.kinetic_late_max_j);
        lab_put(result, "climb_share", watch.energy_climb_j / potential);
        lab_put(result, "potential", potential);
        lab_put(result, "stiffness_n_m", material.row[CLOTH_ROW_STRETCH].value);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

/* Where one shape, at one budget, stops giving energy up. */
typedef struct Boundary {
    int64_t points;
    double inside;  /* the highest ratio below which every point ends with less than it had */
    double outside; /* the lowest at which one does not */
    double stiffest;
    double gain_j;           /* of the stiffest */
    double climb;            /* of the stiffest, over the potential */
    double newton_per_metre; /* at `inside` */
} Boundary;

static Boundary find_boundary(const LabData *data, const char *shape, int64_t substeps,
                              int64_t iterations) {
    Boundary found = {.inside = NAN, .outside = INFINITY, .gain_j = NAN, .climb = NAN};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "shape", shape) || lab_integer(point, "substeps") != substeps ||
            lab_integer(point, "iterations") != iterations) {
            continue;
        }
        const double ratio = lab_real(point, "stiffness_ratio");
        const double gain = lab_get(data, k, "energy_gain");
        found.points++;
        if (!(gain <= 0.0)) {
            found.outside = fmin(found.outside, ratio);
        }
        if (ratio < found.outside && !(ratio <= found.inside)) {
            found.inside = ratio;
            found.newton_per_metre = lab_get(data, k, "stiffness_n_m");
        }
        if (ratio >= found.stiffest) {
            found.stiffest = ratio;
            found.gain_j = gain;
            found.climb = lab_get(data, k, "climb_share");
        }
    }
    if (!(found.inside < found.outside)) {
        found.inside = NAN;
    }
    return found;
}

static void judge_boundary(const LabData *data, const char *shape, LabJudgement *judgement) {
    static const char source[] =
        "above about 8 to 10 m/h^2 the step adds energy, below it dissipates; near 60 N/m for "
        "0.5 g at 60 Hz x 2";
    const Boundary found = find_boundary(data, shape, 2, 4);
    if (found.points < 2 || isnan(found.inside) || isinf(found.outside)) {
        lab_verdict(judgement, "C11", LAB_NOT_JUDGED, source,
                    "%s: needs 2 substeps, 4 iterations and ratios on either side", shape);
        return;
    }
    const bool near = found.outside >= 8.0 / 1.5 && found.inside <= 10.0 * 1.5;
    lab_verdict(judgement, "C11", near ? LAB_REPRODUCED : LAB_DIFFERS, source,
                "%s, 2x4: dissipates up to %.3g m/h^2 (%.3g N/m), adds energy from %.3g; at %.3g "
                "it climbs by %.3g of its potential; iterations and depth decide the boundary",
                shape, found.inside, found.newton_per_metre, found.outside, found.stiffest,
                found.climb);
}

/* What iterations do, at 2 substeps, and substeps, at 4 iterations, to the stiffest rows. */
static void judge_budget(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "the rise shrinks but never vanishes with more iterations or "
                                 "substeps; +6.8 J against 1.2 J of potential (5.7)";
    const Boundary one = find_boundary(data, "sheet", 2, 1);
    const Boundary two = find_boundary(data, "sheet", 2, 2);
    const Boundary four = find_boundary(data, "sheet", 2, 4);
    const Boundary most = find_boundary(data, "sheet", 2, 8);
    const Boundary chain_one = find_boundary(data, "chain", 2, 1);
    const Boundary chain = find_boundary(data, "chain", 2, 8);
    const Boundary split = find_boundary(data, "sheet", 4, 4);
    if (one.points == 0 || two.points == 0 || four.points == 0 || most.points == 0 ||
        chain.points == 0 || split.points == 0) {
        lab_verdict(judgement, "C11", LAB_NOT_JUDGED, source,
                    "needs 1, 2, 4 and 8 iterations and 2 and 4 substeps");
        return;
    }
    const bool shrinks = four.climb < two.climb && two.climb < one.climb && most.climb < four.climb;
    const bool stays = !(most.gain_j <= 0.0) && !(chain.gain_j <= 0.0);
    lab_verdict(judgement, "C11",
                !shrinks ? LAB_CONTRADICTED
                : stays  ? LAB_REPRODUCED
                         : LAB_DIFFERS,
                source,
                "at %.3g m/h^2 the sheet climbs by %.3g, %.3g, %.3g and %.2g of its potential at "
                "1, 2, 4 and 8 iterations (2 substeps), by %.3g at 4 substeps of 4: iterations "
                "decide; with 8 it %s for the sheet and %s for the chain; the chain's boundary "
                "moves from %.3g m/h^2 at 1 iteration to %.3g at 8",
                four.stiffest, one.climb, two.climb, four.climb, most.climb, split.climb,
                most.gain_j <= 0.0 ? "is gone" : "stays", chain.gain_j <= 0.0 ? "is gone" : "stays",
                chain_one.inside, chain.inside);
}

static void judge_mesh(const LabData *data, LabJudgement *judgement) {
    const Boundary found = find_boundary(data, "sheet", 2, 4);
    if (found.points < 2 || isnan(found.inside) || isinf(found.outside)) {
        lab_verdict(judgement, "mesh_band", LAB_NOT_JUDGED, "",
                    "this mesh: needs 2 substeps, 4 iterations, and ratios of which the lowest "
                    "dissipate and the others add energy");
        return;
    }
    lab_verdict(judgement, "mesh_band", LAB_MEASURED, "",
                "this mesh, 2x4: dissipates up to %.3g m/h^2, adds energy from %.3g (m the mean "
                "mass of a particle)",
                found.inside, found.outside);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (lab_mesh(lab_point(data, 0)) != NULL) {
        judge_mesh(data, judgement);
        return;
    }
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C11")) {
        return;
    }
    judge_boundary(data, "chain", judgement);
    judge_boundary(data, "sheet", judgement);
    judge_budget(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e10_dissipative_band",
        .question = "Up to which stiffness does a soft row take energy out of a hanging sheet, and "
                    "what do iterations and substeps change?",
        .scene = "A sheet of 8 columns and 21 rows held by its upper edge, and a chain of 20 links "
                 "held by its first "
                 "particle, both hanging vertically, 0.05 m, 0.5 g a particle, 60 Hz, soft stretch "
                 "rows and nothing else. A mesh takes the place of the sheet.",
        .answers =
            "A stiffness is in the band while the total energy, which starts at its largest, "
            "never climbs above what it was by more than a thousandth of the potential. "
            "There is no such band if it climbs at every stiffness, and no boundary if it "
            "never does.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
