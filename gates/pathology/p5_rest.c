#include "p5_rest.h"

#include <math.h>

#include "gate.h"
#include "scenes/chain.h"
#include "scenes/extreme.h"

static const double mass_of_a_particle_kg = 0.5e-3;

ClothStep p5_step(const ClothInstruments *instruments) {
    ClothStep step = cloth_step_default();
    step.instruments = instruments;
    return step;
}

static void note_peak(void *user, int64_t step, const ClothMeasure *measure) {
    (void)step;
    double *peak = user;
    raise_to(peak, measure->strain_max[CLOTH_ROW_STRETCH]);
}

static ClothMaterial stretch_of(double newton_per_metre) {
    ClothMaterial material = cloth_material_default();
    material.row[CLOTH_ROW_STRETCH] = (ClothStiffness){newton_per_metre, CLOTH_NEWTON_PER_METRE};
    return material;
}

P5Chain p5_chain(const ClothStep *step, double mass_kg, double stiffness_ratio) {
    const double h = step->step_s / step->substeps;
    const ClothMaterial material = stretch_of(stiffness_ratio * mass_kg / (h * h));
    ChainShape shape = scene_chain_default();
    shape.mass_kg = mass_kg;
    P5Chain chain = {0};
    const SceneWatchPlan plan = {
        .steps = 1200, .late = 300, .each = note_peak, .user = &chain.strain_peak};
    Scene scene;
    ClothError error = {0};
    ck_assert_msg(scene_chain(&shape, &material, &scene, &error) == CLOTH_OK, "%s", error.message);
    /* A chain that flies apart is NaN, which no limit lets through. */
    const ClothStatus status = scene_watch(scene.state, step, &plan, &chain.watch, &error);
    ck_assert_msg(status == CLOTH_OK || status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE,
                  "%s", error.message);
    chain.hash = cloth_hash(scene.state);
    scene_free(&scene);
    return chain;
}

double p5_mass_spread(const ClothStep *step) {
    static const double mass_kg[] = {5e-6, 5e-4, 0.5};
    double least = INFINITY;
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        const P5Chain chain = p5_chain(step, mass_kg[i], INFINITY);
        const double strain = chain.watch.last.strain_rms[CLOTH_ROW_STRETCH];
        least = less_of(least, strain);
        most = more_of(most, strain);
    }
    return most / least - 1.0;
}

double p5_hooke(const ClothStep *step) {
    const double stiffness = 1000.0;
    const ClothMaterial material = stretch_of(stiffness);
    ChainShape shape = scene_chain_default();
    shape.links = 1;
    shape.mass_kg = 0.0246;
    const SceneWatchPlan plan = {.steps = 1000, .late = 1};
    Scene scene;
    SceneWatch watch;
    ClothError error = {0};
    ck_assert_msg(scene_chain(&shape, &material, &scene, &error) == CLOTH_OK, "%s", error.message);
    ck_assert_msg(scene_watch(scene.state, step, &plan, &watch, &error) == CLOTH_OK, "%s",
                  error.message);
    double position[6];
    cloth_positions(scene.state, position);
    scene_free(&scene);
    const double extension = -position[4] - shape.spacing_m;
    return fabs(extension * stiffness / (shape.mass_kg * -step->gravity[1]) - 1.0);
}

double p5_soft_gain(const ClothStep *step, double stiffness_ratio) {
    const P5Chain chain = p5_chain(step, mass_of_a_particle_kg, stiffness_ratio);
    const ChainShape shape = scene_chain_default();
    const double length = shape.links * shape.spacing_m;
    const double potential = 0.5 * shape.links * mass_of_a_particle_kg * -step->gravity[1] * length;
    return (chain.watch.energy_late_max_j - chain.watch.energy_start_j) / potential;
}
