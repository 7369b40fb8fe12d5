/*
 * e44_rest_on_shapes: does a sheet let fall on a solid come to rest, and how deep, how still?
 *
 * Nothing holds the sheet but contacts and friction. Each lands twice: as shipped, where it may fall
 * asleep, and with CLOTH_NEVER_SLEEP, so that what sleep would hide is seen: creep.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/landing.h"
#include "scenes/settle.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"

#define SOLIDS "sphere,capsule,tapered,box,cylinder,floor"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("solid", "what the sheet falls on", SOLIDS, "sphere,floor", SOLIDS),
    KNOB_FABRIC(SOLVER_FABRICS, "silk,denim"),
    SOLVER_KNOB_CHOICE("sleep", "whether it may fall asleep", "may,never", NULL, "may,never"),
    SOLVER_KNOB_WHOLE("side", "particles along each side of the sheet", "13", NULL, 2, 200),
    KNOB_SPACING("0.08", NULL),
    SOLVER_KNOB_REAL("density", "kg m-2", "mass of an area", "0.2", NULL, 0, 1e3, true),
    SOLVER_KNOB_REAL("drop_m", "m", "height that it falls from", "0.1", NULL, 0, 1e3, false),
    SOLVER_KNOB_REAL("offset_m", "m", "of the sheet's middle from over the solid's, along x", "0",
                     NULL, 0, 1e3, false),
    SOLVER_KNOB_REAL("turn_rad", "rad", "of the sheet about the vertical", "0", NULL, 0, 10, false),
    SOLVER_KNOB_REAL("friction", "1", "of the solid; with the fabric's it makes the pair's", "0.5",
                     NULL, 0, CLOTH_FRICTION_MAX, false),
    SOLVER_KNOB_REAL("inflation_m", "m", "of solid and floor", "0", NULL, 0, 1e3, false),
    SOLVER_KNOB_WHOLE("substeps", "substeps of a step; 0: the fabric's", "0", NULL, 0,
                      CLOTH_SUBSTEPS_MAX),
    SOLVER_KNOB_WHOLE("iterations", "iterations of a substep; 0: the fabric's", "0", NULL, 0,
                      1000000),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_REAL("time_s", "s", "how long it is watched", "60", "20", 0, 1e6, true),
};

enum { PLACES = 625 };

static const LabDimension dimensions[] = {
    {.name = "place", .unit = "1", .long_name = "particle of the picture", .length = PLACES},
};

static const LabVariable variables[] = {
    {.name = "slept_step", .unit = "1", .long_name = "step after which it is asleep"},
    {.name = "still_step", .unit = "1", .long_name = "step after which it would be, if it might"},
    {.name = "asleep", .unit = "1", .long_name = "whether it is asleep at the end"},
    {.name = "depth_peak",
     .unit = "m",
     .long_name = "the most that a particle is nearer than kept"},
    {.name = "depth", .unit = "m", .long_name = "the same in the last 5 s"},
    {.name = "depth_share", .unit = "1", .long_name = "the same over the fabric's thickness"},
    {.name = "creep", .unit = "m", .long_name = "furthest from where a particle was when still"},
    {.name = "kinetic", .unit = "J", .long_name = "kinetic energy at the end"},
    {.name = "kinetic_late", .unit = "J", .long_name = "largest of the last 5 s"},
    {.name = "strain_peak", .unit = "1", .long_name = "largest strain of a stretch row"},
    {.name = "strain", .unit = "1", .long_name = "the same in the last 5 s"},
    {.name = "contacts", .unit = "1", .long_name = "contacts that press at the end"},
    {.name = "carried", .unit = "1", .long_name = "what they carry upwards over the weight"},
    {.name = "x", .unit = "m", .long_name = "of a particle at the end", .dimension = "place"},
    {.name = "y", .unit = "m", .long_name = "the same, upwards", .dimension = "place"},
    {.name = "z", .unit = "m", .long_name = "the same", .dimension = "place"},
};

static ClothShapeKind solid_of(const LabPoint *point) {
    static const char *const name[] = {"sphere", "capsule", "tapered", "box", "cylinder", "floor"};
    static const ClothShapeKind kind[] = {CLOTH_SPHERE, CLOTH_CAPSULE,  CLOTH_TAPERED_CAPSULE,
                                          CLOTH_BOX,    CLOTH_CYLINDER, CLOTH_HALF_SPACE};
    int k = 0;
    while (k < 5 && !lab_chose(point, "solid", name[k])) {
        k++;
    }
    return kind[k];
}

static LandingShape shape_of(const LabPoint *point) {
    LandingShape shape = landing_default(solid_of(point));
    const double spacing = lab_real(point, "spacing_m");
    shape.columns = shape.rows = (int32_t)lab_integer(point, "side");
    shape.spacing_m = spacing;
    shape.mass_kg = lab_real(point, "density") * spacing * spacing;
    shape.drop_m = lab_real(point, "drop_m");
    shape.offset_m[0] = lab_real(point, "offset_m");
    shape.turn_rad = lab_real(point, "turn_rad");
    shape.friction = lab_real(point, "friction");
    shape.inflation_m = lab_real(point, "inflation_m");
    return shape;
}

static ClothFabric fabric_of(const LabPoint *point) {
    ClothFabric fabric = solver_fabric(point, "fabric");
    const int32_t substeps = (int32_t)lab_integer(point, "substeps");
    const int32_t iterations = (int32_t)lab_integer(point, "iterations");
    fabric.substeps = substeps > 0 ? substeps : fabric.substeps;
    fabric.iterations = iterations > 0 ? iterations : fabric.iterations;
    return fabric;
}

static void put_picture(const Landing *landing, LabResult *result) {
    const int32_t n = landing->hung.graph.particle_count;
    double *position = malloc(3 * (size_t)n * sizeof *position);
    double axis[3][PLACES];
    if (position == NULL || n > PLACES) {
        free(position);
        return;
    }
    (void)cloth_world_positions(landing->hung.world, landing->hung.cloth, position, NULL);
    for (int k = 0; k < 3; k++) {
        for (int32_t i = 0; i < PLACES; i++) {
            axis[k][i] = i < n ? position[3 * i + k] : NAN;
        }
    }
    lab_put_array(result, "x", axis[0], PLACES);
    lab_put_array(result, "y", axis[1], PLACES);
    lab_put_array(result, "z", axis[2], PLACES);
    free(position);
}

static void put_rest(const Settle *settle, const Landing *landing, const HungWatch *watch,
                     double thickness_m, LabResult *result) {
    const ClothGraph *graph = &landing->hung.graph;
    double weight = 0.0;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        weight += 9.81 * graph->mass[i];
    }
    if (watch->slept_step > 0) {
        lab_put(result, "slept_step", (double)watch->slept_step);
    }
    if (settle->still_step > 0) {
        lab_put(result, "still_step", (double)settle->still_step);
        lab_put(result, "creep", settle->creep_m);
    }
    lab_put(result, "asleep", watch->condition.asleep ? 1.0 : 0.0);
    lab_put(result, "depth_peak", settle->depth_peak_m);
    lab_put(result, "depth", settle->depth_late_m);
    lab_put(result, "depth_share", settle->depth_late_m / thickness_m);
    lab_put(result, "kinetic", settle->last.kinetic_j);
    lab_put(result, "kinetic_late", settle->kinetic_late_j);
    lab_put(result, "strain_peak", settle->strain_peak);
    lab_put(result, "strain", settle->strain_late);
    lab_put(result, "contacts", settle->last.contacts);
    lab_put(result, "carried", settle->last.contact_force[1] / weight);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const double dt = lab_real(point, "step_s");
    const LandingShape shape = shape_of(point);
    const ClothFabric fabric = fabric_of(point);
    const double steps = ceil(lab_real(point, "time_s") / dt - 1e-9);
    const SettlePlan plan = {.step_s = dt,
                             .gravity_m_s2 = 9.81,
                             .steps = (int64_t)steps,
                             .late = (int64_t)fmin(steps, ceil(5.0 / dt))};
    HungWatch watch = hung_watch_start();
    Landing landing;
    Settle settle = {0};
    ClothError error = {0};
    ClothStatus status = landing_start(&shape, lab_mesh(point), &fabric, &landing, &error);
    if (status == CLOTH_OK && lab_chose(point, "sleep", "never")) {
        status = cloth_world_set_flags(landing.hung.world, landing.hung.cloth, CLOTH_NEVER_SLEEP,
                                       &error);
    }
    const ClothState *state = NULL;
    if (status == CLOTH_OK) {
        state = cloth_world_state(landing.hung.world, landing.hung.cloth);
        status = settle_start(state, &plan, &settle);
    }
    for (int64_t s = 0; status == CLOTH_OK && s < plan.steps; s++) {
        status = hung_step(&landing.hung, dt, &watch, &error);
        settle_see(&settle, state);
    }
    if (status == CLOTH_OK) {
        put_rest(&settle, &landing, &watch, fabric.thickness_m, result);
    }
    if (status == CLOTH_OK && lab_mesh(point) == NULL && lab_chose(point, "sleep", "may") &&
        (lab_chose(point, "fabric", "silk") || lab_chose(point, "fabric", "leather"))) {
        put_picture(&landing, result);
    }
    solver_refusal(result, status, &error);
    settle_free(&settle);
    landing_free(&landing);
}

/* The verdict. */

/* What the landings of one arm come to. */
typedef struct Rest {
    int count;
    int asleep;
    double first_step;
    double last_step;
    double depth_share; /* the largest of each */
    double depth_m;
    double kinetic_j;
    double kinetic_late_j;
    double creep_m;
    int still;
    double strain;
    double carried_off; /* of the weight, by how much the contacts' force is not it */
} Rest;

static Rest rest_of(const LabData *data, const char *sleep, const char *solid) {
    Rest rest = {.first_step = INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "sleep", sleep) ||
            (solid != NULL && !lab_chose(point, "solid", solid))) {
            continue;
        }
        const double slept = lab_ok(data, k) ? lab_get(data, k, "slept_step") : NAN;
        const double still = lab_ok(data, k) ? lab_get(data, k, "still_step") : NAN;
        rest.count++;
        rest.asleep += lab_get(data, k, "asleep") > 0.0;
        rest.first_step = slept < rest.first_step ? slept : rest.first_step;
        rest.last_step = slept > rest.last_step ? slept : rest.last_step;
        raise_to(&rest.depth_share, lab_get(data, k, "depth_share"));
        raise_to(&rest.depth_m, lab_get(data, k, "depth"));
        raise_to(&rest.kinetic_j, lab_get(data, k, "kinetic"));
        raise_to(&rest.kinetic_late_j, lab_get(data, k, "kinetic_late"));
        raise_to(&rest.strain, lab_get(data, k, "strain"));
        raise_to(&rest.carried_off, fabs(lab_get(data, k, "carried") - 1.0));
        if (still > 0.0) {
            rest.still++;
            raise_to(&rest.creep_m, lab_get(data, k, "creep"));
        }
    }
    return rest;
}

static void judge(const LabData *data, LabJudgement *judgement) {
    const Rest may = rest_of(data, "may", NULL);
    const Rest never = rest_of(data, "never", NULL);
    if (may.count == 0 || never.count == 0) {
        lab_verdict(judgement, "rest_on_shapes", LAB_NOT_JUDGED, "", "needs both arms of sleep");
        return;
    }
    lab_verdict(
        judgement, "rest_on_shapes",
        may.asleep == may.count && isfinite(may.depth_m) ? LAB_MEASURED : LAB_DIFFERS,
        "a sheet at rest on each shape, asleep",
        "%d of %d landings are asleep at the end, after %.0f to %.0f steps, at %.2g J, at "
        "most %.2g mm nearer than they are kept, which is %.2g of the thickness; once asleep "
        "nothing moves%s",
        may.asleep, may.count, may.first_step, may.last_step, may.kinetic_j, 1e3 * may.depth_m,
        may.depth_share,
        may.asleep == may.count
            ? ""
            : ". What decides it: what is left of its motion, a flap that swings or a particle "
              "whose rows push, is more than a two-thousandth of its reach (e50)");
    lab_verdict(judgement, "creep_awake", LAB_MEASURED, "",
                "kept awake, %d of %d come to be still; from there to the end no particle of them "
                "is further off than %.3g mm; at the end %.2g J at most, over all",
                never.still, never.count, 1e3 * never.creep_m, never.kinetic_late_j);
    lab_verdict(judgement, "rest_strain", LAB_MEASURED, "",
                "at rest a row is stretched by %.3g at most; contacts carry the weight to %.2g",
                may.strain, may.carried_off);
    const Rest sphere = rest_of(data, "may", "sphere");
    if (sphere.count > 0) {
        lab_verdict(judgement, "sheet_on_sphere",
                    sphere.asleep == sphere.count ? LAB_REPRODUCED : LAB_DIFFERS,
                    "a free sheet draped on a sphere comes to rest (of C78)",
                    "%d of %d fabrics are asleep on the sphere, after %.0f to %.0f steps%s",
                    sphere.asleep, sphere.count, sphere.first_step, sphere.last_step,
                    sphere.asleep == sphere.count ? "" : ". What decides it: the sweeps a step");
    }
}

static bool check_mesh(const LabMesh *mesh, char *text, size_t size) {
    LabMesh free_mesh = *mesh;
    free_mesh.hold = mesh->hold != NULL ? mesh->hold : "none";
    return scene_check_mesh(&free_mesh, text, size);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e44_rest_on_shapes",
        .question =
            "Does a sheet let fall on a solid come to rest, and how deep does it lie, how still?",
        .scene =
            "A sheet of 13 x 13 particles 0.08 m apart, 0.2 kg/m^2, falls 0.1 m onto a sphere of "
            "0.2 m, a lying capsule, a lying tapered capsule, a box, an upright cylinder, 0.4 m "
            "above a floor, or onto the floor; friction 0.5 with each library fabric's; 60 Hz, "
            "60 s. With --mesh, a garment, held by nothing unless --hold says so.",
        .answers = "Yes when every landing is asleep at 60 s with its particles a fraction of the "
                   "thickness nearer than they are kept; and, kept awake, nothing creeps away.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = check_mesh,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
