/*
 * gate_colliders_off: without waking, what lies on a floor that has been lowered hangs in the air, and
 * what a ball is put into sleeps on. The on arm, and its limits: gate_colliders.
 */

#include "gate.h"
#include "ground.h"
#include "world/world.h"

static int asleep_after(void (*act)(Ground *ground)) {
    Ground ground = ground_asleep();
    ground.world->ablate = CLOTH_WITHOUT_WAKING;
    act(&ground);
    ground_step(&ground, 1);
    const int asleep = ground_condition(&ground, ground.near).asleep;
    cloth_world_destroy(ground.world);
    return asleep;
}

static void lower_floor(Ground *ground) {
    ClothPose pose = cloth_pose_identity();
    ClothError error = {0};
    pose.position[1] = -1.0;
    ground_must(cloth_world_move_collider(ground->world, ground->floor, &pose, &error), &error);
}

static void arrive_on_it(Ground *ground) {
    (void)ground_add_shape(ground->world, cloth_sphere(0.05), (double[3]){0.0, 0.05, 0.0});
}

START_TEST(without_waking_it_hangs_in_the_air) {
    gate_equal("unwoken_lower_floor_asleep", asleep_after(lower_floor), 1, "cloths");
    gate_equal("unwoken_arrive_on_it_asleep", asleep_after(arrive_on_it), 1, "cloths");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("colliders_off");
    gate_add(suite, "without_waking_it_hangs_in_the_air", without_waking_it_hangs_in_the_air, 60.0);
    return gate_run(suite);
}
