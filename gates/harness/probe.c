#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "digest.h"
#include "gate.h"
#include "h5read.h"

#define ARGUMENTS_MAX 48

static char sandbox[PATH_SIZE];
static char home[PATH_SIZE];

void sandbox_enter(void) {
    const char *root = getenv("TMPDIR");
    ck_assert(getcwd(home, sizeof home) != NULL);
    (void)snprintf(sandbox, sizeof sandbox, "%s/clothlab-gate-XXXXXX",
                   root == NULL ? "/tmp" : root);
    ck_assert_msg(mkdtemp(sandbox) != NULL, "%s: %s", sandbox, strerror(errno));
    ck_assert(chdir(sandbox) == 0);
    printf("in %s\n", sandbox);
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

void sandbox_leave(void) {
    ck_assert(chdir(home) == 0);
    ck_assert(nftw(sandbox, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0);
}

/* Running. */

static void set_number(const char *name, int64_t value) {
    char text[32];
    (void)snprintf(text, sizeof text, "%" PRId64, value);
    (void)setenv(name, text, 1);
}

/* In the child. A sanitizer that is built in must leave a crash a crash, and not mind the shim. */
static void put_in_the_way(const Obstacle *obstacle) {
    (void)setenv("ASAN_OPTIONS", "handle_segv=0:verify_asan_link_order=0", 1);
    (void)setenv("TSAN_OPTIONS", "handle_segv=0", 1);
    if (obstacle->fail_call != NULL) {
        (void)setenv("LD_PRELOAD", FAIL_IO_LIBRARY, 1);
        (void)setenv("FAIL_IO_CALL", obstacle->fail_call, 1);
        set_number("FAIL_IO_AFTER", obstacle->fail_after);
        set_number("FAIL_IO_ERRNO", obstacle->fail_errno);
    }
    if (obstacle->file_bytes_max > 0) {
        const struct rlimit limit = {(rlim_t)obstacle->file_bytes_max,
                                     (rlim_t)obstacle->file_bytes_max};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
            _exit(99);
        }
    }
}

static void send_output(const char *path, int descriptor) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, descriptor) < 0) {
        _exit(99);
    }
    (void)close(file);
}

static pid_t start(char **argument, const Obstacle *obstacle) {
    (void)fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        (void)signal(SIGINT, SIG_DFL);
        send_output("stdout.txt", STDOUT_FILENO);
        send_output("stderr.txt", STDERR_FILENO);
        put_in_the_way(obstacle);
        (void)execv(argument[0], argument);
        _exit(99);
    }
    ck_assert_msg(process > 0, "fork: %s", strerror(errno));
    return process;
}

pid_t probe_start(const char *arguments, const Obstacle *obstacle) {
    static const Obstacle none;
    char copy[2048];
    char program[] = HARNESS_PROBE;
    char *argument[ARGUMENTS_MAX] = {program};
    int count = 1;
    (void)snprintf(copy, sizeof copy, "%s", arguments);
    char *rest;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        ck_assert(count < ARGUMENTS_MAX - 1);
        argument[count++] = word;
    }
    return start(argument, obstacle == NULL ? &none : obstacle);
}

static void read_text(const char *path, char *text, size_t room) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    const size_t got = fread(text, 1, room - 1, file);
    text[got] = '\0';
    if (got > 0 && text[got - 1] == '\n') {
        text[got - 1] = '\0';
    }
    (void)fclose(file);
}

const Outcome *probe_wait(pid_t process) {
    static Outcome outcome;
    int state;
    pid_t ended;
    do {
        ended = waitpid(process, &state, 0);
    } while (ended < 0 && errno == EINTR);
    ck_assert(ended == process);
    outcome.exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    outcome.ended_by = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    read_text("stdout.txt", outcome.out, sizeof outcome.out);
    read_text("stderr.txt", outcome.err, sizeof outcome.err);
    return &outcome;
}

const Outcome *probe(const char *arguments) {
    return probe_wait(probe_start(arguments, NULL));
}

const Outcome *run_program(const char *const *argument) {
    static const Obstacle none;
    char *copy[ARGUMENTS_MAX] = {NULL};
    for (int i = 0; argument[i] != NULL; i++) {
        ck_assert(i < ARGUMENTS_MAX - 1);
        copy[i] = strdup(argument[i]);
        ck_assert(copy[i] != NULL);
    }
    const Outcome *outcome = probe_wait(start(copy, &none));
    for (int i = 0; copy[i] != NULL; i++) {
        free(copy[i]);
    }
    return outcome;
}

/* Looking. */

void content_hash(const char *path, char hash[HASH_SIZE]) {
    LabError error = {0};
    LabH5 *file = lab_h5_open(path, &error);
    ck_assert_msg(file != NULL, "%s", error.message);
    char *text = lab_h5_attribute(file, NULL, "content_sha256");
    ck_assert_msg(text != NULL && strlen(text) == HASH_SIZE - 1, "%s has no content_sha256", path);
    memcpy(hash, text, HASH_SIZE);
    free(text);
    lab_h5_close(file);
}

void file_hash(const char *path, char hash[HASH_SIZE]) {
    LabError error;
    if (lab_digest_of_file(path, hash, &error) != LAB_DONE) {
        (void)snprintf(hash, HASH_SIZE, "absent");
    }
}

int64_t count_files(const char *folder, const char *prefix) {
    DIR *open_folder = opendir(folder);
    int64_t count = 0;
    for (const struct dirent *entry;
         open_folder != NULL && (entry = readdir(open_folder)) != NULL;) {
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
    }
    if (open_folder != NULL) {
        (void)closedir(open_folder);
    }
    return count;
}

void wait_for_files(const char *folder, const char *prefix, int64_t count) {
    for (int turn = 0; turn < 3000 && count_files(folder, prefix) < count; turn++) {
        sleep_ms(10);
    }
    ck_assert_msg(count_files(folder, prefix) >= count, "%s: %s* never appeared", folder, prefix);
}

int64_t list_parts(const char *folder, Part *part, int64_t room) {
    DIR *open_folder = opendir(folder);
    int64_t count = 0;
    for (const struct dirent *entry;
         open_folder != NULL && (entry = readdir(open_folder)) != NULL;) {
        if (entry->d_name[0] == 'p' && count < room) {
            (void)snprintf(part[count].name, sizeof part[count].name, "%.31s", entry->d_name);
            part[count++].inode = entry->d_ino;
        }
    }
    if (open_folder != NULL) {
        (void)closedir(open_folder);
    }
    return count;
}

void sleep_ms(int64_t milliseconds) {
    const struct timespec time = {.tv_sec = (time_t)(milliseconds / 1000),
                                  .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    (void)nanosleep(&time, NULL);
}
