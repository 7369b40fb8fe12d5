#include "e26_events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "solver_knobs.h"
#include "state/state.h"

/* What the steps of an event need to know. */
typedef struct Event {
    const LabPoint *point;
    LabResult *result;
    Hung hung;
    double dt_s;
    double length_m;
    ClothError error;
    ClothStatus status;
} Event;

static ClothChainShape rope_of(const LabPoint *point) {
    return (ClothChainShape){.links = (int32_t)lab_integer(point, "links"),
                             .strands = 1,
                             .spacing_m = lab_real(point, "spacing_m"),
                             .mass_kg = lab_real(point, "mass_kg"),
                             .direction = {0.0, -1.0, 0.0},
                             .bend = CLOTH_CHAIN_SKIPS};
}

static void start(Event *event, double swing_m_s) {
    const ClothChainShape shape = rope_of(event->point);
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    const double swing[3] = {swing_m_s, 0.0, 0.0};
    event->dt_s = lab_real(event->point, "step_s");
    event->length_m = shape.links * shape.spacing_m;
    event->status = hung_chain(&shape, &fabric, NULL, &event->hung, &event->error);
    if (event->status == CLOTH_OK) {
        event->status = hung_swing(&event->hung, swing, &event->error);
    }
}

static void advance(Event *event, HungWatch *watch) {
    if (event->status == CLOTH_OK) {
        event->status = hung_step(&event->hung, event->dt_s, watch, &event->error);
    }
}

static const ClothState *state_of(const Event *event) {
    return cloth_world_state(event->hung.world, event->hung.cloth);
}

/* A copy of the particles' positions or velocities; the caller's to free. */
static double *copy_of(const ClothState *state, bool velocities) {
    double *copy = malloc(3 * (size_t)cloth_particle_count(state) * sizeof *copy);
    if (copy != NULL && velocities) {
        cloth_velocities(state, copy);
    } else if (copy != NULL) {
        cloth_positions(state, copy);
    }
    return copy;
}

static double furthest(const double *a, const double *b, int32_t n) {
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d = a[3 * i + k] - b[3 * i + k];
            squared += d * d;
        }
        most = more_of(most, sqrt(squared));
    }
    return most;
}

/* One step; returns the largest change of a free particle's velocity over what gravity gives. */
static double jerk_of_step(Event *event) {
    if (event->status != CLOTH_OK) {
        return NAN;
    }
    const ClothState *state = state_of(event);
    double *before = copy_of(state, true);
    advance(event, NULL);
    double *after = copy_of(state, true);
    double jerk = NAN;
    if (before != NULL && after != NULL) {
        const ClothView view = cloth_view(state);
        for (int32_t h = 0; h < view.tally.held; h++) {
            const int32_t i = view.graph_index[view.held_list[h]];
            memcpy(&after[3 * i], &before[3 * i], 3 * sizeof *after);
        }
        jerk = furthest(before, after, view.counts.particle) / (9.81 * event->dt_s);
    }
    free(before);
    free(after);
    return jerk;
}

static void move(Event *event, int which, double x) {
    ClothPose pose = cloth_pose_identity();
    pose.position[0] = x;
    if (event->status == CLOTH_OK) {
        event->status = cloth_world_set_holder(event->hung.world, event->hung.holder[which], &pose,
                                               &event->error);
    }
}

static void take(Event *event, int32_t particle) {
    const ClothPose origin = cloth_pose_identity();
    if (event->status == CLOTH_OK) {
        event->status =
            hung_hold(&event->hung, &particle, 1, CLOTH_SPACE_FRAME, &origin, &event->error);
    }
}

/* Swings on beside a bare state of the same rope. */
static void run_still(Event *event, double nudge_m, double *end) {
    start(event, lab_real(event->point, "swing_m_s"));
    const int32_t n = event->hung.graph.particle_count;
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    const ClothMaterial material = cloth_fabric_material(&fabric);
    static const int32_t held[] = {0};
    ClothState *bare = NULL;
    if (event->status == CLOTH_OK) {
        event->status = cloth_build(&event->hung.graph, &material, held, 1, &bare, &event->error);
    }
    if (event->status != CLOTH_OK) {
        return;
    }
    double *velocity = copy_of(state_of(event), true);
    double *position = copy_of(state_of(event), false);
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = event->dt_s;
    if (velocity == NULL || position == NULL) {
        event->status = CLOTH_NO_MEMORY;
        free(velocity);
        free(position);
        cloth_destroy(bare);
        return;
    }
    (void)cloth_set_velocities(bare, velocity, NULL);
    position[3 * (n - 1)] += nudge_m;
    (void)cloth_set_positions(bare, position, NULL);
    for (int32_t t = 0; t < HOLDER_TICKS && event->status == CLOTH_OK; t++) {
        advance(event, NULL);
        ClothCondition condition;
        (void)cloth_world_condition(event->hung.world, event->hung.cloth, &condition, NULL);
        if (condition.asleep) {
            break;
        }
        step.speed_max_m_s = condition.speed_max_m_s;
        (void)cloth_step(bare, &step, NULL, NULL);
        cloth_positions(bare, position);
        cloth_positions(state_of(event), velocity);
        if (t == 0 && nudge_m > 0.0) {
            lab_put(event->result, "nudge_first", furthest(position, velocity, n));
        }
        end[0] = furthest(position, velocity, n);
        end[1] = 0.0;
        for (size_t b = 0; b < 3 * (size_t)n * sizeof(double); b++) {
            end[1] += ((unsigned char *)position)[b] != ((unsigned char *)velocity)[b];
        }
    }
    free(velocity);
    free(position);
    cloth_destroy(bare);
}

static void still(Event *event) {
    double end[2] = {NAN, NAN};
    run_still(event, 0.0, end);
    lab_put(event->result, "differing", end[1]);
    hung_free(&event->hung);
    if (event->status == CLOTH_OK) {
        run_still(event, 1e-7, end);
        lab_put(event->result, "nudge_last", end[0]);
    }
}

/* Runs the ticks of a motion of one holder, x(t), and puts what was seen. */
static void follow(Event *event, int which, double (*at)(const Event *, int32_t)) {
    double reach[HOLDER_TICKS];
    double speed_share = 0.0;
    double peak = 0.0;
    int32_t out = HOLDER_MOVING;
    for (int32_t t = 0; t < HOLDER_TICKS; t++) {
        HungWatch watch = hung_watch_start();
        move(event, which, at(event, t));
        advance(event, &watch);
        reach[t] = event->status == CLOTH_OK ? watch.reach_ratio_peak : NAN;
        const double share = watch.speed_peak_m_s / watch.speed_limit_least_m_s;
        speed_share = more_of(speed_share, share);
        peak = more_of(peak, reach[t]);
        out = reach[t] <= 1.01 || t < HOLDER_MOVING ? out : t + 1;
    }
    lab_put_array(event->result, "reach", reach, HOLDER_TICKS);
    lab_put(event->result, "reach_peak", peak);
    lab_put(event->result, "speed_share", speed_share);
    lab_put(event->result, "back_s",
            out < HOLDER_TICKS ? (out - HOLDER_MOVING) * event->dt_s : NAN);
}

static double dragged(const Event *event, int32_t t) {
    const ClothFabric fabric = solver_fabric(event->point, "fabric");
    ClothStep step = cloth_fabric_step(&fabric);
    step.step_s = event->dt_s;
    const double speed =
        lab_real(event->point, "authorities") * cloth_authority(state_of(event), &step);
    return speed * event->dt_s * (t < HOLDER_MOVING ? t + 1 : HOLDER_MOVING);
}

/* Out to so many lengths and back over a second: a raised cosine. */
static double pulled(const Event *event, int32_t t) {
    const double most = lab_real(event->point, "apart") * event->length_m;
    const double phase = t < HOLDER_MOVING ? (t + 1.0) / HOLDER_MOVING : 1.0;
    return 0.5 * most * (1.0 - cos(2.0 * acos(-1.0) * phase));
}

static void bridge(Event *event) {
    start(event, 0.0);
    take(event, event->hung.graph.particle_count - 1);
    follow(event, 1, pulled);
}

/* How much shorter a tether is than where its particle is. */
static double tightest(const ClothState *state) {
    const ClothView view = cloth_view(state);
    double most = 0.0;
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3 && view.hold[i] >= 0; k++) {
            const double d =
                (double)view.position[3 * i + k] - (double)view.position[3 * view.hold[i] + k];
            squared += d * d;
        }
        if (view.tether_radius[i] < INFINITY) {
            most = more_of(most, sqrt(squared) - (double)view.tether_radius[i]);
        }
    }
    return most;
}

static double steps_until_event(Event *event) {
    double before = 0.0;
    for (int t = 0; t < 30; t++) {
        const double jerk = jerk_of_step(event);
        before = t >= 20 ? more_of(before, jerk) : before;
    }
    return before;
}

static void grasp(Event *event) {
    start(event, lab_real(event->point, "swing_m_s"));
    (void)steps_until_event(event);
    lab_put(event->result, "jerk_without", jerk_of_step(event));
    hung_free(&event->hung);
    start(event, lab_real(event->point, "swing_m_s"));
    const int32_t last = event->hung.graph.particle_count - 1;
    lab_put(event->result, "jerk_before", steps_until_event(event));
    double *was = event->status == CLOTH_OK ? copy_of(state_of(event), false) : NULL;
    take(event, last);
    if (event->status == CLOTH_OK) {
        lab_put(event->result, "tighter", tightest(state_of(event)));
    }
    lab_put(event->result, "jerk", jerk_of_step(event));
    double *is = event->status == CLOTH_OK ? copy_of(state_of(event), false) : NULL;
    if (was != NULL && is != NULL) {
        lab_put(event->result, "moved", furthest(&was[3 * last], &is[3 * last], 1));
    }
    free(was);
    free(is);
}

static void release(Event *event) {
    const double speed = 3.0;
    start(event, 0.0);
    double before = 0.0;
    for (int t = 0; t < 30; t++) {
        move(event, 0, speed * event->dt_s * (t + 1));
        const double jerk = jerk_of_step(event);
        before = t >= 20 ? more_of(before, jerk) : before;
    }
    lab_put(event->result, "jerk_before", before);
    if (event->status == CLOTH_OK) {
        event->status =
            cloth_world_remove_holder(event->hung.world, event->hung.holder[0], &event->error);
    }
    double *velocity = event->status == CLOTH_OK ? copy_of(state_of(event), true) : NULL;
    if (velocity != NULL) {
        lab_put(event->result, "leaving", fabs(velocity[0] - speed));
    }
    free(velocity);
    lab_put(event->result, "jerk", jerk_of_step(event));
}

void holder_event(const LabPoint *point, LabResult *result) {
    Event event = {.point = point, .result = result};
    if (lab_chose(point, "event", "still")) {
        still(&event);
    } else if (lab_chose(point, "event", "drag")) {
        start(&event, 0.0);
        follow(&event, 0, dragged);
    } else if (lab_chose(point, "event", "catch")) {
        grasp(&event);
    } else if (lab_chose(point, "event", "bridge")) {
        bridge(&event);
    } else {
        release(&event);
    }
    solver_refusal(result, event.status, &event.error);
    hung_free(&event.hung);
}
