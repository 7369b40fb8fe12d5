/*
 * right_statics.c: right answers of things at rest: the tension of a hanging chain, Hooke's law,
 * the catenary, the energy of an arc, the heavy cantilever.
 *
 * Each starts near its rest and is stepped until the motion has died; that the answer does not
 * depend on the start is what the step has to achieve.
 */
#include <math.h>

#include "math/error.h"
#include "scenes/chain.h"
#include "scenes/right_forms.h"
#include "scenes/right_rig.h"

/* V09: tension of a vertical chain. */

/* 32 links of 0.05 m and 10 g with 0.1 kg more on the last particle. figure 0, 1: pull of the top
 * and bottom link; 2: sum of the links' strains. Flaw: the 0.1 kg are missing; for the strains,
 * penalties in place of multipliers. */
ClothStatus right_tension(const RightCase *which, const RightRun *run, RightFigure *figure,
                          ClothError *error) {
    enum { LINKS = 32 };
    const double spacing = 0.05;
    const double mass = 0.01;
    const double load = 0.1;
    const bool strains = which->figure == 2;
    const ClothMaterial material = right_material_hard();
    const ChainShape shape = {.links = LINKS,
                              .spacing_m = spacing,
                              .mass_kg = mass,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_FREE};
    RightRun own = *run;
    own.solver = run->flawed && strains ? CLOTH_VBD : run->solver;
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    scene.graph.mass[LINKS] += run->flawed && !strains ? 0.0 : load;
    status = scene_build(&scene, &material, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, &own, right_substep_s(which, run), RIGHT_GRAVITY, figure, &rig);
    status = right_rig_step(&rig, right_substeps(which, run), error);
    const int32_t below = which->figure == 0 ? LINKS : 1; /* particles a link carries */
    figure->expected = strains ? 0.0 : (below * mass + load) * RIGHT_GRAVITY;
    figure->measured = strains ? 0.0 : right_rig_pull(&rig, LINKS - below);
    for (int32_t link = 0; strains && link < LINKS; link++) {
        figure->measured += fabs(right_rig_residual(&rig, link)) / spacing;
    }
    right_rig_free(&rig);
    return status;
}

/* V10b: Hooke's law. */

/* size: free particles; 1 is 0.1 kg on 50 N/m, otherwise each is 10 g on 200 N/m. figure 0: how far
 * the last particle sinks; 1: the first. Flaw: 2 % more stiffness. */
ClothStatus right_hooke(const RightCase *which, const RightRun *run, RightFigure *figure,
                        ClothError *error) {
    const int32_t links = (int32_t)which->size;
    const double mass = links == 1 ? 0.1 : 0.01;
    const double stiffness = links == 1 ? 50.0 : 200.0;
    const double spacing = 0.1;
    ClothMaterial material = right_material_hard();
    material.row[CLOTH_ROW_STRETCH] =
        (ClothStiffness){(run->flawed ? 1.02 : 1.0) * stiffness, CLOTH_NEWTON_PER_METRE};
    const ChainShape shape = {.links = links,
                              .spacing_m = spacing,
                              .mass_kg = mass,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_FREE};
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, run, right_substep_s(which, run), RIGHT_GRAVITY, figure, &rig);
    status = right_rig_step(&rig, right_substeps(which, run), error);
    const int32_t particle = which->figure == 0 ? links : 1;
    double x[3];
    right_rig_position(&rig, particle, x);
    figure->measured = -x[1] - spacing * particle;
    /* Row i of the chain carries the links - i + 1 particles from it downwards. */
    const double rows = which->figure == 0 ? 0.5 * (links + 1) * links : links;
    figure->expected = mass * RIGHT_GRAVITY / stiffness * rows;
    right_rig_free(&rig);
    return status;
}

/* V12: the catenary. */

/* 32 hard links, 1.2 m between points 1 m apart, 31 particles of 3.75 g, from a catenary drawn 3 %
 * too flat. figure 0: sag; 1: horizontal pull; 2: pull of the end links. Flaw: penalties in place
 * of multipliers. */
ClothStatus right_hang(const RightCase *which, const RightRun *run, RightFigure *figure,
                       ClothError *error) {
    enum { LINKS = 32, MIDDLE = LINKS / 2 };
    const double link = 1.2 / LINKS;
    const double mass = 0.00375;
    const ClothMaterial material = right_material_hard();
    const ChainShape shape = {.links = LINKS,
                              .spacing_m = link,
                              .mass_kg = mass,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_FREE};
    RightRun own = *run;
    own.solver = run->flawed ? CLOTH_VBD : run->solver;
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status == CLOTH_OK) {
        status = right_hold(&scene, &material, (const int32_t[]){0, LINKS}, 2, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    double start[3 * (LINKS + 1)];
    const RightCatenary truth = right_catenary(LINKS, link, 1.0, mass * RIGHT_GRAVITY, start);
    for (int32_t i = 0; i <= LINKS; i++) {
        start[3 * i + 1] *= 0.97;
    }
    RightRig rig;
    right_rig_start(&scene, &own, right_substep_s(which, run), RIGHT_GRAVITY, figure, &rig);
    status = cloth_set_positions(scene.state, start, error);
    if (status == CLOTH_OK) {
        status = right_rig_step(&rig, right_substeps(which, run), error);
    }
    double a[3];
    double b[3];
    right_rig_position(&rig, MIDDLE - 1, a);
    right_rig_position(&rig, MIDDLE, b);
    const double level = (b[0] - a[0]) / hypot(b[0] - a[0], b[1] - a[1]);
    const double measured[3] = {-b[1], right_rig_pull(&rig, MIDDLE - 1) * level,
                                0.5 * (right_rig_pull(&rig, 0) + right_rig_pull(&rig, LINKS - 1))};
    const double expected[3] = {truth.sag_m, truth.horizontal_n, truth.end_n};
    figure->measured = measured[which->figure];
    figure->expected = expected[which->figure];
    right_rig_free(&rig);
    return status;
}

/* V22b: bending energy of an arc. */

/* 32 links of 0.05 m, each turning 0.1 rad, of 0.002 N m^2; no step is taken. Flaw: one bend row is
 * missing. */
ClothStatus right_arc(const RightCase *which, const RightRun *run, RightFigure *figure,
                      ClothError *error) {
    enum { LINKS = 32 };
    const double link = 0.05;
    const double turn = 0.1;
    const double rigidity = 0.002;
    ClothMaterial material = right_material_hard();
    material.row[CLOTH_ROW_BEND] = (ClothStiffness){rigidity, CLOTH_RIGIDITY};
    const ChainShape shape = {.links = LINKS,
                              .spacing_m = link,
                              .mass_kg = 0.01,
                              .held_count = 1,
                              .bend = CLOTH_CHAIN_STENCIL};
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    scene.graph.stencil_count -= run->flawed ? 1 : 0;
    status = scene_build(&scene, &material, error);
    if (status != CLOTH_OK) {
        return status;
    }
    RightRig rig;
    right_rig_start(&scene, run, right_substep_s(which, run), RIGHT_GRAVITY, figure, &rig);
    double position[3 * (LINKS + 1)] = {0.0};
    for (int32_t i = 0; i < LINKS; i++) {
        position[3 * i + 3] = position[3 * i] + link * cos(turn * i);
        position[3 * i + 4] = position[3 * i + 1] + link * sin(turn * i);
    }
    status = cloth_set_positions(scene.state, position, error);
    ClothMeasure measure;
    cloth_measure(scene.state, rig.step.gravity, &measure);
    figure->measured = measure.elastic_j[CLOTH_ROW_BEND];
    figure->expected = right_arc_j(LINKS, link, turn, rigidity);
    right_rig_free(&rig);
    return status;
}

/* V23: the heavy cantilever. */

enum { TIP_LINKS = 16 };

/* Two held particles and 16 links, 1 m in all, the clamped joint doubled, the tip of half a mass;
 * laid out as a cantilever of a tenth less load. */
static ClothStatus cantilever_rig(const RightCase *which, const RightRun *run, RightFigure *figure,
                                  RightRig *rig, ClothError *error) {
    const double link = 1.0 / TIP_LINKS;
    const double mass = 0.01;
    ClothMaterial material = right_material_hard();
    material.row[CLOTH_ROW_BEND] =
        (ClothStiffness){mass * RIGHT_GRAVITY / link / which->size, CLOTH_RIGIDITY};
    const ChainShape shape = {.links = TIP_LINKS + 1,
                              .spacing_m = link,
                              .mass_kg = mass,
                              .horizontal = true,
                              .held_count = 2,
                              .bend = CLOTH_CHAIN_STENCIL};
    Scene scene;
    ClothStatus status = scene_chain(&shape, &material, &scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    scene.graph.mass[TIP_LINKS + 1] *= 0.5;
    scene.graph.stencil[0].rigidity_scale *= run->flawed ? 1.0 : 2.0;
    status = scene_build(&scene, &material, error);
    if (status != CLOTH_OK) {
        return status;
    }
    double angle[TIP_LINKS];
    (void)right_cantilever(TIP_LINKS, 0.9 * which->size, angle);
    double start[3 * (TIP_LINKS + 2)] = {0.0};
    start[3] = link;
    for (int32_t j = 0; j < TIP_LINKS; j++) {
        start[3 * j + 6] = start[3 * j + 3] + link * cos(angle[j]);
        start[3 * j + 7] = start[3 * j + 4] - link * sin(angle[j]);
    }
    right_rig_start(&scene, run, right_substep_s(which, run), RIGHT_GRAVITY, figure, rig);
    status = cloth_set_positions(scene.state, start, error);
    if (status != CLOTH_OK) {
        right_rig_free(rig);
    }
    return status;
}

/* size: gamma. figure 0: drop of the tip; 1: its reach, as shares of the length. Flaw: the clamped
 * joint is not doubled. */
ClothStatus right_elastica_tip(const RightCase *which, const RightRun *run, RightFigure *figure,
                               ClothError *error) {
    RightRig rig;
    ClothStatus status = cantilever_rig(which, run, figure, &rig, error);
    if (status != CLOTH_OK) {
        return status;
    }
    status = right_rig_step(&rig, right_substeps(which, run), error);
    double tip[3];
    right_rig_position(&rig, TIP_LINKS + 1, tip);
    double angle[TIP_LINKS];
    const RightTip truth = right_cantilever(TIP_LINKS, which->size, angle);
    figure->measured = which->figure == 0 ? -tip[1] : tip[0] - 1.0 / TIP_LINKS;
    figure->expected = which->figure == 0 ? truth.drop : truth.reach;
    right_rig_free(&rig);
    return status;
}
