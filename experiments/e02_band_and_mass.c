/*
 * e02_band_and_mass: in which unit is a penalty band the same for every cloth, and how high may it
 * be?
 *
 * A hard row's penalty works against the inertia m/h^2 of the particles it joins. As a ratio of the
 * row's m_eff/h^2 the whole step is one problem scaled by the mass: strains are the same for every
 * mass, and energies are proportional to it. In newtons per metre they are not.
 */
#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("unit",
                       "what the band is given in: m_eff/h^2, or N/m worth that at reference_kg",
                       "ratio,fixed", "ratio,fixed", "ratio,fixed"),
    KNOB_MASS("5e-6,5e-5,5e-4,5e-3,5e-2,5e-1", "5e-6,5e-4,5e-1"),
    KNOB_BAND("0.5,1,2,4,6,8,10,12,16,32,64", "4,8,16"),
    SOLVER_KNOB_REAL("reference_kg", "kg", "particle mass that fixed bands are made for", "5e-4",
                     NULL, 0, 1e6, true),
    KNOB_LINKS("20", NULL),
    KNOB_SPACING("0.05", NULL),
    KNOBS_SHIPPED_BUDGET,
    KNOB_ALPHA("0.25", NULL),
    KNOB_GAMMA("1", NULL),
    KNOB_BETA("1e5", NULL),
    KNOB_BAND_SPAN("1", NULL),
    KNOB_STEPS("1200", NULL),
    KNOB_LATE("300", NULL),
    SOLVER_KNOB_REAL("quiet_share", "1", "settled: kinetic energy over the chain's m g L", "1e-10",
                     NULL, 0, 1, true),
};

static const LabVariable variables[] = {
    {.name = "strain_rms", .unit = "1", .long_name = "rms strain of the links at the end"},
    {.name = "strain_max", .unit = "1", .long_name = "largest strain of a link at the end"},
    {.name = "kinetic_late_share", .unit = "1", .long_name = "late kinetic energy over m g L"},
    {.name = "settled_step", .unit = "1", .long_name = "steps until it stays settled"},
};

static void run_point(const LabPoint *point, LabResult *result) {
    const ChainShape shape = solver_chain(point);
    ClothStep step = solver_step(point);
    const bool fixed = lab_chose(point, "unit", "fixed");
    const ClothInstruments instruments = {.ablate = fixed ? CLOTH_WITHOUT_PENALTY_BAND : 0};
    step.instruments = &instruments;
    if (fixed) {
        /* Between two free particles m_eff is half of one. */
        const double h = step.step_s / step.substeps;
        const double newton_per_metre = 0.5 * lab_real(point, "reference_kg") / (h * h);
        step.constants.band_min *= newton_per_metre;
        step.constants.band_max *= newton_per_metre;
    }
    const double energy = solver_chain_energy(point);
    SceneWatchPlan plan = solver_plan(point);
    plan.quiet_j = lab_real(point, "quiet_share") * energy;

    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    const ClothStatus status = solver_hang(&shape, &step, &plan, &scene, &watch, &error);
    if (status == CLOTH_OK) {
        lab_put(result, "strain_rms", watch.last.strain_rms[CLOTH_ROW_STRETCH]);
        lab_put(result, "strain_max", watch.last.strain_max[CLOTH_ROW_STRETCH]);
        lab_put(result, "kinetic_late_share", watch.kinetic_late_max_j / energy);
        solver_put_settled(result, &watch);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

static const double shipped_band = 8.0;

/* Range of a column over the masses of one unit, at the shipped band. */
typedef struct Column {
    int64_t masses;
    double lightest, heaviest;
    double least, most;
} Column;

static Column column(const LabData *data, const char *unit, const char *variable) {
    Column found = {.lightest = INFINITY, .least = INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "unit", unit) || lab_real(point, "band") != shipped_band) {
            continue;
        }
        const double value = lab_get(data, k, variable);
        found.masses++;
        found.lightest = fmin(found.lightest, lab_real(point, "mass_kg"));
        found.heaviest = fmax(found.heaviest, lab_real(point, "mass_kg"));
        found.least = less_of(found.least, value);
        found.most = more_of(found.most, value);
    }
    return found;
}

static double spread(const Column *column) {
    return column->most / column->least - 1.0;
}

static void judge_mass(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "as a ratio identical columns over 5 decades of mass; as a fixed "
                                 "stiffness another answer for every mass";
    const Column rms = column(data, "ratio", "strain_rms");
    const Column most = column(data, "ratio", "strain_max");
    const Column fixed = column(data, "fixed", "strain_rms");
    if (rms.masses < 2 || fixed.masses < 2) {
        lab_verdict(judgement, "C02", LAB_NOT_JUDGED, source,
                    "needs both units and two masses at band 8");
        return;
    }
    const bool same = spread(&rms) <= 1e-5 && spread(&most) <= 1e-5;
    const bool differs = spread(&fixed) > 0.02;
    lab_verdict(judgement, "C02", same && differs ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "ratio: strain %.4f %% rms, the same to %.1e (max to %.1e) from %.0e to %.0e kg; "
                "fixed: %.3g %% to %.3g %%",
                100.0 * rms.most, spread(&rms), spread(&most), rms.lightest, rms.heaviest,
                100.0 * fixed.least, 100.0 * fixed.most);
}

/* What the bands of the ratio arm say at one mass. */
typedef struct Bands {
    int64_t resting;
    bool falls;        /* the rms strain, with the band, among those that rest */
    double fastest;    /* the band that rests soonest, and when */
    double fastest_at; /* [steps] */
    double highest;    /* that rests */
    double restless;   /* the lowest above it that does not */
} Bands;

static Bands find_bands(const LabData *data, double mass) {
    Bands found = {
        .falls = true, .fastest = NAN, .fastest_at = INFINITY, .highest = NAN, .restless = NAN};
    double last = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "unit", "ratio") || lab_real(point, "mass_kg") != mass) {
            continue;
        }
        const double band = lab_real(point, "band");
        const double settled = lab_get(data, k, "settled_step");
        const double strain = lab_get(data, k, "strain_rms");
        if (isnan(settled)) {
            if (found.resting > 0 && band > found.highest && isnan(found.restless)) {
                found.restless = band;
            }
            continue;
        }
        found.falls = found.falls && (found.resting == 0 || strain < last);
        last = strain;
        found.resting++;
        found.highest = band;
        found.restless = NAN;
        if (settled < found.fastest_at) {
            found.fastest_at = settled;
            found.fastest = band;
        }
    }
    return found;
}

static void judge_band(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "a higher band trades residual against settling; 8 chosen";
    const int64_t at = lab_find(data, "unit", "ratio", "band", "8", "mass_kg", "5e-4", NULL);
    const Bands bands = find_bands(data, 5e-4);
    if (at < 0 || bands.resting < 2 || isnan(bands.restless)) {
        lab_verdict(judgement, "C05", LAB_NOT_JUDGED, source,
                    "needs bands as ratios at 0.5 g, 8 among them, that rest and that do not");
        return;
    }
    const bool rests = !isnan(lab_get(data, at, "settled_step"));
    const bool trade = bands.falls && rests && bands.highest <= 2.0 * shipped_band &&
                       bands.restless <= 4.0 * shipped_band && bands.fastest <= shipped_band;
    lab_verdict(judgement, "C05", trade ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "rms strain %s with the band; rest comes soonest at %.3g, after %.0f steps, then "
                "later, and not at all from %.3g; at 8: %.3f %% after %.0f steps; iterations and "
                "links decide where",
                bands.falls ? "falls" : "does not fall", bands.fastest, bands.fastest_at,
                bands.restless, 100.0 * lab_get(data, at, "strain_rms"),
                lab_get(data, at, "settled_step"));
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C02,C05")) {
        return;
    }
    judge_mass(data, judgement);
    judge_band(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e02_band_and_mass",
        .question = "Is a penalty band given as a ratio of m_eff/h^2 blind to the particle mass, "
                    "and which band is worth having?",
        .scene = "A chain of 20 hard links of 0.05 m, held by its first particle, hanging exactly "
                 "vertically, 60 Hz, 2 substeps of 4 iterations; the band is one value.",
        .answers = "Yes when the strain at the end is the same to five digits for every mass; no "
                   "when it is not. A band is worth having while it lowers the strain and the "
                   "chain still comes to rest.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
