/*
 * e13_phases.c: see e13_phases.h. Each phase runs over the whole cloth with nothing else in
 * between; in a frame they alternate batch by batch, so that a sum of phases is an estimate.
 */
#include "e13_phases.h"

#include <math.h>
#include <stdlib.h>

#include "state/state.h"
#include "step/batch.h"
#include "step/predict.h"
#include "step/solver.h"
#include "timing.h"

/* What a phase works on. */
typedef struct Bench {
    ClothView view;
    ClothSubstep substep;
    ClothBatch *batch; /* (batch_count) every batch of a sweep */
    int32_t batch_count;
    double least; /* kept, so that no solve is left out */
} Bench;

static int32_t cut_into_batches(const ClothView *view, ClothBatch *batch) {
    int32_t count = 0;
    for (int32_t colour = 0; colour + 1 < view->counts.colour_end; colour++) {
        const int32_t end = view->colour_offset[colour + 1];
        for (int32_t i = view->colour_offset[colour]; i < end;) {
            batch[count].first = i;
            batch[count].count = cloth_batch_count(view, i, end);
            i += batch[count++].count;
        }
    }
    return count;
}

static void predict(Bench *bench) {
    cloth_predict_adaptive(&bench->view, &bench->substep);
}

static void assemble(Bench *bench) {
    for (int32_t b = 0; b < bench->batch_count; b++) {
        ClothBatch *batch = &bench->batch[b];
        cloth_batch_assemble(&bench->view, &bench->substep, batch->first, batch->count, batch);
    }
}

static void solve(Bench *bench) {
    for (int32_t b = 0; b < bench->batch_count; b++) {
        ClothMoves moves;
        (void)cloth_batch_solve(&bench->view, &bench->substep, &bench->batch[b], &moves,
                                &bench->least);
    }
}

static void update_duals(Bench *bench) {
    for (int32_t b = 0; b < bench->batch_count; b++) {
        const ClothBatch *batch = &bench->batch[b];
        cloth_batch_update_duals(&bench->view, &bench->substep, batch->first, batch->count);
    }
}

static double time_once(void (*phase)(Bench *), Bench *bench) {
    const double start = timing_now_s();
    phase(bench);
    return timing_now_s() - start;
}

static void time_all(Bench *bench, int32_t rounds, double *sample, Phases *phases) {
    const ClothStep *step = bench->substep.step;
    const double sweeps = (double)step->substeps * step->iterations;
    struct {
        void (*run)(Bench *);
        double times;
        double *seconds;
    } list[] = {
        {predict, step->substeps, &phases->predict_s},
        {assemble, sweeps, &phases->assemble_s},
        {solve, sweeps, &phases->solve_s},
        {update_duals, sweeps, &phases->dual_s},
    };
    const int32_t count = sizeof list / sizeof list[0];
    /* Round 0 warms up. */
    for (int32_t round = 0; round <= rounds; round++) {
        for (int32_t p = 0; p < count; p++) {
            const double seconds = time_once(list[p].run, bench);
            sample[(int64_t)p * rounds + (round > 0 ? round - 1 : 0)] = seconds;
        }
    }
    for (int32_t p = 0; p < count; p++) {
        *list[p].seconds =
            list[p].times * timing_spread(&sample[(int64_t)p * rounds], rounds).median;
    }
}

bool phases_time(const ClothState *state, const ClothStep *step, int32_t rounds, Phases *phases) {
    ClothState *copy = cloth_copy(state);
    ClothBatch *batch = NULL;
    double *sample = calloc(4 * (size_t)rounds, sizeof *sample);
    if (copy != NULL) {
        batch = calloc((size_t)cloth_particle_count(copy), sizeof *batch);
    }
    const bool fine = copy != NULL && sample != NULL && batch != NULL;
    if (fine) {
        Bench bench = {.view = cloth_view(copy), .batch = batch, .least = INFINITY};
        bench.substep = cloth_substep(copy, step);
        bench.batch_count = cut_into_batches(&bench.view, batch);
        time_all(&bench, rounds, sample, phases);
    }
    free(sample);
    free(batch);
    cloth_destroy(copy);
    return fine;
}
