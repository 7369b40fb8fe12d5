/*
 * skin.h: a sheet that hangs in front of its wearer's skin, a backstop, and rides forward: for gates.
 */
#ifndef GATES_WORLD_SKIN_H
#define GATES_WORLD_SKIN_H

#include "cloth.h"

enum { SKIN_ROWS = 12, SKIN_COLUMNS = 10, SKIN_PARTICLES = SKIN_ROWS * SKIN_COLUMNS };

typedef struct Skin {
    ClothWorld *world;
    ClothId cloth;
    double went_m; /* how far its frame has gone along x */
} Skin;

/* Cotton that feels all of its frame's motion, across x, its upper edge held in the frame; the skin is
 * a thickness behind it. */
Skin skin_worn(void);

/* Puts the skin through (x, 0, 0) [m] of the frame, out along (side, up, 0); (0, 0): none. */
void skin_put(const Skin *skin, double x, double side, double up);

/* One step at a speed along x. */
void skin_step(Skin *skin, double speed_m_s);

/* The furthest that any particle is behind x = 0 of the frame [m]. */
double skin_depth(const Skin *skin);

/* The furthest in a second at a speed, from rest. */
double skin_deepest(Skin *skin, double speed_m_s);

/* Farthest behind the skin at 9 m/s [m]: on, measured 2.6e-3; a plane that is left where the frame has
 * it is passed, 0.53. */
#define SKIN_DEPTH_M 0.01

#endif
