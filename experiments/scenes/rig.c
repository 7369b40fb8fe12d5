#include "scenes/rig.h"

#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "scenes/extreme.h"
#include "state/state.h"

RigShape rig_shape_default(void) {
    return (RigShape){
        .links = 30, .strands = 1, .spacing_m = 0.05, .mass_kg = 0.5e-3, .bend = CLOTH_CHAIN_FREE};
}

/* Links every particle but the held ones to the same particle of the next strand. */
static ClothStatus join(const RigShape *shape, ClothGraph *graph, ClothError *error) {
    const int32_t a_strand = shape->links + 1;
    const size_t edges =
        (size_t)graph->edge_count + (size_t)(shape->strands - 1) * (size_t)shape->links;
    int32_t *edge = realloc(graph->edge, 2 * edges * sizeof *edge);
    if (edge == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory joining %d strands",
                          (int)shape->strands);
    }
    graph->edge = edge;
    for (int32_t s = 0; s + 1 < shape->strands; s++) {
        for (int32_t l = 1; l < a_strand; l++) {
            edge[2 * graph->edge_count] = s * a_strand + l;
            edge[2 * graph->edge_count + 1] = (s + 1) * a_strand + l;
            graph->edge_count++;
        }
    }
    return CLOTH_OK;
}

static ClothStatus hold_first(const RigShape *shape, Scene *scene, ClothError *error) {
    scene->held = malloc((size_t)shape->strands * sizeof *scene->held);
    if (scene->held == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory holding %d strands",
                          (int)shape->strands);
    }
    for (int32_t s = 0; s < shape->strands; s++) {
        scene->held[s] = s * (shape->links + 1);
    }
    scene->held_count = shape->strands;
    return CLOTH_OK;
}

ClothStatus scene_rig(const RigShape *shape, const ClothMaterial *material, Scene *scene,
                      ClothError *error) {
    *scene = (Scene){0};
    const ClothChainShape chain = {
        .links = shape->links,
        .strands = shape->strands,
        .spacing_m = shape->spacing_m,
        .mass_kg = shape->mass_kg,
        .direction = {shape->hanging ? 0.0 : 1.0, shape->hanging ? -1.0 : 0.0, 0.0},
        .strand_offset = {0.0, 0.0, shape->spacing_m},
        .bend = shape->bend,
    };
    ClothStatus status = cloth_graph_chain(&chain, &scene->graph, error);
    if (status == CLOTH_OK && shape->joined) {
        status = join(shape, &scene->graph, error);
    }
    if (status == CLOTH_OK) {
        status = hold_first(shape, scene, error);
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, material, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

static bool hangs(const ClothView *view, int32_t i) {
    return view->hold[i] >= 0 && view->hold_distance[i] > 0 && view->hold_distance[i] < INFINITY;
}

static double whole_reach(const ClothView *view) {
    double most = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        most = hangs(view, i) ? more_of(most, (double)view->hold_distance[i]) : most;
    }
    return most;
}

ClothStatus rig_kick(ClothState *state, const double velocity[3], bool swing, ClothError *error) {
    const ClothView view = cloth_view(state);
    const double whole = whole_reach(&view);
    double *sent = calloc(3 * (size_t)view.counts.particle, sizeof *sent);
    if (sent == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory kicking %d particles",
                          (int)view.counts.particle);
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double share = swing ? (double)view.hold_distance[i] / whole : 1.0;
        for (int k = 0; k < 3 && hangs(&view, i); k++) {
            sent[3 * view.graph_index[i] + k] = share * velocity[k];
        }
    }
    const ClothStatus status = cloth_set_velocities(state, sent, error);
    free(sent);
    return status;
}

RigReach rig_reach(const ClothState *state) {
    const ClothView view = cloth_view(state);
    const double whole = whole_reach(&view);
    RigReach reach = {0};
    for (int32_t i = 0; i < view.counts.particle; i++) {
        if (!hangs(&view, i)) {
            continue;
        }
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d =
                (double)view.position[3 * i + k] - (double)view.position[3 * view.hold[i] + k];
            squared += d * d;
        }
        const double far = sqrt(squared);
        const double along = (double)view.hold_distance[i];
        raise_to(&reach.ratio, far / along);
        raise_to(&reach.whole, far / whole);
        raise_to(&reach.excess_m, far - along);
        raise_to(&reach.multiplier_n, (double)view.tether_multiplier[i]);
    }
    return reach;
}

void rig_see(RigWatch *watch, const ClothState *state, const double gravity[3]) {
    ClothMeasure measure;
    cloth_measure(state, gravity, &measure);
    watch->steps++;
    watch->last = rig_reach(state);
    watch->kinetic_j = measure.kinetic_j;
    watch->energy_j = measure.kinetic_j + measure.gravitational_j;
    watch->energy_first_j = watch->steps == 1 ? watch->energy_j : watch->energy_first_j;
    if (watch->last.ratio > watch->peak.ratio) {
        watch->peak_step = watch->steps;
    }
    if (!(watch->last.ratio <= RIG_HELD)) {
        watch->out_step = watch->steps;
    }
    watch->engaged += watch->last.multiplier_n > 0.0;
    raise_to(&watch->peak.ratio, watch->last.ratio);
    raise_to(&watch->peak.whole, watch->last.whole);
    raise_to(&watch->peak.excess_m, watch->last.excess_m);
    raise_to(&watch->peak.multiplier_n, watch->last.multiplier_n);
    raise_to(&watch->strain_peak, measure.strain_max[CLOTH_ROW_STRETCH]);
    raise_to(&watch->speed_peak_m_s, measure.speed_max_m_s);
    raise_to(&watch->energy_gain_j, watch->energy_j - watch->energy_first_j);
}

ClothStatus rig_watch(ClothState *state, const ClothStep *step, int64_t steps, RigWatch *watch,
                      ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = cloth_step(state, step, NULL, error);
        if (status == CLOTH_OK) {
            rig_see(watch, state, step->gravity);
        }
    }
    return status;
}
