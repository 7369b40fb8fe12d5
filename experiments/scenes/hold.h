/*
 * hold.h: which particles a cloth hangs from, as a user writes it.
 */
#ifndef SCENES_HOLD_H
#define SCENES_HOLD_H

#include <stdint.h>

#include "cloth.h"

/*
 * Turns a hold specification into particles:
 *   none      nothing
 *   top=P%    the highest P percent of the height, 0 < P <= 100
 *   corners   the two ends of a grid's first row; of a mesh, its two extreme top particles
 *   edge      a grid's first row; of a mesh, the highest 1 percent of the height
 *   i,j,k     those particles, counted from 0
 * The first row is a grid's top, however the sheet lies. A mesh's height is y; that of a level
 * mesh, whose y extent is nil, is the shorter of its two sides.
 *   graph          in, the rest shape
 *   columns, rows  of the grid; 0, 0 for a mesh
 *   held           (held_count) out, rising without repeats, NULL when there is none or on failure;
 *                  free with free()
 *   held_count     out
 * CLOTH_BAD_ARGUMENT names the specification and what is allowed; CLOTH_NO_MEMORY.
 */
ClothStatus scene_hold(const char *specification, const ClothGraph *graph, int32_t columns,
                       int32_t rows, int32_t **held, int32_t *held_count, ClothError *error);

#endif
