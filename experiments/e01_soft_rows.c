/*
 * e01_soft_rows: what does a multiplier do to a row that has a stiffness of its own?
 *
 * One particle hangs on one soft row. Hooke's law says how far: m g / k. As a plain penalty the row
 * is that law. With a multiplier, raised by k C after each of n iterations and started from
 * w = alpha * gamma of itself, the extension at rest follows from the update rules. With
 * s = k h^2 / m and q = (1 - w) / ((1 + s)^n - w),
 *
 *     C = g h^2 q / (1 - q),   so   C k / (m g) = s q / (1 - q) = s (1 - w) / ((1 + s)^n - 1),
 *
 * which is 1 only for one iteration and w = 0, and falls as s^(1 - n): the stiffer the row, the
 * more iterations, the further from what the author asked for. At s = 2.82 and the shipped
 * constants, 24.6 g on 1 kN/m at 1/120 s, the row is 100 times too stiff.
 */
#include "solver_knobs.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("multiplier", "whether the soft row has one", "without,with", "without,with",
                       "without,with"),
    KNOB_MASS("0.001,0.0246,0.1,1", "0.001,0.0246"),
    KNOB_ITERATIONS("1,4", "4"),
    KNOB_ALPHA("0.25,1", "0.25,1"),
    KNOB_GAMMA("0.5,1", "1"),
    KNOB_BETA("0,1e5", "1e5"),
    KNOB_BAND("1,8", "8"),
    KNOB_BAND_SPAN("1,64", "1,64"),
    SOLVER_KNOB_REAL("stiffness_n_m", "N m-1", "stiffness of the row", "1000", NULL, 0, 1e12, true),
    KNOB_SPACING("0.05", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_GRAVITY("9.81", NULL),
    KNOB_SUBSTEPS("2", NULL),
    KNOB_STEPS("1000", NULL),
};

static const LabVariable variables[] = {
    {.name = "extension", .unit = "m", .long_name = "extension of the row at the end"},
    {.name = "extension_ratio", .unit = "1", .long_name = "extension over m g / k"},
    {.name = "expected_ratio", .unit = "1", .long_name = "the same by the closed form"},
    {.name = "stiffness_ratio", .unit = "1", .long_name = "stiffness over m / h^2"},
    {.name = "kinetic_last", .unit = "J", .long_name = "kinetic energy after the last step"},
};

/* The closed form, with the row's whole stiffness as its penalty. */
static double expected_ratio(const ClothStep *step, double s, bool with) {
    if (!with) {
        return 1.0;
    }
    const double carried = step->constants.alpha * step->constants.gamma;
    return s * (1.0 - carried) / expm1(step->iterations * log1p(s));
}

static void run_point(const LabPoint *point, LabResult *result) {
    const double stiffness = lab_real(point, "stiffness_n_m");
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){stiffness, CLOTH_NEWTON_PER_METRE};
    ChainShape shape = scene_chain_default();
    shape.links = 1;
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    const bool with = lab_chose(point, "multiplier", "with");
    ClothStep step = solver_step(point);
    const ClothInstruments instruments = {.ablate = with ? CLOTH_WITH_SOFT_MULTIPLIER : 0};
    step.instruments = &instruments;

    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    ClothStatus status = scene_chain(&shape, &material, &scene, &error);
    if (status == CLOTH_OK) {
        const SceneWatchPlan plan = {.steps = lab_integer(point, "steps"), .late = 1};
        status = scene_watch(scene.state, &step, &plan, &watch, &error);
    }
    if (status == CLOTH_OK) {
        const double h = step.step_s / step.substeps;
        const double s = stiffness * h * h / shape.mass_kg;
        const double hooke = shape.mass_kg * lab_real(point, "gravity_m_s2") / stiffness;
        double end[6];
        cloth_positions(scene.state, end);
        const double extension = -end[4] - shape.spacing_m;
        lab_put(result, "extension", extension);
        lab_put(result, "extension_ratio", extension / hooke);
        lab_put(result, "expected_ratio", expected_ratio(&step, s, with));
        lab_put(result, "stiffness_ratio", s);
        lab_put(result, "kinetic_last", watch.kinetic_late_max_j);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

/* Largest departure of the arm's extension from m g / k, or from the closed form, over the points
 * that a filter lets through. NaN stays. */
typedef struct Departure {
    int64_t points;
    double hooke; /* of the extension ratio from 1 */
    double form;  /* from the closed form, as a share of it, where its extension can be told from
                     rounding */
    double least; /* smallest extension ratio */
    double most;
} Departure;

/* Positions of about 0.05 m carry 1e-17: an extension below 1e-11 m is not told from it to 1e-6. */
static const double legible_m = 1e-11;

static Departure depart(const LabData *data, const char *multiplier, bool shipped) {
    Departure found = {.least = INFINITY, .most = -INFINITY};
    const ClothConstants constants = cloth_constants_default();
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        const bool named = lab_real(point, "alpha") == constants.alpha &&
                           lab_real(point, "gamma") == constants.gamma &&
                           lab_real(point, "band_span") == 1.0;
        if (!lab_chose(point, "multiplier", multiplier) || (shipped && !named)) {
            continue;
        }
        const double ratio = lab_get(data, k, "extension_ratio");
        const double expected = lab_get(data, k, "expected_ratio");
        const double hooke = fabs(ratio - 1.0);
        const double form = fabs(ratio / expected - 1.0);
        found.points++;
        found.hooke = hooke <= found.hooke || isnan(found.hooke) ? found.hooke : hooke;
        if (!(fabs(lab_get(data, k, "extension")) < legible_m)) {
            found.form = form <= found.form || isnan(found.form) ? found.form : form;
        }
        found.least = fmin(found.least, ratio);
        found.most = fmax(found.most, ratio);
    }
    return found;
}

/* How many times too stiff the row of the shipped constants is, at the mass where it is nearest to
 * the source's 100, and there without and with other constants. */
static void judge_factor(const LabData *data, LabJudgement *judgement) {
    const Departure shipped = depart(data, "with", true);
    const int64_t light = lab_find(data, "multiplier", "with", "mass_kg", "0.001", "iterations",
                                   "4", "alpha", "0.25", "gamma", "1", "band_span", "1", NULL);
    const int64_t named = lab_find(data, "multiplier", "with", "mass_kg", "0.0246", "iterations",
                                   "4", "alpha", "0.25", "gamma", "1", "band_span", "1", NULL);
    if (light < 0 || named < 0) {
        lab_verdict(judgement, "C01", LAB_NOT_JUDGED, "about 100 times too stiff with it",
                    "needs masses of 1 g and 24.6 g, 4 iterations and the shipped constants");
        return;
    }
    const double factor = 1.0 / lab_get(data, named, "extension_ratio");
    const double factor_light = 1.0 / lab_get(data, light, "extension_ratio");
    const bool same = shipped.form <= 1e-3 && fabs(factor / 100.0 - 1.0) <= 0.02;
    lab_verdict(judgement, "C01", same ? LAB_REPRODUCED : LAB_DIFFERS,
                "about 100 times too stiff with it",
                "%.4g times at 24.6 g and 4 iterations, %.3g at 1 g: the factor is "
                "((1 + s)^n - 1) / ((1 - alpha gamma) s) with s = k h^2/m and n iterations (met to "
                "%.1e), so mass, step and iterations decide it",
                factor, factor_light, shipped.form);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "without a multiplier Hooke's law, flat against all five constants";
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C01")) {
        return;
    }
    const Departure without = depart(data, "without", false);
    if (without.points < 2) {
        lab_verdict(judgement, "C01", LAB_NOT_JUDGED, source, "needs several constants without it");
    } else {
        lab_verdict(judgement, "C01", without.hooke <= 1e-6 ? LAB_REPRODUCED : LAB_CONTRADICTED,
                    source, "m g / k to %.1e over %d settings of mass, iterations and constants",
                    without.hooke, (int)without.points);
    }
    judge_factor(data, judgement);
    const Departure with = depart(data, "with", false);
    if (with.points > 1) {
        lab_verdict(judgement, "soft_multiplier_spread", LAB_MEASURED, "",
                    "with a multiplier the extension runs from %.1e to %.3g of m g / k over the "
                    "constants, masses and iterations swept",
                    with.least, with.most);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e01_soft_rows",
        .question = "Does a soft row obey Hooke's law whatever the solver's constants, and what "
                    "does a multiplier on it do?",
        .scene = "One particle below a held one on one soft row of 1 kN/m, 60 Hz, 2 substeps.",
        .answers = "Yes when the extension without a multiplier is m g / k for every mass, "
                   "iteration count and constant; no when any of the five constants moves it. What "
                   "a multiplier does is how far its extension is from m g / k.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
