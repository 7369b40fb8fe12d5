/*
 * apply.h: what a material makes of a block's rows.
 */
#ifndef CLOTH_BUILD_APPLY_H
#define CLOTH_BUILD_APPLY_H

#include "cloth.h"
#include "state/state.h"

/*
 * Gives every distance and bend row the stiffness and inertia that the material, and which particles
 * are held, make of it. Called when a cloth is built, when its material changes, and when its holds
 * do; what a row has built up stays where it still means something:
 *   hard before and after   penalty and multiplier stay
 *   soft, now hard          the multiplier takes over the force k C
 *   now soft                no multiplier
 *   between held particles  nothing to do: none of either
 * material: in, checked. Writes nothing else than rows, their tally, and the thickness.
 */
void cloth_apply_material(ClothState *state, const ClothMaterial *material);

#endif
