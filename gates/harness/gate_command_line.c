/*
 * gate_command_line: what cannot be is refused in one line that names it, with exit code 2 and
 * nothing written.
 *
 * Mechanism: knob.c and cli.c. Scene: harness_probe. Control arm: the last row is sound and
 * accepted.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gate.h"
#include "probe.h"

typedef struct Line {
    const char *arguments;
    const char *says;
} Line;

static const Line refused[] = {
    {"--axis phaze=1", "no knob \"phaze\"; known: phase, harmonic"},
    {"--set phaze=1", "no knob \"phaze\"; known: phase, harmonic"},
    {"--solver avbd", "no knob \"solver\""},
    {"--axis phase", "is not NAME=VALUE"},
    {"--axis =1", "is not NAME=VALUE"},
    {"--axis phase=", "phase: \"\" is empty"},
    {"--axis phase=1\n\0332", "phase: \"1??2\" is not a number"},
    {"--axis phase=1,,2", "phase: \"\" is empty"},
    {"--axis phase=one", "phase: \"one\" is not a number"},
    {"--axis phase=nan", "phase: \"nan\" is not a number"},
    {"--axis phase=0x10", "is not a number"},
    {"--axis phase=1e999", "is not a number"},
    {"--axis phase=1,2,1.0", "phase: \"1\" is given twice"},
    {"--axis phase=3:0:4", "is reversed"},
    {"--axis phase=0:3", "is no range"},
    {"--axis phase=0:3:4:lin", "is no range"},
    {"--axis phase=0:x:4", "an end that is not a finite number"},
    {"--axis phase=0:inf:4", "an end that is not a finite number"},
    {"--axis phase=0:3:0", "a count n from 1 to 1000000"},
    {"--axis phase=0:3:-4", "a count n from 1 to 1000000"},
    {"--axis phase=0:3:2.5", "a count n from 1 to 1000000"},
    {"--axis phase=0:3:1000001", "a count n from 1 to 1000000"},
    {"--axis phase=0:3:1", "is empty"},
    {"--axis phase=2:2:5", "is empty"},
    {"--axis phase=0:3:4:log", "logarithmic"},
    {"--axis phase=-3:-1:4:log", "logarithmic"},
    {"--axis harmonic=0", "harmonic: \"0\" is out of range; allowed: an integer from 1 to 64"},
    {"--axis harmonic=1.5", "is not an integer"},
    {"--axis harmonic=1:4:3", "holds 2.5, which is not an integer"},
    {"--axis harmonic=inf", "is not finite"},
    {"--axis wave=triangle", "wave: \"triangle\" is unknown; allowed: one of sine,cosine,square"},
    {"--axis wave=0:1:2", "words do not have"},
    {"--set amplitude=0", "allowed: a number above 0"},
    {"--set amplitude=-inf", "is not finite"},
    {"--set phase=1,2", "--axis takes several"},
    {"--set phase=1 --axis phase=2", "given twice"},
    {"--axis phase=0:1:1000000 --axis harmonic=1:64:64 --axis wave=sine,cosine",
     "100000000 points"},
    {"--set samples=0", "out of range"},
    {"--mesh nowhere.obj", "nowhere.obj: cannot open"},
    {"--mesh .", "not a regular file"},
    {"--scale 2", "goes with --mesh"},
    {"--mesh stdout.txt --scale 0", "--scale: \"0\""},
    {"--mesh stdout.txt --scale nan", "--scale: \"nan\""},
    {"--hold top", "--hold: \"top\""},
    {"--hold top=0%", "--hold: \"top=0%\""},
    {"--hold 1,,2", "--hold: \"1,,2\""},
    {"--jobs 0", "--jobs: \"0\""},
    {"--jobs many", "--jobs: \"many\""},
    {"--shard 0/2", "--shard: \"0/2\""},
    {"--shard 3/2", "--shard: \"3/2\""},
    {"--shard 1/0", "--shard: \"1/0\""},
    {"--shard 1", "--shard: \"1\""},
    {"--seed -1", "--seed: \"-1\""},
    {"--resume --fresh", "exclude each other"},
    {"nonsense", "\"nonsense\" is no option"},
    {"--nonsense", "unrecognized option"},
    {"--out", "requires an argument"},
};

START_TEST(it_is_refused_by_name) {
    const Line *line = &refused[_i];
    sandbox_enter();
    const Outcome *outcome = probe(line->arguments);
    gate_equal(line->arguments, outcome->exit_code, 2, "exit_code");
    gate_says(line->arguments, outcome->err, line->says);
    gate_equal(line->arguments, count_files(".", "out"), 0, "left_behind");
    sandbox_leave();
}
END_TEST

/* A pipe that nobody writes to would be waited for until the end of time. */
START_TEST(a_pipe_is_no_mesh) {
    sandbox_enter();
    gate_equal("command_line.mkfifo", mkfifo("pipe.obj", 0600), 0, "status");
    const Outcome *outcome = probe("--mesh pipe.obj");
    gate_equal("command_line.pipe", outcome->exit_code, 2, "exit_code");
    gate_says("command_line.pipe", outcome->err, "pipe.obj: not a regular file");
    sandbox_leave();
}
END_TEST

/* What is printed to a closed stream must not end in a file of the run. */
START_TEST(closed_streams_harm_nothing) {
    sandbox_enter();
    static const char *const closed[] = {
        "/bin/sh", "-c", "'" HARNESS_PROBE "' --smoke --out a.h5 --keep-parts >&-", NULL};
    const Outcome *outcome = run_program(closed);
    gate_equal("command_line.closed", outcome->exit_code, 3, "exit_code");
    gate_says("command_line.closed", outcome->err, "cannot write to standard output");
    static const char *const quiet[] = {
        "/bin/sh", "-c",
        "'" HARNESS_PROBE "' --smoke --out b.h5 --keep-parts --quiet <&- >&- 2>&-"
        " && test ! -s b.h5.parts/lock-1-of-1 && test ! -s a.h5.parts/lock-1-of-1",
        NULL};
    gate_equal("command_line.all_closed", run_program(quiet)->exit_code, 0, "exit_code");
    char a[HASH_SIZE];
    char b[HASH_SIZE];
    content_hash("a.h5", a);
    content_hash("b.h5", b);
    gate_equal("command_line.same_content", strcmp(a, b), 0, "difference");
    sandbox_leave();
}
END_TEST

START_TEST(what_is_sound_is_taken) {
    sandbox_enter();
    const Outcome *outcome =
        probe("--axis phase=0.01:100:5:log --axis harmonic=1:64:7:log --set wave=square "
              "--set amplitude=2 --hold top=2% --list-points");
    gate_equal("command_line.sound", outcome->exit_code, 0, "exit_code");
    gate_says("command_line.first", outcome->out, "0 phase=0.01 harmonic=1 wave=square");
    gate_says("command_line.last", outcome->out, "34 phase=100 harmonic=64 wave=square");
    outcome = probe("--help");
    gate_equal("command_line.help", outcome->exit_code, 0, "exit_code");
    gate_says("command_line.help_question", outcome->out, "Does the harness keep its promises?");
    gate_says("command_line.help_knob", outcome->out, "phase [rad]");
    outcome = probe("--smoke --json");
    gate_equal("command_line.smoke", outcome->exit_code, 0, "exit_code");
    gate_says("command_line.json", outcome->out, "\"file\":\t\"out/harness_probe_smoke.h5\"");
    sandbox_leave();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("command_line");
    TCase *lines = tcase_create("it_is_refused_by_name");
    tcase_set_timeout(lines, 120);
    tcase_add_loop_test(lines, it_is_refused_by_name, 0, (int)(sizeof refused / sizeof refused[0]));
    suite_add_tcase(suite, lines);
    gate_add(suite, "a_pipe_is_no_mesh", a_pipe_is_no_mesh, 20);
    gate_add(suite, "closed_streams_harm_nothing", closed_streams_harm_nothing, 120);
    gate_add(suite, "what_is_sound_is_taken", what_is_sound_is_taken, 120);
    return gate_run(suite);
}
