/* reload.h: a finished result read back, so that --resume of it runs nothing. */
#ifndef LAB_RELOAD_H
#define LAB_RELOAD_H

#include "table.h"

/*
 * Reads the merged file of exactly this sweep and build, every point of which ended without a
 * crash.
 *   table  out; free with lab_table_free() when true is returned, untouched otherwise
 * False: there is no such file, or it is another's, or not whole; then the points are run.
 */
bool lab_table_reload(LabTable *table, const LabSweep *sweep, const char *path);

#endif
