/*
 * flag.h: a sheet hung so that it can turn as a whole: from a pole, from two hands or from a corner.
 */
#ifndef SCENES_FLAG_H
#define SCENES_FLAG_H

#include "scenes/hung.h"
#include "scenes/scene.h"

/* What it hangs from: name, text. */
#define FLAG_FROM_LIST(X)                                                                          \
    X(FLAG_POLE, "pole")     /* its first row along a vertical pole, the rest straight out */      \
    X(FLAG_LEVEL, "level")   /* its first row along a level pole, the rest straight out */         \
    X(FLAG_HANDS, "hands")   /* two corners, one hand each, hanging down */                        \
    X(FLAG_CORNER, "corner") /* one corner, askew */                                               \
    X(FLAG_NOTHING, "nothing")

typedef enum FlagFrom {
#define FLAG_FROM_ENUM(name, text) name,
    FLAG_FROM_LIST(FLAG_FROM_ENUM)
#undef FLAG_FROM_ENUM
} FlagFrom;

typedef struct FlagShape {
    FlagFrom from;
    int32_t columns; /* along the pole, or between the hands */
    int32_t rows;
    double spacing_m;
    double mass_kg;  /* of a particle */
    double tilt_rad; /* of the pole, and of all else: the frame's, about z */
    double far_m;    /* of the pole from the frame's origin, along x */
    double ripple_m; /* what is free begins up to so far off its plane, either way */
    uint64_t seed;   /* of the ripple */
} FlagShape;

/* 12 particles along the pole and 9 rows, 5 cm apart, 1 g each, a ripple of 1 cm. */
FlagShape flag_default(void);

/* Of a library fabric, in a world; from two hands, each is a holder of its own. hung: out, emptied on
 * failure; free with hung_free(). */
ClothStatus flag_hang(const FlagShape *shape, const ClothFabric *fabric, Hung *hung,
                      ClothError *error);

/* Bare: hard stretch rows and nothing else, no tether, leash or damping. scene: out, likewise. */
ClothStatus flag_bare(const FlagShape *shape, Scene *scene, ClothError *error);

/* A flag's turn about a line. */
typedef struct FlagSpin {
    double momentum;    /* angular, of the free particles, about the line [kg m^2/s] */
    double inertia;     /* about the line [kg m^2] */
    double rate_rad_s;  /* the one over the other */
    double azimuth_rad; /* of the centre of mass, from +x over -z; about +y */
} FlagSpin;

FlagSpin flag_spin(const ClothState *state, const double origin[3], const double axis[3]);

/* Moment about the line of the gradient of the last substep's energy [N m], the gradient taken by
 * differences of each particle's energy, row by row. NaN when out of memory. */
double flag_moment(const ClothState *state, double substep_s, double damping_1_s,
                   const double origin[3], const double axis[3]);

#endif
