"""Papers that are cut into cards and slips."""
