/* table.h: the whole sweep in memory: what judge() reads and what the merged file holds. */
#ifndef LAB_TABLE_H
#define LAB_TABLE_H

#include "part.h"

typedef struct LabTable {
    const LabSweep *sweep;
    double **value;   /* (variable_count)(point_count x length[v]) row-major; NULL: not recorded */
    int64_t *length;  /* (variable_count) values of one point; of a series the longest */
    int8_t *status;   /* (point_count) LabPointStatus */
    double *wall_s;   /* (point_count) */
    char **message;   /* (point_count) NULL where there is none */
    int64_t steps;    /* longest series, at least 1 */
    int64_t missing;  /* points without a part */
    int64_t count[5]; /* of points by LabPointStatus */
} LabTable;

/*
 * Reads the parts of every point from the first of the folders that has one.
 *   table  out; free with lab_table_free() also on failure.
 * A point without a part is LAB_POINT_MISSING and NaN. LAB_BROKEN: a part is damaged or foreign.
 */
LabStatus lab_table_load(LabTable *table, const LabSweep *sweep, const char *const *folders,
                         int32_t folder_count, LabError *error);

/* A table without points: all missing, all values NaN. */
void lab_table_start(LabTable *table, const LabSweep *sweep);

void lab_table_free(LabTable *table);

/* Did every point end as the experiment set out for? */
bool lab_table_is_fine(const LabTable *table);

/* Hash of experiment, knobs, seed, mesh, statuses and every variable but the timings. */
void lab_table_digest(const LabTable *table, char hex[LAB_DIGEST_SIZE]);

#endif
