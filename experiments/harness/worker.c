#include "worker.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A worker ends with this plus the status of its point: not what exit() in an experiment would
 * give. */
#define EXIT_BASE      64
#define EXIT_UNWRITTEN 96 /* the part could not be written, and its report says why */

typedef struct Worker {
    pid_t process; /* 0: free */
    int64_t point;
    int report; /* where a worker that could not write its part says why */
} Worker;

typedef struct Crew {
    const LabPool *pool;
    Worker *worker; /* (jobs) */
    int32_t running;
    sigset_t asked;  /* signals waited for */
    sigset_t before; /* the mask to go back to */
} Crew;

/* The process of a point. */

static _Noreturn void run_point(const Crew *crew, int64_t index, int report, pid_t parent) {
    /* Die with the parent, also when it went between fork and here; leave Ctrl-C to it. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        _exit(LAB_BROKEN);
    }
    (void)signal(SIGINT, SIG_IGN);
    (void)sigprocmask(SIG_SETMASK, &crew->before, NULL);
    const LabPool *pool = crew->pool;
    const LabPoint *point = &pool->sweep->point[index];
    LabResult result;
    lab_result_start(&result, pool->sweep);
    const double start_s = lab_clock_s();
    pool->sweep->experiment->run_point(point, &result);
    result.wall_s = lab_clock_s() - start_s;
    LabError error;
    if (lab_part_write(pool->folder, point, &result, pool->blank, &error) != LAB_DONE) {
        /* A report that does not get through is told as one that says nothing. */
        const ssize_t written = write(report, error.message, strlen(error.message));
        (void)written;
        _exit(EXIT_UNWRITTEN);
    }
    _exit(EXIT_BASE + (int)result.status);
}

static LabStatus start_worker(Crew *crew, Worker *worker, int64_t point, LabError *error) {
    int ends[2];
    if (pipe(ends) != 0) {
        return lab_fail(error, LAB_BROKEN, "cannot make a pipe to a worker: %s", strerror(errno));
    }
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process == 0) {
        (void)close(ends[0]);
        run_point(crew, point, ends[1], parent);
    }
    const int code = errno;
    (void)close(ends[1]);
    if (process < 0) {
        (void)close(ends[0]);
        return lab_fail(error, LAB_BROKEN, "cannot start a worker: %s", strerror(code));
    }
    *worker = (Worker){.process = process, .point = point, .report = ends[0]};
    crew->running++;
    return LAB_DONE;
}

/* Its end. */

static char *crash_text(int state) {
    if (WIFSIGNALED(state)) {
        const int number = WTERMSIG(state);
        return lab_print("killed by signal %d (%s)%s", number, strsignal(number),
                         number == SIGKILL ? ": by hand, or out of memory" : "");
    }
    return lab_print("ended by itself with exit code %d", WEXITSTATUS(state));
}

/* A crashed point leaves a part as well: it is known, and other points are not waited for. */
static LabStatus record_crash(const Crew *crew, int64_t index, int state, LabError *error) {
    LabResult result;
    lab_result_start(&result, crew->pool->sweep);
    result.status = LAB_POINT_CRASHED;
    result.message = crash_text(state);
    const LabStatus status =
        lab_part_write(crew->pool->folder, &crew->pool->sweep->point[index], &result, NULL, error);
    lab_result_free(&result);
    return status;
}

/* What a worker that could not publish its part had to say. */
static LabStatus read_report(const Worker *worker, LabError *error) {
    char message[sizeof error->message];
    const ssize_t got = read(worker->report, message, sizeof message - 1);
    message[got > 0 ? got : 0] = '\0';
    return lab_fail(error, LAB_BROKEN, "%s",
                    got > 0 ? message : "a worker could not write its part, nor say why");
}

static LabStatus end_worker(Crew *crew, Worker *worker, int state, LabError *error) {
    LabStatus status = LAB_DONE;
    const int code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    const int point_status = code - EXIT_BASE;
    if (point_status >= LAB_POINT_OK && point_status <= LAB_POINT_FAILED) {
        lab_progress_point(crew->pool->progress, lab_point_is_fine(crew->pool->sweep->experiment,
                                                                   (LabPointStatus)point_status));
    } else if (code == EXIT_UNWRITTEN) {
        status = read_report(worker, error);
    } else {
        status = record_crash(crew, worker->point, state, error);
        lab_progress_point(crew->pool->progress, false);
    }
    (void)close(worker->report); /* only read */
    *worker = (Worker){0};
    crew->running--;
    return status;
}

static LabStatus reap(Crew *crew, LabError *error) {
    LabStatus status = LAB_DONE;
    int state;
    pid_t process;
    while (status == LAB_DONE && (process = waitpid(-1, &state, WNOHANG)) > 0) {
        for (int32_t w = 0; w < crew->pool->jobs; w++) {
            if (crew->worker[w].process == process) {
                status = end_worker(crew, &crew->worker[w], state, error);
            }
        }
    }
    return status;
}

/* Unfinished points are simply run again next time. */
static void stop_all(Crew *crew) {
    for (int32_t w = 0; w < crew->pool->jobs; w++) {
        Worker *worker = &crew->worker[w];
        if (worker->process != 0) {
            (void)kill(worker->process, SIGKILL);
            while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR) {
            }
            (void)close(worker->report);
            *worker = (Worker){0};
        }
    }
    crew->running = 0;
}

/* The crew. */

static LabStatus fill_up(Crew *crew, int64_t *next, LabError *error) {
    LabStatus status = LAB_DONE;
    for (int32_t w = 0; w < crew->pool->jobs && status == LAB_DONE; w++) {
        if (crew->worker[w].process == 0 && *next < crew->pool->todo_count) {
            status = start_worker(crew, &crew->worker[w], crew->pool->todo[*next], error);
            *next += status == LAB_DONE;
        }
    }
    return status;
}

/* Until a worker ends, somebody wants to stop, or a fifth of a second passes. */
static int wait_for_news(const Crew *crew) {
    const struct timespec patience = {.tv_nsec = 200000000};
    const int number = sigtimedwait(&crew->asked, NULL, &patience);
    return number == SIGINT || number == SIGTERM || number == SIGHUP ? number : 0;
}

/* A signal that is ignored (nohup, a shell's background job) stays so. */
static void ask_for(Crew *crew, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
        (void)sigaddset(&crew->asked, number);
    }
}

LabStatus lab_pool_run(const LabPool *pool, int *interrupted_by, LabError *error) {
    Crew crew = {.pool = pool};
    /* Inherited as ignored, workers would vanish without an exit code. */
    (void)signal(SIGCHLD, SIG_DFL);
    crew.worker = lab_alloc((size_t)pool->jobs, sizeof *crew.worker);
    (void)sigemptyset(&crew.asked);
    (void)sigaddset(&crew.asked, SIGCHLD);
    ask_for(&crew, SIGINT);
    ask_for(&crew, SIGTERM);
    ask_for(&crew, SIGHUP);
    (void)sigprocmask(SIG_BLOCK, &crew.asked, &crew.before);
    *interrupted_by = 0;
    int64_t next = 0;
    LabStatus status = fill_up(&crew, &next, error);
    while (status == LAB_DONE && crew.running > 0) {
        *interrupted_by = wait_for_news(&crew);
        if (*interrupted_by != 0) {
            status = lab_fail(error, LAB_BROKEN, "stopped by signal %d (%s)", *interrupted_by,
                              strsignal(*interrupted_by));
            break;
        }
        status = reap(&crew, error);
        if (status == LAB_DONE) {
            status = fill_up(&crew, &next, error);
        }
        lab_progress_tick(pool->progress);
    }
    stop_all(&crew);
    (void)sigprocmask(SIG_SETMASK, &crew.before, NULL);
    free(crew.worker);
    return status;
}
