/*
 * e50_rest_arms: what decides whether a sheet on a solid is still, and how deep it lies?
 *
 * Landings as those of e44, as bare states, so that solver and band can be exchanged: whether they are
 * still is asked as a world asks before it puts a cloth to sleep. Each arm changes one thing. Which
 * sheet squirms is a matter of chance, so that each arm lands many, turned by some angle.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/landing.h"
#include "scenes/settle.h"
#include "solver_knobs.h"

#define ARMS                                                                                       \
    "own,sweeps_1x1,sweeps_1x2,sweeps_2x4,sweeps_2x8,sweeps_4x2,fine,coarse,light,heavy,thin,"     \
    "thick,inflated,slippery,rough,frictionless,high,band_2,band_4,band_16,vbd,xpbd"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "the one thing that is other than e44's", ARMS,
                       "own,sweeps_2x4,frictionless,vbd", ARMS),
    SOLVER_KNOB_CHOICE("solid", "what the sheet falls on", "tapered,box", "box",
                       "sphere,tapered,box,cylinder"),
    KNOB_FABRIC("silk,leather", "leather"),
    SOLVER_KNOB_REAL("turn_rad", "rad", "of the sheet about the vertical", "0.1,0.4", "0.1", 0, 10,
                     false),
    SOLVER_KNOB_WHOLE("side", "particles along each side of the sheet", "13", NULL, 2, 200),
    KNOB_SPACING("0.08", NULL),
    SOLVER_KNOB_REAL("drop_m", "m", "height that it falls from", "0.1", NULL, 0, 1e3, false),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_STEPS("1200", "600"),
};

static const LabVariable variables[] = {
    {.name = "still_step", .unit = "1", .long_name = "step after which it is still"},
    {.name = "creep", .unit = "m", .long_name = "furthest from where a particle was when still"},
    {.name = "kinetic_late", .unit = "J", .long_name = "largest kinetic energy of the last 5 s"},
    {.name = "depth", .unit = "m", .long_name = "most that it is nearer than kept, likewise"},
    {.name = "depth_share", .unit = "1", .long_name = "the same over the thickness"},
    {.name = "strain", .unit = "1", .long_name = "largest strain of a stretch row, likewise"},
    {.name = "on_solid", .unit = "1", .long_name = "contacts that press on the solid at the end"},
    {.name = "contacts", .unit = "1", .long_name = "contacts that press at the end"},
};

/* What one arm changes, said of the baseline. */
static void change(const char *arm, LandingShape *shape, ClothFabric *fabric, ClothStep *step) {
    int substeps;
    int iterations;
    double band;
    if (sscanf(arm, "sweeps_%dx%d", &substeps, &iterations) == 2) {
        step->substeps = substeps;
        step->iterations = iterations;
    } else if (sscanf(arm, "band_%lf", &band) == 1) {
        step->constants.contact_min = step->constants.contact_max = band;
    } else if (strcmp(arm, "fine") == 0 || strcmp(arm, "coarse") == 0) {
        const double ratio = strcmp(arm, "fine") == 0 ? 0.5 : 2.0;
        shape->columns = shape->rows = (int32_t)((shape->columns - 1) / ratio) + 1;
        shape->spacing_m *= ratio;
        shape->mass_kg *= ratio * ratio;
    } else if (strcmp(arm, "light") == 0 || strcmp(arm, "heavy") == 0) {
        shape->mass_kg *= strcmp(arm, "light") == 0 ? 0.1 : 10.0;
    } else if (strcmp(arm, "thin") == 0 || strcmp(arm, "thick") == 0) {
        fabric->thickness_m *= strcmp(arm, "thin") == 0 ? 0.25 : 4.0;
    } else if (strcmp(arm, "inflated") == 0) {
        shape->inflation_m = 0.02;
    } else if (strcmp(arm, "slippery") == 0 || strcmp(arm, "frictionless") == 0) {
        shape->friction = strcmp(arm, "slippery") == 0 ? 0.05 : 0.0;
    } else if (strcmp(arm, "rough") == 0) {
        fabric->friction = shape->friction = 1.0;
    } else if (strcmp(arm, "high") == 0) {
        shape->drop_m = 0.5;
    } else if (strcmp(arm, "vbd") == 0) {
        step->solver = CLOTH_VBD;
    } else if (strcmp(arm, "xpbd") == 0) {
        step->solver = CLOTH_XPBD;
    }
}

static const char *arm_of(const LabPoint *point) {
    return lab_choice(point, "arm");
}

static ClothShapeKind solid_of(const LabPoint *point) {
    return lab_chose(point, "solid", "box")        ? CLOTH_BOX
           : lab_chose(point, "solid", "tapered")  ? CLOTH_TAPERED_CAPSULE
           : lab_chose(point, "solid", "cylinder") ? CLOTH_CYLINDER
                                                   : CLOTH_SPHERE;
}

static void put_rest(const Settle *settle, const ClothState *state, double thickness_m,
                     LabResult *result) {
    enum { ROOM = 4096 };
    static ClothContact contact[ROOM];
    int on_solid = 0;
    const int32_t count = cloth_contacts(state, contact, ROOM);
    for (int32_t k = 0; k < count && k < ROOM; k++) {
        on_solid += contact[k].handle == 1;
    }
    if (settle->still_step > 0) {
        lab_put(result, "still_step", (double)settle->still_step);
        lab_put(result, "creep", settle->creep_m);
    }
    lab_put(result, "kinetic_late", settle->kinetic_late_j);
    lab_put(result, "depth", settle->depth_late_m);
    lab_put(result, "depth_share", settle->depth_late_m / thickness_m);
    lab_put(result, "strain", settle->strain_late);
    lab_put(result, "on_solid", on_solid);
    lab_put(result, "contacts", settle->last.contacts);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const int64_t steps = lab_integer(point, "steps");
    const double spacing = lab_real(point, "spacing_m");
    LandingShape shape = landing_default(solid_of(point));
    ClothFabric fabric = solver_fabric(point, "fabric");
    ClothStep step = cloth_fabric_step(&fabric);
    shape.columns = shape.rows = (int32_t)lab_integer(point, "side");
    shape.spacing_m = spacing;
    shape.mass_kg = 0.2 * spacing * spacing;
    shape.turn_rad = lab_real(point, "turn_rad");
    shape.drop_m = lab_real(point, "drop_m");
    step.step_s = lab_real(point, "step_s");
    change(arm_of(point), &shape, &fabric, &step);
    const SettlePlan plan = {.step_s = step.step_s,
                             .gravity_m_s2 = 9.81,
                             .steps = steps,
                             .late = steps < 300 ? steps : 300};
    Scene scene;
    Settle settle = {0};
    ClothError error = {0};
    ClothStatus status = landing_scene(&shape, &fabric, &scene, &error);
    if (status == CLOTH_OK) {
        status = settle_start(scene.state, &plan, &settle);
    }
    for (int64_t s = 0; status == CLOTH_OK && s < steps; s++) {
        status = cloth_step(scene.state, &step, NULL, &error);
        settle_see(&settle, scene.state);
    }
    if (status == CLOTH_OK) {
        put_rest(&settle, scene.state, fabric.thickness_m, result);
    }
    solver_refusal(result, status, &error);
    settle_free(&settle);
    scene_free(&scene);
}

/* The verdict. */

typedef struct Arm {
    int count;
    int still;
    int gone; /* nothing presses on the solid at the end */
    double last_step;
    double creep_m;
    double depth_m;
    double kinetic_j;
} Arm;

static Arm find_arm(const LabData *data, const char *name) {
    Arm arm = {0};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (!lab_chose(lab_point(data, k), "arm", name)) {
            continue;
        }
        const double still = lab_ok(data, k) ? lab_get(data, k, "still_step") : NAN;
        arm.count++;
        arm.gone += lab_get(data, k, "on_solid") < 1.0;
        raise_to(&arm.depth_m, lab_get(data, k, "depth"));
        raise_to(&arm.kinetic_j, lab_get(data, k, "kinetic_late"));
        if (still > 0.0) {
            arm.still++;
            raise_to(&arm.last_step, still);
            raise_to(&arm.creep_m, lab_get(data, k, "creep"));
        }
    }
    return arm;
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char *const names[] = {
        "own",    "sweeps_1x1", "sweeps_1x2", "sweeps_2x4", "sweeps_2x8", "sweeps_4x2", "fine",
        "coarse", "light",      "heavy",      "thin",       "thick",      "inflated",   "slippery",
        "rough",  "high",       "band_2",     "band_4",     "band_16",    "vbd",        "xpbd"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const Arm arm = find_arm(data, names[k]);
        char id[48];
        (void)snprintf(id, sizeof id, "rest_%s", names[k]);
        if (arm.count > 0) {
            lab_verdict(judgement, id, LAB_MEASURED, "",
                        "%d of %d are still, the last after %.0f steps; creep %.2g mm, depth %.2g "
                        "mm, late %.2g J at most",
                        arm.still, arm.count, arm.last_step, 1e3 * arm.creep_m, 1e3 * arm.depth_m,
                        arm.kinetic_j);
        }
    }
    const Arm none = find_arm(data, "frictionless");
    if (none.count > 0) {
        lab_verdict(judgement, "rest_frictionless", LAB_MEASURED, "",
                    "without friction %d of %d have left the solid at the end, and %d are still",
                    none.gone, none.count, none.still);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e50_rest_arms",
        .question = "What decides whether a sheet on a solid is still, and how deep it lies?",
        .scene =
            "e44's sheets of silk and leather, 13 x 13 particles 0.08 m apart, turned by two "
            "angles, on the tapered capsule, where corners touch the floor, and the box; 20 s. "
            "Arms: sweeps (substeps x iterations), half and twice the spacing at one size, a "
            "tenth and ten times the mass, a quarter and four times the thickness, 2 cm of "
            "inflation, friction of solids 0.05, 0, and 1 with the fabric's 1, a drop of 0.5 m, "
            "the contact band over m/h^2, other methods.",
        .answers = "The more of an arm's sheets are still, the better; what changes the count, the "
                   "creep or the depth decides.",
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
