# The experiments on the solver's constants.
foreach(name e01_soft_rows e03_warm_start)
    lab_experiment(${name} SOURCES solver_knobs.c LIBS scenes_ablate)
endforeach()
