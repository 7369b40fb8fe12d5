/*
 * struck.h: cloth and a solid that meet fast, and what came of it.
 *
 * A solid goes through a hanging sheet, or cloth is shot at a thin one. What is measured owes nothing
 * to what the solver knows of contacts: after every step each particle's distance to the solid is
 * asked of the shape itself, and so is how near it came on its way there.
 */
#ifndef SCENES_STRUCK_H
#define SCENES_STRUCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "scenes/hung.h"

struct ClothInstruments;

/*
 * What meets what: name, word, text. "Midway": the plane of the sheet lies half way between two poses
 * of the solid, which a look at where steps end cannot see once a step is long enough.
 */
#define STRUCK_LIST(X)                                                                             \
    X(STRUCK_CAPSULE, "capsule", "a capsule flies across through a sheet, midway")                 \
    X(STRUCK_BAT, "bat", "a bar swings through a sheet about an axis beside it, midway")           \
    X(STRUCK_BAR, "bar", "a spinning bar is driven into the plane of a pinned sheet, and stays")   \
    X(STRUCK_PATCH, "patch", "a free patch is shot at a standing plate")                           \
    X(STRUCK_PARTICLE, "particle", "a single particle is")                                         \
    X(STRUCK_PLATE, "plate", "a plate flies into a free patch")

typedef enum StruckKind {
#define STRUCK_ENUM(name, word, text) name,
    STRUCK_LIST(STRUCK_ENUM)
#undef STRUCK_ENUM
        STRUCK_KINDS
} StruckKind;

/* What holds the sheet: its first row, its whole border, its four corners; patches are free. */
typedef enum StruckPins { STRUCK_EDGE, STRUCK_BORDER, STRUCK_CORNERS } StruckPins;

typedef struct StruckShape {
    StruckKind kind;
    StruckPins pins;
    double speed_m_s;   /* of the capsule, of the tips of bat and bar, of what is shot; > 0 */
    double drive_m_s;   /* of the bar's middle, until it is in the plane of the sheet */
    double radius_m;    /* of capsule, bat and bar; half of the plate's thickness */
    double half_axis_m; /* of capsule, bat and bar; half of the plate's sides */
    double arm_m;       /* from the bat's axis to the plane of the sheet */
    int32_t side;       /* particles along a side of the sheet or patch */
    double spacing_m;
    double mass_kg; /* of a particle */
    ClothFabric fabric;
    double friction; /* of the solid */
    double step_s;
    int32_t before;   /* steps that the sheet hangs before it comes */
    double spin_s;    /* how long the bar is there */
    double after_s;   /* how long the cloth is watched after the pass */
    double back_part; /* of the sheet's height: nearer to where it hung than this it is back */
    uint32_t ablate;  /* ClothWorldAblation bits; the ablation build alone heeds these two */
    const struct ClothInstruments *instruments;
} StruckShape;

/* Silk 24 x 24, 0.05 m apart, 0.5 g a particle, in 2 substeps of 4 iterations of a step of 1/60 s, at
 * 20 m/s; patches 6 x 6, without thickness. A capsule of 0.1 m, longer than the sheet is wide; a bat
 * and a bar of 25 mm; a plate 2 mm thick, wider than anything gets. */
StruckShape struck_default(StruckKind kind);

const char *struck_word(StruckKind kind);
const char *struck_text(StruckKind kind);

/* The kind of a word; STRUCK_KINDS for one that is none. */
StruckKind struck_kind(const char *word);

typedef struct StruckRun {
    int64_t pass_steps;  /* in which the solid is on its way past the sheet, or in it */
    int64_t found;       /* rows, summed over those steps */
    int64_t pressed;     /* those of them that press at the end of their step */
    double depth_m;      /* deepest that a particle was below the surface when a step ended */
    double depth_late_m; /* the same over the last second of the pass */
    int64_t deep_steps;  /* longest that one was more than half the radius in, without a break */
    int64_t deep_most;   /* most particles that were, at a time */
    int64_t through;     /* went through it: most that were on the other side of the plate; of other
                             solids, ways in a step that lead through half its radius and out */
    double moved_m;      /* furthest from where it hung, up to the end of the pass */
    double speed_m_s;    /* fastest free particle */
    double limit_m_s;    /* least limit on speeds */
    double strain;       /* largest, of stretch rows */
    double back_s;       /* from the end of the pass until it is back for good; NaN: it is not */
    double off_end_m;    /* furthest from where it hung, at the end */
    double speed_end_m_s; /* fastest free particle there */
    int64_t rescues;
    uint64_t hash;
} StruckRun;

/* From start to end. A refused step is returned, with what was seen up to it. */
ClothStatus struck_run(const StruckShape *shape, StruckRun *run, ClothError *error);

/* Step by step. */
typedef struct Struck {
    StruckShape shape;
    Hung hung;
    ClothId collider; /* 0: not there, or not any more */
    ClothShape solid;
    ClothPose pose;     /* of the solid, at the end of the last step */
    int64_t step;       /* taken since it began to come; negative before */
    int64_t pass_from;  /* the first step of the pass, counted from 0 */
    int64_t pass_until; /* and the first after it */
    int32_t particles;
    double *hung_at; /* (particles x 3) where the sheet hung [m] */
    double *was;     /* (particles x 3) at the end of the last step */
    double *now;     /* (particles x 3) */
    int64_t *deep;   /* (particles) steps so far that it has been deep without a break */
    HungWatch watch;
    StruckRun run;
} Struck;

/* struck: out, emptied on failure; free with struck_free(). */
ClothStatus struck_start(const StruckShape *shape, Struck *struck, ClothError *error);
ClothStatus struck_step(Struck *struck, ClothError *error);
bool struck_done(const Struck *struck);
void struck_free(Struck *struck);

#endif
