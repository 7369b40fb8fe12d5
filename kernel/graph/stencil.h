/*
 * stencil.h: the weights of the linear bending stencils.
 */
#ifndef CLOTH_GRAPH_STENCIL_H
#define CLOTH_GRAPH_STENCIL_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "graph/topology.h"

/* A triangle is refused as having no area when its area is at or below this share of its longest
 * edge squared (an equilateral one has 0.433). Cotangents then reach a million and a row's weights,
 * which grow as cotangents do, lose six digits. The thinnest triangle of the garments tried has
 * 4e-4. Valid: above 1e-14 (rounding), below 1e-4 (real garments). Halved or doubled: no garment
 * changes. */
#define CLOTH_TRIANGLE_AREA_SHARE_MIN 1e-6

/* Area of a triangle [m^2] and whether it is above CLOTH_TRIANGLE_AREA_SHARE_MIN.
 *   position  (n x 3) [m] in
 *   corner    (3) in, particles */
double cloth_triangle_area(const double *position, const int32_t corner[3]);
bool cloth_triangle_has_area(const double *position, const int32_t corner[3]);

/*
 * The hinge of Bergou et al., "A Quadratic Bending Model for Inextensible Surfaces", 2006, and
 * Wardetzky et al., "Discrete Quadratic Curvature Energies", 2007. Each triangle's own angles
 * count, so a folded rest shape has the stencil of its unfolding.
 *   position  (n x 3) [m] in, the rest shape
 *   particle  (4) in: x0, x1 the shared edge; x2, x3 the opposite vertices
 *   stencil   out, filled on CLOTH_FAULT_NONE and otherwise unchanged
 * Returns CLOTH_FAULT_NONE or CLOTH_FAULT_NO_AREA.
 */
ClothFault cloth_stencil_hinge(const double *position, const int32_t particle[4],
                               ClothStencil *stencil);

/*
 * Three particles of a chain: C = x0 - 2 x1 + x2, rigidity_scale = 1/l^3 with l the mean of the two
 * rest lengths.
 *   position  (n x 3) [m] in, the rest shape
 *   particle  (3) in, in the chain's order
 *   stencil   out
 * Returns CLOTH_FAULT_NONE, or CLOTH_FAULT_NO_AREA when l is 0 (stencil unchanged).
 */
ClothFault cloth_stencil_chain(const double *position, const int32_t particle[3],
                               ClothStencil *stencil);

#endif
