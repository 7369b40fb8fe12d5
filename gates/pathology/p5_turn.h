/*
 * p5_turn.h: the scenes and limits of what a cloth may do as a whole, for the on arms of gate_p5_turn
 * and the off arms of gate_p5_turn_off.
 */
#ifndef GATES_PATHOLOGY_P5_TURN_H
#define GATES_PATHOLOGY_P5_TURN_H

#include "scenes/flag.h"
#include "step/instruments.h"

/* Turn rate, about a vertical through its hold, of a bare flag that has settled and was then left
 * alone for 500 steps, at 1 to 16 iterations [rad/s]: zero to four figures. On a pole: measured 1.5e-6
 * at most, without the turn 1.8. From a corner: 1.3e-7, without free turns 2.5; with a pendulum's
 * stiffness about the vertical as well 0.19 (e27). */
#define P5_TURN_STILL_RAD_S 5e-5

/* How far a bare flag that swings about a level pole is from implicit Euler's balance of angular
 * momentum in a step, L' - L = h (sum x' x m g + sum m v' x v), over the moment of gravity. Measured
 * 1.4e-5 at 8 iterations, 5e-6 at 1; without the turn 0.73. */
#define P5_TURN_BALANCE 1e-4

/* Drift of the linear momentum of a bare flag in flight over 600 steps, over its size. Measured 2e-11
 * at most; without the shift 0.009 to 0.15 (e27). */
#define P5_TURN_DRIFT 1e-9

/* Difference of the share of its spin that is left between 1 and 16 iterations. Measured 0.001;
 * without the turns 0.06 (e27). */
#define P5_TURN_SPIN 0.01

/* The rate, the largest over the budgets; least: the fewest iterations of those looked at. */
double p5_turn_rate(FlagFrom from, const ClothInstruments *instruments, int32_t least);

double p5_turn_balance(const ClothInstruments *instruments, int32_t iterations);

/* drift: out; kept: out, share of the spin that is left. */
void p5_turn_flight(const ClothInstruments *instruments, int32_t iterations, double *drift,
                    double *kept);

/* The step at which a flag of a library fabric on a pole sleeps, 3,001 when it is then awake. */
int64_t p5_turn_sleep(ClothFabricName name, const ClothInstruments *instruments);

#endif
