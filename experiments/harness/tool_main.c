/* tool_main.c: finds the subcommand. */
#include "durable.h"
#include "error.h"
#include "tool.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

typedef struct Subcommand {
    const char *name;
    const char *arguments;
    const char *text;
    int (*run)(int argc, char **argv);
} Subcommand;

static const Subcommand subcommands[] = {
#define TOOL_ENTRY(name, arguments, text) {#name, arguments, text, tool_##name},
    TOOL_LIST(TOOL_ENTRY)
#undef TOOL_ENTRY
};

static void list_subcommands(FILE *stream) {
    for (size_t k = 0; k < sizeof subcommands / sizeof subcommands[0]; ++k) {
        const Subcommand *entry = &subcommands[k];
        (void)fprintf(stream, "  %-9s %-20s %s\n", entry->name, entry->arguments, entry->text);
    }
}

/* What was printed is the result: when it does not get through, nothing is done. */
static int deliver(int exit_code) {
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        (void)fprintf(stderr, "labtool: cannot write to standard output\n");
        return LAB_BROKEN;
    }
    return exit_code;
}

int main(int argc, char **argv) {
    argp_err_exit_status = LAB_USAGE;
    LabError error;
    if (lab_fill_standard_streams(&error) != LAB_DONE) {
        return LAB_BROKEN;
    }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        (void)printf("labtool SUBCOMMAND ...\n");
        list_subcommands(stdout);
        return deliver(LAB_DONE);
    }
    for (size_t k = 0; argc > 1 && k < sizeof subcommands / sizeof subcommands[0]; ++k) {
        if (strcmp(argv[1], subcommands[k].name) == 0) {
            return deliver(subcommands[k].run(argc - 1, argv + 1));
        }
    }
    (void)fprintf(stderr, "labtool: %s%s%s\n",
                  argc > 1 ? "no subcommand \"" : "a subcommand is wanted", argc > 1 ? argv[1] : "",
                  argc > 1 ? "\"; there are:" : ":");
    list_subcommands(stderr);
    return LAB_USAGE;
}
