/*
 * gate_mesh: a garment file becomes a welded mesh in metres, numbered as the author numbered it, or
 * one sentence that names the file and what is wrong with it (P8, degenerate authoring).
 *
 * Mechanism: the first reading of obj_check.c, the checks of mesh_import.c, welding, and the
 * topology's refusals. Scene: small files written on the spot; the sound ones are the other arm.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gate.h"
#include "scenes/mesh.h"

static char folder[64];
static char path[128];

/* Writes a file into a folder of its own. */
static const char *write_file(const char *name, const char *text) {
    (void)snprintf(folder, sizeof folder, "/tmp/gate_mesh_XXXXXX");
    ck_assert_msg(mkdtemp(folder) != NULL, "no temporary folder");
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "%s cannot be written", path);
    ck_assert(fputs(text, file) >= 0);
    ck_assert(fclose(file) == 0);
    return path;
}

static void remove_file(void) {
    ck_assert(remove(path) == 0);
    ck_assert(rmdir(folder) == 0);
}

/* The file must be refused with a sentence that names it and has `part`. */
static void expect_refusal(const char *name, const char *text, const char *part) {
    SceneMesh mesh;
    ClothError error = {0};
    const ClothStatus status = scene_mesh_load(write_file(name, text), 1.0, &mesh, &error);
    remove_file();
    gate_equal(name, status != CLOTH_OK, 1, "refused");
    gate_says(name, error.message, name);
    gate_says(name, error.message, part);
    gate_equal(name, mesh.position != NULL || mesh.triangle != NULL, 0, "left_behind");
    scene_mesh_free(&mesh);
}

static SceneMesh load(const char *name, const char *text, double scale) {
    SceneMesh mesh;
    ClothError error = {0};
    const ClothStatus status = scene_mesh_load(write_file(name, text), scale, &mesh, &error);
    remove_file();
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return mesh;
}

/* A vertex no face uses, two quadrilaterals with vertices of their own along a seam. */
static const char seam[] = "v 9 9 9\nv 0 0 0\nv 100 0 0\nv 100 100 0\nv 0 100 0\n"
                           "v 0 0 0\nv 100 0 0\nv 100 -100 0\nv 0 -100 0\n"
                           "f 2 3 4 5\nf 7 6 9 8\n";

START_TEST(seams_are_welded) {
    SceneMesh mesh = load("seam.obj", seam, 0.01);
    gate_equal("seam_vertices", mesh.vertex_count, 6, "1");
    gate_equal("seam_triangles", mesh.triangle_count, 4, "1");
    gate_equal("seam_pieces", mesh.components, 1, "1");
    gate_equal("seam_boundary", mesh.boundary_edges, 6, "edges");
    /* measured 0 */
    gate_at_most("seam_height", fabs(mesh.high[1] - mesh.low[1] - 2.0), 1e-12, "m");
    gate_equal("seam_warning", mesh.warning[0] != '\0', 0, "warnings");
    scene_mesh_free(&mesh);
}
END_TEST

/* Vertices far closer than the weld, and just beyond it. */
START_TEST(welding_has_a_tolerance) {
    static const char apart[] =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.00001 0 0\nv 1 0.00001 0\nv 0 -1 0\n"
        "f 1 2 3\nf 5 4 6\n";
    SceneMesh mesh = load("apart.obj", apart, 1.0);
    gate_equal("apart_pieces", mesh.components, 2, "1");
    scene_mesh_free(&mesh);
    static const char close[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1e-12 0 0\nv 1 1e-12 0\nv 0 -1 0\n"
                                "f 1 2 3\nf 5 4 6\n";
    mesh = load("close.obj", close, 1.0);
    gate_equal("close_pieces", mesh.components, 1, "1");
    scene_mesh_free(&mesh);
}
END_TEST

/* Faces in any order and material groups: particle k is still vertex k, with all its digits. */
START_TEST(particles_keep_the_authors_numbers) {
    static const char text[] = "v 0.123456789012 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                               "usemtl b\nf 3 4 1\nusemtl a\nf 1 2 3\n";
    SceneMesh mesh = load("order.obj", text, 1.0);
    gate_equal("order_vertices", mesh.vertex_count, 4, "1");
    gate_equal("order_digits", mesh.position[0] == 0.123456789012, 1, "equal");
    gate_equal("order_vertex_2", mesh.position[6] == 1.0 && mesh.position[7] == 1.0, 1, "equal");
    gate_equal("order_vertex_3", mesh.position[9] == 0.0 && mesh.position[10] == 1.0, 1, "equal");
    scene_mesh_free(&mesh);
}
END_TEST

START_TEST(sizes_are_warned_of) {
    SceneMesh mesh = load("centimetres.obj", seam, 1.0);
    gate_says("large", mesh.warning, "more than 10 m");
    gate_says("large", mesh.warning, "--scale 0.01");
    scene_mesh_free(&mesh);
    mesh = load("small.obj", seam, 1e-5);
    gate_says("small", mesh.warning, "less than 1 cm");
    scene_mesh_free(&mesh);
}
END_TEST

START_TEST(other_formats_load) {
    static const char ply[] =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";
    SceneMesh mesh = load("square.ply", ply, 1.0);
    gate_equal("ply_vertices", mesh.vertex_count, 4, "1");
    scene_mesh_free(&mesh);
    /* Two positions of one triangle by two nodes, the second mirrored and moved: its corners must
     * be turned round again. */
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
        "\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"scale\":[1,-1,1]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
        "\"min\":[0,0,0],\"max\":[1,1,0]}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";
    mesh = load("mirrored.gltf", gltf, 1.0);
    gate_equal("gltf_vertices", mesh.vertex_count, 4, "1");
    gate_equal("gltf_pieces", mesh.components, 1, "1");
    scene_mesh_free(&mesh);
}
END_TEST

START_TEST(bad_files_are_named) {
    expect_refusal("empty.obj", "", "the file is empty");
    expect_refusal("words.obj", "hello\n", "words.obj");
    expect_refusal("no_faces.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "no triangle");
    expect_refusal("lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n", "no triangle");
    expect_refusal("noise.xyz", "\001\002\003", "cannot be read as a mesh");
    expect_refusal("point.obj", "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", "diagonal of 0");
}
END_TEST

START_TEST(bad_lines_are_named) {
    expect_refusal("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n",
                   "line 4: a face names vertex 9");
    expect_refusal("zero.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n",
                   "line 4: a face names vertex 0");
    expect_refusal("back.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n",
                   "line 4: a face names vertex -4");
    expect_refusal("word.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 two 3\n",
                   "line 4: a face names 'two'");
    expect_refusal("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n",
                   "line 2: vertex 2 is at (nan");
    expect_refusal("short.obj", "v 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                   "line 1: vertex 1 has no number");
    expect_refusal("range.ply",
                   "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                   "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                   "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n",
                   "names vertex 7");
}
END_TEST

START_TEST(bad_topology_is_named) {
    expect_refusal(
        "fin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n",
        "1 edge refused (the edge has three or more triangles; vertices counted from 0): 0-1");
    expect_refusal("wound.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nf 1 2 3\nf 1 2 4\n",
                   "run their shared edge the same way");
    expect_refusal("doubled.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n",
                   "same three vertices");
    expect_refusal("sliver.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n",
                   "has no area");
    expect_refusal("twice.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\n", "names vertex");
}
END_TEST

START_TEST(unreadable_files_are_named) {
    SceneMesh mesh;
    ClothError error = {0};
    gate_equal("missing", scene_mesh_load("/nowhere/coat.obj", 1.0, &mesh, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_says("missing", error.message, "/nowhere/coat.obj: cannot be opened: No such file");
    gate_equal("folder", scene_mesh_load("/tmp", 1.0, &mesh, &error), CLOTH_BAD_ARGUMENT, "status");
    gate_says("folder", error.message, "Is a directory");
    static const double scales[] = {0.0, -1.0, NAN, INFINITY};
    for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
        gate_equal("scale", scene_mesh_load("/nowhere/coat.obj", scales[k], &mesh, &error),
                   CLOTH_BAD_ARGUMENT, "status");
        gate_says("scale", error.message, "scale is");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mesh");
    gate_add(suite, "seams_are_welded", seams_are_welded, 20.0);
    gate_add(suite, "welding_has_a_tolerance", welding_has_a_tolerance, 20.0);
    gate_add(suite, "particles_keep_the_authors_numbers", particles_keep_the_authors_numbers, 20.0);
    gate_add(suite, "sizes_are_warned_of", sizes_are_warned_of, 20.0);
    gate_add(suite, "other_formats_load", other_formats_load, 20.0);
    gate_add(suite, "bad_files_are_named", bad_files_are_named, 20.0);
    gate_add(suite, "bad_lines_are_named", bad_lines_are_named, 20.0);
    gate_add(suite, "bad_topology_is_named", bad_topology_is_named, 20.0);
    gate_add(suite, "unreadable_files_are_named", unreadable_files_are_named, 20.0);
    return gate_run(suite);
}
