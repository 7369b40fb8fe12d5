# P2, stretch: the mechanisms there, in the shipped kernel; and left out, in the ablation build.
cloth_gate(gate_p2_stretch SOURCES gate_p2_stretch.c p2_stretch.c)
cloth_gate(gate_p2_stretch_off SOURCES gate_p2_stretch_off.c p2_stretch.c LIBRARIES scenes_ablate
    LABELS mutation)
