/* one_sided_limits.h: what gate_right_one_sided holds rows that only pull and drag to, and
 * gate_right_one_sided_off shows broken. */
#ifndef GATES_ONE_SIDED_LIMITS_H
#define GATES_ONE_SIDED_LIMITS_H

#include "gate.h"
#include "scenes/one_sided.h"

/* How far past its bound at any step, and off its closed form at the end [m]: V32's tolerances.
 * Measured 1.0e-5 and 1.5e-5; a clamp turned round 18 and more, a centre a step late 5.4e-3, a row
 * caught a sweep late 2.7e-3 whatever the iterations (e20). */
#define ONE_SIDED_CONVERGED_M 1e-4
#define ONE_SIDED_SHIPPING_M  1e-3

/* Way back from the bound, over the bound. Measured 4e-5; a row caught a sweep late 4.6e-3 (e20). */
#define ONE_SIDED_REBOUND 1e-3

/* V02's tolerance. Measured 1e-5; an explicit drag is 3e-2 off at 60 Hz. */
#define V02_SHARE 1e-4

/* Measured 1.5e-4; leashes of slack d 0.29 (e20). */
#define C20_SHARE 0.02

/* At `rate` substeps a second; a converged substep gets 100 iterations. */
static inline OneSidedPlan one_sided_gate_plan(OneSidedScene scene, bool converged, int rate) {
    OneSidedPlan plan = one_sided_plan(scene, converged, 1.0 / rate);
    plan.run.iterations = converged ? 100 : plan.run.iterations;
    return plan;
}

static inline OneSidedSeen one_sided_seen(OneSidedScene scene, bool converged, int rate,
                                          const struct ClothInstruments *instruments) {
    OneSidedPlan plan = one_sided_gate_plan(scene, converged, rate);
    plan.instruments = instruments;
    OneSidedSeen seen;
    ClothError error = {0};
    ck_assert_msg(one_sided_run(&plan, NULL, &seen, &error) == CLOTH_OK, "%s", error.message);
    return seen;
}

#endif
