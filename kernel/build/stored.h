/*
 * stored.h: whether a graph's numbers survive being stored, and what is worked out from them.
 *
 * A graph is in double and a block in ClothReal: a mass of 1e-40 kg has no inverse in float, a
 * stiffness of 1e39 N/m would come out infinite, which is another law. Such cloth is refused when
 * it is built.
 */
#ifndef CLOTH_BUILD_STORED_H
#define CLOTH_BUILD_STORED_H

#include "cloth.h"
#include "state/state.h"

/*
 * Checks a filled block against what it was filled from.
 *   graph, material  in, checked
 *   view             in, of the block: masses, positions, rows and bend rows
 * CLOTH_BAD_ARGUMENT names the first particle or row whose mass, position, rest length, stiffness
 * or m_eff the build cannot store.
 */
ClothStatus cloth_check_stored(const ClothGraph *graph, const ClothMaterial *material,
                               const ClothView *view, ClothError *error);

/* The rows alone, of a block that is changed. */
ClothStatus cloth_check_rows_stored(const ClothView *view, const ClothMaterial *material,
                                    ClothError *error);

#endif
