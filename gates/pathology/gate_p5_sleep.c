/*
 * gate_p5_sleep: what has come to rest falls asleep, keeps every bit, and is woken gently.
 *
 * Pathology (P5): jitter at rest, which costs a step a frame for ever and creeps. Its second half is
 * worse: a cloth put to sleep in the middle of a swing, or one that a moved holder does not wake.
 *
 * Mechanism                                          prevents                       measured by
 *   sleep after a window of stillness                 steps for nothing, drift       e23
 *   a window in proportion to the swing's period      sleep at a turning point       e42
 *   waking on whatever a cloth can see                a cloth left hanging in air    e23
 *   multipliers kept, speeds and accelerations not    a jump when woken              e23
 *
 * Scene: 12 links of 0.05 m and 0.01 kg of every library fabric, swung at 3 m/s; a rope of 20 m. The
 * same limits with each mechanism left out: gate_p5_sleep_off; what wakes and what does not, one by
 * one: gates/world/gate_waking.
 */
#include <stdio.h>

#include "gate.h"
#include "p5_sleep.h"

static double slept[CLOTH_FABRICS];

START_TEST(every_fabric_sleeps) {
    const ClothFabricName name = (ClothFabricName)_i;
    const P5Sleep seen = p5_sleep(name, 0);
    char line[64];
    (void)snprintf(line, sizeof line, "%s_engaged", cloth_fabric_text(name));
    gate_at_least(line, seen.watch.speed_peak_m_s, P5_SWUNG_M_S, "m/s");
    (void)snprintf(line, sizeof line, "%s_sleep_steps", cloth_fabric_text(name));
    gate_at_most(line, seen.steps, P5_SLEEP_STEPS, "1");
    (void)snprintf(line, sizeof line, "%s_asleep_bytes", cloth_fabric_text(name));
    gate_at_most(line, seen.bytes, 0.0, "1");
    (void)snprintf(line, sizeof line, "%s_wake_gain", cloth_fabric_text(name));
    gate_at_most(line, seen.wake_gain, P5_WAKE_GAIN, "1");
    (void)snprintf(line, sizeof line, "%s_wake_energy", cloth_fabric_text(name));
    gate_at_most(line, seen.wake_energy, P5_WAKE_ENERGY, "1");
    (void)snprintf(line, sizeof line, "%s_woken_by_holder", cloth_fabric_text(name));
    gate_at_most(line, seen.after_holder, 0.0, "1");
}
END_TEST

/* More damping never sleeps later: pairs of fabrics in which it does. */
START_TEST(sleep_comes_in_the_order_of_damping) {
    int inverted = 0;
    for (int a = 0; a < CLOTH_FABRICS; a++) {
        slept[a] = p5_sleep((ClothFabricName)a, 0).steps;
    }
    for (int a = 0; a < CLOTH_FABRICS; a++) {
        for (int b = 0; b < CLOTH_FABRICS; b++) {
            const double less = cloth_fabric((ClothFabricName)a).damping;
            const double more = cloth_fabric((ClothFabricName)b).damping;
            inverted += less < more && !(slept[b] < slept[a]);
        }
    }
    gate_equal("damping_order", inverted, 0, "pairs");
}
END_TEST

START_TEST(no_swing_is_stopped_where_it_turns) {
    gate_at_most("lost_swing", p5_lost(false), P5_LOST, "1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("p5_sleep");
    TCase *each = tcase_create("every_fabric_sleeps");
    tcase_set_timeout(each, 60.0);
    tcase_add_loop_test(each, every_fabric_sleeps, 0, CLOTH_FABRICS);
    suite_add_tcase(suite, each);
    gate_add(suite, "sleep_comes_in_the_order_of_damping", sleep_comes_in_the_order_of_damping,
             60.0);
    gate_add(suite, "no_swing_is_stopped_where_it_turns", no_swing_is_stopped_where_it_turns, 60.0);
    return gate_run(suite);
}
