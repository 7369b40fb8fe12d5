/*
 * vertex_energy.h: the step's energy as one particle sees it, for line searches and energy rises.
 *
 * Instruments use it; no step does. It is written from the rows themselves, stencil by stencil, and
 * shares nothing with the assembled block it is used to judge.
 */
#ifndef CLOTH_MEASURE_VERTEX_ENERGY_H
#define CLOTH_MEASURE_VERTEX_ENERGY_H

#include "state/state.h"

/* Bend rows by particle, which the block does not list. */
typedef struct ClothVertexRows {
    int32_t *offset; /* (particles + 1) */
    int32_t *bend; /* bend rows of stored particle i: bend[offset[i]] .. bend[offset[i + 1] - 1] */
} ClothVertexRows;

/* rows: out, zeroed on failure. Allocates; free with cloth_vertex_rows_free(). CLOTH_NO_MEMORY. */
ClothStatus cloth_vertex_rows_build(const ClothState *state, ClothVertexRows *rows,
                                    ClothError *error);
void cloth_vertex_rows_free(ClothVertexRows *rows);

typedef struct ClothVertexEnergy {
    double energy_j; /* (1 + c h) m/(2h^2)|x - y|^2, c the damping, + sum over its rows
                        (k C^2/2 + lambda C); -lambda^2/(2k) of a one-sided row that is slack;
                        of friction that below */
    double scale_j;  /* the same terms by magnitude: the local energy scale */
} ClothVertexEnergy;

/*
 * Friction is the force of no energy: its cap follows the normal force, and its plane the surface.
 * What a visit goes down is that of a spring with the share S of w that the visit takes for its force,
 *
 *     S |w|^2 / (2k),   w = k s + lambda,
 *
 * s and lambda across the normal where the particle now is. Its gradient is the row's force there, and
 * its Hessian the one that the row keeps. Where no visit says S it is that of a Huber law with the cap
 * of where the particle now is, |w|^2 / (2k) up to the cap and cap (|w| - cap/2) / k beyond. Elsewhere
 * both are of the plane that touches the surface. The contact's own energy is that of its distance,
 * whatever its shape; the Hessian which the row keeps is at or above it, for the shapes are convex.
 *
 * Energy with particle i (stored numbering) at a position of its own and all else where it is.
 *   h            substep [s]
 *   damping_1_s  of the step [1/s]
 *   grip         (CLOTH_CONTACT_SLOTS) the shares of friction, of ClothUpdate; NULL: no visit
 *   position     (3) [m]
 */
ClothVertexEnergy cloth_vertex_energy(const ClothState *state, const ClothVertexRows *rows,
                                      int32_t i, double h, double damping_1_s, const double *grip,
                                      const double position[3]);

#endif
