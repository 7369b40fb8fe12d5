/* provenance.h: which program, built from what and how, on which machine. */
#ifndef LAB_PROVENANCE_H
#define LAB_PROVENANCE_H

/* Filled at build time (stamp_tree.cmake, stamp_source.cmake); every program of an experiment
 * defines lab_build. */
typedef struct LabBuild {
    const char *tree_sha256;   /* of the kernel, what experiments share, the compiler, its flags */
    const char *source_sha256; /* of the experiment's own files */
    const char *git_commit;    /* "unknown" outside a repository */
    const char *git_dirty;     /* "true", "false" or "unknown" */
    const char *compiler;
    const char *cflags;
    const char *precision; /* what the kernel stores */
} LabBuild;

/* One hash of tree and source: what a part says it was made by. hex holds LAB_DIGEST_SIZE. */
void lab_build_digest(const LabBuild *build, char *hex);

/* "model name" of the processor, or "unknown"; allocates. */
char *lab_host_cpu(void);

/* Now, "2026-11-30T17:40:00Z"; allocates. */
char *lab_utc_now(void);

/* The command line, quoted so that a shell reads it back, the program without its folder;
 * allocates. */
char *lab_command_line(int argc, char **argv);

#endif
