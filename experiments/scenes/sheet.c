#include "scenes/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "math/error.h"
#include "scenes/hold.h"
#include "scenes/mesh.h"

SheetShape scene_sheet_default(void) {
    return (SheetShape){
        .columns = 32,
        .rows = 32,
        .spacing_m = 0.05,
        .mass_kg = 0.5e-3,
        .cut = CLOTH_GRID_ONE_DIAGONAL,
        .bend = 1,
        .hold = "corners",
    };
}

static ClothStatus grid_graph(const SheetShape *shape, ClothGraph *graph, ClothError *error) {
    const ClothGridShape grid = {
        .columns = shape->columns,
        .rows = shape->rows,
        .spacing_m = shape->spacing_m,
        .mass_kg = shape->mass_kg,
        .u = {1.0, 0.0, 0.0},
        .v = {0.0, shape->vertical ? -1.0 : 0.0, shape->vertical ? 0.0 : 1.0},
        .cut = shape->cut,
        .bend = shape->bend,
    };
    return cloth_graph_grid(&grid, graph, error);
}

static ClothStatus mesh_graph(const SheetShape *shape, const LabMesh *mesh, ClothGraph *graph,
                              ClothError *error) {
    /* A negative spacing would make a density all the same. */
    ClothStatus status = cloth_check_positive("spacing_m", shape->spacing_m, error);
    if (status == CLOTH_OK) {
        status = cloth_check_positive("mass_kg", shape->mass_kg, error);
    }
    SceneMesh loaded;
    if (status == CLOTH_OK) {
        status = scene_mesh_load(mesh->path, mesh->scale, &loaded, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    const ClothMeshShape garment = {
        .position = loaded.position,
        .vertex_count = loaded.vertex_count,
        .triangle = loaded.triangle,
        .triangle_count = loaded.triangle_count,
        .density_kg_m2 = shape->mass_kg / (shape->spacing_m * shape->spacing_m),
        .bend = shape->bend,
    };
    status = cloth_graph_mesh(&garment, graph, error);
    scene_mesh_free(&loaded);
    return status;
}

ClothStatus scene_sheet(const SheetShape *shape, const LabMesh *mesh, const ClothMaterial *material,
                        Scene *scene, ClothError *error) {
    *scene = (Scene){0};
    const char *hold = mesh != NULL && mesh->hold != NULL ? mesh->hold : shape->hold;
    ClothStatus status = mesh != NULL ? mesh_graph(shape, mesh, &scene->graph, error)
                                      : grid_graph(shape, &scene->graph, error);
    if (status == CLOTH_OK) {
        status =
            scene_hold(hold, &scene->graph, mesh != NULL ? 0 : shape->columns,
                       mesh != NULL ? 0 : shape->rows, &scene->held, &scene->held_count, error);
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, material, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}

/* The report of a mesh whose particles `held_count` of hold. */
static void describe(const SceneMesh *loaded, const char *hold, int32_t held_count, char *text,
                     size_t size) {
    char mesh[256];
    scene_mesh_describe(loaded, mesh, sizeof mesh);
    (void)snprintf(text, size, "%s; %s holds %d particles%s%s", mesh, hold, (int)held_count,
                   loaded->warning[0] != '\0' ? "\nwarning: " : "", loaded->warning);
}

bool scene_check_mesh(const LabMesh *mesh, char *text, size_t size) {
    ClothError error = {0};
    SceneMesh loaded;
    if (scene_mesh_load(mesh->path, mesh->scale, &loaded, &error) != CLOTH_OK) {
        (void)snprintf(text, size, "%s", error.message);
        return false;
    }
    const SheetShape shape = scene_sheet_default();
    const ClothMaterial material = cloth_material_default();
    Scene scene;
    const bool fits = scene_sheet(&shape, mesh, &material, &scene, &error) == CLOTH_OK;
    if (fits) {
        describe(&loaded, mesh->hold != NULL ? mesh->hold : shape.hold, scene.held_count, text,
                 size);
    } else {
        (void)snprintf(text, size, "%s", error.message);
    }
    scene_free(&scene);
    scene_mesh_free(&loaded);
    return fits;
}

/* Bends the sheet's x into an arc of half a turn and throws the free rows along its radius. */
static ClothStatus drape_cape(const SheetShape *shape, double speed_m_s, Scene *scene,
                              ClothError *error) {
    const size_t reals = 3 * (size_t)scene->graph.particle_count;
    double *position = malloc(reals * sizeof *position);
    double *velocity = malloc(reals * sizeof *velocity);
    ClothStatus status = CLOTH_OK;
    if (position == NULL || velocity == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a cape of %d particles",
                            scene->graph.particle_count);
    }
    const double turn_per_column = acos(-1.0) / (shape->columns - 1);
    const double radius_m = shape->spacing_m / (2.0 * sin(0.5 * turn_per_column));
    for (int32_t i = 0; status == CLOTH_OK && i < scene->graph.particle_count; i++) {
        const int32_t row = i / shape->columns;
        const double turn = (i % shape->columns) * turn_per_column;
        const double speed = speed_m_s * row / (shape->rows - 1);
        const double direction[3] = {cos(turn), 0.0, sin(turn)};
        for (size_t k = 0; k < 3; k++) {
            const double drop = k == 1 ? row * shape->spacing_m : 0.0;
            position[3 * (size_t)i + k] = radius_m * direction[k] - drop;
            velocity[3 * (size_t)i + k] = speed * direction[k];
        }
    }
    if (status == CLOTH_OK) {
        status = cloth_set_positions(scene->state, position, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_set_velocities(scene->state, velocity, error);
    }
    free(position);
    free(velocity);
    return status;
}

ClothStatus scene_cape(const SheetShape *shape, double speed_m_s, const ClothMaterial *material,
                       Scene *scene, ClothError *error) {
    SheetShape hanging = *shape;
    hanging.vertical = true;
    hanging.hold = "edge";
    *scene = (Scene){0};
    ClothStatus status =
        cloth_check_count("columns of a cape", shape->columns, 2, CLOTH_PARTICLES_MAX, error);
    if (status == CLOTH_OK) {
        status = cloth_check_count("rows of a cape", shape->rows, 2, CLOTH_PARTICLES_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = scene_sheet(&hanging, NULL, material, scene, error);
    }
    if (status == CLOTH_OK) {
        status = drape_cape(&hanging, speed_m_s, scene, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}
