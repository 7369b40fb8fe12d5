#include "p5_sleep.h"

#include <math.h>

#include "gate.h"
#include "scenes/extreme.h"
#include "state/state.h"
#include "world/world.h"

static const double step_s = 1.0 / 60.0;

static void leave_out(Hung *hung, uint32_t ablate) {
#ifdef CLOTH_ABLATE
    hung->world->ablate = ablate;
#else
    (void)hung;
    ck_assert_msg(ablate == 0, "nothing can be left out of this build");
#endif
}

static void must(ClothStatus status, const ClothError *error) {
    ck_assert_msg(status == CLOTH_OK, "%s", error->message);
}

static const ClothState *state_of(const Hung *hung) {
    return cloth_world_state(hung->world, hung->cloth);
}

static bool is_asleep(const Hung *hung) {
    ClothCondition condition;
    ClothError error = {0};
    must(cloth_world_condition(hung->world, hung->cloth, &condition, &error), &error);
    return condition.asleep;
}

static void start(ClothFabricName name, uint32_t ablate, Hung *hung) {
    const ClothChainShape shape = {.links = 12,
                                   .strands = 1,
                                   .spacing_m = 0.05,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothFabric fabric = cloth_fabric(name);
    ClothError error = {0};
    must(hung_chain(&shape, &fabric, NULL, hung, &error), &error);
    leave_out(hung, ablate);
    must(hung_swing(hung, (double[3]){3.0, 0.0, 0.0}, &error), &error);
}

static void steps(Hung *hung, int count, HungWatch *watch) {
    ClothError error = {0};
    for (int k = 0; k < count; k++) {
        must(hung_step(hung, step_s, watch, &error), &error);
    }
}

P5Sleep p5_sleep(ClothFabricName name, uint32_t ablate) {
    P5Sleep seen = {.watch = hung_watch_start(), .steps = P5_SLEEP_STEPS_MOST};
    Hung hung;
    ClothError error = {0};
    start(name, ablate, &hung);
    must(hung_until_asleep(&hung, step_s, P5_SLEEP_STEPS_MOST, &seen.watch, &error), &error);
    if (seen.watch.slept_step > 0) {
        seen.steps = (double)seen.watch.slept_step;
    }
    ClothState *before = cloth_copy(state_of(&hung));
    ck_assert_ptr_nonnull(before);
    steps(&hung, 300, NULL);
    seen.bytes = (double)cloth_differing_bytes(before, state_of(&hung), NULL);
    cloth_destroy(before);

    HungWatch woken = hung_watch_start();
    must(cloth_world_wake(hung.world, hung.cloth, &error), &error);
    steps(&hung, 1, &woken);
    seen.wake_gain = woken.speed_peak_m_s / (9.81 * step_s);
    steps(&hung, 599, &woken);
    seen.wake_energy = woken.kinetic_peak_j / seen.watch.kinetic_peak_j;

    ClothPose moved = cloth_pose_identity();
    moved.position[0] = 0.01;
    must(cloth_world_set_holder(hung.world, hung.holder[0], &moved, &error), &error);
    steps(&hung, 1, NULL);
    seen.after_holder = is_asleep(&hung);
    hung_free(&hung);
    return seen;
}

void p5_wake(ClothFabricName name, bool forget, double *gain, double *energy) {
    Hung hung;
    HungWatch swung = hung_watch_start();
    HungWatch woken = hung_watch_start();
    ClothError error = {0};
    start(name, 0, &hung);
    must(hung_until_asleep(&hung, step_s, P5_SLEEP_STEPS_MOST, &swung, &error), &error);
    ck_assert(is_asleep(&hung));
    const ClothView view = cloth_view(state_of(&hung));
    for (int32_t s = 0; forget && s < view.counts.slot; s++) {
        view.slot_multiplier[s] = 0;
    }
    must(cloth_world_wake(hung.world, hung.cloth, &error), &error);
    steps(&hung, 1, &woken);
    *gain = woken.speed_peak_m_s / (9.81 * step_s);
    steps(&hung, 599, &woken);
    *energy = woken.kinetic_peak_j / swung.kinetic_peak_j;
    hung_free(&hung);
}

typedef struct Rope {
    double lean;
    bool half_second;
} Rope;

static ClothStatus build_rope(const void *recipe, Hung *hung, ClothError *error) {
    const Rope *rope = recipe;
    const ClothChainShape shape = {.links = 4,
                                   .strands = 1,
                                   .spacing_m = 5.0,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_FREE};
    ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
    fabric.damping = 0.0;
    const ClothStatus status = hung_chain(&shape, &fabric, NULL, hung, error);
    if (status != CLOTH_OK) {
        return status;
    }
#ifdef CLOTH_ABLATE
    hung->world->tuned.sleep_swing *= rope->half_second ? 0.0 : 1.0;
#else
    ck_assert_msg(!rope->half_second, "the window of this build is what it is");
#endif
    return doze_lean(hung, rope->lean, error);
}

double p5_lost(bool half_second) {
    static const double leans[] = {5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2};
    /* 7.5 s a period. */
    const DozePlan plan = {.step_s = step_s, .steps_most = 1000, .after = 450};
    double most = 0.0;
    for (size_t k = 0; k < sizeof leans / sizeof leans[0]; k++) {
        const Rope rope = {.lean = leans[k], .half_second = half_second};
        Doze doze;
        ClothError error = {0};
        must(doze_watch(build_rope, &rope, &plan, &doze, &error), &error);
        if (doze.slept_step > 0) {
            raise_to(&most, doze.lost_share);
        }
    }
    return most;
}
