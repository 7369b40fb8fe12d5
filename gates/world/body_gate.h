/*
 * body_gate.h: what gate_body and gate_body_off do with the body of scenes/worn.h.
 */
#ifndef GATES_BODY_GATE_H
#define GATES_BODY_GATE_H

#include "body_limits.h"

/* What is seen from when the body sets off until it stands again; fails the test case on a refusal. */
WornSeen body_seen(const WornShape *shape);

/* Two that go side by side for so many steps; free both with worn_free(). */
void body_side_by_side(const WornShape *first, const WornShape *second, int64_t steps, Worn *a,
                       Worn *b);

/* The bytes in which their states differ. */
int64_t body_unlike(const Worn *a, const Worn *b);

#endif
