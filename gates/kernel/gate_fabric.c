/*
 * gate_fabric: a fabric is a value, its numbers are checked by name, and its map is what it says.
 *
 * Pathology: two fabrics that are equal and hash apart (padding, -0), a field out of its range that
 * is clamped or half applied, a number that turns over somewhere along its range, a library entry
 * that the kernel itself refuses. Mechanism: fabric/fabric.c and fabric/map.c. Figures of the map:
 * e22.
 */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "gate.h"
#include "scenes/extreme.h"
#include "scenes/hung.h"

/* The real fields: name, most. */
#define REALS(X)                                                                                   \
    X(stretch, 1.0)                                                                                \
    X(bend, 1.0)                                                                                   \
    X(damping, 1.0)                                                                                \
    X(slack, 1.0)                                                                                  \
    X(thickness_m, 1e6)                                                                            \
    X(friction, 10.0)                                                                              \
    X(inertia, 1.0)                                                                                \
    X(drag, 1.0)

/* The same fabric in other memory: every byte of it set first, so that its padding differs. */
static void copy_over(const ClothFabric *from, int byte, ClothFabric *to) {
    memset(to, byte, sizeof *to);
#define COPY(name, most) to->name = from->name;
    REALS(COPY)
#undef COPY
    to->substeps = from->substeps;
    to->iterations = from->iterations;
    to->flags = from->flags;
}

static bool differs(const ClothFabric *a, const ClothFabric *b) {
    return !cloth_fabric_equal(a, b) && !cloth_fabric_equal(b, a) &&
           cloth_fabric_hash(a) != cloth_fabric_hash(b);
}

START_TEST(a_fabric_is_a_value) {
    for (int name = 0; name < CLOTH_FABRICS; name++) {
        const ClothFabric fabric = cloth_fabric((ClothFabricName)name);
        ClothFabric other;
        copy_over(&fabric, 0xa5, &other);
        gate_equal("padding_equal", cloth_fabric_equal(&fabric, &other), 1, "equal");
        gate_equal("padding_hash", cloth_fabric_hash(&fabric) == cloth_fabric_hash(&other), 1,
                   "equal");
        /* Every field counts. */
#define CHANGE(field, most)                                                                        \
    copy_over(&fabric, 0, &other);                                                                 \
    other.field = nextafter(fabric.field, fabric.field > 0.5 ? 0.0 : 1.0);                         \
    gate_equal("differs_" #field, differs(&fabric, &other), 1, "differs");
        REALS(CHANGE)
#undef CHANGE
#define CHANGE_WHOLE(field)                                                                        \
    copy_over(&fabric, 0, &other);                                                                 \
    other.field ^= 1;                                                                              \
    gate_equal("differs_" #field, differs(&fabric, &other), 1, "differs");
        CHANGE_WHOLE(substeps)
        CHANGE_WHOLE(iterations)
        CHANGE_WHOLE(flags)
#undef CHANGE_WHOLE
    }
}
END_TEST

START_TEST(zero_has_no_sign_and_nan_no_equal) {
    const ClothFabric chain = cloth_fabric(CLOTH_CHAIN);
#define SIGN(field, most)                                                                          \
    {                                                                                              \
        ClothFabric plus = chain;                                                                  \
        ClothFabric minus = chain;                                                                 \
        plus.field = 0.0;                                                                          \
        minus.field = -0.0;                                                                        \
        gate_equal("zero_equal_" #field, cloth_fabric_equal(&plus, &minus), 1, "equal");           \
        gate_equal("zero_hash_" #field, cloth_fabric_hash(&plus) == cloth_fabric_hash(&minus), 1,  \
                   "equal");                                                                       \
        gate_equal("zero_legal_" #field, (int64_t)cloth_fabric_check(&minus, NULL), CLOTH_OK,      \
                   "status");                                                                      \
        plus.field = NAN;                                                                          \
        gate_equal("nan_equal_" #field, cloth_fabric_equal(&plus, &plus), 0, "equal");             \
    }
    REALS(SIGN)
#undef SIGN
}
END_TEST

/* A fabric with one field out of its range is refused, by the field's name, and a cloth that has
 * another keeps it. */
static void hold_to_refusal(const char *name, const ClothFabric *fabric, Hung *hung) {
    const uint64_t before = cloth_hash(cloth_world_state(hung->world, hung->cloth));
    ClothError error = {0};
    gate_equal(name, (int64_t)cloth_fabric_check(fabric, &error), CLOTH_BAD_ARGUMENT, "status");
    gate_says(name, error.message, name);
    error = (ClothError){0};
    gate_equal(name, (int64_t)cloth_world_set_fabric(hung->world, hung->cloth, fabric, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_says(name, error.message, name);
    gate_equal(name, cloth_hash(cloth_world_state(hung->world, hung->cloth)) == before, 1, "equal");
    ClothId id = 7;
    gate_equal(name, (int64_t)cloth_world_add(hung->world, &hung->graph, fabric, NULL, &id, &error),
               CLOTH_BAD_ARGUMENT, "status");
    gate_equal(name, id == 0, 1, "equal");
}

static Hung small_chain(const ClothFabric *fabric) {
    const ClothChainShape shape = {.links = 4,
                                   .strands = 1,
                                   .spacing_m = 0.1,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    Hung hung;
    ClothError error = {0};
    ck_assert_msg(hung_chain(&shape, fabric, NULL, &hung, &error) == CLOTH_OK, "%s", error.message);
    return hung;
}

START_TEST(each_field_is_refused_by_name) {
    const ClothFabric silk = cloth_fabric(CLOTH_SILK);
    Hung hung = small_chain(&silk);
    static const double never[] = {-DBL_MIN, -1.0, -INFINITY, INFINITY, NAN};
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) {
#define REFUSE(field, most)                                                                        \
    {                                                                                              \
        ClothFabric bad = silk;                                                                    \
        bad.field = never[k];                                                                      \
        hold_to_refusal(#field, &bad, &hung);                                                      \
        bad.field = nextafter(most, INFINITY);                                                     \
        hold_to_refusal(#field, &bad, &hung);                                                      \
    }
        REALS(REFUSE)
#undef REFUSE
    }
#define REFUSE_WHOLE(field, value)                                                                 \
    {                                                                                              \
        ClothFabric bad = silk;                                                                    \
        bad.field = value;                                                                         \
        hold_to_refusal(#field, &bad, &hung);                                                      \
    }
    REFUSE_WHOLE(substeps, 0)
    REFUSE_WHOLE(substeps, -1)
    REFUSE_WHOLE(substeps, CLOTH_SUBSTEPS_MAX + 1)
    REFUSE_WHOLE(iterations, 0)
    REFUSE_WHOLE(iterations, CLOTH_ITERATIONS_MAX + 1)
    REFUSE_WHOLE(flags, 2u)
    REFUSE_WHOLE(flags, 1u << 31)
#undef REFUSE_WHOLE
    hung_free(&hung);
}
END_TEST

START_TEST(the_ends_of_every_range_are_legal) {
    const ClothFabric silk = cloth_fabric(CLOTH_SILK);
#define ENDS(field, most)                                                                          \
    {                                                                                              \
        ClothFabric end = silk;                                                                    \
        end.field = 0.0;                                                                           \
        gate_equal("least_" #field, (int64_t)cloth_fabric_check(&end, NULL), CLOTH_OK, "status");  \
        end.field = most;                                                                          \
        gate_equal("most_" #field, (int64_t)cloth_fabric_check(&end, NULL), CLOTH_OK, "status");   \
    }
    REALS(ENDS)
#undef ENDS
    ClothFabric most = silk;
    most.substeps = CLOTH_SUBSTEPS_MAX;
    most.iterations = CLOTH_ITERATIONS_MAX;
    most.flags = CLOTH_FABRIC_STRAIN_LIMIT;
    gate_equal("most_budget", (int64_t)cloth_fabric_check(&most, NULL), CLOTH_OK, "status");
}
END_TEST

/* The library is legal, and every entry another; each takes a step as a chain and says its name. */
START_TEST(the_library_is_legal) {
    for (int a = 0; a < CLOTH_FABRICS; a++) {
        const ClothFabric fabric = cloth_fabric((ClothFabricName)a);
        ClothError error = {0};
        gate_equal(cloth_fabric_text((ClothFabricName)a),
                   (int64_t)cloth_fabric_check(&fabric, &error), CLOTH_OK, "status");
        for (int b = 0; b < a; b++) {
            const ClothFabric other = cloth_fabric((ClothFabricName)b);
            gate_equal("library_differs", differs(&fabric, &other), 1, "differs");
        }
        Hung hung = small_chain(&fabric);
        gate_equal("library_steps", (int64_t)cloth_world_step(hung.world, 1.0 / 60.0, &error),
                   CLOTH_OK, "status");
        hung_free(&hung);
    }
    const ClothFabric silk = cloth_fabric(CLOTH_SILK);
    const ClothFabric none = cloth_fabric(CLOTH_FABRICS);
    gate_equal("no_such_fabric", cloth_fabric_equal(&silk, &none), 1, "equal");
    gate_says("no_such_text", cloth_fabric_text(CLOTH_FABRICS), "unknown");
    gate_says("text", cloth_fabric_text(CLOTH_LEATHER), "leather");
}
END_TEST

/* The map. */

static ClothMaterial material_at(double share) {
    ClothFabric fabric = cloth_fabric(CLOTH_COTTON);
    fabric.bend = share;
    fabric.stretch = share;
    fabric.slack = share;
    fabric.flags = CLOTH_FABRIC_STRAIN_LIMIT;
    return cloth_fabric_material(&fabric);
}

/* At 0 and 1 what e22 measured; rounding of pow() is all that may be between. */
START_TEST(the_map_is_exact_at_its_ends) {
    const ClothMaterial low = material_at(0.0);
    const ClothMaterial high = material_at(1.0);
    gate_at_most("bend_0", fabs(low.row[CLOTH_ROW_BEND].value / 0.01 - 1.0), 1e-14, "1");
    gate_at_most("bend_1", fabs(high.row[CLOTH_ROW_BEND].value / 4.0 - 1.0), 1e-14, "1");
    gate_at_most("strain_0", fabs(low.strain_limit / 0.1 - 1.0), 1e-14, "1");
    gate_at_most("strain_1", fabs(high.strain_limit / 0.001 - 1.0), 1e-14, "1");
    gate_equal("slack_0", low.slack == 0.0 && high.slack == 1.0, 1, "equal");
    gate_equal("hard", isinf(low.row[CLOTH_ROW_STRETCH].value), 1, "hard");
    gate_equal("tethered", low.tethered && high.tethered, 1, "tethered");
    ClothFabric fabric = cloth_fabric(CLOTH_ROPE);
    fabric.damping = 0.0;
    gate_equal("damping_0", cloth_fabric_step(&fabric).damping_1_s == 0.0, 1, "equal");
    fabric.damping = 1.0;
    gate_at_most("damping_1", fabs(cloth_fabric_step(&fabric).damping_1_s / 10.0 - 1.0), 1e-14,
                 "1");
    gate_equal("substeps", cloth_fabric_step(&fabric).substeps, fabric.substeps, "substeps");
    gate_equal("iterations", cloth_fabric_step(&fabric).iterations, fabric.iterations,
               "iterations");
}
END_TEST

/* Over a thousand steps of each range nothing stands still or turns over, and equal steps are equal
 * factors: 1.0060 a step in bending. */
START_TEST(the_map_is_monotone) {
    ClothMaterial before = material_at(0.0);
    int64_t disorders = 0;
    double factor_least = INFINITY;
    double factor_most = 0.0;
    for (int k = 1; k <= 1000; k++) {
        const ClothMaterial here = material_at(k / 1000.0);
        disorders += !(here.row[CLOTH_ROW_BEND].value > before.row[CLOTH_ROW_BEND].value);
        disorders += !(here.row[CLOTH_ROW_SKIP].value == here.row[CLOTH_ROW_BEND].value);
        disorders += !(here.strain_limit < before.strain_limit);
        disorders += !(here.slack > before.slack);
        const double factor = here.row[CLOTH_ROW_BEND].value / before.row[CLOTH_ROW_BEND].value;
        factor_least = less_of(factor_least, factor);
        raise_to(&factor_most, factor);
        before = here;
    }
    gate_equal("map_disorders", disorders, 0, "disorders");
    /* measured 1.1e-15 */
    gate_at_most("map_grade", factor_most / factor_least - 1.0, 1e-12, "1");
}
END_TEST

/* Without its flag a fabric has no strain limit whatever its stretch; bending does not know the
 * budget. */
START_TEST(what_the_map_does_not_know) {
    ClothFabric fabric = cloth_fabric(CLOTH_CHAIN);
    fabric.flags = 0;
    gate_equal("no_limit", isinf(cloth_fabric_material(&fabric).strain_limit), 1, "none");
    const ClothMaterial few = cloth_fabric_material(&fabric);
    fabric.substeps = 100;
    fabric.iterations = 100;
    const ClothMaterial many = cloth_fabric_material(&fabric);
    gate_equal("bend_blind_to_budget",
               few.row[CLOTH_ROW_BEND].value == many.row[CLOTH_ROW_BEND].value &&
                   few.step_s == many.step_s,
               1, "equal");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fabric");
    gate_add(suite, "a_fabric_is_a_value", a_fabric_is_a_value, 20.0);
    gate_add(suite, "zero_has_no_sign_and_nan_no_equal", zero_has_no_sign_and_nan_no_equal, 20.0);
    gate_add(suite, "each_field_is_refused_by_name", each_field_is_refused_by_name, 20.0);
    gate_add(suite, "the_ends_of_every_range_are_legal", the_ends_of_every_range_are_legal, 20.0);
    gate_add(suite, "the_library_is_legal", the_library_is_legal, 20.0);
    gate_add(suite, "the_map_is_exact_at_its_ends", the_map_is_exact_at_its_ends, 20.0);
    gate_add(suite, "the_map_is_monotone", the_map_is_monotone, 20.0);
    gate_add(suite, "what_the_map_does_not_know", what_the_map_does_not_know, 20.0);
    return gate_run(suite);
}
