/* tool_claims.h: data/claims.tsv, the ledger of every claim, from the verdict lines of data/. */
#ifndef LAB_TOOL_CLAIMS_H
#define LAB_TOOL_CLAIMS_H

#include "error.h"
#include "text.h"

/* Writes the whole ledger: a header, then one line for each claim and experiment, sorted by claim.
 *   folder  in, where the recorded results (*.h5) lie.
 *   out     in/out, the text is added to it.
 * LAB_BROKEN when a result cannot be read. */
LabStatus tool_claims(const char *folder, LabText *out, LabError *error);

#endif
