/*
 * hold.h: which particles are held, and what each of the others hangs from.
 */
#ifndef CLOTH_BUILD_HOLD_H
#define CLOTH_BUILD_HOLD_H

#include "cloth.h"
#include "state/state.h"

/*
 * Makes the listed particles, and no others, kinematic: inverse mass 0, in held_list. One that was
 * not held before is to stay where it is. Says nothing of rows: cloth_apply_material() and
 * cloth_measure_holds() follow.
 *   held  (held_count) in, the graph's numbering
 * CLOTH_BAD_ARGUMENT names a particle that does not exist or is listed twice; the state is then
 * half changed.
 */
ClothStatus cloth_mark_held(ClothState *state, const int32_t *held, int32_t held_count,
                            ClothError *error);

/*
 * Finds for every particle the nearest held one and the way to it along the cloth, and fits tethers
 * and leashes to it. Where that particle is another than before, the leash's offset is that of the
 * rest shape, unturned. Allocates and frees workspace; CLOTH_NO_MEMORY.
 */
ClothStatus cloth_measure_holds(ClothState *state, const ClothMaterial *material,
                                ClothError *error);

/* Fits the tethers: none where the material has none or nothing is held, else cloth_tether_length(),
 * but no shorter than where the particle is. */
void cloth_fit_tethers(ClothState *state, const ClothMaterial *material);

/* Fits the leashes to the offsets as they are: to 2 slack d, from the radius that was if that is less,
 * or from where the particle is if that is further. */
void cloth_fit_leashes(ClothState *state, double slack);

#endif
