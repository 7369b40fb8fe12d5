/*
 * ground.h: sheets on a floor in one world, for gates of what colliders do to cloths.
 */
#ifndef GATES_WORLD_GROUND_H
#define GATES_WORLD_GROUND_H

#include "cloth.h"

enum { GROUND_SIDE = 6, GROUND_PARTICLES = GROUND_SIDE * GROUND_SIDE };

typedef struct Ground {
    ClothWorld *world;
    ClothId floor; /* y <= 0 */
    ClothId near;  /* lies about the origin */
    ClothId far;   /* lies 5 m away along x */
} Ground;

/* Fails the test case with the error's message. */
void ground_must(ClothStatus status, const ClothError *error);

/* A sheet of denim, spacing 0.05 m, whose middle is at (x, y, 0), flat. */
ClothId ground_add_sheet(ClothWorld *world, double x, double y);

ClothId ground_add_shape(ClothWorld *world, ClothShape shape, const double at[3]);

/* Two sheets put down on the floor, both asleep. */
Ground ground_asleep(void);

void ground_step(const Ground *ground, int steps);
ClothCondition ground_condition(const Ground *ground, ClothId cloth);
uint64_t ground_hash(const Ground *ground, ClothId cloth);

#endif
