#include "step/stop.h"

#include "collide/gap.h"
#include "collide/trace.h"
#include "step/instruments.h"

double cloth_stop_depth(const ClothView *view, const ClothSubstep *substep, int32_t place) {
    const double size[3] = {(double)view->collider_size[3 * place],
                            (double)view->collider_size[3 * place + 1],
                            (double)view->collider_size[3 * place + 2]};
    const double middle = cloth_shape_middle(view->collider_kind[place], size);
    return CLOTH_STEP_TUNED(substep->step, stop_depth, CLOTH_STOP_DEPTH) *
           (middle + (double)view->collider_keep[place]);
}

/* By how much a move from x goes too far into the collider of a slot [m]; above 0, out is the way
 * back. */
static double excess(const ClothView *view, const ClothSubstep *substep, int32_t slot,
                     const double x[3], const double by[3], double out[3]) {
    const int32_t place = view->contact_collider[slot];
    double to[3];
    double from_local[3];
    double to_local[3];
    for (int k = 0; k < 3; k++) {
        to[k] = x[k] + by[k];
    }
    cloth_seen_from(view, place, x, from_local);
    cloth_seen_from(view, place, to, to_local);
    const ClothWay way = cloth_way(view, place, from_local, to_local);
    const double spare = cloth_stop_depth(view, substep, place) + (way.gap < 0.0 ? way.gap : 0.0);
    const double back = cloth_way_behind(view, place, &way, out) - (spare > 0.0 ? spare : 0.0);
    if (back > 0.0) {
        cloth_seen_by_all(view, place, out, out);
    }
    return back;
}

void cloth_stop(const ClothView *view, const ClothSubstep *substep, const ClothBatch *batch,
                ClothMoves *moves) {
    if (view->tally.touched == 0) {
        return;
    }
    for (int32_t p = 0; p < batch->count; p++) {
        const double x[3] = {batch->position[0][p], batch->position[1][p], batch->position[2][p]};
        double by[3] = {moves->move[0][p], moves->move[1][p], moves->move[2][p]};
        const double room = batch->room[p] > 0.0 ? batch->room[p] : 0.0;
        if (vec3_dot(by, by) <= room * room) {
            continue;
        }
        const int32_t first = CLOTH_CONTACT_SLOTS * (batch->first + p);
        for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
             s++) {
            double out[3];
            const double back = excess(view, substep, s, x, by, out);
            if (back > 0.0) {
                vec3_add_scaled(by, out, back);
            }
        }
        for (int k = 0; k < 3; k++) {
            moves->move[k][p] = by[k];
        }
    }
}

bool cloth_is_stopped(const ClothView *view, const ClothSubstep *substep, int32_t i,
                      const double by[3]) {
    const int32_t first = CLOTH_CONTACT_SLOTS * i;
    double x[3];
    double out[3];
    cloth_load(&view->position[3 * i], x);
    for (int32_t s = first; s < first + CLOTH_CONTACT_SLOTS && view->contact_collider[s] >= 0;
         s++) {
        if (excess(view, substep, s, x, by, out) > 0.0) {
            return true;
        }
    }
    return false;
}
