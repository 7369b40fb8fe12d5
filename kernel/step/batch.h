/*
 * batch.h: forces and Hessians of a run of particles, and the moves they ask for.
 *
 *     E(x) = sum m (1 + c h)/(2h^2) |x - y|^2 + sum over rows (k C^2 / 2 + lambda C)
 *
 * with c the drag, and a row that only pulls counting where it pulls.
 *
 * Every sweep, and every measure of how far a sweep has come, assembles its blocks here. The
 * particles of a colour share no row and lie in one contiguous range, and so do their slots: a
 * batch evaluates all its rows in one flat loop, adds them up particle by particle, and factorises
 * all its blocks in another. The flat loops are elementwise, so a compiler may use whatever vectors
 * the machine has and the result is the same to the bit. Particle by particle, the same arithmetic
 * is one long chain of dependent square roots and divisions, and slower (e13 times the phases).
 */
#ifndef CLOTH_STEP_BATCH_H
#define CLOTH_STEP_BATCH_H

#include "rows/distance.h"
#include "state/state.h"
#include "step/solver.h"

/* Particles in a batch, and rows evaluated at once; a particle of more rows takes several rounds.
 * Sixteen particles of six to eight rows fill a round, and a batch stays well inside a first-level
 * cache. The result depends on neither. UNMEASURED: both are fixed when the kernel is compiled. */
enum { CLOTH_BATCH = 16, CLOTH_BATCH_ROWS = 128 };

typedef struct ClothBatch {
    int32_t first; /* stored number */
    int32_t count; /* 1 .. CLOTH_BATCH */
    double position[3][CLOTH_BATCH];
    double force[3][CLOTH_BATCH];   /* -gradient [N] */
    double hessian[6][CLOTH_BATCH]; /* as Sym3; positive definite by construction [N/m] */
    double slack[CLOTH_BATCH];      /* how far it may move before a row that is slack pulls [m] */
    double room[CLOTH_BATCH];       /* and before it can be too deep in a solid [m] (step/stop.h) */
#ifdef CLOTH_ABLATE
    double grip[CLOTH_CONTACT_SLOTS][CLOTH_BATCH]; /* shares of friction, for an observer */
#endif
} ClothBatch;

/* The longest batch from `first` and before `end`. */
int32_t cloth_batch_count(const ClothView *view, int32_t first, int32_t end);

/* Assembles particles first .. first + count - 1. */
void cloth_batch_assemble(const ClothView *view, const ClothSubstep *substep, int32_t first,
                          int32_t count, ClothBatch *batch);

/* Adds to the batch's particle p a row's force, -pull d, and its Hessian, spread I + outer d d^T. */
static inline void cloth_batch_add_row(ClothBatch *batch, int32_t p, const double d[3], double pull,
                                       ClothDistanceHessian part) {
    for (int k = 0; k < 3; k++) {
        batch->force[k][p] -= pull * d[k];
    }
    batch->hessian[0][p] += part.spread + part.outer * d[0] * d[0];
    batch->hessian[1][p] += part.outer * d[0] * d[1];
    batch->hessian[2][p] += part.spread + part.outer * d[1] * d[1];
    batch->hessian[3][p] += part.outer * d[0] * d[2];
    batch->hessian[4][p] += part.outer * d[1] * d[2];
    batch->hessian[5][p] += part.spread + part.outer * d[2] * d[2];
}

/* Where the assembled blocks would send their particles. */
typedef struct ClothMoves {
    double newton[3][CLOTH_BATCH]; /* H^-1 f [m] */
    double move[3][CLOTH_BATCH];   /* the same, capped; 0 for a held particle [m] */
    double pivot[3][CLOTH_BATCH];  /* of the LDL^T [N/m] */
    double least[CLOTH_BATCH];     /* smallest of them over the particle's mass; held: infinite */
} ClothMoves;

/* Solves the blocks. Returns the batch number of the first free particle whose block is not
 * positive definite, -1 if all are; least: in/out, lowered to the smallest pivot over its
 * particle's mass. */
int32_t cloth_batch_solve(const ClothView *view, const ClothSubstep *substep,
                          const ClothBatch *batch, ClothMoves *moves, double *least);

/* Whether particle p of the batch is moved further than its slack. */
static inline bool cloth_batch_strays(const ClothBatch *batch, const ClothMoves *moves, int32_t p) {
    double squared = 0.0;
    for (int k = 0; k < 3; k++) {
        squared += moves->move[k][p] * moves->move[k][p];
    }
    return squared > batch->slack[p] * batch->slack[p];
}

/* Adds the one-sided rows that are slack where the batch is and would pull where its moves end, to be
 * solved anew. Without them a particle at the end of its leash is let go by one sweep and brought
 * back by the next, while its multiplier follows now the one and now the other, for ever (e20).
 * Returns whether there were any. */
bool cloth_batch_catch(const ClothView *view, const ClothSubstep *substep, const ClothMoves *moves,
                       ClothBatch *batch);

/* Raises multipliers and penalties in the slots of particles first .. first + count - 1 by what the
 * hard rows' residuals are now. A row's two slots see the same residual to the bit. */
void cloth_batch_update_duals(const ClothView *view, const ClothSubstep *substep, int32_t first,
                              int32_t count);

#endif
