/*
 * rng.h: splitmix64 (Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014):
 * 64 bits of state, every seed is a good one, the same numbers on every machine.
 */
#ifndef CLOTH_MATH_RNG_H
#define CLOTH_MATH_RNG_H

#include <math.h>
#include <stdint.h>

typedef struct Rng {
    uint64_t state; /* any value; the seed to begin with */
} Rng;

static inline uint64_t rng_bits(Rng *rng) {
    rng->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = rng->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in [0, 1): the top 53 bits. */
static inline double rng_unit(Rng *rng) {
    return (double)(rng_bits(rng) >> 11) * 0x1p-53;
}

/* Uniform in [low, high). */
static inline double rng_range(Rng *rng, double low, double high) {
    return low + (high - low) * rng_unit(rng);
}

/* Log-uniform in [low, high), 0 < low < high: every decade is as likely as another. */
static inline double rng_log_range(Rng *rng, double low, double high) {
    return low * pow(high / low, rng_unit(rng));
}

/* Uniform over 0 .. count - 1, count > 0; a product with 53 bits, whose bias is below 2^-22. */
static inline int32_t rng_below(Rng *rng, int32_t count) {
    return (int32_t)(rng_unit(rng) * (double)count);
}

/* Each component uniform in [-size, size). */
static inline void rng_vector(Rng *rng, double size, double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = rng_range(rng, -size, size);
    }
}

#endif
