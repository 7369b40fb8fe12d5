/*
 * durable.h: a file is there whole or not at all.
 *
 * A temporary beside the target, write, fsync, close, rename, fsync of the folder; every return
 * checked. What stood at the path before stays intact until the rename.
 */
#ifndef LAB_DURABLE_H
#define LAB_DURABLE_H

#include <stddef.h>

#include "error.h"

/* Temporaries are named with this prefix, so that what a killed process leaves can be told from
 * data. */
#define LAB_TEMPORARY_PREFIX ".tmp-"

/* Publishes bytes[count] at path. LAB_BROKEN names the path, the step that failed and its errno. */
LabStatus lab_durable_write(const char *path, const void *bytes, size_t count, LabError *error);

/* Reads a whole file; *bytes is allocated and the caller's to free. LAB_BROKEN as above. */
LabStatus lab_read_file(const char *path, void **bytes, size_t *count, LabError *error);

/* A standard stream that came closed would have its number taken by the next file, and what is
 * printed would end in there. Puts something in its place that no print gets through to. */
LabStatus lab_fill_standard_streams(LabError *error);

/* Creates a folder and those above it; existing ones are fine. */
LabStatus lab_make_folder(const char *path, LabError *error);

/* The folder of a path, "." when it names none. Allocates. */
char *lab_folder_of(const char *path);

/* The last component of a path. Points into it. */
const char *lab_base_of(const char *path);

#endif
