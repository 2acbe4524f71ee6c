"""What a player's page reads."""
