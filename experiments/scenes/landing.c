#include "scenes/landing.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/extreme.h"
#include "scenes/hold.h"
#include "scenes/sheet.h"
#include "state/state.h"

static const double stage_m = 0.4; /* of a solid's centre above the floor */

/* Lies along x. */
static const double lying[4] = {0.0, 0.0, 0.7071067811865476, 0.7071067811865476};

static ClothShape solid_of(ClothShapeKind kind) {
    switch (kind) {
    case CLOTH_SPHERE:
        return cloth_sphere(0.2);
    case CLOTH_CAPSULE:
        return cloth_capsule(0.12, 0.2);
    case CLOTH_TAPERED_CAPSULE:
        return cloth_tapered_capsule(0.16, 0.08, 0.2);
    case CLOTH_BOX:
        return cloth_box(0.2, 0.15, 0.2);
    case CLOTH_CYLINDER:
        return cloth_cylinder(0.2, 0.15);
    default:
        return cloth_half_space();
    }
}

LandingShape landing_default(ClothShapeKind kind) {
    LandingShape shape = {
        .columns = 13,
        .rows = 13,
        .spacing_m = 0.08,
        .mass_kg = 0.2 * 0.08 * 0.08,
        .cut = CLOTH_GRID_ONE_DIAGONAL,
        .drop_m = 0.1,
        .solid = solid_of(kind),
        .pose = cloth_pose_identity(),
        .friction = 0.5,
    };
    shape.pose.position[1] = shape.solid.kind == CLOTH_HALF_SPACE ? 0.0 : stage_m;
    for (int k = 0; k < 4; k++) {
        shape.pose.rotation[k] = kind == CLOTH_CAPSULE || kind == CLOTH_TAPERED_CAPSULE
                                     ? lying[k]
                                     : shape.pose.rotation[k];
    }
    return shape;
}

/* A level sheet, its middle at the origin. */
static ClothStatus grid_graph(const LandingShape *shape, ClothGraph *graph, ClothError *error) {
    const double c = cos(shape->turn_rad);
    const double s = sin(shape->turn_rad);
    const double along = -0.5 * (shape->columns - 1) * shape->spacing_m;
    const double across = -0.5 * (shape->rows - 1) * shape->spacing_m;
    const ClothGridShape grid = {
        .columns = shape->columns,
        .rows = shape->rows,
        .spacing_m = shape->spacing_m,
        .mass_kg = shape->mass_kg,
        .origin = {along * c + across * s, 0.0, -along * s + across * c},
        .u = {c, 0.0, -s},
        .v = {s, 0.0, c},
        .cut = shape->cut,
        .bend = 1,
    };
    return cloth_graph_grid(&grid, graph, error);
}

/* A garment as it is drawn, the middle of its box at the origin, its lowest point level with it. */
static ClothStatus mesh_graph(const LandingShape *shape, const LabMesh *mesh, Scene *scene,
                              ClothError *error) {
    const ClothMaterial material = cloth_material_default();
    SheetShape sheet = scene_sheet_default();
    sheet.spacing_m = shape->spacing_m;
    sheet.mass_kg = shape->mass_kg;
    sheet.hold = "none";
    const ClothStatus status = scene_sheet(&sheet, mesh, &material, scene, error);
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; status == CLOTH_OK && i < scene->graph.particle_count; i++) {
        for (int k = 0; k < 3; k++) {
            low[k] = less_of(low[k], scene->graph.position[3 * i + k]);
            high[k] = more_of(high[k], scene->graph.position[3 * i + k]);
        }
    }
    for (int32_t i = 0; status == CLOTH_OK && i < scene->graph.particle_count; i++) {
        for (int k = 0; k < 3; k++) {
            scene->graph.position[3 * i + k] -= k == 1 ? low[k] : 0.5 * (low[k] + high[k]);
        }
    }
    return status;
}

/* Where the sheet's middle begins. */
static ClothPose start_of(const LandingShape *shape, const ClothFabric *fabric) {
    double low[3];
    double high[3];
    ClothPose pose = cloth_pose_identity();
    cloth_shape_bounds(&shape->solid, &shape->pose, low, high);
    pose.position[0] = shape->pose.position[0] + shape->offset_m[0];
    pose.position[1] = high[1] + shape->drop_m + fabric->thickness_m + shape->inflation_m;
    pose.position[2] = shape->pose.position[2] + shape->offset_m[1];
    return pose;
}

/* Solid and floor, or the floor alone; returns how many. */
static int32_t colliders_of(const LandingShape *shape, ClothCollider collider[LANDING_COLLIDERS]) {
    const ClothShape floor = cloth_half_space();
    int32_t count = 0;
    if (shape->solid.kind != CLOTH_HALF_SPACE) {
        collider[count] = cloth_collider(&shape->solid);
        collider[count++].pose = shape->pose;
    }
    collider[count++] = cloth_collider(&floor);
    for (int32_t k = 0; k < count; k++) {
        collider[k].friction = shape->friction;
        collider[k].inflation_m = shape->inflation_m;
    }
    return count;
}

static ClothStatus add_colliders(const LandingShape *shape, Landing *landing, ClothError *error) {
    ClothCollider collider[LANDING_COLLIDERS];
    ClothStatus status = CLOTH_OK;
    landing->collider_count = colliders_of(shape, collider);
    for (int32_t k = 0; status == CLOTH_OK && k < landing->collider_count; k++) {
        status = cloth_world_add_collider(landing->hung.world, &collider[k], &landing->collider[k],
                                          error);
    }
    return status;
}

ClothStatus landing_start(const LandingShape *shape, const LabMesh *mesh, const ClothFabric *fabric,
                          Landing *landing, ClothError *error) {
    const ClothPose frame = start_of(shape, fabric);
    const ClothPose origin = cloth_pose_identity();
    Scene garment = {0};
    *landing = (Landing){0};
    ClothStatus status = mesh != NULL ? mesh_graph(shape, mesh, &garment, error)
                                      : grid_graph(shape, &garment.graph, error);
    if (status == CLOTH_OK) {
        status = hung_start(&garment.graph, fabric, &frame, &landing->hung, error);
    }
    if (status == CLOTH_OK && garment.held_count > 0) {
        status = hung_hold(&landing->hung, garment.held, garment.held_count, CLOTH_SPACE_FRAME,
                           &origin, error);
    }
    if (status == CLOTH_OK) {
        status = add_colliders(shape, landing, error);
    }
    scene_free(&garment);
    if (status != CLOTH_OK) {
        landing_free(landing);
    }
    return status;
}

void landing_free(Landing *landing) {
    if (landing != NULL) {
        hung_free(&landing->hung);
        *landing = (Landing){0};
    }
}

ClothStatus landing_scene(const LandingShape *shape, const ClothFabric *fabric, Scene *scene,
                          ClothError *error) {
    const ClothMaterial material = cloth_fabric_material(fabric);
    const ClothPose start = start_of(shape, fabric);
    ClothCollider collider[LANDING_COLLIDERS];
    ClothMetCollider met[LANDING_COLLIDERS];
    const int32_t count = colliders_of(shape, collider);
    *scene = (Scene){0};
    ClothStatus status = grid_graph(shape, &scene->graph, error);
    for (int32_t i = 0; status == CLOTH_OK && i < scene->graph.particle_count; i++) {
        for (int k = 0; k < 3; k++) {
            scene->graph.position[3 * i + k] += start.position[k];
        }
    }
    if (status == CLOTH_OK) {
        status = scene_build(scene, &material, error);
    }
    for (int32_t k = 0; k < count; k++) {
        met[k] =
            (ClothMetCollider){.handle = (uint64_t)k + 1,
                               .shape = collider[k].shape,
                               .from = collider[k].pose,
                               .to = collider[k].pose,
                               .friction = cloth_friction(fabric->friction, collider[k].friction),
                               .inflation_m = collider[k].inflation_m};
    }
    if (status == CLOTH_OK) {
        status = cloth_set_colliders(scene->state, met, count, error);
    }
    if (status != CLOTH_OK) {
        scene_free(scene);
    }
    return status;
}
