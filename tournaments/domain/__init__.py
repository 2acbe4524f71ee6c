"""What a tournament does: every write is one keyword-only function here, with an actor."""
