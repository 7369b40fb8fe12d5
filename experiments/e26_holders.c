/*
 * e26_holders: what does it do to a rope to be held, dragged, caught, bridged and let go?
 *
 * What holds a cloth is not part of it: particles are carried to where a holder puts them. A rope of
 * every fabric goes through five events. still: hangs from a holder that never moves, beside the
 * same rope built with that particle held and no world round it, and beside one nudged by 1e-7 m.
 * drag: the holder runs off at so many times the correction authority for a second, and stops. catch:
 * the free end is taken hold of in mid-swing. bridge: both ends are held, pulled apart to beyond the
 * rope's length for a second, and brought back. release: the holder moves at 3 m/s and lets go.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "solver_knobs.h"
#include "state/state.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("event", "what happens to the rope", "still,drag,catch,bridge,release", NULL,
                       "still,drag,catch,bridge,release"),
    KNOB_FABRIC(SOLVER_FABRICS, "silk,rope"),
    SOLVER_KNOB_REAL("authorities", "1", "speed of a dragging holder over the correction authority",
                     "0.5,1,2,3,4", "1,4", 0, 1e3, true),
    SOLVER_KNOB_REAL("apart", "1", "span of a bridge pulled apart over the rope's length", "1.5",
                     NULL, 0, 100, true),
    KNOB_LINKS("16", NULL),
    KNOB_SPACING("0.1", NULL),
    KNOB_MASS("0.01", NULL),
    SOLVER_KNOB_REAL("swing_m_s", "m s-1", "speed of the free end at the start, sideways", "3",
                     NULL, 0, 100, false),
    KNOB_STEP("0.016666666666666666", NULL),
};

enum { TICKS = 660, MOVING = 60 };

static const LabDimension dimensions[] = {
    {.name = "tick", .unit = "1", .long_name = "a step", .length = TICKS},
};

static const LabVariable variables[] = {
    {.name = "differing",
     .unit = "1",
     .long_name = "bytes of position that differ from a bare state"},
    {.name = "nudge_first",
     .unit = "m",
     .long_name = "how far apart a nudge of 1e-7 m is after a step"},
    {.name = "nudge_last", .unit = "m", .long_name = "and at the end"},
    {.name = "speed_share",
     .unit = "1",
     .long_name = "largest speed over its limit, over all steps"},
    {.name = "reach_peak",
     .unit = "1",
     .long_name = "largest distance from a hold over the way along the rope"},
    {.name = "back_s",
     .unit = "s",
     .long_name = "from the end of the motion until within 1 % of the way along for good"},
    {.name = "jerk",
     .unit = "1",
     .long_name = "largest change of a velocity in the event's step, g dt"},
    {.name = "jerk_before", .unit = "1", .long_name = "the same in the ten steps before it"},
    {.name = "jerk_without",
     .unit = "1",
     .long_name = "the same in that step when nothing happens"},
    {.name = "moved", .unit = "m", .long_name = "how far taking hold moves what it takes"},
    {.name = "tighter",
     .unit = "m",
     .long_name = "how far a tether is shorter than where it began"},
    {.name = "leaving", .unit = "m s-1", .long_name = "speed let go with, less the holder's"},
    {.name = "reach",
     .unit = "1",
     .long_name = "distance from a hold over the way along",
     .dimension = "tick"},
};

/* What the steps of an event need to know. */
typedef struct Event {
    const LabPoint *point;
    LabResult *result;
    Hung hung;
    double dt_s;
    double length_m;
    ClothError error;
    ClothStatus status;
} Event;

static ClothChainShape rope_of(const LabPoint *point) {
    return (ClothChainShape){.links = (int32_t)lab_integer(point, "links"),
                             .strands = 1,
                             .spacing_m = lab_real(point, "spacing_m"),
                             .mass_kg = lab_real(point, "mass_kg"),
                             .direction = {0.0, -1.0, 0.0},
                             .bend = CLOTH_CHAIN_SKIPS};
}

static void start(Event *event, double swing_m_s) {
    const ClothChainShape shape = rope_of(event->point);
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    const double swing[3] = {swing_m_s, 0.0, 0.0};
    event->dt_s = lab_real(event->point, "step_s");
    event->length_m = shape.links * shape.spacing_m;
    event->status = hung_chain(&shape, &fabric, NULL, &event->hung, &event->error);
    if (event->status == CLOTH_OK) {
        event->status = hung_swing(&event->hung, swing, &event->error);
    }
}

static void advance(Event *event, HungWatch *watch) {
    if (event->status == CLOTH_OK) {
        event->status = hung_step(&event->hung, event->dt_s, watch, &event->error);
    }
}

static const ClothState *state_of(const Event *event) {
    return cloth_world_state(event->hung.world, event->hung.cloth);
}

/* A copy of the particles' positions or velocities; the caller's to free. */
static double *copy_of(const ClothState *state, bool velocities) {
    double *copy = malloc(3 * (size_t)cloth_particle_count(state) * sizeof *copy);
    if (copy != NULL && velocities) {
        cloth_velocities(state, copy);
    } else if (copy != NULL) {
        cloth_positions(state, copy);
    }
    return copy;
}

static double furthest(const double *a, const double *b, int32_t n) {
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d = a[3 * i + k] - b[3 * i + k];
            squared += d * d;
        }
        most = more_of(most, sqrt(squared));
    }
    return most;
}

/* One step; returns the largest change of a free particle's velocity over what gravity gives. */
static double jerk_of_step(Event *event) {
    if (event->status != CLOTH_OK) {
        return NAN;
    }
    const ClothState *state = state_of(event);
    double *before = copy_of(state, true);
    advance(event, NULL);
    double *after = copy_of(state, true);
    double jerk = NAN;
    if (before != NULL && after != NULL) {
        const ClothView view = cloth_view(state);
        for (int32_t h = 0; h < view.tally.held; h++) {
            const int32_t i = view.graph_index[view.held_list[h]];
            memcpy(&after[3 * i], &before[3 * i], 3 * sizeof *after);
        }
        jerk = furthest(before, after, view.counts.particle) / (9.81 * event->dt_s);
    }
    free(before);
    free(after);
    return jerk;
}

static void move(Event *event, int which, double x) {
    ClothPose pose = cloth_pose_identity();
    pose.position[0] = x;
    if (event->status == CLOTH_OK) {
        event->status = cloth_world_set_holder(event->hung.world, event->hung.holder[which], &pose,
                                               &event->error);
    }
}

static void take(Event *event, int32_t particle) {
    const ClothPose origin = cloth_pose_identity();
    if (event->status == CLOTH_OK) {
        event->status =
            hung_hold(&event->hung, &particle, 1, CLOTH_SPACE_FRAME, &origin, &event->error);
    }
}

/* Swings on beside a bare state of the same rope. */
static void run_still(Event *event, double nudge_m, double *end) {
    start(event, lab_real(event->point, "swing_m_s"));
    const int32_t n = event->hung.graph.particle_count;
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    const ClothMaterial material = cloth_fabric_material(&fabric);
    static const int32_t held[] = {0};
    ClothState *bare = NULL;
    if (event->status == CLOTH_OK) {
        event->status = cloth_build(&event->hung.graph, &material, held, 1, &bare, &event->error);
    }
    if (event->status != CLOTH_OK) {
        return;
    }
    double *velocity = copy_of(state_of(event), true);
    double *position = copy_of(state_of(event), false);
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = event->dt_s;
    (void)cloth_set_velocities(bare, velocity, NULL);
    position[3 * (n - 1)] += nudge_m;
    (void)cloth_set_positions(bare, position, NULL);
    for (int32_t t = 0; t < TICKS && event->status == CLOTH_OK; t++) {
        advance(event, NULL);
        ClothCondition condition;
        (void)cloth_world_condition(event->hung.world, event->hung.cloth, &condition, NULL);
        if (condition.asleep) {
            break;
        }
        step.speed_max_m_s = condition.speed_max_m_s;
        (void)cloth_step(bare, &step, NULL, NULL);
        cloth_positions(bare, position);
        cloth_positions(state_of(event), velocity);
        if (t == 0 && nudge_m > 0.0) {
            lab_put(event->result, "nudge_first", furthest(position, velocity, n));
        }
        end[0] = furthest(position, velocity, n);
        end[1] = 0.0;
        for (size_t b = 0; b < 3 * (size_t)n * sizeof(double); b++) {
            end[1] += ((unsigned char *)position)[b] != ((unsigned char *)velocity)[b];
        }
    }
    free(velocity);
    free(position);
    cloth_destroy(bare);
}

static void still(Event *event) {
    double end[2] = {NAN, NAN};
    run_still(event, 0.0, end);
    lab_put(event->result, "differing", end[1]);
    hung_free(&event->hung);
    if (event->status == CLOTH_OK) {
        run_still(event, 1e-7, end);
        lab_put(event->result, "nudge_last", end[0]);
    }
}

/* Runs the ticks of a motion of one holder, x(t), and puts what was seen. */
static void follow(Event *event, int which, double (*at)(const Event *, int32_t)) {
    double reach[TICKS];
    double speed_share = 0.0;
    double peak = 0.0;
    int32_t out = MOVING;
    for (int32_t t = 0; t < TICKS; t++) {
        HungWatch watch = hung_watch_start();
        move(event, which, at(event, t));
        advance(event, &watch);
        reach[t] = event->status == CLOTH_OK ? watch.reach_ratio_peak : NAN;
        const double share = watch.speed_peak_m_s / watch.speed_limit_least_m_s;
        speed_share = more_of(speed_share, share);
        peak = more_of(peak, reach[t]);
        out = reach[t] <= 1.01 || t < MOVING ? out : t + 1;
    }
    lab_put_array(event->result, "reach", reach, TICKS);
    lab_put(event->result, "reach_peak", peak);
    lab_put(event->result, "speed_share", speed_share);
    lab_put(event->result, "back_s", out < TICKS ? (out - MOVING) * event->dt_s : NAN);
}

static double dragged(const Event *event, int32_t t) {
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = event->dt_s;
    const double speed =
        lab_real(event->point, "authorities") * cloth_authority(state_of(event), &step);
    return speed * event->dt_s * (t < MOVING ? t + 1 : MOVING);
}

/* Out to so many lengths and back over a second: a raised cosine. */
static double pulled(const Event *event, int32_t t) {
    const double most = lab_real(event->point, "apart") * event->length_m;
    const double phase = t < MOVING ? (t + 1.0) / MOVING : 1.0;
    return 0.5 * most * (1.0 - cos(2.0 * acos(-1.0) * phase));
}

static void bridge(Event *event) {
    start(event, 0.0);
    take(event, event->hung.graph.particle_count - 1);
    follow(event, 1, pulled);
}

/* How much shorter a tether is than where its particle is. */
static double tightest(const ClothState *state) {
    const ClothView view = cloth_view(state);
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3 && view.hold[i] >= 0; k++) {
            const double d =
                (double)view.position[3 * i + k] - (double)view.position[3 * view.hold[i] + k];
            squared += d * d;
        }
        if (view.tether_radius[i] < INFINITY) {
            most = more_of(most, sqrt(squared) - (double)view.tether_radius[i]);
        }
    }
    return most;
}

static double steps_until_event(Event *event) {
    double before = 0.0;
    for (int t = 0; t < 30; t++) {
        const double jerk = jerk_of_step(event);
        before = t >= 20 ? more_of(before, jerk) : before;
    }
    return before;
}

static void grasp(Event *event) {
    start(event, lab_real(event->point, "swing_m_s"));
    (void)steps_until_event(event);
    lab_put(event->result, "jerk_without", jerk_of_step(event));
    hung_free(&event->hung);
    start(event, lab_real(event->point, "swing_m_s"));
    const int32_t last = event->hung.graph.particle_count - 1;
    lab_put(event->result, "jerk_before", steps_until_event(event));
    double *was = event->status == CLOTH_OK ? copy_of(state_of(event), false) : NULL;
    take(event, last);
    if (event->status == CLOTH_OK) {
        lab_put(event->result, "tighter", tightest(state_of(event)));
    }
    lab_put(event->result, "jerk", jerk_of_step(event));
    double *is = event->status == CLOTH_OK ? copy_of(state_of(event), false) : NULL;
    if (was != NULL && is != NULL) {
        lab_put(event->result, "moved", furthest(&was[3 * last], &is[3 * last], 1));
    }
    free(was);
    free(is);
}

static void release(Event *event) {
    const double speed = 3.0;
    start(event, 0.0);
    double before = 0.0;
    for (int t = 0; t < 30; t++) {
        move(event, 0, speed * event->dt_s * (t + 1));
        const double jerk = jerk_of_step(event);
        before = t >= 20 ? more_of(before, jerk) : before;
    }
    lab_put(event->result, "jerk_before", before);
    if (event->status == CLOTH_OK) {
        event->status =
            cloth_world_remove_holder(event->hung.world, event->hung.holder[0], &event->error);
    }
    double *velocity = event->status == CLOTH_OK ? copy_of(state_of(event), true) : NULL;
    if (velocity != NULL) {
        lab_put(event->result, "leaving", fabs(velocity[0] - speed));
    }
    free(velocity);
    lab_put(event->result, "jerk", jerk_of_step(event));
}

static void run_point(const LabPoint *point, LabResult *result) {
    Event event = {.point = point, .result = result};
    if (lab_chose(point, "event", "still")) {
        still(&event);
    } else if (lab_chose(point, "event", "drag")) {
        start(&event, 0.0);
        follow(&event, 0, dragged);
    } else if (lab_chose(point, "event", "catch")) {
        grasp(&event);
    } else if (lab_chose(point, "event", "bridge")) {
        bridge(&event);
    } else {
        release(&event);
    }
    solver_refusal(result, event.status, &event.error);
    hung_free(&event.hung);
}

/* The verdicts. */

/* The largest of a variable over the points of one event, and of one speed where speed is above 0;
 * NaN when one is missing; how many there are. */
static double largest(const LabData *data, const char *event, double authorities,
                      const char *variable, int *count) {
    double most = -INFINITY;
    *count = 0;
    for (int64_t k = 0; k < lab_count(data); k++) {
        const LabPoint *point = lab_point(data, k);
        if (!lab_chose(point, "event", event) ||
            (authorities > 0.0 && lab_real(point, "authorities") != authorities)) {
            continue;
        }
        const double value = lab_ok(data, k) ? lab_get(data, k, variable) : NAN;
        most = more_of(most, value);
        ++*count;
    }
    return *count > 0 ? most : NAN;
}

static void judge_still(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "differs only as chaos does: 1.9e-7 m after one step; grows like a 1e-7 nudge";
    int count;
    const double differing = largest(data, "still", 0.0, "differing", &count);
    const double first = largest(data, "still", 0.0, "nudge_first", &count);
    const double last = largest(data, "still", 0.0, "nudge_last", &count);
    if (count == 0) {
        lab_verdict(judgement, "C71", LAB_NOT_JUDGED, source, "needs the event still");
        return;
    }
    lab_verdict(
        judgement, "C71", differing == 0.0 ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
        "a holder that does not move is the same solver: %.0f bytes of position differ from "
        "a bare state; a nudge of 1e-7 m is %.1e m after one step and %.1e m or less in the "
        "end",
        differing, first, last);
}

static void judge_drag(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "under the clamp every step; back inside 1 % of the tether within 10 s";
    int count;
    const double share = largest(data, "drag", 4.0, "speed_share", &count);
    const double back = largest(data, "drag", 4.0, "back_s", &count);
    const double peak = largest(data, "drag", 4.0, "reach_peak", &count);
    if (count == 0) {
        lab_verdict(judgement, "C73", LAB_NOT_JUDGED, source,
                    "needs the event drag at 4 authorities");
        return;
    }
    const bool held = share <= 1.0 + 1e-12 && back <= 10.0;
    lab_verdict(
        judgement, "C73", held ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
        "%d fabrics: at most %.6f of the clamp; out to %.3g times the way along, and within "
        "1 %% of it %.2f s after the stop at the latest",
        count, share, peak, back);
    const double slow = largest(data, "drag", 0.5, "reach_peak", &count);
    if (count > 0) {
        lab_verdict(
            judgement, "drag_half", LAB_MEASURED, "",
            "at half the authority a rope is never further off than %.4g times the way along",
            slow);
    }
}

static void judge_bridge(const LabData *data, LabJudgement *judgement) {
    int count;
    const double share = largest(data, "bridge", 0.0, "speed_share", &count);
    const double back = largest(data, "bridge", 0.0, "back_s", &count);
    if (count > 0) {
        lab_verdict(judgement, "bridge",
                    share <= 1.0 + 1e-12 && back <= 10.0 ? LAB_MEASURED : LAB_FAILED, "",
                    "pulled apart beyond its length and brought back, every rope stays at %.3g of "
                    "the clamp or under, and is within 1 %% of the way along after %.2f s",
                    share, back);
    }
}

static void judge_catch(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "begins where the particle is; the tether never starts tighter than "
        "where it is; no snap";
    int count;
    const double moved = largest(data, "catch", 0.0, "moved", &count);
    const double tighter = largest(data, "catch", 0.0, "tighter", &count);
    const double jerk = largest(data, "catch", 0.0, "jerk", &count);
    const double without = largest(data, "catch", 0.0, "jerk_without", &count);
    if (count == 0) {
        lab_verdict(judgement, "C80", LAB_NOT_JUDGED, source, "needs the event catch");
        return;
    }
    const bool same = moved == 0.0 && tighter <= 1e-12;
    lab_verdict(judgement, "C80", same ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                "what is caught moves by %.0f m, a tether is tighter by %.1e m; the others' speeds "
                "change by at most %.3g g dt in that step, %.3g without: the end stops, and its "
                "neighbours swing against it",
                moved, tighter, jerk, without);
}

static void judge_release(const LabData *data, LabJudgement *judgement) {
    int count;
    const double leaving = largest(data, "release", 0.0, "leaving", &count);
    const double jerk = largest(data, "release", 0.0, "jerk", &count);
    if (count > 0) {
        lab_verdict(
            judgement, "release", leaving <= 1e-9 ? LAB_MEASURED : LAB_FAILED, "",
            "let go at 3 m/s, a particle leaves at that speed to %.1e m/s; the largest change "
            "of a speed in the next step is %.3g g dt",
            leaving, jerk);
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_still(data, judgement);
    judge_drag(data, judgement);
    judge_bridge(data, judgement);
    judge_catch(data, judgement);
    judge_release(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e26_holders",
        .question = "What does it do to a rope to be held, dragged, caught, bridged and let go?",
        .scene =
            "A rope of 16 links of 0.1 m, 10 g a particle, of every library fabric, hanging from "
            "a holder at the origin at 60 Hz; what happens to it is the event.",
        .answers =
            "Holding is exact when a still holder changes no byte, a caught particle does not "
            "move and a released one keeps its speed; it is safe when a rope dragged past what "
            "a step can correct stays under the limit on speeds and comes back.",
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
