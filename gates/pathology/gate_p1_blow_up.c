/*
 * gate_p1_blow_up: cloth does not explode, however absurd its parameters (P1, C18).
 *
 * Pathology: a state that is not finite, or a vertex block that is not positive definite and sends
 * its particle uphill. Mechanism: every term of the block is positive semidefinite on top of m/h^2;
 * its diagonal is lifted by what rounding may take; it is factorised as LDL^T; a step is cut to the
 * particle's shortest row. Scenes: scenes/fuzz.h, random topologies, masses over 15 decades,
 * stiffnesses to 1e12 N/m or hard, steps of 1 us to 10 s; and single stiff blocks. Measured in e17:
 * no failure in 200,000 steps, smallest pivot 1.0000000 m/h^2; in e06: determinants right to 1e-4
 * where cofactors have not even their sign. gate_p1_blow_up_off leaves each mechanism out.
 */
#include <stdio.h>

#include "gate.h"
#include "p1_limits.h"
#include "p1_solve.h"

/* "many" and "cloths": one line of one case. */
static const char *line(const char *name, const char *what) {
    static char text[64];
    (void)snprintf(text, sizeof text, "absurd_%s_%s", name, what);
    return text;
}

static void check(const char *name, const AbsurdPlan *plan) {
    Absurd absurd;
    ClothError error = {0};
    ck_assert_msg(absurd_run(plan, &absurd, &error) == CLOTH_OK, "%s", error.message);
    if (absurd.non_finite + absurd.not_positive > 0) {
        printf("GATE %s first failure: %s\n", name, absurd.first);
    }
    gate_equal(line(name, "non_finite"), absurd.non_finite, P1_FAILURES, "cloths");
    gate_equal(line(name, "not_positive"), absurd.not_positive, P1_FAILURES, "cloths");
    gate_at_least(line(name, "pivot"), absurd.pivot_ratio_min, P1_PIVOT_RATIO, "m/h^2");
    /* The scene is there: no step is skipped. */
    gate_equal(line(name, "steps"), absurd.steps, plan->cloths * plan->cloth_steps, "1");
}

START_TEST(many_absurd_cloths_stay_finite) {
    check("many", &p1_many);
}
END_TEST

START_TEST(some_absurd_cloths_stay_finite_for_longer) {
    check("some", &p1_some);
}
END_TEST

START_TEST(absurd_cloths_stay_finite_for_ten_thousand_steps) {
    check("long", &p1_long);
}
END_TEST

START_TEST(stiff_blocks_are_solved) {
    const P1Solve solve = p1_solve(NULL);
    gate_at_most("solve_uphill", solve.uphill, P1_SOLVE_UPHILL, "1");
    gate_at_most("solve_error", solve.error, P1_SOLVE_ERROR, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p1_blow_up");
    gate_add(suite, "many_absurd_cloths_stay_finite", many_absurd_cloths_stay_finite, 120);
    gate_add(suite, "some_absurd_cloths_stay_finite_for_longer",
             some_absurd_cloths_stay_finite_for_longer, 120);
    gate_add(suite, "absurd_cloths_stay_finite_for_ten_thousand_steps",
             absurd_cloths_stay_finite_for_ten_thousand_steps, 120);
    gate_add(suite, "stiff_blocks_are_solved", stiff_blocks_are_solved, 60);
    return gate_run(suite);
}
