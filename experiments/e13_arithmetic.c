/*
 * e13_arithmetic.c: see e13_arithmetic.h. A multiply-add has a latency of four or five cycles and
 * two start every cycle, so that ten chains or more are needed to keep the units busy; twelve, and
 * their two factors, fit into the sixteen registers.
 */
#include "e13_arithmetic.h"

#include <math.h>
#include <stdbool.h>

#include "timing.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { ROUNDS = 40000, LANES = 4 };

static bool has_vectors(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

/* Written to by every burst, so that no burst is worked out at compile time or left out. */
static volatile double sink;

__attribute__((target("avx2,fma"))) static void keep(__m256d sum) {
    sink = _mm256_cvtsd_f64(sum);
}

__attribute__((target("avx2,fma"))) static double multiply_add_burst(void) {
    const __m256d m = _mm256_set1_pd(0.999999);
    const __m256d c = _mm256_set1_pd(1e-6);
    __m256d a0 = _mm256_set1_pd(1.00), a1 = _mm256_set1_pd(1.01), a2 = _mm256_set1_pd(1.02);
    __m256d a3 = _mm256_set1_pd(1.03), a4 = _mm256_set1_pd(1.04), a5 = _mm256_set1_pd(1.05);
    __m256d a6 = _mm256_set1_pd(1.06), a7 = _mm256_set1_pd(1.07), a8 = _mm256_set1_pd(1.08);
    __m256d a9 = _mm256_set1_pd(1.09), a10 = _mm256_set1_pd(1.10), a11 = _mm256_set1_pd(1.11);
    const double start = timing_now_s();
    for (int k = 0; k < ROUNDS; k++) {
        a0 = _mm256_fmadd_pd(a0, m, c);
        a1 = _mm256_fmadd_pd(a1, m, c);
        a2 = _mm256_fmadd_pd(a2, m, c);
        a3 = _mm256_fmadd_pd(a3, m, c);
        a4 = _mm256_fmadd_pd(a4, m, c);
        a5 = _mm256_fmadd_pd(a5, m, c);
        a6 = _mm256_fmadd_pd(a6, m, c);
        a7 = _mm256_fmadd_pd(a7, m, c);
        a8 = _mm256_fmadd_pd(a8, m, c);
        a9 = _mm256_fmadd_pd(a9, m, c);
        a10 = _mm256_fmadd_pd(a10, m, c);
        a11 = _mm256_fmadd_pd(a11, m, c);
    }
    const __m256d low = _mm256_add_pd(_mm256_add_pd(_mm256_add_pd(a0, a1), _mm256_add_pd(a2, a3)),
                                      _mm256_add_pd(a4, a5));
    const __m256d high = _mm256_add_pd(_mm256_add_pd(_mm256_add_pd(a6, a7), _mm256_add_pd(a8, a9)),
                                       _mm256_add_pd(a10, a11));
    keep(_mm256_add_pd(low, high));
    return timing_now_s() - start;
}

__attribute__((target("avx2,fma"))) static double root_burst(void) {
    const __m256d c = _mm256_set1_pd(1.7);
    __m256d a0 = _mm256_set1_pd(1.1), a1 = _mm256_set1_pd(1.2), a2 = _mm256_set1_pd(1.3);
    __m256d a3 = _mm256_set1_pd(1.4), a4 = _mm256_set1_pd(1.5), a5 = _mm256_set1_pd(1.6);
    const double start = timing_now_s();
    for (int k = 0; k < ROUNDS / 10; k++) {
        a0 = _mm256_div_pd(c, _mm256_sqrt_pd(a0));
        a1 = _mm256_div_pd(c, _mm256_sqrt_pd(a1));
        a2 = _mm256_div_pd(c, _mm256_sqrt_pd(a2));
        a3 = _mm256_div_pd(c, _mm256_sqrt_pd(a3));
        a4 = _mm256_div_pd(c, _mm256_sqrt_pd(a4));
        a5 = _mm256_div_pd(c, _mm256_sqrt_pd(a5));
    }
    keep(_mm256_add_pd(_mm256_add_pd(_mm256_add_pd(a0, a1), _mm256_add_pd(a2, a3)),
                       _mm256_add_pd(a4, a5)));
    return timing_now_s() - start;
}

static double best(double (*burst)(void), int bursts, double operations) {
    if (!has_vectors()) {
        return NAN;
    }
    double least = INFINITY;
    for (int k = 0; k < bursts; k++) {
        least = fmin(least, burst());
    }
    return least > 0.0 ? operations / least : NAN;
}

double arithmetic_multiply_adds(int bursts) {
    return best(multiply_add_burst, bursts, 2.0 * 12 * LANES * ROUNDS);
}

double arithmetic_roots(int bursts) {
    return best(root_burst, bursts, 6.0 * LANES * (ROUNDS / 10));
}

#else

double arithmetic_multiply_adds(int bursts) {
    (void)bursts;
    return NAN;
}

double arithmetic_roots(int bursts) {
    (void)bursts;
    return NAN;
}

#endif
