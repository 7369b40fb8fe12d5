/* p1_rises.h: the energy rises of P1's two scenes, with mechanisms left out or not. */
#ifndef GATES_PATHOLOGY_P1_RISES_H
#define GATES_PATHOLOGY_P1_RISES_H

#include <stdint.h>

#include "observers/rises.h"

/* A cape of 24 x 32 particles with hard edges, thrown outwards at 2 m/s. */
Rises p1_cape(uint32_t ablate);

/* Absurd cloths; *refused: out, how many of them a step was refused on. */
Rises p1_absurd(uint32_t ablate, int64_t *refused);

#endif
