/*
 * advance.c: a step of a world: who is awake, who is stepped, who falls asleep.
 *
 * A sleeping cloth is not touched: its block keeps every bit until something wakes it, and what is
 * read out of an unchanged block is the same. It falls asleep when no particle has moved further
 * than CLOTH_SLEEP_SHARE of its reach for a window of time, and its speeds are then taken away. The
 * window grows with the period of the cloth's own swing: at its turning point a swing of amplitude A
 * strays by A (omega w)^2 / 8 in a window w, so that a window of fixed length takes a long rope's
 * turning point for rest, and one of a fixed share of the period does not, whatever the length (e42).
 *
 * A long step is solved in pieces, which are more substeps of it: penalties are in proportion to
 * inertia over the substep's square, so that in one long substep gravity outweighs them, and 12 links
 * end 28 times as long at 2 frames a second. What a step has beyond CLOTH_STEP_MOST_S is lost (e41).
 */
#include "build/hold.h"
#include "math/error.h"
#include "math/vec3.h"
#include "state/state.h"
#include "step/rescue.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

/* The limit on speeds in this step: after a reset it rises from nothing. */
static double speed_limit(const ClothWorld *world, const WorldCloth *cloth, const ClothStep *step) {
    if (CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_SPEED_LIMIT)) {
        return INFINITY;
    }
    const double most = CLOTH_SPEED_AUTHORITIES * cloth_authority(cloth->state, step);
    const double window_s = CLOTH_TUNED(world, stabilise_s, CLOTH_STABILISE_S);
    const bool whole =
        cloth->stabilise_s >= window_s || CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_STABILISATION);
    return whole ? most : most * cloth->stabilise_s / window_s;
}

/* Substeps of a step of this length: the fabric's, for each piece of it. */
static int32_t substeps_of(const ClothWorld *world, const ClothFabric *fabric, double step_s) {
    const double pieces = ceil(step_s / CLOTH_TUNED(world, piece_s, CLOTH_PIECE_S));
    const double substeps = fmax(pieces, 1.0) * fabric->substeps;
    return substeps < CLOTH_SUBSTEPS_MAX ? (int32_t)substeps : CLOTH_SUBSTEPS_MAX;
}

/* The longest substep of late. What a hard row gives way under its load grows with the square of the
 * substep that the band refers to: were that the step's own, a cloth would contract and sag with
 * every change of frame rate, and what one substep contracts, a longer one throws on. */
static double follow_band(const ClothWorld *world, WorldCloth *cloth, double step_s, double h) {
    const double kept = 1.0 / (1.0 + step_s / CLOTH_TUNED(world, band_fade_s, CLOTH_BAND_FADE_S));
    cloth->band_step_s = fmax(h, kept * cloth->band_step_s);
    return cloth->band_step_s;
}

static ClothStep step_of(const ClothWorld *world, WorldCloth *cloth, double step_s) {
    ClothStep step = cloth_fabric_step(&cloth->fabric);
    step.step_s = step_s;
    step.substeps = substeps_of(world, &cloth->fabric, step_s);
    step.band_step_s = follow_band(world, cloth, step_s, step_s / step.substeps);
    memcpy(step.gravity, cloth->gravity, sizeof step.gravity);
#ifdef CLOTH_ABLATE
    step.instruments = world->instruments;
    if (world->tuned.contact_band > 0.0) {
        step.constants.contact_min = world->tuned.contact_band;
        step.constants.contact_max = world->tuned.contact_band;
    }
#endif
    if (CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_DAMPING)) {
        step.damping_1_s = 0.0;
    }
    cloth->stabilise_s =
        fmin(cloth->stabilise_s + step_s, CLOTH_TUNED(world, stabilise_s, CLOTH_STABILISE_S));
    step.speed_max_m_s = speed_limit(world, cloth, &step);
    cloth->speed_max_m_s = step.speed_max_m_s;
    return step;
}

/* How far the particle furthest from where it was last seen to move is from there [m]; NaN when one
 * is nowhere. */
static double furthest(const ClothView *view, const double *from) {
    double most = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d = (double)view->position[3 * i + k] - from[3 * i + k];
            squared += d * d;
        }
        most = squared <= most || isnan(most) ? most : squared;
    }
    return sqrt(most);
}

/* Without gravity there is no period, and the most is right. */
double cloth_world_sleep_window(const ClothWorld *world, const WorldCloth *cloth) {
    const double least = CLOTH_TUNED(world, sleep_window_s, CLOTH_SLEEP_WINDOW_S);
    const double swing = CLOTH_TUNED(world, sleep_swing, CLOTH_SLEEP_SWING) *
                         sqrt(cloth->reach_m / vec3_length(world->gravity));
    return fmin(fmax(least, swing), fmax(least, CLOTH_SLEEP_WINDOW_MOST_S));
}

static void fall_asleep(WorldCloth *cloth) {
    const ClothView view = cloth_view(cloth->state);
    const size_t numbers = 3 * (size_t)view.counts.particle;
    memset(view.velocity, 0, numbers * sizeof *view.velocity);
    memset(view.acceleration, 0, numbers * sizeof *view.acceleration);
    cloth->asleep = true;
}

static void rest(const ClothWorld *world, WorldCloth *cloth, const ClothStep *step) {
    const ClothView view = cloth_view(cloth->state);
    const double share = CLOTH_TUNED(world, sleep_share, CLOTH_SLEEP_SHARE);
    if (!(furthest(&view, cloth->still_at) <= share * cloth->reach_m)) {
        for (size_t k = 0; k < 3 * (size_t)view.counts.particle; k++) {
            cloth->still_at[k] = (double)view.position[k];
        }
        cloth->still_s = 0.0;
        return;
    }
    cloth->still_s += step->step_s;
    /* What is stuck does not move either, until it is helped. */
    if (cloth->still_s >= cloth_world_sleep_window(world, cloth) &&
        !cloth_rescue_is_due(cloth->state, step) && (cloth->flags & CLOTH_NEVER_SLEEP) == 0 &&
        !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_SLEEP)) {
        fall_asleep(cloth);
    }
}

/* Whether the cloth has to be stepped; wakes it if it slept. */
static bool is_awake(const ClothWorld *world, WorldCloth *cloth) {
    const bool moved = cloth_world_look(world, cloth);
    const bool seen = moved || (cloth->asleep && cloth_world_is_touched(world, cloth));
    const bool stirred = cloth->disturbed || cloth->reset ||
                         (seen && !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_WAKING));
    if (cloth->asleep && !stirred) {
        return false;
    }
    if (stirred) {
        cloth->still_s = 0.0;
    }
    cloth->wakes += cloth->asleep;
    cloth->asleep = false;
    cloth->disturbed = false;
    return true;
}

static ClothStatus advance(ClothWorld *world, WorldCloth *cloth, double step_s, ClothError *error) {
    if (!is_awake(world, cloth)) {
        return CLOTH_OK;
    }
    cloth_world_follow(world, cloth);
#ifdef CLOTH_ABLATE
    if (CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_TETHER) && cloth->material.tethered) {
        cloth->material.tethered = false;
        cloth_fit_tethers(cloth->state, &cloth->material);
    }
#endif
    const ClothStep step = step_of(world, cloth, step_s);
    ClothError cause = {0};
    ClothStatus status = cloth_world_meet(world, cloth, &step, &cause);
    if (status == CLOTH_OK) {
        status = cloth_step(cloth->state, &step, NULL, &cause);
    }
    if (status != CLOTH_OK) {
        return cloth_fail(error, status, "cloth %llu: %s", (unsigned long long)cloth->id,
                          cause.message);
    }
    rest(world, cloth, &step);
    if (cloth->carries) {
        cloth_world_pose_joints(cloth);
    }
    return CLOTH_OK;
}

ClothStatus cloth_world_step(ClothWorld *world, double step_s, ClothError *error) {
    if (!(step_s >= 0.0) || !isfinite(step_s)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "step_s is %g; must be finite, 0 or more",
                          step_s);
    }
    step_s = fmin(step_s, CLOTH_TUNED(world, step_most_s, CLOTH_STEP_MOST_S));
    ClothStatus first = CLOTH_OK;
    cloth_world_stir_colliders(world);
    for (int32_t depth = 0; step_s > 0.0 && depth <= world->deepest; depth++) {
        for (int32_t k = 0; k < world->cloth_count; k++) {
            if (world->cloth[k]->depth == depth) {
                const ClothStatus status =
                    advance(world, world->cloth[k], step_s, first == CLOTH_OK ? error : NULL);
                first = first == CLOTH_OK ? status : first;
            }
        }
    }
    if (step_s > 0.0) {
        cloth_world_settle_colliders(world);
    }
    return first;
}
