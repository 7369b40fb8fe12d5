/* tool_verdicts.c: `labtool verdicts`: the summary at the end of `./lab run`. */
#include "text.h"
#include "tool.h"
#include "tool_ledger.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH     100
#define INDENT    24
#define WORDS_MAX 16

/* Prints text from column INDENT on, broken at blanks; a word longer than the line stays whole. */
static void print_wrapped(const char *text) {
    int column = INDENT;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > INDENT && column + 1 + (int)length > WIDTH) {
            (void)printf("\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            (void)putchar(' ');
            ++column;
        }
        (void)printf("%.*s", (int)length, text);
        column += (int)length;
        text += length + strspn(text + length, " ");
    }
    (void)putchar('\n');
}

/* How often each verdict was given, in the order they first came. */
typedef struct Tally {
    char *word[WORDS_MAX];
    int64_t times[WORDS_MAX];
    int32_t count;
} Tally;

static void tally_up(Tally *tally, const char *word) {
    int32_t k = 0;
    while (k < tally->count && strcmp(tally->word[k], word) != 0) {
        ++k;
    }
    if (k == tally->count && k < WORDS_MAX) {
        tally->word[tally->count++] = lab_copy_text(word);
    }
    if (k < WORDS_MAX) {
        ++tally->times[k];
    }
}

static void print_tally(Tally *tally) {
    for (int32_t k = 0; k < tally->count; ++k) {
        (void)printf("%s%lld %s", k > 0 ? ", " : "", (long long)tally->times[k], tally->word[k]);
        free(tally->word[k]);
    }
    (void)printf("%s\n", tally->count > 0 ? "" : "no verdicts");
}

static void print_ledger(const ToolLedger *ledger, Tally *tally) {
    (void)printf("%s: %s\n", ledger->experiment, ledger->question);
    for (int64_t k = 0; k < ledger->count; ++k) {
        (void)printf("  %-6s %-14s ", ledger->id[k], ledger->verdict[k]);
        print_wrapped(ledger->text[k]);
        if (ledger->source[k][0] != '\0') {
            (void)printf("%*s", INDENT, "");
            char *line = lab_print("(source: %s)", ledger->source[k]);
            print_wrapped(line);
            free(line);
        }
        tally_up(tally, ledger->verdict[k]);
    }
}

int tool_verdicts(int argc, char **argv) {
    if (argc < 2) {
        (void)fprintf(stderr, "lab verdicts: at least one result file is wanted\n");
        return LAB_USAGE;
    }
    Tally tally = {0};
    LabStatus status = LAB_DONE;
    for (int k = 1; k < argc; ++k) {
        ToolLedger ledger;
        LabError error = {{0}};
        if (tool_ledger_open(&ledger, argv[k], &error) == LAB_DONE) {
            print_ledger(&ledger, &tally);
        } else {
            (void)fprintf(stderr, "lab verdicts: %s\n", error.message);
            status = LAB_BROKEN;
        }
        tool_ledger_close(&ledger);
    }
    print_tally(&tally);
    return (int)status;
}
