/*
 * e39_sweep: does cloth get through a solid, or a solid through cloth, because both are fast?
 *
 * A step has an end, and what is looked for there alone is not seen when it has come and gone
 * within it. Four things see to that, and each is left out in turn: colliders are looked for along
 * the whole of their way; within a step they are at a pose of every substep; a particle's way in a
 * substep is traced to the surface it meets; and no visit takes it past the middle of what it is in.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes/struck.h"
#include "solver_knobs.h"
#include "step/instruments.h"
#include "world/world.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE(
        "subject",
        "capsule or swinging bat through a hanging sheet, spinning bar driven into a "
        "sheet pinned at its edge or its border, patch or single particle shot at a "
        "plate, plate flying into a patch",
        "capsule,bat,bar,border,patch,particle,plate", NULL,
        "capsule,bat,bar,border,patch,particle,plate"),
    SOLVER_KNOB_CHOICE(
        "arm",
        "all there, or left out: looked for along the way, poses in substeps, ways traced, "
        "visits stopped, the last two, the limit on speeds",
        "shipped,unswept,end_poses,untraced,unstopped,neither,unlimited", NULL,
        "shipped,unswept,end_poses,untraced,unstopped,neither,unlimited"),
    SOLVER_KNOB_REAL("speed_m_s", "m s-1", "speed, of bat and bar that of their tips",
                     "2,5,10,14,20,40,90,200", "5,20", 0, 1e4, true),
    SOLVER_KNOB_WHOLE("side", "particles along a side of the sheet", "24", "12", 2, 512),
    KNOB_SHEET_SPACING("0.05", NULL),
    KNOB_SHEET_MASS("0.0005", NULL),
    KNOB_FABRIC("silk", NULL),
    SOLVER_KNOB_REAL("thickness_m", "m", "of the sheet", "0.004", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("thin_m", "m", "thickness of patch and particle", "0", NULL, 0, 1, false),
    SOLVER_KNOB_REAL("plate_m", "m", "thickness of the plate", "0.002", NULL, 2e-6, 1, false),
    SOLVER_KNOB_REAL("capsule_m", "m", "radius of the capsule", "0.1", NULL, 1e-6, 10, false),
    SOLVER_KNOB_REAL("bar_m", "m", "radius of bat and bar", "0.025", NULL, 1e-6, 10, false),
    SOLVER_KNOB_REAL("stop_depth", "1", "how deep a visit may go, over the way to the middle",
                     "0.5", NULL, 0, INFINITY, true),
    KNOB_STEP("0.016666666666666666", NULL),
    KNOB_SUBSTEPS("2", NULL),
    KNOB_ITERATIONS("4", NULL),
    SOLVER_KNOB_REAL("after_s", "s", "how long the shipped arm is watched after the pass", "10",
                     "1", 0, 1e3, false),
};

static const LabVariable variables[] = {
    {.name = "found", .unit = "1", .long_name = "rows a step of the pass"},
    {.name = "pressed", .unit = "1", .long_name = "those that press when a step ends"},
    {.name = "depth", .unit = "m", .long_name = "deepest that a particle was when a step ended"},
    {.name = "depth_late", .unit = "m", .long_name = "the same over the last second"},
    {.name = "deep_steps",
     .unit = "1",
     .long_name = "steps on end that one was more than half the radius in"},
    {.name = "through",
     .unit = "1",
     .long_name = "particles behind the plate; else steps across the solid's middle"},
    {.name = "moved",
     .unit = "m",
     .long_name = "furthest cloth was taken, up to the end of the pass"},
    {.name = "moved_finer", .unit = "m", .long_name = "the same with 8 times the sweeps"},
    {.name = "strain", .unit = "1", .long_name = "largest of a stretch row"},
    {.name = "speed", .unit = "m s-1", .long_name = "fastest particle"},
    {.name = "limit", .unit = "m s-1", .long_name = "limit on speeds"},
    {.name = "authority", .unit = "m s-1", .long_name = "correction authority"},
    {.name = "back", .unit = "s", .long_name = "from the pass until it hangs as before to a tenth"},
    {.name = "off_end", .unit = "m", .long_name = "furthest from there at the end"},
    {.name = "speed_end", .unit = "m s-1", .long_name = "fastest particle then"},
    {.name = "rescues", .unit = "1", .long_name = "particles that were stuck"},
};

static ClothInstruments instruments_of(const LabPoint *point) {
    const bool neither = lab_chose(point, "arm", "neither");
    ClothInstruments instruments = {.stop_depth = lab_real(point, "stop_depth")};
    instruments.ablate = lab_chose(point, "arm", "unswept")               ? CLOTH_WITHOUT_SWEPT_SET
                         : lab_chose(point, "arm", "end_poses")           ? CLOTH_WITH_END_POSES
                         : neither || lab_chose(point, "arm", "untraced") ? CLOTH_WITHOUT_TRACE
                                                                          : 0;
    if (neither || lab_chose(point, "arm", "unstopped")) {
        instruments.stop_depth = INFINITY;
    }
    return instruments;
}

static StruckShape shape_of(const LabPoint *point, const ClothInstruments *instruments) {
    const bool border = lab_chose(point, "subject", "border");
    const StruckKind kind = border ? STRUCK_BAR : struck_kind(lab_choice(point, "subject"));
    StruckShape shape = struck_default(kind);
    const bool sheet = kind == STRUCK_CAPSULE || kind == STRUCK_BAT || kind == STRUCK_BAR;
    shape.pins = border ? STRUCK_BORDER : shape.pins;
    shape.speed_m_s = lab_real(point, "speed_m_s");
    shape.side = sheet ? (int32_t)lab_integer(point, "side") : shape.side;
    shape.spacing_m = lab_real(point, "spacing_m");
    shape.mass_kg = lab_real(point, "mass_kg");
    shape.radius_m = kind == STRUCK_CAPSULE ? lab_real(point, "capsule_m")
                     : sheet                ? lab_real(point, "bar_m")
                                            : 0.5 * lab_real(point, "plate_m");
    shape.fabric = solver_fabric(point, "fabric");
    shape.fabric.thickness_m = lab_real(point, sheet ? "thickness_m" : "thin_m");
    shape.fabric.substeps = (int32_t)lab_integer(point, "substeps");
    shape.fabric.iterations = (int32_t)lab_integer(point, "iterations");
    shape.step_s = lab_real(point, "step_s");
    const bool watched = lab_chose(point, "arm", "shipped") && !border && kind != STRUCK_BAT;
    shape.after_s = sheet && watched ? lab_real(point, "after_s") : 0.0;
    shape.after_s = kind == STRUCK_BAR ? fmin(shape.after_s, 3.0) : shape.after_s;
    shape.ablate = lab_chose(point, "arm", "unlimited") ? CLOTH_WITHOUT_SPEED_LIMIT : 0;
    shape.instruments = instruments;
    return shape;
}

static double authority_of(const StruckShape *shape) {
    return shape->side < 2 ? INFINITY
                           : shape->spacing_m * shape->fabric.substeps * shape->fabric.iterations /
                                 shape->step_s;
}

static void put_run(LabResult *result, const StruckShape *shape, const StruckRun *run) {
    const double steps = (double)run->pass_steps;
    lab_put(result, "found", (double)run->found / steps);
    lab_put(result, "pressed", (double)run->pressed / steps);
    lab_put(result, "depth", run->depth_m);
    lab_put(result, "depth_late", run->depth_late_m);
    lab_put(result, "deep_steps", (double)run->deep_steps);
    lab_put(result, "through", (double)run->through);
    lab_put(result, "moved", run->moved_m);
    lab_put(result, "strain", run->strain);
    lab_put(result, "speed", run->speed_m_s);
    lab_put(result, "limit", run->limit_m_s);
    lab_put(result, "authority", authority_of(shape));
    lab_put(result, "rescues", (double)run->rescues);
    if (shape->after_s > 0.0) {
        lab_put(result, "back", run->back_s);
        lab_put(result, "off_end", run->off_end_m);
        lab_put(result, "speed_end", run->speed_end_m_s);
    }
}

/* What a spinning bar comes to is asked of the whole, and of the whole without what bounds it: the
 * other arms, which take longest, would say nothing more. */
static bool is_asked(const LabPoint *point) {
    const bool whole = lab_chose(point, "arm", "shipped");
    return lab_chose(point, "subject", "border") ? whole
           : lab_chose(point, "subject", "bar")  ? whole || lab_chose(point, "arm", "unstopped")
                                                 : true;
}

static void run_point(const LabPoint *point, LabResult *result) {
    if (!is_asked(point)) {
        return;
    }
    const ClothInstruments instruments = instruments_of(point);
    StruckShape shape = shape_of(point, &instruments);
    StruckRun run;
    ClothError error = {0};
    ClothStatus status = struck_run(&shape, &run, &error);
    if (status == CLOTH_OK) {
        put_run(result, &shape, &run);
    }
    if (status == CLOTH_OK && shape.kind == STRUCK_CAPSULE && lab_chose(point, "arm", "shipped")) {
        shape.fabric.substeps *= 2;
        shape.fabric.iterations *= 4;
        shape.after_s = 0.0;
        status = struck_run(&shape, &run, &error);
        lab_put(result, "moved_finer", run.moved_m);
    }
    solver_refusal(result, status, &error);
}

/* The verdict. */

static double at(const LabData *data, const char *subject, const char *arm, const char *speed_m_s,
                 const char *variable) {
    const int64_t k = lab_find(data, "subject", subject, "arm", arm, "speed_m_s", speed_m_s, NULL);
    return k < 0 ? NAN : lab_get(data, k, variable);
}

/* A variable over the points of a subject and arm, up to a speed. */
typedef struct Range {
    int64_t count;
    double least;
    double most;
} Range;

static Range range_of(const LabData *data, const char *subject, const char *arm, double most_m_s,
                      const char *variable) {
    Range range = {.least = INFINITY, .most = -INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_chose(point, "subject", subject) && lab_chose(point, "arm", arm) &&
            lab_real(point, "speed_m_s") <= most_m_s) {
            const double value = lab_get(data, k, variable);
            range.count++;
            range.least = isnan(value) || value < range.least ? value : range.least;
            range.most = isnan(value) || value > range.most ? value : range.most;
        }
    }
    return range;
}

static void judge_sweep(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "0.0 rows a step at 20 m/s unswept, 94.8 swept";
    const Range found = range_of(data, "capsule", "shipped", 40.0, "found");
    const Range pressed = range_of(data, "capsule", "shipped", 40.0, "pressed");
    const Range deep = range_of(data, "capsule", "shipped", 40.0, "deep_steps");
    const double unswept = at(data, "capsule", "unswept", "20", "found");
    const double swept = at(data, "capsule", "shipped", "20", "found");
    if (isnan(unswept) || found.count < 2) {
        lab_verdict(judgement, "C34", LAB_NOT_JUDGED, source,
                    "needs capsule, shipped at two speeds to 40 m/s and unswept at 20");
        return;
    }
    const bool same = found.least > 0.0 && pressed.least > 0.0 && deep.most <= 1.0 &&
                      unswept == 0.0 && swept > 0.0;
    lab_verdict(judgement, "C34", same ? LAB_REPRODUCED : LAB_FAILED, source,
                "a capsule of 0.1 m at 20 m/s: %.1f rows a step unswept, %.1f swept, of which "
                "%.1f press. At %lld speeds to 40 m/s %.1f to %.1f rows a step, %.1f and more "
                "press; longest that any particle is more than half the radius in: %.0f steps; "
                "deepest %.1f mm",
                unswept, swept, at(data, "capsule", "shipped", "20", "pressed"),
                (long long)found.count, found.least, found.most, pressed.least, deep.most,
                1e3 * range_of(data, "capsule", "shipped", 40.0, "depth").most);
}

static void judge_bar(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "settles at 18 mm in a 25 mm bar, bounded, never explodes";
    const Range late = range_of(data, "bar", "shipped", INFINITY, "depth_late");
    const Range depth = range_of(data, "bar", "shipped", INFINITY, "depth");
    const Range speed = range_of(data, "bar", "shipped", INFINITY, "speed");
    const Range end = range_of(data, "bar", "shipped", INFINITY, "speed_end");
    const Range border = range_of(data, "border", "shipped", INFINITY, "depth");
    const Range loose = range_of(data, "bar", "unstopped", INFINITY, "depth");
    if (late.count < 2 || border.count < 2 || loose.count < 2) {
        lab_verdict(judgement, "C44", LAB_NOT_JUDGED, source,
                    "needs bar and border, shipped, and bar unstopped, at two speeds");
        return;
    }
    const bool bounded = depth.most <= 0.025 && speed.most < 200.0 && end.most < 20.0;
    const bool exact = bounded && fabs(late.most / 0.018 - 1.0) <= 0.02;
    lab_verdict(judgement, "C44",
                exact     ? LAB_REPRODUCED
                : bounded ? LAB_DIFFERS
                          : LAB_FAILED,
                source,
                "in a 25 mm bar whose tips go at 2 to 200 m/s at most %.1f mm, over the last "
                "second %.1f to %.1f; particles reach %.0f m/s, and %.1f m/s three seconds after. "
                "Pinned all round %.1f mm. What decides it: no visit goes deeper than half way "
                "to the middle, thickness included; without that %.1f mm",
                1e3 * depth.most, 1e3 * late.least, 1e3 * late.most, speed.most, end.most,
                1e3 * border.most, 1e3 * loose.most);
}

static void judge_thin(const LabData *data, LabJudgement *judgement) {
    static const char *const arms[] = {"shipped", "untraced", "unstopped", "neither", "unlimited"};
    for (size_t k = 0; k < sizeof arms / sizeof arms[0]; k++) {
        const Range patch = range_of(data, "patch", arms[k], INFINITY, "through");
        const Range particle = range_of(data, "particle", arms[k], INFINITY, "through");
        const Range plate = range_of(data, "plate", arms[k], 119.0, "through");
        if (patch.count + particle.count + plate.count == 0) {
            continue;
        }
        const bool holds = patch.most <= 0.0 && particle.most <= 0.0 && plate.most <= 0.0;
        const bool must = strcmp(arms[k], "shipped") == 0 || strcmp(arms[k], "unlimited") == 0;
        char id[32];
        (void)snprintf(id, sizeof id, "thin_%s", arms[k]);
        lab_verdict(judgement, id, must && !holds ? LAB_FAILED : LAB_MEASURED, "",
                    "cloth without thickness against a 2 mm plate, most particles behind it: "
                    "patch of 36 %.0f, single particle %.0f at speeds to 200 m/s; a plate flying "
                    "into a patch %.0f at speeds to 90 m/s; fastest %.0f m/s",
                    patch.most, particle.most, plate.most,
                    range_of(data, "patch", arms[k], INFINITY, "speed").most);
    }
}

/* The lowest speed at which the sheet is not taken along until it slips off by its own edge. */
static double parted_from(const LabData *data, const char *variable) {
    double from = INFINITY;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (lab_chose(point, "subject", "capsule") && lab_chose(point, "arm", "shipped") &&
            !(lab_get(data, k, variable) >= 1.0)) {
            from = fmin(from, lab_real(point, "speed_m_s"));
        }
    }
    return from;
}

static void judge_parting(const LabData *data, LabJudgement *judgement) {
    if (isnan(at(data, "capsule", "shipped", "10", "moved") +
              at(data, "capsule", "shipped", "20", "moved"))) {
        return;
    }
    lab_verdict(
        judgement, "parted", LAB_MEASURED, "",
        "the capsule takes the sheet along for a metre, until it slips off by its edge, "
        "below %.0f m/s, and faster parts it, between particles; with 8 times the sweeps from "
        "%.0f m/s on (inf: at none). One step can undo %.0f m/s, and %.0f. Largest strain "
        "at 10 m/s %.2f, at 20 %.2f; furthest at 20 m/s %.2f and %.2f m",
        parted_from(data, "moved"), parted_from(data, "moved_finer"),
        at(data, "capsule", "shipped", "20", "authority"),
        8.0 * at(data, "capsule", "shipped", "20", "authority"),
        at(data, "capsule", "shipped", "10", "strain"),
        at(data, "capsule", "shipped", "20", "strain"),
        at(data, "capsule", "shipped", "20", "moved"),
        at(data, "capsule", "shipped", "20", "moved_finer"));
    lab_verdict(
        judgement, "after", LAB_MEASURED, "",
        "ten seconds after the capsule the sheet is at most %.2f m off and %.2f m/s fast; "
        "it hangs as before, to a tenth of its height, after %.1f s at 2 m/s, %.1f at 10, "
        "%.1f at 20, %.1f at 40; stuck particles %.0f",
        range_of(data, "capsule", "shipped", INFINITY, "off_end").most,
        range_of(data, "capsule", "shipped", INFINITY, "speed_end").most,
        at(data, "capsule", "shipped", "2", "back"), at(data, "capsule", "shipped", "10", "back"),
        at(data, "capsule", "shipped", "20", "back"), at(data, "capsule", "shipped", "40", "back"),
        range_of(data, "capsule", "shipped", INFINITY, "rescues").most);
}

/* A turn alone sweeps as well. */
static void judge_turn(const LabData *data, LabJudgement *judgement) {
    const double unswept = at(data, "bat", "unswept", "40", "found");
    const double swept = at(data, "bat", "shipped", "40", "found");
    if (!isnan(unswept) && !isnan(swept)) {
        lab_verdict(judgement, "turn", swept > 0.0 && unswept == 0.0 ? LAB_MEASURED : LAB_FAILED,
                    "",
                    "a bat that turns through the sheet about a point that stands, its tips at "
                    "40 m/s: %.1f rows a step, %.1f unswept; at 90 m/s %.1f and %.1f",
                    swept, unswept, at(data, "bat", "shipped", "90", "found"),
                    at(data, "bat", "unswept", "90", "found"));
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    if (!solver_scene_kept(data, judgement, knobs, (int32_t)(sizeof knobs / sizeof knobs[0]),
                           "C34,C44")) {
        return;
    }
    judge_sweep(data, judgement);
    judge_bar(data, judgement);
    judge_thin(data, judgement);
    judge_parting(data, judgement);
    judge_turn(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e39_sweep",
        .question = "Does cloth get through a solid, or a solid through cloth, because they are "
                    "fast?",
        .scene = "A silk sheet of 24 x 24 particles 0.05 m apart, 0.5 g each, hangs by its first "
                 "row; a capsule flies through it, or a bar turns, so that it lies midway between "
                 "two poses. Or 6 x 6 particles, or one, without thickness are shot at a plate 2 "
                 "mm thick. 60 Hz, 2 substeps of 4 iterations.",
        .answers = "It does not when there are rows at every speed, no particle is more than half "
                   "a radius in for more than one step, and none is ever behind the plate. Each "
                   "arm leaves out one of the things that see to it.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
