/*
 * fail_io.c: a library to preload that makes write, fsync or rename fail, as a full or dying disk
 * does.
 *
 * FAIL_IO_CALL   which of them
 * FAIL_IO_AFTER  so many succeed first, counted over the program and its workers
 * FAIL_IO_ERRNO  what the rest fails with
 *
 * Only writes to regular files count: what a program says and its pipes go on working.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long *calls; /* shared with the processes forked from this one */
static const char *failing = "";
static long after;
static int failure;

__attribute__((constructor)) static void read_orders(void) {
    const char *call = getenv("FAIL_IO_CALL");
    const char *count = getenv("FAIL_IO_AFTER");
    const char *code = getenv("FAIL_IO_ERRNO");
    void *page =
        mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (call == NULL || count == NULL || code == NULL || page == MAP_FAILED) {
        return;
    }
    calls = page;
    after = strtol(count, NULL, 10);
    failure = (int)strtol(code, NULL, 10);
    failing = call;
}

/* Is this call the one, and is it its turn? */
static bool must_fail(const char *call) {
    if (calls == NULL || strcmp(call, failing) != 0 || atomic_fetch_add(calls, 1) < after) {
        return false;
    }
    errno = failure;
    return true;
}

/* The function of that name that would have been called. ISO C has no cast from an object pointer.
 */
static void next_function(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    struct stat about;
    if (next == NULL) {
        next_function("write", &next, sizeof next);
    }
    if (file > 2 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && must_fail("write")) {
        return -1;
    }
    return next(file, bytes, count);
}

int fsync(int file) {
    static int (*next)(int);
    if (next == NULL) {
        next_function("fsync", &next, sizeof next);
    }
    return must_fail("fsync") ? -1 : next(file);
}

int rename(const char *from, const char *to) {
    static int (*next)(const char *, const char *);
    if (next == NULL) {
        next_function("rename", &next, sizeof next);
    }
    return must_fail("rename") ? -1 : next(from, to);
}
