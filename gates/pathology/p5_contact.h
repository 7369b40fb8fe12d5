/*
 * p5_contact.h: the scenes and limits of P5's rest on solids, for the on arms of gate_p5_contact and
 * the off arms of gate_p5_contact_off.
 */
#ifndef GATES_PATHOLOGY_P5_CONTACT_H
#define GATES_PATHOLOGY_P5_CONTACT_H

#include <stdint.h>

#include "cloth.h"
#include "step/instruments.h"

/* Steps until a sheet is asleep. Measured 41 on the floor, 243 (denim) to 1042 (silk, tapered capsule)
 * on solids. Without decay of multipliers, never, on any solid; other arms: some of 15 never (e44). */
#define P5_CONTACT_STEPS 1500

/* How long a sheet is watched. */
#define P5_CONTACT_STEPS_MOST 1800

/* Kept awake: the furthest that a particle is from where it was when the sheet was still [m]. Measured
 * 6e-5 to 2.5e-3 (silk, tapered capsule), 5e-4 without that one; with contacts that begin anew in every
 * step 2.6e-2, with an anchor that stays behind all the way 1e-2. */
#define P5_CONTACT_CREEP_M 5e-3

/* Kept awake: largest kinetic energy of the last 5 s [J]. Measured 1.6e-9; without decay 1.5 to 2.4,
 * without the catch 1.3e-5. */
#define P5_CONTACT_KINETIC_J 1e-6

/* How much nearer than it is kept a particle is at rest [m]. Measured 1.5e-3 (silk, box); with soft
 * contacts 3.9e-3. And it did land: 1.4e-5 on the floor. */
#define P5_CONTACT_DEPTH_M  2.5e-3
#define P5_CONTACT_LANDED_M 1e-6

/* How far what contacts carry is from the weight, over that. Measured 1.7e-3; from free fall 0.09. */
#define P5_CONTACT_CARRIED 0.02

/* The sheets that the off arms land: silk, denim and leather on five solids. How many of them may not
 * be still by P5_CONTACT_STEPS: none. */
enum { P5_CONTACT_FABRICS = 3, P5_CONTACT_SOLIDS = 5 };

extern const ClothFabricName p5_contact_fabric[P5_CONTACT_FABRICS];

typedef struct P5Contact {
    double asleep_step; /* P5_CONTACT_STEPS_MOST: never */
    double bytes;       /* changed in the 300 steps after */
} P5Contact;

typedef struct P5Creep {
    double still_step; /* P5_CONTACT_STEPS_MOST: never */
    double creep_m;    /* 0: never still */
    double kinetic_j;
    double depth_m;
    double carried_off;
    int restless; /* of several: how many were not still by P5_CONTACT_STEPS */
} P5Creep;

/* The lab's sheet of a library fabric, let fall on a solid of the lab's stage, as shipped. */
P5Contact p5_contact(ClothShapeKind solid, ClothFabricName fabric);

/* The same kept awake. instruments: of the ablation build; NULL: none. */
P5Creep p5_creep(ClothShapeKind solid, ClothFabricName fabric, const ClothInstruments *instruments);

/* The worst of all sheets of the off arms. */
P5Creep p5_creep_all(const ClothInstruments *instruments);

#endif
