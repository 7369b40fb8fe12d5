/*
 * e26_events.h: what happens to the rope of e26, event by event.
 */
#ifndef E26_EVENTS_H
#define E26_EVENTS_H

#include "harness/experiment.h"

/* Steps that are watched of an event, and for how many of them its holder moves. */
enum { HOLDER_TICKS = 660, HOLDER_MOVING = 60 };

/* The experiment's run_point(): runs the event that the point names, and puts what was seen of it. */
void holder_event(const LabPoint *point, LabResult *result);

#endif
