/*
 * folder.h: the folder of parts beside an output, OUT.parts.
 *
 * It holds sweep.json, one part a finished point, and one lock file a slice. A lock is the kernel's
 * (fcntl), so it goes with its process however that ends, and tells who holds it; worker processes
 * do not inherit it.
 */
#ifndef LAB_FOLDER_H
#define LAB_FOLDER_H

#include "cli.h"
#include "part.h"

typedef struct LabFolder {
    char *path;
    char *lock_name; /* "lock-1-of-2" */
    int lock;        /* file descriptor, -1 when not held */
} LabFolder;

/*
 * Makes or enters the folder of options->out and takes the lock of the slice.
 *   folder  out; free with lab_folder_close().
 * LAB_BROKEN, with nothing changed: not writable, not ours, finished points of another sweep or
 * build in it, the slice is being run by another process, --fresh while other slices run.
 */
LabStatus lab_folder_open(LabFolder *folder, const LabSweep *sweep, const LabOptions *options,
                          LabError *error);

void lab_folder_close(LabFolder *folder);

/* Removes the folder once its parts are merged; leaves it when another slice is at work. Failure
 * loses nothing, so it is only told. */
LabStatus lab_folder_remove(LabFolder *folder, LabError *error);

/* Refuses an existing result file that is not this experiment's; nothing there is fine. */
LabStatus lab_check_output(const char *path, const LabExperiment *experiment, LabError *error);

#endif
