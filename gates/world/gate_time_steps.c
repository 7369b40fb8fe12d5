/*
 * gate_time_steps: whatever the lengths of its steps, a cloth stays in one piece and comes to rest.
 *
 * Mechanism                                        prevents                          measured by
 *   pieces: a long step has more substeps          gravity outweighing hard rows     e41
 *   a cut: 0.2 s of a step are simulated           a hitch that costs 300 frames     e41
 *   a band that follows the longest substep        energy pumped by uneven steps     e41
 *
 * Scene: a chain of 12 links and a sheet of 8 x 12 of every library fabric, swung at 3 m/s, under
 * steady, alternating, stuttering and random steps, and a hitch of 5 s. The same limits with each
 * mechanism left out: gate_time_steps_off.
 */
#include <stdio.h>

#include "gate.h"
#include "scenes/extreme.h"
#include "time_steps.h"

static void name_of(char line[96], TimePattern pattern, const char *what) {
    (void)snprintf(line, 96, "%s_%s", time_pattern_text(pattern), what);
}

/* Over all fabrics and both shapes. */
START_TEST(bounded_and_back_at_rest) {
    const TimePattern pattern = (TimePattern)_i;
    TimeSeen worst = {0};
    int awake = 0;
    for (int f = 0; f < CLOTH_FABRICS; f++) {
        for (int sheet = 0; sheet < 2; sheet++) {
            const TimeSeen seen =
                time_steps((ClothFabricName)f, sheet == 1, pattern, TIME_WITH_ALL);
            raise_to(&worst.reach, seen.reach);
            raise_to(&worst.speed, seen.speed);
            raise_to(&worst.energy, seen.energy);
            awake += !seen.asleep;
        }
    }
    char line[96];
    name_of(line, pattern, "reach");
    gate_at_most(line, worst.reach, TIME_REACH, "1");
    name_of(line, pattern, "speed");
    gate_at_most(line, worst.speed, TIME_SPEED_M_S, "m/s");
    name_of(line, pattern, "energy");
    gate_at_most(line, worst.energy, TIME_ENERGY, "1");
    name_of(line, pattern, "awake");
    gate_equal(line, awake, 0, "cloths");
}
END_TEST

/* A step of 5 s does what one of 0.2 s does, to the bit; and one of 0 nothing. */
START_TEST(a_hitch_is_a_long_step) {
    gate_equal("hitch_bytes", time_hitch_bytes(5.0, TIME_WITH_ALL), 0, "bytes");
    gate_at_least("shorter_bytes", (double)time_hitch_bytes(0.19, TIME_WITH_ALL), 1.0, "bytes");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("time_steps");
    TCase *each = tcase_create("bounded_and_back_at_rest");
    tcase_set_timeout(each, 100.0);
    tcase_add_loop_test(each, bounded_and_back_at_rest, 0, TIME_PATTERNS);
    suite_add_tcase(suite, each);
    gate_add(suite, "a_hitch_is_a_long_step", a_hitch_is_a_long_step, 30.0);
    return gate_run(suite);
}
