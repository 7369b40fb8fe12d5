/*
 * gate_threads: cloths stepped on as many threads as one likes, contacts live, have the same bits.
 *
 * Pathology: a solver with a global in it, a scratch buffer that two worlds share, a sum whose order
 * is whoever comes first. Mechanism: a step reads and writes its own block and nothing else. Scene:
 * eight worlds, in each a sheet that lands on a ball of its own size and a floor, 120 steps; all on
 * one thread, on two, four and eight. Off arm: worlds that do differ have other hashes. Built with
 * the tsan preset it is searched for races.
 */
#include <pthread.h>
#include <stdio.h>

#include "cloth.h"
#include "gate.h"
#include "ground.h"

enum { WORLDS = 8, STEPS = 120 };

/* What one thread does: every `threads`-th world from its own. */
typedef struct Work {
    int first;
    int threads;
    uint64_t *hash; /* (WORLDS) */
} Work;

static uint64_t run_world(int w) {
    Ground ground = {.world = cloth_world_create()};
    const double radius = 0.05 + 0.01 * w;
    (void)ground_add_shape(ground.world, cloth_sphere(radius), (double[3]){0.01, 0.1, 0.02});
    (void)ground_add_shape(ground.world, cloth_half_space(), (double[3]){0.0, 0.0, 0.0});
    ground.near = ground_add_sheet(ground.world, 0.0, 0.35);
    ground_step(&ground, STEPS);
    const uint64_t hash = ground_hash(&ground, ground.near);
    cloth_world_destroy(ground.world);
    return hash;
}

static void *work(void *argument) {
    const Work *own = argument;
    for (int w = own->first; w < WORLDS; w += own->threads) {
        own->hash[w] = run_world(w);
    }
    return NULL;
}

static void run_on(int threads, uint64_t hash[WORLDS]) {
    pthread_t thread[WORLDS];
    Work own[WORLDS];
    for (int t = 0; t < threads; t++) {
        own[t] = (Work){t, threads, hash};
        ck_assert_int_eq(pthread_create(&thread[t], NULL, work, &own[t]), 0);
    }
    for (int t = 0; t < threads; t++) {
        ck_assert_int_eq(pthread_join(thread[t], NULL), 0);
    }
}

START_TEST(any_number_of_threads_gives_the_same_bits) {
    static const int counts[] = {1, 2, 4, 8};
    uint64_t alone[WORLDS];
    uint64_t hash[WORLDS];
    run_on(1, alone);
    run_on(counts[_i], hash);
    int differing = 0;
    for (int w = 0; w < WORLDS; w++) {
        differing += hash[w] != alone[w];
    }
    char name[64];
    (void)snprintf(name, sizeof name, "differ_on_%d", counts[_i]);
    gate_equal(name, differing, 0, "worlds");
}
END_TEST

START_TEST(worlds_that_differ_have_other_hashes) {
    gate_equal("same_hash", run_world(0) == run_world(1), 0, "worlds");
}
END_TEST

/* The scene presses: without contacts there was nothing to see. */
START_TEST(the_scene_is_in_contact) {
    static const double gravity[3] = {0.0, -9.81, 0.0};
    Ground ground = {.world = cloth_world_create()};
    (void)ground_add_shape(ground.world, cloth_sphere(0.05), (double[3]){0.01, 0.1, 0.02});
    (void)ground_add_shape(ground.world, cloth_half_space(), (double[3]){0.0, 0.0, 0.0});
    ground.near = ground_add_sheet(ground.world, 0.0, 0.35);
    ground_step(&ground, 60);
    ClothMeasure measure;
    cloth_measure(cloth_world_state(ground.world, ground.near), gravity, &measure);
    gate_at_least("pressing", measure.contacts, 3.0, "contacts");
    cloth_world_destroy(ground.world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("threads");
    TCase *cases = tcase_create("threads");
    tcase_set_timeout(cases, 120.0);
    tcase_add_loop_test(cases, any_number_of_threads_gives_the_same_bits, 0, 4);
    tcase_add_test(cases, worlds_that_differ_have_other_hashes);
    tcase_add_test(cases, the_scene_is_in_contact);
    suite_add_tcase(suite, cases);
    return gate_run(suite);
}
