/*
 * p3_limits.h: what gate_p3_tunnelling holds to and gate_p3_tunnelling_off breaks, measured by e39
 * and by the gates themselves on the scenes of scenes/struck.h.
 */
#ifndef GATES_P3_LIMITS_H
#define GATES_P3_LIMITS_H

#include "scenes/struck.h"

/* Rows a step of the pass of a capsule of 0.1 m, at 2, 4 .. 40 m/s: 96 and more; those that press,
 * 12.6 and more. Unswept, from 14 m/s on, none of either; with poses of the step's end alone 2.1 at
 * 2 m/s press, and without a trace none at 40. */
#define P3_ROWS    60.0
#define P3_PRESSED 6.0

/* Half the radius. Deepest: 48.0 mm, half way to the middle with the cloth's thickness, which is as
 * deep as a visit may go. For how many steps on end any particle is deeper: none. */
#define P3_DEEP_M     0.05
#define P3_DEEP_STEPS 1

/* How far the capsule takes the sheet at 20 m/s: 0.71 m. Unswept, 0.01 mm: it is never noticed. */
#define P3_TAKEN_M  0.3
#define P3_MISSED_M 1e-3

/* Until the sheet hangs as before, to a tenth of its height: 4.9 to 7.1 s. */
#define P3_BACK_S 9.0

/* Rows a step of a bat that turns through the sheet: 123 and more at 40 m/s and above. Unswept 0. */
#define P3_BAT_ROWS 60.0

/* Deepest in a spinning bar of 25 mm, its tips at 2 to 200 m/s: 10.5 mm, as deep as a visit may go.
 * Visits not stopped: 15.6 mm at 40 m/s, 18.5 at 100. Fastest particle: 34 m/s; and three seconds
 * after the bar was taken away, 1.4. */
#define P3_BAR_M       0.0115
#define P3_BAR_M_S     60.0
#define P3_BAR_END_M_S 6.0

static inline StruckShape p3_shape(StruckKind kind, double speed_m_s) {
    StruckShape shape = struck_default(kind);
    shape.speed_m_s = speed_m_s;
    shape.after_s = 0.0;
    return shape;
}

static inline double p3_a_step(int64_t rows, const StruckRun *run) {
    return (double)rows / (double)run->pass_steps;
}

#endif
