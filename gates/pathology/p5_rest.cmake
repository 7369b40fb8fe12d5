# P5, rest: the mechanisms there, in the shipped kernel; and left out, in the ablation build.
cloth_gate(gate_p5_rest SOURCES gate_p5_rest.c p5_rest.c)
cloth_gate(gate_p5_rest_off SOURCES gate_p5_rest_off.c p5_rest.c LIBRARIES scenes_ablate LABELS mutation)
# P5, what a fabric asks for: likewise.
cloth_gate(gate_p5_fabric SOURCES gate_p5_fabric.c p5_fabric.c)
cloth_gate(gate_p5_fabric_off SOURCES gate_p5_fabric_off.c p5_fabric.c LIBRARIES scenes_ablate LABELS mutation)
cloth_gate(gate_p5_sleep SOURCES gate_p5_sleep.c p5_sleep.c)
cloth_gate(gate_p5_sleep_off SOURCES gate_p5_sleep_off.c p5_sleep.c LIBRARIES scenes_ablate
    LABELS mutation)
