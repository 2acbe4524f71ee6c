"""How an event was played."""
