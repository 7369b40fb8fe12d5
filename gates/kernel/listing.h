/*
 * listing.h: what another program, or a file, says the hashes are.
 */
#ifndef GATES_KERNEL_LISTING_H
#define GATES_KERNEL_LISTING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Listing {
    char text[16384]; /* "a b hash" lines, NUL-terminated */
    int exit_code;    /* of the program; 0 of a file that was read, -1: neither ran nor was read */
} Listing;

/* Runs a program through the shell and keeps its output, stderr after stdout. */
void listing_run(const char *command, Listing *listing);

/* Reads a file; lines that begin with # are skipped. */
void listing_read(const char *path, Listing *listing);

/* The hash of a name such as "sheet avbd"; false when there is none. */
bool listing_find(const Listing *listing, const char *name, uint64_t *hash);

#endif
