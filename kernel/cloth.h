/*
 * cloth.h: the one public header of the clothlab solver kernel.
 *
 * The data flow a reader can walk: a ClothGraph says which particles there are and what joins them;
 * a ClothMaterial says how stiff the joints are; a list of held particles says what the cloth hangs
 * from. cloth_build() turns the three into a ClothState, one relocatable block of memory;
 * cloth_step() advances it; cloth_measure() reads energies and residuals off it. A ClothWorld is
 * what an engine sees of this: cloths made of a ClothFabric, each in a frame of its own, hanging
 * from holders, asleep when nothing moves. The kernel opens no file, prints nothing, holds no
 * globals, and allocates only in the calls whose docstring says so.
 *
 * Units are SI throughout. Vectors are three consecutive reals. Particles are numbered by the graph
 * that was built; the block stores them in another order (see cloth_positions()).
 *
 * Every call that can fail returns a ClothStatus and, where it takes a ClothError, writes there one
 * sentence that names the field, the value and what is allowed. ClothError may be NULL.
 */
#ifndef CLOTH_H
#define CLOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLOTH_VERSION "0.1.0"

/* What a state stores. Arithmetic is in double either way; the reference build stores double, and a
 * build with CLOTH_REAL_FLOAT stores float (experiment e15 shows what that costs). */
#ifdef CLOTH_REAL_FLOAT
typedef float ClothReal;
#else
typedef double ClothReal;
#endif

/* More particles than this are refused: counts and offsets are int32_t, 36 incidences each. */
#define CLOTH_PARTICLES_MAX  (1 << 24)
#define CLOTH_SUBSTEPS_MAX   1000
#define CLOTH_ITERATIONS_MAX 10000000

/* Gravity of more than this is refused [m/s^2], and a collider further off [m]: their squares, and the
 * way fallen in a step of a second, can be stored. */
#ifdef CLOTH_REAL_FLOAT
#define CLOTH_GRAVITY_MOST   1e18
#define CLOTH_COLLIDER_FAR_M 1e18
#else
#define CLOTH_GRAVITY_MOST   1e100
#define CLOTH_COLLIDER_FAR_M 1e100
#endif

/* The thickest cloth, and the most that a collider is inflated by [m]; the most friction. */
#define CLOTH_THICKNESS_MAX_M 1e6
#define CLOTH_FRICTION_MAX    10.0

/* Status. */

#define CLOTH_STATUS_LIST(X)                                                                       \
    X(CLOTH_OK, "done")                                                                            \
    X(CLOTH_BAD_ARGUMENT, "an argument is out of its range")                                       \
    X(CLOTH_BAD_TOPOLOGY, "the graph or mesh cannot carry a cloth")                                \
    X(CLOTH_BAD_BLOCK, "the memory is not a cloth state of this build")                            \
    X(CLOTH_NO_MEMORY, "out of memory")                                                            \
    X(CLOTH_NON_FINITE, "a particle is no longer finite")                                          \
    X(CLOTH_NOT_POSITIVE, "a vertex Hessian is not positive definite")

typedef enum ClothStatus {
#define CLOTH_STATUS_ENUM(name, text) name,
    CLOTH_STATUS_LIST(CLOTH_STATUS_ENUM)
#undef CLOTH_STATUS_ENUM
} ClothStatus;

typedef struct ClothError {
    ClothStatus status;
    char message[240]; /* one sentence, no newline, NUL-terminated */
} ClothError;

/* The fixed text of a status; never NULL. */
const char *cloth_status_text(ClothStatus status);

/* Pose. */

/* A rigid pose: x -> rotation * x + position. */
typedef struct ClothPose {
    double position[3]; /* [m] */
    double rotation[4]; /* unit quaternion x, y, z, w */
} ClothPose;

ClothPose cloth_pose_identity(void);

/* Shapes and colliders: what a cloth lies on. */

/* Convex solids, exact: name, text, what its sizes are, about its own origin and y axis. */
#define CLOTH_SHAPE_LIST(X)                                                                        \
    X(CLOTH_SPHERE, "sphere", "radius")                                                            \
    X(CLOTH_CAPSULE, "capsule", "radius, half the length of its axis, 0 or more")                  \
    X(CLOTH_TAPERED_CAPSULE, "tapered capsule", "radius at -y, radius at +y, half the axis")       \
    X(CLOTH_BOX, "box", "half its sides along x, y, z")                                            \
    X(CLOTH_CYLINDER, "cylinder", "radius, half its height")                                       \
    X(CLOTH_HALF_SPACE, "half-space", "none: all that is below y = 0")                             \
    X(CLOTH_TRIANGLES, "triangle mesh", "refused: a body is made of the shapes above")

typedef enum ClothShapeKind {
#define CLOTH_SHAPE_ENUM(name, text, sizes) name,
    CLOTH_SHAPE_LIST(CLOTH_SHAPE_ENUM)
#undef CLOTH_SHAPE_ENUM
} ClothShapeKind;

typedef struct ClothShape {
    ClothShapeKind kind;
    double size_m[3]; /* in the order of CLOTH_SHAPE_LIST, unused ones 0; 1e-6 to 1e6 [m] */
} ClothShape;

ClothShape cloth_sphere(double radius_m);
ClothShape cloth_capsule(double radius_m, double half_axis_m);
ClothShape cloth_tapered_capsule(double radius_low_m, double radius_high_m, double half_axis_m);
ClothShape cloth_box(double half_x_m, double half_y_m, double half_z_m);
ClothShape cloth_cylinder(double radius_m, double half_height_m);
ClothShape cloth_half_space(void);

const char *cloth_shape_text(ClothShapeKind kind);

/* CLOTH_BAD_ARGUMENT names the size, and for a mesh what to use instead. */
ClothStatus cloth_shape_check(const ClothShape *shape, ClothError *error);

/* Signed distance of a point in the shape's own frame to its surface, negative inside, exact [m].
 * outward: (3) out, unit: the distance's gradient; where that is not unique, on a centre, an axis or
 * a middle plane, the direction that collide/shape.h documents. Either may be asked of any finite
 * point. */
double cloth_shape_distance(const ClothShape *shape, const double point[3], double outward[3]);

/* The box around a posed shape, (3) each out [m]; a half-space's reaches to infinity, except along
 * an axis that it is across exactly. */
void cloth_shape_bounds(const ClothShape *shape, const ClothPose *pose, double low[3],
                        double high[3]);

/* The coefficient of a pair, sqrt(a b): what slides on one of them slides, and equals keep theirs. */
double cloth_friction(double a, double b);

/* Row kinds. */

/* Everything that acts between particles is a row (C, f_min, f_max, stiffness); see rows/row.h.
 * name, what C is. */
#define CLOTH_ROW_KIND_LIST(X)                                                                     \
    X(CLOTH_ROW_STRETCH, "stretch")                                                                \
    X(CLOTH_ROW_SKIP, "skip")                                                                      \
    X(CLOTH_ROW_BEND, "bend")                                                                      \
    X(CLOTH_ROW_LIMIT, "strain limit")                                                             \
    X(CLOTH_ROW_TETHER, "tether")                                                                  \
    X(CLOTH_ROW_LEASH, "leash")                                                                    \
    X(CLOTH_ROW_CONTACT, "contact")                                                                \
    X(CLOTH_ROW_FRICTION, "friction")                                                              \
    X(CLOTH_ROW_BACKSTOP, "backstop")

typedef enum ClothRowKind {
#define CLOTH_ROW_KIND_ENUM(name, text) name,
    CLOTH_ROW_KIND_LIST(CLOTH_ROW_KIND_ENUM)
#undef CLOTH_ROW_KIND_ENUM
        CLOTH_ROW_KINDS
} ClothRowKind;

/* The kinds that have a stiffness of their own; the others are hard, and pull one way only. */
enum { CLOTH_STIFFNESSES = CLOTH_ROW_BEND + 1 };

const char *cloth_row_kind_name(ClothRowKind kind);

/* Graph: what is joined to what. */

/* A linear stencil C = sum_k weight[k] x[particle[k]], a vector in metres: the discrete
 * mean-curvature normal of a hinge (4 particles) or of three particles of a chain. Unused places
 * come last and have particle -1. */
typedef struct ClothStencil {
    int32_t particle[4];
    double weight[4];
    double
        rigidity_scale; /* >= 0; turns a bending rigidity into the row's N/m: 3/(A0+A1) [1/m^2] for
                              a hinge (rigidity in N m), 1/l^3 [1/m^3] for a chain (N m^2) */
} ClothStencil;

/* Owns its arrays; made by the builders below or filled by hand, freed by cloth_graph_free(). */
typedef struct ClothGraph {
    int32_t particle_count;
    int32_t edge_count;
    int32_t skip_count;
    int32_t stencil_count;
    int32_t triangle_count;
    double *position;      /* (particle_count x 3) [m], the rest shape */
    double *mass;          /* (particle_count) [kg], > 0 */
    int32_t *edge;         /* (edge_count x 2), one stretch row each; rest length from position */
    int32_t *skip;         /* (skip_count x 2), one skip row each; rest length from position */
    ClothStencil *stencil; /* (stencil_count), one bend row each */
    int32_t *triangle;     /* (triangle_count x 3): the surface that distances along the cloth and
                              poses are read from; exerts no force */
} ClothGraph;

void cloth_graph_free(ClothGraph *graph); /* NULL and zeroed graphs are legal */

/* Which rows a chain gets for its bending. */
typedef enum ClothChainBend {
    CLOTH_CHAIN_FREE,   /* none */
    CLOTH_CHAIN_SKIPS,  /* a distance row from each particle to its grandparent */
    CLOTH_CHAIN_STENCIL /* the three-particle stencil (1, -2, 1) */
} ClothChainBend;

typedef struct ClothChainShape {
    int32_t links;       /* >= 1; a strand has links + 1 particles, number 0 at the origin's end */
    int32_t strands;     /* >= 1; strand s starts at origin + s * strand_offset */
    double spacing_m;    /* > 0 */
    double mass_kg;      /* > 0, of every particle */
    double origin[3];    /* [m] */
    double direction[3]; /* from one particle to the next; any length but 0 */
    double strand_offset[3]; /* [m] */
    ClothChainBend bend;
} ClothChainShape;

/* Strands of a chain, particle s * (links + 1) + l being particle l of strand s.
 * graph: out, zeroed on failure. Allocates; free with cloth_graph_free(). CLOTH_BAD_ARGUMENT names
 * the field of the shape; CLOTH_BAD_TOPOLOGY an edge whose length rounds to 0; CLOTH_NO_MEMORY. */
ClothStatus cloth_graph_chain(const ClothChainShape *shape, ClothGraph *graph, ClothError *error);

/* How the cells of a grid are cut into triangles, and which edges carry stretch rows. */
typedef enum ClothGridCut {
    CLOTH_GRID_ONE_DIAGONAL, /* every cell cut from (u, v) to (u + 1, v + 1) */
    CLOTH_GRID_ALTERNATING,  /* the cut flips from cell to cell */
    CLOTH_GRID_BOTH,         /* cut as one diagonal; the other diagonal is an edge as well */
    CLOTH_GRID_EDGES         /* no triangles and no diagonals: the cell edges alone */
} ClothGridCut;

typedef struct ClothGridShape {
    int32_t columns;  /* particles along u, >= 1 (>= 2 where there are triangles) */
    int32_t rows;     /* particles along v, likewise */
    double spacing_m; /* > 0 */
    double mass_kg;   /* > 0, of every particle */
    double origin[3]; /* of particle 0 [m] */
    double u[3];      /* direction of a row of columns; any length but 0 */
    double v[3];      /* direction from one row to the next; not parallel to u */
    ClothGridCut cut;
    int32_t bend; /* 0: no bend rows; 1: a hinge stencil on every interior edge of the triangles */
} ClothGridShape;

/* A rectangular sheet, particle r * columns + c. graph: out, zeroed on failure. Allocates. Errors
 * as for a chain. */
ClothStatus cloth_graph_grid(const ClothGridShape *shape, ClothGraph *graph, ClothError *error);

typedef struct ClothCylinderShape {
    int32_t around;   /* particles around, >= 3 */
    int32_t along;    /* particles along the axis, >= 2 */
    double radius_m;  /* of the particles, > 0 */
    double spacing_m; /* along the axis (+y), > 0 */
    double mass_kg;   /* > 0, of every particle */
    double origin[3]; /* the centre of ring 0 [m] */
    int32_t bend;     /* as for a grid */
} ClothCylinderShape;

/* A closed tube cut along one diagonal, particle r * around + a. Its rest shape is curved: under
 * the planar stencil it starts loaded (e11). graph: out, zeroed on failure. Allocates. Errors as
 * for a chain. */
ClothStatus cloth_graph_cylinder(const ClothCylinderShape *shape, ClothGraph *graph,
                                 ClothError *error);

typedef struct ClothMeshShape {
    const double *position; /* (vertex_count x 3) [m] */
    int32_t vertex_count;
    const int32_t *triangle; /* (triangle_count x 3) */
    int32_t triangle_count;
    double mass_kg;       /* of every particle; or 0, and then: */
    double density_kg_m2; /* > 0: area density, a third of each triangle's mass to each corner */
    int32_t bend;         /* as for a grid */
} ClothMeshShape;

/* A sheet from triangles: an edge row per edge, a hinge per interior edge.
 *   shape  in; its arrays are not kept
 *   graph  out, zeroed on failure. Allocates; free with cloth_graph_free()
 * CLOTH_BAD_TOPOLOGY, by name: an index out of range, a vertex that is not finite, a triangle with
 * a repeated vertex or no area, a doubled triangle, an edge of three or more triangles (all are
 * listed up to the message's length), a pair of triangles that run their shared edge the same way,
 * a vertex no triangle uses. CLOTH_BAD_ARGUMENT names a count, mass or density; CLOTH_NO_MEMORY. */
ClothStatus cloth_graph_mesh(const ClothMeshShape *shape, ClothGraph *graph, ClothError *error);

/* Fabric: how stiff. */

typedef enum ClothStiffnessUnit {
    CLOTH_NEWTON_PER_METRE, /* the row's own stiffness; INFINITY makes the row hard */
    CLOTH_INERTIAL,         /* a ratio of the row's m_eff / step_s^2; not for hard rows */
    CLOTH_RIGIDITY          /* bend rows only: N m (hinge) or N m^2 (chain), times rigidity_scale */
} ClothStiffnessUnit;

typedef struct ClothStiffness {
    double value; /* >= 0 */
    ClothStiffnessUnit unit;
} ClothStiffness;

/* A row is hard exactly when its stiffness is INFINITY: its multiplier then carries the load. A
 * soft row is its material law and has no multiplier (experiment e01). */
typedef struct ClothMaterial {
    ClothStiffness row[CLOTH_STIFFNESSES];
    double step_s;       /* what CLOTH_INERTIAL stiffnesses refer to [s], > 0 */
    double strain_limit; /* > 0: a hard row keeps every stretch row's strain at or under it;
                            INFINITY: there is none */
    double slack;        /* 0 to 1: a hard row keeps a particle within 2 slack d of its animated
                            position, d being its distance along the cloth to the nearest held
                            particle; 1: it could never bind, and there is none */
    bool tethered;       /* a hard row keeps a particle within 1.002 d of that held particle */
    double thickness_m;  /* >= 0: how far from a collider's surface a particle is kept */
} ClothMaterial;

/* Hard stretch rows, hard skip rows, bend rows at an inertial ratio of 0.2 for a step of 1/60 s; no
 * strain limit, no leash, no tether, no thickness. */
ClothMaterial cloth_material_default(void);

/* Fabric: what a cloth is made of, in numbers an author can predict. */

enum {
    CLOTH_FABRIC_STRAIN_LIMIT = 1 /* flag: build the strain limit that `stretch` asks for */
};

/* A value: copy it, compare it, edit a copy. cloth_fabric_material() and cloth_fabric_step() say what
 * its fields come to; every constant of that mapping is measured (e22). */
typedef struct ClothFabric {
    double stretch;     /* 0 .. 1: how little it is to stretch; acts with the strain limit's flag */
    double bend;        /* 0 .. 1: how much it resists folding, whatever it weighs */
    double damping;     /* 0 .. 1: how fast it loses speed */
    double slack;       /* 0 .. 1: how far it may leave its animated pose; 1: as it likes */
    double thickness_m; /* 0 .. 1e6: how far from a collider's surface a particle is kept */
    double friction;    /* 0 .. 10: with a collider's it makes the pair's coefficient, by
                           cloth_friction() */
    double inertia;     /* 0 .. 1: how much of its frame's motion it feels */
    double drag;        /* 0 .. 1: coupling to the air, which is not built yet */
    int32_t substeps;   /* 1 .. CLOTH_SUBSTEPS_MAX: what a step of it may cost */
    int32_t iterations; /* 1 .. CLOTH_ITERATIONS_MAX, a substep */
    uint32_t flags;     /* CLOTH_FABRIC_STRAIN_LIMIT or 0 */
} ClothFabric;

/* The library: name, text. */
#define CLOTH_FABRIC_LIST(X)                                                                       \
    X(CLOTH_SILK, "silk")                                                                          \
    X(CLOTH_COTTON, "cotton")                                                                      \
    X(CLOTH_DENIM, "denim")                                                                        \
    X(CLOTH_LEATHER, "leather")                                                                    \
    X(CLOTH_ROPE, "rope")                                                                          \
    X(CLOTH_CHAIN, "chain")                                                                        \
    X(CLOTH_HAIR, "hair")

typedef enum ClothFabricName {
#define CLOTH_FABRIC_ENUM(name, text) name,
    CLOTH_FABRIC_LIST(CLOTH_FABRIC_ENUM)
#undef CLOTH_FABRIC_ENUM
        CLOTH_FABRICS
} ClothFabricName;

ClothFabric cloth_fabric(ClothFabricName name); /* silk for a number that is none */
const char *cloth_fabric_text(ClothFabricName name);

/* By value: -0 equals 0, NaN nothing. Equal fabrics have equal hashes. */
bool cloth_fabric_equal(const ClothFabric *a, const ClothFabric *b);
uint64_t cloth_fabric_hash(const ClothFabric *fabric);

/* CLOTH_BAD_ARGUMENT names the field and what is allowed. */
ClothStatus cloth_fabric_check(const ClothFabric *fabric, ClothError *error);

/* The rows it asks for: hard stretch rows; skip and bend rows at a ratio of their own inertia; a
 * tether; a leash by its slack; a strain limit by its flag. */
ClothMaterial cloth_fabric_material(const ClothFabric *fabric);

/* State. */

/* One relocatable block: copy it with memcpy, write it to a file, map it elsewhere. */
typedef struct ClothState ClothState;

/*
 * Builds the block.
 *   graph, material  in; not kept.
 *   held             (held_count) in, particles of infinite mass; may be NULL when held_count is 0.
 *   state            out; NULL on failure. Allocates; free with cloth_destroy().
 * CLOTH_BAD_ARGUMENT names a number of graph or material that is out of its range or that this build
 * cannot store, or a held particle that does not exist or is listed twice; CLOTH_BAD_TOPOLOGY a row
 * that names particles wrongly, has no length, or whose weights do not sum to 0; CLOTH_NO_MEMORY.
 */
ClothStatus cloth_build(const ClothGraph *graph, const ClothMaterial *material, const int32_t *held,
                        int32_t held_count, ClothState **state, ClothError *error);

void cloth_destroy(ClothState *state); /* NULL is legal */

size_t cloth_bytes(const ClothState *state);     /* of the whole block, header included */
ClothState *cloth_copy(const ClothState *state); /* allocates; NULL when out of memory */

/* Hash of every byte of the block (FNV-1a, 64 bits): equal runs have equal hashes. */
uint64_t cloth_hash(const ClothState *state);

/* Compares two blocks byte for byte. Returns the number of differing bytes, and the first field
 * that differs through first_field (may be NULL; set to NULL when equal). Blocks of other shapes
 * differ in all their bytes. */
size_t cloth_differing_bytes(const ClothState *a, const ClothState *b, const char **first_field);

/*
 * Checks that `bytes` bytes at `block` are a whole, self-consistent state of this build, such as
 * one read from a file: sizes, offsets, that every index leads where its field says, that the
 * numbers which no step changes are in their range. Positions and the like may be anything: a step
 * stays inside a block that passed, and names what is not finite.
 *   block  in, aligned as malloc() aligns
 * CLOTH_BAD_BLOCK names the first field and value that does not fit.
 */
ClothStatus cloth_check_block(const void *block, size_t bytes, ClothError *error);

/*
 * Exchanges the material of a cloth that may be under way. Rows that stay hard keep their penalty
 * and multiplier, a soft row that becomes hard takes its force along as its multiplier, and a leash
 * comes or goes from its radius, or from where its particle is, to its new one over
 * CLOTH_LEASH_CLOSING_S: no change of material moves a particle at once. (A row that becomes hard
 * does take back what it had given, in the next step; no fabric's rows do that.)
 * CLOTH_BAD_ARGUMENT as cloth_build(), with nothing changed.
 */
ClothStatus cloth_set_material(ClothState *state, const ClothMaterial *material, ClothError *error);

/* How long a leash that is not at its length takes to get there [s]; it starts as fast as its particle
 * leaves, and ends at rest. A fabric changed at the worst moment of a sheet's fall, away from chain,
 * is felt by 72 m/s^2 at most, left alone 22; halved, by 104; doubled, by 23, and a garment is out of
 * its leash for 2 s (e32). */
#define CLOTH_LEASH_CLOSING_S 1.0

/*
 * Exchanges the set of held particles. A particle taken hold of stays where it is; one let go
 * leaves at the speed it was carried with. Distances along the cloth, tethers and leashes are
 * measured anew; a tether starts no shorter than where its particle is, and only ever comes in.
 *   material    in, the one the state was built with or given last
 *   held        (held_count) in; may be NULL when held_count is 0
 * Allocates, and frees, workspace. CLOTH_BAD_ARGUMENT names a held particle that does not exist or
 * is listed twice; CLOTH_NO_MEMORY; nothing is changed on failure.
 */
ClothStatus cloth_hold(ClothState *state, const ClothMaterial *material, const int32_t *held,
                       int32_t held_count, ClothError *error);

/* Where held particles are to be when the next step ends: (n x 3) in [m], the graph's numbering; a
 * free particle's entry is not read. Each is carried an equal share of what remains at every
 * substep. CLOTH_BAD_ARGUMENT, with nothing changed, names a held particle whose target is not
 * finite. */
ClothStatus cloth_set_targets(ClothState *state, const double *target, ClothError *error);

/* Distance of every particle along the cloth to the nearest held one: (n) out [m], INFINITY where
 * nothing held is reached. The largest finite one is the cloth's reach. */
void cloth_distances(const ClothState *state, double *distance);

int32_t cloth_particle_count(const ClothState *state);
int64_t cloth_steps_taken(const ClothState *state);

/* Copies particle vectors out of or into the block, in the graph's numbering; (n x 3) doubles, [m]
 * and [m/s]. Setting a position sets the previous one and the target too, ends contacts, and leaves
 * velocities and other multipliers as they are; a held particle stays where it is set, and the next step takes its
 * velocity back to 0.
 * CLOTH_BAD_ARGUMENT, with nothing changed, names the first particle that is not finite. */
void cloth_positions(const ClothState *state, double *position);
void cloth_velocities(const ClothState *state, double *velocity);
ClothStatus cloth_set_positions(ClothState *state, const double *position, ClothError *error);
ClothStatus cloth_set_velocities(ClothState *state, const double *velocity, ClothError *error);

/* Colliders and backstops of one cloth. */

/* More colliders than this a cloth does not meet in one step. */
#define CLOTH_COLLIDERS_MAX 64

/* Contacts that a particle has room for; the deepest are kept. */
#define CLOTH_CONTACT_SLOTS 4

/* A collider as one cloth meets it in one step, in the cloth's frame. */
typedef struct ClothMetCollider {
    uint64_t handle; /* whose it is, not 0: contacts with the same handle go on from step to step */
    ClothShape shape;
    ClothPose from;     /* when the step begins */
    ClothPose to;       /* when it ends */
    double friction;    /* of the pair, 0 .. 10 */
    double inflation_m; /* 0 .. 1e6, on top of the cloth's thickness */
} ClothMetCollider;

/*
 * The colliders of the next steps, all of them: contacts with one that is not listed end. A step
 * takes each from `from` to `to`, through poses between them at every substep, and leaves it there.
 *   list  (count) in, not kept; handles rise
 * CLOTH_BAD_ARGUMENT, with nothing changed, names a count above CLOTH_COLLIDERS_MAX, a handle that
 * does not rise, a shape, a pose that is not rigid or beyond CLOTH_COLLIDER_FAR_M, a friction or
 * inflation.
 */
ClothStatus cloth_set_colliders(ClothState *state, const ClothMetCollider *list, int32_t count,
                                ClothError *error);

/*
 * Planes that particles are kept in front of: of a garment, the surface of its wearer's skin. A
 * particle stays at least `distance` beyond the plane through `point` across `normal`. A plane
 * comes to where it is set by the end of the next step, an equal share at every substep; one that
 * was not there begins there.
 *   point     (n x 3) in [m], the graph's numbering
 *   normal    (n x 3) in, of any length; (0, 0, 0): no plane for that particle
 *   distance  (n) in [m], finite; NULL: the cloth's thickness as it is now
 * All three NULL: none. CLOTH_BAD_ARGUMENT, with nothing changed, names the first particle whose
 * plane is not finite.
 */
ClothStatus cloth_set_backstops(ClothState *state, const double *point, const double *normal,
                                const double *distance, ClothError *error);

/* A contact that presses. */
typedef struct ClothContact {
    int32_t particle;     /* the graph's numbering */
    uint64_t handle;      /* of the collider */
    double normal[3];     /* outward, unit */
    double penetration_m; /* how much nearer than thickness and inflation; may be negative */
    double normal_n;      /* force of the collider on the particle along the normal [N], > 0 */
    double friction_n[3]; /* and across it [N], at most the coefficient times normal_n */
    double slip_m;        /* off where it sticks */
} ClothContact;

/* Writes at most `room` contacts, by stored particle and handle; returns how many there are. */
int32_t cloth_contacts(const ClothState *state, ClothContact *contact, int32_t room);

/* Step. */

typedef enum ClothSolver {
    CLOTH_AVBD, /* augmented vertex block descent: hard rows carry multipliers */
    CLOTH_VBD,  /* the same sweep, penalties only */
    CLOTH_XPBD  /* substepped, compliant position based dynamics, row by row */
} ClothSolver;

/* The solver's constants: properties of the method, not of a fabric. Every one of them is measured
 * by the experiment named beside it; cloth_constants_default() returns the shipped values. */
typedef struct ClothConstants {
    double alpha;       /* multiplier carried into a substep, times gamma; [0, 1]; e03 */
    double gamma;       /* decay of penalties (and multipliers) at a substep; [0, 1]; e03 */
    double beta;        /* penalty growth a dual update [N/m^2], >= 0; e04 */
    double band_min;    /* lowest penalty of a hard row, a ratio of m_eff/h^2; > 0; e02 */
    double band_max;    /* highest, likewise; >= band_min; e02 */
    double contact_min; /* the same of contacts, friction and backstops; > 0; e43 */
    double contact_max; /* >= contact_min; e43 */
} ClothConstants;

ClothConstants cloth_constants_default(void);

struct ClothInstruments; /* step/instruments.h; for experiments and gates */

typedef struct ClothStep {
    double step_s;        /* 0, which changes no bit, or 1e-75 to 1e75 a substep [s] */
    double gravity[3];    /* [m/s^2], each at most CLOTH_GRAVITY_MOST either way */
    int32_t substeps;     /* 1 .. CLOTH_SUBSTEPS_MAX */
    int32_t iterations;   /* 1 .. CLOTH_ITERATIONS_MAX, a substep; the most when tolerance_n > 0 */
    double damping_1_s;   /* linear drag against the cloth's frame, implicit: a free particle's
                             terminal speed is g / damping at any step; 0 .. 1e75 [1/s] */
    double speed_max_m_s; /* no free particle enters a step, or leaves a substep, faster;
                             > 0, INFINITY: no limit */
    double band_step_s;   /* the band of penalties is for a substep of this length where that is
                             longer than the step's own; 0: it never is. Without it every change of
                             the substep's length moves the rest shape, and pumps (e41) */
    double tolerance_n;   /* stop a substep when the largest gradient of any particle [N] is at or
                             below this; 0 runs every iteration. avbd and vbd only */
    ClothSolver solver;
    ClothConstants constants;
    const struct ClothInstruments *instruments; /* NULL, but in the ablation build */
} ClothStep;

/* 1/60 s, gravity (0, -9.81, 0), 2 substeps of 4 iterations, no damping, no limit on speed, avbd,
 * default constants. */
ClothStep cloth_step_default(void);

/* The same with a fabric's substeps, iterations and damping. */
ClothStep cloth_fabric_step(const ClothFabric *fabric);

typedef struct ClothReport {
    ClothStatus status;
    int32_t particle;   /* first offender in the graph's numbering, -1 if none */
    int64_t step;       /* the step that failed, counted from 0; -1 if none */
    int32_t row_kind;   /* ClothRowKind of the offender's first non-finite row, -1: none, inertia */
    int32_t iterations; /* run in all, over the substeps */
    double gradient_n;  /* largest gradient norm of a particle after the last iteration when
                           tolerance_n > 0, else NaN [N] */
    double pivot_ratio; /* smallest LDL^T pivot over m/h^2 of its particle; exactly 1 is the least
                           possible in exact arithmetic; INFINITY when no block was solved */
} ClothReport;

/*
 * Advances the state by one step.
 *   state   in/out. Unchanged on CLOTH_BAD_ARGUMENT and CLOTH_BAD_BLOCK; as the failure left it on
 *           CLOTH_NON_FINITE and CLOTH_NOT_POSITIVE.
 *   report  out, may be NULL.
 * Source: the step of Giles, Diaz & Yuksel, "Augmented Vertex Block Descent", 2025, with the
 * corrections that step/avbd.c lists.
 */
ClothStatus cloth_step(ClothState *state, const ClothStep *step, ClothReport *report,
                       ClothError *error);

/* How fast a particle may be for one step to undo its motion: the shortest row of the cloth times
 * substeps times iterations over step_s [m/s], because a visit moves a particle no further than its
 * shortest row. INFINITY without rows, or in a step of 0. Past it a tether does not hold (e34). */
double cloth_authority(const ClothState *state, const ClothStep *step);

/* Measure. */

typedef struct ClothMeasure {
    double kinetic_j;
    double gravitational_j;              /* against the origin of the cloth's frame */
    double elastic_j[CLOTH_STIFFNESSES]; /* soft rows' material energy; a hard row stores none */
    /* Largest |C| of that kind, of a one-sided row max(C, 0); NaN when it has no row. */
    double residual_max_m[CLOTH_ROW_KINDS];
    double residual_rms_m[CLOTH_ROW_KINDS];
    /* The same over the rest length, limit or radius; NaN for bend rows, a radius of 0, or no row. */
    double strain_max[CLOTH_ROW_KINDS];
    double strain_rms[CLOTH_ROW_KINDS];
    double momentum[3];         /* [kg m/s], free particles */
    double angular_momentum[3]; /* about the frame's origin [kg m^2/s], free particles */
    double speed_max_m_s;
    int32_t contacts;         /* that press */
    double contact_force[3];  /* of all colliders on the cloth [N] */
    double normal_max_n;      /* the largest normal force of one contact */
    double normal_sum_n;      /* of all of them */
    double slip_rate_max_m_s; /* of a pressing particle against its collider, over the last substep;
                                NaN where none presses */
} ClothMeasure;

/* Largest gradient norm, over the free particles, of the energy that the last substep minimised
 * [N]: how far its sweeps were from done. `step` is the one that was taken; NaN when it has no
 * substep length (step_s 0), or a force is NaN. */
double cloth_gradient(const ClothState *state, const ClothStep *step);

/* Reads the observables. gravity: (3) in [m/s^2]; measure: out. Rows between held particles count
 * in the residuals. */
void cloth_measure(const ClothState *state, const double gravity[3], ClothMeasure *measure);

/* World: many cloths, each in a frame, hanging from holders. */

/*
 * A cloth is simulated in its own frame, so that a kilometre from the origin it behaves as at the
 * origin. What holds it is not part of it: holders do, from none up. Ids are never used twice: one
 * that was removed is refused by name ever after.
 */
typedef struct ClothWorld ClothWorld;
typedef uint64_t ClothId; /* 0 is nobody's */

/* Allocates; NULL when out of memory. Gravity is (0, -9.81, 0). */
ClothWorld *cloth_world_create(void);
void cloth_world_destroy(ClothWorld *world); /* NULL is legal */

/* Wakes every cloth that feels it. CLOTH_BAD_ARGUMENT when a component is beyond
 * CLOTH_GRAVITY_MOST. */
ClothStatus cloth_world_set_gravity(ClothWorld *world, const double gravity[3], ClothError *error);

enum {
    CLOTH_TELEPORT_KEEP = 1, /* flag: a jump carries the shape across, and does not reset it */
    CLOTH_NEVER_SLEEP = 2    /* flag */
};

/*
 * Adds a cloth, at rest in its rest shape, held by nobody.
 *   graph   in, not kept; its positions are in the cloth's frame
 *   frame   in, where that frame is in the world; NULL: at the origin
 *   id      out, 0 on failure. Allocates
 * Errors as of cloth_build(), cloth_fabric_check(); CLOTH_BAD_ARGUMENT when the frame is not a
 * finite rigid pose.
 */
ClothStatus cloth_world_add(ClothWorld *world, const ClothGraph *graph, const ClothFabric *fabric,
                            const ClothPose *frame, ClothId *id, ClothError *error);

/* Takes the cloth away, its holders, and the holders that ride on it. CLOTH_NO_MEMORY: it is gone, and
 * what its holders held elsewhere stays held until holders change again. */
ClothStatus cloth_world_remove(ClothWorld *world, ClothId cloth, ClothError *error);

/* Where the frame is at the end of the next step. */
ClothStatus cloth_world_set_frame(ClothWorld *world, ClothId cloth, const ClothPose *frame,
                                  ClothError *error);

/* Exchanges the fabric under way, without a jerk (cloth_set_material()). */
ClothStatus cloth_world_set_fabric(ClothWorld *world, ClothId cloth, const ClothFabric *fabric,
                                   ClothError *error);

/* blend: 0, the animated pose, to 1, the simulated one, in what is read out; never in the solver. */
ClothStatus cloth_world_set_blend(ClothWorld *world, ClothId cloth, double blend,
                                  ClothError *error);

ClothStatus cloth_world_set_flags(ClothWorld *world, ClothId cloth, uint32_t flags,
                                  ClothError *error);

/* Wakes a cloth for a cause it cannot see. */
ClothStatus cloth_world_wake(ClothWorld *world, ClothId cloth, ClothError *error);

/* Puts particles of a cloth elsewhere, or sends them off: (n x 3) in [m] or [m/s], in the cloth's
 * frame, as cloth_set_positions() and cloth_set_velocities(). Held particles stay with their
 * holders. */
ClothStatus cloth_world_set_positions(ClothWorld *world, ClothId cloth, const double *position,
                                      ClothError *error);
ClothStatus cloth_world_set_velocities(ClothWorld *world, ClothId cloth, const double *velocity,
                                       ClothError *error);

/* Puts a cloth on its animated pose, at rest, at the start of the next step: what a jump does
 * without CLOTH_TELEPORT_KEEP. */
ClothStatus cloth_world_reset(ClothWorld *world, ClothId cloth, ClothError *error);

/* What a holder's pose is told in. */
typedef enum ClothSpace {
    CLOTH_SPACE_WORLD,
    CLOTH_SPACE_FRAME, /* of the cloth it holds: it rides along */
    CLOTH_SPACE_JOINT  /* a joint of another cloth, the carrier: it hangs from that */
} ClothSpace;

/* Something that holds particles of a cloth. */
typedef struct ClothHolder {
    ClothId cloth;           /* whose particles */
    const int32_t *particle; /* (particle_count) in the graph's numbering, none twice */
    int32_t particle_count;  /* >= 0 */
    ClothPose pose;          /* in `space` */
    ClothSpace space;
    ClothId carrier; /* CLOTH_SPACE_JOINT: whose joint */
    int32_t joint;   /* the particle of the carrier */
} ClothHolder;

/*
 * Takes hold. A hold begins where the particle is: in the rest shape before the first step, and
 * wherever it has come to later. A particle that two holders name is the elder's, whose id is lower,
 * as long as that one holds it.
 *   holder  in, not kept
 *   id      out, 0 on failure. Allocates
 * CLOTH_BAD_ARGUMENT names a cloth that is not there, a particle out of range or listed twice, a
 * pose that is not finite and rigid, a carrier's joint that does not exist, and a holder that its
 * own cloth moves: one carried by the cloth it holds, or by one that hangs from it in turn.
 */
ClothStatus cloth_world_add_holder(ClothWorld *world, const ClothHolder *holder, ClothId *id,
                                   ClothError *error);

/* Lets go: particles that no other holder names leave at the speed they were carried with.
 * CLOTH_NO_MEMORY: the holder is gone, and they stay held until holders change again. */
ClothStatus cloth_world_remove_holder(ClothWorld *world, ClothId holder, ClothError *error);

/* Where the holder is, in its space, at the end of the next step. */
ClothStatus cloth_world_set_holder(ClothWorld *world, ClothId holder, const ClothPose *pose,
                                   ClothError *error);

/* A solid that cloths lie on. It needs no body: whoever moves it says where it is. */
typedef struct ClothCollider {
    ClothShape shape;
    ClothPose pose;     /* in the world */
    double friction;    /* 0 .. 10; of a pair: cloth_friction() */
    double inflation_m; /* 0 .. 1e6: kept free around it, on top of the cloth's thickness */
    uint32_t layer;     /* the layers it is on */
    uint32_t mask;      /* the layers it meets: both have to meet the other */
} ClothCollider;

/* At the origin, friction 0.5, no inflation, on layer 1, meeting all. */
ClothCollider cloth_collider(const ClothShape *shape);

/*
 * Adds a collider where it is, without a way behind it.
 *   collider  in, not kept
 *   id        out, 0 on failure. Allocates
 * CLOTH_BAD_ARGUMENT names the size, pose, friction or inflation; CLOTH_NO_MEMORY.
 */
ClothStatus cloth_world_add_collider(ClothWorld *world, const ClothCollider *collider, ClothId *id,
                                     ClothError *error);

ClothStatus cloth_world_remove_collider(ClothWorld *world, ClothId collider, ClothError *error);

/* Where it is at the end of the next step: it sweeps there from where it was. Further in one step
 * than a cloth takes for a teleport, it is not swept through that cloth. */
ClothStatus cloth_world_move_collider(ClothWorld *world, ClothId collider, const ClothPose *pose,
                                      ClothError *error);

/* Exchanges everything about it; its pose as cloth_world_move_collider(). */
ClothStatus cloth_world_set_collider(ClothWorld *world, ClothId id, const ClothCollider *collider,
                                     ClothError *error);

/* The layers a cloth is on, 1 to begin with, and those of colliders that it meets, all to begin
 * with. A collider and a cloth meet when each is on a layer that the other's mask has. */
ClothStatus cloth_world_set_layers(ClothWorld *world, ClothId cloth, uint32_t layer, uint32_t mask,
                                   ClothError *error);

/* Backstops of a cloth, in its frame: cloth_set_backstops(). */
ClothStatus cloth_world_set_backstops(ClothWorld *world, ClothId cloth, const double *point,
                                      const double *normal, const double *distance,
                                      ClothError *error);

/* cloth_contacts() of a cloth, in the world; handles are the colliders' ids. count: out, may be
 * larger than `room`. */
ClothStatus cloth_world_contacts(const ClothWorld *world, ClothId cloth, ClothContact *contact,
                                 int32_t room, int32_t *count, ClothError *error);

/* Hears of what is not as it should be, once each time it begins; it must not touch the world. */
typedef void ClothWarning(void *user, ClothId cloth, const char *text);

/* warning: NULL: nobody. */
void cloth_world_set_warning(ClothWorld *world, ClothWarning *warning, void *user);

/* The most that one step simulates [s]: five frames a second are real time still. What a hitch has
 * beyond it is lost, as in a game that stops its clock: frames and holders arrive where they were
 * set, and cloth has moved as in a step of this length (e41). */
#define CLOTH_STEP_MOST_S 0.2

/*
 * Advances every cloth that is awake. A cloth wakes, in this very step, when its frame or a holder
 * has moved, its fabric, blend, flags, layers, backstops, holders or gravity have changed, its
 * positions or velocities were set, it was reset, a collider comes to touch it on its way, one that
 * it presses on has moved, changed or gone, or cloth_world_wake() said so; nothing else wakes it. It falls asleep when
 * it has been still for long enough (ClothCondition), and keeps every bit of its state until it
 * wakes. A step longer than 0.025 s is solved in more substeps, so that a low frame rate costs no
 * more a second and changes little; what a hard row gives way follows the longest substep of late,
 * so that uneven steps pump nothing (e41).
 *   step_s  [s] 0, which changes nothing, or what cloth_step() takes; CLOTH_STEP_MOST_S is simulated
 *           at most
 * Returns the first cloth's failure, with the others stepped all the same; a cloth whose state is no
 * longer finite fails again at every step until it is reset. Allocates nothing.
 */
ClothStatus cloth_world_step(ClothWorld *world, double step_s, ClothError *error);

/* How a cloth is doing. */
typedef struct ClothCondition {
    bool asleep;
    int64_t steps;        /* taken, asleep ones not counted */
    int64_t wakes;        /* so often from sleep */
    int64_t teleports;    /* jumps taken so far */
    double reach_m;       /* largest distance along the cloth to a held particle; where none is
                             reached, the rest distance from the frame's origin */
    double speed_max_m_s; /* the limit on a particle's speed in the last step */
    double still_s;       /* how long it has not moved by more than 1/2000 of its reach, ... */
    double sleeps_at_s;   /* ... and for how long it must not, to fall asleep: two pendulums' worth
                             of sqrt(reach / gravity), at least half a second, at most ten */
    int32_t colliders;    /* that it met in its last step ... */
    int32_t left_out;     /* ... and those beyond CLOTH_COLLIDERS_MAX, the least relevant */
    int64_t rescues;      /* particles that were stuck, and were taken to their animated position */
    int32_t rescuing;     /* that are under way there, or kept there because it is in a collider */
} ClothCondition;

ClothStatus cloth_world_condition(const ClothWorld *world, ClothId cloth, ClothCondition *condition,
                                  ClothError *error);

/* The state of a cloth, for cloth_measure() and the like: positions in the cloth's frame. NULL when
 * there is no such cloth. Belongs to the world; valid until the cloth's next change. */
const ClothState *cloth_world_state(const ClothWorld *world, ClothId cloth);

/* Blended positions in the world, (n x 3) out [m], the graph's numbering. */
ClothStatus cloth_world_positions(const ClothWorld *world, ClothId cloth, double *position,
                                  ClothError *error);

/* The pose of every particle as a joint: (n) out in the world and, unless NULL, (n) out relative to
 * the joint it hangs from, or to the frame (world/skeleton.h says which). Composing those down from
 * the frame gives the first again. */
ClothStatus cloth_world_poses(ClothWorld *world, ClothId cloth, ClothPose *pose, ClothPose *local,
                              ClothError *error);

#ifdef __cplusplus
}
#endif

#endif
