/*
 * contacts.h: what contacts and backstops add to the observables.
 */
#ifndef CLOTH_MEASURE_CONTACTS_H
#define CLOTH_MEASURE_CONTACTS_H

#include "measure/spread.h"
#include "state/state.h"

/*
 * Adds forces, and residuals [m]:
 *   CLOTH_ROW_CONTACT   the depth, max(C, 0), of every pair of a particle and a collider that could
 *                       have met in the last step
 *   CLOTH_ROW_FRICTION  the slip off its anchor of every contact that presses, on a collider with
 *                       friction; 0 of one that slides, which takes its anchor along
 *   CLOTH_ROW_BACKSTOP  the depth of every particle with a plane
 */
void cloth_measure_contacts(const ClothState *state, const ClothView *view,
                            ClothSpread residual[CLOTH_ROW_KINDS], ClothMeasure *measure);

#endif
