/*
 * fuzz_cases.h: random cloth, stepped and hashed.
 */
#ifndef GATES_KERNEL_FUZZ_CASES_H
#define GATES_KERNEL_FUZZ_CASES_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"

enum { FUZZ_CASES = 120, FUZZ_STEPS = 6 };

/* Hash of the fuzzed scene of a seed after up to FUZZ_STEPS steps, each solver in turn with the
 * seed. A refused step ends the run, and its status goes into the hash. Returns false when the
 * scene cannot be built. */
bool fuzz_hash(uint64_t seed, const struct ClothInstruments *instruments, uint64_t *hash);

#endif
