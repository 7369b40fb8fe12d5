/*
 * vectorised.h: elementwise loops compiled for more than one vector width.
 *
 * A function so marked is compiled for the baseline, AVX2 and AVX-512, and the loader picks. The
 * loops are elementwise and nothing is contracted (-ffp-contract=off), so all give the same bits.
 * Sanitizers start after the loader has picked and get the baseline alone.
 */
#ifndef CLOTH_STEP_VECTORISED_H
#define CLOTH_STEP_VECTORISED_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__) &&   \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__OPTIMIZE__)
#define CLOTH_VECTORISED                                                                           \
    __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define CLOTH_VECTORISED
#endif

#endif
