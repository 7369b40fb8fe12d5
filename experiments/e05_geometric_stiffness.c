/*
 * e05_geometric_stiffness: what does a vertex step do to its own energy when the geometric part of
 * the Hessian is kept, and when it is dropped?
 *
 * One particle on one stretched row. Inertia asks it to go sideways by `offset` of the row's length
 * L; the row pulls along itself with f, and sideways, once the particle has moved, with f/L per
 * metre. Without f/L (I - g g^T) in the block the step knows m/h^2 alone and goes all the way:
 *
 *     change of energy = (ratio - 1) m/(2h^2) d^2 for a small d,   ratio = (f/L) / (m/h^2),
 *
 * a rise for every ratio above 1. With it the step is d / (1 + ratio), and a fall. The step's cap
 * is left out in both arms: it is the full step that is asked about.
 */
#include <math.h>
#include <string.h>

#include "measure/vertex_energy.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "step/instruments.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("pose",
                       "balanced: inertia meets the pull, only the sideways motion is left; "
                       "released: the row snaps back in the same step",
                       "balanced,released", NULL, "balanced,released"),
    SOLVER_KNOB_CHOICE("geometric", "geometric stiffness of the row", "kept,dropped", NULL,
                       "kept,dropped"),
    SOLVER_KNOB_REAL("offset", "1", "how far sideways inertia asks to go, over the row's length",
                     "0.01,0.1,0.3,0.6,0.65,1,1.2", "0.01,0.65,1.2", 0, 1e3, true),
    SOLVER_KNOB_REAL("ratio", "1", "f/L over m/h^2",
                     "0.1,0.2,0.5,0.9,1.1,2,4,10,30,100,300,1e3,3e3,1e4,3e4,7e4,1e5",
                     "0.1,0.9,1.1,4,7e4", 0, 1e12, true),
    SOLVER_KNOB_REAL("strain", "1", "how much the row is stretched, over its rest length", "0.1",
                     NULL, 0, 1e3, true),
    KNOB_SPACING("1", NULL),
    KNOB_MASS("0.0005", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
};

static const LabVariable variables[] = {
    {.name = "change",
     .unit = "1",
     .long_name = "change of the vertex energy over that energy before the step"},
    {.name = "change_lateral",
     .unit = "1",
     .long_name = "change of the vertex energy over m/(2h^2) d^2, the sideways part before"},
    {.name = "law", .unit = "1", .long_name = "change_lateral for a small offset when dropped"},
};

/* The energies of the one update there is. */
typedef struct Seen {
    ClothVertexRows rows;
    double before_j;
    double after_j;
} Seen;

static void observe(void *user, const ClothState *state, const ClothUpdate *update) {
    Seen *seen = user;
    const ClothView view = cloth_view(state);
    const int32_t i = update->particle;
    if (view.inverse_mass[i] == 0) {
        return;
    }
    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = (double)view.position[3 * i + k];
    }
    seen->before_j =
        cloth_vertex_energy(state, &seen->rows, i, update->h, 0.0, update->grip, x).energy_j;
    for (int k = 0; k < 3; k++) {
        x[k] += update->move[k];
    }
    seen->after_j =
        cloth_vertex_energy(state, &seen->rows, i, update->h, 0.0, update->grip, x).energy_j;
}

/* What a point's knobs make of it. */
typedef struct Pose {
    double length_m; /* of the row */
    double offset_m;
    double inertia_n_m; /* m/h^2 */
    double force_n;
    double stiffness_n_m;
} Pose;

static Pose pose_of(const LabPoint *point) {
    const double rest_m = lab_real(point, "spacing_m");
    const double strain = lab_real(point, "strain");
    const double h = lab_real(point, "step_s");
    Pose pose = {.length_m = rest_m * (1.0 + strain)};
    pose.offset_m = lab_real(point, "offset") * pose.length_m;
    pose.inertia_n_m = lab_real(point, "mass_kg") / (h * h);
    pose.force_n = lab_real(point, "ratio") * pose.inertia_n_m * pose.length_m;
    pose.stiffness_n_m = pose.force_n / (rest_m * strain);
    return pose;
}

/* Gravity puts inertia's target where it is wanted: a particle that has been at rest starts a step
 * where it lies. */
static ClothStep step_of(const LabPoint *point, const Pose *pose,
                         const ClothInstruments *instruments) {
    const double h = lab_real(point, "step_s");
    ClothStep step = cloth_step_default();
    step.step_s = h;
    step.substeps = 1;
    step.iterations = 1;
    step.gravity[0] = pose->offset_m / (h * h);
    step.gravity[1] =
        lab_chose(point, "pose", "balanced") ? -pose->force_n / lab_real(point, "mass_kg") : 0.0;
    step.instruments = instruments;
    return step;
}

static ClothStatus watch(const LabPoint *point, const Pose *pose, Scene *scene, Seen *seen,
                         ClothError *error) {
    const double position[6] = {0.0, 0.0, 0.0, 0.0, -pose->length_m, 0.0};
    const bool dropped = lab_chose(point, "geometric", "dropped");
    const ClothInstruments instruments = {
        .ablate = (uint32_t)CLOTH_WITHOUT_STEP_CAP |
                  (dropped ? (uint32_t)CLOTH_WITHOUT_GEOMETRIC_STIFFNESS : 0u),
        .on_update = observe,
        .user = seen};
    const ClothStep step = step_of(point, pose, &instruments);
    ClothStatus status = cloth_set_positions(scene->state, position, error);
    if (status == CLOTH_OK) {
        status = cloth_vertex_rows_build(scene->state, &seen->rows, error);
    }
    if (status == CLOTH_OK) {
        scene->state->steps_taken = 1; /* a past, of rest: a cloth without one is taken to fall */
        status = cloth_step(scene->state, &step, NULL, error);
    }
    cloth_vertex_rows_free(&seen->rows);
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const Pose pose = pose_of(point);
    ChainShape shape = scene_chain_default();
    shape.links = 1;
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){pose.stiffness_n_m, CLOTH_NEWTON_PER_METRE};
    Scene scene;
    Seen seen = {.before_j = NAN, .after_j = NAN};
    ClothError error = {0};
    ClothStatus status = scene_chain(&shape, &material, &scene, &error);
    if (status == CLOTH_OK) {
        status = watch(point, &pose, &scene, &seen, &error);
        const double lateral_j = 0.5 * pose.inertia_n_m * pose.offset_m * pose.offset_m;
        lab_put(result, "change", (seen.after_j - seen.before_j) / seen.before_j);
        lab_put(result, "change_lateral", (seen.after_j - seen.before_j) / lateral_j);
        lab_put(result, "law", lab_real(point, "ratio") - 1.0);
    }
    solver_refusal(result, status, &error);
    scene_free(&scene);
}

/* The verdict. */

/* The balanced pose holds much energy along the row; what is below its last places is no change. */
static const double rounding = 1e-13;

/* What the sideways motion of an arm does: rises, among balanced points of ratio above or below 1,
 * at the smallest offset and at the others. */
typedef struct Signs {
    int64_t above;
    int64_t below;
    int64_t rises_above;
    int64_t rises_below;
    int64_t
        rises_far; /* at the other offsets, where the dropped law says a fall or the part is kept */
    double worst_far; /* the largest of them over the sideways energy */
    double off_law;   /* largest deviation from the law at the smallest offset, relative */
} Signs;

static double smallest_offset(const LabData *data) {
    double least = INFINITY;
    for (int64_t k = 0; k < lab_count(data); k++) {
        least = fmin(least, lab_real(lab_point(data, k), "offset"));
    }
    return least;
}

static Signs signs_of(const LabData *data, const char *geometric) {
    Signs signs = {0};
    const double near = smallest_offset(data);
    const bool kept = strcmp(geometric, "kept") == 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "pose", "balanced") || !lab_chose(point, "geometric", geometric)) {
            continue;
        }
        const double change = lab_get(data, k, "change_lateral");
        const double law = lab_get(data, k, "law");
        const bool rises = !(lab_get(data, k, "change") <= rounding);
        if (lab_real(point, "offset") == near) {
            const double off = fabs(change / law - 1.0);
            signs.off_law = more_of(signs.off_law, off);
            signs.above += law > 0.0 ? 1 : 0;
            signs.below += law < 0.0 ? 1 : 0;
            signs.rises_above += law > 0.0 && rises ? 1 : 0;
            signs.rises_below += law < 0.0 && rises ? 1 : 0;
        } else if (rises && (kept || law < 0.0)) {
            signs.rises_far++;
            signs.worst_far = fmax(signs.worst_far, change);
        }
    }
    return signs;
}

/* The range of `change` over the offsets, at a ratio, dropped, in a pose. */
static void range_at(const LabData *data, const char *pose, double ratio, double range[2]) {
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_chose(point, "geometric", "dropped") && lab_chose(point, "pose", pose) &&
            fabs(lab_real(point, "ratio") / ratio - 1.0) < 1e-9) {
            range[0] = fmin(range[0], lab_get(data, k, "change"));
            range[1] = fmax(range[1], lab_get(data, k, "change"));
        }
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "dropped, the full step raises the energy, +20 % at ratio 4, x40 at 7e4; kept, it does not";
    const Signs kept = signs_of(data, "kept");
    const Signs dropped = signs_of(data, "dropped");
    double at_4[2];
    double at_7e4[2];
    range_at(data, "released", 4.0, at_4);
    range_at(data, "released", 7e4, at_7e4);
    if (kept.above == 0 || dropped.above == 0 || !(smallest_offset(data) <= 0.1)) {
        lab_verdict(judgement, "C06", LAB_NOT_JUDGED, source,
                    "needs balanced points of ratio above 1 and an offset up to 0.1, kept and "
                    "dropped");
        return;
    }
    const bool same = dropped.rises_above == dropped.above && dropped.rises_below == 0 &&
                      kept.rises_above == 0 && kept.rises_below == 0;
    lab_verdict(judgement, "C06", same ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "offset %g: dropped, %d of %d ratios above 1 rise and %d of %d below, kept, %d and "
                "%d; the rise is (ratio - 1) of the sideways energy to %.1g",
                smallest_offset(data), (int)dropped.rises_above, (int)dropped.above,
                (int)dropped.rises_below, (int)dropped.below, (int)kept.rises_above,
                (int)kept.rises_below, dropped.off_law);
    lab_verdict(
        judgement, "C06_far", LAB_MEASURED, "",
        "further sideways, where the pull grows on the way: kept, %d points rise; dropped, %d "
        "of ratio below 1 rise too, by %.2g of the sideways energy at most",
        (int)kept.rises_far, (int)dropped.rises_far, dropped.worst_far);
    if (at_4[0] <= at_4[1] && at_7e4[0] <= at_7e4[1]) {
        lab_verdict(judgement, "C06_percent", LAB_DIFFERS, "+20 % at ratio 4, x40 at ratio 7e4",
                    "released, of the whole energy %+.3g %% to %+.3g %% at 4 and x%.3g to x%.3g at "
                    "7e4, from the smallest offset to the largest; the start pose decides it: "
                    "+20 %% takes an offset near 0.6, x40 one near 1.15",
                    100.0 * at_4[0], 100.0 * at_4[1], 1.0 + at_7e4[0], 1.0 + at_7e4[1]);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e05_geometric_stiffness",
        .question = "What does a vertex step do to its own energy when the geometric part of the "
                    "Hessian is kept, and when it is dropped?",
        .scene =
            "One particle of 0.5 g on one soft row of 1 m, stretched by a tenth, with f/L from "
            "0.1 to 1e5 m/h^2; inertia asks it sideways by 0.01 to 1 of the row. One step of "
            "1/60 s, one iteration, no cap.",
        .answers = "The part is needed if without it the energy rises and with it the energy falls "
                   "at the same ratio. It is not if the sign is the same in both arms.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
