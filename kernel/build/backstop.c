/*
 * backstop.c: the planes that a cloth's particles are kept in front of, as they are given.
 */
#include "build/backstop.h"

#include "math/error.h"
#include "math/quat.h"

#include <math.h>
#include <string.h>

/* What is given of particle i, in the graph's numbering. */
typedef struct Given {
    const double *point;
    const double *normal;
    const double *distance; /* or NULL */
} Given;

static ClothStatus check_given(const ClothState *state, const Given *given, ClothError *error) {
    for (int32_t i = 0; i < state->counts.particle; i++) {
        const double distance = given->distance == NULL ? 0.0 : given->distance[i];
        bool finite = isfinite((ClothReal)distance);
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            finite = finite && isfinite((ClothReal)given->point[k]) && isfinite(given->normal[k]);
        }
        if (!finite) {
            return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                              "backstop of particle %d: point (%g, %g, %g), normal (%g, %g, %g), "
                              "distance %g; must be finite",
                              (int)i, given->point[3 * i], given->point[3 * i + 1],
                              given->point[3 * i + 2], given->normal[3 * i],
                              given->normal[3 * i + 1], given->normal[3 * i + 2], distance);
        }
    }
    return CLOTH_OK;
}

static void clear_plane(const ClothView *view, int32_t i) {
    memset(&view->backstop_point[3 * i], 0, 3 * sizeof(ClothReal));
    memset(&view->backstop_normal[3 * i], 0, 3 * sizeof(ClothReal));
    memset(&view->backstop_to[3 * i], 0, 3 * sizeof(ClothReal));
    memset(&view->backstop_turn[3 * i], 0, 3 * sizeof(ClothReal));
    view->backstop_distance[i] = 0;
    view->backstop_penalty[i] = 0;
    view->backstop_multiplier[i] = 0;
    view->backstop_allowed[i] = 0;
}

/* Returns whether the particle has a plane. */
static bool set_plane(const ClothState *state, const ClothView *view, int32_t i,
                      const Given *given) {
    const int32_t from = view->graph_index[i];
    double normal[3];
    if (!quat_direction(&given->normal[3 * from], normal)) {
        clear_plane(view, i);
        return false;
    }
    const ClothReal *was = &view->backstop_normal[3 * i];
    const bool fresh = was[0] == 0 && was[1] == 0 && was[2] == 0;
    for (int k = 0; k < 3; k++) {
        view->backstop_to[3 * i + k] = (ClothReal)given->point[3 * from + k];
        view->backstop_turn[3 * i + k] = (ClothReal)normal[k];
    }
    if (fresh) {
        memcpy(&view->backstop_point[3 * i], &view->backstop_to[3 * i], 3 * sizeof(ClothReal));
        memcpy(&view->backstop_normal[3 * i], &view->backstop_turn[3 * i], 3 * sizeof(ClothReal));
    }
    view->backstop_distance[i] =
        (ClothReal)(given->distance == NULL ? state->thickness_m : given->distance[from]);
    return true;
}

/* Where the plane of a particle is to be. */
typedef struct Aim {
    ClothReal to[7];
} Aim;

static Aim aim_of(const ClothView *view, int32_t i) {
    Aim aim;
    memcpy(&aim.to[0], &view->backstop_to[3 * i], 3 * sizeof(ClothReal));
    memcpy(&aim.to[3], &view->backstop_turn[3 * i], 3 * sizeof(ClothReal));
    aim.to[6] = view->backstop_distance[i];
    return aim;
}

ClothStatus cloth_set_backstops(ClothState *state, const double *point, const double *normal,
                                const double *distance, ClothError *error) {
    bool changed;
    return cloth_change_backstops(state, point, normal, distance, &changed, error);
}

ClothStatus cloth_change_backstops(ClothState *state, const double *point, const double *normal,
                                   const double *distance, bool *changed, ClothError *error) {
    *changed = false;
    if (!cloth_check_header(state)) {
        return cloth_fail(error, CLOTH_BAD_BLOCK, "not a cloth state of this build");
    }
    if ((point == NULL) != (normal == NULL) || (point == NULL && distance != NULL)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT,
                          "backstops with %s points and %s normals; must have both, or nothing",
                          point == NULL ? "no" : "some", normal == NULL ? "no" : "some");
    }
    const Given given = {point, normal, distance};
    const ClothStatus status = point == NULL ? CLOTH_OK : check_given(state, &given, error);
    if (status != CLOTH_OK) {
        return status;
    }
    const ClothView view = cloth_view(state);
    state->tally.backstop = 0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        const Aim before = aim_of(&view, i);
        if (point == NULL) {
            clear_plane(&view, i);
        } else {
            state->tally.backstop += set_plane(state, &view, i, &given);
        }
        const Aim after = aim_of(&view, i);
        *changed = *changed || memcmp(&before, &after, sizeof before) != 0;
    }
    return CLOTH_OK;
}
