/*
 * gate_p1_energy_rises: a vertex update hardly ever raises its vertex's energy, and never by much
 * (P1, C09).
 *
 * Pathology: an update along a direction of descent overshoots, climbs, and feeds the next. It is
 * bounded by the geometric stiffness of pulling rows, by LDL^T in place of cofactors, and by the
 * cap at the shortest row. Scenes: a cape with hard edges thrown at 2 m/s, and 400 absurd cloths.
 * Measured in e08, limits in p1_limits.h. The energy of an update can be seen in the ablation build
 * alone; nothing is left out here, and gate_parity holds the two builds to the same bits.
 */
#include "gate.h"
#include "p1_limits.h"
#include "p1_rises.h"

START_TEST(cape_updates_do_not_climb) {
    const Rises rises = p1_cape(0);
    /* 31 free rows of 24 particles, 2 substeps of 4 iterations a step. */
    gate_equal("cape_updates", rises.updates, (int64_t)24 * 31 * 8 * P1_CAPE_STEPS, "1");
    gate_at_most("cape_rises_share", rises_share(&rises), P1_CAPE_SHARE, "1");
    gate_at_most("cape_rises_worst", rises.worst, P1_CAPE_WORST, "1");
}
END_TEST

START_TEST(absurd_updates_seldom_climb) {
    int64_t refused;
    const Rises rises = p1_absurd(0, &refused);
    gate_equal("absurd_refused", refused, 0, "cloths");
    /* The scene engages the cap, and there is something to count. */
    /* measured 0.16 and 13,127 */
    gate_at_least("absurd_capped", (double)rises.capped / (double)rises.updates, 0.05, "1");
    gate_at_least("absurd_risen", (double)rises.risen, 1.0, "updates");
    gate_at_most("absurd_rises_share", rises_share(&rises), P1_ABSURD_SHARE, "1");
    gate_at_most("absurd_rises_worst", rises.worst, P1_ABSURD_WORST, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p1_energy_rises");
    gate_add(suite, "cape_updates_do_not_climb", cape_updates_do_not_climb, 120);
    gate_add(suite, "absurd_updates_seldom_climb", absurd_updates_seldom_climb, 120);
    return gate_run(suite);
}
