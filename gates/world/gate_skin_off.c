/*
 * gate_skin_off: with its planes left where the frame has them a runner is through his shirt. The on
 * arm, and its limit: gate_skin.
 */
#include "skin.h"

#include "gate.h"
#include "world/world.h"

START_TEST(left_behind_a_shirt_is_run_through) {
    Skin skin = skin_worn();
    skin.world->ablate = CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK;
    gate_at_least("skin_off_depth", skin_deepest(&skin, 9.0), 10 * SKIN_DEPTH_M, "m");
    cloth_world_destroy(skin.world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("skin_off");
    gate_add(suite, "left_behind_a_shirt_is_run_through", left_behind_a_shirt_is_run_through, 60.0);
    return gate_run(suite);
}
