/*
 * couple.h: which particles each particle is joined to through bend rows alone, worked out once at
 * build; where a distance row joins the two as well, the bend rows' coefficient rides on its slot.
 */
#ifndef CLOTH_BUILD_COUPLE_H
#define CLOTH_BUILD_COUPLE_H

#include "cloth.h"
#include "state/state.h"

/* Particle i's couples are neighbour[offset[i]] .. neighbour[offset[i + 1] - 1], rising. */
typedef struct ClothCoupleTable {
    int32_t particle_count;
    int32_t couple_count;
    int32_t *offset;    /* (particle_count + 1) */
    int32_t *neighbour; /* (couple_count), stored numbering */
} ClothCoupleTable;

/*
 * Lists the couples of a graph's stencils.
 *   graph         in, checked
 *   stored_index  (particle_count) in, graph -> stored numbering
 *   table         out, zeroed on failure. Allocates; free with cloth_couple_table_free()
 * CLOTH_BAD_ARGUMENT when there are more neighbours than int32_t counts, CLOTH_NO_MEMORY.
 */
ClothStatus cloth_couple_table_build(const ClothGraph *graph, const int32_t *stored_index,
                                     ClothCoupleTable *table, ClothError *error);
void cloth_couple_table_free(ClothCoupleTable *table);

/* Writes the table into a block whose slots are filled, with the link of each ordered pair of each
 * bend row. */
void cloth_couple_table_fill(const ClothCoupleTable *table, const ClothView *view);

#endif
