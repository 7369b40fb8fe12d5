/* cli.h: the command line every experiment shares. */
#ifndef LAB_CLI_H
#define LAB_CLI_H

#include <stdint.h>

#include "sweep.h"

#define LAB_JOBS_MAX   4096
#define LAB_SHARDS_MAX 1000000

typedef struct LabOptions {
    int32_t jobs;        /* worker processes at once */
    int32_t shard;       /* from 1 */
    int32_t shard_count; /* 1: the whole sweep */
    bool resume;
    bool fresh;
    bool keep_parts;
    bool list_points;
    bool json;
    bool quiet;
    char *out;          /* owned */
    const char **merge; /* (merge_count) other folders of parts to take points from */
    int32_t merge_count;
} LabOptions;

/*
 * Reads the command line.
 *   sweep    in: experiment and build; out: the whole, complete. Free with lab_sweep_free().
 *   options  out; free with lab_options_free().
 * --help prints and exits 0; what argp itself refuses exits 2. LAB_USAGE: the rest.
 */
LabStatus lab_options_read(int argc, char **argv, LabSweep *sweep, LabOptions *options,
                           LabError *error);

void lab_options_free(LabOptions *options);

/* The text of --help around the options: what is asked, what there is to turn. Allocates. */
char *lab_help_text(const LabExperiment *experiment);

#endif
