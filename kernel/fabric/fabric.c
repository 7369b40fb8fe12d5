/*
 * fabric.c: the fabric as a value, and the library of fabrics.
 */
#include "math/error.h"

#include <math.h>
#include <string.h>

#include "cloth.h"

/* Chains and ropes have no animated pose to stay near, so slack 1. Garments are to be cheap: a third of
 * a chain's sweeps. Sleep comes in the order of damping (e23). None builds its strain limit: beside rows
 * that give more at any budget here it is a second hard row that competes with the first, and a sheet
 * of chain is kept awake by it (e30), at most of a frame more (e29). */
static const ClothFabric library[CLOTH_FABRICS] = {
    [CLOTH_SILK] = {.stretch = 0.6,
                    .bend = 0.1,
                    .damping = 0.08,
                    .slack = 0.88,
                    .thickness_m = 0.004,
                    .friction = 0.3,
                    .inertia = 1.0,
                    .drag = 0.35,
                    .substeps = 2,
                    .iterations = 2},
    [CLOTH_COTTON] = {.stretch = 0.7,
                      .bend = 0.35,
                      .damping = 0.15,
                      .slack = 0.6,
                      .thickness_m = 0.008,
                      .friction = 0.5,
                      .inertia = 1.0,
                      .drag = 0.2,
                      .substeps = 2,
                      .iterations = 2},
    [CLOTH_DENIM] = {.stretch = 0.9,
                     .bend = 0.65,
                     .damping = 0.35,
                     .slack = 0.4,
                     .thickness_m = 0.012,
                     .friction = 0.6,
                     .inertia = 0.9,
                     .drag = 0.1,
                     .substeps = 2,
                     .iterations = 2},
    [CLOTH_LEATHER] = {.stretch = 0.95,
                       .bend = 0.85,
                       .damping = 0.25,
                       .slack = 0.3,
                       .thickness_m = 0.02,
                       .friction = 0.6,
                       .inertia = 0.9,
                       .drag = 0.05,
                       .substeps = 2,
                       .iterations = 2},
    [CLOTH_ROPE] = {.stretch = 0.95,
                    .bend = 0.5,
                    .damping = 0.12,
                    .slack = 1.0,
                    .thickness_m = 0.015,
                    .friction = 0.6,
                    .inertia = 1.0,
                    .drag = 0.05,
                    .substeps = 2,
                    .iterations = 4},
    [CLOTH_CHAIN] = {.stretch = 1.0,
                     .bend = 0.0,
                     .damping = 0.1,
                     .slack = 1.0,
                     .thickness_m = 0.01,
                     .friction = 0.3,
                     .inertia = 1.0,
                     .drag = 0.02,
                     .substeps = 3,
                     .iterations = 4},
    [CLOTH_HAIR] = {.stretch = 0.8,
                    .bend = 0.4,
                    .damping = 0.2,
                    .slack = 0.5,
                    .thickness_m = 0.003,
                    .friction = 0.3,
                    .inertia = 0.8,
                    .drag = 0.4,
                    .substeps = 2,
                    .iterations = 3},
};

ClothFabric cloth_fabric(ClothFabricName name) {
    return library[name >= 0 && name < CLOTH_FABRICS ? name : CLOTH_SILK];
}

const char *cloth_fabric_text(ClothFabricName name) {
    static const char *const text[] = {
#define CLOTH_FABRIC_TEXT(name, text) text,
        CLOTH_FABRIC_LIST(CLOTH_FABRIC_TEXT)
#undef CLOTH_FABRIC_TEXT
    };
    return name >= 0 && name < CLOTH_FABRICS ? text[name] : "unknown";
}

/* Its reals in order, for whatever treats them alike: name, least, most. */
#define FABRIC_REALS(X)                                                                            \
    X(stretch, 0.0, 1.0)                                                                           \
    X(bend, 0.0, 1.0)                                                                              \
    X(damping, 0.0, 1.0)                                                                           \
    X(slack, 0.0, 1.0)                                                                             \
    X(thickness_m, 0.0, 1e6)                                                                       \
    X(friction, 0.0, 10.0)                                                                         \
    X(inertia, 0.0, 1.0)                                                                           \
    X(drag, 0.0, 1.0)

bool cloth_fabric_equal(const ClothFabric *a, const ClothFabric *b) {
    bool equal =
        a->substeps == b->substeps && a->iterations == b->iterations && a->flags == b->flags;
#define FABRIC_SAME(name, least, most) equal = equal && a->name == b->name;
    FABRIC_REALS(FABRIC_SAME)
#undef FABRIC_SAME
    return equal;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
    for (size_t k = 0; k < count; k++) {
        hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
    }
    return hash;
}

/* FNV-1a over the fields: padding says nothing, and adding 0 turns -0 into 0. */
uint64_t cloth_fabric_hash(const ClothFabric *fabric) {
    uint64_t hash = 14695981039346656037u;
#define FABRIC_MIX(name, least, most)                                                              \
    {                                                                                              \
        const double value = fabric->name + 0.0;                                                   \
        hash = mix(hash, &value, sizeof value);                                                    \
    }
    FABRIC_REALS(FABRIC_MIX)
#undef FABRIC_MIX
    hash = mix(hash, &fabric->substeps, sizeof fabric->substeps);
    hash = mix(hash, &fabric->iterations, sizeof fabric->iterations);
    return mix(hash, &fabric->flags, sizeof fabric->flags);
}

static ClothStatus check_real(const char *name, double value, double least, double most,
                              ClothError *error) {
    if (!(value >= least && value <= most)) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "fabric: %s is %g; must be %g to %g", name,
                          value, least, most);
    }
    return CLOTH_OK;
}

static ClothStatus check_whole(const char *name, int32_t value, int32_t most, ClothError *error) {
    if (value < 1 || value > most) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "fabric: %s is %d; must be 1 to %d", name,
                          (int)value, (int)most);
    }
    return CLOTH_OK;
}

ClothStatus cloth_fabric_check(const ClothFabric *fabric, ClothError *error) {
    ClothStatus status = CLOTH_OK;
#define FABRIC_CHECK(name, least, most)                                                            \
    if (status == CLOTH_OK) {                                                                      \
        status = check_real(#name, fabric->name, least, most, error);                              \
    }
    FABRIC_REALS(FABRIC_CHECK)
#undef FABRIC_CHECK
    if (status == CLOTH_OK) {
        status = check_whole("substeps", fabric->substeps, CLOTH_SUBSTEPS_MAX, error);
    }
    if (status == CLOTH_OK) {
        status = check_whole("iterations", fabric->iterations, CLOTH_ITERATIONS_MAX, error);
    }
    if (status == CLOTH_OK && (fabric->flags & ~(uint32_t)CLOTH_FABRIC_STRAIN_LIMIT) != 0) {
        status = cloth_fail(error, CLOTH_BAD_ARGUMENT,
                            "fabric: flags are 0x%x; must be CLOTH_FABRIC_STRAIN_LIMIT or 0",
                            (unsigned)fabric->flags);
    }
    return status;
}
