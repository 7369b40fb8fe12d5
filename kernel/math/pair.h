/*
 * pair.h: two doubles in one register, which every 64-bit processor has: a vector of GCC and Clang.
 */
#ifndef CLOTH_MATH_PAIR_H
#define CLOTH_MATH_PAIR_H

#include <string.h>

typedef double ClothPair __attribute__((vector_size(16)));

static inline ClothPair cloth_pair_load(const double from[2]) {
    ClothPair pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

#endif
