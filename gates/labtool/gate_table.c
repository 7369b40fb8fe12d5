/*
 * gate_table.c: results read through labtool.
 *
 * Pathology: a picture or a comparison made of the wrong numbers, silently: a slice of another
 * value, columns in another order, a file of somebody else's, a difference that is not seen. What
 * prevents it: every name and value is looked up and refused with what there is, missing equals
 * missing, and exit codes tell equal from different from unreadable.
 */
#include "gate.h"
#include "harness/probe.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESULT "--quiet --axis phase=0,1,2 --out a.h5"

static const Outcome *labtool(const char *a, const char *b, const char *c, const char *d) {
    const char *const arguments[] = {LABTOOL, a, b, c, d, NULL};
    return run_program(arguments);
}

static const Outcome *table(const char *option, const char *value) {
    const char *const arguments[] = {LABTOOL, "table", "a.h5", "height", option, value, NULL};
    return run_program(arguments);
}

static int count_lines(const char *text, const char *beginning) {
    int count = 0;
    size_t length = strlen(beginning);
    for (const char *line = text; *line != '\0'; line += *line == '\n' ? 1 : 0) {
        size_t end = strcspn(line, "\n");
        bool blank = length == 0 && end == 0;
        count += blank || (length > 0 && strncmp(line, beginning, length) == 0) ? 1 : 0;
        line += end;
    }
    return count;
}

/* 3 phases x 3 harmonics x 2 waves, the last running fastest: a blank line after each scan of it.
 */
START_TEST(shape_and_order) {
    sandbox_enter();
    gate_equal("probe.exit", probe(RESULT)->exit_code, 0, "1");
    const Outcome *whole = table(NULL, NULL);
    gate_equal("table.exit", whole->exit_code, 0, "1");
    gate_says("table.header", whole->out,
              "# phase [rad]\tharmonic [1]\twave [1]\theight [m]\n0\t1\t\"sine\"\t0\n");
    gate_says("table.value", whole->out, "1\t2\t\"sine\"\t0.90929742682568");
    gate_equal("table.scans", count_lines(whole->out, ""), 8, "blank lines");
    gate_equal("table.rows", count_lines(whole->out, "2\t"), 6, "rows at phase 2");
    const Outcome *list = labtool("table", "a.h5", NULL, NULL);
    gate_equal("table.list_begins_with_the_axes",
               strncmp(list->out, "phase\t[rad]\tphase(3)\t", strlen("phase\t[rad]\tphase(3)\t")),
               0, "1");
    sandbox_leave();
}
END_TEST

START_TEST(choices_and_arrangements) {
    sandbox_enter();
    gate_equal("probe.exit", probe(RESULT)->exit_code, 0, "1");
    const Outcome *some = table("--where", "wave=cosine");
    gate_says("where.column", some->out, "# phase [rad]\tharmonic [1]\theight [m]\n0\t1\t1\n");
    gate_equal("where.others", count_lines(some->out, "0\t"), 3, "rows at phase 0");
    const Outcome *by = table("--by", "harmonic");
    gate_says("by.name", by->out, "# harmonic=1\n1\t0\t\"sine\"\t0\n");
    gate_says("by.gap", by->out, "\n\n\n# harmonic=2\n");
    const Outcome *across = table("--across", "wave");
    gate_says("across.header", across->out, "height [m] wave=sine\theight [m] wave=cosine\n");
    gate_says("across.row", across->out, "0\t1\t0\t1\n");
    sandbox_leave();
}
END_TEST

START_TEST(refusals) {
    sandbox_enter();
    gate_equal("probe.exit", probe(RESULT)->exit_code, 0, "1");
    const Outcome *name = labtool("table", "a.h5", "hieght", NULL);
    gate_equal("variable.exit", name->exit_code, 2, "1");
    gate_says("variable.says", name->err, "no variable \"hieght\"; it has");
    gate_says("variable.lists", name->err, "height");
    const Outcome *axis = table("--where", "phse=0");
    gate_equal("axis.exit", axis->exit_code, 2, "1");
    gate_says("axis.says", axis->err, "no axis \"phse\" here; the axes are: phase, harmonic, wave");
    const Outcome *value = table("--where", "phase=0.5");
    gate_equal("value.exit", value->exit_code, 2, "1");
    gate_says("value.says", value->err, "phase has no value 0.5; it has 0, 1, 2");
    gate_equal("parameter.exit", table("--where", "amplitude=1")->exit_code, 0, "1");
    gate_equal("other_parameter.exit", table("--where", "amplitude=2")->exit_code, 2, "1");
    sandbox_leave();
}
END_TEST

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* HDF5, but of somebody else. */
static void write_foreign(const char *path) {
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t group = H5Gcreate2(file, "height", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(file >= 0 && H5Gclose(group) >= 0 && H5Fclose(file) >= 0);
}

START_TEST(foreign_files) {
    sandbox_enter();
    write_foreign("foreign.h5");
    write_text("text.h5", "not a result\n");
    write_text("empty.h5", "");
    const struct {
        const char *path;
        const char *says;
    } cases[] = {{"absent.h5", "absent.h5: No such file"},
                 {"text.h5", "text.h5: not an HDF5 file"},
                 {"empty.h5", "empty.h5: empty file"},
                 {"foreign.h5", "foreign.h5: an HDF5 file, but not one of ours"},
                 {".", "Is a directory"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        const Outcome *outcome = labtool("table", cases[k].path, "height", NULL);
        gate_equal("foreign.exit", outcome->exit_code, 3, "1");
        gate_says("foreign.says", outcome->err, cases[k].says);
    }
    sandbox_leave();
}
END_TEST

START_TEST(differences) {
    sandbox_enter();
    gate_equal("probe.exit", probe(RESULT)->exit_code, 0, "1");
    gate_equal("probe.exit", probe("--quiet --axis phase=0,1,2 --out b.h5")->exit_code, 0, "1");
    gate_equal("probe.exit",
               probe("--quiet --axis phase=0,1,2 --set amplitude=1.5 --out c.h5")->exit_code, 0,
               "1");
    const Outcome *same = labtool("diff", "a.h5", "b.h5", NULL);
    gate_equal("same.exit", same->exit_code, 0, "1");
    gate_says("same.timing", same->out, "not counted");
    const Outcome *other = labtool("diff", "a.h5", "c.h5", NULL);
    gate_equal("other.exit", other->exit_code, 1, "1");
    gate_says("other.says", other->out, "content differs");
    gate_says("other.height", other->out, "0.5       0.3333         15 of 18");
    static const char *const full[] = {"/bin/sh", "-c", LABTOOL " diff a.h5 b.h5 >/dev/full", NULL};
    gate_equal("full.exit", run_program(full)->exit_code, 3, "1");
    gate_equal("usage.exit", labtool("diff", "a.h5", NULL, NULL)->exit_code, 2, "1");
    gate_equal("unreadable.exit", labtool("diff", "a.h5", "absent.h5", NULL)->exit_code, 3, "1");
    sandbox_leave();
}
END_TEST

/* A point that crashed in both is missing in both: that is equal, though NaN is not. */
START_TEST(missing_equals_missing) {
    static const char *const runs[] = {"--quiet --axis phase=0,1 --set fault=abort --out a.h5",
                                       "--quiet --axis phase=0,1 --set fault=abort --out b.h5"};
    sandbox_enter();
    for (int k = 0; k < 2; ++k) {
        gate_equal("probe.exit", probe(runs[k])->exit_code, 3, "1");
    }
    gate_says("missing.there", labtool("table", "a.h5", "height", NULL)->out, "\tNaN\n");
    gate_equal("missing.exit", labtool("diff", "a.h5", "b.h5", NULL)->exit_code, 0, "1");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("table");
    gate_add(suite, "shape_and_order", shape_and_order, 60.0);
    gate_add(suite, "choices_and_arrangements", choices_and_arrangements, 60.0);
    gate_add(suite, "refusals", refusals, 60.0);
    gate_add(suite, "foreign_files", foreign_files, 60.0);
    gate_add(suite, "differences", differences, 60.0);
    gate_add(suite, "missing_equals_missing", missing_equals_missing, 60.0);
    return gate_run(suite);
}
