/*
 * gap.h: how far a point is from where it would press on a collider of the table, and which way is
 * out. Everything inlines: a visit asks it of every contact that is near.
 */
#ifndef CLOTH_COLLIDE_GAP_H
#define CLOTH_COLLIDE_GAP_H

#include "collide/shape.h"
#include "collide/table.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"

/* A stored vector. */
static inline void cloth_load(const ClothReal *stored, double x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = (double)stored[k];
    }
}

/* A point as seen from a pose. */
static inline void cloth_into(const ClothPose *pose, const double x[3], double local[3]) {
    double off[3];
    vec3_subtract(x, pose->position, off);
    quat_rotate_back(pose->rotation, off, local);
}

/* How far a point of the collider's own frame is from where it would press [m]. */
static inline double cloth_gap_of(const ClothView *view, int32_t place, const double local[3],
                                  double normal[3]) {
    const double size[3] = {(double)view->collider_size[3 * place],
                            (double)view->collider_size[3 * place + 1],
                            (double)view->collider_size[3 * place + 2]};
    return cloth_shape_field(view->collider_kind[place], size, local, normal) -
           (double)view->collider_keep[place];
}

/* How far x is from where it would press, and which way is out. */
static inline double cloth_gap(const ClothView *view, int32_t place, const double x[3],
                               double normal[3]) {
    const ClothPose pose = cloth_table_pose(&view->collider_pose[7 * place]);
    double local[3];
    double out[3];
    cloth_into(&pose, x, local);
    const double gap = cloth_gap_of(view, place, local, out);
    quat_rotate(pose.rotation, out, normal);
    return gap;
}

#endif
