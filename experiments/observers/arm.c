#include "observers/arm.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "step/instruments.h"

uint32_t arm_bits(const char *word) {
    static const struct {
        const char *word;
        uint32_t bits;
    } arms[] = {
        {"shipped", 0},
        {"no_geometric", CLOTH_WITHOUT_GEOMETRIC_STIFFNESS},
        {"no_ldlt", CLOTH_WITHOUT_LDLT},
        {"no_cap", CLOTH_WITHOUT_STEP_CAP},
        {"no_lift", CLOTH_WITHOUT_ROUNDING_LIFT},
    };
    for (size_t k = 0; k < sizeof arms / sizeof arms[0]; k++) {
        if (strcmp(word, arms[k].word) == 0) {
            return arms[k].bits;
        }
    }
    assert(false && "a word of ARM_CHOICES");
    return 0;
}
