/*
 * e13_arithmetic.h: how fast one core of this machine can possibly do arithmetic in double
 * precision, measured where a frame is measured.
 */
#ifndef EXPERIMENTS_E13_ARITHMETIC_H
#define EXPERIMENTS_E13_ARITHMETIC_H

/* Operations a second of independent AVX2 multiply-add chains, a multiply-add being two: the best
 * of `bursts`. NaN where the machine has no AVX2 and FMA. */
double arithmetic_multiply_adds(int bursts);

/* Square roots a second, each with a division beside it, in independent AVX2 chains: the best of
 * `bursts`. NaN likewise. */
double arithmetic_roots(int bursts);

#endif
