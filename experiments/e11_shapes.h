/*
 * e11_shapes.h: the patches and tubes of e11_bend_stencil, and what they are made into.
 */
#ifndef E11_SHAPES_H
#define E11_SHAPES_H

#include "cloth.h"
#include "harness/experiment.h"
#include "scenes/scene.h"

enum { BEND_FOLDS = 37 }; /* 0 to 180 degrees by 5 */

/* The flat patch of the point's meshing, n, side_m and density, in the plane z = 0.
 * graph: out, zeroed on failure; free with cloth_graph_free(). */
ClothStatus bend_patch(const LabPoint *point, ClothGraph *graph, ClothError *error);

/* A tube whose circumference and length are side_m, n particles round, in the default fabric.
 * scene: out, emptied on failure. */
ClothStatus bend_tube(const LabPoint *point, Scene *scene, ClothError *error);

/* Area of its triangles at rest [m^2]. */
double bend_area(const ClothGraph *graph);

/* Angle of the direction the point's shape is rolled along [degree]; NaN if it is not rolled. */
double bend_roll_degrees(const LabPoint *point);

/* Makes the patch into the point's shape. position: (particles x 3) out [m]. */
void bend_deform(const LabPoint *point, const ClothGraph *graph, double *position);

/* Largest |C| of a bend row as a share of what its terms add up to by magnitude. */
double bend_residual(const ClothGraph *graph, const double *position);

/* Turns the last particle of the graph's first hinge about its edge, 5 degrees at a time.
 *   c_over_edge  out, |C| over the edge's length
 * Returns its largest deviation from 2 sin(angle / 2). */
double bend_fold(const ClothGraph *graph, double c_over_edge[BEND_FOLDS]);

#endif
