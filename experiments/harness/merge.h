/* merge.h: from parts to the one file that is read afterwards. */
#ifndef LAB_MERGE_H
#define LAB_MERGE_H

#include "judge.h"

typedef struct LabMergeReport {
    int64_t points;
    int64_t count[5]; /* by LabPointStatus */
    char content_sha256[LAB_DIGEST_SIZE];
} LabMergeReport;

/*
 * Publishes the merged file.
 *   judgement     in, may be NULL: a file without verdicts.
 *   command_line  in, what made it.
 * LAB_BROKEN: it could not be written; what stood at path stays.
 */
LabStatus lab_merged_write(const char *path, const LabTable *table, const LabJudgement *judgement,
                           const char *command_line, LabError *error);

/* Checks that folders of parts are of this sweep and build; first names where the sweep is from. */
LabStatus lab_check_merged_folders(const LabSweep *sweep, const char *first,
                                   const char *const *folders, int32_t folder_count,
                                   LabError *error);

/*
 * Merges folders of parts (slices run on different machines with different --out) without the
 * program that made them, hence without verdicts; that program, started with --merge FOLDER, gives
 * those too.
 *   path          in, of the result
 *   folders       (folder_count) in, each an OUT.parts; left as they are
 *   command_line  in, what made it
 *   report        out, may be NULL
 * LAB_BROKEN, with nothing written: a folder is not ours, or of another sweep or build than the
 * first; points are missing (the message counts and names the first); path is there and is no such
 * result.
 */
LabStatus lab_merge(const char *path, const char *const *folders, int32_t folder_count,
                    const char *command_line, LabMergeReport *report, LabError *error);

#endif
