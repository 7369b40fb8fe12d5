/*
 * right_forms.h: closed forms, recursions and shooting solutions that owe nothing to the kernel.
 *
 * Each is written from the identity that produces it, so that a test compares the kernel with a
 * derivation and not with a number that somebody once pasted.
 */
#ifndef SCENES_RIGHT_FORMS_H
#define SCENES_RIGHT_FORMS_H

#include <stdint.h>

/* Implicit Euler from rest under gravity g [m/s^2]: after n steps of h the speed is g n h and the
 * way g h^2 (1 + 2 + ... + n) [m]. */
double right_fall_m(double g, double h, int32_t n);

/* Implicit Euler on x'' = -w^2 x has the eigenvalues 1/(1 -+ i w h): amplitude factor of a step [1]
 * and period [s]. */
double right_factor(double w, double h);
double right_period_s(double w, double h);

/* |amplitude half a period later| / amplitude, of the same eigenvalue [1]. */
double right_half_swing(double w, double h);

/*
 * Mean of the first `periods` periods of a hard pendulum under implicit Euler, at any amplitude
 * [s]: the row's force points at the pivot from where the step ends, so the step ends where the
 * inertial target, drawn to the pivot, crosses the circle. NaN if it never swings so often.
 */
double right_pendulum_s(double length_m, double angle, double g, double h, int32_t periods);

/* Share of its spin that a hard pair, turning by `first` radians a step, has left after n steps
 * [1]: tan of the next step's angle = sin D / (2 - cos D). */
double right_spin_left(double first, int32_t n);

/* A chain of equal links between two points of the same height. */
typedef struct RightCatenary {
    double horizontal_n; /* horizontal component of the pull, the same in each link */
    double sag_m;        /* of the lowest particle */
    double end_n;        /* pull of the outermost link */
} RightCatenary;

/*
 * Each link points along (H, V_i), V_i the weight hanging below it: H by bisection from the span.
 *   links     >= 2; weight_n  of each of the links - 1 particles between the ends [N]
 *   position  ((links + 1) x 3) out, from the origin along +x, hanging along -y [m]; or NULL
 */
RightCatenary right_catenary(int32_t links, double link_m, double span_m, double weight_n,
                             double *position);

/* Bending energy of a chain of `links` links of length l turning by `turn` radians at each of its
 * links - 1 joints, rigidity EI [N m^2]: every second difference has the square 2 l^2 (1 - cos
 * turn). */
double right_arc_j(int32_t links, double link_m, double turn, double rigidity);

/* Where the tip of a heavy cantilever hangs, as shares of its length. */
typedef struct RightTip {
    double drop;
    double reach;
} RightTip;

/* Angles below the horizontal of the `links` links of a cantilever whose load is
 * gamma = weight per length * L^3 / EI, the clamped joint twice as stiff and the tip of half a
 * mass: balance of moments at each joint, from the tip inwards; the tip's angle by bisection.
 *   angle  (links) out [rad] */
RightTip right_cantilever(int32_t links, double gamma, double *angle);

/* The continuum: theta'' = -gamma (1 - s) cos theta, theta(0) = 0, theta'(1) = 0; RK4 from the tip,
 * its angle by bisection. */
RightTip right_elastica(double gamma);

#endif
