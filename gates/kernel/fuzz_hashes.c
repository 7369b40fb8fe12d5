/*
 * fuzz_hashes.c: prints the hash of every fuzzed case, one "fuzz seed hash" a line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz_cases.h"

int main(void) {
    for (uint64_t seed = 1; seed <= FUZZ_CASES; seed++) {
        uint64_t hash = 0;
        if (!fuzz_hash(seed, NULL, &hash)) {
            (void)fprintf(stderr, "seed %" PRIu64 " cannot be built\n", seed);
            return EXIT_FAILURE;
        }
        if (printf("fuzz %" PRIu64 " %016" PRIx64 "\n", seed, hash) < 0) {
            return EXIT_FAILURE;
        }
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
