/* judge.h: what judge() reads and where its verdicts go. */
#ifndef LAB_JUDGE_H
#define LAB_JUDGE_H

#include "table.h"

struct LabData {
    const LabTable *table;
};

typedef struct LabVerdictLine {
    char *id;
    LabVerdict verdict;
    char *source;
    char *text;
} LabVerdictLine;

struct LabJudgement {
    LabVerdictLine *line; /* (count) */
    int64_t count;
    int64_t failed; /* lines that are LAB_FAILED */
};

/* Runs the experiment's judge(), if it has one. Free with lab_judgement_free(). */
void lab_judge(const LabTable *table, LabJudgement *judgement);
void lab_judgement_free(LabJudgement *judgement);

/* "reproduced", "differs", "contradicted", "measured", "not judged", "failed" */
const char *lab_verdict_word(LabVerdict verdict);

#endif
