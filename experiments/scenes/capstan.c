#include "scenes/capstan.h"

#include <math.h>
#include <stdlib.h>

#include "math/error.h"
#include "math/quat.h"
#include "scenes/extreme.h"
#include "scenes/scene.h"
#include "scenes/slope.h"
#include "state/state.h"

static const double gravity_m_s2 = 9.81;

CapstanPlan capstan_plan(void) {
    return (CapstanPlan){.wrap_rad = acos(-1.0),
                         .corners = 12,
                         .tail = 1,
                         .radius_m = 0.1,
                         .friction = 0.3,
                         .mass_kg = 0.002,
                         .weight_kg = 0.1,
                         .rim_m_s = -0.2,
                         .steps = 240,
                         .step = cloth_step_default()};
}

static int32_t particles(const CapstanPlan *plan) {
    return 2 * plan->tail + plan->corners + 1;
}

static double mass_of(const CapstanPlan *plan, int32_t i) {
    return i == 0                     ? (plan->counter_kg > 0.0 ? plan->counter_kg : plan->mass_kg)
           : i + 1 == particles(plan) ? plan->weight_kg
                                      : plan->mass_kg;
}

/* Where particle i lies; the axis is z. */
static void place(const CapstanPlan *plan, int32_t i, double x[3]) {
    const double turn = plan->wrap_rad / plan->corners;
    const double link = 2.0 * plan->radius_m * sin(0.5 * turn);
    const int32_t corner = plan->tail + plan->corners - i; /* 0: where it leaves to the weight */
    const int32_t on = corner < 0 ? 0 : corner > plan->corners ? plan->corners : corner;
    const double beyond = link * (corner - on);
    x[0] = plan->radius_m * cos(turn * on) - beyond * sin(turn * on);
    x[1] = plan->radius_m * sin(turn * on) + beyond * cos(turn * on);
    x[2] = 0.0;
}

/* Closed forms. */

/* Tension beyond a corner, from the one before it: force along the way on, u, normal force with
 * friction along n + mu s t, and the pull on it balance. */
static double beyond_corner(const CapstanPlan *plan, int32_t i, double before, double side) {
    double x[3];
    double was[3];
    double on[3];
    place(plan, i, x);
    place(plan, i + 1, was);
    place(plan, i - 1, on);
    double pull[2] = {0.0, -gravity_m_s2 * mass_of(plan, i)};
    const double in[2] = {was[0] - x[0], was[1] - x[1]};
    const double out[2] = {on[0] - x[0], on[1] - x[1]};
    for (int k = 0; k < 2; k++) {
        pull[k] += before * in[k] / hypot(in[0], in[1]);
    }
    const double n[2] = {x[0] / plan->radius_m, x[1] / plan->radius_m};
    const double push[2] = {n[0] - side * plan->friction * n[1],
                            n[1] + side * plan->friction * n[0]};
    const double u[2] = {out[0] / hypot(out[0], out[1]), out[1] / hypot(out[0], out[1])};
    return -(pull[0] * push[1] - pull[1] * push[0]) / (u[0] * push[1] - u[1] * push[0]);
}

/* side: 1 where friction pulls towards the first particle, -1 away from it, 0 without. */
static double first_tension(const CapstanPlan *plan, double side) {
    const int32_t last = particles(plan) - 1;
    double tension = gravity_m_s2 * mass_of(plan, last);
    for (int32_t i = last - 1; i > 0; i--) {
        const int32_t corner = plan->tail + plan->corners - i;
        if (corner < 0 || corner > plan->corners) {
            double x[3];
            double on[3];
            place(plan, i, x);
            place(plan, i - 1, on);
            const double length = hypot(on[0] - x[0], on[1] - x[1]);
            tension += gravity_m_s2 * mass_of(plan, i) * (on[1] - x[1]) / length;
        } else {
            tension = beyond_corner(plan, i, tension, side);
        }
    }
    return tension;
}

double capstan_ratio(const CapstanPlan *plan, bool towards) {
    return first_tension(plan, towards ? 1.0 : -1.0) / (gravity_m_s2 * plan->weight_kg);
}

double capstan_belt(const CapstanPlan *plan, bool towards) {
    return exp((towards ? -1.0 : 1.0) * plan->friction * plan->wrap_rad);
}

double capstan_most_kg(const CapstanPlan *plan) {
    return first_tension(plan, -1.0) / gravity_m_s2;
}

/* The scene. */

static ClothStatus lay_rope(const CapstanPlan *plan, Scene *scene, ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    const ClothChainShape shape = {.links = particles(plan) - 1,
                                   .strands = 1,
                                   .spacing_m = 1.0,
                                   .mass_kg = plan->mass_kg,
                                   .direction = {1.0, 0.0, 0.0},
                                   .bend = CLOTH_CHAIN_FREE};
    *scene = (Scene){0};
    const ClothStatus status = cloth_graph_chain(&shape, &scene->graph, error);
    if (status != CLOTH_OK) {
        return status;
    }
    for (int32_t i = 0; i < scene->graph.particle_count; i++) {
        place(plan, i, &scene->graph.position[3 * i]);
        scene->graph.mass[i] = mass_of(plan, i);
    }
    scene->held_count = plan->counter_kg > 0.0 ? 0 : 1;
    scene->held = calloc(1, sizeof *scene->held);
    if (scene->held == NULL) {
        cloth_graph_free(&scene->graph);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a rope");
    }
    return scene_build(scene, &material, error);
}

/* The cylinder after it has turned by an angle about z; its own axis is y. */
static ClothPose turned(double angle_rad) {
    static const double x[3] = {1.0, 0.0, 0.0};
    static const double z[3] = {0.0, 0.0, 1.0};
    ClothPose pose = cloth_pose_identity();
    double level[4];
    double turn[4];
    quat_axis_angle(x, 0.5 * acos(-1.0), level);
    quat_axis_angle(z, angle_rad, turn);
    quat_multiply(turn, level, pose.rotation);
    return pose;
}

/* Force of the row between particles 0 and 1, which are the graph's. */
static double first_link(const Scene *scene, ClothSolver solver) {
    const ClothView view = cloth_view(scene->state);
    for (int32_t r = 0; r < view.counts.row; r++) {
        const int32_t *end = &view.row_particle[2 * r];
        if (view.graph_index[end[0]] + view.graph_index[end[1]] == 1) {
            const int32_t slot = view.row_slot[2 * r];
            double d[3];
            for (int k = 0; k < 3; k++) {
                d[k] =
                    (double)view.position[3 * end[0] + k] - (double)view.position[3 * end[1] + k];
            }
            const double c = vec3_length(d) - (double)view.slot_rest[slot];
            return solver == CLOTH_VBD ? (double)view.slot_penalty[slot] * c
                                       : (double)view.slot_multiplier[slot];
        }
    }
    return NAN;
}

static double height_of_weight(const Scene *scene, double *workspace) {
    cloth_positions(scene->state, workspace);
    return workspace[3 * (scene->graph.particle_count - 1) + 1];
}

static void look(const CapstanPlan *plan, const Scene *scene, CapstanSeen *seen) {
    ClothMeasure measure;
    cloth_measure(scene->state, plan->step.gravity, &measure);
    seen->ratio = first_link(scene, plan->step.solver) / (gravity_m_s2 * plan->weight_kg);
    seen->slip_m_s = measure.slip_rate_max_m_s;
    seen->speed_m_s = measure.speed_max_m_s;
    seen->contacts = measure.contacts;
}

ClothStatus capstan_run(const CapstanPlan *plan, CapstanSeen *seen, ClothError *error) {
    Scene scene;
    *seen = (CapstanSeen){0};
    ClothStatus status = lay_rope(plan, &scene, error);
    double *workspace =
        status == CLOTH_OK ? calloc(3 * (size_t)particles(plan), sizeof *workspace) : NULL;
    if (status == CLOTH_OK && workspace == NULL) {
        status = cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for a rope");
    }
    const double start = status == CLOTH_OK ? height_of_weight(&scene, workspace) : NAN;
    double middle = start;
    for (int32_t s = 1; status == CLOTH_OK && s <= plan->steps; s++) {
        const double turn = plan->rim_m_s / plan->radius_m * plan->step.step_s;
        const ClothMetCollider drum = {.handle = 1,
                                       .shape = cloth_cylinder(plan->radius_m, 0.1),
                                       .from = turned((s - 1) * turn),
                                       .to = turned(s * turn),
                                       .friction = plan->friction};
        status = cloth_set_colliders(scene.state, &drum, 1, error);
        if (status == CLOTH_OK) {
            status = cloth_step(scene.state, &plan->step, NULL, error);
        }
        if (status == CLOTH_OK) {
            raise_to(&seen->cone, slope_cone(scene.state, plan->friction));
            middle = s == plan->steps / 2 ? height_of_weight(&scene, workspace) : middle;
        }
    }
    if (status == CLOTH_OK) {
        const double end = height_of_weight(&scene, workspace);
        look(plan, &scene, seen);
        seen->way_m = end - start;
        seen->creep_m = fabs(end - middle);
    }
    free(workspace);
    scene_free(&scene);
    return status;
}
