/*
 * gate_reconstruct_off: with one mechanism of reconstruction left out, gate_reconstruct's limits
 * break.
 *
 * The shapes and limits of shapes.h, in the ablation build. Each arm names the limit its mechanism
 * is there for.
 */
#include <stdint.h>

#include "gate.h"
#include "joints.h"
#include "shapes.h"
#include "world/reconstruct.h"

/* With everything there, the ablation build has the shipped one's bits. */
START_TEST(nothing_left_out) {
    gate_equal("on_hash.differs", joints_hash() != JOINTS_HASH, 0, "1");
    gate_at_most("on_rigid", shapes_rigid_rad(0), SHAPES_ERROR_RAD, "rad");
    gate_at_most("on_recomposed", shapes_recomposed_m(0), SHAPES_RECOMPOSED_M, "m");
}
END_TEST

/* measured 3.0 and 3.1 rad: what a swing cannot see, all of a turn about the normal */
START_TEST(without_twist_a_turned_sheet_is_not) {
    gate_at_least("no_twist_rigid", shapes_rigid_rad(CLOTH_WITHOUT_TWIST), 1.0, "rad");
    gate_at_least("no_twist_rolled", shapes_rolled_rad(CLOTH_WITHOUT_TWIST), 1e3 * SHAPES_ERROR_RAD,
                  "rad");
}
END_TEST

/* measured 3.1 rad */
START_TEST(without_its_normal_a_rolled_sheet_does_not_face_out) {
    gate_at_least("no_normal_rolled", shapes_rolled_rad(CLOTH_WITHOUT_NORMAL_SWING), 0.1, "rad");
    gate_at_least("no_normal_rigid", shapes_rigid_rad(CLOTH_WITHOUT_NORMAL_SWING), 1.0, "rad");
}
END_TEST

/* measured 0.09 rad: half of a joint's bend; all of it is then on one side */
START_TEST(without_the_halfway_a_rope_is_hinged) {
    gate_at_least("no_halfway_bent", shapes_bent_rad(CLOTH_WITHOUT_HALFWAY), 0.08, "rad");
}
END_TEST

/* measured 3.0 m */
START_TEST(without_locals_a_recomposition_undoes_the_cloth) {
    gate_at_least("no_local_recomposed", shapes_recomposed_m(CLOTH_WITHOUT_LOCAL), 0.1, "m");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reconstruct_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 20.0);
    gate_add(suite, "without_twist_a_turned_sheet_is_not", without_twist_a_turned_sheet_is_not,
             20.0);
    gate_add(suite, "without_its_normal_a_rolled_sheet_does_not_face_out",
             without_its_normal_a_rolled_sheet_does_not_face_out, 20.0);
    gate_add(suite, "without_the_halfway_a_rope_is_hinged", without_the_halfway_a_rope_is_hinged,
             20.0);
    gate_add(suite, "without_locals_a_recomposition_undoes_the_cloth",
             without_locals_a_recomposition_undoes_the_cloth, 20.0);
    return gate_run(suite);
}
