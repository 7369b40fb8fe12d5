/*
 * worn.h: a cape, or a garment from a file, on the body of body.h.
 *
 * The cloth's frame is the body's root: it travels and turns with it. The holder has the cloth by the
 * shoulders, rides the frame, and goes with the chest. The colliders are the body's solids and, when
 * asked for, the ground; they are told in the world, every step, as an engine does.
 */
#ifndef SCENES_WORN_H
#define SCENES_WORN_H

#include "scenes/body.h"
#include "scenes/hung.h"

/* What keeps the cloth off the body: name, what it is. */
#define WORN_GUARD_LIST(X)                                                                         \
    X(WORN_COLLIDERS, "colliders")                                                                 \
    X(WORN_BACKSTOPS, "backstops") /* the trunk is planes of the chest, one a particle */          \
    X(WORN_NOTHING, "nothing")

typedef enum WornGuard {
#define WORN_GUARD_ENUM(name, text) name,
    WORN_GUARD_LIST(WORN_GUARD_ENUM)
#undef WORN_GUARD_ENUM
        WORN_GUARDS
} WornGuard;

const char *worn_guard_text(WornGuard guard);

/* How the root goes. */
typedef enum WornRide {
    WORN_AS_GAIT, /* as the gait has it */
    WORN_TREADS,  /* nowhere: the gait is carried out on the spot */
    WORN_CARRIED  /* likewise, but the spot goes at ride_m_s from the first step on */
} WornRide;

typedef struct WornShape {
    ClothFabric fabric;
    int32_t columns; /* of the cape, >= 2 */
    int32_t rows;    /* >= 2; row 0 is held */
    double length_m; /* from shoulder to hem */
    double hem_m;    /* how wide it is there */
    double density_kg_m2;
    const LabMesh *mesh; /* or NULL; in place of the cape, hung by what it says: hold.h */
    BodyGait gait;
    WornRide ride;
    double ride_m_s[3];
    ClothPose ride_from; /* of the root in the world, whatever it does */
    bool frame_stays;    /* the frame is left there, and holder and colliders go without it */
    bool snapped; /* places in the root are multiples of 2^-30 m: a root that goes by such steps
                     carries them along to the bit */
    double step_s;
    WornGuard guard;
    bool ground;
    uint32_t ablate;      /* ClothWorldAblation bits; the ablation build alone heeds these two */
    uint32_t step_ablate; /* ClothAblation bits */
    double contact_band;  /* 0: the shipped one, likewise */
} WornShape;

/* A silk cape of 17 x 23 particles, 1.1 m long, 0.46 m wide at the shoulders and 1.05 m at its hem, of
 * 0.2 kg/m^2, on somebody who sprints at 60 frames a second over no ground. */
WornShape worn_default(void);

/* What has been seen since worn_forget(): free particles only, from the root, after each step. */
typedef struct WornSeen {
    int64_t steps;
    double depth_m;       /* deepest in a solid, below its surface */
    double lack_m;        /* furthest nearer to it than the fabric's thickness */
    double inside_share;  /* of particles and steps: below a surface */
    double inside_steps;  /* share of steps with one of them there */
    int32_t deepest_bone; /* whose surface depth_m is below; -1: none */
    double speed_m_s;     /* fastest, as it is seen to move */
    double speed_share;   /* fastest that the solver has over the limit on speeds */
    double shake_m_s2;    /* root mean square of accelerations */
    double strain;        /* largest of stretch rows */
    double reach;         /* largest distance from a hold over the way along the cloth */
    double contacts_mean; /* that press, a step */
    int32_t contacts_most;
    double slip_m_s;     /* fastest of a pressing particle against its collider */
    double normal_n;     /* largest force of one contact */
    double crowded_mean; /* particles with more colliders than slots, a step */
    int32_t crowded_most;
    int32_t colliders_most; /* met in one step */
    int64_t rescues;
    int64_t teleports;
} WornSeen;

typedef struct Worn {
    WornShape shape;
    Hung hung;
    ClothId bone[BODY_BONES];
    ClothId ground;
    int64_t step;
    BodyPose at;
    double *point;    /* (n x 3) of planes, while the body stands [m]; NULL: there are none */
    double *normal;   /* (n x 3) */
    double *moved;    /* (n x 6) workspace of planes */
    double *trail[3]; /* (n x 3) positions from the root, the last first [m] */
    double shaken;    /* sum of squared accelerations */
    WornSeen seen;
    HungWatch watch;
    struct ClothInstruments *instruments;
} Worn;

/* worn: out, emptied on failure; free with worn_free(). */
ClothStatus worn_start(const WornShape *shape, Worn *worn, ClothError *error);

/* One step with the body. */
ClothStatus worn_step(Worn *worn, ClothError *error);

/* Steps until the time is this [s]. */
ClothStatus worn_until(Worn *worn, double time_s, ClothError *error);

double worn_time_s(const Worn *worn);

/* Begins to see anew. */
void worn_forget(Worn *worn);

/* Largest distance of particles of two, each from its root [m]; NaN when one is not finite. */
double worn_apart(const Worn *a, const Worn *b);

void worn_free(Worn *worn);

#endif
