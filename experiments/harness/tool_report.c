/*
 * tool_report.c: `labtool report [--check]`: MEASUREMENTS.md and data/claims.tsv follow data/.
 *
 * The document is rebuilt in memory, what stands between markers being replaced; then it is either
 * published or, under --check, compared with what is there. Prose outside the markers is the
 * author's.
 */
#include "durable.h"
#include "text.h"
#include "tool.h"
#include "tool_block.h"
#include "tool_claims.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DOCUMENT "MEASUREMENTS.md"
#define CLAIMS   "data/claims.tsv"
#define FOLDER   "data"

/* Lines of a text, one after another. */
typedef struct Reader {
    const char *rest;
    int number; /* of the line taken last, from 1 */
} Reader;

/* The next line without its end; false after the last. */
static bool next_line(Reader *reader, const char **line, size_t *length) {
    if (*reader->rest == '\0') {
        return false;
    }
    *line = reader->rest;
    *length = strcspn(reader->rest, "\n");
    reader->rest += *length + (reader->rest[*length] == '\n' ? 1 : 0);
    ++reader->number;
    return true;
}

/* Puts the place before what was said. Returns status, as lab_fail() does. */
static LabStatus at_line(LabError *error, LabStatus status, int number) {
    LabError cause = *error;
    return lab_fail(error, status, DOCUMENT ":%d: %.900s", number, cause.message);
}

/* Cuts "<!-- kind words -->" into its two halves, to be freed. False when the line is no such
 * marker. */
static bool open_marker(const char *line, char **kind, char **words) {
    static const char *const kinds[] = {"table", "verdicts", "provenance"};
    const char *end = strstr(line, "-->");
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && end != NULL; ++k) {
        char *start = lab_print("<!-- %s ", kinds[k]);
        size_t length = strlen(start);
        bool matches = strncmp(line, start, length) == 0 && line + length <= end;
        free(start);
        if (matches) {
            *kind = lab_copy_text(kinds[k]);
            *words = lab_copy_range(line + length, (size_t)(end - line) - length);
            return true;
        }
    }
    return false;
}

/* Replaces the block that an opening marker begins, and reads on past its closing one. */
static LabStatus replace_block(Reader *reader, const char *kind, const char *words, LabText *out,
                               LabError *error) {
    int opened = reader->number;
    lab_text_add(out, "\n");
    LabStatus status = tool_block(kind, words, out, error);
    if (status != LAB_DONE) {
        return at_line(error, status, opened);
    }
    char *closing = lab_print("<!-- /%s -->", kind);
    const char *line = NULL;
    size_t length = 0;
    bool closed = false;
    while (!closed && next_line(reader, &line, &length) && strncmp(line, "## ", 3) != 0) {
        closed = length == strlen(closing) && strncmp(line, closing, length) == 0;
    }
    lab_text_add(out, "\n%s\n", closing);
    if (!closed) {
        status = lab_fail(error, LAB_USAGE, DOCUMENT ":%d: the marker has no %s", opened, closing);
    }
    free(closing);
    return status;
}

/* Copies a line, with the figures inside it replaced. */
static LabStatus replace_values(const char *line, int number, LabText *out, LabError *error) {
    static const char opening[] = "<!-- value ";
    static const char closing[] = "<!-- /value -->";
    LabStatus status = LAB_DONE;
    for (const char *at = strstr(line, opening); at != NULL; at = strstr(line, opening)) {
        const char *end = strstr(at, "-->");
        const char *close = end == NULL ? NULL : strstr(end, closing);
        if (close == NULL) {
            return lab_fail(error, LAB_USAGE, DOCUMENT ":%d: the marker has no %s in its line",
                            number, closing);
        }
        end += strlen("-->");
        lab_text_add(out, "%.*s", (int)(end - line), line);
        const char *words = at + strlen(opening);
        char *order = lab_copy_range(words, (size_t)(end - words) - strlen("-->"));
        status = tool_block("value", order, out, error);
        free(order);
        if (status != LAB_DONE) {
            return at_line(error, status, number);
        }
        lab_text_add(out, "%s", closing);
        line = close + strlen(closing);
    }
    lab_text_add(out, "%s\n", line);
    return status;
}

/* A picture that the text shows must be there. */
static LabStatus check_picture(const char *line, int number, LabError *error) {
    const char *start = strstr(line, "![");
    start = start == NULL ? NULL : strstr(start, "](");
    const char *end = start == NULL ? NULL : strchr(start, ')');
    if (end == NULL) {
        return LAB_DONE;
    }
    char *path = lab_copy_range(start + 2, (size_t)(end - start) - 2);
    LabStatus status = LAB_DONE;
    if (access(path, R_OK) != 0) {
        status = lab_fail(error, LAB_BROKEN, DOCUMENT ":%d: no picture %s: run ./lab plot", number,
                          path);
    }
    free(path);
    return status;
}

static LabStatus rebuild_line(Reader *reader, const char *line, LabText *out, LabError *error) {
    char *kind = NULL;
    char *words = NULL;
    LabStatus status = LAB_DONE;
    if (open_marker(line, &kind, &words)) {
        lab_text_add(out, "%s\n", line);
        status = replace_block(reader, kind, words, out, error);
    } else {
        status = check_picture(line, reader->number, error);
        if (status == LAB_DONE) {
            status = replace_values(line, reader->number, out, error);
        }
    }
    free(kind);
    free(words);
    return status;
}

/* What the document should say. Markers inside ``` fences are examples and stay as they are. */
static LabStatus rebuild(const char *document, LabText *out, LabError *error) {
    Reader reader = {.rest = document};
    const char *start = NULL;
    size_t length = 0;
    bool fenced = false;
    LabStatus status = LAB_DONE;
    while (status == LAB_DONE && next_line(&reader, &start, &length)) {
        char *line = lab_copy_range(start, length);
        bool fence = strncmp(line, "```", 3) == 0;
        fenced = fence ? !fenced : fenced;
        if (fenced || fence) {
            lab_text_add(out, "%s\n", line);
        } else {
            status = rebuild_line(&reader, line, out, error);
        }
        free(line);
    }
    return status;
}

/* Names the first line where a file and what it should say part. */
static LabStatus compare(const char *path, const char *is, const char *should, LabError *error) {
    Reader ours = {.rest = is};
    Reader theirs = {.rest = should};
    for (;;) {
        const char *line = "(nothing)";
        const char *wanted = "(nothing)";
        size_t length = strlen(line);
        size_t wanted_length = strlen(wanted);
        bool more = next_line(&ours, &line, &length);
        bool more_wanted = next_line(&theirs, &wanted, &wanted_length);
        if (!more && !more_wanted) {
            return LAB_DONE;
        }
        if (more != more_wanted || length != wanted_length || memcmp(line, wanted, length) != 0) {
            return lab_fail(error, LAB_UNSOUND, "%s:%d says \"%.*s\", the data \"%.*s\"", path,
                            more ? ours.number : theirs.number, (int)(length > 400 ? 400 : length),
                            line, (int)(wanted_length > 400 ? 400 : wanted_length), wanted);
        }
    }
}

/* Publishes one file where it is other than it should be; under check, only compares. */
static LabStatus settle(const char *path, const LabText *should, bool check, LabError *error) {
    void *is = NULL;
    size_t size = 0;
    LabStatus status = LAB_DONE;
    bool there = access(path, F_OK) == 0;
    if (there) {
        status = lab_read_file(path, &is, &size, error);
    }
    char *text = lab_copy_range(is == NULL ? "" : is, size);
    if (status == LAB_DONE && check) {
        status = there ? compare(path, text, should->text, error)
                       : lab_fail(error, LAB_UNSOUND, "%s: not there; run ./lab report", path);
    } else if (status == LAB_DONE && (!there || strcmp(text, should->text) != 0)) {
        status = lab_durable_write(path, should->text, should->length, error);
        if (status == LAB_DONE) {
            (void)printf("written: %s\n", path);
        }
    }
    free(text);
    free(is);
    return status;
}

static LabStatus report(bool check, LabError *error) {
    LabText document = {0};
    LabText claims = {0};
    void *bytes = NULL;
    size_t size = 0;
    LabStatus status = lab_read_file(DOCUMENT, &bytes, &size, error);
    if (status == LAB_DONE) {
        char *text = lab_copy_range(bytes, size);
        status = rebuild(text, &document, error);
        free(text);
    }
    if (status == LAB_DONE) {
        status = tool_claims(FOLDER, &claims, error);
    }
    /* Both are known to be whole before the first is touched. */
    if (status == LAB_DONE) {
        status = settle(DOCUMENT, &document, check, error);
    }
    if (status == LAB_DONE) {
        status = settle(CLAIMS, &claims, check, error);
    }
    lab_text_free(&document);
    lab_text_free(&claims);
    free(bytes);
    return status;
}

static const struct argp_option options[] = {
    {"check", 'c', NULL, 0, "Write nothing; fail at the first line that the data does not bear out",
     0},
    {0},
};

static error_t take(int key, char *argument, struct argp_state *state) {
    bool *check = state->input;
    switch (key) {
    case 'c':
        *check = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument \"%s\" here", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    .options = options,
    .parser = take,
    .doc = "Writes the tables of " DOCUMENT " and " CLAIMS " from the results in " FOLDER "/.",
};

int tool_report(int argc, char **argv) {
    bool check = false;
    LabError error = {{0}};
    argv[0] = "lab report";
    (void)argp_parse(&parser, argc, argv, 0, NULL, &check);
    LabStatus status = report(check, &error);
    if (status != LAB_DONE) {
        (void)fprintf(stderr, "lab report: %s\n", error.message);
    }
    return (int)status;
}
