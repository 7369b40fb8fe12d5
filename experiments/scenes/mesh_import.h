/*
 * mesh_import.h: the importer's side of loading a mesh: triangles as the file has them.
 */
#ifndef SCENES_MESH_IMPORT_H
#define SCENES_MESH_IMPORT_H

#include <stdint.h>

#include "cloth.h"

/* Every mesh of a file under its node's transform, nothing merged. */
typedef struct RawMesh {
    double *position;  /* (vertex_count x 3), file units, finite */
    int32_t *triangle; /* (triangle_count x 3), in range */
    int32_t vertex_count;
    int32_t triangle_count;
} RawMesh;

/*
 * Imports a file.
 *   name  in, how messages call the file
 *   raw   out, zeroed on failure. Allocates; free with raw_mesh_free().
 * CLOTH_BAD_ARGUMENT when it cannot be read or holds no triangle; CLOTH_BAD_TOPOLOGY names the
 * first vertex that is not finite or triangle with an index out of range; CLOTH_NO_MEMORY.
 */
ClothStatus mesh_import(const char *path, const char *name, RawMesh *raw, ClothError *error);

void raw_mesh_free(RawMesh *raw);

#endif
