/*
 * material.h: how stiff each row of a graph is, in newtons per metre.
 */
#ifndef CLOTH_FABRIC_MATERIAL_H
#define CLOTH_FABRIC_MATERIAL_H

#include "cloth.h"

/* Refuses a material whose values are NaN or negative, whose units do not fit their rows, or whose
 * inertial ratios have no step: CLOTH_BAD_ARGUMENT, naming the row kind and the value. */
ClothStatus cloth_material_check(const ClothMaterial *material, ClothError *error);

/* The stiffness of one row [N/m], INFINITY when it is hard.
 *   inertia_kg      the row's m_eff
 *   rigidity_scale  of its stencil; 0 for distance rows */
double cloth_material_stiffness(const ClothMaterial *material, ClothRowKind kind, double inertia_kg,
                                double rigidity_scale);

#endif
