/*
 * contact.h: the contact row and the friction on it.
 *
 * Contact: C = keep - d(x) with d the signed distance to a collider's surface and `keep` how far off
 * it a particle is kept; gradient -n, n outward; force clamped to [0, inf). The colliders are convex:
 * -f d'' is negative semidefinite and dropped. The row is hard. As a soft one at the band's top its
 * force is what one depth makes of k, whatever it has to stop (e43). It is unary, one particle
 * against a surface that is nobody's to move, so a sweep takes it like a leash.
 *
 * Friction: what a particle sticks to is a point of the collider, the anchor a. With the slip
 * s = (I - n n^T)(x - a) and w = k s + lambda, lambda a vector across n,
 *
 *     force = -min(1, mu f_n / |w|) w,      f_n = k C + lambda_n of the contact in this very visit.
 *
 * Below the cap it sticks; at it, it slides, against the slip with mu f_n. Static and sliding
 * friction fall out of the clamp, and no basis of tangents is needed. A multiplier of the magnitude
 * |s| alone, clamped to [0, mu f_n], has no direction where |s| is 0: it cannot shrink within a
 * substep, because |s| is never negative, and throws the particle from side to side of its anchor
 * (e40).
 *
 * Both w and f_n are those that the visit leaves. Whether it sticks, and which way it slides, found
 * where the visit begins, is that of a particle that nothing has stopped yet: the visit takes all that
 * mu f_n can, throws it beyond its anchor, and the next throws it back. What should stand on a level
 * floor then coasts at mu g h / 20 for ever (e40). And f_n found is a quarter of what it was, when a
 * substep begins, and grips too little (e40). What w becomes in the visit with share S of it as the
 * force, (h w + k f) / (h + S k) with f and h of all else in the block, says it: S is 1 where that is
 * within the cap, else what makes it the cap (cloth_grip_left()). The Hessian is S k across n. All of
 * it is the law above where a visit changes nothing more.
 *
 * While it slides the anchor follows, at the end of a substep, so that a reversal never pulls the
 * wrong way. It stays behind by what gives friction its force back when the next substep begins with a
 * share of the multiplier; at the particle itself, what slides once has lost its hold, and cloth
 * creeps down a slope that it should stand on (e40).
 *
 * The coupling of the cap to C is left out of the Hessian: it is not symmetric.
 */
#ifndef CLOTH_ROWS_CONTACT_H
#define CLOTH_ROWS_CONTACT_H

#include "math/vec3.h"

/* Friction as a visit needs it. */
typedef struct ClothGrip {
    double pull[3]; /* w [N]: the force is -share w */
    double squared; /* |w|^2 [N^2] */
    double cap;     /* mu f_n [N] */
    double share;   /* 1: it sticks; below: it slides; 0: there is none */
} ClothGrip;

/* Below, a pull has no direction: its square, and what is divided by it, lose their digits [N^2]. */
#define CLOTH_GRIP_LEAST 1e-280

/* Takes away what of v is along the unit vector n. */
static inline void cloth_across(const double n[3], double v[3]) {
    vec3_add_scaled(v, n, -vec3_dot(v, n));
}

/* slip and multiplier across the normal; k: penalty [N/m]; cap: mu f_n [N]. */
static inline ClothGrip cloth_grip(const double slip[3], const double multiplier[3], double k,
                                   double cap) {
    ClothGrip grip;
    for (int a = 0; a < 3; a++) {
        grip.pull[a] = k * slip[a] + multiplier[a];
    }
    grip.squared = vec3_dot(grip.pull, grip.pull);
    if (grip.squared < CLOTH_GRIP_LEAST) {
        grip = (ClothGrip){.squared = 0.0};
    }
    grip.cap = cap;
    grip.share = grip.squared <= cap * cap ? 1.0 : cap / sqrt(grip.squared);
    return grip;
}

/*
 * The share of w that leaves friction where it belongs after the visit: 1 where it then sticks, else
 * that which leaves it at its cap, in size and direction. By what else acts, `force` across the
 * normal, and how stiff that is, h: w becomes (h w + k force) / (h + share k).
 */
static inline double cloth_grip_left(const double pull[3], const double force[3], double h,
                                     double k, double cap) {
    double left[3];
    for (int a = 0; a < 3; a++) {
        left[a] = h * pull[a] + k * force[a];
    }
    const double length = vec3_length(left);
    return length <= cap * (h + k) ? 1.0 : cap * h / (length - cap * k);
}

#endif
