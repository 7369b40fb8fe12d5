/*
 * right_gate.h: one case of experiments/scenes/right_answers.h held to a limit, sound and flawed.
 */
#ifndef GATES_RIGHT_GATE_H
#define GATES_RIGHT_GATE_H

#include "scenes/right_answers.h"

/*
 * Converged: the sound run's error must be at most `limit`, which is at most the case's tolerance,
 * and each of its substeps must have met the gradient's tolerance; the flawed run's error must be
 * above the same limit.
 */
void right_gate(RightCaseId id, double limit);

/* The same at the shipping budget, which has no gradient to meet. */
void right_gate_shipping(RightCaseId id, double limit);

/* The sound run, for gates that compare runs. Fails the test case when the kernel refuses. */
RightFigure right_gate_run(RightCaseId id, const RightRun *run);

#endif
