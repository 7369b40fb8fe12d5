/* vec3.h: three doubles, passed as arrays. Everything inlines. */
#ifndef CLOTH_MATH_VEC3_H
#define CLOTH_MATH_VEC3_H

#include <math.h>
#include <stdbool.h>

static inline double vec3_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double vec3_length(const double a[3]) {
    return sqrt(vec3_dot(a, a));
}

static inline void vec3_copy(const double a[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = a[k];
    }
}

static inline void vec3_subtract(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = a[k] - b[k];
    }
}

static inline void vec3_add_scaled(double a[3], const double b[3], double factor) {
    for (int k = 0; k < 3; k++) {
        a[k] += factor * b[k];
    }
}

static inline void vec3_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline bool vec3_is_finite(const double a[3]) {
    return isfinite(a[0]) && isfinite(a[1]) && isfinite(a[2]);
}

#endif
