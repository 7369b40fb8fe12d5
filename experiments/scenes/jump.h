/*
 * jump.h: a swinging strand that is moved a kilometre in one step.
 *
 * A strand hangs straight down from a holder, is swung sideways, and after a second jumps. Nothing
 * of cloth.h appears here, so that a program can carry one such scene for each build of the kernel.
 */
#ifndef SCENES_JUMP_H
#define SCENES_JUMP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What jumps: name, word.
 *   frame       the frame, with the holder that rides it      holder  the holder, in its frame
 *   together    a holder told in the world, and the frame     world   that holder alone
 *   under       the frame, from under that holder             turned  the frame, turned as well
 *   turn        the frame turns half round where it is
 *   far_turn    the frame turns half round, and the strand is half the distance from its origin
 *   far_holder  likewise the holder
 *   one_of_two  one of the holders of the two ends, and the other a second later
 *   pulled      both of them, to places half as far again apart as the strand is long
 *   asleep      the frame, once the strand sleeps             hitch   the frame, in half a second
 *   running     the frame, which runs on at 9 m/s before and after
 *   none        nothing
 */
#define JUMP_LIST(X)                                                                               \
    X(JUMP_FRAME, "frame")                                                                         \
    X(JUMP_HOLDER, "holder")                                                                       \
    X(JUMP_TOGETHER, "together")                                                                   \
    X(JUMP_WORLD, "world")                                                                         \
    X(JUMP_UNDER, "under")                                                                         \
    X(JUMP_TURNED, "turned")                                                                       \
    X(JUMP_TURN, "turn")                                                                           \
    X(JUMP_FAR_TURN, "far_turn")                                                                   \
    X(JUMP_FAR_HOLDER, "far_holder")                                                               \
    X(JUMP_ONE_OF_TWO, "one_of_two")                                                               \
    X(JUMP_PULLED, "pulled")                                                                       \
    X(JUMP_ASLEEP, "asleep")                                                                       \
    X(JUMP_HITCH, "hitch")                                                                         \
    X(JUMP_RUNNING, "running")                                                                     \
    X(JUMP_NONE, "none")

typedef enum JumpKind {
#define JUMP_ENUM(name, word) name,
    JUMP_LIST(JUMP_ENUM)
#undef JUMP_ENUM
        JUMP_KINDS
} JumpKind;

/* Speeds are kept of this many steps at most. */
enum { JUMP_STEPS = 400 };

typedef struct JumpShape {
    int32_t kind;   /* JumpKind */
    int32_t fabric; /* ClothFabricName */
    bool keep;      /* CLOTH_TELEPORT_KEEP */
    bool level;     /* its rest shape lies level, so that a reset lets it fall */
    double distance_m;
    int32_t links;
    double spacing_m;
    double mass_kg;
    double swing_m_s; /* of the free end at the start */
    double step_s;
    int32_t iterations;  /* of a substep; 0: the fabric's */
    int32_t before;      /* steps until the jump */
    int32_t after;       /* steps watched after it */
    int32_t until_sleep; /* further steps at most, until it sleeps */
    uint32_t ablate;     /* ClothWorldAblation bits; the ablation build alone heeds this */
    double stabilise_s;  /* window after a reset, likewise; negative: the shipped one */
} JumpShape;

/* A silk strand of 12 links of 0.1 m, 10 g a particle, swung at 3 m/s, whose frame jumps a
 * kilometre after 60 steps of 1/60 s, watched for 240. */
JumpShape jump_default(void);

typedef struct JumpRun {
    double speed_before_m_s; /* the last before the jump, in the frame */
    double speed_peak_m_s;   /* from the jump on, of free particles */
    double limit_first_m_s;  /* on speeds, in the step of the jump */
    double limit_m_s;        /* at the end */
    double share_peak;       /* largest speed over the limit of its step, from the jump on */
    double off_m;            /* furthest from the animated pose after the step of the jump */
    double shift_m;          /* furthest a particle went in that step, seen from its hold */
    double span_peak;        /* from the jump on: furthest from the hold over the way along it */
    double span_end;         /* the same, at the end of what is watched */
    int64_t teleports;
    int64_t slept_step;           /* counted from the jump; 0: never */
    double crawl_m_s;             /* fastest free particle at the very end, asleep or not */
    double speed_m_s[JUMP_STEPS]; /* fastest free particle after each step from the start */
    int32_t speeds;
    char message[240]; /* what went wrong; empty when nothing did */
    bool diverged;     /* it is that a step was refused */
} JumpRun;

/* Returns true when every step was taken. */
typedef bool JumpScene(const JumpShape *shape, JumpRun *run);

JumpScene jump_run;

/* The kind of a word; JUMP_NONE for one that is none. */
JumpKind jump_kind(const char *word);

#endif
