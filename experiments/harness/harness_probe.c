/*
 * harness_probe.c: the harness's own test object. It computes sines, needs no kernel, and does on
 * demand what experiments must not: crash, hang, diverge, fail. The gates of the harness run it.
 */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "experiment.h"

static const LabKnob knobs[] = {
    {.name = "phase",
     .unit = "rad",
     .long_name = "phase of the sine",
     .kind = LAB_REAL,
     .full = "0:3:16",
     .smoke = "0:3:4",
     .min = -INFINITY,
     .max = INFINITY},
    {.name = "harmonic",
     .unit = "1",
     .long_name = "number of the harmonic",
     .kind = LAB_INTEGER,
     .full = "1,2,3",
     .min = 1,
     .max = 64},
    {.name = "wave",
     .unit = "1",
     .long_name = "shape of the wave",
     .kind = LAB_CHOICE,
     .full = "sine,cosine",
     .choices = "sine,cosine,square"},
    {.name = "fault",
     .unit = "1",
     .long_name = "what goes wrong at the point",
     .kind = LAB_CHOICE,
     .full = "none",
     .choices = "none,segv,abort,exit,exit3,kill,diverge,fail,verdict,misspelt"},
    {.name = "fault_phase",
     .unit = "rad",
     .long_name = "at this phase and harmonic 1 alone",
     .kind = LAB_REAL,
     .full = "0",
     .min = -INFINITY,
     .max = INFINITY},
    {.name = "sleep_ms",
     .unit = "ms",
     .long_name = "time a point takes",
     .kind = LAB_INTEGER,
     .full = "0",
     .min = 0,
     .max = 600000},
    {.name = "samples",
     .unit = "1",
     .long_name = "samples along a period",
     .kind = LAB_INTEGER,
     .full = "5",
     .min = 1,
     .max = 100000},
    {.name = "amplitude",
     .unit = "m",
     .long_name = "amplitude",
     .kind = LAB_REAL,
     .full = "1",
     .min = 0,
     .max = INFINITY,
     .above_min = true},
};

static const LabDimension dimensions[] = {{.name = "sample",
                                           .unit = "1",
                                           .long_name = "sample along the period",
                                           .length_knob = "samples"}};

static const LabVariable variables[] = {
    {.name = "height", .unit = "m", .long_name = "height of the wave"},
    {.name = "profile", .unit = "m", .long_name = "heights along a period", .dimension = "sample"},
    {.name = "duration", .unit = "s", .long_name = "time it slept", .timing = true},
    {.name = "trace", .unit = "m", .long_name = "height by step", .series = true},
};

static double wave_at(const LabPoint *point, double angle) {
    if (lab_chose(point, "wave", "square")) {
        return sin(angle) >= 0.0 ? 1.0 : -1.0;
    }
    return lab_chose(point, "wave", "sine") ? sin(angle) : cos(angle);
}

static void go_wrong(const LabPoint *point, LabResult *result) {
    if (lab_real(point, "phase") != lab_real(point, "fault_phase") ||
        lab_integer(point, "harmonic") != 1) {
        return;
    }
    if (lab_chose(point, "fault", "segv")) {
        (void)kill(getpid(), SIGSEGV);
    } else if (lab_chose(point, "fault", "abort")) {
        abort();
    } else if (lab_chose(point, "fault", "exit")) {
        exit(0);
    } else if (lab_chose(point, "fault", "exit3")) {
        exit(3); /* what the harness itself ends with when memory runs out */
    } else if (lab_chose(point, "fault", "kill")) {
        (void)kill(getpid(), SIGKILL);
    } else if (lab_chose(point, "fault", "diverge")) {
        lab_diverged(result, "particle %d is not finite at step %d", 3, 7);
    } else if (lab_chose(point, "fault", "fail")) {
        lab_failed(result, "the point was told to fail");
    } else if (lab_chose(point, "fault", "misspelt")) {
        lab_put(result, "hieght", 1.0);
    }
}

static void run_point(const LabPoint *point, LabResult *result) {
    const double amplitude = lab_real(point, "amplitude");
    const double angle = (double)lab_integer(point, "harmonic") * lab_real(point, "phase");
    const int64_t samples = lab_integer(point, "samples");
    lab_put(result, "height", amplitude * wave_at(point, angle));
    double *profile = calloc((size_t)samples, sizeof *profile);
    for (int64_t i = 0; profile != NULL && i < samples; i++) {
        profile[i] =
            amplitude * wave_at(point, angle + 6.283185307179586 * (double)i / (double)samples);
        lab_series(result, "trace", profile[i]);
    }
    if (profile != NULL) {
        lab_put_array(result, "profile", profile, samples);
    }
    free(profile);
    const int64_t sleep_ms = lab_integer(point, "sleep_ms");
    lab_put(result, "duration", 1e-3 * (double)sleep_ms);
    (void)usleep((useconds_t)(1000 * sleep_ms));
    go_wrong(point, result);
}

static void judge(const LabData *data, LabJudgement *judgement) {
    const int64_t k = lab_find(data, "phase", "0", "harmonic", "1", "wave", "sine", NULL);
    if (k < 0) {
        lab_verdict(judgement, "zero", LAB_NOT_JUDGED, "0", "phase 0 is not among the points");
        return;
    }
    const double height = lab_get(data, k, "height");
    const bool fine = height == 0.0 && !lab_chose(lab_point(data, k), "fault", "verdict");
    lab_verdict(judgement, "zero", fine ? LAB_REPRODUCED : LAB_FAILED, "0", "sin(0) = %.17g m",
                height);
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "harness_probe",
        .question = "Does the harness keep its promises?",
        .scene = "A sine, sampled; nothing is simulated.",
        .answers = "Yes when the gates of the harness pass, no when one fails.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = 1,
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
