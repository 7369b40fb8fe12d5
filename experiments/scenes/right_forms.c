#include "scenes/right_forms.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "scenes/extreme.h"

enum {
    BISECTIONS = 200, /* more than a double has bits */
    ELASTICA_STEPS = 2000,
    PENDULUM_STEPS_MAX = 1000000
};

static double pi(void) {
    return acos(-1.0);
}

double right_fall_m(double g, double h, int32_t n) {
    return g * h * h * 0.5 * (double)n * ((double)n + 1.0);
}

double right_factor(double w, double h) {
    return 1.0 / sqrt(1.0 + w * h * w * h);
}

double right_period_s(double w, double h) {
    return 2.0 * pi() * h / atan(w * h);
}

double right_half_swing(double w, double h) {
    return pow(right_factor(w, h), 0.5 * right_period_s(w, h) / h);
}

double right_pendulum_s(double length_m, double angle, double g, double h, int32_t periods) {
    double x[2] = {length_m * sin(angle), -length_m * cos(angle)};
    double before[2] = {x[0], x[1]};
    double first_s = NAN;
    int32_t crossings = 0;
    for (int32_t n = 0; n < PENDULUM_STEPS_MAX; n++) {
        const double target[2] = {2.0 * x[0] - before[0], 2.0 * x[1] - before[1] - h * h * g};
        const double scale = length_m / hypot(target[0], target[1]);
        for (int k = 0; k < 2; k++) {
            before[k] = x[k];
            x[k] = scale * target[k];
        }
        if ((before[0] > 0.0) == (x[0] > 0.0)) {
            continue;
        }
        const double at_s = h * ((double)n + before[0] / (before[0] - x[0]));
        if (crossings == 0) {
            first_s = at_s;
        } else if (crossings == 2 * periods) {
            return (at_s - first_s) / (double)periods;
        }
        crossings++;
    }
    return NAN;
}

double right_spin_left(double first, int32_t n) {
    double turn = first;
    for (int32_t k = 0; k < n; k++) {
        turn = atan2(sin(turn), 2.0 - cos(turn));
    }
    return turn / first;
}

/* Weight that link i of a symmetric catenary carries, positive on the left half [N]. */
static double carried_n(int32_t links, int32_t i, double weight_n) {
    return weight_n * (0.5 * (double)(links - 1) - (double)i);
}

static double span_of(int32_t links, double link_m, double weight_n, double horizontal_n) {
    double span = 0.0;
    for (int32_t i = 0; i < links; i++) {
        span += link_m * horizontal_n / hypot(horizontal_n, carried_n(links, i, weight_n));
    }
    return span;
}

RightCatenary right_catenary(int32_t links, double link_m, double span_m, double weight_n,
                             double *position) {
    /* The span grows with H from 0 to the chain's length. */
    double low = 0.0;
    double high = 1e6 * weight_n * (double)links;
    for (int k = 0; k < BISECTIONS; k++) {
        const double middle = 0.5 * (low + high);
        *(span_of(links, link_m, weight_n, middle) < span_m ? &low : &high) = middle;
    }
    RightCatenary catenary = {.horizontal_n = 0.5 * (low + high)};
    catenary.end_n = hypot(catenary.horizontal_n, carried_n(links, 0, weight_n));
    double x = 0.0;
    double y = 0.0;
    for (int32_t i = 0; i <= links; i++) {
        raise_to(&catenary.sag_m, -y);
        if (position != NULL) {
            position[3 * i] = x;
            position[3 * i + 1] = y;
            position[3 * i + 2] = 0.0;
        }
        const double down = carried_n(links, i, weight_n);
        const double pull = hypot(catenary.horizontal_n, down);
        x += link_m * catenary.horizontal_n / pull;
        y -= link_m * down / pull;
    }
    return catenary;
}

double right_arc_j(int32_t links, double link_m, double turn, double rigidity) {
    const double square = 2.0 * link_m * link_m * (1.0 - cos(turn));
    return 0.5 * rigidity / (link_m * link_m * link_m) * square * (double)(links - 1);
}

/* Follows the balance of moments from a tip of the given angle to the clamp, whose angle it
 * returns; -1 where no joint could bear the moment. */
static double clamp_angle(int32_t links, double gamma, double tip, double *angle) {
    const double cube = (double)links * (double)links * (double)links;
    double moment = 0.0; /* at the joint before link j, in units of EI / l */
    angle[links - 1] = tip;
    for (int32_t j = links - 1; j >= 0; j--) {
        moment += gamma * ((double)(links - 1 - j) + 0.5) / cube * cos(angle[j]);
        const double bend = j == 0 ? 0.5 * moment : moment; /* the clamped joint is doubled */
        if (!(fabs(bend) <= 1.0)) {
            return -1.0;
        }
        const double inner = angle[j] - asin(bend);
        if (j == 0) {
            return inner;
        }
        angle[j - 1] = inner;
    }
    return -1.0;
}

RightTip right_cantilever(int32_t links, double gamma, double *angle) {
    double low = 0.0;
    double high = 0.5 * pi();
    for (int k = 0; k < BISECTIONS; k++) {
        const double middle = 0.5 * (low + high);
        *(clamp_angle(links, gamma, middle, angle) < 0.0 ? &low : &high) = middle;
    }
    /* `high` is the side whose walk reaches the clamp. */
    (void)clamp_angle(links, gamma, high, angle);
    RightTip tip = {0.0, 0.0};
    for (int32_t j = 0; j < links; j++) {
        tip.drop += sin(angle[j]) / (double)links;
        tip.reach += cos(angle[j]) / (double)links;
    }
    return tip;
}

/* State of the elastica at u = 1 - s: angle from the vertical, which at the tip of a long one is
 * too small to be told from a right angle the other way about, its rate over u, and the way from
 * the tip. */
enum { ANGLE, RATE, DOWN, ACROSS, ELASTICA_STATE };

static void elastica_rates(double gamma, double u, const double state[ELASTICA_STATE],
                           double rate[ELASTICA_STATE]) {
    rate[ANGLE] = state[RATE];
    rate[RATE] = gamma * u * sin(state[ANGLE]);
    rate[DOWN] = cos(state[ANGLE]);
    rate[ACROSS] = sin(state[ANGLE]);
}

static void elastica_walk(double gamma, double tip, double state[ELASTICA_STATE]) {
    const double d = 1.0 / ELASTICA_STEPS;
    const double reach[4] = {0.0, 0.5, 0.5, 1.0};
    const double share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    for (int k = 0; k < ELASTICA_STATE; k++) {
        state[k] = k == ANGLE ? tip : 0.0;
    }
    /* Past the horizontal it would swing on like a pendulum, and might come back. */
    for (int n = 0; n < ELASTICA_STEPS && state[ANGLE] < 0.5 * pi(); n++) {
        double rate[ELASTICA_STATE] = {0.0};
        double sum[ELASTICA_STATE] = {0.0};
        for (int stage = 0; stage < 4; stage++) {
            double at[ELASTICA_STATE];
            for (int k = 0; k < ELASTICA_STATE; k++) {
                at[k] = state[k] + d * reach[stage] * rate[k];
            }
            elastica_rates(gamma, d * ((double)n + reach[stage]), at, rate);
            for (int k = 0; k < ELASTICA_STATE; k++) {
                sum[k] += share[stage] * rate[k];
            }
        }
        for (int k = 0; k < ELASTICA_STATE; k++) {
            state[k] += d * sum[k];
        }
    }
}

RightTip right_elastica(double gamma) {
    double low = 0.0;
    double high = 0.5 * pi();
    double state[ELASTICA_STATE];
    for (int k = 0; k < BISECTIONS; k++) {
        const double middle = 0.5 * (low + high);
        elastica_walk(gamma, middle, state);
        *(state[ANGLE] < 0.5 * pi() ? &low : &high) = middle;
    }
    elastica_walk(gamma, high, state);
    return (RightTip){.drop = state[DOWN], .reach = state[ACROSS]};
}
