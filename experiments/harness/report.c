#include "report.h"

#include <cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict_line.h"

/* At most so many ways to end badly are told. */
#define TOLD_MAX 5

static const char *const point_word[] = {
#define POINT_WORD(name, number, word) word,
    LAB_POINT_STATUS_LIST(POINT_WORD)
#undef POINT_WORD
};

/* Text. */

static bool same_end(const LabTable *table, int64_t p, int64_t q) {
    const char *a = table->message[p] == NULL ? "" : table->message[p];
    const char *b = table->message[q] == NULL ? "" : table->message[q];
    return table->status[p] == table->status[q] && strcmp(a, b) == 0;
}

static void print_bad_point(const LabTable *table, int64_t p, int64_t alike) {
    LabText text = {0};
    lab_point_text(&table->sweep->point[p], &text);
    (void)printf("  point %" PRId64 "%s%s%s", p, text.length > 0 ? " (" : "", text.text,
                 text.length > 0 ? ")" : "");
    if (alike > 0) {
        (void)printf(" and %" PRId64 " more", alike);
    }
    (void)printf(" %s: %s\n", point_word[table->status[p]],
                 table->message[p] == NULL ? "" : table->message[p]);
    lab_text_free(&text);
}

/* Points that ended alike are told once: a mesh that cannot be read is one fact, not a hundred. */
static void print_bad_points(const LabTable *table) {
    int64_t first[TOLD_MAX];
    int64_t alike[TOLD_MAX] = {0};
    int64_t told = 0;
    int64_t untold = 0;
    for (int64_t p = 0; p < table->sweep->point_count; p++) {
        if (table->status[p] == LAB_POINT_OK) {
            continue;
        }
        int64_t t = 0;
        while (t < told && !same_end(table, p, first[t])) {
            t++;
        }
        if (t < told) {
            alike[t]++;
        } else if (told < TOLD_MAX) {
            first[told++] = p;
        } else {
            untold++;
        }
    }
    for (int64_t t = 0; t < told; t++) {
        print_bad_point(table, first[t], alike[t]);
    }
    if (untold > 0) {
        (void)printf("  and %" PRId64 " more; the variables status and message name them\n",
                     untold);
    }
}

static void print_verdicts(const LabJudgement *judgement) {
    for (int64_t i = 0; i < judgement->count; i++) {
        const LabVerdictLine *line = &judgement->line[i];
        lab_print_verdict(line->id, lab_verdict_word(line->verdict), line->source, line->text);
    }
}

void lab_report_table(const LabOutcome *outcome) {
    const LabSweep *sweep = outcome->sweep;
    (void)printf("%s: %" PRId64 " points", sweep->experiment->name, outcome->points);
    if (outcome->resumed > 0) {
        (void)printf(", %" PRId64 " of them finished before", outcome->resumed);
    }
    if (outcome->table != NULL) {
        for (int s = LAB_POINT_DIVERGED; s <= LAB_POINT_CRASHED; s++) {
            if (outcome->table->count[s] > 0) {
                (void)printf(", %" PRId64 " %s", outcome->table->count[s], point_word[s]);
            }
        }
    }
    (void)printf("\n");
    if (outcome->table != NULL) {
        print_bad_points(outcome->table);
        print_verdicts(outcome->judgement);
    }
    if (outcome->file != NULL) {
        (void)printf("  in %s\n", outcome->file);
    }
}

/* JSON. */

static void print_json(cJSON *root) {
    char *text = cJSON_Print(root);
    lab_require(text != NULL, "report: out of memory");
    (void)printf("%s\n", text);
    cJSON_free(text);
    cJSON_Delete(root);
}

static void add_verdicts(cJSON *root, const LabJudgement *judgement) {
    cJSON *array = cJSON_AddArrayToObject(root, "verdicts");
    for (int64_t i = 0; i < judgement->count; i++) {
        const LabVerdictLine *line = &judgement->line[i];
        cJSON *object = cJSON_CreateObject();
        (void)cJSON_AddStringToObject(object, "id", line->id);
        (void)cJSON_AddStringToObject(object, "verdict", lab_verdict_word(line->verdict));
        (void)cJSON_AddStringToObject(object, "source", line->source);
        (void)cJSON_AddStringToObject(object, "text", line->text);
        (void)cJSON_AddItemToArray(array, object);
    }
}

static void add_counts(cJSON *root, const LabOutcome *outcome) {
    cJSON *points = cJSON_AddObjectToObject(root, "points");
    (void)cJSON_AddNumberToObject(points, "total", (double)outcome->sweep->point_count);
    (void)cJSON_AddNumberToObject(points, "slice", (double)outcome->points);
    (void)cJSON_AddNumberToObject(points, "resumed", (double)outcome->resumed);
    for (int s = LAB_POINT_OK; outcome->table != NULL && s <= LAB_POINT_MISSING; s++) {
        (void)cJSON_AddNumberToObject(points, point_word[s], (double)outcome->table->count[s]);
    }
}

void lab_report_json(const LabOutcome *outcome) {
    cJSON *root = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(root, "experiment", outcome->sweep->experiment->name);
    (void)cJSON_AddNumberToObject(root, "exit_code", outcome->status);
    (void)cJSON_AddStringToObject(root, "params_sha256", outcome->sweep->params_sha256);
    (void)cJSON_AddStringToObject(root, "build_sha256", outcome->sweep->build_sha256);
    add_counts(root, outcome);
    if (outcome->file != NULL) {
        char content[LAB_DIGEST_SIZE];
        lab_table_digest(outcome->table, content);
        (void)cJSON_AddStringToObject(root, "file", outcome->file);
        (void)cJSON_AddStringToObject(root, "content_sha256", content);
        add_verdicts(root, outcome->judgement);
    }
    print_json(root);
}

/* Points. */

static void add_point(cJSON *array, const LabPoint *point) {
    const LabSweep *sweep = point->sweep;
    cJSON *object = cJSON_CreateObject();
    (void)cJSON_AddNumberToObject(object, "point", (double)point->index);
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        LabText text = {0};
        lab_value_text(sweep->knob[k].knob, sweep->knob[k].value[lab_point_place(point, k)], &text);
        (void)cJSON_AddStringToObject(object, sweep->knob[k].knob->name, text.text);
        lab_text_free(&text);
    }
    (void)cJSON_AddItemToArray(array, object);
}

void lab_report_points(const LabSweep *sweep, const int64_t *points, int64_t count, bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    /* A reader that went away (`| head`) is not written to a hundred million times. */
    for (int64_t i = 0; i < count && ferror(stdout) == 0; i++) {
        if (json) {
            add_point(array, &sweep->point[points[i]]);
        } else {
            LabText text = {0};
            lab_point_text(&sweep->point[points[i]], &text);
            (void)printf("%" PRId64 "%s%s\n", points[i], text.length > 0 ? " " : "", text.text);
            lab_text_free(&text);
        }
    }
    if (json) {
        print_json(array);
    }
}
