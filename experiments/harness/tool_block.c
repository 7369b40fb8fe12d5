/* tool_block.c: tables, verdicts, provenance and single figures in Markdown. */
#include "tool_block.h"
#include "tool_ledger.h"
#include "tool_view.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 64

/* The words of a marker, and which of them mean what. */
typedef struct Order {
    char *copy;
    const char *path;
    const char *name[WORDS_MAX];
    int32_t name_count;
    const char *where[WORDS_MAX];
    int32_t where_count;
    const char *across;
} Order;

static LabStatus read_order(const char *words, Order *order, LabError *error) {
    enum { NAMES, WHERE, ACROSS } part = NAMES;
    *order = (Order){.copy = lab_copy_text(words)};
    char *rest = order->copy;
    int32_t taken = 0;
    for (char *word = strsep(&rest, " \t"); word != NULL; word = strsep(&rest, " \t")) {
        if (*word == '\0') {
            continue;
        }
        if (++taken > WORDS_MAX) {
            return lab_fail(error, LAB_USAGE, "more than %d words in a marker", WORDS_MAX);
        }
        if (strcmp(word, "where") == 0) {
            part = WHERE;
        } else if (strcmp(word, "across") == 0) {
            part = ACROSS;
        } else if (order->path == NULL) {
            order->path = word;
        } else if (part == NAMES) {
            order->name[order->name_count++] = word;
        } else if (part == WHERE) {
            order->where[order->where_count++] = word;
        } else if (order->across == NULL) {
            order->across = word;
        } else {
            return lab_fail(error, LAB_USAGE, "one axis runs across, not \"%s\" as well", word);
        }
    }
    return order->path != NULL ? LAB_DONE : lab_fail(error, LAB_USAGE, "the marker names no file");
}

static LabStatus open_order(const Order *order, ToolView *view, LabError *error) {
    if (order->name_count == 0) {
        return lab_fail(error, LAB_USAGE, "the marker names no variable of %s", order->path);
    }
    LabStatus status = tool_view_open(view, order->path, order->name, order->name_count, error);
    for (int32_t k = 0; k < order->where_count && status == LAB_DONE; ++k) {
        status = tool_view_where(view, order->where[k], error);
    }
    if (status == LAB_DONE && order->across != NULL) {
        status = tool_view_fastest(view, order->across, error);
    }
    return status;
}

/* Table. */

/* A cell's text must not end the cell or the row. */
static void add_cell(LabText *out, const char *text) {
    lab_text_add(out, " ");
    for (; *text != '\0'; ++text) {
        if (*text == '|') {
            lab_text_add(out, "\\|");
        } else {
            lab_text_add(out, "%c", *text == '\n' || *text == '\r' ? ' ' : *text);
        }
    }
    lab_text_add(out, " |");
}

static void add_heading(LabText *out, const char *name, const char *unit) {
    bool pure = unit[0] == '\0' || strcmp(unit, "1") == 0;
    char *text = pure ? lab_print("%s", name) : lab_print("%s [%s]", name, unit);
    add_cell(out, text);
    free(text);
}

static void add_rule(LabText *out, int64_t columns) {
    lab_text_add(out, "|");
    for (int64_t k = 0; k < columns; ++k) {
        lab_text_add(out, " --- |");
    }
    lab_text_add(out, "\n");
}

static void add_header(const ToolView *view, int32_t row_axes, int64_t across, LabText *out) {
    int64_t columns = 0;
    lab_text_add(out, "|");
    for (int32_t a = 0; a < row_axes; ++a) {
        if (!view->axis[a].fixed) {
            add_heading(out, view->axis[a].name, view->axis[a].unit);
            ++columns;
        }
    }
    for (int32_t c = 0; c < view->column_count; ++c) {
        const LabH5Variable *variable = view->column[c].variable;
        for (int64_t k = 0; k < across; ++k, ++columns) {
            if (row_axes == view->axis_count) {
                add_heading(out, variable->name, variable->unit);
                continue;
            }
            char *value = tool_view_axis_text(view, row_axes, k, TOOL_BRIEF, false);
            char *name =
                view->column_count == 1
                    ? lab_print("%s %s", view->axis[row_axes].name, value)
                    : lab_print("%s, %s %s", variable->name, view->axis[row_axes].name, value);
            add_heading(out, name, view->column_count == 1 ? "" : variable->unit);
            free(name);
            free(value);
        }
    }
    lab_text_add(out, "\n");
    add_rule(out, columns);
}

static void add_row(const ToolView *view, int64_t *cursor, int32_t row_axes, int64_t across,
                    LabText *out) {
    lab_text_add(out, "|");
    for (int32_t a = 0; a < row_axes; ++a) {
        if (!view->axis[a].fixed) {
            char *value = tool_view_axis_text(view, a, cursor[a], TOOL_BRIEF, false);
            add_cell(out, value);
            free(value);
        }
    }
    for (int32_t c = 0; c < view->column_count; ++c) {
        for (int64_t k = 0; k < across; ++k) {
            if (row_axes < view->axis_count) {
                cursor[row_axes] = k;
            }
            char *value = tool_view_cell_text(view, c, cursor, TOOL_BRIEF, false);
            add_cell(out, value);
            free(value);
        }
    }
    lab_text_add(out, "\n");
}

/* What the marker says and a reader of the rendered page would not see. */
static void add_caption(const ToolView *view, const Order *order, LabText *out) {
    if (order->across != NULL && view->column_count == 1) {
        const LabH5Variable *variable = view->column[0].variable;
        bool pure = variable->unit[0] == '\0' || strcmp(variable->unit, "1") == 0;
        lab_text_add(out, "`%s`%s%s%s, one column for each `%s`", variable->name, pure ? "" : " [",
                     pure ? "" : variable->unit, pure ? "" : "]", order->across);
    }
    for (int32_t k = 0; k < order->where_count; ++k) {
        const char *start = out->length > 0 && out->text[out->length - 1] != '\n' ? ", " : "";
        lab_text_add(out, "%s%s`%s`", start, k == 0 ? "where " : "", order->where[k]);
    }
    if (order->where_count > 0 || (order->across != NULL && view->column_count == 1)) {
        lab_text_add(out, ":\n\n");
    }
}

static LabStatus add_table(const Order *order, LabText *out, LabError *error) {
    ToolView view = {0};
    LabStatus status = open_order(order, &view, error);
    if (status == LAB_DONE) {
        int32_t row_axes = view.axis_count - (order->across != NULL ? 1 : 0);
        int64_t across = order->across != NULL ? view.axis[row_axes].length : 1;
        int64_t cursor[LAB_H5_RANK_MAX] = {0};
        add_caption(&view, order, out);
        add_header(&view, row_axes, across, out);
        do {
            add_row(&view, cursor, row_axes, across, out);
        } while (tool_view_next(&view, cursor, row_axes) >= 0);
    }
    tool_view_close(&view);
    return status;
}

static LabStatus add_value(const Order *order, LabText *out, LabError *error) {
    ToolView view = {0};
    LabStatus status = open_order(order, &view, error);
    if (status == LAB_DONE && order->name_count != 1) {
        status = lab_fail(error, LAB_USAGE, "a value is of one variable, not of %d",
                          (int)order->name_count);
    }
    for (int32_t a = 0; a < view.axis_count && status == LAB_DONE; ++a) {
        if (view.axis[a].length != 1) {
            status = lab_fail(error, LAB_USAGE, "%s: \"%s\" has %lld values along %s: where %s=?",
                              order->path, order->name[0], (long long)view.axis[a].length,
                              view.axis[a].name, view.axis[a].name);
        }
    }
    if (status == LAB_DONE) {
        const int64_t cursor[LAB_H5_RANK_MAX] = {0};
        char *value = tool_view_cell_text(&view, 0, cursor, TOOL_BRIEF, false);
        lab_text_add(out, "%s", value);
        free(value);
    }
    tool_view_close(&view);
    return status;
}

/* Verdicts and provenance. */

static LabStatus add_verdicts(const Order *order, LabText *out, LabError *error) {
    ToolLedger ledger;
    LabStatus status = tool_ledger_open(&ledger, order->path, error);
    if (status == LAB_DONE) {
        lab_text_add(out, "| claim | verdict | source | here |\n");
        add_rule(out, 4);
    }
    for (int64_t k = 0; k < ledger.count && status == LAB_DONE; ++k) {
        lab_text_add(out, "|");
        add_cell(out, ledger.id[k]);
        add_cell(out, ledger.verdict[k]);
        add_cell(out, ledger.source[k]);
        add_cell(out, ledger.text[k]);
        lab_text_add(out, "\n");
    }
    tool_ledger_close(&ledger);
    return status;
}

static LabStatus add_provenance(const Order *order, LabText *out, LabError *error) {
    /* label, then the attributes it is made of */
    static const char *const line[][4] = {
        {"command", "argv"},
        {"machine", "host_cpu"},
        {"source", "git_commit", "git_dirty"},
        {"compiler", "compiler", "cflags", "precision"},
        {"seed", "seed"},
        {"made", "created_utc"},
        {"content", "content_sha256"},
    };
    LabH5 *file = lab_h5_open(order->path, error);
    if (file == NULL) {
        return LAB_BROKEN;
    }
    for (size_t k = 0; k < sizeof line / sizeof line[0]; ++k) {
        lab_text_add(out, "- %s:", line[k][0]);
        for (size_t part = 1; part < 4 && line[k][part] != NULL; ++part) {
            char *value = lab_h5_attribute(file, NULL, line[k][part]);
            const char *shown = value == NULL ? "unknown" : value;
            if (strcmp(line[k][part], "git_dirty") == 0) {
                shown = strcmp(shown, "false") == 0 ? "" : "with changes on top";
            }
            lab_text_add(out, "%s%s%s%s", part > 1 && shown[0] != '\0' ? ", " : " ",
                         part == 1 ? "`" : "", shown, part == 1 ? "`" : "");
            free(value);
        }
        while (out->text[out->length - 1] == ' ') {
            out->text[--out->length] = '\0';
        }
        lab_text_add(out, "\n");
    }
    lab_h5_close(file);
    return LAB_DONE;
}

LabStatus tool_block(const char *kind, const char *words, LabText *out, LabError *error) {
    static const struct {
        const char *kind;
        LabStatus (*add)(const Order *order, LabText *out, LabError *error);
    } block[] = {{"table", add_table},
                 {"value", add_value},
                 {"verdicts", add_verdicts},
                 {"provenance", add_provenance}};
    for (size_t k = 0; k < sizeof block / sizeof block[0]; ++k) {
        if (strcmp(kind, block[k].kind) == 0) {
            Order order;
            LabStatus status = read_order(words, &order, error);
            status = status == LAB_DONE ? block[k].add(&order, out, error) : status;
            free(order.copy);
            return status;
        }
    }
    return lab_fail(error, LAB_USAGE,
                    "no marker \"%s\"; there are table, value, verdicts, provenance", kind);
}
