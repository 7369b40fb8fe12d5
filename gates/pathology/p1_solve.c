#include "p1_solve.h"

#include <math.h>

#include "gate.h"
#include "math/rng.h"
#include "math/vec3.h"
#include "scenes/chain.h"
#include "scenes/extreme.h"
#include "step/batch.h"

enum { DIRECTIONS = 1000 };

static const double inertia_n_m = 0.12; /* m/h^2 */
static const double stiffness_n_m = 5.4e8;

/* Puts the free particle at its rest length in a random direction g, and inertia's target a little
 * off: the row pulls with nothing, and its block is a I + k g g^T. */
static void draw_pose(Rng *rng, const ClothView *view, int32_t i, double g[3]) {
    do {
        rng_vector(rng, 1.0, g);
    } while (!(vec3_length(g) > 0.1));
    const double length = vec3_length(g);
    for (int k = 0; k < 3; k++) {
        g[k] /= length;
        view->position[3 * i + k] = (ClothReal)g[k];
        view->target[3 * i + k] = (ClothReal)(g[k] + rng_range(rng, -1e-3, 1e-3));
    }
}

/* The relative error of the kernel's step; *downhill: out. */
static double solve(const ClothView *view, const ClothSubstep *substep, int32_t i,
                    const double g[3], bool *downhill) {
    ClothBatch batch;
    ClothMoves moves;
    double least = INFINITY;
    cloth_batch_assemble(view, substep, i, 1, &batch);
    ck_assert(cloth_batch_solve(view, substep, &batch, &moves, &least) < 0);
    const double force[3] = {batch.force[0][0], batch.force[1][0], batch.force[2][0]};
    const double step[3] = {moves.newton[0][0], moves.newton[1][0], moves.newton[2][0]};
    const double along = vec3_dot(force, g);
    double exact[3];
    double off[3];
    for (int k = 0; k < 3; k++) {
        exact[k] =
            (force[k] - along * g[k]) / inertia_n_m + along * g[k] / (inertia_n_m + stiffness_n_m);
        off[k] = step[k] - exact[k];
    }
    *downhill = vec3_dot(step, force) > 0.0;
    return vec3_length(off) / vec3_length(exact);
}

P1Solve p1_solve(const struct ClothInstruments *instruments) {
    ClothStep step = cloth_step_default();
    step.substeps = 1;
    step.instruments = instruments;
    ChainShape shape = scene_chain_default();
    shape.links = 1;
    shape.spacing_m = 1.0;
    shape.mass_kg = inertia_n_m * step.step_s * step.step_s;
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){stiffness_n_m, CLOTH_NEWTON_PER_METRE};
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(scene_chain(&shape, &material, &scene, &error) == CLOTH_OK, "%s", error.message);
    const ClothView view = cloth_view(scene.state);
    const ClothSubstep substep = cloth_substep(scene.state, &step);
    Rng rng = {7};
    P1Solve worst = {0};
    for (int d = 0; d < DIRECTIONS; d++) {
        double g[3];
        bool downhill;
        draw_pose(&rng, &view, view.stored_index[1], g);
        raise_to(&worst.error, solve(&view, &substep, view.stored_index[1], g, &downhill));
        worst.uphill += downhill ? 0.0 : 1.0 / DIRECTIONS;
    }
    scene_free(&scene);
    return worst;
}
