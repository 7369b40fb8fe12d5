/*
 * e29_arms.h: the pairs that e29 compares: the same cloth with a mechanism and without it, or a call
 * on a cloth beside a frame of it.
 */
#ifndef EXPERIMENTS_E29_ARMS_H
#define EXPERIMENTS_E29_ARMS_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "graph/colouring.h"
#include "scenes/hung.h"
#include "scenes/scene.h"
#include "scenes/sheet.h"
#include "step/instruments.h"

/* What a frame of a side is. */
typedef enum SideKind {
    SIDE_STEP,    /* cloth_step() of a cloth of the solver's own fabric */
    SIDE_FABRIC,  /* cloth_step() of a cloth of a fabric, as a world would step it */
    SIDE_WORLD,   /* cloth_world_step() of the same; it never sleeps */
    SIDE_CARRIED, /* the same, and its frame is moved */
    SIDE_ASLEEP,  /* the same, at rest and asleep */
    SIDE_REGRASP, /* a particle is taken hold of and let go; no step */
    SIDE_POSES,   /* the poses of all joints are read; no step */
    SIDE_COLOUR,  /* a graph is coloured as the kernel does */
    SIDE_SCAN     /* the same by looking through all rows for every particle */
} SideKind;

/* Mechanisms of a step that a side has or has not. */
enum {
    WITH_TETHER = 1,
    WITH_LEASH = 2,
    WITH_LIMIT = 4,
    WITH_DAMPING = 8,
    WITH_SPEED_LIMIT = 16,
    WITHOUT_TURN = 32,
    WITH_CHAINS = 64 /* strands in place of a sheet */
};

/* name, kind, of the other side, what holds it, what the side has, what the other has, whether a
 * frame of it stands alone: is not the other's and something more. */
#define ARM_LIST(X)                                                                                \
    X(same, SIDE_STEP, SIDE_STEP, "corners", 0, 0, false)                                          \
    X(tether, SIDE_STEP, SIDE_STEP, "corners", WITH_TETHER, 0, false)                              \
    X(leash, SIDE_STEP, SIDE_STEP, "corners", WITH_LEASH, 0, false)                                \
    X(limit, SIDE_STEP, SIDE_STEP, "corners", WITH_LIMIT, 0, false)                                \
    X(all_rows, SIDE_STEP, SIDE_STEP, "corners", WITH_TETHER | WITH_LEASH | WITH_LIMIT, 0, false)  \
    X(damping, SIDE_STEP, SIDE_STEP, "corners", WITH_DAMPING, 0, false)                            \
    X(speed_limit, SIDE_STEP, SIDE_STEP, "corners", WITH_SPEED_LIMIT, 0, false)                    \
    X(turn_corners, SIDE_STEP, SIDE_STEP, "corners", 0, WITHOUT_TURN, false)                       \
    X(turn_edge, SIDE_STEP, SIDE_STEP, "edge", 0, WITHOUT_TURN, false)                             \
    X(turn_leashed, SIDE_STEP, SIDE_STEP, "corners", WITH_LEASH, WITH_LEASH | WITHOUT_TURN, false) \
    X(turn_point, SIDE_STEP, SIDE_STEP, "0", 0, WITHOUT_TURN, false)                               \
    X(turn_free, SIDE_STEP, SIDE_STEP, "none", 0, WITHOUT_TURN, false)                             \
    X(turn_triangle, SIDE_STEP, SIDE_STEP, "triangle", 0, WITHOUT_TURN, false)                     \
    X(world, SIDE_WORLD, SIDE_FABRIC, "corners", 0, 0, false)                                      \
    X(carried, SIDE_CARRIED, SIDE_WORLD, "corners", 0, 0, false)                                   \
    X(asleep, SIDE_ASLEEP, SIDE_WORLD, "edge", 0, 0, true)                                         \
    X(regrasp, SIDE_REGRASP, SIDE_WORLD, "corners", 0, 0, true)                                    \
    X(poses_sheet, SIDE_POSES, SIDE_WORLD, "corners", 0, 0, true)                                  \
    X(poses_chain, SIDE_POSES, SIDE_WORLD, "tops", WITH_CHAINS, WITH_CHAINS, true)                 \
    X(colouring, SIDE_COLOUR, SIDE_SCAN, "none", 0, 0, true)

typedef enum ArmIndex {
#define ARM_ENUM(name, ...) ARM_##name,
    ARM_LIST(ARM_ENUM)
#undef ARM_ENUM
        ARM_COUNT
} ArmIndex;

/* The arms' names, comma-separated. */
#define ARM_WORD(name, ...) "," #name
#define ARM_NAMES           (&ARM_LIST(ARM_WORD)[1])

/* The arm of a name that is in the list. */
ArmIndex arm_of(const char *name);
/* Whether a frame of it stands alone. */
bool arm_stands_alone(ArmIndex arm);
/* Whether it is over so late that a tenth of the rounds is enough. */
bool arm_is_slow(ArmIndex arm);

/* The numbers that the mechanisms take. */
typedef struct ArmNumbers {
    double slack;        /* of the leash */
    double strain_limit; /* of the limit */
    double damping_1_s;
    ClothFabric fabric; /* of the world's cloth */
} ArmNumbers;

/* One of the two that are timed in turns. */
typedef struct Side {
    SideKind kind;
    Scene scene; /* SIDE_STEP, SIDE_FABRIC; of SIDE_COLOUR and SIDE_SCAN its graph */
    ClothStep step;
    ClothInstruments instruments;
    Hung hung;     /* the sides of a world */
    int32_t extra; /* SIDE_REGRASP: the particle taken hold of */
    double carried_m;
    double speed_m_s;
    ClothPose *pose; /* SIDE_POSES: (particles) */
    ClothRowList rows;
    ClothColouring colouring;
    double *sample; /* (rounds) seconds a frame */
} Side;

/* Builds one side of an arm: `other` the one it is compared with. side: out, emptied on failure; free
 * with side_free(). */
ClothStatus side_make(ArmIndex arm, bool other, const SheetShape *shape, const ArmNumbers *numbers,
                      int64_t rounds, Side *side, ClothError *error);
void side_free(Side *side);

/* Brings the side to where it is timed: `frames` frames, or to sleep. */
ClothStatus side_warm(Side *side, int64_t frames, ClothError *error);

ClothStatus side_frame(Side *side, ClothError *error);

/* The cloth, NULL where there is none. */
const ClothState *side_state(const Side *side);
/* Particles of the side. */
int32_t side_particles(const Side *side);
/* A hash of what the side has come to: positions, or colours. */
uint64_t side_hash(const Side *side);

#endif
