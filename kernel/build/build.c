/*
 * build.c: from a graph, a material and a list of held particles to one block.
 *
 * Particles are permuted so that a colour is a contiguous range, in the graph's order inside it.
 * Rows keep the graph's order (edges, then skips), which is the order in which xpbd projects them.
 */
#include "build/apply.h"
#include "build/couple.h"
#include "build/hold.h"
#include "build/stored.h"
#include "fabric/material.h"
#include "graph/colouring.h"
#include "graph/graph.h"
#include "math/error.h"
#include "math/vec3.h"
#include "rows/gather.h"
#include "rows/row.h"
#include "state/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is known between the checks and the block; one clean-up frees it all. */
typedef struct Builder {
    const ClothGraph *graph;
    const ClothMaterial *material;
    const int32_t *held;
    int32_t held_count;
    ClothRowList rows;
    ClothColouring colouring;
    int32_t *graph_index;  /* (particles) stored -> graph */
    int32_t *stored_index; /* (particles) graph -> stored */
    ClothCoupleTable couples;
} Builder;

static void builder_free(Builder *builder) {
    cloth_row_list_free(&builder->rows);
    cloth_colouring_free(&builder->colouring);
    free(builder->graph_index);
    free(builder->stored_index);
    cloth_couple_table_free(&builder->couples);
}

/* A bend row whose weights do not sum to 0 resists translation: it would tie the cloth to the
 * origin of its frame. */
static ClothStatus check_stencils(const ClothGraph *graph, ClothError *error) {
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        double sum = 0.0;
        double size = 0.0;
        for (int k = 0; k < 4 && graph->stencil[s].particle[k] >= 0; k++) {
            sum += graph->stencil[s].weight[k];
            size += fabs(graph->stencil[s].weight[k]);
        }
        if (!(fabs(sum) <= 1e-9 * size)) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "stencil %d: weights sum to %g; a bend row's must sum to 0", (int)s,
                              sum);
        }
    }
    return CLOTH_OK;
}

/* Sorts particles by colour, stably: a pass for each of a handful of colours. */
static ClothStatus order_particles(Builder *builder, ClothError *error) {
    const int32_t n = builder->graph->particle_count;
    const int32_t colours = builder->colouring.colour_count;
    builder->graph_index = malloc((size_t)n * sizeof(int32_t));
    builder->stored_index = malloc((size_t)n * sizeof(int32_t));
    if (builder->graph_index == NULL || builder->stored_index == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory ordering %d particles", (int)n);
    }
    int32_t stored = 0;
    for (int32_t colour = 0; colour < colours; colour++) {
        for (int32_t i = 0; i < n; i++) {
            if (builder->colouring.colour[i] == colour) {
                builder->graph_index[stored] = i;
                builder->stored_index[i] = stored++;
            }
        }
    }
    return CLOTH_OK;
}

static ClothStatus prepare(Builder *builder, ClothError *error) {
    ClothStatus status = cloth_graph_check(builder->graph, error);
    if (status == CLOTH_OK) {
        status = check_stencils(builder->graph, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_material_check(builder->material, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_row_list_build(builder->graph, &builder->rows, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_colouring_build(builder->graph->particle_count, builder->rows.row_count,
                                       builder->rows.offset, builder->rows.particle,
                                       &builder->colouring, error);
    }
    if (status == CLOTH_OK) {
        status = order_particles(builder, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_couple_table_build(builder->graph, builder->stored_index, &builder->couples,
                                          error);
    }
    return status;
}

static void fill_particles(const Builder *builder, const ClothView *view) {
    const ClothGraph *graph = builder->graph;
    int32_t stored = 0;
    for (int32_t colour = 0; colour < builder->colouring.colour_count; colour++) {
        view->colour_offset[colour] = stored;
        while (stored < graph->particle_count &&
               builder->colouring.colour[builder->graph_index[stored]] == colour) {
            stored++;
        }
    }
    view->colour_offset[builder->colouring.colour_count] = stored;
    memcpy(view->graph_index, builder->graph_index, (size_t)stored * sizeof(int32_t));
    memcpy(view->stored_index, builder->stored_index, (size_t)stored * sizeof(int32_t));
    for (int32_t i = 0; i < stored; i++) {
        const int32_t from = view->graph_index[i];
        view->mass[i] = (ClothReal)graph->mass[from];
        view->hold[i] = -1;
        view->rescue_s[i] = (ClothReal)INFINITY;
        view->touched_list[i] = -1;
        for (int s = 0; s < CLOTH_CONTACT_SLOTS; s++) {
            view->contact_collider[CLOTH_CONTACT_SLOTS * i + s] = -1;
        }
        for (int k = 0; k < 3; k++) {
            const ClothReal x = (ClothReal)graph->position[3 * from + k];
            view->position[3 * i + k] = x;
            view->previous[3 * i + k] = x;
            view->target[3 * i + k] = x;
            view->rest[3 * i + k] = x;
        }
    }
    for (int32_t k = 0; k < 3 * graph->triangle_count; k++) {
        view->triangle_particle[k] = builder->stored_index[graph->triangle[k]];
    }
}

/* Row r of the table: edges first, then skips. */
static const int32_t *row_ends(const ClothGraph *graph, int32_t r) {
    return r < graph->edge_count ? &graph->edge[2 * r] : &graph->skip[2 * (r - graph->edge_count)];
}

static double rest_length(const ClothGraph *graph, const int32_t ends[2]) {
    double along[3];
    vec3_subtract(&graph->position[3 * ends[0]], &graph->position[3 * ends[1]], along);
    return vec3_length(along);
}

static void count_slots(const Builder *builder, const ClothView *view) {
    for (int32_t r = 0; r < view->counts.row; r++) {
        const int32_t *ends = row_ends(builder->graph, r);
        for (int end = 0; end < 2; end++) {
            view->slot_offset[builder->stored_index[ends[end]] + 1]++;
        }
    }
    for (int32_t i = 0; i < view->counts.particle; i++) {
        view->slot_offset[i + 1] += view->slot_offset[i];
        view->step_cap[i] = (ClothReal)INFINITY;
    }
}

/* Fills slots by rising row number; cursor (particles) is workspace. */
static void fill_rows(const Builder *builder, const ClothView *view, int32_t *cursor) {
    const ClothGraph *graph = builder->graph;
    count_slots(builder, view);
    memcpy(cursor, view->slot_offset, (size_t)view->counts.particle * sizeof(int32_t));
    for (int32_t r = 0; r < view->counts.row; r++) {
        const int32_t *ends = row_ends(graph, r);
        const ClothReal rest = (ClothReal)rest_length(graph, ends);
        const int32_t stored[2] = {builder->stored_index[ends[0]], builder->stored_index[ends[1]]};
        view->row_kind[r] = r < graph->edge_count ? CLOTH_ROW_STRETCH : CLOTH_ROW_SKIP;
        for (int end = 0; end < 2; end++) {
            const int32_t slot = cursor[stored[end]]++;
            view->row_particle[2 * r + end] = stored[end];
            view->row_slot[2 * r + end] = slot;
            view->slot_neighbour[slot] = stored[1 - end];
            view->slot_rest[slot] = rest;
            if (rest < view->step_cap[stored[end]]) {
                view->step_cap[stored[end]] = rest;
            }
        }
    }
}

static void fill_bends(const Builder *builder, const ClothView *view) {
    for (int32_t s = 0; s < view->counts.bend; s++) {
        const ClothStencil *stencil = &builder->graph->stencil[s];
        view->bend_scale[s] = (ClothReal)stencil->rigidity_scale;
        for (int k = 0; k < 4; k++) {
            const int32_t particle = stencil->particle[k];
            const bool used = particle >= 0;
            view->bend_particle[4 * s + k] = used ? builder->stored_index[particle] : -1;
            view->bend_weight[4 * s + k] = used ? (ClothReal)stencil->weight[k] : 0;
        }
    }
    cloth_couple_table_fill(&builder->couples, view);
}

static ClothStatus build_block(const Builder *builder, ClothState **state, ClothError *error) {
    const ClothGraph *graph = builder->graph;
    const ClothCounts counts = {
        .particle = graph->particle_count,
        .particle_end = graph->particle_count + 1,
        .row = graph->edge_count + graph->skip_count,
        .slot = 2 * (graph->edge_count + graph->skip_count),
        .bend = graph->stencil_count,
        .couple = builder->couples.couple_count,
        .link = 2 * (graph->edge_count + graph->skip_count) + builder->couples.couple_count,
        .triangle = graph->triangle_count,
        .contact = CLOTH_CONTACT_SLOTS * graph->particle_count,
        .collider = CLOTH_COLLIDERS_MAX,
        .colour_end = builder->colouring.colour_count + 1,
    };
    ClothState *built = cloth_allocate(&counts);
    int32_t *cursor = malloc(((size_t)counts.particle + 1) * sizeof(int32_t));
    if (built == NULL || cursor == NULL) {
        free(built);
        free(cursor);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory building a cloth of %d particles",
                          (int)counts.particle);
    }
    const ClothView view = cloth_view(built);
    fill_particles(builder, &view);
    fill_rows(builder, &view, cursor);
    fill_bends(builder, &view);
    free(cursor);
    ClothStatus status = cloth_mark_held(built, builder->held, builder->held_count, error);
    if (status == CLOTH_OK) {
        cloth_apply_material(built, builder->material);
        status = cloth_check_stored(graph, builder->material, &view, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_measure_holds(built, builder->material, error);
    }
    if (status == CLOTH_OK) {
        *state = built;
    } else {
        cloth_destroy(built);
    }
    return status;
}

ClothStatus cloth_build(const ClothGraph *graph, const ClothMaterial *material, const int32_t *held,
                        int32_t held_count, ClothState **state, ClothError *error) {
    *state = NULL;
    Builder builder = {
        .graph = graph, .material = material, .held = held, .held_count = held_count};
    ClothStatus status = prepare(&builder, error);
    if (status == CLOTH_OK) {
        status = build_block(&builder, state, error);
    }
    builder_free(&builder);
    return status;
}
