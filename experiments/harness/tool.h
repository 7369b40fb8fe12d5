/*
 * tool.h: the subcommands of labtool, the program behind `./lab table`, `diff`, `merge`, `report`
 * and the summary of `./lab run`. Each reads files of ours, says on stderr in one line what is
 * wrong, and returns the exit code: 0 done, 1 what was checked does not hold, 2 usage, 3 a file
 * cannot be had.
 */
#ifndef LAB_TOOL_H
#define LAB_TOOL_H

/* name, arguments, what it does */
#define TOOL_LIST(X)                                                                               \
    X(table, "FILE [VARIABLE...]", "variables beside their axes, for gnuplot")                     \
    X(diff, "A B", "compare two results variable by variable; 0 when the content is equal")        \
    X(merge, "OUT PARTS...", "one result out of the folders of parts of all its slices")           \
    X(report, "[--check]", "write the tables of MEASUREMENTS.md and data/claims.tsv from data/")   \
    X(verdicts, "FILE...", "what each result was judged to show")                                  \
    X(snapshot, "--help",                                                                          \
      "a cloth made, stepped, put into a file and taken up again, bit for bit")                    \
    X(record, "FILE FOLDER", "publish a result that is complete, full size and of clean source")

#define TOOL_DECLARE(name, arguments, text) int tool_##name(int argc, char **argv);
TOOL_LIST(TOOL_DECLARE)
#undef TOOL_DECLARE

#endif
