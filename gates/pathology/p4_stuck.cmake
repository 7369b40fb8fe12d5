# P4, stuck cloth: what lets it go there, in the shipped kernel; and left out.
cloth_gate(gate_p4_stuck SOURCES gate_p4_stuck.c p4_stuck.c)
cloth_gate(gate_p4_stuck_off SOURCES gate_p4_stuck_off.c p4_stuck.c LIBRARIES scenes_ablate LABELS mutation)
