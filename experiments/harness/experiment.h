/*
 * experiment.h: what an experiment program says of itself, and all it needs of the harness.
 *
 * A program fills one LabExperiment and hands it to lab_main(), which does the rest: command line,
 * sweep, worker processes, one part file a point, resume, merge, provenance, verdicts, exit code.
 * run_point() turns one set of knob values into variables; judge() turns the whole sweep into
 * verdict lines. Neither opens a file or prints.
 *
 * Every knob has a name, a unit and one or more values. A knob declared with several values, or
 * given several on the command line, is an axis of the result; one with a single value is a
 * parameter.
 */
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum LabKind { LAB_REAL, LAB_INTEGER, LAB_CHOICE } LabKind;

typedef struct LabKnob {
    const char *name;      /* snake_case; the HDF5 coordinate's name */
    const char *unit;      /* UDUNITS, "1" for a pure number */
    const char *long_name; /* one phrase, for --help and the HDF5 attribute */
    LabKind kind;
    const char *full;    /* default values: "a,b,c", "lo:hi:n" or "lo:hi:n:log" */
    const char *smoke;   /* values under --smoke; NULL: the same as full */
    const char *choices; /* LAB_CHOICE: every allowed word, comma-separated */
    double min, max; /* LAB_REAL, LAB_INTEGER: the allowed range, both ends allowed. A LAB_REAL may
                        be INFINITY only if max is INFINITY; never NaN */
    bool above_min;  /* min itself is not allowed */
} LabKnob;

/* A dimension of a variable beyond the axes: the samples of a line search, the links of a chain. */
typedef struct LabDimension {
    const char *name;
    const char *unit;
    const char *long_name;
    int64_t length;          /* > 0, or 0 and then: */
    const char *length_knob; /* the integer knob whose largest value is the length */
} LabDimension;

typedef struct LabVariable {
    const char *name;
    const char *unit;
    const char *long_name;
    const char *dimension; /* NULL: one value a point; else the name of a LabDimension */
    bool timing;           /* depends on the clock: recorded, left out of content_sha256 */
    bool series;           /* one value a step, recorded under --series only; dimension is "step" */
} LabVariable;

typedef struct LabPoint LabPoint;
typedef struct LabResult LabResult;
typedef struct LabData LabData;
typedef struct LabJudgement LabJudgement;

/* A mesh the user named: path, factor to metres, and the hold specification ("top=2%", "corners",
 * "edge", "i,j,k"; NULL when not given: the experiment's own). */
typedef struct LabMesh {
    const char *path;
    double scale;
    const char *hold;
} LabMesh;

typedef struct LabExperiment {
    const char *name;     /* "e03_warm_start": program, data file, plot and section share it */
    const char *question; /* one sentence ending in a question mark */
    const char *scene;    /* what is simulated, with sizes, masses and what holds it */
    const char *answers;  /* what in the data would answer yes, and what would answer no */
    const LabKnob *knobs;
    int32_t knob_count;
    const LabDimension *dimensions;
    int32_t dimension_count;
    const LabVariable *variables;
    int32_t variable_count;
    bool takes_mesh; /* accepts --mesh FILE [--scale S] [--hold SPEC] */
    /* With takes_mesh: reads the mesh and its hold once, before any point. text: (size) out, one
     * line about them, or what is wrong with them. Returns whether they can be swept. */
    bool (*check_mesh)(const LabMesh *mesh, char *text, size_t size);
    bool serial;             /* timings: one worker unless --jobs says otherwise */
    bool expects_divergence; /* diverged points are part of the answer, not a failure */

    /* Runs one point in a worker process. Returns nothing: says what it has to through lab_put()
     * and friends. Whatever is not put is NaN in the file. */
    void (*run_point)(const LabPoint *point, LabResult *result);

    /* Reads the sweep and says what it shows; called on the merged result, also of a smoke run. */
    void (*judge)(const LabData *data, LabJudgement *judgement);
} LabExperiment;

/* Runs the experiment as a program. Returns its exit code: 0 done, 1 a verdict failed, 2 usage,
 * 3 infrastructure or incomplete. */
int lab_main(int argc, char **argv, const LabExperiment *experiment);

/* Inside run_point. */

/* The value of a knob. The name must be one the experiment declared, of that kind (asserted). */
double lab_real(const LabPoint *point, const char *name);
int64_t lab_integer(const LabPoint *point, const char *name);
const char *lab_choice(const LabPoint *point, const char *name); /* the word */
bool lab_chose(const LabPoint *point, const char *name, const char *word);

bool lab_smoke(const LabPoint *point);
uint64_t lab_seed(const LabPoint *point); /* --seed, the same for every point; default 1 */

/* The mesh the user named, or NULL. */
const LabMesh *lab_mesh(const LabPoint *point);

/* The hold specification without a mesh, or NULL. */
const char *lab_hold(const LabPoint *point);

/* Puts a variable. Names and lengths must be as declared (asserted); n up to the dimension's
 * length. */
void lab_put(LabResult *result, const char *variable, double value);
void lab_put_array(LabResult *result, const char *variable, const double *values, int64_t n);

/* Appends one step's value to a series variable; does nothing unless --series was given. */
void lab_series(LabResult *result, const char *variable, double value);

/* Says that the point diverged (what was put before stays) or failed: printf-style, a sentence. */
void lab_diverged(LabResult *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_failed(LabResult *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Inside judge. */

int64_t lab_count(const LabData *data); /* points of the sweep, in row-major order of the axes */
const LabPoint *lab_point(const LabData *data, int64_t k);
bool lab_ok(const LabData *data, int64_t k); /* ran to its end, neither diverged nor failed */
double lab_get(const LabData *data, int64_t k, const char *variable); /* NaN where missing */
/* The values of a variable with a dimension; sets *n to its length. Owned by data. */
const double *lab_get_array(const LabData *data, int64_t k, const char *variable, int64_t *n);

/* The first point whose named real or integer knobs equal the given values (to 1e-9 relative) and
 * whose choice knobs equal the given words; -1 if there is none. Pass name, value pairs ended by
 * NULL: lab_find(data, "alpha", "0.25", "solver", "avbd", NULL). */
int64_t lab_find(const LabData *data, ...);

typedef enum LabVerdict {
    LAB_REPRODUCED,   /* as the source or the closed form says, within the tolerance of its kind */
    LAB_DIFFERS,      /* same direction, another figure; the text says what decides it */
    LAB_CONTRADICTED, /* the opposite */
    LAB_MEASURED,     /* no reference: a figure of our own */
    LAB_NOT_JUDGED,   /* the axes given leave out the points that it needs */
    LAB_FAILED        /* something that must hold does not: the program exits with 1 */
} LabVerdict;

/* One ledger line.
 *   id      "C03", "V22", or a short name of our own
 *   source  the reference figure, in the source's words or the closed form ("" if none)
 *   format  our figure with its spread and unit, printf-style; when the verdict is LAB_DIFFERS or
 *           LAB_CONTRADICTED also what decides it. */
void lab_verdict(LabJudgement *judgement, const char *id, LabVerdict verdict, const char *source,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
