#include "body_gate.h"

#include "gate.h"

static void start(const WornShape *shape, Worn *worn) {
    ClothError error = {0};
    const ClothStatus status = worn_start(shape, worn, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
}

static void until(Worn *worn, double time_s) {
    ClothError error = {0};
    const ClothStatus status = worn_until(worn, time_s, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
}

WornSeen body_seen(const WornShape *shape) {
    Worn worn;
    start(shape, &worn);
    until(&worn, BODY_STANDS_S);
    worn_forget(&worn);
    until(&worn, body_rests_at_s(shape->gait));
    const WornSeen seen = worn.seen;
    worn_free(&worn);
    return seen;
}

void body_side_by_side(const WornShape *first, const WornShape *second, int64_t steps, Worn *a,
                       Worn *b) {
    start(first, a);
    start(second, b);
    until(a, (double)steps * first->step_s);
    until(b, (double)steps * second->step_s);
}

int64_t body_unlike(const Worn *a, const Worn *b) {
    return (int64_t)cloth_differing_bytes(cloth_world_state(a->hung.world, a->hung.cloth),
                                          cloth_world_state(b->hung.world, b->hung.cloth), NULL);
}
