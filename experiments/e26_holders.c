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

#include "e26_events.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"

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

static const LabDimension dimensions[] = {
    {.name = "tick", .unit = "1", .long_name = "a step", .length = HOLDER_TICKS},
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
        .run_point = holder_event,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
