/*
 * tool_table.c: `labtool table`: the axes, then the variables, tab-separated under a `#` header;
 * or, when none is asked for, what there is to ask for.
 *
 * gnuplot reads the shape off the blank lines: one where a scan of the fastest axis ends (splot and
 * pm3d need it), two where a block of --by ends (`index` counts those; a comment above each names
 * it).
 */
#include "text.h"
#include "tool.h"
#include "tool_view.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX 256

typedef struct Request {
    const char *path;
    const char *name[NAMES_MAX];
    int32_t name_count;
    const char *where[NAMES_MAX];
    int32_t where_count;
    const char *by;
    const char *across;
} Request;

static const struct argp_option options[] = {
    {"where", 'w', "NAME=VALUE", 0,
     "Only these values of an axis (several: commas); one value takes the axis' column away; "
     "repeatable",
     0},
    {"by", 'b', "NAME", 0, "A block of its own for each value of an axis", 0},
    {"across", 'a', "NAME", 0, "A column of its own for each value of an axis", 0},
    {0},
};

static error_t take(int key, char *argument, struct argp_state *state) {
    Request *request = state->input;
    switch (key) {
    case 'w':
        if (request->where_count == NAMES_MAX) {
            argp_error(state, "more than %d --where", NAMES_MAX);
        }
        request->where[request->where_count++] = argument;
        return 0;
    case 'b':
        request->by = argument;
        return 0;
    case 'a':
        request->across = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (request->path == NULL) {
            request->path = argument;
        } else if (request->name_count == NAMES_MAX) {
            argp_error(state, "more than %d variables", NAMES_MAX);
        } else {
            request->name[request->name_count++] = argument;
        }
        return 0;
    case ARGP_KEY_END:
        if (request->path == NULL) {
            argp_error(state, "a file is wanted, and the variables of it");
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    .options = options,
    .parser = take,
    .args_doc = "FILE [VARIABLE...]",
    .doc = "Prints variables of a result beside their axes, tab-separated, for gnuplot; without "
           "variables, what the file has.",
};

static void print_heading(const char *prefix, const char *name, const char *unit) {
    (void)printf("%s%s", prefix, name);
    if (unit[0] != '\0') {
        (void)printf(" [%s]", unit);
    }
}

/* row_axes: axes that become columns of their own; the one after them, if any, runs across. */
static void print_header(const ToolView *view, int32_t row_axes) {
    const char *prefix = "# ";
    for (int32_t a = 0; a < row_axes; ++a) {
        if (!view->axis[a].fixed) {
            print_heading(prefix, view->axis[a].name, view->axis[a].unit);
            prefix = "\t";
        }
    }
    int64_t across = row_axes < view->axis_count ? view->axis[row_axes].length : 1;
    for (int32_t c = 0; c < view->column_count; ++c) {
        const LabH5Variable *variable = view->column[c].variable;
        for (int64_t k = 0; k < across; ++k) {
            print_heading(prefix, variable->name, variable->unit);
            prefix = "\t";
            if (row_axes < view->axis_count) {
                char *value = tool_view_axis_text(view, row_axes, k, TOOL_EXACT, false);
                (void)printf(" %s=%s", view->axis[row_axes].name, value);
                free(value);
            }
        }
    }
    (void)putchar('\n');
}

static void print_row(const ToolView *view, int64_t *cursor, int32_t row_axes) {
    const char *prefix = "";
    for (int32_t a = 0; a < row_axes; ++a) {
        if (!view->axis[a].fixed) {
            char *value = tool_view_axis_text(view, a, cursor[a], TOOL_EXACT, true);
            (void)printf("%s%s", prefix, value);
            prefix = "\t";
            free(value);
        }
    }
    int64_t across = row_axes < view->axis_count ? view->axis[row_axes].length : 1;
    for (int32_t c = 0; c < view->column_count; ++c) {
        for (int64_t k = 0; k < across; ++k) {
            if (row_axes < view->axis_count) {
                cursor[row_axes] = k;
            }
            char *value = tool_view_cell_text(view, c, cursor, TOOL_EXACT, true);
            (void)printf("%s%s", prefix, value);
            prefix = "\t";
            free(value);
        }
    }
    (void)putchar('\n');
}

/* The fastest of the row axes that has more than one value: a scan ends when a slower one moves. */
static int32_t scan_axis(const ToolView *view, int32_t row_axes) {
    int32_t a = row_axes - 1;
    while (a > 0 && view->axis[a].length < 2) {
        --a;
    }
    return a;
}

static void print_block_name(const ToolView *view, const int64_t *cursor) {
    char *value = tool_view_axis_text(view, 0, cursor[0], TOOL_EXACT, false);
    (void)printf("# %s=%s\n", view->axis[0].name, value);
    free(value);
}

static void print_rows(const ToolView *view, int32_t row_axes, bool by) {
    int64_t cursor[LAB_H5_RANK_MAX] = {0};
    int32_t scan = scan_axis(view, row_axes);
    int32_t moved = by ? 0 : row_axes;
    bool first = true;
    do {
        if (by && moved == 0) {
            (void)printf("%s", first ? "" : "\n\n");
            print_block_name(view, cursor);
        } else if (!first && moved < scan) {
            (void)putchar('\n');
        }
        print_row(view, cursor, row_axes);
        first = false;
        moved = tool_view_next(view, cursor, row_axes);
    } while (moved >= 0);
}

/* One line a variable: name, unit, axes with their lengths, description. */
static LabStatus list_variables(const char *path, LabError *error) {
    LabH5 *file = lab_h5_open(path, error);
    if (file == NULL) {
        return LAB_BROKEN;
    }
    for (int32_t v = 0; v < file->variable_count; ++v) {
        const LabH5Variable *variable = &file->variable[v];
        LabText shape = {0};
        lab_text_add(&shape, "%s", variable->rank > 0 ? "" : "one value");
        for (int32_t d = 0; d < variable->rank; ++d) {
            lab_text_add(&shape, "%s%s(%lld)", d > 0 ? " " : "", variable->dimension[d],
                         (long long)variable->shape[d]);
        }
        (void)printf("%s\t[%s]\t%s\t%s\n", variable->name, variable->unit, shape.text,
                     variable->long_name);
        lab_text_free(&shape);
    }
    lab_h5_close(file);
    return LAB_DONE;
}

static void print_table(const ToolView *view, const Request *request) {
    int32_t row_axes = view->axis_count - (request->across != NULL ? 1 : 0);
    print_header(view, row_axes);
    print_rows(view, row_axes, request->by != NULL);
}

static LabStatus prepare(ToolView *view, const Request *request, LabError *error) {
    LabStatus status =
        tool_view_open(view, request->path, request->name, request->name_count, error);
    for (int32_t k = 0; k < request->where_count && status == LAB_DONE; ++k) {
        status = tool_view_where(view, request->where[k], error);
    }
    if (status == LAB_DONE && request->by != NULL) {
        status = tool_view_slowest(view, request->by, error);
    }
    if (status == LAB_DONE && request->across != NULL) {
        status = request->by != NULL && strcmp(request->by, request->across) == 0
                     ? lab_fail(error, LAB_USAGE, "--by and --across both name %s", request->by)
                     : tool_view_fastest(view, request->across, error);
    }
    return status;
}

int tool_table(int argc, char **argv) {
    Request request = {0};
    LabError error = {{0}};
    ToolView view = {0};
    argv[0] = "lab table";
    (void)argp_parse(&parser, argc, argv, 0, NULL, &request);
    LabStatus status = LAB_DONE;
    if (request.name_count == 0) {
        status = list_variables(request.path, &error);
    } else {
        status = prepare(&view, &request, &error);
        if (status == LAB_DONE) {
            print_table(&view, &request);
        }
    }
    tool_view_close(&view);
    if (status != LAB_DONE) {
        (void)fprintf(stderr, "lab table: %s\n", error.message);
    }
    return (int)status;
}
