/*
 * e28_poses: are the joints that a skin hangs on where the cloth is?
 *
 * A particle is a joint, and what is written of it is a pose relative to the joint it hangs from.
 * curve: a chain whose rest shape is a quarter of a circle, clamped level and loaded by its weight,
 * with skip rows, hard or of a fabric, and without. recompose: the local poses composed again, down
 * from the frame, beside the particles, over a swing. late: a cloth that reads its frame a step late
 * and is then carried by the right one, beside a cloth that reads it in time.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "solver_knobs.h"
#include "world/reconstruct.h"
#include "world/skeleton.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("subject", "what is asked", "curve,recompose,late", NULL,
                       "curve,recompose,late"),
    SOLVER_KNOB_CHOICE("arm",
                       "curve: which skip rows; recompose: which cloth; late: which motion of the "
                       "frame",
                       "first,second,third", NULL, "first,second,third"),
    SOLVER_KNOB_CHOICE("fabric", "library fabric; curve takes rope's", "rope,cotton", "rope",
                       SOLVER_FABRICS),
    KNOB_LINKS("4,8,16", "4,16"),
    KNOB_ITERATIONS("4,64", NULL),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_WHOLE("steps", "steps taken", "960", "360", 200, 1000000),
};

enum { TICKS = 960, LINKS_MAX = 256 };

static const LabDimension dimensions[] = {
    {.name = "tick", .unit = "1", .long_name = "a step", .length = TICKS},
};

static const LabVariable variables[] = {
    {.name = "off_shape",
     .unit = "1",
     .long_name = "rms distance from the rest shape at the end over the chain's length"},
    {.name = "droop", .unit = "1", .long_name = "how far the free end has sunk over the length"},
    {.name = "recomposed",
     .unit = "m",
     .long_name = "furthest joint from its particle, recomposed"},
    {.name = "unit_error", .unit = "1", .long_name = "largest | |q|^2 - 1 | of a pose"},
    {.name = "late_early", .unit = "m", .long_name = "furthest off by lateness in second 2"},
    {.name = "late_later", .unit = "m", .long_name = "the same in the last second"},
    {.name = "late_of_length",
     .unit = "1",
     .long_name = "the larger of them over the rope's length"},
    {.name = "late_by",
     .unit = "m",
     .long_name = "how far lateness puts a particle off",
     .dimension = "tick"},
};

static int arm_of(const LabPoint *point) {
    return lab_chose(point, "arm", "first") ? 0 : lab_chose(point, "arm", "second") ? 1 : 2;
}

/* curve: hard skip rows, a fabric's, none. */

static ClothStatus arc_graph(const LabPoint *point, bool skips, ClothGraph *graph,
                             ClothError *error) {
    const ClothChainShape shape = {.links = (int32_t)lab_integer(point, "links"),
                                   .strands = 1,
                                   .spacing_m = lab_real(point, "spacing_m"),
                                   .mass_kg = lab_real(point, "mass_kg"),
                                   .direction = {1.0, 0.0, 0.0},
                                   .bend = skips ? CLOTH_CHAIN_SKIPS : CLOTH_CHAIN_FREE};
    const ClothStatus status = cloth_graph_chain(&shape, graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    /* Each link turns down a little more than the one before it. */
    const double turn = 0.5 * acos(-1.0) / shape.links;
    double x = 0.0;
    double y = 0.0;
    for (int32_t i = 0; i <= shape.links; i++) {
        graph->position[3 * i] = x;
        graph->position[3 * i + 1] = y;
        x += shape.spacing_m * cos(i * turn);
        y -= shape.spacing_m * sin(i * turn);
    }
    return CLOTH_OK;
}

static ClothStatus curve(const LabPoint *point, LabResult *result, ClothError *error) {
    const int arm = arm_of(point);
    ClothGraph graph;
    ClothState *state = NULL;
    ClothStatus status = arc_graph(point, arm < 2, &graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const ClothFabric rope = cloth_fabric(CLOTH_ROPE);
    const ClothMaterial material =
        arm == 1 ? cloth_fabric_material(&rope) : cloth_material_default();
    ClothStep step = cloth_fabric_step(&rope);
    step.step_s = lab_real(point, "step_s");
    step.iterations = (int32_t)lab_integer(point, "iterations");
    static const int32_t clamp[] = {0, 1};
    status = cloth_build(&graph, &material, clamp, 2, &state, error);
    for (int64_t s = 0; status == CLOTH_OK && s < lab_integer(point, "steps"); s++) {
        status = cloth_step(state, &step, NULL, error);
    }
    if (status == CLOTH_OK) {
        const int32_t n = graph.particle_count;
        const double length = (n - 1) * lab_real(point, "spacing_m");
        double position[3 * (LINKS_MAX + 1)];
        double squares = 0.0;
        cloth_positions(state, position);
        for (int32_t k = 0; k < 3 * n; k++) {
            squares += pow(position[k] - graph.position[k], 2.0);
        }
        lab_put(result, "off_shape", sqrt(squares / n) / length);
        lab_put(result, "droop", (graph.position[3 * n - 2] - position[3 * n - 2]) / length);
    }
    cloth_destroy(state);
    cloth_graph_free(&graph);
    return status;
}

/* The scene of the other two: a rope, a net of strands, or a sheet. */

static ClothStatus hang(const LabPoint *point, int arm, Hung *hung, ClothError *error) {
    const ClothFabric fabric = solver_fabric(point, "fabric");
    const int32_t links = (int32_t)lab_integer(point, "links");
    const double swing[3] = {3.0, 0.0, 1.0};
    ClothStatus status;
    if (arm < 2) {
        const ClothChainShape shape = {.links = links,
                                       .strands = arm == 0 ? 1 : 4,
                                       .spacing_m = lab_real(point, "spacing_m"),
                                       .mass_kg = lab_real(point, "mass_kg"),
                                       .direction = {0.0, -1.0, 0.0},
                                       .strand_offset = {0.1, 0.0, 0.0},
                                       .bend = CLOTH_CHAIN_SKIPS};
        status = hung_chain(&shape, &fabric, NULL, hung, error);
    } else {
        const ClothGridShape shape = {.columns = 12,
                                      .rows = links + 1,
                                      .spacing_m = lab_real(point, "spacing_m"),
                                      .mass_kg = lab_real(point, "mass_kg"),
                                      .u = {1.0, 0.0, 0.0},
                                      .v = {0.0, -1.0, 0.0},
                                      .cut = CLOTH_GRID_ONE_DIAGONAL,
                                      .bend = 1};
        status = hung_grid(&shape, "edge", &fabric, NULL, hung, error);
    }
    return status == CLOTH_OK ? hung_swing(hung, swing, error) : status;
}

static ClothStatus skeleton_of(const Hung *hung, ClothSkeleton *skeleton, ClothError *error) {
    const ClothGraph *graph = &hung->graph;
    return cloth_skeleton_build(graph->position, graph->particle_count, graph->edge,
                                graph->edge_count, graph->triangle, graph->triangle_count, skeleton,
                                error);
}

/* What is read out of a world, and what recomposing makes of it. */
typedef struct Joints {
    ClothSkeleton skeleton;
    ClothPose *world; /* (n) */
    ClothPose *local; /* (n) */
    ClothPose *again; /* (n) recomposed */
    double *position; /* (n x 3) */
} Joints;

static ClothStatus joints_start(const Hung *hung, Joints *joints, ClothError *error) {
    const size_t n = (size_t)hung->graph.particle_count;
    *joints = (Joints){.world = calloc(n, sizeof(ClothPose)),
                       .local = calloc(n, sizeof(ClothPose)),
                       .again = calloc(n, sizeof(ClothPose)),
                       .position = calloc(3 * n, sizeof(double))};
    if (joints->world == NULL || joints->local == NULL || joints->again == NULL ||
        joints->position == NULL) {
        return CLOTH_NO_MEMORY;
    }
    return skeleton_of(hung, &joints->skeleton, error);
}

static void joints_free(Joints *joints) {
    cloth_skeleton_free(&joints->skeleton);
    free(joints->world);
    free(joints->local);
    free(joints->again);
    free(joints->position);
}

/* Reads a cloth out and composes its locals under a frame: joints->again. */
static ClothStatus read_under(const Hung *hung, const ClothPose *frame, Joints *joints,
                              ClothError *error) {
    const ClothStatus status =
        cloth_world_poses(hung->world, hung->cloth, joints->world, joints->local, error);
    if (status == CLOTH_OK) {
        cloth_recompose(&joints->skeleton, frame, joints->local, joints->again);
    }
    return status;
}

/* A frame that goes and turns about. */
static ClothPose wander(double time_s) {
    const double angle = 0.4 * sin(1.3 * time_s);
    return (ClothPose){.position = {sin(time_s), 0.3 * sin(1.7 * time_s), 0.5 * time_s},
                       .rotation = {0.0, sin(angle), 0.0, cos(angle)}};
}

static double gap(const double a[3], const double b[3]) {
    return sqrt(pow(a[0] - b[0], 2.0) + pow(a[1] - b[1], 2.0) + pow(a[2] - b[2], 2.0));
}

static ClothStatus recompose(const LabPoint *point, LabResult *result, ClothError *error) {
    Hung hung;
    Joints joints = {0};
    ClothStatus status = hang(point, arm_of(point), &hung, error);
    if (status == CLOTH_OK) {
        status = joints_start(&hung, &joints, error);
    }
    const double dt = lab_real(point, "step_s");
    double furthest = 0.0;
    double off_unit = 0.0;
    for (int64_t s = 0; status == CLOTH_OK && s < lab_integer(point, "steps"); s++) {
        const ClothPose frame = wander((double)s * dt);
        status = cloth_world_set_frame(hung.world, hung.cloth, &frame, error);
        status = status == CLOTH_OK ? hung_step(&hung, dt, NULL, error) : status;
        status = status == CLOTH_OK ? read_under(&hung, &frame, &joints, error) : status;
        if (status != CLOTH_OK) {
            break;
        }
        (void)cloth_world_positions(hung.world, hung.cloth, joints.position, NULL);
        for (int32_t i = 0; i < hung.graph.particle_count; i++) {
            const double *q = joints.world[i].rotation;
            const double unit = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            const double off = gap(joints.again[i].position, &joints.position[3 * i]);
            furthest = more_of(furthest, off);
            off_unit = more_of(off_unit, fabs(unit - 1.0));
        }
    }
    if (status == CLOTH_OK) {
        lab_put(result, "recomposed", furthest);
        lab_put(result, "unit_error", off_unit);
    }
    joints_free(&joints);
    hung_free(&hung);
    return status;
}

/* late: at walking pace to and fro, the same turning as well, a square wave of 9 m/s. */

static ClothPose late_frame(const LabPoint *point, double time_s) {
    ClothPose pose = cloth_pose_identity();
    if (arm_of(point) == 2) {
        const double phase = fmod(time_s, 2.0);
        pose.position[0] = 9.0 * (phase < 1.0 ? phase : 2.0 - phase);
        return pose;
    }
    pose.position[0] = sin(1.5 * time_s);
    if (arm_of(point) == 1) {
        const double half = 0.25 * sin(2.0 * time_s);
        pose.rotation[1] = sin(half);
        pose.rotation[3] = cos(half);
    }
    return pose;
}

/* One step of the two ropes; returns how far the late one is off. */
static double late_step(const LabPoint *point, int64_t s, Hung hung[2], Joints joints[2],
                        ClothStatus *status, ClothError *error) {
    const double dt = lab_real(point, "step_s");
    const ClothPose frame = late_frame(point, (double)(s + 1) * dt);
    const ClothPose before = late_frame(point, (double)s * dt);
    for (int which = 0; which < 2 && *status == CLOTH_OK; which++) {
        *status = cloth_world_set_frame(hung[which].world, hung[which].cloth,
                                        which == 0 ? &frame : &before, error);
        *status = *status == CLOTH_OK ? hung_step(&hung[which], dt, NULL, error) : *status;
        *status =
            *status == CLOTH_OK ? read_under(&hung[which], &frame, &joints[which], error) : *status;
    }
    double most = *status == CLOTH_OK ? 0.0 : NAN;
    for (int32_t i = 0; *status == CLOTH_OK && i < hung[0].graph.particle_count; i++) {
        const double off = gap(joints[0].again[i].position, joints[1].again[i].position);
        most = more_of(most, off);
    }
    return most;
}

static ClothStatus late(const LabPoint *point, LabResult *result, ClothError *error) {
    Hung hung[2] = {0};
    Joints joints[2] = {0};
    ClothStatus status = CLOTH_OK;
    for (int which = 0; which < 2 && status == CLOTH_OK; which++) {
        status = hang(point, 0, &hung[which], error);
        status = status == CLOTH_OK ? joints_start(&hung[which], &joints[which], error) : status;
    }
    const int64_t steps = lab_integer(point, "steps");
    double off[TICKS];
    double early = 0.0;
    double later = 0.0;
    for (int64_t s = 0; status == CLOTH_OK && s < steps; s++) {
        const double most = late_step(point, s, hung, joints, &status, error);
        off[s < TICKS ? s : TICKS - 1] = most;
        early = s >= 60 && s < 180 ? more_of(early, most) : early;
        later = s >= steps - 120 ? more_of(later, most) : later;
    }
    if (status == CLOTH_OK) {
        lab_put(result, "late_early", early);
        lab_put(result, "late_later", later);
        lab_put(result, "late_of_length",
                more_of(early, later) /
                    ((double)lab_integer(point, "links") * lab_real(point, "spacing_m")));
        lab_put_array(result, "late_by", off, steps < TICKS ? steps : TICKS);
    }
    for (int which = 0; which < 2; which++) {
        joints_free(&joints[which]);
        hung_free(&hung[which]);
    }
    return status;
}

static void run_point(const LabPoint *point, LabResult *result) {
    ClothError error = {0};
    if (lab_integer(point, "links") > LINKS_MAX) {
        lab_failed(result, "links is more than %d", (int)LINKS_MAX);
        return;
    }
    ClothStatus status;
    if (lab_chose(point, "subject", "curve")) {
        status = curve(point, result, &error);
    } else if (lab_chose(point, "subject", "recompose")) {
        status = recompose(point, result, &error);
    } else {
        status = late(point, result, &error);
    }
    solver_refusal(result, status, &error);
}

/* The verdicts. */

static double value_of(const LabData *data, const char *subject, const char *arm,
                       const char *fabric, const char *links, const char *iterations,
                       const char *variable) {
    const int64_t k = lab_find(data, "subject", subject, "arm", arm, "fabric", fabric, "links",
                               links, "iterations", iterations, (const char *)NULL);
    return k >= 0 && lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
}

static double curve_of(const LabData *data, const char *arm, const char *links,
                       const char *iterations) {
    return 100.0 * value_of(data, "curve", arm, "rope", links, iterations, "off_shape");
}

static void judge_curve(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "holds the curved shape; no diamond needed";
    const double few = curve_of(data, "first", "4", "4");
    const double many = curve_of(data, "first", "16", "4");
    const double more = curve_of(data, "first", "16", "64");
    const double none = curve_of(data, "third", "4", "4");
    const double soft = curve_of(data, "second", "4", "4");
    if (isnan(few) || isnan(many) || isnan(more) || isnan(none) || isnan(soft)) {
        lab_verdict(judgement, "C29", LAB_NOT_JUDGED, source,
                    "needs the arms of curve with 4 and 16 links, 4 and 64 iterations");
        return;
    }
    lab_verdict(
        judgement, "C29", few <= 0.2 * none ? LAB_DIFFERS : LAB_CONTRADICTED, source,
        "a quarter circle of 4 links is held to %.2g %% of its length (rms) by hard skip rows, "
        "not by rope's soft ones (%.2g %%) nor by none (%.2g %%); one of 16 links sinks by "
        "%.2g %%, at 64 iterations by %.2g %%. What decides it: the turn of a link, which is "
        "the lever of a skip row and which 16 links make a quarter as long, and iterations",
        few, soft, none, many, more);
}

static void judge_recompose(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "idempotent: 1.7e-15 m over a 16-link rope";
    const double rope = value_of(data, "recompose", "first", "rope", "16", "4", "recomposed");
    const double sheet = value_of(data, "recompose", "third", "rope", "16", "4", "recomposed");
    if (isnan(rope) || isnan(sheet)) {
        lab_verdict(judgement, "C30", LAB_NOT_JUDGED, source,
                    "needs the arms of recompose with 16 links");
        return;
    }
    lab_verdict(
        judgement, "C30", rope <= 1e-14 && sheet <= 1e-14 ? LAB_REPRODUCED : LAB_CONTRADICTED,
        source,
        "%.1e m over a rope and %.1e m over a sheet, in a frame that turns and goes 8 m from "
        "its origin",
        rope, sheet);
}

static void judge_late(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "centimetres; up to a fifth of 1.6 m at a square wave; the same after "
        "2 s and after 15 s";
    double figure[2][3];
    bool whole = true;
    static const char *const fabrics[] = {"rope", "cotton"};
    for (int f = 0; f < 2; f++) {
        figure[f][0] = value_of(data, "late", "first", fabrics[f], "16", "4", "late_later");
        figure[f][1] = value_of(data, "late", "third", fabrics[f], "16", "4", "late_early");
        figure[f][2] = value_of(data, "late", "third", fabrics[f], "16", "4", "late_later");
        whole = whole && figure[f][0] + figure[f][1] + figure[f][2] < INFINITY;
    }
    if (!whole) {
        lab_verdict(judgement, "C31", LAB_NOT_JUDGED, source,
                    "needs late for rope and cotton with 16 links");
        return;
    }
    const bool bounded = figure[0][2] <= 2.0 * 1.6 && figure[1][2] <= 1.5 * figure[1][1];
    lab_verdict(
        judgement, "C31", bounded ? LAB_DIFFERS : LAB_CONTRADICTED, source,
        "cotton: %.2g cm at walking pace; at +-9 m/s %.2g m after 2 s and %.2g m at the end; "
        "rope: %.2g cm, %.2g m and %.2g m. What decides it: whether the fabric's own motion is "
        "chaotic at that pace; rope has no leash, and two ropes that differ by a hair swing "
        "apart as far as they reach",
        100.0 * figure[1][0], figure[1][1], figure[1][2], 100.0 * figure[0][0], figure[0][1],
        figure[0][2]);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_curve(data, judgement);
    judge_recompose(data, judgement);
    judge_late(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e28_poses",
        .question = "Are the joints that a skin hangs on where the cloth is?",
        .scene =
            "curve: 17 particles on a quarter of a circle, the first two clamped, under their "
            "weight (arms: hard skip rows, rope's, none). recompose: a swinging rope, four "
            "strands, a sheet of 12 columns, in a frame that wanders and turns. late: a swinging "
            "rope whose frame is read a step late (arms: to and fro at 1.5 m/s, turning as well, a "
            "square wave of 9 m/s).",
        .answers =
            "Yes when a chain with skip rows keeps its curve, recomposing gives the particles to "
            "rounding, and lateness puts nothing further off after 15 s than after 2.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
