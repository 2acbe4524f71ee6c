"""Papers of a season, and of all years."""
