/*
 * tool_record.c: `labtool record FILE FOLDER`: from out/ to data/, what MEASUREMENTS.md may quote.
 *
 * A record must be repeatable: of the full size, every point run to its end, nothing failed, and of
 * a commit that anybody can check out.
 */
#include "durable.h"
#include "text.h"
#include "tool.h"
#include "tool_ledger.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The attribute must say exactly this, or the record is refused with the reason and the advice. */
static LabStatus need(const LabH5 *file, const char *name, const char *wanted, const char *advice,
                      LabError *error) {
    char *is = lab_h5_attribute(file, NULL, name);
    LabStatus status = LAB_DONE;
    if (is == NULL || strcmp(is, wanted) != 0) {
        status = lab_fail(error, LAB_UNSOUND, "%s: not recorded: its %s is %s, not %s; %s",
                          file->path, name, is == NULL ? "missing" : is, wanted, advice);
    }
    free(is);
    return status;
}

static LabStatus check(const ToolLedger *ledger, LabError *error) {
    static const char *const needed[][3] = {
        {"smoke", "0", "run it without --smoke"},
        {"status", "complete", "look at its variables status and message, then run it again"},
        {"git_dirty", "false", "commit the sources, build and run it again"},
    };
    LabStatus status = LAB_DONE;
    for (size_t k = 0; k < sizeof needed / sizeof needed[0] && status == LAB_DONE; ++k) {
        status = need(ledger->file, needed[k][0], needed[k][1], needed[k][2], error);
    }
    for (int64_t k = 0; k < ledger->count && status == LAB_DONE; ++k) {
        if (strcmp(ledger->verdict[k], "failed") == 0) {
            status = lab_fail(error, LAB_UNSOUND, "%s: not recorded: %s failed: %s",
                              ledger->file->path, ledger->id[k], ledger->text[k]);
        }
    }
    if (status == LAB_DONE && ledger->experiment[0] == '\0') {
        status = lab_fail(error, LAB_UNSOUND, "%s: not recorded: no result of an experiment",
                          ledger->file->path);
    }
    return status;
}

static LabStatus publish(const char *from, const char *to, LabError *error) {
    void *bytes = NULL;
    size_t size = 0;
    LabStatus status = lab_read_file(from, &bytes, &size, error);
    if (status == LAB_DONE) {
        status = lab_durable_write(to, bytes, size, error);
    }
    free(bytes);
    return status;
}

int tool_record(int argc, char **argv) {
    if (argc != 3) {
        (void)fprintf(stderr, "labtool record: a result file and the folder for it are wanted\n");
        return LAB_USAGE;
    }
    LabError error = {{0}};
    ToolLedger ledger;
    LabStatus status = tool_ledger_open(&ledger, argv[1], &error);
    if (status == LAB_DONE) {
        status = check(&ledger, &error);
    }
    if (status == LAB_DONE) {
        char *to = lab_print("%s/%s.h5", argv[2], ledger.experiment);
        status = publish(argv[1], to, &error);
        if (status == LAB_DONE) {
            (void)printf("recorded: %s\n", to);
        }
        free(to);
    }
    tool_ledger_close(&ledger);
    if (status != LAB_DONE) {
        (void)fprintf(stderr, "lab record: %s\n", error.message);
    }
    return (int)status;
}
