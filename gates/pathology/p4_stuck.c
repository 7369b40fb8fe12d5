#include "p4_stuck.h"

#include "scenes/extreme.h"

const char *p4_wedged(int k, StuckShape *shape) {
    static const struct {
        const char *name;
        StuckScene scene;
        ClothShapeKind solid;
        double depth;
    } list[] = {{"sphere_centre", STUCK_SPAWNED, CLOTH_SPHERE, 1.0},
                {"box_centre", STUCK_SPAWNED, CLOTH_BOX, 1.0},
                {"box_arrives", STUCK_ARRIVES, CLOTH_BOX, 1.0},
                {"skirt_in_box", STUCK_SKIRT, CLOTH_BOX, 0.5},
                {"vise", STUCK_VISE, CLOTH_BOX, 1.0},
                {"vise_moved", STUCK_CARRIED, CLOTH_BOX, 0.5},
                {"crease", STUCK_CREASE, CLOTH_CAPSULE, 1.0}};
    if (k >= (int)(sizeof list / sizeof list[0])) {
        return NULL;
    }
    *shape = stuck_default(list[k].scene);
    shape->solid = list[k].solid;
    shape->depth = list[k].depth;
    return list[k].name;
}

const char *p4_begun(int k, StuckShape *shape) {
    static const struct {
        const char *name;
        StuckScene scene;
        ClothShapeKind solid;
    } list[] = {{"in_sphere", STUCK_SPAWNED, CLOTH_SPHERE},
                {"in_capsule", STUCK_SPAWNED, CLOTH_CAPSULE},
                {"in_tapered", STUCK_SPAWNED, CLOTH_TAPERED_CAPSULE},
                {"sphere_arrives", STUCK_ARRIVES, CLOTH_SPHERE},
                {"capsule_arrives", STUCK_ARRIVES, CLOTH_CAPSULE}};
    if (k >= (int)(sizeof list / sizeof list[0])) {
        return NULL;
    }
    *shape = stuck_default(list[k].scene);
    shape->solid = list[k].solid;
    shape->depth = 0.75;
    return list[k].name;
}

P4Stuck p4_stuck(const StuckShape *shape, const ClothInstruments *instruments) {
    enum { STEPS = 480, LATE = 60 };
    static const P4Stuck refused = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    StuckShape made = *shape;
    Stuck stuck;
    P4Stuck seen = {0};
    made.instruments = instruments == NULL ? (ClothInstruments){0} : *instruments;
    if (stuck_start(&made, &stuck, NULL) != CLOTH_OK) {
        return refused;
    }
    ClothStatus status = CLOTH_OK;
    for (int k = 0; status == CLOTH_OK && k < STEPS; k++) {
        status = stuck_step(&stuck, NULL);
        if (k >= STEPS - LATE) {
            raise_to(&seen.speed_late, stuck.speed_m_s);
        }
    }
    seen.rescues = (double)stuck.condition.rescues;
    seen.rescuing = (double)stuck.condition.rescuing;
    seen.late_step = (double)stuck.watch.late_step;
    seen.missed = stuck.watch.missed;
    seen.speed_peak = stuck.speed_peak_m_s;
    seen.asleep = stuck.condition.asleep;
    stuck_free(&stuck);
    return status == CLOTH_OK ? seen : refused;
}

/* The watch's share that is P4_DEEP. */
static double longest(const StuckWatch *watch) {
    int s = 0;
    while (s + 1 < STUCK_SHARES && stuck_share[s] < P4_DEEP) {
        s++;
    }
    return watch->longest_s[s];
}

P4Worn p4_worn(StuckScene scene, double speed_m_s, const ClothFabric *fabric,
               const ClothInstruments *instruments) {
    StuckShape shape = stuck_default(scene);
    Stuck stuck;
    P4Worn seen = {NAN, NAN};
    shape.fabric = *fabric;
    shape.speed_m_s = speed_m_s;
    shape.instruments = instruments == NULL ? (ClothInstruments){0} : *instruments;
    if (stuck_start(&shape, &stuck, NULL) != CLOTH_OK) {
        return seen;
    }
    if (stuck_steps(&stuck, 480, NULL) == CLOTH_OK) {
        seen = (P4Worn){(double)stuck.condition.rescues, longest(&stuck.watch)};
    }
    stuck_free(&stuck);
    return seen;
}

P4Worn p4_worn_on_body(BodyGait gait, const ClothFabric *fabric,
                       const ClothInstruments *instruments) {
    WornShape shape = worn_default();
    Worn worn;
    StuckWatch watch = {0};
    P4Worn seen = {NAN, NAN};
    shape.fabric = *fabric;
    shape.gait = gait;
    if (worn_start(&shape, &worn, NULL) != CLOTH_OK) {
        return seen;
    }
#ifdef CLOTH_ABLATE
    if (instruments != NULL) {
        *worn.instruments = *instruments;
    }
#else
    (void)instruments;
#endif
    ClothStatus status = stuck_watch_start(&worn.hung, &watch);
    while (status == CLOTH_OK && worn_time_s(&worn) < 8.0) {
        status = worn_step(&worn, NULL);
        stuck_watch_see(&watch, &worn.hung, shape.step_s);
    }
    if (status == CLOTH_OK) {
        seen = (P4Worn){(double)worn.watch.condition.rescues, longest(&watch)};
    }
    stuck_watch_free(&watch);
    worn_free(&worn);
    return seen;
}
