# P3, tunnelling: the mechanisms there, and left out in the ablation build.
cloth_gate(gate_p3_tunnelling SOURCES gate_p3_tunnelling.c)
cloth_gate(gate_p3_tunnelling_off SOURCES gate_p3_tunnelling_off.c LIBRARIES scenes_ablate LABELS mutation)
