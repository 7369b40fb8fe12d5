/* gate_tracing_off: not traced where a substep begins, particles are through the plates that
 * gate_tracing holds them out of; with moves that nothing stops, in the first visit. */
#include <math.h>

#include "gate.h"
#include "step/instruments.h"
#include "tracing.h"

static double through(TracingPlan plan, ClothShapeKind kind, ClothSolver solver,
                      const ClothInstruments *instruments) {
    return (double)tracing(plan, kind, true, 60.0, 0.004, solver, instruments).through;
}

/* measured 198 and 199 of 200 */
START_TEST(without_trace) {
    const ClothInstruments untraced = {.ablate = CLOTH_WITHOUT_TRACE};
    gate_at_most("traced", through(TRACING_SHOT, CLOTH_BOX, CLOTH_XPBD, NULL), 0.0, "particles");
    gate_at_least("untraced_shot", through(TRACING_SHOT, CLOTH_BOX, CLOTH_XPBD, &untraced), 100.0,
                  "particles");
    gate_at_least("untraced_struck", through(TRACING_STRUCK, CLOTH_CYLINDER, CLOTH_XPBD, &untraced),
                  100.0, "particles");
}
END_TEST

START_TEST(with_moves_that_nothing_stops) {
    const ClothInstruments unstopped = {.stop_depth = INFINITY};
    gate_at_most("stopped", through(TRACING_SHOT, CLOTH_BOX, CLOTH_AVBD, NULL), 0.0, "particles");
    gate_at_least("unstopped_shot", through(TRACING_SHOT, CLOTH_BOX, CLOTH_AVBD, &unstopped), 100.0,
                  "particles");
    gate_at_least("unstopped_struck",
                  through(TRACING_STRUCK, CLOTH_CYLINDER, CLOTH_VBD, &unstopped), 100.0,
                  "particles");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tracing_off");
    gate_add(suite, "without_trace", without_trace, 60.0);
    gate_add(suite, "with_moves_that_nothing_stops", with_moves_that_nothing_stops, 60.0);
    return gate_run(suite);
}
