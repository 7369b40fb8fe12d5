/*
 * instruments.h: what the ablation build of the kernel carries and the shipped one does not.
 *
 * Compiled with CLOTH_ABLATE, a step can be asked to leave out one mechanism (a gate's off arm) and
 * to call an observer before every vertex update (energy rises, line searches). With no bit set and
 * no observer the ablation build gives the shipped build's results bit for bit
 * (gates/kernel/gate_parity). The shipped build refuses a step that brings instruments, rather than
 * ignore them.
 */
#ifndef CLOTH_STEP_INSTRUMENTS_H
#define CLOTH_STEP_INSTRUMENTS_H

#include "cloth.h"
#include "math/sym3.h"

/* Mechanisms that can be left out: name, the pathology that comes back. */
#define CLOTH_ABLATION_LIST(X)                                                                     \
    X(CLOTH_WITHOUT_GEOMETRIC_STIFFNESS, 0, "tension adds no lateral stiffness")                   \
    X(CLOTH_WITHOUT_LDLT, 1, "the block is inverted by cofactors")                                 \
    X(CLOTH_WITHOUT_STEP_CAP, 2, "a vertex moves as far as its model says")                        \
    X(CLOTH_WITHOUT_DUAL_UPDATE, 3, "multipliers of hard rows stay 0")                             \
    X(CLOTH_WITHOUT_ADAPTIVE_START, 4, "every sweep starts from free fall")                        \
    X(CLOTH_WITHOUT_ROW_INERTIA, 5, "the band is in plain particle mass, not m_eff")               \
    X(CLOTH_WITHOUT_PENALTY_BAND, 6, "penalties are band_min, band_max newtons per metre")         \
    X(CLOTH_WITH_SOFT_MULTIPLIER, 7, "a soft row carries a multiplier too")                        \
    X(CLOTH_WITHOUT_MULTIPLIER_DECAY, 8, "multipliers are carried whole into the next substep")    \
    X(CLOTH_WITHOUT_ROUNDING_LIFT, 9, "a block is factorised as assembled")                        \
    X(CLOTH_WITH_PUSHING_LEASH, 10, "leashes and tethers have the clamp (-inf, 0]")                \
    X(CLOTH_WITHOUT_RECENTRE, 11, "leashes are centred once a step, on where the holds were")      \
    X(CLOTH_WITHOUT_HOLD_TURN, 12, "no turn of the whole cloth about what holds it")               \
    X(CLOTH_WITHOUT_TETHER_ALLOWANCE, 13, "a tether is just as long as the way along the cloth")   \
    X(CLOTH_WITHOUT_FREE_TURNS, 14, "no turn about a single hold, none of a cloth nothing holds")  \
    X(CLOTH_WITH_EARLY_TURN, 15, "the turn comes before the last sweep, not after it")             \
    X(CLOTH_WITH_TURN_EVERY_SWEEP, 16, "the turn comes after every sweep")                         \
    X(CLOTH_WITH_WHOLE_SPIN, 17,                                                                   \
      "the turn keeps the whole angular momentum, not implicit Euler's")                           \
    X(CLOTH_WITH_TURN_WHERE_FREE, 18, "no turn about a line where gravity restores it")            \
    X(CLOTH_WITHOUT_CATCH, 19, "a slack row that a move makes pull is left out of the move")       \
    X(CLOTH_WITHOUT_SWEPT_SET, 20, "colliders are looked for where the step ends, as if standing") \
    X(CLOTH_WITHOUT_TRACE, 21, "a particle may start a substep behind what it has met")            \
    X(CLOTH_WITH_END_POSES, 22, "colliders are where the step ends from its first substep on")     \
    X(CLOTH_WITH_STALE_GRIP, 23, "friction's cap is of the multiplier, not of the force")          \
    X(CLOTH_WITH_FIXED_ANCHOR, 24, "the anchor of friction that slides stays behind")              \
    X(CLOTH_WITH_MAGNITUDE_GRIP, 25, "friction's multiplier is a magnitude, along the slip")       \
    X(CLOTH_WITH_SOFT_CONTACT, 26, "a contact is a penalty and has no multiplier")                 \
    X(CLOTH_WITH_LATCHED_NORMAL, 27, "a contact pushes the way that was out when it began")        \
    X(CLOTH_WITH_COLD_CONTACTS, 28, "contacts begin anew in every step")                           \
    X(CLOTH_WITHOUT_RESCUE, 29, "what is stuck stays stuck")                                       \
    X(CLOTH_WITH_GRIP_AS_FOUND, 30, "friction's cap is of the force that a visit finds")

typedef enum ClothAblation {
#define CLOTH_ABLATION_ENUM(name, bit, text) name = 1 << (bit),
    CLOTH_ABLATION_LIST(CLOTH_ABLATION_ENUM)
#undef CLOTH_ABLATION_ENUM
} ClothAblation;

/* One vertex update, before it is applied. */
typedef struct ClothUpdate {
    int32_t particle;                 /* stored numbering */
    double h;                         /* substep [s] */
    double force[3];                  /* -gradient of the step's energy at the particle [N] */
    Sym3 hessian;                     /* [N/m] */
    double pivot[3];                  /* of its LDL^T [N/m] */
    double newton[3];                 /* the full step H^-1 f [m] */
    double move[3];                   /* what will be added to the position [m] */
    double grip[CLOTH_CONTACT_SLOTS]; /* shares of friction that this visit took */
} ClothUpdate;

/* One turn of the whole cloth, after it was made. */
typedef struct ClothTurnSeen {
    double gradient_n_m[3]; /* about the line, or about the axes of the frame [N m] */
    double turn_rad[3];     /* rotation vector */
    double before_j;        /* the part of the substep's energy that the turn feels [J] */
    double after_j;
} ClothTurnSeen;

typedef struct ClothInstruments {
    uint32_t ablate; /* ClothAblation bits */
    void (*on_update)(void *user, const ClothState *state, const ClothUpdate *update); /* or NULL */
    void (*on_turn)(void *user, const ClothState *state, const ClothTurnSeen *turn);   /* or NULL */
    void *user;
    double anchor_give;    /* > 0: in place of CLOTH_ANCHOR_GIVE */
    double push_m_s;       /* > 0: in place of CLOTH_PUSH_M_S */
    double contact_carry;  /* > 0: share of their multipliers that contacts keep, in place of
                              alpha * gamma */
    double stuck_share;    /* > 0: in place of CLOTH_STUCK_SHARE */
    double stuck_s;        /* > 0: in place of CLOTH_STUCK_S */
    double rescue_s;       /* > 0: in place of CLOTH_RESCUE_S */
    double stop_depth;     /* > 0: in place of CLOTH_STOP_DEPTH; INFINITY: no move is stopped */
    double chebyshev_rho;  /* > 0: sweeps are accelerated, but for particles in contact */
    double *chebyshev_was; /* (particles x 6) workspace of that */
} ClothInstruments;

#ifdef CLOTH_ABLATE
#define CLOTH_ABLATED(step, bit)                                                                   \
    ((step)->instruments != NULL && ((step)->instruments->ablate & (uint32_t)(bit)) != 0)
/* A constant of the step's that the ablation build can set otherwise. */
#define CLOTH_STEP_TUNED(step, name, shipped)                                                      \
    ((step)->instruments != NULL && (step)->instruments->name > 0.0 ? (step)->instruments->name    \
                                                                    : (shipped))
#else
#define CLOTH_ABLATED(step, bit)              ((void)(step), 0)
#define CLOTH_STEP_TUNED(step, name, shipped) ((void)(step), (shipped))
#endif

#endif
