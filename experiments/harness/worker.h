/*
 * worker.h: the points of a slice, each in a process of its own.
 *
 * One fork a point, at most `jobs` at a time: nothing is carried from one point to the next, so
 * results do not depend on order or number of workers, and a crash costs its point alone. The
 * process of a point publishes its part; the parent does so for one that crashed. Workers die with
 * their parent.
 */
#ifndef LAB_WORKER_H
#define LAB_WORKER_H

#include "part.h"
#include "progress.h"

typedef struct LabPool {
    const LabSweep *sweep;
    const char *folder;
    const int64_t *todo; /* (todo_count) points to run, in this order */
    int64_t todo_count;
    int32_t jobs;
    LabH5Writer *blank; /* a started writer; every worker uses up its own copy of it */
    LabProgress *progress;
} LabPool;

/* Runs them all. LAB_BROKEN: a part could not be written, a process not started, or *interrupted_by
 * is the signal that asked to stop; the parts of finished points are on disk in each case. */
LabStatus lab_pool_run(const LabPool *pool, int *interrupted_by, LabError *error);

#endif
