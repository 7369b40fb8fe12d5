#include "e29_arms.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/error.h"
#include "state/state.h"

typedef struct Arm {
    const char *name;
    SideKind kind;
    SideKind other_kind;
    const char *hold;
    int with;
    int other_with;
    bool alone;
} Arm;

static const Arm arms[] = {
#define ARM_ENTRY(name, ...) {#name, __VA_ARGS__},
    ARM_LIST(ARM_ENTRY)
#undef ARM_ENTRY
};

ArmIndex arm_of(const char *name) {
    int k = 0;
    while (strcmp(arms[k].name, name) != 0) {
        k++;
        assert(k < ARM_COUNT);
    }
    return (ArmIndex)k;
}

bool arm_stands_alone(ArmIndex arm) {
    return arms[arm].alone;
}

bool arm_is_slow(ArmIndex arm) {
    return arms[arm].other_kind == SIDE_SCAN;
}

/* Building. */

static ClothMaterial material_of(int with, const ArmNumbers *numbers) {
    ClothMaterial material = cloth_material_default();
    material.tethered = (with & WITH_TETHER) != 0;
    material.slack = (with & WITH_LEASH) != 0 ? numbers->slack : material.slack;
    material.strain_limit = (with & WITH_LIMIT) != 0 ? numbers->strain_limit : INFINITY;
    return material;
}

/* A sheet of the solver's own fabric, and its step. */
static ClothStatus make_stepped(const SheetShape *shape, int with, const ArmNumbers *numbers,
                                Side *side, ClothError *error) {
    const ClothMaterial material = material_of(with, numbers);
    const ClothStatus status = scene_sheet(shape, NULL, &material, &side->scene, error);
    if (status != CLOTH_OK) {
        return status;
    }
    side->step = cloth_step_default();
    side->step.damping_1_s = (with & WITH_DAMPING) != 0 ? numbers->damping_1_s : 0.0;
    if ((with & WITH_SPEED_LIMIT) != 0) {
        side->step.speed_max_m_s = 4.0 * cloth_authority(side->scene.state, &side->step);
    }
    side->instruments.ablate = (with & WITHOUT_TURN) != 0 ? CLOTH_WITHOUT_HOLD_TURN : 0;
    return CLOTH_OK;
}

/* The same of a fabric, with the step that a world would take. */
static ClothStatus make_fabric(const SheetShape *shape, const ArmNumbers *numbers, Side *side,
                               ClothError *error) {
    const ClothMaterial material = cloth_fabric_material(&numbers->fabric);
    const ClothStatus status = scene_sheet(shape, NULL, &material, &side->scene, error);
    if (status == CLOTH_OK) {
        side->step = cloth_fabric_step(&numbers->fabric);
        side->step.speed_max_m_s = 4.0 * cloth_authority(side->scene.state, &side->step);
    }
    return status;
}

static ClothGridShape grid_of(const SheetShape *shape) {
    return (ClothGridShape){.columns = shape->columns,
                            .rows = shape->rows,
                            .spacing_m = shape->spacing_m,
                            .mass_kg = shape->mass_kg,
                            .u = {1.0, 0.0, 0.0},
                            .v = {0.0, 0.0, 1.0},
                            .cut = shape->cut,
                            .bend = shape->bend};
}

/* As many strands as the sheet has columns, of as many particles as it has rows. */
static ClothChainShape strands_of(const SheetShape *shape) {
    return (ClothChainShape){.links = shape->rows - 1,
                             .strands = shape->columns,
                             .spacing_m = shape->spacing_m,
                             .mass_kg = shape->mass_kg,
                             .direction = {0.0, 0.0, 1.0},
                             .strand_offset = {shape->spacing_m, 0.0, 0.0},
                             .bend = CLOTH_CHAIN_SKIPS};
}

static ClothStatus make_world(const SheetShape *shape, int with, const ArmNumbers *numbers,
                              Side *side, ClothError *error) {
    ClothStatus status;
    if ((with & WITH_CHAINS) != 0) {
        const ClothChainShape strands = strands_of(shape);
        status = hung_chain(&strands, &numbers->fabric, NULL, &side->hung, error);
    } else {
        const ClothGridShape grid = grid_of(shape);
        status = hung_grid(&grid, shape->hold, &numbers->fabric, NULL, &side->hung, error);
    }
    if (status == CLOTH_OK && side->kind != SIDE_ASLEEP) {
        status =
            cloth_world_set_flags(side->hung.world, side->hung.cloth, CLOTH_NEVER_SLEEP, error);
    }
    side->extra = shape->columns * (shape->rows - 1);
    if (status == CLOTH_OK && side->kind == SIDE_POSES) {
        side->pose = calloc((size_t)side->hung.graph.particle_count, sizeof *side->pose);
        status = side->pose != NULL ? CLOTH_OK : CLOTH_NO_MEMORY;
    }
    return status;
}

/* The rows of a sheet twice as wide and long. */
static ClothStatus make_rows(const SheetShape *shape, Side *side, ClothError *error) {
    ClothGridShape grid = grid_of(shape);
    grid.columns *= 2;
    grid.rows *= 2;
    const ClothStatus status = cloth_graph_grid(&grid, &side->scene.graph, error);
    return status == CLOTH_OK ? cloth_row_list_build(&side->scene.graph, &side->rows, error)
                              : status;
}

static ClothStatus make_kind(const SheetShape *shape, int with, const ArmNumbers *numbers,
                             Side *side, ClothError *error) {
    switch (side->kind) {
    case SIDE_STEP:
        return make_stepped(shape, with, numbers, side, error);
    case SIDE_FABRIC:
        return make_fabric(shape, numbers, side, error);
    case SIDE_COLOUR:
    case SIDE_SCAN:
        return make_rows(shape, side, error);
    default:
        return make_world(shape, with, numbers, side, error);
    }
}

ClothStatus side_make(ArmIndex index, bool other, const SheetShape *shape,
                      const ArmNumbers *numbers, int64_t rounds, Side *side, ClothError *error) {
    const Arm *arm = &arms[index];
    SheetShape own = *shape;
    char corners[48];
    own.hold = arm->hold;
    if (strcmp(arm->hold, "triangle") == 0) {
        (void)snprintf(corners, sizeof corners, "0,%d,%d", (int)own.columns - 1,
                       (int)(own.columns * (own.rows - 1)));
        own.hold = corners;
    }
    *side = (Side){.kind = other ? arm->other_kind : arm->kind};
    side->sample = calloc((size_t)rounds, sizeof *side->sample);
    const ClothStatus status =
        side->sample == NULL
            ? CLOTH_NO_MEMORY
            : make_kind(&own, other ? arm->other_with : arm->with, numbers, side, error);
    if (status != CLOTH_OK) {
        side_free(side);
    }
    return status;
}

void side_free(Side *side) {
    scene_free(&side->scene);
    hung_free(&side->hung);
    cloth_row_list_free(&side->rows);
    cloth_colouring_free(&side->colouring);
    free(side->pose);
    free(side->sample);
    *side = (Side){0};
}

/* Colouring by looking through all rows. */

/* Marks the colours of all that share a row with particle i. */
static void mark_neighbours(const ClothRowList *rows, const int32_t *colour, int32_t i,
                            bool *taken) {
    for (int32_t r = 0; r < rows->row_count; r++) {
        bool on_it = false;
        for (int32_t k = rows->offset[r]; k < rows->offset[r + 1]; k++) {
            on_it = on_it || rows->particle[k] == i;
        }
        for (int32_t k = rows->offset[r]; on_it && k < rows->offset[r + 1]; k++) {
            const int32_t c = colour[rows->particle[k]];
            if (c >= 0) {
                taken[c] = true;
            }
        }
    }
}

/* The kernel's rule, without the lists it makes first. */
static ClothStatus scan(const ClothGraph *graph, const ClothRowList *rows,
                        ClothColouring *colouring, ClothError *error) {
    const size_t count = (size_t)graph->particle_count;
    cloth_colouring_free(colouring);
    *colouring = (ClothColouring){.particle_count = graph->particle_count,
                                  .colour = malloc(count * sizeof *colouring->colour)};
    bool *taken = malloc(count * sizeof *taken);
    if (colouring->colour == NULL || taken == NULL) {
        free(taken);
        return cloth_fail(error, CLOTH_NO_MEMORY, "out of memory for %zu colours", count);
    }
    for (size_t i = 0; i < count; i++) {
        colouring->colour[i] = -1;
    }
    for (int32_t i = 0; i < graph->particle_count; i++) {
        memset(taken, 0, count * sizeof *taken);
        mark_neighbours(rows, colouring->colour, i, taken);
        int32_t c = 0;
        while (taken[c]) {
            c++;
        }
        colouring->colour[i] = c;
        colouring->colour_count = c + 1 > colouring->colour_count ? c + 1 : colouring->colour_count;
    }
    free(taken);
    return CLOTH_OK;
}

/* Frames. */

static ClothStatus carry(Side *side, ClothError *error) {
    /* It gathers speed all the way: at a steady one there would be nothing to feel. */
    side->speed_m_s += 0.01;
    side->carried_m += side->speed_m_s / 60.0;
    ClothPose frame = cloth_pose_identity();
    frame.position[0] = side->carried_m;
    const ClothStatus status =
        cloth_world_set_frame(side->hung.world, side->hung.cloth, &frame, error);
    return status == CLOTH_OK ? cloth_world_step(side->hung.world, 1.0 / 60.0, error) : status;
}

static ClothStatus regrasp(Side *side, ClothError *error) {
    const ClothPose pose = cloth_pose_identity();
    const ClothHolder holder = {.cloth = side->hung.cloth,
                                .particle = &side->extra,
                                .particle_count = 1,
                                .pose = pose,
                                .space = CLOTH_SPACE_FRAME};
    ClothId id;
    const ClothStatus status = cloth_world_add_holder(side->hung.world, &holder, &id, error);
    return status == CLOTH_OK ? cloth_world_remove_holder(side->hung.world, id, error) : status;
}

static ClothStatus colour(Side *side, ClothError *error) {
    cloth_colouring_free(&side->colouring);
    return cloth_colouring_build(side->scene.graph.particle_count, side->rows.row_count,
                                 side->rows.offset, side->rows.particle, &side->colouring, error);
}

ClothStatus side_frame(Side *side, ClothError *error) {
    switch (side->kind) {
    case SIDE_STEP:
    case SIDE_FABRIC:
        side->step.instruments = &side->instruments;
        return cloth_step(side->scene.state, &side->step, NULL, error);
    case SIDE_WORLD:
    case SIDE_ASLEEP:
        return cloth_world_step(side->hung.world, 1.0 / 60.0, error);
    case SIDE_CARRIED:
        return carry(side, error);
    case SIDE_REGRASP:
        return regrasp(side, error);
    case SIDE_POSES:
        return cloth_world_poses(side->hung.world, side->hung.cloth, side->pose, NULL, error);
    case SIDE_COLOUR:
        return colour(side, error);
    case SIDE_SCAN:
        return scan(&side->scene.graph, &side->rows, &side->colouring, error);
    }
    return CLOTH_BAD_ARGUMENT;
}

/* Steps enough for any fabric that sleeps at all. */
enum { SLEEP_STEPS = 6000 };

ClothStatus side_warm(Side *side, int64_t frames, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    if (side->kind == SIDE_COLOUR || side->kind == SIDE_SCAN) {
        return side_frame(side, error);
    }
    if (side->kind == SIDE_ASLEEP) {
        HungWatch watch = hung_watch_start();
        status = hung_until_asleep(&side->hung, 1.0 / 60.0, SLEEP_STEPS, &watch, error);
        return status == CLOTH_OK && watch.slept_step == 0
                   ? cloth_fail(error, CLOTH_BAD_ARGUMENT, "awake after %d steps", SLEEP_STEPS)
                   : status;
    }
    /* What does not step of itself is brought to where the other is. */
    const bool steps = side->hung.world == NULL;
    for (int64_t k = 0; status == CLOTH_OK && k < frames; k++) {
        status =
            steps ? side_frame(side, error) : cloth_world_step(side->hung.world, 1.0 / 60.0, error);
    }
    return status == CLOTH_OK ? side_frame(side, error) : status;
}

const ClothState *side_state(const Side *side) {
    return side->hung.world != NULL ? cloth_world_state(side->hung.world, side->hung.cloth)
                                    : side->scene.state;
}

int32_t side_particles(const Side *side) {
    return side->hung.world != NULL ? side->hung.graph.particle_count
                                    : side->scene.graph.particle_count;
}

static uint64_t hash_bytes(const void *bytes, size_t count) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t k = 0; k < count; k++) {
        hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
    }
    return hash;
}

uint64_t side_hash(const Side *side) {
    if (side->colouring.colour != NULL) {
        return hash_bytes(side->colouring.colour,
                          (size_t)side->colouring.particle_count * sizeof *side->colouring.colour);
    }
    const ClothView view = cloth_view(side_state(side));
    return hash_bytes(view.position, 3 * (size_t)view.counts.particle * sizeof *view.position);
}
