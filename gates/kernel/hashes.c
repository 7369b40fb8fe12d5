/*
 * hashes.c: prints the hash of every case, one "scene solver hash" a line, so that builds of the
 * kernel can be compared. With --instruments each step brings instruments that ask for nothing; the
 * shipped kernel refuses them, and the program says so and exits with 1.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "step/instruments.h"

int main(int argc, char **argv) {
    const ClothInstruments nothing = {0};
    const bool brings = argc > 1 && strcmp(argv[1], "--instruments") == 0;
    for (int k = 0; k < CASE_COUNT; k++) {
        ClothError error = {0};
        uint64_t hash = 0;
        if (case_hash(k, brings ? &nothing : NULL, &hash, &error) != CLOTH_OK) {
            (void)fprintf(stderr, "%s: %s\n", case_name(k), error.message);
            return EXIT_FAILURE;
        }
        if (printf("%s %016" PRIx64 "\n", case_name(k), hash) < 0) {
            return EXIT_FAILURE;
        }
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
