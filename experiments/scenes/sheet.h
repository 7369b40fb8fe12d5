/*
 * sheet.h: the experiments' sheet, from numbers or from a file, and the cape.
 */
#ifndef SCENES_SHEET_H
#define SCENES_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "cloth.h"
#include "harness/experiment.h"
#include "scenes/scene.h"

/* A sheet whose first row runs along +x from the origin; its rows follow along +z (horizontal, at
 * rest stretched out level) or along -y (vertical, already hanging). */
typedef struct SheetShape {
    int32_t columns;
    int32_t rows;
    double spacing_m; /* > 0 */
    double mass_kg; /* > 0, of every particle; a mesh gets the area density mass_kg / spacing_m^2 */
    bool vertical;
    ClothGridCut cut;
    int32_t bend;     /* 0: no bend rows; 1: hinges */
    const char *hold; /* see hold.h; the mesh's own goes first */
} SheetShape;

/* 32 x 32 particles 0.05 m apart of 0.5 g, horizontal, one diagonal, hinges, held at two corners.
 */
SheetShape scene_sheet_default(void);

/*
 * Builds the sheet, or, when a mesh is given, the garment of that file at rest as it is drawn; then
 * columns, rows, vertical and cut do not count.
 *   mesh   in, may be NULL
 *   scene  out, emptied on failure; free with scene_free()
 * CLOTH_BAD_ARGUMENT, CLOTH_BAD_TOPOLOGY: the shape, the file or what holds it is refused, by name.
 */
ClothStatus scene_sheet(const SheetShape *shape, const LabMesh *mesh, const ClothMaterial *material,
                        Scene *scene, ClothError *error);

/* LabExperiment's check_mesh: loads the mesh and finds what holds it ("corners" when the user did
 * not say). text: its counts, pieces, size and held particles, with a warning when the size is not
 * a garment's; or the reason it is refused. */
bool scene_check_mesh(const LabMesh *mesh, char *text, size_t size);

/*
 * A cape: a vertical sheet bent round a half cylinder, without stretching it, held by its first row
 * as by a collar, its free particles thrown outwards at speed_m_s times their share of the height
 * below it.
 *   shape  in: columns and rows of 2 and more; vertical and hold do not count
 *   scene  out, emptied on failure; free with scene_free()
 */
ClothStatus scene_cape(const SheetShape *shape, double speed_m_s, const ClothMaterial *material,
                       Scene *scene, ClothError *error);

#endif
