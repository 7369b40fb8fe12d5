/*
 * measure.c: the observables that experiments and gates read off a state.
 */
#include "math/vec3.h"
#include "measure/contacts.h"
#include "rows/distance.h"
#include "rows/row.h"
#include "rows/stencil.h"
#include "state/state.h"

#include <math.h>

static void measure_particles(const ClothView *view, const double gravity[3],
                              ClothMeasure *measure) {
    double fastest = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        if (view->inverse_mass[i] == 0) {
            continue;
        }
        const double m = (double)view->mass[i];
        double x[3];
        double v[3];
        double turning[3];
        for (int k = 0; k < 3; k++) {
            x[k] = (double)view->position[3 * i + k];
            v[k] = (double)view->velocity[3 * i + k];
        }
        vec3_cross(x, v, turning);
        const double squared = vec3_dot(v, v);
        measure->kinetic_j += 0.5 * m * squared;
        measure->gravitational_j -= m * vec3_dot(gravity, x);
        vec3_add_scaled(measure->momentum, v, m);
        vec3_add_scaled(measure->angular_momentum, turning, m);
        if (!(squared <= fastest)) {
            fastest = squared;
        }
    }
    measure->speed_max_m_s = sqrt(fastest);
}

/* A row with a clamp [0, inf) misses only what it is beyond. */
static void add_one_sided(ClothSpread *residual, ClothSpread *strain, double length, double most) {
    const double c = length > most ? length - most : 0.0;
    cloth_spread_add(residual, isnan(length) ? length : c);
    if (most > 0.0) {
        cloth_spread_add(strain, (isnan(length) ? length : c) / most);
    }
}

static void measure_leashes(const ClothView *view, ClothSpread residual[CLOTH_ROW_KINDS],
                            ClothSpread strain[CLOTH_ROW_KINDS]) {
    const struct {
        ClothRowKind kind;
        const ClothReal *radius;
        const ClothReal *offset;
    } list[] = {{CLOTH_ROW_TETHER, view->tether_radius, NULL},
                {CLOTH_ROW_LEASH, view->leash_radius, view->leash_offset}};
    for (size_t l = 0; l < sizeof list / sizeof list[0]; l++) {
        for (int32_t i = 0; i < view->counts.particle; i++) {
            if (!(list[l].radius[i] < INFINITY)) {
                continue;
            }
            double d[3];
            for (int k = 0; k < 3; k++) {
                const double off = list[l].offset == NULL ? 0.0 : (double)list[l].offset[3 * i + k];
                d[k] = (double)view->position[3 * i + k] -
                       ((double)view->position[3 * view->hold[i] + k] + off);
            }
            add_one_sided(&residual[list[l].kind], &strain[list[l].kind], vec3_length(d),
                          (double)list[l].radius[i]);
        }
    }
}

static void measure_rows(const ClothState *state, const ClothView *view, ClothMeasure *measure) {
    ClothSpread residual[CLOTH_ROW_KINDS] = {0};
    ClothSpread strain[CLOTH_ROW_KINDS] = {0};
    for (int32_t r = 0; r < view->counts.row; r++) {
        const int32_t kind = view->row_kind[r];
        const double rest = (double)view->slot_rest[view->row_slot[2 * r]];
        double a[3];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)view->position[3 * view->row_particle[2 * r] + k];
        }
        ClothDistance row = {.c = -rest}; /* what C is when the ends coincide */
        (void)cloth_distance(a, &view->position[3 * view->row_particle[2 * r + 1]], rest, &row);
        cloth_spread_add(&residual[kind], fabs(row.c));
        cloth_spread_add(&strain[kind], fabs(row.c) / rest);
        const double most = (double)view->limit_rest[view->row_slot[2 * r]];
        if (most < INFINITY) {
            add_one_sided(&residual[CLOTH_ROW_LIMIT], &strain[CLOTH_ROW_LIMIT], row.c + rest, most);
        }
        const double stiffness = (double)view->row_stiffness[r];
        if (!cloth_row_is_hard(stiffness)) {
            measure->elastic_j[kind] += cloth_row_energy(row.c, stiffness, 0.0);
        }
    }
    static const ClothReal no_multiplier[3] = {0, 0, 0};
    for (int32_t s = 0; s < view->counts.bend; s++) {
        double c[3];
        cloth_stencil_evaluate(view->position, &view->bend_particle[4 * s],
                               &view->bend_weight[4 * s], c);
        cloth_spread_add(&residual[CLOTH_ROW_BEND], vec3_length(c));
        const double stiffness = (double)view->bend_stiffness[s];
        if (!cloth_row_is_hard(stiffness)) {
            measure->elastic_j[CLOTH_ROW_BEND] += cloth_stencil_energy(c, stiffness, no_multiplier);
        }
    }
    measure_leashes(view, residual, strain);
    cloth_measure_contacts(state, view, residual, measure);
    for (int kind = 0; kind < CLOTH_ROW_KINDS; kind++) {
        cloth_spread_read(&residual[kind], &measure->residual_max_m[kind],
                          &measure->residual_rms_m[kind]);
        cloth_spread_read(&strain[kind], &measure->strain_max[kind], &measure->strain_rms[kind]);
    }
}

void cloth_measure(const ClothState *state, const double gravity[3], ClothMeasure *measure) {
    const ClothView view = cloth_view(state);
    *measure = (ClothMeasure){0};
    measure_particles(&view, gravity, measure);
    measure_rows(state, &view, measure);
}
