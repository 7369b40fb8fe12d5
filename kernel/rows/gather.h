/*
 * gather.h: the bend rows' quadratic form, one sparse row a particle.
 *
 * The sum over bend rows of k |C|^2 / 2 + lambda . C has at particle i the force
 *
 *     f_i = - sum_j A_ij (x_j - x_i) - p_i,   A_ij = sum k w_i w_j,   p_i = sum w_i lambda,
 *
 * and the Hessian A_ii I. Inside a one-diagonal sheet that is 12 neighbours a particle, six of
 * which a distance row joins as well, where stencil by stencil it is 12 visits of four particles
 * each. Soft rows never change it.
 */
#ifndef CLOTH_ROWS_GATHER_H
#define CLOTH_ROWS_GATHER_H

#include "state/state.h"

/* Recomputes couple_stiffness, bend_hessian and bend_pull from penalties and multipliers. Needed at
 * build, and whenever those of a hard bend row change. */
void cloth_gather_bends(const ClothView *view);

#endif
