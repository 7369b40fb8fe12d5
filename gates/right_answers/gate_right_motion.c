/*
 * gate_right_motion: things that move do so as implicit Euler says they must (V01, V04, V05, V08,
 * V14).
 *
 * Pathology: a wrong target, a row whose force or whose multiplier is wrong, a velocity that is not
 * the difference of positions; each shows as another way, factor, period, order or spin. Mechanism:
 * the inertial target, v = (x - x_before) / h, the soft row's force, the hard row's dual update.
 * Scenes: experiments/scenes/right_motion.c; closed forms: right_forms.c. Each case is run sound
 * and with the flaw that right_answers.c names, and its limit lies between the two. Measured: e18,
 * and beside each limit. V05's errors are what 0.05 rad adds to the small swing of the closed form;
 * the large swing is compared with its own recursion.
 */
#include "gate.h"
#include "right_gate.h"

START_TEST(v01_free_fall) {
    right_gate(RIGHT_v01_drop, 1e-9);       /* measured 6.1e-15, limit 1e-9, off 0.033, e18 */
    right_gate(RIGHT_v01_drop_120, 1e-9);   /* measured 1.1e-14, limit 1e-9, off 0.017, e18 */
    right_gate(RIGHT_v01_speed, 1e-9);      /* measured 1.6e-14, limit 1e-9, off 0.017, e18 */
    right_gate(RIGHT_v01_sheet_drop, 1e-7); /* measured 2.3e-15, limit 1e-7, off 0.033, e18 */
}
END_TEST

/* The sheet's first step must start from free fall: begun where the sheet was, its four iterations
 * leave it 3.6e-5 behind for good. */
START_TEST(v01_free_fall_shipping) {
    right_gate_shipping(RIGHT_v01_drop, 1e-9); /* measured 2.3e-15, limit 1e-9, off 0.033, e18 */
    right_gate_shipping(RIGHT_v01_drop_120,
                        1e-9);                  /* measured 1.2e-14, limit 1e-9, off 0.017, e18 */
    right_gate_shipping(RIGHT_v01_speed, 1e-9); /* measured 1.1e-14, limit 1e-9, off 0.017, e18 */
    right_gate_shipping(RIGHT_v01_sheet_drop, 1e-7); /* measured 2.3e-15, limit 1e-7, off 0.033 */
}
END_TEST

START_TEST(v04_oscillator) {
    right_gate(RIGHT_v04_factor_1hz, 1e-6); /* measured 2.5e-14, limit 1e-6, off 0.0054, e18 */
    right_gate(RIGHT_v04_period_1hz, 1e-6); /* measured 3.2e-13, limit 1e-6, off 0.29, e18 */
    right_gate(RIGHT_v04_factor_5hz, 1e-6); /* measured 4.1e-15, limit 1e-6, off 0.093, e18 */
    right_gate(RIGHT_v04_period_5hz, 1e-6); /* measured 1.8e-14, limit 1e-6, off 0.24, e18 */
}
END_TEST

START_TEST(v04_oscillator_shipping) {
    right_gate_shipping(RIGHT_v04_factor_1hz, 1e-6); /* measured 1.3e-13, off 0.0054, e18 */
    right_gate_shipping(RIGHT_v04_period_1hz, 1e-6); /* measured 2.0e-13, off 0.29, e18 */
    right_gate_shipping(RIGHT_v04_factor_5hz, 1e-6); /* measured 1.6e-15, off 0.093, e18 */
    right_gate_shipping(RIGHT_v04_period_5hz, 1e-6); /* measured 1.4e-14, off 0.24, e18 */
}
END_TEST

START_TEST(v05_pendulum) {
    right_gate(RIGHT_v05_period, 1e-3);         /* measured 1.2e-4, limit 1e-3, off 0.12, e18 */
    right_gate(RIGHT_v05_half_swing, 2e-3);     /* measured 1.1e-4, limit 2e-3, off 0.0086, e18 */
    right_gate(RIGHT_v05_period_240, 1e-3);     /* measured 1.4e-4, limit 1e-3, off 0.12, e18 */
    right_gate(RIGHT_v05_half_swing_240, 5e-4); /* measured 3.5e-5, limit 5e-4, off 0.0021, e18 */
    right_gate(RIGHT_v05_period_short, 1e-3);   /* measured 8.2e-5, limit 1e-3, off 0.12, e18 */
    right_gate(RIGHT_v05_large_swing, 1e-6);    /* measured 8.4e-16, limit 1e-6, off 0.12, e18 */
    right_gate(RIGHT_v05_strain, 1e-6);         /* measured 8.7e-14, limit 1e-6, off 3.7e-4, e18 */
}
END_TEST

START_TEST(v05_pendulum_shipping) {
    right_gate_shipping(RIGHT_v05_period, 1e-3);         /* measured 1.2e-4, off 0.12, e18 */
    right_gate_shipping(RIGHT_v05_half_swing, 2e-3);     /* measured 1.1e-4, off 0.0086, e18 */
    right_gate_shipping(RIGHT_v05_period_240, 1e-3);     /* measured 1.4e-4, off 0.12, e18 */
    right_gate_shipping(RIGHT_v05_half_swing_240, 5e-4); /* measured 3.5e-5, off 0.0021, e18 */
    right_gate_shipping(RIGHT_v05_period_short, 1e-3);   /* measured 8.3e-5, off 0.12, e18 */
    right_gate_shipping(RIGHT_v05_large_swing, 1e-5);    /* measured 1.9e-8, off 0.12, e18 */
    right_gate_shipping(RIGHT_v05_strain, 1e-5);         /* measured 4.1e-7, off 3.7e-4, e18 */
}
END_TEST

START_TEST(v08_first_order) {
    right_gate(RIGHT_v08_pendulum, 0.1); /* measured 0.034, limit 0.1, off 1.9, e18 */
    right_gate(RIGHT_v08_release, 0.1);  /* measured 0.012, limit 0.1, off 2.2, e18 */
}
END_TEST

START_TEST(v14_spinning_pair) {
    right_gate(RIGHT_v14_spin, 1e-6);      /* measured 5.7e-13, limit 1e-6, off 0.073, e18 */
    right_gate(RIGHT_v14_spin_240, 1e-6);  /* measured 8.7e-14, limit 1e-6, off 0.14, e18 */
    right_gate(RIGHT_v14_spin_fast, 1e-6); /* measured 6.9e-14, limit 1e-6, off 0.010, e18 */
    right_gate(RIGHT_v14_axis, 1e-8);      /* measured 3.5e-15, limit 1e-8, off 1.0e-3, e18 */
}
END_TEST

START_TEST(v14_spinning_pair_shipping) {
    right_gate_shipping(RIGHT_v14_spin, 1e-3);      /* measured 2.2e-5, off 0.073, e18 */
    right_gate_shipping(RIGHT_v14_spin_240, 1e-3);  /* measured 9.3e-6, off 0.14, e18 */
    right_gate_shipping(RIGHT_v14_spin_fast, 2e-3); /* measured 3.2e-4, off 0.011, e18 */
    right_gate_shipping(RIGHT_v14_axis, 1e-8);      /* measured 1.4e-15, off 1.0e-3, e18 */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_motion");
    gate_add(suite, "v01_free_fall", v01_free_fall, 60.0);
    gate_add(suite, "v01_free_fall_shipping", v01_free_fall_shipping, 60.0);
    gate_add(suite, "v04_oscillator", v04_oscillator, 60.0);
    gate_add(suite, "v04_oscillator_shipping", v04_oscillator_shipping, 60.0);
    gate_add(suite, "v05_pendulum", v05_pendulum, 60.0);
    gate_add(suite, "v05_pendulum_shipping", v05_pendulum_shipping, 60.0);
    gate_add(suite, "v08_first_order", v08_first_order, 120.0);
    gate_add(suite, "v14_spinning_pair", v14_spinning_pair, 60.0);
    gate_add(suite, "v14_spinning_pair_shipping", v14_spinning_pair_shipping, 60.0);
    return gate_run(suite);
}
