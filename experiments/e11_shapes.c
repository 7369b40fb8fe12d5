#include "e11_shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "math/vec3.h"
#include "scenes/extreme.h"

/* The patch. */

static ClothStatus grid_graph(int32_t n, double side, double mass, ClothGridCut cut,
                              ClothGraph *graph, ClothError *error) {
    const ClothGridShape shape = {.columns = n + 1,
                                  .rows = n + 1,
                                  .spacing_m = side / n,
                                  .mass_kg = mass,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 1.0, 0.0},
                                  .cut = cut,
                                  .bend = 1};
    return cloth_graph_grid(&shape, graph, error);
}

/* Rows of equilateral triangles, every other one shifted by half an edge. */
static ClothStatus equilateral_graph(int32_t n, double side, double mass, ClothGraph *graph,
                                     ClothError *error) {
    const double edge = side / n;
    const int32_t rows = (int32_t)lround(n / sqrt(0.75)) + 1;
    const int32_t columns = n + 1;
    double *position = calloc((size_t)(rows * columns), 3 * sizeof *position);
    int32_t *triangle = calloc((size_t)(rows * columns), 6 * sizeof *triangle);
    if (position == NULL || triangle == NULL) {
        free(position);
        free(triangle);
        *graph = (ClothGraph){0};
        error->status = CLOTH_NO_MEMORY;
        (void)snprintf(error->message, sizeof error->message, "out of memory for a patch");
        return CLOTH_NO_MEMORY;
    }
    int32_t triangles = 0;
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c < columns; c++) {
            const int32_t i = r * columns + c;
            position[3 * i] = edge * (c + 0.5 * (r % 2));
            position[3 * i + 1] = edge * sqrt(0.75) * r;
            if (r + 1 == rows || c + 1 == columns) {
                continue;
            }
            const int32_t up = i + columns;
            const int32_t even[6] = {i, i + 1, up, i + 1, up + 1, up};
            const int32_t odd[6] = {i, i + 1, up + 1, i, up + 1, up};
            memcpy(&triangle[3 * (size_t)triangles], r % 2 == 0 ? even : odd, sizeof even);
            triangles += 2;
        }
    }
    const ClothMeshShape shape = {.position = position,
                                  .vertex_count = rows * columns,
                                  .triangle = triangle,
                                  .triangle_count = triangles,
                                  .mass_kg = mass,
                                  .bend = 1};
    const ClothStatus status = cloth_graph_mesh(&shape, graph, error);
    free(position);
    free(triangle);
    return status;
}

ClothStatus bend_patch(const LabPoint *point, ClothGraph *graph, ClothError *error) {
    const int32_t n = (int32_t)lab_integer(point, "n");
    const double side = lab_real(point, "side_m");
    const double mass = lab_real(point, "density") * side / n * side / n;
    if (lab_chose(point, "meshing", "equilateral")) {
        return equilateral_graph(n, side, mass, graph, error);
    }
    const ClothGridCut cut = lab_chose(point, "meshing", "alternating") ? CLOTH_GRID_ALTERNATING
                                                                        : CLOTH_GRID_ONE_DIAGONAL;
    return grid_graph(n, side, mass, cut, graph, error);
}

double bend_area(const ClothGraph *graph) {
    double area = 0.0;
    for (int32_t t = 0; t < graph->triangle_count; t++) {
        double side[2][3];
        double normal[3];
        const double *a = &graph->position[3 * graph->triangle[3 * t]];
        for (int k = 0; k < 2; k++) {
            vec3_subtract(&graph->position[3 * graph->triangle[3 * t + k + 1]], a, side[k]);
        }
        vec3_cross(side[0], side[1], normal);
        area += 0.5 * vec3_length(normal);
    }
    return area;
}

ClothStatus bend_tube(const LabPoint *point, Scene *scene, ClothError *error) {
    const int32_t n = (int32_t)lab_integer(point, "n");
    const double side = lab_real(point, "side_m");
    const ClothCylinderShape shape = {.around = n,
                                      .along = n + 1,
                                      .radius_m = side / (2.0 * acos(-1.0)),
                                      .spacing_m = side / n,
                                      .mass_kg = lab_real(point, "density") * side / n * side / n,
                                      .bend = 1};
    const ClothMaterial material = cloth_material_default();
    *scene = (Scene){0};
    const ClothStatus status = cloth_graph_cylinder(&shape, &scene->graph, error);
    return status == CLOTH_OK ? scene_build(scene, &material, error) : status;
}

/* What it is made into. */

double bend_roll_degrees(const LabPoint *point) {
    const char *const word[] = {"roll_0", "roll_p45", "roll_m45", "roll_90"};
    const double degrees[] = {0.0, 45.0, -45.0, 90.0};
    for (int k = 0; k < 4; k++) {
        if (lab_chose(point, "shape", word[k])) {
            return degrees[k];
        }
    }
    return NAN;
}

/* A flat point onto the cylinder: lengths along the sheet are kept. */
static void roll(const double flat[3], double degrees, double radius, double out[3]) {
    const double a = degrees * acos(-1.0) / 180.0;
    const double along = flat[0] * cos(a) + flat[1] * sin(a);
    out[0] = radius * sin(along / radius);
    out[1] = -flat[0] * sin(a) + flat[1] * cos(a);
    out[2] = radius * (1.0 - cos(along / radius));
}

void bend_deform(const LabPoint *point, const ClothGraph *graph, double *position) {
    const double degrees = bend_roll_degrees(point);
    Rng rng = {lab_seed(point)};
    double map[3][3]; /* where x, y and the origin go */
    for (int k = 0; k < 3; k++) {
        rng_vector(&rng, 1.0, map[k]);
    }
    for (int32_t i = 0; i < graph->particle_count; i++) {
        const double *flat = &graph->position[3 * i];
        double *out = &position[3 * i];
        memcpy(out, flat, 3 * sizeof *out);
        if (isfinite(degrees)) {
            roll(flat, degrees, lab_real(point, "radius_m"), out);
        } else if (lab_chose(point, "shape", "twist")) {
            out[2] = lab_real(point, "twist") * flat[0] * flat[1];
        } else if (lab_chose(point, "shape", "affine")) {
            for (int k = 0; k < 3; k++) {
                out[k] = map[0][k] * flat[0] + map[1][k] * flat[1] + map[2][k];
            }
        } else if (lab_chose(point, "shape", "planar")) {
            out[0] += 0.3 * flat[0] * flat[0] / lab_real(point, "side_m");
        }
    }
}

double bend_residual(const ClothGraph *graph, const double *position) {
    double worst = 0.0;
    for (int32_t s = 0; s < graph->stencil_count; s++) {
        const ClothStencil *stencil = &graph->stencil[s];
        double c[3] = {0.0, 0.0, 0.0};
        double size = 0.0;
        for (int k = 0; k < 4; k++) {
            const double *x = &position[3 * stencil->particle[k]];
            vec3_add_scaled(c, x, stencil->weight[k]);
            size += fabs(stencil->weight[k]) * vec3_length(x);
        }
        const double share = vec3_length(c) / size;
        worst = more_of(worst, share);
    }
    return worst;
}

/* A fold. */

double bend_fold(const ClothGraph *graph, double c_over_edge[BEND_FOLDS]) {
    const ClothStencil *stencil = &graph->stencil[0];
    double x[4][3];
    double edge[3];
    for (int k = 0; k < 4; k++) {
        vec3_subtract(&graph->position[3 * stencil->particle[k]],
                      &graph->position[3 * stencil->particle[0]], x[k]);
    }
    memcpy(edge, x[1], sizeof edge);
    const double length = vec3_length(edge);
    double worst = 0.0;
    for (int f = 0; f < BEND_FOLDS; f++) {
        const double angle = acos(-1.0) * f / (BEND_FOLDS - 1);
        /* The foot stays, what is across turns out of the plane z = 0. */
        const double foot = vec3_dot(x[3], edge) / (length * length);
        double c[3] = {0.0, 0.0, 0.0};
        double tip[3];
        double across = 0.0;
        for (int k = 0; k < 3; k++) {
            const double off = x[3][k] - foot * edge[k];
            tip[k] = foot * edge[k] + off * cos(angle);
            across += off * off;
        }
        tip[2] += sqrt(across) * sin(angle);
        for (int k = 0; k < 4; k++) {
            vec3_add_scaled(c, k == 3 ? tip : x[k], stencil->weight[k]);
        }
        c_over_edge[f] = vec3_length(c) / length;
        const double away = fabs(c_over_edge[f] - 2.0 * sin(0.5 * angle));
        worst = more_of(worst, away);
    }
    return worst;
}
