/*
 * body.h: somebody who stands, walks, sprints, slides and turns: sixteen solids on a skeleton, where
 * they are in closed form.
 *
 * Metres, y up. The root is on the ground between the feet and looks along its own +z, x to the
 * left; everything else is told in it. Nothing is integrated: where the body is depends on the time
 * alone, to the bit, so that runs at any frame rate meet the same body. Everybody stands for
 * BODY_STANDS_S first, so that cloth hangs before it moves, and stands still again in the end.
 */
#ifndef SCENES_BODY_H
#define SCENES_BODY_H

#include "cloth.h"

/* How it moves: name, what it is. */
#define BODY_GAIT_LIST(X)                                                                          \
    X(BODY_STAND, "stand")   /* it does not */                                                     \
    X(BODY_WALK, "walk")     /* 1.4 m/s for 4 s, stops */                                          \
    X(BODY_SPRINT, "sprint") /* to 9 m/s in 1.2 s, stops within 1 s */                             \
    X(BODY_SLIDE, "slide")   /* the same, then falls on one leg and skids 6 m, stays there */      \
    X(BODY_TURN, "turn")     /* on the spot, half round in half a second, six times to and fro */

typedef enum BodyGait {
#define BODY_GAIT_ENUM(name, text) name,
    BODY_GAIT_LIST(BODY_GAIT_ENUM)
#undef BODY_GAIT_ENUM
        BODY_GAITS
} BodyGait;

const char *body_gait_text(BodyGait gait);

/* Its solids: name, shape. The first BODY_TRUNK of them go with the chest. */
#define BODY_BONE_LIST(X)                                                                          \
    X(BODY_PELVIS, "pelvis")                                                                       \
    X(BODY_BELLY, "belly")                                                                         \
    X(BODY_CHEST, "chest")                                                                         \
    X(BODY_SHOULDERS, "shoulders")                                                                 \
    X(BODY_NECK, "neck")                                                                           \
    X(BODY_HEAD, "head")                                                                           \
    X(BODY_LEFT_UPPER_ARM, "left upper arm")                                                       \
    X(BODY_LEFT_FOREARM, "left forearm")                                                           \
    X(BODY_RIGHT_UPPER_ARM, "right upper arm")                                                     \
    X(BODY_RIGHT_FOREARM, "right forearm")                                                         \
    X(BODY_LEFT_THIGH, "left thigh")                                                               \
    X(BODY_LEFT_SHIN, "left shin")                                                                 \
    X(BODY_LEFT_FOOT, "left foot")                                                                 \
    X(BODY_RIGHT_THIGH, "right thigh")                                                             \
    X(BODY_RIGHT_SHIN, "right shin")                                                               \
    X(BODY_RIGHT_FOOT, "right foot")

typedef enum BodyBone {
#define BODY_BONE_ENUM(name, text) name,
    BODY_BONE_LIST(BODY_BONE_ENUM)
#undef BODY_BONE_ENUM
        BODY_BONES
} BodyBone;

enum { BODY_TRUNK = BODY_HEAD + 1 };

const char *body_bone_text(BodyBone bone);

#define BODY_STANDS_S 1.5

typedef struct BodyPose {
    ClothPose root;             /* in the world */
    ClothPose chest;            /* in the root: what shoulders carry; nothing while it stands */
    ClothPose bone[BODY_BONES]; /* in the root */
} BodyPose;

/* spread_rad: how far the arms are off the sides to begin with, for who is put into sleeves; they come
 * down while the body stands. 0: they hang. */
BodyPose body_at(BodyGait gait, double spread_rad, double time_s);

/* Of a bone, about its own origin and y axis. */
ClothShape body_shape(BodyBone bone);

/* When it has come to rest [s]. */
double body_rests_at_s(BodyGait gait);

#endif
