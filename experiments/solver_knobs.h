/*
 * solver_knobs.h: the knobs that experiments have in common, most of all those on the solver's
 * constants.
 *
 * Each experiment lists them all, most with one value, so that a user can vary what it leaves
 * alone; the functions below read them back.
 */
#ifndef EXPERIMENTS_SOLVER_KNOBS_H
#define EXPERIMENTS_SOLVER_KNOBS_H

#include <math.h>

#include "harness/experiment.h"
#include "scenes/chain.h"
#include "scenes/sheet.h"
#include "scenes/watch.h"

#define SOLVER_KNOB_REAL(name_, unit_, text, full_, smoke_, min_, max_, above)                     \
    {                                                                                              \
        .name = name_, .unit = unit_, .long_name = text, .kind = LAB_REAL, .full = full_,          \
        .smoke = smoke_, .min = min_, .max = max_, .above_min = above                              \
    }

#define SOLVER_KNOB_WHOLE(name_, text, full_, smoke_, min_, max_)                                  \
    {                                                                                              \
        .name = name_, .unit = "1", .long_name = text, .kind = LAB_INTEGER, .full = full_,         \
        .smoke = smoke_, .min = min_, .max = max_                                                  \
    }

#define SOLVER_KNOB_CHOICE(name_, text, full_, smoke_, choices_)                                   \
    {                                                                                              \
        .name = name_, .unit = "1", .long_name = text, .kind = LAB_CHOICE, .full = full_,          \
        .smoke = smoke_, .choices = choices_                                                       \
    }

/* The chain: read by solver_chain(). */
#define KNOB_LINKS(full, smoke)                                                                    \
    SOLVER_KNOB_WHOLE("links", "links of the chain", full, smoke, 1, 100000)
#define KNOB_SPACING(full, smoke)                                                                  \
    SOLVER_KNOB_REAL("spacing_m", "m", "length of a link at rest", full, smoke, 0, 1e6, true)
#define KNOB_MASS(full, smoke)                                                                     \
    SOLVER_KNOB_REAL("mass_kg", "kg", "mass of a particle", full, smoke, 0, 1e6, true)

/* The sheet: read by solver_sheet(). */
#define KNOB_SHEET_COLUMNS(full, smoke)                                                            \
    SOLVER_KNOB_WHOLE("columns", "particles along each side of the sheet", full, smoke, 2, 512)
#define KNOB_SHEET_SPACING(full, smoke)                                                            \
    SOLVER_KNOB_REAL("spacing_m", "m", "distance of neighbouring particles", full, smoke, 0, 1000, \
                     true)
#define KNOB_SHEET_MASS(full, smoke)                                                               \
    SOLVER_KNOB_REAL("mass_kg", "kg", "mass of a particle", full, smoke, 0, 1000, true)

/* The library's fabrics: read by solver_fabric(point, "fabric"). */
#define SOLVER_FABRICS "silk,cotton,denim,leather,rope,chain,hair"
#define KNOB_FABRIC(full, smoke)                                                                   \
    SOLVER_KNOB_CHOICE("fabric", "library fabric", full, smoke, SOLVER_FABRICS)

/* The step: the first four are read by solver_budget(), all by solver_step(). The band is
 * [band, band * band_span]. */
#define KNOB_STEP(full, smoke)                                                                     \
    SOLVER_KNOB_REAL("step_s", "s", "length of a step", full, smoke, 0, 10, true)
#define KNOB_GRAVITY(full, smoke)                                                                  \
    SOLVER_KNOB_REAL("gravity_m_s2", "m s-2", "gravity, downwards", full, smoke, 0, 1e6, true)
#define KNOB_SUBSTEPS(full, smoke)                                                                 \
    SOLVER_KNOB_WHOLE("substeps", "substeps of a step", full, smoke, 1, CLOTH_SUBSTEPS_MAX)
#define KNOB_ITERATIONS(full, smoke)                                                               \
    SOLVER_KNOB_WHOLE("iterations", "iterations of a substep", full, smoke, 1, 1000000)
#define KNOB_ALPHA(full, smoke)                                                                    \
    SOLVER_KNOB_REAL("alpha", "1", "share of a multiplier carried into a substep", full, smoke, 0, \
                     1, false)
#define KNOB_GAMMA(full, smoke)                                                                    \
    SOLVER_KNOB_REAL("gamma", "1", "decay of penalties and multipliers at a substep", full, smoke, \
                     0, 1, false)
#define KNOB_BETA(full, smoke)                                                                     \
    SOLVER_KNOB_REAL("beta", "N m-2", "growth of a penalty at a dual update", full, smoke, 0,      \
                     1e15, false)
#define KNOB_BAND(full, smoke)                                                                     \
    SOLVER_KNOB_REAL("band", "1", "lowest penalty of a hard row over m_eff/h^2 (k_min)", full,     \
                     smoke, 0, 1e12, true)
#define KNOB_BAND_SPAN(full, smoke)                                                                \
    SOLVER_KNOB_REAL("band_span", "1", "highest penalty over the lowest (k_max / k_min)", full,    \
                     smoke, 1, 1e12, false)

/* The shipped step, where an experiment leaves it alone: 60 Hz, 2 substeps of 4 iterations, the
 * earth's gravity; and its five constants. */
#define KNOBS_SHIPPED_BUDGET                                                                       \
    KNOB_STEP("0.016666666666666666", NULL), KNOB_GRAVITY("9.81", NULL), KNOB_SUBSTEPS("2", NULL), \
        KNOB_ITERATIONS("4", NULL)
#define KNOBS_SHIPPED_CONSTANTS                                                                    \
    KNOB_ALPHA("0.25", NULL), KNOB_GAMMA("1", NULL), KNOB_BETA("1e5", NULL), KNOB_BAND("8", NULL), \
        KNOB_BAND_SPAN("1", NULL)

/* How long: read by solver_plan(). */
#define KNOB_STEPS(full, smoke) SOLVER_KNOB_WHOLE("steps", "steps taken", full, smoke, 1, 10000000)
#define KNOB_LATE(full, smoke)                                                                     \
    SOLVER_KNOB_WHOLE("late", "how many of the last steps count as late", full, smoke, 1, 10000000)

/* The default chain, with the knobs' links, spacing and mass. */
ChainShape solver_chain(const LabPoint *point);

/* The default sheet with the knobs' columns, as many rows, spacing and mass. */
SheetShape solver_sheet(const LabPoint *point);

/* The library's fabric that a choice names; silk where it names none of them. */
ClothFabricName solver_fabric_name(const LabPoint *point, const char *knob);
ClothFabric solver_fabric(const LabPoint *point, const char *knob);

/* The default step with the knobs' step, gravity, substeps and iterations; solver_step() takes the
 * five constants as well. */
ClothStep solver_budget(const LabPoint *point);
ClothStep solver_step(const LabPoint *point);

/* The method that a choice "solver" of avbd, vbd and xpbd names. */
ClothSolver solver_method(const LabPoint *point);

/* The knobs' steps and late; a late beyond the steps is all of them. */
SceneWatchPlan solver_plan(const LabPoint *point);

/* Builds the chain of the default fabric and watches it hang. scene: out, also on failure; free
 * with scene_free(). watch: out, as of scene_watch(), untouched when the chain was refused. */
ClothStatus solver_hang(const ChainShape *shape, const ClothStep *step, const SceneWatchPlan *plan,
                        Scene *scene, SceneWatch *watch, ClothError *error);

/* Puts settled_step, which stays missing when the watch never settled. */
void solver_put_settled(LabResult *result, const SceneWatch *watch);

/* Puts hash_high and hash_low, the halves of the state's hash: a double cannot hold it whole. */
void solver_put_hash(LabResult *result, const ClothState *state);

/* What hanging on rows that give may turn into motion: m g L of the whole chain [J]. */
double solver_chain_energy(const LabPoint *point);

/* Whether every knob that the experiment gives one value has it at all points. A claim is about
 * that scene: if not, says of each of the claims ("C02,C05") that it is not judged, and which knob
 * was changed. */
bool solver_scene_kept(const LabData *data, LabJudgement *judgement, const LabKnob *knobs,
                       int32_t knob_count, const char *claims);

/* Tells the harness of a refusal: a state that blew up diverged, all else failed. Does nothing on
 * CLOTH_OK. */
void solver_refusal(LabResult *result, ClothStatus status, const ClothError *error);

#endif
