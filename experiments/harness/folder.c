#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "durable.h"
#include "h5read.h"
#include "manifest.h"

static const char lock_prefix[] = "lock-";

/* Going through the folder. */

typedef struct Listing {
    char **name; /* (count) */
    int64_t count;
} Listing;

static LabStatus list_folder(const char *path, Listing *listing, LabError *error) {
    *listing = (Listing){0};
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return lab_fail(error, LAB_BROKEN, "%s: cannot list the folder: %s", path, strerror(errno));
    }
    int64_t capacity = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (listing->count == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            listing->name = lab_resize(listing->name, (size_t)capacity, sizeof *listing->name);
        }
        listing->name[listing->count++] = lab_copy_text(entry->d_name);
    }
    (void)closedir(folder); /* only read */
    return LAB_DONE;
}

static void free_listing(Listing *listing) {
    for (int64_t i = 0; i < listing->count; i++) {
        free(listing->name[i]);
    }
    free(listing->name);
    *listing = (Listing){0};
}

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_temporary(const char *name) {
    return starts_with(name, LAB_TEMPORARY_PREFIX);
}

/* Locks. */

/* The process that holds a lock file, 0 when none does. Never asked of a lock held here: closing
 * any descriptor of a file drops this process's locks on it. */
static long holder_of(const char *folder, const char *name) {
    char *path = lab_print("%s/%s", folder, name);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    long holder = 0;
    if (file >= 0) {
        if (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
            holder = (long)lock.l_pid;
        }
        (void)close(file);
    }
    free(path);
    return holder;
}

/* Another slice of this folder that is being run: its holder, or 0. */
static long other_holder(const LabFolder *folder, const Listing *listing, const char **slice) {
    for (int64_t i = 0; i < listing->count; i++) {
        const char *name = listing->name[i];
        if (starts_with(name, lock_prefix) && strcmp(name, folder->lock_name) != 0) {
            const long holder = holder_of(folder->path, name);
            if (holder != 0) {
                *slice = name + strlen(lock_prefix);
                return holder;
            }
        }
    }
    return 0;
}

static LabStatus take_lock(LabFolder *folder, LabError *error) {
    char *path = lab_print("%s/%s", folder->path, folder->lock_name);
    LabStatus status = LAB_DONE;
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: cannot create: %s", path, strerror(errno));
    } else {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        if (fcntl(folder->lock, F_SETLK, &lock) != 0) {
            const int code = errno;
            const bool taken = code == EACCES || code == EAGAIN;
            status = taken
                         ? lab_fail(error, LAB_BROKEN,
                                    "%s: slice %s is being run by process %ld; wait for it, or "
                                    "choose another --out",
                                    folder->path, folder->lock_name + strlen(lock_prefix),
                                    holder_of(folder->path, folder->lock_name))
                         : lab_fail(error, LAB_BROKEN, "%s: cannot lock: %s", path, strerror(code));
        }
    }
    free(path);
    return status;
}

/* What is in it already. */

static int64_t count_parts(const Listing *listing) {
    int64_t parts = 0;
    for (int64_t i = 0; i < listing->count; i++) {
        parts += lab_part_index(listing->name[i]) >= 0;
    }
    return parts;
}

/* Every file of a folder of parts has a name of a known form. */
static LabStatus refuse_strangers(const LabFolder *folder, const Listing *listing,
                                  LabError *error) {
    for (int64_t i = 0; i < listing->count; i++) {
        const char *name = listing->name[i];
        if (!is_temporary(name) && lab_part_index(name) < 0 && !starts_with(name, lock_prefix) &&
            strcmp(name, LAB_MANIFEST_NAME) != 0) {
            return lab_fail(error, LAB_BROKEN,
                            "%s: holds %s, so it is no folder of parts; choose another --out",
                            folder->path, name);
        }
    }
    return LAB_DONE;
}

/* Removes files of the folder: all parts and temporaries, or temporaries alone. */
static LabStatus remove_files(const LabFolder *folder, const Listing *listing, bool parts,
                              LabError *error) {
    for (int64_t i = 0; i < listing->count; i++) {
        const char *name = listing->name[i];
        if (!is_temporary(name) && !(parts && lab_part_index(name) >= 0)) {
            continue;
        }
        char *path = lab_print("%s/%s", folder->path, name);
        const int code = unlink(path) == 0 ? 0 : errno;
        free(path);
        if (code != 0 && code != ENOENT) {
            return lab_fail(error, LAB_BROKEN, "%s/%s: cannot remove: %s", folder->path, name,
                            strerror(code));
        }
    }
    return LAB_DONE;
}

/* Compares what the folder says it is about with what is to be run. */
static LabStatus check_sweep(const LabFolder *folder, const LabSweep *sweep, bool may_differ,
                             int64_t parts, LabError *error) {
    LabManifest manifest;
    LabStatus status = lab_manifest_read(folder->path, &manifest, error);
    if (status != LAB_DONE) {
        return status;
    }
    LabText difference = {0};
    if (strcmp(manifest.experiment.name, sweep->experiment->name) != 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: holds parts of %s; choose another --out",
                          folder->path, manifest.experiment.name);
    } else {
        lab_sweep_difference(&manifest.sweep, sweep, &difference);
        if (difference.length > 0 && !may_differ) {
            status =
                lab_fail(error, LAB_BROKEN,
                         "%s: holds %lld finished points of another sweep (%s); --fresh throws "
                         "them away, --out puts the result elsewhere",
                         folder->path, (long long)parts, difference.text);
        }
    }
    lab_text_free(&difference);
    lab_manifest_free(&manifest);
    return status;
}

/* Under the lock: decides whether the folder may be used, and clears what is to go. */
static LabStatus settle(const LabFolder *folder, const LabSweep *sweep, bool fresh,
                        const Listing *listing, LabError *error) {
    const char *slice = "";
    const long other = other_holder(folder, listing, &slice);
    const int64_t parts = count_parts(listing);
    bool has_manifest = false;
    for (int64_t i = 0; i < listing->count; i++) {
        has_manifest = has_manifest || strcmp(listing->name[i], LAB_MANIFEST_NAME) == 0;
    }
    if (fresh && other != 0) {
        return lab_fail(error, LAB_BROKEN,
                        "%s: --fresh would throw away points of slice %s, which process %ld is "
                        "running",
                        folder->path, slice, other);
    }
    if (has_manifest) {
        const bool may_differ = fresh || (parts == 0 && other == 0);
        const LabStatus status = check_sweep(folder, sweep, may_differ, parts, error);
        if (status != LAB_DONE) {
            return status;
        }
    } else if (parts > 0) {
        return lab_fail(error, LAB_BROKEN, "%s: holds parts but no %s; choose another --out",
                        folder->path, LAB_MANIFEST_NAME);
    }
    /* What a killed process left half written; a running slice's own temporaries stay. */
    if (other == 0) {
        const LabStatus status = remove_files(folder, listing, fresh, error);
        if (status != LAB_DONE) {
            return status;
        }
    }
    return lab_manifest_write(folder->path, sweep, error);
}

LabStatus lab_folder_open(LabFolder *folder, const LabSweep *sweep, const LabOptions *options,
                          LabError *error) {
    *folder = (LabFolder){.lock = -1};
    folder->path = lab_print("%s.parts", options->out);
    folder->lock_name = lab_print("%s%d-of-%d", lock_prefix, options->shard, options->shard_count);
    LabStatus status = lab_make_folder(folder->path, error);
    Listing listing = {0};
    if (status == LAB_DONE) {
        status = list_folder(folder->path, &listing, error);
    }
    if (status == LAB_DONE) {
        status = refuse_strangers(folder, &listing, error);
    }
    if (status == LAB_DONE) {
        status = take_lock(folder, error);
    }
    if (status == LAB_DONE) {
        free_listing(&listing); /* as it was before the lock; what counts is now */
        status = list_folder(folder->path, &listing, error);
    }
    if (status == LAB_DONE) {
        status = settle(folder, sweep, options->fresh, &listing, error);
    }
    free_listing(&listing);
    if (status != LAB_DONE) {
        lab_folder_close(folder);
    }
    return status;
}

void lab_folder_close(LabFolder *folder) {
    if (folder->lock >= 0) {
        (void)close(folder->lock); /* drops the lock */
    }
    free(folder->path);
    free(folder->lock_name);
    *folder = (LabFolder){.lock = -1};
}

/* Empties and removes a folder of parts that goes by another name already. */
static LabStatus remove_folder(const char *path, LabError *error) {
    Listing listing;
    LabStatus status = list_folder(path, &listing, error);
    for (int64_t i = 0; i < listing.count && status == LAB_DONE; i++) {
        char *file = lab_print("%s/%s", path, listing.name[i]);
        if (unlink(file) != 0 && errno != ENOENT) {
            status = lab_fail(error, LAB_BROKEN, "%s: cannot remove: %s", file, strerror(errno));
        }
        free(file);
    }
    free_listing(&listing);
    if (status == LAB_DONE && rmdir(path) != 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: cannot remove: %s", path, strerror(errno));
    }
    return status;
}

LabStatus lab_folder_remove(LabFolder *folder, LabError *error) {
    Listing listing;
    LabStatus status = list_folder(folder->path, &listing, error);
    if (status != LAB_DONE) {
        return status;
    }
    const char *slice;
    const bool busy = other_holder(folder, &listing, &slice) != 0;
    free_listing(&listing);
    if (busy) {
        return LAB_DONE;
    }
    /* Renamed first, so that a kill half way leaves no folder with some of the parts. */
    char *merged = lab_print("%s.merged", folder->path);
    struct stat about;
    if (stat(merged, &about) == 0) {
        status = remove_folder(merged, error);
    }
    if (status == LAB_DONE && rename(folder->path, merged) != 0) {
        status =
            lab_fail(error, LAB_BROKEN, "%s: cannot rename: %s", folder->path, strerror(errno));
    }
    if (status == LAB_DONE) {
        status = remove_folder(merged, error);
    }
    free(merged);
    return status;
}

LabStatus lab_check_output(const char *path, const LabExperiment *experiment, LabError *error) {
    struct stat about;
    if (stat(path, &about) != 0) {
        return errno == ENOENT ? LAB_DONE
                               : lab_fail(error, LAB_BROKEN, "%s: %s", path, strerror(errno));
    }
    LabError inner;
    LabH5 *file = lab_h5_open(path, &inner);
    if (file == NULL) {
        return lab_fail(error, LAB_BROKEN, "%s; it stays as it is, choose another --out",
                        inner.message);
    }
    char *name = lab_h5_attribute(file, NULL, "experiment");
    char *source = lab_h5_attribute(file, NULL, "source");
    LabStatus status = LAB_DONE;
    if (name == NULL || strcmp(name, experiment->name) != 0 || source == NULL ||
        strcmp(source, "clothlab part") == 0) {
        status = lab_fail(error, LAB_BROKEN,
                          "%s: is no result of %s; it stays as it is, choose another --out", path,
                          experiment->name);
    }
    free(name);
    free(source);
    lab_h5_close(file);
    return status;
}
