/*
 * gate_right_backstop: what lies on a backstop presses on it with its weight, at the plane, at rest.
 *
 * V32 (c): a particle of 0.5 kg dropped on a plane from 5 cm; after 60 s the force is m g, the
 * distance 0, the speed 0, with 2, 4 and 50 sweeps a substep. Measured: force to 2e-13 of the weight,
 * distance 6e-6 m, 8e-8 m and 0, speed 0.
 */
#include <math.h>

#include "gate.h"
#include "state/state.h"

static void drop(int32_t iterations, double *force, double *distance, double *speed) {
    double position[3] = {0.0, 0.35, 0.0};
    double mass = 0.5;
    const ClothGraph graph = {.particle_count = 1, .position = position, .mass = &mass};
    const ClothMaterial material = cloth_material_default();
    const double point[3] = {0.1, 0.2, -0.3};
    const double normal[3] = {0.0, 2.0, 0.0};
    const double kept = 0.1;
    ClothStep step = cloth_step_default();
    ClothState *state;
    ClothError error = {0};
    step.iterations = iterations;
    ck_assert_msg(cloth_build(&graph, &material, NULL, 0, &state, &error) == CLOTH_OK, "%s",
                  error.message);
    ck_assert(cloth_set_backstops(state, point, normal, &kept, &error) == CLOTH_OK);
    for (int s = 0; s < 3600; s++) {
        ck_assert_msg(cloth_step(state, &step, NULL, &error) == CLOTH_OK, "%s", error.message);
    }
    double x[3];
    double v[3];
    cloth_positions(state, x);
    cloth_velocities(state, v);
    *force = (double)cloth_view(state).backstop_multiplier[0];
    *distance = x[1] - 0.3;
    *speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    cloth_destroy(state);
}

START_TEST(on_a_backstop) {
    static const int32_t budgets[] = {2, 4, 50};
    for (int k = 0; k < 3; k++) {
        double force;
        double distance;
        double speed;
        drop(budgets[k], &force, &distance, &speed);
        gate_at_most("v32_backstop_force", fabs(force / (0.5 * 9.81) - 1.0), 1e-3, "1");
        gate_at_most("v32_backstop_distance", fabs(distance), 1e-4, "m");
        gate_at_most("v32_backstop_speed", speed, 1e-6, "m s-1");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("right_backstop");
    gate_add(suite, "on_a_backstop", on_a_backstop, 30.0);
    return gate_run(suite);
}
