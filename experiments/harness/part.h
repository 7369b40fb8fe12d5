/* part.h: one finished point, one file. */
#ifndef LAB_PART_H
#define LAB_PART_H

#include "h5write.h"
#include "result.h"

/* folder/p000000012.h5; allocates. */
char *lab_part_path(const char *folder, int64_t index);

/* The index in a part's file name, -1 when it is no such name. */
int64_t lab_part_index(const char *name);

/*
 * Publishes the result of a point in the folder; on return it is on disk whole.
 *   blank  in/out, a started writer to be used up; NULL: one is started here.
 */
LabStatus lab_part_write(const char *folder, const LabPoint *point, const LabResult *result,
                         LabH5Writer *blank, LabError *error);

/* Is there a part of this point? */
bool lab_part_exists(const char *folder, int64_t index);

/*
 * Reads a part and checks that it is of this point, of these parameters and of this build.
 *   result  out; free with lab_result_free(). Untouched on failure.
 * LAB_BROKEN: damaged, or of another sweep or build; the message names the file and the advice.
 */
LabStatus lab_part_read(const char *folder, const LabPoint *point, LabResult *result,
                        LabError *error);

/* The same checks and the status alone, without the values. */
LabStatus lab_part_status(const char *folder, const LabPoint *point, LabPointStatus *status,
                          LabError *error);

#endif
