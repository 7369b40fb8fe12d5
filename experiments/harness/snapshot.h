/*
 * snapshot.h: a cloth on disk: every field of its block as a plain dataset, with name, dimensions
 * and unit, and back to the bit.
 *
 * The file follows the kernel's field list (state/fields.h) and is of the build's precision: a
 * block of doubles is not read by a build that stores floats, nor the other way round.
 */
#ifndef LAB_SNAPSHOT_H
#define LAB_SNAPSHOT_H

#include "cloth.h"
#include "error.h"

/* Publishes the state at path: whole, or not at all and what was there stays. LAB_BROKEN names path
 * and reason. */
LabStatus lab_snapshot_write(const char *path, const ClothState *state, LabError *error);

/*
 * Reads a snapshot.
 *   state  out, a block with the very bytes that were written, to be freed with cloth_destroy();
 *          NULL on failure.
 * LAB_BROKEN: the file is not there or damaged, no snapshot, of another precision or version, or
 * its block fails cloth_check_block() or the hash it was written with; the message names file and
 * field.
 */
LabStatus lab_snapshot_read(const char *path, ClothState **state, LabError *error);

#endif
