/*
 * e30_sheets: does a sheet of every fabric come to rest, and does it look like cloth on the way?
 *
 * edge: a level sheet swings down from its first row. corner: the same by one corner. skirt: a flat
 * ring, held round its waist, drops, is twirled for two seconds and stopped. What needs something to
 * lie on, a sheet on a sphere that stands or turns, waits for contacts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/mesh.h"
#include "scenes/sheet.h"
#include "scenes/skirt.h"
#include "solver_knobs.h"

static const LabKnob knobs[] = {
    SOLVER_KNOB_CHOICE("scene", "what hangs from what", "edge,corner,skirt", NULL,
                       "edge,corner,skirt"),
    KNOB_FABRIC(SOLVER_FABRICS, "silk,denim"),
    SOLVER_KNOB_CHOICE("cut", "how cells are cut into triangles", "one_diagonal,alternating",
                       "one_diagonal", "one_diagonal,alternating"),
    SOLVER_KNOB_CHOICE("limit", "whether the fabric builds its strain limit", "own,built", "own",
                       "own,built"),
    SOLVER_KNOB_WHOLE("side", "particles along each side of a sheet", "13", NULL, 2, 200),
    KNOB_SPACING("0.08", NULL),
    SOLVER_KNOB_REAL("density", "kg m-2", "mass of an area", "0.2", NULL, 0, 1e3, true),
    SOLVER_KNOB_REAL("twirl_rad_s", "rad s-1", "fastest turn of the skirt's waist", "12", NULL, 0,
                     1e3, false),
    KNOB_STEP("0.016666666666666666", NULL),
    SOLVER_KNOB_WHOLE("steps", "steps taken at most", "9000", "3000", 1, 10000000),
};

/* Pictures are taken at these steps, of a grid of points each. */
static const int shots[] = {1, 16, 26, 120, 150, 300};
enum { SHOTS = sizeof shots / sizeof shots[0], GRID_MOST = 330, PLACES = SHOTS * GRID_MOST };

static const LabDimension dimensions[] = {
    {.name = "place",
     .unit = "1",
     .long_name = "point of a picture, picture by picture",
     .length = PLACES},
};

static const LabVariable variables[] = {
    {.name = "slept_step", .unit = "1", .long_name = "step after which it is asleep"},
    {.name = "speed_peak", .unit = "m s-1", .long_name = "fastest particle over the whole run"},
    {.name = "speed_share", .unit = "1", .long_name = "the same over the limit on speeds"},
    {.name = "reach_peak",
     .unit = "1",
     .long_name = "largest distance from a hold over the way along the cloth"},
    {.name = "strain_peak", .unit = "1", .long_name = "largest strain of a stretch row"},
    {.name = "kinetic_peak", .unit = "J", .long_name = "largest kinetic energy"},
    {.name = "flare",
     .unit = "1",
     .long_name = "widest hem of a skirt while it is twirled over its width at rest"},
    {.name = "x",
     .unit = "m",
     .long_name = "of a point of a picture, in the frame",
     .dimension = "place"},
    {.name = "y",
     .unit = "m",
     .long_name = "of a point of a picture, upwards",
     .dimension = "place"},
    {.name = "z", .unit = "m", .long_name = "of a point of a picture", .dimension = "place"},
};

/* The pictures of one run. */
typedef struct Album {
    double x[PLACES];
    double y[PLACES];
    double z[PLACES];
} Album;

/* A skirt's rings close: their first point comes again. */
static void take_picture(const Hung *hung, int shot, int32_t columns, bool closed, Album *album) {
    const int32_t n = hung->graph.particle_count;
    double *position = malloc(3 * (size_t)n * sizeof *position);
    if (position == NULL) {
        return;
    }
    (void)cloth_world_positions(hung->world, hung->cloth, position, NULL);
    int32_t at = 0;
    for (int32_t row = 0; row < n / columns; row++) {
        for (int32_t c = 0; c < columns + (closed ? 1 : 0) && at < GRID_MOST; c++) {
            const double *from = &position[3 * (row * columns + c % columns)];
            const int32_t place = shot * GRID_MOST + at++;
            album->x[place] = from[0];
            album->y[place] = from[1];
            album->z[place] = from[2];
        }
    }
    free(position);
}

static ClothStatus start(const LabPoint *point, Hung *hung, ClothError *error) {
    ClothFabric fabric = solver_fabric(point, "fabric");
    if (lab_chose(point, "limit", "built")) {
        fabric.flags |= CLOTH_FABRIC_STRAIN_LIMIT;
    }
    if (lab_mesh(point) != NULL) {
        return hung_mesh(lab_mesh(point), lab_real(point, "density"), &fabric, hung, error);
    }
    if (lab_chose(point, "scene", "skirt")) {
        SkirtShape shape = skirt_default();
        shape.density_kg_m2 = lab_real(point, "density");
        shape.alternating = lab_chose(point, "cut", "alternating");
        return hung_skirt(&shape, &fabric, hung, error);
    }
    const double spacing = lab_real(point, "spacing_m");
    const int32_t side = (int32_t)lab_integer(point, "side");
    const ClothGridShape shape = {.columns = side,
                                  .rows = side,
                                  .spacing_m = spacing,
                                  .mass_kg = lab_real(point, "density") * spacing * spacing,
                                  .u = {1.0, 0.0, 0.0},
                                  .v = {0.0, 0.0, 1.0},
                                  .cut = lab_chose(point, "cut", "alternating")
                                             ? CLOTH_GRID_ALTERNATING
                                             : CLOTH_GRID_ONE_DIAGONAL,
                                  .bend = 1};
    return hung_grid(&shape, lab_chose(point, "scene", "edge") ? "edge" : "0", &fabric, NULL, hung,
                     error);
}

/* The waist stands for a second and a half, turns faster and faster and slower again for two more,
 * and stands. */
static ClothStatus twirl(const LabPoint *point, const Hung *hung, double time_s,
                         ClothError *error) {
    const double from = 1.5;
    const double over = 2.0;
    const double share = fmin(fmax((time_s - from) / over, 0.0), 1.0);
    const double turn = acos(-1.0);
    const double angle = lab_real(point, "twirl_rad_s") * over *
                         (0.5 * share - sin(2.0 * turn * share) / (4.0 * turn));
    ClothPose pose = cloth_pose_identity();
    pose.rotation[1] = sin(0.5 * angle);
    pose.rotation[3] = cos(0.5 * angle);
    return cloth_world_set_holder(hung->world, hung->holder[0], &pose, error);
}

/* The radius that the hem has, over all its particles. */
static double hem_radius(const Hung *hung, int32_t around) {
    const int32_t n = hung->graph.particle_count;
    double *position = malloc(3 * (size_t)n * sizeof *position);
    double sum = NAN;
    if (position != NULL) {
        sum = 0.0;
        cloth_positions(cloth_world_state(hung->world, hung->cloth), position);
        for (int32_t i = n - around; i < n; i++) {
            sum += hypot(position[3 * i], position[3 * i + 2]) / around;
        }
    }
    free(position);
    return sum;
}

static void run_point(const LabPoint *point, LabResult *result) {
    const bool mesh = lab_mesh(point) != NULL;
    const bool skirt = !mesh && lab_chose(point, "scene", "skirt");
    const int32_t around = skirt_default().around;
    const int32_t columns = skirt ? around : (int32_t)lab_integer(point, "side");
    const double dt = lab_real(point, "step_s");
    /* One fabric's pictures are enough, and small enough for everybody. */
    const bool pictured = lab_chose(point, "fabric", "silk") &&
                          lab_chose(point, "cut", "one_diagonal") &&
                          lab_chose(point, "limit", "own");
    Album *album = mesh || !pictured ? NULL : malloc(sizeof *album);
    for (int32_t k = 0; album != NULL && k < PLACES; k++) {
        album->x[k] = album->y[k] = album->z[k] = NAN;
    }
    Hung hung;
    HungWatch watch = hung_watch_start();
    ClothError error = {0};
    ClothStatus status = start(point, &hung, &error);
    double widest = 0.0;
    for (int64_t s = 1; status == CLOTH_OK && s <= lab_integer(point, "steps"); s++) {
        status = skirt ? twirl(point, &hung, (double)s * dt, &error) : CLOTH_OK;
        status = status == CLOTH_OK ? hung_step(&hung, dt, &watch, &error) : status;
        for (int shot = 0; album != NULL && status == CLOTH_OK && shot < SHOTS; shot++) {
            if (shots[shot] == s) {
                take_picture(&hung, shot, columns, skirt, album);
            }
        }
        if (skirt && status == CLOTH_OK && s > 120 && s <= 260) {
            widest = more_of(widest, hem_radius(&hung, around));
        }
        if (watch.condition.asleep && (!skirt || s > 300)) {
            lab_put(result, "slept_step", (double)s);
            break;
        }
    }
    if (status == CLOTH_OK) {
        lab_put(result, "speed_peak", watch.speed_peak_m_s);
        lab_put(result, "speed_share", watch.speed_peak_m_s / watch.speed_limit_least_m_s);
        lab_put(result, "reach_peak", watch.reach_ratio_peak);
        lab_put(result, "strain_peak", watch.strain_peak);
        lab_put(result, "kinetic_peak", watch.kinetic_peak_j);
        if (skirt) {
            lab_put(result, "flare", widest / hem_radius(&hung, around));
        }
    }
    if (album != NULL) {
        lab_put_array(result, "x", album->x, PLACES);
        lab_put_array(result, "y", album->y, PLACES);
        lab_put_array(result, "z", album->z, PLACES);
    }
    solver_refusal(result, status, &error);
    free(album);
    hung_free(&hung);
}

/* The verdict. */

/* What the fabrics of one scene come to. */
typedef struct Rest {
    int fabrics;
    int asleep;
    double first; /* step */
    double last;
    double reach;
    double share;
    double flare_least;
    double flare_most;
} Rest;

static Rest rest_of(const LabData *data, const char *scene, const char *cut, const char *limit) {
    Rest rest = {.first = INFINITY, .flare_least = INFINITY};
    for (int64_t k = 0; k < lab_count(data); k++) {
        if (!lab_chose(lab_point(data, k), "scene", scene) ||
            !lab_chose(lab_point(data, k), "cut", cut) ||
            !lab_chose(lab_point(data, k), "limit", limit)) {
            continue;
        }
        const double slept = lab_ok(data, k) ? lab_get(data, k, "slept_step") : NAN;
        const double flare = lab_get(data, k, "flare");
        rest.fabrics++;
        rest.asleep += slept > 0.0;
        rest.first = slept < rest.first ? slept : rest.first;
        rest.last = slept > rest.last ? slept : rest.last;
        rest.reach = more_of(rest.reach, lab_get(data, k, "reach_peak"));
        rest.share = more_of(rest.share, lab_get(data, k, "speed_share"));
        rest.flare_least = less_of(rest.flare_least, flare);
        rest.flare_most = more_of(rest.flare_most, flare);
    }
    return rest;
}

static void judge(const LabData *data, LabJudgement *judgement) {
    static const char source[] =
        "held edge, free sheet on a sphere, turning sphere, circle skirt: all "
        "come to rest";
    const Rest edge = rest_of(data, "edge", "one_diagonal", "own");
    const Rest skirt = rest_of(data, "skirt", "one_diagonal", "own");
    const Rest corner = rest_of(data, "corner", "one_diagonal", "own");
    if (edge.fabrics == 0 || skirt.fabrics == 0) {
        lab_verdict(judgement, "C78", LAB_NOT_JUDGED, source, "needs edge and skirt");
        return;
    }
    const bool all = edge.asleep == edge.fabrics && skirt.asleep == skirt.fabrics;
    lab_verdict(
        judgement, "C78", all ? LAB_DIFFERS : LAB_CONTRADICTED, source,
        "from a held edge %d of %d fabrics sleep, after %.0f to %.0f steps, and skirts that "
        "were twirled %d of %d, after %.0f to %.0f; no further from their hold than %.4f of the "
        "way along, at %.2g of the limit on speeds. The sheet on a sphere is e44's; a "
        "sphere that turns is e40's disc and drum",
        edge.asleep, edge.fabrics, edge.first, edge.last, skirt.asleep, skirt.fabrics, skirt.first,
        skirt.last, more_of(edge.reach, skirt.reach), more_of(edge.share, skirt.share));
    lab_verdict(judgement, "skirt_flares", LAB_MEASURED, "",
                "at 12 rad/s a hem is %.3g to %.3g times as wide as at rest", skirt.flare_least,
                skirt.flare_most);
    if (corner.fabrics > 0) {
        lab_verdict(judgement, "corner", LAB_MEASURED, "",
                    "hung from one corner %d of %d fabrics sleep, after %.0f to %.0f steps",
                    corner.asleep, corner.fabrics, corner.first, corner.last);
    }
    const Rest limited = rest_of(data, "edge", "one_diagonal", "built");
    if (limited.fabrics > 0) {
        lab_verdict(
            judgement, "limited", LAB_MEASURED, "",
            "with its strain limit built, %d of %d fabrics sleep from an edge: a second hard "
            "row on an edge competes with the first",
            limited.asleep, limited.fabrics);
    }
    const Rest other = rest_of(data, "skirt", "alternating", "own");
    const Rest level = rest_of(data, "edge", "alternating", "own");
    if (other.fabrics > 0 && level.fabrics > 0) {
        lab_verdict(
            judgement, "alternating", LAB_MEASURED, "",
            "cut to and fro, %d of %d edges and %d of %d skirts sleep: such a cut has "
            "particles of four rows, and one whose rows all push near the waist flips every "
            "substep",
            level.asleep, level.fabrics, other.asleep, other.fabrics);
    }
}

int main(int argc, char **argv) {
    static const LabExperiment experiment = {
        .name = "e30_sheets",
        .question =
            "Does a sheet of every fabric come to rest, and does it look like cloth on the way?",
        .scene =
            "A level sheet of 13 x 13 particles 0.08 m apart, 0.2 kg/m^2, swings down from its "
            "first row or a corner; a skirt of 32 x 10 from 0.15 to 0.7 m radius drops from its "
            "waist, is twirled from 1.5 s to 3.5 s and stopped; 60 Hz. With --mesh, a garment from "
            "what holds it.",
        .answers =
            "Yes when every fabric of every scene is asleep at last, never further from its hold "
            "than it is long, and the pictures look like cloth.",
        .knobs = knobs,
        .knob_count = sizeof knobs / sizeof knobs[0],
        .dimensions = dimensions,
        .dimension_count = sizeof dimensions / sizeof dimensions[0],
        .variables = variables,
        .variable_count = sizeof variables / sizeof variables[0],
        .takes_mesh = true,
        .check_mesh = scene_check_mesh,
        .run_point = run_point,
        .judge = judge,
    };
    return lab_main(argc, argv, &experiment);
}
