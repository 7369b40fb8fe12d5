#include "durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* One line for one failed system call. */
static LabStatus io_failed(LabError *error, const char *path, const char *what, int code) {
    return lab_fail(error, LAB_BROKEN, "%s: cannot %s: %s", path, what, strerror(code));
}

char *lab_folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return lab_copy_text(".");
    }
    return slash == path ? lab_copy_text("/") : lab_copy_range(path, (size_t)(slash - path));
}

const char *lab_base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static LabStatus write_all(int file, const char *path, const void *bytes, size_t count,
                           LabError *error) {
    const char *next = bytes;
    while (count > 0) {
        const ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return io_failed(error, path, "write", written < 0 ? errno : EIO);
        }
        next += written;
        count -= (size_t)written;
    }
    return LAB_DONE;
}

static LabStatus sync_folder(const char *path, LabError *error) {
    char *folder = lab_folder_of(path);
    LabStatus status = LAB_DONE;
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        status = io_failed(error, folder, "open the folder", errno);
    } else {
        if (fsync(file) != 0) {
            status = io_failed(error, folder, "fsync the folder", errno);
        }
        if (close(file) != 0 && status == LAB_DONE) {
            status = io_failed(error, folder, "close the folder", errno);
        }
    }
    free(folder);
    return status;
}

/* Fills the temporary; on failure it is gone again. */
static LabStatus write_temporary(const char *temporary, const char *path, const void *bytes,
                                 size_t count, LabError *error) {
    const int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        return io_failed(error, path, "create a temporary beside it", errno);
    }
    LabStatus status = write_all(file, path, bytes, count, error);
    if (status == LAB_DONE && fsync(file) != 0) {
        status = io_failed(error, path, "fsync", errno);
    }
    if (close(file) != 0 && status == LAB_DONE) {
        status = io_failed(error, path, "close", errno);
    }
    return status;
}

LabStatus lab_durable_write(const char *path, const void *bytes, size_t count, LabError *error) {
    char *folder = lab_folder_of(path);
    char *temporary =
        lab_print("%s/%s%ld-%s", folder, LAB_TEMPORARY_PREFIX, (long)getpid(), lab_base_of(path));
    LabStatus status = write_temporary(temporary, path, bytes, count, error);
    if (status == LAB_DONE && rename(temporary, path) != 0) {
        status = io_failed(error, path, "rename the temporary to it", errno);
    }
    if (status == LAB_DONE) {
        status = sync_folder(path, error);
    } else {
        (void)unlink(temporary);
    }
    free(temporary);
    free(folder);
    return status;
}

static LabStatus read_all(int file, const char *path, char *bytes, size_t count, LabError *error) {
    size_t have = 0;
    while (have < count) {
        const ssize_t got = read(file, bytes + have, count - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return io_failed(error, path, "read", got < 0 ? errno : EIO);
        }
        have += (size_t)got;
    }
    return LAB_DONE;
}

LabStatus lab_read_file(const char *path, void **bytes, size_t *count, LabError *error) {
    *bytes = NULL;
    *count = 0;
    /* Without O_NONBLOCK a pipe would be waited for before it can be told that it is one. */
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return io_failed(error, path, "open", errno);
    }
    struct stat about;
    LabStatus status = LAB_DONE;
    if (fstat(file, &about) != 0) {
        status = io_failed(error, path, "stat", errno);
    } else if (!S_ISREG(about.st_mode)) {
        status = lab_fail(error, LAB_BROKEN, "%s: not a regular file", path);
    } else {
        *count = (size_t)about.st_size;
        *bytes = lab_alloc(*count + 1, 1);
        status = read_all(file, path, *bytes, *count, error);
    }
    (void)close(file); /* nothing was written: a failing close loses nothing */
    if (status != LAB_DONE) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

LabStatus lab_fill_standard_streams(LabError *error) {
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        const int mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", mode) != number) {
            return io_failed(error, "/dev/null", "open in place of a closed stream", errno);
        }
    }
    return LAB_DONE;
}

LabStatus lab_make_folder(const char *path, LabError *error) {
    if (mkdir(path, 0777) == 0) {
        return LAB_DONE;
    }
    int code = errno;
    if (code == ENOENT && strchr(path, '/') != NULL) {
        char *above = lab_folder_of(path);
        const LabStatus status =
            strcmp(above, path) == 0 ? LAB_BROKEN : lab_make_folder(above, error);
        free(above);
        if (status != LAB_DONE) {
            return status;
        }
        if (mkdir(path, 0777) == 0) {
            return LAB_DONE;
        }
        code = errno;
    }
    struct stat about;
    if (code == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        return LAB_DONE;
    }
    return io_failed(error, path, "make the folder", code);
}
