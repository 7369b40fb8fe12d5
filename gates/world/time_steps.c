#include "time_steps.h"

#include <math.h>

#include "gate.h"
#include "math/rng.h"
#include "scenes/hung.h"
#include "world/world.h"

const char *time_pattern_text(TimePattern pattern) {
    static const char *const text[] = {
#define TIME_PATTERN_TEXT(name, text) text,
        TIME_PATTERN_LIST(TIME_PATTERN_TEXT)
#undef TIME_PATTERN_TEXT
    };
    return text[pattern];
}

static void must(ClothStatus status, const ClothError *error) {
    ck_assert_msg(status == CLOTH_OK, "%s", error->message);
}

static void leave_out(ClothWorld *world, TimeWithout without) {
#ifdef CLOTH_ABLATE
    world->tuned.piece_s = without == TIME_WITHOUT_PIECES ? INFINITY : world->tuned.piece_s;
    world->tuned.band_fade_s = without == TIME_WITHOUT_BAND ? 0.0 : world->tuned.band_fade_s;
    world->tuned.step_most_s = without == TIME_WITHOUT_CUT ? INFINITY : world->tuned.step_most_s;
#else
    (void)world;
    ck_assert_msg(without == TIME_WITH_ALL, "nothing can be left out of this build");
#endif
}

static Hung start(ClothFabricName name, bool sheet, TimeWithout without) {
    const ClothFabric fabric = cloth_fabric(name);
    const ClothChainShape chain = {.links = 12,
                                   .strands = 1,
                                   .spacing_m = 0.05,
                                   .mass_kg = 0.01,
                                   .direction = {0.0, -1.0, 0.0},
                                   .bend = CLOTH_CHAIN_SKIPS};
    const ClothGridShape grid = {.columns = 8,
                                 .rows = 12,
                                 .spacing_m = 0.05,
                                 .mass_kg = 0.01,
                                 .u = {1.0, 0.0, 0.0},
                                 .v = {0.0, -1.0, 0.0},
                                 .cut = CLOTH_GRID_ONE_DIAGONAL,
                                 .bend = 1};
    Hung hung;
    ClothError error = {0};
    must(sheet ? hung_grid(&grid, "edge", &fabric, NULL, &hung, &error)
               : hung_chain(&chain, &fabric, NULL, &hung, &error),
         &error);
    leave_out(hung.world, without);
    must(hung_swing(&hung, (double[3]){0.0, 0.0, 3.0}, &error), &error);
    return hung;
}

static double length_of(TimePattern pattern, int64_t k, Rng *rng) {
    switch (pattern) {
    case TIME_STEADY_5:
        return 1.0 / 5.0;
    case TIME_STEADY_30:
        return 1.0 / 30.0;
    case TIME_STEADY_500:
        return 1.0 / 500.0;
    case TIME_ALTERNATING:
        return k % 2 == 0 ? 1.0 / 120.0 : 1.0 / 30.0;
    case TIME_STUTTER:
        return k % 2 == 0 ? 1.0 / 500.0 : 1.0 / 60.0;
    case TIME_RANDOM:
        return rng_log_range(rng, 1.0 / 500.0, 1.0 / 5.0);
    case TIME_HITCH:
    case TIME_PATTERNS:
        break;
    }
    return k == 40 ? 5.0 : 1.0 / 60.0;
}

TimeSeen time_steps(ClothFabricName name, bool sheet, TimePattern pattern, TimeWithout without) {
    static const double no_gravity[3] = {0.0, 0.0, 0.0};
    Hung hung = start(name, sheet, without);
    HungWatch watch = hung_watch_start();
    ClothMeasure first;
    cloth_measure(cloth_world_state(hung.world, hung.cloth), no_gravity, &first);
    Rng rng = {.state = 1};
    ClothError error = {0};
    double simulated_s = 0.0;
    for (int64_t k = 0; simulated_s < TIME_ASLEEP_S && watch.slept_step == 0; k++) {
        const double length_s = length_of(pattern, k, &rng);
        must(hung_step(&hung, length_s, &watch, &error), &error);
        simulated_s += fmin(length_s, CLOTH_STEP_MOST_S);
    }
    hung_free(&hung);
    return (TimeSeen){.reach = watch.reach_ratio_peak,
                      .speed = watch.speed_peak_m_s,
                      .energy = watch.kinetic_peak_j / first.kinetic_j,
                      .asleep = watch.slept_step > 0};
}

int64_t time_hitch_bytes(double length_s, TimeWithout without) {
    Hung one = start(CLOTH_COTTON, false, without);
    Hung other = start(CLOTH_COTTON, false, without);
    ClothError error = {0};
    for (int k = 0; k < 20; k++) {
        must(hung_step(&one, 1.0 / 60.0, NULL, &error), &error);
        must(hung_step(&other, 1.0 / 60.0, NULL, &error), &error);
    }
    must(hung_step(&one, length_s, NULL, &error), &error);
    must(hung_step(&other, 0.2, NULL, &error), &error);
    const size_t bytes = cloth_differing_bytes(cloth_world_state(one.world, one.cloth),
                                               cloth_world_state(other.world, other.cloth), NULL);
    hung_free(&one);
    hung_free(&other);
    return (int64_t)bytes;
}
