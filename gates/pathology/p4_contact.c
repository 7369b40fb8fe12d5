#include "p4_contact.h"

#include <math.h>

#include "gate.h"

/* What is lost has NaN for all its figures, which no limit lets through. */
static PutDownSeen run(const PutDownPlan *plan) {
    PutDownSeen seen;
    ClothError error = {0};
    const ClothStatus status = put_down_run(plan, &seen, &error);
    ck_assert_msg(status == CLOTH_OK || status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE,
                  "%s", error.message);
    return seen;
}

PutDownSeen p4_put_down(double speed_m_s, double mass_kg, const ClothConstants *constants,
                        const ClothInstruments *instruments) {
    PutDownPlan plan = put_down_plan(PUT_DOWN_EDGE);
    plan.speed_m_s = speed_m_s;
    plan.mass_kg = mass_kg;
    plan.step.constants = *constants;
    plan.step.instruments = instruments;
    return run(&plan);
}

PutDownSeen p4_on_plane(const ClothInstruments *instruments) {
    PutDownPlan plan = put_down_plan(PUT_DOWN_PLANE);
    plan.step.instruments = instruments;
    return run(&plan);
}

PutDownSeen p4_loaded(const ClothInstruments *instruments) {
    PutDownPlan plan = put_down_plan(PUT_DOWN_PEG);
    plan.load = P4_LOADED_WEIGHTS;
    plan.step.instruments = instruments;
    return run(&plan);
}

double p4_mass_spread(const ClothConstants *constants) {
    const PutDownSeen light = p4_put_down(4.0, 3e-4, constants, NULL);
    const PutDownSeen heavy = p4_put_down(4.0, 0.3, constants, NULL);
    return fabs(heavy.depth_m / light.depth_m - 1.0);
}

double p4_weight(void) {
    const PutDownPlan plan = put_down_plan(PUT_DOWN_PEG);
    return -plan.step.gravity[1] * plan.mass_kg;
}
