/*
 * skeleton.h: which joint hangs from which, when every particle of a cloth is a joint that a skin
 * or a hierarchy of nodes is fastened to. Built once; poses are put on it by reconstruct.h.
 */
#ifndef CLOTH_WORLD_SKELETON_H
#define CLOTH_WORLD_SKELETON_H

#include <stdint.h>

#include "cloth.h"

/*
 * A particle with triangles round it is a surface joint: it hangs straight off the frame, and its
 * triangles say which way it faces. Every other particle is a chain joint: a walk over the edges,
 * breadth first, says what it hangs from, so that it is the fewest links away from where its chain
 * begins. A chain that reaches a sheet begins at the surface joints it reaches; any other begins at
 * its lowest-numbered particle, which hangs off the frame. Of two ways as short, the one the walk
 * meets first counts: it goes through lower numbers first.
 *
 * A net of edges without triangles is chains by this rule, and a chain between two sheets is parted
 * half way.
 */
typedef struct ClothSkeleton {
    int32_t joint_count;
    int32_t surface_count;
    int32_t *parent;       /* (joint_count) -1: the frame */
    int32_t *order;        /* (joint_count) every joint once: the surface joints, rising; then the
                              chain joints, a parent before its children and a chain in one run */
    int32_t *child_offset; /* (joint_count + 1) into child */
    int32_t *child;        /* (joints with a parent) chain joints, rising for each parent */
    int32_t *fan_offset;   /* (surface_count + 1) into fan, by place in order */
    int32_t *fan;          /* (3 triangles x 2) of each triangle round a surface joint the other two
                              corners, in the direction the triangle is wound */
    int32_t *twist;        /* (surface_count) the neighbour whose direction fixes the twist: of the
                              corners round the joint, at rest, the one whose offset is longest seen
                              along the normal; of equal ones (to 1e-6) the lowest-numbered */
} ClothSkeleton;

/*
 * Builds a skeleton.
 *   rest            (particle_count x 3) [m] in, not kept: only chooses the twist neighbours
 *   particle_count  1 .. CLOTH_PARTICLES_MAX
 *   edge            (edge_count x 2) in, not kept; NULL when there are none
 *   triangle        (triangle_count x 3) in, not kept; NULL when there are none. Their sides are
 *                   edges too. No triangle is refused for its shape or its neighbours: an area of 0
 *                   or an edge of three triangles still gives finite poses
 *   skeleton        out, zeroed on failure. Allocates; free with cloth_skeleton_free()
 * CLOTH_BAD_ARGUMENT names a count out of range or an array that is missing; CLOTH_BAD_TOPOLOGY the
 * first particle at rest that is not finite, or an edge or triangle that names a particle twice or
 * one that does not exist; CLOTH_NO_MEMORY.
 * Source: the design's sections 11.1 and 19.5.
 */
ClothStatus cloth_skeleton_build(const double *rest, int32_t particle_count, const int32_t *edge,
                                 int32_t edge_count, const int32_t *triangle,
                                 int32_t triangle_count, ClothSkeleton *skeleton,
                                 ClothError *error);

void cloth_skeleton_free(ClothSkeleton *skeleton); /* NULL and zeroed ones are legal */

#endif
