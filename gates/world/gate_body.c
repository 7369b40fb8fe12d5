/*
 * gate_body: a cape stays outside the body that wears it, and what rides along with its frame is not
 * swept through it.
 *
 * Mechanism                                       prevents                          measured by
 *   solids are seen from where the frame was      at 9 m/s a body sweeps 0.15 m     e49
 *                                                 through its own cape, each step
 *   and are taken back with the particles by      and meets it that far ahead of    e49
 *   what those feel of the frame's motion         where it is
 *
 * Scene: scenes/worn.h. The same limits with each mechanism left out: gate_body_off.
 */
#include "body_gate.h"
#include "gate.h"

static void check_gait(const WornShape *shape) {
    const WornSeen seen = body_seen(shape);
    gate_at_least("body_engaged", seen.contacts_most, 20.0, "contacts");
    gate_at_most("body_depth", seen.depth_m, BODY_DEPTH_M, "m");
    gate_at_most("body_inside", seen.inside_share, BODY_INSIDE, "1");
    gate_at_most("body_speed", seen.speed_m_s, BODY_SPEED_M_S, "m/s");
    gate_equal("body_rescues", seen.rescues, 0, "1");
    gate_equal("body_jumps", seen.teleports, 0, "1");
}

START_TEST(cape_stays_outside_a_walker) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape shape = body_wears(body_fabrics[k], BODY_WALK, 60.0);
        check_gait(&shape);
    }
}
END_TEST

START_TEST(cape_stays_outside_a_runner) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape shape = body_wears(body_fabrics[k], BODY_SPRINT, 60.0);
        check_gait(&shape);
    }
}
END_TEST

START_TEST(cape_stays_outside_at_any_frame_rate) {
    const WornShape slow = body_wears(CLOTH_SILK, BODY_SPRINT, 30.0);
    const WornShape fast = body_wears(CLOTH_SILK, BODY_SPRINT, 120.0);
    check_gait(&slow);
    check_gait(&fast);
}
END_TEST

START_TEST(solids_meet_the_cape_where_they_are) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape shape = body_wears(body_fabrics[k], BODY_SPRINT, 60.0);
        const WornSeen seen = body_seen(&shape);
        gate_at_least("body_slips", seen.slip_m_s, 0.1, "m/s");
        gate_at_most("body_slip", seen.slip_m_s, BODY_SLIP_M_S, "m/s");
    }
}
END_TEST

static void check_same(const char *name, const WornShape *first, const WornShape *second) {
    Worn a;
    Worn b;
    body_side_by_side(first, second, 240, &a, &b);
    gate_at_least("ride_engaged", a.seen.contacts_most, 20.0, "contacts");
    gate_equal(name, body_unlike(&a, &b), 0, "bytes");
    worn_free(&a);
    worn_free(&b);
}

/* In steps of an eighth of a metre, which every double here holds. */
START_TEST(what_rides_along_changes_no_byte) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape still = body_treads(body_fabrics[k]);
        const WornShape far = body_carried(still, 0.0, 1e3);
        const WornShape rides = body_carried(still, 7.5, 0.0);
        const WornShape rides_far = body_carried(still, 7.5, 1e3);
        check_same("stands_far", &still, &far);
        check_same("rides", &still, &rides);
        check_same("rides_far", &still, &rides_far);
    }
}
END_TEST

START_TEST(what_rides_along_at_9_m_s_is_as_if_it_stood) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        for (int far = 0; far < 2; far++) {
            WornShape still = body_treads(body_fabrics[k]);
            still.snapped = false;
            const WornShape rides = body_carried(still, 9.0, far ? 1e3 : 0.0);
            Worn a;
            Worn b;
            body_side_by_side(&still, &rides, 120, &a, &b);
            gate_at_most(far ? "carried_far" : "carried", worn_apart(&a, &b), BODY_CARRIED_M, "m");
            worn_free(&a);
            worn_free(&b);
        }
    }
}
END_TEST

START_TEST(felt_whole_a_frame_is_bookkeeping) {
    for (int k = 0; k < BODY_FABRICS; k++) {
        const WornShape frame = body_bolts(body_fabrics[k]);
        WornShape stays = frame;
        stays.frame_stays = true;
        Worn a;
        Worn b;
        body_side_by_side(&frame, &stays, 60, &a, &b);
        gate_at_most("felt", worn_apart(&a, &b), BODY_FELT_M, "m");
        worn_free(&a);
        worn_free(&b);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("body");
    gate_add(suite, "cape_stays_outside_a_walker", cape_stays_outside_a_walker, 60.0);
    gate_add(suite, "cape_stays_outside_a_runner", cape_stays_outside_a_runner, 60.0);
    gate_add(suite, "cape_stays_outside_at_any_frame_rate", cape_stays_outside_at_any_frame_rate,
             60.0);
    gate_add(suite, "solids_meet_the_cape_where_they_are", solids_meet_the_cape_where_they_are,
             60.0);
    gate_add(suite, "what_rides_along_changes_no_byte", what_rides_along_changes_no_byte, 60.0);
    gate_add(suite, "what_rides_along_at_9_m_s_is_as_if_it_stood",
             what_rides_along_at_9_m_s_is_as_if_it_stood, 60.0);
    gate_add(suite, "felt_whole_a_frame_is_bookkeeping", felt_whole_a_frame_is_bookkeeping, 60.0);
    return gate_run(suite);
}
