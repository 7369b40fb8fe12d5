/*
 * p4_contact.h: the scenes and limits of P4's contacts, for the on arms of gate_p4_contact and the
 * off arms of gate_p4_contact_off.
 */
#ifndef GATES_PATHOLOGY_P4_CONTACT_H
#define GATES_PATHOLOGY_P4_CONTACT_H

#include "scenes/put_down.h"
#include "step/instruments.h"

/* Deepest that a sheet put down on an edge at 1, 4 and 8 m/s comes; at its thickness of 4 mm it would
 * be in the surface. Measured 1.0, 1.8 and 2.5 mm; soft 5.2, 11 and 18 mm (e43). */
#define P4_DEPTH_M 3.5e-3

/* It was stopped: largest force of a contact at 1 m/s. Measured 8.2 N; the whole sheet weighs 8 N. */
#define P4_PRESSED_N 3.0

/* How deep a rope stays whose most loaded particle carries 50 times its weight. Measured 0.75 mm;
 * soft 6.6 mm (e43). */
#define P4_LOAD_DEPTH_M 2e-3

/* And that it carries that. Measured 75 weights as the rope bounces; it never is less than the 50. */
#define P4_LOADED_WEIGHTS 50.0

/* Late kinetic energy of a sheet on a plane. Measured 2e-30 J; with contacts that begin anew in
 * every step 3e-12 J (e43). */
#define P4_REST_J 1e-20

/* Depth at 0.3 kg a particle over that at 0.3 g, less 1. Measured 0; with penalties that grow by
 * newtons 1.7 (e43). */
#define P4_MASS_SPREAD 1e-6

/* Put down on the edge of a box; instruments may be NULL. */
PutDownSeen p4_put_down(double speed_m_s, double mass_kg, const ClothConstants *constants,
                        const ClothInstruments *instruments);

/* Put down on a plane at 4 m/s. */
PutDownSeen p4_on_plane(const ClothInstruments *instruments);

/* The rope over its peg. */
PutDownSeen p4_loaded(const ClothInstruments *instruments);

/* Spread of the depth at 4 m/s over two masses three decades apart. */
double p4_mass_spread(const ClothConstants *constants);

/* Weight of a particle of these scenes [N]. */
double p4_weight(void);

#endif
