/*
 * tool_view.h: some variables of a result file as a table: the axes they share, the values chosen
 * along each, and a cursor that walks the rest row by row.
 */
#ifndef LAB_TOOL_VIEW_H
#define LAB_TOOL_VIEW_H

#include "error.h"
#include "h5read.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ToolAxis {
    const char *name;
    const char *unit; /* "" where the file has none */
    double *number;   /* (length in the file) or NULL */
    char **text;      /* likewise; one of the two is set */
    int64_t file_length;
    int64_t *chosen; /* (length) indices into the file's dimension, ascending */
    int64_t length;
    bool fixed; /* by a choice of one value: it needs no column */
} ToolAxis;

typedef struct ToolColumn {
    const LabH5Variable *variable;
    double *number;                  /* (variable->count) or NULL */
    char **text;                     /* likewise; one of the two is set */
    int64_t stride[LAB_H5_RANK_MAX]; /* (axis_count) elements from one index of an axis to the next;
                                        0 where the variable does not depend on it */
} ToolColumn;

typedef struct ToolView {
    LabH5 *file;
    ToolAxis axis[LAB_H5_RANK_MAX];
    int32_t axis_count;
    ToolColumn *column; /* (column_count) */
    int32_t column_count;
} ToolView;

/* How a number is written. */
typedef enum ToolDigits {
    TOOL_EXACT, /* the fewest digits, at least 15 where needed, that read back the same */
    TOOL_BRIEF  /* for people: four significant digits, six on an axis, whole numbers whole */
} ToolDigits;

/*
 * Opens a file and looks at `count` variables of it (axes may be asked for like variables). The
 * axes are those of the variable with most dimensions; every other variable may depend on some of
 * them only.
 *   view  out, to be closed with tool_view_close() whatever is returned.
 * LAB_USAGE: an unknown or unusable name (with the list of known ones). LAB_BROKEN: it cannot be
 * read.
 */
LabStatus tool_view_open(ToolView *view, const char *path, const char *const *names, int32_t count,
                         LabError *error);
void tool_view_close(ToolView *view);

/* Keeps only the values of one axis that `where` ("NAME=VALUE" or "NAME=VALUE,VALUE") names. A name
 * that is no axis of the view must be a parameter of the file with that very value. LAB_USAGE if
 * not. */
LabStatus tool_view_where(ToolView *view, const char *where, LabError *error);

/* Makes an axis the slowest, or the fastest, of the walk. LAB_USAGE if there is no such axis. */
LabStatus tool_view_slowest(ToolView *view, const char *name, LabError *error);
LabStatus tool_view_fastest(ToolView *view, const char *name, LabError *error);

/* Steps a cursor (axis_count, starting at zeros) through the first `axes` axes, the last of those
 * fastest. Returns the slowest axis that moved, -1 at the end. */
int32_t tool_view_next(const ToolView *view, int64_t *cursor, int32_t axes);

/* One value as text, to be freed. Texts are quoted where quoted is true. */
char *tool_view_axis_text(const ToolView *view, int32_t axis, int64_t index, ToolDigits digits,
                          bool quoted);
char *tool_view_cell_text(const ToolView *view, int32_t column, const int64_t *cursor,
                          ToolDigits digits, bool quoted);

#endif
