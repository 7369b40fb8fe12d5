/*
 * world.h: what a world holds of each cloth and of each holder, outside their blocks.
 *
 * A block knows particles and rows; everything about where a cloth is, what carries it and whether
 * it sleeps is here, so that a block can be stepped anywhere. Whatever a holder writes into a block
 * it writes in cloth_world_step(), before the block is stepped. Cloths and holders lie in the order
 * of their ids, which are never used twice.
 */
#ifndef CLOTH_WORLD_WORLD_H
#define CLOTH_WORLD_WORLD_H

#include "cloth.h"
#include "world/skeleton.h"

/* What is held going further in one step than this many reaches, and further than
 * CLOTH_JUMP_LEAST_M, is a teleport. A sprint of 9 m/s goes 0.15 m at 60 frames a second and comes
 * to 2 m at 4.5, below which a cloth of less than half a metre takes it for a jump. Halved: at 9;
 * doubled: a cut to a place 4 m away is dragged through a small cloth (e24). */
#define CLOTH_JUMP_REACHES 4.0
#define CLOTH_JUMP_LEAST_M 2.0

/* The most of a frame's motion that a cloth is to feel in a step: half a reach, half a radian. The
 * rest carries it along. Valid 0.25 .. 0.5. Off at 100 m/s, a strand peaks at 0.55 of the limit on
 * speeds, and no particle is more than 1.6 % too far out. Both halved: 0.31, and 0.6 m of cape then
 * feel no more than 9 m/s; doubled: at the limit, six times too far out; without them 14 times
 * (e25). */
#define CLOTH_FELT_REACHES 0.5
#define CLOTH_FELT_RAD     0.5

/* The limit on speeds over the correction authority. Valid 2.2 .. 8 at 1x1: strands of 0.05 m links
 * that drop through ninety degrees come to 2.1 authorities, and what nobody kicked must not run
 * into it. A strand kicked faster than any limit gets 6.3 links from its hold's first; halved, 1.3,
 * but a drop is slowed; doubled, 28; without one, 1,400, and it is not back in ten seconds
 * (e34). */
#define CLOTH_SPEED_AUTHORITIES 4.0

/* After a reset the limit on speeds rises from nothing over this time [s]. It matters on an
 * animated pose that is drawn longer than its fabric, and nowhere else. Valid 0.125 .. 0.25 there.
 * Halved: peaks up to 1.7 times as high, without it 1.9 times; doubled: down to half, but a cape is
 * held back behind a runner of 9 m/s (e24). */
#define CLOTH_STABILISE_S 0.25

/* A cloth none of whose particles has moved further than this share of its reach for so long falls
 * asleep: for CLOTH_SLEEP_SWING times sqrt(reach / gravity), a chain's period being 5.2 of those, and
 * for at least CLOTH_SLEEP_WINDOW_S. In time and not in steps: at 500 frames a second 30 steps are
 * too short to tell a slow swing's turning point from rest.
 *
 * Share: valid 2e-4 to 1e-3. What sleep takes from a swing is 3 shares at any length, frame rate and
 * damping: 1.5e-3 of the reach; half of it halved, twice of it doubled, 1.5 % at ten times.
 * Swing: valid 1.5 to 4. Halved, 3.8e-3 are taken; doubled, 1.0e-3, and everything is awake longer by
 * as much. A window of half a second at every length takes 4 % from a rope of 20 m (e42). */
#define CLOTH_SLEEP_SHARE         5e-4
#define CLOTH_SLEEP_SWING         2.0
#define CLOTH_SLEEP_WINDOW_S      0.5
#define CLOTH_SLEEP_WINDOW_MOST_S 10.0

/* A step that is longer than this gets the fabric's substeps for every such piece of it [s]. Valid
 * 0.0125 to 0.03: everything sleeps, under random steps too. Halved, a frame at 60 Hz costs twice as
 * much; doubled, 2.7 % of over-reach for 1.4, and some sheets stay awake under uneven steps; without,
 * twice the reach at 5 frames a second (e41). */
#define CLOTH_PIECE_S 0.025

/* How fast the band of penalties follows to shorter substeps [s]; to longer ones it does at once.
 * Valid 0.5 to 5: the same to three figures. A tenth: sheets under random steps stay awake; 0, where
 * every substep has its own: 28 times the reach, 880 m/s (e41). */
#define CLOTH_BAND_FADE_S 0.5

typedef struct WorldCloth WorldCloth;

typedef struct WorldHolder {
    ClothId id;
    WorldCloth *cloth;
    WorldCloth *carrier;      /* NULL unless it is in CLOTH_SPACE_JOINT */
    struct WorldHolder *next; /* of the same cloth, by rising id */
    ClothSpace space;
    int32_t joint;
    int32_t particle_count;
    int32_t *particle; /* (particle_count) the graph's numbering */
    double *offset;    /* (particle_count x 3) of each from the holder, in its own axes [m] */
    ClothPose pose;    /* in its space */
    ClothPose taken;   /* in the cloth's frame when it took hold */
    ClothPose last;    /* in the cloth's frame in the last step */
    ClothPose now;     /* in the cloth's frame in this step */
} WorldHolder;

typedef struct WorldCollider {
    ClothId id;
    ClothCollider now; /* as it is when the next step ends */
    ClothPose last;    /* where it was when the last step ended, or where it came */
    bool changed;      /* it is new, or other than its pose has changed, since the last step */
    bool stirs;        /* workspace: it has changed or moved */
} WorldCollider;

struct WorldCloth {
    ClothId id;
    WorldHolder *holder; /* the eldest of its holders, NULL: none */
    ClothState *state;
    ClothFabric fabric;
    ClothMaterial material;
    ClothSkeleton skeleton;
    uint32_t flags;
    uint32_t layer;
    uint32_t mask;
    int32_t left_out; /* colliders, of the last step */
    double blend;
    double reach_m;
    ClothPose frame;
    ClothPose frame_last; /* in the last step */
    ClothPose met_frame;  /* that colliders are seen from where the step begins, ... */
    ClothPose met_back;   /* ... and what particles have been taken back by since, in the frame */
    bool cut;             /* the step begins elsewhere: nothing is swept into it */
    double gravity[3];    /* in the frame, in this step */
    double gravity_last[3];
    ClothId *held_by;   /* (n) the holder that has the particle, 0: none; the graph's numbering */
    ClothId *wanted_by; /* (n) workspace: the same after a change */
    int32_t *held;      /* (n) workspace: a list of held particles */
    double *still_at;   /* (n x 3) where the particles were when they were last seen to move [m] */
    double *animated;   /* (n x 3) workspace for reading out [m] */
    double *turn;       /* (n x 4) workspace for reading out */
    double *shown;      /* (n x 3) workspace for reading out [m] */
    ClothPose *pose;    /* (n) of the joints, in the frame, where a holder rides on one */
    bool carries;       /* a holder rides on one of its joints */
    bool marked;        /* workspace: one of those that are asked about */
    int32_t depth;      /* 1 + the deepest of the cloths that carry its holders; 0: none does */
    bool disturbed;     /* something that wakes it has changed since the last step */
    bool reset;         /* to be put on its animated pose */
    bool asleep;
    double still_s;
    double stabilise_s; /* since the last reset, at most CLOTH_STABILISE_S */
    double speed_max_m_s;
    double band_step_s; /* the longest substep of late [s] */
    int64_t wakes;
    int64_t teleports;
};

/* Constants that the ablation build can set otherwise, to measure them: name, the shipped value. */
#define CLOTH_WORLD_TUNED_LIST(X)                                                                  \
    X(felt_reaches, CLOTH_FELT_REACHES)                                                            \
    X(felt_rad, CLOTH_FELT_RAD)                                                                    \
    X(stabilise_s, CLOTH_STABILISE_S)                                                              \
    X(sleep_share, CLOTH_SLEEP_SHARE)                                                              \
    X(sleep_swing, CLOTH_SLEEP_SWING)                                                              \
    X(sleep_window_s, CLOTH_SLEEP_WINDOW_S)                                                        \
    X(band_fade_s, CLOTH_BAND_FADE_S)                                                              \
    X(piece_s, CLOTH_PIECE_S)                                                                      \
    X(step_most_s, CLOTH_STEP_MOST_S)                                                              \
    X(contact_band, 0.0) /* 0: the step's own */

#ifdef CLOTH_ABLATE
typedef struct ClothWorldTuned {
#define CLOTH_WORLD_TUNED_FIELD(name, shipped) double name;
    CLOTH_WORLD_TUNED_LIST(CLOTH_WORLD_TUNED_FIELD)
#undef CLOTH_WORLD_TUNED_FIELD
} ClothWorldTuned;
#define CLOTH_TUNED(world, name, shipped) ((world)->tuned.name)
#else
#define CLOTH_TUNED(world, name, shipped) ((void)(world), (shipped))
#endif

struct ClothWorld {
    double gravity[3];
    ClothId next_id;
    WorldCloth **cloth; /* (cloth_count) by rising id */
    int32_t cloth_count;
    int32_t cloth_room;
    WorldHolder **holder; /* (holder_count) by rising id */
    int32_t holder_count;
    int32_t holder_room;
    WorldCollider *collider; /* (collider_count) by rising id: whoever looks for some reads all */
    int32_t collider_count;
    int32_t collider_room;
    ClothWarning *warning; /* or NULL */
    void *warning_user;
    int32_t deepest; /* the largest depth of a cloth */
#ifdef CLOTH_ABLATE
    uint32_t ablate; /* ClothWorldAblation bits */
    const struct ClothInstruments *instruments;
    ClothWorldTuned tuned; /* the shipped values, until somebody sets others */
#endif
};

/* The cloth or holder of an id, or NULL with CLOTH_BAD_ARGUMENT in error. */
WorldCloth *cloth_world_find(const ClothWorld *world, ClothId id, ClothError *error);
WorldHolder *cloth_world_find_holder(const ClothWorld *world, ClothId id, ClothError *error);

/* Adds a pointer's room to a list that is full. CLOTH_NO_MEMORY. */
ClothStatus cloth_world_make_room(void ***list, int32_t count, int32_t *room, ClothError *error);

/* CLOTH_BAD_ARGUMENT, naming it, when a pose is not finite and rigid. */
ClothStatus cloth_world_check_pose(const char *what, const ClothPose *pose, ClothError *error);

/* The same pose with a unit quaternion to the last bit: the frame and its holders must not
 * stretch. */
ClothPose cloth_pose_unit(const ClothPose *pose);

void cloth_holder_free(WorldHolder *holder);

/* Frees holder k and takes it out of the lists; marks the cloth that it held.
 * cloth_world_regrasp_marked() follows. */
void cloth_holder_drop(ClothWorld *world, int32_t k);

/* Marks one cloth, or none, and no other. */
void cloth_world_mark(ClothWorld *world, const WorldCloth *cloth);

/* Works out anew who holds what of the marked cloths, and in which order all are stepped. */
ClothStatus cloth_world_regrasp_marked(ClothWorld *world, ClothError *error);

/* Where a holder is in the frame of the cloth it holds, from its pose as it is set. A carrier's
 * joint is where it was last seen: carriers are stepped first. */
ClothPose cloth_holder_in_frame(const ClothPose *frame, const WorldHolder *holder);

/* Works out anew which particles are held and by whom; a hold begins where its particle is.
 * CLOTH_NO_MEMORY, with the block unchanged. */
ClothStatus cloth_world_regrasp(WorldCloth *cloth, ClothError *error);

/* Reads frame, holders and gravity, and returns whether any of them is other than in the last
 * step. */
bool cloth_world_look(const ClothWorld *world, WorldCloth *cloth);

/* Follows what cloth_world_look() saw: jumps, felt motion, targets of held particles. */
void cloth_world_follow(ClothWorld *world, WorldCloth *cloth);

/* Turns the animated pose of what hangs from a holder as far as that has turned since it took
 * hold. */
void cloth_holder_turn_offsets(const WorldCloth *cloth, const WorldHolder *holder);

/* What goes further in a step than this has been put elsewhere [m]. */
double cloth_world_jump_least(const WorldCloth *cloth);

/* Which colliders are other than they were; and, after the step, that all are as they are. */
void cloth_world_stir_colliders(ClothWorld *world);
void cloth_world_settle_colliders(ClothWorld *world);

/* Whether any collider that is other than it was concerns a cloth: comes to touch it, or is one that
 * it presses on. */
bool cloth_world_is_touched(const ClothWorld *world, const WorldCloth *cloth);

/* Gives the cloth the colliders that it can meet in this step, the most relevant if they are too
 * many. CLOTH_BAD_ARGUMENT when one is out of all range in the cloth's frame. */
ClothStatus cloth_world_meet(ClothWorld *world, WorldCloth *cloth, const ClothStep *step,
                             ClothError *error);

/* How long a cloth has to be still to fall asleep [s]. */
double cloth_world_sleep_window(const ClothWorld *world, const WorldCloth *cloth);

/* Puts a cloth on its animated pose, at rest. */
void cloth_world_settle(WorldCloth *cloth);

/* The animated position of every particle, and what its holder has turned it by, in the frame:
 * cloth->animated and cloth->turn. */
void cloth_world_animate(WorldCloth *cloth);

/* The joints' poses in the frame: cloth->pose. Where holders ride on them this is done once after each
 * step, and when such a holder comes. */
void cloth_world_pose_joints(WorldCloth *cloth);

/* Mechanisms of a world that the ablation build can leave out: name, bit, what comes back. */
#define CLOTH_WORLD_ABLATION_LIST(X)                                                               \
    X(CLOTH_WITHOUT_TELEPORT, 0, "a jump is dragged through the cloth in one step")                \
    X(CLOTH_WITHOUT_STABILISATION, 1, "the limit on speeds is whole right after a reset")          \
    X(CLOTH_WITHOUT_SPEED_LIMIT, 2, "no limit on speeds")                                          \
    X(CLOTH_WITHOUT_SLEEP, 3, "nothing sleeps")                                                    \
    X(CLOTH_WITHOUT_FELT_LIMITS, 4, "the whole of a frame's motion is felt")                       \
    X(CLOTH_WITHOUT_FRAME, 5, "inertia 1: the frame's motion is felt whatever the fabric says")    \
    X(CLOTH_WITHOUT_WAKING, 6, "a sleeper is woken by cloth_world_wake() alone")                   \
    X(CLOTH_WITHOUT_TETHER, 7, "no tethers")                                                       \
    X(CLOTH_WITHOUT_DAMPING, 8, "no damping")                                                      \
    X(CLOTH_WITHOUT_COLLIDERS_RIDING, 9, "what rides along sweeps through the cloth, once a step") \
    X(CLOTH_WITHOUT_COLLIDERS_TAKEN_BACK, 10, "particles feel the frame's motion, solids do not")

typedef enum ClothWorldAblation {
#define CLOTH_WORLD_ABLATION_ENUM(name, bit, text) name = 1 << (bit),
    CLOTH_WORLD_ABLATION_LIST(CLOTH_WORLD_ABLATION_ENUM)
#undef CLOTH_WORLD_ABLATION_ENUM
} ClothWorldAblation;

#ifdef CLOTH_ABLATE
#define CLOTH_WORLD_ABLATED(world, bit_) (((world)->ablate & (uint32_t)(bit_)) != 0)
#else
#define CLOTH_WORLD_ABLATED(world, bit_) ((void)(world), 0)
#endif

#endif
