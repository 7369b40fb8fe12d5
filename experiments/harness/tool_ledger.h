/* tool_ledger.h: the verdict lines a result carries, and what its scene was set to. */
#ifndef LAB_TOOL_LEDGER_H
#define LAB_TOOL_LEDGER_H

#include "error.h"
#include "h5read.h"

#include <stdint.h>

typedef struct ToolLedger {
    LabH5 *file;
    char *experiment; /* "e03_warm_start" */
    char *question;
    char *parameters; /* "links=20 mass_kg=0.0005 ...": every knob with its values */
    int64_t count;
    char **id; /* (count), and so are the next three */
    char **verdict;
    char **source; /* "" where there is no reference */
    char **text;
} ToolLedger;

/*
 * Opens a result and reads its verdict lines; a file without any has count 0.
 *   ledger  out, to be closed with tool_ledger_close() whatever is returned.
 * LAB_BROKEN when the file cannot be read.
 */
LabStatus tool_ledger_open(ToolLedger *ledger, const char *path, LabError *error);
void tool_ledger_close(ToolLedger *ledger);

#endif
