/* tool_merge.c: `labtool merge OUT PARTS...`: the harness's own merge, without the experiment. */
#include "merge.h"
#include "text.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

int tool_merge(int argc, char **argv) {
    if (argc < 3) {
        (void)fprintf(stderr, "lab merge: the file to write and the folders of parts are wanted: "
                              "lab merge OUT.h5 A.h5.parts B.h5.parts\n");
        return LAB_USAGE;
    }
    LabError error = {{0}};
    LabMergeReport report = {0};
    char *command_line = lab_command_line(argc, argv);
    LabStatus status = lab_merge(argv[1], (const char *const *)(argv + 2), argc - 2, command_line,
                                 &report, &error);
    free(command_line);
    if (status == LAB_DONE) {
        (void)printf("%s: %lld points, content %s\n", argv[1], (long long)report.points,
                     report.content_sha256);
    } else {
        (void)fprintf(stderr, "lab merge: %s\n", error.message);
    }
    return (int)status;
}
