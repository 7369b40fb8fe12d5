/*
 * p6_limits.h: what gate_p6_teleport holds to and gate_p6_teleport_off breaks, measured over all
 * seven fabrics by e24 on the strand of scenes/jump.h, 240 steps from the jump on.
 */
#ifndef GATES_P6_LIMITS_H
#define GATES_P6_LIMITS_H

#include "scenes/jump.h"

/* Fastest free particle after a reset onto a pose that hangs: 0.11 m/s, the sag of a pose without
 * strain; the swing before it 0.6 to 1.9. Dragged: 47 m/s by the frame, 96 to 288 by the holder. */
#define P6_PEAK_M_S 0.2

/* Swing before the jump: the scene engaged. Measured 0.56 and more. */
#define P6_SWING_M_S 0.4

/* Off the animated pose after the jump: 2.4 mm. Dragged: 0.46 m and more. */
#define P6_OFF_M 0.005

/* Longest the strand is over its length: 1.003. Dragged by its holder: 9,976. */
#define P6_SPAN 1.02

/* Keep: peak over the swing before, 0.96 to 0.98; further than a step of the swing, 0.031 m. Reset
 * instead: 0.046 and 0.083 m; dragged: 25 and 0.53 m. */
#define P6_KEEP_PEAK_LEAST 0.8
#define P6_KEEP_PEAK_MOST  1.02
#define P6_KEEP_SHIFT_M    0.05

/* Onto a level pose drawn out to one and a half of the strand's length: peak speed of hair
 * 9.6 m/s; without stabilisation 17.8. */
#define P6_PULLED_M_S 12.0

static inline JumpShape p6_shape(JumpKind kind, int32_t fabric, bool keep) {
    JumpShape shape = jump_default();
    shape.kind = (int32_t)kind;
    shape.fabric = fabric;
    shape.keep = keep;
    return shape;
}

/* Hair's jump to where its two ends are too far apart. */
static inline JumpShape p6_pulled(void) {
    JumpShape shape = p6_shape(JUMP_PULLED, 6, false);
    shape.level = true;
    return shape;
}

#endif
