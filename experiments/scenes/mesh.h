/*
 * mesh.h: a garment from a file, in metres, welded, its pieces counted.
 */
#ifndef SCENES_MESH_H
#define SCENES_MESH_H

#include <stddef.h>
#include <stdint.h>

#include "cloth.h"

/* Vertices closer than this share of the bounding box's diagonal, in each coordinate, are one.
 * Files carry 6 to 7 digits, so anything from 1e-12 to 1e-8 welds exact duplicates alone; at 1e-6
 * and above neighbours of fine meshes begin to merge. */
#define SCENE_WELD_SHARE 1e-9

typedef struct SceneMesh {
    double *position; /* (vertex_count x 3) [m] */
    int32_t vertex_count;
    int32_t *triangle; /* (triangle_count x 3) */
    int32_t triangle_count;

    /* The report. */
    int32_t imported_count; /* vertices before welding */
    int32_t components;     /* connected pieces */
    int32_t boundary_edges;
    double low[3], high[3]; /* [m], the bounding box */
    char warning[160];      /* "", or that the size is not a garment's and what --scale may help */
} SceneMesh;

/*
 * Loads every mesh of a file with its node's transform: OBJ, glTF, PLY, FBX and whatever else the
 * importer knows. Polygons are cut into triangles, vertices welded, those no triangle uses dropped.
 * Vertices keep the file's order: vertex k of an OBJ file without duplicates is particle k, counted
 * from 0.
 *   scale  > 0, file units to metres
 *   mesh   out, zeroed on failure. Allocates; free with scene_mesh_free()
 * Fails with one sentence that names the file: it is unreadable or empty, has no triangle, names a
 * vertex out of range, has a vertex that is not finite, or its triangles cannot carry a cloth (see
 * cloth_topology_check(): the offending edges are listed, particles counted from 0).
 */
ClothStatus scene_mesh_load(const char *path, double scale, SceneMesh *mesh, ClothError *error);

void scene_mesh_free(SceneMesh *mesh); /* NULL and zeroed ones are legal */

/* One line for people: counts, pieces, size. Cut to `size` bytes. */
void scene_mesh_describe(const SceneMesh *mesh, char *text, size_t size);

#endif
