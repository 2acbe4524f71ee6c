"""What a player's page shows: values, no HTML."""
