#include "state/couple.h"

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

/* Counts, then lists, every ordered pair of every stencil; duplicates are still in. */
static void list_pairs(const ClothGraph *graph, const int32_t *stored_index, int32_t *cursor,
                       int32_t *neighbour) {
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        const int32_t *particle = graph->stencil[s].particle;
        for (int a = 0; a < 4 && particle[a] >= 0; a++) {
            const int32_t i = stored_index[particle[a]];
            for (int b = 0; b < 4 && particle[b] >= 0; b++) {
                if (a != b) {
                    if (neighbour != NULL) {
                        neighbour[cursor[i]] = stored_index[particle[b]];
                    }
                    cursor[i]++;
                }
            }
        }
    }
}

/* Sorts each particle's neighbours and drops repeats, closing the gaps in place. */
static void sort_unique(ClothCoupleTable *table) {
    int32_t kept = 0;
    for (int32_t i = 0; i < table->particle_count; i++) {
        const int32_t begin = table->offset[i];
        const int32_t end = table->offset[i + 1];
        qsort(&table->neighbour[begin], (size_t)(end - begin), sizeof(int32_t), compare_index);
        table->offset[i] = kept;
        for (int32_t k = begin; k < end; k++) {
            if (k == begin || table->neighbour[k] != table->neighbour[k - 1]) {
                table->neighbour[kept++] = table->neighbour[k];
            }
        }
    }
    table->offset[table->particle_count] = kept;
    table->couple_count = kept;
}

ClothStatus cloth_couple_table_build(const ClothGraph *graph, const int32_t *stored_index,
                                     ClothCoupleTable *table, ClothError *error) {
    const int32_t n = graph->particle_count;
    *table = (ClothCoupleTable){.particle_count = n};
    if ((int64_t)graph->stencil_count * 12 > INT32_MAX) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "stencil_count is %d; at most %d bend rows",
                          (int)graph->stencil_count, INT32_MAX / 12);
    }
    int32_t *cursor = calloc((size_t)n + 1, sizeof(int32_t));
    table->offset = calloc((size_t)n + 1, sizeof(int32_t));
    table->neighbour = malloc(((size_t)graph->stencil_count * 12 + 1) * sizeof(int32_t));
    ClothStatus status = CLOTH_OK;
    if (cursor == NULL || table->offset == NULL || table->neighbour == NULL) {
        cloth_couple_table_free(table);
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory coupling %d bend rows",
                            (int)graph->stencil_count);
    } else {
        list_pairs(graph, stored_index, cursor, NULL);
        for (int32_t i = 0; i < n; i++) {
            table->offset[i + 1] = table->offset[i] + cursor[i];
        }
        memcpy(cursor, table->offset, ((size_t)n + 1) * sizeof(int32_t));
        list_pairs(graph, stored_index, cursor, table->neighbour);
        sort_unique(table);
    }
    free(cursor);
    return status;
}

/* Where j stands among i's couples. */
static int32_t find_couple(const ClothView *view, int32_t i, int32_t j) {
    const int32_t begin = view->couple_offset[i];
    const int32_t count = view->couple_offset[i + 1] - begin;
    const int32_t *found =
        bsearch(&j, &view->couple_neighbour[begin], (size_t)count, sizeof(int32_t), compare_index);
    return (int32_t)(found - view->couple_neighbour);
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
                    view->bend_couple[12 * s + pair++] =
                        used ? find_couple(view, particle[a], particle[b]) : -1;
                }
            }
        }
    }
}
