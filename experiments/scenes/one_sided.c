#include "scenes/one_sided.h"

#include <math.h>
#include <string.h>

#include "rows/leash.h"
#include "scenes/chain.h"
#include "scenes/extreme.h"
#include "scenes/right_forms.h"
#include "scenes/right_rig.h"
#include "state/state.h"

/* What tells the scenes apart. */
typedef struct Spec {
    int32_t links; /* of the chain; 0: a sheet, -1: one particle */
    double link_m;
    bool level;         /* along +x; else hanging */
    double stiffness;   /* of its rows [N/m] */
    double load;        /* times mass_kg: what each particle weighs */
    double slack;       /* at radius_share 1 */
    double limit;       /* strain */
    double damping_1_s; /* of the step */
    double speed_m_s;   /* of the hold, along +x */
    double start_m;     /* how far below its hold the last particle starts; 0: in its pose */
    bool tethered;
} Spec;

static const Spec specs[ONE_SIDED_SCENES] = {
    [ONE_SIDED_leash] = {.links = 1, .link_m = 1.0, .level = true, .load = 1.0, .slack = 0.25},
    [ONE_SIDED_tether] =
        {.links = 1, .link_m = 0.5, .load = 1.0, .slack = 1.0, .start_m = 0.1, .tethered = true},
    [ONE_SIDED_limit_binds] =
        {.links = 1, .link_m = 1.0, .stiffness = 20.0, .load = 5.0, .slack = 1.0, .limit = 0.1},
    [ONE_SIDED_limit_slack] =
        {.links = 1, .link_m = 1.0, .stiffness = 20.0, .load = 1.0, .slack = 1.0, .limit = 0.1},
    [ONE_SIDED_rope] = {.links = 20,
                        .link_m = 0.05,
                        .level = true,
                        .stiffness = INFINITY,
                        .load = 0.05,
                        .slack = 1.0,
                        .damping_1_s = 4.0},
    [ONE_SIDED_carried] =
        {.links = 1, .link_m = 1.0, .level = true, .load = 1.0, .slack = 0.05, .speed_m_s = 2.0},
    [ONE_SIDED_drag] = {.links = -1, .load = 1.0, .slack = 1.0, .damping_1_s = 2.0},
    [ONE_SIDED_drag_strong] = {.links = -1, .load = 1.0, .slack = 1.0, .damping_1_s = 10.0},
    [ONE_SIDED_drag_sheet] = {.links = 0,
                              .link_m = 0.05,
                              .stiffness = INFINITY,
                              .load = 0.05,
                              .slack = 1.0,
                              .damping_1_s = 2.0},
};

OneSidedPlan one_sided_plan(OneSidedScene scene, bool converged, double h_s) {
    return (OneSidedPlan){.scene = scene,
                          .run = converged ? right_run_converged() : right_run_shipping(),
                          .h_s = h_s,
                          .steps = (int32_t)lround(10.0 / h_s),
                          .mass_kg = 0.1,
                          .radius_share = 1.0};
}

static bool falls_freely(const Spec *spec) {
    return spec->links <= 0;
}

static ClothMaterial material_of(const OneSidedPlan *plan) {
    const Spec *spec = &specs[plan->scene];
    ClothMaterial material = right_material_hard();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){spec->stiffness, CLOTH_NEWTON_PER_METRE};
    material.slack = spec->slack * plan->radius_share;
    material.strain_limit = spec->limit > 0.0 ? spec->limit : INFINITY;
    material.tethered = spec->tethered;
    return material;
}

static ClothStatus build_chain(const OneSidedPlan *plan, Scene *scene, ClothError *error) {
    const Spec *spec = &specs[plan->scene];
    const ClothMaterial material = material_of(plan);
    const ChainShape shape = {.links = spec->links,
                              .spacing_m = spec->link_m,
                              .mass_kg = spec->load * plan->mass_kg,
                              .horizontal = spec->level,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_FREE};
    ClothStatus status = scene_chain(&shape, &material, scene, error);
    if (status == CLOTH_OK && spec->start_m > 0.0) {
        const double start[6] = {0.0, 0.0, 0.0, 0.0, -spec->start_m, 0.0};
        status = cloth_set_positions(scene->state, start, error);
    }
    return status;
}

static ClothStatus build_falling(const OneSidedPlan *plan, Scene *scene, ClothError *error) {
    const Spec *spec = &specs[plan->scene];
    const bool alone = spec->links < 0;
    const ClothMaterial material = material_of(plan);
    const ClothGridShape shape = {.columns = alone ? 1 : 12,
                                  .rows = alone ? 1 : 12,
                                  .spacing_m = alone ? 1.0 : spec->link_m,
                                  .mass_kg = spec->load * plan->mass_kg,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = alone ? CLOTH_GRID_EDGES : CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = alone ? 0 : 1};
    const ClothStatus status = cloth_graph_grid(&shape, &scene->graph, error);
    return status == CLOTH_OK ? scene_build(scene, &material, error) : status;
}

/* Length of a leash or tether, or the stretch that a limit allows; infinite where there is none. */
static double bound_of(const OneSidedPlan *plan) {
    const Spec *spec = &specs[plan->scene];
    if (spec->tethered) {
        return cloth_tether_length(spec->link_m);
    }
    if (spec->limit > 0.0) {
        return spec->limit * spec->link_m;
    }
    const double slack = spec->slack * plan->radius_share;
    return slack < 1.0 ? 2.0 * slack * spec->link_m : INFINITY;
}

static double expected_of(const OneSidedPlan *plan) {
    const Spec *spec = &specs[plan->scene];
    OneSidedPlan whole = *plan;
    whole.radius_share = 1.0;
    if (falls_freely(spec)) {
        return RIGHT_GRAVITY / spec->damping_1_s;
    }
    if (plan->scene == ONE_SIDED_rope) {
        return sqrt(2.0); /* the chord of a quarter turn */
    }
    const double weight = spec->load * plan->mass_kg * RIGHT_GRAVITY;
    return spec->stiffness > 0.0 ? fmin(weight / spec->stiffness, bound_of(&whole))
                                 : bound_of(&whole);
}

/* Largest deviation of a vertical speed from the terminal one, as that speed. */
static double falling_speed(const RightRig *rig, double expected) {
    const ClothView view = cloth_view(rig->scene.state);
    double value = expected;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double speed = -(double)view.velocity[3 * i + 1];
        if (!(fabs(speed - expected) <= fabs(value - expected))) {
            value = speed;
        }
    }
    return value;
}

static double value_of(const OneSidedPlan *plan, const RightRig *rig) {
    const Spec *spec = &specs[plan->scene];
    if (falls_freely(spec)) {
        return falling_speed(rig, expected_of(plan));
    }
    double hold[3];
    double last[3];
    right_rig_position(rig, 0, hold);
    right_rig_position(rig, spec->links, last);
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double *rest = rig->scene.graph.position;
        const double offset = spec->level ? rest[3 * spec->links + k] - rest[k] : 0.0;
        const double d = last[k] - hold[k] - offset;
        squared += d * d;
    }
    const double way = sqrt(squared);
    return plan->scene == ONE_SIDED_rope ? way / (spec->links * spec->link_m)
           : spec->limit > 0.0           ? way - spec->link_m
                                         : way;
}

/* Carries the held particle to where it is after n steps. */
static ClothStatus carry(const OneSidedPlan *plan, RightRig *rig, int32_t n, ClothError *error) {
    const Spec *spec = &specs[plan->scene];
    if (!(spec->speed_m_s > 0.0)) {
        return CLOTH_OK;
    }
    const double target[6] = {spec->speed_m_s * plan->h_s * n, 0.0, 0.0, 0.0, 0.0, 0.0};
    return cloth_set_targets(rig->scene.state, target, error);
}

/* Adds what step n, counted from 1, showed. */
static void see(const OneSidedPlan *plan, double value, int32_t n, bool *reached,
                OneSidedSeen *seen) {
    const Spec *spec = &specs[plan->scene];
    const double bound = bound_of(plan);
    const double way = right_fall_m(RIGHT_GRAVITY, plan->h_s, n) + spec->start_m;
    seen->value = value;
    raise_to(&seen->peak, value);
    seen->beyond = bound < INFINITY ? more_of(0.0, seen->peak - bound) : NAN;
    if (*reached) {
        const double back = more_of(0.0, bound - value) / bound;
        seen->rebound = more_of(seen->rebound, back);
    } else if (value >= (1.0 - 1e-9) * bound) {
        *reached = true;
        seen->rebound = 0.0;
    }
    if (seen->free_steps == n - 1 && fabs(value / way - 1.0) <= 1e-9) {
        seen->free_steps = n;
    }
}

static int32_t free_steps(const OneSidedPlan *plan) {
    const Spec *spec = &specs[plan->scene];
    if (plan->scene != ONE_SIDED_leash && plan->scene != ONE_SIDED_tether) {
        return -1;
    }
    int32_t n = 0;
    while (right_fall_m(RIGHT_GRAVITY, plan->h_s, n + 1) + spec->start_m <= bound_of(plan)) {
        n++;
    }
    return n;
}

ClothStatus one_sided_run(const OneSidedPlan *plan, double *path, OneSidedSeen *seen,
                          ClothError *error) {
    const Spec *spec = &specs[plan->scene];
    *seen = (OneSidedSeen){.value = NAN,
                           .peak = -INFINITY,
                           .rebound = NAN,
                           .expected = expected_of(plan),
                           .free_expected = free_steps(plan)};
    Scene scene = {0};
    ClothStatus status =
        falls_freely(spec) ? build_falling(plan, &scene, error) : build_chain(plan, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, &plan->run, plan->h_s, RIGHT_GRAVITY, &seen->figure, &rig);
    rig.step.damping_1_s = spec->damping_1_s;
    rig.step.instruments = plan->instruments;
    bool reached = false;
    if (path != NULL) {
        path[0] = value_of(plan, &rig);
    }
    for (int32_t n = 1; status == CLOTH_OK && n <= plan->steps; n++) {
        status = carry(plan, &rig, n, error);
        if (status == CLOTH_OK) {
            status = right_rig_step(&rig, 1, error);
        }
        const double value = value_of(plan, &rig);
        see(plan, value, n, &reached, seen);
        if (path != NULL) {
            path[n] = value;
        }
    }
    right_rig_free(&rig);
    return status;
}

/* Slack rows. */

enum { STRANDS = 3, LINKS = 10, SWING_STEPS = 30 };

static const ClothChainShape strands = {.links = LINKS,
                                        .strands = STRANDS,
                                        .spacing_m = 0.05,
                                        .mass_kg = 0.0005,
                                        .direction = {0.0, -1.0, 0.0},
                                        .strand_offset = {0.1, 0.0, 0.0},
                                        .bend = CLOTH_CHAIN_SKIPS};

static ClothMaterial slack_material(SlackKind kind, bool there, bool binding) {
    ClothMaterial material = cloth_material_default();
    material.tethered = there && kind == SLACK_TETHER;
    material.slack = there && kind == SLACK_LEASH ? (binding ? 0.01 : 0.999) : 1.0;
    material.strain_limit = there && kind == SLACK_LIMIT ? (binding ? 1e-4 : 1.0) : INFINITY;
    return material;
}

/* Hanging strands that get a blow of up to 0.1 m/s. Those that are to stay slack zigzag, which their
 * skip rows keep up: straight ones are as far from their holds as a tether lets them. */
static ClothStatus swing(SlackKind kind, bool there, bool binding, const ClothStep *step,
                         ClothState **state, ClothError *error) {
    const ClothMaterial material = slack_material(kind, there, binding);
    const int32_t held[STRANDS] = {0, LINKS + 1, 2 * (LINKS + 1)};
    double velocity[3 * STRANDS * (LINKS + 1)];
    for (int32_t i = 0; i < STRANDS * (LINKS + 1); i++) {
        const double depth = (double)(i % (LINKS + 1)) / LINKS;
        velocity[3 * i] = 0.1 * depth;
        velocity[3 * i + 1] = 0.0;
        velocity[3 * i + 2] = 0.05 * depth * (double)(i / (LINKS + 1) - 1);
    }
    ClothGraph graph;
    *state = NULL;
    ClothStatus status = cloth_graph_chain(&strands, &graph, error);
    for (int32_t i = 0; status == CLOTH_OK && !binding && i < graph.particle_count; i++) {
        graph.position[3 * i + 2] += i % (LINKS + 1) % 2 == 1 ? strands.spacing_m : 0.0;
    }
    if (status == CLOTH_OK) {
        status = cloth_build(&graph, &material, held, STRANDS, state, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_set_velocities(*state, velocity, error);
    }
    for (int n = 0; status == CLOTH_OK && n < SWING_STEPS; n++) {
        status = cloth_step(*state, step, NULL, error);
    }
    cloth_graph_free(&graph);
    return status;
}

/* Whether a field belongs to the rows themselves. */
static bool is_own(SlackKind kind, const char *name) {
    static const char *const prefix[SLACK_KINDS] = {"tether_", "leash_", "limit_"};
    return strncmp(name, prefix[kind], strlen(prefix[kind])) == 0 ||
           strcmp(name, "hold_position") == 0;
}

static int64_t count_differing(SlackKind kind, const ClothState *a, const ClothState *b) {
    int64_t bytes = 0;
    ClothField field;
    for (int32_t f = 0; cloth_field(a, f, &field); f++) {
        const size_t size = field.is_real ? sizeof(ClothReal) : sizeof(int32_t);
        const size_t length = (size_t)field.length * (size_t)field.components * size;
        const char *left = (const char *)a + field.offset;
        const char *right = (const char *)b + field.offset;
        for (size_t k = 0; !is_own(kind, field.name) && k < length; k++) {
            bytes += left[k] != right[k];
        }
    }
    return bytes;
}

ClothStatus one_sided_slack(SlackKind kind, bool binding, ClothSolver solver,
                            const struct ClothInstruments *instruments, SlackSeen *seen,
                            ClothError *error) {
    ClothStep step = cloth_step_default();
    step.solver = solver;
    step.instruments = instruments;
    /* A link that gives by 0.2 % is at the end of its tether: at this weight none does. */
    step.gravity[1] *= binding ? 1.0 : 0.05;
    ClothState *with = NULL;
    ClothState *without = NULL;
    *seen = (SlackSeen){0};
    ClothStatus status = swing(kind, true, binding, &step, &with, error);
    if (status == CLOTH_OK) {
        status = swing(kind, false, binding, &step, &without, error);
    }
    if (status == CLOTH_OK) {
        const ClothTally tally = with->tally;
        seen->rows = kind == SLACK_TETHER  ? tally.tether
                     : kind == SLACK_LEASH ? tally.leash
                                           : tally.limit;
        seen->bytes = count_differing(kind, with, without);
    }
    cloth_destroy(with);
    cloth_destroy(without);
    return status;
}
