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

/* A point as seen from the collider of a place, and a direction that it sees as seen by all, in this
 * substep. */
static inline void cloth_seen_from(const ClothView *view, int32_t place, const double x[3],
                                   double local[3]) {
    const ClothReal *origin = &view->collider_pose[7 * place];
    const ClothReal *turn = &view->collider_turn[9 * place];
    const double off[3] = {x[0] - (double)origin[0], x[1] - (double)origin[1],
                           x[2] - (double)origin[2]};
    for (int k = 0; k < 3; k++) {
        local[k] =
            (double)turn[k] * off[0] + (double)turn[3 + k] * off[1] + (double)turn[6 + k] * off[2];
    }
}

static inline void cloth_seen_by_all(const ClothView *view, int32_t place, const double local[3],
                                     double out[3]) {
    const ClothReal *turn = &view->collider_turn[9 * place];
    const double v[3] = {local[0], local[1], local[2]};
    for (int k = 0; k < 3; k++) {
        out[k] = (double)turn[3 * k] * v[0] + (double)turn[3 * k + 1] * v[1] +
                 (double)turn[3 * k + 2] * v[2];
    }
}

/* How far x is from where it would press, and which way is out. */
static inline double cloth_gap(const ClothView *view, int32_t place, const double x[3],
                               double normal[3]) {
    double local[3];
    double out[3];
    cloth_seen_from(view, place, x, local);
    const double gap = cloth_gap_of(view, place, local, out);
    cloth_seen_by_all(view, place, out, normal);
    return gap;
}

#endif
