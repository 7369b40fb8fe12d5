#include "e22_studies.h"
#include "scenes/extreme.h"

#include <math.h>
#include <stdlib.h>

static const double no_gravity[3] = {0.0, 0.0, 0.0};

enum { STRIP_WIDTH = 4, SOFT_LINKS = 16, SOFT_STEPS = 1500, SOFT_LATE = 60 };

/* A cloth under way. */
typedef struct Trial {
    ClothGraph graph;
    ClothState *state;
    ClothStep step;
} Trial;

static void trial_free(Trial *trial) {
    cloth_destroy(trial->state);
    cloth_graph_free(&trial->graph);
}

static ClothFabric fabric_of(const StudyPlan *plan) {
    ClothFabric fabric = plan->other;
    switch (plan->study) {
#define FABRIC_STUDY_CASE(name, text, field)                                                       \
    case name:                                                                                     \
        fabric.field = plan->value;                                                                \
        break;
        FABRIC_STUDY_LIST(FABRIC_STUDY_CASE)
#undef FABRIC_STUDY_CASE
    case FABRIC_STUDIES:
        break;
    }
    return fabric;
}

static ClothStatus start(const StudyPlan *plan, const ClothFabric *fabric, const int32_t *held,
                         int32_t held_count, Trial *trial, ClothError *error) {
    ClothMaterial material = cloth_fabric_material(fabric);
    if (plan->study == STUDY_SOFT_ROPE) {
        material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){plan->soft_n_m, CLOTH_NEWTON_PER_METRE};
        material.strain_limit = INFINITY;
    }
    trial->step = cloth_fabric_step(fabric);
    trial->step.step_s = plan->step_s;
    return cloth_build(&trial->graph, &material, held, held_count, &trial->state, error);
}

/* A chain of the plan's links, or `links`, along `direction`, its first `held_count` held. */
static ClothStatus start_chain(const StudyPlan *plan, const ClothFabric *fabric, int32_t links,
                               const double direction[3], int32_t held_count, Trial *trial,
                               ClothError *error) {
    static const int32_t held[2] = {0, 1};
    const ClothChainShape shape = {.links = links,
                                   .strands = 1,
                                   .spacing_m = plan->spacing_m,
                                   .mass_kg = plan->mass_kg,
                                   .direction = {direction[0], direction[1], direction[2]},
                                   .bend = CLOTH_CHAIN_SKIPS};
    *trial = (Trial){0};
    const ClothStatus status = cloth_graph_chain(&shape, &trial->graph, error);
    return status == CLOTH_OK ? start(plan, fabric, held, held_count, trial, error) : status;
}

/* A strip with hinges, clamped along its first two columns. */
static ClothStatus start_strip(const StudyPlan *plan, const ClothFabric *fabric, Trial *trial,
                               ClothError *error) {
    const ClothGridShape shape = {.columns = plan->links + 1,
                                  .rows = STRIP_WIDTH,
                                  .spacing_m = plan->spacing_m,
                                  .mass_kg = plan->mass_kg,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = CLOTH_GRID_ALTERNATING,
                                  .bend = 1};
    int32_t held[2 * STRIP_WIDTH];
    for (int32_t r = 0; r < STRIP_WIDTH; r++) {
        held[2 * r] = r * shape.columns;
        held[2 * r + 1] = r * shape.columns + 1;
    }
    *trial = (Trial){0};
    const ClothStatus status = cloth_graph_grid(&shape, &trial->graph, error);
    return status == CLOTH_OK ? start(plan, fabric, held, 2 * STRIP_WIDTH, trial, error) : status;
}

/* Velocities (vx, 0, 0), growing along a chain or all alike. */
static ClothStatus send_off(const Trial *trial, double speed_m_s, bool growing, ClothError *error) {
    const int32_t n = trial->graph.particle_count;
    double *velocity = calloc(3 * (size_t)n, sizeof *velocity);
    if (velocity == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        velocity[3 * i] = growing ? speed_m_s * i / (n - 1) : speed_m_s;
    }
    const ClothStatus status = cloth_set_velocities(trial->state, velocity, error);
    free(velocity);
    return status;
}

/* What is seen of some steps: the largest of each; NaN, once seen, stays. */
typedef struct Seen {
    double speed_m_s;
    double strain;
    double kinetic_j;
} Seen;

static ClothStatus watch(const Trial *trial, int64_t steps, Seen *seen, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    *seen = (Seen){0};
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        ClothMeasure measure;
        status = cloth_step(trial->state, &trial->step, NULL, error);
        cloth_measure(trial->state, no_gravity, &measure);
        raise_to(&seen->speed_m_s, measure.speed_max_m_s);
        raise_to(&seen->strain, measure.strain_max[CLOTH_ROW_STRETCH]);
        raise_to(&seen->kinetic_j, measure.kinetic_j);
    }
    return status;
}

static int64_t steps_in(const StudyPlan *plan, double duration_s) {
    return llround(duration_s / plan->step_s);
}

/* The tip's way out from the clamp over the free length, the mean of the far end's particles. */
static double standing_out(const StudyPlan *plan, const Trial *trial) {
    const int32_t columns = plan->links + 1;
    const int32_t rows = trial->graph.particle_count / columns;
    double *position = malloc(3 * (size_t)trial->graph.particle_count * sizeof *position);
    if (position == NULL) {
        return NAN;
    }
    cloth_positions(trial->state, position);
    double out = 0.0;
    for (int32_t r = 0; r < rows; r++) {
        out += position[3 * (r * columns + columns - 1)] - plan->spacing_m;
    }
    free(position);
    return out / (rows * plan->spacing_m * (plan->links - 1));
}

static ClothStatus run_strip(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    static const double sideways[3] = {1.0, 0.0, 0.0};
    const ClothFabric fabric = fabric_of(plan);
    Trial trial;
    Seen seen = {0};
    ClothStatus status = plan->study == STUDY_STRIP_SHEET
                             ? start_strip(plan, &fabric, &trial, error)
                             : start_chain(plan, &fabric, plan->links, sideways, 2, &trial, error);
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 40.0), &seen, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 5.0), &seen, error);
        figures->speed_late_m_s = seen.speed_m_s;
        figures->standing_out = standing_out(plan, &trial);
    }
    trial_free(&trial);
    return status;
}

/* Nothing holds it, nothing pulls at it: what is left of its speed after a second. */
static ClothStatus run_free(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    static const double down[3] = {0.0, -1.0, 0.0};
    const ClothFabric fabric = fabric_of(plan);
    Trial trial;
    Seen seen = {0};
    ClothStatus status = start_chain(plan, &fabric, plan->links, down, 0, &trial, error);
    if (status == CLOTH_OK) {
        trial.step.gravity[1] = 0.0;
        status = send_off(&trial, 1.0, false, error);
    }
    if (status == CLOTH_OK) {
        const int64_t steps = steps_in(plan, 1.0);
        status = watch(&trial, steps - 1, &seen, error);
        if (status == CLOTH_OK) {
            status = watch(&trial, 1, &seen, error);
        }
        figures->rate_1_s = -log(seen.speed_m_s) / ((double)steps * plan->step_s);
    }
    trial_free(&trial);
    return status;
}

/* Twice the loss of a small swing's amplitude, so that without anything else it is the rate. The
 * first seconds are left out: a chain is sent off in more than one of its modes. */
static ClothStatus run_swing(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    static const double down[3] = {0.0, -1.0, 0.0};
    const ClothFabric fabric = fabric_of(plan);
    Trial trial;
    Seen before = {0};
    Seen after = {0};
    ClothStatus status = start_chain(plan, &fabric, plan->links, down, 1, &trial, error);
    if (status == CLOTH_OK) {
        status = send_off(&trial, 0.5, true, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 1.0), &before, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 2.0), &before, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 2.0), &after, error);
        figures->rate_1_s = 2.0 * log(before.speed_m_s / after.speed_m_s) / 2.0;
    }
    trial_free(&trial);
    return status;
}

/* Dropped through ninety degrees, with the limit's flag and without. */
static ClothStatus drop(const StudyPlan *plan, uint32_t flags, double *strain, ClothError *error) {
    static const double sideways[3] = {1.0, 0.0, 0.0};
    ClothFabric fabric = fabric_of(plan);
    fabric.flags = flags;
    Trial trial;
    Seen seen = {0};
    ClothStatus status = start_chain(plan, &fabric, plan->links, sideways, 1, &trial, error);
    if (status == CLOTH_OK) {
        status = watch(&trial, steps_in(plan, 5.0), &seen, error);
        *strain = seen.strain;
    }
    trial_free(&trial);
    return status;
}

static ClothStatus run_strain(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    const ClothStatus status = drop(plan, CLOTH_FABRIC_STRAIN_LIMIT, &figures->strain_peak, error);
    return status == CLOTH_OK ? drop(plan, 0, &figures->strain_bare, error) : status;
}

/* The rope of the source: far above the band in which a soft row takes energy out. */
static ClothStatus run_soft(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    static const double down[3] = {0.0, -1.0, 0.0};
    const ClothFabric fabric = fabric_of(plan);
    Trial trial;
    Seen seen = {0};
    ClothStatus status = start_chain(plan, &fabric, SOFT_LINKS, down, 1, &trial, error);
    if (status == CLOTH_OK) {
        status = send_off(&trial, 3.0, true, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, SOFT_STEPS - SOFT_LATE, &seen, error);
    }
    if (status == CLOTH_OK) {
        status = watch(&trial, SOFT_LATE, &seen, error);
        figures->kinetic_late_j = seen.kinetic_j;
    }
    trial_free(&trial);
    return status;
}

ClothStatus study_run(const StudyPlan *plan, StudyFigures *figures, ClothError *error) {
    *figures = (StudyFigures){NAN, NAN, NAN, NAN, NAN, NAN};
    switch (plan->study) {
    case STUDY_STRIP_SHEET:
    case STUDY_STRIP_CHAIN:
        return run_strip(plan, figures, error);
    case STUDY_FREE_FLIGHT:
        return run_free(plan, figures, error);
    case STUDY_SWING:
        return run_swing(plan, figures, error);
    case STUDY_STRAIN:
        return run_strain(plan, figures, error);
    case STUDY_SOFT_ROPE:
        return run_soft(plan, figures, error);
    case FABRIC_STUDIES:
        break;
    }
    return CLOTH_BAD_ARGUMENT;
}
