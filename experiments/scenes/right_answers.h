/*
 * right_answers.h: a table of cases whose answer is known beforehand, and how to run one.
 *
 * Experiment e18 publishes every case at every budget; the gates in gates/right_answers hold the
 * converged ones to their tolerance. Steps are taken one substep at a time, which is to the bit
 * what a step of several substeps does, so that h is the substep everywhere.
 *
 * Each case carries a flaw: one thing done wrong on purpose (a stiffness doubled, a mass left out,
 * penalties in place of multipliers). Run with it, the same measurement must leave the same
 * tolerance, or the tolerance would be too wide to find anything.
 */
#ifndef SCENES_RIGHT_ANSWERS_H
#define SCENES_RIGHT_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

/* Name; every one is a case of e18. */
#define RIGHT_CASE_LIST(X)                                                                         \
    X(v01_drop)                                                                                    \
    X(v01_drop_120)                                                                                \
    X(v01_speed)                                                                                   \
    X(v01_sheet_drop)                                                                              \
    X(v04_factor_1hz)                                                                              \
    X(v04_period_1hz)                                                                              \
    X(v04_factor_5hz)                                                                              \
    X(v04_period_5hz)                                                                              \
    X(v05_period)                                                                                  \
    X(v05_half_swing)                                                                              \
    X(v05_period_240)                                                                              \
    X(v05_half_swing_240)                                                                          \
    X(v05_period_short)                                                                            \
    X(v05_large_swing)                                                                             \
    X(v05_strain)                                                                                  \
    X(v08_pendulum)                                                                                \
    X(v08_release)                                                                                 \
    X(v09_top)                                                                                     \
    X(v09_bottom)                                                                                  \
    X(v09_strain_sum)                                                                              \
    X(v10b_row)                                                                                    \
    X(v10b_row_other)                                                                              \
    X(v10b_chain_tip)                                                                              \
    X(v10b_chain_top)                                                                              \
    X(v12_sag)                                                                                     \
    X(v12_horizontal)                                                                              \
    X(v12_end)                                                                                     \
    X(v14_spin)                                                                                    \
    X(v14_spin_240)                                                                                \
    X(v14_spin_fast)                                                                               \
    X(v14_axis)                                                                                    \
    X(v22b_arc)                                                                                    \
    X(v23_drop_1)                                                                                  \
    X(v23_drop_8)                                                                                  \
    X(v23_reach_8)                                                                                 \
    X(v23_drop_20)                                                                                 \
    X(v23_reach_20)

typedef enum RightCaseId {
#define RIGHT_CASE_ENUM(name) RIGHT_##name,
    RIGHT_CASE_LIST(RIGHT_CASE_ENUM)
#undef RIGHT_CASE_ENUM
        RIGHT_CASES
} RightCaseId;

/* How a case is to be run. */
typedef struct RightRun {
    ClothSolver solver;
    bool converged;     /* iterate until the gradient is below `tolerance`; xpbd, which has no such
                           measure, runs every iteration */
    int32_t iterations; /* a substep: the budget, or the most of them when converged */
    double tolerance; /* largest gradient norm as a share of the lightest particle's weight; > 0 */
    int32_t split;    /* of a case at rest: each substep is cut into so many; 1 to 64 */
    ClothConstants constants;
    bool flawed;
} RightRun;

/* Avbd, default constants: converged to 1e-9 of a weight, or 4 iterations a substep as shipped. */
RightRun right_run_converged(void);
RightRun right_run_shipping(void);

typedef struct RightFigure {
    double measured;
    double expected;
    double error; /* |measured - expected|, over |expected| unless the case is absolute */
    int64_t substeps;
    int64_t iterations; /* in all */
    int64_t unmet;      /* substeps that used up their iterations before they met the tolerance */
    double speed_m_s;   /* of the fastest particle at the end: what motion is left */
    double gradient; /* largest gradient norm that a substep stopped at, as a share of the lightest
                        weight; NaN when the run does not ask for one */
} RightFigure;

typedef struct RightCase RightCase;
typedef ClothStatus RightMeasure(const RightCase *which, const RightRun *run, RightFigure *figure,
                                 ClothError *error);

struct RightCase {
    const char *name;
    const char *claim; /* "V01" */
    const char *what;  /* one phrase: what is measured */
    const char *unit;
    const char *flaw; /* what a flawed run does wrong */
    bool absolute;    /* tolerances are in the unit, not relative */
    double tolerance_converged;
    double tolerance_shipping; /* INFINITY: not asked for, the gap is published */
    double h;                  /* substep of a converged run [s] */
    double h_shipping;         /* of a run of few iterations; another only where rest is awaited */
    int32_t steps;             /* substeps of a converged run */
    int32_t steps_shipping;    /* of a run of few iterations, which needs longer to settle */
    double size;               /* what tells the case from its sisters; see its measure function */
    int32_t figure;            /* which figure of the run is the answer, likewise */
    RightMeasure *measure;
};

/* The case of that number; and of that name, NULL if there is none. */
const RightCase *right_case(RightCaseId id);
const RightCase *right_case_named(const char *name);

/* Runs a case; figure: out, its error computed. On failure the kernel's status and sentence. */
ClothStatus right_measure(const RightCase *which, const RightRun *run, RightFigure *figure,
                          ClothError *error);

/* The case's tolerance, substep and substeps for such a run. */
double right_tolerance(const RightCase *which, const RightRun *run);
double right_substep_s(const RightCase *which, const RightRun *run);
int32_t right_substeps(const RightCase *which, const RightRun *run);

#endif
