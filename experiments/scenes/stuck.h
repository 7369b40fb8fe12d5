/*
 * stuck.h: cloth that begins, or comes to be, inside of solids; and cloth that is only worn.
 *
 * A sheet of 13 x 13 particles, 0.05 m apart, hangs from its upper edge, or a skirt from its waist,
 * and solids are where they should not be: in it from the start, come to be in it, across half of
 * it, closed on it from both sides. The last scenes are garments that nothing is wrong with, on
 * somebody who moves as walkers and sprinters do: there nothing may be taken for stuck.
 *
 * Depths are shares of a solid's inner radius: at 1 the sheet goes through its centre, exactly.
 */
#ifndef SCENES_STUCK_H
#define SCENES_STUCK_H

#include "scenes/stuck_watch.h"
#include "step/instruments.h"

/* name, word, whether anything is wrong */
#define STUCK_SCENE_LIST(X)                                                                        \
    X(STUCK_SPAWNED, "spawned", true)   /* a sheet begins in a solid */                            \
    X(STUCK_ARRIVES, "arrives", true)   /* a solid comes to be in a sheet that hangs still */      \
    X(STUCK_SKIRT, "skirt", true)       /* a skirt begins in a body wider than its waist */        \
    X(STUCK_INVERTED, "inverted", true) /* a sheet's lower half begins behind a solid */           \
    X(STUCK_VISE, "vise", true)         /* two boxes close past each other on a sheet, and open */ \
    X(STUCK_CARRIED, "carried", true)   /* the same, and are moved while they are closed */        \
    X(STUCK_CREASE, "crease", true)     /* an arm closes on a body with a sheet between */         \
    X(STUCK_POSE, "pose", true)         /* the animated pose of a leashed sheet is in a solid */   \
    X(STUCK_DRAWN, "drawn", false)      /* a sheet drawn to one and a half over a body */          \
    X(STUCK_CAPE, "cape", false)        /* a sheet on the back of somebody who runs */             \
    X(STUCK_LEGS, "legs", false)        /* a skirt over legs that run */                           \
    X(STUCK_BUMPED, "bumped", false)    /* a sheet that a capsule strikes, to and fro */

typedef enum StuckScene {
#define STUCK_SCENE_ENUM(name, word, wrong) name,
    STUCK_SCENE_LIST(STUCK_SCENE_ENUM)
#undef STUCK_SCENE_ENUM
        STUCK_SCENES
} StuckScene;

const char *stuck_word(StuckScene scene);
bool stuck_is_wrong(StuckScene scene);

typedef struct StuckShape {
    StuckScene scene;
    ClothFabric fabric; /* its slack leashes the sheet */
    ClothShapeKind solid;
    double size; /* of the solids, over the shipped ones; any positive number */
    double depth;
    double friction;
    double speed_m_s; /* of who moves: 1.4 walks, 9 sprints */
    double step_s;
    ClothInstruments instruments; /* heeded by the ablation build alone */
} StuckShape;

/* A silk sheet that goes through the centre of a sphere, at 60 Hz. */
StuckShape stuck_default(StuckScene scene);

enum { STUCK_SOLIDS = 4 };

typedef struct Stuck {
    StuckShape shape;
    Hung hung;
    ClothId solid[STUCK_SOLIDS];
    ClothCollider now[STUCK_SOLIDS]; /* in the frame */
    int32_t solids;
    int64_t step;
    double *was;      /* (n x 3) positions before the last step, in the frame [m] */
    double *at;       /* (n x 3) after it */
    double depth_m;   /* of the deepest free particle, in any solid, now */
    double off_m;     /* furthest of a particle from the pose it hangs in, now */
    double speed_m_s; /* way of the fastest free particle in the last step, over its length */
    double speed_peak_m_s;
    StuckWatch watch;
    ClothCondition condition;
} Stuck;

/* stuck: out, emptied on failure; free with stuck_free(). */
ClothStatus stuck_start(const StuckShape *shape, Stuck *stuck, ClothError *error);

ClothStatus stuck_step(Stuck *stuck, ClothError *error);
ClothStatus stuck_steps(Stuck *stuck, int64_t steps, ClothError *error);

void stuck_free(Stuck *stuck);

#endif
