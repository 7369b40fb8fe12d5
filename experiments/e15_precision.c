/*
 * e15_precision.c: what storing single precision costs.
 *
 * Arithmetic is in double in both builds; what differs is what a state keeps between two
 * operations: positions, velocities, multipliers and the rest of the block as double or as float.
 * Both run the same point, and the program compares them particle by particle. The grid of floats
 * coarsens with the distance from the frame's origin, so that distance is an axis. What rounding
 * alone must cost: a position is off by up to half an ulp u of the coordinate, and a velocity taken
 * from two of them by u / h, so that n particles of mass m keep n m (u / h)^2 / 2 of motion, or
 * none where every particle falls back on the same float each substep.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "precision/point.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("scene", "hanging chain, or vertical sheet held by its corners or its edge",
                       "chain,corners,edge", NULL, "chain,corners,edge"),
    SOLVER_KNOB_CHOICE("solver", "method", "avbd,vbd,xpbd", NULL, "avbd,vbd,xpbd"),
    SOLVER_KNOB_REAL("offset_m", "m", "distance from the frame's origin, along each axis",
                     "0,1,10,100", "0,100", 0, 1e9, false),
    SOLVER_KNOB_WHOLE("links", "links of the chain", "20", NULL, 1, 10000),
    KNOB_SHEET_COLUMNS("12", "8"),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    SOLVER_KNOB_WHOLE("substeps", "substeps of a step", "2", NULL, 1, 1000),
    SOLVER_KNOB_WHOLE("iterations", "iterations of a substep", "4", NULL, 1, 100000),
    SOLVER_KNOB_WHOLE("steps", "steps taken by the chain", "1200", NULL, 8, 10000000),
    SOLVER_KNOB_WHOLE("sheet_steps", "steps taken by a sheet or a garment", "3600", "400", 8,
                      10000000),
};

static const LabVariable variables[] = {
    {.name = "kinetic_double", .unit = "J", .long_name = "largest in the last quarter, double"},
    {.name = "kinetic_float", .unit = "J", .long_name = "largest in the last quarter, float"},
    {.name = "kinetic_rounding", .unit = "J", .long_name = "n m (ulp / h)^2 / 2 of a float"},
    {.name = "strain_rms_double", .unit = "1", .long_name = "rms strain at the end, double"},
    {.name = "strain_rms_float", .unit = "1", .long_name = "rms strain at the end, float"},
    {.name = "strain_max_double", .unit = "1", .long_name = "largest strain at the end, double"},
    {.name = "strain_max_float", .unit = "1", .long_name = "largest strain at the end, float"},
    {.name = "drift_rms", .unit = "m", .long_name = "rms distance of the two builds' particles"},
    {.name = "drift_max", .unit = "m", .long_name = "largest distance of a particle's two places"},
};

static PrecisionScene scene_of(const LabPoint *point) {
    const bool chain = lab_chose(point, "scene", "chain");
    const int32_t steps = (int32_t)lab_integer(point, chain ? "steps" : "sheet_steps");
    return (PrecisionScene){
        .scene = lab_choice(point, "scene"),
        .hold = lab_hold(point),
        .mesh = lab_mesh(point),
        .links = (int32_t)lab_integer(point, "links"),
        .columns = (int32_t)lab_integer(point, "columns"),
        .spacing_m = lab_real(point, "spacing_m"),
        .mass_kg = lab_real(point, "mass_kg"),
        .offset_m = lab_real(point, "offset_m"),
        .solver = lab_chose(point, "solver", "avbd")  ? 0
                  : lab_chose(point, "solver", "vbd") ? 1
                                                      : 2,
        .substeps = (int32_t)lab_integer(point, "substeps"),
        .iterations = (int32_t)lab_integer(point, "iterations"),
        .steps = steps,
        .late = steps / 4,
    };
}

static void put_drift(const PrecisionRun *a, const PrecisionRun *b, LabResult *result) {
    double sum = 0.0;
    double most = 0.0;
    for (int32_t i = 0; i < a->particle_count; i++) {
        double squared = 0.0;
        for (int32_t k = 3 * i; k < 3 * i + 3; k++) {
            const double difference = a->position[k] - b->position[k];
            squared += difference * difference;
        }
        sum += squared;
        most = fmax(most, squared);
    }
    lab_put(result, "drift_rms", sqrt(sum / a->particle_count));
    lab_put(result, "drift_max", sqrt(most));
}

/* The motion of particles that are each off by one float, at the coordinate of the sheet's far
 * end. */
static double rounding_energy(const PrecisionScene *scene, int32_t particles) {
    const double extent =
        scene->spacing_m * (strcmp(scene->scene, "chain") == 0 ? scene->links : scene->columns - 1);
    const double reach = fmax(scene->offset_m, extent);
    const double ulp = ldexp(FLT_EPSILON, ilogb(reach));
    const double speed = ulp * 60.0 * scene->substeps;
    return 0.5 * particles * scene->mass_kg * speed * speed;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const PrecisionScene scene = scene_of(point);
    PrecisionRun wide;
    PrecisionRun narrow;
    const bool one = e15_point_double(&scene, &wide);
    const bool other = e15_point_float(&scene, &narrow);
    if (one) {
        lab_put(result, "kinetic_double", wide.kinetic_late_max_j);
        lab_put(result, "strain_rms_double", wide.strain_rms);
        lab_put(result, "strain_max_double", wide.strain_max);
        lab_put(result, "kinetic_rounding", rounding_energy(&scene, wide.particle_count));
    }
    if (other) {
        lab_put(result, "kinetic_float", narrow.kinetic_late_max_j);
        lab_put(result, "strain_rms_float", narrow.strain_rms);
        lab_put(result, "strain_max_float", narrow.strain_max);
    }
    if (one && other && wide.real_bytes == 8 && narrow.real_bytes == 4) {
        put_drift(&wide, &narrow, result);
    } else {
        const PrecisionRun *bad = one ? &narrow : &wide;
        const char *build = one ? "float" : "double";
        if (bad->diverged) {
            lab_diverged(result, "%s: %s", build, bad->message);
        } else {
            lab_failed(result, "%s of %d bytes: %s", build, (int)bad->real_bytes, bad->message);
        }
    }
    free(wide.position);
    free(narrow.position);
}

/* Verdicts. */

static double at(const LabData *data, const char *scene, const char *solver, const char *offset,
                 const char *variable) {
    const int64_t k = lab_find(data, "scene", scene, "solver", solver, "offset_m", offset, NULL);
    return k >= 0 && lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
}

static void judge_rest(const LabData *data, const char *scene, const char *id,
                       LabJudgement *judgement) {
    const double wide = at(data, scene, "avbd", "0", "kinetic_double");
    const double narrow = at(data, scene, "avbd", "0", "kinetic_float");
    const double far = at(data, scene, "avbd", "100", "kinetic_float");
    if (!isfinite(wide + narrow)) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, "", "needs %s, avbd and offset 0", scene);
        return;
    }
    lab_verdict(
        judgement, id, LAB_MEASURED, "",
        "%s, avbd: kinetic energy left %.1e J stored in double, %.1e J in float (%.1e J at "
        "100 m from the origin); rms strain %.4f %% against %.4f %%; the two end up to %.1e "
        "m apart",
        scene, wide, narrow, far, 100.0 * at(data, scene, "avbd", "0", "strain_rms_double"),
        100.0 * at(data, scene, "avbd", "0", "strain_rms_float"),
        at(data, scene, "avbd", "0", "drift_max"));
}

/* How float's leftover motion compares with what one float's rounding a substep amounts to. */
static void judge_rounding(const LabData *data, LabJudgement *judgement) {
    double most = NAN;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double rounding = lab_get(data, k, "kinetic_rounding");
        const double narrow = lab_get(data, k, "kinetic_float");
        /* Where double moves as well, it is not rounding that does it. */
        if (lab_ok(data, k) && lab_get(data, k, "kinetic_double") < 0.1 * rounding) {
            most = fmax(most, narrow / rounding);
        }
    }
    if (!isfinite(most)) {
        lab_verdict(judgement, "float_floor", LAB_NOT_JUDGED, "", "no scene rests in double");
        return;
    }
    lab_verdict(judgement, "float_floor", LAB_MEASURED, "one float a particle and substep",
                "where double rests, float keeps at most %.1f times the energy of particles that "
                "are each off by one float a substep",
                most);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_rounding(data, judgement);
    judge_rest(data, "chain", "float_chain", judgement);
    judge_rest(data, "corners", "float_corners", judgement);
    judge_rest(data, "edge", "float_edge", judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e15_precision",
        .question = "What does storing single precision cost in rest and residual?",
        .scene =
            "20 links of 0.05 m and 0.5 g hanging exactly vertically for 1,200 steps; a sheet "
            "of 32 x 32 particles 0.05 m apart of 0.5 g, hanging from two corners or one edge "
            "for 600; 60 Hz, 2 substeps of 4 iterations; each moved away from the origin. With "
            "--mesh the garment takes the sheet's place.",
        .answers = "Float is good enough where its strain is double's and its leftover motion is "
                   "out of sight; not where the motion grows with the distance from the origin "
                   "past what rounding alone explains.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .expects_divergence = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
