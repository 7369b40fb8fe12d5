# P5, what a cloth does as a whole: the turn there, in the shipped kernel; and left out.
cloth_gate(gate_p5_turn SOURCES gate_p5_turn.c p5_turn.c)
cloth_gate(gate_p5_turn_off SOURCES gate_p5_turn_off.c p5_turn.c LIBRARIES scenes_ablate LABELS mutation)
