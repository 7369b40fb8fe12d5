/*
 * e49_rides.h: what solids that ride along with a frame do to the cloth in it: nothing.
 */
#ifndef EXPERIMENTS_E49_RIDES_H
#define EXPERIMENTS_E49_RIDES_H

#include "scenes/worn.h"

/* At inertia 0 a body that is carried does to its cape what one does that is not. Puts ride_bytes,
 * ride_bytes_far, ride_9, ride_9_far and swept_depth. */
ClothStatus rides_unfelt(const WornShape *base, LabResult *result, ClothError *error);

/* At inertia 1 a frame is bookkeeping: against the same body and holder in one that stays where it is.
 * Puts felt_1, felt_60 and kept_60. */
ClothStatus rides_felt(const WornShape *base, LabResult *result, ClothError *error);

#endif
