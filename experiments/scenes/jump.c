#include "scenes/jump.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/quat.h"
#include "scenes/extreme.h"
#include "scenes/hung.h"
#include "state/state.h"
#include "math/pose.h"
#include "world/world.h"

/* How fast JUMP_RUNNING runs, and the step in which JUMP_HITCH jumps. */
static const double runs_m_s = 9.0;
static const double hitch_s = 0.5;

JumpKind jump_kind(const char *word) {
    static const char *const words[] = {
#define JUMP_WORD(name, word) word,
        JUMP_LIST(JUMP_WORD)
#undef JUMP_WORD
    };
    for (int kind = 0; kind < JUMP_KINDS; kind++) {
        if (strcmp(words[kind], word) == 0) {
            return (JumpKind)kind;
        }
    }
    return JUMP_NONE;
}

JumpShape jump_default(void) {
    return (JumpShape){.kind = JUMP_FRAME,
                       .fabric = CLOTH_SILK,
                       .distance_m = 1000.0,
                       .links = 12,
                       .spacing_m = 0.1,
                       .mass_kg = 0.01,
                       .swing_m_s = 3.0,
                       .step_s = 1.0 / 60.0,
                       .before = 60,
                       .after = 240,
                       .stabilise_s = -1.0};
}

/* Off all axes: what stands on a round number along one of them has no rounding there. */
static void go(double distance_m, double position[3]) {
    static const double direction[3] = {2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0};
    vec3_add_scaled(position, direction, distance_m);
}

static bool told_in_world(const JumpShape *shape) {
    return shape->kind == JUMP_TOGETHER || shape->kind == JUMP_WORLD || shape->kind == JUMP_UNDER;
}

static bool held_at_both_ends(const JumpShape *shape) {
    return shape->kind == JUMP_ONE_OF_TWO || shape->kind == JUMP_PULLED;
}

/* How far along x the strand hangs from the origin of what turns. */
static double arm_of(const JumpShape *shape) {
    const bool far = shape->kind == JUMP_FAR_TURN || shape->kind == JUMP_FAR_HOLDER;
    return far ? 0.5 * shape->distance_m : 0.0;
}

static ClothStatus start(const JumpShape *shape, Hung *hung, ClothError *error) {
    const ClothChainShape chain = {
        .links = shape->links,
        .strands = 1,
        .spacing_m = shape->spacing_m,
        .mass_kg = shape->mass_kg,
        .origin = {arm_of(shape), 0.0, 0.0},
        .direction = {0.0, shape->level ? 0.0 : -1.0, shape->level ? 1.0 : 0.0},
        .bend = CLOTH_CHAIN_SKIPS};
    ClothFabric fabric = cloth_fabric((ClothFabricName)shape->fabric);
    fabric.iterations = shape->iterations > 0 ? shape->iterations : fabric.iterations;
    const ClothPose origin = cloth_pose_identity();
    const ClothSpace space = told_in_world(shape) ? CLOTH_SPACE_WORLD : CLOTH_SPACE_FRAME;
    const int32_t ends[2] = {0, shape->links};
    const uint32_t flags = shape->keep ? CLOTH_TELEPORT_KEEP : 0;
    ClothGraph graph;
    ClothStatus status = cloth_graph_chain(&chain, &graph, error);
    if (status == CLOTH_OK) {
        status = hung_start(&graph, &fabric, NULL, hung, error);
    }
    if (status == CLOTH_OK) {
        status = hung_hold(hung, &ends[0], 1, space, &origin, error);
    }
    if (status == CLOTH_OK && held_at_both_ends(shape)) {
        status = hung_hold(hung, &ends[1], 1, space, &origin, error);
    }
    if (status == CLOTH_OK) {
        status = cloth_world_set_flags(hung->world, hung->cloth, flags, error);
    }
    return status;
}

static void leave_out(const JumpShape *shape, Hung *hung) {
#ifdef CLOTH_ABLATE
    hung->world->ablate = shape->ablate;
    if (shape->stabilise_s >= 0.0) {
        hung->world->tuned.stabilise_s = shape->stabilise_s;
    }
#else
    (void)shape;
    (void)hung;
#endif
}

static void turn_half(ClothPose *pose) {
    static const double half[4] = {0.0, 1.0, 0.0, 0.0};
    quat_copy(half, pose->rotation);
}

/* Sends frame and holders where they are at the end of the coming step; jumped: how many steps ago
 * the jump was, below 0 before it. */
static ClothStatus send(const JumpShape *shape, Hung *hung, int32_t step, ClothError *error) {
    const int32_t jumped = step - shape->before;
    const bool running = shape->kind == JUMP_RUNNING;
    ClothPose frame = cloth_pose_identity();
    ClothPose holder = cloth_pose_identity();
    ClothPose other = cloth_pose_identity();
    frame.position[0] = running ? runs_m_s * shape->step_s * (step + 1) : 0.0;
    if (jumped >= 0) {
        const bool alone =
            shape->kind == JUMP_HOLDER || shape->kind == JUMP_WORLD || held_at_both_ends(shape);
        const bool in_place = shape->kind == JUMP_TURN || shape->kind == JUMP_FAR_TURN ||
                              shape->kind == JUMP_FAR_HOLDER || shape->kind == JUMP_NONE;
        go(alone || in_place ? 0.0 : shape->distance_m, frame.position);
        go(alone || shape->kind == JUMP_TOGETHER ? shape->distance_m : 0.0, holder.position);
        go(jumped >= 60 || shape->kind == JUMP_PULLED ? shape->distance_m : 0.0, other.position);
        other.position[1] -=
            shape->kind == JUMP_PULLED ? 0.5 * shape->links * shape->spacing_m : 0.0;
        if (shape->kind == JUMP_TURNED || shape->kind == JUMP_TURN ||
            shape->kind == JUMP_FAR_TURN) {
            turn_half(&frame);
        }
        if (shape->kind == JUMP_FAR_HOLDER) {
            turn_half(&holder);
        }
    }
    ClothStatus status = cloth_world_set_frame(hung->world, hung->cloth, &frame, error);
    if (status == CLOTH_OK) {
        status = cloth_world_set_holder(hung->world, hung->holder[0], &holder, error);
    }
    if (status == CLOTH_OK && hung->holder_count > 1) {
        status = cloth_world_set_holder(hung->world, hung->holder[1], &other, error);
    }
    return status;
}

/* Furthest of all particles from the animated pose, in the frame [m]. */
static double off_animated(const Hung *hung) {
    WorldCloth *cloth = cloth_world_find(hung->world, hung->cloth, NULL);
    const ClothView view = cloth_view(cloth->state);
    double most = 0.0;
    cloth_world_animate(cloth);
    for (int32_t i = 0; i < view.counts.particle; i++) {
        double squared = 0.0;
        for (int k = 0; k < 3; k++) {
            const double d =
                (double)view.position[3 * i + k] - cloth->animated[3 * view.graph_index[i] + k];
            squared += d * d;
        }
        most = more_of(most, sqrt(squared));
    }
    return most;
}

enum { PARTICLES_MOST = 1024 };

/* Particles as their holds see them: (n x 3), the graph's numbering. */
static void seen_from_hold(const Hung *hung, double *seen) {
    const ClothView view = cloth_view(cloth_world_state(hung->world, hung->cloth));
    for (int32_t i = 0; i < view.counts.particle && i < PARTICLES_MOST; i++) {
        for (int k = 0; k < 3; k++) {
            const double from =
                view.hold[i] < 0 ? 0.0 : (double)view.position[3 * view.hold[i] + k];
            seen[3 * view.graph_index[i] + k] = (double)view.position[3 * i + k] - from;
        }
    }
}

static double furthest_apart(const double *a, const double *b, int32_t particles) {
    double most = 0.0;
    for (int32_t i = 0; i < particles && i < PARTICLES_MOST; i++) {
        const double d[3] = {a[3 * i] - b[3 * i], a[3 * i + 1] - b[3 * i + 1],
                             a[3 * i + 2] - b[3 * i + 2]};
        most = more_of(most, vec3_length(d));
    }
    return most;
}

static void note_speed(const Hung *hung, JumpRun *run) {
    if (run->speeds < JUMP_STEPS) {
        run->speed_m_s[run->speeds++] = hung_fastest_free(hung);
    }
}

/* What the steps from the jump on show. */
static void look(const Hung *hung, JumpRun *run) {
    ClothCondition condition;
    const double speed = hung_fastest_free(hung);
    (void)cloth_world_condition(hung->world, hung->cloth, &condition, NULL);
    run->limit_m_s = condition.speed_max_m_s;
    run->teleports = condition.teleports;
    run->span_end = hung_reach_ratio(hung);
    run->span_peak = more_of(run->span_peak, run->span_end);
    run->speed_peak_m_s = more_of(run->speed_peak_m_s, speed);
    run->share_peak = more_of(run->share_peak, speed / condition.speed_max_m_s);
    note_speed(hung, run);
}

static ClothStatus jump_step(const JumpShape *shape, Hung *hung, JumpRun *run, ClothError *error) {
    static _Thread_local double before[3 * PARTICLES_MOST];
    static _Thread_local double after[3 * PARTICLES_MOST];
    const double step_s = shape->kind == JUMP_HITCH ? hitch_s : shape->step_s;
    run->speed_before_m_s = hung_fastest_free(hung);
    seen_from_hold(hung, before);
    ClothStatus status = send(shape, hung, shape->before, error);
    if (status == CLOTH_OK) {
        status = hung_step(hung, step_s, NULL, error);
    }
    if (status == CLOTH_OK) {
        seen_from_hold(hung, after);
        run->off_m = off_animated(hung);
        run->shift_m = furthest_apart(before, after, shape->links + 1);
        look(hung, run);
        run->limit_first_m_s = run->limit_m_s;
    }
    return status;
}

static ClothStatus settle_and_jump(const JumpShape *shape, Hung *hung, JumpRun *run,
                                   ClothError *error) {
    const double swing[3] = {0.0, 0.0, shape->swing_m_s};
    HungWatch watch = hung_watch_start();
    ClothStatus status = CLOTH_OK;
    if (shape->kind == JUMP_ASLEEP) {
        status = hung_until_asleep(hung, shape->step_s, 20000, &watch, error);
    } else if (!held_at_both_ends(shape)) {
        status = hung_swing(hung, swing, error);
    }
    for (int32_t k = 0; status == CLOTH_OK && k < shape->before; k++) {
        status = send(shape, hung, k, error);
        status = status == CLOTH_OK ? hung_step(hung, shape->step_s, NULL, error) : status;
        note_speed(hung, run);
    }
    return status == CLOTH_OK ? jump_step(shape, hung, run, error) : status;
}

static ClothStatus watch_on(const JumpShape *shape, Hung *hung, JumpRun *run, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    ClothCondition condition = {0};
    for (int32_t k = 1; status == CLOTH_OK && k <= shape->after + shape->until_sleep; k++) {
        if (k > shape->after && condition.asleep) {
            break;
        }
        status = send(shape, hung, shape->before + k, error);
        status = status == CLOTH_OK ? hung_step(hung, shape->step_s, NULL, error) : status;
        if (status == CLOTH_OK && k <= shape->after) {
            look(hung, run);
        }
        (void)cloth_world_condition(hung->world, hung->cloth, &condition, NULL);
        run->slept_step = condition.asleep && run->slept_step == 0 ? k : run->slept_step;
        run->crawl_m_s = hung_fastest_free(hung);
    }
    return status;
}

bool jump_run(const JumpShape *shape, JumpRun *run) {
    Hung hung = {0};
    ClothError error = {0};
    *run = (JumpRun){0};
    ClothStatus status = start(shape, &hung, &error);
    if (status == CLOTH_OK) {
        leave_out(shape, &hung);
        status = settle_and_jump(shape, &hung, run, &error);
    }
    if (status == CLOTH_OK) {
        status = watch_on(shape, &hung, run, &error);
    }
    if (status != CLOTH_OK) {
        run->diverged = status == CLOTH_NON_FINITE || status == CLOTH_NOT_POSITIVE;
        (void)snprintf(run->message, sizeof run->message, "%s",
                       error.message[0] != '\0' ? error.message : cloth_status_text(status));
    }
    hung_free(&hung);
    return status == CLOTH_OK;
}
