/*
 * advance.c: a step of a world: who is awake, who is stepped, who falls asleep.
 *
 * A sleeping cloth is not touched: its block keeps every bit until something wakes it, and what is
 * read out of an unchanged block is the same. It falls asleep when no particle has moved further
 * than CLOTH_SLEEP_SHARE of its reach for CLOTH_SLEEP_WINDOW_S, and its speeds are then taken away.
 */
#include "build/hold.h"
#include "math/error.h"
#include "math/vec3.h"
#include "state/state.h"
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

static ClothStep step_of(const ClothWorld *world, WorldCloth *cloth, double step_s) {
    ClothStep step = cloth_fabric_step(&cloth->fabric);
    step.step_s = step_s;
    memcpy(step.gravity, cloth->gravity, sizeof step.gravity);
#ifdef CLOTH_ABLATE
    step.instruments = world->instruments;
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

/* How far the particle furthest from where it was last seen to move is from there [m]. */
static double furthest(const ClothView *view, const double *from) {
    double most = 0.0;
    for (int32_t i = 0; i < view->counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d = (double)view->position[3 * i + k] - from[3 * i + k];
            squared += d * d;
        }
        most = squared > most ? squared : most;
    }
    return sqrt(most);
}

static void rest(const ClothWorld *world, WorldCloth *cloth, double step_s) {
    const ClothView view = cloth_view(cloth->state);
    const size_t numbers = 3 * (size_t)view.counts.particle;
    if (furthest(&view, cloth->still_at) > CLOTH_SLEEP_SHARE * cloth->reach_m) {
        for (size_t k = 0; k < numbers; k++) {
            cloth->still_at[k] = (double)view.position[k];
        }
        cloth->still_s = 0.0;
        return;
    }
    cloth->still_s += step_s;
    if (cloth->still_s >= CLOTH_SLEEP_WINDOW_S && (cloth->flags & CLOTH_NEVER_SLEEP) == 0 &&
        !CLOTH_WORLD_ABLATED(world, CLOTH_WITHOUT_SLEEP)) {
        memset(view.velocity, 0, numbers * sizeof *view.velocity);
        memset(view.acceleration, 0, numbers * sizeof *view.acceleration);
        cloth->asleep = true;
    }
}

/* Whether the cloth has to be stepped; wakes it if it slept. */
static bool is_awake(const ClothWorld *world, WorldCloth *cloth) {
    const bool seen = cloth_world_look(world, cloth);
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
    const ClothStatus status = cloth_step(cloth->state, &step, NULL, &cause);
    if (status != CLOTH_OK) {
        return cloth_fail(error, status, "cloth %llu: %s", (unsigned long long)cloth->id,
                          cause.message);
    }
    rest(world, cloth, step_s);
    return CLOTH_OK;
}

ClothStatus cloth_world_step(ClothWorld *world, double step_s, ClothError *error) {
    if (!(step_s >= 0.0) || !isfinite(step_s)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "step_s is %g; must be finite, 0 or more",
                          step_s);
    }
    ClothStatus first = CLOTH_OK;
    for (int32_t depth = 0; step_s > 0.0 && depth <= world->deepest; depth++) {
        for (int32_t k = 0; k < world->cloth_count; k++) {
            if (world->cloth[k]->depth == depth) {
                const ClothStatus status =
                    advance(world, world->cloth[k], step_s, first == CLOTH_OK ? error : NULL);
                first = first == CLOTH_OK ? status : first;
            }
        }
    }
    return first;
}
