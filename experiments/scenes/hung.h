/*
 * hung.h: a cloth in a world, hanging from holders, and what is seen of it step by step.
 */
#ifndef SCENES_HUNG_H
#define SCENES_HUNG_H

#include <stdint.h>

#include "cloth.h"
#include "harness/experiment.h"

enum { HUNG_HOLDERS = 8 };

typedef struct Hung {
    ClothGraph graph; /* the rest shape, in the cloth's frame */
    ClothWorld *world;
    ClothId cloth;
    ClothId holder[HUNG_HOLDERS];
    int32_t holder_count;
} Hung;

/*
 * Puts a graph into a world of its own, held by nobody.
 *   graph  in; the scene's from now on, emptied here
 *   frame  in, NULL: at the origin
 *   hung   out, emptied on failure; free with hung_free()
 */
ClothStatus hung_start(ClothGraph *graph, const ClothFabric *fabric, const ClothPose *frame,
                       Hung *hung, ClothError *error);

/* Adds a holder of these particles; hung->holder[hung->holder_count - 1] is its id. */
ClothStatus hung_hold(Hung *hung, const int32_t *particle, int32_t count, ClothSpace space,
                      const ClothPose *pose, ClothError *error);

/* Strands that hang from a holder of all their first particles, which rides the frame. */
ClothStatus hung_chain(const ClothChainShape *shape, const ClothFabric *fabric,
                       const ClothPose *frame, Hung *hung, ClothError *error);

/* A grid in which one holder, riding the frame, has the particles of a hold specification (hold.h:
 * "corners", "edge", "i,j,k", "none"). */
ClothStatus hung_grid(const ClothGridShape *shape, const char *hold, const ClothFabric *fabric,
                      const ClothPose *frame, Hung *hung, ClothError *error);

/* The garment of a file, of this density [kg/m^2], held as the user said or by its two extreme top
 * particles; refusals are scene_sheet()'s. */
ClothStatus hung_mesh(const LabMesh *mesh, double density, const ClothFabric *fabric, Hung *hung,
                      ClothError *error);

void hung_free(Hung *hung); /* NULL and zeroed ones are legal */

/* Sends every particle off at `velocity` times its share of the cloth's reach, so that a chain swings
 * as one. */
ClothStatus hung_swing(Hung *hung, const double velocity[3], ClothError *error);

/* What was seen over the steps watched; start with hung_watch_start(). Peaks are over whole runs. */
typedef struct HungWatch {
    int64_t steps;
    int64_t slept_step; /* the step after which it was first asleep, counted from 1; 0: never */
    double speed_peak_m_s;
    double speed_limit_least_m_s;
    double kinetic_peak_j;
    double reach_ratio_peak; /* largest distance from the hold over the distance along the cloth */
    double strain_peak;      /* of stretch rows */
    ClothMeasure measure;    /* after the last step, in the frame */
    ClothCondition condition;
} HungWatch;

HungWatch hung_watch_start(void);

/* One step, seen. Returns what cloth_world_step() does; watch may be NULL. */
ClothStatus hung_step(Hung *hung, double step_s, HungWatch *watch, ClothError *error);

/* Steps until the cloth sleeps, or `most` steps have been taken. */
ClothStatus hung_until_asleep(Hung *hung, double step_s, int64_t most, HungWatch *watch,
                              ClothError *error);

/* Largest over particles of |x - x_hold| / d, d along the cloth; 0 where nothing is held. */
double hung_reach_ratio(const Hung *hung);

/* Speed of the fastest free particle, in the frame [m/s]: a held one has that of its holder. */
double hung_fastest_free(const Hung *hung);

#endif
