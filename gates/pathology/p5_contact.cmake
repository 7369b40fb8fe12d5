# P5, rest on solids: the mechanisms there, in the shipped kernel; and left out, in the ablation build.
cloth_gate(gate_p5_contact SOURCES gate_p5_contact.c p5_contact.c TIMEOUT 240)
cloth_gate(gate_p5_contact_off SOURCES gate_p5_contact_off.c p5_contact.c LIBRARIES scenes_ablate
    LABELS mutation TIMEOUT 400)
