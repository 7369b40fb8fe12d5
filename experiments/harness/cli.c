#include "cli.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_AXIS = 0x100,
    OPT_SET,
    OPT_MESH,
    OPT_SCALE,
    OPT_HOLD,
    OPT_SOLVER,
    OPT_JOBS,
    OPT_SHARD,
    OPT_RESUME,
    OPT_FRESH,
    OPT_SMOKE,
    OPT_SEED,
    OPT_SERIES,
    OPT_OUT,
    OPT_MERGE,
    OPT_KEEP,
    OPT_LIST,
    OPT_JSON,
    OPT_QUIET
};

static const struct argp_option option_table[] = {
    {"axis", OPT_AXIS, "NAME=VALUES", 0, "Give a knob these values, one point each", 1},
    {"set", OPT_SET, "NAME=VALUE", 0, "Give a knob one value", 1},
    {"solver", OPT_SOLVER, "NAME", 0, "Short for --axis solver=NAME", 1},
    {"mesh", OPT_MESH, "FILE", 0, "Take the sheet from a mesh file", 2},
    {"scale", OPT_SCALE, "S", 0, "The mesh's unit in metres (default 1)", 2},
    {"hold", OPT_HOLD, "SPEC", 0, "Held particles: top=2%, corners, edge, none or i,j,k", 2},
    {"jobs", OPT_JOBS, "N", 0, "Worker processes (default: processors; timings: 1)", 3},
    {"shard", OPT_SHARD, "I/N", 0, "Run slice I of N, counted from 1", 3},
    {"resume", OPT_RESUME, NULL, 0, "Go on from the finished points", 3},
    {"fresh", OPT_FRESH, NULL, 0, "Throw finished points of an unmerged run away", 3},
    {"merge", OPT_MERGE, "FOLDER", 0, "Take finished points from this folder of parts as well", 3},
    {"keep-parts", OPT_KEEP, NULL, 0, "Leave the parts in place after merging", 3},
    {"smoke", OPT_SMOKE, NULL, 0, "The small size that takes seconds", 4},
    {"seed", OPT_SEED, "N", 0, "Seed of whatever is random (default 1)", 4},
    {"series", OPT_SERIES, NULL, 0, "Record time series as well", 4},
    {"out", OPT_OUT, "FILE", 0, "Result (default out/NAME.h5, or out/NAME_smoke.h5)", 5},
    {"list-points", OPT_LIST, NULL, 0, "Print the points and run nothing", 5},
    {"json", OPT_JSON, NULL, 0, "Print the outcome as JSON", 5},
    {"quiet", OPT_QUIET, NULL, 0, "No progress, no table", 5},
    {0}};

/* Whether the command line gave a knob its values, and whether several: it then is an axis. */
typedef struct Given {
    bool given;
    bool axis;
} Given;

typedef struct Parse {
    LabSweep *sweep;
    LabOptions *options;
    LabError *error;
    LabStatus status;
    Given *given; /* (knob_count) */
    bool scaled;
} Parse;

/* Knobs. */

static LabStatus refuse_unknown(const LabExperiment *experiment, const char *option,
                                const char *name, size_t length, LabError *error) {
    LabText known = {0};
    lab_text_add(&known, "%s", experiment->knob_count == 0 ? "none" : "");
    for (int32_t k = 0; k < experiment->knob_count; k++) {
        lab_text_add(&known, "%s%s", k > 0 ? ", " : "", experiment->knobs[k].name);
    }
    const LabStatus status = lab_fail(error, LAB_USAGE, "%s: there is no knob \"%.*s\"; known: %s",
                                      option, (int)(length > 60 ? 60 : length), name, known.text);
    lab_text_free(&known);
    return status;
}

static LabStatus give_knob(Parse *parse, int32_t k, const char *option, const char *text) {
    const LabKnob *knob = &parse->sweep->experiment->knobs[k];
    if (parse->given[k].given) {
        return lab_fail(parse->error, LAB_USAGE, "%s: %s is given twice", option, knob->name);
    }
    LabValues *values = &parse->sweep->knob[k];
    const LabStatus status = lab_values_parse(knob, text, values, parse->error);
    if (status != LAB_DONE) {
        return status;
    }
    parse->given[k] = (Given){.given = true, .axis = values->count > 1};
    if (parse->given[k].axis && strcmp(option, "--set") == 0) {
        return lab_fail(parse->error, LAB_USAGE,
                        "--set: %s is given %lld values; --axis takes several", knob->name,
                        (long long)values->count);
    }
    return LAB_DONE;
}

static LabStatus give_pair(Parse *parse, const char *option, const char *pair) {
    const LabExperiment *experiment = parse->sweep->experiment;
    const char *equals = strchr(pair, '=');
    if (equals == NULL || equals == pair) {
        return lab_fail(parse->error, LAB_USAGE, "%s: \"%.60s\" is not NAME=VALUE", option, pair);
    }
    char *name = lab_copy_range(pair, (size_t)(equals - pair));
    const int32_t k = lab_knob_number(experiment, name);
    free(name);
    if (k < 0) {
        return refuse_unknown(experiment, option, pair, (size_t)(equals - pair), parse->error);
    }
    return give_knob(parse, k, option, equals + 1);
}

static LabStatus give_solver(Parse *parse, const char *text) {
    const int32_t k = lab_knob_number(parse->sweep->experiment, "solver");
    if (k < 0) {
        return refuse_unknown(parse->sweep->experiment, "--solver", "solver", 6, parse->error);
    }
    return give_knob(parse, k, "--solver", text);
}

/* Numbers and words. */

static LabStatus read_count(const char *option, const char *text, unsigned long long least,
                            unsigned long long most, unsigned long long *number, LabError *error) {
    char *end = NULL;
    errno = 0;
    const bool digits = *text != '\0' && strspn(text, "0123456789") == strlen(text);
    *number = digits ? strtoull(text, &end, 10) : 0;
    if (!digits || errno != 0 || *number < least || *number > most) {
        return lab_fail(error, LAB_USAGE, "%s: \"%.60s\" is not an integer from %llu to %llu",
                        option, text, least, most);
    }
    return LAB_DONE;
}

static LabStatus read_jobs(Parse *parse, const char *text) {
    unsigned long long number;
    const LabStatus status = read_count("--jobs", text, 1, LAB_JOBS_MAX, &number, parse->error);
    parse->options->jobs = (int32_t)number;
    return status;
}

static LabStatus read_shard(Parse *parse, const char *text) {
    const char *slash = strchr(text, '/');
    unsigned long long place = 0;
    unsigned long long count = 0;
    char *first = lab_copy_range(text, slash == NULL ? 0 : (size_t)(slash - text));
    const bool fine =
        slash != NULL &&
        read_count("--shard", slash + 1, 1, LAB_SHARDS_MAX, &count, NULL) == LAB_DONE &&
        read_count("--shard", first, 1, count, &place, NULL) == LAB_DONE;
    free(first);
    if (!fine) {
        return lab_fail(parse->error, LAB_USAGE,
                        "--shard: \"%.60s\" is not I/N with N from 1 to %d and I from 1 to N", text,
                        LAB_SHARDS_MAX);
    }
    parse->options->shard = (int32_t)place;
    parse->options->shard_count = (int32_t)count;
    return LAB_DONE;
}

static LabStatus read_scale(Parse *parse, const char *text) {
    char *end;
    errno = 0;
    const double scale = strtod(text, &end);
    if (end == text || *end != '\0' || !(scale > 0.0) || !isfinite(scale)) {
        return lab_fail(parse->error, LAB_USAGE,
                        "--scale: \"%.60s\" is not a finite number above 0", text);
    }
    parse->sweep->mesh.scale = scale;
    parse->scaled = true;
    return LAB_DONE;
}

/* The form alone; whether a particle of that number exists is the scene's to say. */
static bool hold_is_well_formed(const char *text) {
    if (strcmp(text, "corners") == 0 || strcmp(text, "edge") == 0 || strcmp(text, "none") == 0) {
        return true;
    }
    if (strncmp(text, "top=", 4) == 0) {
        char *end;
        const double share = strtod(text + 4, &end);
        return end != text + 4 && strcmp(end, "%") == 0 && share > 0.0 && share <= 100.0;
    }
    bool digit = false;
    for (; *text != '\0'; text++) {
        if (*text == ',' && !digit) {
            return false;
        }
        if (*text != ',' && (*text < '0' || *text > '9')) {
            return false;
        }
        digit = *text != ',';
    }
    return digit;
}

static LabStatus read_hold(Parse *parse, const char *text) {
    if (!hold_is_well_formed(text)) {
        return lab_fail(parse->error, LAB_USAGE,
                        "--hold: \"%.60s\" is none of top=P%% (P above 0 to 100), corners, edge, "
                        "none, or particle numbers i,j,k",
                        text);
    }
    parse->sweep->mesh.hold = text;
    return LAB_DONE;
}

/* Argp. */

static LabStatus take_option(Parse *parse, int key, const char *text) {
    LabOptions *options = parse->options;
    unsigned long long number;
    LabStatus status = LAB_DONE;
    switch (key) {
    case OPT_AXIS:
        return give_pair(parse, "--axis", text);
    case OPT_SET:
        return give_pair(parse, "--set", text);
    case OPT_SOLVER:
        return give_solver(parse, text);
    case OPT_MESH:
        parse->sweep->mesh.path = text;
        parse->sweep->has_mesh = true;
        break;
    case OPT_SCALE:
        return read_scale(parse, text);
    case OPT_HOLD:
        return read_hold(parse, text);
    case OPT_JOBS:
        return read_jobs(parse, text);
    case OPT_SHARD:
        return read_shard(parse, text);
    case OPT_SEED:
        status = read_count("--seed", text, 0, INT64_MAX, &number, parse->error);
        parse->sweep->seed = number;
        break;
    case OPT_OUT:
        free(options->out);
        options->out = lab_copy_text(text);
        break;
    case OPT_MERGE:
        options->merge =
            lab_resize(options->merge, (size_t)options->merge_count + 1, sizeof *options->merge);
        options->merge[options->merge_count++] = text;
        break;
    default:
        break;
    }
    return status;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    Parse *parse = state->input;
    switch (key) {
    case OPT_RESUME:
        parse->options->resume = true;
        return 0;
    case OPT_FRESH:
        parse->options->fresh = true;
        return 0;
    case OPT_KEEP:
        parse->options->keep_parts = true;
        return 0;
    case OPT_SMOKE:
        parse->sweep->smoke = true;
        return 0;
    case OPT_SERIES:
        parse->sweep->series = true;
        return 0;
    case OPT_LIST:
        parse->options->list_points = true;
        return 0;
    case OPT_JSON:
        parse->options->json = true;
        return 0;
    case OPT_QUIET:
        parse->options->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        parse->status = lab_fail(parse->error, LAB_USAGE,
                                 "\"%.60s\" is no option; see --help for what there is", text);
        return EINVAL;
    default:
        if (key < OPT_AXIS || key > OPT_QUIET) {
            return ARGP_ERR_UNKNOWN;
        }
        parse->status = take_option(parse, key, text);
        return parse->status == LAB_DONE ? 0 : EINVAL;
    }
}

/* What was not given. */

/* An experiment's own values are refused like anybody's; but that is a fault of the program. */
static void fill_defaults(LabSweep *sweep, const Given *given) {
    LabError error;
    for (int32_t k = 0; k < sweep->experiment->knob_count; k++) {
        const LabKnob *knob = &sweep->experiment->knobs[k];
        LabValues *values = &sweep->knob[k];
        LabValues full = {0};
        lab_require(lab_values_parse(knob, knob->full, &full, &error) == LAB_DONE,
                    "%s: default of %s", sweep->experiment->name, error.message);
        values->axis = full.count > 1 || given[k].axis;
        if (given[k].given) {
            free(full.value);
        } else if (sweep->smoke && knob->smoke != NULL) {
            free(full.value);
            lab_require(lab_values_parse(knob, knob->smoke, &full, &error) == LAB_DONE,
                        "%s: smoke values of %s", sweep->experiment->name, error.message);
            values->value = full.value;
            values->count = full.count;
            values->axis = values->axis || full.count > 1;
        } else {
            values->value = full.value;
            values->count = full.count;
        }
        values->knob = knob;
    }
}

static bool has_series(const LabExperiment *experiment) {
    bool any = false;
    for (int32_t v = 0; v < experiment->variable_count; v++) {
        any = any || experiment->variables[v].series;
    }
    return any;
}

static LabStatus check_together(Parse *parse) {
    const LabExperiment *experiment = parse->sweep->experiment;
    LabSweep *sweep = parse->sweep;
    if (!experiment->takes_mesh && (sweep->has_mesh || parse->scaled || sweep->mesh.hold != NULL)) {
        return lab_fail(parse->error, LAB_USAGE, "%s: %s takes no mesh: its scene is its own",
                        sweep->has_mesh ? "--mesh"
                        : parse->scaled ? "--scale"
                                        : "--hold",
                        experiment->name);
    }
    if (parse->scaled && !sweep->has_mesh) {
        return lab_fail(parse->error, LAB_USAGE, "--scale: goes with --mesh FILE");
    }
    if (sweep->series && !has_series(experiment)) {
        return lab_fail(parse->error, LAB_USAGE, "--series: %s records no time series",
                        experiment->name);
    }
    if (parse->options->resume && parse->options->fresh) {
        return lab_fail(parse->error, LAB_USAGE, "--resume and --fresh exclude each other");
    }
    if (sweep->has_mesh) {
        LabError inner;
        if (lab_digest_of_file(sweep->mesh.path, sweep->mesh_sha256, &inner) != LAB_DONE) {
            return lab_fail(parse->error, LAB_USAGE, "--mesh: %s", inner.message);
        }
        if (experiment->check_mesh != NULL &&
            !experiment->check_mesh(&sweep->mesh, sweep->mesh_report, sizeof sweep->mesh_report)) {
            return lab_fail(parse->error, LAB_USAGE, "--mesh: %s", sweep->mesh_report);
        }
    }
    return LAB_DONE;
}

static void choose_defaults(const LabExperiment *experiment, const LabSweep *sweep,
                            LabOptions *options) {
    if (options->jobs == 0) {
        const long processors = experiment->serial ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
        options->jobs = processors < 1              ? 1
                        : processors > LAB_JOBS_MAX ? LAB_JOBS_MAX
                                                    : (int32_t)processors;
    }
    if (options->out == NULL) {
        options->out = lab_print("out/%s%s.h5", experiment->name, sweep->smoke ? "_smoke" : "");
    }
}

/* Whether an option means something to the experiment. The others are refused by name where they
 * are read, and left out of its --help. */
static bool fits(const LabExperiment *experiment, int key) {
    switch (key) {
    case OPT_MESH:
    case OPT_SCALE:
    case OPT_HOLD:
        return experiment->takes_mesh;
    case OPT_SOLVER:
        return lab_knob_number(experiment, "solver") >= 0;
    case OPT_SERIES:
        return has_series(experiment);
    default:
        return true;
    }
}

LabStatus lab_options_read(int argc, char **argv, LabSweep *sweep, LabOptions *options,
                           LabError *error) {
    const LabExperiment *experiment = sweep->experiment;
    lab_experiment_check(experiment);
    *options = (LabOptions){.shard = 1, .shard_count = 1};
    sweep->seed = 1;
    sweep->mesh.scale = 1.0;
    sweep->knob = lab_alloc((size_t)experiment->knob_count, sizeof *sweep->knob);
    Parse parse = {.sweep = sweep, .options = options, .error = error, .status = LAB_DONE};
    parse.given = lab_alloc((size_t)experiment->knob_count, sizeof *parse.given);
    char *help = lab_help_text(experiment);
    struct argp_option shown[sizeof option_table / sizeof option_table[0]];
    memcpy(shown, option_table, sizeof shown);
    for (struct argp_option *option = shown; option->name != NULL; option++) {
        option->flags |= fits(experiment, option->key) ? 0 : OPTION_HIDDEN;
    }
    const struct argp parser = {.options = shown, .parser = parse_option, .doc = help};
    argp_err_exit_status = LAB_USAGE;
    const error_t refused = argp_parse(&parser, argc, argv, 0, NULL, &parse);
    LabStatus status = parse.status;
    if (status == LAB_DONE && refused != 0) {
        status = lab_fail(error, LAB_USAGE, "the command line: %s", strerror(refused));
    }
    if (status == LAB_DONE) {
        status = check_together(&parse);
    }
    if (status == LAB_DONE) {
        fill_defaults(sweep, parse.given);
        choose_defaults(experiment, sweep, options);
        status = lab_sweep_complete(sweep, error);
    }
    if (status == LAB_DONE && *options->out == '\0') {
        status = lab_fail(error, LAB_USAGE, "--out: the file's name is empty");
    }
    free(help);
    free(parse.given);
    return status;
}

void lab_options_free(LabOptions *options) {
    free(options->out);
    free(options->merge);
    *options = (LabOptions){0};
}
