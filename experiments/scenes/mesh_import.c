#include "scenes/mesh_import.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"

/* What the two walks over the nodes share: the first counts, the second fills. */
typedef struct Walk {
    const struct aiScene *scene;
    const char *name;
    RawMesh *raw;
    int64_t vertices;
    int64_t triangles;
} Walk;

/* Transforms. */

/* A 3 x 4 affine map, row-major. */
typedef struct Affine {
    double m[3][4];
} Affine;

static Affine affine_of(const struct aiMatrix4x4 *a) {
    return (Affine){{{(double)a->a1, (double)a->a2, (double)a->a3, (double)a->a4},
                     {(double)a->b1, (double)a->b2, (double)a->b3, (double)a->b4},
                     {(double)a->c1, (double)a->c2, (double)a->c3, (double)a->c4}}};
}

/* The map that applies `inner` first. */
static Affine affine_after(const Affine *outer, const Affine *inner) {
    Affine out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? outer->m[r][3] : 0.0;
            for (int k = 0; k < 3; k++) {
                out.m[r][c] += outer->m[r][k] * inner->m[k][c];
            }
        }
    }
    return out;
}

static void affine_apply(const Affine *map, const struct aiVector3D *x, double out[3]) {
    for (int r = 0; r < 3; r++) {
        out[r] = map->m[r][0] * (double)x->x + map->m[r][1] * (double)x->y +
                 map->m[r][2] * (double)x->z + map->m[r][3];
    }
}

/* A mirroring map turns triangles over; their corners then run the other way round. */
static bool affine_mirrors(const Affine *map) {
    const double(*m)[4] = map->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0.0;
}

/* The two walks. */

static void count_node(Walk *walk, const struct aiNode *node) {
    for (unsigned k = 0; k < node->mNumMeshes; k++) {
        const struct aiMesh *mesh = walk->scene->mMeshes[node->mMeshes[k]];
        walk->vertices += mesh->mNumVertices;
        for (unsigned f = 0; f < mesh->mNumFaces; f++) {
            walk->triangles += mesh->mFaces[f].mNumIndices == 3;
        }
    }
    for (unsigned k = 0; k < node->mNumChildren; k++) {
        count_node(walk, node->mChildren[k]);
    }
}

static ClothStatus add_vertices(Walk *walk, const struct aiMesh *mesh, const Affine *map,
                                ClothError *error) {
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        double *x = &walk->raw->position[3 * (size_t)walk->vertices];
        affine_apply(map, &mesh->mVertices[v], x);
        if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2])) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "%s: vertex %u of mesh '%.40s' is at (%g, %g, %g); allowed: finite "
                              "coordinates",
                              walk->name, v, mesh->mName.data, x[0], x[1], x[2]);
        }
        walk->vertices++;
    }
    return CLOTH_OK;
}

/* Faces of one or two corners are points and lines, which carry no cloth. */
static ClothStatus add_triangles(Walk *walk, const struct aiMesh *mesh, bool mirrored,
                                 int32_t first_vertex, ClothError *error) {
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const struct aiFace *face = &mesh->mFaces[f];
        if (face->mNumIndices != 3) {
            continue;
        }
        int32_t *corner = &walk->raw->triangle[3 * (size_t)walk->triangles];
        for (int k = 0; k < 3; k++) {
            const unsigned index = face->mIndices[mirrored ? 2 - k : k];
            if (index >= mesh->mNumVertices) {
                return cloth_fail(
                    error, CLOTH_BAD_TOPOLOGY,
                    "%s: face %u of mesh '%.40s' names vertex %u: the index is out of "
                    "range; allowed: 0 .. %u",
                    walk->name, f, mesh->mName.data, index, mesh->mNumVertices - 1);
            }
            corner[k] = first_vertex + (int32_t)index;
        }
        walk->triangles++;
    }
    return CLOTH_OK;
}

static ClothStatus add_node(Walk *walk, const struct aiNode *node, const Affine *parent,
                            ClothError *error) {
    const Affine own = affine_of(&node->mTransformation);
    const Affine map = affine_after(parent, &own);
    ClothStatus status = CLOTH_OK;
    for (unsigned k = 0; status == CLOTH_OK && k < node->mNumMeshes; k++) {
        const struct aiMesh *mesh = walk->scene->mMeshes[node->mMeshes[k]];
        const int32_t first_vertex = (int32_t)walk->vertices;
        status = add_vertices(walk, mesh, &map, error);
        if (status == CLOTH_OK) {
            status = add_triangles(walk, mesh, affine_mirrors(&map), first_vertex, error);
        }
    }
    for (unsigned k = 0; status == CLOTH_OK && k < node->mNumChildren; k++) {
        status = add_node(walk, node->mChildren[k], &map, error);
    }
    return status;
}

/* The file. */

/* Sizes the arrays; walk ends at zero, ready to fill them. */
static ClothStatus allocate(Walk *walk, ClothError *error) {
    count_node(walk, walk->scene->mRootNode);
    if (walk->triangles == 0) {
        return cloth_fail(
            error, CLOTH_BAD_ARGUMENT,
            "%s: no triangle among its %lld vertices; allowed: a mesh of triangles or "
            "polygons",
            walk->name, (long long)walk->vertices);
    }
    /* Importers give every corner a vertex of its own, so up to 6 a particle before welding. */
    const int64_t most = 6 * (int64_t)CLOTH_PARTICLES_MAX;
    if (walk->vertices > most || walk->triangles > most) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "%s: %lld vertices and %lld triangles; allowed: %lld of each", walk->name,
                          (long long)walk->vertices, (long long)walk->triangles, (long long)most);
    }
    walk->raw->vertex_count = (int32_t)walk->vertices;
    walk->raw->triangle_count = (int32_t)walk->triangles;
    walk->raw->position = malloc(3 * (size_t)walk->vertices * sizeof(double));
    walk->raw->triangle = malloc(3 * (size_t)walk->triangles * sizeof(int32_t));
    if (walk->raw->position == NULL || walk->raw->triangle == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "%s: out of memory for %lld triangles",
                          walk->name, (long long)walk->triangles);
    }
    walk->vertices = walk->triangles = 0;
    return CLOTH_OK;
}

ClothStatus mesh_import(const char *path, const char *name, RawMesh *raw, ClothError *error) {
    *raw = (RawMesh){0};
    const struct aiScene *scene = aiImportFile(path, aiProcess_Triangulate);
    if (scene == NULL || scene->mRootNode == NULL) {
        const char *reason = aiGetErrorString();
        const ClothStatus status =
            cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: cannot be read as a mesh: %.120s", name,
                       reason[0] != '\0' ? reason : "no scene in it");
        aiReleaseImport(scene);
        return status;
    }
    Walk walk = {.scene = scene, .name = name, .raw = raw};
    const Affine identity = {{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
    ClothStatus status = allocate(&walk, error);
    if (status == CLOTH_OK) {
        status = add_node(&walk, scene->mRootNode, &identity, error);
    }
    aiReleaseImport(scene);
    if (status != CLOTH_OK) {
        raw_mesh_free(raw);
    }
    return status;
}

void raw_mesh_free(RawMesh *raw) {
    free(raw->position);
    free(raw->triangle);
    *raw = (RawMesh){0};
}
