"""A player's own page: where he sits, how he stands, and which deals made it so."""
