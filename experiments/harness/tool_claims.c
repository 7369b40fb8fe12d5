/* tool_claims.c: collects, joins and sorts the lines of the ledger. */
#include "tool_claims.h"
#include "tool_ledger.h"

#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Claim {
    char *id, *source, *ours, *verdict, *parameters, *experiment;
} Claim;

typedef struct Claims {
    Claim *claim; /* (count) */
    size_t count;
} Claims;

/* Where a result says several things of one claim, the weakest decides. Strongest first. */
static int weakness(const char *verdict) {
    static const char *const order[] = {"not judged", "measured",     "reproduced",
                                        "differs",    "contradicted", "failed"};
    const int count = (int)(sizeof order / sizeof order[0]);
    int k = 0;
    while (k < count && strcmp(order[k], verdict) != 0) {
        ++k;
    }
    return k;
}

/* A field of the table holds neither tabs nor line ends. */
static char *field(const char *text) {
    char *copy = lab_copy_text(text);
    for (char *at = copy; *at != '\0'; ++at) {
        if (*at == '\t' || *at == '\n' || *at == '\r') {
            *at = ' ';
        }
    }
    return copy;
}

/* "a" and "b" become "a; b"; what is empty or there already is not said again. */
static void join(char **into, const char *more) {
    if (more[0] == '\0' || strcmp(*into, more) == 0) {
        return;
    }
    char *joined = (*into)[0] == '\0' ? lab_copy_text(more) : lab_print("%s; %s", *into, more);
    free(*into);
    *into = joined;
}

static void add_line(Claims *claims, const ToolLedger *ledger, int64_t k) {
    char *source = field(ledger->source[k]);
    char *ours = field(ledger->text[k]);
    for (size_t c = 0; c < claims->count; ++c) {
        Claim *claim = &claims->claim[c];
        if (strcmp(claim->id, ledger->id[k]) == 0 &&
            strcmp(claim->experiment, ledger->experiment) == 0) {
            join(&claim->source, source);
            join(&claim->ours, ours);
            if (weakness(ledger->verdict[k]) > weakness(claim->verdict)) {
                free(claim->verdict);
                claim->verdict = field(ledger->verdict[k]);
            }
            free(source);
            free(ours);
            return;
        }
    }
    claims->claim = lab_resize(claims->claim, claims->count + 1, sizeof *claims->claim);
    claims->claim[claims->count++] = (Claim){.id = field(ledger->id[k]),
                                             .source = source,
                                             .ours = ours,
                                             .verdict = field(ledger->verdict[k]),
                                             .parameters = field(ledger->parameters),
                                             .experiment = field(ledger->experiment)};
}

static int by_id(const void *left, const void *right) {
    const Claim *a = left;
    const Claim *b = right;
    int order = strcmp(a->id, b->id);
    return order != 0 ? order : strcmp(a->experiment, b->experiment);
}

static LabStatus collect(const glob_t *found, Claims *claims, LabError *error) {
    LabStatus status = LAB_DONE;
    for (size_t f = 0; f < found->gl_pathc && status == LAB_DONE; ++f) {
        ToolLedger ledger;
        status = tool_ledger_open(&ledger, found->gl_pathv[f], error);
        for (int64_t k = 0; k < ledger.count && status == LAB_DONE; ++k) {
            add_line(claims, &ledger, k);
        }
        tool_ledger_close(&ledger);
    }
    return status;
}

LabStatus tool_claims(const char *folder, LabText *out, LabError *error) {
    Claims claims = {0};
    glob_t found = {0};
    char *pattern = lab_print("%s/*.h5", folder);
    int result = glob(pattern, 0, NULL, &found);
    LabStatus status = LAB_DONE;
    if (result == 0) {
        status = collect(&found, &claims, error);
    } else if (result != GLOB_NOMATCH) {
        status = lab_fail(error, LAB_BROKEN, "%s: cannot list its files", pattern);
    }
    if (claims.count > 1) {
        qsort(claims.claim, claims.count, sizeof *claims.claim, by_id);
    }
    lab_text_add(out, "id\tsource\tours\tverdict\tparameters\texperiment\n");
    for (size_t c = 0; c < claims.count; ++c) {
        Claim *claim = &claims.claim[c];
        lab_text_add(out, "%s\t%s\t%s\t%s\t%s\t%s\n", claim->id, claim->source, claim->ours,
                     claim->verdict, claim->parameters, claim->experiment);
        free(claim->id);
        free(claim->source);
        free(claim->ours);
        free(claim->verdict);
        free(claim->parameters);
        free(claim->experiment);
    }
    free(claims.claim);
    globfree(&found);
    free(pattern);
    return status;
}
