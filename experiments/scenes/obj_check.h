/*
 * obj_check.h: a first reading of a Wavefront OBJ file, for what the importer passes over in
 * silence: vertices that are not numbers and faces that name vertices which are not there. Also
 * keeps the file's vertices, so that particles can be numbered as the author numbered them.
 */
#ifndef SCENES_OBJ_CHECK_H
#define SCENES_OBJ_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

typedef struct ObjVertices {
    double *position; /* (count x 3) as written */
    int32_t count;
} ObjVertices;

/* Whether the path ends in .obj, in any case. */
bool obj_is_named(const char *path);

/*
 * Reads the file's vertices and checks its faces.
 *   name      in, how messages call the file
 *   vertices  out, zeroed on failure. Allocates; free position with free().
 * CLOTH_BAD_TOPOLOGY names the line and what is wrong with it; CLOTH_BAD_ARGUMENT when the file
 * cannot be read, CLOTH_NO_MEMORY.
 */
ClothStatus obj_check(const char *path, const char *name, ObjVertices *vertices, ClothError *error);

#endif
