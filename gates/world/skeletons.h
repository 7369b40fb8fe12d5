/*
 * skeletons.h: small cloths to make skeletons of, and what must hold of every skeleton, for
 * gate_skeleton.
 */
#ifndef GATES_WORLD_SKELETONS_H
#define GATES_WORLD_SKELETONS_H

#include <stdint.h>

#include "cloth.h"
#include "world/skeleton.h"

enum { SKELETON_PARTICLES_MAX = 40, SKELETON_ITEMS_MAX = 60 };

typedef struct SkeletonInput {
    int32_t particle_count;
    int32_t edge_count;
    int32_t triangle_count;
    double rest[3 * SKELETON_PARTICLES_MAX]; /* [m] */
    int32_t edge[2 * SKELETON_ITEMS_MAX];
    int32_t triangle[3 * SKELETON_ITEMS_MAX];
} SkeletonInput;

/* There must be room for one more. */
void skeleton_add_edge(SkeletonInput *input, int32_t a, int32_t b);
void skeleton_add_triangle(SkeletonInput *input, const int32_t corner[3]);

/* cloth_skeleton_build() of it. */
ClothStatus skeleton_build(const SkeletonInput *input, ClothSkeleton *skeleton, ClothError *error);

/* The same; ends the test case when it is refused. */
ClothSkeleton skeleton_build_sound(const SkeletonInput *input);

/* Whether a triangle has the joint for a corner. */
int skeleton_has_triangle(const SkeletonInput *input, int32_t joint);

/* How often what must hold does not. Every joint once, surface joints first and rising, a parent
 * before its children. */
int skeleton_order_faults(const SkeletonInput *input, const ClothSkeleton *skeleton);

/* A surface joint, and the lowest of what none is reached from, hang off the frame; every other
 * from a neighbour one link nearer to where its chain begins. The distances are found another way
 * than the kernel's: by relaxation, edge by edge. */
int skeleton_parent_faults(const SkeletonInput *input, const ClothSkeleton *skeleton);

/* The children are the parents read backwards. */
int skeleton_child_faults(const ClothSkeleton *skeleton);

/* Each corner of each triangle has the other two in its fan, in the triangle's direction, and the
 * twist neighbour is one of a fan. */
int skeleton_fan_faults(const SkeletonInput *input, const ClothSkeleton *skeleton);

/* All of them. */
int skeleton_faults(const SkeletonInput *input, const ClothSkeleton *skeleton);

#endif
