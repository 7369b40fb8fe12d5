/*
 * ride.h: a cloth whose frame, or whose holder, goes along a path.
 *
 * A strand hangs straight down from a holder of its first particle, or a sheet from one of its
 * first row, at the origin of its frame. The path is a pose at every step; who follows it is the
 * arm.
 */
#ifndef SCENES_RIDE_H
#define SCENES_RIDE_H

#include "scenes/hung.h"

/* Where the path leads: name, what it is. */
#define RIDE_PATH_LIST(X)                                                                          \
    X(RIDE_STILL, "still")   /* nowhere */                                                         \
    X(RIDE_DYADIC, "dyadic") /* along x at 7.5 m/s in steps of an eighth of a metre, to and fro */ \
    X(RIDE_SQUARE, "square") /* along x at speed_m_s, turning back every phase_s */                \
    X(RIDE_SPRINT, "sprint") /* along x at speed_m_s from the first step on, for ever */           \
    X(RIDE_SPIN, "spin")     /* about the vertical at turn_rad_s */                                \
    X(RIDE_FLIP, "flip")     /* still, but head over heels every phase_s, in one step */           \
    X(RIDE_ROAM, "roam")     /* a smooth way that moves and turns about all axes */

typedef enum RidePath {
#define RIDE_PATH_ENUM(name, text) name,
    RIDE_PATH_LIST(RIDE_PATH_ENUM)
#undef RIDE_PATH_ENUM
        RIDE_PATHS
} RidePath;

const char *ride_path_text(RidePath path);

/* Who follows the path. */
typedef enum RideWho {
    RIDE_FRAME,  /* the frame, and the holder rides it */
    RIDE_HOLDER, /* the holder, in a frame that stands still */
    RIDE_WORLD,  /* the holder, told in the world, and the frame with it */
    RIDE_UNDER   /* the frame alone, under a holder that stands still in the world */
} RideWho;

typedef struct RideShape {
    ClothFabric fabric;
    int32_t links;   /* of the strand, and rows of a sheet less one */
    int32_t columns; /* 1: a strand */
    double spacing_m;
    double mass_kg;
    double arm_m; /* the holder's distance from the frame's origin, along x */
    RidePath path;
    RideWho who;
    double speed_m_s;
    double phase_s;
    double turn_rad_s;
    double step_s;
    double far_m[3];    /* of the frame from the world's origin at the start */
    double swing_m_s;   /* of the free end at the start, sideways */
    uint32_t ablate;    /* ClothWorldAblation bits; the ablation build alone heeds this */
    double felt_shares; /* felt limits over the shipped ones, likewise; INFINITY: none */
} RideShape;

/* A silk strand of 12 links of 0.1 m, 10 g a particle, on a square wave of 9 m/s and 1 s a phase,
 * at 60 Hz. */
RideShape ride_default(void);

typedef struct Ride {
    RideShape shape;
    Hung hung;
    int64_t step;
    ClothPose at;          /* where whoever follows the path is, in the world */
    double *before;        /* (n x 3) positions in the frame before the last step [m] */
    double *now;           /* (n x 3) after it */
    double way_peak_m_s;   /* fastest a particle has gone in the frame */
    double lag_m;          /* how far along x the last particle is from under the first */
    double lag_peak_m;     /* the most that has been, either way */
    double span_peak;      /* furthest a particle has been from the held one of its column, over the
                            length of the strand */
    double speed_peak_m_s; /* fastest a free particle has been, as the solver has it */
    double share_peak;     /* largest of those over the limit of its step */
    HungWatch watch;
} Ride;

/* ride: out, emptied on failure; free with ride_free(). */
ClothStatus ride_start(const RideShape *shape, Ride *ride, ClothError *error);

/* One step along the path. */
ClothStatus ride_step(Ride *ride, ClothError *error);

ClothStatus ride_steps(Ride *ride, int64_t steps, ClothError *error);

/* Largest distance of particles of two rides of one shape of cloth: in their frames, or in the
 * world, less where each began [m]. NaN when one is not finite. */
double ride_apart_in_frame(const Ride *a, const Ride *b);
double ride_apart_in_world(const Ride *a, const Ride *b);

void ride_free(Ride *ride);

#endif
