#include "collide/trace.h"

#include "collide/gap.h"

/* How near a way is followed to the surface that it meets, over its length, and the most steps that
 * takes; a way that grazes it is taken to meet it there. */
#define TRACE_NEAR  0x1p-20
#define TRACE_STEPS 32

ClothWay cloth_way(const ClothView *view, int32_t place, const double from[3], const double to[3]) {
    ClothWay way;
    double along[3];
    vec3_copy(from, way.from);
    vec3_copy(to, way.to);
    vec3_subtract(to, from, along);
    way.length = vec3_length(along);
    way.gap = cloth_gap_of(view, place, from, way.out);
    return way;
}

/* Follows the way until it meets the surface: as far as the gap is, nothing can be met. Returns
 * whether it does; at, out: out, where, and which way is out there. */
static bool meets(const ClothView *view, int32_t place, const ClothWay *way, double at[3],
                  double out[3]) {
    double gap = way->gap;
    double share = 0.0;
    vec3_copy(way->from, at);
    vec3_copy(way->out, out);
    for (int step = 0; step < TRACE_STEPS && gap > TRACE_NEAR * way->length; step++) {
        share += gap / way->length;
        if (!(share < 1.0)) {
            return false;
        }
        for (int k = 0; k < 3; k++) {
            at[k] = way->from[k] + share * (way->to[k] - way->from[k]);
        }
        gap = cloth_gap_of(view, place, at, out);
    }
    return true;
}

double cloth_way_behind(const ClothView *view, int32_t place, const ClothWay *way, double out[3]) {
    double at[3];
    double beyond[3];
    if (!(way->length > 0.0) || !meets(view, place, way, at, out)) {
        return 0.0;
    }
    vec3_subtract(way->to, at, beyond);
    const double depth = -vec3_dot(beyond, out);
    return depth > 0.0 ? depth : 0.0;
}
