cloth_gate(gate_rows SOURCES gate_rows.c LIBRARIES checks)
cloth_gate(gate_rows_off SOURCES gate_rows_off.c LIBRARIES observers LABELS mutation)
cloth_gate(gate_refusals SOURCES gate_refusals.c)
