/*
 * e38_turns.h: a body that turns in one step, at shares of the way, by three ways of interpolating.
 */
#ifndef E38_TURNS_H
#define E38_TURNS_H

#include <stdint.h>

#define TURN_WAY_LIST(X)                                                                           \
    X(TURN_MATRIX, "matrix")                                                                       \
    X(TURN_NLERP, "nlerp")                                                                         \
    X(TURN_SLERP, "slerp")

typedef enum TurnWay {
#define TURN_ENUM(name, text) name,
    TURN_WAY_LIST(TURN_ENUM)
#undef TURN_ENUM
        TURN_WAYS
} TurnWay;

/* A turn of every kind: axes and poses at random, the body moving on as it turns. */
typedef struct Turn {
    TurnWay way;
    double angle_rad;
    double radius_m; /* of the surface about the axis */
    uint64_t seed;
} Turn;

/* Where the surface is a share of the way, the worst of 16 axes and 32 points around each. */
typedef struct TurnSeen {
    double lost_m;       /* nearer to the axis than it should be */
    double lost_least_m; /* the same of the axis that loses least */
    double off_m;        /* from where an even turn has it */
} TurnSeen;

TurnSeen turn_seen(const Turn *turn, double share);

/* The worst over so many even substeps of the whole turn. */
TurnSeen turn_over(const Turn *turn, int32_t substeps);

/* How far the origin of a body is off its arc half-way, that turns about a pivot this far from it. */
double turn_path_off(const Turn *turn, double pivot_m);

/* Time of one interpolated pose [s]: the median of `rounds` rounds. sum: out, of what came out. */
double turn_cost_s(TurnWay way, int32_t rounds, double *sum);

#endif
