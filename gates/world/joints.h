/*
 * joints.h: cloths with a joint on every particle, and how rotations compare, for the gates of
 * poses.
 */
#ifndef GATES_WORLD_JOINTS_H
#define GATES_WORLD_JOINTS_H

#include <stdint.h>

#include "cloth.h"
#include "math/rng.h"
#include "world/skeleton.h"

#define PI 3.14159265358979323846

/* A cloth's skeleton, what is reconstructed from and what into. Simulated is where animated is
 * until a gate moves it. */
typedef struct Joints {
    ClothGraph graph;
    ClothSkeleton skeleton;
    int32_t count;
    double *animated;  /* (count x 3) [m] */
    double *rotation;  /* (count x 4) identities until joints_rotate_at_random() */
    double *simulated; /* (count x 3) [m] */
    ClothPose *pose;   /* (count) */
    ClothPose *local;  /* (count) */
    uint32_t without;  /* mechanisms to leave out; 0 but in the ablation build */
} Joints;

/* Takes over a graph. Each ends the test case when the kernel refuses. */
Joints joints_of(ClothGraph *graph);

/* A rope of that many links of 0.1 m along -y. */
Joints joints_rope(int32_t links);

/* A sheet of columns x rows, 0.05 m apart, along +x and +y: its normals are +z. */
Joints joints_sheet(int32_t columns, int32_t rows, ClothGridCut cut);

/* A sheet of 6 x 5 with a strand of 6 links hanging from each particle of its first row, one strand
 * forked; and beside it, hanging from nothing, a rope of 16 links whose lowest number is in its
 * middle. */
Joints joints_fringed(void);

void joints_free(Joints *joints);

/* Every animated rotation any rotation. */
void joints_rotate_at_random(Joints *joints, Rng *rng);

/* simulated = turn * animated + move. */
void joints_move_rigidly(Joints *joints, const double turn[4], const double move[3]);

/* simulated = animated, each coordinate moved by up to `size` [m]. */
void joints_shake(Joints *joints, Rng *rng, double size);

void joints_reconstruct(Joints *joints);

/* What the cloth's shape turned a joint by: its rotation without the animated one. */
void joints_turn(const Joints *joints, int32_t joint, double turn[4]);

/* Euclidean. */
double distance_between(const double *a, const double *b, int count);

/* The angle between two rotations [rad]; q and -q are one. NaN when one is not a number. */
double angle_between(const double a[4], const double b[4]);

/* The largest of that between each joint's turn and `turn`, over surface or chain joints. */
double joints_turn_error(const Joints *joints, const double turn[4], int surface);

/* Joints whose pose is not finite, or not rigid to 1e-14. */
int32_t joints_not_rigid(const Joints *joints);

/* The largest distance between positions [m], and angle between rotations [rad], of two lists. */
double poses_apart_m(const ClothPose *a, const ClothPose *b, int32_t count);
double poses_apart_rad(const ClothPose *a, const ClothPose *b, int32_t count);

/* A rotation about any axis by any angle. */
void random_rotation(Rng *rng, double rotation[4]);

/* Hash (FNV-1a) of every pose and local of a fringed sheet with random rotations, shaken at random:
 * additions, products, quotients and square roots alone, so equal on every machine. */
uint64_t joints_hash(void);

/* What it is. */
#define JOINTS_HASH UINT64_C(0xddaa6f3c11e199af)

#endif
