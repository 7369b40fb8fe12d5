/*
 * lab_main.c: a run from its command line to its exit code.
 *
 * The order matters: everything that can be refused is refused before a point runs; a finished
 * point is on disk before the next thing happens; the merged file is published before parts are
 * removed.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "durable.h"
#include "folder.h"
#include "h5write.h"
#include "merge.h"
#include "reload.h"
#include "report.h"
#include "worker.h"

extern const LabBuild
    lab_build; /* generated for every program, see experiments/harness/CMakeLists.txt */

typedef struct Run {
    LabSweep sweep;
    LabOptions options;
    LabFolder folder;
    char *command_line;
    int64_t *slice; /* (slice_count) points of this slice */
    int64_t slice_count;
    int64_t *todo; /* (todo_count) those of them to be run */
    int64_t todo_count;
    const char **sources; /* (source_count) folders of parts, the run's own first */
    int32_t source_count;
} Run;

/* Which points. */

/* Points are dealt in turns, so that slices cost about the same. */
static void choose_slice(Run *run) {
    run->slice = lab_alloc((size_t)(run->sweep.point_count / run->options.shard_count) + 1,
                           sizeof *run->slice);
    for (int64_t p = run->options.shard - 1; p < run->sweep.point_count;
         p += run->options.shard_count) {
        run->slice[run->slice_count++] = p;
    }
}

/* A point is finished when a part says so; one that crashed gets another try. */
static LabStatus is_finished(const Run *run, int64_t index, bool *finished, LabError *error) {
    *finished = false;
    for (int32_t s = 0; s < run->source_count; s++) {
        if (lab_part_exists(run->sources[s], index)) {
            LabPointStatus point_status;
            const LabStatus status =
                lab_part_status(run->sources[s], &run->sweep.point[index], &point_status, error);
            *finished = status == LAB_DONE && point_status != LAB_POINT_CRASHED;
            return status;
        }
    }
    return LAB_DONE;
}

static LabStatus choose_todo(Run *run, LabError *error) {
    run->todo = lab_alloc((size_t)run->slice_count, sizeof *run->todo);
    LabStatus status = LAB_DONE;
    for (int64_t i = 0; i < run->slice_count && status == LAB_DONE; i++) {
        bool finished;
        status = is_finished(run, run->slice[i], &finished, error);
        if (status == LAB_DONE && !finished) {
            run->todo[run->todo_count++] = run->slice[i];
        }
    }
    return status;
}

static void choose_sources(Run *run) {
    run->source_count = 1 + run->options.merge_count;
    run->sources = lab_alloc((size_t)run->source_count, sizeof *run->sources);
    run->sources[0] = run->folder.path;
    for (int32_t m = 0; m < run->options.merge_count; m++) {
        run->sources[m + 1] = run->options.merge[m];
    }
}

/* Running them. */

static int64_t count_finished(const Run *run) {
    int64_t count = 0;
    for (int64_t i = 0; i < run->slice_count; i++) {
        bool finished = false;
        count += is_finished(run, run->slice[i], &finished, NULL) == LAB_DONE && finished;
    }
    return count;
}

static LabStatus run_points(Run *run, LabError *error) {
    const int64_t resumed = run->slice_count - run->todo_count;
    const LabExperiment *experiment = run->sweep.experiment;
    if (run->sweep.mesh_report[0] != '\0' && !run->options.quiet) {
        (void)fprintf(stderr, "%s\n", run->sweep.mesh_report);
    }
    if (resumed > 0 && !run->options.quiet) {
        (void)fprintf(stderr, "%s: goes on from %" PRId64 " finished points in %s\n",
                      experiment->name, resumed, run->folder.path);
    }
    /* Starting an HDF5 file is half of what a small point costs: once here, inherited by
     * workers. */
    LabH5Writer blank;
    lab_h5w_start(&blank);
    LabProgress progress;
    lab_progress_start(&progress, experiment->name, run->todo_count, run->options.quiet);
    const LabPool pool = {.sweep = &run->sweep,
                          .folder = run->folder.path,
                          .todo = run->todo,
                          .todo_count = run->todo_count,
                          .jobs = run->options.jobs,
                          .blank = &blank,
                          .progress = &progress};
    int interrupted_by;
    LabError reason;
    const LabStatus status = lab_pool_run(&pool, &interrupted_by, &reason);
    lab_progress_end(&progress);
    lab_h5w_drop(&blank);
    if (status != LAB_DONE) {
        return lab_fail(error, status,
                        "%s; %" PRId64 " of %" PRId64
                        " points are finished and kept, --resume goes on from them",
                        reason.message, count_finished(run), run->slice_count);
    }
    return LAB_DONE;
}

/* The result. */

static LabStatus exit_status(const LabTable *table, const LabJudgement *judgement) {
    if (!lab_table_is_fine(table)) {
        return LAB_BROKEN;
    }
    return judgement->failed > 0 ? LAB_UNSOUND : LAB_DONE;
}

static void report(const Run *run, const LabOutcome *outcome) {
    if (run->options.json) {
        lab_report_json(outcome);
    } else if (!run->options.quiet) {
        lab_report_table(outcome);
    }
}

/* Parts of a sweep run whole are of no use once merged. Those of a slice may be wanted elsewhere.
 */
static void clear_parts(Run *run) {
    LabError error;
    if (run->options.shard_count == 1 && !run->options.keep_parts &&
        lab_folder_remove(&run->folder, &error) != LAB_DONE) {
        (void)fprintf(stderr, "%s (the result is complete without it)\n", error.message);
    }
}

/* What there is to say of a whole sweep, whether it was run now or is read back. */
static LabStatus report_result(const Run *run, const LabTable *table, const LabJudgement *judgement,
                               int64_t resumed) {
    const LabOutcome outcome = {.sweep = &run->sweep,
                                .table = table,
                                .judgement = judgement,
                                .file = run->options.out,
                                .status = exit_status(table, judgement),
                                .points = run->slice_count,
                                .resumed = resumed};
    report(run, &outcome);
    return outcome.status;
}

/* A slice whose siblings are not finished yet is done for its part, unless points of it are bad. */
static LabStatus report_slice(const Run *run, const LabTable *table) {
    int64_t bad = 0;
    for (int64_t i = 0; i < run->slice_count; i++) {
        const int8_t status = table->status[run->slice[i]];
        bad += !lab_point_is_fine(run->sweep.experiment, (LabPointStatus)status);
    }
    const LabOutcome outcome = {.sweep = &run->sweep,
                                .status = bad > 0 ? LAB_BROKEN : LAB_DONE,
                                .points = run->slice_count,
                                .resumed = run->slice_count - run->todo_count};
    report(run, &outcome);
    if (!run->options.quiet) {
        (void)fprintf(stderr,
                      "%s: slice %d of %d is finished in %s (%" PRId64 " points not ok), %" PRId64
                      " points of other slices are missing; the slice that finishes last in this "
                      "folder merges, `./lab merge` or --merge FOLDER joins folders\n",
                      run->sweep.experiment->name, run->options.shard, run->options.shard_count,
                      run->folder.path, bad, table->missing);
    }
    return outcome.status;
}

static LabStatus publish(Run *run, const LabTable *table, LabError *error) {
    LabJudgement judgement;
    lab_judge(table, &judgement);
    LabStatus status =
        lab_merged_write(run->options.out, table, &judgement, run->command_line, error);
    if (status != LAB_DONE) {
        LabError reason = *error;
        (void)lab_fail(error, status, "%s; all points are finished and kept, --resume merges them",
                       reason.message);
    } else {
        status = report_result(run, table, &judgement, run->slice_count - run->todo_count);
        error->message[0] = '\0';
        if (table->count[LAB_POINT_CRASHED] == 0) {
            clear_parts(run);
        }
    }
    lab_judgement_free(&judgement);
    return status;
}

static LabStatus finish(Run *run, LabError *error) {
    LabTable table;
    LabStatus status = lab_table_load(&table, &run->sweep, run->sources, run->source_count, error);
    if (status == LAB_DONE) {
        status = table.missing > 0 ? report_slice(run, &table) : publish(run, &table, error);
    }
    lab_table_free(&table);
    return status;
}

/* A run. */

/* --resume of a result that is there already, its parts merged and gone: judged again, nothing run.
 */
static bool is_done_already(Run *run, LabStatus *status) {
    LabTable table;
    char *parts = lab_print("%s.parts", run->options.out);
    const bool merged = run->options.resume && access(parts, F_OK) != 0 &&
                        lab_table_reload(&table, &run->sweep, run->options.out);
    free(parts);
    if (merged) {
        LabJudgement judgement;
        lab_judge(&table, &judgement);
        *status = report_result(run, &table, &judgement, run->slice_count);
        lab_judgement_free(&judgement);
        lab_table_free(&table);
    }
    return merged;
}

static LabStatus run_sweep(Run *run, LabError *error) {
    LabStatus status = lab_check_output(run->options.out, run->sweep.experiment, error);
    if (status == LAB_DONE && is_done_already(run, &status)) {
        return status;
    }
    if (status == LAB_DONE) {
        status = lab_check_merged_folders(&run->sweep, "what is asked for", run->options.merge,
                                          run->options.merge_count, error);
    }
    if (status == LAB_DONE) {
        status = lab_folder_open(&run->folder, &run->sweep, &run->options, error);
    }
    if (status == LAB_DONE) {
        choose_sources(run);
        status = choose_todo(run, error);
    }
    if (status == LAB_DONE) {
        status = run_points(run, error);
    }
    return status == LAB_DONE ? finish(run, error) : status;
}

static void free_run(Run *run) {
    lab_folder_close(&run->folder);
    lab_options_free(&run->options);
    lab_sweep_free(&run->sweep);
    free(run->command_line);
    free(run->slice);
    free(run->todo);
    free(run->sources);
}

int lab_main(int argc, char **argv, const LabExperiment *experiment) {
    /* A full disk and a closed pipe come as return values, which are checked. */
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    LabError error = {0};
    Run run = {.sweep = {.experiment = experiment, .build = lab_build}, .folder = {.lock = -1}};
    run.command_line = lab_command_line(argc, argv);
    LabStatus status = lab_fill_standard_streams(&error);
    if (status == LAB_DONE) {
        status = lab_options_read(argc, argv, &run.sweep, &run.options, &error);
    }
    if (status == LAB_DONE) {
        choose_slice(&run);
        if (run.options.list_points) {
            lab_report_points(&run.sweep, run.slice, run.slice_count, run.options.json);
        } else {
            status = run_sweep(&run, &error);
        }
    }
    if (status != LAB_DONE && error.message[0] != '\0') {
        (void)fprintf(stderr, "%s: %s\n", experiment->name, error.message);
    }
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        (void)fprintf(stderr, "%s: cannot write to standard output\n", experiment->name);
        status = LAB_BROKEN;
    }
    free_run(&run);
    return (int)status;
}
