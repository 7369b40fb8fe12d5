/*
 * tool_snapshot.c: `labtool snapshot`: makes a hanging chain or sheet, or takes one up from a file,
 * steps it with the shipped constants, and puts it down in a file.
 *
 * Stepping 20 at once or 10, a file, and 10 more gives the same hash: that is what it is for.
 */
#include "snapshot.h"
#include "text.h"
#include "tool.h"

#include <argp.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE_LIMIT  1000
#define STEPS_LIMIT 1000000
#define SPACING_M   0.05
#define MASS_KG     0.0005

typedef struct Request {
    const char *from;
    const char *to;
    long links;
    long side;
    long steps;
} Request;

static const struct argp_option options[] = {
    {"from", 'f', "FILE", 0, "Take up the cloth of this snapshot", 0},
    {"chain", 'c', "LINKS", 0, "Make a chain that hangs straight down (0.05 m, 0.5 g)", 0},
    {"sheet", 's', "SIDE", 0,
     "Make a horizontal sheet of SIDE x SIDE particles held by two corners", 0},
    {"steps", 'n', "N", 0, "Step it N times (default 0)", 0},
    {"to", 't', "FILE", 0, "Put it down here", 0},
    {0},
};

static long take_number(struct argp_state *state, const char *name, const char *text, long min,
                        long max) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < min || value > max) {
        argp_error(state, "--%s %s: a whole number from %ld to %ld is wanted", name, text, min,
                   max);
    }
    return value;
}

static error_t take(int key, char *argument, struct argp_state *state) {
    Request *request = state->input;
    switch (key) {
    case 'f':
        request->from = argument;
        return 0;
    case 't':
        request->to = argument;
        return 0;
    case 'c':
        request->links = take_number(state, "chain", argument, 1, SIZE_LIMIT);
        return 0;
    case 's':
        request->side = take_number(state, "sheet", argument, 2, SIZE_LIMIT);
        return 0;
    case 'n':
        request->steps = take_number(state, "steps", argument, 0, STEPS_LIMIT);
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument \"%s\" here", argument);
        return 0;
    case ARGP_KEY_END:
        if ((request->from != NULL) + (request->links > 0) + (request->side > 0) != 1) {
            argp_error(state, "one of --from, --chain and --sheet is wanted");
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    .options = options,
    .parser = take,
    .doc = "Makes or takes up a cloth, steps it, puts it down, and prints its hash.",
};

static ClothStatus make(const Request *request, ClothState **state, ClothError *error) {
    ClothGraph graph = {0};
    const ClothMaterial material = cloth_material_default();
    int32_t held[2] = {0, 0};
    ClothStatus status = CLOTH_OK;
    if (request->links > 0) {
        const ClothChainShape shape = {.links = (int32_t)request->links,
                                       .strands = 1,
                                       .spacing_m = SPACING_M,
                                       .mass_kg = MASS_KG,
                                       .direction = {0.0, -1.0, 0.0},
                                       .bend = CLOTH_CHAIN_SKIPS};
        status = cloth_graph_chain(&shape, &graph, error);
    } else {
        const ClothGridShape shape = {.columns = (int32_t)request->side,
                                      .rows = (int32_t)request->side,
                                      .spacing_m = SPACING_M,
                                      .mass_kg = MASS_KG,
                                      .u = {1.0, 0.0, 0.0},
                                      .v = {0.0, 0.0, 1.0},
                                      .bend = 1};
        held[1] = shape.columns - 1;
        status = cloth_graph_grid(&shape, &graph, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_build(&graph, &material, held, request->links > 0 ? 1 : 2, state, error);
    }
    cloth_graph_free(&graph);
    return status;
}

static LabStatus step(ClothState *state, long steps, LabError *error) {
    const ClothStep how = cloth_step_default();
    for (long k = 0; k < steps; ++k) {
        ClothError cause = {0};
        if (cloth_step(state, &how, NULL, &cause) != CLOTH_OK) {
            return lab_fail(error, LAB_BROKEN, "step %ld: %s", k, cause.message);
        }
    }
    return LAB_DONE;
}

static LabStatus run(const Request *request, ClothState **state, LabError *error) {
    LabStatus status = LAB_DONE;
    if (request->from != NULL) {
        status = lab_snapshot_read(request->from, state, error);
    } else {
        ClothError cause = {0};
        if (make(request, state, &cause) != CLOTH_OK) {
            status = lab_fail(error, LAB_BROKEN, "%s", cause.message);
        }
    }
    if (status == LAB_DONE) {
        status = step(*state, request->steps, error);
    }
    if (status == LAB_DONE && request->to != NULL) {
        status = lab_snapshot_write(request->to, *state, error);
    }
    return status;
}

int tool_snapshot(int argc, char **argv) {
    Request request = {0};
    LabError error = {{0}};
    ClothState *state = NULL;
    argv[0] = "lab snapshot";
    (void)argp_parse(&parser, argc, argv, 0, NULL, &request);
    LabStatus status = run(&request, &state, &error);
    if (status == LAB_DONE) {
        (void)printf("particles=%d steps=%lld hash=%016" PRIx64 "\n",
                     (int)cloth_particle_count(state), (long long)cloth_steps_taken(state),
                     cloth_hash(state));
    } else {
        (void)fprintf(stderr, "lab snapshot: %s\n", error.message);
    }
    cloth_destroy(state);
    return (int)status;
}
