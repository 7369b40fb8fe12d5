/*
 * e40_friction: does friction hold what it should, let slide what it should, and carry along?
 *
 * sticks: a particle and a patch of sheet on slopes of 10 to 50 degrees, friction swept about the
 * slope's tangent, ten seconds at 0.9 of the friction angle. slides: the slide down, a stop on the flat
 * from 2 m/s, a velocity turned round. carries: a belt, a box's top, a disc. winds: a rope over a
 * turning cylinder, and one that carries a weight with another. Then the cap of friction is of the
 * force that a visit finds, or of the multiplier; its multiplier is a magnitude; its anchor stays
 * where the slide began, or comes all the way to the particle.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "e40_studies.h"
#include "scenes/extreme.h"
#include "solver_knobs.h"

#define STUDIES "sticks,slides,carries,winds"
#define BODIES  "particle,patch"
#define ARMS    "shipped,found,stale,magnitude,fixed,bare,vbd,xpbd"
#define BUDGETS "converged,1x1,1x2,2x2,2x4"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("study", "what is done", STUDIES, NULL, STUDIES),
    SOLVER_KNOB_CHOICE("body", "a particle, or a patch of 6 x 6; winds has its rope", BODIES, NULL,
                       BODIES),
    SOLVER_KNOB_CHOICE(
        "arm",
        "shipped; found, stale: the cap is of the force a visit finds, or of the "
        "multiplier; magnitude: so is the multiplier; fixed: the anchor stays where the slide "
        "began; bare: it comes to the particle; vbd, xpbd: other solvers",
        ARMS, "shipped,found,fixed", ARMS),
    SOLVER_KNOB_CHOICE("budget", "substeps x iterations; converged: one substep", BUDGETS,
                       "1x1,2x4", BUDGETS),
    SOLVER_KNOB_REAL("seconds", "s", "for how long it has to stick", "10", "2", 0.1, 1e4, false),
    KNOB_MASS("0.1", NULL),
    KNOB_SPACING("0.05", NULL),
    SOLVER_KNOB_WHOLE("iterations_most", "the most iterations of a converged substep", "150", NULL,
                      1, CLOTH_ITERATIONS_MAX),
    KNOB_STEP("0.016666666666666666", NULL),
};

static const LabDimension dimensions[] = {
    {.name = "slope", .unit = "1", .long_name = "10, 20 .. 50 degrees", .length = FRICTION_ANGLES},
    {.name = "load",
     .unit = "1",
     .long_name = "tan(angle)/mu of 0.9, 0.95, 0.98, 0.995, 1.005, 1.02, 1.05, 1.1",
     .length = FRICTION_LOADS},
    {.name = "rope",
     .unit = "1",
     .long_name = "wrap and mu: 90 deg 0.2, 90 0.5, 180 0.2, 180 0.5, 270 0.2",
     .length = FRICTION_ROPES},
};

static const LabVariable variables[] = {
    {.name = "creep",
     .unit = "m",
     .long_name = "at 0.9 of the friction angle",
     .dimension = "slope"},
    {.name = "creep_most", .unit = "m", .long_name = "the most of these"},
    {.name = "kinetic_late", .unit = "J", .long_name = "the largest energy left there"},
    {.name = "way_share",
     .unit = "1",
     .long_name = "way down 30 degrees over that without friction",
     .dimension = "load"},
    {.name = "stuck_most", .unit = "1", .long_name = "largest load up to which all slopes stick"},
    {.name = "slides_least", .unit = "1", .long_name = "least load from which all slopes slide"},
    {.name = "slide_error",
     .unit = "1",
     .long_name = "of the way in a second, mu 0.3 at 20, mu 0.5 at 30 degrees"},
    {.name = "stop", .unit = "m", .long_name = "way on the flat from 2 m/s at mu 0.3"},
    {.name = "stop_error", .unit = "1", .long_name = "of that, against the sum of its steps"},
    {.name = "stop_steps", .unit = "1", .long_name = "steps until it stands, below 1e-4 m/s"},
    {.name = "back", .unit = "m", .long_name = "how far it then comes back in 5 s"},
    {.name = "turned_pull",
     .unit = "1",
     .long_name = "deceleration in the step after it was turned round, over mu g"},
    {.name = "turned", .unit = "m", .long_name = "way from there until it stands"},
    {.name = "turned_error", .unit = "1", .long_name = "of that, against the sum of its steps"},
    {.name = "cone_said", .unit = "1", .long_name = "largest |friction| / (mu f_n) of a contact"},
    {.name = "cone_felt",
     .unit = "1",
     .long_name = "the same from the change of the body's momentum"},
    {.name = "carried_error", .unit = "1", .long_name = "of the way on a belt and a box in 2 s"},
    {.name = "carried_slip", .unit = "m s-1", .long_name = "slip that is left there"},
    {.name = "disc_error", .unit = "1", .long_name = "of the angle a patch is turned by"},
    {.name = "disc_lost",
     .unit = "1",
     .long_name = "spin at which a particle has left its place, over sqrt(mu g / r)"},
    {.name = "rope_ratio",
     .unit = "1",
     .long_name = "tension at the hold over the weight",
     .dimension = "rope"},
    {.name = "rope_error",
     .unit = "1",
     .long_name = "of that, against the polygon's belt relation",
     .dimension = "rope"},
    {.name = "held_creep",
     .unit = "m",
     .long_name = "a second's creep of a rope that carries 0.9 of what it can"},
    {.name = "lost", .unit = "m", .long_name = "way in 2 s of one that carries 1.1 of it"},
};

static uint32_t ablation_of(const LabPoint *point) {
    return lab_chose(point, "arm", "found")       ? CLOTH_WITH_GRIP_AS_FOUND
           : lab_chose(point, "arm", "stale")     ? CLOTH_WITH_STALE_GRIP
           : lab_chose(point, "arm", "magnitude") ? CLOTH_WITH_MAGNITUDE_GRIP
           : lab_chose(point, "arm", "fixed")     ? CLOTH_WITH_FIXED_ANCHOR
                                                  : 0;
}

/* Arms are tried on what lies on a plane, and not on a patch that then never converges. */
static bool is_of_interest(const LabPoint *point) {
    const bool plane = lab_chose(point, "study", "sticks") || lab_chose(point, "study", "slides");
    const bool shipped = lab_chose(point, "arm", "shipped");
    const bool solver = lab_chose(point, "arm", "vbd") || lab_chose(point, "arm", "xpbd");
    const bool cheap = lab_chose(point, "body", "particle") ||
                       !lab_chose(point, "budget", "converged") || lab_chose(point, "arm", "xpbd");
    if (lab_chose(point, "study", "winds")) {
        return shipped && lab_chose(point, "body", "particle");
    }
    return shipped || (cheap && (plane || solver));
}

static FrictionPlan plan_of(const LabPoint *point, const ClothInstruments *instruments) {
    const bool converged = lab_chose(point, "budget", "converged");
    FrictionPlan plan = {.body = lab_chose(point, "body", "patch") ? SLOPE_PATCH : SLOPE_PARTICLE,
                         .step = cloth_step_default(),
                         .mass_kg = lab_real(point, "mass_kg"),
                         .spacing_m = lab_real(point, "spacing_m"),
                         .seconds = lab_real(point, "seconds"),
                         .loads = lab_chose(point, "arm", "shipped")};
    plan.step.step_s = lab_real(point, "step_s");
    plan.step.solver = lab_chose(point, "arm", "vbd")    ? CLOTH_VBD
                       : lab_chose(point, "arm", "xpbd") ? CLOTH_XPBD
                                                         : CLOTH_AVBD;
    plan.step.instruments = instruments;
    if (converged) {
        plan.step.substeps = 1;
        plan.step.iterations = (int32_t)lab_integer(point, "iterations_most");
        plan.step.tolerance_n = 1e-9 * 9.81 * plan.mass_kg;
    } else {
        (void)sscanf(lab_choice(point, "budget"), "%dx%d", &plan.step.substeps,
                     &plan.step.iterations);
    }
    if (converged && plan.step.solver == CLOTH_XPBD) {
        plan.step.iterations = plan.step.iterations < 20 ? plan.step.iterations : 20;
    }
    return plan;
}

static void put(const FrictionFigures *seen, LabResult *result) {
    lab_put_array(result, "creep", seen->creep_m, FRICTION_ANGLES);
    lab_put_array(result, "way_share", seen->way_share, FRICTION_LOADS);
    lab_put_array(result, "rope_ratio", seen->rope_ratio, FRICTION_ROPES);
    lab_put_array(result, "rope_error", seen->rope_error, FRICTION_ROPES);
    lab_put(result, "creep_most", seen->creep_most_m);
    lab_put(result, "kinetic_late", seen->late_j);
    lab_put(result, "stuck_most", seen->stuck_most);
    lab_put(result, "slides_least", seen->slides_least);
    lab_put(result, "slide_error", seen->slide_error);
    lab_put(result, "stop", seen->stop_m);
    lab_put(result, "stop_error", seen->stop_error);
    lab_put(result, "stop_steps", seen->stop_steps);
    lab_put(result, "back", seen->back_m);
    lab_put(result, "turned_pull", seen->turned_pull);
    lab_put(result, "turned", seen->turned_m);
    lab_put(result, "turned_error", seen->turned_error);
    lab_put(result, "cone_said", seen->cone_said);
    lab_put(result, "cone_felt", seen->cone_felt);
    lab_put(result, "carried_error", seen->carried_error);
    lab_put(result, "carried_slip", seen->carried_slip_m_s);
    lab_put(result, "disc_error", seen->disc_error);
    lab_put(result, "disc_lost", seen->disc_lost);
    lab_put(result, "held_creep", seen->held_creep_m);
    lab_put(result, "lost", seen->lost_m);
}

static void run_point(const LabPoint *point, LabResult *result) {
    const ClothInstruments instruments = {
        .ablate = ablation_of(point), .anchor_give = lab_chose(point, "arm", "bare") ? 1e-9 : 0.0};
    const FrictionPlan plan = plan_of(point, &instruments);
    FrictionFigures seen = friction_nothing();
    ClothError error = {0};
    if (!is_of_interest(point)) {
        return;
    }
    const ClothStatus status =
        lab_chose(point, "study", "sticks")    ? friction_sticks(&plan, &seen, &error)
        : lab_chose(point, "study", "slides")  ? friction_slides(&plan, &seen, &error)
        : lab_chose(point, "study", "carries") ? friction_carries(&plan, &seen, &error)
                                               : friction_winds(&plan, &seen, &error);
    put(&seen, result);
    solver_refusal(result, status, &error);
}

/* The verdict. */

static double get(const LabData *data, const char *study, const char *body, const char *arm,
                  const char *budget, const char *variable) {
    const int64_t k =
        lab_find(data, "study", study, "body", body, "arm", arm, "budget", budget, NULL);
    return k < 0 || !lab_ok(data, k) ? NAN : lab_get(data, k, variable);
}

static double shipped(const LabData *data, const char *study, const char *body, const char *budget,
                      const char *variable) {
    return get(data, study, body, "shipped", budget, variable);
}

/* The worse of particle and patch. */
static double worse(const LabData *data, const char *study, const char *budget,
                    const char *variable) {
    return more_of(shipped(data, study, "particle", budget, variable),
                   shipped(data, study, "patch", budget, variable));
}

static void judge_transition(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "stick/slide transition on tan(theta) at five angles; stuck: less than 0.1 mm in 10 s";
    static const char *const budgets[] = {"converged", "2x4", "2x2", "1x1"};
    static const char *const ids[] = {"C36", "C36_2x4", "C36_2x2", "C36_1x1"};
    for (int b = 0; b < 4; b++) {
        const double particle = shipped(data, "sticks", "particle", budgets[b], "creep_most");
        const double patch = shipped(data, "sticks", "patch", budgets[b], "creep_most");
        const double stuck = less_of(shipped(data, "sticks", "particle", budgets[b], "stuck_most"),
                                     shipped(data, "sticks", "patch", budgets[b], "stuck_most"));
        const double slides = worse(data, "sticks", budgets[b], "slides_least");
        if (isnan(particle + patch + stuck + slides)) {
            lab_verdict(judgement, ids[b], LAB_NOT_JUDGED, source,
                        "needs sticks, both bodies, shipped, %s", budgets[b]);
            continue;
        }
        const bool exact = particle < 1e-4 && patch < 1e-4 && stuck >= 0.98 && slides <= 1.02;
        lab_verdict(judgement, ids[b],
                    exact    ? LAB_REPRODUCED
                    : b == 0 ? LAB_FAILED
                             : LAB_DIFFERS,
                    source,
                    "%s: sticks up to tan(theta)/mu of %g, slides from %g, at 10 to 50 degrees; "
                    "creep at 0.9 of "
                    "the friction angle in 10 s at most %.1e m of a particle, %.1e m of a patch%s",
                    budgets[b], stuck, slides, particle, patch,
                    exact ? ""
                          : ": what a few sweeps leave of the first steps, and then it stands");
    }
}

static void judge_cap(const LabData *data, LabJudgement *judgement) {
    static const char source[] = "at one iteration a substep the stale cap never grips";
    const double left = worse(data, "slides", "1x1", "slide_error");
    const double stale = get(data, "slides", "particle", "stale", "1x1", "slide_error");
    const double creep = get(data, "sticks", "particle", "stale", "1x1", "creep_most");
    const double found = get(data, "sticks", "particle", "found", "2x4", "creep_most");
    if (isnan(left + stale + creep)) {
        lab_verdict(judgement, "C37", LAB_NOT_JUDGED, source,
                    "needs sticks and slides, 1x1, shipped and stale");
    } else {
        const bool never = creep > 1.0 && stale > 0.5 && left < 0.1;
        lab_verdict(judgement, "C37", never ? LAB_REPRODUCED : LAB_CONTRADICTED, source,
                    "1x1, cap of the multiplier: at 0.9 of the friction angle it slides %.3g m in "
                    "10 s, and a "
                    "slide is %.0f %% too long (%.2g %% with the force that the visit leaves)",
                    creep, 100.0 * stale, 100.0 * left);
    }
    if (!isnan(found)) {
        lab_verdict(
            judgement, "grip_found", LAB_MEASURED, "",
            "cap and pull as a visit finds them, 2x4: a particle creeps %.1e m, stops after "
            "%.5f m and comes back %.1e m; a patch creeps %.1e m; as the visit leaves them %.1e "
            "and "
            "%.1e m",
            found, get(data, "slides", "particle", "found", "2x4", "stop"),
            get(data, "slides", "particle", "found", "2x4", "back"),
            get(data, "sticks", "patch", "found", "2x4", "creep_most"),
            shipped(data, "sticks", "particle", "2x4", "creep_most"),
            shipped(data, "sticks", "patch", "2x4", "creep_most"));
    }
}

static void judge_multiplier(const LabData *data, LabJudgement *judgement) {
    const double on = worse(data, "sticks", "2x4", "creep_most");
    const double off = get(data, "sticks", "particle", "magnitude", "2x4", "creep_most");
    if (!isnan(on + off)) {
        lab_verdict(judgement, "grip_magnitude", off > 10.0 * on ? LAB_MEASURED : LAB_FAILED, "",
                    "a multiplier that is a magnitude, 2x4: creep %.1e m of a particle, %.1e m of "
                    "a patch, which "
                    "keep %.1e and %.1e J; a vector: %.1e m, %.1e J",
                    off, get(data, "sticks", "patch", "magnitude", "2x4", "creep_most"),
                    get(data, "sticks", "particle", "magnitude", "2x4", "kinetic_late"),
                    get(data, "sticks", "patch", "magnitude", "2x4", "kinetic_late"), on,
                    worse(data, "sticks", "2x4", "kinetic_late"));
    }
}

static void judge_anchor(const LabData *data, LabJudgement *judgement) {
    const double on = shipped(data, "slides", "particle", "2x4", "turned_pull");
    const double off = get(data, "slides", "particle", "fixed", "2x4", "turned_pull");
    const double bare = get(data, "sticks", "patch", "bare", "1x1", "creep_most");
    if (!isnan(on + off)) {
        const bool holds = fabs(on - 1.0) < 0.02 && off < 0.0;
        lab_verdict(judgement, "anchor_follows", holds ? LAB_REPRODUCED : LAB_FAILED,
                    "a reversal never pulls the wrong way",
                    "turned round in a slide it is stopped by %.4f mu g, and %.2g %% from where it "
                    "should stand; "
                    "with the anchor left behind by %.2f mu g, which drives it, and it comes back "
                    "%.3g m after a "
                    "stop",
                    on, 100.0 * worse(data, "slides", "2x4", "turned_error"), off,
                    get(data, "slides", "particle", "fixed", "2x4", "back"));
    }
    if (!isnan(bare)) {
        lab_verdict(judgement, "anchor_gives", LAB_MEASURED, "",
                    "an anchor that comes all the way to its particle, patch at 0.9 of the "
                    "friction angle: %.1e m in "
                    "10 s at 1x1, %.1e at 2x2, %.1e at 2x4; one that stays behind by what holds "
                    "it: %.1e, %.1e, %.1e",
                    bare, get(data, "sticks", "patch", "bare", "2x2", "creep_most"),
                    get(data, "sticks", "patch", "bare", "2x4", "creep_most"),
                    shipped(data, "sticks", "patch", "1x1", "creep_most"),
                    shipped(data, "sticks", "patch", "2x2", "creep_most"),
                    shipped(data, "sticks", "patch", "2x4", "creep_most"));
    }
}

static void judge_v10(const LabData *data, LabJudgement *judgement, const char *id,
                      const char *budget, double slide_most, double stop_most) {
    static const char form[] =
        "a = g(sin - mu cos); stop 0.66298 m in 41 steps at 1/60, 0.67127 at 1/120; "
        "the cone is never exceeded";
    const double slide = worse(data, "slides", budget, "slide_error");
    const double stop = worse(data, "slides", budget, "stop_error");
    const double steps = worse(data, "slides", budget, "stop_steps");
    const double cone = worse(data, "slides", budget, "cone_said");
    if (isnan(slide + stop + cone)) {
        lab_verdict(judgement, id, LAB_NOT_JUDGED, form, "needs slides, both bodies, %s", budget);
        return;
    }
    const bool holds = slide <= slide_most && stop <= stop_most && cone <= 1.0 + 1e-9;
    lab_verdict(judgement, id,
                holds                              ? LAB_REPRODUCED
                : strcmp(budget, "converged") == 0 ? LAB_FAILED
                                                   : LAB_DIFFERS,
                form,
                "%s, particle and patch: slide to %.2g %%, stop to %.2g %% in %g steps, largest "
                "|friction| over mu f_n "
                "%.9f of a contact, %.6f of a body's momentum%s",
                budget, 100.0 * slide, 100.0 * stop, steps, cone,
                worse(data, "slides", budget, "cone_felt"),
                holds ? "" : ": too few sweeps for a sheet");
}

static void judge_carried(const LabData *data, LabJudgement *judgement) {
    static const char form[] =
        "mu g t up to the belt's speed; a disc's whole angle; sqrt(mu g / r)";
    const double converged = worse(data, "carries", "converged", "carried_error");
    const double budget = worse(data, "carries", "2x4", "carried_error");
    const double least = worse(data, "carries", "1x1", "carried_error");
    const double disc = shipped(data, "carries", "patch", "2x4", "disc_error");
    const double lost = shipped(data, "carries", "particle", "2x4", "disc_lost");
    if (isnan(budget + least + disc + lost)) {
        lab_verdict(judgement, "carried", LAB_NOT_JUDGED, form, "needs carries, both bodies");
        return;
    }
    const bool holds = budget <= 0.01 && disc <= 0.01 && fabs(lost - 1.0) <= 0.03;
    lab_verdict(judgement, "carried", holds ? LAB_REPRODUCED : LAB_FAILED, form,
                "on half-space and box, against the sum of steps: %.1e converged, %.1e at 2x4, "
                "%.1e at 1x1, left slip "
                "%.1e m/s; a patch about a disc's axis is turned to %.1e; a particle leaves its "
                "place on a disc at "
                "%.3f sqrt(mu g / r)",
                converged, budget, least, worse(data, "carries", "2x4", "carried_slip"), disc,
                lost);
}

static double rope(const LabData *data, const char *budget, int k, const char *variable) {
    int64_t n;
    const int64_t at = lab_find(data, "study", "winds", "body", "particle", "arm", "shipped",
                                "budget", budget, NULL);
    const double *values =
        at < 0 || !lab_ok(data, at) ? NULL : lab_get_array(data, at, variable, &n);
    return values == NULL || k >= n ? NAN : values[k];
}

static double rope_worst(const LabData *data, const char *budget) {
    double worst = 0.0;
    for (int k = 0; k < FRICTION_ROPES; k++) {
        raise_to(&worst, rope(data, budget, k, "rope_error"));
    }
    return worst;
}

static void judge_capstan(const LabData *data, LabJudgement *judgement) {
    static const char form[] = "T2/T1 = ((1 + mu t)/(1 - mu t))^n, exp(mu phi) for small corners";
    const double converged = rope_worst(data, "converged");
    if (isnan(converged)) {
        lab_verdict(judgement, "capstan", LAB_NOT_JUDGED, form, "needs winds, converged");
    } else {
        const double held = shipped(data, "winds", "particle", "converged", "held_creep");
        const double lost = shipped(data, "winds", "particle", "converged", "lost");
        const bool holds = converged <= 0.01 && held <= 1e-4 && lost > 0.05;
        lab_verdict(judgement, "capstan", holds ? LAB_REPRODUCED : LAB_FAILED, form,
                    "90, 180 and 270 degrees, mu 0.2 and 0.5, converged: to %.1e of the polygon's "
                    "relation with the "
                    "rope's weight; with 0.9 of what it can hold it creeps %.1e m in a second, "
                    "with 1.1 it is gone %.2g m in 2 s",
                    converged, held, lost);
    }
    const double budget = rope_worst(data, "2x4");
    if (!isnan(budget)) {
        lab_verdict(judgement, "capstan_2x4", budget <= 0.03 ? LAB_REPRODUCED : LAB_DIFFERS, form,
                    "2x4: to %.2g at worst, at 180 degrees and mu 0.2 to %.2g; with 0.9 of what it "
                    "can hold it creeps "
                    "%.1e m in a second: a weight of fifty particles draws the links out, and the "
                    "corners with them",
                    budget, rope(data, "2x4", 2, "rope_error"),
                    shipped(data, "winds", "particle", "2x4", "held_creep"));
    }
}

static void judge_solvers(const LabData *data, LabJudgement *judgement) {
    const double vbd = get(data, "sticks", "patch", "vbd", "2x4", "creep_most");
    const double xpbd = get(data, "sticks", "patch", "xpbd", "2x4", "creep_most");
    if (!isnan(vbd + xpbd)) {
        lab_verdict(judgement, "friction_solvers", LAB_MEASURED, "",
                    "2x4, patch, creep and error of the slide: avbd %.1e m and %.2g %%, vbd %.1e m "
                    "and %.2g %%, xpbd "
                    "%.1e m and %.2g %%",
                    shipped(data, "sticks", "patch", "2x4", "creep_most"),
                    100.0 * shipped(data, "slides", "patch", "2x4", "slide_error"), vbd,
                    100.0 * get(data, "slides", "patch", "vbd", "2x4", "slide_error"), xpbd,
                    100.0 * get(data, "slides", "patch", "xpbd", "2x4", "slide_error"));
    }
}

static void judge(const LabData *data, LabJudgement *judgement) {
    judge_transition(data, judgement);
    judge_cap(data, judgement);
    judge_multiplier(data, judgement);
    judge_anchor(data, judgement);
    judge_v10(data, judgement, "V10", "converged", 0.01, 0.01);
    judge_v10(data, judgement, "V10_2x4", "2x4", 0.02, 0.03);
    judge_v10(data, judgement, "V10_1x1", "1x1", 0.02, 0.03);
    judge_carried(data, judgement);
    judge_capstan(data, judgement);
    judge_solvers(data, judgement);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e40_friction",
        .question = "Does friction hold what it should, let slide what it should, and carry along?",
        .scene =
            "A particle and a patch of 6 x 6 at 0.05 m, 0.1 kg a particle, on planes of 0 to 50 "
            "degrees, on a belt, a box and a disc that move; a rope of particles of 2 g with a "
            "weight of "
            "0.1 kg over a cylinder of 0.1 m.",
        .answers = "Yes when what lies at 0.9 of the friction angle creeps less than 0.1 mm in 10 "
                   "s, slides and "
                   "stops are within 1 % converged and 2 and 3 % at 2x4, and no contact exceeds "
                   "its cone. No when "
                   "one does, or an arm does as well.",
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
