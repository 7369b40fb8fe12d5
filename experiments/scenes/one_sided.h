/*
 * one_sided.h: rows that only pull, each in the smallest scene that has a closed form, and drag,
 * which has one too.
 *
 * Experiment e20 publishes them, gates/right_answers and gates/kernel hold them to their limits.
 * Steps have one substep, so that h is the substep everywhere.
 */
#ifndef SCENES_ONE_SIDED_H
#define SCENES_ONE_SIDED_H

#include <stdint.h>

#include "cloth.h"
#include "scenes/right_answers.h"

/* name, what its value is, unit */
#define ONE_SIDED_LIST(X)                                                                          \
    X(leash, "way from its animated pose of a particle dropped there, leash of 0.5 m", "m")        \
    X(tether, "way from its hold of a particle dropped beside it, tether of 0.5 m", "m")           \
    X(limit_binds, "stretch of a soft row that its weight takes past the limit of 0.1 m", "m")     \
    X(limit_slack, "stretch of a soft row that its weight leaves under the limit", "m")            \
    X(rope, "way of the tip of a rope from its level pose, over its length, at slack 1", "1")      \
    X(carried, "way from its pose of a particle whose hold runs at 2 m/s, leash of 0.1 m", "m")    \
    X(drag, "speed of a falling particle under a drag of 2 1/s", "m s-1")                          \
    X(drag_strong, "speed of a falling particle under a drag of 10 1/s", "m s-1")                  \
    X(drag_sheet, "speed of the particle of a falling sheet that is furthest from g/c", "m s-1")

typedef enum OneSidedScene {
#define ONE_SIDED_ENUM(name, what, unit) ONE_SIDED_##name,
    ONE_SIDED_LIST(ONE_SIDED_ENUM)
#undef ONE_SIDED_ENUM
        ONE_SIDED_SCENES
} OneSidedScene;

typedef struct OneSidedPlan {
    OneSidedScene scene;
    RightRun run; /* solver, budget and constants */
    double h_s;
    int32_t steps;
    double mass_kg;      /* of a particle */
    double radius_share; /* 1; or 0.5: leashes of slack d, in place of 2 slack d */
    const struct ClothInstruments *instruments; /* NULL, but in the ablation build */
} OneSidedPlan;

/* Converged or at the shipping budget, at h [s], for 10 s, particles of 0.1 kg. */
OneSidedPlan one_sided_plan(OneSidedScene scene, bool converged, double h_s);

typedef struct OneSidedSeen {
    double value;       /* at the end, in the scene's unit */
    double expected;    /* the closed form of it, with leashes of 2 slack d */
    double peak;        /* largest value of any step */
    double beyond;      /* how far that is past the bound, 0 or more; NaN where there is none */
    double rebound;     /* largest step back from the bound once it was reached, over the bound; NaN
                        where it never was */
    int32_t free_steps; /* for how many it was where a free fall takes it, to 1e-9 of the way */
    int32_t free_expected; /* for how many that stays within the bound; -1: not of this scene */
    RightFigure figure;    /* iterations, and substeps that did not converge */
} OneSidedSeen;

/* Runs it.
 *   path  (steps + 1) out, the value before the first step and after each; or NULL
 *   seen  out. On failure the kernel's status and sentence. Allocates and frees. */
ClothStatus one_sided_run(const OneSidedPlan *plan, double *path, OneSidedSeen *seen,
                          ClothError *error);

/* Rows that are there and never bind, one kind at a time. */
typedef enum SlackKind { SLACK_TETHER, SLACK_LEASH, SLACK_LIMIT, SLACK_KINDS } SlackKind;

typedef struct SlackSeen {
    int64_t rows; /* of the kind */
    int64_t
        bytes; /* that differ between a cloth with them and one without, in every field but those
                      of the kind itself */
} SlackSeen;

/*
 * Three hanging strands with skip rows, given a blow, for half a second at 2 x 4; once with the rows
 * and once without.
 *   binding  the rows so short, or the strands so straight, that they bind: the count without slack
 */
ClothStatus one_sided_slack(SlackKind kind, bool binding, ClothSolver solver,
                            const struct ClothInstruments *instruments, SlackSeen *seen,
                            ClothError *error);

#endif
