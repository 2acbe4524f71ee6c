"""How an event was played: contracts, players, where their points come from, and the awards."""
