#include "e49_rides.h"

#include "state/state.h"
#include "world/world.h"

/* Two that go side by side. */
typedef struct Pair {
    Worn a;
    Worn b;
} Pair;

static ClothStatus start_pair(const WornShape *a, const WornShape *b, Pair *pair,
                              ClothError *error) {
    *pair = (Pair){0};
    const ClothStatus status = worn_start(a, &pair->a, error);
    return status == CLOTH_OK ? worn_start(b, &pair->b, error) : status;
}

static ClothStatus go_pair(Pair *pair, int64_t steps, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int64_t k = 0; status == CLOTH_OK && k < steps; k++) {
        status = worn_step(&pair->a, error);
        status = status == CLOTH_OK ? worn_step(&pair->b, error) : status;
    }
    return status;
}

static void free_pair(Pair *pair) {
    worn_free(&pair->a);
    worn_free(&pair->b);
}

static double unlike(const Pair *pair) {
    return (double)cloth_differing_bytes(cloth_world_state(pair->a.hung.world, pair->a.hung.cloth),
                                         cloth_world_state(pair->b.hung.world, pair->b.hung.cloth),
                                         NULL);
}

/* The same on the spot, and on a spot that goes at a speed from a place. */
static ClothStatus compare_rides(const WornShape *base, double speed_m_s, double far_m,
                                 const char *bytes, const char *apart, LabResult *result,
                                 ClothError *error) {
    WornShape still = *base;
    still.ride = WORN_TREADS;
    still.snapped = bytes != NULL; /* otherwise every step rounds */
    WornShape rides = still;
    rides.ride = WORN_CARRIED;
    rides.ride_m_s[2] = speed_m_s;
    for (int k = 0; k < 3; k++) {
        rides.ride_from.position[k] = k == 1 ? -far_m : far_m;
    }
    Pair pair;
    ClothStatus status = start_pair(&still, &rides, &pair, error);
    status = status == CLOTH_OK ? go_pair(&pair, bytes != NULL ? 240 : 120, error) : status;
    if (status == CLOTH_OK && bytes != NULL) {
        lab_put(result, bytes, unlike(&pair));
    }
    if (status == CLOTH_OK && apart != NULL) {
        lab_put(result, apart, worn_apart(&pair.a, &pair.b));
    }
    free_pair(&pair);
    return status;
}

ClothStatus rides_unfelt(const WornShape *base, LabResult *result, ClothError *error) {
    ClothStatus status = compare_rides(base, 7.5, 0.0, "ride_bytes", NULL, result, error);
    if (status == CLOTH_OK) {
        status = compare_rides(base, 7.5, 1000.0, "ride_bytes_far", NULL, result, error);
    }
    if (status == CLOTH_OK) {
        status = compare_rides(base, 9.0, 0.0, NULL, "ride_9", result, error);
    }
    if (status == CLOTH_OK) {
        status = compare_rides(base, 9.0, 1000.0, NULL, "ride_9_far", result, error);
    }
    if (status != CLOTH_OK) {
        return status;
    }
    WornShape swept = *base;
    swept.ride = WORN_CARRIED;
    swept.ride_m_s[2] = 9.0;
    swept.ablate = CLOTH_WITHOUT_COLLIDERS_RIDING;
    Worn worn;
    status = worn_start(&swept, &worn, error);
    status = status == CLOTH_OK ? worn_until(&worn, 4.0, error) : status;
    if (status == CLOTH_OK) {
        lab_put(result, "swept_depth", worn.seen.depth_m);
    }
    worn_free(&worn);
    return status;
}

ClothStatus rides_felt(const WornShape *base, LabResult *result, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    for (int off = 0; status == CLOTH_OK && off < 2; off++) {
        WornShape frame = *base;
        frame.ride = WORN_CARRIED;
        frame.ride_m_s[2] = 9.0;
        frame.ablate = off ? CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK : 0;
        WornShape stays = frame;
        stays.frame_stays = true;
        stays.ablate = 0;
        Pair pair;
        status = start_pair(&frame, &stays, &pair, error);
        status = status == CLOTH_OK ? go_pair(&pair, 1, error) : status;
        if (status == CLOTH_OK && !off) {
            lab_put(result, "felt_1", worn_apart(&pair.a, &pair.b));
        }
        status = status == CLOTH_OK ? go_pair(&pair, 59, error) : status;
        if (status == CLOTH_OK) {
            lab_put(result, off ? "kept_60" : "felt_60", worn_apart(&pair.a, &pair.b));
        }
        free_pair(&pair);
    }
    return status;
}
