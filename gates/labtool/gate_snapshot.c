/*
 * gate_snapshot.c: a cloth put into a file and taken up again.
 *
 * Pathology: a state that comes back a little different and goes another way from there, or one
 * that comes back damaged. What prevents it: every field of the block is written, and the hash with
 * it. Off arm: one value of one field is changed in the file, by the least a double can change.
 */
#include "gate.h"
#include "harness/probe.h"
#include "snapshot.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "cloth.h5"

/* A sheet with bend rows, held by two corners, after some steps: every field is other than 0. */
static ClothState *moving_sheet(void) {
    const ClothGridShape shape = {.columns = 9,
                                  .rows = 7,
                                  .spacing_m = 0.05,
                                  .mass_kg = 0.0005,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .bend = 1};
    const int32_t held[] = {0, 8};
    const ClothMaterial material = cloth_material_default();
    ClothGraph graph;
    ClothError error = {0};
    ClothState *state = NULL;
    ck_assert_msg(cloth_graph_grid(&shape, &graph, &error) == CLOTH_OK, "%s", error.message);
    ck_assert_msg(cloth_build(&graph, &material, held, 2, &state, &error) == CLOTH_OK, "%s",
                  error.message);
    cloth_graph_free(&graph);
    return state;
}

static void step(ClothState *state, int times) {
    const ClothStep how = cloth_step_default();
    for (int k = 0; k < times; ++k) {
        ClothError error = {0};
        ck_assert_msg(cloth_step(state, &how, NULL, &error) == CLOTH_OK, "%s", error.message);
    }
}

static void write_snapshot(const ClothState *state) {
    LabError error = {{0}};
    ck_assert_msg(lab_snapshot_write(FILE_NAME, state, &error) == LAB_DONE, "%s", error.message);
}

START_TEST(goes_on_bit_for_bit) {
    sandbox_enter();
    ClothState *through = moving_sheet();
    step(through, 20);
    /* The scene must have got going, or every copy would be as good. */
    ClothMeasure measure;
    const double gravity[3] = {0.0, -9.81, 0.0};
    cloth_measure(through, gravity, &measure);
    gate_at_least("snapshot.motion", measure.kinetic_j, 1e-6, "J");
    write_snapshot(through);
    ClothState *back = NULL;
    LabError error = {{0}};
    ck_assert_msg(lab_snapshot_read(FILE_NAME, &back, &error) == LAB_DONE, "%s", error.message);
    const char *field = NULL;
    gate_equal("snapshot.read", (int64_t)cloth_differing_bytes(through, back, &field), 0, "bytes");
    gate_equal("snapshot.steps", cloth_steps_taken(back), 20, "steps");
    step(through, 30);
    step(back, 30);
    gate_equal("snapshot.after", (int64_t)cloth_differing_bytes(through, back, &field), 0, "bytes");
    cloth_destroy(back);
    cloth_destroy(through);
    sandbox_leave();
}
END_TEST

/* Changes the first value of a field in the file by the least it can change. */
static void nudge(const char *field) {
    hid_t file = H5Fopen(FILE_NAME, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t dataset = H5Dopen2(file, field, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    ck_assert(file >= 0 && dataset >= 0 && count > 0);
    double *values = calloc((size_t)count, sizeof *values);
    ck_assert(values != NULL);
    ck_assert(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    values[count / 2] = nextafter(values[count / 2], INFINITY);
    ck_assert(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    free(values);
    ck_assert(H5Sclose(space) >= 0 && H5Dclose(dataset) >= 0 && H5Fclose(file) >= 0);
}

static void rewrite_text(const char *name, const char *value) {
    hid_t file = H5Fopen(FILE_NAME, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t type = H5Tcopy(H5T_C_S1);
    hid_t space = H5Screate(H5S_SCALAR);
    ck_assert(file >= 0 && H5Tset_size(type, strlen(value) + 1) >= 0);
    ck_assert(H5Adelete(file, name) >= 0);
    hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(H5Awrite(attribute, type, value) >= 0 && H5Aclose(attribute) >= 0);
    ck_assert(H5Sclose(space) >= 0 && H5Tclose(type) >= 0 && H5Fclose(file) >= 0);
}

static void refused(const char *says) {
    LabError error = {{0}};
    ClothState *back = NULL;
    gate_equal("snapshot.refused", lab_snapshot_read(FILE_NAME, &back, &error), LAB_BROKEN, "1");
    gate_says("snapshot.says", error.message, says);
    ck_assert(back == NULL);
}

START_TEST(changed_in_the_file) {
    static const char *const fields[] = {"position", "velocity", "slot_multiplier", "mass"};
    sandbox_enter();
    ClothState *state = moving_sheet();
    step(state, 20);
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; ++k) {
        write_snapshot(state);
        nudge(fields[k]);
        refused("its state hashes to");
    }
    write_snapshot(state);
    rewrite_text("precision", "float");
    refused("its precision is float; this build reads double");
    cloth_destroy(state);
    sandbox_leave();
}
END_TEST

START_TEST(other_files) {
    sandbox_enter();
    refused("No such file");
    gate_equal("probe.exit", probe("--quiet --smoke --out " FILE_NAME)->exit_code, 0, "1");
    refused("its kind is missing");
    ClothState *state = moving_sheet();
    LabError error = {{0}};
    gate_equal("snapshot.unwritable", lab_snapshot_write("absent/x.h5", state, &error), LAB_BROKEN,
               "1");
    gate_says("snapshot.says", error.message, "absent/x.h5");
    cloth_destroy(state);
    sandbox_leave();
}
END_TEST

/* The same through the program. */
START_TEST(through_the_program) {
    sandbox_enter();
    const char *const whole[] = {LABTOOL, "snapshot", "--chain", "20", "--steps", "40", NULL};
    const char *const first[] = {LABTOOL, "snapshot", "--chain", "20", "--steps",
                                 "17",    "--to",     FILE_NAME, NULL};
    const char *const second[] = {LABTOOL, "snapshot", "--from", FILE_NAME, "--steps", "23", NULL};
    char wanted[256];
    const Outcome *outcome = run_program(whole);
    gate_equal("whole.exit", outcome->exit_code, 0, "1");
    (void)snprintf(wanted, sizeof wanted, "%.255s", outcome->out);
    gate_equal("first.exit", run_program(first)->exit_code, 0, "1");
    outcome = run_program(second);
    gate_equal("second.exit", outcome->exit_code, 0, "1");
    gate_says("second.hash", outcome->out, wanted);
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("snapshot");
    gate_add(suite, "goes_on_bit_for_bit", goes_on_bit_for_bit, 60.0);
    gate_add(suite, "changed_in_the_file", changed_in_the_file, 60.0);
    gate_add(suite, "other_files", other_files, 60.0);
    gate_add(suite, "through_the_program", through_the_program, 60.0);
    return gate_run(suite);
}
