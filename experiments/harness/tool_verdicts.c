/* tool_verdicts.c: `labtool verdicts`: the summary at the end of `./lab run`. */
#include "text.h"
#include "tool.h"
#include "tool_ledger.h"
#include "verdict_line.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 16

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
        lab_print_verdict(ledger->id[k], ledger->verdict[k], ledger->source[k], ledger->text[k]);
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
