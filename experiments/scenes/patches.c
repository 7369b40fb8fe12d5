/*
 * patches.c: a grid of particles, moved where the word says, and its closed forms.
 *
 * The closed forms are those of the triangles, not of the smooth surface they stand for: a tube of
 * n faces is a prism, a hat of n faces a pyramid, and both unroll into a plane.
 */
#include "scenes/patches.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"
#include "math/rng.h"
#include "math/vec3.h"

static const double PI = 3.14159265358979323846;

/* Of a hat's faces together, round the tip: 216 degrees. */
#define HAT_ANGLE (1.2 * PI)

typedef struct Draft {
    const char *word;
    int32_t side;
    Rng rng;
    int32_t vertex_count;
    int32_t triangle_count;
    double *position;  /* (side^2 + 1) x 3 */
    int32_t *triangle; /* (2 side^2) x 3 */
} Draft;

static bool is(const char *word, const char *other) {
    return strcmp(word, other) == 0;
}

static bool is_irregular(const char *word) {
    return is(word, "irregular") || is(word, "corner") || is(word, "cap") || is(word, "drape") ||
           is(word, "crumple");
}

static int32_t middle(int32_t side) {
    return side / 2;
}

/* Particles. */

/* Up to a fifth of a square either way, which leaves every square convex; but for those on the
 * border, where an L's is too. */
static double nudge(Draft *draft, int32_t place) {
    const bool border = place == 0 || place == draft->side - 1 ||
                        (is(draft->word, "corner") && place == middle(draft->side));
    const double by = rng_range(&draft->rng, -0.2, 0.2);
    return is_irregular(draft->word) && !border ? by : 0.0;
}

/* Half the angle of a hat's face at the tip. */
static double hat_half_angle(int32_t side) {
    return 0.5 * HAT_ANGLE / side;
}

/* Where the point of a sheet that is u columns and v rows from its first particle goes. */
static void place(Draft *draft, double u, double v, double x[3]) {
    const double extent = (draft->side - 1) * SCENE_PATCH_SPACING_M;
    x[0] = u * SCENE_PATCH_SPACING_M;
    x[1] = 0.0;
    x[2] = v * SCENE_PATCH_SPACING_M;
    if (is(draft->word, "drape")) {
        const double a = 2.0 * PI * x[0] / extent;
        const double b = 2.0 * PI * x[2] / extent;
        x[1] = extent * (0.08 * sin(a) * sin(1.1 * b + 1.0) + 0.02 * sin(3.7 * a + 0.5 * b));
    } else if (is(draft->word, "crumple")) {
        x[1] = rng_range(&draft->rng, -0.4, 0.4) * SCENE_PATCH_SPACING_M;
    } else if (is(draft->word, "cap")) {
        /* A cube's face, blown up to the sphere whose great circles run along its middle. */
        const double radius = extent / (0.5 * PI);
        x[0] = 2.0 * x[0] / extent - 1.0;
        x[1] = 1.0;
        x[2] = 2.0 * x[2] / extent - 1.0;
        const double scale = radius / vec3_length(x);
        for (int k = 0; k < 3; k++) {
            x[k] *= scale;
        }
    } else if (is(draft->word, "tube")) {
        const double radius = 0.5 * SCENE_PATCH_SPACING_M / sin(PI / draft->side);
        x[0] = radius * cos(2.0 * PI * u / draft->side);
        x[1] = radius * sin(2.0 * PI * u / draft->side);
    } else if (is(draft->word, "hat")) {
        /* Row 0 is the brim. A face of slant s is 2 s sin(half) wide at the brim. */
        const double slant = (draft->side - v) * SCENE_PATCH_SPACING_M;
        const double radius = slant * sin(hat_half_angle(draft->side)) / sin(PI / draft->side);
        x[0] = radius * cos(2.0 * PI * u / draft->side);
        x[1] = -sqrt(slant * slant - radius * radius);
        x[2] = radius * sin(2.0 * PI * u / draft->side);
    }
}

static void place_all(Draft *draft) {
    for (int32_t row = 0; row < draft->side; row++) {
        for (int32_t column = 0; column < draft->side; column++) {
            const double u = column + nudge(draft, column);
            const double v = row + nudge(draft, row);
            place(draft, u, v, &draft->position[3 * draft->vertex_count++]);
        }
    }
    if (is(draft->word, "hat")) {
        memset(&draft->position[3 * draft->vertex_count++], 0, 3 * sizeof(double));
    }
}

/* Triangles. */

static void add_triangle(Draft *draft, int32_t a, int32_t b, int32_t c) {
    int32_t *corner = &draft->triangle[3 * draft->triangle_count++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

static void cut_square(Draft *draft, int32_t row, int32_t column) {
    const int32_t side = draft->side;
    const int32_t right = (column + 1) % side; /* of a tube or hat: round */
    const int32_t a = row * side + column;
    const int32_t b = row * side + right;
    const int32_t c = a + side;
    const int32_t d = b + side;
    const bool flips = is(draft->word, "alternating") && (row + column) % 2 == 1;
    const bool tossed = is_irregular(draft->word) && rng_unit(&draft->rng) < 0.5;
    if (flips || tossed) {
        add_triangle(draft, a, b, c);
        add_triangle(draft, b, d, c);
    } else {
        add_triangle(draft, a, b, d);
        add_triangle(draft, a, d, c);
    }
}

static void cut_all(Draft *draft) {
    const int32_t side = draft->side;
    const bool round = is(draft->word, "tube") || is(draft->word, "hat");
    for (int32_t row = 0; row + 1 < side; row++) {
        for (int32_t column = 0; column < (round ? side : side - 1); column++) {
            if (!is(draft->word, "corner") || row < middle(side) || column < middle(side)) {
                cut_square(draft, row, column);
            }
        }
    }
    for (int32_t column = 0; is(draft->word, "hat") && column < side; column++) {
        add_triangle(draft, (side - 1) * side + column, (side - 1) * side + (column + 1) % side,
                     side * side);
    }
}

/* Leaves out the particles that no triangle uses; the others keep their order. */
static void drop_unused(Draft *draft, int32_t *number) {
    for (int32_t i = 0; i < draft->vertex_count; i++) {
        number[i] = -1;
    }
    for (int32_t c = 0; c < 3 * draft->triangle_count; c++) {
        number[draft->triangle[c]] = 0;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < draft->vertex_count; i++) {
        if (number[i] == 0) {
            memmove(&draft->position[3 * kept], &draft->position[3 * i], 3 * sizeof(double));
            number[i] = kept++;
        }
    }
    for (int32_t c = 0; c < 3 * draft->triangle_count; c++) {
        draft->triangle[c] = number[draft->triangle[c]];
    }
    draft->vertex_count = kept;
}

ClothStatus scene_patch(const char *word, int32_t side, uint64_t seed, ClothGraph *graph,
                        ClothError *error) {
    *graph = (ClothGraph){0};
    const size_t most = (size_t)side * (size_t)side + 1;
    Draft draft = {.word = word,
                   .side = side,
                   .rng = {seed},
                   .position = malloc(most * 3 * sizeof(double)),
                   .triangle = malloc(2 * most * 3 * sizeof(int32_t))};
    int32_t *number = malloc(most * sizeof(int32_t));
    ClothStatus status = CLOTH_NO_MEMORY;
    if (draft.position == NULL || draft.triangle == NULL || number == NULL) {
        (void)cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %d x %d particles", side, side);
    } else {
        place_all(&draft);
        cut_all(&draft);
        drop_unused(&draft, number);
        const ClothMeshShape shape = {.position = draft.position,
                                      .vertex_count = draft.vertex_count,
                                      .triangle = draft.triangle,
                                      .triangle_count = draft.triangle_count,
                                      .mass_kg = 5e-4};
        status = cloth_graph_mesh(&shape, graph, error);
    }
    free(draft.position);
    free(draft.triangle);
    free(number);
    return status;
}

ClothPatch scene_patch_view(const ClothGraph *graph) {
    return (ClothPatch){.particle_count = graph->particle_count,
                        .position = graph->position,
                        .edge_count = graph->edge_count,
                        .edge = graph->edge,
                        .triangle_count = graph->triangle_count,
                        .triangle = graph->triangle};
}

int32_t scene_patch_sources(const char *word, int32_t side, int32_t *source) {
    if (is(word, "one")) {
        source[0] = (3 * side / 10) * side + 3 * side / 10;
        return 1;
    }
    if (is(word, "corners")) {
        source[0] = 0;
        source[1] = side - 1;
        return 2;
    }
    for (int32_t k = 0; k < side; k++) {
        source[k] = k;
    }
    return side;
}

/* Closed forms. */

/* How many faces apart two particles of a tube or hat are, by their angles round the axis. */
static double faces_apart(int32_t side, double a, double b) {
    const double apart = fabs(a - b) * side / (2.0 * PI);
    return round(fmin(apart, side - apart));
}

/* Round the corner of an L whose missing quarter lies beyond (mid, mid). */
static double corner_distance(double mid, const double a[3], const double b[3]) {
    const double along[2] = {b[0] - a[0], b[2] - a[2]};
    const double off[2] = {mid - a[0], mid - a[2]};
    const double straight = hypot(along[0], along[1]);
    /* One on either arm, and the corner on the near side of the line between them. */
    const bool apart = (a[0] - mid) * (a[2] - mid) <= 0.0 && (b[0] - mid) * (b[2] - mid) <= 0.0 &&
                       (a[0] - mid) * (b[0] - mid) <= 0.0 && (a[2] - mid) * (b[2] - mid) <= 0.0;
    const double hand = along[0] * off[1] - along[1] * off[0];
    const double of_origin = -along[0] * a[2] + along[1] * a[0];
    if (apart && hand * of_origin > 0.0) {
        return hypot(off[0], off[1]) + hypot(b[0] - mid, b[2] - mid);
    }
    return straight;
}

double scene_patch_distance(const char *word, int32_t side, const double a[3], const double b[3]) {
    if (is(word, "corner")) {
        return corner_distance(middle(side) * SCENE_PATCH_SPACING_M, a, b);
    }
    if (is(word, "tube")) {
        const double faces = faces_apart(side, atan2(a[1], a[0]), atan2(b[1], b[0]));
        return hypot(faces * SCENE_PATCH_SPACING_M, a[2] - b[2]);
    }
    if (is(word, "hat")) {
        const double faces = faces_apart(side, atan2(a[2], a[0]), atan2(b[2], b[0]));
        const double angle = fmin(2.0 * faces * hat_half_angle(side), PI);
        const double down = vec3_length(a);
        const double up = vec3_length(b);
        return sqrt(fmax(down * down + up * up - 2.0 * down * up * cos(angle), 0.0));
    }
    if (is(word, "one_diagonal") || is(word, "alternating") || is(word, "irregular")) {
        double between[3];
        vec3_subtract(a, b, between);
        return vec3_length(between);
    }
    return NAN;
}
