/* rebuilt.c: makes harness_probe a program built from other sources, as its parts will say. */
#include "provenance.h"

extern const LabBuild lab_build;
const LabBuild lab_build = {.tree_sha256 = "another kernel",
                            .source_sha256 = "another experiment",
                            .git_commit = "unknown",
                            .git_dirty = "unknown",
                            .compiler = "the same",
                            .cflags = "the same",
                            .precision = "double"};
