/*
 * e45_contact_cost.c: what contacts add to a frame, and how full a particle's slots are.
 *
 * A sheet held by two corners falls from level onto balls, capsules or a floor; beside it the same
 * sheet falls with no collider in the world. Both live in one process and are timed in turns (timing.h).
 * The cloth that lies on something is in another state than the one that hangs free, and its rows
 * pull elsewhere: what is measured is what a user pays for the scene, not what a line of code costs.
 * Colliders are given anew before every step, as a world does.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/sheet.h"
#include "solver_knobs.h"
#include "state/state.h"
#include "timing.h"

/* name, shape, how many, height of their middles [m], what it is in a sentence. */
#define ARM_LIST(X)                                                                                \
    X(same, CLOTH_SPHERE, 0, 0.0)                                                                  \
    X(far_1, CLOTH_SPHERE, 1, -50.0)                                                               \
    X(far_20, CLOTH_SPHERE, 20, -50.0)                                                             \
    X(plane_below, CLOTH_HALF_SPACE, 1, -3.0)                                                      \
    X(balls_1, CLOTH_SPHERE, 1, -0.3)                                                              \
    X(balls_3, CLOTH_SPHERE, 3, -0.3)                                                              \
    X(balls_5, CLOTH_SPHERE, 5, -0.3)                                                              \
    X(balls_10, CLOTH_SPHERE, 10, -0.3)                                                            \
    X(balls_20, CLOTH_SPHERE, 20, -0.3)                                                            \
    X(capsules_20, CLOTH_CAPSULE, 20, -0.3)                                                        \
    X(boxes_20, CLOTH_BOX, 20, -0.3)                                                               \
    X(crowd_64, CLOTH_SPHERE, 64, -0.3)                                                            \
    X(floor, CLOTH_HALF_SPACE, 1, -0.3)

typedef struct Arm {
    const char *name;
    ClothShapeKind kind;
    int32_t count;
    double height_m;
} Arm;

static const Arm arms[] = {
#define ARM_ENTRY(name, kind, count, height) {#name, kind, count, height},
    ARM_LIST(ARM_ENTRY)
#undef ARM_ENTRY
};

#define ARM_WORD(name, ...) "," #name
#define ARM_NAMES           (&ARM_LIST(ARM_WORD)[1])

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("arm", "what the sheet falls on", ARM_NAMES, NULL, ARM_NAMES),
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the sheet", "32", "16", 4, 256),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    SOLVER_KNOB_REAL("thickness_m", "m", "of the cloth", "0.008", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("friction", "1", "of the pair", "0.5", NULL, 0, 10, false),
    SOLVER_KNOB_WHOLE("warm_up", "frames before the first timed one", "120", "20", 1, 100000),
    SOLVER_KNOB_WHOLE("rounds", "rounds, each of both sides' frames", "120", "5", 3, 100000),
    SOLVER_KNOB_WHOLE("frames", "frames of a side in a round", "2", "1", 1, 1000),
};

static const LabVariable variables[] = {
    {.name = "added", .unit = "1", .long_name = "added to a frame, over it", .timing = true},
    {.name = "ratio_mad", .unit = "1", .long_name = "median deviation of it", .timing = true},
    {.name = "cost_s", .unit = "s", .long_name = "what it costs a frame", .timing = true},
    {.name = "cost_mad_s", .unit = "s", .long_name = "median deviation of it", .timing = true},
    {.name = "frame_s", .unit = "s", .long_name = "time with it, median", .timing = true},
    {.name = "press_s",
     .unit = "s",
     .long_name = "cost over visits of pressing contacts: contacts, substeps, iterations",
     .timing = true},
    {.name = "pressing", .unit = "1", .long_name = "contacts that press after the last frame"},
    {.name = "slots_mean", .unit = "1", .long_name = "slots in use of a particle, mean"},
    {.name = "slots_most", .unit = "1", .long_name = "the most slots that a particle used"},
    {.name = "crowded",
     .unit = "1",
     .long_name = "particles near more colliders than they have slots, the most in a frame"},
    {.name = "same_result", .unit = "1", .long_name = "whether both came to the same positions"},
};

/* One of the two sheets. */
typedef struct Side {
    Scene scene;
    ClothStep step;
    ClothMetCollider collider[CLOTH_COLLIDERS_MAX];
    int32_t collider_count;
    double crowded;
    ClothError error;
} Side;

static ClothShape shape_of(ClothShapeKind kind) {
    switch (kind) {
    case CLOTH_CAPSULE:
        return cloth_capsule(0.15, 0.2);
    case CLOTH_BOX:
        return cloth_box(0.12, 0.12, 0.12);
    case CLOTH_HALF_SPACE:
        return cloth_half_space();
    default:
        return cloth_sphere(0.15);
    }
}

/* Under the sheet, in rows of five, and then again between those. */
static void place(const Arm *arm, const LabPoint *point, Side *side) {
    const double size = lab_real(point, "spacing_m") * (double)lab_integer(point, "columns");
    for (int32_t k = 0; k < arm->count; k++) {
        ClothMetCollider *collider = &side->collider[side->collider_count++];
        *collider = (ClothMetCollider){.handle = (uint64_t)k + 1,
                                       .shape = shape_of(arm->kind),
                                       .from = cloth_pose_identity(),
                                       .friction = lab_real(point, "friction")};
        collider->from.position[0] = size * (0.125 + 0.175 * (k % 5) + 0.08 * (k / 20));
        collider->from.position[1] = arm->height_m;
        collider->from.position[2] = size * (0.15 + 0.19 * (k / 5 % 4) + 0.06 * (k / 20));
        collider->to = collider->from;
    }
}

static bool run_frames(void *user, int64_t frames) {
    Side *side = user;
    for (int64_t k = 0; k < frames; k++) {
        ClothState *state = side->scene.state;
        if (cloth_set_colliders(state, side->collider, side->collider_count, &side->error) !=
                CLOTH_OK ||
            cloth_step(state, &side->step, NULL, &side->error) != CLOTH_OK) {
            return false;
        }
        raise_to(&side->crowded, state->tally.crowded);
    }
    return true;
}

static ClothStatus make_side(const LabPoint *point, Side *side) {
    const SheetShape shape = solver_sheet(point);
    ClothMaterial material = cloth_material_default();
    material.thickness_m = lab_real(point, "thickness_m");
    side->step = cloth_step_default();
    return scene_sheet(&shape, NULL, &material, &side->scene, &side->error);
}

static void put_slots(const Side *side, LabResult *result) {
    const ClothView view = cloth_view(side->scene.state);
    int64_t used = 0;
    int32_t most = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        int32_t own = 0;
        for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
            own += view.contact_collider[CLOTH_CONTACT_SLOTS * i + s] >= 0;
        }
        used += own;
        most = own > most ? own : most;
    }
    lab_put(result, "slots_mean", (double)used / view.counts.particle);
    lab_put(result, "slots_most", most);
    lab_put(result, "crowded", side->crowded);
}

static void put_costs(const Side *side, const Paired *paired, LabResult *result) {
    ClothMeasure measure;
    cloth_measure(side->scene.state, side->step.gravity, &measure);
    const double visits = (double)measure.contacts * side->step.substeps * side->step.iterations;
    lab_put(result, "added", paired->ratio.median - 1.0);
    lab_put(result, "ratio_mad", paired->ratio.mad);
    lab_put(result, "cost_s", paired->difference.median);
    lab_put(result, "cost_mad_s", paired->difference.mad);
    lab_put(result, "frame_s", paired->with_s.median);
    lab_put(result, "press_s", visits > 0.0 ? paired->difference.median / visits : NAN);
    lab_put(result, "pressing", measure.contacts);
}

/* Whether both came to the same positions, bit for bit. */
static bool same_result(const Side *a, const Side *b) {
    const ClothView left = cloth_view(a->scene.state);
    const ClothView right = cloth_view(b->scene.state);
    return memcmp(left.position, right.position,
                  3 * (size_t)left.counts.particle * sizeof *left.position) == 0;
}

static const Arm *arm_of(const LabPoint *point) {
    const char *name = lab_choice(point, "arm");
    size_t k = 0;
    while (k + 1 < sizeof arms / sizeof arms[0] && strcmp(arms[k].name, name) != 0) {
        k++;
    }
    return &arms[k];
}

static void run_point(const LabPoint *point, LabResult *result) {
    static Side with;
    static Side other;
    with = (Side){.crowded = 0.0};
    other = (Side){.crowded = 0.0};
    ClothStatus status = make_side(point, &with);
    const ClothStatus second = make_side(point, &other);
    place(arm_of(point), point, &with);
    status = status == CLOTH_OK ? second : status;
    const int64_t warm_up = lab_integer(point, "warm_up");
    const Pair pair = {.with = &with,
                       .other = &other,
                       .run = run_frames,
                       .rounds = lab_integer(point, "rounds"),
                       .frames = lab_integer(point, "frames")};
    Paired paired;
    if (status == CLOTH_OK && run_frames(&with, warm_up) && run_frames(&other, warm_up) &&
        timing_pair(&pair, &paired)) {
        put_costs(&with, &paired, result);
        put_slots(&with, result);
        lab_put(result, "same_result", same_result(&with, &other));
    } else {
        solver_refusal(result, status == CLOTH_OK ? with.error.status : status,
                       with.error.status == CLOTH_OK ? &other.error : &with.error);
    }
    scene_free(&with.scene);
    scene_free(&other.scene);
}

/* Verdicts. */

enum { CLAIMED_PARTICLES = 1024, ROUNDS_LEAST = 30 };

static double of_arm(const LabData *data, const char *arm, const char *variable) {
    const int64_t k = lab_find(data, "arm", arm, NULL);
    return k >= 0 && lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
}

static double percent(const LabData *data, const char *arm) {
    return 100.0 * of_arm(data, arm, "added");
}

static void judge_cost(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "4.43 ms with none, 4.47 with one out of range, 4.6 to 5.5 with 1 to 20 touching: between "
        "nothing and a quarter of a frame";
    const LabPoint *point = lab_point(data, 0);
    const double idle = percent(data, "far_1");
    const double one = percent(data, "balls_1");
    const double twenty = percent(data, "balls_20");
    if (lab_integer(point, "columns") * lab_integer(point, "columns") != CLAIMED_PARTICLES ||
        lab_integer(point, "rounds") < ROUNDS_LEAST || !isfinite(idle + one + twenty)) {
        lab_verdict(judgement, "C41", LAB_NOT_JUDGED, source,
                    "needs 1,024 particles, 30 rounds, and the arms far_1, balls_1 and balls_20");
        return;
    }
    const bool free_of_cost = fabs(idle) <= 5.0;
    const bool quarter = twenty <= 25.0 * 1.5;
    lab_verdict(
        judgement, "C41",
        free_of_cost && quarter ? LAB_REPRODUCED
        : free_of_cost          ? LAB_DIFFERS
                                : LAB_CONTRADICTED,
        source,
        "one out of range %+.1f %%, twenty %+.1f %%, a plane below %+.1f %%; touching one ball "
        "%+.1f %% (%.0f contacts press), five %+.1f %% (%.0f), twenty %+.1f %% (%.0f); lying on a "
        "floor %+.1f %% (%.0f); a frame beside itself %+.1f %%. What decides it: this frame is "
        "short, %.2f ms, and as time twenty balls add %.2f ms where the source's add 1.07; and how "
        "many press, not how many colliders there are: %.0f to %.0f ns each a sweep, where a "
        "particle without contacts takes %.0f",
        idle, percent(data, "far_20"), percent(data, "plane_below"), one,
        of_arm(data, "balls_1", "pressing"), percent(data, "balls_5"),
        of_arm(data, "balls_5", "pressing"), twenty, of_arm(data, "balls_20", "pressing"),
        percent(data, "floor"), of_arm(data, "floor", "pressing"), percent(data, "same"),
        1e3 * of_arm(data, "same", "frame_s"), 1e3 * of_arm(data, "balls_20", "cost_s"),
        1e9 * of_arm(data, "floor", "press_s"), 1e9 * of_arm(data, "balls_20", "press_s"),
        1e9 * of_arm(data, "same", "frame_s") / (8.0 * CLAIMED_PARTICLES));
}

static void judge_slots(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "4 slots a particle and 20 colliders: never full, 0.1 in use";
    const double balls = of_arm(data, "balls_20", "crowded");
    const double capsules = of_arm(data, "capsules_20", "crowded");
    const double boxes = of_arm(data, "boxes_20", "crowded");
    if (!isfinite(balls + capsules + boxes)) {
        lab_verdict(judgement, "C40", LAB_NOT_JUDGED, source,
                    "needs the arms balls_20, capsules_20 and boxes_20");
        return;
    }
    lab_verdict(judgement, "C40", balls + capsules + boxes == 0.0 ? LAB_REPRODUCED : LAB_DIFFERS,
                source,
                "of 20 balls, capsules and boxes a particle never had more than it has slots for "
                "(%.0f, %.0f and %.0f particles), %.2f, %.2f and %.2f are in use; the most of one "
                "are %.0f. In a crowd of 64 balls that overlap %.0f particles want more, and keep "
                "the nearest",
                balls, capsules, boxes, of_arm(data, "balls_20", "slots_mean"),
                of_arm(data, "capsules_20", "slots_mean"), of_arm(data, "boxes_20", "slots_mean"),
                of_arm(data, "capsules_20", "slots_most"), of_arm(data, "crowd_64", "crowded"));
}

/* What cannot be touched must leave no trace. */
static void judge_idle(const LabData *data, LabJudgement *judgement) {
    static const char *const idle[] = {"far_1", "far_20", "plane_below"};
    int same = 0;
    for (size_t k = 0; k < 3; k++) {
        same += of_arm(data, idle[k], "same_result") == 1.0;
    }
    lab_verdict(
        judgement, "idle", LAB_MEASURED, "",
        "of %d scenes whose colliders are out of reach %d end with the same bits as without", 3,
        same);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_cost(data, judgement);
    judge_slots(data, judgement);
    judge_idle(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e45_contact_cost",
        .question =
            "What do contacts add to a frame of 1,024 particles, and are four slots enough?",
        .scene = "32 x 32 particles 0.05 m apart of 0.5 g, held by two corners, falling from level "
                 "onto balls of 0.15 m, capsules, boxes or a floor 0.3 m below; 60 Hz, 2 substeps "
                 "of 4 iterations; timed from the 120th frame on.",
        .answers = "`added` over 0 by more than the arm `same` strays from it is a cost.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .serial = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
