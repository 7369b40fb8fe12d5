/*
 * backstop.h: setting backstops, and whether that changed any.
 */
#ifndef CLOTH_BUILD_BACKSTOP_H
#define CLOTH_BUILD_BACKSTOP_H

#include <stdbool.h>

#include "state/state.h"

/* As cloth_set_backstops(). changed: out, whether any plane is to be elsewhere than it was to be; false
 * on failure. */
ClothStatus cloth_change_backstops(ClothState *state, const double *point, const double *normal,
                                   const double *distance, bool *changed, ClothError *error);

#endif
