#include "scenes/doze.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/extreme.h"
#include "state/state.h"

double doze_distance(const ClothState *a, const ClothState *b) {
    const ClothView one = cloth_view(a);
    const ClothView other = cloth_view(b);
    double most = 0.0;
    for (int32_t i = 0; i < one.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            const double d = (double)one.position[k] - (double)other.position[k];
            squared += d * d;
        }
        most = more_of(most, squared);
    }
    return sqrt(most);
}

ClothStatus doze_lean(Hung *hung, double angle, ClothError *error) {
    const size_t numbers = 3 * (size_t)hung->graph.particle_count;
    double *x = calloc(numbers, sizeof *x);
    if (x == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (size_t i = 0; i < numbers; i += 3) {
        const double *rest = &hung->graph.position[i];
        x[i] = cos(angle) * rest[0] - sin(angle) * rest[1];
        x[i + 1] = sin(angle) * rest[0] + cos(angle) * rest[1];
        x[i + 2] = rest[2];
    }
    const ClothStatus status = cloth_world_set_positions(hung->world, hung->cloth, x, error);
    free(x);
    return status;
}

static const ClothState *state_of(const Hung *hung) {
    return cloth_world_state(hung->world, hung->cloth);
}

static ClothStatus watch(Hung *sleeper, Hung *twin, const DozePlan *plan, Doze *doze,
                         ClothError *error) {
    ClothCondition condition = {0};
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 1; status == CLOTH_OK && !condition.asleep && k <= plan->steps_most; k++) {
        status = hung_step(sleeper, plan->step_s, NULL, error);
        status = status == CLOTH_OK ? hung_step(twin, plan->step_s, NULL, error) : status;
        (void)cloth_world_condition(sleeper->world, sleeper->cloth, &condition, NULL);
        doze->slept_step = condition.asleep ? k : 0;
    }
    if (!condition.asleep) {
        return status;
    }
    double furthest = 0.0;
    for (int64_t k = 0; status == CLOTH_OK && k < plan->after; k++) {
        status = hung_step(twin, plan->step_s, NULL, error);
        const double far = doze_distance(state_of(twin), state_of(sleeper));
        furthest = more_of(furthest, far);
    }
    doze->lost_share = furthest / condition.reach_m;
    return status;
}

ClothStatus doze_watch(DozeBuild *build, const void *recipe, const DozePlan *plan, Doze *doze,
                       ClothError *error) {
    Hung sleeper = {0};
    Hung twin = {0};
    *doze = (Doze){.lost_share = NAN};
    ClothStatus status = build(recipe, &sleeper, error);
    status = status == CLOTH_OK ? build(recipe, &twin, error) : status;
    if (status == CLOTH_OK) {
        status = cloth_world_set_flags(twin.world, twin.cloth, CLOTH_NEVER_SLEEP, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&sleeper, &twin, plan, doze, error);
    }
    hung_free(&sleeper);
    hung_free(&twin);
    return status;
}
