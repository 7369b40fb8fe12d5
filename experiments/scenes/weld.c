#include "scenes/weld.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

int point_index_build(const double *point, int32_t capacity, const double origin[3],
                      double tolerance, PointIndex *index) {
    *index = (PointIndex){.tolerance = tolerance, .point = point};
    for (int k = 0; k < 3; k++) {
        index->origin[k] = origin[k];
    }
    /* At most half full, so that runs of taken slots stay short. */
    size_t slots = 16;
    while (slots < 2 * (size_t)capacity) {
        slots *= 2;
    }
    index->slot = malloc(slots * sizeof *index->slot);
    if (index->slot == NULL) {
        return -1;
    }
    for (size_t s = 0; s < slots; s++) {
        index->slot[s] = -1;
    }
    index->mask = slots - 1;
    return 0;
}

void point_index_free(PointIndex *index) {
    free(index->slot);
    index->slot = NULL;
}

static void cell_of(const PointIndex *index, const double x[3], int64_t cell[3]) {
    for (int k = 0; k < 3; k++) {
        cell[k] = (int64_t)floor((x[k] - index->origin[k]) / index->tolerance);
    }
}

/* The slot where the search for a cell starts: odd multipliers, then the high bits folded down. */
static size_t first_slot(const PointIndex *index, const int64_t cell[3]) {
    uint64_t hash = (uint64_t)cell[0] * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (uint64_t)cell[1]) * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash = (hash ^ (uint64_t)cell[2]) * UINT64_C(0x165667b19e3779f9);
    return (size_t)(hash ^ (hash >> 29)) & index->mask;
}

void point_index_add(PointIndex *index, int32_t number) {
    int64_t cell[3];
    cell_of(index, &index->point[3 * (size_t)number], cell);
    size_t slot = first_slot(index, cell);
    while (index->slot[slot] >= 0) {
        slot = (slot + 1) & index->mask;
    }
    index->slot[slot] = number;
}

static bool is_near(const PointIndex *index, int32_t number, const double x[3]) {
    const double *point = &index->point[3 * (size_t)number];
    return fabs(point[0] - x[0]) <= index->tolerance && fabs(point[1] - x[1]) <= index->tolerance &&
           fabs(point[2] - x[2]) <= index->tolerance;
}

int32_t point_index_find(const PointIndex *index, const double x[3]) {
    int64_t centre[3];
    cell_of(index, x, centre);
    int32_t lowest = -1;
    /* A point within the tolerance is in this cell or one of the 26 round it. */
    for (int64_t neighbour = 0; neighbour < 27; neighbour++) {
        const int64_t cell[3] = {centre[0] + neighbour % 3 - 1, centre[1] + neighbour / 3 % 3 - 1,
                                 centre[2] + neighbour / 9 - 1};
        for (size_t slot = first_slot(index, cell); index->slot[slot] >= 0;
             slot = (slot + 1) & index->mask) {
            const int32_t number = index->slot[slot];
            if (is_near(index, number, x) && (lowest < 0 || number < lowest)) {
                lowest = number;
            }
        }
    }
    return lowest;
}

int32_t weld_points(const double *point, int32_t count, const double origin[3], double tolerance,
                    int32_t *first) {
    PointIndex index;
    if (point_index_build(point, count, origin, tolerance, &index) != 0) {
        return -1;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        first[i] = point_index_find(&index, &point[3 * (size_t)i]);
        if (first[i] < 0) {
            first[i] = i;
            point_index_add(&index, i);
            kept++;
        }
    }
    point_index_free(&index);
    return kept;
}
