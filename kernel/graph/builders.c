/*
 * builders.c: the regular shapes: strands of a chain, a rectangular sheet, a tube.
 *
 * Sheets and tubes write their triangles, let the topology list the edges, and ask it for the
 * hinges, exactly as a mesh does; a grid's edges without triangles go in as wires.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/stencil.h"
#include "graph/topology.h"
#include "math/error.h"
#include "math/vec3.h"

static void scaled_direction(const double direction[3], double length_m, double out[3]) {
    const double factor = length_m / vec3_length(direction);
    for (int k = 0; k < 3; k++) {
        out[k] = factor * direction[k];
    }
}

/* What every shape has. */
static ClothStatus check_common(double spacing_m, double mass_kg, const double origin[3],
                                ClothError *error) {
    ClothStatus status = cloth_check_positive("spacing_m", spacing_m, error);
    if (status == CLOTH_OK) {
        status = cloth_check_positive("mass_kg", mass_kg, error);
    }
    return status == CLOTH_OK ? cloth_check_vector("origin", origin, error) : status;
}

static void fill_masses(ClothGraph *graph, double mass_kg) {
    for (int32_t i = 0; i < graph->particle_count; i++) {
        graph->mass[i] = mass_kg;
    }
}

/* Ends every builder: a graph that does not pass its own check is freed, so that positions which
 * overflow and spacings that round to nothing are refused where they are made. */
static ClothStatus finish(ClothStatus status, ClothGraph *graph, ClothError *error) {
    if (status == CLOTH_OK) {
        status = cloth_graph_check(graph, error);
    }
    if (status != CLOTH_OK) {
        cloth_graph_free(graph);
    }
    return status;
}

/* Chain. */

static ClothStatus check_chain(const ClothChainShape *shape, ClothError *error) {
    ClothStatus status = cloth_check_count("links", shape->links, 1, CLOTH_PARTICLES_MAX, error);
    if (status == CLOTH_OK) {
        status = cloth_check_count("strands", shape->strands, 1, CLOTH_PARTICLES_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = check_common(shape->spacing_m, shape->mass_kg, shape->origin, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_check_direction("direction", shape->direction, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_check_vector("strand_offset", shape->strand_offset, error);
    }
    if (status == CLOTH_OK && shape->bend != CLOTH_CHAIN_FREE && shape->bend != CLOTH_CHAIN_SKIPS &&
        shape->bend != CLOTH_CHAIN_STENCIL) {
        status = cloth_fail(error, CLOTH_BAD_ARGUMENT, "bend of a chain is %d; allowed: %d .. %d",
                            (int)shape->bend, (int)CLOTH_CHAIN_FREE, (int)CLOTH_CHAIN_STENCIL);
    }
    return status;
}

static void fill_chain(const ClothChainShape *shape, ClothGraph *graph) {
    double step[3];
    scaled_direction(shape->direction, shape->spacing_m, step);
    int32_t i = 0;
    int32_t edge = 0;
    int32_t joint = 0; /* of the inner particles, each with a skip or a stencil */
    for (int32_t s = 0; s < shape->strands; s++) {
        for (int32_t l = 0; l <= shape->links; l++, i++) {
            for (int k = 0; k < 3; k++) {
                graph->position[3 * (size_t)i + (size_t)k] =
                    shape->origin[k] + s * shape->strand_offset[k] + l * step[k];
            }
            if (l >= 1) {
                graph->edge[2 * (size_t)edge] = i - 1;
                graph->edge[2 * (size_t)edge + 1] = i;
                edge++;
            }
            if (l >= 2 && shape->bend == CLOTH_CHAIN_SKIPS) {
                graph->skip[2 * (size_t)joint] = i - 2;
                graph->skip[2 * (size_t)joint + 1] = i;
                joint++;
            }
            if (l >= 2 && shape->bend == CLOTH_CHAIN_STENCIL) {
                const int32_t particle[3] = {i - 2, i - 1, i};
                (void)cloth_stencil_chain(graph->position, particle, &graph->stencil[joint]);
                joint++;
            }
        }
    }
}

ClothStatus cloth_graph_chain(const ClothChainShape *shape, ClothGraph *graph, ClothError *error) {
    *graph = (ClothGraph){0};
    ClothStatus status = check_chain(shape, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const int64_t strands = shape->strands;
    const int64_t joints = strands * (shape->links - 1);
    const ClothGraphSize size = {
        .particles = strands * ((int64_t)shape->links + 1),
        .edges = strands * shape->links,
        .skips = shape->bend == CLOTH_CHAIN_SKIPS ? joints : 0,
        .stencils = shape->bend == CLOTH_CHAIN_STENCIL ? joints : 0,
    };
    status = cloth_graph_alloc(&size, graph, error);
    if (status == CLOTH_OK) {
        fill_chain(shape, graph);
        fill_masses(graph, shape->mass_kg);
    }
    return finish(status, graph, error);
}

/* Sheets of cells. */

/* A sheet of quadrilateral cells: u runs within a row, v from row to row; a tube's u closes. */
typedef struct Cells {
    int32_t columns;
    int32_t rows;
    bool closed;
    ClothGridCut cut;
} Cells;

static int32_t particle_at(const Cells *cells, int32_t column, int32_t row) {
    return row * cells->columns + (column == cells->columns ? 0 : column);
}

static int64_t cells_along_u(const Cells *cells) {
    return cells->closed ? cells->columns : cells->columns - 1;
}

static int64_t count_triangles(const Cells *cells) {
    return cells->cut == CLOTH_GRID_EDGES ? 0 : 2 * cells_along_u(cells) * (cells->rows - 1);
}

/* Edges beside the triangles' own: second diagonals, or all edges of a sheet without triangles. */
static int64_t count_wires(const Cells *cells) {
    if (cells->cut == CLOTH_GRID_BOTH) {
        return cells_along_u(cells) * (cells->rows - 1);
    }
    if (cells->cut == CLOTH_GRID_EDGES) {
        return cells_along_u(cells) * cells->rows + (int64_t)cells->columns * (cells->rows - 1);
    }
    return 0;
}

/* Two triangles of one cell, both running u to v. */
static void cut_cell(const Cells *cells, int32_t column, int32_t row, int32_t *triangle) {
    const int32_t a = particle_at(cells, column, row);
    const int32_t b = particle_at(cells, column + 1, row);
    const int32_t c = particle_at(cells, column + 1, row + 1);
    const int32_t d = particle_at(cells, column, row + 1);
    const bool flipped = cells->cut == CLOTH_GRID_ALTERNATING && (column + row) % 2 != 0;
    const int32_t forward[6] = {a, b, c, a, c, d};
    const int32_t backward[6] = {a, b, d, b, c, d};
    for (int k = 0; k < 6; k++) {
        triangle[k] = flipped ? backward[k] : forward[k];
    }
}

static void cut_cells(const Cells *cells, int32_t *triangle) {
    for (int32_t r = 0; r + 1 < cells->rows; r++) {
        for (int32_t c = 0; c < cells_along_u(cells); c++) {
            cut_cell(cells, c, r, triangle);
            triangle += 6;
        }
    }
}

static int32_t *add_wire(int32_t *wire, int32_t from, int32_t to) {
    wire[0] = from;
    wire[1] = to;
    return wire + 2;
}

static void list_wires(const Cells *cells, int32_t *wire) {
    for (int32_t r = 0; r < cells->rows; r++) {
        for (int32_t c = 0; c < cells->columns; c++) {
            const bool has_right = c < cells_along_u(cells);
            const bool has_below = r + 1 < cells->rows;
            if (cells->cut == CLOTH_GRID_BOTH && has_right && has_below) {
                wire = add_wire(wire, particle_at(cells, c + 1, r), particle_at(cells, c, r + 1));
            }
            if (cells->cut == CLOTH_GRID_EDGES && has_right) {
                wire = add_wire(wire, particle_at(cells, c, r), particle_at(cells, c + 1, r));
            }
            if (cells->cut == CLOTH_GRID_EDGES && has_below) {
                wire = add_wire(wire, particle_at(cells, c, r), particle_at(cells, c, r + 1));
            }
        }
    }
}

/* What the rows of a sheet are made from, before the graph's own size is known. */
typedef struct Sheet {
    double *position;
    int32_t *triangle;
    int32_t *wire;
    int64_t particles;
    int64_t triangles;
    int64_t wires;
} Sheet;

static void sheet_free(Sheet *sheet) {
    free(sheet->position);
    free(sheet->triangle);
    free(sheet->wire);
}

static ClothStatus sheet_build(const Cells *cells, Sheet *sheet, ClothError *error) {
    *sheet = (Sheet){.particles = (int64_t)cells->columns * cells->rows};
    ClothStatus status =
        cloth_check_count("columns times rows", sheet->particles, 1, CLOTH_PARTICLES_MAX, error);
    if (status != CLOTH_OK) {
        return status;
    }
    sheet->triangles = count_triangles(cells);
    sheet->wires = count_wires(cells);
    /* One entry more than needed, since malloc(0) may be NULL. */
    sheet->position = malloc((3 * (size_t)sheet->particles + 1) * sizeof(double));
    sheet->triangle = malloc((3 * (size_t)sheet->triangles + 1) * sizeof(int32_t));
    sheet->wire = malloc((2 * (size_t)sheet->wires + 1) * sizeof(int32_t));
    if (sheet->position == NULL || sheet->triangle == NULL || sheet->wire == NULL) {
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a sheet of %lld particles",
                          (long long)sheet->particles);
    }
    if (sheet->triangles > 0) {
        cut_cells(cells, sheet->triangle);
    }
    list_wires(cells, sheet->wire);
    return CLOTH_OK;
}

/* Turns a sheet with positions into a graph. */
static ClothStatus sheet_graph(const Sheet *sheet, double mass_kg, int32_t bend, ClothGraph *graph,
                               ClothError *error) {
    ClothTopology topology;
    ClothStatus status = cloth_topology_build(sheet->position, (int32_t)sheet->particles,
                                              sheet->triangle, (int32_t)sheet->triangles,
                                              sheet->wire, (int32_t)sheet->wires, &topology, error);
    /* A tube far thinner than its spacing, say, has triangles without area. */
    if (status == CLOTH_OK && sheet->triangles > 0) {
        status = cloth_topology_check(&topology, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_graph_from_topology(&topology, bend, graph, error);
    }
    if (status == CLOTH_OK) {
        fill_masses(graph, mass_kg);
    }
    cloth_topology_free(&topology);
    return status;
}

/* Grid. */

static ClothStatus check_axes(const ClothGridShape *shape, ClothError *error) {
    ClothStatus status = cloth_check_direction("u", shape->u, error);
    if (status == CLOTH_OK) {
        status = cloth_check_direction("v", shape->v, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    double u[3];
    double v[3];
    double across[3];
    scaled_direction(shape->u, 1.0, u);
    scaled_direction(shape->v, 1.0, v);
    vec3_cross(u, v, across);
    const double sine = vec3_length(across);
    if (!(sine > 1e-6)) {
        status = cloth_fail(error, CLOTH_BAD_ARGUMENT,
                            "u (%g, %g, %g) and v (%g, %g, %g) are parallel; allowed: a sine above "
                            "1e-6 between them",
                            shape->u[0], shape->u[1], shape->u[2], shape->v[0], shape->v[1],
                            shape->v[2]);
    }
    return status;
}

static ClothStatus check_cut(const ClothGridShape *shape, ClothError *error) {
    switch (shape->cut) {
    case CLOTH_GRID_ONE_DIAGONAL:
    case CLOTH_GRID_ALTERNATING:
    case CLOTH_GRID_BOTH:
        break;
    case CLOTH_GRID_EDGES:
        if (shape->bend == 0) {
            break;
        }
        return cloth_fail(
            error, CLOTH_BAD_ARGUMENT,
            "bend is %d on a grid of edges alone; allowed: 0, or a cut with triangles",
            shape->bend);
    default:
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "cut is %d; allowed: %d .. %d",
                          (int)shape->cut, (int)CLOTH_GRID_ONE_DIAGONAL, (int)CLOTH_GRID_EDGES);
    }
    return cloth_check_count("bend", shape->bend, 0, 1, error);
}

static ClothStatus check_grid(const ClothGridShape *shape, ClothError *error) {
    ClothStatus status = check_cut(shape, error);
    const int32_t fewest = shape->cut == CLOTH_GRID_EDGES ? 1 : 2;
    if (status == CLOTH_OK) {
        status = cloth_check_count("columns", shape->columns, fewest, CLOTH_PARTICLES_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_check_count("rows", shape->rows, fewest, CLOTH_PARTICLES_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = check_common(shape->spacing_m, shape->mass_kg, shape->origin, error);
    }
    return status == CLOTH_OK ? check_axes(shape, error) : status;
}

static void place_grid(const ClothGridShape *shape, double *position) {
    double u[3];
    double v[3];
    scaled_direction(shape->u, shape->spacing_m, u);
    scaled_direction(shape->v, shape->spacing_m, v);
    for (int32_t r = 0; r < shape->rows; r++) {
        for (int32_t c = 0; c < shape->columns; c++) {
            for (int k = 0; k < 3; k++) {
                *position++ = shape->origin[k] + c * u[k] + r * v[k];
            }
        }
    }
}

ClothStatus cloth_graph_grid(const ClothGridShape *shape, ClothGraph *graph, ClothError *error) {
    *graph = (ClothGraph){0};
    ClothStatus status = check_grid(shape, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const Cells cells = {shape->columns, shape->rows, false, shape->cut};
    Sheet sheet;
    status = sheet_build(&cells, &sheet, error);
    if (status == CLOTH_OK) {
        place_grid(shape, sheet.position);
        status = sheet_graph(&sheet, shape->mass_kg, shape->bend, graph, error);
    }
    sheet_free(&sheet);
    return finish(status, graph, error);
}

/* Cylinder. */

static ClothStatus check_cylinder(const ClothCylinderShape *shape, ClothError *error) {
    ClothStatus status = cloth_check_count("around", shape->around, 3, CLOTH_PARTICLES_MAX, error);
    if (status == CLOTH_OK) {
        status = cloth_check_count("along", shape->along, 2, CLOTH_PARTICLES_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_check_positive("radius_m", shape->radius_m, error);
    }
    if (status == CLOTH_OK) {
        status = check_common(shape->spacing_m, shape->mass_kg, shape->origin, error);
    }
    return status == CLOTH_OK ? cloth_check_count("bend", shape->bend, 0, 1, error) : status;
}

static void place_cylinder(const ClothCylinderShape *shape, double *position) {
    const double turn = 8.0 * atan(1.0) / shape->around;
    for (int32_t r = 0; r < shape->along; r++) {
        for (int32_t a = 0; a < shape->around; a++) {
            *position++ = shape->origin[0] + shape->radius_m * cos(a * turn);
            *position++ = shape->origin[1] + r * shape->spacing_m;
            *position++ = shape->origin[2] + shape->radius_m * sin(a * turn);
        }
    }
}

ClothStatus cloth_graph_cylinder(const ClothCylinderShape *shape, ClothGraph *graph,
                                 ClothError *error) {
    *graph = (ClothGraph){0};
    ClothStatus status = check_cylinder(shape, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const Cells cells = {shape->around, shape->along, true, CLOTH_GRID_ONE_DIAGONAL};
    Sheet sheet;
    status = sheet_build(&cells, &sheet, error);
    if (status == CLOTH_OK) {
        place_cylinder(shape, sheet.position);
        status = sheet_graph(&sheet, shape->mass_kg, shape->bend, graph, error);
    }
    sheet_free(&sheet);
    return finish(status, graph, error);
}
