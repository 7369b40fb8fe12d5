/*
 * state.h: the block of one cloth, and the view through which the kernel reads and writes it.
 *
 * The block is a header followed by the arrays of fields.h, each on a 64-byte boundary from the
 * block's start. It holds no pointer: a view, made on the caller's stack, turns it into typed ones.
 */
#ifndef CLOTH_STATE_STATE_H
#define CLOTH_STATE_STATE_H

#include "cloth.h"
#include "state/fields.h"

#include <float.h>
#include <stdbool.h>

/* The smallest normal and the largest number that is stored. A mass within them has an inverse
 * within them. */
#ifdef CLOTH_REAL_FLOAT
#define CLOTH_REAL_TINY  ((double)FLT_MIN)
#define CLOTH_REAL_LARGE ((double)FLT_MAX)
#else
#define CLOTH_REAL_TINY  DBL_MIN
#define CLOTH_REAL_LARGE DBL_MAX
#endif

#define CLOTH_STATE_MAGIC     0x434c5448u /* "CLTH" */
#define CLOTH_STATE_VERSION   3u
#define CLOTH_STATE_ALIGNMENT 64u

typedef struct ClothCounts {
#define CLOTH_COUNT_MEMBER(name, what) int32_t name;
    CLOTH_COUNT_LIST(CLOTH_COUNT_MEMBER)
#undef CLOTH_COUNT_MEMBER
} ClothCounts;

typedef struct ClothTally {
#define CLOTH_TALLY_MEMBER(name, what) int32_t name;
    CLOTH_TALLY_LIST(CLOTH_TALLY_MEMBER)
#undef CLOTH_TALLY_MEMBER
} ClothTally;

struct ClothState {
    uint32_t magic;
    uint32_t version;
    uint32_t real_bytes; /* sizeof(ClothReal) of the build that made it */
    uint32_t reserved;   /* 0 */
    uint64_t bytes;      /* of the whole block */
    int64_t steps_taken;
    ClothCounts counts;
    ClothTally tally;
    double slack;       /* of its leashes */
    double leash_age_s; /* since they began to close, at most CLOTH_LEASH_CLOSING_S */
    double thickness_m; /* how far from a collider's surface its particles are kept */
    int64_t rescues;    /* begun so far */
    double substep_s;   /* length of the last substep; 0: there was none */
};

_Static_assert(sizeof(ClothState) == 160, "a block's header has no room for surprises");

/* Typed pointers into a block; valid while the block stays where it is. */
typedef struct ClothView {
    ClothCounts counts;
    ClothTally tally;
#define CLOTH_VIEW_MEMBER(name, type, count, components, unit, what) type *name;
    CLOTH_FIELD_LIST(CLOTH_VIEW_MEMBER)
#undef CLOTH_VIEW_MEMBER
} ClothView;

/* The view of a block that passed cloth_check_header(). */
ClothView cloth_view(const ClothState *state);

/* Bytes of a block with these counts, each 0 or more. No sum overflows. */
uint64_t cloth_block_bytes(const ClothCounts *counts);

/* A zeroed block with its header filled in, or NULL. Allocates. */
ClothState *cloth_allocate(const ClothCounts *counts);

/* Whether state points at a header of this build. */
bool cloth_check_header(const ClothState *state);

/* Empties contact slot `slot`. */
void cloth_contact_clear(const ClothView *view, int32_t slot);

/* Lists, and counts, the particles that have contact slots in use. */
void cloth_list_touched(ClothState *state);

/* Ends every contact: what they have built up is of a place that was left. */
void cloth_contacts_forget(ClothState *state);

/* Ends the rescue of stored particle i, and what counts for one; of all. */
void cloth_rescue_forget(ClothState *state, int32_t i);
void cloth_rescues_forget(ClothState *state);

/* One field as snapshots and comparisons see it. */
typedef struct ClothField {
    const char *name;
    const char *count;  /* name of the count it is as long as */
    const char *unit;   /* UDUNITS */
    const char *what;   /* one phrase */
    uint64_t offset;    /* from the block's start */
    int32_t length;     /* rows */
    int32_t components; /* columns */
    int32_t is_real;    /* ClothReal, else int32_t */
} ClothField;

/* Fills field k of the block; returns false past the last one. */
bool cloth_field(const ClothState *state, int32_t k, ClothField *field);

#endif
