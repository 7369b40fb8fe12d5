/* point.c: what run_point() and judge() may ask of a point. */
#include <math.h>
#include <string.h>

#include "sweep.h"

/* The value of a knob that must be of that kind. */
static double value_of(const LabPoint *point, const char *name, LabKind kind) {
    const LabExperiment *experiment = point->sweep->experiment;
    const int32_t k = lab_knob_number(experiment, name);
    lab_require(k >= 0, "%s: there is no knob %s", experiment->name, name);
    lab_require(experiment->knobs[k].kind == kind, "%s: knob %s is asked for as another kind",
                experiment->name, name);
    return point->sweep->knob[k].value[lab_point_place(point, k)];
}

double lab_real(const LabPoint *point, const char *name) {
    return value_of(point, name, LAB_REAL);
}

int64_t lab_integer(const LabPoint *point, const char *name) {
    return (int64_t)value_of(point, name, LAB_INTEGER);
}

const char *lab_choice(const LabPoint *point, const char *name) {
    const int32_t word = (int32_t)value_of(point, name, LAB_CHOICE);
    const int32_t k = lab_knob_number(point->sweep->experiment, name);
    return point->sweep->word[k][word];
}

bool lab_chose(const LabPoint *point, const char *name, const char *word) {
    const int32_t number = (int32_t)value_of(point, name, LAB_CHOICE);
    const LabKnob *knob =
        &point->sweep->experiment->knobs[lab_knob_number(point->sweep->experiment, name)];
    const int32_t asked = lab_choice_number(knob, word);
    lab_require(asked >= 0, "%s: knob %s has no choice %s", point->sweep->experiment->name, name,
                word);
    return number == asked;
}

bool lab_smoke(const LabPoint *point) {
    return point->sweep->smoke;
}

uint64_t lab_seed(const LabPoint *point) {
    return point->sweep->seed;
}

const LabMesh *lab_mesh(const LabPoint *point) {
    return point->sweep->has_mesh ? &point->sweep->mesh : NULL;
}

const char *lab_hold(const LabPoint *point) {
    return point->sweep->mesh.hold;
}
