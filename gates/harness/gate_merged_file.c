/*
 * gate_merged_file: the merged file is what netCDF tools read, says where it is from, and never
 * takes the place of a file that is not ours.
 *
 * Mechanism: merged.c (layout), lab_check_output() and refuse_strangers() in folder.c,
 * values_sha256 in part.c. Scene: harness_probe with axes of every kind, a series and verdicts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gate.h"
#include "h5read.h"
#include "probe.h"

static const char sweep[] = "--axis phase=0:3:4 --series --out a.h5";

START_TEST(ncdump_reads_it) {
    static const char *const wanted[] = {
        "phase = 4 ;",          "step = 5 ;",
        "sample = 5 ;",         "string wave(wave) ;",
        "verdict = 1 ;",        "double trace(phase, harmonic, wave, step) ;",
        ":Conventions = \"CF-", "height:units = \"m\" ;",
    };
    sandbox_enter();
    ck_assert_int_eq(probe(sweep)->exit_code, 0);
    const char *const call[] = {NCDUMP, "-h", "a.h5", NULL};
    const Outcome *outcome = run_program(call);
    gate_equal("merged.ncdump", outcome->exit_code, 0, "exit_code");
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        ck_assert_msg(strstr(outcome->out, wanted[i]) != NULL, "ncdump does not show: %s",
                      wanted[i]);
    }
    sandbox_leave();
}
END_TEST

START_TEST(every_dimension_has_its_scale) {
    LabError error = {0};
    sandbox_enter();
    ck_assert_int_eq(probe(sweep)->exit_code, 0);
    LabH5 *file = lab_h5_open("a.h5", &error);
    ck_assert_msg(file != NULL, "%s", error.message);
    int64_t bare = 0;
    int64_t without_unit = 0;
    for (int32_t v = 0; v < file->variable_count; v++) {
        const LabH5Variable *variable = &file->variable[v];
        without_unit += variable->unit[0] == '\0' || variable->long_name[0] == '\0';
        for (int32_t i = 0; i < variable->rank; i++) {
            bare += variable->dimension[i][0] == '\0';
        }
    }
    gate_at_least("merged.variables", file->variable_count, 15, "1");
    gate_equal("merged.dimensions_without_scale", bare, 0, "1");
    gate_equal("merged.without_unit_or_name", without_unit, 0, "1");
    lab_h5_close(file);
    sandbox_leave();
}
END_TEST

START_TEST(it_says_where_it_is_from) {
    static const char *const wanted[] = {
        "Conventions", "title",     "source",    "history",        "schema_version",
        "git_commit",  "git_dirty", "argv",      "seed",           "params_sha256",
        "compiler",    "cflags",    "host_cpu",  "created_utc",    "status",
        "question",    "scene",     "precision", "content_sha256", "build_sha256",
    };
    LabError error = {0};
    sandbox_enter();
    ck_assert_int_eq(probe(sweep)->exit_code, 0);
    LabH5 *file = lab_h5_open("a.h5", &error);
    ck_assert_msg(file != NULL, "%s", error.message);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        char *text = lab_h5_attribute(file, NULL, wanted[i]);
        ck_assert_msg(text != NULL && text[0] != '\0', "the file has no %s", wanted[i]);
        free(text);
    }
    lab_h5_close(file);
    sandbox_leave();
}
END_TEST

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

START_TEST(a_foreign_file_stays) {
    char before[HASH_SIZE];
    char after[HASH_SIZE];
    sandbox_enter();
    write_text("a.h5", "a shopping list\n");
    file_hash("a.h5", before);
    const Outcome *outcome = probe(sweep);
    gate_equal("merged.foreign_exit_code", outcome->exit_code, 3, "1");
    gate_says("merged.foreign_says", outcome->err, "a.h5");
    file_hash("a.h5", after);
    gate_says("merged.foreign_stays", after, before);
    gate_equal("merged.foreign_nothing_left", count_files(".", "a.h5"), 1, "1");
    sandbox_leave();
}
END_TEST

START_TEST(a_foreign_folder_stays) {
    sandbox_enter();
    ck_assert(mkdir("a.h5.parts", 0777) == 0);
    write_text("a.h5.parts/letter", "dear reader\n");
    const Outcome *outcome = probe("--axis phase=0:3:4 --fresh --out a.h5");
    gate_equal("merged.foreign_folder_exit_code", outcome->exit_code, 3, "1");
    gate_says("merged.foreign_folder_says", outcome->err, "holds letter");
    gate_equal("merged.foreign_folder_stays", count_files("a.h5.parts", "letter"), 1, "1");
    gate_equal("merged.foreign_folder_clean", count_files("a.h5.parts", ""), 3, "1");
    sandbox_leave();
}
END_TEST

/* Flips one bit at a place of a file. */
static void flip_bit(const char *path, long place) {
    FILE *file = fopen(path, "r+");
    ck_assert(file != NULL && fseek(file, place, SEEK_SET) == 0);
    const int byte = fgetc(file);
    ck_assert(byte != EOF && fseek(file, place, SEEK_SET) == 0 && fputc(byte ^ 16, file) != EOF);
    ck_assert(fclose(file) == 0);
}

/* Finds the eight bytes of a number in a file. */
static long find_number(const char *path, double value) {
    char bytes[65536];
    FILE *file = fopen(path, "r");
    ck_assert(file != NULL);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    ck_assert(fclose(file) == 0);
    for (size_t i = 0; i + sizeof value <= count; i++) {
        if (memcmp(bytes + i, &value, sizeof value) == 0) {
            return (long)i;
        }
    }
    return -1;
}

START_TEST(a_rotten_part_is_named) {
    sandbox_enter();
    ck_assert_int_eq(
        probe("--axis phase=0:3:4 --set amplitude=42 --shard 1/2 --out a.h5")->exit_code, 0);
    /* Point 4 is phase 0, harmonic 3, sine; point 0 has the height 0, its profile begins with it.
     */
    const char part[] = "a.h5.parts/p000000006.h5";
    const long place = find_number(part, 42.0 * 0.84147098480789650665);
    ck_assert_msg(place > 0, "the height is not in the part");
    flip_bit(part, place);
    const Outcome *outcome = probe("--axis phase=0:3:4 --set amplitude=42 --shard 2/2 --out a.h5");
    gate_equal("merged.rotten_exit_code", outcome->exit_code, 3, "1");
    gate_says("merged.rotten_names", outcome->err, "p000000006.h5");
    gate_equal("merged.rotten_not_merged", access("a.h5", F_OK), -1, "1");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("merged_file");
    gate_add(suite, "ncdump_reads_it", ncdump_reads_it, 120);
    gate_add(suite, "every_dimension_has_its_scale", every_dimension_has_its_scale, 120);
    gate_add(suite, "it_says_where_it_is_from", it_says_where_it_is_from, 120);
    gate_add(suite, "a_foreign_file_stays", a_foreign_file_stays, 120);
    gate_add(suite, "a_foreign_folder_stays", a_foreign_folder_stays, 120);
    gate_add(suite, "a_rotten_part_is_named", a_rotten_part_is_named, 120);
    return gate_run(suite);
}
