/*
 * gate_body_off: with a mechanism left out, the limits of gate_body break.
 */
#include "body_gate.h"
#include "gate.h"
#include "world/world.h"

static WornSeen sprint(ClothFabricName fabric, WornGuard guard, uint32_t ablate) {
    WornShape shape = body_wears(fabric, BODY_SPRINT, 60.0);
    shape.guard = guard;
    shape.ablate = ablate;
    return body_seen(&shape);
}

/* How far apart two are after so many steps. */
static double apart(const WornShape *first, const WornShape *second, int64_t steps) {
    Worn a;
    Worn b;
    body_side_by_side(first, second, steps, &a, &b);
    const double most = worn_apart(&a, &b);
    worn_free(&a);
    worn_free(&b);
    return most;
}

static double felt(ClothFabricName fabric, uint32_t ablate) {
    WornShape frame = body_bolts(fabric);
    WornShape stays = frame;
    stays.frame_stays = true;
    frame.ablate = ablate;
    return apart(&frame, &stays, 60);
}

/* It is not the build that breaks them. */
START_TEST(nothing_left_out) {
    const WornSeen seen = sprint(CLOTH_SILK, WORN_COLLIDERS, 0);
    gate_at_most("on_depth", seen.depth_m, BODY_DEPTH_M, "m");
    gate_at_most("on_speed", seen.speed_m_s, BODY_SPEED_M_S, "m/s");
    gate_at_most("on_slip", seen.slip_m_s, BODY_SLIP_M_S, "m/s");
    gate_equal("on_rescues", seen.rescues, 0, "1");
    gate_at_most("on_felt", felt(CLOTH_SILK, 0), BODY_FELT_M, "m");
}
END_TEST

/* Measured 129 and 87 mm, 15 and 2 % of particles and steps. */
START_TEST(without_colliders_it_hangs_in_the_body) {
    const WornSeen silk = sprint(CLOTH_SILK, WORN_NOTHING, 0);
    const WornSeen denim = sprint(CLOTH_DENIM, WORN_NOTHING, 0);
    gate_at_least("bare_depth", silk.depth_m, 2.0 * BODY_DEPTH_M, "m");
    gate_at_least("bare_depth", denim.depth_m, 2.0 * BODY_DEPTH_M, "m");
    gate_at_least("bare_inside", denim.inside_share, 2.0 * BODY_INSIDE, "1");
}
END_TEST

/* Measured 92 to 125 mm, 11.8 to 18 m/s, 4 to 317 rescued; 0 in a walk, whose steps are 23 mm. */
START_TEST(seen_from_where_the_frame_ends_a_body_sweeps_its_cape) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornSeen seen =
            sprint(body_fabrics[k], WORN_COLLIDERS, CLOTH_WITHOUT_COLLIDERS_RIDING);
        gate_at_least("swept_depth", seen.depth_m, 2.0 * BODY_DEPTH_M, "m");
        gate_at_least("swept_inside", seen.inside_share, 2.0 * BODY_INSIDE, "1");
        gate_at_least("swept_speed", seen.speed_m_s, 1.1 * BODY_SPEED_M_S, "m/s");
        gate_at_least("swept_rescues", (double)seen.rescues, 1.0, "1");
    }
}
END_TEST

/* Measured 0.48 m and more. */
START_TEST(seen_from_where_the_frame_ends_riding_is_not_standing) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape still = body_treads(body_fabrics[k]);
        WornShape rides = body_carried(still, 9.0, 0.0);
        rides.ablate = CLOTH_WITHOUT_COLLIDERS_RIDING;
        gate_at_least("swept_carried", apart(&still, &rides, 120), 0.1, "m");
    }
}
END_TEST

/* Measured 9.4 m/s and more; 4.7e-4, 2.0e-3 and 8.9e-4 m. Denim touches nothing in those steps. */
START_TEST(not_taken_back_solids_meet_the_cape_elsewhere) {
    static const ClothFabricName touching[] = {CLOTH_SILK, CLOTH_COTTON, CLOTH_LEATHER};
    for (int k = 0; k < 3; k++) {
        gate_at_least("kept_felt", felt(touching[k], CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK),
                      100.0 * BODY_FELT_M, "m");
    }
    for (int k = 0; k < 2; k++) {
        const WornSeen seen =
            sprint(touching[k], WORN_COLLIDERS, CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK);
        gate_at_least("kept_slip", seen.slip_m_s, 1.1 * BODY_SLIP_M_S, "m/s");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("body_off");
    gate_add(suite, "nothing_left_out", nothing_left_out, 60.0);
    gate_add(suite, "without_colliders_it_hangs_in_the_body",
             without_colliders_it_hangs_in_the_body, 60.0);
    gate_add(suite, "seen_from_where_the_frame_ends_a_body_sweeps_its_cape",
             seen_from_where_the_frame_ends_a_body_sweeps_its_cape, 60.0);
    gate_add(suite, "seen_from_where_the_frame_ends_riding_is_not_standing",
             seen_from_where_the_frame_ends_riding_is_not_standing, 60.0);
    gate_add(suite, "not_taken_back_solids_meet_the_cape_elsewhere",
             not_taken_back_solids_meet_the_cape_elsewhere, 60.0);
    return gate_run(suite);
}
