/*
 * probe.h: running harness_probe in a folder of its own, and looking at what it left.
 *
 * Every test case begins with sandbox_enter() and ends with sandbox_leave(); a case that fails
 * leaves its folder behind and has printed where it is.
 */
#ifndef GATES_HARNESS_PROBE_H
#define GATES_HARNESS_PROBE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define PATH_SIZE 512
#define HASH_SIZE 65

void sandbox_enter(void); /* makes a new folder and goes there */
void sandbox_leave(void); /* goes back and removes it */

/* How a program ended and what it said. */
typedef struct Outcome {
    int exit_code; /* -1: ended by a signal */
    int ended_by;  /* the signal, 0: none */
    char out[16384];
    char err[16384];
} Outcome;

/* What stands in the way of a run; zeroed: nothing. */
typedef struct Obstacle {
    const char *fail_call; /* "write", "fsync" or "rename": fails through the preloaded shim */
    int64_t fail_after;    /* so many of them succeed first, over all processes of the run */
    int fail_errno;
    int64_t file_bytes_max; /* RLIMIT_FSIZE; 0: none */
} Obstacle;

/* Starts harness_probe with arguments separated by single blanks. Returns its process. */
pid_t probe_start(const char *arguments, const Obstacle *obstacle);
/* Waits for it. The outcome is static: good until the next wait. */
const Outcome *probe_wait(pid_t process);
const Outcome *probe(const char *arguments);

/* Runs any program likewise; argument[0] is its path, the list ends with NULL. */
const Outcome *run_program(const char *const *argument);

/* content_sha256 of a merged file; fails the case when it cannot be read. */
void content_hash(const char *path, char hash[HASH_SIZE]);

/* SHA-256 of a file's bytes; "absent" when it is not there. */
void file_hash(const char *path, char hash[HASH_SIZE]);

/* Files of a folder whose names begin with the prefix; 0 when the folder is not there. */
int64_t count_files(const char *folder, const char *prefix);

/* Waits until there are so many of them, half a minute at most; fails the case otherwise. */
void wait_for_files(const char *folder, const char *prefix, int64_t count);

/* A finished point's file: its inode tells whether it was written again. */
typedef struct Part {
    char name[32];
    ino_t inode;
} Part;

/* Lists the parts in a folder; returns their number, at most room. */
int64_t list_parts(const char *folder, Part *part, int64_t room);

void sleep_ms(int64_t milliseconds);

#endif
