#include "scenes/fuzz.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "math/error.h"
#include "math/rng.h"

/* How the particles start. */
typedef enum FuzzStart { FUZZ_AT_REST, FUZZ_DISPLACED, FUZZ_IN_ONE_POINT, FUZZ_STARTS } FuzzStart;

static const char *family_text(FuzzFamily family) {
    static const char *const text[] = {
#define FUZZ_FAMILY_TEXT(name, sentence) sentence,
        FUZZ_FAMILY_LIST(FUZZ_FAMILY_TEXT)
#undef FUZZ_FAMILY_TEXT
    };
    return text[family];
}

static bool rng_chance(Rng *rng, double share) {
    return rng_unit(rng) < share;
}

/* Graphs. */

/* `count` different particles of a graph. */
static void draw_particles(Rng *rng, int32_t particle_count, int32_t count, int32_t *particle) {
    for (int32_t k = 0; k < count; k++) {
        bool taken = true;
        while (taken) {
            particle[k] = rng_below(rng, particle_count);
            taken = false;
            for (int32_t b = 0; b < k; b++) {
                taken = taken || particle[b] == particle[k];
            }
        }
    }
}

/* Two to four particles, weights in [-1, 1] that sum to 0. */
static ClothStencil draw_stencil(Rng *rng, int32_t particle_count) {
    ClothStencil stencil = {.particle = {-1, -1, -1, -1},
                            .rigidity_scale = rng_log_range(rng, 1e-6, 1e6)};
    const int32_t most = particle_count < 4 ? particle_count : 4;
    const int32_t size = 2 + rng_below(rng, most - 1);
    draw_particles(rng, particle_count, size, stencil.particle);
    for (int32_t k = 0; k + 1 < size; k++) {
        stencil.weight[k] = rng_range(rng, -1.0, 1.0);
        stencil.weight[size - 1] -= stencil.weight[k];
    }
    return stencil;
}

/* Room for random rows over particles strewn through a box. */
static ClothStatus strew(Rng *rng, const ClothGraphSize *size, double spacing_m, ClothGraph *graph,
                         ClothError *error) {
    ClothStatus status = cloth_graph_alloc(size, graph, error);
    const double side_m = spacing_m * cbrt((double)size->particles);
    for (int32_t i = 0; status == CLOTH_OK && i < graph->particle_count; i++) {
        rng_vector(rng, side_m, &graph->position[3 * (size_t)i]);
    }
    return status;
}

static ClothStatus draw_random_graph(Rng *rng, double spacing_m, ClothGraph *graph,
                                     ClothError *error) {
    const int32_t particles = 2 + rng_below(rng, 39);
    const ClothGraphSize size = {.particles = particles,
                                 .edges = 1 + rng_below(rng, 3 * particles),
                                 .skips = rng_below(rng, particles),
                                 .stencils = rng_below(rng, 2 * particles)};
    const ClothStatus status = strew(rng, &size, spacing_m, graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    for (int32_t e = 0; e < graph->edge_count; e++) {
        draw_particles(rng, particles, 2, &graph->edge[2 * (size_t)e]);
    }
    for (int32_t s = 0; s < graph->skip_count; s++) {
        draw_particles(rng, particles, 2, &graph->skip[2 * (size_t)s]);
    }
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        graph->stencil[s] = draw_stencil(rng, particles);
    }
    return CLOTH_OK;
}

static ClothStatus draw_star(Rng *rng, double spacing_m, ClothGraph *graph, ClothError *error) {
    const int32_t particles = 2 + rng_below(rng, 59);
    const ClothGraphSize size = {.particles = particles, .edges = particles - 1};
    const ClothStatus status = strew(rng, &size, spacing_m, graph, error);
    for (int32_t e = 0; status == CLOTH_OK && e < graph->edge_count; e++) {
        graph->edge[2 * (size_t)e] = 0;
        graph->edge[2 * (size_t)e + 1] = e + 1;
    }
    return status;
}

/* One column or more, as the family says. Masses are drawn afterwards. */
static ClothStatus draw_sheet(Rng *rng, double spacing_m, bool line, ClothGraph *graph,
                              ClothError *error) {
    ClothGridShape shape = {.columns = line ? 1 : 2 + rng_below(rng, 6),
                            .rows = line ? 1 + rng_below(rng, 20) : 2 + rng_below(rng, 7),
                            .spacing_m = spacing_m,
                            .mass_kg = 1.0,
                            .u = {1.0, 0.0, 0.0},
                            .v = {rng_range(rng, -0.9, 0.9), 0.0, 1.0},
                            .cut = line ? CLOTH_GRID_EDGES : (ClothGridCut)rng_below(rng, 4)};
    shape.bend = shape.cut == CLOTH_GRID_EDGES ? 0 : rng_below(rng, 2);
    return cloth_graph_grid(&shape, graph, error);
}

static ClothStatus draw_strands(Rng *rng, double spacing_m, ClothGraph *graph, ClothError *error) {
    ClothChainShape shape = {.links = 1 + rng_below(rng, 14),
                             .strands = 1 + rng_below(rng, 4),
                             .spacing_m = spacing_m,
                             .mass_kg = 1.0,
                             .direction = {0.0, -1.0, 0.0},
                             .strand_offset = {spacing_m, 0.0, 0.0}};
    shape.bend = (ClothChainBend)rng_below(rng, 3);
    return cloth_graph_chain(&shape, graph, error);
}

static ClothStatus draw_tube(Rng *rng, double spacing_m, ClothGraph *graph, ClothError *error) {
    const ClothCylinderShape shape = {.around = 3 + rng_below(rng, 6),
                                      .along = 2 + rng_below(rng, 6),
                                      .radius_m = spacing_m,
                                      .spacing_m = spacing_m,
                                      .mass_kg = 1.0,
                                      .bend = 1};
    return cloth_graph_cylinder(&shape, graph, error);
}

static ClothStatus draw_graph(Rng *rng, FuzzFamily family, double spacing_m, ClothGraph *graph,
                              ClothError *error) {
    switch (family) {
    case FUZZ_RANDOM_GRAPH:
        return draw_random_graph(rng, spacing_m, graph, error);
    case FUZZ_SHEET:
        return draw_sheet(rng, spacing_m, false, graph, error);
    case FUZZ_LINE:
        return draw_sheet(rng, spacing_m, true, graph, error);
    case FUZZ_STRANDS:
        return draw_strands(rng, spacing_m, graph, error);
    case FUZZ_TUBE:
        return draw_tube(rng, spacing_m, graph, error);
    case FUZZ_STAR:
        return draw_star(rng, spacing_m, graph, error);
    case FUZZ_FAMILIES:
        break;
    }
    return cloth_fail(error, CLOTH_BAD_ARGUMENT, "family is %d; allowed: 0 .. %d", (int)family,
                      (int)FUZZ_FAMILIES - 1);
}

static void draw_masses(Rng *rng, ClothGraph *graph) {
    const bool each = rng_chance(rng, 0.5);
    const double common_kg = rng_log_range(rng, 1e-9, 1e6);
    for (int32_t i = 0; i < graph->particle_count; i++) {
        graph->mass[i] = each ? rng_log_range(rng, 1e-9, 1e6) : common_kg;
    }
}

/* Parameters. */

static ClothStiffness draw_stiffness(Rng *rng, ClothRowKind kind) {
    switch (rng_below(rng, kind == CLOTH_ROW_BEND ? 6 : 5)) {
    case 0:
        return (ClothStiffness){0.0, CLOTH_NEWTON_PER_METRE};
    case 1:
    case 2:
        return (ClothStiffness){INFINITY, CLOTH_NEWTON_PER_METRE};
    case 3:
        return (ClothStiffness){rng_log_range(rng, 1e-6, 1e6), CLOTH_INERTIAL};
    case 4:
        return (ClothStiffness){rng_log_range(rng, 1e-3, 1e12), CLOTH_NEWTON_PER_METRE};
    default:
        return (ClothStiffness){rng_log_range(rng, 1e-9, 1e6), CLOTH_RIGIDITY};
    }
}

static void draw_step(Rng *rng, ClothStep *step, ClothMaterial *material) {
    *step = cloth_step_default();
    step->step_s = rng_log_range(rng, 1e-6, 10.0);
    step->substeps = 1 + rng_below(rng, 4);
    step->iterations = 1 + rng_below(rng, 8);
    *material = cloth_material_default();
    const double gravity = rng_log_range(rng, 1e-2, 1e4);
    rng_vector(rng, gravity, step->gravity);
    for (int kind = 0; kind < CLOTH_STIFFNESSES; kind++) {
        material->row[kind] = draw_stiffness(rng, (ClothRowKind)kind);
    }
    material->step_s = step->step_s;
}

/* What holds and slows it, from numbers of its own: the rest of a seed's cloth is what it was. */
static void draw_bounds(Rng *rng, ClothStep *step, ClothMaterial *material) {
    material->tethered = rng_chance(rng, 0.5);
    material->slack = rng_chance(rng, 0.5) ? 1.0 : rng_unit(rng);
    material->strain_limit = rng_chance(rng, 0.5) ? INFINITY : rng_log_range(rng, 1e-4, 10.0);
    step->damping_1_s = rng_chance(rng, 0.5) ? 0.0 : rng_log_range(rng, 1e-3, 1e6);
    step->speed_max_m_s = rng_chance(rng, 0.75) ? INFINITY : rng_log_range(rng, 1e-3, 1e3);
}

/* Has half of the scenes' held particles carried by up to ten spacings in the first step. */
static ClothStatus draw_targets(Rng *rng, double spacing_m, const Scene *scene, ClothError *error) {
    const size_t reals = 3 * (size_t)scene->graph.particle_count;
    if (rng_chance(rng, 0.5)) {
        return CLOTH_OK;
    }
    double *target = malloc(reals * sizeof *target);
    if (target == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for targets");
    }
    cloth_positions(scene->state, target);
    for (size_t k = 0; k < reals; k++) {
        target[k] += rng_range(rng, -10.0 * spacing_m, 10.0 * spacing_m);
    }
    const ClothStatus status = cloth_set_targets(scene->state, target, error);
    free(target);
    return status;
}

static ClothStatus draw_held(Rng *rng, Scene *scene, ClothError *error) {
    static const double shares[] = {0.0, 0.1, 0.5, 1.0};
    const double share = shares[rng_below(rng, 4)];
    scene->held = malloc((size_t)scene->graph.particle_count * sizeof *scene->held);
    if (scene->held == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for held particles");
    }
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        if (rng_chance(rng, share)) {
            scene->held[scene->held_count++] = i;
        }
    }
    return CLOTH_OK;
}

/* Moves and throws the particles of a built scene. */
static ClothStatus draw_start(Rng *rng, FuzzStart start, double spacing_m, double speed_m_s,
                              Scene *scene, ClothError *error) {
    const size_t reals = 3 * (size_t)scene->graph.particle_count;
    double *position = malloc(reals * sizeof *position);
    double *velocity = malloc(reals * sizeof *velocity);
    ClothStatus status = CLOTH_OK;
    if (position == NULL || velocity == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a start");
    }
    for (size_t k = 0; status == CLOTH_OK && k < reals; k++) {
        const double rest = start == FUZZ_IN_ONE_POINT ? 0.0 : scene->graph.position[k];
        const double stray = rng_range(rng, -10.0 * spacing_m, 10.0 * spacing_m);
        position[k] = start == FUZZ_DISPLACED ? rest + stray : rest;
        velocity[k] = rng_range(rng, -speed_m_s, speed_m_s);
    }
    if (status == CLOTH_OK) {
        status = cloth_set_positions(scene->state, position, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_set_velocities(scene->state, velocity, error);
    }
    free(position);
    free(velocity);
    return status;
}

static void describe(uint64_t seed, double spacing_m, double speed_m_s, FuzzStart start,
                     Fuzz *fuzz) {
    static const char *const starts[FUZZ_STARTS] = {"at rest", "displaced", "in one point"};
    (void)snprintf(fuzz->text, sizeof fuzz->text,
                   "seed %llu: %s; %d particles, %d held, spacing %.3g m, step %.3g s x %d x %d, "
                   "stiffness %.3g, %.3g, %.3g, %s, speed %.3g m/s, %s, slack %.3g, limit %.3g, "
                   "drag %.3g, at most %.3g m/s",
                   (unsigned long long)seed, family_text(fuzz->family),
                   fuzz->scene.graph.particle_count, fuzz->scene.held_count, spacing_m,
                   fuzz->step.step_s, fuzz->step.substeps, fuzz->step.iterations,
                   fuzz->material.row[CLOTH_ROW_STRETCH].value,
                   fuzz->material.row[CLOTH_ROW_SKIP].value,
                   fuzz->material.row[CLOTH_ROW_BEND].value, starts[start], speed_m_s,
                   fuzz->material.tethered ? "tethered" : "no tethers", fuzz->material.slack,
                   fuzz->material.strain_limit, fuzz->step.damping_1_s, fuzz->step.speed_max_m_s);
}

ClothStatus scene_fuzz(uint64_t seed, Fuzz *fuzz, ClothError *error) {
    *fuzz = (Fuzz){.family = (FuzzFamily)(seed % FUZZ_FAMILIES)};
    Rng rng = {seed};
    const double spacing_m = rng_log_range(&rng, 1e-4, 100.0);
    const FuzzStart start = (FuzzStart)rng_below(&rng, FUZZ_STARTS);
    const double speed_m_s = rng_chance(&rng, 0.25) ? 0.0 : rng_log_range(&rng, 1e-3, 1e3);
    draw_step(&rng, &fuzz->step, &fuzz->material);
    Rng bounds = {seed ^ UINT64_C(0x626f756e6473)};
    draw_bounds(&bounds, &fuzz->step, &fuzz->material);

    Scene *scene = &fuzz->scene;
    ClothStatus status = draw_graph(&rng, fuzz->family, spacing_m, &scene->graph, error);
    if (status == CLOTH_OK) {
        draw_masses(&rng, &scene->graph);
        status = draw_held(&rng, scene, error);
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, &fuzz->material, error);
    }
    if (status == CLOTH_OK) {
        status = draw_start(&rng, start, spacing_m, speed_m_s, scene, error);
    }
    if (status == CLOTH_OK) {
        status = draw_targets(&bounds, spacing_m, scene, error);
    }
    describe(seed, spacing_m, speed_m_s, start, fuzz);
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}
