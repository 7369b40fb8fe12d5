#include "merge.h"

#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "manifest.h"

/* Every folder must be about the same sweep, run by the same build. */
static LabStatus check_folder(const char *folder, const LabSweep *sweep, const char *first,
                              LabError *error) {
    LabManifest other;
    LabStatus status = lab_manifest_read(folder, &other, error);
    if (status != LAB_DONE) {
        return status;
    }
    LabText difference = {0};
    if (strcmp(other.experiment.name, sweep->experiment->name) != 0) {
        status = lab_fail(error, LAB_BROKEN, "%s: holds parts of %s, not of %s as %s", folder,
                          other.experiment.name, sweep->experiment->name, first);
    } else {
        lab_sweep_difference(sweep, &other.sweep, &difference);
        if (difference.length > 0) {
            status = lab_fail(error, LAB_BROKEN, "%s: is of another sweep than %s (%s)", folder,
                              first, difference.text);
        }
    }
    lab_text_free(&difference);
    lab_manifest_free(&other);
    return status;
}

LabStatus lab_check_merged_folders(const LabSweep *sweep, const char *first,
                                   const char *const *folders, int32_t folder_count,
                                   LabError *error) {
    LabStatus status = LAB_DONE;
    for (int32_t f = 0; f < folder_count && status == LAB_DONE; f++) {
        status = check_folder(folders[f], sweep, first, error);
    }
    return status;
}

static LabStatus refuse_missing(const LabTable *table, const char *path, LabError *error) {
    for (int64_t p = 0; p < table->sweep->point_count; p++) {
        if (table->status[p] == LAB_POINT_MISSING) {
            LabText text = {0};
            lab_point_text(&table->sweep->point[p], &text);
            const LabStatus status =
                lab_fail(error, LAB_BROKEN,
                         "%s: not written: %lld of %lld points are in none of the folders, the "
                         "first of them number %lld (%.200s)",
                         path, (long long)table->missing, (long long)table->sweep->point_count,
                         (long long)p, text.text);
            lab_text_free(&text);
            return status;
        }
    }
    return LAB_DONE;
}

static LabStatus merge_sweep(const char *path, const LabSweep *sweep, const char *const *folders,
                             int32_t folder_count, const char *command_line, LabMergeReport *report,
                             LabError *error) {
    LabTable table;
    LabStatus status = lab_table_load(&table, sweep, folders, folder_count, error);
    if (status == LAB_DONE) {
        status = refuse_missing(&table, path, error);
    }
    if (status == LAB_DONE) {
        status = lab_merged_write(path, &table, NULL, command_line, error);
    }
    if (status == LAB_DONE && report != NULL) {
        *report = (LabMergeReport){.points = sweep->point_count};
        memcpy(report->count, table.count, sizeof report->count);
        lab_table_digest(&table, report->content_sha256);
    }
    lab_table_free(&table);
    return status;
}

LabStatus lab_merge(const char *path, const char *const *folders, int32_t folder_count,
                    const char *command_line, LabMergeReport *report, LabError *error) {
    if (folder_count < 1) {
        return lab_fail(error, LAB_USAGE, "merge: no folder of parts is given");
    }
    LabManifest manifest;
    LabStatus status = lab_manifest_read(folders[0], &manifest, error);
    if (status != LAB_DONE) {
        return status;
    }
    status =
        lab_check_merged_folders(&manifest.sweep, folders[0], folders + 1, folder_count - 1, error);
    if (status == LAB_DONE) {
        status = lab_check_output(path, &manifest.experiment, error);
    }
    if (status == LAB_DONE) {
        status =
            merge_sweep(path, &manifest.sweep, folders, folder_count, command_line, report, error);
    }
    lab_manifest_free(&manifest);
    return status;
}
