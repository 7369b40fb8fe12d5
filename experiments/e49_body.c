/*
 * e49_body: what a cape does on somebody who runs.
 *
 * A cape hangs from the shoulders of a body of sixteen solids that stands, walks, sprints, slides and
 * turns. Solids move every frame, the cape's frame moves with the body, and the holder with the
 * chest. Beside the figures of that stand the exact statements: solids that ride along with a frame
 * are not swept through the cloth, whatever the speed and however far the world's origin is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "e49_rides.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "scenes/extreme.h"
#include "scenes/sheet.h"
#include "scenes/worn.h"
#include "solver_knobs.h"
#include "step/instruments.h"
#include "world/world.h"

/* One factor at a time, from the fabric's own budget and inertia at 60 frames a second. */
#define ARMS                                                                                       \
    "own,hz_30,hz_120,sweeps_2x4,sweeps_4x4,fine,contact_8,contact_16,contact_32,contact_64,"      \
    "unswept,untraced,end_poses,backstops,nothing,inertia_0,inertia_0.5,inertia_1"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("gait", "how the body moves", "stand,walk,sprint,slide,turn", "stand,sprint",
                       "stand,walk,sprint,slide,turn"),
    KNOB_FABRIC("silk,cotton,denim,leather", "silk"),
    SOLVER_KNOB_CHOICE("arm", "what is other than own", ARMS, "own,hz_30,inertia_0,inertia_1",
                       ARMS),
    SOLVER_KNOB_CHOICE("arms_of", "the fabric that is put through arms other than frame rates",
                       "silk", NULL, SOLVER_FABRICS),
    SOLVER_KNOB_WHOLE("columns", "particles of the cape from shoulder to shoulder", "17", NULL, 2,
                      200),
    SOLVER_KNOB_WHOLE("rows", "particles of the cape from shoulder to hem", "23", NULL, 2, 200),
    SOLVER_KNOB_REAL("length_m", "m", "length of the cape", "1.1", NULL, 0, 10, true),
    SOLVER_KNOB_REAL("hem_m", "m", "width of its hem", "1.05", NULL, 0, 10, true),
    SOLVER_KNOB_REAL("density", "kg m-2", "mass of an area", "0.2", NULL, 0, 1e3, true),
    SOLVER_KNOB_CHOICE("ground", "whether there is ground under it", "no", NULL, "no,yes"),
    SOLVER_KNOB_REAL("rest_s", "s", "how long it may take to fall asleep", "20", "4", 0, 1e4,
                     false),
};

/* Pictures are taken at these times after the body has set off [s]: standing, setting off, half a
 * stride, braking. */
static const double shots[] = {-0.02, 0.55, 0.95, 2.0, 2.12, 2.24, 2.36, 4.4};
enum { SHOTS = sizeof shots / sizeof shots[0], CAPE = 17 * 23, PLACES = SHOTS * CAPE };
enum { SOLIDS = SHOTS * BODY_BONES, SOLID = 8, NUMBERS = SOLIDS * SOLID };

static const LabDimension dimensions[] = {
    {.name = "place",
     .unit = "1",
     .long_name = "particle of the cape, picture by picture",
     .length = PLACES},
    {.name = "number",
     .unit = "1",
     .long_name = "of a solid: two ends, x y z each, and their radii; solid by solid, picture by "
                  "picture",
     .length = NUMBERS},
};

static const LabVariable variables[] = {
    {.name = "depth", .unit = "m", .long_name = "deepest particle below the surface of a solid"},
    {.name = "lack",
     .unit = "m",
     .long_name = "furthest that one is nearer to it than the fabric is thick"},
    {.name = "inside", .unit = "1", .long_name = "share of particles and steps below a surface"},
    {.name = "inside_steps", .unit = "1", .long_name = "share of steps with a particle there"},
    {.name = "deepest_bone",
     .unit = "1",
     .long_name = "the solid of depth, as scenes/body.h counts"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "fastest particle, seen from the body"},
    {.name = "speed_share", .unit = "1", .long_name = "fastest over the limit on speeds"},
    {.name = "shake", .unit = "m s-2", .long_name = "root mean square of accelerations"},
    {.name = "strain_peak", .unit = "1", .long_name = "largest strain of a stretch row"},
    {.name = "reach_peak",
     .unit = "1",
     .long_name = "largest distance from a hold over the way along the cloth"},
    {.name = "pressing", .unit = "1", .long_name = "contacts that press, a step"},
    {.name = "pressing_most", .unit = "1", .long_name = "the most in one step"},
    {.name = "slip_peak", .unit = "m s-1", .long_name = "fastest slip of a pressing particle"},
    {.name = "normal_peak", .unit = "N", .long_name = "largest force of one contact"},
    {.name = "crowded", .unit = "1", .long_name = "particles with more solids near than slots"},
    {.name = "crowded_most", .unit = "1", .long_name = "the most in one step"},
    {.name = "met_most", .unit = "1", .long_name = "solids met in one step"},
    {.name = "rescues", .unit = "1", .long_name = "particles rescued"},
    {.name = "teleports", .unit = "1", .long_name = "jumps that were seen"},
    {.name = "particles", .unit = "1", .long_name = "of the cloth"},
    {.name = "slept_s", .unit = "s", .long_name = "asleep so long after the body stood still"},
    {.name = "rest_slip", .unit = "m s-1", .long_name = "fastest slip in its last second awake"},
    {.name = "rest_depth", .unit = "m", .long_name = "deepest when it is asleep"},
    {.name = "ride_bytes",
     .unit = "1",
     .long_name = "inertia 0, 7.5 m/s: bytes unlike those of the same on the spot after 240 steps"},
    {.name = "ride_bytes_far", .unit = "1", .long_name = "the same, a kilometre from the origin"},
    {.name = "ride_9", .unit = "m", .long_name = "inertia 0, 9 m/s: apart from it after 120 steps"},
    {.name = "ride_9_far", .unit = "m", .long_name = "the same, a kilometre from the origin"},
    {.name = "felt_1",
     .unit = "m",
     .long_name = "inertia 1, 9 m/s: apart from holder and solids going without the frame, 1 step"},
    {.name = "felt_60", .unit = "m", .long_name = "the same after 60 steps"},
    {.name = "swept_depth",
     .unit = "m",
     .long_name = "inertia 0, 9 m/s, solids not seen from where the frame was: deepest"},
    {.name = "kept_60",
     .unit = "m",
     .long_name = "felt_60 when solids are not taken back with the particles"},
    {.name = "x", .unit = "m", .long_name = "to the left of the body", .dimension = "place"},
    {.name = "y", .unit = "m", .long_name = "over the ground", .dimension = "place"},
    {.name = "z", .unit = "m", .long_name = "ahead of the body", .dimension = "place"},
    {.name = "solid", .unit = "m", .long_name = "the body's solids", .dimension = "number"},
};

static bool is_arm(const LabPoint *point, const char *arm) {
    return lab_chose(point, "arm", arm);
}

static BodyGait gait_of(const LabPoint *point) {
    for (int k = 0; k < BODY_GAITS; k++) {
        if (lab_chose(point, "gait", body_gait_text((BodyGait)k))) {
            return (BodyGait)k;
        }
    }
    return BODY_STAND;
}

/* What follows the word in an arm that begins with it, or NULL. */
static const char *arm_after(const LabPoint *point, const char *word) {
    const char *arm = lab_choice(point, "arm");
    const size_t length = strlen(word);
    return strncmp(arm, word, length) == 0 ? arm + length : NULL;
}

/* Sets what the arm changes in a fabric. */
static void change_fabric(const LabPoint *point, ClothFabric *fabric) {
    const char *inertia = arm_after(point, "inertia_");
    const char *sweeps = arm_after(point, "sweeps_");
    if (inertia != NULL) {
        fabric->inertia = strtod(inertia, NULL);
    }
    if (sweeps != NULL) {
        fabric->substeps = sweeps[0] - '0';
        fabric->iterations = sweeps[2] - '0';
    }
}

static WornShape shape_of(const LabPoint *point) {
    WornShape shape = worn_default();
    const bool fine = is_arm(point, "fine");
    shape.fabric = solver_fabric(point, "fabric");
    change_fabric(point, &shape.fabric);
    shape.columns = (int32_t)lab_integer(point, "columns") * (fine ? 2 : 1) - fine;
    shape.rows = (int32_t)lab_integer(point, "rows") * (fine ? 2 : 1) - fine;
    shape.length_m = lab_real(point, "length_m");
    shape.hem_m = lab_real(point, "hem_m");
    shape.density_kg_m2 = lab_real(point, "density");
    shape.mesh = lab_mesh(point);
    shape.gait = gait_of(point);
    shape.step_s = 1.0 / (is_arm(point, "hz_30") ? 30.0 : is_arm(point, "hz_120") ? 120.0 : 60.0);
    shape.guard = is_arm(point, "backstops") ? WORN_BACKSTOPS
                  : is_arm(point, "nothing") ? WORN_NOTHING
                                             : WORN_COLLIDERS;
    shape.ground = lab_chose(point, "ground", "yes");
    if (arm_after(point, "contact_") != NULL) {
        shape.contact_band = strtod(arm_after(point, "contact_"), NULL);
    }
    shape.step_ablate = is_arm(point, "unswept")     ? CLOTH_WITHOUT_SWEPT_SET
                        : is_arm(point, "untraced")  ? CLOTH_WITHOUT_TRACE
                        : is_arm(point, "end_poses") ? CLOTH_WITH_END_POSES
                                                     : 0;
    return shape;
}

/* The pictures of one run. */
typedef struct Album {
    double x[PLACES];
    double y[PLACES];
    double z[PLACES];
    double solid[NUMBERS];
} Album;

/* The two ends of a solid's axis, and their radii. */
static void take_solid(const BodyPose *body, int bone, double out[SOLID]) {
    const ClothShape shape = body_shape((BodyBone)bone);
    const bool tapered = shape.kind == CLOTH_TAPERED_CAPSULE;
    const double half = shape.size_m[tapered ? 2 : 1];
    for (int end = 0; end < 2; end++) {
        const double at[3] = {0.0, end == 0 ? -half : half, 0.0};
        quat_rotate(body->bone[bone].rotation, at, &out[3 * end]);
        vec3_add_scaled(&out[3 * end], body->bone[bone].position, 1.0);
        out[6 + end] = shape.size_m[tapered ? end : 0];
    }
}

static void take_picture(const Worn *worn, int shot, Album *album) {
    for (int32_t i = 0; i < CAPE; i++) {
        album->x[shot * CAPE + i] = worn->trail[0][3 * i];
        album->y[shot * CAPE + i] = worn->trail[0][3 * i + 1];
        album->z[shot * CAPE + i] = worn->trail[0][3 * i + 2];
    }
    for (int k = 0; k < BODY_BONES; k++) {
        take_solid(&worn->at, k, &album->solid[SOLID * (shot * BODY_BONES + k)]);
    }
}

static void put_seen(LabResult *result, const Worn *worn) {
    const WornSeen *seen = &worn->seen;
    lab_put(result, "depth", seen->depth_m);
    lab_put(result, "lack", seen->lack_m);
    lab_put(result, "inside", seen->inside_share);
    lab_put(result, "inside_steps", seen->inside_steps);
    lab_put(result, "deepest_bone", seen->deepest_bone);
    lab_put(result, "speed_peak", seen->speed_m_s);
    lab_put(result, "speed_share", seen->speed_share);
    lab_put(result, "shake", seen->shake_m_s2);
    lab_put(result, "strain_peak", seen->strain);
    lab_put(result, "reach_peak", seen->reach);
    lab_put(result, "pressing", seen->contacts_mean);
    lab_put(result, "pressing_most", seen->contacts_most);
    lab_put(result, "slip_peak", seen->slip_m_s);
    lab_put(result, "normal_peak", seen->normal_n);
    lab_put(result, "crowded", seen->crowded_mean);
    lab_put(result, "crowded_most", seen->crowded_most);
    lab_put(result, "met_most", seen->colliders_most);
    lab_put(result, "rescues", (double)seen->rescues);
    lab_put(result, "teleports", (double)seen->teleports);
    lab_put(result, "particles", worn->hung.graph.particle_count);
}

/* Until it sleeps; what it did in its last second awake. */
static ClothStatus run_rest(const LabPoint *point, Worn *worn, LabResult *result,
                            ClothError *error) {
    const double from = worn_time_s(worn);
    const double until = from + lab_real(point, "rest_s");
    const int64_t second = (int64_t)(1.0 / worn->shape.step_s);
    ClothStatus status = CLOTH_OK;
    while (status == CLOTH_OK && worn_time_s(worn) < until && !worn->watch.condition.asleep) {
        if (worn->seen.steps >= second) {
            worn_forget(worn);
        }
        status = worn_step(worn, error);
    }
    if (status == CLOTH_OK && worn->watch.condition.asleep) {
        lab_put(result, "slept_s", worn_time_s(worn) - from);
        lab_put(result, "rest_slip", worn->seen.slip_m_s);
        worn_forget(worn);
        status = worn_step(worn, error);
        lab_put(result, "rest_depth", worn->seen.depth_m);
    }
    return status;
}

static ClothStatus run_gait(const LabPoint *point, const WornShape *shape, Album *album,
                            LabResult *result, ClothError *error) {
    Worn worn;
    ClothStatus status = worn_start(shape, &worn, error);
    for (int k = 0; album != NULL && status == CLOTH_OK && k < SHOTS; k++) {
        status = worn_until(&worn, BODY_STANDS_S + shots[k], error);
        if (status == CLOTH_OK) {
            take_picture(&worn, k, album);
        }
        if (k == 0) {
            worn_forget(&worn);
        }
    }
    if (album == NULL && status == CLOTH_OK) {
        status = worn_until(&worn, BODY_STANDS_S, error);
        worn_forget(&worn);
    }
    if (status == CLOTH_OK) {
        const double still_s = shape->gait == BODY_STAND ? 1.0 : 0.0;
        status = worn_until(&worn, body_rests_at_s(shape->gait) + still_s, error);
        put_seen(result, &worn);
    }
    if (status == CLOTH_OK && (is_arm(point, "own") || arm_after(point, "contact_") != NULL)) {
        status = run_rest(point, &worn, result, error);
    }
    worn_free(&worn);
    return status;
}

/* Frame rates are for whoever moves; other arms for one fabric, and for the two gaits that ask most of
 * it; what rides along is looked at while the body stands. */
static bool is_left_out(const LabPoint *point) {
    const bool stands = lab_chose(point, "gait", "stand");
    const bool asked = lab_chose(point, "gait", "sprint") || lab_chose(point, "gait", "turn") ||
                       is_arm(point, "inertia_0") || is_arm(point, "inertia_1");
    if (is_arm(point, "hz_30") || is_arm(point, "hz_120")) {
        return stands;
    }
    return !is_arm(point, "own") &&
           !(asked && lab_chose(point, "fabric", lab_choice(point, "arms_of")));
}

static void run_point(const LabPoint *point, LabResult *result) {
    if (is_left_out(point)) {
        return;
    }
    const WornShape shape = shape_of(point);
    const bool pictured = shape.mesh == NULL && shape.gait == BODY_SPRINT && is_arm(point, "own") &&
                          lab_chose(point, "fabric", "silk") &&
                          shape.columns * shape.rows == CAPE && shape.columns == 17;
    Album *album = pictured ? malloc(sizeof *album) : NULL;
    ClothError error = {0};
    ClothStatus status = run_gait(point, &shape, album, result, &error);
    if (status == CLOTH_OK && shape.gait == BODY_STAND && shape.fabric.inertia == 0.0) {
        status = rides_unfelt(&shape, result, &error);
    }
    if (status == CLOTH_OK && shape.gait == BODY_STAND && is_arm(point, "inertia_1")) {
        status = rides_felt(&shape, result, &error);
    }
    if (album != NULL && status == CLOTH_OK) {
        lab_put_array(result, "x", album->x, PLACES);
        lab_put_array(result, "y", album->y, PLACES);
        lab_put_array(result, "z", album->z, PLACES);
        lab_put_array(result, "solid", album->solid, NUMBERS);
    }
    free(album);
    solver_refusal(result, status, &error);
}

/* The verdict. */

/* The worst of the points that a word of an axis keeps, of those that were run. */
typedef struct Worst {
    int points;
    double depth;
    double inside;
    double speed;
    double share;
    double strain;
    double rescues;
    double slept;
    int awake;
} Worst;

static void take(const LabData *data, int64_t k, Worst *worst) {
    worst->points++;
    raise_to(&worst->depth, lab_get(data, k, "depth"));
    raise_to(&worst->inside, lab_get(data, k, "inside"));
    raise_to(&worst->speed, lab_get(data, k, "speed_peak"));
    raise_to(&worst->share, lab_get(data, k, "speed_share"));
    raise_to(&worst->strain, lab_get(data, k, "strain_peak"));
    worst->rescues += lab_get(data, k, "rescues");
    const double slept = lab_get(data, k, "slept_s");
    worst->slept = slept > worst->slept ? slept : worst->slept;
    worst->awake += isnan(slept);
}

static Worst worst_of(const LabData *data, const char *gait, const char *arm) {
    Worst worst = {0};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!is_left_out(point) && lab_chose(point, "gait", gait) && is_arm(point, arm)) {
            take(data, k, &worst);
        }
    }
    return worst;
}

static void judge_gaits(const LabData *data, LabJudgement *judgement) {
    static const char *const gaits[] = {"stand", "walk", "sprint", "slide", "turn"};
    for (size_t g = 0; g < sizeof gaits / sizeof gaits[0]; g++) {
        const Worst own = worst_of(data, gaits[g], "own");
        if (own.points > 0) {
            lab_verdict(judgement, gaits[g],
                        own.depth >= 0.0 && own.share <= 1.0 ? LAB_MEASURED : LAB_FAILED, "",
                        "%d fabrics at 60 Hz and their own budget: deepest particle %.1f mm below "
                        "a surface, %.2g %% of particles and steps there, fastest %.3g m/s, at "
                        "most %.2f of the limit, strain %.2f, %g rescued; %d asleep at last, after "
                        "%.3g s at most",
                        own.points, 1e3 * own.depth, 100.0 * own.inside, own.speed, own.share,
                        own.strain, own.rescues, own.points - own.awake, own.slept);
        }
    }
}

static void judge_arms(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"hz_30",     "hz_120",    "sweeps_2x4",  "sweeps_4x4",
                                       "fine",      "unswept",   "untraced",    "end_poses",
                                       "backstops", "inertia_0", "inertia_0.5", "nothing"};
    for (size_t a = 0; a < sizeof arms / sizeof arms[0]; a++) {
        const Worst sprint = worst_of(data, "sprint", arms[a]);
        const Worst turn = worst_of(data, "turn", arms[a]);
        if (sprint.points > 0 && turn.points > 0) {
            lab_verdict(judgement, arms[a], LAB_MEASURED, "",
                        "%d fabrics: sprint %.1f mm deep, strain %.2f, %g rescued; turn %.1f mm, "
                        "%.2f, %g",
                        sprint.points, 1e3 * sprint.depth, sprint.strain, sprint.rescues,
                        1e3 * turn.depth, turn.strain, turn.rescues);
        }
    }
}

static void judge_slots(const LabData *data, LabJudgement *judgement) {
    double mean = 0.0;
    double most = 0.0;
    double particles = 0.0;
    double pressing = 0.0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (is_arm(lab_point(data, k), "own")) {
            raise_to(&mean, lab_get(data, k, "crowded"));
            raise_to(&most, lab_get(data, k, "crowded_most"));
            raise_to(&particles, lab_get(data, k, "particles"));
            raise_to(&pressing, lab_get(data, k, "pressing_most"));
        }
    }
    lab_verdict(judgement, "body_slots", LAB_MEASURED, "",
                "of %g particles up to %g, %.3g on the average, have more solids in reach than "
                "slots in the gait where most do; at most %g contacts press at once",
                particles, most, mean, pressing);
}

/* What a stiffer penalty of contacts is worth where bodies push cloth about. */
static void judge_contact_band(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"contact_8", "contact_16", "contact_32", "contact_64"};
    Worst sprint[4];
    Worst turn[4];
    for (int k = 0; k < 4; k++) {
        sprint[k] = worst_of(data, "sprint", arms[k]);
        turn[k] = worst_of(data, "turn", arms[k]);
        if (sprint[k].points == 0 || turn[k].points == 0) {
            return;
        }
    }
    lab_verdict(judgement, "contact_band", LAB_MEASURED, "",
                "contacts at 8, 16, 32 and 64 m/h^2: a turn presses silk %.1f, %.1f, %.1f and %.1f "
                "mm below a surface, a sprint %.1f, %.1f, %.1f and %.1f; it is asleep %.3g, %.3g, "
                "%.3g and %.3g s after the turn (0: not within rest_s), at most %.2f, %.2f, %.2f "
                "and %.2f of the limit on speeds",
                1e3 * turn[0].depth, 1e3 * turn[1].depth, 1e3 * turn[2].depth, 1e3 * turn[3].depth,
                1e3 * sprint[0].depth, 1e3 * sprint[1].depth, 1e3 * sprint[2].depth,
                1e3 * sprint[3].depth, turn[0].slept, turn[1].slept, turn[2].slept, turn[3].slept,
                turn[0].share, turn[1].share, turn[2].share, turn[3].share);
}

static void judge_rides(const LabData *data, LabJudgement *judgement) {
    for (int64_t k = 0; k < lab_count(data); k++) {
        const double bytes = lab_get(data, k, "ride_bytes");
        const double felt = lab_get(data, k, "felt_60");
        if (!isnan(bytes)) {
            const double far = lab_get(data, k, "ride_bytes_far");
            lab_verdict(judgement, "rides_along", bytes + far == 0.0 ? LAB_REPRODUCED : LAB_FAILED,
                        "inertia 0: no part of the frame's motion is felt",
                        "solids that ride along at 7.5 m/s, at the origin and a kilometre off: "
                        "%g and %g bytes differ from standing still after 240 steps; at 9 m/s, "
                        "whose steps round, %.2g and %.2g m apart; seen from where the frame ends "
                        "they sweep %.0f mm deep",
                        bytes, far, lab_get(data, k, "ride_9"), lab_get(data, k, "ride_9_far"),
                        1e3 * lab_get(data, k, "swept_depth"));
        }
        if (!isnan(felt)) {
            lab_verdict(judgement, "felt_along", felt <= 1e-6 ? LAB_REPRODUCED : LAB_FAILED,
                        "inertia 1: the frame is bookkeeping",
                        "at 9 m/s %.2g m apart from holder and solids that go without the frame "
                        "after a step, %.2g m after 60; %.2g m when solids are not taken back with "
                        "the particles",
                        lab_get(data, k, "felt_1"), felt, lab_get(data, k, "kept_60"));
        }
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_gaits(data, judgement);
    judge_arms(data, judgement);
    judge_contact_band(data, judgement);
    judge_slots(data, judgement);
    judge_rides(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e49_body",
        .question = "Does a cape stay outside a running body, and does it look like cloth?",
        .scene =
            "A cape of 17 x 23 particles, 1.1 m long, 0.46 m wide at the shoulders and 1.05 m at "
            "its hem, 0.2 kg/m^2, on a body of 16 capsules, a man of 1.81 m, in a frame that goes "
            "with it: he stands for 1.5 s, then walks at 1.4 m/s, sprints at 9 m/s, slides to a "
            "stop or turns half round in half a second six times, and stands still. With --mesh, "
            "a garment on the same body.",
        .answers = "Yes when no particle is far or for long below a surface, nothing is rescued, "
                   "speeds stay under their limit, it sleeps once the body stands, and the "
                   "pictures show a cape on a runner.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
