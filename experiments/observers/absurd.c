#include "observers/absurd.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "scenes/extreme.h"
#include "scenes/fuzz.h"

static bool is_fault(ClothStatus status) {
    return status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE;
}

static void count_failure(const Fuzz *fuzz, uint64_t seed, ClothStatus status,
                          const ClothError *error, Absurd *absurd) {
    if (absurd->non_finite + absurd->not_positive == 0) {
        absurd->first_seed = (double)seed;
        (void)snprintf(absurd->first, sizeof absurd->first, "%s; %s", error->message, fuzz->text);
    }
    absurd->non_finite += status == CLOTH_NON_FINITE;
    absurd->not_positive += status == CLOTH_NOT_POSITIVE;
}

static ClothStatus run_cloth(const AbsurdPlan *plan, uint64_t seed, Absurd *absurd,
                             ClothError *error) {
    Fuzz fuzz;
    ClothStatus status = scene_fuzz(seed, &fuzz, error);
    if (status != CLOTH_OK) {
        return status;
    }
    fuzz.step.solver = plan->solver;
    fuzz.step.instruments = plan->instruments;
    for (int64_t s = 0; status == CLOTH_OK && s < plan->cloth_steps; s++) {
        ClothReport report;
        status = cloth_step(fuzz.scene.state, &fuzz.step, &report, error);
        absurd->steps++;
        absurd->pivot_ratio_min = less_of(absurd->pivot_ratio_min, report.pivot_ratio);
    }
    absurd->cloths++;
    if (is_fault(status)) {
        count_failure(&fuzz, seed, status, error, absurd);
    } else if (status == CLOTH_OK) {
        ClothMeasure measure;
        cloth_measure(fuzz.scene.state, fuzz.step.gravity, &measure);
        raise_to(&absurd->speed_max, measure.speed_max_m_s);
    }
    scene_free(&fuzz.scene);
    return is_fault(status) ? CLOTH_OK : status;
}

ClothStatus absurd_run(const AbsurdPlan *plan, Absurd *absurd, ClothError *error) {
    *absurd = (Absurd){.first_seed = NAN, .pivot_ratio_min = INFINITY};
    ClothStatus status = CLOTH_OK;
    for (int64_t c = 0; status == CLOTH_OK && c < plan->cloths; c++) {
        status = run_cloth(plan, plan->seed + (uint64_t)c, absurd, error);
    }
    return status;
}
