#include "build/couple.h"

#include "math/error.h"

#include <stdlib.h>
#include <string.h>

static int compare_index(const void *a, const void *b) {
    const int32_t left = *(const int32_t *)a;
    const int32_t right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

void cloth_couple_table_free(ClothCoupleTable *table) {
    free(table->offset);
    free(table->neighbour);
    *table = (ClothCoupleTable){0};
}

/* Lists are of tagged neighbours, 2 j + tag: sorted, a distance row's entry for j comes right
 * before the bend rows' entries for j. */
enum { BY_DISTANCE = 0, BY_BEND = 1 };

/* Appends one tagged neighbour of i; only counts while tagged is NULL. */
static void list_neighbour(int32_t i, int32_t j, int32_t tag, int32_t *cursor, int32_t *tagged) {
    if (tagged != NULL) {
        tagged[cursor[i]] = 2 * j + tag;
    }
    cursor[i]++;
}

static void list_rows(const int32_t *end, int32_t count, const int32_t *stored_index,
                      int32_t *cursor, int32_t *tagged) {
    for (int32_t r = 0; r < count; r++) {
        const int32_t a = stored_index[end[2 * r]];
        const int32_t b = stored_index[end[2 * r + 1]];
        list_neighbour(a, b, BY_DISTANCE, cursor, tagged);
        list_neighbour(b, a, BY_DISTANCE, cursor, tagged);
    }
}

/* Every neighbour of every particle, repeats included. */
static void list_all(const ClothGraph *graph, const int32_t *stored_index, int32_t *cursor,
                     int32_t *tagged) {
    list_rows(graph->edge, graph->edge_count, stored_index, cursor, tagged);
    list_rows(graph->skip, graph->skip_count, stored_index, cursor, tagged);
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        const int32_t *particle = graph->stencil[s].particle;
        for (int a = 0; a < 4 && particle[a] >= 0; a++) {
            for (int b = 0; b < 4 && particle[b] >= 0; b++) {
                if (a != b) {
                    list_neighbour(stored_index[particle[a]], stored_index[particle[b]], BY_BEND,
                                   cursor, tagged);
                }
            }
        }
    }
}

/* Keeps, once, each neighbour that only bend rows join, closing the gaps in place. */
static void keep_couples(ClothCoupleTable *table) {
    int32_t kept = 0;
    for (int32_t i = 0; i < table->particle_count; i++) {
        const int32_t begin = table->offset[i];
        const int32_t end = table->offset[i + 1];
        int32_t *tagged = table->neighbour;
        qsort(&tagged[begin], (size_t)(end - begin), sizeof(int32_t), compare_index);
        table->offset[i] = kept;
        int32_t last = -1;
        for (int32_t k = begin; k < end; k++) {
            const int32_t j = tagged[k] / 2;
            const int32_t tag = tagged[k] % 2;
            if (j != last && tag == BY_BEND) {
                tagged[kept++] = j;
            }
            last = j;
        }
    }
    table->offset[table->particle_count] = kept;
    table->couple_count = kept;
}

ClothStatus cloth_couple_table_build(const ClothGraph *graph, const int32_t *stored_index,
                                     ClothCoupleTable *table, ClothError *error) {
    const int32_t n = graph->particle_count;
    *table = (ClothCoupleTable){.particle_count = n};
    const int64_t entries = (int64_t)graph->stencil_count * 12 +
                            2 * ((int64_t)graph->edge_count + (int64_t)graph->skip_count);
    if (entries > INT32_MAX) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "%d stencils, %d edges and %d skips list %lld neighbours; at most %d",
                          (int)graph->stencil_count, (int)graph->edge_count, (int)graph->skip_count,
                          (long long)entries, INT32_MAX);
    }
    int32_t *cursor = calloc((size_t)n + 1, sizeof(int32_t));
    table->offset = calloc((size_t)n + 1, sizeof(int32_t));
    table->neighbour = malloc(((size_t)entries + 1) * sizeof(int32_t));
    ClothStatus status = CLOTH_OK;
    if (cursor == NULL || table->offset == NULL || table->neighbour == NULL) {
        cloth_couple_table_free(table);
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory coupling %d bend rows",
                            (int)graph->stencil_count);
    } else {
        list_all(graph, stored_index, cursor, NULL);
        for (int32_t i = 0; i < n; i++) {
            table->offset[i + 1] = table->offset[i] + cursor[i];
        }
        memcpy(cursor, table->offset, ((size_t)n + 1) * sizeof(int32_t));
        list_all(graph, stored_index, cursor, table->neighbour);
        keep_couples(table);
    }
    free(cursor);
    return status;
}

/* The link from i to j: the first slot that joins them, or the couple past the slots. */
static int32_t find_link(const ClothView *view, int32_t i, int32_t j) {
    for (int32_t s = view->slot_offset[i]; s < view->slot_offset[i + 1]; s++) {
        if (view->slot_neighbour[s] == j) {
            return s;
        }
    }
    const int32_t begin = view->couple_offset[i];
    const int32_t count = view->couple_offset[i + 1] - begin;
    const int32_t *found =
        bsearch(&j, &view->couple_neighbour[begin], (size_t)count, sizeof(int32_t), compare_index);
    return view->counts.slot + (int32_t)(found - view->couple_neighbour);
}

void cloth_couple_table_fill(const ClothCoupleTable *table, const ClothView *view) {
    memcpy(view->couple_offset, table->offset,
           ((size_t)table->particle_count + 1) * sizeof(int32_t));
    if (table->couple_count > 0) {
        memcpy(view->couple_neighbour, table->neighbour,
               (size_t)table->couple_count * sizeof(int32_t));
    }
    for (int32_t s = 0; s < view->counts.bend; s++) {
        const int32_t *particle = &view->bend_particle[4 * s];
        int pair = 0;
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) {
                if (a != b) {
                    const int used = particle[a] >= 0 && particle[b] >= 0;
                    view->bend_link[12 * s + pair++] =
                        used ? find_link(view, particle[a], particle[b]) : -1;
                }
            }
        }
    }
}
