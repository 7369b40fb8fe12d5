#include "cases.h"

#include <math.h>

#define CASE_THREE_NAMES(name, what) #name " avbd", #name " vbd", #name " xpbd",

const char *case_name(int k) {
    static const char *const names[] = {CASE_SCENE_LIST(CASE_THREE_NAMES)};
    return names[k];
}

static ClothStatus sheet(ClothGridCut cut, ClothGraph *graph, ClothError *error) {
    const ClothGridShape shape = {.columns = 17,
                                  .rows = 13,
                                  .spacing_m = 0.05,
                                  .mass_kg = 0.5e-3,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = cut,
                                  .bend = 1};
    return cloth_graph_grid(&shape, graph, error);
}

static ClothStatus chain(int32_t strands, ClothChainBend bend, ClothGraph *graph,
                         ClothError *error) {
    const ClothChainShape shape = {.links = 20,
                                   .strands = strands,
                                   .spacing_m = 0.05,
                                   .mass_kg = 0.5e-3,
                                   .direction = {1.0, -0.5, 0.25},
                                   .strand_offset = {0.0, 0.0, 0.1},
                                   .bend = bend};
    return cloth_graph_chain(&shape, graph, error);
}

/* The first particles of each strand, or two corners, are held. */
static const int32_t corners[] = {0, 16};
static const int32_t strand_ends[] = {0, 21, 42};
static const int32_t clamp[] = {0, 1};

/* The first step carries the held corners 0.2 m up and 0.1 m together. */
static ClothStatus move_corners(const ClothGraph *graph, ClothState *state, ClothError *error) {
    double target[17 * 13 * 3];
    for (int32_t k = 0; k < 3 * graph->particle_count; k++) {
        target[k] = graph->position[k] + (k % 3 == 1 ? 0.2 : 0.0);
    }
    target[3 * corners[1]] -= 0.1;
    return cloth_set_targets(state, target, error);
}

/* The first step takes the bar through the sheet, half a turn of it; it and the others then stay where
 * they are. The vice are two boxes that overlap about a particle of the sheet's edge. */
static ClothStatus put_colliders(ClothState *state, ClothError *error) {
    ClothMetCollider list[] = {
        {.handle = 2, .shape = cloth_half_space(), .friction = 0.5},
        {.handle = 3, .shape = cloth_sphere(0.1), .friction = 0.4, .inflation_m = 0.005},
        {.handle = 5, .shape = cloth_capsule(0.02, 0.3), .friction = 0.3},
        {.handle = 8, .shape = cloth_box(0.1, 0.06, 0.1), .friction = 0.6},
        {.handle = 9, .shape = cloth_box(0.1, 0.06, 0.1), .friction = 0.6},
    };
    static const double from[][3] = {
        {0.0, -0.35, 0.0}, {0.4, -0.15, 0.3}, {0.3, 0.3, 0.5}, {0.0, -0.04, 0.3}, {0.0, 0.04, 0.3}};
    for (size_t c = 0; c < sizeof list / sizeof list[0]; c++) {
        list[c].from = cloth_pose_identity();
        for (int a = 0; a < 3; a++) {
            list[c].from.position[a] = from[c][a];
        }
        list[c].to = list[c].from;
    }
    list[2].to.position[1] = -0.5;
    list[2].from.rotation[2] = 0.6;
    list[2].from.rotation[3] = 0.8;
    list[2].to.rotation[0] = 0.8;
    list[2].to.rotation[3] = 0.6;
    return cloth_set_colliders(state, list, (int32_t)(sizeof list / sizeof list[0]), error);
}

ClothStatus case_build(int k, ClothState **state, ClothStep *step, ClothError *error) {
    ClothMaterial material = cloth_material_default();
    ClothGraph graph = {0};
    ClothStatus status = CLOTH_OK;
    const int32_t *held = corners;
    int32_t held_count = 2;
    switch ((CaseScene)(k / CASE_SOLVERS)) {
    case CASE_sheet:
        status = sheet(CLOTH_GRID_ONE_DIAGONAL, &graph, error);
        break;
    case CASE_soft_sheet:
        status = sheet(CLOTH_GRID_BOTH, &graph, error);
        material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){2.0, CLOTH_INERTIAL};
        break;
    case CASE_strands:
        status = chain(3, CLOTH_CHAIN_SKIPS, &graph, error);
        held = strand_ends;
        held_count = 3;
        break;
    case CASE_hard_bends:
        status = chain(1, CLOTH_CHAIN_STENCIL, &graph, error);
        material.row[CLOTH_ROW_BEND] = (ClothStiffness){INFINITY, CLOTH_NEWTON_PER_METRE};
        held = clamp;
        break;
    case CASE_leashed:
        status = sheet(CLOTH_GRID_ALTERNATING, &graph, error);
        material.tethered = true;
        material.slack = 0.25;
        material.strain_limit = 0.002;
        break;
    case CASE_touching:
        status = sheet(CLOTH_GRID_ONE_DIAGONAL, &graph, error);
        material.tethered = true;
        material.slack = 0.5;
        material.thickness_m = 0.01;
        break;
    case CASE_SCENES:
        break;
    }
    *state = NULL;
    if (status == CLOTH_OK) {
        status = cloth_build(&graph, &material, held, held_count, state, error);
    }
    if (status == CLOTH_OK && k / CASE_SOLVERS == CASE_leashed) {
        status = move_corners(&graph, *state, error);
    }
    if (status == CLOTH_OK && k / CASE_SOLVERS == CASE_touching) {
        status = put_colliders(*state, error);
    }
    cloth_graph_free(&graph);
    *step = cloth_step_default();
    step->damping_1_s = k / CASE_SOLVERS == CASE_leashed ? 1.5 : 0.0;
    step->solver = (ClothSolver)(k % CASE_SOLVERS);
    return status;
}

ClothStatus case_advance(ClothState *state, const ClothStep *step, int steps, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int k = 0; k < steps && status == CLOTH_OK; k++) {
        status = cloth_step(state, step, NULL, error);
    }
    return status;
}

ClothStatus case_hash(int k, const struct ClothInstruments *instruments, uint64_t *hash,
                      ClothError *error) {
    ClothState *state;
    ClothStep step;
    ClothStatus status = case_build(k, &state, &step, error);
    step.instruments = instruments;
    if (status == CLOTH_OK) {
        status = case_advance(state, &step, CASE_STEPS, error);
    }
    if (status == CLOTH_OK) {
        *hash = cloth_hash(state);
    }
    cloth_destroy(state);
    return status;
}
