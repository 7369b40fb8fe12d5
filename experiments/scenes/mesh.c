/*
 * mesh.c: welding, numbering and reporting of an imported mesh.
 *
 * Importers hand out one vertex a corner and single precision. Where the file is an OBJ its own
 * vertices are at hand (obj_check.h): particles then take the file's order and its digits.
 */
#include "scenes/mesh.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/topology.h"
#include "math/error.h"
#include "scenes/mesh_import.h"
#include "scenes/obj_check.h"
#include "scenes/weld.h"

/* A kept vertex and what decides its number. */
typedef struct Keep {
    int32_t order; /* its vertex in the file; INT32_MAX when not known */
    int32_t raw;   /* its imported vertex */
} Keep;

/* Scratch of one load; one clean-up frees it all. */
typedef struct Loader {
    const char *name;
    RawMesh raw;
    ObjVertices file;
    int32_t *first;  /* (raw vertices) the vertex each is welded to */
    int32_t *number; /* (raw vertices) its particle */
    Keep *keep;      /* (mesh->vertex_count) */
    double diagonal; /* of the bounding box, file units */
    double low[3];   /* its lowest corner */
} Loader;

static void loader_free(Loader *loader) {
    raw_mesh_free(&loader->raw);
    free(loader->file.position);
    free(loader->first);
    free(loader->number);
    free(loader->keep);
}

void scene_mesh_free(SceneMesh *mesh) {
    if (mesh != NULL) {
        free(mesh->position);
        free(mesh->triangle);
        *mesh = (SceneMesh){0};
    }
}

/* How messages call a file: its path, or its last name when the path would crowd out the rest. */
static const char *short_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return strlen(path) > 60 && slash != NULL ? slash + 1 : path;
}

static void bounds(const double *position, int32_t count, double low[3], double high[3]) {
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        for (int32_t i = 0; i < count; i++) {
            low[k] = fmin(low[k], position[3 * (size_t)i + (size_t)k]);
            high[k] = fmax(high[k], position[3 * (size_t)i + (size_t)k]);
        }
    }
}

/* Reading. */

/* Importers answer an unreadable or empty file with a sentence about formats; the reason is
 * plainer. */
static ClothStatus check_file(const char *path, const char *name, ClothError *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: cannot be opened: %s", name,
                          strerror(errno));
    }
    errno = 0;
    const int first = fgetc(file);
    const int reason = errno;
    (void)fclose(file); /* only read from: nothing is lost by a failing close */
    if (first == EOF) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: %s", name,
                          reason != 0 ? strerror(reason) : "the file is empty");
    }
    return CLOTH_OK;
}

static ClothStatus read_file(const char *path, Loader *loader, ClothError *error) {
    ClothStatus status = check_file(path, loader->name, error);
    if (status == CLOTH_OK && obj_is_named(path)) {
        status = obj_check(path, loader->name, &loader->file, error);
    }
    if (status == CLOTH_OK) {
        status = mesh_import(path, loader->name, &loader->raw, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    double high[3];
    bounds(loader->raw.position, loader->raw.vertex_count, loader->low, high);
    loader->diagonal =
        hypot(hypot(high[0] - loader->low[0], high[1] - loader->low[1]), high[2] - loader->low[2]);
    if (!(loader->diagonal > 0.0 && isfinite(loader->diagonal))) {
        status =
            cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                       "%s: the bounding box has a diagonal of %g; allowed: above 0 and finite",
                       loader->name, loader->diagonal);
    }
    return status;
}

/* Welding and numbering. */

static ClothStatus no_memory(const Loader *loader, ClothError *error) {
    return cloth_fail(error, CLOTH_NO_MEMORY, "%s: out of memory for %d vertices", loader->name,
                      loader->raw.vertex_count);
}

/* Lists the vertices that triangles use after welding. */
static ClothStatus keep_used(Loader *loader, SceneMesh *mesh, ClothError *error) {
    const size_t count = (size_t)loader->raw.vertex_count;
    loader->first = malloc(count * sizeof *loader->first);
    loader->number = malloc(count * sizeof *loader->number);
    loader->keep = malloc(count * sizeof *loader->keep);
    if (loader->first == NULL || loader->number == NULL || loader->keep == NULL ||
        weld_points(loader->raw.position, loader->raw.vertex_count, loader->low,
                    SCENE_WELD_SHARE * loader->diagonal, loader->first) < 0) {
        return no_memory(loader, error);
    }
    for (size_t i = 0; i < count; i++) {
        loader->number[i] = -1;
    }
    for (size_t c = 0; c < 3 * (size_t)loader->raw.triangle_count; c++) {
        loader->number[loader->first[loader->raw.triangle[c]]] = 0;
    }
    for (int32_t i = 0; i < loader->raw.vertex_count; i++) {
        if (loader->number[i] == 0) {
            loader->keep[mesh->vertex_count++] = (Keep){.order = INT32_MAX, .raw = i};
        }
    }
    return CLOTH_OK;
}

/* Finds each kept vertex in the file, and takes the file's digits for it. */
static ClothStatus match_file(Loader *loader, SceneMesh *mesh, ClothError *error) {
    double low[3];
    double high[3];
    bounds(loader->file.position, loader->file.count, low, high);
    double largest = 0.0;
    for (int k = 0; k < 3; k++) {
        largest = fmax(largest, fmax(fabs(low[k]), fabs(high[k])));
    }
    /* The importer rounds to single precision, 6e-8 of a coordinate, and parses to a unit or two.
     */
    PointIndex index;
    unsigned char *taken = calloc((size_t)loader->file.count + 1, 1);
    if (taken == NULL || point_index_build(loader->file.position, loader->file.count, low,
                                           3e-7 * largest, &index) != 0) {
        free(taken);
        return no_memory(loader, error);
    }
    for (int32_t v = 0; v < loader->file.count; v++) {
        point_index_add(&index, v);
    }
    for (int32_t k = 0; k < mesh->vertex_count; k++) {
        double *x = &loader->raw.position[3 * (size_t)loader->keep[k].raw];
        const int32_t v = point_index_find(&index, x);
        if (v >= 0) {
            loader->keep[k].order = v;
            /* Two vertices closer than single precision keep the importer's digits, apart. */
            if (!taken[v]) {
                memcpy(x, &loader->file.position[3 * (size_t)v], 3 * sizeof *x);
            }
            taken[v] = 1;
        }
    }
    point_index_free(&index);
    free(taken);
    return CLOTH_OK;
}

static int compare_keeps(const void *left, const void *right) {
    const Keep *a = left;
    const Keep *b = right;
    if (a->order != b->order) {
        return a->order < b->order ? -1 : 1;
    }
    return (a->raw > b->raw) - (a->raw < b->raw);
}

/* Writes the mesh out: kept vertices in their order, in metres, and the triangles over them. */
static ClothStatus write_mesh(Loader *loader, double scale, SceneMesh *mesh, ClothError *error) {
    mesh->triangle_count = loader->raw.triangle_count;
    mesh->position = malloc(3 * (size_t)mesh->vertex_count * sizeof(double));
    mesh->triangle = malloc(3 * (size_t)mesh->triangle_count * sizeof(int32_t));
    if (mesh->position == NULL || mesh->triangle == NULL) {
        return no_memory(loader, error);
    }
    qsort(loader->keep, (size_t)mesh->vertex_count, sizeof *loader->keep, compare_keeps);
    for (int32_t k = 0; k < mesh->vertex_count; k++) {
        const int32_t raw = loader->keep[k].raw;
        loader->number[raw] = k;
        for (size_t d = 0; d < 3; d++) {
            mesh->position[3 * (size_t)k + d] = scale * loader->raw.position[3 * (size_t)raw + d];
        }
    }
    for (size_t c = 0; c < 3 * (size_t)mesh->triangle_count; c++) {
        mesh->triangle[c] = loader->number[loader->first[loader->raw.triangle[c]]];
    }
    return CLOTH_OK;
}

/* Reporting. */

static void warn_of_size(double scale, SceneMesh *mesh) {
    double side = 0.0;
    for (int k = 0; k < 3; k++) {
        side = fmax(side, mesh->high[k] - mesh->low[k]);
    }
    const char *name = side > 10.0 ? "more than 10 m" : "less than 1 cm";
    if (side > 10.0 || side < 0.01) {
        (void)snprintf(mesh->warning, sizeof mesh->warning,
                       "the mesh is %.4g m across, %s, at --scale %g; for a file in centimetres it "
                       "is --scale 0.01, in metres --scale 1",
                       side, name, scale);
    }
}

/* Counts pieces and boundary edges, and refuses what cannot carry a cloth under the file's name. */
static ClothStatus inspect(const Loader *loader, SceneMesh *mesh, ClothError *error) {
    ClothTopology topology;
    ClothError reason = {0};
    ClothStatus status = cloth_topology_build(mesh->position, mesh->vertex_count, mesh->triangle,
                                              mesh->triangle_count, NULL, 0, &topology, &reason);
    if (status == CLOTH_OK) {
        status = cloth_topology_check(&topology, &reason);
    }
    if (status != CLOTH_OK) {
        cloth_topology_free(&topology);
        return cloth_fail(error, status, "%s: %s", loader->name, reason.message);
    }
    mesh->boundary_edges = cloth_topology_faults(&topology, CLOTH_FAULT_BOUNDARY, 0, NULL);
    mesh->components = cloth_topology_components(&topology);
    cloth_topology_free(&topology);
    return mesh->components < 0 ? no_memory(loader, error) : CLOTH_OK;
}

ClothStatus scene_mesh_load(const char *path, double scale, SceneMesh *mesh, ClothError *error) {
    *mesh = (SceneMesh){0};
    if (!(scale > 0.0 && isfinite(scale))) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: scale is %g; allowed: above 0 and finite",
                          short_name(path), scale);
    }
    Loader loader = {.name = short_name(path)};
    ClothStatus status = read_file(path, &loader, error);
    if (status == CLOTH_OK) {
        status = keep_used(&loader, mesh, error);
    }
    if (status == CLOTH_OK && loader.file.count > 0) {
        status = match_file(&loader, mesh, error);
    }
    if (status == CLOTH_OK) {
        status = write_mesh(&loader, scale, mesh, error);
    }
    if (status == CLOTH_OK) {
        status = inspect(&loader, mesh, error);
    }
    if (status == CLOTH_OK) {
        mesh->imported_count = loader.raw.vertex_count;
        bounds(mesh->position, mesh->vertex_count, mesh->low, mesh->high);
        warn_of_size(scale, mesh);
    } else {
        scene_mesh_free(mesh);
    }
    loader_free(&loader);
    return status;
}

void scene_mesh_describe(const SceneMesh *mesh, char *text, size_t size) {
    (void)snprintf(text, size,
                   "%d vertices (%d before welding), %d triangles, %d piece%s, %d boundary edges, "
                   "%.4g x %.4g x %.4g m%s%s",
                   mesh->vertex_count, mesh->imported_count, mesh->triangle_count, mesh->components,
                   mesh->components == 1 ? "" : "s", mesh->boundary_edges,
                   mesh->high[0] - mesh->low[0], mesh->high[1] - mesh->low[1],
                   mesh->high[2] - mesh->low[2], mesh->warning[0] != '\0' ? "; " : "",
                   mesh->warning);
}
