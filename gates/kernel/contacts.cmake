cloth_gate(gate_contact_rows SOURCES gate_contact_rows.c contact_rows.c touching.c)
cloth_gate(gate_contact_rows_off SOURCES gate_contact_rows_off.c contact_rows.c touching.c
    LIBRARIES scenes_ablate LABELS mutation)
cloth_gate(gate_met_colliders SOURCES gate_met_colliders.c touching.c)
cloth_gate(gate_discovery SOURCES gate_discovery.c touching.c)
cloth_gate(gate_tracing SOURCES gate_tracing.c tracing.c touching.c)
cloth_gate(gate_tracing_off SOURCES gate_tracing_off.c tracing.c touching.c
    LIBRARIES scenes_ablate LABELS mutation)
cloth_gate(gate_backstops SOURCES gate_backstops.c touching.c)
cloth_gate(gate_contact_measure SOURCES gate_contact_measure.c touching.c)
cloth_gate(gate_inactive_contacts SOURCES gate_inactive_contacts.c)
