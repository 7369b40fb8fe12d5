# The experiments on one vertex's update.
add_subdirectory(observers)
lab_experiment(e08_energy_rises SOURCES solver_knobs.c LIBS observers)
lab_experiment(e17_absurd SOURCES solver_knobs.c LIBS observers)
lab_experiment(e16_gradients SOURCES solver_knobs.c LIBS observers)
lab_experiment(e05_geometric_stiffness SOURCES solver_knobs.c LIBS observers)
lab_experiment(e06_solve_3x3 LIBS scenes)
lab_experiment(e07_step_length SOURCES solver_knobs.c LIBS observers)
