/* A short program that uses the installed kernel as anybody would. */
#include <cloth.h>
#include <stdio.h>

int main(void) {
    const ClothChainShape shape = {.links = 20,
                                   .strands = 1,
                                   .spacing_m = 0.05,
                                   .mass_kg = 0.5e-3,
                                   .direction = {0.0, -1.0, 0.0}};
    const ClothMaterial material = cloth_material_default();
    const ClothStep step = cloth_step_default();
    const int32_t held = 0;
    ClothGraph graph;
    ClothState *state = NULL;
    ClothError error;
    ClothStatus status = cloth_graph_chain(&shape, &graph, &error);
    status = status == CLOTH_OK ? cloth_build(&graph, &material, &held, 1, &state, &error) : status;
    for (int k = 0; k < 60 && status == CLOTH_OK; k++) {
        status = cloth_step(state, &step, NULL, &error);
    }
    printf("%s after %d steps\n", cloth_status_text(status),
           state != NULL ? (int)cloth_steps_taken(state) : 0);
    cloth_destroy(state);
    cloth_graph_free(&graph);
    return status == CLOTH_OK ? 0 : 1;
}
