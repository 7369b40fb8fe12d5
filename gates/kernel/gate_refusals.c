/*
 * gate_refusals: a step that cannot be taken says why and changes nothing; a state that is lost
 * names the particle, the step and the kind of row; a step of no time changes no bit.
 *
 * Pathology: a NaN that spreads through a cloth and is found minutes later, somewhere else; a bad
 * constant that is clamped or half applied. Mechanism: check_step() and blame() of step/step.c.
 * Scene: a sheet with hinges, a chain with skips, and what is done to them here.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gate.h"
#include "scenes/chain.h"
#include "scenes/sheet.h"
#include "state/state.h"

static Scene small_sheet(void) {
    SheetShape shape = scene_sheet_default();
    shape.columns = 6;
    shape.rows = 6;
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(scene_sheet(&shape, NULL, &material, &scene, &error) == CLOTH_OK, "%s",
                  error.message);
    const ClothStep step = cloth_step_default();
    for (int s = 0; s < 5; s++) {
        ck_assert_msg(cloth_step(scene.state, &step, NULL, &error) == CLOTH_OK, "%s",
                      error.message);
    }
    return scene;
}

/* A lost state. */

/* Steps a cloth that something was done to, and checks whom the report blames. */
static void hold_to_blame(const char *name, ClothState *state, ClothSolver solver, int32_t particle,
                          int32_t row_kind) {
    ClothStep step = cloth_step_default();
    step.solver = solver;
    const int64_t taken = cloth_steps_taken(state);
    ClothReport report;
    ClothError error = {0};
    const ClothStatus status = cloth_step(state, &step, &report, &error);
    gate_equal(name, (int64_t)status, CLOTH_NON_FINITE, "status");
    gate_equal(name, report.particle, particle, "particle");
    gate_equal(name, report.step, taken, "step");
    gate_equal(name, report.row_kind, row_kind, "row kind");
    char part[32];
    (void)snprintf(part, sizeof part, "particle %d", (int)particle);
    gate_says(name, error.message, part);
    gate_says(name, error.message,
              row_kind < 0 ? "inertia" : cloth_row_kind_name((ClothRowKind)row_kind));
    (void)snprintf(part, sizeof part, "step %lld", (long long)taken);
    gate_says(name, error.message, part);
    gate_equal(name, cloth_steps_taken(state), taken, "steps taken");
}

START_TEST(a_lost_position_is_named) {
    for (int solver = CLOTH_AVBD; solver <= CLOTH_XPBD; solver++) {
        for (int32_t particle = 8; particle < 30; particle += 7) {
            Scene scene = small_sheet();
            const ClothView view = cloth_view(scene.state);
            view.position[3 * view.stored_index[particle] + 1] = (ClothReal)NAN;
            if (solver != CLOTH_XPBD) {
                hold_to_blame("lost_position", scene.state, (ClothSolver)solver, particle,
                              CLOTH_ROW_STRETCH);
            } else {
                /* Row by row a NaN runs through the cloth within a substep; the first particle of
                 * the stored ones that has it is named. */
                ClothStep step = cloth_step_default();
                step.solver = CLOTH_XPBD;
                ClothReport report;
                gate_equal("lost_position_xpbd",
                           (int64_t)cloth_step(scene.state, &step, &report, NULL), CLOTH_NON_FINITE,
                           "status");
                gate_equal("lost_position_xpbd", report.row_kind, CLOTH_ROW_STRETCH, "row kind");
            }
            scene_free(&scene);
        }
    }
}
END_TEST

START_TEST(a_lost_particle_without_rows_is_named) {
    const ClothGridShape grid = {.columns = 1,
                                 .rows = 1,
                                 .spacing_m = 1.0,
                                 .mass_kg = 1.0,
                                 .u = {1.0, 0.0, 0.0},
                                 .v = {0.0, 1.0, 0.0},
                                 .cut = CLOTH_GRID_EDGES};
    const ClothMaterial material = cloth_material_default();
    ClothGraph graph;
    ClothState *state;
    ck_assert(cloth_graph_grid(&grid, &graph, NULL) == CLOTH_OK);
    ck_assert(cloth_build(&graph, &material, NULL, 0, &state, NULL) == CLOTH_OK);
    cloth_view(state).velocity[0] = (ClothReal)INFINITY;
    hold_to_blame("lost_velocity", state, CLOTH_AVBD, 0, -1);
    cloth_destroy(state);
    cloth_graph_free(&graph);
}
END_TEST

/* A multiplier is lost before any position is: the row that carries it is named. */
START_TEST(a_lost_row_is_named_by_its_kind) {
    ChainShape shape = scene_chain_default();
    shape.bend = CLOTH_CHAIN_SKIPS;
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    ck_assert(scene_chain(&shape, &material, &scene, NULL) == CLOTH_OK);
    const ClothView view = cloth_view(scene.state);
    /* The last row joins free particles; a held one is never asked. */
    const int32_t last = view.counts.row - 1;
    ck_assert_int_eq(view.row_kind[last], CLOTH_ROW_SKIP);
    view.slot_multiplier[view.row_slot[2 * last]] = (ClothReal)NAN;
    hold_to_blame("lost_skip", scene.state, CLOTH_AVBD,
                  view.graph_index[view.row_particle[2 * last]], CLOTH_ROW_SKIP);
    scene_free(&scene);

    /* Nothing but a bend row: it cannot be another that is named. */
    ClothMaterial stiff = cloth_material_default();
    stiff.row[CLOTH_ROW_BEND] = (ClothStiffness){INFINITY, CLOTH_NEWTON_PER_METRE};
    shape.bend = CLOTH_CHAIN_STENCIL;
    shape.links = 2;
    ck_assert(scene_chain(&shape, &stiff, &scene, NULL) == CLOTH_OK);
    scene.graph.edge_count = 0;
    ck_assert(scene_build(&scene, &stiff, NULL) == CLOTH_OK);
    cloth_view(scene.state).bend_multiplier[1] = (ClothReal)NAN;
    ClothStep step = cloth_step_default();
    ClothReport report;
    gate_equal("lost_bend", (int64_t)cloth_step(scene.state, &step, &report, NULL),
               CLOTH_NON_FINITE, "status");
    gate_equal("lost_bend", report.row_kind, CLOTH_ROW_BEND, "row kind");
    scene_free(&scene);
}
END_TEST

/* One that only pulls is not taken for slack when what it pulls with is no number. */
START_TEST(a_lost_one_sided_row_is_named_by_its_kind) {
    ChainShape shape = scene_chain_default();
    ClothMaterial material = cloth_material_default();
    material.tethered = true;
    material.slack = 0.5;
    material.strain_limit = 0.1;
    for (ClothRowKind kind = CLOTH_ROW_LIMIT; kind <= CLOTH_ROW_LEASH; kind++) {
        Scene scene;
        ck_assert(scene_chain(&shape, &material, &scene, NULL) == CLOTH_OK);
        const ClothView view = cloth_view(scene.state);
        const int32_t last = view.counts.row - 1;
        const int32_t i = view.row_particle[2 * last];
        ClothReal *const lost[] = {&view.limit_multiplier[view.row_slot[2 * last]],
                                   &view.tether_multiplier[i], &view.leash_multiplier[i]};
        *lost[kind - CLOTH_ROW_LIMIT] = (ClothReal)NAN;
        hold_to_blame("lost_one_sided", scene.state, CLOTH_AVBD, view.graph_index[i], (int)kind);
        scene_free(&scene);
    }
}
END_TEST

/* A step that is refused. */

/* The step must be refused with this status and these words, and leave every bit where it was. */
static void hold_to_refusal(ClothState *state, const ClothStep *step, ClothStatus expected,
                            const char *part) {
    const uint64_t before = cloth_hash(state);
    ClothError error = {0};
    ClothReport report;
    gate_equal(part, (int64_t)cloth_step(state, step, &report, &error), expected, "status");
    gate_equal(part, (int64_t)report.status, expected, "reported status");
    gate_says("refusal", error.message, part);
    gate_equal(part, cloth_hash(state) == before, 1, "hash");
}

/* One field of the default step, or of its constants, set to one value. */
#define REFUSE(field, value, part)                                                                 \
    do {                                                                                           \
        ClothStep step = cloth_step_default();                                                     \
        step.field = (value);                                                                      \
        hold_to_refusal(scene.state, &step, CLOTH_BAD_ARGUMENT, part);                             \
    } while (0)

START_TEST(bad_steps_are_refused_by_name) {
    Scene scene = small_sheet();
    REFUSE(step_s, -1.0 / 60.0, "step_s is -0.0166667");
    REFUSE(step_s, (double)NAN, "step_s is nan");
    REFUSE(step_s, (double)INFINITY, "step_s is inf");
    REFUSE(gravity[1], (double)NAN, "gravity is (0, nan, 0)");
    REFUSE(gravity[0], -1e300, "gravity is (-1e+300, -9.81, 0)");
    REFUSE(substeps, 0, "substeps is 0");
    REFUSE(substeps, CLOTH_SUBSTEPS_MAX + 1, "substeps is 1001");
    REFUSE(iterations, 0, "iterations is 0");
    REFUSE(iterations, CLOTH_ITERATIONS_MAX + 1, "iterations is 10000001");
    REFUSE(tolerance_n, -1.0, "tolerance_n is -1");
    REFUSE(tolerance_n, (double)NAN, "tolerance_n is nan");
    REFUSE(solver, (ClothSolver)3, "solver is 3");
    scene_free(&scene);
}
END_TEST

START_TEST(bad_constants_are_refused_by_name) {
    Scene scene = small_sheet();
    REFUSE(constants.alpha, -0.1, "alpha is -0.1");
    REFUSE(constants.alpha, 1.1, "alpha is 1.1");
    REFUSE(constants.alpha, (double)NAN, "alpha is nan");
    REFUSE(constants.gamma, 1.5, "gamma is 1.5");
    REFUSE(constants.gamma, (double)NAN, "gamma is nan");
    REFUSE(constants.beta, -1.0, "beta is -1");
    REFUSE(constants.beta, (double)INFINITY, "beta is inf");
    REFUSE(constants.band_min, 0.0, "band_min is 0");
    REFUSE(constants.band_min, (double)NAN, "band_min is nan");
    REFUSE(constants.band_max, 1.0, "band_max is 1");
    REFUSE(constants.band_max, (double)INFINITY, "band_max is inf");
    scene_free(&scene);
}
END_TEST

START_TEST(what_is_no_cloth_is_not_stepped) {
    const ClothStep step = cloth_step_default();
    ClothError error = {0};
    ClothReport report;
    gate_equal("step_null", (int64_t)cloth_step(NULL, &step, &report, &error), CLOTH_BAD_BLOCK,
               "status");
    gate_says("step_null", error.message, "cloth_build()");

    /* Room for a header, all of it rubbish; then a header of zeros, as calloc() leaves it. */
    _Alignas(64) unsigned char block[256];
    for (int fill = 0; fill < 256; fill += 255) {
        memset(block, fill, sizeof block);
        error = (ClothError){0};
        gate_equal("step_rubbish", (int64_t)cloth_step((ClothState *)block, &step, &report, &error),
                   CLOTH_BAD_BLOCK, "status");
        gate_says("step_rubbish", error.message, "cloth_build()");
    }

    Scene scene = small_sheet();
    scene.state->version++;
    hold_to_refusal(scene.state, &step, CLOTH_BAD_BLOCK, "cloth_build()");
    scene_free(&scene);
}
END_TEST

START_TEST(no_time_changes_no_bit) {
    for (int solver = CLOTH_AVBD; solver <= CLOTH_XPBD; solver++) {
        Scene scene = small_sheet();
        const uint64_t before = cloth_hash(scene.state);
        ClothStep step = cloth_step_default();
        step.solver = (ClothSolver)solver;
        step.step_s = 0.0;
        gate_equal("no_time_status", (int64_t)cloth_step(scene.state, &step, NULL, NULL), CLOTH_OK,
                   "status");
        gate_equal("no_time_hash", cloth_hash(scene.state) == before, 1, "1");
        /* The guard: some time does. */
        step.step_s = 1.0 / 60.0;
        ck_assert(cloth_step(scene.state, &step, NULL, NULL) == CLOTH_OK);
        gate_equal("some_time_hash", cloth_hash(scene.state) == before, 0, "1");
        scene_free(&scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("refusals");
    gate_add(suite, "a_lost_position_is_named", a_lost_position_is_named, 20);
    gate_add(suite, "a_lost_particle_without_rows_is_named", a_lost_particle_without_rows_is_named,
             20);
    gate_add(suite, "a_lost_row_is_named_by_its_kind", a_lost_row_is_named_by_its_kind, 20);
    gate_add(suite, "a_lost_one_sided_row_is_named_by_its_kind",
             a_lost_one_sided_row_is_named_by_its_kind, 20);
    gate_add(suite, "bad_steps_are_refused_by_name", bad_steps_are_refused_by_name, 20);
    gate_add(suite, "bad_constants_are_refused_by_name", bad_constants_are_refused_by_name, 20);
    gate_add(suite, "what_is_no_cloth_is_not_stepped", what_is_no_cloth_is_not_stepped, 20);
    gate_add(suite, "no_time_changes_no_bit", no_time_changes_no_bit, 20);
    return gate_run(suite);
}
