#include "measure/vertex_energy.h"

#include "collide/gap.h"
#include "math/error.h"
#include "math/vec3.h"
#include "rows/distance.h"
#include "step/backstops.h"

#include <math.h>
#include <stdlib.h>

void cloth_vertex_rows_free(ClothVertexRows *rows) {
    free(rows->offset);
    free(rows->bend);
    *rows = (ClothVertexRows){0};
}

ClothStatus cloth_vertex_rows_build(const ClothState *state, ClothVertexRows *rows,
                                    ClothError *error) {
    const ClothView view = cloth_view(state);
    const int32_t n = view.counts.particle;
    *rows = (ClothVertexRows){
        .offset = calloc((size_t)n + 2, sizeof(int32_t)),
        .bend = malloc(((size_t)view.counts.bend * 4 + 1) * sizeof(int32_t)),
    };
    if (rows->offset == NULL || rows->bend == NULL) {
        cloth_vertex_rows_free(rows);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory listing %d bend rows by particle",
                          (int)view.counts.bend);
    }
    /* Counted two places up, so that filling leaves offset[i] at the start of particle i. */
    for (int32_t k = 0; k < 4 * view.counts.bend; k++) {
        if (view.bend_particle[k] >= 0) {
            rows->offset[view.bend_particle[k] + 2]++;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        rows->offset[i + 2] += rows->offset[i + 1];
    }
    for (int32_t k = 0; k < 4 * view.counts.bend; k++) {
        if (view.bend_particle[k] >= 0) {
            rows->bend[rows->offset[view.bend_particle[k] + 1]++] = k / 4;
        }
    }
    return CLOTH_OK;
}

static void add_term(ClothVertexEnergy *sum, double term) {
    sum->energy_j += term;
    sum->scale_j += fabs(term);
}

static void add_inertia(const ClothView *view, int32_t i, double h, double damping_1_s,
                        const double x[3], ClothVertexEnergy *sum) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        const double lag = x[k] - (double)view->target[3 * i + k];
        squared += lag * lag;
    }
    const double drag = 1.0 + damping_1_s * h;
    add_term(sum, drag * (0.5 * (double)view->mass[i] / (h * h) * squared));
}

/* A row whose force is clamped to [0, inf): the integral of max(0, k C + lambda), level where it is
 * slack, and without a step where it begins to pull. */
static void add_one_sided(double c, double k, double lambda, ClothVertexEnergy *sum) {
    if (k * c + lambda > 0.0) {
        add_term(sum, 0.5 * k * c * c);
        add_term(sum, lambda * c);
    } else if (k > 0.0) {
        add_term(sum, -0.5 * lambda * lambda / k);
    }
}

static void add_distances(const ClothView *view, int32_t i, const double x[3],
                          ClothVertexEnergy *sum) {
    for (int32_t s = view->slot_offset[i]; s < view->slot_offset[i + 1]; s++) {
        const double rest = (double)view->slot_rest[s];
        ClothDistance row = {.c = -rest};
        (void)cloth_distance(x, &view->position[3 * view->slot_neighbour[s]], rest, &row);
        add_term(sum, 0.5 * (double)view->slot_penalty[s] * row.c * row.c);
        add_term(sum, (double)view->slot_multiplier[s] * row.c);
        const double most = (double)view->limit_rest[s];
        if (most < INFINITY) {
            add_one_sided(row.c + rest - most, (double)view->limit_penalty[s],
                          (double)view->limit_multiplier[s], sum);
        }
    }
}

/* The tether and the leash of a particle, from where its hold is in this substep. */
static void add_leashes(const ClothView *view, int32_t i, const double x[3],
                        ClothVertexEnergy *sum) {
    double to_hold[3];
    double to_pose[3];
    for (int k = 0; k < 3; k++) {
        to_hold[k] = x[k] - (double)view->hold_position[3 * i + k];
        to_pose[k] = to_hold[k] - (double)view->leash_offset[3 * i + k];
    }
    if (view->tether_radius[i] < INFINITY) {
        add_one_sided(vec3_length(to_hold) - (double)view->tether_radius[i],
                      (double)view->tether_penalty[i], (double)view->tether_multiplier[i], sum);
    }
    if (view->leash_radius[i] < INFINITY) {
        add_one_sided(vec3_length(to_pose) - (double)view->leash_radius[i],
                      (double)view->leash_penalty[i], (double)view->leash_multiplier[i], sum);
    }
}

static void add_bends(const ClothView *view, const ClothVertexRows *rows, int32_t i,
                      const double x[3], ClothVertexEnergy *sum) {
    for (int32_t at = rows->offset[i]; at < rows->offset[i + 1]; at++) {
        const int32_t s = rows->bend[at];
        double c[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 4 && view->bend_particle[4 * s + k] >= 0; k++) {
            const int32_t j = view->bend_particle[4 * s + k];
            for (int axis = 0; axis < 3; axis++) {
                const double at_j = j == i ? x[axis] : (double)view->position[3 * j + axis];
                c[axis] += (double)view->bend_weight[4 * s + k] * at_j;
            }
        }
        add_term(sum, 0.5 * (double)view->bend_penalty[s] * vec3_dot(c, c));
        for (int axis = 0; axis < 3; axis++) {
            add_term(sum, (double)view->bend_multiplier[3 * s + axis] * c[axis]);
        }
    }
}

static void add_backstop(const ClothView *view, int32_t i, const double x[3],
                         ClothVertexEnergy *sum) {
    const double gap = cloth_backstop_gap(view, i, x);
    if (gap < INFINITY) {
        add_one_sided(-gap - (double)view->backstop_allowed[i], (double)view->backstop_penalty[i],
                      (double)view->backstop_multiplier[i], sum);
    }
}

static void take_off(const double n[3], double v[3]) {
    vec3_add_scaled(v, n, -vec3_dot(v, n));
}

/* w of friction on a contact whose normal n is given. */
static double friction_pull(const ClothView *view, int32_t slot, const double n[3],
                            const double x[3]) {
    const ClothPose pose = cloth_table_pose(&view->collider_pose[7 * view->contact_collider[slot]]);
    const double k = (double)view->contact_penalty[slot];
    double anchor[3];
    double pull[3];
    double slip[3];
    cloth_load(&view->contact_anchor[3 * slot], anchor);
    cloth_load(&view->contact_friction[3 * slot], pull);
    cloth_pose_apply(&pose, anchor, anchor);
    quat_rotate(pose.rotation, pull, pull);
    vec3_subtract(x, anchor, slip);
    vec3_add_scaled(pull, slip, k);
    take_off(n, pull);
    return vec3_length(pull);
}

/* now: where the particle is, which is where the visit finds its contacts. */
static void add_contacts(const ClothView *view, int32_t i, const double *grip, const double x[3],
                         ClothVertexEnergy *sum) {
    const int32_t first = CLOTH_CONTACT_SLOTS * i;
    double now[3];
    cloth_load(&view->position[3 * i], now);
    for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
         s++) {
        const int32_t place = view->contact_collider[s];
        const double k = (double)view->contact_penalty[s];
        const double lambda = (double)view->contact_multiplier[s];
        const double allowed = (double)view->contact_allowed[s];
        double normal[3];
        double there[3];
        const double force = k * (-cloth_gap(view, place, now, normal) - allowed) + lambda;
        add_one_sided(-cloth_gap(view, place, x, there) - allowed, k, lambda, sum);
        const double found = force > 0.0 ? (double)view->collider_friction[place] * force : 0.0;
        if (!(found > 0.0 || grip != NULL) || !(k > 0.0)) {
            continue;
        }
        const double w = friction_pull(view, s, normal, x);
        if (grip != NULL) {
            add_term(sum, 0.5 * grip[s - first] * w * w / k);
        } else {
            add_term(sum, w <= found ? 0.5 * w * w / k : found * (w - 0.5 * found) / k);
        }
    }
}

ClothVertexEnergy cloth_vertex_energy(const ClothState *state, const ClothVertexRows *rows,
                                      int32_t i, double h, double damping_1_s, const double *grip,
                                      const double position[3]) {
    const ClothView view = cloth_view(state);
    ClothVertexEnergy sum = {0};
    add_inertia(&view, i, h, damping_1_s, position, &sum);
    add_distances(&view, i, position, &sum);
    add_leashes(&view, i, position, &sum);
    add_bends(&view, rows, i, position, &sum);
    add_backstop(&view, i, position, &sum);
    if (view.tally.touched > 0) {
        add_contacts(&view, i, grip, position, &sum);
    }
    return sum;
}
