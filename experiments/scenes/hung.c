#include "scenes/hung.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/extreme.h"
#include "scenes/hold.h"
#include "scenes/sheet.h"
#include "state/state.h"

ClothStatus hung_start(ClothGraph *graph, const ClothFabric *fabric, const ClothPose *frame,
                       Hung *hung, ClothError *error) {
    *hung = (Hung){.graph = *graph, .world = cloth_world_create()};
    *graph = (ClothGraph){0};
    ClothStatus status = CLOTH_NO_MEMORY;
    if (hung->world != NULL) {
        status = cloth_world_add(hung->world, &hung->graph, fabric, frame, &hung->cloth, error);
    }
    if (status != CLOTH_OK) {
        hung_free(hung);
    }
    return status;
}

ClothStatus hung_hold(Hung *hung, const int32_t *particle, int32_t count, ClothSpace space,
                      const ClothPose *pose, ClothError *error) {
    const ClothHolder holder = {.cloth = hung->cloth,
                                .particle = particle,
                                .particle_count = count,
                                .pose = *pose,
                                .space = space};
    if (hung->holder_count == HUNG_HOLDERS) {
        return CLOTH_BAD_ARGUMENT;
    }
    const ClothStatus status =
        cloth_world_add_holder(hung->world, &holder, &hung->holder[hung->holder_count], error);
    hung->holder_count += status == CLOTH_OK;
    return status;
}

static ClothStatus hold_in_frame(Hung *hung, const int32_t *particle, int32_t count,
                                 ClothError *error) {
    const ClothPose origin = cloth_pose_identity();
    const ClothStatus status = hung_hold(hung, particle, count, CLOTH_SPACE_FRAME, &origin, error);
    if (status != CLOTH_OK) {
        hung_free(hung);
    }
    return status;
}

ClothStatus hung_chain(const ClothChainShape *shape, const ClothFabric *fabric,
                       const ClothPose *frame, Hung *hung, ClothError *error) {
    ClothGraph graph;
    *hung = (Hung){0};
    ClothStatus status = cloth_graph_chain(shape, &graph, error);
    if (status == CLOTH_OK) {
        status = hung_start(&graph, fabric, frame, hung, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    int32_t *first = malloc((size_t)shape->strands * sizeof *first);
    if (first == NULL) {
        hung_free(hung);
        return CLOTH_NO_MEMORY;
    }
    for (int32_t s = 0; s < shape->strands; s++) {
        first[s] = s * (shape->links + 1);
    }
    status = hold_in_frame(hung, first, shape->strands, error);
    free(first);
    return status;
}

ClothStatus hung_grid(const ClothGridShape *shape, const char *hold, const ClothFabric *fabric,
                      const ClothPose *frame, Hung *hung, ClothError *error) {
    ClothGraph graph;
    int32_t *held = NULL;
    int32_t held_count = 0;
    *hung = (Hung){0};
    ClothStatus status = cloth_graph_grid(shape, &graph, error);
    if (status == CLOTH_OK) {
        status = scene_hold(hold, &graph, shape->columns, shape->rows, &held, &held_count, error);
    }
    if (status == CLOTH_OK) {
        status = hung_start(&graph, fabric, frame, hung, error);
    }
    if (status == CLOTH_OK && held_count > 0) {
        status = hold_in_frame(hung, held, held_count, error);
    }
    cloth_graph_free(&graph);
    free(held);
    return status;
}

ClothStatus hung_mesh(const LabMesh *mesh, double density, const ClothFabric *fabric, Hung *hung,
                      ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    SheetShape shape = scene_sheet_default();
    shape.spacing_m = 1.0; /* the density is the mass of a particle of such a sheet */
    shape.mass_kg = density;
    Scene scene;
    *hung = (Hung){0};
    ClothStatus status = scene_sheet(&shape, mesh, &material, &scene, error);
    if (status == CLOTH_OK) {
        status = hung_start(&scene.graph, fabric, NULL, hung, error);
    }
    if (status == CLOTH_OK && scene.held_count > 0) {
        status = hold_in_frame(hung, scene.held, scene.held_count, error);
    }
    scene_free(&scene);
    return status;
}

void hung_free(Hung *hung) {
    if (hung != NULL) {
        cloth_world_destroy(hung->world);
        cloth_graph_free(&hung->graph);
        *hung = (Hung){0};
    }
}

ClothStatus hung_swing(Hung *hung, const double velocity[3], ClothError *error) {
    const ClothView view = cloth_view(cloth_world_state(hung->world, hung->cloth));
    double reach = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double far = (double)view.hold_distance[i];
        reach = far < INFINITY && far > reach ? far : reach;
    }
    double *sent = calloc(3 * (size_t)view.counts.particle, sizeof *sent);
    if (sent == NULL) {
        return CLOTH_NO_MEMORY;
    }
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double far = (double)view.hold_distance[i];
        for (int k = 0; k < 3 && far < INFINITY && reach > 0.0; k++) {
            sent[3 * view.graph_index[i] + k] = velocity[k] * far / reach;
        }
    }
    const ClothStatus status = cloth_world_set_velocities(hung->world, hung->cloth, sent, error);
    free(sent);
    return status;
}

HungWatch hung_watch_start(void) {
    return (HungWatch){.speed_limit_least_m_s = INFINITY};
}

double hung_reach_ratio(const Hung *hung) {
    const ClothView view = cloth_view(cloth_world_state(hung->world, hung->cloth));
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const double far = (double)view.hold_distance[i];
        double squared = 0.0;
        for (int k = 0; k < 3 && far > 0.0 && far < INFINITY; k++) {
            const double d =
                (double)view.position[3 * i + k] - (double)view.position[3 * view.hold[i] + k];
            squared += d * d;
        }
        const double ratio = far > 0.0 && far < INFINITY ? sqrt(squared) / far : 0.0;
        most = more_of(most, ratio);
    }
    return most;
}

double hung_fastest_free(const Hung *hung) {
    const ClothView view = cloth_view(cloth_world_state(hung->world, hung->cloth));
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3 && view.inverse_mass[i] > 0; k++) {
            squared += (double)view.velocity[3 * i + k] * (double)view.velocity[3 * i + k];
        }
        raise_to(&most, sqrt(squared));
    }
    return most;
}

ClothStatus hung_step(Hung *hung, double step_s, HungWatch *watch, ClothError *error) {
    static const double no_gravity[3] = {0.0, 0.0, 0.0};
    const ClothStatus status = cloth_world_step(hung->world, step_s, error);
    if (watch == NULL || status != CLOTH_OK) {
        return status;
    }
    watch->steps++;
    cloth_measure(cloth_world_state(hung->world, hung->cloth), no_gravity, &watch->measure);
    (void)cloth_world_condition(hung->world, hung->cloth, &watch->condition, NULL);
    raise_to(&watch->speed_peak_m_s, watch->measure.speed_max_m_s);
    raise_to(&watch->kinetic_peak_j, watch->measure.kinetic_j);
    raise_to(&watch->reach_ratio_peak, hung_reach_ratio(hung));
    raise_to(&watch->strain_peak, watch->measure.strain_max[CLOTH_ROW_STRETCH]);
    watch->speed_limit_least_m_s =
        less_of(watch->speed_limit_least_m_s, watch->condition.speed_max_m_s);
    if (watch->condition.asleep && watch->slept_step == 0) {
        watch->slept_step = watch->steps;
    }
    return CLOTH_OK;
}

ClothStatus hung_until_asleep(Hung *hung, double step_s, int64_t most, HungWatch *watch,
                              ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < most && watch->slept_step == 0; k++) {
        status = hung_step(hung, step_s, watch, error);
    }
    return status;
}
