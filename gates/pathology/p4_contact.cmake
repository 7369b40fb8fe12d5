# P4, contacts: a multiplier and what it keeps, in the shipped kernel; and left out.
cloth_gate(gate_p4_contact SOURCES gate_p4_contact.c p4_contact.c)
cloth_gate(gate_p4_contact_off SOURCES gate_p4_contact_off.c p4_contact.c LIBRARIES scenes_ablate
    LABELS mutation)
