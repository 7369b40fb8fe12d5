#include "scenes/watch.h"

#include <math.h>

#include "math/error.h"
#include "scenes/extreme.h"

double scene_energy(const ClothMeasure *measure) {
    double sum = measure->kinetic_j + measure->gravitational_j;
    for (int kind = 0; kind < CLOTH_STIFFNESSES; kind++) {
        sum += measure->elastic_j[kind];
    }
    return sum;
}

/* Takes one step's figures in; least is the smallest energy so far. */
static void note(SceneWatch *watch, const SceneWatchPlan *plan, double *least) {
    const double energy = scene_energy(&watch->last);
    const double kinetic = watch->last.kinetic_j;
    watch->kinetic_max_j = more_of(watch->kinetic_max_j, kinetic);
    watch->energy_climb_j = more_of(watch->energy_climb_j, energy - *least);
    *least = less_of(*least, energy);
    if (!(kinetic <= plan->quiet_j)) {
        watch->settled_step = -1;
    } else if (watch->settled_step < 0) {
        watch->settled_step = watch->steps;
    }
    if (watch->steps > plan->steps - plan->late) {
        watch->kinetic_late_max_j = more_of(watch->kinetic_late_max_j, kinetic);
        watch->energy_late_max_j = more_of(watch->energy_late_max_j, energy);
    }
}

ClothStatus scene_watch(ClothState *state, const ClothStep *step, const SceneWatchPlan *plan,
                        SceneWatch *watch, ClothError *error) {
    *watch = (SceneWatch){.kinetic_late_max_j = NAN,
                          .kinetic_max_j = NAN,
                          .energy_climb_j = NAN,
                          .energy_late_max_j = NAN,
                          .settled_step = -1,
                          .pivot_ratio_min = INFINITY};
    if (!(plan->steps >= 1 && plan->late >= 1 && plan->late <= plan->steps)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "late is %lld of %lld steps; must be 1 to all of them",
                          (long long)plan->late, (long long)plan->steps);
    }
    cloth_measure(state, step->gravity, &watch->last);
    watch->energy_start_j = scene_energy(&watch->last);
    double least = watch->energy_start_j;
    watch->kinetic_late_max_j = 0.0;
    watch->kinetic_max_j = 0.0;
    watch->energy_climb_j = 0.0;
    watch->energy_late_max_j = -INFINITY;
    ClothStatus status = CLOTH_OK;
    for (int64_t s = 0; s < plan->steps; s++) {
        ClothReport report;
        status = cloth_step(state, step, &report, error);
        if (status != CLOTH_OK) {
            break;
        }
        watch->steps = s + 1;
        watch->pivot_ratio_min = less_of(watch->pivot_ratio_min, report.pivot_ratio);
        cloth_measure(state, step->gravity, &watch->last);
        note(watch, plan, &least);
        if (plan->each != NULL) {
            plan->each(plan->user, s, &watch->last);
        }
    }
    if (watch->steps <= plan->steps - plan->late) {
        watch->kinetic_late_max_j = NAN;
        watch->energy_late_max_j = NAN;
    }
    return status;
}
