# P6, teleports, and P7, locomotion: the mechanisms there, and left out in the ablation build.
cloth_gate(gate_p6_teleport SOURCES gate_p6_teleport.c)
cloth_gate(gate_p6_teleport_off SOURCES gate_p6_teleport_off.c LIBRARIES scenes_ablate LABELS mutation)
cloth_gate(gate_p7_locomotion SOURCES gate_p7_locomotion.c)
cloth_gate(gate_p7_locomotion_off SOURCES gate_p7_locomotion_off.c LIBRARIES scenes_ablate LABELS mutation)
