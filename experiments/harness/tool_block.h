/*
 * tool_block.h: what a marker in MEASUREMENTS.md stands for.
 *
 *     <!-- table FILE VARIABLE... [where NAME=VALUE...] [across NAME] -->  ... <!-- /table -->
 *     <!-- verdicts FILE -->                                               ... <!-- /verdicts -->
 *     <!-- provenance FILE -->                                             ... <!-- /provenance -->
 *     <!-- value FILE VARIABLE [where NAME=VALUE...] -->...<!-- /value -->  (inside a line)
 */
#ifndef LAB_TOOL_BLOCK_H
#define LAB_TOOL_BLOCK_H

#include "error.h"
#include "text.h"

/*
 * Writes what belongs between a pair of markers.
 *   kind  in, "table", "verdicts", "provenance" or "value".
 *   words in, the rest of the opening marker.
 *   out   in/out, the text is added to it, whole lines but for "value".
 * LAB_USAGE: an unknown kind, or words that ask for what is not there; LAB_BROKEN: the file cannot
 * be read.
 */
LabStatus tool_block(const char *kind, const char *words, LabText *out, LabError *error);

#endif
