/*
 * weld.h: finding points that are there already, within a tolerance.
 */
#ifndef SCENES_WELD_H
#define SCENES_WELD_H

#include <stddef.h>
#include <stdint.h>

/* Points hashed by the cell of a grid as wide as the tolerance. */
typedef struct PointIndex {
    double tolerance;    /* in each coordinate, > 0 */
    double origin[3];    /* where cells are counted from */
    const double *point; /* (points x 3), the caller's, at least as long as what was added */
    int32_t *slot;       /* (mask + 1) point numbers, -1 where empty */
    size_t mask;
} PointIndex;

/* Room for `capacity` points. Returns 0, or -1 when out of memory; free with point_index_free(). */
int point_index_build(const double *point, int32_t capacity, const double origin[3],
                      double tolerance, PointIndex *index);
void point_index_free(PointIndex *index);

void point_index_add(PointIndex *index, int32_t number);

/* The lowest-numbered point added so far within the tolerance of x, or -1. */
int32_t point_index_find(const PointIndex *index, const double x[3]);

/*
 * Maps points to their first duplicate.
 *   point      (count x 3) in
 *   origin     (3) in, where cells are counted from
 *   tolerance  > 0, in each coordinate
 *   first      (count) out: the lowest-numbered kept point within the tolerance, itself if kept
 * Returns the number of kept points, or -1 when out of memory.
 */
int32_t weld_points(const double *point, int32_t count, const double origin[3], double tolerance,
                    int32_t *first);

#endif
