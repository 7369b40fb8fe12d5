/*
 * gate_rows_off: without its geometric stiffness a pulling row's block is neither its Hessian nor
 * above it: gate_rows' own limits break.
 */
#include "gate.h"
#include "rows_limits.h"
#include "step/instruments.h"

static RowCheck check(RowCheckKind kind, bool hard, uint32_t ablate) {
    const ClothInstruments without = {.ablate = ablate};
    const RowCheckPlan plan = {
        .kind = kind, .hard = hard, .difference = ROWS_DIFFERENCE, .instruments = &without};
    Rng rng = {37};
    RowCheck worst = row_check_none();
    for (int s = 0; s < ROWS_STATES; s++) {
        ClothError error = {0};
        ck_assert_msg(row_check_random(&rng, &plan, &worst, &error) == CLOTH_OK, "%s",
                      error.message);
    }
    return worst;
}

START_TEST(without_geometric_stiffness) {
    for (int hard = 0; hard < 2; hard++) {
        const RowCheck on = check(ROW_CHECK_STRETCH, hard != 0, 0);
        gate_at_most("on_hessian", on.hessian, ROWS_ERROR, "1");
        gate_at_least("on_majorant", on.majorant, ROWS_MAJORANT, "1");
        const RowCheck off = check(ROW_CHECK_STRETCH, hard != 0, CLOTH_WITHOUT_GEOMETRIC_STIFFNESS);
        gate_at_least("no_geometric_hessian", off.hessian, 1e3 * ROWS_ERROR, "1");
        gate_at_most("no_geometric_majorant", off.majorant, 1e3 * ROWS_MAJORANT, "1");
        /* The force does not know of it. */
        gate_at_most("no_geometric_gradient", off.gradient, ROWS_ERROR, "1");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rows_off");
    gate_add(suite, "without_geometric_stiffness", without_geometric_stiffness, 60);
    return gate_run(suite);
}
