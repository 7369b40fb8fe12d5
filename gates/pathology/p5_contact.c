#include "p5_contact.h"

#include <check.h>
#include <math.h>

#include "scenes/extreme.h"
#include "scenes/landing.h"
#include "scenes/settle.h"
#include "world/world.h"

static const double step_s = 1.0 / 60.0;

const ClothFabricName p5_contact_fabric[P5_CONTACT_FABRICS] = {CLOTH_SILK, CLOTH_DENIM,
                                                               CLOTH_LEATHER};

static void must(ClothStatus status, const ClothError *error) {
    ck_assert_msg(status == CLOTH_OK, "%s", error->message);
}

static Landing land(ClothShapeKind solid, ClothFabricName name) {
    const LandingShape shape = landing_default(solid);
    const ClothFabric fabric = cloth_fabric(name);
    Landing landing;
    ClothError error = {0};
    must(landing_start(&shape, NULL, &fabric, &landing, &error), &error);
    return landing;
}

/* instruments: in, must outlive the landing. */
static void leave_out(Landing *landing, const ClothInstruments *instruments) {
#ifdef CLOTH_ABLATE
    landing->hung.world->instruments = instruments;
#else
    (void)landing;
    ck_assert_msg(instruments == NULL, "nothing can be left out of this build");
#endif
}

static void steps(Landing *landing, int count) {
    ClothError error = {0};
    for (int s = 0; s < count; s++) {
        must(cloth_world_step(landing->hung.world, step_s, &error), &error);
    }
}

P5Contact p5_contact(ClothShapeKind solid, ClothFabricName fabric) {
    P5Contact seen = {.asleep_step = P5_CONTACT_STEPS_MOST};
    HungWatch watch = hung_watch_start();
    Landing landing = land(solid, fabric);
    ClothError error = {0};
    must(hung_until_asleep(&landing.hung, step_s, P5_CONTACT_STEPS_MOST, &watch, &error), &error);
    if (watch.slept_step > 0) {
        seen.asleep_step = (double)watch.slept_step;
    }
    const ClothState *state = cloth_world_state(landing.hung.world, landing.hung.cloth);
    ClothState *before = cloth_copy(state);
    ck_assert_ptr_nonnull(before);
    steps(&landing, 300);
    seen.bytes = (double)cloth_differing_bytes(before, state, NULL);
    cloth_destroy(before);
    landing_free(&landing);
    return seen;
}

static double weight_of(const ClothGraph *graph) {
    double weight = 0.0;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        weight += 9.81 * graph->mass[i];
    }
    return weight;
}

P5Creep p5_creep(ClothShapeKind solid, ClothFabricName fabric,
                 const ClothInstruments *instruments) {
    const SettlePlan plan = {
        .step_s = step_s, .gravity_m_s2 = 9.81, .steps = P5_CONTACT_STEPS_MOST, .late = 300};
    Landing landing = land(solid, fabric);
    const ClothState *state = cloth_world_state(landing.hung.world, landing.hung.cloth);
    ClothError error = {0};
    Settle settle;
    leave_out(&landing, instruments);
    must(cloth_world_set_flags(landing.hung.world, landing.hung.cloth, CLOTH_NEVER_SLEEP, &error),
         &error);
    ck_assert_int_eq(settle_start(state, &plan, &settle), CLOTH_OK);
    for (int64_t s = 0; s < plan.steps; s++) {
        steps(&landing, 1);
        settle_see(&settle, state);
    }
    const bool still = settle.still_step > 0;
    const double weight = weight_of(&landing.hung.graph);
    const P5Creep seen = {
        .still_step = still ? (double)settle.still_step : P5_CONTACT_STEPS_MOST,
        .creep_m = still ? settle.creep_m : 0.0,
        .kinetic_j = settle.kinetic_late_j,
        .depth_m = settle.depth_late_m,
        .carried_off = fabs(settle.last.contact_force[1] / weight - 1.0),
        .restless = !still || settle.still_step > P5_CONTACT_STEPS,
    };
    settle_free(&settle);
    landing_free(&landing);
    return seen;
}

P5Creep p5_creep_all(const ClothInstruments *instruments) {
    static const ClothShapeKind solid[P5_CONTACT_SOLIDS] = {
        CLOTH_SPHERE, CLOTH_CAPSULE, CLOTH_TAPERED_CAPSULE, CLOTH_BOX, CLOTH_CYLINDER};
    P5Creep worst = {.still_step = 0.0};
    for (int k = 0; k < P5_CONTACT_SOLIDS; k++) {
        for (int f = 0; f < P5_CONTACT_FABRICS; f++) {
            const P5Creep seen = p5_creep(solid[k], p5_contact_fabric[f], instruments);
            raise_to(&worst.still_step, seen.still_step);
            raise_to(&worst.creep_m, seen.creep_m);
            raise_to(&worst.kinetic_j, seen.kinetic_j);
            raise_to(&worst.depth_m, seen.depth_m);
            raise_to(&worst.carried_off, seen.carried_off);
            worst.restless += seen.restless;
        }
    }
    return worst;
}
