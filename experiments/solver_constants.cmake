# The experiments on the solver's constants.
foreach(name e01_soft_rows e02_band_and_mass e03_warm_start e04_ramp e09_hard_rest
             e10_dissipative_band)
    lab_experiment(${name} SOURCES solver_knobs.c LIBS scenes_ablate)
endforeach()
