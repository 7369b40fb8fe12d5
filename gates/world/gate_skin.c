/*
 * gate_skin: a backstop that rides in a cloth's frame carries the cloth in front of it.
 *
 * Pathology: the frame's motion is taken off the particles and not off their planes. A wearer who
 * runs is through his shirt in the first step, and as what a plane finds behind it is let out slowly,
 * he stays through it. Or a plane sweeps through a cloth that was reset. Mechanism: world/motion.c.
 * Scene: a sheet a thickness in front of a skin that goes forward. Off: gate_skin_off.
 */
#include "skin.h"

#include <string.h>

#include "gate.h"

START_TEST(a_runner_stays_behind_his_shirt) {
    Skin skin = skin_worn();
    gate_at_most("skin_depth", skin_deepest(&skin, 9.0), SKIN_DEPTH_M, "m");
    /* It is the skin that carries it: without one the sheet is left far behind. */
    skin_put(&skin, 0.0, 0.0, 0.0);
    gate_at_least("skin_guard_without", skin_deepest(&skin, 9.0), 20 * SKIN_DEPTH_M, "m");
    cloth_world_destroy(skin.world);
}
END_TEST

START_TEST(no_plane_sweeps_through_what_is_reset) {
    Skin skin = skin_worn();
    Skin bare = skin_worn();
    ClothError error = {0};
    double x[2][3 * SKIN_PARTICLES];
    skin_put(&bare, 0.0, 0.0, 0.0);
    for (int k = 0; k < 2; k++) {
        Skin *one = k == 0 ? &skin : &bare;
        skin_step(one, 0.0);
        ck_assert(cloth_world_reset(one->world, one->cloth, &error) == CLOTH_OK);
    }
    /* From behind the sheet, facing forward, to before it, facing back; half way it faces up, and what
     * hangs is behind it. */
    skin_put(&skin, 0.5, -1.0, 0.1);
    for (int k = 0; k < 2; k++) {
        Skin *one = k == 0 ? &skin : &bare;
        skin_step(one, 0.0);
        cloth_positions(cloth_world_state(one->world, one->cloth), x[k]);
        cloth_world_destroy(one->world);
    }
    gate_equal("skin_reset_as_without", memcmp(x[0], x[1], sizeof x[0]) == 0, 1, "bits");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("skin");
    gate_add(suite, "a_runner_stays_behind_his_shirt", a_runner_stays_behind_his_shirt, 60.0);
    gate_add(suite, "no_plane_sweeps_through_what_is_reset", no_plane_sweeps_through_what_is_reset,
             60.0);
    return gate_run(suite);
}
