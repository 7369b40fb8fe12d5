#include "scenes/hold.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"

/* The share of its height that a mesh's "edge" takes in: one row of a hundred. Of a shirt and a
 * poncho as drawn it is 9 particles each at the back of the collar; half of it is 3 and 5, double
 * 19 and 36. Valid: above 0, and below 0.05, where it is no edge any more (62 and 164, over the
 * shoulders). */
#define EDGE_SHARE 0.01

/* What a specification is resolved against, and the marks it leaves. */
typedef struct Hold {
    const char *specification;
    const ClothGraph *graph;
    int32_t columns;
    int32_t rows;
    bool *mark; /* (particle_count) */
} Hold;

static ClothStatus refuse(const Hold *hold, ClothError *error) {
    return cloth_fail(
        error, CLOTH_BAD_ARGUMENT,
        "hold '%.60s'; allowed: none, corners, edge, top=P%% with P above 0 and up to "
        "100, or particles such as 0,31 out of 0 .. %d",
        hold->specification, hold->graph->particle_count - 1);
}

/* Heights. */

/* The axes of a mesh: which one is up and which one runs across it, with their ranges. */
typedef struct MeshFrame {
    int up;
    int across;
    double low[3];
    double high[3];
} MeshFrame;

static double extent(const MeshFrame *frame, int axis) {
    return frame->high[axis] - frame->low[axis];
}

static MeshFrame mesh_frame(const ClothGraph *graph) {
    MeshFrame frame;
    for (int k = 0; k < 3; k++) {
        frame.low[k] = INFINITY;
        frame.high[k] = -INFINITY;
        for (int32_t i = 0; i < graph->particle_count; i++) {
            const double x = graph->position[3 * (size_t)i + (size_t)k];
            frame.low[k] = fmin(frame.low[k], x);
            frame.high[k] = fmax(frame.high[k], x);
        }
    }
    const int wider = extent(&frame, 0) >= extent(&frame, 2) ? 0 : 2;
    const bool level = !(extent(&frame, 1) > 1e-6 * extent(&frame, wider));
    frame.up = level ? 2 - wider : 1;
    frame.across = wider;
    return frame;
}

/* Height of a particle as a share of the cloth's, 0 at the bottom, 1 at the top. */
static double height_share(const Hold *hold, const MeshFrame *frame, int32_t particle) {
    if (hold->columns > 0) {
        return hold->rows > 1 ? 1.0 - (double)(particle / hold->columns) / (hold->rows - 1) : 1.0;
    }
    const double height = extent(frame, frame->up);
    const double x = hold->graph->position[3 * (size_t)particle + (size_t)frame->up];
    return height > 0.0 ? (x - frame->low[frame->up]) / height : 1.0;
}

static void mark_top(Hold *hold, double share) {
    const MeshFrame frame = mesh_frame(hold->graph);
    for (int32_t i = 0; i < hold->graph->particle_count; i++) {
        /* The margin keeps a row that lies exactly on the limit, whatever the rounding. */
        hold->mark[i] = height_share(hold, &frame, i) >= 1.0 - share - 1e-12;
    }
}

/* The particle of a mesh farthest up and to one side; equals go to the lowest number. */
static int32_t extreme(const ClothGraph *graph, const MeshFrame *frame, double side) {
    int32_t best = 0;
    double best_score = -INFINITY;
    for (int32_t i = 0; i < graph->particle_count; i++) {
        const double *x = &graph->position[3 * (size_t)i];
        const double score = x[frame->up] + side * x[frame->across];
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return best;
}

static void mark_corners(Hold *hold) {
    if (hold->columns > 0) {
        hold->mark[0] = hold->mark[hold->columns - 1] = true;
        return;
    }
    const MeshFrame frame = mesh_frame(hold->graph);
    hold->mark[extreme(hold->graph, &frame, -1.0)] = true;
    hold->mark[extreme(hold->graph, &frame, 1.0)] = true;
}

static void mark_edge(Hold *hold) {
    if (hold->columns > 0) {
        for (int32_t c = 0; c < hold->columns; c++) {
            hold->mark[c] = true;
        }
        return;
    }
    mark_top(hold, EDGE_SHARE);
}

/* Reading. */

static ClothStatus read_top(Hold *hold, const char *text, ClothError *error) {
    char *end;
    const double percent = strtod(text, &end);
    if (end == text || strcmp(end, "%") != 0 || !(percent > 0.0 && percent <= 100.0)) {
        return refuse(hold, error);
    }
    mark_top(hold, percent / 100.0);
    return CLOTH_OK;
}

static ClothStatus read_particles(Hold *hold, const char *text, ClothError *error) {
    for (;;) {
        char *end;
        errno = 0;
        const long particle = strtol(text, &end, 10);
        const bool ends_well = *end == ',' || *end == '\0';
        if (end == text || !ends_well || errno != 0 || particle < 0 ||
            particle >= hold->graph->particle_count) {
            return refuse(hold, error);
        }
        if (hold->mark[particle]) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "hold '%.60s' names particle %ld twice; allowed: different particles",
                              hold->specification, particle);
        }
        hold->mark[particle] = true;
        if (*end == '\0') {
            return CLOTH_OK;
        }
        text = end + 1;
    }
}

static ClothStatus mark(Hold *hold, ClothError *error) {
    const char *text = hold->specification;
    if (strcmp(text, "none") == 0) {
        return CLOTH_OK;
    }
    if (strcmp(text, "corners") == 0) {
        mark_corners(hold);
        return CLOTH_OK;
    }
    if (strcmp(text, "edge") == 0) {
        mark_edge(hold);
        return CLOTH_OK;
    }
    if (strncmp(text, "top=", 4) == 0) {
        return read_top(hold, text + 4, error);
    }
    return read_particles(hold, text, error);
}

ClothStatus scene_hold(const char *specification, const ClothGraph *graph, int32_t columns,
                       int32_t rows, int32_t **held, int32_t *held_count, ClothError *error) {
    *held = NULL;
    *held_count = 0;
    const size_t particles = (size_t)graph->particle_count;
    Hold hold = {specification, graph, columns, rows, calloc(particles, sizeof *hold.mark)};
    int32_t *list = malloc(particles * sizeof *list);
    ClothStatus status = CLOTH_OK;
    if (hold.mark == NULL || list == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d held particles",
                            graph->particle_count);
    } else {
        status = mark(&hold, error);
    }
    for (int32_t i = 0; status == CLOTH_OK && i < graph->particle_count; i++) {
        if (hold.mark[i]) {
            list[(*held_count)++] = i;
        }
    }
    free(hold.mark);
    if (*held_count > 0) {
        *held = list;
    } else {
        free(list);
    }
    return status;
}
