/*
 * gate_report.c: prose and data kept together.
 *
 * Pathology: a document that quotes numbers the data no longer holds, or a record of a run that
 * nobody can repeat. What prevents it: `report` writes every quoted figure itself, `report --check`
 * names the first line that parts from the data, `record` refuses small and failed runs. Off arm: a
 * digit of the document is changed by hand.
 */
#include "gate.h"
#include "harness/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DOCUMENT "MEASUREMENTS.md"
#define TEXT_MAX 16384

static const char text[] = "# Figures\n"
                           "```\n"
                           "<!-- table data/absent.h5 x -->\n"
                           "```\n"
                           "At 1: <!-- value data/a.h5 height where phase=1 harmonic=1 wave=sine "
                           "--><!-- /value --> m.\n"
                           "<!-- table data/a.h5 height where wave=sine across harmonic -->\n"
                           "<!-- /table -->\n"
                           "<!-- verdicts data/a.h5 -->\n"
                           "<!-- /verdicts -->\n"
                           "<!-- provenance data/a.h5 -->\n"
                           "<!-- /provenance -->\n"
                           "The end.\n";

static const Outcome *report(const char *option) {
    const char *const arguments[] = {LABTOOL, "report", option, NULL};
    return run_program(arguments);
}

static void write_document(const char *content) {
    FILE *file = fopen(DOCUMENT, "w");
    ck_assert(file != NULL && fputs(content, file) >= 0 && fclose(file) == 0);
}

static void read_file(const char *path, char *content) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    content[fread(content, 1, TEXT_MAX - 1, file)] = '\0';
    (void)fclose(file);
}

/* A result in data/ and a document that quotes it. */
static void prepare(void) {
    sandbox_enter();
    ck_assert(mkdir("data", 0777) == 0);
    gate_equal("probe.exit", probe("--quiet --axis phase=0,1,2 --out data/a.h5")->exit_code, 0,
               "1");
    write_document(text);
}

START_TEST(written_then_checked) {
    prepare();
    gate_equal("unwritten.exit", report("--check")->exit_code, 1, "1");
    gate_equal("write.exit", report(NULL)->exit_code, 0, "1");
    gate_equal("check.exit", report("--check")->exit_code, 0, "1");
    char content[TEXT_MAX];
    read_file(DOCUMENT, content);
    gate_says("value", content, "-->0.8415<!-- /value --> m.");
    gate_says("table", content, "| phase [rad] | harmonic 1 | harmonic 2 | harmonic 3 |");
    gate_says("row", content, "| 1 | 0.8415 | 0.9093 | 0.1411 |");
    gate_says("example", content, "```\n<!-- table data/absent.h5 x -->\n```\n");
    gate_says("verdict", content, "| zero | reproduced |");
    gate_says("rest", content, "<!-- /provenance -->\nThe end.\n");
    read_file("data/claims.tsv", content);
    gate_says("claims", content, "id\tsource\tours\tverdict\tparameters\texperiment\nzero\t0\t");
    gate_says("parameters", content, "phase=0,1,2");
    sandbox_leave();
}
END_TEST

START_TEST(changed_by_hand) {
    prepare();
    gate_equal("write.exit", report(NULL)->exit_code, 0, "1");
    char content[TEXT_MAX];
    read_file(DOCUMENT, content);
    char *digit = strstr(content, "| 0.8415 |");
    ck_assert(digit != NULL);
    digit[2] = '1';
    write_document(content);
    char hash[2][HASH_SIZE];
    file_hash(DOCUMENT, hash[0]);
    const Outcome *outcome = report("--check");
    gate_equal("off.exit", outcome->exit_code, 1, "1");
    gate_says("off.says", outcome->err, DOCUMENT ":13 says \"| 1 | 1.8415 |");
    file_hash(DOCUMENT, hash[1]);
    ck_assert_str_eq(hash[0], hash[1]);
    gate_equal("write.exit", report(NULL)->exit_code, 0, "1");
    gate_equal("on.exit", report("--check")->exit_code, 0, "1");
    sandbox_leave();
}
END_TEST

START_TEST(refusals) {
    prepare();
    const struct {
        const char *content;
        int exit_code;
        const char *says;
    } cases[] = {
        {"# A\n<!-- table data/absent.h5 x -->\n<!-- /table -->\n", 3,
         DOCUMENT ":2: data/absent.h5: No such file"},
        {"<!-- table data/a.h5 height -->\nno end\n## Next\n", 2,
         DOCUMENT ":1: the marker has no <!-- /table -->"},
        {"<!-- table data/a.h5 weight -->\n<!-- /table -->\n", 2, "no variable \"weight\""},
        {"x <!-- value data/a.h5 height where phase=1 -->?<!-- /value -->\n", 2,
         "\"height\" has 3 values along harmonic"},
        {"![a map](plots/absent.png)\n", 3, DOCUMENT ":1: no picture plots/absent.png"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        char content[TEXT_MAX];
        write_document(cases[k].content);
        const Outcome *outcome = report(NULL);
        gate_equal("refused.exit", outcome->exit_code, cases[k].exit_code, "1");
        gate_says("refused.says", outcome->err, cases[k].says);
        read_file(DOCUMENT, content);
        ck_assert_str_eq(content, cases[k].content);
    }
    sandbox_leave();
}
END_TEST

static const Outcome *record(const char *path) {
    const char *const arguments[] = {LABTOOL, "record", path, "data", NULL};
    return run_program(arguments);
}

START_TEST(what_may_be_recorded) {
    sandbox_enter();
    ck_assert(mkdir("data", 0777) == 0);
    gate_equal("smoke.run", probe("--quiet --smoke --out small.h5")->exit_code, 0, "1");
    const Outcome *small = record("small.h5");
    gate_equal("smoke.exit", small->exit_code, 1, "1");
    gate_says("smoke.says", small->err, "its smoke is 1, not 0");
    gate_equal("failed.run",
               probe("--quiet --axis phase=0,1 --set fault=fail --out failed.h5")->exit_code, 3,
               "1");
    const Outcome *failed = record("failed.h5");
    gate_equal("failed.exit", failed->exit_code, 1, "1");
    gate_says("failed.says", failed->err, "its status is complete, with failed points");
    gate_equal("diverged.run",
               probe("--quiet --axis phase=0,1 --set fault=diverge --out diverged.h5")->exit_code,
               3, "1");
    gate_equal("diverged.exit", record("diverged.h5")->exit_code, 1, "1");
    gate_equal("absent.exit", record("absent.h5")->exit_code, 3, "1");
    gate_equal("nothing", count_files("data", "harness_probe"), 0, "files");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    gate_add(suite, "written_then_checked", written_then_checked, 60.0);
    gate_add(suite, "changed_by_hand", changed_by_hand, 60.0);
    gate_add(suite, "refusals", refusals, 60.0);
    gate_add(suite, "what_may_be_recorded", what_may_be_recorded, 60.0);
    return gate_run(suite);
}
