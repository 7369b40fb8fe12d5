/*
 * trace.h: a way of a point, and the first surface of a collider that it meets.
 *
 * A distance says how far there is nothing, so a way is followed in steps of it, and no surface is
 * passed over, however thin what it encloses. The colliders are convex: all of one lies behind the
 * plane that touches it where the way meets it.
 */
#ifndef CLOTH_COLLIDE_TRACE_H
#define CLOTH_COLLIDE_TRACE_H

#include "state/state.h"

/* A straight way, seen from a collider. */
typedef struct ClothWay {
    double from[3];
    double to[3];
    double length;
    double gap;    /* where it begins [m] */
    double out[3]; /* and which way is out there */
} ClothWay;

/* The way between two points of the frame of the collider at `place`. */
ClothWay cloth_way(const ClothView *view, int32_t place, const double from[3], const double to[3]);

/* How far the way ends behind the plane that touches the surface where it meets it [m]; what begins
 * inside meets, there and then, the plane through where it is. 0 when it meets nothing, or ends
 * before the plane. out: (3) out, which way is out there, in the collider's frame. */
double cloth_way_behind(const ClothView *view, int32_t place, const ClothWay *way, double out[3]);

#endif
