/*
 * p4_stuck.h: the scenes and limits of P4's stuck cloth, for the on arms of gate_p4_stuck and the off
 * arms of gate_p4_stuck_off.
 */
#ifndef GATES_PATHOLOGY_P4_STUCK_H
#define GATES_PATHOLOGY_P4_STUCK_H

#include "scenes/stuck.h"
#include "scenes/worn.h"

/* The half of a sheet that begins behind its body is right again after so many steps. Measured 5; with
 * latched normals and no rescue never (e48). */
#define P4_INVERTED_STEPS 30

/* How deep anything may be in the end, over the shortest row: what a rescue waits for. Measured 0.002 of
 * the inverted sheet, 0.24 of a wedged one; without rescue 0.85 to 1.4, latched 1.04 (e48). */
#define P4_DEEP 0.25

/* Speed of a sheet that begins three quarters of the way to a solid's middle [m/s]. Measured 2.3 to
 * 3.0; pushed out at once 5.1 (e48). */
#define P4_LEAVES_M_S 3.5

/* Speed of a sheet that two boxes close on, and open again [m/s]. Measured 2.3; with the whole cloth
 * turning about its holders while some of it is rescued 9.5. */
#define P4_WEDGED_M_S 5.0

/* Speed in the last second of what was wedged [m/s]. Measured 0 to 0.3, silk that swings; with the turn of
 * P4_WEDGED_M_S 1.2 (e48). */
#define P4_LATE_M_S 0.6

/* How long a garment that nothing is wrong with is deeper than P4_DEEP somewhere [s], where
 * CLOTH_STUCK_S is stuck. Measured 0.35 to 0.40, cotton on somebody who turns (e48). */
#define P4_WORN_S 0.6

/* Speed at sizes from a hundredth of a millimetre to a thousand kilometres [m/s]; there is no other
 * bound on it than the limit on speeds. Measured 141, silk in the middle of a ball of 1.2 km. */
#define P4_ABSURD_M_S 300.0

typedef struct P4Stuck {
    double rescues;
    double rescuing;   /* at the end */
    double late_step;  /* the last after which a particle was too deep and alone */
    double missed;     /* at the end */
    double speed_peak; /* [m/s] */
    double speed_late; /* in the last second [m/s] */
    double asleep;
} P4Stuck;

/* Eight seconds of a scene. instruments: NULL in the shipped build. All NaN when a step is refused. */
P4Stuck p4_stuck(const StuckShape *shape, const ClothInstruments *instruments);

/* What is wrong, by number: a name for gate lines, and the scene; NULL past the last. */
const char *p4_wedged(int k, StuckShape *shape); /* needs a rescue */
const char *p4_begun(int k, StuckShape *shape);  /* begins in a solid, and leaves it alone */

typedef struct P4Worn {
    double rescues;
    double longest_s; /* deeper than P4_DEEP */
} P4Worn;

/* A garment of a fabric on somebody who runs (scenes of stuck.h) or on the body (worn.h). */
P4Worn p4_worn(StuckScene scene, double speed_m_s, const ClothFabric *fabric,
               const ClothInstruments *instruments);
P4Worn p4_worn_on_body(BodyGait gait, const ClothFabric *fabric,
                       const ClothInstruments *instruments);

#endif
